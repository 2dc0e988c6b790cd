// What a View in Rust does with its page: size, looks, the end, and what a person reads when there is no View.

import assert from "node:assert/strict";
import { GREETED, RawView, failureIn } from "../raw.mjs";
import { pause } from "../stage.mjs";
import { rust } from "../twins.mjs";

export { prepare } from "../twins.mjs";

const FORGED = "a message that is not the parent's was heard";
const changed = (view, context) => view.send("ui/notifications/host-context-changed", context);
const sizes = async (view) => (await view.all("ui/notifications/size-changed")).map(({ params }) => params);

/** A page of a certain content and style. */
const page = (body, css = "") => (html) => html.replace("<main></main>", body).replace("</head>", `<style>${css}</style></head>`);

/** Has the Host give the frame the height the View wants, as Hosts do; then waits until nothing more comes of it. */
async function fitting(view) {
  await view.stage.page.evaluate(([name]) => {
    const { frame } = window.sandboxes.get(name);
    addEventListener("message", ({ source, data }) => {
      if (source === frame.contentWindow && data?.method === "ui/notifications/size-changed") frame.style.height = `${data.params.height}px`;
    });
  }, [view.sandbox.name]);
}

/** Waits for a size of this height, and that no other follows. */
async function settles(view, height, what) {
  let last;
  await view.stage.until(async () => (last = (await sizes(view)).at(-1)?.height) === height, what, 3000).catch(() => assert.fail(`${what}: the height is ${last}, not ${height}`));
  const count = (await sizes(view)).length;
  await pause(250);
  assert.deepEqual((await sizes(view)).slice(count), [], `${what}: nothing follows`);
  return count;
}

const resize = [
  {
    name: "the document's size is told once, in whole pixels, and again when it changes, grown or shrunk (V7)",
    async run(stage) {
      const view = await RawView.show(stage, { edit: page('<main style="height:120.3px"></main>', "body{margin:0}") });
      await fitting(view);
      await view.answer(GREETED);
      assert.equal(await settles(view, 121, "the first size"), 1);
      assert.deepEqual((await sizes(view))[0], { width: 600, height: 121 });
      await view.inside(() => { document.querySelector("main").style.height = "300px"; });
      assert.equal(await settles(view, 300, "a grown document"), 2);
      await view.inside(() => { document.querySelector("main").style.height = "40px"; });
      assert.equal(await settles(view, 40, "a shrunk document"), 3);
      await view.inside(() => { document.querySelector("main").style.height = "900px"; });
      assert.equal(await settles(view, 900, "one larger than the frame is told in full"), 4);
    },
  },
  {
    name: "a document that fills its frame does not make it grow or shrink for ever (row 53)",
    async run(stage) {
      // With what the document is high: its content, but where its own style asks for the frame's height at least.
      const documents = {
        "html,body{height:100%}": 86,
        "html,body{height:100%;margin:0}body{padding:9px}": 88,
        "html{height:100vh}body{margin:20px}": 110,
        "body{min-height:100vh;margin:0}": 400,
      };
      for (const [css, height] of Object.entries(documents)) {
        const view = await RawView.show(stage, { edit: page('<main style="height:70px"></main>', css) });
        await fitting(view);
        await view.answer(GREETED);
        const told = await settles(view, height, css);
        assert.ok(told <= 2, css);
        // What is inside may grow and shrink all the same.
        for (const more of [500, 60]) {
          await view.inside((more) => { document.querySelector("main").style.height = `${more}px`; }, 70 + more);
          if (height !== 400) await settles(view, height + more, `${css} with more in it`);
        }
      }
    },
  },
  {
    name: "many changes in one frame are one message, and a size that is not new is none",
    async run(stage) {
      const view = await RawView.greet(stage, { edit: page('<main style="height:50px"></main>', "body{margin:0}") });
      await settles(view, 50, "the first size");
      await view.inside(() => { for (let height = 51; height <= 80; height += 1) document.querySelector("main").style.height = `${height}px`; });
      assert.equal(await settles(view, 80, "the last of many"), 2);
      // The body changes, which is watched, and the document is as large as before.
      await view.inside(() => { document.body.style.width = "300px"; });
      assert.equal(await settles(view, 80, "the same size"), 2);
      // Many frames, each with a change: as many as were drawn, at most.
      const frames = await view.inside(async () => {
        let frames = 0;
        for (const end = performance.now() + 300; performance.now() < end; frames += 1) {
          document.querySelector("main").style.height = `${100 + frames}px`;
          await new Promise(requestAnimationFrame);
        }
        return frames;
      });
      assert.ok(await settles(view, 99 + frames, "the last of many frames") <= 2 + frames + 1);
    },
  },
  {
    name: "a frame that nobody waits for any more is called off: the browser finds no closure gone",
    async run(stage) {
      const view = await RawView.greet(stage, { how: "still", edit: page('<main style="height:50px"></main>', "body{margin:0}") });
      await view.inside(() => { window.errors = []; addEventListener("error", ({ message }) => window.errors.push(message)); });
      for (let turn = 0; turn < 5; turn += 1) await view.take("calledOff");
      await view.stage.until(async () => (await view.all("notifications/message")).filter(({ params: { data } }) => data.step === "calledOff" && data.outcome === null).length === 5, "the steps", 5000);
      assert.deepEqual(await view.inside(() => window.errors), [], "nothing is called that is gone");
    },
  },
  {
    name: "an element's size is told in the document's place",
    async run(stage) {
      const view = await RawView.greet(stage, { how: "element", edit: page('<main style="width:200.5px;height:60px"></main><p style="height:500px"></p>') });
      await settles(view, 60, "the element's size");
      assert.deepEqual((await sizes(view))[0], { width: 201, height: 60 });
      await view.inside(() => { document.querySelector("p").style.height = "900px"; });
      assert.equal(await settles(view, 60, "another element is another's"), 1);
      await view.inside(() => { document.querySelector("main").style.height = "20px"; });
      await settles(view, 20, "a shrunk element");
    },
  },
  {
    name: "what is told while the document is measured leaves its own style as it was",
    async run(stage) {
      const view = await RawView.greet(stage, { edit: (html) => html.replace('data-how', 'style="height:300px;color:red" data-how') });
      await view.saw("ui/notifications/size-changed");
      assert.equal(await view.inside(() => document.documentElement.getAttribute("style").replaceAll(/\s/g, "")), "height:300px;color:red;");
    },
  },
];

const dataset = () => [document.documentElement.dataset.theme, document.documentElement.style.colorScheme];

const looks = [
  {
    name: "the theme is the document's, from the handshake on (row 52)",
    async run(stage) {
      const view = await RawView.greet(stage, { how: "theme", context: { theme: "dark" } });
      await view.becomes(dataset, ["dark", "dark"], "the theme of the handshake");
      await changed(view, { theme: "light" });
      await view.becomes(dataset, ["light", "light"], "a changed theme");
      await changed(view, { locale: "de-CH" });
      await view.noted("changed");
      await view.becomes(dataset, ["light", "light"], "the theme after another change");
    },
  },
  {
    name: "style variables are the Host's, the View's own where it gives none, and go when it gives them no more (V12)",
    async run(stage) {
      const styles = (variables) => ({ styles: { variables } });
      const view = await RawView.greet(stage, { how: "styles", context: styles({ "--border-radius-sm": "9px", "--font-sans": "Host" }) });
      const now = () => ["--color-text-primary", "--border-radius-sm", "--font-sans"].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name));
      await view.becomes(now, ["rgb(1, 2, 3)", "9px", "Host"], "the Host's, and the View's own");
      await changed(view, styles({ "--color-text-primary": "rgb(9, 9, 9)", "--font-sans": "Other" }));
      await view.becomes(now, ["rgb(9, 9, 9)", "3px", "Other"], "the fallback where the Host's is gone");
      await changed(view, styles({}));
      await view.becomes(now, ["rgb(1, 2, 3)", "3px", ""], "what nobody gives any more");
    },
  },
  {
    name: "the Host's fonts are in the document once, replaced when they change, and go when it gives none",
    async run(stage) {
      const styles = (fonts) => ({ styles: { css: { fonts } } });
      const [first, second] = ["Arial", "Courier"].map((name) => `@font-face { font-family: "Host"; src: local("${name}"); }`);
      const view = await RawView.greet(stage, { how: "fonts", context: styles(first) });
      const rules = () => [...document.querySelectorAll("style")].map((style) => style.textContent);
      await view.becomes(rules, [first], "the fonts");
      await view.inside(() => { document.querySelector("style").own = true; });
      await changed(view, { theme: "dark" });
      await changed(view, styles(first));
      await view.becomes(() => [...document.querySelectorAll("style")].map(({ own }) => own), [true], "the same element");
      await changed(view, styles(second));
      await view.becomes(rules, [second], "other fonts");
      await changed(view, { styles: {} });
      await view.becomes(() => document.fonts.size, 0, "no fonts");
    },
  },
  {
    name: "the document keeps within the room the Host gives (V8)",
    async run(stage) {
      const view = await RawView.greet(stage, { how: "container still", context: { containerDimensions: { width: 400, maxHeight: 250.5 } } });
      const room = () => ["width", "maxWidth", "height", "maxHeight"].map((name) => document.documentElement.style[name]);
      await view.becomes(room, ["100vw", "", "", "251px"], "a fixed width and a limited height");
      await changed(view, { containerDimensions: { height: 300, maxWidth: 500 } });
      await view.becomes(room, ["", "500px", "100vh", ""], "the other way round");
      await changed(view, { containerDimensions: {} });
      await view.becomes(room, ["", "", "", ""], "no limits");
    },
  },
  {
    name: "what covers the document's edges is in its style",
    async run(stage) {
      const view = await RawView.greet(stage, { how: "safe-area", context: { safeAreaInsets: { top: 20, right: 0, bottom: 34.2, left: 0 } } });
      const edges = () => ["top", "right", "bottom", "left"].map((side) => document.documentElement.style.getPropertyValue(`--mcp-safe-area-${side}`));
      await view.becomes(edges, ["20px", "0px", "35px", "0px"], "the insets");
      await changed(view, { safeAreaInsets: { top: 0, right: 5, bottom: 0, left: 5 } });
      await view.becomes(edges, ["0px", "5px", "0px", "5px"], "changed insets");
    },
  },
];

const ends = [
  {
    name: "at its teardown a View drops what it holds before the Host is answered (V13)",
    async run(stage) {
      const view = await RawView.greet(stage);
      await view.word("connected");
      await view.sandbox.send({ jsonrpc: "2.0", id: "t", method: "ui/resource-teardown", params: {} });
      await view.sandbox.saw(({ id }) => id === "t", "an answer");
      const words = (await view.said()).map(({ id, method, params }) => (params?.data?.teardown ? "farewell" : id ?? method));
      assert.deepEqual(words.slice(-2), ["farewell", "t"]);
      // Nothing of it goes on.
      const before = (await view.said()).length;
      await view.inside(() => { document.querySelector("main").style.height = "500px"; });
      await stage.never(async () => (await view.said()).length > before, "a View that is torn down spoke");
    },
  },
  ...["clean-up", "clean-up own-driver"].map((how) => ({
    name: `a ${how} may still ask the server for something; the Host waits for it (row 47)`,
    async run(stage) {
      const view = await RawView.greet(stage, { how });
      await view.word("connected");
      await view.sandbox.send({ jsonrpc: "2.0", id: "t", method: "ui/resource-teardown", params: {} });
      const call = await view.saw("tools/call");
      assert.deepEqual(call.params.arguments, { a: 1 });
      await stage.never(() => view.sandbox.had(({ id }) => id === "t"), "the teardown was answered before the clean-up's end", 150);
      await view.sandbox.send({ jsonrpc: "2.0", id: call.id, result: { content: [], structuredContent: {} } });
      assert.equal(await view.word("saved"), true);
      await view.sandbox.saw(({ id }) => id === "t", "an answer");
      assert.equal(await view.word("asked"), true);
      if (how !== "clean-up") assert.deepEqual((await view.noted("declared")), (await view.saw("ui/initialize")).params.appCapabilities);
    },
  })),
];

const failures = [
  {
    name: "a page that nobody shows says so to its reader",
    async run(stage) {
      const opened = await stage.context.newPage();
      await opened.goto(stage.harness.serve("alone", "/", rust()));
      await opened.waitForFunction(failureIn);
      assert.equal(await opened.evaluate(failureIn), "This app cannot run here: the page stands in no frame.");
    },
  },
  ...[
    ["an error", { error: { code: -32602, message: "not today" } }, /^This app cannot run here: the host says no: not today$/],
    ["no context", { result: { ...GREETED, hostContext: undefined } }, /^This app cannot run here: it cannot read what it was sent: .*hostContext/],
    ["a text", { result: "welcome" }, /^This app cannot run here: it cannot read what it was sent\.$/],
  ].map(([what, answer, words]) => ({
    name: `a handshake that fails by ${what} is told to the reader, not to the Host (row 37)`,
    async run(stage) {
      const view = await RawView.show(stage);
      const { id } = await view.saw("ui/initialize");
      await view.sandbox.send({ jsonrpc: "2.0", id, ...answer });
      assert.match(await view.failure(), words);
      assert.deepEqual((await view.said()).map(({ method }) => method), ["ui/initialize"]);
    },
  })),
  {
    name: "a Host that does not answer is given up, and the reader told",
    async run(stage) {
      const view = await RawView.show(stage, { how: "hasty" });
      assert.equal(await view.failure(), "This app cannot run here: the host does not answer.");
      assert.deepEqual(await view.all("ui/notifications/initialized"), []);
    },
  },
  {
    name: "a version nobody knows is no failure (W11)",
    async run(stage) {
      const view = await RawView.greet(stage, { answer: { protocolVersion: "2099-12-31" } });
      await view.take("version");
      assert.equal(await view.word("outcome"), "2099-12-31");
      assert.ok(!(await view.inside(failureIn)));
    },
  },
  {
    name: "a program that gives up says so to the reader",
    async run(stage) {
      const view = await RawView.greet(stage, { how: "fails" });
      assert.equal(await view.failure(), "This app cannot run here: the host says no: the program gave up");
    },
  },
];

const heard = [
  {
    name: "a View hears its parent and nobody else: not itself, its own frames, or the parent's parent",
    guards: [{ from: "Object.is(", to: "((one, other) => other !== window)(", fails: FORGED }],
    async run(stage) {
      const view = await RawView.greet(stage);
      await view.word("connected");
      const forged = { jsonrpc: "2.0", method: "ui/notifications/tool-input", params: { arguments: { forged: true } } };
      await view.inside((forged) => {
        window.postMessage(forged, "*");
        const frame = document.createElement("iframe");
        frame.srcdoc = `<script>parent.postMessage(${JSON.stringify(forged)}, "*")</script>`;
        document.body.append(frame);
      }, forged);
      await stage.page.evaluate(([name, forged]) => {
        // The Host's page is not what shows the View: the sandbox is.
        window.sandboxes.get(name).frame.contentWindow.frames[0].postMessage(forged, "*");
      }, [view.sandbox.name, forged]);
      await stage.never(() => view.inside(() => window.said.some(({ input }) => input?.forged)), FORGED);
      await view.send("ui/notifications/tool-input", { arguments: { city: "Oslo" } });
      assert.deepEqual(await view.word("input"), { city: "Oslo" });
    },
  },
  {
    name: "a member that is undefined is absent, and what is no message is passed over",
    async run(stage) {
      const view = await RawView.show(stage, { how: "theme" });
      const { id } = await view.saw("ui/initialize");
      await stage.page.evaluate(([name, id, result]) => {
        const { send } = window.sandboxes.get(name);
        for (const nothing of [undefined, null, "text", 7, [], {}, { jsonrpc: "1.0", id, result }, [{ jsonrpc: "2.0", id, result }], new ArrayBuffer(8), new Map()]) send(nothing);
        const circle = { jsonrpc: "2.0", method: "circle" };
        circle.circle = circle;
        send(circle);
        send({ jsonrpc: "2.0", id, error: undefined, result: { ...result, hostContext: { theme: undefined, locale: "de-CH", styles: undefined } } });
        send({ jsonrpc: "2.0", id: undefined, method: "ui/notifications/tool-input", params: { arguments: { city: "Oslo", days: undefined } } });
        send({ jsonrpc: "2.0", method: "ui/notifications/tool-result", params: { content: [], structuredContent: undefined, isError: undefined } });
      }, [view.sandbox.name, id, GREETED]);
      assert.deepEqual((await view.word("connected")).context, { locale: "de-CH" });
      assert.deepEqual(await view.word("input"), { city: "Oslo" });
      assert.deepEqual(await view.word("result"), { content: [] });
    },
  },
  {
    name: "what the Host says before the program listens is not lost (row 40)",
    async run(stage) {
      const view = await RawView.show(stage, { how: "late typed follow" });
      await view.saw("ui/initialize");
      await changed(view, { theme: "dark", locale: "en-GB" });
      await view.answer({ ...GREETED, hostContext: { theme: "light" } });
      await view.saw("ui/notifications/initialized");
      await view.send("ui/notifications/tool-input-partial", { arguments: { city: "O" } });
      await view.send("ui/notifications/tool-input", { arguments: { city: "Oslo" } });
      await view.send("ui/notifications/tool-result", { content: [], structuredContent: { celsius: 20 } });
      await changed(view, { displayMode: "inline" });
      await pause(200);
      assert.deepEqual(await view.all("notifications/message"), [], "the program does not listen yet");
      await view.take("go");
      // The handshake's answer is newer than what came before it.
      assert.deepEqual((await view.word("connected")).context, { theme: "light", locale: "en-GB", displayMode: "inline" });
      assert.deepEqual(await view.word("input"), { city: "Oslo" });
      assert.deepEqual((await view.word("result")).structuredContent, { celsius: 20 });
      assert.deepEqual(await view.word("followed"), { theme: "light", locale: "en-GB", displayMode: "inline" });
      const told = await view.word("typed");
      assert.deepEqual(told, { input: { Ok: { city: "Oslo" } }, output: { Ok: { celsius: 20 } } });
    },
  },
  {
    name: "typed input and output that do not fit say where",
    async run(stage) {
      const view = await RawView.greet(stage, { how: "typed" });
      await view.word("connected");
      await view.send("ui/notifications/tool-input", { arguments: { city: 5 } });
      await view.send("ui/notifications/tool-result", { content: [{ type: "text", text: "no" }], isError: true });
      const told = await view.word("typed");
      assert.match(told.input.Err, /params\.arguments\.city/);
      assert.match(told.output.Err, /the tool failed: no/);
    },
  },
  {
    name: "partial inputs nobody could see are not drawn: the newest is, and none after the input",
    async run(stage) {
      const view = await RawView.greet(stage, { how: "latest" });
      await view.word("connected");
      await stage.page.evaluate(([name]) => {
        const { send } = window.sandboxes.get(name);
        for (let n = 0; n < 200; n += 1) send({ jsonrpc: "2.0", method: "ui/notifications/tool-input-partial", params: { arguments: { n } } });
      }, [view.sandbox.name]);
      await pause(300);
      await view.send("ui/notifications/tool-input", { arguments: { n: 200 } });
      const drawn = (await view.word("drawn")).map(({ n }) => n);
      assert.equal(drawn.at(-1), 199);
      assert.ok(drawn.length < 200, `${drawn.length} of 200 were drawn`);
    },
  },
  {
    name: "the whole context is the handshake's with every change laid over it, read and unread alike (V10)",
    async run(stage) {
      const view = await RawView.greet(stage, { context: { theme: "dark", locale: "en-GB", toolInfo: { tool: { name: "show", inputSchema: { type: "object" } } } } });
      const { context } = await view.word("connected");
      assert.equal(context.toolInfo.tool.name, "show");
      await changed(view, { theme: "light" });
      const wanted = { ...context, theme: "light" };
      assert.deepEqual(await view.noted("context"), wanted);
      assert.deepEqual(await view.noted("now"), wanted);
    },
  },
];

export default [...resize, ...looks, ...ends, ...failures, ...heard];
