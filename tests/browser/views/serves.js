// What the Hosts of views/bridge.js and views/renderer.js are: their context, and what they serve.

export const CAPABILITIES = {
  openLinks: {},
  downloadFile: {},
  serverTools: { listChanged: true },
  serverResources: { listChanged: true },
  logging: {},
  message: { text: {} },
  updateModelContext: { text: {}, structuredContent: {} },
  sampling: {},
};
export const CONTEXT = {
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

let mode = "inline";

/** What it does when the View asks, by the bridge's names of the handlers. */
export const serves = {
  oncalltool: ({ name, arguments: input, _meta }, report) => {
    if (name === "secret") throw new Error("no such tool");
    if (name === "slow") {
      report({ progressToken: _meta.progressToken, progress: 1, total: 2 });
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
