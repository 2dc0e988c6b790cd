//! A client in memory for tests of a server: it speaks raw JSON-RPC, so that a test asserts what
//! is on the wire and not what an SDK's types make of it.
//!
//! ```
//! use mcp_apps::server::testing::Client;
//! use serde_json::json;
//! # use rmcp::{tool, tool_handler, tool_router};
//! # struct Server;
//! # #[tool_router]
//! # impl Server {
//! #     #[tool]
//! #     async fn greet(&self) -> String { "hello".to_owned() }
//! # }
//! # #[tool_handler]
//! # impl rmcp::ServerHandler for Server {}
//!
//! # #[tokio::main]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut client = Client::initialize(Server, "2025-11-25", json!({})).await?;
//! let result = client.call_tool("greet", json!({})).await?;
//! assert_eq!(result["content"][0]["text"], "hello");
//! # Ok(())
//! # }
//! ```

use mcp_apps_generated::v2026_01_26::{CallToolRequest, EXTENSION_ID, ListToolsRequest, MIME_TYPE};
use mcp_apps_generated::wire::Request;
use rmcp::model::{
    CallToolResult, ConstString, ContentBlock, InitializeResultMethod, InitializedNotificationMethod, ProtocolVersion,
    RequestMetaObject, Tool,
};
use rmcp::{ServerHandler, ServiceExt};
use serde_json::{Map, Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf, split};

use crate::rmcp_3::ToolUi;

/// What goes wrong in a test of a server.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TestError {
    /// The server hung up, or wrote something that is not JSON.
    #[error("the server is gone: {0}")]
    Gone(#[from] std::io::Error),
    /// The server answered with an error.
    #[error("{method} failed: {error}")]
    Failed {
        /// The method.
        method: String,
        /// The `error` of the answer.
        error: Value,
    },
    /// The answer does not fit its type.
    #[error("{method}: {error}")]
    Shape {
        /// The method.
        method: String,
        /// What does not fit.
        error: String,
    },
    /// The result of a UI tool says nothing to the model (S11).
    #[error(transparent)]
    Mute(#[from] Mute),
}

/// The result of a UI tool says nothing to the model, nor to a client without UIs (S10, S11).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the UI tool `{tool}` gave no content for the model: a text that says what the page shows is missing, see UiResult::new"
)]
pub struct Mute {
    /// The tool's name.
    pub tool: String,
}

/// Whether the result of a UI tool says something in `content`; a tool without a UI may stay silent.
///
/// # Errors
///
/// There is no block, or nothing but blank text.
pub fn check_result(tool: &Tool, result: &CallToolResult) -> Result<(), Mute> {
    let blank = |block: &ContentBlock| matches!(block, ContentBlock::Text(text) if text.text.trim().is_empty());
    // Malformed metadata is still a UI's.
    let has_ui = !matches!(tool.ui(), Ok(None));
    if has_ui && result.content.iter().all(blank) { Err(Mute { tool: tool.name.to_string() }) } else { Ok(()) }
}

/// `capabilities` of a client that shows UIs.
pub fn ui_capabilities() -> Value {
    json!({ "extensions": { EXTENSION_ID: { "mimeTypes": [MIME_TYPE] } } })
}

/// A client connected to one server.
#[derive(Debug)]
pub struct Client {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
    /// The `_meta` of every request, on versions without a session.
    meta: Option<Value>,
    next_id: i64,
    notifications: Vec<Value>,
    /// The server's answer to `initialize`, or null.
    pub server: Value,
}

impl Client {
    /// Connects without a handshake.
    pub fn connect(handler: impl ServerHandler) -> Self {
        let (near, far) = tokio::io::duplex(64 * 1024);
        let (reader, writer) = split(near);
        tokio::spawn(async move {
            if let Ok(running) = handler.serve(far).await {
                let _ = running.waiting().await;
            }
        });
        let lines = BufReader::new(reader).lines();
        Client { lines, writer, meta: None, next_id: 0, notifications: Vec::new(), server: Value::Null }
    }

    /// Connects and initializes, on a version up to 2025-11-25.
    ///
    /// # Errors
    ///
    /// The server refuses.
    pub async fn initialize(
        handler: impl ServerHandler,
        version: &str,
        capabilities: Value,
    ) -> Result<Self, TestError> {
        let mut client = Self::connect(handler);
        let params = json!({
            "protocolVersion": version,
            "capabilities": capabilities,
            "clientInfo": { "name": "mcp-apps-testing", "version": "0" },
        });
        client.server = client.result(InitializeResultMethod::VALUE, params).await?;
        client.write(&json!({ "jsonrpc": "2.0", "method": InitializedNotificationMethod::VALUE })).await?;
        Ok(client)
    }

    /// Connects on 2026-07-28, where every request carries the client's capabilities.
    pub fn stateless(handler: impl ServerHandler, capabilities: Value) -> Self {
        let mut client = Self::connect(handler);
        client.set_capabilities(capabilities);
        client
    }

    /// What the client declares from its next request on, on 2026-07-28.
    pub fn set_capabilities(&mut self, capabilities: Value) {
        let mut meta = RequestMetaObject::new();
        meta.set_protocol_version(ProtocolVersion::V_2026_07_28);
        if let Ok(capabilities) = serde_json::from_value(capabilities) {
            meta.set_client_capabilities(capabilities);
        }
        self.meta = serde_json::to_value(meta).ok();
    }

    /// Sends a request and gives its answer as it stands on the wire.
    ///
    /// # Errors
    ///
    /// The server hung up.
    pub async fn request(&mut self, method: &str, params: Value) -> Result<Value, TestError> {
        let id = self.next_id;
        self.next_id += 1;
        let mut request = json!({ "jsonrpc": "2.0", "id": id, "method": method });
        let mut params = params;
        if let Some(meta) = &self.meta {
            let object = match &mut params {
                Value::Object(object) => object,
                other => {
                    *other = Value::Object(Map::new());
                    other.as_object_mut().ok_or_else(gone)?
                }
            };
            object.entry("_meta").or_insert_with(|| meta.clone());
        }
        if !params.is_null() {
            request["params"] = params;
        }
        self.write(&request).await?;
        loop {
            let message = self.read().await?;
            match message.get("id") {
                Some(answered) if *answered == id && message.get("method").is_none() => return Ok(message),
                _ => self.notifications.push(message),
            }
        }
    }

    /// Sends a request and gives its `result`.
    ///
    /// # Errors
    ///
    /// The server answers with an error, or hung up.
    pub async fn result(&mut self, method: &str, params: Value) -> Result<Value, TestError> {
        let mut answer = self.request(method, params).await?;
        match answer.get_mut("result") {
            Some(result) => Ok(result.take()),
            None => Err(TestError::Failed { method: method.to_owned(), error: answer["error"].take() }),
        }
    }

    /// Calls a tool and gives its result, as a model would: what a UI tool says to the model is
    /// checked.
    ///
    /// # Errors
    ///
    /// [`TestError::Mute`] for a UI tool with nothing in `content`; otherwise as [`result`](Self::result).
    pub async fn call_tool(&mut self, name: &str, arguments: Value) -> Result<Value, TestError> {
        let method = CallToolRequest::METHOD;
        let result = self.result(method, json!({ "name": name, "arguments": arguments })).await?;
        if let Some(tool) = self.tool(name).await? {
            check_result(&tool, &shaped(method, &result)?)?;
        }
        Ok(result)
    }

    /// The entry of a tool in `tools/list`, on whatever page it stands.
    ///
    /// # Errors
    ///
    /// As [`result`](Self::result).
    pub async fn tool(&mut self, name: &str) -> Result<Option<Tool>, TestError> {
        let method = ListToolsRequest::METHOD;
        let mut cursor = Value::Null;
        loop {
            let params = if cursor.is_null() { json!({}) } else { json!({ "cursor": cursor }) };
            let mut page = self.result(method, params).await?;
            let entries = page["tools"].as_array().map(Vec::as_slice).unwrap_or_default();
            if let Some(tool) = entries.iter().find(|tool| tool["name"] == name) {
                return shaped(method, tool).map(Some);
            }
            cursor = page["nextCursor"].take();
            if cursor.is_null() {
                return Ok(None);
            }
        }
    }

    /// What the server sent beside its answers so far.
    pub fn take_notifications(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.notifications)
    }

    /// Sends one message as it is.
    ///
    /// # Errors
    ///
    /// The server hung up.
    pub async fn write(&mut self, message: &Value) -> Result<(), TestError> {
        self.writer.write_all(format!("{message}\n").as_bytes()).await?;
        Ok(())
    }

    /// The next message, whatever it is.
    ///
    /// # Errors
    ///
    /// The server hung up, or wrote something that is not JSON.
    pub async fn read(&mut self) -> Result<Value, TestError> {
        let line = self.read_line().await?;
        Ok(serde_json::from_str(&line).map_err(std::io::Error::from)?)
    }

    /// The next message, byte for byte.
    ///
    /// # Errors
    ///
    /// The server hung up.
    pub async fn read_line(&mut self) -> Result<String, TestError> {
        Ok(self.lines.next_line().await?.ok_or_else(gone)?)
    }
}

fn gone() -> std::io::Error {
    std::io::ErrorKind::UnexpectedEof.into()
}

fn shaped<T: serde::de::DeserializeOwned>(method: &str, value: &Value) -> Result<T, TestError> {
    serde_json::from_value(value.clone())
        .map_err(|error| TestError::Shape { method: method.to_owned(), error: error.to_string() })
}
