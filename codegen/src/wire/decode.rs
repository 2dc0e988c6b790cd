//! Decoding with a path: an error says where in the message it happened, through unions too.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer};
use serde_json::Value;

use super::{Member, read_value, write_integer, write_json};

/// A message that does not fit its type, with the place that does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError(Box<Misfit>);

// Boxed, so that passing on what did fit costs no more than the value.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Misfit {
    path: String,
    message: String,
}

impl DecodeError {
    /// The place, as `params.content[0].text`.
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// What is wrong there.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// An error at the value that is being read; [`DecodeError::within`] says where that is.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        DecodeError(Box::new(Misfit { path: String::new(), message: message.into() }))
    }

    /// Something else stands where `what` is wanted.
    #[must_use]
    pub fn expected(what: &str, found: &Value) -> Self {
        Self::new(["expected ", what, ", found ", &describe(found)].concat())
    }

    /// Something else stands where a visitor of serde's wants what it says.
    pub(crate) fn wanted(what: &dyn de::Expected) -> Self {
        // Where size counts, the path has to do: serde's words need all of `fmt`.
        if cfg!(target_arch = "wasm32") { Self::new("does not fit") } else { Self::new(format!("expected {what}")) }
    }

    /// The same error, seen from the list around it.
    pub(crate) fn within_index(self, index: usize) -> Self {
        self.within(&["[", &write_integer(index as u64, false), "]"].concat())
    }

    /// The same error, seen from the object or list around it.
    #[must_use]
    pub fn within(mut self, segment: &str) -> Self {
        let dot = if self.0.path.is_empty() || self.0.path.starts_with('[') { "" } else { "." };
        self.0.path.insert_str(0, dot);
        self.0.path.insert_str(0, segment);
        self
    }

    /// The error as one of serde's, which has no room for the path but its message's head.
    pub(crate) fn custom<E: de::Error>(self) -> E {
        if self.0.path.is_empty() {
            E::custom(self.0.message)
        } else {
            E::custom(format_args!("{OPEN}{}{CLOSE}{}", self.0.path, self.0.message))
        }
    }

    /// An error of serde's about the value at `path` below `root`.
    fn of_serde(root: &str, path: &str, message: &str) -> Self {
        let mut full = root.to_owned();
        push(&mut full, path);
        let mut message = without_position(message);
        // What we wrote above, on its way back.
        while let Some((path, rest)) = nested(message) {
            push(&mut full, path);
            message = rest;
        }
        // serde reports an absent member at its object; the place meant is the member's own.
        let message = match absent(message) {
            Some((member, rest)) => {
                push(&mut full, member);
                format!("missing{rest}")
            }
            None => message.to_owned(),
        };
        DecodeError(Box::new(Misfit { path: full, message }))
    }
}

/// What a value is, in the words of an error: short, whatever its length.
fn describe(value: &Value) -> String {
    match value {
        Value::String(text) if text.len() > 40 => "a string".to_owned(),
        Value::Array(_) => "an array".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        short => ["`", &write_json(short), "`"].concat(),
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.path, self.0.message)
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
/// Errors in this crate's types always name their place. In a type of your own they name it with
/// the feature `paths`, for which the value is then read once more.
///
/// # Errors
/// When the value does not fit `T`; the error's path starts at `root`.
pub fn decode_at<'de, T, D>(root: &str, deserializer: D) -> Result<T, DecodeError>
where
    T: Deserialize<'de>,
    D: Deserializer<'de> + Copy,
{
    T::deserialize(deserializer).map_err(|error| {
        #[cfg(feature = "paths")]
        if let Err(error) = serde_path_to_error::deserialize::<_, T>(deserializer) {
            return DecodeError::of_serde(root, &error.path().to_string(), &error.inner().to_string());
        }
        DecodeError::of_serde(root, "", &error.to_string())
    })
}

/// Decodes a member of a message that may be absent; a type that needs it refuses its absence.
///
/// # Errors
/// When the member is absent and `T` is not optional, or it does not fit `T`.
pub fn decode_member<'de, T, D>(root: &str, member: Option<D>) -> Result<T, DecodeError>
where
    T: Deserialize<'de>,
    D: Deserializer<'de> + Copy,
{
    match member {
        Some(deserializer) => decode_at(root, deserializer),
        // serde's own notion of an absent field: `None` for an `Option`, an error for the rest.
        None => T::deserialize(Absent).map_err(|Missing| DecodeError::new("missing").within(root)),
    }
}

/// Parses the params of a message.
pub(crate) fn parsed_params<'de, D: Deserializer<'de>>(params: Option<D>) -> Result<Option<Value>, DecodeError> {
    let parsed = params.map(read_value).transpose();
    parsed.map_err(|error| DecodeError::of_serde("params", "", &error.to_string()))
}

/// Reads them as a type of this crate.
pub(crate) fn read_params<T: Member>(params: Option<Value>) -> Result<T, DecodeError> {
    let read = params.map_or_else(|| T::absent().ok_or_else(|| DecodeError::new("missing")), T::read);
    read.map_err(|error| error.within("params"))
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
