// What cargo makes for the tests; an environment variable names one that is made already.

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

/** The example `form`: MCP_APPS_FORM. */
export const form = () => cargo("MCP_APPS_FORM", "form", "--features", "server", "--example", "form");

const pages = mkdtempSync(join(tmpdir(), "mcp-apps-pages-"));
process.on("exit", () => rmSync(pages, { recursive: true, force: true }));

/** The page of the crate in `folder`, by `mcp-apps bundle`: its file, and what the command said. MCP_APPS_PAGES keeps it. */
export function bundled(folder, mode = "portable") {
  const name = `${folder.split("/").at(-1)}-${mode}`;
  if (!paths.has(name)) {
    const file = join(process.env.MCP_APPS_PAGES ?? pages, `${name}.html`);
    const said = `${file}.said`;
    if (existsSync(said)) return { file, said: readFileSync(said, "utf8") };
    const made = spawnSync(cli(), ["bundle", join(root, folder), "--mode", mode, "--out", file], { encoding: "utf8" });
    if (made.status !== 0) throw new Error(made.stdout + made.stderr);
    writeFileSync(said, made.stdout);
    paths.set(name, { file, said: made.stdout });
  }
  return paths.get(name);
}

/** A page of the wasm crate in `folder`: MCP_APPS_WASM_HOST. */
export const wasmPage = (folder) => readFileSync(process.env.MCP_APPS_WASM_HOST ?? bundled(folder, "wasm").file, "utf8");
