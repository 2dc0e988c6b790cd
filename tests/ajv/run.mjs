// Asks ajv what tests/schemas.rs asks crate jsonschema: the same schemas, transcripts and verdicts.
// Prints a line per version and `ajv: ok`, or every disagreement and exits 1.

import { readFileSync, readdirSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import Ajv2020 from "ajv/dist/2020.js";

const root = new URL("../../", import.meta.url);
const read = (path) => readFileSync(new URL(path, root), "utf8");
const verdicts = JSON.parse(read("tests/fixtures/verdicts.json"));
const transcripts = "tests/transcripts/";
const definitions = { view: "ViewMessage", host: "HostMessage", proxy: "SandboxMessage" };

/** Every recorded message, and the method of the request it answers. */
function recorded() {
  const lines = [];
  for (const file of readdirSync(new URL(transcripts, root)).filter((name) => name.endsWith(".jsonl")).sort()) {
    const pending = new Map();
    read(transcripts + file).trimEnd().split("\n").forEach((text, index) => {
      const { case: name = "", dir, msg } = JSON.parse(text);
      const [from, to] = dir.split("->");
      const line = { at: `${file}:${index + 1}`, case: name, from, message: msg };
      const key = (sender) => JSON.stringify([name, sender, msg?.id]);
      if (typeof msg?.method === "string" && msg.id !== undefined) pending.set(key(from), msg.method);
      if (msg?.method === undefined && msg?.id !== undefined) line.answers = pending.get(key(to));
      lines.push(line);
    });
  }
  return lines;
}

function isAbout(verdict, line) {
  const { jsonrpc, id, ...rest } = line.message ?? {};
  const same = verdict.envelope ? isDeepStrictEqual(line.message, verdict.message)
    : jsonrpc === "2.0" && id !== null && isDeepStrictEqual(rest, verdict.message);
  return same && verdict.from === line.from
    && (verdict.case === undefined || verdict.case === line.case)
    && (verdict.answers === undefined || verdict.answers === line.answers);
}

/** The result definition of each request, from the surface. */
function results(version) {
  const requests = read(`generated/surface/${version}.txt`).matchAll(/^method (\S+) \S+ request .* -> (\w+)/gm);
  return new Map(Array.from(requests, ([, method, definition]) => [method, definition]));
}

const faults = [];
for (const file of readdirSync(new URL("generated/schema/", root)).sort()) {
  const version = file.replace(/\.json$/, "");
  const schema = JSON.parse(read(`generated/schema/${file}`));
  // Strict: an unknown keyword or a reference that resolves nowhere throws. `format` is an annotation in 2020-12.
  const ajv = new Ajv2020({ strict: true, strictTypes: false, validateFormats: false, validateSchema: true });
  try {
    ajv.addSchema(schema, "mcp-apps");
    for (const name of Object.keys(schema.$defs)) ajv.getSchema(`mcp-apps#/$defs/${name}`);
  } catch (error) {
    faults.push(`${version}: not a schema ajv takes: ${error.message}`);
    continue;
  }
  const answers = results(version);
  const accepts = ({ from, message, answers: method }) => {
    const result = message?.result === undefined ? undefined : answers.get(method);
    return ajv.validate(`mcp-apps#/$defs/${definitions[from]}`, message)
      && (result === undefined || ajv.validate(`mcp-apps#/$defs/${result}`, message.result));
  };
  let asked = 0;
  let refused = 0;
  const expect = (item, wanted, what) => {
    asked += 1;
    if (!wanted) refused += 1;
    if (accepts(item) !== wanted) faults.push(`${version}: ${what} should be ${wanted ? "accepted" : "refused"}: ${JSON.stringify(item.message)}`);
  };
  for (const line of recorded()) {
    const verdict = verdicts.recorded.find((verdict) => isAbout(verdict, line));
    expect(line, verdict?.verdict !== "refused", line.at);
  }
  for (const item of verdicts.written) {
    if (item.versions === undefined || item.versions.includes(version)) expect(item, item.valid, item.why);
  }
  console.log(`ajv ${version}: ${asked} messages, ${refused} of them malformed, ${Object.keys(schema.$defs).length} definitions`);
}
if (faults.length > 0) {
  console.log(faults.join("\n"));
  console.log(`ajv: FAILED (${faults.length})`);
  process.exit(1);
}
console.log("ajv: ok");
