// The inspectors people use, on the weather example: the MCP Inspector's command line and MCPJam's
// MCP Apps conformance, over stdio and HTTP, on the versions with `initialize` and on 2026-07-28
// where they speak it. And on a broken server, which each of them must tell from a good one.
//
//   cargo build -p mcp-apps --features server,check --example weather --example broken-server
//   node tests/inspectors/run.mjs [FOLDER OF THE EXAMPLES]

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
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

/** What the Inspector printed of a result, and of a tool's app. */
const result = ({ json }) => json?.result;
const app_of = ({ json }) => json?.appInfo;

function inspector_on(name, server, era) {
  const ask = (...args) => inspect(server, era, ...args);
  const at = `Inspector ${name} ${era}`;

  const list = ask("--advertise-apps", "--strict", "--method", "tools/list");
  const tools = result(list)?.tools ?? [];
  expect(`${at}: tools/list --strict`, list.status === 0 && tools.length === 2, list);

  const info = ask("--advertise-apps", "--app-info", "--method", "tools/call", "--tool-name", "get_weather");
  const app = app_of(info) ?? {};
  const uri = app.resourceUri ?? "";
  expect(
    `${at}: --app-info`,
    info.status === 0 && app.hasApp === true && uri.startsWith("ui://weather/view~") &&
      app.resourceMimeType === "text/html;profile=mcp-app" && app.prefersBorder === false &&
      app.csp?.connectDomains?.[0] === "https://api.open-meteo.com",
    info,
  );
  const refresh = ask("--advertise-apps", "--app-info", "--method", "tools/call", "--tool-name", "refresh_weather");
  expect(`${at}: the app-only tool`, JSON.stringify(app_of(refresh)?.visibility) === '["app"]', refresh);

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
  return { passed, others: checks.filter(({ status }) => status !== "passed") };
}

const http = spawn(weather, ["--http", "127.0.0.1:0"], { stdio: ["ignore", "ignore", "pipe"] });
try {
  const [line] = await once(createInterface({ input: http.stderr }), "line");
  const url = line.replace(/^serving /, "");
  for (const era of ["legacy", "modern"]) {
    inspector_on("stdio", [weather], era);
    inspector_on("HTTP", [url, "--transport", "http"], era);
  }
  const plain = inspect([broken, "good"], "legacy", "--app-info", "--method", "tools/call", "--tool-name", "plain");
  expect("Inspector: a tool without a page exits 2", plain.status === 2, plain);

  // The weather's page is not listed, as the specification allows; the other server's is.
  const unlisted = ["ui-listed-resources-valid"];
  for (const [name, config, skipped] of [
    ["stdio", { command: weather, args: [] }, unlisted],
    ["HTTP", { url }, unlisted],
    ["a listed page", { command: broken, args: ["good"] }, []],
  ]) {
    const { passed, others } = await conforms(name, config);
    expect(`MCPJam ${name}`, passed && JSON.stringify(others.map(({ id }) => id)) === JSON.stringify(skipped), others);
  }
  const { passed, others } = await conforms("a wrong MIME type", { command: broken, args: ["resource-mime"] });
  expect("MCPJam: a wrong MIME type fails", !passed && others.some(({ status }) => status === "failed"), others);
} finally {
  http.kill();
}
console.log(failures ? `inspectors: ${failures} failures` : "inspectors: ok");
process.exit(failures ? 1 : 0);
