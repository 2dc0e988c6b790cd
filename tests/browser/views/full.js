// Everything a View of the TypeScript SDK can do, on demand: a log message per step. Its twin in Rust is
// runtime/tests/views/probe.

import { App } from "@modelcontextprotocol/ext-apps";

const app = new App({ name: "full", version: "1" }, { availableDisplayModes: ["inline", "fullscreen"], tools: { listChanged: true } }, { autoResize: true });
const say = (data) => app.sendLog({ level: "info", data });
const failure = (error) => ({ failed: error.code ?? error.name, message: String(error.message) });
const partials = [];

app.ontoolinputpartial = ({ arguments: input }) => { partials.push(input); };
app.ontoolinput = ({ arguments: input }) => say({ input, partials });
app.ontoolresult = (result) => say({ result });
app.ontoolcancelled = ({ reason }) => say({ cancelled: reason ?? null });
app.onhostcontextchanged = (changed) => say({ changed });
app.onteardown = async () => { await say({ teardown: true }); return {}; };
const tools = [{ name: "zoom", inputSchema: { type: "object" } }];
app.onlisttools = async () => ({ tools });
app.oncalltool = async ({ name, arguments: input }) => ({ content: [{ type: "text", text: `${name} ${JSON.stringify(input)}` }] });

const steps = {
  tool: () => app.callServerTool({ name: "refresh", arguments: { a: 1 } }),
  secret: () => app.callServerTool({ name: "secret", arguments: {} }),
  other: () => app.callServerTool({ name: "only-b", arguments: {} }),
  read: () => app.readServerResource({ uri: "ui://app/view" }).then((result) => ({ contents: result.contents.length })),
  foreign: () => app.readServerResource({ uri: "ui://b/only" }),
  list: () => app.listServerResources(),
  link: () => app.openLink({ url: "https://example.com/" }),
  badLink: () => app.openLink({ url: "javascript:alert(1)" }),
  message: () => app.sendMessage({ role: "user", content: [{ type: "text", text: "hello" }] }),
  context: () => app.updateModelContext({ content: [{ type: "text", text: "seen" }], structuredContent: { n: 1 } }),
  mode: () => app.requestDisplayMode({ mode: "fullscreen" }),
  pip: () => app.requestDisplayMode({ mode: "pip" }),
  download: () => app.downloadFile({ contents: [{ type: "resource", resource: { uri: "file:///a/..%2fb.txt", mimeType: "text/plain", text: "abc" } }, { type: "resource_link", uri: "file:///served.txt", name: "served" }] }),
  sample: () => app.createSamplingMessage({ messages: [{ role: "user", content: { type: "text", text: "q" } }], maxTokens: 10 }),
  size: () => app.sendSizeChanged({ width: 400, height: 123 }),
  offer: () => { tools.push({ name: "pan", inputSchema: { type: "object" } }); return app.sendToolListChanged(); },
  leave: () => app.requestTeardown(),
  slow: () => new Promise((resolve, reject) => {
    const abort = new AbortController();
    let progress = null;
    app.callServerTool({ name: "slow", arguments: {} }, { signal: abort.signal, onprogress: (report) => { progress = report; abort.abort("enough"); } })
      .then(resolve, () => resolve({ progress }));
  }),
};

addEventListener("message", async ({ data }) => {
  if (typeof data?.method !== "string" || data.method !== "test/do") return;
  const outcome = await steps[data.params.step]().catch(failure);
  await say({ step: data.params.step, outcome: outcome ?? null });
});

await_(app.connect()).then(() => {
  const context = app.getHostContext();
  const capabilities = app.getHostCapabilities();
  return say({ connected: { host: app.getHostVersion(), context, capabilities } });
});

function await_(promise) {
  return promise.catch((error) => { document.querySelector("main").textContent = String(error); throw error; });
}
