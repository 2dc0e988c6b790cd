// The TypeScript half: an App and an AppBridge hold the recorded conversations with each other,
// over the SDK's in-memory transport, as fast as they can. The counterpart of
// runtime/examples/conversation_bench.rs, step for step, with the same commands on standard input.
//
//   node typescript.mjs text|objects RECORDING…
//
// The transport hands objects over by reference, which no channel between a page and its host
// does. With `text` each message is JSON text on the channel, as with ours; `objects` leaves it.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { InMemoryTransport } from "@modelcontextprotocol/client";
import { App } from "@modelcontextprotocol/ext-apps";
import { AppBridge } from "@modelcontextprotocol/ext-apps/app-bridge";
import { z } from "zod";

const [form, ...recordings] = process.argv.slice(2);

/// What the sides were, did and answered. Left out, on both sides of the benchmark: the sandbox
/// proxy's two messages (it is neither Host nor View), the cancellation after the result (our Host
/// refuses to send it, H30), and the request for `pip`, which the Host does not offer (our View
/// refuses to send it, V5).
function script(recording) {
  const lines = recording.trimEnd().split("\n").map((line) => JSON.parse(line));
  const answer = ({ dir, msg }) => lines.find((l) => l.dir !== dir && !l.msg.method && l.msg.id === msg.id)?.msg;
  const answerTo = (method) => answer(lines.find((line) => line.msg.method === method)).result;
  const steps = [];
  for (const line of lines) {
    const { dir, msg } = line;
    if (!msg.method || dir.includes("proxy")) continue;
    if (["ui/initialize", "ui/notifications/initialized", "ui/notifications/tool-cancelled"].includes(msg.method)) continue;
    if (msg.method === "ui/request-display-mode" && msg.params.mode === "pip") continue;
    const reply = msg.id === undefined ? undefined : answer(line);
    steps.push({
      byHost: dir === "host->view",
      method: msg.method,
      // Text: it is parsed each time, on both sides of the benchmark.
      params: msg.params === undefined ? undefined : JSON.stringify(msg.params),
      notification: msg.id === undefined,
      fails: reply !== undefined && (reply.error !== undefined || reply.result.isError === true),
    });
  }
  return {
    greeting: lines.find((line) => line.msg.method === "ui/initialize").msg.params,
    welcome: answerTo("ui/initialize"),
    tool: answerTo("tools/list").tools[0],
    callTool: answer(lines.find((line) => line.dir === "view->host" && line.msg.method === "tools/call")).result,
    readResource: answerTo("resources/read"),
    listResources: answerTo("resources/list"),
    createMessage: answerTo("sampling/createMessage"),
    steps,
    // And that the switched display mode is part of the context.
    heard: steps.filter((step) => step.notification).length + 1,
  };
}

function makeBridge(script, count) {
  const { hostInfo, hostCapabilities, hostContext } = script.welcome;
  const bridge = new AppBridge(null, hostInfo, hostCapabilities, { hostContext });
  bridge.oncalltool = async ({ name }) => {
    if (name === "boom") throw new Error("tool exploded");
    return script.callTool;
  };
  bridge.onreadresource = async () => script.readResource;
  bridge.onlistresources = async () => script.listResources;
  bridge.onopenlink = async ({ url }) => (url.startsWith("http") ? {} : { isError: true });
  bridge.ondownloadfile = async () => ({});
  bridge.onmessage = async () => ({});
  bridge.onupdatemodelcontext = async () => ({});
  bridge.onrequestdisplaymode = async ({ mode }) => {
    // Ours does this by itself (H43): the View is told that its context has changed.
    bridge.setHostContext({ ...script.welcome.hostContext, theme: "light", displayMode: mode });
    return { mode };
  };
  bridge.oncreatesamplingmessage = async () => script.createMessage;
  bridge.onsizechange = count;
  bridge.onloggingmessage = count;
  bridge.onrequestteardown = count;
  bridge.setNotificationHandler("notifications/tools/list_changed", count);
  return bridge;
}

const toolInput = z.object({ n: z.number() });

function makeApp(script, count) {
  const { appInfo, appCapabilities } = script.greeting;
  // `allowUnsafeEval` is the faster way to validate; a page in a sandbox has to do without.
  const app = new App(appInfo, appCapabilities, { autoResize: false, allowUnsafeEval: process.env.JITLESS !== "1" });
  app.ontoolinputpartial = count;
  app.ontoolinput = count;
  app.ontoolresult = count;
  app.onhostcontextchanged = count;
  app.onteardown = () => ({});
  // The arguments are validated as `registerTool` does it. It would also derive the JSON Schema
  // from zod's for every `tools/list`; here it is at hand, as with ours.
  app.onlisttools = async () => ({ tools: [script.tool] });
  app.oncalltool = async ({ name, arguments: input }) => {
    if (name !== script.tool.name) throw new Error(`Tool ${name} not found`);
    const { issues, value } = await toolInput["~standard"].validate(input);
    if (issues) throw new Error(`Invalid input for tool ${name}: ${issues.map((issue) => issue.message).join("; ")}`);
    return { content: [{ type: "text", text: String(value.n * 2) }] };
  };
  return app;
}

const byHost = {
  "ui/notifications/tool-input-partial": (bridge, params) => bridge.sendToolInputPartial(params),
  "ui/notifications/tool-input": (bridge, params) => bridge.sendToolInput(params),
  "ui/notifications/tool-result": (bridge, params) => bridge.sendToolResult(params),
  "ui/notifications/host-context-changed": (bridge, params) => bridge.sendHostContextChange(params),
  "tools/list": (bridge, params) => bridge.listTools(params),
  "tools/call": (bridge, params) => bridge.callTool(params),
  "ui/resource-teardown": (bridge, params) => bridge.teardownResource(params),
};

const byView = {
  "tools/call": (app, { _meta, ...params }) => app.callServerTool(params),
  "resources/read": (app, params) => app.readServerResource(params),
  "resources/list": (app, params) => app.listServerResources(params),
  "ui/open-link": (app, params) => app.openLink(params),
  "ui/download-file": (app, params) => app.downloadFile(params),
  "ui/message": (app, params) => app.sendMessage(params),
  "ui/update-model-context": (app, params) => app.updateModelContext(params),
  "ui/request-display-mode": (app, params) => app.requestDisplayMode(params),
  "sampling/createMessage": (app, params) => app.createSamplingMessage(params),
  "notifications/message": (app, params) => app.sendLog(params),
  "ui/notifications/size-changed": (app, params) => app.sendSizeChanged(params),
  "notifications/tools/list_changed": (app, params) => app.sendToolListChanged(params),
  "ui/notifications/request-teardown": (app, params) => app.requestTeardown(params),
};

function pair(written) {
  const [hostEnd, viewEnd] = InMemoryTransport.createLinkedPair();
  for (const [end, dir] of [[hostEnd, "host->view"], [viewEnd, "view->host"]]) {
    const send = end.send.bind(end);
    if (form === "text") end.send = (message, options) => send(JSON.parse(JSON.stringify(message)), options);
    const sendWritten = end.send.bind(end);
    if (written) {
      end.send = (message, options) => {
        written.push({ dir, msg: JSON.parse(JSON.stringify(message)) });
        return sendWritten(message, options);
      };
    }
  }
  return [hostEnd, viewEnd];
}

/// Holds the conversation. Gives how long it took, in milliseconds.
async function play(script, written) {
  let heard = 0;
  const count = () => void heard++;
  const [bridge, app] = [makeBridge(script, count), makeApp(script, count)];
  const [hostEnd, viewEnd] = pair(written);
  const begun = performance.now();
  const initialized = new Promise((resolve) => (bridge.oninitialized = resolve));
  await bridge.connect(hostEnd);
  await app.connect(viewEnd);
  await initialized;
  for (const step of script.steps) {
    const params = step.params === undefined ? undefined : JSON.parse(step.params);
    let failed = false;
    try {
      const perform = step.byHost ? byHost[step.method] : byView[step.method];
      const result = await perform(step.byHost ? bridge : app, params);
      failed = result?.isError === true;
    } catch (error) {
      if (!step.fails) throw error;
      failed = true;
    }
    if (failed !== step.fails) throw new Error(`${step.method} is to fail`);
  }
  await bridge.close();
  const took = performance.now() - begun;
  if (heard !== script.heard) throw new Error(`${heard} notifications heard, not ${script.heard}`);
  return took;
}

const scripts = recordings.map((path) => script(readFileSync(path, "utf8")));
for await (const command of createInterface({ input: process.stdin })) {
  const [, times] = command.split(" ");
  if (times === undefined) {
    const wires = [];
    for (const script of scripts) {
      const written = [];
      await play(script, written);
      wires.push(written);
    }
    console.log(JSON.stringify(wires));
  } else {
    let took = 0;
    for (let i = 0; i < Number(times); i++) {
      for (const script of scripts) took += await play(script);
    }
    console.log(JSON.stringify({ seconds: took / 1000 }));
  }
}
