// What cargo makes for the tests; an environment variable names one that is made already.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const paths = new Map();

function cargo(variable, name, ...what) {
  if (process.env[variable]) return process.env[variable];
  if (!paths.has(name)) {
    const built = spawnSync("cargo", ["build", "--quiet", "-p", "mcp-apps", ...what, "--message-format=json-render-diagnostics"], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
      maxBuffer: 64 << 20,
    });
    if (built.status !== 0) throw new Error(`cargo could not build ${name}`);
    const artifacts = built.stdout.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
    paths.set(name, artifacts.find((artifact) => artifact.target?.name === name && artifact.executable).executable);
  }
  return paths.get(name);
}

/** A server of faulty Views: MCP_APPS_VIEWS. */
export const brokenViews = () => cargo("MCP_APPS_VIEWS", "broken-views", "--features", "cli", "--example", "broken-views");

/** The Rust process under test: MCP_APPS_FIXTURE. */
export const fixture = () => cargo("MCP_APPS_FIXTURE", "host-fixture", "--features", "host,rmcp-3", "--example", "host-fixture");

/** The command `mcp-apps`: MCP_APPS_CLI. */
export const cli = () => cargo("MCP_APPS_CLI", "mcp-apps", "--features", "cli", "--bin", "mcp-apps");

/** The weather example: MCP_APPS_WEATHER. */
export const weather = () => cargo("MCP_APPS_WEATHER", "weather", "--features", "server", "--example", "weather");

const bundles = new Map();
const pages = new Map();

/** Makes a page of the wasm crate in `folder`, by `mcp-apps bundle`, once; several at a time if they are asked for so. */
export function bundle(folder, mode) {
  const key = `${folder} ${mode}`;
  if (!bundles.has(key)) bundles.set(key, made(folder, mode).then((html) => pages.set(key, html)));
  return bundles.get(key);
}

async function made(folder, mode) {
  const out = mkdtempSync(join(tmpdir(), "mcp-apps-page-"));
  const file = join(out, "page.html");
  const child = spawn(cli(), ["bundle", join(root, folder), "--mode", mode, "--out", file]);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => { said += chunk; });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(said);
  const html = readFileSync(file, "utf8");
  rmSync(out, { recursive: true, force: true });
  return html;
}

/** A page that `bundle` has made. */
function bundled(folder, mode) {
  const html = pages.get(`${folder} ${mode}`);
  if (!html) throw new Error(`${folder} is not bundled for ${mode}`);
  return html;
}

const PROBE = "runtime/tests/views/probe";
const ready = process.env.MCP_APPS_PROBE;

/** Makes the View that does everything in every mode; MCP_APPS_PROBE is a folder with `<mode>.html`. */
export async function makeProbe() {
  if (ready) return;
  // Two compilations, one for each processor: `dual` is of the same as `portable`.
  const portable = bundle(PROBE, "portable").then(() => bundle(PROBE, "dual"));
  await Promise.all([portable, bundle(PROBE, "wasm")]);
}

export const probe = (mode) => (ready ? readFileSync(join(ready, `${mode}.html`), "utf8") : bundled(PROBE, mode));

/** The document of `probe` before there is a script in it. */
export const probeDocument = () => readFileSync(join(root, PROBE, "index.html"), "utf8");

const HOST = "runtime/tests/hosts/window";
const host = process.env.MCP_APPS_WASM_HOST;

/** Makes the Host that is a page in wasm: MCP_APPS_WASM_HOST. */
export const makeWasmHost = async () => host ?? bundle(HOST, "wasm");

export const wasmHost = () => (host ? readFileSync(host, "utf8") : bundled(HOST, "wasm"));
