// The TypeScript SDK's AppBridge 2.0.4, in Chromium, behind the relay of `mcp-apps host-conformance`.

import { createInterface } from "node:readline";
import { chromium } from "playwright-core";
import { CHROMIUM, CHROMIUM_FLAGS } from "../harness.mjs";
import { view } from "../peers.mjs";

const browser = await chromium.launch({ executablePath: CHROMIUM, headless: true, args: CHROMIUM_FLAGS });
const page = await browser.newPage();
page.on("pageerror", (error) => console.error(`the page: ${error}`));
await page.exposeFunction("say", (line) => console.log(JSON.stringify(line)));
const html = await view("host", 2);
await page.route("http://host.localhost/", (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body: html }));
await page.goto("http://host.localhost/");
for await (const line of createInterface({ input: process.stdin })) {
  await page.evaluate((line) => window.take(line), JSON.parse(line));
}
await browser.close();
