//! The MCP server under preview, reached by the raw client of `mcp-apps check`: a View gets its
//! answers as the server gave them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use mcp_apps_generated::wire::{JsonObject, RequestId};
use rmcp::model::{
    CancelledNotificationMethod, ConstString, ProgressNotificationMethod, ProgressNotificationParam,
    PromptListChangedNotificationMethod, ResourceListChangedNotificationMethod, SubscriptionFilter,
    SubscriptionsListenRequestMethod, ToolListChangedNotificationMethod,
};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use super::lock;
use super::seen::{Log, Side, What};
use crate::check::connection::Connection as Wire;
use crate::check::{ConnectError, Era, Target};
use crate::error::RpcError;
use crate::host::{Backend, Change, Progress, ProgressReport, Watch};
use crate::task::BoxFuture;

/// How long after a stream of changes has ended the next is asked for.
const LISTEN_AGAIN: Duration = Duration::from_secs(1);

/// A server that runs. Clones share it.
#[derive(Clone)]
pub(super) struct Server(Arc<Inner>, Arc<Mutex<Option<JoinHandle<()>>>>);

struct Inner {
    wire: Wire,
    hello: Value,
    heard: Arc<Heard>,
}

/// What is heard beside answers.
struct Heard {
    log: Log,
    progress: Mutex<HashMap<i64, Progress>>,
    changed: Box<dyn Fn(Change) + Send + Sync>,
}

impl Heard {
    fn progress(&self) -> std::sync::MutexGuard<'_, HashMap<i64, Progress>> {
        lock(&self.progress)
    }

    fn take(&self, message: Value) {
        let method = message["method"].as_str().unwrap_or_default();
        let change = match method {
            ToolListChangedNotificationMethod::VALUE => Some(Change::Tools),
            ResourceListChangedNotificationMethod::VALUE => Some(Change::Resources),
            PromptListChangedNotificationMethod::VALUE => Some(Change::Prompts),
            _ => None,
        };
        if method == ProgressNotificationMethod::VALUE {
            self.report(&message["params"]);
        }
        self.log.add(None, None, What::Server { dir: Side::FromServer, msg: message });
        if let Some(change) = change {
            (self.changed)(change);
        }
    }

    fn report(&self, params: &Value) {
        let Some(id) = params["progressToken"].as_i64() else { return };
        let Ok(report) = serde_json::from_value::<ProgressNotificationParam>(params.clone()) else { return };
        if let Some(taker) = self.progress().get_mut(&id) {
            taker(ProgressReport::new(report.progress, report.total, report.message));
        }
    }
}

impl Server {
    /// Connects in the first era of those that the server speaks.
    pub(super) async fn start(
        target: &Target,
        eras: &[Era],
        timeout: Duration,
        log: &Log,
        changed: impl Fn(Change) + Send + Sync + 'static,
    ) -> Result<Self, ConnectError> {
        let heard = Arc::new(Heard { log: log.clone(), progress: Mutex::default(), changed: Box::new(changed) });
        let mut refused = None;
        for era in eras {
            let hears = Arc::clone(&heard);
            match Wire::open_hearing(target, *era, timeout, Arc::new(move |message| hears.take(message))).await {
                // A tool may take as long as it likes: who calls it can cancel it.
                Ok((wire, hello)) => {
                    let inner = Arc::new(Inner { wire: wire.patience(Duration::from_secs(24 * 3600)), hello, heard });
                    let listening = tokio::spawn(listen(Arc::downgrade(&inner)));
                    return Ok(Server(inner, Arc::new(Mutex::new(Some(listening)))));
                }
                Err(error @ ConnectError::Era { .. }) => refused = Some(error),
                Err(error) => return Err(error),
            }
        }
        Err(refused.unwrap_or_else(|| ConnectError::Http("no era to speak".to_owned())))
    }

    /// Who it says it is, and how it is spoken to.
    pub(super) fn about(&self) -> Value {
        let hello = &self.0.hello;
        let info = match hello.get("serverInfo") {
            Some(info) => info,
            None => &hello["_meta"]["io.modelcontextprotocol/serverInfo"],
        };
        json!({ "info": info, "era": self.0.wire.era(), "capabilities": self.capabilities() })
    }

    /// Waits for its end, if it is a process.
    pub(super) fn ended(&self) -> impl Future<Output = ()> + use<> {
        let inner = Arc::clone(&self.0);
        async move { inner.wire.ended().await }
    }

    /// Lets it end, whoever still holds it.
    pub(super) async fn close(&self) {
        self.0.wire.close().await;
        if let Some(listening) = lock(&self.1).take() {
            listening.abort();
        }
    }

    /// Whether both are one.
    pub(super) fn is(&self, other: &Server) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    fn seen(&self, dir: Side, msg: Value) {
        self.0.heard.log.add(None, None, What::Server { dir, msg });
    }
}

/// Hears of changes where a server tells only who asks.
async fn listen(server: Weak<Inner>) {
    let Some(inner) = server.upgrade() else { return };
    let heard = match inner.wire.era() {
        Era::Legacy => listen_on(&inner.wire).await.err().map(|error| error.to_string()),
        Era::Modern => {
            let filter =
                SubscriptionFilter::builder().tools_list_changed().resources_list_changed().prompts_list_changed();
            let params = json!({ "notifications": filter.build() });
            let id = inner.wire.id();
            let heard = inner.wire.ask_as(id, SubscriptionsListenRequestMethod::VALUE, params).await;
            heard.err().map(|error| error.to_string())
        }
    };
    if let Some(error) = heard {
        inner.heard.log.add(None, None, What::Note { text: format!("changes are not heard of: {error}") });
    }
}

/// Listens again when it ended in order: what is between may cut a stream that is silent for long.
async fn listen_on(wire: &Wire) -> Result<(), ConnectError> {
    while wire.listen().await? {
        tokio::time::sleep(LISTEN_AGAIN).await;
    }
    Ok(())
}

/// A request under way. Dropped before its answer, it is cancelled.
struct Asking {
    server: Server,
    id: i64,
    done: bool,
}

impl Drop for Asking {
    fn drop(&mut self) {
        self.server.0.heard.progress().remove(&self.id);
        if self.done {
            return;
        }
        let (server, params) = (self.server.clone(), json!({ "requestId": self.id }));
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                let method = CancelledNotificationMethod::VALUE;
                server.seen(Side::ToServer, json!({ "jsonrpc": "2.0", "method": method, "params": params }));
                // A server that is gone need not be told.
                let _ = server.0.wire.tell(method, Some(params)).await;
            });
        }
    }
}

impl Backend for Server {
    fn capabilities(&self) -> JsonObject {
        self.0.hello["capabilities"].as_object().cloned().unwrap_or_default()
    }

    fn request(
        &self,
        method: &str,
        params: Option<JsonObject>,
        watch: Watch,
    ) -> BoxFuture<'static, Result<Box<RawValue>, RpcError>> {
        let (server, method) = (self.clone(), method.to_owned());
        let mut params = Value::Object(params.unwrap_or_default());
        Box::pin(async move {
            let id = server.0.wire.id();
            if let Some(sent) = watch.sent {
                sent(RequestId::from(id));
            }
            if let Some(progress) = watch.progress {
                params["_meta"]["progressToken"] = json!(id);
                server.0.heard.progress().insert(id, progress);
            }
            let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
            server.seen(Side::ToServer, message);
            let mut asking = Asking { server: server.clone(), id, done: false };
            let answer = server.0.wire.ask_as(id, &method, params).await;
            asking.done = true;
            let answer = answer.map_err(|error| RpcError::internal(error.to_string()))?;
            server.seen(
                Side::FromServer,
                match &answer {
                    Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
                    Err(error) => json!({ "jsonrpc": "2.0", "id": id, "error": error }),
                },
            );
            match answer {
                Ok(result) => plain(result),
                Err(error) => Err(serde_json::from_value(error.clone())
                    .unwrap_or_else(|_| RpcError::internal(format!("the server's error: {error}")))),
            }
        })
    }
}

/// A result without what 2026-07-28 wraps it in.
fn plain(mut result: Value) -> Result<Box<RawValue>, RpcError> {
    if let Some(members) = result.as_object_mut() {
        if members.get("resultType").is_some_and(|kind| kind == "input_required") {
            return Err(RpcError::denied("the tool asks for more input, which an app's call cannot give"));
        }
        crate::host::unwrap(members);
    }
    to_raw_value(&result).map_err(|error| RpcError::internal(error.to_string()))
}

/// A server as a View is to find it: without some of its capabilities.
pub(super) struct Without {
    pub(super) server: Server,
    pub(super) hidden: Vec<&'static str>,
}

impl Backend for Without {
    fn capabilities(&self) -> JsonObject {
        let mut capabilities = self.server.capabilities();
        capabilities.retain(|name, _| !self.hidden.contains(&name.as_str()));
        capabilities
    }

    fn request(
        &self,
        method: &str,
        params: Option<JsonObject>,
        watch: Watch,
    ) -> BoxFuture<'static, Result<Box<RawValue>, RpcError>> {
        self.server.request(method, params, watch)
    }
}

#[cfg(test)]
mod tests;
