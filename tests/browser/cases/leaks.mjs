// What a View's page could carry out of its sandbox, and what no policy stops: see SECURITY.md.

import assert from "node:assert/strict";
import dgram from "node:dgram";
import net from "node:net";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NO_ALLOWLIST, ask, pause, viewThatSays, word } from "../stage.mjs";

export default [
  {
    name: "no referrer, cookie, name or address tells a View of its host (row 75)",
    guards: [
      { from: 'window.name = "";', to: "", fails: "the proxy keeps the name its frame was given" },
      { from: 'history.replaceState(null, "", "/");', to: "", fails: "the View's base is the sandbox's address" },
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
      assert.ok(!base.includes("secret") && !base.includes("/view/"), "the View's base is the sandbox's address");
      assert.equal(cookie, "SecurityError");
      assert.equal(headers.length, 1);
      assert.equal(headers[0].referer, undefined);
      assert.equal(headers[0].cookie, undefined);
      assert.equal(headers[0].origin, "null");
      assert.ok(!referrer.includes("view/") && !referrer.includes("secret"), `referrer ${referrer}`);
      const proxy = stage.page.frames().find((frame) => frame.url().startsWith(stage.harness.origin("sandbox")));
      assert.equal(await proxy.evaluate(() => window.name), "", "the proxy keeps the name its frame was given");
    },
  },
  {
    name: "a View with an origin tells nobody its address",
    guards: [{ header: "referrer-policy", from: "no-referrer", to: "unsafe-url", also: [{ from: 'view.setAttribute("referrerpolicy", "no-referrer");', to: "" }], fails: "a server was told the View's address" }],
    async run(stage) {
      let referrer;
      const api = stage.harness.serve("api", "/referred", (request) => { referrer = request.headers.referer ?? null; return { headers: { "access-control-allow-origin": "*" }, body: "ok" }; });
      const { value } = await ask(stage, `await fetch(${JSON.stringify(api)}); say({ read: document.referrer });`, "read",
        { own: "one.host", csp: { connectDomains: [stage.harness.origin("api")] }, loopback: true });
      assert.equal(referrer, null, "a server was told the View's address");
      assert.equal(value, "");
    },
  },
  {
    name: "WebRTC stays in unless the host grants it",
    guards: [{ ...NO_ALLOWLIST, fails: "a packet left" }],
    async run(stage) {
      for (const webrtc of [false, true]) {
        const socket = dgram.createSocket("udp4");
        let packets = 0;
        socket.on("message", () => { packets += 1; });
        await new Promise((resolve) => socket.bind(0, "127.0.0.1", resolve));
        const { value } = await ask(stage, `
          const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:${socket.address().port}" }] });
          peer.createDataChannel("x");
          await peer.setLocalDescription(await peer.createOffer());
          say({ began: true });`, "began", { webrtc });
        assert.equal(value, true);
        if (webrtc) await stage.until(() => packets > 0, "the packet of a View that may");
        else await stage.never(() => packets > 0, "a packet left", 800);
        socket.close();
      }
    },
  },
  {
    name: "neither preconnect nor DNS prefetch gets out",
    guards: [{ ...NO_ALLOWLIST, fails: "a connection was opened ahead, a name looked up ahead" }],
    async run(stage) {
      const folder = mkdtempSync(join(tmpdir(), "mcp-apps-net-log-"));
      const log = join(folder, "net-log.json");
      const context = await stage.harness.launchOrdinary(join(folder, "profile"), [`--log-net-log=${log}`]);
      let connections = 0;
      const server = net.createServer((socket) => { connections += 1; socket.destroy(); });
      await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
      const page = viewThatSays("say({ there: 1 });").replace("<body>", `<body><link rel="dns-prefetch" href="//secret-in-a-name.example">
        <link rel="preconnect" href="http://127.0.0.1:${server.address().port}"><a href="http://secret-in-a-link.example/">x</a>`);
      const ordinary = new stage.constructor(stage.harness, context);
      ordinary.mutant = stage.mutant;
      await (await ordinary.show(page)).saw(word("there"), "the View");
      await pause(1000);
      server.close();
      await context.close();
      const names = readFileSync(log, "utf8");
      rmSync(folder, { recursive: true, force: true });
      const ahead = [connections > 0 && "a connection was opened ahead", names.includes("secret-in-a-name") && "a name looked up ahead"];
      assert.ok(!names.includes("secret-in-a-link"), "a link was looked up before anybody clicked it");
      assert.ok(!ahead.some(Boolean), ahead.filter(Boolean).join(", "));
    },
  },
];
