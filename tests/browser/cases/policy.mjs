// What Chromium enforces of the policy.

import assert from "node:assert/strict";
import { NO_ALLOWLIST, ask, viewThatSays, word } from "../stage.mjs";

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
    name: "nothing a server declares gets out of its place in header or meta (row 67)",
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
    guards: [{ header: "content-security-policy", from: "connect-src 'none'", to: "connect-src *", also: [{ from: "connect-src 'none'", to: "connect-src *" }, NO_ALLOWLIST], fails: "the fetch went out" }],
    async run(stage) {
      let hits = 0;
      const evil = stage.harness.serve("evil", "/fetch", () => { hits += 1; return "x"; });
      const { sandbox, value } = await ask(stage, `
        const failed = await fetch(${JSON.stringify(evil)}, { mode: "no-cors" }).then(() => false, () => true);
        navigator.sendBeacon?.(${JSON.stringify(evil)}, "beacon");
        attempt(() => new WebSocket(${JSON.stringify(evil.replace("http", "ws"))}));
        attempt(() => new EventSource(${JSON.stringify(evil)}));
        say({ failed });`, "failed");
      assert.equal(value, true, "the fetch went out");
      const report = await sandbox.saw((message) => message.mcpAppsSandbox === "violation", "the report");
      assert.equal(report.directive, "connect-src");
      assert.equal(report.blocked, evil);
      await stage.never(() => hits > 0, "the fetch went out");
    },
  },
  {
    name: "the header alone holds, and so does the meta alone, and so does the list of connections (row 66)",
    async run(stage) {
      const header = { header: "content-security-policy", from: "connect-src 'none'", to: "connect-src *" };
      const meta = { from: "connect-src 'none'", to: "connect-src *" };
      const alone = { header: [meta, NO_ALLOWLIST], meta: [header, NO_ALLOWLIST], list: [header, meta] };
      for (const [left, [first, ...also]] of Object.entries(alone)) {
        stage.mutant = { ...first, also };
        let hits = 0;
        const evil = stage.harness.serve("evil", `/but-for-the-${left}`, () => { hits += 1; return "x"; });
        const { value } = await ask(stage, `say({ failed: await fetch(${JSON.stringify(evil)}, { mode: "no-cors" }).then(() => false, () => true) });`, "failed");
        stage.mutant = null;
        assert.equal(value, true, left);
        assert.equal(hits, 0, left);
      }
    },
  },
  {
    name: "no picture, style, script, font, frame, object or form leaves for an undeclared origin",
    guards: [{ header: "content-security-policy", from: "default-src 'none'", to: "default-src *",
      also: [NO_ALLOWLIST, ...["script-src 'self' 'unsafe-inline'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data:", "frame-src 'none'", "object-src 'none'", "form-action 'none'"].flatMap((directive) => {
        const open = directive.replace(/'self'|'none'/, "*");
        return [{ header: "content-security-policy", from: directive, to: open }, { from: directive, to: open }];
      })], fails: "an undeclared origin was reached" }],
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
      await stage.never(() => hits.length > 0, "an undeclared origin was reached", 400);
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
    name: "a redirect is followed to where the View may go, and nowhere else",
    async run(stage) {
      let hits = 0;
      const cors = { "access-control-allow-origin": "*" };
      const there = stage.harness.serve("cdn", "/there", () => ({ headers: cors, body: "there" }));
      const evil = stage.harness.serve("evil", "/redirected", () => { hits += 1; return { headers: cors, body: "evil" }; });
      const to = (name, location) => stage.harness.serve("api", name, () => ({ status: 302, headers: { location, ...cors } }));
      const { value } = await ask(stage, `const get = (url) => fetch(url).then((response) => response.text(), (error) => error.name);
        say({ got: [await get(${JSON.stringify(to("/to-cdn", there))}), await get(${JSON.stringify(to("/to-evil", evil))})] });`, "got",
        { csp: { connectDomains: [stage.harness.origin("api"), stage.harness.origin("cdn")] }, loopback: true });
      assert.deepEqual(value, ["there", "TypeError"]);
      assert.equal(hits, 0);
    },
  },
  {
    name: "loopback and private origins stay closed though they are declared (row 79)",
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
    name: "WebAssembly runs exactly where the host grants it (row 65)",
    guards: [{ header: "content-security-policy", from: "script-src 'self' 'unsafe-inline'", to: "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'",
      also: [{ from: "script-src 'self' 'unsafe-inline'", to: "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'" }], fails: "WebAssembly ran without a grant" }],
    async run(stage) {
      const script = `const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
        say({ wasm: await WebAssembly.instantiate(bytes).then(() => "runs", (e) => e.name) });`;
      assert.equal((await ask(stage, script, "wasm")).value, "CompileError", "WebAssembly ran without a grant");
      stage.mutant = null;
      assert.equal((await ask(stage, script, "wasm", { wasm: true })).value, "runs");
    },
  },
  {
    name: "two apps share nothing, and neither has storage (row 74)",
    guards: [{ from: '"sandbox":"allow-scripts allow-forms"', to: '"sandbox":"allow-scripts allow-same-origin allow-forms"', also: [{ from: '"viewOrigin":"null"', to: '"viewOrigin":location.origin' }], fails: "a View has storage" }],
    async run(stage) {
      const script = `say({ storage: [attempt(() => localStorage.setItem("k", "v")), attempt(() => document.cookie), attempt(() => sessionStorage.length),
        attempt(() => parent.document.title), attempt(() => String(window.origin)), await new Promise((resolve) => { try { const open = indexedDB.open("d"); open.onerror = () => resolve("error"); open.onsuccess = () => resolve("opened"); } catch (e) { resolve(e.name); } })] });`;
      for (const _ of [1, 2]) {
        const { value } = await ask(stage, script, "storage");
        assert.deepEqual(value.slice(0, 5), ["SecurityError", "SecurityError", "SecurityError", "SecurityError", "null"], "a View has storage");
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
    guards: [{ from: "if (origin !== null && location.origin !== origin) return;", to: "", fails: "the page spoke on another app's origin" }],
    async run(stage) {
      await stage.open();
      const made = await stage.sandboxPage({ own: "one.host" });
      const src = stage.harness.serve("two.host", "/misplaced", () => ({ headers: Object.fromEntries(made.headers), body: made.html }));
      await stage.page.evaluate((args) => window.openSandbox(args), { name: "misplaced", src, origin: stage.harness.origin("two.host"), attributes: made.frame, html: "x" });
      const spoken = () => stage.page.evaluate(() => window.sandboxes.get("misplaced").seen.length > 0);
      await stage.never(spoken, "the page spoke on another app's origin");
    },
  },
  {
    name: "a form goes nowhere, not even to an origin the View may show (row 69)",
    guards: [{ header: "content-security-policy", from: "form-action 'none'", to: "form-action *", also: [{ from: "form-action 'none'", to: "form-action *" }, NO_ALLOWLIST], fails: "the form was sent" }],
    async run(stage) {
      let hits = 0;
      const target = stage.harness.serve("frame", "/form", () => { hits += 1; return "x"; });
      const html = viewThatSays(`say({ there: 1 }); document.forms[0].submit();`).replace("<body>", `<body><form action="${target}"><input name="a" value="b"></form>`);
      const sandbox = await stage.show(html, { csp: { frameDomains: [stage.harness.origin("frame")] }, loopback: true });
      await sandbox.saw(word("there"), "the View");
      await stage.never(() => hits > 0, "the form was sent");
    },
  },
  {
    name: "a link or a form does not take the View away, and a fragment is scrolled to",
    guards: [{ from: "[\\\"click\\\", stay]", to: "[\\\"click\\\", () => {}]", fails: "the link or form took the View away" }, { from: "[\\\"submit\\\", keep]", to: "[\\\"submit\\\", () => {}]", fails: "the link or form took the View away" }],
    async run(stage) {
      await stage.open();
      const stays = async ([html, scrolled]) => {
        const script = `await new Promise((resolve) => setTimeout(resolve, 400)); document.getElementById("l").click();
          setTimeout(() => say({ alive: scrollY > 0 }), 200);`;
        const sandbox = await stage.show(viewThatSays(script).replace("<script>", `${html}<script>`));
        const ended = (message) => message.mcpAppsSandbox === "closed";
        const alive = await sandbox.saw((message) => word("alive")(message) || ended(message), html);
        assert.ok(!ended(alive), "the link or form took the View away");
        assert.equal(alive.params.data.alive, scrolled, html);
      };
      await Promise.all([
        ['<a id="l" href="#x">x</a><p style="height:3000px"></p><p id="x">', true],
        ['<a id="l" href="#">x</a>', false],
        ['<a id="l" href="https://example.com/">x</a>', false],
        ['<a id="l" href="mailto:a@b.example">x</a>', false],
        ['<form><button id="l">x</button></form>', false],
        ['<form method="dialog"><button id="l">x</button></form>', false],
      ].map(stays));
    },
  },
  {
    name: "both frames have the permissions that were granted, and no others (row 78)",
    async run(stage) {
      const script = `const has = (f) => document.featurePolicy.allowsFeature(f);
        say({ features: ["clipboard-write", "camera", "microphone", "geolocation"].map(has) });`;
      assert.deepEqual((await ask(stage, script, "features", { permissions: { clipboardWrite: {}, camera: {} } })).value, [true, true, false, false]);
      assert.deepEqual((await ask(stage, script, "features")).value, [false, false, false, false]);
    },
  },
  {
    name: "the View fills its frame, and the proxy follows the host's colour scheme (rows 56 and 81)",
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
];
