//! A small MCP server with one app, in the fixture's own process.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mcp_apps::host::Connection;
use mcp_apps::host::rmcp::{Client, TokioTimer, connection, listen};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData, JsonObject, ListResourcesResult,
    ListToolsResult, MetaObject, PaginatedRequestParams, ProgressNotificationParam, ReadResourceRequestParams,
    ReadResourceResponse, ReadResourceResult, Resource, ResourceContents, ServerCapabilities, ServerConfig,
    ServerNotification, SubscriptionFilter, Tool, ToolListChangedNotification, object,
};
use rmcp::service::{NotificationContext, Peer, RequestContext, SubscriptionContext, SubscriptionSink};
use rmcp::{ClientLifecycleMode, ClientServiceExt, RoleServer, ServerHandler, ServiceExt};
use serde_json::{Value, json};
use tokio::io::DuplexStream;

pub const APP: &str = "ui://app/view";

/// A server of this name, and a connection to it that ends when the client does.
pub async fn connect(
    name: &str,
    lifecycle: ClientLifecycleMode,
) -> Result<(Server, Connection), Box<dyn std::error::Error + Send + Sync>> {
    let (ours, theirs) = tokio::io::duplex(1 << 20);
    connect_over(name, lifecycle, ours, theirs).await
}

/// The same over a channel of the caller's: the client's end, and the server's.
pub async fn connect_over(
    name: &str,
    lifecycle: ClientLifecycleMode,
    ours: DuplexStream,
    theirs: DuplexStream,
) -> Result<(Server, Connection), Box<dyn std::error::Error + Send + Sync>> {
    let server = Server::new(name);
    let serving = server.clone();
    tokio::spawn(async move {
        match serving.serve(theirs).await {
            Ok(running) => drop(running.waiting().await),
            Err(error) => eprintln!("the server: {error}"),
        }
    });
    let running = Client::new(()).serve_with_lifecycle(ours, lifecycle).await?;
    let connection = connection(&running, TokioTimer::new());
    let closing = connection.clone();
    tokio::spawn(listen(&running, &connection));
    tokio::spawn(async move {
        // Why it ended is the transport's affair.
        let _ = running.waiting().await;
        closing.close();
    });
    Ok((server, connection))
}

#[derive(Clone, Default)]
pub struct Server {
    name: Arc<str>,
    app: Arc<Mutex<(String, Value)>>,
    heard: Arc<Mutex<Vec<String>>>,
    told: Arc<Mutex<Vec<Value>>>,
    clients: Arc<Mutex<Vec<Listener>>>,
}

/// Whoever is to hear of a change: a client of an older version always, a newer one if it asked.
#[derive(Clone)]
enum Listener {
    Peer(Peer<RoleServer>),
    Subscription(SubscriptionSink),
}

impl Server {
    pub fn new(name: &str) -> Self {
        Server { name: name.into(), ..Server::default() }
    }

    /// Sets the app's page and metadata.
    pub fn publish(&self, html: &str, ui: Value) {
        *self.app.lock().unwrap_or_else(PoisonError::into_inner) = (html.to_owned(), ui);
    }

    /// What it was asked, in order.
    pub fn heard(&self) -> Vec<String> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The extension's settings that came with each call of a tool.
    pub fn told(&self) -> Vec<Value> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn clients(&self) -> Vec<Listener> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether anybody would hear of a change.
    pub fn is_heard(&self) -> bool {
        !self.clients().is_empty()
    }

    /// Tells that the list of tools has changed.
    pub async fn change_tools(&self) {
        for client in self.clients() {
            // A client that is gone hears nothing.
            let _ = match client {
                Listener::Peer(peer) => peer.notify_tool_list_changed().await.map_err(|error| error.to_string()),
                Listener::Subscription(sink) => sink
                    .send(ServerNotification::ToolListChangedNotification(ToolListChangedNotification::default()))
                    .await
                    .map_err(|error| error.to_string()),
            };
        }
    }

    fn admit(&self, client: Listener) {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner).push(client);
    }

    fn hear(&self, what: impl Into<String>) {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).push(what.into());
    }

    fn tool(name: &'static str, ui: Value) -> Tool {
        let schema: JsonObject = object(json!({"type": "object"}));
        Tool::new(name, name, schema).with_meta(MetaObject(object(json!({"ui": ui}))))
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_tool_list_changed().enable_resources();
        ServerConfig::new(capabilities.build())
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        self.admit(Listener::Peer(context.peer));
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        self.admit(Listener::Subscription(context.sink().clone()));
        context.cancelled().await;
        Ok(())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        self.hear("tools/list");
        let own = if &*self.name == "a" { "only-a" } else { "only-b" };
        Ok(ListToolsResult::with_all_items(vec![
            Self::tool("show", json!({"resourceUri": APP})),
            Self::tool("refresh", json!({"visibility": ["app"]})),
            Self::tool("secret", json!({"visibility": ["model"]})),
            Self::tool("slow", json!({"visibility": ["app"]})),
            Self::tool(own, json!({})),
        ]))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.hear(format!("tools/call {}", request.name));
        let extensions = context.client_capabilities().and_then(|client| client.extensions).unwrap_or_default();
        let told = extensions.get(mcp_apps::draft::EXTENSION_ID).cloned().map_or(Value::Null, Value::Object);
        self.told.lock().unwrap_or_else(PoisonError::into_inner).push(told);
        if request.name == "slow" {
            if let Some(token) = context.meta.get_progress_token() {
                let report = ProgressNotificationParam::new(token, 1.0).with_total(2.0).with_message("half");
                let _ = context.peer.notify_progress(report).await;
            }
            tokio::select! {
                () = context.ct.cancelled() => self.hear("cancelled"),
                () = tokio::time::sleep(Duration::from_secs(20)) => {}
            }
        }
        let mut result =
            CallToolResult::success(vec![ContentBlock::text(format!("{} by {}", request.name, self.name))]);
        result.structured_content = Some(json!({"arguments": request.arguments, "by": &*self.name}));
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        self.hear("resources/list");
        let mime = mcp_apps::draft::MIME_TYPE;
        Ok(ListResourcesResult::with_all_items(vec![Resource::new(APP, "app").with_mime_type(mime)]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        self.hear(format!("resources/read {}", request.uri));
        if request.uri.starts_with("file:///") {
            return Ok(ReadResourceResult::new(vec![ResourceContents::text("12345", request.uri)]).into());
        }
        if request.uri != APP {
            return Err(ErrorData::resource_not_found(format!("nothing under {}", request.uri), None));
        }
        let (html, ui) = self.app.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let contents = ResourceContents::text(html, APP).with_mime_type(mcp_apps::draft::MIME_TYPE);
        let contents = contents.with_meta(MetaObject(object(json!({"ui": ui}))));
        Ok(ReadResourceResult::new(vec![contents]).into())
    }
}
