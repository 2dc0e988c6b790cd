//! What every generated version shares: the request and notification traits, the method
//! table's columns, the value types JSON Schema cannot name, and the strict check.
//!
//! This file is compiled in the generator, whose tests exercise it, and copied verbatim into
//! the generated crate.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

mod decode;
mod float;
mod json;
mod json_write;
mod macros;
mod member;
mod strict;
mod tree_read;
mod tree_write;
mod values;

pub use decode::{DecodeError, decode_at, decode_member};
pub(crate) use decode::{parsed_params, read_params};
pub use json::{Part, parse, split};
pub use json_write::{push_integer, push_text, quote, write_integer, write_json};
pub(crate) use macros::{closed_enum, deserialize, keyed_union, members, open_enum, tagged_union};
pub use member::{Member, Record, member, take};
pub(crate) use member::{lay_over, object, read, rest, take_or_default, text, write, write_extra, write_marked};
pub use strict::{Finding, Peers, check_strict};
pub(crate) use strict::{mark, unknown_block, unknown_member};
pub use tree_read::read_tree;
pub(crate) use tree_read::read_value;
pub use tree_write::write_tree;
pub use values::{EmptyObject, Integer, NotFinite, Number, OneOrMany, Permission, RequestId};

/// A JSON object whose members the schema leaves open.
pub type JsonObject = Map<String, Value>;

/// A request of the protocol: its method string and the types on either side of the answer.
pub trait Request {
    /// The method string on the wire.
    const METHOD: &'static str;
    /// The type of `params`; an `Option` where the member may be absent.
    type Params: Serialize + DeserializeOwned;
    /// The type of a successful answer.
    type Result: Serialize + DeserializeOwned;
}

/// A notification of the protocol: its method string and the type of its parameters.
pub trait Notification {
    /// The method string on the wire.
    const METHOD: &'static str;
    /// The type of `params`; an `Option` where the member may be absent.
    type Params: Serialize + DeserializeOwned;
}

/// Whether a method expects an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Carries an id and is answered.
    Request,
    /// Carries no id and is never answered.
    Notification,
}

/// A party of the conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Party {
    /// The HTML page in the iframe.
    View,
    /// The chat client that shows it.
    Host,
    /// The document on the second origin between the two.
    Sandbox,
}

/// When a method may be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Between the sandbox proxy and the Host, before the View exists.
    Sandbox,
    /// Part of the handshake itself.
    Initialize,
    /// Only once the View has sent `ui/notifications/initialized`.
    Initialized,
    /// At any time the channel is open.
    Any,
}

/// The protocol a method belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plane {
    /// The methods MCP Apps defines.
    Ui,
    /// MCP methods a View uses through its Host.
    Mcp,
}

/// Where a method is stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Provenance {
    /// The specification's text.
    Prose,
    /// The published JSON Schema.
    Schema,
    /// The TypeScript SDK's behaviour.
    Sdk,
}

/// The capability a peer declares for a method to be usable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capability {
    /// The party that declares it.
    pub of: Party,
    /// The members to follow inside that party's capabilities object.
    pub path: &'static [&'static str],
    /// Absence means "unknown", not "no": peers that predate the capability serve the method.
    pub unknown_ok: bool,
}

/// One row of the method table: a method in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// The method string on the wire.
    pub name: &'static str,
    /// Request or notification.
    pub kind: Kind,
    /// The party that sends it.
    pub from: Party,
    /// The party that receives it.
    pub to: Party,
    /// The protocol it belongs to.
    pub plane: Plane,
    /// When it may be sent.
    pub phase: Phase,
    /// The capability it needs.
    pub requires: Option<Capability>,
    /// Whether `params` may be absent.
    pub params_optional: bool,
    /// Whether a strict peer accepts nothing but `{}` as the answer.
    pub empty_result: bool,
    /// Whether it is sent at most once per conversation.
    pub once: bool,
    /// Where it is stated.
    pub provenance: &'static [Provenance],
}

/// The row of `name` sent by `from`, if the version has it.
pub fn find<'a>(methods: &'a [Method], from: Party, name: &str) -> Option<&'a Method> {
    methods.iter().find(|method| method.from == from && method.name == name)
}
