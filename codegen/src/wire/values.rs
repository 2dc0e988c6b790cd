//! The values JSON Schema cannot name.

use std::fmt;

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};
use serde_json::Value;

use super::{DecodeError, JsonObject, Member, deserialize, object, read};

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

impl Member for RequestId {
    fn read(value: Value) -> Result<Self, DecodeError> {
        match value {
            Value::String(text) => Ok(RequestId::String(text)),
            value => match safe_integer(&value) {
                Some(number) => Ok(RequestId::Integer(number)),
                None => Err(DecodeError::expected("a string or an integer within ±(2^53 - 1)", &value)),
            },
        }
    }
}

deserialize!(RequestId);

/// The whole number a JSON number says, if JavaScript can represent it: `1`, or `1.0` as its tooling may write it.
fn safe_integer(value: &Value) -> Option<i64> {
    // The range check makes the cast exact.
    let whole = |number: &f64| number.fract() == 0.0 && number.abs() <= MAX_SAFE_INTEGER as f64;
    value.as_f64().filter(whole).map(|number| number as i64)
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

impl Member for Integer {
    fn read(value: Value) -> Result<Self, DecodeError> {
        match safe_integer(&value) {
            Some(number) => Ok(Integer(number)),
            None => Err(DecodeError::expected("an integer within ±(2^53 - 1)", &value)),
        }
    }
}

deserialize!(Integer);

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

impl Member for Number {
    fn read(value: Value) -> Result<Self, DecodeError> {
        value.as_f64().and_then(Number::new).ok_or_else(|| DecodeError::expected("a number", &value))
    }
}

deserialize!(Number);

/// An object whose presence is its meaning: `{}`, with room for members a later version adds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EmptyObject {
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

impl Member for EmptyObject {
    fn read(value: Value) -> Result<Self, DecodeError> {
        object(value).map(|extra| EmptyObject { extra })
    }
}

impl Serialize for EmptyObject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.extra.serialize(serializer)
    }
}

deserialize!(EmptyObject);

/// A requested or granted permission: written `{}`; `true`, which some servers send, is read too.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Permission {
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

impl Member for Permission {
    fn read(value: Value) -> Result<Self, DecodeError> {
        match value {
            Value::Bool(true) => Ok(Permission::default()),
            Value::Object(extra) => Ok(Permission { extra }),
            other => Err(DecodeError::expected("an object, or `true`", &other)),
        }
    }
}

impl Serialize for Permission {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.extra.serialize(serializer)
    }
}

deserialize!(Permission);

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

impl<T: Member> Member for OneOrMany<T> {
    fn read(value: Value) -> Result<Self, DecodeError> {
        match value {
            list @ Value::Array(_) => Vec::read(list).map(OneOrMany::Many),
            one => T::read(one).map(OneOrMany::One),
        }
    }
}

impl<'de, T: Member> Deserialize<'de> for OneOrMany<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer)
    }
}
