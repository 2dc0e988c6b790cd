// node --expose-gc idle.mjs: the heap that an idle AppBridge takes, beside runtime/tests/host_many.rs.

import { AppBridge } from "ext-apps-2/app-bridge";

const VIEWS = 1000;

/** A channel to nobody: it takes what is sent, and gives nothing. */
const nowhere = () => ({ start: async () => {}, send: async () => {}, close: async () => {} });

async function show() {
  const bridge = new AppBridge(null, { name: "host", version: "1" }, { openLinks: {}, serverTools: {} });
  await bridge.connect(nowhere());
  return bridge;
}

async function used() {
  for (let n = 0; n < 3; n += 1) {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return process.memoryUsage().heapUsed;
}

const kept = [];
for (let n = 0; n < 100; n += 1) kept.push(await show());
const before = await used();
for (let n = 0; n < VIEWS; n += 1) kept.push(await show());
const each = Math.round(((await used()) - before) / VIEWS);
console.log(`${each} bytes of heap per idle AppBridge 2.0.4 (${kept.length} kept)`);
