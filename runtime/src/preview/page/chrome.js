// Around everything: tabs, keys, light and dark.

import { $, fill, h, kept } from "./dom.js";

export class Tabs {
  #tabs = new Map();

  constructor(entries) {
    for (const [name, label, panel] of entries) {
      const badge = h("span", { className: "count", hidden: true });
      const tab = h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, onclick: () => this.open(name), onkeydown: (event) => this.#keys(event, name) }, label, badge);
      const body = h("div", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": tab.id, hidden: true });
      if (panel) body.append(panel);
      this.#tabs.set(name, { tab, body, badge });
      $("tabs").append(tab);
      $("panels").append(body);
    }
    this.open(kept.get("tab", "log"));
  }

  put(name, panel) {
    this.#tabs.get(name).body.replaceChildren(panel);
  }

  open(name) {
    const known = this.#tabs.has(name) ? name : "log";
    for (const [other, { tab, body }] of this.#tabs) {
      tab.setAttribute("aria-selected", String(other === known));
      tab.tabIndex = other === known ? 0 : -1;
      body.hidden = other !== known;
    }
    kept.set("tab", known);
  }

  badge(name, count) {
    const { badge } = this.#tabs.get(name);
    badge.hidden = count === 0;
    badge.textContent = String(count);
  }

  #keys(event, name) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const names = [...this.#tabs.keys()];
    const next = names[(names.indexOf(name) + step + names.length) % names.length];
    this.open(next);
    this.#tabs.get(next).tab.focus();
  }
}

/** One key each, outside of fields; `Ctrl+Enter` everywhere. `?` shows them. */
export function keys(known, button, dialog, escape) {
  const rows = Object.entries(known).map(([key, [what]]) => h("tr", {}, h("td", {}, h("kbd", {}, key.toUpperCase())), h("td", {}, what)));
  fill(dialog, h("h2", {}, "Keys"), h("table", {}, rows), h("form", { method: "dialog" }, h("button", { className: "primary" }, "Close")));
  const help = () => (dialog.open ? dialog.close() : dialog.showModal());
  button.addEventListener("click", help);
  window.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      return known["Ctrl+Enter"][1]();
    }
    if (event.key === "Escape") return escape();
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, dialog")) return undefined;
    if (event.key === "?") return help();
    const action = known[event.key]?.[1];
    if (!action) return undefined;
    event.preventDefault();
    return action();
  });
}

/** The page's own light or dark: the system's until the user says otherwise. */
export function scheme(button) {
  const set = (value) => { document.documentElement.style.colorScheme = value ?? ""; };
  set(kept.get("scheme", null));
  button.addEventListener("click", () => {
    const dark = getComputedStyle(document.documentElement).colorScheme === "dark"
      || (getComputedStyle(document.documentElement).colorScheme !== "light" && window.matchMedia("(prefers-color-scheme: dark)").matches);
    kept.set("scheme", dark ? "light" : "dark");
    set(dark ? "light" : "dark");
  });
}
