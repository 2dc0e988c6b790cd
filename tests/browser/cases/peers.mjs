// Views written with the TypeScript SDK against the Rust bridge.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cli } from "../built.mjs";
import { view } from "../peers.mjs";

export const prepare = cli;

/** Judges recorded traffic with the package's own command. The Host speaks the draft. */
function check(bridged) {
  const folder = mkdtempSync(join(tmpdir(), "mcp-apps-transcript-"));
  const file = join(folder, "recorded.jsonl");
  writeFileSync(file, bridged.lines.map((line) => JSON.stringify(line) + "\n").join(""));
  const judged = spawnSync(cli(), ["transcript", "check", file, "--spec", "draft"], { encoding: "utf8" });
  rmSync(folder, { recursive: true, force: true });
  assert.equal(judged.status, 0, judged.stdout + judged.stderr);
}

const heard = (stage, server = "a") => stage.harness.fixture.ask("heard", { server });

const cases = (version) => [
  {
    name: `App ${version}: handshake, partial input, input and result (row 39)`,
    async run(stage) {
      const bridged = await stage.bridged(await view("full", version));
      await bridged.do("partial", { arguments: { city: "P" } });
      const { connected } = await bridged.word("connected");
      assert.equal(connected.host.name, "fixture");
      assert.deepEqual([connected.context.theme, connected.context.locale], ["dark", "en-GB"]);
      const { capabilities } = connected;
      assert.deepEqual(capabilities.serverTools, { listChanged: true });
      for (const name of ["openLinks", "logging", "serverResources", "message", "updateModelContext", "downloadFile", "sampling", "sandbox"]) assert.ok(capabilities[name], name);
      const result = await bridged.do("run", { name: "show", arguments: { city: "Paris" } });
      assert.equal(result.content[0].text, "show by a");
      const { input, partials } = await bridged.word("input");
      assert.deepEqual([input, partials], [{ city: "Paris" }, [{ city: "P" }]]);
      const shown = (await bridged.word("result")).result;
      assert.deepEqual(shown.structuredContent, { arguments: { city: "Paris" }, by: "a" });
      check(bridged);
    },
  },
  {
    name: `App ${version}: every request of a View`,
    async run(stage) {
      const bridged = await stage.bridged(await view("full", version));
      await bridged.word("connected");
      assert.equal((await bridged.step("tool")).content[0].text, "refresh by a");
      assert.equal((await bridged.step("read")).contents, 1);
      assert.equal((await bridged.step("list")).resources.length, 1);
      assert.ok(!(await bridged.step("link")).isError);
      assert.equal(await bridged.event("open-link"), "https://example.com/");
      assert.ok((await bridged.step("badLink")).failed);
      await bridged.step("message");
      assert.equal((await bridged.event("message")).content[0].text, "hello");
      await bridged.step("context");
      const context = await bridged.do("model-context");
      assert.deepEqual(context.suppliedBy, { kind: "app", name: "full" });
      assert.deepEqual(context.structuredContent, { n: 1 });
      assert.deepEqual(await bridged.step("mode"), { mode: "fullscreen" });
      await bridged.step("download");
      assert.deepEqual(await bridged.event("download"), [["b.txt", 3], ["served.txt", 5]]);
      assert.equal((await bridged.step("sample")).content.text, "completed");
      assert.ok(await bridged.event("size"));
      check(bridged);
      // What no View should ask for, as the check would say, gets the mode in force.
      assert.deepEqual(await bridged.step("pip"), { mode: "fullscreen" });
    },
  },
  {
    name: `App ${version}: a View reaches its own server's tools for apps and nothing else (rows 48 and 59)`,
    async run(stage) {
      const other = await stage.bridged(await view("full", version), { server: "b" });
      const bridged = await stage.bridged(await view("full", version));
      await bridged.word("connected");
      await other.word("connected");
      const before = (await heard(stage, "b")).length;
      assert.ok((await bridged.step("secret")).failed, "a model-only tool");
      assert.ok((await bridged.step("other")).failed, "another server's tool");
      assert.ok((await bridged.step("foreign")).failed, "another server's resource");
      assert.equal((await other.step("other")).content[0].text, "only-b by b");
      assert.ok(!(await heard(stage)).some((line) => line.startsWith("tools/call secret") || line.startsWith("tools/call only-b")));
      const since = (await heard(stage, "b")).slice(before);
      assert.deepEqual(since.filter((line) => line !== "tools/list"), ["tools/call only-b"]);
    },
  },
  {
    name: `App ${version}: progress reaches the View under its own token, cancellation the server`,
    async run(stage) {
      const bridged = await stage.bridged(await view("full", version));
      await bridged.word("connected");
      const outcome = await bridged.step("slow");
      assert.deepEqual([outcome.progress.progress, outcome.progress.total], [1, 2]);
      await stage.until(async () => (await heard(stage)).includes("cancelled"), "the server's cancellation");
      check(bridged);
    },
  },
  {
    name: `App ${version}: tools of the View's own, context changes and teardown`,
    async run(stage) {
      const bridged = await stage.bridged(await view("full", version));
      await bridged.word("connected");
      assert.equal((await bridged.do("view-tools")).tools[0].name, "zoom");
      const called = await bridged.do("call-view", { name: "zoom", arguments: { to: 2 } });
      assert.equal(called.content[0].text, 'zoom {"to":2}');
      await bridged.do("context", { context: { theme: "light" } });
      assert.deepEqual((await bridged.word("changed")).changed, { theme: "light" });
      await stage.harness.fixture.ask("change-tools");
      await stage.until(() => bridged.lines.some(({ msg }) => msg.method === "notifications/tools/list_changed"), "the notice");
      const open = await bridged.do("views");
      await bridged.do("teardown");
      assert.ok(await bridged.word("teardown"));
      await stage.until(async () => (await bridged.do("views")) === open - 1, "the View's leaving");
      check(bridged);
    },
  },
  {
    name: `App ${version}: a read-only View costs its server nothing (row 60)`,
    async run(stage) {
      const bridged = await stage.bridged(await view("full", version), { readOnly: true });
      await bridged.word("connected");
      const before = await heard(stage);
      for (const step of ["tool", "read", "list", "message", "context", "sample", "download"]) {
        assert.ok((await bridged.step(step)).failed, step);
      }
      assert.deepEqual(await heard(stage), before);
    },
  },
];

export default [...cases(1), ...cases(2)];
