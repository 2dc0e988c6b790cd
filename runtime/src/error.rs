//! The one error type of the crate.

use std::sync::Arc;
use std::time::Duration;

use mcp_apps_generated::wire::{DecodeError, JsonObject, Member, member, write_json};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::lifecycle::Rule;

/// Why a call, a connection or a message failed.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The channel broke; the session is closed.
    #[error("the channel failed: {0}")]
    Transport(String),
    /// The peer's message does not fit its type; the error names the path.
    #[error("{0}")]
    Decode(DecodeError),
    /// The peer's answer is not a JSON-RPC answer.
    #[error("{0}")]
    Unreadable(crate::jsonrpc::Unreadable),
    /// A value of ours cannot be written as the JSON object the protocol wants.
    #[error("not a JSON object: {0}")]
    Encode(String),
    /// The peer answered with an error.
    #[error(transparent)]
    Remote(#[from] RpcError),
    /// Refused here and never sent: the peer would not, or may not, serve it.
    #[error("refused before sending: {0}")]
    Refused(Refusal),
    /// Not now: the message would break a rule of the lifecycle, so it was not sent.
    #[error("{method} would break {rule}")]
    State {
        /// The method that was to be sent.
        method: String,
        /// The rule it would break.
        rule: Rule,
    },
    /// No answer in time. The peer was told that the request is cancelled.
    #[error("no answer to {method} within {after:?}")]
    Timeout {
        /// The method that went unanswered.
        method: String,
        /// How long the answer was awaited.
        after: Duration,
    },
    /// This side cancelled the request.
    #[error("{method} was cancelled")]
    Cancelled {
        /// The method of the request.
        method: String,
    },
    /// The Host cancelled the tool call this View shows, so its result will not come (H30).
    #[error("the tool call was cancelled{}", .reason.as_deref().map(|r| format!(": {r}")).unwrap_or_default())]
    ToolCancelled {
        /// The Host's words, if it gave any.
        reason: Option<String>,
    },
    /// The tool ran and failed (`isError`); its result is kept.
    #[error("the tool failed: {}", .0.text())]
    ToolFailed(ToolFailure),
    /// The peer did not do it, and said so with `isError` instead of an error (W12).
    #[error("{method} was declined")]
    Declined {
        /// The method of the request.
        method: String,
    },
    /// The session is over, or the View that was asked has been replaced by a new one.
    #[error("closed: {0}")]
    Closed(Closed),
}

/// Why a message was refused before it was sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The party that has to declare the capability did not.
    #[error("{method} needs the capability `{capability}`, which was not declared")]
    Capability {
        /// The method that was to be sent.
        method: String,
        /// Whose capability, and its path: `host.serverTools`.
        capability: String,
    },
    /// The method exists, but not in this direction or not as this kind of message.
    #[error("{0} is not sent in this direction or form")]
    Direction(String),
    /// The View offers a tool of this name already.
    #[error("there is a tool `{0}` already")]
    ToolExists(String),
    /// The display mode is not among the modes the peer declared (H40, V5).
    #[error("the peer does not offer the display mode `{0}`")]
    DisplayMode(String),
    /// A strict peer would reject the whole message for these places (W1, W3, W9 of the audit).
    #[error("a strict peer would reject {method}: {places}")]
    Strict {
        /// The method that was to be sent.
        method: String,
        /// The places and what is wrong with each.
        places: String,
    },
}

/// How a session came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Closed {
    /// This side closed it.
    #[error("by this side")]
    Locally,
    /// The channel ended.
    #[error("the channel ended")]
    Channel,
    /// The View was torn down.
    #[error("the View was torn down")]
    TornDown,
    /// The handshake failed.
    #[error("the handshake failed")]
    Handshake,
    /// The View started over with a new `ui/initialize`; the session itself goes on.
    #[error("the View started over")]
    Rebound,
}

/// An error as JSON-RPC carries it.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize, thiserror::Error)]
#[error("{message} ({code})")]
#[non_exhaustive]
pub struct RpcError {
    /// What kind of error; see the constants of this type.
    pub code: i64,
    /// One sentence for a person.
    pub message: String,
    /// Whatever else the peer said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
}

impl RpcError {
    /// The message is not a request.
    pub const INVALID_REQUEST: i64 = -32600;
    /// Nobody here serves the method.
    pub const METHOD_NOT_FOUND: i64 = -32601;
    /// The method is served, but not with these `params`.
    pub const INVALID_PARAMS: i64 = -32602;
    /// The handler failed.
    pub const INTERNAL_ERROR: i64 = -32603;
    /// The Host's policy or its user says no (the code the specification's text shows).
    pub const DENIED: i64 = -32000;

    /// Reads one, if that is what it is.
    pub(crate) fn read(raw: &RawValue) -> Option<Self> {
        let mut members = JsonObject::read(crate::jsonrpc::tree("error", raw.get()).ok()?).ok()?;
        let code = members.get("code")?.as_i64()?;
        let message = member(&mut members, "message").ok()?;
        let data = members.get_mut("data").map(Value::take).filter(|data| !data.is_null());
        Some(RpcError { code, message, data })
    }

    pub(crate) fn to_json(&self) -> String {
        let mut members = JsonObject::new();
        members.insert("code".to_owned(), self.code.into());
        members.insert("message".to_owned(), self.message.as_str().into());
        if let Some(data) = &self.data {
            members.insert("data".to_owned(), data.clone());
        }
        write_json(&Value::Object(members))
    }

    /// An error with this code and message.
    pub fn new(code: i64, message: impl Into<String>) -> Self {
        RpcError { code, message: message.into(), data: None }
    }

    /// The same error with `data`.
    pub fn with_data(mut self, data: impl Into<Value>) -> Self {
        self.data = Some(data.into());
        self
    }

    /// The answer of a Host that does not want to do it (H34, W12).
    pub fn denied(message: impl Into<String>) -> Self {
        RpcError::new(RpcError::DENIED, message)
    }

    /// The answer of a handler that failed.
    pub fn internal(message: impl Into<String>) -> Self {
        RpcError::new(RpcError::INTERNAL_ERROR, message)
    }

    /// The answer to `params` that do not fit; the message begins with the path.
    pub fn invalid_params(error: &DecodeError) -> Self {
        RpcError::new(RpcError::INVALID_PARAMS, [error.path(), ": ", error.message()].concat())
    }

    pub(crate) fn method_not_found(method: &str) -> Self {
        RpcError::new(RpcError::METHOD_NOT_FOUND, ["Method not found: ", shorten(method)].concat())
    }
}

impl From<DecodeError> for Error {
    fn from(error: DecodeError) -> Self {
        Error::Decode(error)
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Error::Refused(refusal)
    }
}

impl From<Error> for RpcError {
    /// What a handler that itself failed this way answers: the peer's own error is passed on,
    /// anything else is an internal error.
    fn from(error: Error) -> Self {
        match error {
            Error::Remote(error) => error,
            other => RpcError::internal(other.to_string()),
        }
    }
}

/// A tool's result with `isError`, as it came.
#[derive(Clone, Debug)]
pub struct ToolFailure {
    result: Arc<RawValue>,
}

impl ToolFailure {
    pub(crate) fn new(result: Box<RawValue>) -> Self {
        ToolFailure { result: result.into() }
    }

    /// The whole result as `T`, usually the version's `CallToolResult`.
    ///
    /// # Errors
    /// When it does not fit `T`.
    pub fn result<T: DeserializeOwned>(&self) -> Result<T, DecodeError> {
        crate::jsonrpc::decode_result(&self.result)
    }

    /// The text blocks of the result, one a line.
    pub fn text(&self) -> String {
        let members = crate::jsonrpc::object(&self.result).unwrap_or_default();
        let blocks = members.get("content").and_then(Value::as_array).into_iter().flatten();
        let texts: Vec<&str> = blocks.filter_map(|block| block.get("text")?.as_str()).collect();
        texts.join("\n")
    }
}

/// Writes a value that has to be a JSON object; `null`, which an absent `Option` becomes, is `None`.
pub(crate) fn to_object<T: Serialize + ?Sized>(value: &T) -> Result<Option<Box<RawValue>>, Error> {
    let raw = crate::jsonrpc::encode(value)?;
    match raw.get().as_bytes().first() {
        Some(b'{') => Ok(Some(raw)),
        _ if raw.get() == "null" => Ok(None),
        _ => Err(Error::Encode(["found ", shorten(raw.get())].concat())),
    }
}

/// The head of a text a peer chose, short enough for a message of ours.
pub(crate) fn shorten(text: &str) -> &str {
    const LONGEST: usize = 100;
    let end = text.char_indices().nth(LONGEST);
    end.and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}
