// node tests/size/pieces/run.mjs: what each piece of a View adds to a page that only greets its Host, with gzip -9.
// Prints the table, and writes it where the documentation shows it. Some 50 bundles: not part of CI. MCP_APPS_CLI names
// a built `mcp-apps`.
//
//   node tests/size/pieces/run.mjs tools    only the rows whose pieces contain the word; writes nothing

import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { cli } from "../../browser/built.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const table = fileURLToPath(new URL("../../../runtime/src/guide/small_costs.md", import.meta.url));

/** What a row is called, its pieces, and those it is compared with. */
const ROWS = [
  ["`tool_input_as`, `tool_output` and `call_tool`, typed", "input output call"],
  ["`auto_resize`", "resize"],
  ["`follow_theme`", "theme"],
  ["`follow_theme`, `_styles`, `_fonts`, `_container` and `_safe_area`", "theme styles fonts container safe-area"],
  ["a tool for the model, by `ViewBuilder::offer`", "tools"],
  ["`update_model_context`", "model"],
  ["`request_display_mode`", "mode"],
  ["the draft's `View` in the place of the stable version's", "draft"],
  ["`download_file`, beside the draft's `View`", "draft download", "draft"],
  ["`host_context()`, all of it", "context"],
  ["`tool_result()`, all of it", "result"],
  ["`tool_input_partials().latest()`, `next_frame`", "partials"],
  ["`to_string` of a fraction", "fraction"],
  ["without `rlsf`: the standard library's allocator", "std-allocator"],
  ["`call_tool`, typed, alone", "call"],
  ["`send_message`", "message"],
  ["`open_link`", "link"],
  ["`log`", "log"],
  ["`format!` of a number and a text", "format"],
  ["a `HashMap`", "map"],
];

// The versions of the examples.
copyFileSync(join(here, "../../../runtime/examples/views/Cargo.lock"), join(here, "Cargo.lock"));
const folder = mkdtempSync(join(tmpdir(), "mcp-apps-pieces-"));
const weighed = new Map();

function weigh(pieces, mode) {
  const name = `${mode} ${pieces}`;
  if (!weighed.has(name)) {
    const out = join(folder, "page.html");
    const made = spawnSync(cli(), ["bundle", here, "--mode", mode, "--out", out], { encoding: "utf8", env: { ...process.env, PIECES: pieces } });
    if (made.status !== 0) throw new Error(`${name}: ${made.stdout}${made.stderr}`);
    weighed.set(name, gzipSync(readFileSync(out), { level: 9 }).length);
  }
  return weighed.get(name);
}

const kilo = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const added = (bytes) => `${bytes < 0 ? "−" : "+"}${kilo(Math.abs(bytes))}`;
const filter = process.argv[2];
const lines = ["| a page that | as plain JavaScript | as WebAssembly |", "|---|---|---|"];
const say = (title, cells) => {
  lines.push(`| ${title} | ${cells.join(" | ")} |`);
  console.log(lines.at(-1));
  // Row by row: it takes its time.
  if (!filter) writeFileSync(table, `${lines.join("\n")}\n`);
};
const MODES = ["portable", "wasm"];
try {
  say("only greets its Host and shows the Host's name", MODES.map((mode) => kilo(weigh("", mode))));
  for (const [title, pieces, beside = ""] of ROWS) {
    if (filter && !pieces.includes(filter)) continue;
    say(title, MODES.map((mode) => added(weigh(pieces, mode) - weigh(beside, mode))));
  }
} finally {
  rmSync(folder, { recursive: true });
}
