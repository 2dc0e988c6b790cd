//! The envelope: one JSON-RPC 2.0 message as text, with its `params` and `result` left unparsed.
//!
//! Reading is tolerant where it is harmless (unknown members) and silent where it must be
//! (messages of somebody else on the same window). Writing obeys what strict peers demand: no
//! `null` for an absent member, no member beyond JSON-RPC's own, ids from 0 (W5, W13).

#[cfg(not(target_arch = "wasm32"))]
use mcp_apps_generated::wire::decode_at;
use mcp_apps_generated::wire::{DecodeError, JsonObject, Member, RequestId, decode_member, member};
#[cfg(target_arch = "wasm32")]
use mcp_apps_generated::wire::{read_tree, write_tree};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::error::{Error, RpcError};

#[cfg(test)]
mod json_tests;
mod parse;
mod raw;
mod write;

pub use parse::parse;
pub use write::{notification, request, response};

pub(crate) use parse::Members;
pub(crate) use raw::{raw, tree, written};

/// One message, borrowing from the text it was parsed from.
#[derive(Debug)]
#[non_exhaustive]
pub enum Message<'a> {
    /// Wants an answer under its id.
    Request {
        /// The sender's id.
        id: RequestId,
        /// The method.
        method: String,
        /// An object, if present.
        params: Option<&'a RawValue>,
    },
    /// Wants no answer.
    Notification {
        /// The method.
        method: String,
        /// An object, if present.
        params: Option<&'a RawValue>,
    },
    /// Answers a request of ours.
    Response {
        /// The id of that request; an error about an unreadable message may have none.
        id: Option<RequestId>,
        /// The result, or the error.
        outcome: Result<&'a RawValue, RpcError>,
    },
}

/// Why a text is not a message of this conversation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unreadable {
    /// Not JSON-RPC 2.0 at all: another library's traffic on the same channel.
    #[error("not a JSON-RPC 2.0 message")]
    Foreign,
    /// Longer than [`Limits::max_bytes`].
    #[error("{0} bytes are more than this side reads")]
    TooLong(usize),
    /// JSON-RPC, but a member is wrong.
    #[error("{path}: {message}")]
    Malformed {
        /// The id to answer under, if it could be read.
        id: Option<RequestId>,
        /// Whether it was a request, a notification or a response.
        form: Form,
        /// The member at fault.
        path: String,
        /// What is wrong with it.
        message: String,
    },
}

/// The three forms of a JSON-RPC message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Has a method and an id.
    Request,
    /// Has a method and no id.
    Notification,
    /// Has a result or an error.
    Response,
}

/// Bounds on what a peer may make this side hold or walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The longest message read, in bytes. Default 16 MiB.
    pub max_bytes: usize,
    /// The deepest nesting of arrays and objects inside `params` or `result`. Default 100.
    pub max_depth: usize,
    /// The most requests of the peer that may be unanswered at once. Default 1,024; each
    /// further one is answered with an error.
    pub max_in_flight: usize,
    /// The most messages of one method kept for a listener that has not come yet. Default 1,024;
    /// then the oldest is given up.
    pub max_kept: usize,
    /// The most bytes of the peer's parameters held at once: by its unanswered requests, of which
    /// a further one is answered with an error; by the notifications kept for listeners who have
    /// not come yet, of which the newest is then given up; and by each listener who is slow, whose
    /// oldest are. Default 64 MiB.
    pub max_held_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { max_bytes: 16 << 20, max_depth: 100, max_in_flight: 1024, max_kept: 1024, max_held_bytes: 64 << 20 }
    }
}

/// The members of a JSON object, parsed; `None` if it is none.
pub(crate) fn object(raw: &RawValue) -> Option<JsonObject> {
    read("", raw).ok()
}

/// Any value as it is sent.
pub(crate) fn encode<T: Serialize + ?Sized>(value: &T) -> Result<Box<RawValue>, Error> {
    // A page has a writer of trees already, and the other's code once more for each type.
    #[cfg(target_arch = "wasm32")]
    return write_tree(value).map(|value| written(&value)).map_err(|error| Error::Encode(error.message().to_owned()));
    #[cfg(not(target_arch = "wasm32"))]
    serde_json::value::to_raw_value(value).map_err(|error| Error::Encode(error.to_string()))
}

/// Reads a type of the protocol's, found at `root`.
pub(crate) fn read<T: Member>(root: &str, raw: &RawValue) -> Result<T, DecodeError> {
    T::read(tree(root, raw.get())?).map_err(|error| error.within(root))
}

/// Reads a message's `params` as a type of the protocol's.
pub(crate) fn read_params<T: Member>(params: Option<&RawValue>) -> Result<T, DecodeError> {
    match params {
        Some(params) => read("params", params),
        None => member(&mut JsonObject::new(), "params"),
    }
}

/// Decodes a message's `params`; absence is refused unless `T` is optional.
///
/// # Errors
/// When they do not fit `T`; the error names the path from `params` down.
pub fn decode_params<T: DeserializeOwned>(params: Option<&RawValue>) -> Result<T, DecodeError> {
    match params {
        Some(params) => decode("params", params),
        None => decode_member("params", None::<&RawValue>),
    }
}

/// Decodes an answer's `result`.
///
/// # Errors
/// When it does not fit `T`; the error names the path from `result` down.
pub fn decode_result<T: DeserializeOwned>(result: &RawValue) -> Result<T, DecodeError> {
    decode("result", result)
}

fn decode<T: DeserializeOwned>(root: &str, raw: &RawValue) -> Result<T, DecodeError> {
    // As in `encode`: a page reads trees.
    #[cfg(target_arch = "wasm32")]
    return read_tree(root, tree(root, raw.get())?);
    #[cfg(not(target_arch = "wasm32"))]
    decode_at(root, raw)
}
