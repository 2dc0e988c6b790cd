// See `run`. All pages do the same: connect, show typed input and result, call a tool, follow the theme, fit the frame.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const browserFolder = new URL("../../browser/", import.meta.url);
const { CHROMIUM_FLAGS } = await import(new URL("harness.mjs", browserFolder));
const { bundle, bundled } = await import(new URL("built.mjs", browserFolder));
const peers = await import(new URL("peers.mjs", browserFolder));
const { chromium } = await import(new URL("node_modules/playwright-core/index.mjs", browserFolder));

const STARTS = Number(process.env.RUNS ?? 15);
const BURSTS = Math.max(3, Math.floor(STARTS / 3));
const PARTIALS = 1000;

const POLICY = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
  + "img-src 'self' data:; media-src 'self' data:; connect-src 'none'; object-src 'none'";
const GRANTED = POLICY.replace("'unsafe-inline'", "'unsafe-inline' 'wasm-unsafe-eval'");

const MINIMAL = "runtime/examples/views/minimal";

await Promise.all([bundle(MINIMAL, "portable"), bundle(MINIMAL, "wasm")]);
const portable = bundled(MINIMAL, "portable").html;
const pages = [
  { name: "TypeScript App 2.0.4", html: await peers.page("minimal", 2, portable), policy: POLICY, bounds: {} },
  { name: "ours, portable", html: portable, policy: POLICY, bounds: { size: 0.45, start: 0.5, partials: 0.7, newest: 0.7, each: 1 } },
  { name: "ours, wasm", html: bundled(MINIMAL, "wasm").html, policy: GRANTED, bounds: { size: 0.35, start: 0.5, partials: 0.5, newest: 0.5, each: 1 } },
];
const said = { size: (n) => `${(n / 1000).toFixed(1)} kB`, start: (n) => `${n.toFixed(1)} ms`, partials: (n) => `${n.toFixed(0)} ms`, newest: (n) => `${n.toFixed(0)} ms`, each: (n) => `${n.toFixed(0)} ms` };
const titles = {
  size: "HTML, gzip -9",
  start: `iframe to initialized, median of ${STARTS}`,
  partials: `${PARTIALS} partials of 4 kB, as each page is written, median of ${BURSTS}`,
  newest: `${PARTIALS} partials of 4 kB, the newest of a frame drawn, median of ${BURSTS}`,
  each: `${PARTIALS} partials of 4 kB, each drawn, median of ${BURSTS}`,
};

/** Prints what was measured of each page beside its bound, and says whether it is within. */
function table(figures) {
  const rows = {};
  let missed = 0;
  for (const figure of Object.keys(figures[0])) {
    rows[titles[figure]] = Object.fromEntries(pages.map(({ name, bounds }, at) => {
      const ratio = figures[at][figure] / figures[0][figure];
      const over = ratio > (bounds[figure] ?? 1) + 1e-9;
      missed += over;
      return [name, `${said[figure](figures[at][figure])}, ${ratio.toFixed(3)}${at === 0 ? "" : ` (${over ? "OVER" : "of"} ${bounds[figure]})`}`];
    }));
  }
  console.table(rows);
  console.log(missed === 0 ? "every figure is within its bound" : `${missed} figures are over their bound`);
  return missed === 0;
}

const sizes = pages.map(({ html }) => ({ size: gzipSync(html, { level: 9 }).length }));
if (process.argv.includes("--size-only")) process.exit(table(sizes) ? 0 : 1);

// The same pages where every partial input is drawn; and, of the TypeScript page, where the newest of a frame is.
const EACH = "tests/bench/view/each";
const drawn = async (mode) => {
  await bundle(EACH, mode, "--template", fileURLToPath(new URL(`../../../${MINIMAL}/index.html`, import.meta.url)));
  return bundled(EACH, mode).html;
};
const each = [pages[0].html, ...await Promise.all(["portable", "wasm"].map(drawn))];
const newest = [await peers.page("newest", 2, portable), pages[1].html, pages[2].html];

// --- the Host's page ---------------------------------------------------------------------------

const host = () => {
  const asked = (frame, wanted) => new Promise((resolve) => {
    const hear = ({ source, data }) => {
      if (source !== frame.contentWindow || !wanted(data)) return;
      removeEventListener("message", hear);
      resolve({ data, at: performance.now() });
    };
    addEventListener("message", hear);
  });
  const show = (html) => {
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    frame.style.cssText = "width:600px;height:400px";
    frame.srcdoc = html;
    return frame;
  };
  const send = (frame, message) => frame.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const context = { theme: "dark", displayMode: "inline", containerDimensions: { width: 600, maxHeight: 800 }, locale: "en-GB",
    styles: { variables: { "--color-background-primary": "#111", "--color-text-primary": "#eee" } } };

  const connect = async (html) => {
    const frame = show(html);
    const began = performance.now();
    document.body.append(frame);
    // In the document, so that there is a window to hear; the page has not run yet.
    const { data } = await asked(frame, ({ method }) => method === "ui/initialize");
    const ready = asked(frame, ({ method }) => method === "ui/notifications/initialized");
    send(frame, { id: data.id, result: { protocolVersion: "2026-01-26", hostInfo: { name: "bench", version: "1" },
      hostCapabilities: { serverTools: {}, logging: {} }, hostContext: context } });
    const { at } = await ready;
    return { frame, took: at - began };
  };

  window.start = async (html) => {
    const { frame, took } = await connect(html);
    frame.remove();
    return took;
  };

  window.burst = async (html, count) => {
    const { frame } = await connect(html);
    // 4 kB of what a model writes: words, lines, quotes, and letters beyond ASCII.
    const line = 'A line of "notes" about the weather in Århus – partly cloudy, 17 °C.\n';
    const notes = line.repeat(60).slice(0, 3900);
    const done = asked(frame, ({ rendered }) => rendered === true);
    const began = performance.now();
    for (let n = 0; n < count; n += 1) {
      const last = n === count - 1 ? "last " : `${n} `;
      send(frame, { method: "ui/notifications/tool-input-partial", params: { arguments: { city: "Århus", days: [1, 2, 3], notes: last + notes } } });
    }
    const { at } = await done;
    frame.remove();
    return at - began;
  };

  // The whole scenario once, so that what is measured is known to work.
  window.scenario = async (html) => {
    const { frame } = await connect(html);
    const seen = asked(frame, ({ probe }) => probe?.theme === "light" && probe.result && probe.refreshed);
    send(frame, { method: "ui/notifications/tool-input", params: { arguments: { city: "Århus", notes: "now" } } });
    send(frame, { method: "ui/notifications/tool-result", params: { content: [], structuredContent: { summary: "Sunny", celsius: 17.4 } } });
    send(frame, { method: "ui/notifications/host-context-changed", params: { theme: "light" } });
    const call = await asked(frame, ({ method }) => method === "tools/call");
    send(frame, { id: call.data.id, result: { content: [], structuredContent: { summary: "Rain", celsius: 3.6 } } });
    const { data } = await seen;
    frame.remove();
    return { ...data.probe, call: call.data.params };
  };
};

/** Tells the Host's page what the View shows; the same in every page. */
const PROBE = `<script>
  addEventListener("DOMContentLoaded", () => {
    const text = (id) => document.getElementById(id).textContent;
    let clicked = false;
    const look = () => {
      if (text("input").startsWith("last ")) parent.postMessage({ rendered: true }, "*");
      if (text("result") && !clicked) { clicked = true; setTimeout(() => document.getElementById("refresh").click(), 0); }
      if (clicked) parent.postMessage({ probe: { host: text("host"), input: text("input"), result: text("result"), refreshed: text("refreshed"), theme: document.documentElement.dataset.theme } }, "*");
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  });
</script>`;

const dressed = (html, policy) => html.replace("<head>", () => `<head><meta http-equiv="Content-Security-Policy" content="${policy}">${PROBE}`);

// --- the run ------------------------------------------------------------------------------------

const server = createServer((_, response) => {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  response.end(`<!doctype html><html lang="en"><body><script>(${host})()</script></body></html>`);
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: CHROMIUM_FLAGS });
const page = await browser.newPage();
page.on("pageerror", (error) => { throw error; });
await page.goto(`http://127.0.0.1:${server.address().port}/`);

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const timed = (what, html, ...rest) => Promise.race([
  page.evaluate(([what, html, ...rest]) => window[what](html, ...rest), [what, html, ...rest]),
  new Promise((_, reject) => setTimeout(() => reject(new Error(`${what} hangs`)), 60_000).unref()),
]);

let first;
for (const [at, entry] of pages.entries()) {
  const { policy } = entry;
  entry.dressed = { start: dressed(entry.html, policy), newest: dressed(newest[at], policy), each: dressed(each[at], policy) };
  const did = await timed("scenario", entry.dressed.start);
  first ??= did;
  assert.deepEqual(did, first, entry.name);
}
// In turn, so that what else the machine does meets all of them.
for (const entry of pages) entry.measured = { start: [], newest: [], each: [] };
for (let run = 0; run < STARTS; run += 1) {
  for (const { measured, dressed } of pages) measured.start.push(await timed("start", dressed.start));
}
for (let run = 0; run < BURSTS; run += 1) {
  for (const how of ["newest", "each"]) {
    for (const { measured, dressed } of pages) measured[how].push(await timed("burst", dressed[how], PARTIALS));
  }
}
await browser.close();
server.close();

const figures = pages.map(({ measured }, at) => {
  const medians = Object.entries(measured).map(([figure, list]) => [figure, median(list)]);
  const { start, newest, each } = Object.fromEntries(medians);
  // The handler of the TypeScript page draws each; ours takes the newest there is, once a frame.
  return { ...sizes[at], start, partials: at === 0 ? each : newest, newest, each };
});
table(figures);
if (process.argv.includes("--json")) {
  const [theirs, portable, wasm] = figures;
  const all = Object.entries(titles).map(([figure, title]) =>
    ({ figure: title, theirs: said[figure](theirs[figure]), portable: [said[figure](portable[figure]), portable[figure] / theirs[figure]], wasm: [said[figure](wasm[figure]), wasm[figure] / theirs[figure]] }));
  console.log(JSON.stringify(all));
}
