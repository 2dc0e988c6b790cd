// Elements, made without HTML: whatever a server or a View says stays text.

/** Makes an element. `props` are properties, `on…` listeners, and `aria-…`, `role`, `data-…` attributes. */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && !name.includes("-") && name !== "list" && name !== "form") element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const $ = (id) => document.getElementById(id);

export function fill(element, ...children) {
  element.replaceChildren(...children.flat().filter(Boolean));
  return element;
}

const TOKEN = /("(?:\\.|[^"\\])*"(?=\s*:))|("(?:\\.|[^"\\])*")|(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)|(true|false|null)/g;
const KINDS = ["key", "string", "number", "word"];
const LONG = 100_000;

/** A value as indented JSON, in colours. */
export function json(value) {
  let text = value === undefined ? "" : JSON.stringify(value, null, 2);
  if (text.length > LONG) text = `${text.slice(0, LONG)}\n… ${text.length - LONG} more characters`;
  const pre = h("pre", { className: "json", tabIndex: 0 });
  let done = 0;
  for (const match of text.matchAll(TOKEN)) {
    const kind = KINDS[match.slice(1).findIndex((group) => group !== undefined)];
    pre.append(text.slice(done, match.index), h("span", { className: kind }, match[0]));
    done = match.index + match[0].length;
  }
  pre.append(text.slice(done));
  return pre;
}

/** Copies text, and says so on the button. */
export async function copy(text, button) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "✓";
  } catch {
    button.textContent = "✕";
  }
  setTimeout(() => { button.textContent = label; }, 1200);
}

/** One of several buttons is pressed. */
export function segmented(label, options, pick) {
  const group = h("div", { className: "segmented", role: "group", "aria-label": label });
  for (const [value, text, title] of options) {
    group.append(h("button", { type: "button", title: title ?? "", "data-value": value, onclick: () => pick(value) }, text));
  }
  group.set = (value) => {
    for (const button of group.children) button.setAttribute("aria-pressed", String(button.dataset.value === value));
  };
  return group;
}

/** What is kept for the next time; nothing that is secret. */
export const kept = {
  get(name, otherwise) {
    try { return JSON.parse(localStorage.getItem(name)) ?? otherwise; } catch { return otherwise; }
  },
  set(name, value) {
    try { localStorage.setItem(name, JSON.stringify(value)); } catch { /* a full or forbidden storage keeps nothing */ }
  },
};
