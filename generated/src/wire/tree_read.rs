// Written by `cargo run -p codegen`. Do not edit: change spec/ or codegen/ and run it again.

//! Reading types of other crates out of JSON that is already parsed.
//!
//! `serde_json` could, but its errors have no path and are text that has to be taken apart again; here an
//! error collects its path on the way out, as it does in this crate's own types.

use std::fmt;

use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, IntoDeserializer, Visitor};
use serde_json::Value;

use super::{DecodeError, JsonObject};

/// Any JSON, of any source.
///
/// `serde_json`'s own reading of a `Value` can also read raw text, and so carries its reader of text along.
pub(crate) fn read_value<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
    Any.deserialize(deserializer)
}

struct Any;

impl<'de> DeserializeSeed<'de> for Any {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Any {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E: de::Error>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_none<E: de::Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        Any.deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        Any.deserialize(deserializer)
    }

    fn visit_unit<E: de::Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = seq.next_element_seed(Any)? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut members = JsonObject::new();
        while let Some(name) = map.next_key()? {
            members.insert(name, map.next_value_seed(Any)?);
        }
        Ok(Value::Object(members))
    }
}

/// Reads a value found at `root` as a type of yours; the error's path starts at `root`. Its text is gone by then: a member that
/// is to stay as it is written is a `Value`, not a `RawValue`.
///
/// # Errors
/// When the value does not fit `T`.
pub fn read_tree<'de, T: Deserialize<'de>>(root: &str, value: Value) -> Result<T, DecodeError> {
    T::deserialize(Tree(value)).map_err(|error| error.within(root))
}

impl de::Error for DecodeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        DecodeError::new(message.to_string())
    }

    fn missing_field(field: &'static str) -> Self {
        DecodeError::new("missing").within(field)
    }

    // Without a word about what was found, or what else there could be: printing that takes more code than all the rest.
    fn invalid_type(_: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        DecodeError::wanted(expected)
    }

    fn invalid_value(_: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        DecodeError::wanted(expected)
    }

    fn duplicate_field(field: &'static str) -> Self {
        DecodeError::new("there twice").within(field)
    }

    fn unknown_field(field: &str, _: &'static [&'static str]) -> Self {
        DecodeError::new("unknown").within(field)
    }

    fn unknown_variant(variant: &str, _: &'static [&'static str]) -> Self {
        DecodeError::new(["unknown variant `", variant, "`"].concat())
    }

    fn invalid_length(_: usize, expected: &dyn de::Expected) -> Self {
        DecodeError::wanted(expected)
    }
}

struct Tree(Value);

impl<'de> Deserializer<'de> for Tree {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(value),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(whole), _) => visitor.visit_u64(whole),
                (None, Some(whole)) => visitor.visit_i64(whole),
                // Every other number is one, if it was read without `arbitrary_precision`.
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN)),
            },
            Value::String(text) => visitor.visit_string(text),
            Value::Array(values) => visitor.visit_seq(Elements { values: values.into_iter(), at: 0 }),
            Value::Object(members) => visitor.visit_map(Members { members: members.into_iter(), next: None }),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        let (name, content) = match self.0 {
            Value::String(name) => (name, None),
            Value::Object(members) if members.len() == 1 => match members.into_iter().next() {
                Some((name, content)) => (name, Some(content)),
                None => return Err(DecodeError::new("expected one member")),
            },
            other => return Err(DecodeError::expected("a string, or an object of one member", &other)),
        };
        visitor.visit_enum(Variant { name, content })
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 i128 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct identifier ignored_any
    }
}

struct Elements {
    values: std::vec::IntoIter<Value>,
    at: usize,
}

impl<'de> de::SeqAccess<'de> for Elements {
    type Error = DecodeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, DecodeError> {
        let Some(value) = self.values.next() else { return Ok(None) };
        let at = self.at;
        self.at += 1;
        seed.deserialize(Tree(value)).map(Some).map_err(|error| error.within_index(at))
    }
}

struct Members {
    members: <JsonObject as IntoIterator>::IntoIter,
    next: Option<(String, Value)>,
}

impl<'de> de::MapAccess<'de> for Members {
    type Error = DecodeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, DecodeError> {
        self.next = self.members.next();
        let Some((name, _)) = &self.next else { return Ok(None) };
        seed.deserialize(Name(name)).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, DecodeError> {
        let (name, value) = self.next.take().unwrap_or_default();
        seed.deserialize(Tree(value)).map_err(|error| error.within(&name))
    }
}

/// A member's name: text, or the number or truth value that a map's key type makes of it.
struct Name<'a>(&'a str);

macro_rules! parsed {
    ($($method:ident => $visit:ident),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
            match self.0.parse() {
                Ok(value) => visitor.$visit(value),
                Err(_) => visitor.visit_str(self.0),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Name<'_> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_str(self.0)
    }

    parsed! {
        deserialize_i8 => visit_i8, deserialize_i16 => visit_i16, deserialize_i32 => visit_i32,
        deserialize_i64 => visit_i64, deserialize_u8 => visit_u8, deserialize_u16 => visit_u16,
        deserialize_u32 => visit_u32, deserialize_u64 => visit_u64, deserialize_bool => visit_bool
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        visitor.visit_enum(self.0.into_deserializer())
    }

    serde::forward_to_deserialize_any! {
        i128 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        seq tuple tuple_struct map struct identifier ignored_any
    }
}

struct Variant {
    name: String,
    content: Option<Value>,
}

impl<'de> de::EnumAccess<'de> for Variant {
    type Error = DecodeError;
    type Variant = Content;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Content), DecodeError> {
        let variant = seed.deserialize(Name(&self.name))?;
        Ok((variant, Content { name: self.name, content: self.content }))
    }
}

struct Content {
    name: String,
    content: Option<Value>,
}

impl<'de> de::VariantAccess<'de> for Content {
    type Error = DecodeError;

    fn unit_variant(self) -> Result<(), DecodeError> {
        match self.content {
            None | Some(Value::Null) => Ok(()),
            Some(other) => Err(DecodeError::expected("nothing", &other).within(&self.name)),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, DecodeError> {
        seed.deserialize(Tree(self.content.unwrap_or_default())).map_err(|error| error.within(&self.name))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, DecodeError> {
        self.struct_variant(&[], visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, DecodeError> {
        let content = Tree(self.content.unwrap_or_default());
        content.deserialize_any(visitor).map_err(|error| error.within(&self.name))
    }
}
