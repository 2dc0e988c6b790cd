//! Reading types out of JSON that is already parsed, and writing them.
//!
//! A message is parsed once, into a tree; types then take their members out of it. Strings and objects
//! move, nothing is copied, what is left of an object is its `extra`, and an error collects its path on
//! the way out. One copy of this code serves every source of JSON, which keeps a View's module small.

use std::collections::BTreeMap;

use serde::de::{self, Deserialize, Deserializer};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

use super::strict::Marked;
use super::{DecodeError, JsonObject, read_value};

/// A value that can stand in a message.
pub trait Member: Sized {
    /// Whether `null` is a value of this type rather than a way to leave it out.
    const NULL_IS_A_VALUE: bool = false;

    /// Reads it from parsed JSON.
    ///
    /// # Errors
    /// When the JSON does not fit; the error's path starts at this value.
    fn read(value: Value) -> Result<Self, DecodeError>;

    /// What an absent member means; `None` where it must be there.
    fn absent() -> Option<Self> {
        None
    }

    /// Whether the member is left out when it is written.
    fn is_absent(&self) -> bool {
        false
    }
}

/// A struct: an object with members by name, and the rest.
pub trait Record: Member {
    /// Takes the members out of an object; what is left becomes `extra`.
    ///
    /// # Errors
    /// When a member does not fit, or one that has to be there is absent.
    fn read_object(object: JsonObject) -> Result<Self, DecodeError>;

    /// Writes the members; `tag`, which the union around the struct has written, is left out.
    ///
    /// # Errors
    /// The serializer's own.
    fn write_members<M: SerializeMap>(&self, map: &mut M, tag: Option<&str>) -> Result<(), M::Error>;

    /// Lays the members `change` has over this value's, whole: a shallow merge. An empty list is a
    /// value; only absence leaves a member as it is.
    fn merge(&mut self, change: Self);
}

/// The body of a type's `Deserialize`.
pub(crate) fn read<'de, T: Member, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::read(read_value(deserializer)?).map_err(DecodeError::custom)
}

pub(crate) fn object(value: Value) -> Result<JsonObject, DecodeError> {
    match value {
        Value::Object(object) => Ok(object),
        other => Err(DecodeError::expected("an object", &other)),
    }
}

/// What is left of an object whose members were taken. A tree keeps room for eleven when the last is gone, which
/// all that was ever read would hold on to.
pub(crate) fn rest(object: JsonObject) -> JsonObject {
    if object.is_empty() { JsonObject::new() } else { object }
}

pub(crate) fn text(value: Value) -> Result<String, DecodeError> {
    match value {
        Value::String(text) => Ok(text),
        other => Err(DecodeError::expected("a string", &other)),
    }
}

/// Takes a member out of its object.
///
/// # Errors
/// When it does not fit, or is absent and has to be there; the error's path starts at its name.
pub fn take<T: Member>(object: &mut JsonObject, name: &str) -> Result<T, DecodeError> {
    let read = match object.remove(name) {
        Some(value) => T::read(value),
        None => T::absent().ok_or_else(|| DecodeError::new("missing")),
    };
    read.map_err(|error| error.within(name))
}

/// Reads a member, of an object that is of no use afterwards: a `null` may stay in its place. Where nothing
/// else takes members out, this is a good part smaller than [`take`].
///
/// # Errors
/// As [`take`].
pub fn member<T: Member>(object: &mut JsonObject, name: &str) -> Result<T, DecodeError> {
    let read = match object.get_mut(name) {
        Some(value) => T::read(value.take()),
        None => T::absent().ok_or_else(|| DecodeError::new("missing")),
    };
    read.map_err(|error| error.within(name))
}

/// Takes a member out of its object; absence means the type's default.
pub(crate) fn take_or_default<T: Member + Default>(object: &mut JsonObject, name: &str) -> Result<T, DecodeError> {
    match object.remove(name) {
        Some(value) => T::read(value).map_err(|error| error.within(name)),
        None => Ok(T::default()),
    }
}

pub(crate) fn write<M, T>(map: &mut M, name: &'static str, value: &T) -> Result<(), M::Error>
where
    M: SerializeMap,
    T: Member + Serialize,
{
    if value.is_absent() { Ok(()) } else { map.serialize_entry(name, value) }
}

/// The same, for a value strict peers look at: see `check_strict`.
pub(crate) fn write_marked<M, T>(map: &mut M, name: &'static str, value: &T, mark: &'static str) -> Result<(), M::Error>
where
    M: SerializeMap,
    T: Member + Serialize,
{
    if value.is_absent() { Ok(()) } else { map.serialize_entry(name, &Marked { mark, value }) }
}

pub(crate) fn lay_over<T: Member>(value: &mut T, change: T) {
    if !change.is_absent() {
        *value = change;
    }
}

pub(crate) fn write_extra<M: SerializeMap>(map: &mut M, extra: &JsonObject, tag: Option<&str>) -> Result<(), M::Error> {
    // A block that was read outside its union has the tag in `extra`; the union's is the only one.
    extra
        .iter()
        .filter(|(name, _)| Some(name.as_str()) != tag)
        .try_for_each(|(name, value)| map.serialize_entry(name, value))
}

impl Member for Value {
    const NULL_IS_A_VALUE: bool = true;

    fn read(value: Value) -> Result<Self, DecodeError> {
        Ok(value)
    }
}

impl Member for JsonObject {
    fn read(value: Value) -> Result<Self, DecodeError> {
        object(value)
    }
}

impl Member for String {
    fn read(value: Value) -> Result<Self, DecodeError> {
        text(value)
    }
}

impl Member for bool {
    fn read(value: Value) -> Result<Self, DecodeError> {
        value.as_bool().ok_or_else(|| DecodeError::expected("a boolean", &value))
    }
}

impl<T: Member> Member for Option<T> {
    fn read(value: Value) -> Result<Self, DecodeError> {
        if value.is_null() && !T::NULL_IS_A_VALUE { Ok(None) } else { T::read(value).map(Some) }
    }

    fn absent() -> Option<Self> {
        Some(None)
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl<T: Member> Member for Vec<T> {
    fn read(value: Value) -> Result<Self, DecodeError> {
        let Value::Array(values) = value else {
            return Err(DecodeError::expected("an array", &value));
        };
        let mut list = Vec::with_capacity(values.len());
        for (index, value) in values.into_iter().enumerate() {
            list.push(T::read(value).map_err(|error| error.within_index(index))?);
        }
        Ok(list)
    }
}

impl<K: Member + Ord, T: Member> Member for BTreeMap<K, T> {
    fn read(value: Value) -> Result<Self, DecodeError> {
        let mut map = BTreeMap::new();
        for (name, value) in object(value)? {
            let value = T::read(value).map_err(|error| error.within(&name))?;
            map.insert(K::read(Value::String(name))?, value);
        }
        Ok(map)
    }
}
