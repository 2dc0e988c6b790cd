// The Views in Rust of the examples, shown by the preview as their user meets them: real servers over stdio, real
// pages under the policy every View gets. With VIEW_SHOTS=FOLDER pictures of them are kept.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundle, bundled, cli, form, weather } from "../built.mjs";
import { smaller } from "../picture.mjs";
import { preview } from "../preview.mjs";

const VIEWS = ["weather", "form", ...(process.env.LEPTOS ? ["leptos"] : [])];
const folder = (name) => `runtime/examples/views/${name}`;
const view = (name) => bundled(folder(name)).file;

export function prepare() {
  cli(), weather(), form();
  return Promise.all(VIEWS.map((name) => bundle(folder(name))));
}

const shown = async (stage, server, name) => (await preview(stage, [server, "--view", view(name)])).open({ colorScheme: "light" });

/** Messages of a method, one way. */
const sent = (user, dir, method) => user.seen.filter(({ kind, dir: way, msg }) => kind === "message" && way === dir && msg.method === method).map(({ msg }) => msg);
const calls = (user) => sent(user, "view->host", "tools/call").map(({ id, params }) => ({ id, ...params }));
const answers = (user) => user.seen.filter(({ kind, dir, msg }) => kind === "message" && dir === "host->view" && msg.result).map(({ msg }) => msg);

/** Where the curve should be, from what the tool gave: over how many hours, and which of them is the warmest. */
function drawn() {
  const path = document.getElementById("line").getAttribute("d") ?? "";
  const points = path.slice(1).split(/[LC]/).map((point) => point.split(" ").map(Number).slice(-2)).slice(1, -1);
  const levels = points.map(([, y]) => y);
  return { hours: points.length, warmest: levels.indexOf(Math.min(...levels)), labels: [...document.querySelectorAll("#hours b")].map((label) => label.textContent), box: document.getElementById("line").getBoundingClientRect().height };
}

const weatherCase = {
  limit: 60_000,
  name: "the weather's chart is drawn from the tool's result, redrawn by the tool for apps, dark and as large as asked for",
  async run(stage) {
    const user = await shown(stage, weather(), "weather");
    await user.show("get_weather", { city: "Paris" });
    await user.text(/\d of 4 stations have answered/);
    await user.text("Live");
    await keep(stage, user, "weather");

    const [{ params: result }] = sent(user, "host->view", "ui/notifications/tool-result");
    const { hours } = result.structuredContent.weather;
    const chart = await user.frame().evaluate(drawn);
    assert.equal(chart.hours, hours.length);
    assert.equal(chart.warmest, hours.findIndex(({ celsius }) => celsius === Math.max(...hours.map((hour) => hour.celsius))));
    // The page draws whole degrees, and rounds as JavaScript does but for halves below zero.
    assert.deepEqual(chart.labels.map((label) => Number.parseInt(label, 10)), hours.map(({ celsius }) => Math.sign(celsius) * Math.round(Math.abs(celsius)) + 0));
    assert.ok(chart.box > 20, "the curve has a height");

    // Another result is another chart: it is what the tool for apps gave, and nobody else was asked.
    const refreshed = calls(user).length;
    await user.frame().click("#refresh");
    const call = await stage.until(() => calls(user)[refreshed], "a call");
    assert.deepEqual([call.name, call.arguments.city], ["refresh_weather", "Paris"]);
    const answer = await stage.until(() => answers(user).find(({ id }) => id === call.id), "its answer");
    const shows = `${answer.result.structuredContent.weather.celsius.toFixed(1).replace("-", "−")}`;
    await stage.until(async () => await user.frame().textContent("#celsius") === shows, `${shows} °C`);
    const server = user.seen.filter(({ kind, msg }) => kind === "server" && msg.method === "tools/call").map(({ msg }) => msg.params.name);
    assert.equal(server.filter((name) => name === "get_weather").length, 1);

    const looks = () => user.frame().evaluate(() => ({ theme: document.documentElement.dataset.theme, ink: getComputedStyle(document.body).color, own: document.documentElement.style.getPropertyValue("--color-text-primary") }));
    const before = await looks();
    assert.equal(before.theme, "light");
    assert.notEqual(before.own, "", "the Host's style variables are there");
    await user.page.click('#stagebar [data-value="dark"]');
    await stage.until(async () => (await looks()).theme === "dark", "the dark theme");
    assert.notEqual((await looks()).ink, before.ink);
    await keep(stage, user, "weather-dark");

    const height = () => user.frame().evaluate(() => document.getElementById("page").getBoundingClientRect().height);
    await user.frame().click("#mode");
    await stage.until(async () => await user.page.getAttribute('#stagebar [data-value="fullscreen"]', "aria-pressed") === "true", "fullscreen");
    assert.deepEqual(sent(user, "view->host", "ui/request-display-mode").map(({ params }) => params.mode), ["fullscreen"]);
    const room = await user.page.evaluate(() => document.getElementById("pane").clientHeight);
    await stage.until(async () => Math.abs(await height() - room) <= 1 || await height() > room, "the page fills its frame");
    assert.equal(await user.frame().getAttribute("#mode", "aria-pressed"), "true");
    await keep(stage, user, "weather-fullscreen");
    // The Host may take it back, too.
    await user.page.click('#stagebar [data-value="inline"]');
    await stage.until(async () => await user.frame().getAttribute("#mode", "aria-pressed") === "false", "inline again");
    assert.deepEqual(user.errors, []);
  },
};

const noWeather = {
  name: "the weather's View says so when its tool gives no weather",
  async run(stage) {
    const user = await shown(stage, weather(), "weather");
    await user.show("get_weather", { town: "Paris" });
    await user.text("The tool gave no weather");
    await user.text("The tool was asked for no city");
    assert.deepEqual(calls(user), [], "nothing more is asked for");
  },
};

const formCase = {
  limit: 60_000,
  name: "an order is filled in by the model and by the user, told to the model, placed, and saved",
  async run(stage) {
    const user = await shown(stage, form(), "form");
    await user.show("order_lunch", { people: 6 });
    await user.text("Kumo Kitchen");
    assert.equal(await user.frame().textContent("#total"), "80.00 €");

    // The page offers its tools once there is a card: each is listed as it comes, after none.
    const lists = await stage.until(() => {
      const all = user.told.filter(({ op }) => op === "viewTools").map(({ tools }) => tools.map(({ name }) => name));
      return all.length === 3 && all;
    }, "the View's tools");
    assert.deepEqual(lists.at(-1), ["fill_order", "read_order"]);
    // The schema is that of the one struct: what the server takes, the model may write.
    const { tools } = user.told.findLast(({ op }) => op === "server");
    const schema = (list, name) => list.map((tool) => tool.definition ?? tool).find((tool) => tool.name === name).inputSchema.properties;
    assert.deepEqual(schema(user.told.findLast(({ op }) => op === "viewTools").tools, "fill_order"), schema(tools, "place_order"));

    // The model fills in what it knows.
    await user.tab("viewTools");
    await user.page.locator("#panel-viewTools summary", { hasText: "Fill in the order" }).click();
    const filled = await callTool(stage, user, "fill_order", { portions: [["ramen", 3], ["katsu", 0]], place: "Room 4", time: "12:30" });
    assert.equal(await user.frame().inputValue("#place"), "Room 4");
    assert.deepEqual(filled.structuredContent.missing, ["day"]);
    assert.deepEqual(filled.structuredContent.order.portions, [{ dish: "ramen", count: 3 }, { dish: "donburi", count: 2 }, { dish: "salad", count: 1 }]);
    const refused = await callTool(stage, user, "fill_order", { portions: [["pizza", 1]] });
    assert.equal(refused.isError, true);
    assert.equal(refused.content[0].text, "There is no dish `pizza`; there are ramen, donburi, katsu, salad, gyoza.");

    // The user fills in the rest, and the model is told what was typed.
    await user.frame().fill("#day", "2026-12-24");
    await user.frame().fill("#note", "No sesame, “please”");
    await user.frame().locator("#dishes li", { hasText: "Gyoza" }).locator(".more").click();
    await user.tab("result");
    const told = await stage.until(async () => {
      const block = user.page.locator(".block", { hasText: "Context from the View" }).locator(".json");
      const context = await block.count() === 1 && JSON.parse(await block.textContent());
      return context && context.structuredContent.order.portions.some(({ dish }) => dish === "gyoza") && context;
    }, "the model's context");
    const typed = { portions: [{ dish: "ramen", count: 3 }, { dish: "donburi", count: 2 }, { dish: "salad", count: 1 }, { dish: "gyoza", count: 1 }],
      day: "2026-12-24", time: "12:30", place: "Room 4", note: "No sesame, “please”" };
    assert.deepEqual(told.structuredContent, { order: typed, total_cents: 3 * 1290 + 2 * 1490 + 1090 + 690, missing: [] });
    assert.match(told.content[0].text, /not placed yet:\n3 × Mushroom ramen\n[^]*Note: No sesame, “please”\n$/);
    await user.tab("viewTools");
    await user.page.locator("#panel-viewTools summary", { hasText: "Read the order" }).click();
    const read = await callTool(stage, user, "read_order");
    assert.deepEqual(read.structuredContent, told.structuredContent);
    await keep(stage, user, "form");

    // The user places it: what the server gets is what was typed.
    await user.frame().click("#place-order");
    await user.text("Order 1001 is placed, 86.30 €");
    const placed = user.seen.find(({ kind, dir, msg }) => kind === "server" && dir === "host->server" && msg.params?.name === "place_order");
    assert.deepEqual(placed.msg.params.arguments, typed);

    const download = user.page.waitForEvent("download");
    await user.frame().click("#save");
    await user.page.locator(".ask", { hasText: "lunch-1001.txt" }).locator("button", { hasText: "Save" }).click();
    const file = await download;
    assert.equal(file.suggestedFilename(), "lunch-1001.txt");
    assert.equal(readFileSync(await file.path(), "utf8"), `Order 1001, Kumo Kitchen\n\n3 × Mushroom ramen\n2 × Salmon donburi\n1 × Soba salad\n1 × Gyoza, six pieces\nTotal: 86.30 €\nDay: 2026-12-24\nTime: 12:30\nPlace: Room 4\nNote: No sesame, “please”\n`);
    await user.text("Saved.");
    await keep(stage, user, "form-placed");
    assert.deepEqual(user.errors, []);
  },
};

/** Calls a tool of the View's by its form in the preview. */
async function callTool(stage, user, name, { portions = [], ...texts } = {}) {
  const form = user.page.locator("#panel-viewTools details[open]").last();
  const member = (label) => form.locator(".member", { has: user.page.locator(".name label", { hasText: new RegExp(`^${label}`) }) }).first();
  const sent = form.locator(".name input:checked");
  while (await sent.count() > 0) await sent.first().uncheck();
  if (portions.length > 0) await member("portions").locator(".name input").check();
  for (const [dish, count] of portions) {
    await member("portions").locator("button", { hasText: "Add" }).click();
    const item = member("portions").locator(".item").last();
    await item.locator("input").first().fill(dish);
    await item.locator("input").last().fill(String(count));
  }
  for (const [label, text] of Object.entries(texts)) {
    await member(label).locator(".name input").check();
    await member(label).locator(".body input").fill(text);
  }
  const results = () => user.told.filter((said) => said.op === "viewToolResult" && said.name === name);
  const before = results().length;
  await form.locator("button.primary").click();
  const { result, error } = await stage.until(() => results()[before], `${name}'s result`);
  assert.equal(error, undefined);
  return result;
}

/** With VIEW_SHOTS, a picture of the preview as it is. */
async function keep(stage, user, name) {
  const folder = process.env.VIEW_SHOTS;
  if (!folder) return;
  // What moves has come to rest.
  await user.page.waitForTimeout(800);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.png`), await smaller(await stage.open(), await user.page.screenshot()));
}

/** Compiling Leptos takes minutes: only where it is asked for. */
const leptosCase = {
  limit: 60_000,
  name: "a View on Leptos shows what the Host says as it says it",
  async run(stage) {
    const user = await shown(stage, weather(), "leptos");
    await user.page.click('.tool[data-name="get_weather"]');
    await user.page.locator("#call .check", { hasText: "Stream" }).locator("input").check();
    await user.show("get_weather", { city: "Reykjavík" });
    const city = new Set();
    await stage.until(async () => {
      city.add(await user.frame()?.textContent("h1", { timeout: 1 }).catch(() => ""));
      return city.has("Reykjavík");
    }, "the city", 15_000);
    assert.ok(city.size > 3, `while it was written: ${[...city]}`);
    await user.text(/At \d+/);
    assert.equal(await user.frame().locator("li").count(), 12);
    await user.text("light · inline");
    await user.page.click('#stagebar [data-value="dark"]');
    await user.page.click('#stagebar [data-value="fullscreen"]');
    await user.text("dark · fullscreen");
    await user.frame().click("button");
    const call = await stage.until(() => calls(user)[0], "a call");
    const answer = await stage.until(() => answers(user).find(({ id }) => id === call.id), "its answer");
    await user.text(`At ${answer.result.structuredContent.weather.at}`);
    await keep(stage, user, "leptos");
    await user.page.click("#teardown");
    await user.saw("torn-down");
    assert.deepEqual(user.errors, []);
  },
};

export default [weatherCase, noWeather, formCase, ...(process.env.LEPTOS ? [leptosCase] : [])];
