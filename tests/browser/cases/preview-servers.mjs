// Servers of ext-apps' examples, from npm, in our preview.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cli } from "../built.mjs";
import { preview, servers } from "../preview.mjs";

const folder = fileURLToPath(new URL("../servers/", import.meta.url));

export function prepare() {
  cli();
  if (existsSync(`${folder}node_modules`)) return;
  const installed = spawnSync("npm", ["ci", "--ignore-scripts", "--silent"], { cwd: folder, encoding: "utf8" });
  if (installed.status !== 0) throw new Error(`npm ci in servers/: ${installed.stderr}`);
}

const calls = (user, method, name) => user.seen.filter(({ kind, dir, msg }) => kind === "message" && dir === "view->host" && msg.method === method && (!name || msg.params.name === name));

/** Shows the first tool's View, and waits for what it makes of the result. */
async function shown(stage, name, text) {
  const user = await (await preview(stage, servers.npm(name))).open();
  await user.show();
  await user.state("ready");
  await user.text(text);
  return user;
}

async function fine(user) {
  assert.deepEqual(user.errors, []);
  assert.deepEqual(user.seen.filter(({ kind, text }) => kind === "note" && /breaks|ignored/.test(text)), []);
}

export default [
  {
    name: "server-basic-vanillajs: its View shows the time, asks for it again, speaks and logs",
    async run(stage) {
      const user = await shown(stage, "basic-vanillajs", /Server Time:\s*\d{4}-/);
      const frame = user.frame();
      await frame.click("text=Get Server Time");
      await stage.until(() => calls(user, "tools/call", "get-time").length, "its call");
      await frame.click("text=Send Message");
      await stage.until(() => user.told.some(({ op }) => op === "said"), "its message");
      await frame.click("text=Send Log");
      await stage.until(() => calls(user, "notifications/message").length, "its log");
      await frame.click("text=Open Link");
      await user.page.locator(".ask", { hasText: "wants to open" }).waitFor();
      await fine(user);
    },
  },
  {
    name: "server-budget-allocator: its View shows the budget, and offers tools that work",
    async run(stage) {
      const user = await shown(stage, "budget-allocator", /Marketing\s*25\.0%/);
      await user.tab("viewTools");
      const tool = user.page.locator("#panel-viewTools details").first();
      await tool.locator("summary").click();
      const { tools } = await stage.until(() => user.told.find(({ op }) => op === "viewTools"), "the View's tools");
      assert.ok(tools.length > 2, JSON.stringify(tools.map(({ name }) => name)));
      const reading = tools.find(({ inputSchema }) => (inputSchema.required ?? []).length === 0);
      const entry = user.page.locator("#panel-viewTools details", { hasText: reading.title ?? reading.name });
      await entry.first().evaluate((details) => { details.open = true; });
      await entry.first().locator("button.primary").click();
      const answer = await stage.until(() => user.told.find(({ op }) => op === "viewToolResult"), "an answer");
      assert.ok(answer.result?.content?.length > 0, JSON.stringify(answer));
      await fine(user);
    },
  },
  {
    name: "server-cohort-heatmap: its View shows the cohorts of the arguments, and asks for others",
    async run(stage) {
      const user = await shown(stage, "cohort-heatmap", /Cohort Retention Analysis/);
      await stage.until(() => calls(user, "tools/call", "get-cohort-data").length, "its call");
      await user.frame().selectOption("select", { index: 1 });
      await stage.until(() => calls(user, "tools/call", "get-cohort-data").length > 1, "another call");
      await fine(user);
    },
  },
  {
    name: "server-system-monitor: its View polls a tool that is for apps only",
    async run(stage) {
      const user = await shown(stage, "system-monitor", /CPU USAGE/i);
      await stage.until(() => user.seen.filter(({ kind, dir, msg }) => kind === "message" && dir === "host->view" && msg.result?.structuredContent).length > 1, "two answers", 15_000);
      await fine(user);
    },
  },
];
