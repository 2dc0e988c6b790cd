// Views against the Rust bridge: written with the TypeScript SDK, and their twin in Rust in every mode.

import assert from "node:assert/strict";
import { cli } from "../built.mjs";
import { judge } from "../judge.mjs";
import { view } from "../peers.mjs";
import * as twins from "../twins.mjs";

export const prepare = () => { cli(); return twins.prepare(); };

const check = (bridged) => judge(bridged.lines);

const heard = (stage, server = "a") => stage.harness.fixture.ask("heard", { server });

/** `who` the View is, how to get its page, what the Host allows it, and whether it asks for what nobody offers (V5). */
const cases = (who, page, policy = {}, asks = true) => [
  {
    name: `${who}: handshake, partial input, input and result (row 39)`,
    async run(stage) {
      const bridged = await stage.bridged(await page(), policy);
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
    name: `${who}: every request of a View`,
    async run(stage) {
      const bridged = await stage.bridged(await page(), policy);
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
      const pip = await bridged.step("pip");
      assert.deepEqual(asks ? pip : pip.failed, asks ? { mode: "fullscreen" } : "Refused");
    },
  },
  {
    name: `${who}: a View reaches its own server's tools for apps and nothing else (rows 48 and 59)`,
    async run(stage) {
      const other = await stage.bridged(await page(), { ...policy, server: "b" });
      const bridged = await stage.bridged(await page(), policy);
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
    name: `${who}: progress reaches the View under its own token, cancellation the server`,
    async run(stage) {
      const bridged = await stage.bridged(await page(), policy);
      await bridged.word("connected");
      const outcome = await bridged.step("slow");
      assert.deepEqual([outcome.progress.progress, outcome.progress.total], [1, 2]);
      await stage.until(async () => (await heard(stage)).includes("cancelled"), "the server's cancellation");
      check(bridged);
    },
  },
  {
    name: `${who}: tools of the View's own, context changes and teardown`,
    async run(stage) {
      const bridged = await stage.bridged(await page(), policy);
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
    name: `${who}: a read-only View costs its server nothing (row 60)`,
    async run(stage) {
      const bridged = await stage.bridged(await page(), { ...policy, readOnly: true });
      await bridged.word("connected");
      const before = await heard(stage);
      for (const step of ["tool", "read", "list", "message", "context", "sample", "download"]) {
        assert.ok((await bridged.step(step)).failed, step);
      }
      assert.deepEqual(await heard(stage), before);
    },
  },
];

// What the bridge lets no View do, it lets none do whatever it is made of.
const its = (cases) => cases.filter(({ name }) => !/\(rows? (48|60)/.test(name));
const rust = Object.entries(twins.MODES).flatMap(([mode, [policy]]) => its(cases(`Rust, ${mode}`, () => twins.rust(mode), policy, false)));

export default [...cases("App 1", () => view("full", 1)), ...cases("App 2", () => view("full", 2)), ...rust];
