// What came of the call, beside the log: results, the View's own tools, and its policy.

import { copy, fill, h, json } from "./dom.js";
import { Form } from "./form.js";

const quiet = (text) => h("p", { className: "quiet" }, text);

/** A heading, a button that copies, and the value. */
function block(title, value, note) {
  const copying = h("button", { type: "button", onclick: () => copy(JSON.stringify(value, null, 2), copying) }, "Copy");
  return h("section", { className: "block" }, h("div", { className: "head" }, h("h3", {}, title), note ? h("span", { className: "quiet" }, note) : null, h("span", { className: "space" }), copying), json(value));
}

/** The result as the View gets it and as the model does. */
export class Results {
  #said = [];
  #context = null;
  #result = null;

  constructor() {
    this.element = h("div", { className: "panel" });
    this.draw();
  }

  begin() {
    this.#said = [];
    this.#context = null;
    this.#result = null;
    this.draw();
  }

  set(result) { this.#result = result; this.draw(); }
  setContext(context) { this.#context = context; this.draw(); }
  say(message) { this.#said.push(message); this.draw(); }

  draw() {
    const { result, forModel, error } = this.#result ?? {};
    const parts = [];
    if (error) parts.push(h("p", { className: "error" }, `No result: ${error.message}`), json(error));
    if (result) {
      const failed = result.isError ? "the tool failed" : "";
      parts.push(h("div", { className: "pair" }, block("The View gets", result, failed), block("The model gets", forModel, "no _meta, no structured content")));
    }
    if (!this.#result) parts.push(quiet("The result of the call will be here."));
    if (this.#context) parts.push(block("Context from the View, for the model", this.#context));
    for (const message of this.#said) parts.push(block("Message from the View", message));
    fill(this.element, ...parts);
  }
}

/** Tools the View offers to the model. */
export class ViewTools {
  #say;

  constructor(say) {
    this.#say = say;
    this.element = h("div", { className: "panel" });
    this.results = h("div");
    this.begin();
  }

  begin() {
    fill(this.element, quiet("A View that declares tools shows them here."));
    this.results.replaceChildren();
  }

  /** The View is ready, and has said what it can do. */
  app({ capabilities }) {
    if (!capabilities?.tools) return fill(this.element, quiet("This View offers no tools."));
    this.#say({ op: "viewTools" });
    return this.element;
  }

  set(tools) {
    const refresh = h("button", { type: "button", onclick: () => this.#say({ op: "viewTools" }) }, "List again");
    const entries = tools.map((tool) => {
      const form = new Form(tool.inputSchema);
      const error = h("p", { className: "error" });
      const call = () => {
        const read = form.read();
        error.textContent = read.error ?? "";
        if (!read.error) this.#say({ op: "callViewTool", name: tool.name, arguments: read.value });
      };
      return h("details", { className: "block" }, h("summary", {}, h("strong", {}, tool.title ?? tool.name), " ", h("span", { className: "quiet" }, tool.description ?? "")),
        form.element, error, h("button", { type: "button", className: "primary", onclick: call }, "Call"));
    });
    fill(this.element, h("div", { className: "head" }, h("span", { className: "space" }), refresh), entries.length > 0 ? entries : quiet("The View's list is empty."), this.results);
  }

  result({ name, result, error }) {
    this.results.prepend(error ? h("p", { className: "error" }, `${name}: ${error}`) : block(name, result));
  }
}

/** What the View may do, and what the browser stopped. */
export class Policy {
  #about = null;
  #violations = [];

  constructor() {
    this.element = h("div", { className: "panel" });
    this.draw();
  }

  begin(about) {
    this.#about = about;
    this.#violations = [];
    this.draw();
  }

  violation(seen) {
    this.#violations.push(seen);
    this.draw();
  }

  draw() {
    const about = this.#about;
    if (!about) return fill(this.element, quiet("What a View declares and what it gets will be here."));
    const origins = about.lists.filter(({ granted, dropped }) => granted.length + dropped.length > 0).map(({ list, granted, dropped }) =>
      h("tr", {}, h("th", { scope: "row" }, list), h("td", {},
        granted.map((origin) => h("div", {}, h("span", { className: "ok" }, "✓ "), origin)),
        dropped.map(({ text, why }) => h("div", {}, h("span", { className: "bad" }, "✕ "), text, h("span", { className: "quiet" }, ` ${why}`))))));
    const facts = [["Resource", about.uri], ["Page", `${about.bytes.toLocaleString()} bytes`], ["Asked for", about.asked.join(", ") || "no features"],
      ["Granted", about.permitted.join(", ") || "no features"], ["Own origin", about.domain ?? "not asked for"],
      ["Border", about.prefersBorder === null ? "the Host's choice" : about.prefersBorder ? "wanted" : "not wanted"]];
    return fill(this.element,
      about.warnings.map((warning) => h("p", { className: "error" }, warning)),
      h("table", {}, facts.map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, value)))),
      h("h3", {}, "Origins"), origins.length > 0 ? h("table", {}, origins) : quiet("None declared: no network."),
      h("h3", {}, `Stopped by the browser (${this.#violations.length})`),
      this.#violations.length > 0 ? h("table", {}, this.#violations.slice(-100).map(({ directive, blocked }) => h("tr", {}, h("th", { scope: "row" }, directive), h("td", {}, blocked)))) : quiet("Nothing so far."),
      h("h3", {}, "Content-Security-Policy"), h("pre", { className: "json wrap", tabIndex: 0 }, about.header.replaceAll("; ", ";\n")));
  }
}
