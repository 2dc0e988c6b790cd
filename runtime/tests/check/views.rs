//! A server over stdio with a View for each fault that only running shows: `check --behaviour` finds
//! each at its View's URI, `ui://views/FAULT`. The part before a colon is the rule that must find it.
//! The Views named `good` have none. `broken-views 1/3` has every third of them, from the first.

use std::io::{BufRead, Write};

use serde_json::{Value, json};

const MIME: &str = "text/html;profile=mcp-app";

/// A View that does everything right. Each fault replaces a piece of it.
const GOOD: &str = r#"<!doctype html><html lang="en"><title>View</title><body><p>A View</p><script>
const waiting = new Map();
let next = 0;
const send = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
const notify = (method, params) => send({ method, params });
const ask = (method, params) => new Promise((done) => { waiting.set(next, done); send({ id: next++, method, params }); });
const answers = {
  "ping": {},
  "tools/list": { tools: [{ name: "zoom", inputSchema: { type: "object" } }] },
  "ui/resource-teardown": {},
};
addEventListener("message", ({ data: { id, method, result } }) => {
  if (method === undefined) return waiting.get(id)?.(result);
  if (id === undefined) return;
  const answer = answers[method];
  send(answer ? { id, result: answer } : { id, error: { code: -32601, message: method } });
});
(async () => {
  const host = await ask("ui/initialize", {
    appInfo: { name: "view", version: "1" },
    appCapabilities: { tools: {}, availableDisplayModes: ["inline", "fullscreen"] },
    protocolVersion: "2026-01-26",
  });
  notify("ui/notifications/initialized");
  notify("ui/notifications/size-changed", { width: 300, height: document.documentElement.scrollHeight });
  // more
})();
</script></body></html>"#;

/// The good View with something else in the place of a piece of it.
fn page(fault: &str) -> String {
    let (from, to) = match fault {
        "good" => ("// more", "await ask(\"ui/request-display-mode\", { mode: \"fullscreen\" });"),
        "good:tries" => ("// more", "try { new Function(\"\"); } catch {}"),
        "good:slow" => ("(async () => {", "(async () => { await new Promise((done) => setTimeout(done, 500));"),
        "view-initialize" => ("(async () => {", "(async () => { return;"),
        "view-initialize:capabilities" => {
            ("appCapabilities: { tools: {}, availableDisplayModes: [\"inline\", \"fullscreen\"] },", "")
        }
        "view-initialized" => ("notify(\"ui/notifications/initialized\");", ""),
        "view-initialized:twice" => ("// more", "notify(\"ui/notifications/initialized\");"),
        "view-initialized:asks" => {
            ("const host =", "ask(\"tools/call\", { name: \"plain\", arguments: {} }); const host =")
        }
        "view-failed" => (
            "// more",
            "document.body.innerHTML = \"<p id='mcp-apps-failed'>This app cannot run here: it says so.</p>\"; console.error(document.body.textContent);",
        ),
        "view-message" => ("// more", "notify(\"weather/refresh\", {});"),
        "view-message:params" => ("// more", "notify(\"ui/notifications/size-changed\", { height: \"tall\" });"),
        "view-message:envelope" => {
            ("// more", "send({ method: \"ui/notifications/size-changed\", params: {}, extra: 1 });")
        }
        "view-message:answer" => ("\"ui/resource-teardown\": {},", "\"ui/resource-teardown\": [],"),
        "view-capability" => ("// more", "ask(\"sampling/createMessage\", { messages: [], maxTokens: 1 });"),
        "view-size" => ("notify(\"ui/notifications/size-changed\"", "(() => {})(\"\""),
        "view-tools" => ("\"tools/list\": { tools", "\"tools/other\": { tools"),
        "view-tools:mute" => {
            ("if (id === undefined) return;", "if (id === undefined || method === \"tools/list\") return;")
        }
        "view-display-mode" => ("// more", "ask(\"ui/request-display-mode\", { mode: \"pip\" });"),
        "view-csp" => ("// more", "fetch(\"https://elsewhere.example.com/\").catch(() => {});"),
        "view-console" => ("// more", "host.missing.member;"),
        "view-console:logged" => ("// more", "console.error(\"it went wrong\");"),
        "view-teardown" => {
            ("if (id === undefined) return;", "if (id === undefined || method === \"ui/resource-teardown\") return;")
        }
        other => panic!("no fault is called {other}"),
    };
    assert_eq!(GOOD.matches(from).count(), 1, "{from}");
    GOOD.replace(from, to)
}

const FAULTS: [&str; 22] = [
    "good",
    "good:tries",
    "good:slow",
    "view-initialize",
    "view-initialize:capabilities",
    "view-initialized",
    "view-initialized:twice",
    "view-initialized:asks",
    "view-failed",
    "view-message",
    "view-message:params",
    "view-message:envelope",
    "view-message:answer",
    "view-capability",
    "view-size",
    "view-tools",
    "view-tools:mute",
    "view-display-mode",
    "view-csp",
    "view-console",
    "view-console:logged",
    "view-teardown",
];

/// The faults that were asked for.
fn faults() -> Vec<&'static str> {
    let share = std::env::args().nth(1).unwrap_or_else(|| "1/1".to_owned());
    let (first, of) = share.split_once('/').unwrap_or(("1", "1"));
    let [first, of] = [first, of].map(|number| number.parse::<usize>().expect("the share is two numbers, as 1/3"));
    FAULTS.iter().copied().skip(first - 1).step_by(of).collect()
}

fn uri(fault: &str) -> String {
    format!("ui://views/{}", fault.replace(':', "/"))
}

fn answer(method: &str, params: &Value) -> Result<Value, &'static str> {
    let view = |fault: &&str| json!({ "uri": uri(fault), "name": fault, "mimeType": MIME });
    Ok(match method {
        "initialize" => json!({
            "protocolVersion": "2025-11-25",
            "capabilities": { "tools": {}, "resources": {}, "extensions": { "io.modelcontextprotocol/ui": {} } },
            "serverInfo": { "name": "views", "version": "0" },
        }),
        "tools/list" => {
            let shown = faults().into_iter().map(|fault| {
                let ui = json!({ "resourceUri": uri(fault) });
                json!({ "name": format!("show-{}", fault.replace(':', "-")), "inputSchema": { "type": "object" }, "_meta": { "ui": ui } })
            });
            let plain = json!({ "name": "plain", "inputSchema": { "type": "object" } });
            json!({ "tools": shown.chain([plain]).collect::<Vec<_>>() })
        }
        "resources/list" => json!({ "resources": faults().iter().map(view).collect::<Vec<_>>() }),
        "resources/read" => {
            let fault = FAULTS.iter().find(|fault| params["uri"] == uri(fault)).ok_or("Resource not found")?;
            let mut contents = view(fault);
            contents["text"] = json!(page(fault));
            json!({ "contents": [contents] })
        }
        "tools/call" => json!({ "content": [{ "type": "text", "text": "shown" }] }),
        _ => return Err("Method not found"),
    })
}

fn main() -> std::io::Result<()> {
    let mut stdout = std::io::stdout();
    for line in std::io::stdin().lock().lines() {
        let Ok(message) = serde_json::from_str::<Value>(&line?) else { continue };
        let Some(id) = message.get("id") else { continue };
        let answer = match answer(message["method"].as_str().unwrap_or_default(), &message["params"]) {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err(message) => json!({ "jsonrpc": "2.0", "id": id, "error": { "code": -32601, "message": message } }),
        };
        writeln!(stdout, "{answer}")?;
        stdout.flush()?;
    }
    Ok(())
}
