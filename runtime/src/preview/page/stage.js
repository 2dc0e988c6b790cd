// The View's frame: made as Rust says, moved between display modes, and its messages carried both ways.

import { $, fill, h } from "./dom.js";

const WIDTHS = [["fill", "Fill"], ["320", "320"], ["375", "375 phone"], ["480", "480"], ["768", "768 tablet"], ["1024", "1024"]];
const MOST_HEIGHT = 4000;
const PIP = { width: 320, height: 240 };

export class Stage {
  #say;
  #shown = null;
  #mode = "inline";
  #width = "fill";
  #told = "";
  #later = 0;

  constructor(say) {
    this.#say = say;
    window.addEventListener("message", (event) => this.#fromFrame(event));
    new ResizeObserver(() => this.#resized()).observe($("pane"));
  }

  static widths = WIDTHS;

  get view() { return this.#shown?.view ?? null; }
  get mode() { return this.#mode; }

  /** Shows a View's sandbox. The frame before it is gone already, or goes now. */
  show({ view, origin, frame: attributes, about, mode }, { maxHeight }) {
    this.remove();
    const frame = h("iframe", { title: "View" });
    for (const [name, value] of attributes) frame.setAttribute(name, value);
    this.#shown = { view, origin, frame, maxHeight };
    this.#mode = mode;
    const box = $("box");
    box.classList.toggle("bordered", about.prefersBorder !== false);
    this.#told = JSON.stringify(this.container());
    this.#layout();
    frame.src = `${origin}/`;
    fill(box, frame);
    $("empty").hidden = true;
  }

  remove() {
    this.#shown?.frame.remove();
    this.#shown = null;
    $("box").style.height = "";
  }

  /** What stands where the View would. */
  empty(...children) {
    fill($("empty"), ...children).hidden = false;
  }

  /** To the View. */
  post({ view, message }) {
    const shown = this.#shown;
    if (shown?.view === view) shown.frame.contentWindow?.postMessage(message, shown.origin);
  }

  /** From the View's own sandbox, and from nobody else. */
  #fromFrame(event) {
    const shown = this.#shown;
    if (!shown || event.source !== shown.frame.contentWindow || event.origin !== shown.origin) return;
    try {
      this.#say({ op: "message", view: shown.view, message: event.data });
    } catch {
      // What JSON cannot hold is no message.
    }
  }

  height({ view, height }) {
    if (this.#shown?.view !== view) return;
    this.#shown.height = height;
    this.#layout();
  }

  setMode(mode) {
    this.#mode = mode;
    this.#layout();
    this.#resized();
  }

  setWidth(width) {
    this.#width = width;
    this.#layout();
    this.#resized();
  }

  setTheme(theme) {
    $("pane").style.colorScheme = theme;
    $("pane").dataset.theme = theme;
  }

  #layout() {
    const box = $("box");
    box.className = `${box.classList.contains("bordered") ? "bordered " : ""}${this.#mode}`;
    const { width } = this.container();
    box.style.width = this.#mode === "inline" && this.#width !== "fill" ? `${width}px` : "";
    box.style.height = this.#mode === "inline" && this.#shown?.height !== undefined ? `${this.#shown.height}px` : "";
  }

  /** The frame's size, as the Host tells it its View. */
  container() {
    const pane = $("pane");
    const inside = { width: pane.clientWidth - 32, height: pane.clientHeight };
    if (this.#mode === "fullscreen") return { width: pane.clientWidth, height: pane.clientHeight, maxHeight: pane.clientHeight };
    if (this.#mode === "pip") return { ...PIP, maxHeight: PIP.height };
    const width = this.#width === "fill" ? inside.width : Number(this.#width);
    return { width: Math.max(width, 1), height: null, maxHeight: this.#shown?.maxHeight ?? MOST_HEIGHT };
  }

  #resized() {
    clearTimeout(this.#later);
    this.#later = setTimeout(() => {
      const container = this.container();
      const text = JSON.stringify(container);
      if (!this.#shown || text === this.#told) return;
      this.#told = text;
      this.#say({ op: "container", container });
    }, 80);
  }
}
