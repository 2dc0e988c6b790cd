// One test's browser context: a host page, sandboxes in it, and everything the browser said.

import assert from "node:assert/strict";

let count = 0;

/** Replaces one occurrence; a text that is not there exactly once is a fault of the test. */
export function replaceOnce(text, from, to) {
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`expected exactly one ${JSON.stringify(from)}, found ${parts.length - 1}`);
  return parts.join(to);
}

/** Lets out what the policy lets out: the second guard over the same door. */
export const NO_ALLOWLIST = { without: "connection-allowlist" };

export class Stage {
  console = [];
  requests = [];
  /** What else ends with the test, last first. */
  ending = [];

  constructor(harness, context) {
    this.harness = harness;
    this.context = context;
    context.on("request", (request) => this.requests.push(request.url()));
    context.on("console", (message) => this.console.push(message.text()));
  }

  async open() {
    if (this.page) return this.page;
    this.page = await this.context.newPage();
    await this.page.goto(this.harness.origin("host") + "/");
    return this.page;
  }

  /**
   * The sandbox page of a policy, as Rust makes it, with one guard taken out if the run is a mutant.
   * `csp`, `permissions`, `wasm`, `tokens`, `own`, `approve` are the fixture's.
   */
  async sandboxPage(policy = {}) {
    const own = policy.own ? this.harness.origin(policy.own) : undefined;
    const page = await this.harness.fixture.ask("page", { host: this.harness.origin("host"), ...policy, own });
    if (this.mutant) this.#mutate(page);
    return page;
  }

  #mutate(page) {
    for (const { from, to, header, attribute, without } of [this.mutant, ...(this.mutant.also ?? [])]) {
      if (without) {
        const left = page.headers.filter(([name]) => name !== without);
        if (left.length === page.headers.length) throw new Error(`there is no header ${without}`);
        page.headers = left;
      } else if (header || attribute) {
        const entry = (header ? page.headers : page.frame).find(([name]) => name === (header ?? attribute));
        entry[1] = replaceOnce(entry[1], from, to);
      } else {
        page.html = replaceOnce(page.html, from, to);
      }
    }
    this.mutant.used = true;
  }

  /** Serves a sandbox page and gives its address; `origin` names the second origin. */
  async serveSandbox(policy = {}, origin = "sandbox") {
    const page = await this.sandboxPage(policy);
    const name = policy.own ?? origin;
    const path = `/view/${++count}`;
    const src = this.harness.serve(name, path, () => ({ headers: Object.fromEntries(page.headers), body: page.html }));
    return { src, origin: this.harness.origin(name), attributes: page.frame, page };
  }

  /** Shows a View's HTML in a sandbox of its own, and waits until it is there. */
  async show(html, policy = {}, { name = `view${++count}`, origin } = {}) {
    await this.open();
    const sandbox = await this.serveSandbox(policy, origin);
    const { page: _, ...given } = sandbox;
    await this.page.evaluate((args) => window.openSandbox(args), { name, ...given, html });
    return new Sandbox(this, name, sandbox);
  }

  /** Shows an app of a Rust server in a View that Rust bridges; `asked` is the fixture's. */
  async bridged(html, asked = {}, { carry = (message) => message } = {}) {
    await this.open();
    const { fixture } = this.harness;
    const { view, page } = await fixture.ask("open", { host: this.harness.origin("host"), html, ...asked });
    if (this.mutant) this.#mutate(page);
    const src = this.harness.serve("sandbox", `/bridged/${++count}`, () => ({ headers: Object.fromEntries(page.headers), body: page.html }));
    const bridged = new Bridged(this, view);
    const channel = this.harness.stream(view, (message) => {
      if (message.mcpAppsSandbox !== undefined) return bridged.notices.push(message);
      bridged.record(message.method === "ui/notifications/sandbox-proxy-ready" ? "proxy->host" : "view->host", message);
      const carried = carry(message);
      if (carried !== undefined) fixture.send(view, JSON.stringify(carried));
    });
    fixture.listen(view, (line) => {
      if (line.text === undefined) return bridged.events.push({ name: line.event, data: line.data });
      const message = JSON.parse(line.text);
      bridged.record(message.method === "ui/notifications/sandbox-resource-ready" ? "host->proxy" : "host->view", message);
      channel.send(message);
    });
    bridged.name = `bridged${view}`;
    const args = { name: bridged.name, src, origin: this.harness.origin("sandbox"), attributes: page.frame, relay: view };
    await this.page.evaluate((args) => window.openSandbox(args), args);
    return bridged;
  }

  /** Waits until `probe` gives something true. */
  async until(probe, what = "the expected", patience = 5000) {
    const end = Date.now() + patience;
    for (;;) {
      const value = await probe();
      if (value) return value;
      if (Date.now() > end) assert.fail(`${what} did not happen`);
      await pause(10);
    }
  }

  /** Watches for what must not happen: for `ms`, or without the guard until it does happen. */
  async never(probe, what, ms = 300) {
    const end = Date.now() + (this.mutant ? 6000 : ms);
    while (Date.now() < end) {
      if (await probe()) assert.fail(what);
      await pause(10);
    }
  }

  async close() {
    for (const end of this.ending.splice(0).reverse()) await end();
    await this.context.close();
  }
}

/** A View that Rust bridges. */
export class Bridged {
  events = [];
  notices = [];
  lines = [];
  #began = Date.now();

  constructor(stage, view) {
    Object.assign(this, { stage, view });
  }

  record(dir, msg) {
    // A page's HTML is long and says nothing about the conversation.
    if (msg.params?.html) msg = { ...msg, params: { ...msg.params, html: "<!doctype html>" } };
    this.lines.push({ t: Date.now() - this.#began, dir, msg });
  }

  /** Has the Host do something. */
  do(what, fields = {}) {
    return this.stage.harness.fixture.ask("do", { view: this.view, what, ...fields });
  }

  /** Waits for something the Host's hooks were told. */
  event(name, match = () => true, patience) {
    return this.stage.until(() => this.events.find((event) => event.name === name && match(event.data)), `${name}`, patience).then((event) => event.data);
  }

  /** Waits for a View's word: `views/full.js` logs what it does. */
  async word(name, match = () => true, patience) {
    const log = await this.event("log", ({ data }) => data?.[name] !== undefined && match(data), patience);
    return log.data;
  }

  /** Has the View take a step of `views/full.js`, and gives what came of it. */
  async step(step) {
    await this.stage.page.evaluate(([name, step]) => window.sandboxes.get(name).send({ jsonrpc: "2.0", method: "test/do", params: { step } }), [this.name, step]);
    return (await this.word("step", (data) => data.step === step)).outcome;
  }
}

/** A sandbox in the host's page. */
export class Sandbox {
  constructor(stage, name, sandbox) {
    Object.assign(this, { stage, name, ...sandbox });
  }

  /** What the host's page has had from it. */
  seen() {
    return this.stage.page.evaluate((name) => window.sandboxes.get(name).seen, this.name);
  }

  /** Whether the host's page has had a message that `match` likes. */
  async had(match) {
    return (await this.seen()).some(match);
  }

  /** Waits for a message that `match` likes. */
  saw(match, what = "the message", patience) {
    return this.stage.until(async () => (await this.seen()).find(match), what, patience);
  }

  /** Sends a message as the host does. */
  send(message) {
    return this.stage.page.evaluate(([name, message]) => window.sandboxes.get(name).send(message), [this.name, message]);
  }

  /** The proxy's frame, for playwright. */
  proxyFrame() {
    return this.stage.page.frames().find((frame) => frame.url().startsWith(this.origin) && frame.parentFrame() === this.stage.page.mainFrame());
  }

  /** The View's frame, for playwright. */
  viewFrame() {
    return this.stage.until(() => this.proxyFrame()?.childFrames()[0], "the View's frame");
  }
}

/** A View that says what it finds: `say(value)` sends it to the host as a log message. */
export function viewThatSays(script) {
  return `<!doctype html><html lang="en"><body><script>
    const say = (data) => parent.postMessage({ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data } }, "*");
    const attempt = (f) => { try { return f(); } catch (error) { return error.name; } };
    (async () => { ${script} })();
  </script></body></html>`;
}

export const said = (message) => message?.method === "notifications/message";

/** What a View said under `name`. */
export const word = (name) => (message) => said(message) && message.params.data?.[name] !== undefined;

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Shows a View and gives what it says under `name`. */
export async function ask(stage, script, name, policy, options) {
  const sandbox = await stage.show(viewThatSays(script), policy, options);
  return { sandbox, value: (await sandbox.saw(word(name), `the View's ${name}`)).params.data[name] };
}
