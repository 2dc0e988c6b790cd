// A browser that is gone from one moment to the next, as a crash or the kernel ends it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { brokenViews, cli } from "../built.mjs";
import { CHROMIUM, CHROMIUM_FLAGS } from "../harness.mjs";
import { view } from "../peers.mjs";
import { preview, servers } from "../preview.mjs";

export const prepare = () => { cli(); brokenViews(); };

/** The process that another one started with this argument. */
function started(parent, argument) {
  const read = (pid, file) => { try { return readFileSync(`/proc/${pid}/${file}`, "utf8"); } catch { return ""; } };
  const is = (pid) => read(pid, "status").includes(`\nPPid:\t${parent}\n`) && read(pid, "cmdline").split("\0").includes(argument);
  return Number(readdirSync("/proc").find((name) => /^\d+$/.test(name) && is(name)));
}

/** What `mcp-apps check --behaviour` ends with, and what it says. */
async function checked(stage, browser, meanwhile = () => {}) {
  const child = spawn(cli(), ["check", "--behaviour", "--chromium", browser, "--era", "legacy", "--", brokenViews()]);
  stage.ending.push(() => child.kill());
  let said = "";
  child.stderr.on("data", (data) => { said += data; });
  child.stdout.resume();
  const ended = once(child, "close");
  await meanwhile(child);
  const [code] = await ended;
  assert.deepEqual(readdirSync(tmpdir()).filter((name) => name.startsWith(`mcp-apps-${child.pid}-`)), [], "its profile is left");
  return { code, said };
}

export default [
  {
    name: "a browser that is killed in the middle of a call: the server is told, and the next browser is served",
    limit: 60_000,
    async run(stage) {
      const folder = mkdtempSync(join(tmpdir(), "mcp-apps-faults-"));
      stage.ending.push(() => rmSync(folder, { recursive: true, force: true }));
      const page = join(folder, "page.html");
      writeFileSync(page, await view("full", 2));
      const shown = await preview(stage, servers.scripted(page));
      const server = await chromium.launchServer({ executablePath: CHROMIUM, headless: true, args: CHROMIUM_FLAGS });
      const browser = await chromium.connect(server.wsEndpoint());
      const context = await browser.newContext({ proxy: { server: shown.front.url, bypass: "<-loopback>" } });
      const first = await shown.open({ context });
      await first.show("slow");
      await first.word("input");
      process.kill(server.process().pid, "SIGKILL");
      await once(server, "close");

      const next = await shown.open();
      const told = ({ kind, dir, msg }) => kind === "server" && dir === "host->server" && msg.method === "notifications/cancelled";
      const called = ({ kind, dir, msg }) => kind === "server" && dir === "host->server" && msg.params?.name === "slow";
      const cancelled = await stage.until(() => next.seen.find(told), "the server is told that nobody waits");
      assert.equal(cancelled.msg.params.requestId, next.seen.find(called).msg.id);
      await next.show("show", { city: "Oslo" });
      await next.word("result");
      assert.deepEqual(next.errors, []);
      assert.equal(shown.child.exitCode, null);
    },
  },
  {
    name: "check --behaviour ends with an error when its browser is killed, ends by itself or is none",
    limit: 60_000,
    async run(stage) {
      const killed = await checked(stage, CHROMIUM, async (child) => {
        const profile = join(tmpdir(), `mcp-apps-${child.pid}-0`);
        await stage.until(() => existsSync(join(profile, "Default")), "the browser's start", 20_000);
        process.kill(started(child.pid, `--user-data-dir=${profile}`), "SIGKILL");
      });
      assert.equal(killed.code, 2);
      assert.match(killed.said, /it ended: signal: 9/);
      const ended = await checked(stage, "/bin/true");
      assert.equal(ended.code, 2);
      assert.match(ended.said, /\/bin\/true: it ended: exit status: 0/);
      const none = await checked(stage, "/nowhere/chromium");
      assert.equal(none.code, 2);
      assert.match(none.said, /\/nowhere\/chromium: No such file/);
    },
  },
];
