// What `minimal.js` does with partial inputs, but for drawing the newest of a frame, as runtime/examples/views/minimal.

import { App } from "@modelcontextprotocol/ext-apps";

const app = new App({ name: "newest-view", version: "0.1.0" }, {}, { autoResize: true });
const element = document.getElementById("input");
let waiting = false;
let newest;

app.ontoolinputpartial = ({ arguments: input }) => {
  newest = input;
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    element.textContent = newest?.notes ?? "";
  });
};

app.connect();
