// What a View wants of the user, and the user's answers.

import { $, h } from "./dom.js";

export class Asks {
  #say;

  constructor(say) {
    this.#say = say;
  }

  clear() {
    $("asks").replaceChildren();
  }

  take(question) {
    const { ask, kind } = question;
    const answer = (value) => {
      this.#say({ op: "answer", ask, answer: value });
      bar.remove();
    };
    const text = h("textarea", { rows: 3, "aria-label": "The model's answer" });
    const words = {
      link: () => [h("span", {}, "The View wants to open ", h("strong", {}, question.target), " ", h("code", {}, question.url))],
      download: () => [h("span", {}, "The View wants to save ", h("strong", {}, question.files.map(({ name }) => name).join(", ")))],
      sampling: () => [h("span", {}, "The View asks the model. You are the model:"), h("details", {}, h("summary", {}, "Its request"), h("pre", { className: "json wrap" }, JSON.stringify(question.request, null, 2))), text],
    }[kind]?.() ?? [h("span", {}, kind)];
    const yes = { link: "Open", download: "Save", sampling: "Answer" }[kind] ?? "Allow";
    const allow = () => {
      if (kind === "link") window.open(question.url, "_blank", "noopener,noreferrer");
      answer(kind === "sampling" ? { text: text.value } : true);
    };
    const bar = h("div", { className: "ask", "data-ask": String(ask) }, h("div", { className: "words" }, words),
      h("button", { type: "button", className: "primary", onclick: allow }, yes),
      h("button", { type: "button", onclick: () => answer(null) }, "Refuse"));
    $("asks").append(bar);
  }

  takeBack({ ask }) {
    $("asks").querySelector(`[data-ask="${Number(ask)}"]`)?.remove();
  }
}

/** Saves a file the user agreed to. */
export function save({ name, type, bytes }) {
  const content = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([content], { type: type ?? "application/octet-stream" }));
  const link = h("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
