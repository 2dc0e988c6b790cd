// A Host on the TypeScript SDK's AppBridge, of either version, that shows one View and serves it by itself.
// hosts.mjs tells it what to do and reads what went both ways.

import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

const CAPABILITIES = {
  openLinks: {},
  downloadFile: {},
  serverTools: { listChanged: true },
  serverResources: { listChanged: true },
  logging: {},
  message: { text: {} },
  updateModelContext: { text: {}, structuredContent: {} },
  sampling: {},
};
const CONTEXT = {
  theme: "dark",
  displayMode: "inline",
  availableDisplayModes: ["inline", "fullscreen"],
  containerDimensions: { width: 600, maxHeight: 400 },
  locale: "en-GB",
  timeZone: "Europe/Paris",
  platform: "web",
  userAgent: "bridge/1",
  deviceCapabilities: { touch: false, hover: true },
  safeAreaInsets: { top: 1, right: 2, bottom: 3, left: 4 },
  styles: { variables: { "--color-background-primary": "#101010" }, css: { fonts: "@font-face { font-family: Host; src: local(Arial); }" } },
  toolInfo: { id: 7, tool: { name: "show", description: "Shows it.", inputSchema: { type: "object", properties: { city: { type: "string" } } } } },
};
const text = (text) => [{ type: "text", text }];

/** Everything said, as JSON: `[step, direction, message]`. */
window.said = [];
window.step = "start";
let bridge, frame, mode = "inline";

function record(dir, message) {
  // Long, and no part of the conversation.
  const told = message.params?.html ? { ...message, params: { ...message.params, html: "<!doctype html>" } } : message;
  window.said.push([window.step, dir, JSON.stringify(told)]);
}

/** What the bridge's application does when the View asks. */
const serves = {
  oncalltool: ({ name, arguments: input, _meta }) => {
    if (name === "secret") throw new Error("no such tool");
    if (name === "slow") {
      bridge.notification({ method: "notifications/progress", params: { progressToken: _meta.progressToken, progress: 1, total: 2 } });
      return new Promise(() => {});
    }
    return { content: text(`${name} by the host`), structuredContent: { name, input: input ?? {} }, _meta: { "x/private": 1 } };
  },
  onreadresource: ({ uri }) => ({ contents: [{ uri, mimeType: "text/plain", text: "hello" }] }),
  onlistresources: () => ({ resources: [{ uri: "ui://app/view", name: "view", mimeType: "text/html;profile=mcp-app" }] }),
  onlistresourcetemplates: () => ({ resourceTemplates: [{ uriTemplate: "ui://app/{x}", name: "template" }] }),
  onlistprompts: () => ({ prompts: [{ name: "prompt" }] }),
  onopenlink: ({ url }) => (url.startsWith("https:") ? {} : { isError: true }),
  ondownloadfile: () => ({}),
  onmessage: () => ({}),
  onupdatemodelcontext: () => ({}),
  onrequestdisplaymode: ({ mode: wanted }) => { if (wanted !== "pip") mode = wanted; return { mode }; },
  oncreatesamplingmessage: () => ({ role: "assistant", model: "m", stopReason: "endTurn", content: { type: "text", text: "completed" } }),
};

/** Shows a View's page in the sandbox at `src`. */
window.show = async ({ src, attributes, html }) => {
  frame = document.createElement("iframe");
  for (const [name, value] of attributes) frame.setAttribute(name, value);
  frame.style.cssText = "width:600px;height:400px;border:0";
  document.body.append(frame);
  const view = frame.contentWindow;
  addEventListener("message", ({ source, data }) => {
    if (source !== view || data?.jsonrpc === undefined) return;
    record(data.method === "ui/notifications/sandbox-proxy-ready" ? "proxy->host" : "view->host", data);
  });
  const recorded = {
    postMessage(message, ...rest) {
      record(message.method === "ui/notifications/sandbox-resource-ready" ? "host->proxy" : "host->view", message);
      view.postMessage(message, ...rest);
    },
  };
  bridge = new AppBridge(null, { name: "bridge", version: "1" }, CAPABILITIES, { hostContext: CONTEXT });
  for (const [name, serve] of Object.entries(serves)) bridge[name] = async (params) => serve(params);
  bridge.onsandboxready = () => bridge.sendSandboxResourceReady({ html });
  await bridge.connect(new PostMessageTransport(recorded, view));
  window.raw = (message) => recorded.postMessage(message, "*");
  frame.src = src;
};

/** Has the View take a step, which is no part of the conversation. */
window.take = (step) => frame.contentWindow.postMessage({ jsonrpc: "2.0", method: "test/do", params: { step } }, "*");

/** What the Host does of its own accord. */
window.acts = {
  partial: (params) => bridge.sendToolInputPartial(params),
  input: (params) => bridge.sendToolInput(params),
  result: (params) => bridge.sendToolResult(params),
  cancelled: (params) => bridge.sendToolCancelled(params),
  context: (changed) => bridge.setHostContext({ ...CONTEXT, ...changed }),
  tools: () => bridge.listTools({}),
  call: (params) => bridge.callTool(params),
  changed: async () => {
    await bridge.sendToolListChanged();
    await bridge.sendResourceListChanged();
    await bridge.sendPromptListChanged();
  },
  ping: () => window.raw({ jsonrpc: "2.0", id: "ping", method: "ping" }),
  teardown: () => bridge.teardownResource({}),
};
