//! How a reader of one type takes what a writer of another sends.

use std::collections::BTreeMap;

use super::Effect;
use super::Effect::{Breaking, Lossy, Safe};
use crate::model::{Field, Kind, Member, Model, Presence, Type};
use crate::schema::{Bounds, Node, Object, Shape, Text};

/// Looks types up on both sides.
#[derive(Clone, Copy)]
pub struct Reads<'a> {
    /// The model of the reader's type.
    pub reader: &'a Model,
    /// The model of the writer's type.
    pub writer: &'a Model,
    /// Names in `writer` that are called otherwise in `reader`.
    pub renamed: &'a BTreeMap<String, String>,
}

/// Safe or breaking.
fn safe_if(fits: bool) -> Effect {
    if fits { Safe } else { Breaking }
}

fn worst(effects: impl Iterator<Item = Effect>) -> Effect {
    effects.max().unwrap_or(Safe)
}

impl Reads<'_> {
    /// What becomes of a value of type `writer`. Types of one name are taken to agree: where
    /// they differ is a change of its own.
    pub fn ty(self, reader: &Type, writer: &Type) -> Effect {
        match (reader, writer) {
            (Type::Any, _) => Safe,
            (Type::Number(reader), Type::Number(writer)) => safe_if(bounds(reader, writer)),
            (Type::Text(reader), Type::Text(writer)) => safe_if(text(reader, writer)),
            (Type::Id, Type::Text(_)) => Safe,
            (Type::Array(reader), Type::Array(writer)) => self.ty(reader, writer),
            (Type::OneOrMany(reader), Type::OneOrMany(writer)) => self.ty(reader, writer),
            (Type::OneOrMany(reader), Type::Array(items)) => self.ty(reader, writer).min(self.ty(reader, items)),
            (Type::OneOrMany(reader), _) => self.ty(reader, writer),
            (Type::Map(reader_keys, reader), Type::Map(writer_keys, writer)) => {
                safe_if(self.keys(reader_keys.as_ref(), writer_keys.as_ref())).max(self.ty(reader, writer))
            }
            (Type::Schema(reader), Type::Schema(writer)) => node(reader, writer),
            // A record keeps whatever it holds. Upstream's presence flags hold nothing.
            (Type::Map(None, values), writer) if **values == Type::Any => safe_if(self.is_object(writer)),
            (Type::Map(None, _), Type::Empty | Type::Permission) => Safe,
            (Type::Empty | Type::Permission, Type::Empty | Type::Permission) => Safe,
            // A presence flag is read for being there.
            (Type::Empty | Type::Permission, writer) if self.is_object(writer) => Lossy,
            (Type::Named(reader), Type::Named(writer)) if self.same(reader, writer) => Safe,
            (Type::Named(reader), writer) => match self.reader.types.get(reader) {
                Some(reader) => self.kind(&reader.kind, writer),
                None => Breaking,
            },
            (reader, Type::Named(writer)) => match self.writer.types.get(writer).map(|definition| &definition.kind) {
                Some(Kind::Alias(writer)) => self.ty(reader, writer),
                Some(Kind::Enum(members)) => safe_if(takes(reader, members)),
                _ => Breaking,
            },
            (reader, writer) => safe_if(reader == writer),
        }
    }

    /// The same for definitions, whatever they are called.
    pub fn kinds(self, reader: &Kind, writer: &Kind) -> Effect {
        match (reader, writer) {
            (Kind::Alias(reader), Kind::Alias(writer)) => self.ty(reader, writer),
            (Kind::Enum(reader), Kind::Enum(writer)) => {
                safe_if(writer.iter().all(|member| reader.iter().any(|other| other.value == member.value)))
            }
            (
                Kind::Struct { fields: reader, tag: reader_tag, .. },
                Kind::Struct { fields: writer, tag: writer_tag, .. },
            ) => safe_if(reader_tag == writer_tag).max(self.fields(reader, writer)),
            (Kind::Tagged(reader), Kind::Tagged(writer)) | (Kind::Keyed(reader), Kind::Keyed(writer)) => {
                safe_if(writer.iter().all(|(tag, name)| reader.get(tag).is_some_and(|other| self.same(other, name))))
            }
            (reader, Kind::Alias(writer)) => self.kind(reader, writer),
            (Kind::Alias(reader), Kind::Enum(members)) => safe_if(takes(reader, members)),
            (Kind::Alias(Type::Empty | Type::Permission), _) => Lossy,
            (Kind::Alias(Type::Map(None, values)), _) => safe_if(**values == Type::Any),
            _ => Breaking,
        }
    }

    fn kind(self, reader: &Kind, writer: &Type) -> Effect {
        match (reader, writer) {
            (Kind::Alias(reader), writer) => self.ty(reader, writer),
            (Kind::Tagged(members) | Kind::Keyed(members), Type::Named(writer))
                if members.values().any(|member| self.same(member, writer)) =>
            {
                Safe
            }
            (reader, Type::Named(writer)) => match self.writer.types.get(writer) {
                Some(writer) => self.kinds(reader, &writer.kind),
                None => Breaking,
            },
            (Kind::Struct { fields, tag: None, .. }, Type::Empty | Type::Permission | Type::Map(None, _)) => {
                let bare = safe_if(fields.values().all(|field| field.presence != Presence::Required));
                bare.max(if matches!(writer, Type::Map(..)) { Lossy } else { Safe })
            }
            _ => Breaking,
        }
    }

    fn same(self, reader: &str, writer: &str) -> bool {
        self.renamed.get(writer).map_or(writer, String::as_str) == reader
    }

    fn keys(self, reader: Option<&String>, writer: Option<&String>) -> bool {
        match (reader, writer) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(reader), Some(writer)) => self.same(reader, writer),
        }
    }

    fn is_object(self, ty: &Type) -> bool {
        match ty {
            Type::Map(..) | Type::Schema(_) | Type::Empty | Type::Permission => true,
            Type::Named(name) => match self.writer.types.get(name).map(|definition| &definition.kind) {
                Some(Kind::Struct { .. } | Kind::Tagged(_) | Kind::Keyed(_)) => true,
                Some(Kind::Alias(ty)) => self.is_object(ty),
                _ => false,
            },
            _ => false,
        }
    }

    fn fields(self, reader: &BTreeMap<String, Field>, writer: &BTreeMap<String, Field>) -> Effect {
        let read = reader.iter().map(|(name, field)| match writer.get(name) {
            None => safe_if(field.presence != Presence::Required),
            Some(other) => {
                let there = field.presence != Presence::Required || other.presence == Presence::Required;
                safe_if(there).max(self.ty(&field.ty, &other.ty))
            }
        });
        let unread = writer.keys().filter(|name| !reader.contains_key(*name)).map(|_| Lossy);
        worst(read.chain(unread))
    }
}

/// Whether a type takes every member of an enum.
fn takes(reader: &Type, members: &[Member]) -> bool {
    match reader {
        Type::Any => true,
        Type::Text(Text { format: None, pattern }) => {
            let pattern = pattern.as_deref().map(regress::Regex::new);
            members.iter().all(|member| match &pattern {
                None => true,
                Some(pattern) => pattern.as_ref().is_ok_and(|pattern| pattern.find(&member.value).is_some()),
            })
        }
        _ => false,
    }
}

/// Whether a number's bounds include another's.
fn bounds(outer: &Bounds, inner: &Bounds) -> bool {
    let value = |bound: &Option<serde_json::Number>| bound.as_ref().and_then(serde_json::Number::as_f64);
    let low = value(&outer.minimum).is_none_or(|outer| value(&inner.minimum).is_some_and(|inner| inner >= outer));
    let high = value(&outer.maximum).is_none_or(|outer| value(&inner.maximum).is_some_and(|inner| inner <= outer));
    (!outer.integer || inner.integer) && low && high
}

/// Whether a string's format and pattern include another's. Two patterns are told apart by
/// what they say to [`PROBES`]; where these show no difference, neither is known to include
/// the other.
fn text(outer: &Text, inner: &Text) -> bool {
    let format = outer.format.is_none() || outer.format == inner.format;
    let pattern = match (&outer.pattern, &inner.pattern) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(outer), Some(inner)) => outer == inner || probe(outer, inner),
    };
    format && pattern
}

/// Strings the patterns of this protocol tell apart: the ways to write a time, and a few others.
const PROBES: [&str; 16] = [
    "2026-01-26T10:20:30Z",
    "2026-01-26T10:20Z",
    "2026-01-26T10:20:30.5Z",
    "2026-01-26T10:20:30.123456Z",
    "2026-01-26T10:20:30+01:00",
    "2026-01-26T10:20+01:00",
    "2026-01-26T10:20:30-0100",
    "2026-01-26T10:20:30",
    "2026-01-26 10:20:30Z",
    "2026-01-26",
    "2026-02-30T10:20:30Z",
    "2024-02-29T10:20:30Z",
    "10:20:30",
    "",
    "a",
    "ui://a/b",
];

fn probe(outer: &str, inner: &str) -> bool {
    let (Ok(outer), Ok(inner)) = (regress::Regex::new(outer), regress::Regex::new(inner)) else { return false };
    let said = PROBES.map(|text| (outer.find(text).is_some(), inner.find(text).is_some()));
    let (more, less) = (said.contains(&(true, false)), said.contains(&(false, true)));
    more && !less && said.contains(&(true, true))
}

/// The same for schemas inside a `Schema` type, by their declared members. What they hold is
/// data, so a member one side does not declare is lost only where that side is closed.
fn node(reader: &Node, writer: &Node) -> Effect {
    match (&reader.shape, &writer.shape) {
        (Shape::Any, _) => Safe,
        (Shape::Object(reader), Shape::Object(writer)) => object(reader, writer),
        (Shape::Object(reader), Shape::Map(_)) => {
            let bare = safe_if(reader.properties.values().all(|property| !property.required));
            bare.max(if reader.closed_upstream { Lossy } else { Safe })
        }
        (Shape::Map(reader), Shape::Object(_)) => {
            safe_if(reader.keys.is_none() && reader.required.is_empty() && reader.values.shape == Shape::Any)
        }
        (Shape::Map(reader), Shape::Map(writer)) => {
            let keys = reader.keys.as_ref().map(|keys| keys.key());
            let fits = (keys.is_none() || keys == writer.keys.as_ref().map(|keys| keys.key()))
                && reader.required.iter().all(|name| writer.required.contains(name));
            safe_if(fits).max(node(&reader.values, &writer.values))
        }
        (Shape::Array(reader), Shape::Array(writer)) => node(reader, writer),
        (Shape::Number(reader), Shape::Number(writer)) => safe_if(bounds(reader, writer)),
        (Shape::Text(reader), Shape::Text(writer)) => safe_if(text(reader, writer)),
        (Shape::Text(reader), Shape::Const(_) | Shape::Enum(_)) => safe_if(*reader == Text::default()),
        _ => safe_if(reader.key() == writer.key()),
    }
}

fn object(reader: &Object, writer: &Object) -> Effect {
    let lost = if reader.closed_upstream { Lossy } else { Safe };
    let read = reader.properties.iter().map(|(name, property)| match writer.properties.get(name) {
        None => safe_if(!property.required).max(if writer.closed_upstream { Safe } else { lost }),
        Some(other) => safe_if(!property.required || other.required).max(node(&property.node, &other.node)),
    });
    let unread = writer.properties.keys().filter(|name| !reader.properties.contains_key(*name)).map(|_| lost);
    let open = if writer.closed_upstream { Safe } else { lost };
    worst(read.chain(unread).chain([open]))
}
