// A Host that is itself a web page in wasm: runtime/tests/hosts/window, over host::window.

import assert from "node:assert/strict";
import { makeWasmHost, wasmHost as page } from "../built.mjs";
import { view } from "../peers.mjs";
import { replaceOnce } from "../stage.mjs";

const hello = { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "forged" } };
const FORGED = "a forged message reached the wasm host";

export const prepare = makeWasmHost;

class WasmHost {
  /** Shows a View; `elsewhere` is a page that stands where its sandbox should. */
  static async open(stage, html, elsewhere) {
    const host = new WasmHost();
    let hosting = page();
    if (stage.mutant) {
      hosting = replaceOnce(hosting, stage.mutant.from, stage.mutant.to);
      stage.mutant.used = true;
    }
    stage.page = await stage.context.newPage();
    await stage.page.goto(stage.harness.serve("host", "/wasm", hosting));
    Object.assign(host, { stage, page: stage.page });
    await host.heard("there");
    const { mutant } = stage;
    stage.mutant = null;
    const { page: _, ...sandbox } = await stage.serveSandbox();
    stage.mutant = mutant;
    await host.page.evaluate((asked) => window.show(asked), { ...sandbox, ...(elsewhere && { src: elsewhere }), html });
    return host;
  }

  said() {
    return this.page.evaluate(() => window.said ?? []);
  }

  /** Waits until it said something, and gives the data. */
  async heard(what, match = () => true) {
    const found = ([name, data]) => name === what && match(data);
    return (await this.stage.until(async () => {
      const said = await this.said();
      const failed = said.find(([name]) => name === "failed");
      if (failed) throw new Error(failed[1]);
      return said.find(found);
    }, what))[1];
  }

  async wasForged() {
    return (await this.said()).some(([name, data]) => name === "log" && data.data === "forged");
  }
}

export default [
  {
    name: "a host in wasm shows a View and serves it, by postMessage and the window's clock",
    async run(stage) {
      const host = await WasmHost.open(stage, await view("full", 2));
      assert.ok((await host.heard("slept")) >= 20);
      assert.equal((await host.heard("log", ({ data }) => data.connected)).data.connected.host.name, "window-host");
      assert.equal((await host.heard("ran")).content[0].text, "called");
      assert.deepEqual((await host.heard("log", ({ data }) => data.input)).data.input, { city: "Paris" });
      assert.equal((await host.heard("log", ({ data }) => data.result)).data.result.content[0].text, "called");
      const proxy = host.page.frames().find((frame) => frame.url().startsWith(stage.harness.origin("sandbox")));
      await proxy.childFrames()[0].evaluate(() => { location.href = "about:blank"; });
      await host.heard("notice", (notice) => notice.startsWith("Closed"));
      assert.equal(await host.heard("over"), null);
    },
  },
  {
    name: "a host in wasm hears the View's frame and no other, though it is of the same origin",
    guards: [{ from: "Object.is(", to: "(() => true)(", fails: FORGED }],
    async run(stage) {
      const host = await WasmHost.open(stage, await view("full", 2));
      await host.heard("ran");
      const src = stage.harness.serve("sandbox", "/another", `<script>parent.postMessage(${JSON.stringify(hello)}, "*")</script>`);
      await host.page.evaluate((src) => {
        const frame = document.createElement("iframe");
        document.body.append(Object.assign(frame, { src }));
      }, src);
      await stage.never(() => host.wasForged(), FORGED);
    },
  },
  {
    name: "a host in wasm hears the View's frame on its own origin only",
    guards: [{ from: ".origin,", to: '.origin.replace("evil", "sandbox"),', fails: FORGED }],
    async run(stage) {
      const words = { mcpAppsSandbox: "closed", reason: "forged" };
      const elsewhere = stage.harness.serve("evil", "/instead", `<script>parent.postMessage(${JSON.stringify(words)}, "*")</script>`);
      const host = await WasmHost.open(stage, "", elsewhere);
      await host.heard("slept");
      await stage.never(async () => (await host.said()).some(([name]) => name === "notice"), FORGED);
    },
  },
];
