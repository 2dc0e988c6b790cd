// Hosts in a browser before `mcp-apps host-conformance`.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { cli } from "../built.mjs";

export const prepare = cli;

const folder = fileURLToPath(new URL("../conformance/", import.meta.url));

export default [{
  name: "AppBridge 2.0.4 keeps a Host's duties, its known deviations aside",
  limit: 90_000,
  async run() {
    const expected = `${folder}appbridge-2.0.4.txt`;
    const judge = spawn(cli(), ["host-conformance", "--expect", expected, "--", process.execPath, `${folder}appbridge.mjs`]);
    let text = "";
    judge.stdout.on("data", (data) => { text += data; });
    judge.stderr.on("data", (data) => { text += data; });
    const [code] = await once(judge, "close");
    assert.equal(code, 0, text);
    // What is only seen if the relay works: a handshake, a call and its result.
    for (const id of ["H1", "H2", "H9", "H22", "H26", "H27", "H29", "H30", "H31", "H45"]) {
      assert.match(text, new RegExp(`^${id} +kept`, "m"), text);
    }
  },
}];
