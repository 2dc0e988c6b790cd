//! A Host on this crate's bridge, as `mcp-apps host-conformance` talks to it: lines in, lines out.
//! The contract is in the documentation of `mcp_apps::conformance`.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use futures_util::StreamExt;
use mcp_apps::csp::{Policy, PublicOrigins};
use mcp_apps::draft::{
    CallToolRequestParams, Implementation, McpUiDisplayMode, McpUiHostContext, McpUiSupportedContentBlockModalities,
};
use mcp_apps::host::rmcp::{Client, TokioTimer, connection, listen};
use mcp_apps::host::sandbox::{self, HostOrigin};
use mcp_apps::host::{Bridge, BridgedView, Connection, FrameSize};
use mcp_apps::transport::{Frame, Transport};
use mcp_apps::{Error, RpcError};
use rmcp::service::{Peer, RoleClient, ServiceExt};
use serde_json::{Map, Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::sync::{Mutex as AsyncMutex, mpsc};
use tokio::task::AbortHandle;

type Fallible<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;
type Say = mpsc::UnboundedSender<Value>;

const HOST: &str = "http://host.localhost:8080";
const SANDBOX: &str = "http://sandbox.localhost:8080/view";
const PATIENCE: Duration = Duration::from_secs(5);

#[derive(Clone)]
pub struct Adapter {
    say: Say,
    state: Arc<Mutex<State>>,
    /// One session per server, however many Views begin at once.
    servers: Arc<AsyncMutex<HashMap<String, Session>>>,
}

type Session = (Peer<RoleClient>, Connection);

#[derive(Default)]
struct State {
    servers: HashMap<String, mpsc::UnboundedSender<String>>,
    views: HashMap<String, Shown>,
}

#[derive(Clone)]
struct Shown {
    view: BridgedView,
    incoming: mpsc::UnboundedSender<String>,
    tool: String,
    run: Option<AbortHandle>,
}

/// The tester carries the messages.
struct Carried {
    view: String,
    say: Say,
    incoming: mpsc::UnboundedReceiver<String>,
}

impl Transport for Carried {
    fn poll_receive(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame, Error>>> {
        self.incoming.poll_recv(cx).map(|text| text.map(|text| Ok(Frame::Text(text))))
    }

    fn send(&mut self, message: String) -> Result<(), Error> {
        let message: Value = serde_json::from_str(&message).map_err(|error| Error::Transport(error.to_string()))?;
        let line = json!({ "type": "view", "view": self.view, "message": message });
        self.say.send(line).map_err(|_| Error::Transport("the tester is gone".to_owned()))
    }
}

impl Adapter {
    pub fn new(say: Say) -> Self {
        Adapter { say, state: Arc::default(), servers: Arc::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn say(&self, line: Value) {
        // A tester that is gone hears nothing.
        let _ = self.say.send(line);
    }

    fn did(&self, view: &str, what: &str, mut members: Value) {
        (members["type"], members["view"], members["what"]) = (json!("did"), json!(view), json!(what));
        self.say(members);
    }

    /// Takes a line of the tester's.
    pub fn take(&self, line: Value) {
        let text = |member: &str| line[member].as_str().unwrap_or_default().to_owned();
        match line["type"].as_str() {
            Some("hello") => self.say(json!({
                "type": "hello", "contract": 1, "name": "mcp-apps", "version": env!("CARGO_PKG_VERSION"), "web": true,
                "does": ["model-tools", "call", "partial", "run", "cancel", "context", "teardown", "model-context", "app-tools", "call-app-tool"],
                "tells": ["open-link", "message", "download", "resize", "closed"],
            })),
            Some("view") => {
                if let Some(shown) = self.state().views.get(&text("view")) {
                    let _ = shown.incoming.send(line["message"].to_string());
                }
            }
            Some("server") => {
                if let Some(server) = self.state().servers.get(&text("server")) {
                    let _ = server.send(line["message"].to_string());
                }
            }
            Some("do") => {
                let adapter = self.clone();
                tokio::spawn(async move {
                    let id = line["id"].clone();
                    adapter.say(match adapter.act(&line).await {
                        Ok(result) => json!({ "type": "done", "id": id, "result": result }),
                        Err(error) => json!({ "type": "failed", "id": id, "error": error.to_string() }),
                    });
                });
            }
            _ => {}
        }
    }

    /// The session with a server.
    async fn server(&self, name: &str) -> Fallible<(Peer<RoleClient>, Connection)> {
        let mut servers = self.servers.lock().await;
        if let Some(known) = servers.get(name) {
            return Ok(known.clone());
        }
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let (reading, mut writing) = tokio::io::split(theirs);
        let (send, mut sent) = mpsc::unbounded_channel::<String>();
        self.state().servers.insert(name.to_owned(), send);
        tokio::spawn(async move {
            while let Some(text) = sent.recv().await {
                if writing.write_all(format!("{text}\n").as_bytes()).await.is_err() {
                    break;
                }
            }
        });
        let (say, server) = (self.say.clone(), name.to_owned());
        tokio::spawn(async move {
            let mut lines = BufReader::new(reading).lines();
            while let Ok(Some(line)) = lines.next_line().await {
                let Ok(message) = serde_json::from_str::<Value>(&line) else { continue };
                let _ = say.send(json!({ "type": "server", "server": server, "message": message }));
            }
        });
        let running = Client::new(()).serve(ours).await?;
        let made = (running.peer().clone(), connection(&running, TokioTimer::new()));
        tokio::spawn(listen(&running, &made.1));
        tokio::spawn(running.waiting());
        servers.insert(name.to_owned(), made.clone());
        Ok(made)
    }

    async fn act(&self, order: &Value) -> Fallible<Value> {
        let text = |member: &str| order[member].as_str().unwrap_or_default();
        let arguments = order["arguments"].as_object().cloned().unwrap_or_default();
        let shown = || self.state().views.get(text("view")).cloned().ok_or("no such View");
        match text("what") {
            // What is on its way is in the queues of this process.
            "settle" => {
                tokio::time::sleep(Duration::from_millis(15)).await;
                Ok(json!({}))
            }
            "model-tools" => {
                let inventory = self.server(text("server")).await?.1.inventory().await?;
                Ok(json!({ "tools": inventory.model_tools().map(|tool| tool.name().to_owned()).collect::<Vec<_>>() }))
            }
            "call" => {
                let params = rmcp::model::CallToolRequestParams::new(text("tool").to_owned()).with_arguments(arguments);
                Ok(json!(self.server(text("server")).await?.0.call_tool(params).await?))
            }
            "start" => self.start(text("view"), text("server"), text("tool"), &order["context"]).await,
            "partial" => Ok(json!(shown()?.view.tool_input_partial(arguments)?)),
            "run" => self.run(text("view"), shown()?, arguments).await,
            "cancel" => {
                shown()?.run.ok_or("nothing runs")?.abort();
                Ok(json!({}))
            }
            "context" => {
                let context: McpUiHostContext = serde_json::from_value(order["context"].clone())?;
                Ok(json!(shown()?.view.set_host_context(&context)?))
            }
            "teardown" => {
                // However the View answers, it is gone afterwards.
                let answered = shown()?.view.teardown(PATIENCE).await;
                Ok(json!({ "answered": answered.map_err(|error| error.to_string()) }))
            }
            "model-context" => Ok(shown()?.view.model_context().map_or(json!({}), |context| context.to_value())),
            "app-tools" => {
                let listed = shown()?.view.list_view_tools(None).await?;
                Ok(json!({ "tools": listed.tools.iter().map(|tool| tool.name.clone()).collect::<Vec<_>>() }))
            }
            "call-app-tool" => {
                let params = CallToolRequestParams::new(text("name")).with_arguments(arguments);
                Ok(json!(shown()?.view.call_view_tool(&params).await?))
            }
            other => Err(format!("unknown: {other}").into()),
        }
    }

    async fn start(&self, name: &str, server: &str, tool: &str, context: &Value) -> Fallible<Value> {
        let (_, connection) = self.server(server).await?;
        let inventory = connection.inventory().await?;
        let app = inventory.find(tool).ok_or("no such tool")?.app()?.ok_or("the tool has no View")?;
        let loaded = connection.load_app(app).await?;
        let policy = Policy::approve(&loaded.declared(), &PublicOrigins::new([HOST, SANDBOX]));
        let policy = policy.with_permissions(loaded.requested_permissions());
        let (incoming, carried) = mpsc::unbounded_channel();
        let bridge = self.bridge(name, &connection, context)?.sandbox(&policy);
        let (view, driving) =
            bridge.attach(Carried { view: name.to_owned(), say: self.say.clone(), incoming: carried })?;
        tokio::spawn(driving);
        tokio::spawn(view.load_sandbox(&BridgedView::sandbox_resource(&loaded, &policy), PATIENCE));
        self.agree_to_go(name, &view);
        let shown = Shown { view, incoming, tool: tool.to_owned(), run: None };
        self.state().views.insert(name.to_owned(), shown);
        let mut frame = Map::from_iter([("src".to_owned(), json!(SANDBOX))]);
        frame.extend(sandbox::frame_attributes(&policy).map(|(name, value)| (name.to_owned(), json!(value))));
        let page = sandbox::page(&HostOrigin::parse(HOST)?, &policy);
        let header = page.headers.iter().find(|(name, _)| *name == "content-security-policy");
        Ok(json!({ "policy": header.map(|(_, policy)| policy), "frame": frame, "host": HOST }))
    }

    /// A View that asks to be taken down is.
    fn agree_to_go(&self, name: &str, view: &BridgedView) {
        let (adapter, name, view) = (self.clone(), name.to_owned(), view.clone());
        let mut requests = view.teardown_requests();
        tokio::spawn(async move {
            if requests.next().await.is_some() {
                // However it answers, it is gone afterwards.
                let _ = view.teardown(PATIENCE).await;
                adapter.did(&name, "closed", json!({}));
            }
        });
    }

    async fn run(&self, name: &str, shown: Shown, arguments: Map<String, Value>) -> Fallible<Value> {
        let running = tokio::spawn(async move { shown.view.run_tool(&shown.tool, arguments).await });
        if let Some(shown) = self.state().views.get_mut(name) {
            shown.run = Some(running.abort_handle());
        }
        Ok(json!(running.await??))
    }

    fn bridge(&self, name: &str, connection: &Connection, context: &Value) -> Fallible<Bridge> {
        let context: McpUiHostContext = serde_json::from_value(context.clone())?;
        let frame = Mutex::new(FrameSize::new(600.0, 400.0));
        let did = {
            let (adapter, name) = (self.clone(), name.to_owned());
            move |what: &str, members: Value| adapter.did(&name, what, members)
        };
        let (link, message, files, size) = (did.clone(), did.clone(), did.clone(), did);
        Ok(connection
            .bridge(Implementation::new("mcp-apps", env!("CARGO_PKG_VERSION")))
            .host_context(context)
            .on_open_link(move |asked| {
                link("open-link", json!({ "url": asked.url() }));
                async { Ok(()) }
            })
            .on_message(every_kind(), move |said| {
                message("message", json!(said));
                async { Ok(()) }
            })
            .keep_model_context(every_kind())
            .on_download(
                |_| async { Ok(()) },
                move |saved| {
                    let saved: Vec<_> = saved.iter().map(|file| json!({ "name": file.name })).collect();
                    files("download", json!({ "files": saved }));
                    async { Ok(()) }
                },
            )
            .on_sampling(false, |_| async {
                let completed =
                    json!({ "model": "m", "role": "assistant", "content": { "type": "text", "text": "completed" } });
                serde_json::from_value(completed).map_err(|error| RpcError::internal(error.to_string()))
            })
            .configure(move |builder| {
                builder.on_request_display_mode(|mode: McpUiDisplayMode, _| async move { Ok(mode) }).on_size_changed(
                    move |reported| {
                        let mut frame = frame.lock().unwrap_or_else(PoisonError::into_inner);
                        if let Some(height) = frame.report(&McpUiDisplayMode::Inline, &reported) {
                            size("resize", json!({ "height": height }));
                        }
                    },
                )
            }))
    }
}

fn every_kind() -> McpUiSupportedContentBlockModalities {
    let mut kinds = McpUiSupportedContentBlockModalities::new();
    kinds.text = Some(Default::default());
    kinds.structured_content = Some(Default::default());
    kinds
}
