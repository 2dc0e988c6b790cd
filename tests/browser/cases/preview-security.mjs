// Who may use `mcp-apps preview`, and what a View can do to its page.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cli } from "../built.mjs";
import { preview, servers } from "../preview.mjs";

export const prepare = cli;

const SAYS = (script) => `<!doctype html><html lang="en"><body><p>here</p><script>${script}</script></body></html>`;

/** The preview of a server whose View is this page. */
async function previewed(stage, html = SAYS(""), options = {}) {
  const path = mkdtempSync(join(tmpdir(), "mcp-apps-preview-"));
  stage.ending.unshift(() => rmSync(path, { recursive: true, force: true }));
  writeFileSync(join(path, "page.html"), html);
  return preview(stage, servers.scripted(join(path, "page.html")), options);
}

/** Whether a page, or a frame, gets the preview's greeting out of its socket. */
const reaches = (frame, port, key) => frame.evaluate(([port, key]) => new Promise((resolve) => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`);
  socket.onopen = () => socket.send(JSON.stringify({ key }));
  socket.onmessage = ({ data }) => resolve(JSON.parse(data).op);
  socket.onerror = () => resolve("refused by the handshake");
}), [port, key]);

/** What a page turned out to be. */
const content = (stage, { page }) => stage.until(() => page.evaluate(() => {
  if (document.querySelector("#tools")) return "the page";
  if (document.title === "MCP App") return "a sandbox";
  return document.readyState === "complete" && (document.body.innerText.includes("import ") ? "a script" : "nothing");
}).catch(() => false), "a page");

/** Without it, text can become HTML, unless the page's own code does not try. */
const NO_TRUSTED_TYPES = { header: "content-security-policy", from: " require-trusted-types-for 'script'; trusted-types 'none'", to: "" };

/** A sandbox whose View may reach this machine. */
const REACHING = { file: "a sandbox", from: "connect-src 'none'", to: "connect-src http://127.0.0.1:*" };

const HOSTILE = `"><img src=x onerror="window.pwned=1"><script>window.pwned=1</script><b id=planted>`;

export default [
  {
    name: "a page of another origin cannot open the preview's socket, even with the key",
    guards: [{ without: "the check of Origin", request: "origin", fails: "another site's page is let in" }],
    async run(stage) {
      const shown = await previewed(stage);
      stage.harness.serve("evil", "/", "<!doctype html><title>evil</title>");
      const evil = await shown.open({ url: `${stage.harness.origin("evil")}/`, wait: false });
      assert.equal(await reaches(evil.page, shown.port, shown.key), "refused by the handshake", "another site's page is let in");
    },
  },
  {
    name: "an opaque origin and a sandbox's cannot open the preview's socket",
    guards: [{ without: "the check of Origin", request: "origin", fails: "is let in" }],
    async run(stage) {
      const shown = await previewed(stage);
      stage.harness.serve("evil", "/", '<!doctype html><iframe sandbox="allow-scripts" srcdoc="<p>opaque</p>"></iframe>');
      const evil = await shown.open({ url: `${stage.harness.origin("evil")}/`, wait: false });
      const opaque = await stage.until(() => evil.page.frames()[1], "the frame");
      assert.equal(await reaches(opaque, shown.port, shown.key), "refused by the handshake", "an opaque origin is let in");
      // A sandbox's own policy forbids it too; here is a page of the same origin without one.
      const { origin } = new URL(`http://${"0".repeat(32)}.localhost:${shown.port}`);
      const page = await shown.open({ url: "about:blank", context: shown.context, wait: false });
      await page.page.route(`${origin}/`, (route) => route.fulfill({ body: "<!doctype html>", contentType: "text/html" }));
      await page.page.goto(`${origin}/`);
      assert.equal(await reaches(page.page, shown.port, shown.key), "refused by the handshake", "a sandbox's origin is let in");
    },
  },
  {
    name: "the preview's socket needs the key",
    guards: [{ without: "the check of the key", request: "key", fails: "a wrong key opens" }],
    async run(stage) {
      const shown = await previewed(stage);
      const user = await shown.open();
      for (const key of ["0".repeat(32), "", shown.key.slice(1)]) assert.equal(await reaches(user.page, shown.port, key), "refused", "a wrong key opens");
      assert.equal(await reaches(user.page, shown.port, shown.key), "hello");
      const stranger = await shown.open({ url: `${shown.origin}/`, wait: false });
      await stage.until(async () => await stranger.page.textContent("#link") === "no key", "a tab without the key is told so");
    },
  },
  {
    name: "a name that resolves to this machine does not get the preview's page",
    guards: [{ without: "the check of Host", request: "host", fails: "a foreign name gets the page" }],
    async run(stage) {
      const shown = await previewed(stage);
      for (const name of ["rebound.example", "localhost", "127.0.0.1.rebound.example"]) {
        const page = await shown.open({ url: `http://${name}:${shown.port}/`, wait: false });
        assert.equal(await content(stage, page), "nothing", `a foreign name gets the page: ${name}`);
      }
    },
  },
  {
    name: "a sandbox's origin has its sandbox and nothing else, and only while it is open",
    guards: [{ without: "the check of Host", request: "host", path: "/main.js", fails: "the preview's page is on a View's origin" }],
    async run(stage) {
      const shown = await previewed(stage);
      const user = await shown.open();
      await user.show("show");
      await user.text("here");
      const [{ origin: first }] = user.told.filter(({ op }) => op === "view");
      const at = async (url) => content(stage, await shown.open({ url, context: shown.context, wait: false }));
      for (const path of ["/main.js", "/style.css", "/socket"]) assert.equal(await at(`${first}${path}`), "nothing", `the preview's page is on a View's origin: ${path}`);
      assert.equal(await at(`${first}/`), "a sandbox", "the preview's page is on a View's origin");
      await user.page.click("#reload");
      const second = await stage.until(() => user.told.filter(({ op }) => op === "view")[1]?.origin, "a second View");
      assert.notEqual(second, first);
      assert.match(new URL(first).hostname, /^[0-9a-f]{32}\.localhost$/);
      assert.equal(await at(`${first}/`), "nothing", "a View that is gone has its origin still");
    },
  },
  {
    name: "no page can show the preview in a frame",
    guards: [{ header: "content-security-policy", from: " frame-ancestors 'none';", to: "", also: [{ without: "x-frame-options" }, { without: "cross-origin-resource-policy" }], fails: "the preview is in a frame" }],
    async run(stage) {
      const shown = await previewed(stage);
      stage.harness.serve("evil", "/", `<!doctype html><iframe src="${shown.url}"></iframe>`);
      const evil = await shown.open({ url: `${stage.harness.origin("evil")}/`, wait: false });
      const inside = () => evil.page.frames()[1]?.evaluate(() => Boolean(document.querySelector("#tools"))).catch(() => false);
      await stage.never(inside, "the preview is in a frame", 600);
    },
  },
  {
    name: "the preview's page makes no HTML of text",
    guards: [{ ...NO_TRUSTED_TYPES, fails: "text becomes HTML" }],
    async run(stage) {
      const user = await (await previewed(stage)).open();
      const tried = await user.page.evaluate(() => {
        const attempt = (f) => { try { f(); return "done"; } catch (error) { return error.name; } };
        return [
          attempt(() => { document.createElement("div").innerHTML = "<b>text</b>"; }),
          attempt(() => { document.createElement("iframe").srcdoc = "<b>text</b>"; }),
          attempt(() => trustedTypes.createPolicy("mine", {})),
        ];
      });
      assert.deepEqual(tried, ["TypeError", "TypeError", "TypeError"], "text becomes HTML");
    },
  },
  {
    name: "the preview's page runs its own modules and no other script",
    guards: [{ header: "content-security-policy", from: "script-src 'self';", to: "script-src 'self' 'unsafe-inline';", also: [NO_TRUSTED_TYPES], fails: "an inline script runs" }],
    async run(stage) {
      const user = await (await previewed(stage)).open();
      await user.page.evaluate(() => {
        const script = document.createElement("script");
        script.append("window.ran = 1");
        document.body.append(script);
      });
      assert.equal(await user.page.evaluate(() => window.ran), undefined, "an inline script runs");
    },
  },
  {
    name: "whatever a server or a View says is shown as text",
    guards: [{ file: "/dom.js", from: "element.append(...children.flat()", to: 'for (const child of children.flat()) typeof child === "string" ? element.insertAdjacentHTML("beforeend", child) : child && element.append(child); void (children.flat()', also: [NO_TRUSTED_TYPES], fails: "HTML of a peer's is in the page" }],
    async run(stage) {
      const hostile = JSON.stringify(HOSTILE).replaceAll("</", "<\\/");
      const html = SAYS(`
        const text = ${hostile};
        const say = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
        addEventListener("message", ({ data }) => {
          if (data.id !== 0) return;
          say({ method: "ui/notifications/initialized" });
          say({ id: 1, method: "ui/message", params: { role: "user", content: [{ type: "text", text }] } });
          say({ id: 2, method: "ui/update-model-context", params: { content: [{ type: "text", text }] } });
          say({ id: 3, method: text, params: { [text]: text } });
          say({ id: 4, method: "ui/open-link", params: { url: "https://example.com/" + encodeURI(text) + "<b>" } });
          say({ method: "notifications/message", params: { level: text, data: text } });
          say({ mcpAppsPreview: { level: text, text } });
          parent.postMessage({ mcpAppsSandbox: "violation", directive: text, blocked: text }, "*");
          console.error(text);
        });
        say({ id: 0, method: "ui/initialize", params: { protocolVersion: "2026-01-26", appInfo: { name: text, version: text, title: text }, appCapabilities: {} } });`);
      const shown = await previewed(stage, html, { env: { PREVIEW_HOSTILE: HOSTILE } });
      const user = await shown.open();
      await user.show("hostile");
      await user.state("ready");
      await stage.until(() => user.seen.some(({ kind, text }) => kind === "console" && text.includes("planted")), "the console");
      for (const tab of ["result", "host", "viewTools", "policy", "log"]) await user.tab(tab);
      await user.page.evaluate(() => document.querySelectorAll(".row .line").forEach((line) => line.click()));
      const planted = await user.page.evaluate(() => [window.pwned, document.querySelectorAll("#planted, img[src='x']").length]);
      assert.deepEqual(planted, [undefined, 0], "HTML of a peer's is in the page");
      assert.ok((await user.page.textContent("#server")).includes("<script>"), "it is there as text");
    },
  },
  {
    name: "the page takes messages from the View's sandbox and from no other window",
    guards: [{ file: "/stage.js", from: "event.source !== shown.frame.contentWindow || event.origin !== shown.origin", to: "false", fails: "another window speaks as the View" }],
    async run(stage) {
      // The View's own window is not its sandbox's: what it says past the sandbox is nobody's.
      const shown = await previewed(stage, SAYS(`top.postMessage({ jsonrpc: "2.0", id: 9, method: "past-the-sandbox" }, "*")`));
      const user = await shown.open();
      await user.show("show");
      await user.text("here");
      await user.page.evaluate(() => window.postMessage({ jsonrpc: "2.0", id: 9, method: "of-the-page-itself" }, "*"));
      const heard = () => user.seen.some(({ kind, msg }) => kind === "message" && ["past-the-sandbox", "of-the-page-itself"].includes(msg.method));
      await stage.never(heard, "another window speaks as the View");
    },
  },
  {
    name: "the key is in no request, in no address, and nothing a View can read",
    guards: [{ file: "/link.js", from: 'history.replaceState(null, "", "/");', to: "", fails: "the key stays in the address" }],
    async run(stage) {
      const shown = await previewed(stage, SAYS(`
        const read = (f) => { try { return String(f()); } catch (error) { return error.name; } };
        console.log(JSON.stringify([document.referrer, location.href, read(() => top.location.href), read(() => parent.location.href), read(() => sessionStorage.length), document.URL, document.baseURI, name]));`));
      const user = await shown.open();
      await user.show("show");
      const said = await stage.until(() => user.seen.find(({ kind, text }) => kind === "console" && text.startsWith("[")), "the View's findings");
      assert.ok(!said.text.includes(shown.key) && !said.text.includes("127.0.0.1"), `a View finds its host: ${said.text}`);
      assert.equal(user.page.url(), `${shown.origin}/`, "the key stays in the address");
      for (const { url, headers } of shown.front.heads) {
        assert.ok(!JSON.stringify([url, headers]).includes(shown.key), `the key is in a request for ${url}`);
        assert.equal(headers.referer, undefined, `a request for ${url} has a referrer`);
        assert.equal(headers.cookie, undefined, `a request for ${url} has a cookie`);
      }
      assert.deepEqual(await shown.context.cookies(), [], "there is a cookie");
      // A link that the user follows from here tells nobody where from.
      const kept = await user.page.evaluate(() => JSON.stringify({ ...localStorage }));
      assert.ok(!kept.includes(shown.key), "the key outlives its tab");
    },
  },
  {
    name: "a View does not reach the preview, whatever it declares and its user grants",
    guards: [{ ...REACHING, header: "content-security-policy", also: [REACHING, { file: "a sandbox", without: "connection-allowlist" }], fails: "a View reaches the preview" }],
    async run(stage) {
      const port = await freePort();
      const csp = { connectDomains: [`http://127.0.0.1:${port}`, `http://localhost:${port}`] };
      const html = SAYS(`for (const origin of ${JSON.stringify(csp.connectDomains)}) fetch(origin + "/main.js?by-the-view", { mode: "no-cors" }).catch(() => {});`);
      const shown = await previewed(stage, html, { args: ["--port", String(port)], env: { PREVIEW_CSP: JSON.stringify(csp) } });
      const user = await shown.open();
      await user.tab("host");
      await user.page.locator("#panel-host .check", { hasText: "private networks" }).locator("input").check();
      await user.show("show");
      await user.text("here");
      await stage.never(() => shown.front.heads.some(({ url }) => url.endsWith("by-the-view")), "a View reaches the preview");
      const { about } = user.told.find(({ op }) => op === "view");
      assert.deepEqual(about.lists[0].dropped.map(({ text }) => text), csp.connectDomains);
    },
  },
];

async function freePort() {
  const { createServer } = await import("node:net");
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
