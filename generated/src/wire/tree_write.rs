// Written by `cargo run -p codegen`. Do not edit: change spec/ or codegen/ and run it again.

//! Writing any type as parsed JSON.
//!
//! `serde_json` could, but carries its reader of text along, for raw values inside structs.

use std::fmt;

use serde::ser::{self, Impossible, Serialize, Serializer};
use serde_json::{Number, Value};

use super::{DecodeError, JsonObject};

/// Writes a value as parsed JSON.
///
/// # Errors
/// The value's own, or when a map's key is neither text nor a whole number.
pub fn write_tree<T: Serialize + ?Sized>(value: &T) -> Result<Value, DecodeError> {
    value.serialize(Tree)
}

impl ser::Error for DecodeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        DecodeError::new(message.to_string())
    }
}

struct Tree;

fn member(name: &str, value: Value) -> Value {
    let mut object = JsonObject::new();
    object.insert(name.to_owned(), value);
    Value::Object(object)
}

macro_rules! values {
    ($($method:ident($ty:ty)),* $(,)?) => {$(
        fn $method(self, value: $ty) -> Result<Value, DecodeError> {
            Ok(value.into())
        }
    )*};
}

impl Serializer for Tree {
    type Ok = Value;
    type Error = DecodeError;
    type SerializeSeq = Elements;
    type SerializeTuple = Elements;
    type SerializeTupleStruct = Elements;
    type SerializeTupleVariant = Elements;
    type SerializeMap = Members;
    type SerializeStruct = Members;
    type SerializeStructVariant = Members;

    values! {
        serialize_bool(bool), serialize_i8(i8), serialize_i16(i16), serialize_i32(i32), serialize_i64(i64),
        serialize_u8(u8), serialize_u16(u16), serialize_u32(u32), serialize_u64(u64), serialize_str(&str),
    }

    // What JSON cannot say is `null`, as `serde_json` has it.
    fn serialize_f32(self, value: f32) -> Result<Value, DecodeError> {
        self.serialize_f64(value.into())
    }

    fn serialize_f64(self, value: f64) -> Result<Value, DecodeError> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn serialize_char(self, value: char) -> Result<Value, DecodeError> {
        Ok(Value::String(value.into()))
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<Value, DecodeError> {
        let mut values = Vec::with_capacity(value.len());
        values.extend(value.iter().map(|byte| Value::from(*byte)));
        Ok(Value::Array(values))
    }

    fn serialize_none(self) -> Result<Value, DecodeError> {
        Ok(Value::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value, DecodeError> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Value, DecodeError> {
        Ok(Value::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Value, DecodeError> {
        Ok(Value::Null)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<Value, DecodeError> {
        Ok(variant.into())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<Value, DecodeError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Value, DecodeError> {
        Ok(member(variant, value.serialize(Tree)?))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Elements, DecodeError> {
        Ok(Elements { variant: None, values: Vec::new() })
    }

    fn serialize_tuple(self, _: usize) -> Result<Elements, DecodeError> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Elements, DecodeError> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Elements, DecodeError> {
        Ok(Elements { variant: Some(variant), values: Vec::new() })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Members, DecodeError> {
        Ok(Members { variant: None, members: JsonObject::new(), name: String::new() })
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Members, DecodeError> {
        self.serialize_map(None)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Members, DecodeError> {
        Ok(Members { variant: Some(variant), members: JsonObject::new(), name: String::new() })
    }
}

struct Elements {
    variant: Option<&'static str>,
    values: Vec<Value>,
}

macro_rules! elements {
    ($($trait:ident::$method:ident),*) => {$(
        impl ser::$trait for Elements {
            type Ok = Value;
            type Error = DecodeError;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), DecodeError> {
                self.values.push(value.serialize(Tree)?);
                Ok(())
            }

            fn end(self) -> Result<Value, DecodeError> {
                let values = Value::Array(self.values);
                Ok(match self.variant {
                    Some(variant) => member(variant, values),
                    None => values,
                })
            }
        }
    )*};
}
elements!(
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field
);

struct Members {
    variant: Option<&'static str>,
    members: JsonObject,
    name: String,
}

impl Members {
    fn done(self) -> Result<Value, DecodeError> {
        let members = Value::Object(self.members);
        Ok(match self.variant {
            Some(variant) => member(variant, members),
            None => members,
        })
    }
}

impl ser::SerializeMap for Members {
    type Ok = Value;
    type Error = DecodeError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), DecodeError> {
        self.name = key.serialize(Name)?;
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), DecodeError> {
        self.members.insert(std::mem::take(&mut self.name), value.serialize(Tree)?);
        Ok(())
    }

    fn end(self) -> Result<Value, DecodeError> {
        self.done()
    }
}

macro_rules! structs {
    ($($trait:ident),*) => {$(
        impl ser::$trait for Members {
            type Ok = Value;
            type Error = DecodeError;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), DecodeError> {
                self.members.insert(name.to_owned(), value.serialize(Tree)?);
                Ok(())
            }

            fn end(self) -> Result<Value, DecodeError> {
                self.done()
            }
        }
    )*};
}
structs!(SerializeStruct, SerializeStructVariant);

/// A member's name.
struct Name;

fn no_name<T>() -> Result<T, DecodeError> {
    Err(DecodeError::new("a key must be text or a whole number"))
}

macro_rules! names {
    ($($method:ident($ty:ty)),* $(,)?) => {$(
        fn $method(self, value: $ty) -> Result<String, DecodeError> {
            Ok(value.to_string())
        }
    )*};
}

macro_rules! no_names {
    ($($method:ident($($ty:ty),*) -> $ok:ty;)*) => {$(
        fn $method(self, $(_: $ty),*) -> Result<$ok, DecodeError> {
            no_name()
        }
    )*};
}

type Never = Impossible<String, DecodeError>;

impl Serializer for Name {
    type Ok = String;
    type Error = DecodeError;
    type SerializeSeq = Never;
    type SerializeTuple = Never;
    type SerializeTupleStruct = Never;
    type SerializeTupleVariant = Never;
    type SerializeMap = Never;
    type SerializeStruct = Never;
    type SerializeStructVariant = Never;

    names! {
        serialize_bool(bool), serialize_i8(i8), serialize_i16(i16), serialize_i32(i32), serialize_i64(i64),
        serialize_u8(u8), serialize_u16(u16), serialize_u32(u32), serialize_u64(u64), serialize_char(char),
        serialize_str(&str),
    }

    no_names! {
        serialize_f32(f32) -> String;
        serialize_f64(f64) -> String;
        serialize_bytes(&[u8]) -> String;
        serialize_none() -> String;
        serialize_unit() -> String;
        serialize_unit_struct(&'static str) -> String;
        serialize_seq(Option<usize>) -> Never;
        serialize_tuple(usize) -> Never;
        serialize_tuple_struct(&'static str, usize) -> Never;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Never;
        serialize_map(Option<usize>) -> Never;
        serialize_struct(&'static str, usize) -> Never;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Never;
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<String, DecodeError> {
        Ok(variant.to_owned())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<String, DecodeError> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<String, DecodeError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<String, DecodeError> {
        no_name()
    }
}
