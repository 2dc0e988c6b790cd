// node bundle.test.mjs: bundles two Views in each mode with `mcp-apps bundle`, and shows them under
// every policy and by every way a Host may write them into its frame. Prints the matrix, and the sizes beside the TypeScript SDK's pages.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { once } from "node:events";
import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import { gzipSync, inflateRawSync } from "node:zlib";
import { chromium } from "playwright-core";
import { CHROMIUM_FLAGS } from "./harness.mjs";
import { bundle, bundled } from "./built.mjs";
import * as peers from "./peers.mjs";
import { HOST, OUTER, withMeta, withProbe } from "./bundle-stage.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const PATIENCE = 60_000;

// What the specification demands of a Host where a resource declares nothing.
const DEFAULT = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
  + "img-src 'self' data:; media-src 'self' data:; connect-src 'none'; object-src 'none'";
const GRANTED = DEFAULT.replace("'unsafe-inline'", "'unsafe-inline' 'wasm-unsafe-eval'");

/** `outer` is the header of the sandbox proxy, `meta` the element in the View's own document. */
const POLICIES = {
  "no CSP": { wasm: true },
  "spec default": { outer: DEFAULT, meta: DEFAULT, wasm: false },
  "+ wasm-unsafe-eval": { outer: GRANTED, meta: GRANTED, wasm: true },
  "outer header only": { outer: DEFAULT, wasm: false },
  "inner meta only": { meta: DEFAULT, wasm: false },
  "outer grants, inner not": { outer: GRANTED, meta: DEFAULT, wasm: false },
  "inner grants, outer not": { outer: DEFAULT, meta: GRANTED, wasm: false },
};
const WAYS = ["srcdoc", "document.write", "blob"];
const MODES = ["portable", "wasm", "dual"];

/** What a cell must show: the two roads, or the message a person can read. */
function expected(mode, { wasm }) {
  if (mode === "portable") return "javascript";
  if (wasm) return "wasm";
  return mode === "dual" ? "javascript" : "refused";
}

// --- bundling ---------------------------------------------------------------------------------

async function inEachMode(view) {
  await bundle(view, "portable");
  await Promise.all([bundle(view, "dual"), bundle(view, "wasm")]);
  return Object.fromEntries(MODES.map((mode) => [mode, bundled(view, mode)]));
}

// --- Chromium ---------------------------------------------------------------------------------

const pages = new Map();
const server = createServer((request, response) => {
  const { headers = {}, body } = pages.get(request.url) ?? {};
  response.writeHead(body ? 200 : 404, { "content-type": "text/html; charset=utf-8", ...headers });
  response.end(body ?? "");
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const origin = (name) => `http://${name}.localhost:${server.address().port}`;
pages.set("/host", { body: HOST });

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS, timeout: 600_000 });

/** Shows `html`, runs `test` with the host's page and the View's frame, checks that nothing was fetched. */
async function shown(html, { outer, meta, probed = true }, way, test) {
  const context = await browser.newContext();
  const fetched = [];
  const errors = [];
  context.on("request", (request) => fetched.push(request.url()));
  const page = await context.newPage();
  page.on("pageerror", (error) => errors.push(String(error)));
  // A blob's address is a frame like any other to the outer policy.
  const policy = outer && `${outer}; frame-src blob:`;
  pages.set("/outer", { headers: policy ? { "content-security-policy": policy } : {}, body: OUTER });
  await page.goto(`${origin("host")}/host`);
  await page.evaluate((args) => window.open_view(args), { src: `${origin("outer")}/outer`, way, html: withMeta(probed ? withProbe(html) : html, meta) });
  try {
    const result = await test(page, () => page.frames().find((frame) => frame.parentFrame()?.parentFrame()));
    assert.deepEqual(errors, [], "uncaught errors");
    const own = [`${origin("host")}/host`, `${origin("outer")}/outer`];
    const foreign = fetched.filter((url) => !own.includes(url) && !(way === "blob" && url.startsWith("blob:")));
    assert.deepEqual(foreign, [], "network requests");
    return result;
  } finally {
    await context.close();
  }
}

async function until(probe, what, patience = PATIENCE) {
  for (const end = Date.now() + patience; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const value = await probe();
    if (value) return value;
    if (Date.now() > end) throw new Error(`${what} did not happen`);
  }
}

// --- the minimal View, in every cell ----------------------------------------------------------

/** The whole conversation; or the message instead of it. */
async function conversation(page, frame) {
  const text = (id) => until(() => frame()?.evaluate((id) => document.getElementById(id)?.textContent, id), `text in #${id}`);
  const seen = (method) => until(() => page.evaluate((method) => window.seen.find((message) => message.method === method), method), method);
  const refused = () => frame()?.evaluate(() => document.getElementById("mcp-apps-refused") !== null).catch(() => false);
  await until(async () => await page.evaluate(() => window.seen.length) || await refused(), "a start");
  const road = await frame().evaluate(() => window.road());
  if (road === "refused") {
    const note = await text("mcp-apps-refused");
    assert.match(note, /^This app cannot run here: it is made of WebAssembly, which the host does not allow\. /);
    assert.match(note, /'wasm-unsafe-eval'/);
    assert.equal(await frame().evaluate(() => document.getElementById("mcp-apps-refused").checkVisibility()), true);
    assert.deepEqual(await page.evaluate(() => window.seen), [], "a View that does not run is silent");
    return road;
  }
  const { id, params } = await seen("ui/initialize");
  assert.equal(params.appInfo.name, "minimal-view");
  await page.evaluate((id) => window.answer(id), id);
  await seen("ui/notifications/initialized");
  await until(async () => (await text("host")) === "Shown by bundle-test", "the host's name");
  await page.evaluate(() => window.send("ui/notifications/tool-input-partial", { arguments: { city: "År", notes: "in wri" } }));
  await until(async () => (await text("input")) === "in wri", "the partial input");
  await page.evaluate(() => window.send("ui/notifications/tool-input", { arguments: { city: "Århus" } }));
  await until(async () => (await text("input")) === "Århus ", "the input");
  await page.evaluate(() => window.send("ui/notifications/tool-result", { content: [], structuredContent: { summary: "sunny </script>", celsius: 17.5 } }));
  assert.equal(await text("result"), "sunny </script>, 18 °C");
  const theme = (name) => until(() => frame().evaluate((name) => document.documentElement.dataset.theme === name
    && document.documentElement.style.colorScheme === name, name), `the theme ${name}`);
  await theme("dark");
  await page.evaluate(() => window.send("ui/notifications/host-context-changed", { theme: "light" }));
  await theme("light");
  assert.ok((await seen("ui/notifications/size-changed")).params.height > 0);
  await frame().evaluate(() => document.getElementById("refresh").click());
  const call = await seen("tools/call");
  const { _meta, ...asked } = call.params;
  assert.deepEqual(asked, { arguments: { city: "Århus", notes: "" }, name: "refresh_weather" });
  await page.evaluate((id) => window.raw({ jsonrpc: "2.0", id, result: { content: [], structuredContent: { summary: "rain", celsius: -0.5 } } }), call.id);
  assert.match(await text("refreshed"), /^rain, (0|-1) °C$/);
  return road;
}

// --- the growing View, alike in every mode ----------------------------------------------------

const FIRST = {
  hostile: "</script><!-- <script> </SCRIPT>kept",
  upper: "STRASSE \u{1F980} NAÏVE",
  sum: 38.75,
  doubled: [1, 2.5, -6, 2e300, 80],
  filled: [7, 7, 7, 7],
  across: 1.25,
  grewInside: true,
  after: "AFTER THE GROWTH É",
  sumAfter: 7,
  called: "what? [1.0, 2.0, 3.0] 6",
  fromRust: "a+b",
  negated: "-3298534883343",
  carried: "4294967296",
  largest: "18446744073709551615",
  counted: "2305843009213693950",
  bits: "848",
};

async function growth(page) {
  const asked = async (question, count) => {
    await page.evaluate((question) => window.raw(question), question);
    const report = () => page.evaluate((count) => JSON.stringify(window.seen[count],
      (_, value) => ArrayBuffer.isView(value) ? [...value] : value), count);
    return JSON.parse(await until(report, `an answer to ${question}`));
  };
  await until(() => page.evaluate(() => window.seen.length === 1), "a start");
  const reports = [await asked("exchange", 1), await asked("grow", 2), await asked("exchange", 3), await asked("refuse", 4)];
  assert.deepEqual(reports, [FIRST, { grew: true, written: 0xA5 }, FIRST, { refused: true, alive: "STILL HERE" }]);
}

// --- the run ----------------------------------------------------------------------------------

let failed = 0;
async function test(name, run) {
  const outcome = await run().then(() => null, (error) => error);
  if (outcome) failed += 1;
  if (outcome) console.log(`FAILED ${name}\n  ${String(outcome.stack).replaceAll("\n", "\n  ")}`);
  return outcome === null;
}

const filter = process.argv[2] ?? "";
const [minimal, growing] = await Promise.all(["runtime/examples/views/minimal", "runtime/tests/views/growth"].map(inEachMode));

const rows = [];
for (const [name, policy] of Object.entries(POLICIES)) {
  for (const way of WAYS) {
    const row = { policy: name, way };
    for (const mode of MODES) {
      const title = `${mode}: ${name}, ${way}`;
      if (!title.includes(filter)) continue;
      const fine = await test(title, async () => {
        const road = await shown(minimal[mode].html, policy, way, conversation);
        assert.equal(road, expected(mode, policy));
      });
      row[mode] = fine ? expected(mode, policy) : "FAILED";
    }
    rows.push(row);
  }
}
console.table(rows);

const grown = [["portable", "spec default"], ["wasm", "+ wasm-unsafe-eval"], ["dual", "+ wasm-unsafe-eval"], ["dual", "spec default"]];
for (const [mode, policy] of grown) {
  await test(`growth: ${mode}, ${policy}`, () => shown(growing[mode].html, POLICIES[policy], "srcdoc", growth));
}
await test("growth: fails where the old memory is not detached", async () => {
  const parts = growing.portable.html.split(/structuredClone\((\w+),\{transfer:\[\1\]\}\)/);
  assert.equal(parts.length, 3, "one place detaches");
  const without = parts[0] + "0" + parts[2];
  await assert.rejects(shown(without, POLICIES["spec default"], "srcdoc", growth));
});
await test("pages have no nonce, no placeholder, and print the hash that lets their script run", async () => {
  for (const { html, said } of [...Object.values(minimal), ...Object.values(growing)]) {
    assert.doesNotMatch(html.replace(/<script>[^]*<\/script>/, ""), /nonce|\{\{/);
    // Memory is strings in the script, or base64 where most of it is no text; a module is base64.
    const packed = html.match(/"[A-Za-z0-9+/=]{40,}"/g) ?? [];
    const inside = html + packed.map((text) => unpacked(text.slice(1, -1))).join();
    assert.match(inside, /src\/lib\.rs/, "panic messages name files");
    assert.ok(!inside.includes(root) && !inside.includes(homedir()), "but no folder of the author's");
    const [hash] = said.match(/'sha256-[^']+'/);
    const only = DEFAULT.replace("'unsafe-inline'", `${hash} 'wasm-unsafe-eval'`);
    await shown(html, { meta: only, probed: false }, "srcdoc", (page) =>
      until(() => page.evaluate(() => window.seen.length), "the script"));
  }
});

/** What a string of base64 holds: memory as it is, a module compressed. */
function unpacked(text) {
  const bytes = Buffer.from(text, "base64");
  try {
    return inflateRawSync(bytes).toString("latin1");
  } catch {
    return bytes.toString("latin1");
  }
}

console.table(await sizes());
await browser.close();
server.close();
console.log(failed === 0 ? "all passed" : `${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function sizes() {
  const pages = { "Rust, minimal, portable": minimal.portable.html, "Rust, minimal, wasm": minimal.wasm.html, "Rust, minimal, dual": minimal.dual.html };
  for (const version of [1, 2]) pages[`TypeScript App, ext-apps-${version}`] = await peers.page("minimal", version, minimal.portable.html);
  return Object.entries(pages).map(([page, html]) => ({ page, raw: Buffer.byteLength(html), gzip: gzipSync(html, { level: 9 }).length }));
}
