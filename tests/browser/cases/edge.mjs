// Every edge case of rawhost_view-2.0.4_edge.jsonl, which the TypeScript View 2.0.4 played, with the Rust View. What it
// does otherwise is in view_edge.differences, which holds for the View without a browser, too (tests/conversation).

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { RawView } from "../raw.mjs";
import { sorted } from "../twins.mjs";

export { prepare } from "../twins.mjs";

const read = (name) => readFileSync(new URL(`../../transcripts/${name}`, import.meta.url), "utf8").trim().split("\n");
const lines = read("rawhost_view-2.0.4_edge.jsonl").map((line, index) => ({ number: index + 1, ...JSON.parse(line) }));
const names = [...new Set(lines.map((line) => line.case))];

/** The table: the number of the Host's line, and what is said to it. */
export const table = read("view_edge.differences").filter((row) => !row.startsWith("#")).map((row) => {
  const [number, theirs, ours, why] = row.split(" | ");
  return { number: Number(number), theirs, ours, why };
});

/** What a View says to one of the Host's messages, in the table's words. */
function said(to, messages) {
  if (to.result && to.id === 0) return messages.some(({ method }) => method === "ui/notifications/initialized") ? "ui/notifications/initialized" : "silence";
  const answer = to.method && to.id !== undefined && messages.find(({ id, method }) => id === to.id && !method);
  if (!answer) return "silence";
  return answer.error ? `error ${answer.error.code}` : `result ${JSON.stringify(answer.result)}`;
}

const recorded = names.map((name) => ({
  name: `recorded: ${name}`,
  async run(stage) {
    const played = lines.filter((line) => line.case === name);
    const theirs = played.filter(({ dir }) => dir === "view->host").map(({ msg }) => msg);
    const host = played.filter(({ dir }) => dir === "host->view");
    const wanted = host.map(({ number, msg }) => table.find((row) => row.number === number)?.ours ?? said(msg, theirs));
    for (const { number, theirs: word } of table) {
      const line = host.find((line) => line.number === number);
      if (line) assert.equal(said(line.msg, theirs), word, `line ${number} of the recording`);
    }
    const view = await RawView.show(stage, { how: "bare" });
    const greeting = await view.saw("ui/initialize");
    assert.deepEqual(sorted(greeting), sorted(theirs[0]), "the greeting, to the letter");
    for (const { msg } of host) await view.sandbox.send(msg);
    const count = 1 + wanted.filter((what) => what !== "silence").length;
    await stage.until(async () => (await view.said()).length >= count, `${count} messages`).catch(() => {});
    await stage.never(async () => (await view.said()).length > count, "the View said more", 150);
    const words = await view.said();
    assert.deepEqual(host.map(({ msg }) => said(msg, words)), wanted);
    // In the order of what they answer.
    const order = words.map(({ id, method }) => method ?? id);
    assert.deepEqual(order, ["ui/initialize", ...host.flatMap(({ msg }, index) => {
      if (wanted[index] === "silence") return [];
      return [wanted[index].startsWith("ui/") ? wanted[index] : msg.id];
    })]);
  },
}));

const documented = {
  name: "README.md has the table of what the Rust View answers otherwise",
  async run() {
    const text = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    for (const { theirs, ours, why } of table.filter(({ why }) => !why.startsWith("as line"))) assert.ok(text.includes(`| ${theirs} | ${ours} | ${why} |`), why);
  },
};

export default [...recorded, documented];
