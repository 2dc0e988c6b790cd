// node tests/bench/run.mjs [PART…]: every benchmark, ours and the peers side by side, in one run on one machine. Prints the
// table, and writes what it measured into results.json, the table into ../../BENCHMARKS.md and a plot a curve into plots/.
// Parts: generation check conversation server views pages schema; all if none is named. A part that is not run keeps its last
// figures. Needs cargo, node and npm; `pages` needs Chromium, wasm32-unknown-unknown and what `mcp-apps bundle` needs.

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";

import { plot } from "./plot.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? `${root}/target`;
const RUNS = 7;

const run = (command, args, options = {}) =>
  execFileSync(command, args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1 << 28, ...options });
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const number = (text) => Number(text.replaceAll(",", ""));

/** The text's parts in parentheses of the pattern; an error if it says something else. */
function found(text, pattern) {
  const match = text.match(pattern);
  if (!match) throw new Error(`nothing like ${pattern} in:\n${text}`);
  return match.slice(1);
}

/** Figures in the order of the table: `ratio` is what ours is of the peer's, or how many times it. */
const row = (figure, ours, peer, ratio, note = "") => ({ figure, ours, peer, ratio, note });
const times = (ours, theirs) => `${(ours / theirs).toFixed(1)} ×`;
const share = (ours, theirs) => (ours / theirs).toFixed(2);

const parts = {
  generation() {
    run("cargo", ["build", "-q", "--release", "-p", "codegen"]);
    const seconds = Array.from({ length: RUNS }, () => {
      const started = performance.now();
      run(`${target}/release/codegen`, ["--check"], { stdio: "ignore" });
      return (performance.now() - started) / 1000;
    });
    return { rows: [row("generating both versions, whole process", `${median(seconds).toFixed(2)} s`, "no peer", "")] };
  },

  check() {
    const said = run("tests/bench/check/run", []);
    const [ours, draft, theirs] = ["generated", "generated-draft", "rust-mcp-schema"].map((name) =>
      found(said, new RegExp(`^${name} +cold +([\\d.]+) s wall .*alone +([\\d.]+) s wall +([\\d.]+) s cpu`, "m")).map(number));
    const line = (name, [cold, alone]) =>
      row(`\`cargo check\` of ${name}: cold / alone`, `${cold} / ${alone} s`, `${theirs[0]} / ${theirs[1]} s (rust-mcp-schema 2.0.0)`,
        `${share(cold, theirs[0])} / ${share(alone, theirs[1])}`);
    return { rows: [line("the stable version", ours), line("both versions", draft)] };
  },

  conversation() {
    const said = run("tests/bench/conversation/run.sh", []);
    const rate = (name) => number(found(said, new RegExp(`^${name} +([\\d,]+) `, "m"))[0]);
    const [ours, text, objects] = [rate("mcp-apps"), rate("ext-apps"), rate("ext-apps, objects")];
    const curves = JSON.parse(found(said, /^growth (.*)$/m)[0]);
    const rounded = (value) => `${Math.round(value / 1000)} k`;
    return {
      rows: [
        row("recorded conversations, messages a second", rounded(ours), `${rounded(text)} (ext-apps 2.0.4)`, times(ours, text)),
        row("the same, the peer without JSON text", rounded(ours), `${rounded(objects)} (ext-apps 2.0.4)`, times(ours, objects)),
      ],
      curves: { messages: { title: "Messages: seconds to hold N recorded conversations", series: curves } },
    };
  },

  server() {
    const said = run("cargo", ["run", "-q", "--release", "-p", "mcp-apps", "--example", "wrapper_overhead", "--features", "server"]);
    return {
      rows: ["tools/call", "tools/list"].map((method) => {
        const [bare, wrapped, difference, judged] = found(
          said, new RegExp(`^${method} +A +([\\d.]+).* B +([\\d.]+) .*B-A ([+\\d.-]+) +(.*)$`, "m"));
        return row(`\`${method}\` through the wrapper`, `${wrapped} µs`, `${bare} µs (rmcp, \`_meta\` by hand)`, `${difference} µs`, judged);
      }),
    };
  },

  views() {
    build();
    const counts = [1, 10, 100, 1000];
    const ours = counts.map((n) => grown("views", n));
    npm("conversation");
    const theirs = counts.map((n) => several(() => json(run("node", ["--expose-gc", `${here}conversation/views.mjs`, `${n}`]))));
    const [mine, peer] = [ours.at(-1), theirs.at(-1)];
    const kilo = (value) => `${(value / 1000 / counts.at(-1)).toFixed(1)} kB`;
    const points = (all) => counts.map((n, at) => [n, all[at].seconds]);
    return {
      rows: [
        row("memory of an idle pair of Host and View", kilo(mine.bytes), `${kilo(peer.bytes)} (ext-apps 2.0.4)`, share(mine.bytes, peer.bytes)),
        row("greeting and pinging 1,000 pairs", `${mine.seconds.toFixed(3)} s`, `${peer.seconds.toFixed(3)} s (ext-apps 2.0.4)`, times(peer.seconds, mine.seconds)),
      ],
      curves: { views: { title: "Views: seconds to greet and ping N pairs of Host and View", series: { "mcp-apps": points(ours), "ext-apps 2.0.4": points(theirs) } } },
    };
  },

  pages() {
    const said = json(run("tests/bench/view/run", ["--json"]));
    return { rows: said.map(({ figure, theirs, portable, wasm }) =>
      row(figure, `${portable[0]} portable, ${wasm[0]} wasm`, `${theirs} (ext-apps 2.0.4)`, `${portable[1].toFixed(3)}, ${wasm[1].toFixed(3)}`)) };
  },

  schema() {
    build();
    const points = [1, 10, 100, 1000].map((n) => [n, grown("schema", n).seconds]);
    return {
      rows: [row("generating the draft with its objects 100 times", `${points[2][1].toFixed(1)} s`, "no peer", times(points[2][1], points[0][1]))],
      curves: { schema: { title: "Schema: seconds to generate the draft with its objects N times", series: { codegen: points } } },
    };
  },
};

const json = (text) => JSON.parse(text.trim().split("\n").at(-1));
const several = (measure) => {
  const all = [measure(), measure(), measure()];
  return { seconds: median(all.map((one) => one.seconds)), bytes: median(all.map((one) => one.bytes)) };
};
const build = () => run("cargo", ["build", "-q", "--release"], { cwd: `${here}growth` });
const grown = (curve, n) => {
  const measure = () => json(run(`${process.env.CARGO_TARGET_DIR ?? `${here}growth/target`}/release/growth`, [curve, `${n}`]));
  return curve === "schema" && n > 100 ? measure() : several(measure);
};
const npm = (folder) => run("npm", ["--prefix", `${here}${folder}`, "ci", "--ignore-scripts", "--silent"]);

const kept = `${here}results.json`;
const results = existsSync(kept) ? JSON.parse(readFileSync(kept, "utf8")) : {};
const asked = process.argv.slice(2);
for (const part of Object.keys(parts).filter((part) => asked.length === 0 || asked.includes(part))) {
  console.error(`== ${part}`);
  const load = Number(spawnSync("cut", ["-d", " ", "-f1", "/proc/loadavg"], { encoding: "utf8" }).stdout) || 0;
  results[part] = { date: new Date().toISOString().slice(0, 10), load, ...parts[part]() };
}
const ordered = Object.fromEntries(Object.keys(parts).filter((part) => results[part]).map((part) => [part, results[part]]));
writeFileSync(kept, `${JSON.stringify(ordered, null, 1)}\n`);

const cells = Object.values(ordered).flatMap(({ rows, date, load }) =>
  rows.map(({ figure, ours, peer, ratio, note }) => `| ${figure} | ${ours} | ${peer} | ${ratio}${note ? `; ${note}` : ""} | ${date}, load ${load} |`));
const [cpu, rustc] = [cpus(), run("rustc", ["--version"]).trim()];
const curves = Object.values(ordered).flatMap(({ curves = {} }) => Object.entries(curves));
for (const [name, curve] of curves) writeFileSync(`${here}plots/${name}.svg`, plot(curve));
const figures = [
  `On ${cpu.length} × ${cpu[0].model}, node ${process.version}, ${rustc}. "Load" is what else the machine did when the part began.`,
  "",
  "| figure | ours | peer | ours : peer | when |",
  "|---|---|---|---|---|",
  ...cells,
  "",
  ...curves.map(([name, { title }]) => `![${title}](tests/bench/plots/${name}.svg)\n`),
].join("\n");
const page = `${root}/BENCHMARKS.md`;
const [before, , after] = readFileSync(page, "utf8").split(/<!-- (?:figures|end) -->\n/);
writeFileSync(page, `${before}<!-- figures -->\n${figures}<!-- end -->\n${after}`);
console.log(figures);
