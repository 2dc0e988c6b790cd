//! A server over stdio with one UI and, if asked, one fault: `broken-server FAULT`. The part before
//! a colon is the rule that must find it. Written without an SDK, which would not say such things.

use std::io::{BufRead, Write};

use serde_json::{Value, json};

const VIEW: &str = "ui://weather/view";

/// What the server says.
struct Server {
    capabilities: Value,
    /// Whether it speaks 2026-07-28, and the versions with `initialize`.
    eras: [bool; 2],
    /// A list that it fails to give.
    failing: &'static str,
    /// Whether the list of resources has no end.
    endless: bool,
    repeating: bool,
    /// What becomes of it when it is asked for its tools.
    breaks: String,
    tool: Value,
    listing: Value,
    page: Value,
    call: Value,
}

fn good() -> Server {
    let ui = json!({
        "csp": { "connectDomains": ["https://api.example.com"] },
        "permissions": { "geolocation": {} },
        "prefersBorder": true,
    });
    Server {
        capabilities: json!({ "tools": {}, "resources": {}, "extensions": { "io.modelcontextprotocol/ui": {} } }),
        eras: [true, true],
        failing: "",
        endless: false,
        repeating: false,
        breaks: String::new(),
        tool: json!({
            "name": "show",
            "description": "Shows the weather.",
            "inputSchema": {
                "type": "object",
                // Names, not keywords.
                "properties": { "city": { "type": "string" }, "nullable": { "type": "boolean" } },
            },
            "outputSchema": { "type": "object", "properties": { "celsius": { "type": "number" } }, "required": ["celsius"] },
            "_meta": { "ui": { "resourceUri": VIEW, "visibility": ["model", "app"] }, "com.example/own": true },
        }),
        listing: json!({ "uri": VIEW, "name": "Weather", "mimeType": "text/html;profile=mcp-app", "_meta": { "ui": ui } }),
        page: json!({
            "uri": VIEW,
            "mimeType": "text/html;profile=mcp-app",
            "text": "<!doctype html><title>Weather</title><script>1</script>",
            "_meta": { "ui": ui },
        }),
        call: json!({ "content": [{ "type": "text", "text": "21 °C" }], "structuredContent": { "celsius": 21 } }),
    }
}

impl Server {
    fn ui(&mut self) -> &mut Value {
        &mut self.tool["_meta"]["ui"]
    }

    /// Says the same of the page where it is listed and where it is read.
    fn both(&mut self, path: &str, value: Value) {
        for of in [&mut self.listing, &mut self.page] {
            let mut at = &mut of["_meta"]["ui"];
            for key in path.split('.') {
                at = &mut at[key];
            }
            *at = value.clone();
        }
    }

    fn plant(&mut self, fault: &str) {
        let html = |body: &str| json!(format!("<!doctype html>{body}"));
        match fault {
            "good" => {}
            "good:blob" => {
                self.page.as_object_mut().map(|page| page.remove("text"));
                self.page["blob"] = json!("PCFkb2N0eXBlIGh0bWw+");
            }
            "good:legacy" => self.eras = [false, true],
            "good:modern" => self.eras = [true, false],
            "flood" | "dies" | "sleeps" | "deep" => self.breaks = fault.to_owned(),
            "mute" => self.eras = [false, false],
            "list-failed" => self.failing = "tools/list",
            "list-failed:resources" => self.failing = "resources/list",
            "list-failed:endless" => self.endless = true,
            "list-failed:repeated" => self.repeating = true,
            "extension-undeclared" => self.capabilities["extensions"] = json!({}),
            "tool-meta" => self.ui()["resourceUri"] = json!(7),
            "tool-meta:visibility" => self.ui()["visibility"] = json!("app"),
            "tool-meta:ui" => *self.ui() = json!(VIEW),
            "tool-csp" => self.ui()["csp"] = json!({ "connectDomains": [] }),
            "tool-csp:permissions" => self.ui()["permissions"] = json!({}),
            "unknown-key" => self.ui()["visiblity"] = json!(["app"]),
            "unknown-key:resource" => self.both("prefersborder", json!(true)),
            "visibility-value" => self.ui()["visibility"] = json!(["model", "user"]),
            "deprecated-flat-key" => self.tool["_meta"]["ui/resourceUri"] = json!(VIEW),
            "deprecated-flat-key:alone" => self.tool["_meta"] = json!({ "ui/resourceUri": VIEW }),
            "uri-scheme" => self.ui()["resourceUri"] = json!("https://weather/view"),
            "uri-scheme:listed" => self.listing["uri"] = json!("weather://view"),
            "resource-missing" => self.ui()["resourceUri"] = json!("ui://weather/gone"),
            "resource-mime" => self.page["mimeType"] = json!("text/html"),
            "resource-mime:space" => self.page["mimeType"] = json!("text/html; profile=mcp-app"),
            "resource-mime:listed" => self.listing["mimeType"] = json!("text/html"),
            "resource-meta" => self.both("domain", json!(7)),
            "resource-content" => self.page["text"] = Value::Null,
            "resource-content:neither" => {
                self.page.as_object_mut().map(|page| page.remove("text"));
            }
            "resource-content:both" => self.page["blob"] = json!("PCFkb2N0eXBlIGh0bWw+"),
            "resource-content:base64" => {
                self.page.as_object_mut().map(|page| page.remove("text"));
                self.page["blob"] = json!("<!doctype html>");
            }
            "resource-content:uri" => self.page["uri"] = json!("ui://weather/other"),
            "listing-disagrees" => self.page["_meta"]["ui"]["prefersBorder"] = json!(false),
            "listing-disagrees:absent" => self.listing["_meta"] = json!({}),
            "csp-key" => self.both("csp.connectDomain", json!(["https://api.example.com"])),
            "csp-source" => self.both("csp.resourceDomains", json!(["https://cdn.example.com/lib"])),
            "permission-key" => self.both("permissions.camrea", json!({})),
            "permission-value" => self.both("permissions.camera", json!(true)),
            "html-document" => self.page["text"] = json!("<html><title>Weather</title></html>"),
            "html-size" => self.page["text"] = html(&"x".repeat(900_000)),
            "html-origin" => self.page["text"] = html("<script src=\"https://cdn.example.com/a.js\"></script>"),
            "schema-nullable" => {
                self.tool["inputSchema"]["properties"]["city"] = json!({ "type": "string", "nullable": true });
            }
            "schema-type-array" => {
                self.tool["inputSchema"]["properties"]["city"] = json!({ "items": { "type": ["string", "null"] } });
            }
            "call-failed" => self.call = Value::Null,
            "content-empty" => self.call["content"] = json!([]),
            "content-empty:blank" => self.call["content"] = json!([{ "type": "text", "text": " " }]),
            "structured-content" => self.call["structuredContent"] = json!({ "celsius": "warm" }),
            "structured-content:recursive" => {
                // A schema that only refers to itself, and one that does so through others.
                self.tool["outputSchema"] = json!({ "type": "object", "$ref": "#/$defs/a", "$defs": {
                    "a": { "anyOf": [{ "$ref": "#/$defs/b" }] }, "b": { "allOf": [{ "$ref": "#/$defs/a" }, { "$ref": "#" }] },
                } });
            }
            "structured-content:absent" => {
                self.call.as_object_mut().map(|call| call.remove("structuredContent"));
            }
            other => panic!("no fault is called {other}"),
        }
    }

    fn answer(&self, method: &str, params: &Value) -> Result<Value, (i64, &'static str)> {
        let [modern, legacy] = self.eras;
        match method {
            failing if failing == self.failing => Err((-32603, "the tool `show` links to nothing")),
            "initialize" if legacy => Ok(json!({
                "protocolVersion": "2025-11-25",
                "capabilities": self.capabilities,
                "serverInfo": { "name": "broken", "version": "0" },
            })),
            "server/discover" if modern => Ok(json!({ "capabilities": self.capabilities })),
            // In two pages, of which MCPJam reads the first.
            "tools/list" if params["cursor"].is_null() => Ok(json!({ "tools": [self.tool], "nextCursor": "2" })),
            "tools/list" => Ok(json!({ "tools": [{ "name": "plain", "inputSchema": { "type": "object" } }] })),
            "resources/list" if self.endless => {
                let page = params["cursor"].as_str().and_then(|page| page.parse::<u64>().ok()).unwrap_or_default();
                Ok(json!({ "resources": [self.listing], "nextCursor": (page + 1).to_string() }))
            }
            "resources/list" if self.repeating => Ok(json!({ "resources": [self.listing], "nextCursor": "again" })),
            "resources/list" => {
                Ok(json!({ "resources": [{ "uri": "file:///plain.txt", "name": "plain" }, self.listing] }))
            }
            "resources/read" if params["uri"] == VIEW => Ok(json!({ "contents": [self.page] })),
            "resources/read" => Err((-32002, "Resource not found")),
            "tools/call" if params["name"] == "show" && self.call.is_object() => Ok(self.call.clone()),
            _ => Err((-32601, "Method not found")),
        }
    }
}

fn main() -> std::io::Result<()> {
    let mut server = good();
    server.plant(&std::env::args().nth(1).unwrap_or_else(|| "good".to_owned()));
    let mut stdout = std::io::stdout();
    for line in std::io::stdin().lock().lines() {
        let Ok(message) = serde_json::from_str::<Value>(&line?) else { continue };
        let Some(id) = message.get("id") else { continue };
        if message["method"] == "tools/list" {
            match server.breaks.as_str() {
                // In the middle of its answer.
                "dies" => {
                    return write!(stdout, "{{\"jsonrpc\": \"2.0\", \"id\": {id}, \"resul")
                        .and_then(|()| stdout.flush());
                }
                "sleeps" => std::thread::sleep(std::time::Duration::from_secs(600)),
                "flood" => loop {
                    stdout.write_all(&[b'x'; 1 << 16])?;
                },
                "deep" => {
                    let deep = "[".repeat(1_000_000) + &"]".repeat(1_000_000);
                    writeln!(stdout, "{{\"jsonrpc\": \"2.0\", \"id\": {id}, \"result\": {{\"tools\": {deep}}}}}")?;
                    continue;
                }
                _ => {}
            }
        }
        let answer = match server.answer(message["method"].as_str().unwrap_or_default(), &message["params"]) {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err((code, message)) => {
                json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
            }
        };
        // A line that is no message, and a request of the server's own: clients must bear both.
        writeln!(stdout, "starting\n{}", json!({ "jsonrpc": "2.0", "id": "s1", "method": "ping" }))?;
        writeln!(stdout, "{answer}")?;
        stdout.flush()?;
    }
    Ok(())
}
