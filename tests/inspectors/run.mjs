// The inspectors people use, on the weather example: the MCP Inspector's command line and MCPJam's
// MCP Apps conformance, over stdio and HTTP, on the versions with `initialize` and on 2026-07-28
// where they speak it. And on a broken server, which each of them must tell from a good one.
//
//   cargo build -p mcp-apps --features server,check --example weather --example broken-server
//   node tests/inspectors/run.mjs [FOLDER OF THE EXAMPLES]

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? path.join(here, "../../target");
const examples = path.resolve(process.argv[2] ?? path.join(target, "debug/examples"));
const weather = path.join(examples, "weather");
const broken = path.join(examples, "broken-server");
const inspector = path.join(here, "inspector/node_modules/.bin/mcp-inspector");

let failures = 0;
const expect = (name, ok, seen) => {
  console.log(`${ok ? "ok  " : "FAIL"} ${name}`);
  if (!ok) {
    failures += 1;
    console.log(typeof seen === "string" ? seen : JSON.stringify(seen, null, 1));
  }
};

function run(command, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: "utf8", timeout: 120_000 });
  if (error) throw error;
  return { status, stdout, stderr };
}

for (const folder of ["inspector", "mcpjam"]) {
  const { status, stderr } = run("npm", ["ci", "--silent"], path.join(here, folder));
  if (status !== 0) throw new Error(`npm ci in ${folder}: ${stderr}`);
}

/** One command of the Inspector; `json` is what it printed, if that is JSON. */
function inspect(server, era, ...args) {
  const ran = run(inspector, ["--cli", ...server, "--protocol-era", era, "--format", "json", "--quiet", ...args]);
  const json = (() => { try { return JSON.parse(ran.stdout); } catch { return undefined; } })();
  return { ...ran, json };
}

/** What a result of the Inspector holds, in or out of its envelope. */
const result = ({ json }) => json?.result ?? json;

function inspector_on(name, server, era) {
  const ask = (...args) => inspect(server, era, ...args);
  const at = `Inspector ${name} ${era}`;

  const list = ask("--advertise-apps", "--strict", "--method", "tools/list");
  const tools = result(list)?.tools ?? [];
  expect(`${at}: tools/list --strict`, list.status === 0 && tools.length === 2, list);

  const info = ask("--advertise-apps", "--app-info", "--method", "tools/call", "--tool-name", "get_weather");
  const app = result(info) ?? {};
  const uri = app.resourceUri ?? "";
  expect(
    `${at}: --app-info`,
    info.status === 0 && app.hasApp === true && uri.startsWith("ui://weather/view~") &&
      app.resourceMimeType === "text/html;profile=mcp-app" && app.prefersBorder === false &&
      app.csp?.connectDomains?.[0] === "https://api.open-meteo.com",
    info,
  );
  const refresh = ask("--advertise-apps", "--app-info", "--method", "tools/call", "--tool-name", "refresh_weather");
  expect(`${at}: the app-only tool`, JSON.stringify(result(refresh)?.visibility) === '["app"]', refresh);

  const page = ask("--method", "resources/read", "--uri", uri);
  expect(`${at}: resources/read`, result(page)?.contents?.[0]?.text?.startsWith("<!doctype html>") ?? false, page);

  const call = ask("--method", "tools/call", "--tool-name", "refresh_weather", "--tool-arg", "city=Berlin");
  const { content, structuredContent } = result(call) ?? {};
  expect(
    `${at}: tools/call`,
    call.status === 0 && content?.[0]?.text?.startsWith("Berlin: ") && structuredContent?.weather?.city === "Berlin",
    call,
  );
}

async function conforms(name, config) {
  // Imported late: it is installed above.
  const { MCPAppsConformanceTest } = await import("./mcpjam/node_modules/@mcpjam/sdk/dist/index.js");
  const { passed, summary, checks } = await new MCPAppsConformanceTest({ ...config, timeout: 30_000 }).run();
  console.log(`     MCPJam ${name}: ${summary}`);
  return { passed, checks, failed: checks.filter(({ status }) => status === "failed").map(({ id }) => id) };
}

const http = spawn(weather, ["--http", "127.0.0.1:0"], { stdio: ["ignore", "ignore", "pipe"] });
try {
  const [line] = await once(http.stderr, "data");
  const url = String(line).trim().replace(/^serving /, "");
  for (const era of ["legacy", "modern"]) {
    inspector_on("stdio", [weather], era);
    inspector_on("HTTP", [url, "--transport", "http"], era);
  }
  const plain = inspect([broken, "good"], "legacy", "--app-info", "--method", "tools/call", "--tool-name", "plain");
  expect("Inspector: a tool without a page exits 2", plain.status === 2, plain);

  for (const [name, config] of [["stdio", { command: weather, args: [] }], ["HTTP", { url }]]) {
    const { passed, checks } = await conforms(name, config);
    expect(`MCPJam ${name}: every check passes`, passed && checks.every(({ status }) => status === "passed"), checks);
  }
  const wrong = await conforms("broken", { command: broken, args: ["resource-mime"] });
  expect("MCPJam: a wrong MIME type fails", !wrong.passed && wrong.failed.length > 0, wrong);
} finally {
  http.kill();
}
console.log(failures ? `inspectors: ${failures} failures` : "inspectors: ok");
process.exit(failures ? 1 : 0);
