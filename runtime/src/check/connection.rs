//! A client that speaks raw JSON-RPC, so that what is malformed is seen as it was sent.

use std::fmt;
use std::io;
use std::time::Duration;

use mcp_apps_generated::v2026_01_26::{EXTENSION_ID, MIME_TYPE};
use rmcp::model::{
    ConstString, DiscoverRequestMethod, InitializeResultMethod, InitializedNotificationMethod, ProtocolVersion,
    RequestMetaObject,
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
    #[error("the server hung up: {0}")]
    Gone(#[from] io::Error),
    /// The server cannot be reached over HTTP, or answers with something else than MCP.
    #[error("{0}")]
    Http(String),
    /// The server sends more than any UI needs.
    #[error("the server sent more than {MOST_BYTES} bytes")]
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

/// What one server may send on one connection, all messages together.
const MOST_BYTES: usize = 256 << 20;

/// How much it still may.
struct Allowance(usize);

impl Allowance {
    fn take(&mut self, bytes: usize) -> Result<(), ConnectError> {
        self.0 = self.0.checked_sub(bytes).ok_or(ConnectError::TooMuch)?;
        Ok(())
    }
}

/// How many times longer the first answer may take.
const STARTING: u32 = 10;

/// One connection to a server, in one era.
pub(super) struct Connection {
    era: Era,
    link: Link,
    allowance: Allowance,
    next_id: i64,
    timeout: Duration,
}

enum Link {
    Stdio(Box<Stdio>),
    Http(Http),
}

impl Connection {
    /// Connects; with it come the server's capabilities.
    pub(super) async fn open(target: &Target, era: Era, timeout: Duration) -> Result<(Self, Value), ConnectError> {
        let link = match target {
            Target::Command(command) => Link::Stdio(Box::new(Stdio::start(command)?)),
            Target::Url(url) => Link::Http(Http::new(url)?),
        };
        // A command may have to build its server first.
        let mut connection = Connection {
            era,
            link,
            allowance: Allowance(MOST_BYTES),
            next_id: 0,
            timeout: timeout.saturating_mul(STARTING),
        };
        let (method, params) = match era {
            Era::Legacy => (
                InitializeResultMethod::VALUE,
                json!({ "protocolVersion": era.version(), "capabilities": capabilities(), "clientInfo": client_info() }),
            ),
            Era::Modern => (DiscoverRequestMethod::VALUE, json!({})),
        };
        let hello = connection.ask(method, params).await?;
        let mut hello = hello.map_err(|answer| ConnectError::Era { era, answer })?;
        if era == Era::Legacy {
            let initialized = json!({ "jsonrpc": "2.0", "method": InitializedNotificationMethod::VALUE });
            connection.exchange(InitializedNotificationMethod::VALUE, initialized).await?;
        }
        connection.timeout = timeout;
        Ok((connection, hello["capabilities"].take()))
    }

    /// Sends a request; its `result`, or its `error`.
    pub(super) async fn ask(&mut self, method: &str, mut params: Value) -> Result<Result<Value, Value>, ConnectError> {
        if self.era == Era::Modern {
            params["_meta"] = self.meta();
        }
        let id = self.next_id;
        self.next_id += 1;
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        let mut answer = self.exchange(method, request).await?.unwrap_or_default();
        Ok(match answer.get_mut("result") {
            Some(result) => Ok(result.take()),
            None => Err(answer["error"].take()),
        })
    }

    /// Sends a message and, if it is a request, reads up to its answer.
    async fn exchange(&mut self, method: &str, message: Value) -> Result<Option<Value>, ConnectError> {
        let answer = async {
            match &mut self.link {
                Link::Stdio(stdio) => stdio.exchange(&message, &mut self.allowance).await,
                Link::Http(http) => http.exchange(&message, self.era, &mut self.allowance).await,
            }
        };
        let timeout = self.timeout;
        let late = |_| ConnectError::Timeout { method: method.to_owned(), timeout };
        tokio::time::timeout(timeout, answer).await.map_err(late)?
    }

    fn meta(&self) -> Value {
        let mut meta = RequestMetaObject::new();
        meta.set_protocol_version(self.era.version());
        if let Ok(client_info) = serde_json::from_value(client_info()) {
            meta.set_client_info(client_info);
        }
        if let Ok(capabilities) = serde_json::from_value(capabilities()) {
            meta.set_client_capabilities(capabilities);
        }
        serde_json::to_value(meta).unwrap_or_default()
    }

    pub(super) async fn close(self) {
        match self.link {
            Link::Stdio(stdio) => stdio.close().await,
            Link::Http(http) => http.close().await,
        }
    }
}

/// A client that shows UIs.
fn capabilities() -> Value {
    json!({ "extensions": { EXTENSION_ID: { "mimeTypes": [MIME_TYPE] } } })
}

fn client_info() -> Value {
    json!({ "name": "mcp-apps-check", "version": env!("CARGO_PKG_VERSION") })
}
