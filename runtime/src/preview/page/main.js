// The page: what the process says goes to the parts, and what the user does to the process.

import { Asks, save } from "./asks.js";
import { Policy, Results, ViewTools } from "./details.js";
import { $, fill, h, segmented } from "./dom.js";
import { Link } from "./link.js";
import { Log } from "./log.js";
import { Settings } from "./settings.js";
import { Stage } from "./stage.js";
import { Tabs, keys, scheme } from "./chrome.js";
import { Tools } from "./tools.js";

const say = (message) => link.say(message);
const stage = new Stage(say);
const asks = new Asks(say);
const results = new Results();
const viewTools = new ViewTools(say);
const policy = new Policy();
const tools = new Tools((call) => show(call));
const settings = new Settings({ now: (context) => { stage.setTheme(settings.theme); look.set(settings.theme); say({ op: "context", context }); }, later: () => modes.offer(settings.modes), reload: () => reload() });
const tabs = new Tabs([
  ["log", "Log", null], ["result", "Result", results.element], ["host", "Host", settings.element],
  ["viewTools", "View's tools", viewTools.element], ["policy", "Policy", policy.element],
]);
const log = new Log((problems) => tabs.badge("log", problems));
tabs.put("log", log.element);

/** The last call, for a reload of the View or of the page, or a connection that comes back. */
let last = null;
/** The View's number, once the process has given it one. */
let current = null;
/** Whether the last View is to come back as soon as the server is there. */
let resume = true;

function remember(call) {
  last = call;
  try {
    sessionStorage.setItem("last", JSON.stringify(call));
  } catch {
    sessionStorage.removeItem("last");
  }
}

/** Calls a tool and shows its View; with a result, shows that. */
function show(call) {
  const { stream, ...kept } = call;
  remember(kept);
  stage.setMode("inline");
  document.body.classList.remove("drawn");
  const given = settings.forCall({ ...stage.container(), maxHeight: settings.maxHeight });
  if (call.recording) return say({ op: "replay", name: call.recording, settings: given });
  setCall("calling");
  say({ op: "show", ...call, settings: given });
}

function reload() {
  if (last) show(last);
  else tools.run();
}

// --- above the View ---------------------------------------------------------------------------

const title = h("strong", { id: "app" }, "No View");
const state = h("span", { id: "state", className: "chip", hidden: true });
const call = h("span", { id: "outcome", className: "chip", hidden: true });
const modes = segmented("Display mode", [["inline", "Inline"], ["fullscreen", "Full", "Fullscreen"], ["pip", "PiP", "Picture in picture"]], (mode) => say({ op: "mode", mode }));
modes.offer = (offered) => { for (const button of modes.children) button.hidden = button.dataset.value !== "inline" && !offered.includes(button.dataset.value); };
const look = segmented("The View's theme", [["light", "☀", "Light View"], ["dark", "☾", "Dark View"]], (theme) => settings.setTheme(theme));
const width = h("select", { title: "Width of the frame", "aria-label": "Width of the frame", onchange: () => stage.setWidth(width.value) }, Stage.widths.map(([value, text]) => h("option", { value }, text)));
const reloading = h("button", { type: "button", id: "reload", className: "icon", title: "Show the View anew, with the result it had (R)", onclick: reload }, "↻");
const down = h("button", { type: "button", id: "teardown", className: "icon", title: "Tear the View down, as a Host does (X)", onclick: () => say({ op: "tearDown" }) }, "✕");
fill($("stagebar"), title, state, call, h("span", { className: "space" }), modes, width, look, reloading, down);
modes.set("inline");
modes.offer(settings.modes);
look.set(settings.theme);
stage.setTheme(settings.theme);
stage.empty(h("p", {}, "Choose a tool and press ", h("kbd", {}, "Ctrl"), "+", h("kbd", {}, "Enter"), "."));

function setState(name, detail) {
  state.hidden = false;
  state.textContent = name;
  state.className = `chip ${name}`;
  state.title = detail ?? "";
}

/** How the tool's call goes. */
let called = 0;
function setCall(name, error) {
  call.hidden = name === null;
  if (name === "calling") called = performance.now();
  const seconds = `${((performance.now() - called) / 1000).toFixed(1)} s`;
  call.textContent = { calling: "calling…", result: `✓ ${seconds}` }[name] ?? `${name} ${seconds}`;
  call.className = `chip ${error ? "bad" : name === "calling" ? "" : "ok"}`;
  call.title = error ?? "";
}

// --- what the process says --------------------------------------------------------------------

const took = {
  hello: () => {},
  server: ({ about, tools: listed, recordings, error, again }) => {
    const running = Boolean(about);
    const info = about?.info ?? {};
    $("server").textContent = info.title ?? info.name ?? "MCP Apps preview";
    $("server").title = info.version ? `${info.name} ${info.version}` : "";
    $("era").hidden = !about;
    $("era").textContent = about?.era ?? "";
    document.title = `${info.title ?? info.name ?? "MCP Apps"} · preview`;
    if (again) connection(running ? "running" : "server ended", running ? "ok" : "bad");
    else connection("replay", "ok");
    $("restart").hidden = !again;
    $("restart").textContent = again ?? "";
    tools.set(listed, recordings, error ?? (running || !again ? undefined : "The server is not running."));
    if (resume && (running || !again)) resumeLast();
  },
  view: (message) => {
    current = message.view;
    title.textContent = message.tool;
    asks.clear();
    results.begin();
    viewTools.begin();
    policy.begin(message.about);
    stage.show(message, settings);
    modes.set(message.mode);
  },
  textOnly: ({ view, tool }) => {
    current = view;
    title.textContent = tool;
    stage.remove();
    results.begin();
    viewTools.begin();
    policy.begin(null);
    stage.empty(h("p", {}, "This tool has no View."));
    tabs.open("result");
    state.hidden = true;
  },
  message: (message) => stage.post(message),
  height: (message) => stage.height(message),
  mode: ({ view, mode }) => {
    if (view !== current) return;
    modes.set(mode);
    stage.setMode(mode);
  },
  app: (message) => {
    title.textContent = [message.info?.title ?? message.info?.name, message.info?.version].filter(Boolean).join(" ");
    viewTools.app(message);
  },
  result: (message) => {
    if (message.view !== current) return;
    results.set(message);
    setCall(message.error ? "no result" : message.result.isError ? "failed" : "result", message.error?.message ?? (message.result?.isError ? "The tool failed" : undefined));
    if (message.result && last) remember({ ...last, result: message.result });
  },
  modelContext: ({ context }) => results.setContext(context),
  said: ({ message }) => results.say(message),
  ask: (question) => asks.take(question),
  unask: (question) => asks.takeBack(question),
  unasked: () => {},
  save,
  viewTools: (message) => viewTools.set(message.tools),
  viewToolResult: (message) => viewTools.result(message),
  gone: ({ view }) => {
    if (view !== current) return;
    stage.remove();
    stage.empty(h("p", {}, "The View was taken down. ", h("kbd", {}, "R"), " shows it again."));
  },
  failed: ({ text }) => fail(text),
  reload: () => reload(),
  seen: ({ seen }) => {
    log.add(seen);
    if (seen.kind === "violation") policy.violation(seen);
    if (seen.kind !== "state") return;
    if (seen.state === "settled") return;
    if (seen.view === current || seen.state === "loading") setState(seen.state, seen.detail);
    if (seen.state === "failed") {
      stage.remove();
      stage.empty(h("p", { className: "error" }, `The View cannot be shown: ${seen.detail}`));
    }
  },
};

function fail(text) {
  const bar = h("div", { className: "ask problem" }, h("div", { className: "words" }, text), h("button", { type: "button", onclick: () => bar.remove() }, "Close"));
  $("asks").append(bar);
}

function connection(text, kind) {
  $("link").textContent = text;
  $("link").className = `chip ${kind}`;
}

/** After a reload of the page, or when the connection is back: the View again, with the result it had. */
function resumeLast() {
  resume = false;
  if (!last) {
    try { last = JSON.parse(sessionStorage.getItem("last")); } catch { last = null; }
  }
  if (!last) return;
  tools.choose(last.tool ?? last.recording, last.arguments);
  if (last.result || last.recording) return show(last);
  // It may have done something: calling it again is the user's to decide.
  stage.empty(h("p", {}, "The call was interrupted. ", h("kbd", {}, "Ctrl"), "+", h("kbd", {}, "Enter"), " calls the tool again."));
}

const link = new Link((message) => took[message.op]?.(message), (what) => {
  if (what === "open") return;
  stage.remove();
  asks.clear();
  if (what === "lost") {
    resume = true;
    current = null;
    connection("reconnecting", "bad");
    stage.empty(h("p", {}, "The connection to mcp-apps is lost. The View comes back with it."));
  } else {
    connection("no key", "bad");
    stage.empty(h("p", {}, "Open the address that ", h("code", {}, "mcp-apps preview"), " printed: it has the key to this page."));
  }
});

// --- keys -------------------------------------------------------------------------------------

$("restart").addEventListener("click", () => {
  connection("starting", "");
  resume = true;
  say({ op: "restart" });
});
$("drawer").addEventListener("click", () => $("drawer").setAttribute("aria-expanded", String(document.body.classList.toggle("drawn"))));
scheme($("scheme"));
keys({
  "/": ["Find a tool", () => { document.body.classList.add("drawn"); tools.focus(); }],
  "Ctrl+Enter": ["Show the View, or call the tool", () => tools.run()],
  r: ["Reload the View", reload],
  x: ["Tear the View down", () => say({ op: "tearDown" })],
  t: ["The View light or dark", () => settings.setTheme(settings.theme === "dark" ? "light" : "dark")],
  l: ["Filter the log", () => { tabs.open("log"); log.find.focus(); }],
  1: ["Log", () => tabs.open("log")],
  2: ["Result", () => tabs.open("result")],
  3: ["Host", () => tabs.open("host")],
  4: ["The View's tools", () => tabs.open("viewTools")],
  5: ["Policy", () => tabs.open("policy")],
}, $("help"), $("keys"), () => document.body.classList.remove("drawn"));
document.body.classList.add("drawn");
