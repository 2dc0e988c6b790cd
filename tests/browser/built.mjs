// What cargo makes for the tests; an environment variable names one that is made already.

import { spawnSync } from "node:child_process";
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

/** A page of the wasm crate in `folder`, by `mcp-apps bundle`. */
export function bundled(folder, mode) {
  const key = `${folder} ${mode}`;
  if (!paths.has(key)) {
    const out = mkdtempSync(join(tmpdir(), "mcp-apps-page-"));
    const file = join(out, "page.html");
    const made = spawnSync(cli(), ["bundle", join(root, folder), "--mode", mode, "--out", file], { encoding: "utf8" });
    if (made.status !== 0) throw new Error(made.stdout + made.stderr);
    paths.set(key, readFileSync(file, "utf8"));
    rmSync(out, { recursive: true, force: true });
  }
  return paths.get(key);
}

/** The View that does everything, in a mode: MCP_APPS_PROBE is a folder with `<mode>.html`. */
export function probe(mode) {
  const folder = process.env.MCP_APPS_PROBE;
  return folder ? readFileSync(join(folder, `${mode}.html`), "utf8") : bundled(PROBE, mode);
}

/** The document of `probe` before there is a script in it. */
export const probeDocument = () => readFileSync(join(root, PROBE, "index.html"), "utf8");

const PROBE = "runtime/tests/views/probe";

/** The Host that is a page in wasm: MCP_APPS_WASM_HOST. */
export function wasmHost() {
  return process.env.MCP_APPS_WASM_HOST ? readFileSync(process.env.MCP_APPS_WASM_HOST, "utf8") : bundled("runtime/tests/hosts/window", "wasm");
}
