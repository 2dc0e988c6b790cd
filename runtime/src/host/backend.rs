//! The MCP client a Host already has, as little of it as is needed.

use mcp_apps_generated::wire::{JsonObject, RequestId};
use serde_json::value::RawValue;

use crate::error::RpcError;
use crate::task::{BoxFuture, MaybeSend, MaybeSync};

/// A client's end of one MCP connection.
///
/// It is asked only for what the specification lets a Host ask on a View's behalf, and with
/// parameters of the Host's making: progress tokens and protocol metadata of a View are gone.
pub trait Backend: MaybeSend + MaybeSync + 'static {
    /// What the server declared it can do.
    fn capabilities(&self) -> JsonObject;

    /// Sends a request and waits for its result, which goes to the View as it is. Dropping the
    /// future cancels the request, and the server is told so. `watch` is to hear how it goes.
    fn request(
        &self,
        method: &str,
        params: Option<JsonObject>,
        watch: Watch,
    ) -> BoxFuture<'static, Result<Box<RawValue>, RpcError>>;
}

/// What is to be heard of a request under way; by default nothing.
#[derive(Default)]
#[non_exhaustive]
pub struct Watch {
    /// Called with the JSON-RPC id the request has on the server's connection, once it is known.
    pub sent: Option<Sent>,
    /// Called with each report on this request.
    pub progress: Option<Progress>,
}

impl Watch {
    /// Hears the request's id.
    #[must_use]
    pub fn sent(mut self, sent: Sent) -> Self {
        self.sent = Some(sent);
        self
    }

    /// Hears reports; `None` hears none.
    #[must_use]
    pub fn progress(mut self, progress: Option<Progress>) -> Self {
        self.progress = progress;
        self
    }
}

impl std::fmt::Debug for Watch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Watch { sent, progress } = self;
        f.debug_struct("Watch").field("sent", &sent.is_some()).field("progress", &progress.is_some()).finish()
    }
}

/// Takes the id of one request.
#[cfg(not(target_arch = "wasm32"))]
pub type Sent = Box<dyn FnOnce(RequestId) + Send>;
/// Takes the id of one request.
#[cfg(target_arch = "wasm32")]
pub type Sent = Box<dyn FnOnce(RequestId)>;

/// Takes reports on one request.
#[cfg(not(target_arch = "wasm32"))]
pub type Progress = Box<dyn FnMut(ProgressReport) + Send>;
/// Takes reports on one request.
#[cfg(target_arch = "wasm32")]
pub type Progress = Box<dyn FnMut(ProgressReport)>;

/// How far a server has come with a request.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ProgressReport {
    /// How much is done.
    pub progress: f64,
    /// How much there is, if that is known.
    pub total: Option<f64>,
    /// A sentence for a person.
    pub message: Option<String>,
}

impl ProgressReport {
    /// A report.
    pub fn new(progress: f64, total: Option<f64>, message: Option<String>) -> Self {
        ProgressReport { progress, total, message }
    }
}

/// What a server says has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Change {
    /// Its tools (M5).
    Tools,
    /// Its resources (M11).
    Resources,
    /// Its prompts (M12).
    Prompts,
}

/// Takes from a result what protocol versions from 2026-07-28 on wrap it in, which a View's side of
/// the conversation does not have.
#[cfg(any(feature = "rmcp-3", feature = "preview"))]
pub(crate) fn unwrap(result: &mut JsonObject) {
    for member in ["resultType", "ttlMs", "cacheScope"] {
        result.remove(member);
    }
}
