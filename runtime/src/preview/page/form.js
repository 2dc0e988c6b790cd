// A form for a JSON Schema. Each field reads as a value, or `undefined` if it is left out.

import { h } from "./dom.js";
import { begin, fits, inputFor, plan } from "./schema.js";

let ids = 0;

/** A form that can also be written as JSON: `read()` gives `{ value }` or `{ error }`. */
export class Form {
  #schema;
  #field = null;
  #asJson = false;

  constructor(schema, value) {
    this.#schema = schema ?? {};
    this.body = h("div", { className: "fields" });
    this.element = this.body;
    this.write(value ?? begin(this.#schema, this.#schema) ?? {});
  }

  get asJson() { return this.#asJson; }

  write(value) {
    this.#field = this.#asJson ? jsonField(value) : objectOrJson(this.#schema, value);
    this.body.replaceChildren(this.#field.element);
  }

  /** Changes between fields and JSON, and keeps what was entered. */
  toggle() {
    const { value, error } = this.read();
    if (error && this.#asJson) return error;
    this.#asJson = !this.#asJson;
    this.write(error ? {} : value);
    return null;
  }

  read() {
    try {
      const value = this.#field.read();
      return { value: value ?? {} };
    } catch (error) {
      return { error: error.message };
    }
  }

  focus() {
    this.body.querySelector("input, select, textarea")?.focus();
  }
}

function objectOrJson(schema, value) {
  const planned = plan(schema, schema);
  const empty = planned.kind === "json" && JSON.stringify(value) === "{}" && planned.begin;
  if (empty) return { element: h("p", { className: "quiet" }, "No arguments."), read: () => ({}) };
  return field(planned, schema, value);
}

function field(planned, root, value) {
  const make = { const: constant, enum: choiceOfValues, boolean, number, text, object, array, choice }[planned.kind] ?? ((p, r, v) => jsonField(v === undefined ? p.begin : v));
  return make(planned, root, value);
}

function constant({ value }) {
  return { element: h("code", {}, JSON.stringify(value)), read: () => value };
}

function choiceOfValues({ values, labels, schema }, root, value) {
  const options = values.map((option, at) => h("option", { value: String(at) }, labels?.[at] ?? schema.enumNames?.[at] ?? (typeof option === "string" ? option : JSON.stringify(option))));
  const select = h("select", {}, options);
  const at = values.findIndex((option) => JSON.stringify(option) === JSON.stringify(value));
  select.value = String(Math.max(at, 0));
  return { element: select, control: select, read: () => values[Number(select.value)] };
}

function boolean(_, root, value) {
  const box = h("input", { type: "checkbox", checked: value === true });
  return { element: box, control: box, inline: true, read: () => box.checked };
}

/** One that may be left out: it is sent as what it says, or not at all. */
function maybe(value) {
  const select = h("select", {}, [["", "not sent"], ["true", "true"], ["false", "false"]].map(([name, text]) => h("option", { value: name }, text)));
  select.value = value === undefined ? "" : String(value);
  return { element: select, control: select, read: () => ({ true: true, false: false })[select.value] };
}

function number({ schema, step, whole }, root, value) {
  const input = h("input", { type: "number", step: String(step), value: value ?? "", inputMode: whole ? "numeric" : "decimal" });
  const low = schema.minimum ?? (whole && schema.exclusiveMinimum !== undefined ? schema.exclusiveMinimum + 1 : undefined);
  const high = schema.maximum ?? (whole && schema.exclusiveMaximum !== undefined ? schema.exclusiveMaximum - 1 : undefined);
  if (low !== undefined) input.min = low;
  if (high !== undefined) input.max = high;
  return { element: input, control: input, read: () => {
    if (input.value === "" && !input.validity.badInput) return undefined;
    if (!input.checkValidity()) throw new Error(input.validationMessage);
    return Number(input.value);
  } };
}

function text({ schema }, root, value) {
  const type = inputFor(schema);
  const input = type === "area" ? h("textarea", { rows: 4, value: value ?? "" }) : h("input", { type, value: shown(value, type), autocomplete: "off" });
  input.placeholder = schema.examples?.[0] !== undefined ? String(schema.examples[0]) : "";
  if (schema.minLength) input.minLength = schema.minLength;
  if (schema.maxLength !== undefined) input.maxLength = schema.maxLength;
  const suggestions = Array.isArray(schema.examples) && schema.examples.length > 1 && type === "text";
  const list = suggestions && h("datalist", { id: `examples${++ids}` }, schema.examples.map((example) => h("option", { value: String(example) })));
  if (list) input.setAttribute("list", list.id);
  return { element: list ? h("div", {}, input, list) : input, control: input, read: () => {
    if (!input.checkValidity()) throw new Error(input.validationMessage);
    return type === "datetime-local" && input.value ? new Date(input.value).toISOString() : input.value;
  } };
}

/** A moment as the browser's control writes it. */
function shown(value, type) {
  if (type !== "datetime-local" || !value) return value ?? "";
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return "";
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function object({ schema }, root, value) {
  const required = new Set(schema.required ?? []);
  const given = typeof value === "object" && value !== null ? value : {};
  // What is required comes first, in the order in which that is said; the process does not keep the order of members.
  const names = [...new Set([...(schema.required ?? []).filter((name) => Object.hasOwn(schema.properties, name)), ...Object.keys(schema.properties)])];
  const members = names.map((name) => [name, schema.properties[name]]).map(([name, member]) => memberField(name, member, root, required.has(name), given[name], Object.hasOwn(given, name)));
  // What the schema does not name is kept, though no field shows it.
  const others = Object.entries(given).filter(([name]) => !Object.hasOwn(schema.properties, name));
  return { element: h("div", { className: "members" }, members.map(({ element }) => element)), read: () => {
    const entries = members.map(({ name, read }) => [name, read()]).filter(([, member]) => member !== undefined);
    return Object.fromEntries([...others, ...entries]);
  } };
}

function memberField(name, member, root, required, value, present) {
  const planned = plan(member, root);
  const { schema } = planned;
  const open = planned.kind === "boolean" && !required;
  const used = required || present || open || schema.default !== undefined;
  const body = h("div", { className: "body" });
  let inner = null;
  const id = `field${++ids}`;
  const set = (on) => {
    const start = present ? value : open ? schema.default : begin(member, root);
    if (open) inner = maybe(start);
    else inner = on ? field(planned, root, start) : null;
    if (inner?.control) inner.control.id = id;
    if (inner?.control && required && planned.kind === "text" && (schema.minLength ?? 0) > 0) inner.control.required = true;
    body.replaceChildren(...(inner ? [inner.element] : []));
    body.hidden = !inner;
  };
  const box = required || open ? null : h("input", { type: "checkbox", checked: used, title: "Send it", "aria-label": `Send ${name}`, onchange: () => set(box.checked) });
  set(used);
  const label = h("label", { htmlFor: id, title: schema.description ?? "" }, schema.title ?? name, required ? h("span", { className: "must", title: "required" }, " *") : null);
  const element = h("div", { className: `member ${inner?.inline ? "inline" : ""}` },
    h("div", { className: "name" }, box, label, h("span", { className: "quiet kind" }, kindName(planned))),
    body, schema.description ? h("div", { className: "quiet hint" }, schema.description) : null);
  const read = () => {
    if (!inner) return undefined;
    try {
      return inner.read();
    } catch (error) {
      throw new Error(error.message.startsWith(`${name}`) ? error.message : `${name}: ${error.message}`);
    }
  };
  return { name, element, read };
}

function kindName({ kind, schema }) {
  if (kind === "text") return schema.format ?? "text";
  if (kind === "number") return schema.type === "integer" ? "integer" : "number";
  return { const: "fixed", enum: "one of", boolean: "", object: "object", array: "list", choice: "one of", json: "JSON" }[kind];
}

function array({ schema, item }, root, value) {
  const rows = h("div", { className: "items" });
  const items = [];
  const adding = h("button", { type: "button", onclick: () => add(begin(item, root)) }, "Add");
  const limit = () => { adding.disabled = items.length >= (schema.maxItems ?? Infinity); };
  const add = (start) => {
    const inner = field(plan(item, root), root, start);
    const entry = { read: inner.read };
    entry.element = h("div", { className: "item" }, inner.element, h("button", { type: "button", className: "icon", title: "Remove", onclick: () => {
      items.splice(items.indexOf(entry), 1);
      entry.element.remove();
      limit();
    } }, "×"));
    items.push(entry);
    rows.append(entry.element);
    limit();
  };
  for (const start of Array.isArray(value) ? value : []) add(start);
  return { element: h("div", {}, rows, adding), read: () => items.map(({ read }) => read()) };
}

function choice({ options }, root, value) {
  const body = h("div", { className: "body" });
  const select = h("select", { "aria-label": "Which kind" }, options.map((option, at) => h("option", { value: String(at) }, option.title ?? option.type ?? `kind ${at + 1}`)));
  let inner;
  const set = (start) => {
    inner = field(plan(options[Number(select.value)], root), root, start);
    body.replaceChildren(inner.element);
  };
  select.value = String(Math.max(options.findIndex((option) => fits(value, option, root)), 0));
  select.addEventListener("change", () => set(begin(options[Number(select.value)], root)));
  set(value);
  return { element: h("div", {}, select, body), read: () => inner.read() };
}

function jsonField(value) {
  const area = h("textarea", { className: "code", rows: 6, spellcheck: false, value: value === undefined ? "" : JSON.stringify(value, null, 2) });
  return { element: area, control: area, read: () => {
    if (area.value.trim() === "") return undefined;
    return JSON.parse(area.value);
  } };
}
