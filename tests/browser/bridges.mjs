// Hosts on the TypeScript SDK's AppBridge in pages of their own, and the scenario they play.

import { strict as assert } from "node:assert";
import { page } from "./peers.mjs";

const EMPTY = "<!doctype html><html lang=\"en\"><head><title>AppBridge</title></head><body><script></script></body></html>";

export class AppBridge {
  /** Shows a View's page in a Host (`views/<kind>.js`) on a version of the SDK. */
  static async open(stage, version, html, policy = {}, kind = "bridge") {
    const host = new AppBridge();
    host.page = await stage.context.newPage();
    await host.page.goto(stage.harness.serve("host", `/${kind}-${version}`, await page(kind, version, EMPTY)));
    const { page: _, ...sandbox } = await stage.serveSandbox(policy);
    Object.assign(host, { stage, version });
    await host.page.evaluate((asked) => window.show(asked), { ...sandbox, html });
    return host;
  }

  /** Everything said so far: `{ step, dir, msg }`. */
  async lines() {
    const said = await this.page.evaluate(() => window.said);
    return said.map(([step, dir, text]) => ({ step, dir, msg: JSON.parse(text) }));
  }

  /** Waits for a message of a step. */
  async saw(match, what, patience) {
    return this.stage.until(async () => (await this.lines()).find(match), what, patience);
  }

  /** Waits for a View's word. */
  async word(name, match = () => true) {
    const said = ({ msg }) => msg.method === "notifications/message" && msg.params.data?.[name] !== undefined && match(msg.params.data);
    return (await this.saw(said, `the View's ${name}`, 10_000)).msg.params.data;
  }

  begin(step) {
    return this.page.evaluate((step) => { window.step = step; }, step);
  }

  /** Has the Host do something. */
  act(what, params) {
    return this.page.evaluate(([what, params]) => window.acts[what](params), [what, params]);
  }

  /** Has the View take a step, and gives what came of it. */
  async step(step) {
    await this.begin(step);
    await this.page.evaluate((step) => window.take(step), step);
    return (await this.word("step", (data) => data.step === step)).outcome;
  }

  /** Waits for the View's size. */
  size() {
    return this.saw(({ msg }) => msg.method === "ui/notifications/size-changed", "a size", 10_000);
  }
}

const STEPS = ["tool", "secret", "read", "list", "link", "badLink", "message", "context", "mode", "download", "sample", "slow", "size", "offer"];

/** The whole conversation, up to the teardown; gives what the steps came to. */
export async function play(host) {
  const outcomes = {};
  await host.word("connected");
  await host.size();
  await host.begin("partial");
  await host.act("partial", { arguments: { city: "O" } });
  await host.act("partial", { arguments: { city: "Os", days: [1] } });
  await host.begin("input");
  await host.act("input", { arguments: { city: "Oslo", days: [1, 2] } });
  outcomes.input = await host.word("input");
  await host.begin("result");
  await host.act("result", { content: [{ type: "text", text: "sunny" }], structuredContent: { celsius: 20 }, _meta: { "x/private": 1 } });
  outcomes.result = (await host.word("result")).result;
  await host.begin("host-context");
  await host.act("context", { theme: "light" });
  outcomes.changed = (await host.word("changed")).changed;
  for (const step of STEPS) outcomes[step] = await host.step(step);
  await host.begin("tools");
  outcomes.tools = (await host.act("tools")).tools.map(({ name }) => name);
  outcomes.call = await host.act("call", { name: "zoom", arguments: { to: 2 } });
  await host.begin("changed");
  await host.act("changed");
  await host.begin("ping");
  await host.act("ping");
  await host.saw(({ msg }) => msg.id === "ping" && msg.result, "the answer to the ping");
  outcomes.pip = await host.step("pip");
  await host.step("leave");
  await host.saw(({ msg }) => msg.method === "ui/notifications/request-teardown", "the wish to leave");
  await host.begin("teardown");
  await host.act("teardown");
  outcomes.teardown = (await host.word("teardown")).teardown;
  return outcomes;
}

/** What the scenario comes to in a View that works. */
export function fine(outcomes) {
  const { slow, tool, ...rest } = outcomes;
  assert.deepEqual([slow.progress.progress, slow.progress.total], [1, 2]);
  assert.deepEqual(tool.structuredContent, { name: "refresh", input: { a: 1 } });
  assert.equal(rest.secret.failed, -32603);
  assert.deepEqual(rest.input, { input: { city: "Oslo", days: [1, 2] }, partials: [{ city: "O" }, { city: "Os", days: [1] }] });
  assert.deepEqual(rest.result, { content: [{ type: "text", text: "sunny" }], structuredContent: { celsius: 20 }, _meta: { "x/private": 1 } });
  assert.deepEqual(rest.changed, { theme: "light" });
  assert.deepEqual(rest.read, { contents: 1 });
  assert.equal(rest.list.resources[0].name, "view");
  for (const step of ["link", "message", "context", "download"]) assert.deepEqual(rest[step], {}, step);
  assert.deepEqual(rest.badLink, { isError: true });
  assert.deepEqual(rest.mode, { mode: "fullscreen" });
  assert.equal(rest.sample.content.text, "completed");
  assert.deepEqual(rest.tools, ["zoom", "pan"]);
  assert.equal(rest.call.content[0].text, 'zoom {"to":2}');
  assert.equal(rest.teardown, true);
}
