//! Over the client of the `rmcp` crate, version 3.
//!
//! ```no_run
//! use mcp_apps::host::rmcp::{Client, TokioTimer};
//! use rmcp::ServiceExt;
//! # async fn f(transport: (tokio::io::DuplexStream, tokio::io::DuplexStream))
//! # -> Result<(), Box<dyn std::error::Error>> {
//! let running = Client::new(()).serve(transport).await?;
//! let connection = mcp_apps::host::rmcp::connection(&running, TokioTimer::new());
//! for tool in connection.inventory().await?.model_tools() {
//!     println!("{}", tool.name());
//! }
//! # Ok(())
//! # }
//! ```
//!
//! rmcp reads results into types of its own, so members those do not know are lost on the way to
//! a View; implement [`Backend`] over a client that keeps them where that matters.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ::rmcp::model::{ClientRequest, ErrorData, NumberOrString, ProgressNotificationParam, ProgressToken, ServerResult};
use ::rmcp::service::{Peer, PeerRequestOptions, RequestHandle, RoleClient, RunningService, ServiceError};
use futures_util::FutureExt;
use mcp_apps_generated::wire::{JsonObject, RequestId};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use super::backend::{Backend, Change, Progress, ProgressReport, Watch};
use super::connection::{Connection, WeakConnection};
use crate::error::RpcError;
use crate::task::{BoxFuture, Timer};

mod client;
mod listen;
mod timer;

pub use client::Client;
pub use listen::listen;
pub use timer::TokioTimer;

/// What the client's handler and its connection share.
#[derive(Default)]
struct Shared {
    connection: OnceLock<WeakConnection>,
    reports: Mutex<Reports>,
}

#[derive(Default)]
struct Reports {
    takers: HashMap<ProgressToken, Progress>,
    /// Reports on requests whose token is not known yet: rmcp tells it after sending.
    early: Vec<ProgressNotificationParam>,
}

/// Early reports kept at most.
const MOST_EARLY: usize = 64;

impl Shared {
    fn reports(&self) -> std::sync::MutexGuard<'_, Reports> {
        self.reports.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn report(&self, params: ProgressNotificationParam) {
        let mut reports = self.reports();
        if let Some(taker) = reports.takers.get_mut(&params.progress_token) {
            return taker(ProgressReport::new(params.progress, params.total, params.message));
        }
        if reports.early.len() >= MOST_EARLY {
            reports.early.remove(0);
        }
        reports.early.push(params);
    }

    fn expect(&self, token: ProgressToken, mut taker: Progress) {
        let mut reports = self.reports();
        let (mine, others) = std::mem::take(&mut reports.early).into_iter().partition(|r| r.progress_token == token);
        reports.early = others;
        for report in Vec::<ProgressNotificationParam>::into_iter(mine) {
            taker(ProgressReport::new(report.progress, report.total, report.message));
        }
        reports.takers.insert(token, taker);
    }

    fn changed(&self, change: Change) {
        if let Some(connection) = self.connection.get().and_then(WeakConnection::upgrade) {
            connection.changed(change);
        }
    }
}

/// The connection of a running client. It ends with the client: [`Connection::close`] it when
/// the client's [`waiting`](RunningService::waiting) returns.
pub fn connection<H: ::rmcp::ClientHandler>(
    running: &RunningService<RoleClient, Client<H>>,
    timer: impl Timer,
) -> Connection {
    let shared = running.service().shared();
    let backend = Rmcp { peer: running.peer().clone(), shared: Arc::clone(shared) };
    let connection = Connection::new(backend, timer);
    // A second connection of one client would be told by nobody; the first one is.
    let _ = shared.connection.set(connection.weak());
    connection
}

struct Rmcp {
    peer: Peer<RoleClient>,
    shared: Arc<Shared>,
}

impl Backend for Rmcp {
    fn capabilities(&self) -> JsonObject {
        let info = self.peer.peer_info();
        let capabilities = info.map(|info| serde_json::to_value(&info.capabilities));
        match capabilities {
            Some(Ok(Value::Object(capabilities))) => capabilities,
            _ => JsonObject::new(),
        }
    }

    fn request(
        &self,
        method: &str,
        params: Option<JsonObject>,
        watch: Watch,
    ) -> BoxFuture<'static, Result<Box<RawValue>, RpcError>> {
        let (peer, shared) = (self.peer.clone(), Arc::clone(&self.shared));
        let mut request = JsonObject::from_iter([("method".to_owned(), json!(method))]);
        request.extend(params.map(|params| ("params".to_owned(), Value::Object(params))));
        Box::pin(async move {
            let invalid = |error: serde_json::Error| RpcError::new(RpcError::INVALID_PARAMS, error.to_string());
            let request: ClientRequest = serde_json::from_value(Value::Object(request)).map_err(invalid)?;
            let options = PeerRequestOptions::no_options();
            let handle = peer.send_cancellable_request(request, options).await.map_err(failed)?;
            if let Some(sent) = watch.sent {
                sent(id_of(&handle.id));
            }
            if let Some(progress) = watch.progress {
                shared.expect(handle.progress_token.clone(), progress);
            }
            let mut waiting = Waiting { handle: Some(handle), shared };
            let result = waiting.answer().await?;
            encode(result)
        })
    }
}

fn id_of(id: &::rmcp::model::RequestId) -> RequestId {
    match id {
        NumberOrString::Number(number) => RequestId::from(*number),
        NumberOrString::String(text) => RequestId::from(&**text),
    }
}

/// A request under way. Dropped before its answer, it is cancelled.
struct Waiting {
    handle: Option<RequestHandle<RoleClient>>,
    shared: Arc<Shared>,
}

impl Waiting {
    async fn answer(&mut self) -> Result<ServerResult, RpcError> {
        let Some(handle) = &mut self.handle else { return Err(closed()) };
        let answer = (&mut handle.rx).await;
        if let Some(handle) = self.handle.take() {
            self.shared.reports().takers.remove(&handle.progress_token);
        }
        match answer {
            Ok(outcome) => outcome.map_err(failed),
            Err(_) => Err(closed()),
        }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let Some(handle) = self.handle.take() else { return };
        self.shared.reports().takers.remove(&handle.progress_token);
        let cancelling = handle.cancel(None);
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn(cancelling)),
            // Queued at once unless the queue is full, and then the server finds out by itself.
            Err(_) => drop(cancelling.now_or_never()),
        }
    }
}

fn closed() -> RpcError {
    RpcError::internal("the connection to the server is closed")
}

fn failed(error: ServiceError) -> RpcError {
    match error {
        ServiceError::McpError(ErrorData { code, message, data, .. }) => {
            let mut error = RpcError::new(i64::from(code.0), message);
            error.data = data;
            error
        }
        ServiceError::TransportClosed => closed(),
        other => RpcError::internal(other.to_string()),
    }
}

/// A result for a View: without what newer protocol versions wrap it in, which a View's side of
/// the conversation does not have.
fn encode(result: ServerResult) -> Result<Box<RawValue>, RpcError> {
    let internal = |error: serde_json::Error| RpcError::internal(error.to_string());
    if matches!(result, ServerResult::InputRequiredResult(_)) {
        return Err(RpcError::denied("the tool asks for more input, which an app's call cannot give"));
    }
    let mut value = serde_json::to_value(&result).map_err(internal)?;
    if let Some(members) = value.as_object_mut() {
        super::backend::unwrap(members);
    }
    to_raw_value(&value).map_err(internal)
}
