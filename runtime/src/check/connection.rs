//! A client that speaks raw JSON-RPC, so that what is malformed is seen as it was sent. Any number
//! of requests may be under way at once.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use mcp_apps_generated::v2026_01_26::{EXTENSION_ID, MIME_TYPE};
use mcp_apps_generated::wire::JsonObject;
use rmcp::model::{
    ConstString, DiscoverRequestMethod, ErrorCode, InitializeResultMethod, InitializedNotificationMethod,
    PingRequestMethod, ProtocolVersion, RequestMetaObject,
};
use serde::Serialize;
use serde_json::{Value, json};

mod http;
mod stdio;

use http::Http;
use stdio::Stdio;

/// Where the server is.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Target {
    /// A program that speaks on its standard input and output; it is started once for each era.
    Command(Vec<String>),
    /// The endpoint of a server on streamable HTTP.
    Url(String),
}

impl Target {
    /// A program and its arguments.
    pub fn command(command: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Target::Command(command.into_iter().map(Into::into).collect())
    }

    /// An endpoint on streamable HTTP.
    pub fn url(url: impl Into<String>) -> Self {
        Target::Url(url.into())
    }

    /// As it is named on a command line: a URL, or a program and its arguments.
    pub fn named(words: &[String]) -> Self {
        match words {
            [url] if url.starts_with("http://") || url.starts_with("https://") => Target::url(url),
            command => Target::command(command),
        }
    }
}

/// How a client and a server of MCP get to know each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Era {
    /// With `initialize`, up to 2025-11-25.
    #[serde(rename = "2025-11-25")]
    Legacy,
    /// With each request's `_meta`, from 2026-07-28 on.
    #[serde(rename = "2026-07-28")]
    Modern,
}

impl Era {
    /// Both.
    pub const ALL: [Era; 2] = [Era::Legacy, Era::Modern];

    pub(super) fn version(self) -> ProtocolVersion {
        match self {
            Era::Legacy => ProtocolVersion::V_2025_11_25,
            Era::Modern => ProtocolVersion::V_2026_07_28,
        }
    }
}

impl fmt::Display for Era {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.version().as_str())
    }
}

/// Why a server cannot be checked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConnectError {
    /// The program does not start.
    #[error("cannot start {program}: {error}")]
    Start {
        /// The program.
        program: String,
        /// What the system says.
        error: io::Error,
    },
    /// The server hung up.
    #[error("the server hung up: {0}; does its `main` wait for the end of the conversation?")]
    Gone(#[from] io::Error),
    /// The server cannot be reached over HTTP, or answers with something else than MCP.
    #[error("{0}")]
    Http(String),
    /// The server sends more than any UI needs.
    #[error("the server sent a message of more than {MOST_BYTES} bytes")]
    TooMuch,
    /// The server takes too long.
    #[error("no answer to {method} within {} s", .timeout.as_secs())]
    Timeout {
        /// The request.
        method: String,
        /// How long it was waited for.
        timeout: Duration,
    },
    /// The server does not speak this era.
    #[error("the server does not speak {era}: {answer}")]
    Era {
        /// The era.
        era: Era,
        /// The error it answered with.
        answer: Value,
    },
}

/// What one message of a server may hold.
const MOST_BYTES: usize = 64 << 20;

/// How many times longer the first answer may take.
const STARTING: u32 = 10;

/// Takes what the server says of its own accord: its notifications, and what is no answer of its.
pub(crate) type Heard = Arc<dyn Fn(Value) + Send + Sync>;

/// One connection to a server, in one era.
pub(crate) struct Connection {
    era: Era,
    link: Link,
    next_id: AtomicI64,
    timeout: Duration,
}

enum Link {
    Stdio(Stdio),
    Http(Http),
}

impl Connection {
    /// Connects; with it comes what the server says of itself. What it says unasked is not heard.
    pub(super) async fn open(target: &Target, era: Era, timeout: Duration) -> Result<(Self, Value), ConnectError> {
        Self::open_hearing(target, era, timeout, Arc::new(drop)).await
    }

    /// As [`open`](Self::open), hearing what the server says unasked.
    pub(crate) async fn open_hearing(
        target: &Target,
        era: Era,
        timeout: Duration,
        heard: Heard,
    ) -> Result<(Self, Value), ConnectError> {
        let link = match target {
            Target::Command(command) => Link::Stdio(Stdio::start(command, heard)?),
            Target::Url(url) => Link::Http(Http::new(url, era, heard)?),
        };
        // A command may have to build its server first.
        let mut connection =
            Connection { era, link, next_id: AtomicI64::new(0), timeout: timeout.saturating_mul(STARTING) };
        let (method, params) = match era {
            Era::Legacy => (
                InitializeResultMethod::VALUE,
                json!({ "protocolVersion": era.version(), "capabilities": capabilities(), "clientInfo": client_info() }),
            ),
            Era::Modern => (DiscoverRequestMethod::VALUE, json!({})),
        };
        let hello = connection.ask(method, params).await?;
        let hello = hello.map_err(|answer| ConnectError::Era { era, answer })?;
        if era == Era::Legacy {
            connection.tell(InitializedNotificationMethod::VALUE, None).await?;
        }
        connection.timeout = timeout;
        Ok((connection, hello))
    }

    /// How long every answer may take from now on.
    pub(crate) fn patience(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    pub(crate) fn era(&self) -> Era {
        self.era
    }

    /// An id for [`ask_as`](Self::ask_as).
    pub(crate) fn id(&self) -> i64 {
        self.next_id.fetch_add(1, Ordering::Relaxed)
    }

    /// Sends a request; its `result`, or its `error`.
    pub(super) async fn ask(&self, method: &str, params: Value) -> Result<Result<Value, Value>, ConnectError> {
        self.ask_as(self.id(), method, params).await
    }

    /// As [`ask`](Self::ask), under an id from [`id`](Self::id).
    pub(crate) async fn ask_as(
        &self,
        id: i64,
        method: &str,
        mut params: Value,
    ) -> Result<Result<Value, Value>, ConnectError> {
        if self.era == Era::Modern {
            let own = self.meta();
            match params["_meta"].as_object_mut() {
                Some(meta) => meta.extend(own),
                None => params["_meta"] = Value::Object(own),
            }
        }
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        let mut answer = self.exchange(method, request).await?.unwrap_or_default();
        Ok(match answer.get_mut("result") {
            Some(result) => Ok(result.take()),
            None => Err(answer["error"].take()),
        })
    }

    /// Sends a notification.
    pub(crate) async fn tell(&self, method: &str, params: Option<Value>) -> Result<(), ConnectError> {
        let mut message = json!({ "jsonrpc": "2.0", "method": method });
        if let Some(params) = params {
            message["params"] = params;
        }
        self.exchange(method, message).await.map(drop)
    }

    /// Sends a message and, if it is a request, waits for its answer.
    async fn exchange(&self, method: &str, message: Value) -> Result<Option<Value>, ConnectError> {
        let answer = async {
            match &self.link {
                Link::Stdio(stdio) => stdio.exchange(&message).await,
                Link::Http(http) => http.exchange(&message).await,
            }
        };
        let timeout = self.timeout;
        let late = |_| ConnectError::Timeout { method: method.to_owned(), timeout };
        tokio::time::timeout(timeout, answer).await.map_err(late)?
    }

    /// Hears what a server says outside of answers, where it takes a request for it, until it ends;
    /// `false` where nothing is said so.
    pub(crate) async fn listen(&self) -> Result<bool, ConnectError> {
        match &self.link {
            Link::Http(http) if self.era == Era::Legacy => http.listen().await,
            _ => Ok(false),
        }
    }

    fn meta(&self) -> JsonObject {
        let mut meta = RequestMetaObject::new();
        meta.set_protocol_version(self.era.version());
        if let Ok(client_info) = serde_json::from_value(client_info()) {
            meta.set_client_info(client_info);
        }
        if let Ok(capabilities) = serde_json::from_value(capabilities()) {
            meta.set_client_capabilities(capabilities);
        }
        match serde_json::to_value(meta) {
            Ok(Value::Object(meta)) => meta,
            _ => JsonObject::new(),
        }
    }

    /// Waits for the end of a server that is a process.
    pub(crate) async fn ended(&self) {
        match &self.link {
            Link::Stdio(stdio) => stdio.ended().await,
            Link::Http(_) => std::future::pending().await,
        }
    }

    /// Hangs up; what is still asked fails.
    pub(crate) async fn close(&self) {
        match &self.link {
            Link::Stdio(stdio) => stdio.close().await,
            Link::Http(http) => http.close().await,
        }
    }
}

/// What to answer if a server's message asks something: this client can be pinged, and no more.
fn answer_to(message: &Value) -> Option<Value> {
    let (id, method) = (message.get("id")?, message.get("method")?.as_str()?);
    Some(match method {
        PingRequestMethod::VALUE => json!({ "jsonrpc": "2.0", "id": id, "result": {} }),
        _ => {
            let error = json!({ "code": ErrorCode::METHOD_NOT_FOUND, "message": method });
            json!({ "jsonrpc": "2.0", "id": id, "error": error })
        }
    })
}

/// A client that shows UIs.
fn capabilities() -> Value {
    json!({ "extensions": { EXTENSION_ID: { "mimeTypes": [MIME_TYPE] } } })
}

fn client_info() -> Value {
    json!({ "name": "mcp-apps", "version": env!("CARGO_PKG_VERSION") })
}

#[cfg(test)]
mod tests;
