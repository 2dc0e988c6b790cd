// Written by `cargo run -p codegen`. Do not edit: change spec/ or codegen/ and run it again.

//! What every generated version shares: the request and notification traits, the method
//! table's columns, the value types JSON Schema cannot name, and the strict check.
//!
//! This file is compiled in the generator, whose tests exercise it, and copied verbatim into
//! the generated crate.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};
use serde_json::{Map, Value};

mod decode;
mod macros;
mod strict;

pub use decode::{DecodeError, decode_at, decode_member};
pub(crate) use decode::{inner, present, tagged};
pub(crate) use macros::{closed_enum, keyed_union, open_enum, tagged_union};
pub use strict::{Finding, Peers, check_strict};
pub(crate) use strict::{any_json, object_schema, optional_object_schema, timestamp, unknown_block, unknown_member};

/// A JSON object whose members the schema leaves open.
pub type JsonObject = Map<String, Value>;

/// A request of the protocol: its method string and the types on either side of the answer.
pub trait Request {
    /// The method string on the wire.
    const METHOD: &'static str;
    /// The type of `params`; an `Option` where the member may be absent.
    type Params: Serialize + de::DeserializeOwned;
    /// The type of a successful answer.
    type Result: Serialize + de::DeserializeOwned;
}

/// A notification of the protocol: its method string and the type of its parameters.
pub trait Notification {
    /// The method string on the wire.
    const METHOD: &'static str;
    /// The type of `params`; an `Option` where the member may be absent.
    type Params: Serialize + de::DeserializeOwned;
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

/// A JSON-RPC id or progress token: a string or an integer JavaScript can represent.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RequestId {
    /// A textual id.
    String(String),
    /// A numeric id within ±(2⁵³ − 1). Counters start at 0.
    Integer(i64),
}

const MAX_SAFE_INTEGER: i64 = (1 << 53) - 1;

impl Serialize for RequestId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            RequestId::String(text) => serializer.serialize_str(text),
            RequestId::Integer(number) => serializer.serialize_i64(*number),
        }
    }
}

impl<'de> Deserialize<'de> for RequestId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Id;
        impl Visitor<'_> for Id {
            type Value = RequestId;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string or an integer within ±(2^53 - 1)")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<RequestId, E> {
                Ok(RequestId::String(text.to_owned()))
            }

            fn visit_string<E: de::Error>(self, text: String) -> Result<RequestId, E> {
                Ok(RequestId::String(text))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<RequestId, E> {
                if number.unsigned_abs() <= MAX_SAFE_INTEGER.unsigned_abs() {
                    Ok(RequestId::Integer(number))
                } else {
                    Err(E::invalid_value(de::Unexpected::Signed(number), &self))
                }
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<RequestId, E> {
                match i64::try_from(number) {
                    Ok(number) => self.visit_i64(number),
                    Err(_) => Err(E::invalid_value(de::Unexpected::Unsigned(number), &self)),
                }
            }

            fn visit_f64<E: de::Error>(self, number: f64) -> Result<RequestId, E> {
                // JavaScript tooling writes 1.0 for 1; the range check makes the cast exact.
                if number.fract() == 0.0 && number.abs() <= MAX_SAFE_INTEGER as f64 {
                    Ok(RequestId::Integer(number as i64))
                } else {
                    Err(E::invalid_value(de::Unexpected::Float(number), &self))
                }
            }
        }
        deserializer.deserialize_any(Id)
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RequestId::String(text) => f.write_str(text),
            RequestId::Integer(number) => write!(f, "{number}"),
        }
    }
}

impl From<i64> for RequestId {
    fn from(number: i64) -> Self {
        RequestId::Integer(number)
    }
}

impl From<&str> for RequestId {
    fn from(text: &str) -> Self {
        RequestId::String(text.to_owned())
    }
}

impl From<String> for RequestId {
    fn from(text: String) -> Self {
        RequestId::String(text)
    }
}

/// A finite number. Integral values are written without a fraction, as JavaScript does.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Default)]
pub struct Number(f64);

impl Number {
    /// The number, unless it is NaN or infinite, which JSON cannot say.
    pub fn new(value: f64) -> Option<Self> {
        value.is_finite().then_some(Number(value))
    }

    /// The value as a float.
    pub fn get(self) -> f64 {
        self.0
    }
}

/// A whole number JavaScript can represent. `1.0`, as JavaScript tooling may write it, is read as `1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Integer(i64);

impl Integer {
    /// The number, unless it is outside ±(2⁵³ − 1).
    pub fn new(value: i64) -> Option<Self> {
        (value.unsigned_abs() <= MAX_SAFE_INTEGER.unsigned_abs()).then_some(Integer(value))
    }

    /// The value as an integer.
    pub fn get(self) -> i64 {
        self.0
    }
}

impl Serialize for Integer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(self.0)
    }
}

impl<'de> Deserialize<'de> for Integer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = f64::deserialize(deserializer)?;
        if value.fract() == 0.0 && value.abs() <= MAX_SAFE_INTEGER as f64 {
            // The range check makes the cast exact.
            Ok(Integer(value as i64))
        } else {
            Err(de::Error::invalid_value(de::Unexpected::Float(value), &"an integer within ±(2^53 - 1)"))
        }
    }
}

macro_rules! number_from {
    ($($int:ty),*) => {$(
        impl From<$int> for Number {
            fn from(value: $int) -> Self {
                Number(f64::from(value))
            }
        }

        impl From<$int> for Integer {
            fn from(value: $int) -> Self {
                Integer(i64::from(value))
            }
        }
    )*};
}
number_from!(u8, u16, u32, i8, i16, i32);

/// The value was NaN or infinite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotFinite;

impl fmt::Display for NotFinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON has no NaN and no infinity")
    }
}

impl std::error::Error for NotFinite {}

impl TryFrom<f64> for Number {
    type Error = NotFinite;

    fn try_from(value: f64) -> Result<Self, NotFinite> {
        Number::new(value).ok_or(NotFinite)
    }
}

impl From<Number> for f64 {
    fn from(number: Number) -> f64 {
        number.0
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.fract() == 0.0 && self.0.abs() <= MAX_SAFE_INTEGER as f64 {
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = f64::deserialize(deserializer)?;
        Number::new(value).ok_or_else(|| de::Error::custom(NotFinite))
    }
}

/// An object whose presence is its meaning: `{}`, with room for members a later version adds.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct EmptyObject {
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// A requested or granted permission: written `{}`; `true`, which some servers send, is read too.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
#[serde(transparent)]
pub struct Permission {
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

impl<'de> Deserialize<'de> for Permission {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Granted;
        impl<'de> Visitor<'de> for Granted {
            type Value = Permission;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object, or `true`")
            }

            fn visit_bool<E: de::Error>(self, granted: bool) -> Result<Permission, E> {
                if granted {
                    Ok(Permission::default())
                } else {
                    Err(E::invalid_value(de::Unexpected::Bool(false), &self))
                }
            }

            fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<Permission, A::Error> {
                let extra = JsonObject::deserialize(de::value::MapAccessDeserializer::new(map))?;
                Ok(Permission { extra })
            }
        }
        deserializer.deserialize_any(Granted)
    }
}

/// One value, or a list of them: both spellings are kept as sent.
#[derive(Clone, Debug, PartialEq)]
pub enum OneOrMany<T> {
    /// The value alone.
    One(T),
    /// A list.
    Many(Vec<T>),
}

impl<T> OneOrMany<T> {
    /// The values as a slice.
    pub fn as_slice(&self) -> &[T] {
        match self {
            OneOrMany::One(value) => std::slice::from_ref(value),
            OneOrMany::Many(values) => values,
        }
    }
}

impl<T> From<T> for OneOrMany<T> {
    fn from(value: T) -> Self {
        OneOrMany::One(value)
    }
}

impl<T> From<Vec<T>> for OneOrMany<T> {
    fn from(values: Vec<T>) -> Self {
        OneOrMany::Many(values)
    }
}

impl<T: Serialize> Serialize for OneOrMany<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            OneOrMany::One(value) => value.serialize(serializer),
            OneOrMany::Many(values) => values.serialize(serializer),
        }
    }
}

impl<'de, T: de::DeserializeOwned> Deserialize<'de> for OneOrMany<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            list @ Value::Array(_) => inner(list).map(OneOrMany::Many),
            one => inner(one).map(OneOrMany::One),
        }
    }
}
