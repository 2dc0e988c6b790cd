// Recorded traffic, judged with the package's own command.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cli } from "./built.mjs";

/** That `mcp-apps transcript check` finds nothing in the lines. Hosts and Views here speak the draft. */
export function judge(lines) {
  const folder = mkdtempSync(join(tmpdir(), "mcp-apps-transcript-"));
  const file = join(folder, "recorded.jsonl");
  writeFileSync(file, lines.map(({ t = 0, dir, msg }) => JSON.stringify({ t, dir, msg }) + "\n").join(""));
  const judged = check(file);
  rmSync(folder, { recursive: true, force: true });
  assert.equal(judged.status, 0, judged.stdout + judged.stderr);
}

/** What it says of a file. */
export const check = (file) => spawnSync(cli(), ["transcript", "check", file, "--spec", "draft"], { encoding: "utf8" });
