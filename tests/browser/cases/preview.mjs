// `mcp-apps preview`, as its user meets it: the real process, real servers, Chromium.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cli, weather } from "../built.mjs";
import { check } from "../judge.mjs";
import { view } from "../peers.mjs";
import { line, preview, run, servers, statuses } from "../preview.mjs";
import { pause } from "../stage.mjs";

export const prepare = () => { cli(); weather(); };

/** A folder that goes with the stage, and a View's page in it. */
async function folder(stage, html) {
  const path = mkdtempSync(join(tmpdir(), "mcp-apps-preview-"));
  stage.ending.unshift(() => rmSync(path, { recursive: true, force: true }));
  const page = join(path, "page.html");
  writeFileSync(page, html ?? await view("full", 2));
  return { path, page };
}

/** The scripted server with a View on the TypeScript SDK. */
async function scripted(stage, { html, ...options } = {}) {
  const { path, page } = await folder(stage, html);
  const shown = await preview(stage, servers.scripted(page), options);
  return { shown, path, page, user: await shown.open() };
}

const weatherWorks = async (user) => {
  await user.show("get_weather", { city: "Paris" });
  await user.text("Paris");
  await user.text(/°C/);
  await user.state("ready");
  // The page follows its call by a tool that the model never sees.
  await user.stage.until(() => user.seen.some(({ kind, dir, msg }) => kind === "message" && dir === "view->host" && msg.method === "tools/call" && msg.params.name === "refresh_weather"), "a call of the View's");
  await user.stage.until(() => user.seen.some(({ kind, dir, msg }) => kind === "message" && dir === "host->view" && msg.method === "ui/notifications/tool-result"), "the result");
  assert.deepEqual(user.errors, []);
};

const context = (seen) => seen.filter(({ kind, msg }) => kind === "message" && msg.method === "ui/notifications/host-context-changed").map(({ msg }) => msg.params);

export default [
  {
    name: "the weather example over stdio renders its result and calls back",
    async run(stage) {
      const user = await (await preview(stage, servers.weather())).open();
      await weatherWorks(user);
      assert.equal(await user.page.textContent("#server"), "weather");
      assert.equal(await user.page.textContent("#era"), "2025-11-25");
      const height = Number.parseFloat(await user.page.evaluate(() => document.getElementById("box").style.height));
      const inside = await user.frame().evaluate(() => document.documentElement.scrollHeight);
      assert.ok(Math.abs(height - inside) <= 8, `the frame has ${height} px, the View wants ${inside}`);
    },
  },
  {
    name: "the weather example over HTTP, on 2026-07-28",
    async run(stage) {
      const server = run(stage, [...servers.weather(), "--http", "127.0.0.1:0"]);
      const url = (await line(server.stderr)).replace(/^serving /, "");
      const user = await (await preview(stage, [url], { args: ["--era", "2026-07-28"] })).open();
      await weatherWorks(user);
      assert.equal(await user.page.textContent("#era"), "2026-07-28");
    },
  },
  {
    name: "a recorded conversation passes transcript check, and plays again without its server and with it",
    async run(stage) {
      const { path, page } = await folder(stage);
      const file = join(path, "recorded.jsonl");
      const recorded = await (await preview(stage, servers.scripted(page), { args: ["--record", file] })).open();
      await recorded.show("show", { city: "Oslo" });
      await recorded.word("result");
      await recorded.step("tool");
      await recorded.page.click("#teardown");
      await recorded.saw("torn-down");
      const judged = check(file);
      assert.equal(judged.status, 0, judged.stdout + judged.stderr);
      assert.ok(readFileSync(file, "utf8").includes("Oslo"));
      for (const server of [[], servers.scripted(page)]) {
        const user = await (await preview(stage, server, { args: ["--replay", file] })).open();
        await user.show("view 1");
        assert.deepEqual((await user.word("input")).input, { city: "Oslo" });
        assert.match((await user.word("result")).result.content[0].text, /^show by /);
        // What it asked then it may ask once more, and what it did not ask has no answer.
        assert.equal((await user.step("tool")).content[0].text.split(" ")[0], "refresh");
        assert.match((await user.step("read")).message, /the recording has no answer/);
        assert.deepEqual(user.seen.filter(({ kind, msg }) => kind === "server" && msg.method === "tools/call"), [], "no tool is called");
      }
    },
  },
  {
    name: "the Host's context reaches the View as the user changes it, and a mode it does not know is refused",
    async run(stage) {
      const { user } = await scripted(stage);
      await user.show("show");
      const { connected } = await user.word("connected");
      assert.equal(connected.host.name, "mcp-apps-preview");
      assert.equal(connected.context.theme, "light");
      assert.equal(Object.keys(connected.context.styles.variables).length, 76);
      assert.equal(connected.context.toolInfo.tool.name, "show");
      await user.state("ready");
      await user.page.keyboard.press("t");
      await stage.until(() => context(user.seen).some(({ theme }) => theme === "dark"), "the dark theme");
      await user.tab("host");
      const field = (label) => user.page.locator(".settings .row", { hasText: label }).locator("input, select");
      await field("Locale").fill("de-CH");
      await field("Platform").selectOption("mobile");
      await field("Safe area").first().fill("20");
      await user.page.locator("#panel-host h2, #panel-host legend").first().click();
      await stage.until(() => context(user.seen).some(({ safeAreaInsets }) => safeAreaInsets?.top === 20), "the safe area");
      const told = Object.assign({}, ...context(user.seen));
      assert.deepEqual([told.locale, told.platform], ["de-CH", "mobile"]);
      await user.page.selectOption("#stagebar select", "375");
      await stage.until(() => context(user.seen).some(({ containerDimensions }) => containerDimensions?.width === 375), "the width");
      await user.page.click('#stagebar [data-value="fullscreen"]');
      await stage.until(() => context(user.seen).some(({ containerDimensions }) => containerDimensions?.height > 0), "the frame's own height");
      assert.ok(context(user.seen).some(({ displayMode }) => displayMode === "fullscreen"));
      await user.page.click('#stagebar [data-value="pip"]');
      await user.page.locator(".ask.problem", { hasText: "pip" }).waitFor();
      assert.equal(await user.page.getAttribute('#stagebar [data-value="fullscreen"]', "aria-pressed"), "true");
      assert.deepEqual(await user.step("mode"), { mode: "fullscreen" });
    },
  },
  {
    name: "a capability that is switched off is neither advertised nor served",
    async run(stage) {
      const { user } = await scripted(stage);
      await user.tab("host");
      for (const label of ["Open links", "Server's tools", "Logging"]) await user.page.locator("#panel-host .check", { hasText: label }).locator("input").uncheck();
      await user.show("show");
      const greeted = await stage.until(() => user.seen.find(({ kind, dir, msg }) => kind === "message" && dir === "host->view" && msg.result?.hostCapabilities), "the handshake");
      const { hostCapabilities } = greeted.msg.result;
      assert.deepEqual(["openLinks", "serverTools", "logging", "serverResources"].map((name) => name in hostCapabilities), [false, false, false, true]);
      await user.state("ready");
      await user.frame().evaluate(() => window.parent.postMessage({ jsonrpc: "2.0", id: 77, method: "tools/call", params: { name: "refresh", arguments: {} } }, "*"));
      const answer = await stage.until(() => user.seen.find(({ kind, dir, msg }) => kind === "message" && dir === "host->view" && msg.id === 77), "an answer");
      assert.equal(answer.msg.error.code, -32601);
    },
  },
  {
    name: "links, files and sampling are the user's to allow",
    async run(stage) {
      const { user } = await scripted(stage);
      await user.tab("host");
      await user.page.locator("#panel-host .check", { hasText: "Sampling" }).locator("input").check();
      await user.show("show");
      await user.word("connected");
      const ask = user.page.locator(".ask");
      await user.begin("link");
      await ask.locator("text=example.com").first().waitFor();
      await ask.locator("button", { hasText: "Refuse" }).click();
      assert.ok((await user.word("step", ({ step }) => step === "link")).outcome.isError ?? (await user.word("step")).outcome.failed, "a refusal is told");
      await user.begin("link");
      const opened = user.preview.context.waitForEvent("page");
      await ask.locator("button", { hasText: "Open" }).click();
      assert.equal(await (await opened).evaluate(() => window.opener), null, "the page has no way back");
      await user.begin("download");
      await ask.locator("text=b.txt").first().waitFor();
      const saved = user.page.waitForEvent("download");
      await ask.locator("button", { hasText: "Save" }).click();
      assert.match((await saved).suggestedFilename(), /txt$/);
      await user.begin("sample");
      await ask.locator("textarea").fill("forty-two");
      await ask.locator("button", { hasText: "Answer" }).click();
      assert.equal((await user.word("step", ({ step }) => step === "sample")).outcome.content.text, "forty-two");
    },
  },
  {
    name: "the model's view of the result, its context and messages are beside the View's",
    async run(stage) {
      const { user } = await scripted(stage);
      await user.show("show", { city: "Rome", days: [1, 2] });
      await user.word("result");
      await user.step("context");
      await user.step("message");
      await user.tab("result");
      const block = (title) => user.page.locator(".block", { hasText: title }).locator(".json").textContent().then(JSON.parse);
      const [forView, forModel] = [await block("The View gets"), await block("The model gets")];
      assert.deepEqual(forView.structuredContent, { input: { city: "Rome", days: [1, 2] } });
      assert.equal(forView._meta.secret, "for the View");
      assert.deepEqual(Object.keys(forModel), ["content"]);
      assert.deepEqual((await block("Context from the View")).structuredContent, { n: 1 });
      assert.equal((await block("Message from the View")).content[0].text, "hello");
    },
  },
  {
    name: "the View's own tools are listed and called",
    async run(stage) {
      const { user } = await scripted(stage);
      await user.show("show");
      await user.state("ready");
      await user.tab("viewTools");
      await user.page.locator("#panel-viewTools summary", { hasText: "zoom" }).click();
      await user.page.locator("#panel-viewTools button.primary").click();
      const result = await user.page.locator("#panel-viewTools .block .json").textContent();
      assert.equal(JSON.parse(result).content[0].text, "zoom {}");
    },
  },
  {
    name: "a tool that the server gets later is there, and the View is told",
    async run(stage) {
      const { user } = await scripted(stage);
      await user.show("refresh", { grow: "newcomer" });
      await user.page.locator('.tool[data-name="newcomer"]').waitFor();
      await stage.until(() => user.seen.some(({ kind, dir, msg }) => kind === "message" && dir === "host->view" && msg.method === "notifications/tools/list_changed"), "the View is told");
    },
  },
  {
    name: "arguments are streamed piece by piece before they are whole",
    async run(stage) {
      const { user } = await scripted(stage);
      await user.page.click('.tool[data-name="show"]');
      await user.page.locator("#call .check", { hasText: "Stream" }).locator("input").check();
      await user.show("show", { city: "Reykjavík", days: [1, 2, 3] });
      const { input, partials } = await user.word("input");
      assert.deepEqual(input, { city: "Reykjavík", days: [1, 2, 3] });
      assert.ok(partials.length > 4, `${partials.length} pieces`);
      assert.ok(partials.every(({ city = "" }) => "Reykjavík".startsWith(city)));
    },
  },
  {
    name: "a form of every kind of field gives the arguments that were entered",
    async run(stage) {
      const { user } = await scripted(stage);
      await user.page.click('.tool[data-name="form"]');
      const member = (name) => user.page.locator("#call .member", { has: user.page.locator(".name label", { hasText: new RegExp(`^${name}`) }) });
      await user.page.click("#run");
      assert.match(await user.page.textContent("#call .error"), /^name: /, "what is required comes first");
      await member("name").locator("input[type=text]").fill("Ada");
      await member("count").locator("input[type=number]").fill("12");
      await user.page.click("#run");
      assert.match(await user.page.textContent("#call .error"), /^count: /);
      await member("count").locator("input[type=number]").fill("5");
      await member("kind").locator("select").selectOption({ label: "large" });
      await member("tags").locator("button", { hasText: "Add" }).click();
      await member("tags").locator(".item input").last().fill("b");
      await member("zip").last().locator(".name input").check();
      await member("zip").last().locator(".body input").fill("8000");
      await member("either").locator(".name input").check();
      await member("either").locator("select").selectOption({ label: "A word" });
      await member("either").locator(".body input").fill("word");
      await user.page.click("#run");
      const expected = { name: "Ada", count: 5, sure: true, kind: "large", tags: ["a", "b"], place: { city: "Århus", zip: "8000" }, either: "word" };
      const called = () => user.seen.findLast(({ kind, dir, msg }) => kind === "server" && dir === "host->server" && msg.method === "tools/call")?.msg.params.arguments;
      await stage.until(called, "the call");
      assert.deepEqual(called(), expected);
      // A tool without a View is called all the same, and its form is also JSON.
      await user.page.locator(".block", { hasText: "The model gets" }).waitFor();
      await user.page.locator("#call button", { hasText: "JSON" }).click();
      assert.deepEqual(JSON.parse(await user.page.inputValue("#call textarea")), expected);
    },
  },
  {
    name: "what a View's console says, and what the browser stops, is shown",
    async run(stage) {
      const html = `<!doctype html><html lang="en"><body><script>
        console.warn("careful", { a: 1 });
        setTimeout(() => { throw new Error("thrown late"); });
        Promise.reject(new Error("nobody caught it"));
        fetch("https://undeclared.example/").catch(() => {});
      </script><img src="https://images.example/a.png"></body></html>`;
      const { user } = await scripted(stage, { html });
      await user.show("show");
      const console = (level, text) => stage.until(() => user.seen.some((seen) => seen.kind === "console" && seen.level === level && seen.text.includes(text)), text);
      await console("warn", 'careful {"a":1}');
      await console("error", "thrown late");
      await console("error", "nobody caught it");
      const stopped = (directive) => stage.until(() => user.seen.some((seen) => seen.kind === "violation" && seen.directive === directive), directive);
      await stopped("connect-src");
      await stopped("img-src");
      await user.tab("policy");
      await user.page.locator("#panel-policy td", { hasText: "undeclared.example" }).first().waitFor();
    },
  },
  {
    name: "a server that is killed in the middle of a call cancels it, and comes back",
    async run(stage) {
      const { user } = await scripted(stage);
      await user.show("plain");
      const { pid } = (await stage.until(() => user.told.find(({ op, result }) => op === "result" && result), "a result")).result.content[0].text.match(/by (?<pid>\d+)/).groups;
      await user.show("slow");
      await user.word("input");
      process.kill(Number(pid), "SIGKILL");
      await user.word("cancelled");
      assert.equal((await user.step("read")).failed !== undefined, true, "the View is still there, and its server is not");
      await stage.until(async () => await user.page.textContent("#link") === "server ended", "the page says so");
      await user.page.click("#restart");
      await stage.until(async () => await user.page.textContent("#link") === "running", "a new server");
      await user.show("show");
      await user.word("result", () => true, 10_000);
      assert.deepEqual(user.errors, []);
    },
  },
  {
    name: "a WebSocket that drops comes back, and the View with it, once",
    async run(stage) {
      const { shown, user } = await scripted(stage);
      await user.show("show", { city: "Bern" });
      await user.word("result");
      for (let round = 0; round < 3; round += 1) {
        user.seen.length = 0;
        shown.front.drop({ refusing: true });
        await stage.until(async () => await user.page.textContent("#link") === "reconnecting", "the loss is shown");
        await stage.until(() => !user.frame(), "a View without its Host goes");
        shown.front.accept();
        await user.word("connected");
        assert.deepEqual((await user.word("input")).input, { city: "Bern" });
        await user.word("result");
      }
      await pause(200);
      assert.equal(user.seen.filter(({ kind, msg }) => kind === "message" && msg.method === "ui/initialize").length, 1);
      assert.equal(shown.front.tunnels, 1);
    },
  },
  {
    name: "reloaded a hundred times in the middle of its handshake, a View ends connected once and leaves nothing",
    limit: 120_000,
    async run(stage) {
      const { shown, user } = await scripted(stage);
      await user.show("show", { city: "Lima" });
      await user.word("result");
      for (let round = 0; round < 5; round += 1) {
        await user.page.evaluate(async () => {
          for (let reload = 0; reload < 20; reload += 1) {
            const before = document.querySelector("iframe");
            document.getElementById("reload").click();
            // The next View's frame is there; how far its handshake comes varies.
            while (document.querySelector("iframe") === before || !document.querySelector("iframe")) await new Promise((resolve) => setTimeout(resolve));
            await new Promise((resolve) => setTimeout(resolve, (reload * 13) % 90));
          }
        });
        await user.page.reload();
        await user.page.waitForSelector("#run");
      }
      user.seen.length = 0;
      await user.page.click("#reload");
      await user.word("connected", () => true, 20_000);
      await user.state("ready");
      await user.word("result");
      await pause(300);
      const views = user.told.filter(({ op }) => op === "view");
      // Of two reloads at once, only the later need be.
      assert.ok(views.length > 95, `${views.length} Views were opened`);
      assert.equal(await user.page.locator("iframe").count(), 1);
      assert.equal(shown.front.tunnels, 1, "one WebSocket");
      const answers = await statuses(shown.port, views.map(({ origin }) => new URL(origin).host));
      assert.deepEqual(answers.filter((status) => status === 200).length, 1, "one sandbox is left");
      assert.equal(answers.at(-1), 200);
      assert.deepEqual(user.errors, []);
    },
  },
  {
    name: "with --watch, a page that changes is shown anew with a new server",
    async run(stage) {
      const one = (word) => `<!doctype html><html lang="en"><body><p>${word}</p></body></html>`;
      const { page, path } = await folder(stage, one("before"));
      const user = await (await preview(stage, servers.scripted(page), { args: ["--watch", path] })).open();
      await user.show("show");
      await user.text("before");
      await stage.until(() => user.told.some(({ op, result }) => op === "result" && result), "the result");
      writeFileSync(page, one("afterwards"));
      await user.text("afterwards");
    },
  },
  {
    name: "the browser is opened with a key that opens once, and one URL is printed",
    async run(stage) {
      const { path } = await folder(stage, "");
      const file = join(path, "opened");
      writeFileSync(join(path, "xdg-open"), `#!/bin/sh\necho "$1" > "${file}.part" && mv "${file}.part" "${file}"\n`, { mode: 0o755 });
      const child = run(stage, [cli(), "preview", "--", ...servers.weather()], { env: { ...process.env, PATH: `${path}:${process.env.PATH}` } });
      let printed = "";
      child.stdout.on("data", (chunk) => { printed += chunk; });
      const opened = await stage.until(() => { try { return readFileSync(file, "utf8").trim(); } catch { return null; } }, "the browser");
      await stage.until(() => printed.endsWith("\n"), "the URL");
      assert.match(printed, /^http:\/\/127\.0\.0\.1:\d+\/#[0-9a-f]{32}\n$/);
      assert.notEqual(opened, printed.trim());
      const page = await stage.context.newPage();
      await page.goto(opened);
      await page.waitForSelector("#run");
      const second = await (await stage.harness.browser.newContext()).newPage();
      stage.ending.push(() => second.context().close());
      await second.goto(opened);
      await stage.until(async () => await second.textContent("#link") === "no key", "the key is used up");
      // The tab that used it was given the lasting one.
      await page.reload();
      await page.waitForSelector("#run");
    },
  },
];
