// A scripted MCP server for the preview's tests, over stdio: `node preview-server.mjs PAGE`.
// PAGE is a file with the View's HTML, read anew for each request. Its tools do as they are called.

import { readFileSync } from "node:fs";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListResourcesRequestSchema, ListToolsRequestSchema, ReadResourceRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const [, , page] = process.argv;
const URI = "ui://scripted/view";
const ui = { ui: { resourceUri: URI } };
const csp = JSON.parse(process.env.PREVIEW_CSP ?? "{}");

const FORM = {
  type: "object",
  required: ["name", "count", "kind", "place"],
  properties: {
    name: { type: "string", description: "A name.", minLength: 1 },
    count: { type: "integer", minimum: 1, maximum: 9, default: 3 },
    ratio: { type: "number", minimum: 0 },
    sure: { type: "boolean", default: true },
    kind: { enum: ["small", "large"] },
    fixed: { const: "always" },
    tags: { type: "array", items: { type: "string" }, default: ["a"] },
    place: { $ref: "#/$defs/place" },
    either: { oneOf: [{ title: "A number", type: "number" }, { title: "A word", type: "string" }] },
    anything: {},
  },
  $defs: { place: { type: "object", required: ["city"], properties: { city: { type: "string", default: "Århus" }, zip: { type: ["string", "null"] } } } },
};

const TOOLS = [
  { name: "show", description: "Shows the View.", inputSchema: { type: "object", properties: { city: { type: "string" }, days: { type: "array", items: { type: "integer" } } } }, _meta: ui },
  { name: "slow", description: "Never answers.", inputSchema: { type: "object" }, _meta: ui },
  { name: "plain", description: "Has no View.", inputSchema: { type: "object" } },
  { name: "form", description: "Wants much.", inputSchema: FORM },
  { name: "refresh", description: "For apps only.", inputSchema: { type: "object" }, _meta: { ui: { resourceUri: URI, visibility: ["app"] } } },
  { name: "hostile", title: process.env.PREVIEW_HOSTILE, description: process.env.PREVIEW_HOSTILE, inputSchema: { type: "object", properties: { x: { type: "string", title: process.env.PREVIEW_HOSTILE, description: process.env.PREVIEW_HOSTILE } } }, _meta: ui },
];

const server = new Server({ name: process.env.PREVIEW_HOSTILE ?? "scripted", version: "1" }, { capabilities: { tools: { listChanged: true }, resources: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOLS }));
server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [] }));
server.setRequestHandler(ReadResourceRequestSchema, () => ({
  contents: [{ uri: URI, mimeType: "text/html;profile=mcp-app", text: readFileSync(page, "utf8"), _meta: { ui: { csp } } }],
}));
server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: input } }) => {
  if (name === "refresh" && input?.grow) {
    TOOLS.push({ name: input.grow, inputSchema: { type: "object" } });
    await server.sendToolListChanged();
  }
  if (name === "slow") return new Promise(() => {});
  return { content: [{ type: "text", text: `${name} by ${process.pid}` }], structuredContent: { input: input ?? {} }, _meta: { secret: "for the View" } };
});
await server.connect(new StdioServerTransport());
