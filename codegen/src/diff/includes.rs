//! Whether one type accepts everything another does.

use std::collections::BTreeMap;

use crate::model::{Field, Kind, Model, Presence, Type};
use crate::schema::{Bounds, Node, Object, Shape, Text};

/// How two types relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// They accept the same.
    Equal,
    /// The new one accepts more.
    Wider,
    /// The new one accepts less.
    Narrower,
    /// Each accepts something the other does not.
    Other,
}

/// The relation of `new` to `old`, from inclusion in both directions.
pub fn relation(new_includes_old: bool, old_includes_new: bool) -> Relation {
    match (new_includes_old, old_includes_new) {
        (true, true) => Relation::Equal,
        (true, false) => Relation::Wider,
        (false, true) => Relation::Narrower,
        (false, false) => Relation::Other,
    }
}

/// Looks types up on both sides.
#[derive(Clone, Copy)]
pub struct Includes<'a> {
    /// The model of the type that should include.
    pub outer: &'a Model,
    /// The model of the type that should be included.
    pub inner: &'a Model,
    /// Names in `inner` that are called otherwise in `outer`.
    pub renamed: &'a BTreeMap<String, String>,
}

impl Includes<'_> {
    /// Whether `outer` accepts everything `inner` does. Types of one name are taken to agree:
    /// where they differ is a change of its own.
    pub fn ty(self, outer: &Type, inner: &Type) -> bool {
        match (outer, inner) {
            (Type::Any, _) => true,
            (Type::Number(outer), Type::Number(inner)) => bounds(outer, inner),
            (Type::Text(outer), Type::Text(inner)) => text(outer, inner),
            (Type::Id, Type::Text(_)) => true,
            (Type::Array(outer), Type::Array(inner)) => self.ty(outer, inner),
            (Type::OneOrMany(outer), Type::OneOrMany(inner)) => self.ty(outer, inner),
            (Type::OneOrMany(outer), inner) => {
                self.ty(outer, inner) || matches!(inner, Type::Array(inner) if self.ty(outer, inner))
            }
            (Type::Map(outer_keys, outer), Type::Map(inner_keys, inner)) => {
                self.keys(outer_keys.as_ref(), inner_keys.as_ref()) && self.ty(outer, inner)
            }
            (Type::Schema(outer), Type::Schema(inner)) => node(outer, inner),
            // An open record accepts every object. Upstream's presence flags hold nothing.
            (Type::Map(None, values), inner) if **values == Type::Any => self.is_object(inner),
            (Type::Map(None, _), Type::Empty | Type::Permission) => true,
            (Type::Named(outer), Type::Named(inner)) => self.same(outer, inner) || self.kinds(outer, inner),
            (Type::Named(name), inner) => match self.outer.types.get(name).map(|definition| &definition.kind) {
                Some(Kind::Alias(outer)) => self.ty(outer, inner),
                _ => false,
            },
            (outer, Type::Named(name)) => match self.inner.types.get(name).map(|definition| &definition.kind) {
                Some(Kind::Alias(inner)) => self.ty(outer, inner),
                Some(Kind::Enum(_)) => *outer == Type::Text(Text::default()),
                _ => false,
            },
            (outer, inner) => outer == inner,
        }
    }

    fn same(self, outer: &str, inner: &str) -> bool {
        self.renamed.get(inner).map_or(inner, String::as_str) == outer
    }

    fn keys(self, outer: Option<&String>, inner: Option<&String>) -> bool {
        match (outer, inner) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(outer), Some(inner)) => self.same(outer, inner),
        }
    }

    fn is_object(self, ty: &Type) -> bool {
        match ty {
            Type::Map(..) | Type::Schema(_) | Type::Empty | Type::Permission => true,
            Type::Named(name) => match self.inner.types.get(name).map(|definition| &definition.kind) {
                Some(Kind::Struct { .. } | Kind::Tagged(_) | Kind::Keyed(_)) => true,
                Some(Kind::Alias(ty)) => self.is_object(ty),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a named type includes one of another name, by shape.
    fn kinds(self, outer: &str, inner: &str) -> bool {
        let (Some(outer), Some(inner)) = (self.outer.types.get(outer), self.inner.types.get(inner)) else {
            return false;
        };
        match (&outer.kind, &inner.kind) {
            (Kind::Alias(outer), Kind::Alias(inner)) => self.ty(outer, inner),
            (Kind::Enum(outer), Kind::Enum(inner)) => {
                inner.iter().all(|member| outer.iter().any(|other| other.value == member.value))
            }
            (
                Kind::Struct { fields: outer, tag: outer_tag, .. },
                Kind::Struct { fields: inner, tag: inner_tag, .. },
            ) => outer_tag == inner_tag && self.fields(outer, inner),
            (Kind::Tagged(outer), Kind::Tagged(inner)) | (Kind::Keyed(outer), Kind::Keyed(inner)) => {
                inner.iter().all(|(tag, name)| outer.get(tag).is_some_and(|other| self.same(other, name)))
            }
            _ => false,
        }
    }

    fn fields(self, outer: &BTreeMap<String, Field>, inner: &BTreeMap<String, Field>) -> bool {
        outer.iter().all(|(name, field)| match inner.get(name) {
            None => field.presence != Presence::Required,
            Some(other) => {
                (field.presence != Presence::Required || other.presence != Presence::Optional)
                    && self.ty(&field.ty, &other.ty)
            }
        })
    }
}

/// Whether a number's bounds include another's.
pub fn bounds(outer: &Bounds, inner: &Bounds) -> bool {
    let value = |bound: &Option<serde_json::Number>| bound.as_ref().and_then(serde_json::Number::as_f64);
    let low = value(&outer.minimum).is_none_or(|outer| value(&inner.minimum).is_some_and(|inner| inner >= outer));
    let high = value(&outer.maximum).is_none_or(|outer| value(&inner.maximum).is_some_and(|inner| inner <= outer));
    (!outer.integer || inner.integer) && low && high
}

/// Whether a string's format and pattern include another's. Two patterns are told apart by
/// what they say to [`PROBES`].
pub fn text(outer: &Text, inner: &Text) -> bool {
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
    let accepted = PROBES.iter().filter(|text| inner.find(text).is_some());
    let mut count = 0;
    // Patterns no probe fits are not known to include anything.
    accepted.inspect(|_| count += 1).all(|text| outer.find(text).is_some()) && count > 0
}

/// Whether a schema inside a `Schema` type includes another, by its declared members.
fn node(outer: &Node, inner: &Node) -> bool {
    match (&outer.shape, &inner.shape) {
        (Shape::Any, _) => true,
        (Shape::Object(outer), Shape::Object(inner)) => object(outer, inner),
        (Shape::Object(outer), Shape::Map(_)) => outer.properties.values().all(|property| !property.required),
        (Shape::Map(outer), Shape::Object(_)) => outer.keys.is_none() && outer.values.shape == Shape::Any,
        (Shape::Map(outer), Shape::Map(inner)) => {
            outer.keys.is_none()
                && outer.required.iter().all(|name| inner.required.contains(name))
                && node(&outer.values, &inner.values)
        }
        (Shape::Array(outer), Shape::Array(inner)) => node(outer, inner),
        (Shape::Number(outer), Shape::Number(inner)) => bounds(outer, inner),
        (Shape::Text(outer), Shape::Text(inner)) => text(outer, inner),
        (Shape::Text(outer), Shape::Const(_) | Shape::Enum(_)) => *outer == Text::default(),
        _ => outer.key() == inner.key(),
    }
}

fn object(outer: &Object, inner: &Object) -> bool {
    outer.properties.iter().all(|(name, property)| match inner.properties.get(name) {
        None => !property.required,
        Some(other) => (!property.required || other.required) && node(&property.node, &other.node),
    })
}
