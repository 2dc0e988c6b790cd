// The Rust View in a Host that the test plays message by message.

import { replaceOnce } from "./stage.mjs";
import { rust } from "./twins.mjs";

export const GREETED = { protocolVersion: "2026-01-26", hostInfo: { name: "h", version: "1" }, hostCapabilities: { logging: {}, serverTools: {} }, hostContext: {} };

/** Each has an origin of its own, by which its frames are found. */
let shown = 0;

export class RawView {
  /** Shows the View without a word; `edit` changes its page. */
  static async show(stage, { how = "", mode = "wasm", edit = (html) => html } = {}) {
    let html = edit(rust(mode, how));
    const { mutant } = stage;
    // What is taken out is taken out of the View, not of the sandbox around it.
    stage.mutant = null;
    if (mutant) {
      html = replaceOnce(html, mutant.from, mutant.to);
      mutant.used = true;
    }
    const view = new RawView();
    Object.assign(view, { stage, sandbox: await stage.show(html, { wasm: true }, { origin: `raw${++shown}` }) });
    stage.mutant = mutant;
    return view;
  }

  /** Shows it and shakes hands, with `context` and whatever else the Host's answer has. */
  static async greet(stage, { context = {}, answer = {}, ...options } = {}) {
    const view = await RawView.show(stage, options);
    await view.answer({ ...GREETED, hostContext: context, ...answer });
    await view.saw("ui/notifications/initialized");
    return view;
  }

  /** Answers the View's first words. */
  async answer(result) {
    const { id } = await this.saw("ui/initialize");
    await this.sandbox.send({ jsonrpc: "2.0", id, result });
  }

  send(method, params) {
    return this.sandbox.send({ jsonrpc: "2.0", method, params });
  }

  saw(method, match = () => true) {
    return this.sandbox.saw((message) => message.method === method && match(message), method, 10_000);
  }

  async all(method) {
    return (await this.said()).filter((message) => message.method === method);
  }

  /** Everything the View said, without the proxy's own words. */
  async said() {
    return (await this.sandbox.seen()).filter(({ method, jsonrpc }) => jsonrpc && method !== "ui/notifications/sandbox-proxy-ready");
  }

  async word(name, match = () => true) {
    const { params } = await this.saw("notifications/message", ({ params: { data } }) => data?.[name] !== undefined && match(data));
    return params.data[name];
  }

  /** What it noted in its page, whether the Host keeps a log or not. */
  noted(name) {
    return this.stage.until(() => this.inside((name) => window.said?.find((data) => data[name] !== undefined)?.[name], name), `the View's note of ${name}`, 10_000);
  }

  /** Has the page take a step. */
  take(step) {
    return this.send("test/do", { step });
  }

  /** Runs in the View's own frame. */
  async inside(run, given) {
    return (await this.sandbox.viewFrame()).evaluate(run, given);
  }

  /** Waits until `probe`, run in the View's frame, gives the wanted. */
  async becomes(probe, wanted, what) {
    const text = JSON.stringify(wanted);
    let last;
    await this.stage.until(async () => (last = JSON.stringify(await this.inside(probe))) === text, what, 3000).catch((error) => {
      error.message += `: ${last}, not ${text}`;
      throw error;
    });
  }

  /** The words in the place of the View. */
  failure() {
    return this.stage.until(() => this.inside(failureIn), "the words for a person", 10_000);
  }
}

/** In a page: what a person reads there, if it is an alert that can be seen. */
export function failureIn() {
  const note = document.getElementById("mcp-apps-failed");
  return note?.checkVisibility() && note.getAttribute("role") === "alert" && note.textContent;
}
