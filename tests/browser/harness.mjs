// One HTTP server on loopback that is many origins, one Chromium, one Rust process that makes the
// pages under test. `Harness.start()` once; `harness.stage()` for each test.

import { createServer } from "node:http";
import { once } from "node:events";
import { chromium } from "playwright-core";
import { Fixture } from "./fixture.mjs";
import { HOST_PAGE } from "./host-page.mjs";
import { Stage } from "./stage.mjs";

export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const BACKGROUND = "--disable-background-networking";

/** The flags a headless Chromium needs here; see README.md. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  BACKGROUND,
  "--disable-component-update",
  "--disable-sync",
];

export class Harness {
  /** Path of an origin, as `name path`, to a function from the request to `{ status, headers, body }`. */
  #routes = new Map();
  #streams = new Map();

  static async start() {
    const harness = new Harness();
    harness.server = createServer((request, response) => harness.#serve(request, response));
    harness.server.listen(0, "127.0.0.1");
    await once(harness.server, "listening");
    harness.port = harness.server.address().port;
    harness.fixture = await Fixture.start();
    harness.browser = await chromium.launch({ executablePath: CHROMIUM, headless: true, args: CHROMIUM_FLAGS });
    return harness;
  }

  /**
   * A Chromium with a profile of its own and its ordinary habits: in playwright's contexts, which
   * are incognito, and under its flags, nothing is fetched ahead.
   */
  launchOrdinary(profile, flags) {
    const args = [...CHROMIUM_FLAGS.filter((flag) => flag !== BACKGROUND), ...flags];
    return chromium.launchPersistentContext(profile, { executablePath: CHROMIUM, headless: true, args, ignoreDefaultArgs: [BACKGROUND] });
  }

  /** The origin of a name: each is another site to the browser, and none is on the network. */
  origin(name) {
    return `http://${name}.localhost:${this.port}`;
  }

  /** Serves `answer` (a body, or a function of the request) at `path` of the origin `name`. */
  serve(name, path, answer) {
    this.#routes.set(`${name} ${path}`, typeof answer === "function" ? answer : () => answer);
    return this.origin(name) + path;
  }

  async stage() {
    const context = await this.browser.newContext();
    return new Stage(this, context);
  }

  /** A channel from the page at the host's origin to the test: what it posts, and how to answer. */
  stream(id, take) {
    const channel = { take, waiting: [], response: null };
    this.#streams.set(String(id), channel);
    channel.send = (message) => {
      const line = `data: ${JSON.stringify(message)}\n\n`;
      if (channel.response) channel.response.write(line);
      else channel.waiting.push(line);
    };
    return channel;
  }

  async #serve(request, response) {
    const url = new URL(request.url, "http://x");
    const name = (request.headers.host ?? "").split(".localhost")[0];
    try {
      if (name === "host" && url.pathname === "/") return answer(response, { body: HOST_PAGE });
      if (name === "host" && url.pathname.startsWith("/relay/")) return await this.#relay(url, request, response);
      const route = this.#routes.get(`${name} ${url.pathname}`);
      if (!route) return answer(response, { status: 404, body: "nothing here" });
      const made = await route(request, url, response);
      if (made !== undefined) answer(response, typeof made === "string" ? { body: made } : made);
    } catch (error) {
      answer(response, { status: 500, body: String(error) });
    }
  }

  async #relay(url, request, response) {
    const channel = this.#streams.get(url.pathname.slice("/relay/".length));
    if (!channel) return answer(response, { status: 404, body: "" });
    if (request.method === "POST") {
      let text = "";
      for await (const chunk of request) text += chunk;
      for (const message of JSON.parse(text)) channel.take(message);
      return answer(response, { body: "" });
    }
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    channel.response = response;
    response.write(":\n\n" + channel.waiting.splice(0).join(""));
  }

  async stop() {
    await this.browser.close();
    await this.fixture.stop();
    this.server.closeAllConnections();
    this.server.close();
  }
}

function answer(response, { status = 200, headers = {}, body = "" }) {
  if (response.headersSent) return;
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", ...headers });
  response.end(body);
}
