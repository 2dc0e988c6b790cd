// node --expose-gc views.mjs N: N pairs of App and AppBridge in one process, each greeted and pinged. The counterpart of
// `growth views N`, over the SDK's in-memory transport.

import { InMemoryTransport } from "@modelcontextprotocol/client";
import { App } from "@modelcontextprotocol/ext-apps";
import { AppBridge } from "@modelcontextprotocol/ext-apps/app-bridge";

const count = Number(process.argv[2]);

async function resident() {
  for (let n = 0; n < 3; n += 1) {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return process.memoryUsage().rss;
}

async function show() {
  const [hostEnd, viewEnd] = InMemoryTransport.createLinkedPair();
  const bridge = new AppBridge(null, { name: "host", version: "1" }, { openLinks: {} });
  const app = new App({ name: "view", version: "1" }, {}, { autoResize: false });
  const ready = new Promise((resolve) => { bridge.oninitialized = resolve; });
  await bridge.connect(hostEnd);
  await app.connect(viewEnd);
  await ready;
  await app.request({ method: "ping" });
  return [bridge, app];
}

const before = await resident();
const started = performance.now();
const kept = [];
for (let n = 0; n < count; n += 1) kept.push(await show());
const seconds = (performance.now() - started) / 1000;
console.log(JSON.stringify({ seconds, bytes: Math.max(0, (await resident()) - before), kept: kept.length }));
