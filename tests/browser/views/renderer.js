// A Host on @mcp-ui/client's AppRenderer, a React component over AppBridge of its own. bridges.mjs tells it what to do.

import { createElement, createRef } from "react";
import { createRoot } from "react-dom/client";
import { AppRenderer } from "@mcp-ui/client";
import { CAPABILITIES, CONTEXT, serves } from "./serves.js";

/** Everything the View said, as JSON: `[step, direction, message]`. */
window.said = [];
window.step = "start";
const handle = createRef();
let root, props;

/** Shows the component, with what it had before and what is new. */
const render = (changed) => {
  props = { ...props, ...changed };
  root.render(createElement(AppRenderer, { ref: handle, ...props }));
};

const frame = () => document.querySelector("iframe").contentWindow;

/** What AppRenderer has no handler for, by its method. */
const others = {
  "ui/download-file": serves.ondownloadfile,
  "ui/update-model-context": serves.onupdatemodelcontext,
  "ui/request-display-mode": serves.onrequestdisplaymode,
  "sampling/createMessage": serves.oncreatesamplingmessage,
};

window.show = ({ src, html }) => {
  addEventListener("message", ({ source, data }) => {
    if (source === frame() && data?.jsonrpc !== undefined) window.said.push([window.step, "view->host", JSON.stringify(data)]);
  });
  const room = document.createElement("div");
  room.style.cssText = "width:600px;height:400px";
  document.body.append(room);
  root = createRoot(room);
  render({
    html,
    toolName: "show",
    sandbox: { url: new URL(src) },
    hostInfo: { name: "renderer", version: "1" },
    hostCapabilities: CAPABILITIES,
    hostContext: CONTEXT,
    onOpenLink: async (params) => serves.onopenlink(params),
    onMessage: async (params) => serves.onmessage(params),
    onCallTool: async (params) => serves.oncalltool(params),
    onListResources: async () => serves.onlistresources(),
    onListResourceTemplates: async () => serves.onlistresourcetemplates(),
    onReadResource: async (params) => serves.onreadresource(params),
    onListPrompts: async () => serves.onlistprompts(),
    onFallbackRequest: async ({ method, params }) => others[method](params),
    onError: (error) => console.error(error),
  });
};

window.take = (step) => frame().postMessage({ jsonrpc: "2.0", method: "test/do", params: { step } }, "*");

window.acts = {
  partial: (toolInputPartial) => render({ toolInputPartial }),
  input: ({ arguments: toolInput }) => render({ toolInput }),
  result: (toolResult) => render({ toolResult }),
  context: (changed) => render({ hostContext: { ...CONTEXT, ...changed } }),
  changed: () => {
    handle.current.sendToolListChanged();
    handle.current.sendResourceListChanged();
    handle.current.sendPromptListChanged();
  },
  teardown: () => handle.current.teardownResource(),
  size: () => document.querySelector("iframe").style.height,
};
