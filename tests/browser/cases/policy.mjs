// What Chromium enforces of the policy, and what it cannot: see SECURITY.md.

import assert from "node:assert/strict";
import dgram from "node:dgram";
import net from "node:net";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { said, viewThatSays } from "../stage.mjs";

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const word = (name) => (message) => said(message) && message.params.data?.[name] !== undefined;

/** Shows a View and gives what it says under `name`. */
async function ask(stage, script, name, policy, options) {
  const sandbox = await stage.show(viewThatSays(script), policy, options);
  return { sandbox, value: (await sandbox.saw(word(name), `the View's ${name}`)).params.data[name] };
}

const INJECTIONS = [
  "[::1]&#59form-action&#32*",
  "https://a.example; connect-src *",
  "https://a.example, default-src *",
  "https://a.example connect-src *",
  "https://a.example\r\nx-injected: 1",
  "https://a.example\"><script>parent.postMessage('injected','*')</script>",
  "*",
  "'unsafe-eval'",
  "https:",
  "data:",
  "javascript:alert(1)",
  "https://u@a.example",
  "http://[::1]:65536",
];

export default [
  {
    name: "nothing a server declares gets out of its place in header or meta",
    async run(stage) {
      await stage.open();
      for (const list of ["connectDomains", "resourceDomains", "frameDomains", "baseUriDomains"]) {
        for (const attack of INJECTIONS) {
          const page = await stage.sandboxPage({ csp: { [list]: [attack] }, loopback: true });
          const plain = await stage.sandboxPage({});
          assert.equal(page.header, plain.header, `${list}: ${attack}`);
          assert.equal(page.meta, plain.meta, `${list}: ${attack}`);
        }
      }
    },
  },
  {
    name: "what Chromium takes of header and meta is what was written",
    async run(stage) {
      const csp = { connectDomains: [...INJECTIONS, stage.harness.origin("api")], resourceDomains: INJECTIONS };
      let reached = 0;
      const api = stage.harness.serve("api", "/data", () => { reached += 1; return { headers: { "access-control-allow-origin": "*" }, body: "ok" }; });
      const other = stage.harness.serve("other", "/data", () => { reached += 10; return "no"; });
      const { value } = await ask(stage, `
        const get = (url) => fetch(url).then((r) => r.text(), (e) => e.name);
        say({ tried: [await get(${JSON.stringify(api)}), await get(${JSON.stringify(other)}), attempt(() => eval("1")), attempt(() => new Function("return 1")())] });
      `, "tried", { csp, loopback: true });
      assert.deepEqual(value, ["ok", "TypeError", "EvalError", "EvalError"]);
      assert.equal(reached, 1);
    },
  },
  {
    name: "an undeclared fetch is stopped, and the host is told",
    guards: [{ header: "content-security-policy", from: "connect-src 'none'", to: "connect-src *", also: [{ from: "connect-src 'none'", to: "connect-src *" }] }],
    async run(stage) {
      let hits = 0;
      const evil = stage.harness.serve("evil", "/fetch", () => { hits += 1; return "x"; });
      const { sandbox, value } = await ask(stage, `
        const failed = await fetch(${JSON.stringify(evil)}, { mode: "no-cors" }).then(() => false, () => true);
        navigator.sendBeacon?.(${JSON.stringify(evil)}, "beacon");
        attempt(() => new WebSocket(${JSON.stringify(evil.replace("http", "ws"))}));
        attempt(() => new EventSource(${JSON.stringify(evil)}));
        say({ failed });`, "failed");
      assert.equal(value, true);
      const report = await sandbox.saw((message) => message.mcpAppsSandbox === "violation", "the report");
      assert.equal(report.directive, "connect-src");
      assert.equal(report.blocked, evil);
      await pause(200);
      assert.equal(hits, 0);
    },
  },
  {
    name: "the header alone holds, and so does the meta alone",
    async run(stage) {
      for (const without of ["header", "meta"]) {
        const policy = {};
        stage.mutant = without === "header"
          ? { header: "content-security-policy", from: "connect-src 'none'", to: "connect-src *" }
          : { from: "connect-src 'none'", to: "connect-src *" };
        let hits = 0;
        const evil = stage.harness.serve("evil", `/only-${without}`, () => { hits += 1; return "x"; });
        const { value } = await ask(stage, `say({ failed: await fetch(${JSON.stringify(evil)}, { mode: "no-cors" }).then(() => false, () => true) });`, "failed", policy);
        stage.mutant = null;
        assert.equal(value, true, without);
        assert.equal(hits, 0, without);
      }
    },
  },
  {
    name: "no picture, style, script, font, frame, object or form leaves for an undeclared origin",
    guards: [{ header: "content-security-policy", from: "default-src 'none'", to: "default-src *",
      also: ["script-src 'self' 'unsafe-inline'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data:", "frame-src 'none'", "object-src 'none'", "form-action 'none'"].flatMap((directive) => {
        const open = directive.replace(/'self'|'none'/, "*");
        return [{ header: "content-security-policy", from: directive, to: open }, { from: directive, to: open }];
      }) }],
    async run(stage) {
      const hits = [];
      const at = (path) => stage.harness.serve("evil", path, () => { hits.push(path); return "x"; });
      const [img, css, js, font, frame, object, form, media, manifest, worker] = ["/img", "/css", "/js", "/font", "/frame", "/object", "/form", "/media", "/manifest", "/worker"].map(at);
      const html = viewThatSays("say({ there: 1 });").replace("<body>", `<body>
        <link rel="stylesheet" href="${css}"><link rel="manifest" href="${manifest}"><link rel="icon" href="${img}">
        <style>@font-face { font-family: f; src: url(${font}); } p { font-family: f; background: url(${img}) }</style><p>x</p>
        <img src="${img}"><script src="${js}"></script><iframe src="${frame}"></iframe><object data="${object}"></object>
        <embed src="${object}"><video src="${media}"></video><form action="${form}" method="post"><input name="a" value="b"></form>
        <script>document.forms[0].requestSubmit(); attempt2(() => new Worker("${worker}")); function attempt2(f) { try { f() } catch {} }</script>`);
      const sandbox = await stage.show(html);
      await sandbox.saw(word("there"), "the View");
      await pause(400);
      assert.deepEqual(hits, []);
    },
  },
  {
    name: "a declared origin is reached, and only for what it was declared",
    async run(stage) {
      const hits = [];
      const cdn = stage.harness.serve("cdn", "/a.js", () => { hits.push("script"); return { headers: { "content-type": "text/javascript" }, body: "window.loaded = 1" }; });
      const html = viewThatSays(`const failed = await fetch(${JSON.stringify(cdn)}, { mode: "no-cors" }).then(() => false, () => true);
        say({ result: [window.loaded, failed] });`).replace("<body>", `<body><script src="${cdn}"></script>`);
      const sandbox = await stage.show(html, { csp: { resourceDomains: [stage.harness.origin("cdn")] }, loopback: true });
      const message = await sandbox.saw(word("result"));
      assert.deepEqual(message.params.data.result, [1, true]);
      assert.deepEqual(hits, ["script"]);
    },
  },
  {
    name: "loopback and private origins stay closed though they are declared",
    async run(stage) {
      let hits = 0;
      const local = stage.harness.serve("intranet", "/", () => { hits += 1; return "x"; });
      const csp = { connectDomains: [stage.harness.origin("intranet"), "http://10.0.0.1"] };
      const { value } = await ask(stage, `say({ failed: await fetch(${JSON.stringify(local)}, { mode: "no-cors" }).then(() => false, () => true) });`, "failed", { csp });
      assert.equal(value, true);
      assert.equal(hits, 0);
    },
  },
  {
    name: "WebAssembly runs exactly where the host grants it",
    guards: [{ header: "content-security-policy", from: "script-src 'self' 'unsafe-inline'", to: "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'",
      also: [{ from: "script-src 'self' 'unsafe-inline'", to: "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'" }] }],
    async run(stage) {
      const script = `const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
        say({ wasm: await WebAssembly.instantiate(bytes).then(() => "runs", (e) => e.name) });`;
      assert.equal((await ask(stage, script, "wasm")).value, "CompileError");
      stage.mutant = null;
      assert.equal((await ask(stage, script, "wasm", { wasm: true })).value, "runs");
    },
  },
  {
    name: "two apps share nothing, and neither has storage",
    guards: [{ from: '"sandbox":"allow-scripts allow-forms"', to: '"sandbox":"allow-scripts allow-same-origin allow-forms"', also: [{ from: '"viewOrigin":"null"', to: '"viewOrigin":location.origin' }] }],
    async run(stage) {
      const script = `say({ storage: [attempt(() => localStorage.setItem("k", "v")), attempt(() => document.cookie), attempt(() => sessionStorage.length),
        attempt(() => parent.document.title), attempt(() => String(window.origin)), await new Promise((resolve) => { try { const open = indexedDB.open("d"); open.onerror = () => resolve("error"); open.onsuccess = () => resolve("opened"); } catch (e) { resolve(e.name); } })] });`;
      for (const _ of [1, 2]) {
        const { value } = await ask(stage, script, "storage");
        assert.deepEqual(value.slice(0, 5), ["SecurityError", "SecurityError", "SecurityError", "SecurityError", "null"]);
        assert.notEqual(value[5], "opened");
      }
    },
  },
  {
    name: "an app with an origin of its own has storage that no other app reads",
    async run(stage) {
      const script = (write) => `${write ? 'localStorage.setItem("k", "secret");' : ""} say({ kept: [localStorage.getItem("k"), origin] });`;
      const first = await ask(stage, script(true), "kept", { own: "one.host" });
      assert.deepEqual(first.value, ["secret", stage.harness.origin("one.host")]);
      const second = await ask(stage, script(false), "kept", { own: "two.host" });
      assert.deepEqual(second.value, [null, stage.harness.origin("two.host")]);
    },
  },
  {
    name: "a page made for one origin does nothing on another",
    guards: [{ from: "if (origin !== null && location.origin !== origin) return;", to: "" }],
    async run(stage) {
      await stage.open();
      const made = await stage.sandboxPage({ own: "one.host" });
      const src = stage.harness.serve("two.host", "/misplaced", () => ({ headers: Object.fromEntries(made.headers), body: made.html }));
      await stage.page.evaluate((args) => window.openSandbox(args), { name: "misplaced", src, origin: stage.harness.origin("two.host"), attributes: made.frame, html: "x" });
      await pause(300);
      assert.deepEqual(await stage.page.evaluate(() => window.sandboxes.get("misplaced").seen), []);
    },
  },
  {
    name: "no referrer, cookie, name or address tells a View of its host",
    guards: [
      { from: 'window.name = "";', to: "" },
      { from: 'history.replaceState(null, "", "/");', to: "" },
    ],
    async run(stage) {
      await stage.open();
      const headers = [];
      const api = stage.harness.serve("api", "/leak", (request) => { headers.push(request.headers); return { headers: { "access-control-allow-origin": "*" }, body: "ok" }; });
      await stage.context.addCookies([{ name: "session", value: "secret", url: stage.harness.origin("host") }, { name: "session", value: "secret", url: stage.harness.origin("sandbox") }]);
      const html = viewThatSays(`await fetch(${JSON.stringify(api)}); say({ leaks: [document.referrer, name, document.baseURI, attempt(() => document.cookie), location.ancestorOrigins?.length] });`);
      const sandbox = await stage.serveSandbox({ csp: { connectDomains: [stage.harness.origin("api")] }, loopback: true });
      const { page, ...given } = sandbox;
      given.attributes = [...given.attributes, ["name", "a-secret-name"]];
      given.src += "?secret-in-the-query";
      await stage.page.evaluate((args) => window.openSandbox(args), { name: "leak", ...given, html });
      const leaks = await stage.until(async () => (await stage.page.evaluate(() => window.sandboxes.get("leak").seen)).find(word("leaks")), "the View's leaks");
      const [referrer, name, base, cookie] = leaks.params.data.leaks;
      assert.equal(name, "", "window.name");
      assert.ok(!base.includes("secret") && !base.includes("/view/"), `base ${base}`);
      assert.equal(cookie, "SecurityError");
      assert.equal(headers.length, 1);
      assert.equal(headers[0].referer, undefined);
      assert.equal(headers[0].cookie, undefined);
      assert.equal(headers[0].origin, "null");
      assert.ok(!referrer.includes("view/") && !referrer.includes("secret"), `referrer ${referrer}`);
      const proxy = stage.page.frames().find((frame) => frame.url().startsWith(stage.harness.origin("sandbox")));
      assert.equal(await proxy.evaluate(() => window.name), "", "the proxy's name");
    },
  },
  {
    name: "a View with an origin tells nobody its address",
    guards: [{ header: "referrer-policy", from: "no-referrer", to: "unsafe-url", also: [{ from: 'view.setAttribute("referrerpolicy", "no-referrer");', to: "" }] }],
    async run(stage) {
      let referrer;
      const api = stage.harness.serve("api", "/referred", (request) => { referrer = request.headers.referer ?? null; return { headers: { "access-control-allow-origin": "*" }, body: "ok" }; });
      const { value } = await ask(stage, `await fetch(${JSON.stringify(api)}); say({ read: document.referrer });`, "read",
        { own: "one.host", csp: { connectDomains: [stage.harness.origin("api")] }, loopback: true });
      assert.equal(referrer, null);
      assert.equal(value, "");
    },
  },
  {
    name: "a form goes nowhere, not even to an origin the View may show",
    guards: [{ header: "content-security-policy", from: "form-action 'none'", to: "form-action *", also: [{ from: "form-action 'none'", to: "form-action *" }] }],
    async run(stage) {
      let hits = 0;
      const target = stage.harness.serve("frame", "/form", () => { hits += 1; return "x"; });
      const html = viewThatSays(`say({ there: 1 }); document.forms[0].submit();`).replace("<body>", `<body><form action="${target}"><input name="a" value="b"></form>`);
      const sandbox = await stage.show(html, { csp: { frameDomains: [stage.harness.origin("frame")] }, loopback: true });
      await sandbox.saw(word("there"), "the View");
      await pause(300);
      assert.equal(hits, 0);
    },
  },
  {
    name: "a link or a form does not take the View away, and a fragment is scrolled to",
    guards: [{ from: "[\\\"click\\\", stay]", to: "[\\\"click\\\", () => {}]" }, { from: "[\\\"submit\\\", keep]", to: "[\\\"submit\\\", () => {}]" }],
    async run(stage) {
      for (const [html, scrolled] of [
        ['<a id="l" href="#x">x</a><p style="height:3000px"></p><p id="x">', true],
        ['<a id="l" href="#">x</a>', false],
        ['<a id="l" href="https://example.com/">x</a>', false],
        ['<a id="l" href="mailto:a@b.example">x</a>', false],
        ['<form><button id="l">x</button></form>', false],
        ['<form method="dialog"><button id="l">x</button></form>', false],
      ]) {
        const script = `await new Promise((resolve) => setTimeout(resolve, 400)); document.getElementById("l").click();
          setTimeout(() => say({ alive: scrollY > 0 }), 200);`;
        const sandbox = await stage.show(viewThatSays(script).replace("<script>", `${html}<script>`));
        const alive = await sandbox.saw(word("alive"), html, stage.mutant ? 1500 : 5000);
        assert.equal(alive.params.data.alive, scrolled, html);
        assert.ok(!(await sandbox.seen()).some((message) => message.mcpAppsSandbox === "closed"), html);
      }
    },
  },
  {
    name: "both frames have the permissions that were granted, and no others",
    async run(stage) {
      const script = `const has = (f) => document.featurePolicy.allowsFeature(f);
        say({ features: ["clipboard-write", "camera", "microphone", "geolocation"].map(has) });`;
      assert.deepEqual((await ask(stage, script, "features", { permissions: { clipboardWrite: {}, camera: {} } })).value, [true, true, false, false]);
      assert.deepEqual((await ask(stage, script, "features")).value, [false, false, false, false]);
    },
  },
  {
    name: "the View fills its frame, and the proxy follows the host's colour scheme",
    async run(stage) {
      await stage.open();
      await stage.page.emulateMedia({ colorScheme: "dark" });
      const { sandbox, value } = await ask(stage, `await new Promise((resolve) => setTimeout(resolve, 200)); say({ box: [innerWidth, innerHeight] });`, "box");
      assert.deepEqual(value, [600, 400]);
      const scheme = await sandbox.proxyFrame().evaluate(() => getComputedStyle(document.documentElement).colorScheme);
      assert.equal(scheme, "light dark");
    },
  },
  {
    name: "a page of any beginning keeps its own document",
    async run(stage) {
      const pages = ["\uFEFF<!doctype html><html lang=de><head><title>t</title></head><body class=b>x", "<!-- c --><?xml version='1.0'?><!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01//EN'><html lang=de><title>t</title><body class=b>", "<html lang=de><head><title>t</title><body class=b>"];
      for (const page of pages) {
        const script = viewThatSays(`say({ is: [document.documentElement.lang, document.body.className, document.title, document.compatMode, document.scripts.length] });`).match(/<script>[^]*<\/script>/)[0];
        const sandbox = await stage.show(page + script);
        const message = await sandbox.saw(word("is"), page);
        assert.deepEqual(message.params.data.is, ["de", "b", "t", "CSS1Compat", 1]);
      }
    },
  },
  {
    name: "WebRTC gets out: no policy stops it in this browser",
    async run(stage) {
      const socket = dgram.createSocket("udp4");
      let packets = 0;
      socket.on("message", () => { packets += 1; });
      await new Promise((resolve) => socket.bind(0, "127.0.0.1", resolve));
      const { value } = await ask(stage, `
        const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:${socket.address().port}" }] });
        peer.createDataChannel("x");
        await peer.setLocalDescription(await peer.createOffer());
        say({ began: true });`, "began");
      assert.equal(value, true);
      await stage.until(() => packets > 0, "the packet that SECURITY.md warns of").finally(() => socket.close());
    },
  },
  {
    name: "preconnect gets out where a browser does it, DNS prefetch does not",
    async run(stage) {
      // A browser of its own: the suite's flags, and playwright's, keep Chromium from prefetching.
      const folder = mkdtempSync(join(tmpdir(), "mcp-apps-net-log-"));
      const log = join(folder, "net-log.json");
      const browser = await stage.harness.launch([`--log-net-log=${log}`], { prefetch: true });
      const servers = [];
      const listen = () => new Promise((resolve) => {
        const server = net.createServer((socket) => { server.count += 1; socket.destroy(); });
        server.count = 0;
        servers.push(server.listen(0, "127.0.0.1", () => resolve(server)));
      });
      const links = (name, server) => `<link rel="dns-prefetch" href="//prefetch-${name}.example"><link rel="preconnect" href="http://127.0.0.1:${server.address().port}"><a href="http://anchor-${name}.example/">x</a>`;
      const [caged, free] = [await listen(), await listen()];
      const context = await browser.newContext();
      const Stage = stage.constructor;
      const inside = new Stage(stage.harness, context);
      const { sandbox } = await ask(inside, "say({ there: 1 });", "there");
      assert.ok(sandbox);
      const html = viewThatSays("say({ there: 1 });").replace("<body>", `<body>${links("caged", caged)}`);
      await (await inside.show(html)).saw(word("there"), "the View");
      const open = await context.newPage();
      await open.goto(stage.harness.serve("open", "/links", `<!doctype html><body>${links("free", free)}`));
      await pause(2000);
      await browser.close();
      servers.forEach((server) => server.close());
      const text = readFileSync(log, "utf8");
      rmSync(folder, { recursive: true, force: true });
      const observed = (name, server) => ({ prefetch: text.includes(`prefetch-${name}`), anchor: text.includes(`anchor-${name}`), preconnect: server.count > 0 });
      console.log("  observed in a View:", JSON.stringify(observed("caged", caged)), "in a page without a policy:", JSON.stringify(observed("free", free)));
    },
  },
];
