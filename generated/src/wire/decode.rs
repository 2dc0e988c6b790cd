// Written by `cargo run -p codegen`. Do not edit: change spec/ or codegen/ and run it again.

//! Decoding with a path: an error says where in the message it happened, through unions too.

use std::fmt;

use serde::de::{self, Deserialize, DeserializeOwned, Deserializer};
use serde_json::Value;

use super::JsonObject;

/// A message that does not fit its type, with the place that does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    path: String,
    message: String,
}

impl DecodeError {
    /// The place, as `params.content[0].text`.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// What is wrong there.
    pub fn message(&self) -> &str {
        &self.message
    }

    fn new(root: &str, path: &str, message: &str) -> Self {
        let mut full = root.to_owned();
        push(&mut full, path);
        let mut message = message;
        // A union reports its inner path at the head of the message (see `inner`).
        while let Some((path, rest)) = nested(message) {
            push(&mut full, path);
            message = rest;
        }
        // serde reports an absent member at its object; the place meant is the member's own.
        match absent(message) {
            Some((member, rest)) if cfg!(feature = "paths") => {
                push(&mut full, member);
                DecodeError { path: full, message: format!("missing{rest}") }
            }
            _ => DecodeError { path: full, message: message.to_owned() },
        }
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

impl std::error::Error for DecodeError {}

/// Drops serde_json's ` at line 1 column 7`: the path says where, and the text that was counted
/// is not the message the peer sent.
fn without_position(message: &str) -> &str {
    let position =
        |text: &str| text.split_once(" column ").is_some_and(|(line, column)| is_digits(line) && is_digits(column));
    match message.rsplit_once(" at line ") {
        Some((head, tail)) if position(tail) => head,
        _ => message,
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn push(full: &mut String, path: &str) {
    if path.is_empty() || path == "." {
        return;
    }
    if !path.starts_with('[') {
        full.push('.');
    }
    full.push_str(path);
}

const OPEN: &str = "at `";
const CLOSE: &str = "`: ";

fn nested(message: &str) -> Option<(&str, &str)> {
    message.strip_prefix(OPEN)?.split_once(CLOSE)
}

fn absent(message: &str) -> Option<(&str, &str)> {
    message.strip_prefix("missing field `")?.split_once('`')
}

/// Decodes a value found at `root` (for instance `params` or `result`).
///
/// # Errors
/// When the value does not fit `T`; the error's path starts at `root`.
pub fn decode_at<'de, T, D>(root: &str, deserializer: D) -> Result<T, DecodeError>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    #[cfg(feature = "paths")]
    {
        serde_path_to_error::deserialize(deserializer)
            .map_err(|error| DecodeError::new(root, &error.path().to_string(), &error.inner().to_string()))
    }
    #[cfg(not(feature = "paths"))]
    {
        T::deserialize(deserializer).map_err(|error| DecodeError::new(root, "", &error.to_string()))
    }
}

/// Decodes a member of a message that may be absent; a type that needs it refuses its absence.
///
/// # Errors
/// When the member is absent and `T` is not optional, or it does not fit `T`.
pub fn decode_member<'de, T, D>(root: &str, member: Option<D>) -> Result<T, DecodeError>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    match member {
        Some(deserializer) => decode_at(root, deserializer),
        // serde's own notion of an absent field: `None` for an `Option`, an error for the rest.
        None => T::deserialize(Absent).map_err(|Missing| DecodeError::new(root, "", "missing")),
    }
}

struct Absent;

#[derive(Debug)]
struct Missing;

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("missing")
    }
}

impl std::error::Error for Missing {}

impl de::Error for Missing {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Missing
    }
}

impl<'de> Deserializer<'de> for Absent {
    type Error = Missing;

    fn deserialize_any<V: de::Visitor<'de>>(self, _: V) -> Result<V::Value, Missing> {
        Err(Missing)
    }

    fn deserialize_option<V: de::Visitor<'de>>(self, visitor: V) -> Result<V::Value, Missing> {
        visitor.visit_none()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// Decodes a buffered value inside a union, keeping the path for the outer error.
pub(crate) fn inner<T: DeserializeOwned, E: de::Error>(value: Value) -> Result<T, E> {
    decode_at("", value).map_err(|error: DecodeError| {
        let path = error.path.trim_start_matches('.');
        if path.is_empty() {
            E::custom(error.message)
        } else {
            E::custom(format_args!("{OPEN}{path}{CLOSE}{}", error.message))
        }
    })
}

/// Reads the object of a tagged union and takes its tag out.
pub(crate) fn tagged<'de, D: Deserializer<'de>>(
    deserializer: D,
    tag: &'static str,
) -> Result<(String, JsonObject), D::Error> {
    let mut object = JsonObject::deserialize(deserializer)?;
    match object.remove(tag) {
        Some(Value::String(value)) => Ok((value, object)),
        Some(_) => Err(de::Error::custom(format_args!("{OPEN}{tag}{CLOSE}expected a string"))),
        None => Err(de::Error::missing_field(tag)),
    }
}

/// Reads a member that may hold any JSON: `null` is a value, only absence is `None`.
pub(crate) fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}
