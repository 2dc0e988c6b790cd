// A Host's page on the TypeScript SDK's AppBridge, told what to do by conformance/appbridge.mjs: what
// AppBridge does by itself, it does; what it leaves to its application is done as its documentation says,
// with nothing of our own in between.

import { Client } from "@modelcontextprotocol/client";
import {
  AppBridge,
  PostMessageTransport,
  RESOURCE_MIME_TYPE,
  buildAllowAttribute,
  getToolUiResourceUri,
  isToolVisibilityAppOnly,
} from "@modelcontextprotocol/ext-apps/app-bridge";

const INFO = { name: "AppBridge", version: "2.0.4" };
const servers = new Map();
const views = new Map();

/** A server at the other end of the relay. */
class ServerTransport {
  constructor(server) { this.server = server; }
  async start() {}
  async send(message) { say({ type: "server", server: this.server, message }); }
  async close() { this.onclose?.(); }
}

async function connect(server) {
  if (!servers.has(server)) {
    const transport = new ServerTransport(server);
    const extensions = { "io.modelcontextprotocol/ui": { mimeTypes: [RESOURCE_MIME_TYPE] } };
    const client = new Client(INFO, { capabilities: { extensions } });
    servers.set(server, { transport, connected: client.connect(transport).then(() => client) });
  }
  return servers.get(server).connected;
}

/** The View's frame: it says what the tester says, and repeats what it is told. */
const FRAME = `<!doctype html><script>
  addEventListener("message", ({ data }) => data?.says ? parent.postMessage(data.says[0], "*") : parent.postMessage({ told: [data] }, "*"));
  parent.postMessage({ loaded: true }, "*");
</script>`;

async function frame(view, allow) {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.setAttribute("allow", allow);
  frame.srcdoc = FRAME;
  document.body.append(frame);
  await new Promise((resolve) => {
    addEventListener("message", ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      if (data?.loaded) resolve();
      if (data?.told) say({ type: "view", view, message: data.told[0] });
    });
  });
  return frame;
}

async function start({ view, server, tool, context }) {
  const client = await connect(server);
  const { tools } = await client.listTools();
  const definition = tools.find(({ name }) => name === tool);
  const uri = getToolUiResourceUri(definition);
  const { contents: [page] } = await client.readResource({ uri });
  const { csp, permissions } = page._meta?.ui ?? {};
  const allow = buildAllowAttribute(permissions);
  const element = await frame(view, allow);
  const capabilities = client.getServerCapabilities() ?? {};
  const bridge = new AppBridge(client, INFO, {
    openLinks: {},
    serverTools: capabilities.tools,
    serverResources: capabilities.resources,
    logging: {},
    message: { text: {} },
    updateModelContext: { text: {}, structuredContent: {} },
  }, { hostContext: context });
  const did = (what, members) => say({ type: "did", view, what, ...members });
  const shown = { bridge, client, tool, element };
  bridge.onsandboxready = () => bridge.sendSandboxResourceReady({ html: page.text, csp, permissions });
  bridge.onopenlink = async ({ url }) => { did("open-link", { url }); return {}; };
  bridge.onmessage = async ({ role, content }) => { did("message", { role, content }); return {}; };
  bridge.onupdatemodelcontext = async (params) => { shown.context = params; return {}; };
  bridge.onsizechange = ({ height }) => did("resize", { height });
  bridge.onrequestteardown = async () => { await teardown({ view }); did("closed", {}); };
  await bridge.connect(new PostMessageTransport(element.contentWindow, element.contentWindow));
  views.set(view, shown);
  return { frame: { allow } };
}

async function run({ view, arguments: input }) {
  const shown = views.get(view);
  shown.abort = new AbortController();
  await shown.bridge.sendToolInput({ arguments: input });
  const called = shown.client.callTool({ name: shown.tool, arguments: input }, { signal: shown.abort.signal });
  const [result, error] = await called.then((result) => [result], (error) => [undefined, error]);
  // A View that is gone meanwhile is not told.
  if (!views.has(view)) return {};
  if (error === undefined) await shown.bridge.sendToolResult(result);
  else await shown.bridge.sendToolCancelled({ reason: String(error.message ?? error) });
  return {};
}

async function teardown({ view }) {
  const { bridge, element } = views.get(view);
  // However the View answers, it is gone afterwards.
  await bridge.teardownResource({}).catch(() => {});
  await bridge.close();
  views.delete(view);
  element.remove();
}

const orders = {
  start,
  run,
  teardown,
  // What is on its way between windows and in promises.
  settle: () => new Promise((resolve) => setTimeout(resolve, 25, {})),
  "model-tools": async ({ server }) => {
    const { tools } = await (await connect(server)).listTools();
    return { tools: tools.filter((tool) => !isToolVisibilityAppOnly(tool)).map(({ name }) => name) };
  },
  call: async ({ server, tool, arguments: input }) => (await connect(server)).callTool({ name: tool, arguments: input }),
  partial: async ({ view, arguments: input }) => { await views.get(view).bridge.sendToolInputPartial({ arguments: input }); },
  cancel: async ({ view }) => { views.get(view).abort.abort("stopped"); },
  context: async ({ view, context }) => {
    const { bridge } = views.get(view);
    bridge.setHostContext({ ...bridge._hostContext, ...context });
  },
  "model-context": async ({ view }) => views.get(view).context ?? {},
  "app-tools": async ({ view }) => {
    const { tools } = await views.get(view).bridge.listTools({});
    return { tools: tools.map(({ name }) => name) };
  },
  "call-app-tool": async ({ view, name, arguments: input }) => views.get(view).bridge.callTool({ name, arguments: input }),
};

/** Takes a line of the tester's. */
window.take = (line) => {
  if (line.type === "hello") {
    const { settle, start, ...does } = orders;
    return say({ type: "hello", contract: 1, ...INFO, web: true, does: Object.keys(does), tells: ["open-link", "message", "resize", "closed"] });
  }
  if (line.type === "server") return servers.get(line.server)?.transport.onmessage?.(line.message);
  if (line.type === "view") return views.get(line.view)?.element.contentWindow?.postMessage({ says: [line.message] }, "*");
  Promise.resolve().then(() => orders[line.what](line)).then(
    (result) => say({ type: "done", id: line.id, result: result ?? {} }),
    (error) => say({ type: "failed", id: line.id, error: String(error?.message ?? error) }),
  );
};
