//! A host in under a hundred lines: connects to an MCP server, shows the View of one of its tools
//! in a browser, in a sandbox on a second origin, and serves it from Rust.
//!
//! ```text
//! cargo run -p mcp-apps --example host --features host,rmcp-3 -- TOOL '{"city": "Paris"}' SERVER [ARGUMENT…]
//! ```

use std::{sync::Arc, time::Duration};

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::{Router, routing::get};
use futures_util::{SinkExt, StreamExt, future::ready};
use mcp_apps::csp::{Policy, PublicOrigins};
use mcp_apps::draft::{Implementation, Tool};
use mcp_apps::host::rmcp::{Client, TokioTimer, connection};
use mcp_apps::host::sandbox::{self, HostOrigin};
use mcp_apps::host::{BridgedView, Connection, LoadedApp};
use mcp_apps::transport::from_stream;
use mcp_apps::wire::JsonObject;
use rmcp::{ServiceExt, transport::TokioChildProcess};
use tokio::net::TcpListener;

const HOST: &str = "http://127.0.0.1:8080";
const SANDBOX: &str = "http://localhost:8081";
type Fallible<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

struct Shown {
    connection: Connection,
    app: LoadedApp,
    policy: Policy,
    tool: Tool,
    arguments: JsonObject,
}

async fn bridge(socket: WebSocket, shown: Arc<Shown>) -> Fallible<()> {
    let (sink, stream) = socket.split();
    let texts =
        stream.filter_map(|message| ready(message.map(|m| m.into_text().ok().map(|t| t.to_string())).transpose()));
    let sink = sink.with(|text: String| ready(Ok::<_, axum::Error>(Message::text(text))));
    let bridge = shown.connection.bridge(Implementation::new("example-host", "0.1")).sandbox(&shown.policy);
    let bridge = bridge.tool(shown.tool.clone());
    let bridge = bridge.on_open_link(|link| {
        println!("the View would open {}", link.url());
        ready(Ok(()))
    });
    let (view, driving) = bridge.attach(from_stream(texts, sink))?;
    let loading = view.load_sandbox(&BridgedView::sandbox_resource(&shown.app, &shown.policy), Duration::from_secs(10));
    let call = async {
        loading.await?;
        println!("{:?}", view.run_tool(&shown.tool.name, shown.arguments.clone()).await?.content);
        Fallible::Ok(())
    };
    let (called, drove) = futures_util::future::join(call, driving).await;
    called.and(drove.map_err(Into::into))
}

/// Only the host's own page may speak for the View.
async fn relay(upgrade: WebSocketUpgrade, headers: HeaderMap, shown: Arc<Shown>) -> Response {
    if headers.get(header::ORIGIN).is_none_or(|origin| origin != HOST) {
        return StatusCode::FORBIDDEN.into_response();
    }
    upgrade.on_upgrade(async |socket| drop(bridge(socket, shown).await.inspect_err(|error| eprintln!("{error}"))))
}

#[tokio::main]
async fn main() -> Fallible<()> {
    let mut words = std::env::args().skip(1);
    let (tool, arguments) = (words.next().ok_or("which tool?")?, words.next().ok_or("which arguments?")?);
    let mut server = tokio::process::Command::new(words.next().ok_or("which server?")?);
    server.args(words);
    let running = Client::new(()).serve(TokioChildProcess::new(server)?).await?;
    let connection = connection(&running, TokioTimer::new());
    let inventory = connection.inventory().await?;
    let listed = inventory.find(&tool).ok_or("no such tool")?;
    let (tool, link) = (listed.tool()?, listed.app()?.ok_or("it has no View")?);
    let app = connection.load_app(link).await?;
    let policy = Policy::approve(&app.declared(), &PublicOrigins::new([HOST, SANDBOX]));
    let frame = serde_json::to_string(&sandbox::frame_attributes(&policy))?;
    let page = include_str!("host/host.html").replace("{{sandbox}}", SANDBOX).replace("{{frame}}", &frame);
    let inner = sandbox::page(&HostOrigin::parse(HOST)?, &policy);
    let shown = Arc::new(Shown { connection, app, policy, tool, arguments: serde_json::from_str(&arguments)? });
    let host = Router::new().route("/", get(async || Html(page)));
    let host = host.route("/view", get(async |up, headers| relay(up, headers, shown).await));
    let proxy = Router::new()
        .route("/", get(async || (axum::response::AppendHeaders(inner.headers), axum::body::Body::from(inner.html))));
    println!("open {HOST}");
    let host = axum::serve(TcpListener::bind("127.0.0.1:8080").await?, host);
    let proxy = axum::serve(TcpListener::bind("127.0.0.1:8081").await?, proxy);
    tokio::try_join!(host.into_future(), proxy.into_future())?;
    Ok(())
}
