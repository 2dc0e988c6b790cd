// A Host on the TypeScript SDK's AppBridge, of either version, that shows one View and serves it by itself.
// hosts.mjs tells it what to do and reads what went both ways.

import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";
import { CAPABILITIES, CONTEXT, serves } from "./serves.js";

/** Everything said, as JSON: `[step, direction, message]`. */
window.said = [];
window.step = "start";
let bridge, frame;

function record(dir, message) {
  // Long, and no part of the conversation.
  const told = message.params?.html ? { ...message, params: { ...message.params, html: "<!doctype html>" } } : message;
  window.said.push([window.step, dir, JSON.stringify(told)]);
}

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
  const report = (params) => bridge.notification({ method: "notifications/progress", params });
  for (const [name, serve] of Object.entries(serves)) bridge[name] = async (params) => serve(params, report);
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
