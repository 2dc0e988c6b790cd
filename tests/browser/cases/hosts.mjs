// The Rust View in real Hosts, in every mode they allow: the TypeScript SDK's AppBridge, whose traffic is the
// TypeScript View's, and our preview. Against the Rust bridge it is in peers.mjs.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppBridge, fine, play } from "../bridges.mjs";
import { check, judge } from "../judge.mjs";
import { preview, servers } from "../preview.mjs";
import * as twins from "../twins.mjs";

export { prepare } from "../twins.mjs";

/** The TypeScript View's own traffic with a Host: `full.js` of the same version as the Host. */
const recorded = new Map();
async function expected(stage, version) {
  if (!recorded.has(version)) {
    const host = await AppBridge.open(stage, version, await twins.typescript(version));
    fine(await play(host));
    recorded.set(version, await host.lines());
  }
  return recorded.get(version);
}

/** That two recordings are one, but for what the table says. */
function same(rust, typescript) {
  const known = new Map(twins.DIFFERENCES.map((difference) => [difference.step, difference]));
  const plain = (lines) => twins.alike(lines.filter(({ step }) => !known.has(step)));
  assert.deepEqual(plain(rust), plain(typescript), "the traffic");
  for (const [step, { typescript: said, rust: saidInRust }] of known) {
    // What came of a step is said by both.
    const log = ({ msg }) => msg.method !== "notifications/message";
    const told = (lines) => lines.filter((line) => line.step === step && log(line)).map(twins.brief);
    assert.deepEqual(told(typescript), said, `${step}: TypeScript`);
    assert.deepEqual(told(rust), saidInRust, `${step}: Rust`);
  }
}

const judged = (lines) => judge(lines.filter(({ step }) => step !== "pip"));

const bridges = [1, 2].flatMap((version) => Object.entries(twins.MODES).flatMap(([mode, policies]) => policies.map((policy) => ({
  name: `AppBridge ${version}: the Rust View, ${mode}${mode === "dual" && !policy.wasm ? " without WebAssembly" : ""}, says what the TypeScript View says`,
  limit: 60_000,
  async run(stage) {
    const theirs = await expected(stage, version);
    const host = await AppBridge.open(stage, version, twins.rust(mode), policy);
    const outcomes = await play(host);
    fine(outcomes);
    const lines = await host.lines();
    same(lines, theirs);
    judged(lines);
    judged(theirs);
  },
}))));

const alone = [1, 2].map((version) => ({
  name: `AppBridge ${version}: what the TypeScript View cannot ask for, the Rust View can`,
  async run(stage) {
    const host = await AppBridge.open(stage, version, twins.rust(), { wasm: true });
    const { connected } = await host.word("connected");
    assert.equal(connected.host.name, "bridge");
    assert.equal(connected.context.toolInfo.tool.name, "show");
    assert.equal(await host.step("version"), "2026-01-26");
    assert.deepEqual(await host.step("ping"), {});
    assert.equal((await host.step("templates")).resourceTemplates[0].name, "template");
    assert.equal((await host.step("prompts")).prompts[0].name, "prompt");
    assert.equal((await host.step("serverTools")).failed, -32601, "no AppBridge serves it (M3)");
    assert.deepEqual(await host.step("contract"), { name: "refresh", input: { city: "Oslo" } });
    assert.deepEqual(await host.step("typed"), { name: "refresh", input: { city: "Bergen" } });
    const listed = async () => (await host.act("tools")).tools;
    const told = async () => (await host.lines()).filter(({ msg }) => msg.method === "notifications/tools/list_changed").length;
    for (const [step, names, news] of [["disable", [], 1], ["disable", [], 1], ["enable", ["zoom"], 2], ["update", ["zoom"], 3], ["contracted", ["zoom", "refresh"], 4], ["remove", ["refresh"], 5]]) {
      await host.step(step);
      assert.deepEqual((await listed()).map(({ name }) => name), names, step);
      assert.equal(await told(), news, `the Host is told of ${step} once, if it is news (V17)`);
    }
    assert.deepEqual((await host.act("call", { name: "refresh", arguments: { city: "Rome" } })).structuredContent, { city: "Rome" });
    const before = (await host.lines()).length;
    await host.page.evaluate(() => window.take("close"));
    await host.page.evaluate(() => window.acts.changed());
    await stage.never(async () => (await host.lines()).slice(before).some(({ dir }) => dir === "view->host"), "a View that closed the conversation spoke");
  },
}));

const cancelled = [1, 2].map((version) => ({
  name: `AppBridge ${version}: a cancelled call is heard alike (H30)`,
  async run(stage) {
    const lines = [];
    for (const [html, policy] of [[await twins.typescript(version), {}], [twins.rust(), { wasm: true }]]) {
      const host = await AppBridge.open(stage, version, html, policy);
      await host.word("connected");
      await host.size();
      await host.act("input", { arguments: {} });
      await host.word("input");
      await host.act("cancelled", { reason: "the user" });
      assert.equal((await host.word("cancelled")).cancelled, "the user");
      await host.act("teardown");
      lines.push(await host.lines());
      judge(lines.at(-1));
    }
    assert.deepEqual(twins.alike(lines[1]), twins.alike(lines[0]));
  },
}));

/** Another's Host: the component that many applications are made of. Its traffic is AppBridge's of 1.7.5. */
const renderers = Object.entries(twins.MODES).map(([mode, [policy]]) => ({
  name: `AppRenderer of @mcp-ui/client: the Rust View, ${mode}`,
  limit: 60_000,
  async run(stage) {
    const host = await AppBridge.open(stage, 1, twins.rust(mode), policy, "renderer");
    assert.equal((await host.word("connected")).connected.host.name, "renderer");
    const { msg: { params: { height } } } = await host.size();
    await stage.until(async () => await host.act("size") === `${height}px`, "the View's height");
    await host.act("partial", { arguments: { city: "O" } });
    await host.act("input", { arguments: { city: "Oslo" } });
    assert.deepEqual(await host.word("input"), { input: { city: "Oslo" }, partials: [{ city: "O" }] });
    await host.act("result", { content: [{ type: "text", text: "sunny" }] });
    assert.equal((await host.word("result")).result.content[0].text, "sunny");
    await host.act("context", { theme: "light" });
    assert.deepEqual((await host.word("changed")).changed, { theme: "light" });
    for (const step of ["tool", "read", "list", "templates", "prompts", "link", "message", "context", "mode", "download", "sample", "ping", "size", "offer"]) {
      const outcome = await host.step(step);
      assert.ok(!outcome?.failed, `${step}: ${JSON.stringify(outcome)}`);
    }
    assert.deepEqual(await host.step("badLink"), { isError: true });
    assert.ok((await host.step("secret")).failed);
    await host.act("changed");
    await host.act("teardown");
    assert.equal((await host.word("teardown")).teardown, true);
  },
}));

const documented = {
  name: "README.md has the table of what the Rust View says otherwise",
  async run() {
    const text = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    for (const row of twins.table()) assert.ok(text.includes(row), row);
  },
};

const coverage = {
  name: "the probe uses all that a View has",
  async run() {
    const source = (path) => readFileSync(new URL(`../../../runtime/${path}`, import.meta.url), "utf8");
    const probe = readdirSync(new URL("../../../runtime/tests/views/probe/src/", import.meta.url)).map((file) => source(`tests/views/probe/src/${file}`)).join("\n");
    const missing = [];
    for (const file of ["view", "draft", "page", "view_builder", "tools"]) {
      for (const [, type, body] of source(`src/side/${file}.rs`).matchAll(/^impl (View|ViewBuilder|Partials|AppTools?) \{\n([^]*?)^\}/gm)) {
        for (const [, name] of body.matchAll(/^    pub (?:async )?fn (\w+)/gm)) {
          if (!new RegExp(`(\\.|::)${name}\\b`).test(probe)) missing.push(`${type}::${name}`);
        }
      }
    }
    assert.deepEqual(missing, []);
  },
};

/** Has the user allow what the View asks of them. */
const ALLOWED = { link: ["Open"], download: ["Save"], sample: ["Answer"] };

const previews = Object.entries(twins.MODES).map(([mode, [policy]]) => ({
  name: `preview: the Rust View, ${mode}, does everything`,
  limit: 60_000,
  async run(stage) {
    const path = mkdtempSync(join(tmpdir(), "mcp-apps-hosts-"));
    stage.ending.unshift(() => rmSync(path, { recursive: true, force: true }));
    const [page, file] = [join(path, "page.html"), join(path, "recorded.jsonl")];
    writeFileSync(page, twins.rust(mode));
    const user = await (await preview(stage, servers.scripted(page), { args: ["--record", file] })).open();
    await user.tab("host");
    const tick = (label) => user.page.locator("#panel-host .check", { hasText: label }).locator("input").check();
    await tick("Sampling");
    if (policy.wasm) await tick("WebAssembly");
    await user.show("show", { city: "Oslo" });
    assert.equal((await user.word("connected")).connected.host.name, "mcp-apps-preview");
    assert.deepEqual((await user.word("input")).input, { city: "Oslo" });
    assert.match((await user.word("result")).result.content[0].text, /^show by /);
    for (const step of ["tool", "read", "list", "message", "context", "size", "offer"]) {
      const outcome = await user.step(step);
      assert.ok(!outcome?.failed, `${step}: ${JSON.stringify(outcome)}`);
    }
    for (const [step, [button]] of Object.entries(ALLOWED)) {
      await user.begin(step);
      if (step === "sample") await user.page.locator(".ask textarea").fill("forty-two");
      await user.page.locator(".ask button", { hasText: button }).click();
      const { outcome } = await user.word("step", (data) => data.step === step);
      assert.ok(!outcome?.failed && !outcome?.isError, `${step}: ${JSON.stringify(outcome)}`);
    }
    assert.deepEqual(await user.step("mode"), { mode: "fullscreen" });
    await user.page.keyboard.press("Escape");
    await user.page.click("#teardown");
    await user.saw("torn-down");
    assert.equal((await user.word("teardown")).teardown, true);
    const judged = check(file);
    assert.equal(judged.status, 0, judged.stdout + judged.stderr);
  },
}));

export default [...bridges, ...cancelled, ...alone, ...renderers, coverage, documented, ...previews];
