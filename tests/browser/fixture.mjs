// The Rust process under test (runtime/examples/host/fixture.rs): JSON lines in, JSON lines out.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import * as built from "./built.mjs";

export class Fixture {
  #next = 1;
  #waiting = new Map();
  #views = new Map();

  static async start() {
    const fixture = new Fixture();
    fixture.child = spawn(built.fixture(), { stdio: ["pipe", "pipe", "inherit"] });
    createInterface({ input: fixture.child.stdout }).on("line", (line) => fixture.#take(JSON.parse(line)));
    fixture.child.on("exit", (code) => fixture.#died(new Error(`the fixture ended with ${code}`)));
    return fixture;
  }

  /** Asks for something and waits for the answer. */
  ask(op, fields = {}) {
    const id = this.#next++;
    this.child.stdin.write(JSON.stringify({ op, id, ...fields }) + "\n");
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** Gives a bridged View's message to Rust. */
  send(view, text) {
    this.child.stdin.write(JSON.stringify({ op: "message", view, text }) + "\n");
  }

  /** Calls `take` with what Rust says to, and about, a bridged View. */
  listen(view, take) {
    const early = this.#views.get(view);
    this.#views.set(view, take);
    if (Array.isArray(early)) early.forEach(take);
  }

  #take(line) {
    if (line.id !== undefined) {
      const { resolve, reject } = this.#waiting.get(line.id);
      this.#waiting.delete(line.id);
      return line.error ? reject(new Error(line.error)) : resolve(line.ok);
    }
    const taker = this.#views.get(line.view);
    if (typeof taker === "function") return taker(line);
    this.#views.set(line.view, [...(taker ?? []), line]);
  }

  #died(error) {
    this.#waiting.forEach(({ reject }) => reject(error));
    this.#waiting.clear();
  }

  async stop() {
    this.child.removeAllListeners("exit");
    this.child.stdin.end();
    const timer = setTimeout(() => this.child.kill(), 5000);
    await new Promise((resolve) => this.child.on("exit", resolve));
    clearTimeout(timer);
  }
}
