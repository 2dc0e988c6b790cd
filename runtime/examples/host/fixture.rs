//! What the browser suite (`tests/browser`) drives: JSON lines in, JSON lines out.
//!
//! `page` makes a sandbox page; `open` shows an in-process server's app in a bridged View, whose
//! messages the suite carries to and from a browser; `do` has the Host do something.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use mcp_apps::csp::{Declared, Permissions, Policy, PublicOrigins, SandboxTokens};
use mcp_apps::draft::{
    CallToolRequestParams, CreateMessageResult, Implementation, McpUiDisplayMode, McpUiHostContext,
    McpUiSupportedContentBlockModalities,
};
use mcp_apps::host::sandbox::{self, HostOrigin, OwnOrigin};
use mcp_apps::host::{BridgedView, Connection};
use mcp_apps::transport::{Frame, Transport};
use mcp_apps::v2026_01_26::{McpUiResourceCsp, McpUiResourcePermissions};
use mcp_apps::{Error, RpcError};
use rmcp::ClientLifecycleMode;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::sync::mpsc;

#[path = "fixture_server.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod server;

type Fallible<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

#[derive(Deserialize)]
struct Asked {
    host: String,
    own: Option<String>,
    #[serde(default)]
    csp: McpUiResourceCsp,
    #[serde(default)]
    permissions: McpUiResourcePermissions,
    #[serde(default)]
    wasm: bool,
    #[serde(default)]
    webrtc: bool,
    tokens: Option<String>,
    /// Loopback origins are approved only where a test has to reach one.
    #[serde(default)]
    loopback: bool,
}

fn policy(asked: &Asked) -> Policy {
    let declared = Declared::read(&asked.csp);
    let policy = match asked.loopback {
        true => Policy::of(&declared),
        false => Policy::approve(&declared, &PublicOrigins::new([asked.host.as_str()])),
    };
    let policy = policy.with_permissions(Permissions::requested(&asked.permissions));
    let policy = if asked.wasm { policy.with_wasm() } else { policy };
    let policy = if asked.webrtc { policy.with_webrtc() } else { policy };
    match &asked.tokens {
        Some(tokens) => policy.with_tokens(SandboxTokens::wanted(tokens)),
        None => policy,
    }
}

fn page(asked: &Asked, policy: &Policy) -> Fallible<Value> {
    let host = HostOrigin::parse(&asked.host)?;
    let page = match &asked.own {
        Some(own) => sandbox::page_with_origin(&host, policy, &OwnOrigin::parse(own, &host)?),
        None => sandbox::page(&host, policy),
    };
    Ok(json!({
        "headers": page.headers,
        "html": page.html,
        "frame": sandbox::frame_attributes(policy),
        "header": policy.header(),
        "meta": policy.meta(),
    }))
}

/// The suite carries the messages.
struct Carried {
    view: usize,
    incoming: mpsc::UnboundedReceiver<String>,
}

impl Transport for Carried {
    fn poll_receive(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame, Error>>> {
        self.incoming.poll_recv(cx).map(|text| text.map(|text| Ok(Frame::Text(text))))
    }

    fn send(&mut self, message: String) -> Result<(), Error> {
        say(&json!({"view": self.view, "text": message}));
        Ok(())
    }
}

fn say(line: &Value) {
    println!("{line}");
}

struct Shown {
    view: BridgedView,
    incoming: mpsc::UnboundedSender<String>,
}

#[derive(Default)]
struct Fixture {
    servers: HashMap<String, (server::Server, Connection)>,
    views: Vec<Shown>,
}

type Shared = Arc<Mutex<Fixture>>;

async fn open(fixture: &Shared, line: &Value) -> Fallible<Value> {
    let name = line["server"].as_str().unwrap_or("a");
    let known = fixture.lock().map_err(|_| "poisoned")?.servers.get(name).cloned();
    let (server, connection) = match known {
        Some(known) => known,
        None => {
            let made = server::connect(name, ClientLifecycleMode::Initialize).await?;
            fixture.lock().map_err(|_| "poisoned")?.servers.insert(name.to_owned(), made.clone());
            made
        }
    };
    let asked: Asked = serde_json::from_value(line.clone())?;
    server.publish(line["html"].as_str().unwrap_or_default(), json!({"csp": line["csp"]}));
    let inventory = connection.inventory().await?;
    let app = inventory.find("show").and_then(|tool| tool.app().ok().flatten()).ok_or("no app")?.clone();
    let loaded = connection.load_app(&app).await?;
    let policy = policy(&asked);
    let page = page(&asked, &policy)?;
    let index = fixture.lock().map_err(|_| "poisoned")?.views.len();
    let (incoming, outgoing) = mpsc::unbounded_channel();
    let bridge = bridge(&connection, &policy, index);
    let bridge = if line["readOnly"] == true { bridge.read_only() } else { bridge };
    let (view, driving) = bridge.attach(Carried { view: index, incoming: outgoing })?;
    tokio::spawn(driving);
    let resource = BridgedView::sandbox_resource(&loaded, &policy);
    let loading = view.load_sandbox(&resource, Duration::from_secs(10));
    tokio::spawn(loading);
    fixture.lock().map_err(|_| "poisoned")?.views.push(Shown { view, incoming });
    Ok(json!({"view": index, "page": page}))
}

fn every_kind() -> McpUiSupportedContentBlockModalities {
    let mut kinds = McpUiSupportedContentBlockModalities::new();
    kinds.text = Some(Default::default());
    kinds.structured_content = Some(Default::default());
    kinds
}

fn bridge(connection: &Connection, policy: &Policy, index: usize) -> mcp_apps::host::Bridge {
    let event = move |name: &str, data: Value| say(&json!({"view": index, "event": name, "data": data}));
    let context: McpUiHostContext = serde_json::from_value(json!({
        "theme": "dark",
        "displayMode": "inline",
        "availableDisplayModes": ["inline", "fullscreen"],
        "containerDimensions": {"width": 600, "maxHeight": 400},
        "locale": "en-GB",
    }))
    .unwrap_or_default();
    connection
        .bridge(Implementation::new("fixture", "1"))
        .host_context(context)
        .sandbox(policy)
        .on_open_link(move |link| {
            event("open-link", json!(link.url()));
            async { Ok(()) }
        })
        .on_message(every_kind(), move |message| {
            event("message", json!(message));
            async { Ok(()) }
        })
        .keep_model_context(every_kind())
        .on_download(
            |_| async { Ok(()) },
            move |files| {
                let files: Vec<_> = files.iter().map(|file| json!([file.name, file.bytes.len()])).collect();
                event("download", json!(files));
                async { Ok(()) }
            },
        )
        .on_sampling(false, move |_| async {
            let completed =
                json!({"model": "m", "role": "assistant", "content": {"type": "text", "text": "completed"}});
            serde_json::from_value::<CreateMessageResult>(completed)
                .map_err(|error| RpcError::internal(error.to_string()))
        })
        .configure(move |builder| {
            builder
                .on_log(move |log| event("log", json!(log)))
                .on_size_changed(move |size| event("size", json!(size)))
                .on_request_display_mode(|mode: McpUiDisplayMode, _| async move { Ok(mode) })
        })
}

/// What the Host can be told to do.
async fn act(view: BridgedView, line: &Value) -> Fallible<Value> {
    let object = |value: &Value| value.as_object().cloned().unwrap_or_default();
    let arguments = object(&line["arguments"]);
    let name = line["name"].as_str().unwrap_or_default();
    Ok(match line["what"].as_str().unwrap_or_default() {
        "ready" => json!(view.initialized().await?),
        "run" => json!(view.run_tool(name, arguments).await?),
        "partial" => json!(view.tool_input_partial(arguments)?),
        "context" => json!(view.set_host_context(&serde_json::from_value(line["context"].clone())?)?),
        "teardown" => json!(view.teardown(Duration::from_secs(2)).await.map_err(|error| error.to_string())?),
        "view-tools" => json!(view.list_view_tools(None).await?),
        "call-view" => {
            let params = CallToolRequestParams::new(name).with_arguments(arguments);
            json!(view.call_view_tool(&params).await?)
        }
        "model-context" => view.model_context().map_or(Value::Null, |context| context.to_value()),
        "capabilities" => json!(view.app_capabilities()),
        "views" => json!(view.connection().views()),
        other => return Err(format!("unknown: {other}").into()),
    })
}

/// The server the line names.
fn server(fixture: &Shared, line: &Value) -> Fallible<server::Server> {
    let name = line["server"].as_str().unwrap_or("a");
    let fixture = fixture.lock().map_err(|_| "poisoned")?;
    Ok(fixture.servers.get(name).ok_or("no such server")?.0.clone())
}

async fn serve(fixture: Shared, line: Value) -> Fallible<Value> {
    match line["op"].as_str().unwrap_or_default() {
        "page" => {
            let asked: Asked = serde_json::from_value(line)?;
            page(&asked, &policy(&asked))
        }
        "open" => open(&fixture, &line).await,
        "do" => {
            let index = line["view"].as_u64().unwrap_or_default() as usize;
            let view = fixture.lock().map_err(|_| "poisoned")?.views.get(index).map(|shown| shown.view.clone());
            act(view.ok_or("no such view")?, &line).await
        }
        "heard" => Ok(json!(server(&fixture, &line)?.heard())),
        "change-tools" => Ok(json!(server(&fixture, &line)?.change_tools().await)),
        other => Err(format!("unknown op: {other}").into()),
    }
}

#[tokio::main]
async fn main() -> Fallible<()> {
    let fixture = Shared::default();
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    while let Some(line) = lines.next_line().await? {
        let line: Value = serde_json::from_str(&line)?;
        if line["op"] == "message" {
            let index = line["view"].as_u64().unwrap_or_default() as usize;
            if let Some(shown) = fixture.lock().map_err(|_| "poisoned")?.views.get(index) {
                let _ = shown.incoming.send(line["text"].as_str().unwrap_or_default().to_owned());
            }
            continue;
        }
        let fixture = Arc::clone(&fixture);
        tokio::spawn(async move {
            let id = line["id"].clone();
            match serve(fixture, line).await {
                Ok(ok) => say(&json!({"id": id, "ok": ok})),
                Err(error) => say(&json!({"id": id, "error": error.to_string()})),
            }
        });
    }
    Ok(())
}
