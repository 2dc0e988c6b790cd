// runtime/examples/views/minimal, written with the TypeScript SDK: the same page, the same scenario.

import { App, applyDocumentTheme } from "@modelcontextprotocol/ext-apps";

const app = new App({ name: "minimal-view", version: "0.1.0" }, {}, { autoResize: true });
const show = (id, text) => { document.getElementById(id).textContent = text; };
const shown = ({ summary, celsius }) => `${summary}, ${Math.round(celsius)} °C`;
let query;

app.ontoolinputpartial = ({ arguments: input }) => show("input", input?.notes ?? "");
app.ontoolinput = ({ arguments: input }) => {
  query = input;
  show("input", `${input.city} ${input.notes ?? ""}`);
};
app.ontoolresult = ({ structuredContent }) => show("result", shown(structuredContent));
app.onhostcontextchanged = ({ theme }) => { if (theme) applyDocumentTheme(theme); };
document.getElementById("refresh").onclick = async () => {
  const answer = await app.callServerTool({ name: "refresh_weather", arguments: query }).catch(() => null);
  show("refreshed", answer && !answer.isError ? shown(answer.structuredContent) : "no answer");
};

app.connect().then(() => {
  const { theme } = app.getHostContext() ?? {};
  if (theme) applyDocumentTheme(theme);
  show("host", `Shown by ${app.getHostVersion().name}`);
});
