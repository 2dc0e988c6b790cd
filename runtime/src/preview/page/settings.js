// What kind of Host to be. Changes of the context reach an open View at once; the rest when it opens.

import { h, kept } from "./dom.js";
import { palette } from "./palette.js";

const CAPABILITIES = [
  ["openLinks", "Open links"], ["downloadFile", "Save files"], ["message", "Messages"], ["updateModelContext", "Context for the model"],
  ["serverTools", "Server's tools"], ["serverResources", "Server's resources"], ["logging", "Logging"], ["sampling", "Sampling (you are the model)"],
];
const GRANTS = [
  ["permissions", "Camera, microphone, … if asked for"], ["private", "This machine and private networks, if declared"],
  ["wasm", "WebAssembly"], ["webrtc", "WebRTC"],
];
const MODES = [["inline", "Inline"], ["fullscreen", "Fullscreen"], ["pip", "Picture in picture"]];
const INSETS = ["top", "right", "bottom", "left"];

const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
const DEFAULTS = {
  theme: dark ? "dark" : "light", locale: navigator.language, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  platform: "web", touch: false, hover: true, insets: { top: 0, right: 0, bottom: 0, left: 0 },
  styles: "sample", fonts: "", extra: "", modes: MODES.map(([mode]) => mode),
  capabilities: CAPABILITIES.map(([name]) => name).filter((name) => name !== "sampling"),
  grants: {}, readOnly: false, unasked: false, maxHeight: 4000,
};

export class Settings {
  #values = { ...DEFAULTS, ...kept.get("settings", {}) };

  /** `now` hears of a context that changed, `later` of what the next View will find. */
  constructor({ now, later, reload }) {
    this.now = now;
    this.later = later;
    this.error = h("p", { className: "error", role: "alert" });
    this.note = h("p", { className: "apply", hidden: true }, "The View sees this when it opens. ", h("button", { type: "button", onclick: reload }, "Reload"));
    this.element = h("div", { className: "panel settings" });
    this.draw();
  }

  get theme() { return this.#values.theme; }

  set(name, value, live = true) {
    this.#values = { ...this.#values, [name]: value };
    kept.set("settings", this.#values);
    if (live) {
      const { context, error } = this.context();
      this.error.textContent = error ?? "";
      if (!error) this.now(context);
    } else {
      this.note.hidden = false;
      this.later();
    }
  }

  /** The host context, or why there is none. */
  context() {
    const { theme, locale, timeZone, platform, touch, hover, insets, styles, fonts, extra } = this.#values;
    const context = { theme, platform, deviceCapabilities: { touch, hover }, safeAreaInsets: insets };
    if (locale) context.locale = locale;
    if (timeZone) context.timeZone = timeZone;
    context.userAgent = "mcp-apps-preview";
    if (styles === "sample") context.styles = { variables: palette };
    if (fonts.trim()) context.styles = { ...context.styles, css: { fonts } };
    try {
      return { context: { ...context, ...(extra.trim() ? JSON.parse(extra) : {}) } };
    } catch (error) {
      return { context, error: `More members: ${error.message}` };
    }
  }

  /** As the process reads them; `container` and `mode` are the stage's. */
  forCall(container) {
    this.note.hidden = true;
    const { modes, capabilities, grants, readOnly, unasked } = this.#values;
    return { context: this.context().context, mode: "inline", modes: ["inline", ...modes.filter((mode) => mode !== "inline")], container, capabilities, grants, readOnly, unasked };
  }

  get modes() { return this.#values.modes; }
  get maxHeight() { return this.#values.maxHeight; }

  draw() {
    const values = this.#values;
    const row = (label, control) => h("label", { className: "row" }, h("span", {}, label), control);
    const input = (name, props = {}) => h("input", { value: values[name], spellcheck: false, onchange: ({ target }) => this.set(name, target.value), ...props });
    const select = (name, options, live) => {
      const control = h("select", { onchange: ({ target }) => this.set(name, target.value, live) }, options.map(([value, text]) => h("option", { value }, text)));
      control.value = values[name];
      return control;
    };
    const check = (label, checked, change, title) => h("label", { className: "check", title: title ?? "" }, h("input", { type: "checkbox", checked, onchange: ({ target }) => change(target.checked) }), label);
    const inList = (name, entry, label, live) => check(label, values[name].includes(entry), (on) => {
      const others = this.#values[name].filter((one) => one !== entry);
      this.set(name, on ? [...others, entry] : others, live);
    });
    const theme = select("theme", [["light", "Light"], ["dark", "Dark"]]);
    this.themeControl = theme;
    const insets = INSETS.map((side) => h("input", { type: "number", min: 0, value: values.insets[side], title: side, "aria-label": `inset ${side}`, onchange: ({ target }) => this.set("insets", { ...this.#values.insets, [side]: Number(target.value) || 0 }) }));
    const area = (name, placeholder) => h("textarea", { className: "code", rows: 3, spellcheck: false, placeholder, value: values[name], onchange: ({ target }) => this.set(name, target.value) });
    this.element.replaceChildren(
      this.note, this.error,
      h("fieldset", {}, h("legend", {}, "Context"),
        row("Theme", theme), row("Locale", input("locale")), row("Time zone", input("timeZone")),
        row("Platform", select("platform", [["web", "Web"], ["desktop", "Desktop"], ["mobile", "Mobile"]])),
        h("div", { className: "row" }, h("span", {}, "Device"), h("span", {}, check("Touch", values.touch, (on) => this.set("touch", on)), check("Hover", values.hover, (on) => this.set("hover", on)))),
        h("div", { className: "row" }, h("span", {}, "Safe area"), h("span", { className: "insets" }, insets)),
        row("Styles", select("styles", [["sample", "A sample host's"], ["none", "None"]])),
        row("Fonts (CSS)", area("fonts", "@font-face { … }")),
        row("More members", area("extra", "{ \"styles\": { \"variables\": { … } } }"))),
      h("fieldset", {}, h("legend", {}, "Frame"),
        row("Most height", h("input", { type: "number", min: 100, step: 100, value: values.maxHeight, onchange: ({ target }) => this.set("maxHeight", Number(target.value) || 4000, false) })),
        h("div", { className: "row" }, h("span", {}, "Display modes"), h("span", {}, MODES.slice(1).map(([mode, label]) => inList("modes", mode, label, false))))),
      h("fieldset", {}, h("legend", {}, "Capabilities"), CAPABILITIES.map(([name, label]) => inList("capabilities", name, label, false))),
      h("fieldset", {}, h("legend", {}, "Granted beyond the declared"), GRANTS.map(([name, label]) => check(label, Boolean(values.grants[name]), (on) => this.set("grants", { ...this.#values.grants, [name]: on }, false)))),
      h("fieldset", {}, h("legend", {}, "The Host's user"),
        check("Links and files need no asking", values.unasked, (on) => this.set("unasked", on, false)),
        check("Read-only: show the View, serve it nothing", values.readOnly, (on) => this.set("readOnly", on, false))),
      h("button", { type: "button", onclick: () => this.reset() }, "Back to the defaults"));
  }

  setTheme(theme) {
    this.themeControl.value = theme;
    this.set("theme", theme);
  }

  reset() {
    this.#values = { ...DEFAULTS };
    kept.set("settings", this.#values);
    this.draw();
    this.now(this.context().context);
    this.note.hidden = false;
  }
}
