//! rmcp's own client against the example server: over stdio, as a child process, and over HTTP;
//! on every version and lifecycle, with the bytes of both directions looked at.

use std::path::PathBuf;
use std::pin::Pin;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};

use mcp_apps::server::testing::ui_capabilities;
use mcp_apps::server::{AppResource, Apps, ResourceUi, ToolUi};
use mcp_apps::ui_uri;
use rmcp::model::*;
use rmcp::service::{ClientLifecycleMode, ClientServiceExt, RunningService};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::{RoleClient, ServiceExt};
use serde_json::{Value, json};
use tokio::io::{AsyncRead, ReadBuf};
use tokio::process::{Child, Command};

use crate::servers::Macro;
use crate::wire::{Carrier, MODERN, VERSIONS, serve};

/// Builds the example once more, which costs nothing when it is fresh, and finds it.
fn example(name: &str) -> PathBuf {
    let built = std::process::Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--example", name, "--features", "server"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status();
    assert!(built.unwrap().success(), "the example {name} does not build");
    let test = std::env::current_exe().unwrap();
    let profile = test.parent().unwrap().parent().unwrap();
    profile.join("examples").join(name)
}

/// A reader that keeps what went through it.
struct Tap<R>(R, Arc<Mutex<Vec<u8>>>);

impl<R: AsyncRead + Unpin> AsyncRead for Tap<R> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<std::io::Result<()>> {
        let before = buf.filled().len();
        let poll = Pin::new(&mut self.0).poll_read(cx, buf);
        self.1.lock().unwrap().extend_from_slice(&buf.filled()[before..]);
        poll
    }
}

fn config(version: &str) -> ClientConfig {
    let capabilities = serde_json::from_value(ui_capabilities()).unwrap();
    let mut config = ClientConfig::new(capabilities, Implementation::new("test", "0"));
    config.protocol_version = serde_json::from_value(json!(version)).unwrap();
    config
}

fn lifecycle(version: &str) -> ClientLifecycleMode {
    match version {
        MODERN => ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] },
        _ => ClientLifecycleMode::Initialize,
    }
}

struct Spawned {
    client: RunningService<RoleClient, ClientConfig>,
    received: Arc<Mutex<Vec<u8>>>,
    _child: Child,
}

async fn spawn(program: &PathBuf, version: &str) -> Spawned {
    let mut child =
        Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true).spawn().unwrap();
    let received = Arc::new(Mutex::new(Vec::new()));
    let transport = (Tap(child.stdout.take().unwrap(), received.clone()), child.stdin.take().unwrap());
    let client = config(version).serve_with_lifecycle(transport, lifecycle(version)).await.unwrap();
    Spawned { client, received, _child: child }
}

impl Spawned {
    /// The results the server has written, oldest first.
    fn results(&self) -> Vec<Value> {
        let bytes = self.received.lock().unwrap().clone();
        let lines = String::from_utf8(bytes).unwrap();
        lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["result"].take()).collect()
    }
}

#[tokio::test]
async fn row_23_rmcps_client_finds_the_example_over_stdio_on_every_version() {
    let weather = example("weather");
    for version in VERSIONS {
        let spawned = spawn(&weather, version).await;
        let hello = &spawned.results()[0];
        assert_eq!(hello["capabilities"]["extensions"]["io.modelcontextprotocol/ui"], json!({}), "{version}");

        let tools = spawned.client.list_all_tools().await.unwrap();
        let tool = tools.iter().find(|tool| tool.name == "get_weather").unwrap();
        let uri = tool.ui().unwrap().unwrap().resource_uri.unwrap();
        let list = spawned.results().pop().unwrap();
        let raw = list["tools"].as_array().unwrap().iter().find(|tool| tool["name"] == "get_weather").unwrap();
        assert_eq!(raw["_meta"], json!({ "ui": { "resourceUri": uri } }), "{version}");
        assert_eq!(raw["outputSchema"]["type"], "object", "{version}");
        let raw = list["tools"].as_array().unwrap().iter().find(|tool| tool["name"] == "refresh_weather").unwrap();
        assert_eq!(raw["_meta"]["ui"]["visibility"], json!(["app"]), "{version}");

        let read = spawned.client.read_resource(ReadResourceRequestParams::new(uri.clone())).await.unwrap();
        let csp = json!({ "connectDomains": ["https://api.open-meteo.com"] });
        assert_eq!(serde_json::to_value(read.contents[0].ui().unwrap().unwrap().csp).unwrap(), csp);
        let raw = spawned.results().pop().unwrap();
        assert_eq!(raw["contents"][0]["_meta"]["ui"], json!({ "csp": csp, "prefersBorder": false }), "{version}");
        assert_eq!(raw["contents"][0]["mimeType"], "text/html;profile=mcp-app");
        assert!(raw["contents"][0]["text"].as_str().unwrap().starts_with("<!doctype html>"));
        assert!(serde_json::to_string(&raw).unwrap().len() < 100_000, "row 33: far below what hosts refuse");
        spawned.client.cancel().await.unwrap();
    }
}

#[tokio::test]
async fn the_examples_view_follows_a_run_by_its_request_id_while_it_runs() {
    let weather = example("weather");
    let spawned = spawn(&weather, "2025-11-25").await;
    let peer = spawned.client.peer().clone();
    let arguments = object(json!({ "city": "Berlin" }));
    let call = CallToolRequestParams::new("get_weather").with_arguments(arguments);
    let running = tokio::spawn(async move { peer.call_tool(call).await.unwrap() });
    // The client numbers its requests: 0 was the handshake, so this call, once sent, is 1.
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    let mut seen = Vec::new();
    while !running.is_finished() {
        let arguments = object(json!({ "city": "Berlin", "run": 1 }));
        let refresh = CallToolRequestParams::new("refresh_weather").with_arguments(arguments);
        let live = spawned.client.call_tool(refresh).await.unwrap().structured_content.unwrap();
        seen.push(live["stations"][0].as_u64().unwrap());
        tokio::time::sleep(std::time::Duration::from_millis(150)).await;
    }
    let result = running.await.unwrap();
    assert_eq!(result.structured_content.unwrap()["stations"], json!([4, 4]));
    assert!(matches!(&result.content[0], ContentBlock::Text(text) if text.text.starts_with("Berlin")));
    assert!(seen.windows(2).all(|pair| pair[0] <= pair[1]), "{seen:?}");
    assert!(seen.iter().any(|stations| *stations < 4), "the run was seen while it ran: {seen:?}");
    spawned.client.cancel().await.unwrap();
}

#[tokio::test]
async fn row_23_rmcps_client_finds_a_page_over_http_with_sessions_and_without() {
    for carrier in [Carrier::Sessions, Carrier::Stateless, Carrier::StatelessJson] {
        for version in VERSIONS {
            let apps = Apps::new(Macro)
                .resource(AppResource::new(ui_uri!("ui://weather/view"), "<!doctype html>").prefers_border(true))
                .build()
                .unwrap();
            let url = serve(apps, carrier).await;
            let transport = StreamableHttpClientTransport::from_uri(url);
            let client = config(version).serve_with_lifecycle(transport, lifecycle(version)).await.unwrap();
            let tools = client.list_all_tools().await.unwrap();
            let weather = tools.iter().find(|tool| tool.name == "get_weather").unwrap();
            let uri = weather.ui().unwrap().unwrap().resource_uri.unwrap();
            let read = client.read_resource(ReadResourceRequestParams::new(uri)).await.unwrap();
            assert_eq!(read.contents[0].ui().unwrap().unwrap().prefers_border, Some(true), "{carrier:?} {version}");
            client.cancel().await.unwrap();
        }
    }
}

#[tokio::test]
async fn the_client_example_prints_each_tools_audience_and_its_page() {
    let weather = example("weather");
    let output = Command::new(example("weather_client")).arg(&weather).output().await.unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{printed} {}", String::from_utf8_lossy(&output.stderr));
    let line = |tool: &str| printed.lines().find(|line| line.starts_with(tool)).unwrap().to_owned();
    assert!(line("get_weather").contains("for model and app   ui://weather/view~"), "{printed}");
    assert!(line("refresh_weather").contains("for app             ui://weather/view~"), "{printed}");
    assert!(printed.contains("text/html;profile=mcp-app") && printed.contains("<!doctype html>"), "{printed}");
    assert!(printed.contains("https://api.open-meteo.com"), "{printed}");
}

#[tokio::test]
async fn a_plain_client_gets_on_with_a_server_that_has_uis() {
    let apps = Apps::new(Macro).resource(AppResource::new(ui_uri!("ui://weather/view"), "<!doctype html>")).build();
    let (near, far) = tokio::io::duplex(4096);
    tokio::spawn(async move { apps.unwrap().serve(far).await.unwrap().waiting().await });
    let client = ().serve(near).await.unwrap();
    let result = client.call_tool(CallToolRequestParams::new("get_weather")).await.unwrap();
    assert!(matches!(&result.content[0], ContentBlock::Text(text) if text.text == "Berlin: 21 °C"));
}
