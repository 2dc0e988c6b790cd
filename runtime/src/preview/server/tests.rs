//! Changes that a server tells over HTTP.

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ErrorData, ServerCapabilities, ServerConfig,
};
use rmcp::service::{RequestContext, RoleServer, SubscriptionContext};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::sync::{Notify, mpsc};

use super::*;

/// A server that gets a tool whenever its tool is called.
#[derive(Clone, Default)]
struct Growing(Arc<Notify>);

impl ServerHandler for Growing {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_tool_list_changed().build())
    }

    async fn call_tool(
        &self,
        _: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.0.notify_waiters();
        // Only the older versions are told so.
        let _ = context.peer.notify_tool_list_changed().await;
        Ok(CallToolResult::success(Vec::new()).into())
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        loop {
            self.0.notified().await;
            let _ = context.sink().notify_tool_list_changed().await;
        }
    }
}

async fn serve(router: Router) -> Target {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    Target::url(url)
}

/// The server, and what it says has changed.
async fn started(target: &Target, era: Era) -> (Server, mpsc::UnboundedReceiver<Change>) {
    let (changed, changes) = mpsc::unbounded_channel();
    let log = Log::new(None).unwrap();
    let hear = move |change| {
        let _ = changed.send(change);
    };
    (Server::start(target, &[era], Duration::from_secs(20), &log, hear).await.unwrap(), changes)
}

#[tokio::test]
async fn changes_of_a_servers_lists_are_heard_over_http_in_both_eras() {
    for era in Era::ALL {
        let (growing, sessions) = (Growing::default(), Arc::new(LocalSessionManager::default()));
        let service =
            StreamableHttpService::new(move || Ok(growing.clone()), sessions, StreamableHttpServerConfig::default());
        let target = serve(Router::new().route_service("/mcp", service)).await;
        let (server, mut changes) = started(&target, era).await;
        // The first may come before the server is listened to.
        let heard = async {
            loop {
                let call = JsonObject::from_iter([("name".to_owned(), json!("grow"))]);
                server.request("tools/call", Some(call), Watch::default()).await.unwrap();
                if let Ok(change) = tokio::time::timeout(Duration::from_millis(300), changes.recv()).await {
                    return change;
                }
            }
        };
        let heard = tokio::time::timeout(Duration::from_secs(20), heard).await;
        assert_eq!(heard.unwrap_or_else(|_| panic!("nothing was heard in {era:?}")), Some(Change::Tools));
        server.close().await;
    }
}

#[tokio::test]
async fn a_stream_of_changes_that_was_cut_is_taken_up_again() {
    let event = json!({ "jsonrpc": "2.0", "method": "notifications/tools/list_changed" });
    let stream = move || async move { ([(CONTENT_TYPE, "text/event-stream")], format!("data: {event}\n\n")) };
    let answer = |body: String| async move {
        let asked: Value = serde_json::from_str(&body).unwrap();
        let result = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": { "name": "s", "version": "1" } });
        let answer = json!({ "jsonrpc": "2.0", "id": asked["id"], "result": result });
        ([(CONTENT_TYPE, "application/json")], answer.to_string())
    };
    let target = serve(Router::new().route("/mcp", get(stream).post(answer))).await;
    let (server, mut changes) = started(&target, Era::Legacy).await;
    for _ in 0..2 {
        let change = tokio::time::timeout(Duration::from_secs(20), changes.recv()).await;
        assert_eq!(change.expect("the stream is asked for again"), Some(Change::Tools));
    }
    server.close().await;
}
