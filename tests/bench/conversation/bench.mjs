// Drives both halves of the benchmark, each in a process of its own: node bench.mjs OUR_PROGRAM
// RECORDING…, usually through ./run.sh. First it checks that both hold the recorded conversation;
// then it has them run in turns and prints what each managed.

import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const RUNS = 11;
const WARM_UP_SECONDS = 3;
const RUN_SECONDS = 0.5;
const TARGET = 10;

class Half {
  constructor(name, command, ...args) {
    this.name = name;
    this.rates = [];
    this.child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  async ask(command) {
    this.child.stdin.write(`${command}\n`);
    const { value, done } = await this.lines.next();
    if (done) throw new Error(`${this.name} ended`);
    return JSON.parse(value);
  }

  /// The seconds all its threads have spent on a processor so far; `NaN` where Linux doesn't tell.
  processor() {
    try {
      const tasks = `/proc/${this.child.pid}/task`;
      const times = readdirSync(tasks).map((task) => readFileSync(`${tasks}/${task}/schedstat`, "utf8"));
      return times.reduce((sum, time) => sum + Number(time.split(" ")[0]), 0) / 1e9;
    } catch {
      return NaN;
    }
  }

  /// Holds each conversation `times` times. `wall` is the conversations alone; `processor` is
  /// everything the process does meanwhile, on all its threads.
  async run(times) {
    const before = this.processor();
    const { seconds } = await this.ask(`run ${times}`);
    const messages = times * this.messages;
    return { seconds, wall: messages / seconds, processor: messages / (this.processor() - before) };
  }

  async warmUp() {
    let [spent, last, times] = [0, { seconds: 0 }, 8];
    for (; spent < WARM_UP_SECONDS; spent += last.seconds) {
      if (last.seconds < RUN_SECONDS / 2) times *= 2;
      last = await this.run(times);
    }
    this.times = Math.max(1, Math.round((times * RUN_SECONDS) / last.seconds));
  }
}

/// What has to be the same: not the ids, the progress tokens, the words of an error, nor whether
/// an absent `listChanged` is written as false. The switched display mode is told by both (H43),
/// and was not by the recorder. The order counts only within a direction, and not for the one
/// notification that crossed an answer.
function comparable(lines) {
  const left = lines.filter(({ dir, msg }) => {
    const { method, params } = msg;
    const pip = params?.mode === "pip" || msg.result?.mode === "inline";
    return !dir.includes("proxy") && method !== "ui/notifications/tool-cancelled" && !pip && !params?.displayMode;
  });
  const told = left.map(({ dir, msg }) => {
    const { id, jsonrpc, ...rest } = structuredClone(msg);
    if (rest.error) rest.error = {};
    if (rest.params?._meta?.progressToken !== undefined) delete rest.params._meta;
    if (rest.result?.hostCapabilities?.serverTools) rest.result.hostCapabilities.serverTools = {};
    return JSON.stringify([dir, rest], (_, value) =>
      value?.constructor === Object ? Object.fromEntries(Object.entries(value).sort()) : value,
    );
  });
  return told.sort();
}

function differences(recording, wire) {
  const [recorded, said] = [comparable(recording), comparable(wire)];
  return [
    ...recorded.filter((line) => !said.includes(line)).map((line) => `not said: ${line}`),
    ...said.filter((line) => !recorded.includes(line)).map((line) => `not recorded: ${line}`),
    ...(recorded.length === said.length ? [] : [`${said.length} messages, not ${recorded.length}`]),
  ];
}

const sorted = (values) => [...values].sort((a, b) => a - b);
const median = (values) => sorted(values)[Math.floor(values.length / 2)];
const thousands = (value) => Math.round(value).toLocaleString("en").padStart(9);

const [program, ...paths] = process.argv.slice(2);
const typescript = fileURLToPath(new URL("typescript.mjs", import.meta.url));
const recordings = paths.map((path) => readFileSync(path, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line)));
const ours = new Half("mcp-apps", program, ...paths);
const text = new Half("ext-apps", process.execPath, typescript, "text", ...paths);
const objects = new Half("ext-apps, objects", process.execPath, typescript, "objects", ...paths);
const halves = [ours, text, objects];

for (const half of halves) {
  const wires = await half.ask("wire");
  const wrong = wires.flatMap((wire, at) => differences(recordings[at], wire));
  if (wrong.length > 0) throw new Error(`${half.name} holds another conversation:\n${wrong.join("\n")}`);
  half.messages = wires.flat().length;
}
if (new Set(halves.map((half) => half.messages)).size !== 1) throw new Error("not as many messages");
for (const half of halves) await half.warmUp();
for (let turn = 0; turn < RUNS; turn++) {
  for (let step = 0; step < halves.length; step++) {
    const half = halves[(turn + step) % halves.length];
    half.rates.push(await half.run(half.times));
  }
}

console.log(`${paths.length} recordings, ${ours.messages} messages; medians of ${RUNS} runs in turns, messages per second`);
console.log("                       by the clock  (lowest - highest)        of processor time");
for (const half of halves) {
  const wall = sorted(half.rates.map((rate) => rate.wall));
  const processor = median(half.rates.map((rate) => rate.processor));
  const spread = `(${thousands(wall[0])} - ${thousands(wall.at(-1))})`;
  console.log(`${half.name.padEnd(22)} ${thousands(median(wall))}     ${spread}    ${thousands(processor)}`);
}
for (const other of [text, objects]) {
  const ratio = (unit) => median(ours.rates.map((r) => r[unit])) / median(other.rates.map((r) => r[unit]));
  const [wall, processor] = [ratio("wall"), ratio("processor")];
  const met = other !== text ? "for comparison" : wall >= TARGET ? `target >= ${TARGET}: met` : `target >= ${TARGET}: MISSED`;
  console.log(`${`mcp-apps / ${other.name}`.padEnd(30)} ${wall.toFixed(1)} x by the clock, ${processor.toFixed(1)} x of processor time; ${met}`);
}

// How it grows: seconds for N conversations, the median of three.
const growth = {};
for (const half of [ours, text]) {
  growth[half.name] = [];
  for (const count of [1, 10, 100, 1000]) {
    const runs = [];
    for (let turn = 0; turn < 3; turn++) runs.push((await half.run(count)).seconds);
    growth[half.name].push([count, median(runs)]);
  }
}
console.log(`growth ${JSON.stringify(growth)}`);
for (const half of halves) half.child.stdin.end();
