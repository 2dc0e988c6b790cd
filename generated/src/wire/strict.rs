// Written by `cargo run -p codegen`. Do not edit: change spec/ or codegen/ and run it again.

//! What a strict TypeScript peer would refuse in a value we are about to send.
//!
//! Generated `Serialize` implementations mark the places that matter by the name of a newtype
//! struct, which `serde_json` writes transparently. [`check_strict`] is a serializer that
//! writes nothing, follows the path and listens for those marks.

use std::fmt;

use serde::ser::{self, Serialize, Serializer};
use serde_json::Value;

use super::JsonObject;

/// The peers that refuse a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peers {
    /// Every release of the TypeScript SDK.
    All,
    /// Releases before 2.0 only.
    Before2,
}

/// One place a strict peer would refuse, and with it the whole message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The place, as `params.content[0].type`.
    pub path: String,
    /// What the peer objects to.
    pub message: String,
    /// Which peers do.
    pub peers: Peers,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let peers = match self.peers {
            Peers::All => "",
            Peers::Before2 => " (peers before 2.0)",
        };
        write!(f, "{}: {}{peers}", self.path, self.message)
    }
}

/// Lists what a strict TypeScript peer would refuse in `value`, which stands at `root` in its
/// message (`params`, `result`). An empty list means the value can be sent to any peer.
pub fn check_strict<T: Serialize + ?Sized>(root: &str, value: &T) -> Vec<Finding> {
    let mut check = Check { path: root.to_owned(), findings: Vec::new() };
    // The only error this serializer raises is a value's own, which serializing for real repeats.
    let _ = value.serialize(&mut check);
    check.findings
}

/// The names of the marks.
pub(crate) mod mark {
    pub(crate) const UNKNOWN_MEMBER: &str = "$strict/unknown-member";
    pub(crate) const UNKNOWN_BLOCK: &str = "$strict/unknown-block";
    pub(crate) const TIMESTAMP: &str = "$strict/timestamp";
    pub(crate) const ANY_JSON: &str = "$strict/any-json";
    pub(crate) const OBJECT_SCHEMA: &str = "$strict/object-schema";
}

/// A value written under a mark.
pub(crate) struct Marked<'a, T> {
    pub(crate) mark: &'static str,
    pub(crate) value: &'a T,
}

impl<T: Serialize> Serialize for Marked<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(self.mark, self.value)
    }
}

pub(crate) fn unknown_member<S: Serializer>(member: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_newtype_struct(mark::UNKNOWN_MEMBER, member)
}

pub(crate) fn unknown_block<S: Serializer>(block: &JsonObject, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_newtype_struct(mark::UNKNOWN_BLOCK, block)
}

struct Check {
    path: String,
    findings: Vec<Finding>,
}

impl Check {
    fn find(&mut self, peers: Peers, message: String) {
        self.findings.push(Finding { path: self.path.clone(), message, peers });
    }

    fn within<T: Serialize + ?Sized>(&mut self, segment: fmt::Arguments<'_>, value: &T) -> Result<(), Refused> {
        let length = self.path.len();
        // Writing to a String cannot fail.
        let _ = fmt::Write::write_fmt(&mut self.path, segment);
        let outcome = value.serialize(&mut *self);
        self.path.truncate(length);
        outcome
    }

    fn mark(&mut self, name: &str, value: &Value) {
        match name {
            mark::UNKNOWN_MEMBER => self.find(Peers::All, format!("unknown member {value}")),
            mark::UNKNOWN_BLOCK => self.find(Peers::All, format!("unknown block type {}", value["type"])),
            mark::TIMESTAMP if !value.as_str().is_none_or(is_timestamp) => {
                self.find(Peers::All, format!("{value} is not a date-time with seconds and an offset"));
            }
            mark::ANY_JSON if !value.is_object() => {
                self.find(Peers::Before2, format!("{} where an object is wanted", kind(value)))
            }
            mark::OBJECT_SCHEMA if value["type"] != "object" && !value.is_null() => {
                let input = self.path.ends_with("inputSchema");
                let peers = if input { Peers::All } else { Peers::Before2 };
                self.find(peers, "a schema whose `type` is not \"object\"".to_owned());
            }
            _ => {}
        }
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// `YYYY-MM-DDThh:mm:ss`, an optional fraction, then `Z` or `±hh:mm`.
fn is_timestamp(text: &str) -> bool {
    let fits = |pattern: &str, text: &str| {
        pattern.len() == text.len()
            && pattern.bytes().zip(text.bytes()).all(|(p, t)| if p == b'0' { t.is_ascii_digit() } else { p == t })
    };
    let Some((head, rest)) = text.split_at_checked(19) else {
        return false;
    };
    let offset = match rest.strip_prefix('.') {
        Some(fraction) => {
            let zone = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
            if zone.len() == fraction.len() {
                return false;
            }
            zone
        }
        None => rest,
    };
    fits("0000-00-00T00:00:00", head) && (offset == "Z" || fits("+00:00", offset) || fits("-00:00", offset))
}

/// The value could not be serialized at all.
#[derive(Debug)]
struct Refused;

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not serializable")
    }
}

impl std::error::Error for Refused {}

impl ser::Error for Refused {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Refused
    }
}

macro_rules! scalars {
    ($($method:ident($ty:ty)),* $(,)?) => {$(
        fn $method(self, _: $ty) -> Result<(), Refused> {
            Ok(())
        }
    )*};
}

impl<'a> Serializer for &'a mut Check {
    type Ok = ();
    type Error = Refused;
    type SerializeSeq = Elements<'a>;
    type SerializeTuple = Elements<'a>;
    type SerializeTupleStruct = Elements<'a>;
    type SerializeTupleVariant = ser::Impossible<(), Refused>;
    type SerializeMap = Members<'a>;
    type SerializeStruct = Members<'a>;
    type SerializeStructVariant = ser::Impossible<(), Refused>;

    scalars! {
        serialize_bool(bool), serialize_i8(i8), serialize_i16(i16), serialize_i32(i32), serialize_i64(i64),
        serialize_u8(u8), serialize_u16(u16), serialize_u32(u32), serialize_u64(u64), serialize_f32(f32),
        serialize_f64(f64), serialize_char(char), serialize_str(&str), serialize_bytes(&[u8]),
        serialize_unit_struct(&'static str),
    }

    fn serialize_none(self) -> Result<(), Refused> {
        Ok(())
    }

    fn serialize_unit(self) -> Result<(), Refused> {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Refused> {
        value.serialize(self)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<(), Refused> {
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Result<(), Refused> {
        if name.starts_with("$strict/") {
            let value = serde_json::to_value(value).map_err(|_| Refused)?;
            self.mark(name, &value);
            return Ok(());
        }
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Refused> {
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Elements<'a>, Refused> {
        Ok(Elements { check: self, index: 0 })
    }

    fn serialize_tuple(self, _: usize) -> Result<Elements<'a>, Refused> {
        Ok(Elements { check: self, index: 0 })
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Elements<'a>, Refused> {
        Ok(Elements { check: self, index: 0 })
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Refused> {
        Err(Refused)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Members<'a>, Refused> {
        Ok(Members { check: self, key: String::new() })
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Members<'a>, Refused> {
        Ok(Members { check: self, key: String::new() })
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Refused> {
        Err(Refused)
    }
}

struct Elements<'a> {
    check: &'a mut Check,
    index: usize,
}

macro_rules! elements {
    ($($trait:ident::$method:ident),*) => {$(
        impl ser::$trait for Elements<'_> {
            type Ok = ();
            type Error = Refused;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
                self.check.within(format_args!("[{}]", self.index), value)?;
                self.index += 1;
                Ok(())
            }

            fn end(self) -> Result<(), Refused> {
                Ok(())
            }
        }
    )*};
}
elements!(SerializeSeq::serialize_element, SerializeTuple::serialize_element, SerializeTupleStruct::serialize_field);

struct Members<'a> {
    check: &'a mut Check,
    key: String,
}

impl ser::SerializeMap for Members<'_> {
    type Ok = ();
    type Error = Refused;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Refused> {
        if let Ok(Value::String(name)) = serde_json::to_value(key) {
            self.key = name;
        }
        self.check.within(format_args!(".{}", self.key), key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
        self.check.within(format_args!(".{}", self.key), value)
    }

    fn end(self) -> Result<(), Refused> {
        Ok(())
    }
}

impl ser::SerializeStruct for Members<'_> {
    type Ok = ();
    type Error = Refused;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Refused> {
        self.check.within(format_args!(".{key}"), value)
    }

    fn end(self) -> Result<(), Refused> {
        Ok(())
    }
}
