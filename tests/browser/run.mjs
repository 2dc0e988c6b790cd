// node run.mjs [filter]: runs every case in cases/, each guard's case once more without its guard.

import { AssertionError } from "node:assert";
import { readdirSync } from "node:fs";
import { Harness } from "./harness.mjs";
import { cited } from "./security.mjs";

const filter = process.argv[2] ?? "";
const folder = new URL("./cases/", import.meta.url);
const cases = [];
for (const file of readdirSync(folder).filter((name) => name.endsWith(".mjs")).sort()) {
  const { default: list, prepare } = await import(new URL(file, folder));
  for (const entry of list) cases.push({ ...entry, prepare, file: file.replace(".mjs", "") });
}

/** The runs of a case: as it is, and once for each guard, which it must not survive the loss of. */
function* runs({ file, name, run, prepare, limit, guards = [] }) {
  yield { name: `${file}: ${name}`, run, prepare, limit };
  for (const guard of guards) yield { name: `${file}: ${name} [without ${guard.from ?? guard.without}]`, run, guard };
}

/** What is wrong with how a case ended, if anything. */
function fault(guard, stage, outcome) {
  if (!guard) return outcome && [outcome.stack, ...stage.console.map((line) => `| ${line}`)].join("\n  ");
  if (!stage.mutant.used) return "the guard was not found";
  if (!outcome) return "it passes without the guard";
  // A case that breaks down for another reason has not seen the guard missing.
  if (outcome instanceof AssertionError && outcome.message.includes(guard.fails)) return null;
  return `expected "${guard.fails}" to fail, not: ${outcome.message}`;
}

/** A case that hangs is a failure, not a hanging suite. */
async function within(ms, promise) {
  let timer;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error(`it hangs: nothing within ${ms} ms`)), ms); });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

const began = Date.now();
const chosen = cases.flatMap((entry) => [...runs(entry)]).filter(({ name }) => name.includes(filter));
// What takes minutes is made before the browser waits for it.
await Promise.all([...new Set(chosen.map(({ prepare }) => prepare))].map((prepare) => prepare?.()));
const harness = await Harness.start();
const tally = { passed: 0, caught: 0, failed: 0 };
for (const { name, run, guard, limit = 30_000 } of chosen) {
  if (guard && !guard.fails) throw new Error(`${name}: which assertion fails?`);
  const started = Date.now();
  // What gets through without its guard does so in its own time: seen once is proof, and it may be looked for again.
  // What must hold has one try.
  let outcome, wrong;
  for (let tries = guard ? 3 : 1; tries > 0; tries -= 1) {
    const stage = await harness.stage();
    stage.mutant = guard ? { ...guard } : null;
    outcome = await within(limit, run(stage)).then(() => null, (error) => error);
    await stage.close();
    wrong = fault(guard, stage, outcome);
    if (!wrong) break;
  }
  tally[wrong ? "failed" : guard ? "caught" : "passed"] += 1;
  if (wrong) console.log(`FAILED ${name}\n  ${wrong}`);
  if (process.env.VERBOSE) console.log(`${Date.now() - started} ms  ${name}${guard ? ` -> ${outcome?.message}` : ""}`);
}
await harness.stop();
for (const wrong of cited(cases)) {
  tally.failed += 1;
  console.log(`FAILED SECURITY.md: ${wrong}`);
}
const seconds = Math.round((Date.now() - began) / 1000);
console.log(`${tally.passed} cases passed, ${tally.caught} lost guards caught, ${tally.failed} failed, ${seconds} s`);
process.exit(tally.failed === 0 ? 0 : 1);
