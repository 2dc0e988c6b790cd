//! A Host with one fault: `broken-host FAULT` is the adapter around this crate's bridge, and between
//! it and the tester something that breaks one duty. The part of a fault's name before a colon is
//! that duty's.

use std::collections::HashMap;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::sync::mpsc;

#[path = "../../examples/host/adapter.rs"]
mod adapter;

/// Where a line goes.
#[derive(Clone, Copy, PartialEq)]
enum To {
    Host,
    Tester,
}

type Lines = Vec<(To, Value)>;

/// What has to be known to break something at the right moment.
#[derive(Default)]
struct Broken {
    fault: String,
    /// Each View's server and tool.
    views: HashMap<String, (String, String)>,
    /// Orders under way, by their ids.
    orders: HashMap<u64, Value>,
    /// The requests of Views, by View and id.
    requests: HashMap<(String, String), Value>,
    /// What Views have been told or have said, as `view method`.
    seen: Vec<String>,
    /// Lines held back until something else has passed.
    held: Lines,
    /// Tools that Views have offered.
    offered: Vec<Value>,
}

fn text<'a>(line: &'a Value, path: &str) -> &'a str {
    path.split('.').fold(line, |at, key| &at[key]).as_str().unwrap_or_default()
}

fn says(view: &str, message: Value) -> (To, Value) {
    (To::Tester, json!({ "type": "view", "view": view, "message": message }))
}

fn notice(view: &str, method: &str, params: Value) -> (To, Value) {
    says(view, json!({ "jsonrpc": "2.0", "method": method, "params": params }))
}

fn answered(view: &str, id: &Value, result: Value) -> (To, Value) {
    says(view, json!({ "jsonrpc": "2.0", "id": id, "result": result }))
}

/// Replaces in the policy that `start` is done with.
fn policy(line: &mut Value, from: &str, to: &str) {
    let policy = text(line, "result.policy");
    assert!(policy.contains(from), "{from} is not in {policy}");
    line["result"]["policy"] = json!(policy.replace(from, to));
}

impl Broken {
    fn has_seen(&self, view: &str, method: &str) -> bool {
        self.seen.iter().any(|seen| *seen == format!("{view} {method}"))
    }

    fn tool(&self, view: &str) -> &str {
        self.views.get(view).map_or("", |(_, tool)| tool)
    }

    /// What a line is about: its order, or the View's request that it answers.
    fn about(&mut self, to: To, line: &Value) -> Value {
        let view = text(line, "view");
        let message = &line["message"];
        if text(line, "what") == "start" {
            self.views.insert(view.to_owned(), (text(line, "server").to_owned(), text(line, "tool").to_owned()));
        }
        if line["type"] == "view" && message["method"].is_string() {
            self.seen.push(format!("{view} {}", text(message, "method")));
        }
        match (to, text(line, "type")) {
            (To::Host, "do") => {
                self.orders.insert(line["id"].as_u64().unwrap_or_default(), line.clone());
                line.clone()
            }
            (To::Tester, "done" | "failed") => {
                self.orders.remove(&line["id"].as_u64().unwrap_or_default()).unwrap_or_default()
            }
            (To::Host, "view") if message["id"].is_number() && message["method"].is_string() => {
                self.requests.insert((view.to_owned(), message["id"].to_string()), message.clone());
                message.clone()
            }
            (To::Tester, "view") if message["method"].is_null() => {
                let answered = (view.to_owned(), message["id"].to_string());
                self.requests.get(&answered).cloned().unwrap_or_default()
            }
            _ => Value::Null,
        }
    }

    /// Passes a line on, or does otherwise.
    fn pass(&mut self, to: To, mut line: Value) -> Lines {
        let about = self.about(to, &line);
        let fault = std::mem::take(&mut self.fault);
        // What the faults' own requests are answered with is nobody's.
        let own = line["message"]["id"].as_str().is_some_and(|id| id.starts_with("broken"));
        let broken = match to {
            To::Host if own => self.own_answer(&line),
            To::Host => self.tester_says(&fault, &mut line),
            To::Tester => self.host_says(&fault, &mut line, &about),
        };
        self.fault = fault;
        broken.unwrap_or_else(|| vec![(to, line)])
    }

    fn own_answer(&self, line: &Value) -> Option<Lines> {
        // The answer that H9 waits for goes to the View.
        let view = text(line, "message.id").strip_prefix("broken H9 ")?.split_once(' ');
        let (view, id) = view.unwrap_or_default();
        let id: i64 = id.parse().unwrap_or_default();
        Some(vec![answered(view, &json!(id), line["message"]["result"].clone())])
    }

    /// What the tester says, on its way to the Host.
    fn tester_says(&mut self, fault: &str, line: &mut Value) -> Option<Lines> {
        let (kind, view) = (text(line, "type").to_owned(), text(line, "view").to_owned());
        let (order, method) = (text(line, "what").to_owned(), text(line, "message.method").to_owned());
        let (message, id) = (line["message"].clone(), line["id"].clone());
        let own = json!({ "type": "server", "server": "a" });
        let server_says = |id: &str, method: &str, params: Value| {
            let mut line = own.clone();
            line["message"] = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
            (To::Tester, line)
        };
        match (fault, &order[..], &method[..]) {
            ("H4", ..) => listed(line, "resources", |entry| drop(entry.remove("_meta"))),
            ("H4:item", ..) => listed(line, "contents", |entry| drop(entry.remove("_meta"))),
            ("H5", ..) => tool(line, "flat", |meta| *meta = Value::Null),
            ("H5:flat", ..) => tool(line, "nested", |meta| meta["ui"]["resourceUri"] = json!("ui://conformance/never")),
            ("H8", ..) => tool(line, "model", |meta| meta["ui"]["visibility"] = json!(["model", "app"])),
            ("H8:refused", ..) => tool(line, "both", |meta| meta["ui"]["visibility"] = json!(["model"])),
            ("H6", "call", _) if line["tool"] == "unshowable" => {
                return Some(vec![(To::Tester, json!({ "type": "failed", "id": id, "error": "it has no View" }))]);
            }
            ("H9", _, "tools/call") if kind == "view" && message["params"]["name"] == "only-b" => {
                let (_, mut call) = server_says(
                    &format!("broken H9 {view} {}", message["id"]),
                    "tools/call",
                    message["params"].clone(),
                );
                call["server"] = json!("b");
                return Some(vec![(To::Tester, call)]);
            }
            ("H24:deaf", _, "ping") if kind == "view" => return Some(Vec::new()),
            ("H28", "partial", _) if self.has_seen(&view, "ui/notifications/tool-input") => {
                let late =
                    notice(&view, "ui/notifications/tool-input-partial", json!({ "arguments": line["arguments"] }));
                return Some(vec![late, (To::Host, line.clone())]);
            }
            ("H33", "teardown", _) if self.tool(&view) == "slow" && self.runs(&view) => {
                self.held.push((To::Host, line.clone()));
                return Some(Vec::new());
            }
            ("H34", _, "ui/open-link") if text(&message, "params.url").starts_with("javascript:") => {
                let did = json!({ "type": "did", "view": view, "what": "open-link", "url": message["params"]["url"] });
                return Some(vec![(To::Tester, did), (To::Host, line.clone())]);
            }
            ("H38", _, "initialize") if kind == "view" => {
                return Some(vec![
                    server_says("broken", "initialize", message["params"].clone()),
                    (To::Host, line.clone()),
                ]);
            }
            ("H38:ui", _, "ui/conformance-no-such-method") => {
                return Some(vec![server_says("broken", &method, json!({})), (To::Host, line.clone())]);
            }
            ("H39", _, "sampling/createMessage") if message["params"]["tools"].is_array() => {
                let completed =
                    json!({ "model": "m", "role": "assistant", "content": { "type": "text", "text": "completed" } });
                return Some(vec![answered(&view, &message["id"], completed)]);
            }
            ("H40", "context", _) if line["context"]["displayMode"] == "fullscreen" => {
                let switched = notice(&view, "ui/notifications/host-context-changed", line["context"].clone());
                return Some(vec![switched, (To::Host, line.clone())]);
            }
            ("H45:unasked", _, "notifications/tools/list_changed") if line["server"] == "b" => {
                let views = self.views.iter().filter(|(_, (server, _))| server == "b");
                let mut lines: Lines = views.map(|(view, _)| notice(view, &method, json!({}))).collect();
                lines.push((To::Host, line.clone()));
                return Some(lines);
            }
            ("H46:dead", "call-app-tool", _) => {
                return Some(vec![(To::Tester, json!({ "type": "done", "id": id, "result": { "content": [] } }))]);
            }
            ("H48", "app-tools", _) => {
                let asked = json!({ "jsonrpc": "2.0", "id": "broken", "method": "tools/list" });
                let declared = self
                    .requests
                    .iter()
                    .any(|((of, _), request)| *of == view && request["params"]["appCapabilities"]["tools"].is_object());
                let mut lines = vec![(To::Host, line.clone())];
                lines.extend((!declared).then(|| says(&view, asked)));
                return Some(lines);
            }
            _ => {}
        }
        None
    }

    fn runs(&self, view: &str) -> bool {
        self.orders.values().any(|order| order["what"] == "run" && order["view"] == view)
    }

    /// What the Host says, on its way to the tester; `about` is the order or request it answers.
    fn host_says(&mut self, fault: &str, line: &mut Value, about: &Value) -> Option<Lines> {
        let (view, method) = (text(line, "view").to_owned(), text(line, "message.method").to_owned());
        let (started, id) = (text(about, "tool").to_owned(), line["message"]["id"].clone());
        let (order, asked, what) = (text(about, "what"), text(about, "method"), text(line, "what"));
        // A `start` that failed has no policy and no frame to break.
        let order = if line["type"] == "failed" { "failed" } else { order };
        let agree = |view: &str| {
            (To::Host, json!({ "type": "view", "view": view, "message": { "jsonrpc": "2.0", "id": id, "result": {} } }))
        };
        match (fault, &method[..], order) {
            ("H1", "initialize", _) => {
                drop(line["message"]["params"]["capabilities"].as_object_mut().map(|c| c.remove("extensions")))
            }
            ("H2", "resources/read", _) if text(line, "message.params.uri").ends_with("/view") => {
                let page = "<!doctype html><html lang=\"en\"><title>view</title><body>view</body></html>\n";
                let content =
                    json!({ "uri": "ui://conformance/view", "mimeType": "text/html;profile=mcp-app", "text": page });
                let answer = json!({ "jsonrpc": "2.0", "id": id, "result": { "contents": [content] } });
                return Some(vec![(
                    To::Host,
                    json!({ "type": "server", "server": line["server"], "message": answer }),
                )]);
            }
            ("H7", _, "model-tools") => {
                line["result"]["tools"].as_array_mut().into_iter().for_each(|tools| tools.push(json!("app")))
            }
            ("H7:hidden", _, "model-tools") => {
                line["result"]["tools"].as_array_mut().into_iter().for_each(|tools| tools.retain(|tool| tool != "show"))
            }
            ("H10", _, "start") if started == "declared" => {
                policy(line, "font-src 'self' https://resource.example.com", "font-src 'none'")
            }
            ("H11", _, "start") if started == "show" => {
                policy(line, "img-src 'self' data:", "img-src 'self' data: https:")
            }
            ("H12", _, "start") if started == "declared" => {
                policy(line, "img-src", "img-src https://other.example.com")
            }
            ("H14", _, "start") if started == "declared" => policy(line, "object-src 'none'", "object-src 'self'"),
            ("H14:base", _, "start") if started == "partial" => policy(line, "base-uri 'self'", "form-action 'none'"),
            ("H14:frames", _, "start") if started == "partial" => policy(line, "frame-src 'none'", "frame-src 'self'"),
            ("H15", _, "start") if started == "declared" => {
                policy(line, "connect-src", "connect-src https://other.example.com")
            }
            ("H18", _, "start") => line["result"]["frame"]["allow"] = json!("microphone"),
            ("H19", _, "start") => line["result"]["frame"]["sandbox"] = json!("allow-scripts allow-top-navigation"),
            ("H19:scripts", _, "start") => line["result"]["frame"]["sandbox"] = json!("allow-forms"),
            ("H20", _, "start") => line["result"]["frame"]["src"] = json!("data:text/html,x"),
            ("H21", _, "start") => line["result"]["host"] = json!("http://sandbox.localhost:8080"),
            ("H22", "ui/notifications/sandbox-resource-ready", _) => {
                line["message"]["params"]["html"] = json!("<script>mine()</script>")
            }
            ("H22:early", _, "start") => {
                let early =
                    notice(text(about, "view"), "ui/notifications/sandbox-resource-ready", json!({ "html": "" }));
                return Some(vec![(To::Tester, line.clone()), early]);
            }
            ("H23", _, "start") if started == "injecting" => {
                policy(line, "script-src", "script-src https://injected.example.com")
            }
            ("H24", "", _) if asked == "ui/open-link" && about["params"].get("url").is_none() => {
                return Some(vec![answered(&view, &id, json!({}))]);
            }
            ("H25", _, "start") => {
                let ping = says(text(about, "view"), json!({ "jsonrpc": "2.0", "id": "broken", "method": "ping" }));
                return Some(vec![(To::Tester, line.clone()), ping]);
            }
            ("H26", "", _) if asked == "ui/initialize" => {
                drop(line["message"]["result"].as_object_mut().map(|result| result.remove("hostContext")))
            }
            ("H27", "ui/notifications/tool-input", _) => {
                return Some(vec![(To::Tester, line.clone()), (To::Tester, line.clone())]);
            }
            ("H27:none", "ui/notifications/tool-input", _) => return Some(Vec::new()),
            ("H27:other", "ui/notifications/tool-input", _) => {
                line["message"]["params"]["arguments"] = json!({ "city": "P" })
            }
            ("H27:late", "ui/notifications/tool-input", _) => {
                self.held.push((To::Tester, line.clone()));
                return Some(Vec::new());
            }
            ("H27:late", "ui/notifications/tool-result" | "ui/notifications/tool-cancelled", _) => {
                let mut lines = vec![(To::Tester, line.clone())];
                lines.append(&mut self.held);
                return Some(lines);
            }
            ("H29", "ui/notifications/tool-result", _) => {
                drop(line["message"]["params"].as_object_mut().map(|result| result.remove("structuredContent")))
            }
            ("H29:none", "ui/notifications/tool-result", _) => return Some(Vec::new()),
            ("H29:twice", "ui/notifications/tool-result", _) => {
                return Some(vec![(To::Tester, line.clone()), (To::Tester, line.clone())]);
            }
            ("H30", "ui/notifications/tool-cancelled", _) => return Some(Vec::new()),
            ("H30:both", "ui/notifications/tool-cancelled", _) => {
                let result = notice(&view, "ui/notifications/tool-result", json!({ "content": [] }));
                return Some(vec![(To::Tester, line.clone()), result]);
            }
            ("H31", "ui/resource-teardown", _)
                if self.tool(&view) == "show" && !self.has_seen(&view, "ui/notifications/request-teardown") =>
            {
                return Some(vec![agree(&view)]);
            }
            ("H31:impatient", "ui/resource-teardown", _) => {
                return Some(vec![(To::Tester, line.clone()), agree(&view)]);
            }
            ("H32", "ui/resource-teardown", _) if self.has_seen(&view, "ui/notifications/request-teardown") => {
                self.seen.retain(|seen| *seen != format!("{view} ui/resource-teardown"));
                return Some(vec![agree(&view)]);
            }
            ("H33", _, "run") => {
                let mut lines = vec![(To::Tester, line.clone())];
                lines.append(&mut self.held);
                return Some(lines);
            }
            ("H34:never", ..) if what == "open-link" => return Some(Vec::new()),
            ("H35", ..) if what == "message" => line["role"] = json!("assistant"),
            ("H36", _, "model-context") => line["result"]["structuredContent"] = json!({ "first": 1 }),
            ("H36:first", _, "model-context") => {
                line["result"]["content"] = json!([{ "type": "text", "text": "first" }])
            }
            ("H37", ..) if what == "download" => line["files"] = json!([{ "name": "../evil.txt" }]),
            ("H38:token", "tools/call", _) if line["type"] == "server" => {
                line["message"]["params"]["_meta"]["progressToken"] = json!(7)
            }
            ("H39:mute", "", _) if asked == "sampling/createMessage" && about["params"]["tools"].is_null() => {
                line["message"]["result"] = json!({})
            }
            ("H41", "", _) if asked == "ui/request-display-mode" => line["message"]["result"] = json!({}),
            ("H41:granted", "", _) if asked == "ui/request-display-mode" && about["params"]["mode"] == "pip" => {
                line["message"]["result"]["mode"] = json!("pip")
            }
            ("H42", ..) if what == "resize" => return Some(Vec::new()),
            ("H43", "ui/notifications/host-context-changed", _) if line["message"]["params"]["theme"].is_string() => {
                line["message"]["params"]["theme"] = Value::Null
            }
            ("H44", "ui/notifications/host-context-changed", _) => {
                line["message"]["params"]["styles"]["variables"]["--made-up"] = json!("1px")
            }
            ("H44:greeting", "", _) if asked == "ui/initialize" => {
                line["message"]["result"]["hostContext"]["styles"]["variables"]["--font-sans"] = json!(7)
            }
            ("H45", "notifications/tools/list_changed", _) => return Some(Vec::new()),
            ("H46", _, "app-tools") => {
                self.offered.extend(line["result"]["tools"].as_array().cloned().unwrap_or_default());
                line["result"]["tools"] = json!(self.offered);
            }
            _ => {}
        }
        None
    }
}

/// Changes the entries of a list in a server's answer.
fn listed(line: &mut Value, member: &str, change: impl Fn(&mut serde_json::Map<String, Value>)) {
    let entries = line.pointer_mut(&format!("/message/result/{member}")).and_then(Value::as_array_mut);
    entries.into_iter().flatten().filter_map(Value::as_object_mut).for_each(change);
}

/// Changes the metadata of one tool in a server's list.
fn tool(line: &mut Value, name: &str, change: impl Fn(&mut Value)) {
    listed(line, "tools", |tool| {
        if tool["name"] == name {
            change(tool.entry("_meta").or_insert(json!({})));
            tool.retain(|_, value| !value.is_null());
        }
    });
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let mut broken = Broken { fault: std::env::args().nth(1).unwrap_or_default(), ..Broken::default() };
    let (say, mut said) = mpsc::unbounded_channel::<Value>();
    let adapter = adapter::Adapter::new(say);
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    loop {
        let passed = tokio::select! {
            line = lines.next_line() => match line? {
                Some(line) => broken.pass(To::Host, serde_json::from_str(&line)?),
                None => return Ok(()),
            },
            Some(line) = said.recv() => broken.pass(To::Tester, line),
        };
        for (to, line) in passed {
            match to {
                To::Host => adapter.take(line),
                To::Tester => println!("{line}"),
            }
        }
    }
}
