//! The scripted MCP servers: `a` with everything to look at, `b` beside it.

use mcp_apps_generated::draft::{
    CallToolRequest, ListResourcesRequest, ListToolsRequest, MIME_TYPE, PingRequest, RESOURCE_URI_META_KEY,
    ReadResourceRequest, UI_META_KEY,
};
use mcp_apps_generated::wire::Request;
use rmcp::model::{ConstString, ErrorCode, InitializeResultMethod, ProtocolVersion};
use serde_json::{Value, json};

/// A page's address on every server.
pub(super) fn uri(page: &str) -> String {
    format!("ui://conformance/{page}")
}

/// A page's document; each is another.
pub(super) fn html(page: &str) -> String {
    format!("<!doctype html><html lang=\"en\"><title>{page}</title><body>{page}</body></html>\n")
}

/// What metadata a page has where it is listed, and where it is read.
fn metadata(page: &str) -> [Option<Value>; 2] {
    match page {
        "declared" => both(json!({ "csp": {
            "connectDomains": ["https://connect.example.com"],
            "resourceDomains": ["https://resource.example.com"],
            "frameDomains": ["https://frame.example.com"],
            "baseUriDomains": ["https://base.example.com"],
        } })),
        "partial" => both(json!({ "csp": { "connectDomains": ["https://connect.example.com"] } })),
        "injecting" => both(json!({ "csp": { "connectDomains": INJECTING, "resourceDomains": INJECTING,
            "frameDomains": INJECTING, "baseUriDomains": INJECTING } })),
        "listed" => [Some(json!({ "csp": { "connectDomains": ["https://listed.example.com"] } })), None],
        "overridden" => [
            Some(json!({ "csp": { "connectDomains": ["https://listed.example.com"] } })),
            Some(json!({ "csp": { "connectDomains": ["https://read.example.com"] } })),
        ],
        "permitted" => both(json!({ "permissions": { "camera": {} } })),
        _ => [None, None],
    }
}

fn both(ui: Value) -> [Option<Value>; 2] {
    [Some(ui.clone()), Some(ui)]
}

/// Domains that are none, and would be more than one.
const INJECTING: [&str; 6] = [
    "https://a.example.com; script-src *",
    "https://b.example.com https://injected.example.com",
    "https://c.example.com\r\nX-Injected: yes",
    "'unsafe-eval'",
    "\"https://d.example.com\"",
    "https://e.example.com, default-src *",
];

const PAGES: [&str; 9] =
    ["view", "nested", "flat", "declared", "partial", "injecting", "listed", "overridden", "permitted"];

/// The tools of a server, and the metadata each has.
fn tools(server: &str) -> Vec<(&'static str, Option<Value>)> {
    let page = |page: &str| Some(json!({ UI_META_KEY: { "resourceUri": uri(page) } }));
    let visible = |to: Value| Some(json!({ UI_META_KEY: { "visibility": to } }));
    let mut tools =
        vec![("show", page("view")), ("app", visible(json!(["app"]))), ("slow", page("view")), ("plain", None)];
    match server {
        "a" => tools.extend([
            ("both", visible(json!(["model", "app"]))),
            ("model", visible(json!(["model"]))),
            ("neither", visible(json!([]))),
            (
                "nested",
                Some(json!({ UI_META_KEY: { "resourceUri": uri("nested") }, RESOURCE_URI_META_KEY: uri("never") })),
            ),
            ("flat", Some(json!({ RESOURCE_URI_META_KEY: uri("flat") }))),
            ("unshowable", page("unshowable")),
            ("failing", page("view")),
            ("declared", page("declared")),
            ("partial", page("partial")),
            ("injecting", page("injecting")),
            ("listed", page("listed")),
            ("overridden", page("overridden")),
            ("permitted", page("permitted")),
        ]),
        _ => tools.push(("only-b", None)),
    }
    tools
}

/// The tools that a model is to be offered.
pub(super) fn for_models(server: &str) -> Vec<&'static str> {
    let hidden = ["app", "neither"];
    tools(server).into_iter().map(|(name, _)| name).filter(|name| !hidden.contains(name)).collect()
}

/// The result of a tool.
pub(super) fn result(server: &str, tool: &str) -> Value {
    json!({
        "content": [{ "type": "text", "text": format!("{tool} by {server}") }],
        "structuredContent": { "by": server },
        "_meta": { "example.com/kept": 1 },
    })
}

/// One of the servers, in one session.
pub(super) struct Server {
    name: String,
    /// Everything the Host's client has said to it.
    pub(super) heard: Vec<Value>,
    /// Calls of `slow` that it has not answered.
    held: Vec<Value>,
}

impl Server {
    pub(super) fn new(name: &str) -> Self {
        Server { name: name.to_owned(), heard: Vec::new(), held: Vec::new() }
    }

    /// Takes a message; what it answers at once.
    pub(super) fn take(&mut self, message: Value) -> Option<Value> {
        self.heard.push(message.clone());
        let method = message["method"].as_str()?;
        let id = message.get("id")?.clone();
        if method == CallToolRequest::METHOD && message["params"]["name"] == "slow" {
            self.held.push(id);
            return None;
        }
        Some(match self.answer(method, &message["params"]) {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err((code, text)) => json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code.0, "message": text } }),
        })
    }

    fn answer(&self, method: &str, params: &Value) -> Result<Value, (ErrorCode, String)> {
        let page = || params["uri"].as_str()?.strip_prefix("ui://conformance/");
        let meta = |ui: Option<Value>| ui.map(|ui| json!({ UI_META_KEY: ui }));
        match method {
            InitializeResultMethod::VALUE => {
                let asked = params["protocolVersion"].as_str().unwrap_or_default();
                let known = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
                let version = known.iter().find(|known| **known == asked);
                // Only `a` says that it will tell of changes; both do.
                let changes = self.name == "a";
                Ok(json!({
                    "protocolVersion": version.map_or(ProtocolVersion::V_2025_11_25.as_str(), |version| *version),
                    "capabilities": { "tools": { "listChanged": changes }, "resources": {} },
                    "serverInfo": { "name": self.name, "version": "1" },
                }))
            }
            PingRequest::METHOD => Ok(json!({})),
            ListToolsRequest::METHOD => Ok(json!({ "tools": self.listed_tools() })),
            ListResourcesRequest::METHOD => {
                let listed = PAGES.iter().map(|page| entry(page, meta(metadata(page)[0].clone())));
                Ok(json!({ "resources": listed.collect::<Vec<_>>() }))
            }
            ReadResourceRequest::METHOD => match page() {
                Some("unshowable") => Ok(
                    json!({ "contents": [{ "uri": uri("unshowable"), "mimeType": "text/plain", "text": "no page" }] }),
                ),
                Some(page) if PAGES.contains(&page) => {
                    let mut content = entry(page, meta(metadata(page)[1].clone()));
                    content["text"] = json!(html(page));
                    Ok(json!({ "contents": [content] }))
                }
                _ => Err((ErrorCode::RESOURCE_NOT_FOUND, "Resource not found".to_owned())),
            },
            CallToolRequest::METHOD => match params["name"].as_str() {
                Some("failing") => Err((ErrorCode::INTERNAL_ERROR, "the disk is full".to_owned())),
                Some(name) if tools(&self.name).iter().any(|(tool, _)| *tool == name) => Ok(result(&self.name, name)),
                _ => Err((ErrorCode::INVALID_PARAMS, "Unknown tool".to_owned())),
            },
            other => Err((ErrorCode::METHOD_NOT_FOUND, other.to_owned())),
        }
    }

    fn listed_tools(&self) -> Vec<Value> {
        let listed = tools(&self.name).into_iter().map(|(name, meta)| {
            let mut tool = json!({ "name": name, "description": name, "inputSchema": { "type": "object" } });
            if let Some(meta) = meta {
                tool["_meta"] = meta;
            }
            tool
        });
        listed.collect()
    }

    /// Ends the calls of `slow`: what it answers.
    pub(super) fn release(&mut self) -> Vec<Value> {
        let answer = |id| json!({ "jsonrpc": "2.0", "id": id, "result": result(&self.name, "slow") });
        std::mem::take(&mut self.held).into_iter().map(answer).collect()
    }

    /// How many calls of this tool it has had.
    pub(super) fn calls(&self, tool: &str) -> usize {
        self.asked(CallToolRequest::METHOD).filter(|params| params["name"] == tool).count()
    }

    /// The parameters of every message of a method.
    pub(super) fn asked<'a>(&'a self, method: &'a str) -> impl Iterator<Item = &'a Value> {
        self.heard.iter().filter(move |message| message["method"] == method).map(|message| &message["params"])
    }
}

fn entry(page: &str, meta: Option<Value>) -> Value {
    let mut entry = json!({ "uri": uri(page), "name": page, "mimeType": MIME_TYPE });
    if let Some(meta) = meta {
        entry["_meta"] = meta;
    }
    entry
}
