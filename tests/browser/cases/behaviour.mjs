// `mcp-apps check --behaviour`: what only running shows.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brokenViews, cli, weather } from "../built.mjs";
import { CHROMIUM } from "../harness.mjs";
import { servers } from "../preview.mjs";
import { prepare as servedByNpm } from "./preview-servers.mjs";

export const prepare = () => { servedByNpm(); brokenViews(); weather(); };

/** Checks a server; its findings by their places, and how many Views were shown. */
async function check(server, ...options) {
  const child = spawn(cli(), ["check", "--behaviour", "--chromium", CHROMIUM, "--format", "json", ...options, "--", ...server]);
  let [out, err] = ["", ""];
  child.stdout.on("data", (data) => { out += data; });
  child.stderr.on("data", (data) => { err += data; });
  await once(child, "close");
  assert.ok(out, err);
  const { findings, views } = JSON.parse(out);
  const places = new Map();
  for (const { place, rule, message } of findings) places.set(place, [...(places.get(place) ?? []), { rule, message }]);
  return { places, views };
}

export default [
  {
    name: "each fault of a View is found where it is, and nothing else",
    limit: 90_000,
    async run() {
      // They wait more than they work.
      const shares = [1, 2, 3, 4].map((share) => check([brokenViews(), `${share}/4`], "--era", "legacy", "--timeout", "5"));
      const found = await Promise.all(shares);
      const places = new Map(found.flatMap(({ places }) => [...places]));
      assert.equal(found.reduce((sum, { views }) => sum + views, 0), 22);
      assert.ok(![...places.keys()].some((place) => place.startsWith("ui://views/good")), JSON.stringify([...places]));
      const rules = new Set();
      for (const [place, findings] of places) {
        const fault = place.slice("ui://views/".length).split("/")[0];
        rules.add(fault);
        assert.ok(findings.every(({ rule }) => rule === fault), `${place}: ${JSON.stringify(findings)}`);
        if (fault === "view-failed") assert.deepEqual(findings.map(({ message }) => message), ['the page says "This app cannot run here: it says so."']);
      }
      assert.equal(places.size, 19, JSON.stringify([...places.keys()]));
      const known = spawn(cli(), ["check", "--rules"]);
      let listed = "";
      known.stdout.on("data", (data) => { listed += data; });
      await once(known, "close");
      assert.deepEqual([...rules].sort(), [...listed.matchAll(/ (view-[a-z-]+):/g)].map(([, id]) => id).sort());
    },
  },
  {
    name: "Views that are in order have no findings: the weather example, and one of the TypeScript SDK",
    limit: 90_000,
    async run() {
      const call = ["--call", 'get_weather={"city":"Berlin"}'];
      const found = await Promise.all([check(servers.weather(), ...call), check(servers.npm("basic-vanillajs"), "--call", "get-time")]);
      for (const { places, views } of found) {
        assert.equal(views, 1);
        const behaviours = [...places.values()].flat().filter(({ rule }) => rule.startsWith("view-"));
        assert.deepEqual(behaviours, []);
      }
    },
  },
  {
    name: "a check that is told to end takes its browser along",
    async run(stage) {
      const child = spawn(cli(), ["check", "--behaviour", "--chromium", CHROMIUM, "--era", "legacy", "--", brokenViews()]);
      const profile = join(tmpdir(), `mcp-apps-${child.pid}-0`);
      await stage.until(() => existsSync(join(profile, "Default")), "the browser's start", 20_000);
      child.kill("SIGTERM");
      const [code] = await once(child, "close");
      assert.equal(code, 2);
      assert.ok(!existsSync(profile), "its profile is left");
    },
  },
];
