//! Compares two types in one place, and words them.

use super::compare::{Place, Walk};
use super::reads::Reads;
use super::{Bump, Effect, Rule};
use crate::emit::{Profile, describe_type, rust_name, schema_of_type};
use crate::model::{Kind, Type};
use crate::schema::Text;

impl Walk<'_> {
    /// Compares two types in one place. `unrelated` is the rule for types of which neither
    /// side reads everything the other writes.
    pub(super) fn value(&mut self, place: &Place, old: &Type, new: &Type, unrelated: Option<Rule>) {
        let api = if self.rust_differs(old, new) {
            Bump::Major
        } else if self.schema_differs(old, new) {
            Bump::Patch
        } else {
            Bump::None
        };
        let effects = self.effects(old, new);
        let leaf = leaf(old, new);
        let rule = match (leaf, type_rule(effects)) {
            (_, Rule::RustTypeChanged) if api != Bump::Major => return,
            (Leaf::Bounds, Rule::TypeWidened) => Rule::BoundLoosened,
            (Leaf::Bounds, Rule::TypeNarrowed) => Rule::BoundTightened,
            (Leaf::Bounds, Rule::TypeChanged) => Rule::BoundChanged,
            (Leaf::Text, Rule::TypeWidened) => Rule::TextLoosened,
            (Leaf::Text, Rule::TypeNarrowed) => Rule::TextTightened,
            (Leaf::Text, Rule::TypeChanged) => Rule::TextChanged,
            (Leaf::Other, Rule::TypeChanged) => unrelated.unwrap_or(Rule::TypeChanged),
            (_, rule) => rule,
        };
        self.add_as(rule, effects, api, place, detail(old), detail(new));
    }

    pub(super) fn readers(&self) -> (Reads<'_>, Reads<'_>) {
        let (from, to) = (&self.from.model, &self.to.model);
        (
            Reads { reader: to, writer: from, renamed: self.renamed },
            Reads { reader: from, writer: to, renamed: self.back },
        )
    }

    /// What becomes of a value of the old type at a new peer, and the reverse.
    pub(super) fn effects(&self, old: &Type, new: &Type) -> (Effect, Effect) {
        let (forward, backward) = self.readers();
        (forward.ty(new, old), backward.ty(old, new))
    }

    fn rust_differs(&self, old: &Type, new: &Type) -> bool {
        let renamed = |name: &str| self.renamed.get(name).cloned().unwrap_or_else(|| name.to_owned());
        rust_name(old, &renamed) != rust_name(new, &|name| name.to_owned())
    }

    /// Whether the printed schema differs, other than by names.
    fn schema_differs(&self, old: &Type, new: &Type) -> bool {
        let mut names = Vec::new();
        old.names(&mut names);
        !names.iter().any(|name| self.renamed.contains_key(name))
            && schema_of_type(old, Profile::Tolerant) != schema_of_type(new, Profile::Tolerant)
    }
}

/// The rule for two types in one place, from what becomes of either at the other's reader.
pub(super) fn type_rule(effects: (Effect, Effect)) -> Rule {
    match effects {
        (Effect::Safe, Effect::Safe) => Rule::RustTypeChanged,
        (Effect::Safe, _) => Rule::TypeWidened,
        (_, Effect::Safe) => Rule::TypeNarrowed,
        _ => Rule::TypeChanged,
    }
}

enum Leaf {
    Bounds,
    Text,
    Other,
}

/// What differs deep inside two types of one structure.
fn leaf(old: &Type, new: &Type) -> Leaf {
    match (old, new) {
        (Type::Number(old), Type::Number(new)) if old.integer == new.integer => Leaf::Bounds,
        (Type::Text(_), Type::Text(_)) => Leaf::Text,
        (Type::Array(old), Type::Array(new)) | (Type::OneOrMany(old), Type::OneOrMany(new)) => leaf(old, new),
        (Type::Map(old_keys, old), Type::Map(new_keys, new)) if old_keys == new_keys => leaf(old, new),
        _ => Leaf::Other,
    }
}

/// A type with what a short name hides.
fn detail(ty: &Type) -> String {
    match ty {
        Type::Text(Text { format, pattern: Some(pattern) }) => {
            format!("{} matching /{pattern}/", format.as_deref().unwrap_or("string"))
        }
        Type::Schema(like) => format!("JSON Schema {}", like.to_json(false)),
        _ => describe_type(ty),
    }
}

pub(super) fn describe_kind(kind: &Kind) -> String {
    match kind {
        Kind::Struct { fields, .. } => format!("object of {}", fields.keys().cloned().collect::<Vec<_>>().join(", ")),
        Kind::Enum(members) => {
            members.iter().map(|member| format!("{:?}", member.value)).collect::<Vec<_>>().join(" | ")
        }
        Kind::Tagged(members) | Kind::Keyed(members) => members.values().cloned().collect::<Vec<_>>().join(" | "),
        Kind::Alias(ty) => describe_type(ty),
    }
}
