// node run.mjs [filter]: runs every case in cases/, each guard's case once more without its guard.

import { readdirSync } from "node:fs";
import { Harness } from "./harness.mjs";

const filter = process.argv[2] ?? "";
const folder = new URL("./cases/", import.meta.url);
const cases = [];
for (const file of readdirSync(folder).filter((name) => name.endsWith(".mjs")).sort()) {
  const { default: list } = await import(new URL(file, folder));
  for (const entry of list) cases.push({ ...entry, name: `${file.replace(".mjs", "")}: ${entry.name}` });
}

/** The runs of a case: as it is, and once for each guard, which it must not survive the loss of. */
function* runs({ name, run, guards = [] }) {
  yield { name, run };
  for (const guard of guards) yield { name: `${name} [fails without: ${guard.from}]`, run, guard };
}

const chosen = cases.flatMap((entry) => [...runs(entry)]).filter(({ name }) => name.includes(filter));
const harness = await Harness.start();
let failed = 0;
for (const { name, run, guard } of chosen) {
  const stage = await harness.stage();
  stage.mutant = guard ? { ...guard } : null;
  const outcome = await run(stage).then(() => null, (error) => error);
  await stage.close();
  const unused = guard && !stage.mutant.used;
  const wrong = guard ? (outcome === null || unused) : outcome !== null;
  if (!wrong) continue;
  failed += 1;
  console.log(`FAILED ${name}`);
  console.log(guard ? (unused ? "  the guard was not found" : "  it passes all the same") : `  ${outcome.stack}`);
  if (!guard && stage.console.length > 0) console.log(stage.console.map((line) => `  | ${line}`).join("\n"));
}
await harness.stop();
console.log(`${chosen.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
