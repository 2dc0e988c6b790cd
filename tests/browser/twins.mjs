// Twins: the Rust View runtime/tests/views/probe and views/full.js on the TypeScript SDK, in the same document.

import * as built from "./built.mjs";
import { page } from "./peers.mjs";

/** Each mode with what a Host may allow it: the first is what it is made for. */
export const MODES = { portable: [{}], wasm: [{ wasm: true }], dual: [{ wasm: true }, {}] };

export const prepare = built.makeProbe;

/** The Rust View in a mode; the words of `how` say which helpers run. */
export const rust = (mode = "wasm", how = "") => built.probe(mode).replace('data-how=""', `data-how="${how}"`);

/** The TypeScript View on a version of the SDK. */
export const typescript = (version) => page("full", version, built.probeDocument().replace("</main>", "</main><script></script>"));

/** What the Rust View says otherwise than the TypeScript one, by the scenario's step; `README.md` has the table. */
export const DIFFERENCES = [
  {
    step: "pip",
    typescript: ["view->host ui/request-display-mode", "host->view result"],
    rust: [],
    why: "V5: the Host does not offer the mode, so it is not asked, and the program is told",
  },
];

/** A message in few words. */
export const brief = ({ dir, msg }) => `${dir} ${msg.method ?? ("error" in msg ? "error" : "result")}`;

/** Rows of the table. */
export const table = () => DIFFERENCES.map(({ step, typescript, rust, why }) =>
  `| ${step} | ${typescript.join(", ") || "nothing"} | ${rust.join(", ") || "nothing"} | ${why} |`);

/**
 * Messages as they are compared: ids are counted anew for each sender, keys are sorted, and the words of an error
 * that a View reports are its own.
 */
export function alike(lines) {
  const ids = { "view->host": [], "host->view": [] };
  const number = (dir, id) => {
    const known = ids[dir] ?? [];
    if (!known.includes(id)) known.push(id);
    return known.indexOf(id);
  };
  const answers = { "view->host": "host->view", "host->view": "view->host" };
  return lines.map(({ dir, msg }) => {
    const told = structuredClone(msg);
    if (told.id !== undefined) told.id = number(told.method ? dir : answers[dir], told.id);
    const meta = told.params?._meta;
    if (meta?.progressToken !== undefined) meta.progressToken = number(dir, meta.progressToken);
    if (told.params?.progressToken !== undefined) told.params.progressToken = number(answers[dir], told.params.progressToken);
    if (told.params?.requestId !== undefined) told.params.requestId = number(dir, told.params.requestId);
    if (told.params?.data?.outcome?.failed) delete told.params.data.outcome.message;
    return `${dir} ${JSON.stringify(sorted(told))}`;
  });
}

/** A value with its keys in order. */
export function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
}
