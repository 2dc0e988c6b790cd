// node --expose-gc idle.mjs: the memory that an idle AppBridge takes after its handshake, beside
// runtime/tests/host_idle.rs.

import { AppBridge } from "ext-apps-2/app-bridge";

const VIEWS = 1000;
const GREETING = { appInfo: { name: "view", version: "1" }, appCapabilities: {}, protocolVersion: "2026-01-26" };

/** A channel to a View that has said all it will. */
const silent = () => ({ start: async () => {}, send: async () => {}, close: async () => {} });

async function show() {
  const bridge = new AppBridge(null, { name: "host", version: "1" }, { openLinks: {}, serverTools: {} });
  const transport = silent();
  await bridge.connect(transport);
  const ready = new Promise((resolve) => { bridge.oninitialized = resolve; });
  transport.onmessage({ jsonrpc: "2.0", id: 0, method: "ui/initialize", params: GREETING });
  transport.onmessage({ jsonrpc: "2.0", method: "ui/notifications/initialized" });
  await ready;
  return bridge;
}

async function used() {
  for (let n = 0; n < 3; n += 1) {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return process.memoryUsage();
}

const kept = [];
for (let n = 0; n < 100; n += 1) kept.push(await show());
const before = await used();
for (let n = 0; n < VIEWS; n += 1) kept.push(await show());
const after = await used();
const each = (what) => Math.round((after[what] - before[what]) / VIEWS);
console.log(`${each("heapUsed")} bytes of heap, ${each("rss")} of resident memory, per idle AppBridge 2.0.4 (${kept.length} kept)`);
