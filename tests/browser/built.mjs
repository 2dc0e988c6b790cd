// What cargo makes for the tests; an environment variable names one that is made already.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
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

const folderOfPages = process.env.MCP_APPS_PAGES ?? mkdtempSync(join(tmpdir(), "mcp-apps-pages-"));
if (!process.env.MCP_APPS_PAGES) process.on("exit", () => rmSync(folderOfPages, { recursive: true, force: true }));

const bundles = new Map();
const pages = new Map();

/**
 * Makes the page of the wasm crate in `folder`, by `mcp-apps bundle`, once; several at a time if they are asked for so.
 * MCP_APPS_PAGES names a folder of those that are made already, and keeps the others.
 */
export function bundle(folder, mode = "portable", ...more) {
  const key = `${folder} ${mode}`;
  if (!bundles.has(key)) bundles.set(key, made(folder, mode, more).then((page) => pages.set(key, page)));
  return bundles.get(key);
}

async function made(folder, mode, more) {
  const file = join(folderOfPages, `${basename(folder)}-${mode}.html`);
  if (!existsSync(file)) {
    const child = spawn(cli(), ["bundle", join(root, folder), "--mode", mode, "--out", file, ...more]);
    const said = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"]) child[stream].on("data", (chunk) => { said[stream] += chunk; });
    const [code] = await once(child, "close");
    if (code !== 0) throw new Error(said.stdout + said.stderr);
    writeFileSync(`${file}.said`, said.stdout);
  }
  return { file, html: readFileSync(file, "utf8"), said: readFileSync(`${file}.said`, "utf8") };
}

/** A page that `bundle` has made: its file, what is in it, and what the command said. */
export function bundled(folder, mode = "portable") {
  const page = pages.get(`${folder} ${mode}`);
  if (!page) throw new Error(`${folder} is not bundled for ${mode}`);
  return page;
}

const PROBE = "runtime/tests/views/probe";

/** Makes the View that does everything in every mode. */
export async function makeProbe() {
  // Two compilations, one for each processor: `dual` is of the same as `portable`.
  const portable = bundle(PROBE, "portable").then(() => bundle(PROBE, "dual"));
  await Promise.all([portable, bundle(PROBE, "wasm")]);
}

export const probe = (mode) => bundled(PROBE, mode).html;

/** The document of `probe` before there is a script in it. */
export const probeDocument = () => readFileSync(join(root, PROBE, "index.html"), "utf8");

const HOST = "runtime/tests/hosts/window";

/** Makes the Host that is a page in wasm. */
export const makeWasmHost = () => bundle(HOST, "wasm");

export const wasmHost = () => bundled(HOST, "wasm").html;
