// Everything seen, line by line: filtered, requests paired with their answers, copied as JSON.

import { copy, h, json, kept, segmented } from "./dom.js";

const MOST = 3000;
const KINDS = [["view", "View", "Messages between the View and the Host"], ["server", "Server", "Messages between the Host and the MCP server"],
  ["console", "Console", "The View's console, its errors, and what the browser stopped"], ["note", "Notes", "States and broken rules"]];
const KIND_OF = { message: "view", server: "server", console: "console", failure: "console", violation: "console", state: "note", height: "note", note: "note" };
const ARROWS = { "view->host": "↑", "host->view": "↓", "proxy->host": "⇡", "host->proxy": "⇣", "host->server": "→", "server->host": "←" };
const WORDS = { "view->host": "View to Host", "host->view": "Host to View", "proxy->host": "sandbox to Host", "host->proxy": "Host to sandbox", "host->server": "Host to server", "server->host": "server to Host" };

const opposite = (dir) => dir.split("->").reverse().join("->");

export class Log {
  #entries = [];
  #open = new Map();
  #hidden = new Set(kept.get("hidden", ["server"]));
  #words = "";
  #problems = 0;

  constructor(onproblem) {
    this.onproblem = onproblem;
    this.rows = h("div", { className: "rows", role: "log", "aria-label": "Messages", "aria-live": "off" });
    this.find = h("input", { type: "search", placeholder: "Filter", "aria-label": "Filter the log", spellcheck: false, oninput: () => this.#filter() });
    const kinds = segmented("Kinds", KINDS, (kind) => this.#toggle(kind));
    this.kinds = kinds;
    const copying = h("button", { type: "button", title: "Copy what is shown as JSON", onclick: () => copy(this.#asJson(), copying) }, "Copy");
    const clearing = h("button", { type: "button", onclick: () => this.clear() }, "Clear");
    const bar = h("div", { className: "bar" }, this.find, kinds, copying, clearing);
    this.#press();
    this.element = h("div", { className: "panel log" }, bar, this.rows);
  }

  clear() {
    this.#entries = [];
    this.#open.clear();
    this.rows.replaceChildren();
    this.#problems = 0;
    this.onproblem(0);
    this.#tally();
  }

  add(seen) {
    const entry = { seen, kind: KIND_OF[seen.kind] ?? "note" };
    this.#pair(entry);
    this.#describe(entry);
    entry.row = this.#row(entry);
    this.#entries.push(entry);
    if (entry.problem) this.onproblem(++this.#problems);
    // Who has scrolled up is reading.
    const atEnd = this.rows.scrollHeight - this.rows.scrollTop - this.rows.clientHeight < 40;
    this.#show(entry);
    this.rows.append(entry.row);
    if (this.#entries.length > MOST) this.#entries.shift().row.remove();
    if (atEnd) this.rows.scrollTop = this.rows.scrollHeight;
    this.#tally();
  }

  /** An answer finds its request: of the other direction, the same View, the same id. */
  #pair(entry) {
    const { dir, msg, view } = entry.seen;
    if (!msg || msg.id === undefined) return;
    if (msg.method !== undefined) {
      this.#open.set(`${dir} ${view} ${JSON.stringify(msg.id)}`, entry);
      return;
    }
    const key = `${opposite(dir)} ${view} ${JSON.stringify(msg.id)}`;
    const request = this.#open.get(key);
    if (!request) return;
    this.#open.delete(key);
    entry.request = request;
    request.answer = entry;
    request.row?.classList.remove("waiting");
    request.took?.replaceChildren(`${entry.seen.t - request.seen.t} ms`);
  }

  #describe(entry) {
    const { seen } = entry;
    const { msg } = seen;
    entry.arrow = ARROWS[seen.dir] ?? "·";
    if (msg) {
      entry.title = msg.method ?? `${entry.request?.seen.msg.method ?? "answer"}`;
      entry.answers = msg.method === undefined;
      entry.problem = msg.error !== undefined;
      entry.more = msg.error ? msg.error.message : brief(msg.params ?? msg.result);
    } else if (seen.kind === "console") {
      Object.assign(entry, { title: `console.${seen.level}`, more: seen.text, problem: seen.level === "error", level: seen.level });
    } else if (seen.kind === "failure") {
      Object.assign(entry, { title: "The View cannot run", more: seen.text, problem: true });
    } else if (seen.kind === "violation") {
      Object.assign(entry, { title: `blocked by ${seen.directive}`, more: seen.blocked, problem: true });
    } else if (seen.kind === "state") {
      Object.assign(entry, { title: seen.state, more: seen.detail ?? "", problem: seen.state === "failed" });
    } else if (seen.kind === "height") {
      Object.assign(entry, { title: "height", more: `${seen.height} px` });
    } else {
      Object.assign(entry, { title: "note", more: seen.text ?? "" });
    }
    entry.text = `${entry.title} ${JSON.stringify(msg ?? entry.more)}`.toLowerCase();
  }

  #row(entry) {
    const { seen } = entry;
    entry.took = h("span", { className: "took" }, entry.request ? `${seen.t - entry.request.seen.t} ms` : "");
    const line = h("button", { type: "button", className: "line", "aria-expanded": "false", title: WORDS[seen.dir] ?? "", onclick: () => this.#expand(entry) },
      h("span", { className: "time" }, (seen.t / 1000).toFixed(3)),
      h("span", { className: "arrow" }, entry.arrow),
      h("span", { className: "what" }, entry.answers ? h("span", { className: "quiet" }, "↳ ") : null, entry.title),
      h("span", { className: "more" }, entry.more.slice(0, 300)),
      entry.took);
    const classes = ["row", entry.kind, entry.problem ? "problem" : "", entry.level ?? ""];
    if (seen.msg?.method !== undefined && seen.msg.id !== undefined && !entry.answer) classes.push("waiting");
    return h("div", { className: classes.filter(Boolean).join(" "), onmouseenter: () => mark(entry, true), onmouseleave: () => mark(entry, false) }, line);
  }

  #expand(entry) {
    const { row, seen } = entry;
    const line = row.firstChild;
    if (row.childElementCount > 1) {
      row.lastChild.remove();
      line.setAttribute("aria-expanded", "false");
      return;
    }
    if (!seen.msg && !entry.more) return;
    line.setAttribute("aria-expanded", "true");
    const partner = entry.request ?? entry.answer;
    const copying = h("button", { type: "button", onclick: () => copy(JSON.stringify(seen.msg ?? seen, null, 2), copying) }, "Copy");
    const jump = partner && h("button", { type: "button", onclick: () => this.#jump(partner) }, entry.request ? "Its request" : "Its answer");
    const body = seen.msg ? json(seen.msg) : h("pre", { className: "json", tabIndex: 0 }, entry.more);
    row.append(h("div", { className: "detail" }, h("div", { className: "buttons" }, copying, jump ?? null), body));
  }

  #jump(entry) {
    entry.row.hidden = false;
    entry.row.scrollIntoView({ block: "nearest" });
    entry.row.firstChild.focus();
  }

  #toggle(kind) {
    if (!this.#hidden.delete(kind)) this.#hidden.add(kind);
    kept.set("hidden", [...this.#hidden]);
    this.#press();
    this.#filter();
  }

  #press() {
    for (const button of this.kinds.children) button.setAttribute("aria-pressed", String(!this.#hidden.has(button.dataset.value)));
  }

  #filter() {
    this.#words = this.find.value.trim().toLowerCase();
    for (const entry of this.#entries) this.#show(entry);
    this.#tally();
  }

  #show(entry) {
    entry.row.hidden = this.#hidden.has(entry.kind) || !entry.text.includes(this.#words);
  }

  #tally() {
    const shown = this.#entries.filter(({ row }) => !row.hidden).length;
    this.find.placeholder = shown === this.#entries.length ? "Filter" : `${shown}/${this.#entries.length}`;
  }

  #asJson() {
    return JSON.stringify(this.#entries.filter(({ row }) => !row.hidden).map(({ seen }) => seen), null, 2);
  }
}

function mark(entry, on) {
  for (const one of [entry, entry.request ?? entry.answer]) one?.row.classList.toggle("paired", on);
}

function brief(value) {
  const text = value === undefined ? "" : JSON.stringify(value);
  return text === "{}" ? "" : text;
}
