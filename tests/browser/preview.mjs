// The real `mcp-apps preview` in a browser context of its own. Between the two is a proxy that
// sees every request, can answer for names that nobody has, and takes a guard out where a run is a mutant.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, request } from "node:http";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import assert from "node:assert/strict";
import { cli, weather as weatherBinary } from "./built.mjs";
import { replaceOnce } from "./stage.mjs";

const own = (file) => fileURLToPath(new URL(file, import.meta.url));

/** Servers to preview: each is a command. */
export const servers = {
  // With the page written by hand, whatever else was bundled here.
  weather: () => [weatherBinary(), "--view", own("../../runtime/examples/weather/view.html")],
  scripted: (page) => [process.execPath, own("preview-server.mjs"), page],
  npm: (name) => [process.execPath, own(`servers/node_modules/@modelcontextprotocol/server-${name}/dist/index.js`), "--stdio"],
};

/** A program that goes with the stage. */
export function run(stage, command, options = {}) {
  const child = spawn(command[0], command.slice(1), { stdio: ["ignore", "pipe", "pipe"], ...options });
  child.errors = "";
  child.stderr?.on("data", (chunk) => { child.errors += chunk; });
  stage.ending.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, "exit");
  });
  return child;
}

export async function line(stream) {
  const [first] = await once(createInterface({ input: stream }), "line");
  return first;
}

/** Starts the preview of a server; `open()` shows it in a page. */
export async function preview(stage, server, { args = [], env = {} } = {}) {
  const child = run(stage, [cli(), "preview", "--no-open", ...args, ...(server.length > 0 ? ["--", ...server] : [])], { env: { ...process.env, ...env } });
  const url = await Promise.race([
    line(child.stdout),
    once(child, "exit").then(([code]) => { throw new Error(`the preview ended with ${code}: ${child.errors}`); }),
  ]);
  const preview = new Preview(stage, child, url);
  await preview.front.start();
  stage.ending.push(() => preview.front.stop());
  return preview;
}

export class Preview {
  constructor(stage, child, url) {
    Object.assign(this, { stage, child, url });
    this.origin = new URL(url).origin;
    this.port = Number(new URL(url).port);
    this.key = new URL(url).hash.slice(1);
    this.front = new Front(this);
  }

  /** A browser context behind the proxy, and in it a page at an address: the preview's, if none is named. */
  async open({ url = this.url, context, wait = true, ...options } = {}) {
    this.context = context ?? await this.stage.harness.browser.newContext({
      viewport: { width: 1280, height: 800 }, proxy: { server: this.front.url, bypass: "<-loopback>" }, ...options,
    });
    if (!context) {
      const { context: made } = this;
      made.on("console", (message) => this.stage.console.push(message.text()));
      this.stage.ending.push(() => made.close());
    }
    const page = await this.context.newPage();
    const shown = new PreviewPage(this, page);
    await page.goto(url).catch((error) => { if (wait) throw error; });
    if (wait) await shown.page.waitForSelector("#run");
    return shown;
  }
}

/** The preview's page, as its user sees it. */
export class PreviewPage {
  constructor(preview, page) {
    Object.assign(this, { preview, page, stage: preview.stage });
    page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => this.#take(JSON.parse(payload))));
    page.on("pageerror", (error) => this.errors.push(String(error)));
  }

  /** Everything the page was told that was seen, and what else it was told. */
  seen = [];
  told = [];
  errors = [];

  #take(said) {
    if (said.op === "seen") this.seen.push(said.seen);
    else this.told.push(said);
  }

  /** Chooses a tool, writes its arguments as JSON, and shows its View. */
  async show(tool, given) {
    if (tool) await this.page.click(`.tool[data-name="${tool}"]`);
    if (given) {
      const asJson = this.page.locator("#call button", { hasText: "JSON" });
      if (await asJson.getAttribute("aria-pressed") !== "true") await asJson.click();
      await this.page.fill("#call textarea", JSON.stringify(given));
    }
    await this.page.click("#run");
  }

  /** The View's own frame: the one inside the sandbox's. */
  frame() {
    return this.page.frames().find((frame) => frame.parentFrame()?.parentFrame() === this.page.mainFrame());
  }

  sandbox() {
    return this.page.frames().find((frame) => frame.parentFrame() === this.page.mainFrame());
  }

  /** Waits until the View shows a text. */
  text(wanted, patience = 15_000) {
    const has = async () => {
      const text = await this.frame()?.evaluate(() => document.body?.innerText).catch(() => undefined);
      return text !== undefined && (wanted instanceof RegExp ? wanted.test(text) : text.includes(wanted)) && text;
    };
    return this.stage.until(has, `"${wanted}" in the View`, patience);
  }

  /** What the log's lines say, of every kind. */
  async log() {
    return this.page.locator(".row .line").allTextContents();
  }

  /** How often a line of the log begins with these words. */
  async logged(title) {
    return this.page.locator(".row .what").allTextContents().then((all) => all.filter((what) => what === title).length);
  }

  saw(title, patience) {
    return this.stage.until(() => this.logged(title), `"${title}" in the log`, patience);
  }

  state(wanted, patience = 15_000) {
    return this.stage.until(async () => await this.page.textContent("#state") === wanted, `the state ${wanted}`, patience);
  }

  /** Has a View on `views/full.js` take a step, and gives what came of it. */
  async step(step) {
    await this.begin(step);
    return (await this.word("step", (data) => data.step === step)).outcome;
  }

  begin(step) {
    return this.frame().evaluate((step) => window.postMessage({ jsonrpc: "2.0", method: "test/do", params: { step } }, "*"), step);
  }

  /** Waits for a View's word: `views/full.js` logs what it does. */
  async word(name, match = () => true, patience) {
    const said = ({ kind, msg }) => kind === "message" && msg.method === "notifications/message" && msg.params.data?.[name] !== undefined && match(msg.params.data);
    const seen = await this.stage.until(() => this.seen.findLast(said), `the View's ${name}`, patience);
    return seen.msg.params.data;
  }

  tab(name) {
    return this.page.click(`#tab-${name}`);
  }
}

/** An HTTP proxy of one test: every name leads to the preview, if the port is its, or else nowhere. */
class Front {
  /** The head of each request: `{ method, url, headers }`. */
  heads = [];
  #tunnels = new Set();
  #refusing = false;

  constructor(preview) {
    this.preview = preview;
    this.server = createServer((request, response) => this.#pass(request, response));
    this.server.on("connect", (request, socket) => this.#tunnel(request, socket));
  }

  async start() {
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
    this.url = `http://127.0.0.1:${this.server.address().port}`;
  }

  stop() {
    this.drop();
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Cuts every WebSocket; with `refusing`, lets none through until `accept()`. */
  drop({ refusing = false } = {}) {
    this.#refusing = refusing;
    for (const socket of this.#tunnels) socket.destroy();
    this.#tunnels.clear();
  }

  accept() {
    this.#refusing = false;
  }

  get tunnels() { return this.#tunnels.size; }

  #guards() {
    const { mutant } = this.preview.stage;
    return mutant ? [mutant, ...(mutant.also ?? [])] : [];
  }

  /** Where a request for a port of any name goes: the preview, or the suite's own server. */
  #port(port) {
    return port === this.preview.port || port === this.preview.stage.harness.port ? port : null;
  }

  /** The head of a request as it goes on. */
  #head(head) {
    this.heads.push(head);
    for (const guard of this.#guards()) {
      if (!guard.request || head.headers[guard.request] === undefined || (guard.path && new URL(head.url).pathname !== guard.path)) continue;
      const right = { host: `127.0.0.1:${this.preview.port}`, origin: this.preview.origin }[guard.request];
      if (head.headers[guard.request] !== right) this.preview.stage.mutant.used = true;
      head.headers[guard.request] = right;
    }
    return head;
  }

  #pass(request, response) {
    const url = new URL(request.url, `http://${request.headers.host}`);
    const port = this.#port(Number(url.port));
    if (!port) return response.writeHead(502).end();
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", async () => {
      try {
        const { headers } = port === this.preview.port ? this.#head({ method: request.method, url: url.href, headers: { ...request.headers } }) : request;
        await this.#answer({ url, port, method: request.method, headers, body: Buffer.concat(chunks) }, response);
      } catch (error) {
        response.writeHead(502).end(String(error));
      }
    });
  }

  async #answer({ url, port, method, headers, body }, response) {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    const lines = Object.entries({ ...headers, connection: "close" }).filter(([name]) => name !== "proxy-connection").map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`${method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join("")}\r\n`);
    socket.write(body);
    const chunks = [];
    for await (const chunk of socket) chunks.push(chunk);
    const whole = Buffer.concat(chunks);
    const end = whole.indexOf("\r\n\r\n");
    const [status, ...rest] = whole.subarray(0, end).toString("latin1").split("\r\n");
    const answer = { headers: rest.map((line) => line.split(/: (.*)/s).slice(0, 2)), body: whole.subarray(end + 4).toString("utf8") };
    if (port === this.preview.port) this.#mutate(url, answer);
    const kept = answer.headers.filter(([name]) => !["content-length", "transfer-encoding", "connection"].includes(name.toLowerCase()));
    response.writeHead(Number(status.split(" ")[1]), kept.flat()).end(answer.body);
  }

  /** Takes the guard out of what the preview serves. */
  #mutate({ host, pathname }, answer) {
    const place = host === new URL(this.preview.origin).host ? pathname : "a sandbox";
    for (const { file = "/", header, without, request, from, to } of this.#guards()) {
      if (request || file !== place) continue;
      if (header) {
        const entry = answer.headers.find(([name]) => name.toLowerCase() === header);
        entry[1] = replaceOnce(entry[1], from, to);
      } else if (without) {
        const left = answer.headers.filter(([name]) => name.toLowerCase() !== without);
        assert.notEqual(left.length, answer.headers.length, `there is no header ${without}`);
        answer.headers = left;
      } else {
        answer.body = replaceOnce(answer.body, from, to);
      }
      this.preview.stage.mutant.used = true;
    }
  }

  /** The first frame of a WebSocket, with the right key in it if the check of that is to be as good as gone. */
  #keyed(frame) {
    if (!this.#guards().some(({ request }) => request === "key")) return frame;
    const mask = frame.subarray(2, 6);
    const turn = (bytes) => Buffer.from(bytes.map((byte, at) => byte ^ mask[at % 4]));
    const text = turn(frame.subarray(6)).toString("latin1");
    const right = text.replace(/"[0-9a-f]{32}"/, JSON.stringify(this.preview.key));
    if (right !== text) this.preview.stage.mutant.used = true;
    return Buffer.concat([frame.subarray(0, 6), turn(Buffer.from(right, "latin1"))]);
  }

  /** A WebSocket: its handshake is read, and what follows is left as it is. */
  #tunnel(request, socket) {
    const port = this.#port(Number(request.url.split(":").at(-1)));
    if (!port || this.#refusing) return socket.end("HTTP/1.1 502 no\r\n\r\n");
    socket.write("HTTP/1.1 200 yes\r\n\r\n");
    const upstream = connect(port, "127.0.0.1");
    for (const end of [socket, upstream]) {
      end.on("error", () => {});
      end.on("close", () => {
        socket.destroy();
        upstream.destroy();
        this.#tunnels.delete(socket);
      });
    }
    this.#tunnels.add(socket);
    socket.once("data", (chunk) => {
      const text = chunk.toString("latin1");
      const [first, ...lines] = text.slice(0, text.indexOf("\r\n\r\n")).split("\r\n");
      const pairs = lines.map((line) => line.split(/: (.*)/s).slice(0, 2));
      const headers = Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]));
      const [method, path] = first.split(" ");
      const head = this.#head({ method, url: `ws://${headers.host}${path}`, headers });
      const rest = Object.entries(head.headers).map(([name, value]) => `${name}: ${value}\r\n`).join("");
      upstream.write(`${first}\r\n${rest}\r\n`);
      upstream.write(chunk.subarray(text.indexOf("\r\n\r\n") + 4));
      socket.once("data", (first) => {
        upstream.write(this.#keyed(first));
        socket.pipe(upstream);
      });
    });
    upstream.pipe(socket);
  }
}

/** What the preview answers for each host, asked as no browser can: with a `Host` of one's own. */
export async function statuses(port, hosts) {
  return Promise.all(hosts.map(async (host) => {
    const asking = request({ port, host: "127.0.0.1", path: "/", headers: { host } }).end();
    const [response] = await once(asking, "response");
    response.resume();
    return response.statusCode;
  }));
}
