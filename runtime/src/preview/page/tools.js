// The server's tools: found, chosen, and called.

import { $, fill, h, kept } from "./dom.js";
import { Form } from "./form.js";

export class Tools {
  #tools = [];
  #chosen = null;
  #form = null;
  #run;
  /** What was entered for each tool. */
  #entered = new Map();

  /** `run` gets `{ tool, arguments, stream }`, or `{ recording }`. */
  constructor(run) {
    this.#run = run;
    $("find").addEventListener("input", () => this.#list());
    $("find").addEventListener("keydown", (event) => this.#keys(event));
    $("list").addEventListener("keydown", (event) => this.#keys(event));
  }

  get chosen() { return this.#chosen; }

  /** The server's tools, and what was recorded. */
  set(tools, recordings, error) {
    const recorded = recordings.map(({ name, tool, messages }) => ({ recording: name, model: true, forApps: true, definition: { name, description: `${messages} recorded messages${tool ? `, of ${tool}` : ""}` } }));
    this.#tools = [...recorded, ...(tools ?? [])];
    this.error = error;
    this.#list();
    const name = this.#chosen ?? kept.get("tool", null);
    const again = this.#find(name) ?? this.#tools.find(({ app, model, recording }) => recording || (app && model)) ?? this.#tools[0];
    const same = this.#chosen && again && JSON.stringify(again) === this.drawn;
    if (again && !same) this.choose(again.definition.name);
    if (!again) fill($("call"));
  }

  #find(name) {
    return this.#tools.find(({ definition }) => definition.name === name);
  }

  #matching() {
    const words = $("find").value.trim().toLowerCase();
    return this.#tools.filter(({ definition }) => `${definition.name} ${definition.title ?? ""} ${definition.description ?? ""}`.toLowerCase().includes(words));
  }

  #list() {
    const options = this.#matching().map(({ definition, app, fault, model, forApps, recording }) => {
      const badges = [recording ? h("span", { className: "badge view" }, "recording") : null, app ? h("span", { className: "badge view" }, "View") : null, fault ? h("span", { className: "badge bad", title: fault }, "bad View") : null,
        !model && forApps ? h("span", { className: "badge", title: "The model does not see it; the server's Views may call it" }, "for apps") : null,
        !model && !forApps ? h("span", { className: "badge", title: "Neither the model nor Views may call it" }, "for nobody") : null,
        model && !forApps ? h("span", { className: "badge", title: "Views may not call it" }, "for the model") : null];
      return h("button", { type: "button", role: "option", className: "tool", "data-name": definition.name, title: definition.description ?? "", "aria-selected": String(definition.name === this.#chosen), tabIndex: definition.name === this.#chosen ? 0 : -1, onclick: () => this.choose(definition.name) },
        h("span", { className: "label" }, definition.title ?? definition.name), badges);
    });
    const nothing = this.error ? h("p", { className: "error" }, this.error) : h("p", { className: "quiet" }, this.#tools.length > 0 ? "No tool matches." : "The server has no tools.");
    fill($("list"), options.length > 0 ? options : nothing);
  }

  choose(name, values) {
    const tool = this.#find(name);
    if (!tool) return;
    this.#keep();
    this.#chosen = name;
    this.drawn = JSON.stringify(tool);
    kept.set("tool", name);
    this.#list();
    if (tool.recording) return this.#recorded(tool);
    this.#form = new Form(tool.definition.inputSchema, values ?? this.#entered.get(name));
    const error = h("p", { className: "error", role: "alert" });
    this.errorLine = error;
    const asJson = h("button", { type: "button", title: "Write the arguments as JSON", "aria-pressed": "false", onclick: () => {
      error.textContent = this.#form.toggle() ?? "";
      asJson.setAttribute("aria-pressed", String(this.#form.asJson));
    } }, "JSON");
    this.stream = h("input", { type: "checkbox", checked: this.stream?.checked ?? false });
    const run = h("button", { type: "submit", className: "primary", id: "run", title: "Ctrl+Enter" }, tool.app ? "Show" : "Call");
    fill($("call"), h("form", { noValidate: true, onsubmit: (event) => { event.preventDefault(); this.run(); } },
      h("div", { className: "head" }, h("h2", {}, tool.definition.title ?? name), h("span", { className: "space" }), asJson),
      tool.definition.title ? h("code", { className: "quiet" }, name) : null,
      h("p", { className: "quiet about" }, tool.definition.description ?? ""),
      this.#form.element, error,
      h("div", { className: "head" }, run, tool.app ? h("label", { className: "check", title: "Show the View the arguments piece by piece, as a model writes them" }, this.stream, "Stream arguments") : null)));
  }

  #recorded({ recording, definition }) {
    this.#form = null;
    return fill($("call"), h("h2", {}, recording), h("p", { className: "quiet" }, definition.description),
      h("button", { type: "button", className: "primary", id: "run", title: "Ctrl+Enter", onclick: () => this.run() }, "Play"));
  }

  #keep() {
    const read = this.#form?.read();
    if (read && !read.error) this.#entered.set(this.#chosen, read.value);
  }

  run() {
    const chosen = this.#find(this.#chosen);
    if (chosen?.recording) return this.#run({ recording: chosen.recording });
    if (!this.#form) return;
    const { value, error } = this.#form.read();
    this.errorLine.textContent = error ?? "";
    if (!error) this.#run({ tool: this.#chosen, arguments: value, stream: this.stream.checked });
  }

  focus() {
    $("find").focus();
    $("find").select();
  }

  /** Up and down in the list; Enter goes to the form. */
  #keys(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" && event.target === $("find")) {
      event.preventDefault();
      const [first] = this.#matching();
      if (first) this.choose(this.#matching().some(({ definition }) => definition.name === this.#chosen) ? this.#chosen : first.definition.name);
      this.#form?.focus();
    }
    if (!step) return;
    event.preventDefault();
    const names = this.#matching().map(({ definition }) => definition.name);
    const at = names.indexOf(this.#chosen);
    const next = names[Math.min(Math.max(at + step, 0), names.length - 1)];
    if (next === undefined) return;
    const inList = event.target !== $("find");
    this.choose(next);
    if (inList) $("list").querySelector('[aria-selected="true"]')?.focus();
  }
}
