//! Walks two models side by side and names every difference by its rule.

use std::collections::{BTreeMap, BTreeSet};

use super::renames::renamed;
use super::values::{describe_kind, type_rule};
use super::{Bump, Change, Description, Effect, Rule, Side};
use crate::emit::describe_type;
use crate::model::{Field, Kind, Member, Presence, Type, TypeDef};

/// What the walk found.
#[derive(Default)]
pub struct Compared {
    /// The differences.
    pub changes: Vec<Change>,
    /// The reworded descriptions.
    pub descriptions: Vec<Description>,
    /// Whether the members of an enum stand in another order, which only its code shows.
    pub reordered: bool,
}

/// Compares types, messages, rows and constants.
pub fn compare(from: &Side, to: &Side) -> Compared {
    let renamed = renamed(&from.model, &to.model);
    let back = renamed.iter().map(|(old, new)| (new.clone(), old.clone())).collect();
    let mut walk = Walk { from, to, renamed: &renamed, back: &back, found: Compared::default() };
    walk.constants();
    walk.messages();
    walk.rows();
    walk.types();
    walk.found
}

/// The walk, and the names that types of each side have on the other.
pub(super) struct Walk<'a> {
    pub(super) from: &'a Side,
    pub(super) to: &'a Side,
    pub(super) renamed: &'a BTreeMap<String, String>,
    pub(super) back: &'a BTreeMap<String, String>,
    found: Compared,
}

/// Where a change is.
#[derive(Clone, Default)]
pub(super) struct Place {
    pub(super) path: String,
    pub(super) rust: String,
    pub(super) from: Option<String>,
    pub(super) to: Option<String>,
    /// The named type it is inside, for the messages it can occur in.
    pub(super) inside: Option<String>,
}

impl Walk<'_> {
    pub(super) fn add(&mut self, rule: Rule, place: &Place, from: impl Into<String>, to: impl Into<String>) {
        self.add_with(rule, rule.api(), place, from, to);
    }

    pub(super) fn add_with(
        &mut self,
        rule: Rule,
        api: Bump,
        place: &Place,
        from: impl Into<String>,
        to: impl Into<String>,
    ) {
        self.add_as(rule, rule.effects(), api, place, from, to);
    }

    /// A change whose effects are known better than its rule knows them.
    pub(super) fn add_as(
        &mut self,
        rule: Rule,
        (old_to_new, new_to_old): (Effect, Effect),
        api: Bump,
        place: &Place,
        from: impl Into<String>,
        to: impl Into<String>,
    ) {
        let mut messages = BTreeSet::new();
        if let Some(name) = &place.inside {
            let old = self.back.get(name).unwrap_or(name);
            messages.extend(self.from.messages_with(old));
            messages.extend(self.to.messages_with(name));
        }
        self.found.changes.push(Change {
            rule,
            path: place.path.clone(),
            rust: place.rust.clone(),
            from_pointer: place.from.clone(),
            to_pointer: place.to.clone(),
            from: from.into(),
            to: to.into(),
            old_to_new,
            new_to_old,
            api,
            messages: messages.into_iter().collect(),
        });
    }

    pub(super) fn describe(&mut self, path: &str, from: Option<&String>, to: Option<&String>) {
        if from != to {
            let text = |doc: Option<&String>| doc.cloned().unwrap_or_default();
            self.found.descriptions.push(Description { path: path.to_owned(), from: text(from), to: text(to) });
        }
    }

    fn types(&mut self) {
        let (from, to) = (self.from, self.to);
        for (name, old) in &from.model.types {
            let new_name = self.renamed.get(name).unwrap_or(name);
            let mut place = Place {
                path: name.clone(),
                rust: name.clone(),
                from: Some(old.at.clone()),
                to: None,
                inside: Some(new_name.clone()),
            };
            match to.model.types.get(new_name) {
                None => self.add(Rule::TypeRemoved, &place, describe_kind(&old.kind), ""),
                Some(new) => {
                    place.to = Some(new.at.clone());
                    if new_name != name {
                        self.add(Rule::TypeRenamed, &place, name, new_name);
                    }
                    // A shape that upstream stopped inlining, and we keep, has our description.
                    if old.at.starts_with('/') == new.at.starts_with('/') {
                        self.describe(name, old.doc.as_ref(), new.doc.as_ref());
                    }
                    self.kind(&place, old, new);
                }
            }
        }
        for (name, new) in &to.model.types {
            if !from.model.types.contains_key(name) && !self.back.contains_key(name) {
                let place = Place {
                    path: name.clone(),
                    rust: name.clone(),
                    from: None,
                    to: Some(new.at.clone()),
                    inside: Some(name.clone()),
                };
                self.add(Rule::TypeAdded, &place, "", describe_kind(&new.kind));
            }
        }
    }

    fn kind(&mut self, place: &Place, old: &TypeDef, new: &TypeDef) {
        if let (Some(from), Some(to)) = (Members::of(&old.kind), Members::of(&new.kind)) {
            return self.object(place, from, to);
        }
        match (&old.kind, &new.kind) {
            (Kind::Enum(old), Kind::Enum(new)) => self.members(place, old, new),
            (Kind::Tagged(old), Kind::Tagged(new)) | (Kind::Keyed(old), Kind::Keyed(new)) => {
                self.union(place, old, new)
            }
            (Kind::Alias(old), Kind::Alias(new)) => self.value(place, old, new, None),
            (old, new) => {
                let (forward, backward) = self.readers();
                let effects = (forward.kinds(new, old), backward.kinds(old, new));
                self.add_as(type_rule(effects), effects, Bump::Major, place, describe_kind(old), describe_kind(new));
            }
        }
    }

    fn object(&mut self, place: &Place, from: Members<'_>, to: Members<'_>) {
        match (from.fields, to.fields) {
            (None, None) => self.value(place, &bare(from.closed), &bare(to.closed), None),
            (old, new) => {
                self.tag(place, from.tag, to.tag);
                self.closed(place, from.closed, to.closed);
                self.forbidden(place, from, to);
                // An object that declares no member is a type of its own kind in Rust.
                let least = if old.is_some() && new.is_some() { Bump::None } else { Bump::Major };
                self.fields(place, from, to, least);
            }
        }
    }

    fn members(&mut self, place: &Place, old: &[Member], new: &[Member]) {
        self.found.reordered |= old != new;
        // One legal value is a type of another kind than an open set.
        let reshaped = (old.len() == 1) != (new.len() == 1);
        for member in old.iter().filter(|member| !new.iter().any(|other| other.value == member.value)) {
            self.add(Rule::MemberRemoved, place, format!("{:?}", member.value), "");
        }
        for member in new.iter().filter(|member| !old.iter().any(|other| other.value == member.value)) {
            let api = if reshaped { Bump::Major } else { Rule::MemberAdded.api() };
            self.add_with(Rule::MemberAdded, api, place, "", format!("{:?}", member.value));
        }
    }

    fn tag(&mut self, place: &Place, old: Option<&String>, new: Option<&String>) {
        let place = Place { path: format!("{}.type", place.path), ..place.clone() };
        match (old, new) {
            (Some(old), Some(new)) if old != new => {
                self.add(Rule::TagChanged, &place, format!("{old:?}"), format!("{new:?}"))
            }
            (Some(old), None) => self.add(Rule::RequiredFieldRemoved, &place, format!("{old:?}"), ""),
            (None, Some(new)) => self.add(Rule::RequiredFieldAdded, &place, "", format!("{new:?}")),
            _ => {}
        }
    }

    fn closed(&mut self, place: &Place, old: bool, new: bool) {
        match (old, new) {
            (false, true) => self.add(Rule::ObjectClosed, place, "open", "closed"),
            (true, false) => self.add(Rule::ObjectOpened, place, "closed", "open"),
            _ => {}
        }
    }

    /// Members that came to be, or are no longer, forbidden. One that is declared on the other side is a field
    /// that came or went.
    fn forbidden(&mut self, owner: &Place, old: Members<'_>, new: Members<'_>) {
        let at = |owner: &Option<String>, name: &str| {
            owner.as_ref().map(|owner| format!("{owner}/properties/{}", crate::schema::escape(name)))
        };
        let place = |name: &String| Place { path: format!("{}.{name}", owner.path), ..owner.clone() };
        let only = |ours: Members<'_>, theirs: Members<'_>| -> Vec<String> {
            let only = |name: &&String| !theirs.forbidden.contains(name) && theirs.get(name).is_none();
            ours.forbidden.iter().filter(only).cloned().collect()
        };
        for name in only(new, old) {
            let place = Place { from: None, to: at(&owner.to, &name), ..place(&name) };
            self.add(Rule::MemberForbidden, &place, "", "not: {}");
        }
        for name in only(old, new) {
            let place = Place { from: at(&owner.from, &name), to: None, ..place(&name) };
            self.add(Rule::MemberAllowed, &place, "not: {}", "");
        }
    }

    fn union(&mut self, place: &Place, old: &BTreeMap<String, String>, new: &BTreeMap<String, String>) {
        let keys: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        for key in keys {
            match (old.get(key), new.get(key)) {
                (Some(old), None) => self.add(Rule::AlternativeRemoved, place, format!("{key:?} {old}"), ""),
                (None, Some(new)) => self.add(Rule::AlternativeAdded, place, "", format!("{key:?} {new}")),
                (Some(old), Some(new)) => {
                    self.value(place, &Type::Named(old.clone()), &Type::Named(new.clone()), None);
                }
                (None, None) => {}
            }
        }
    }

    fn fields(&mut self, owner: &Place, from: Members<'_>, to: Members<'_>, least: Bump) {
        let names: BTreeSet<&String> = from.names().chain(to.names()).collect();
        for name in names {
            let (old, new) = (from.get(name), to.get(name));
            let rust = old.or(new).map(|field| field.rust.clone()).unwrap_or_default();
            let place = Place {
                path: format!("{}.{name}", owner.path),
                rust: format!("{}::{rust}", owner.rust),
                from: old.map(|field| field.at.clone()),
                to: new.map(|field| field.at.clone()),
                inside: owner.inside.clone(),
            };
            match (old, new) {
                (Some(old), None) => {
                    let rule = match old.presence {
                        Presence::Required => Rule::RequiredFieldRemoved,
                        _ => Rule::FieldRemoved,
                    };
                    let refused = if to.forbidden.contains(name) { Effect::Breaking } else { Effect::Safe };
                    let (forward, backward) = rule.effects();
                    self.add_as(rule, (forward.max(refused), backward), rule.api(), &place, describe_type(&old.ty), "");
                }
                (None, Some(new)) => {
                    let rule = match new.presence {
                        Presence::Required => Rule::RequiredFieldAdded,
                        _ => Rule::FieldAdded,
                    };
                    let api = if new.presence == Presence::Optional { rule.api() } else { Bump::Major };
                    let refused = if from.forbidden.contains(name) { Effect::Breaking } else { Effect::Safe };
                    let (forward, backward) = rule.effects();
                    self.add_as(
                        rule,
                        (forward, backward.max(refused)),
                        api.max(least),
                        &place,
                        "",
                        describe_type(&new.ty),
                    );
                }
                (Some(old), Some(new)) => self.field(&place, old, new),
                (None, None) => {}
            }
        }
    }

    fn field(&mut self, place: &Place, old: &Field, new: &Field) {
        self.describe(&place.path, old.doc.as_ref(), new.doc.as_ref());
        let word = |presence: Presence| match presence {
            Presence::Required => "required",
            Presence::Optional => "optional",
            Presence::Defaulted => "defaults to []",
        };
        // In Rust a member with a default is always there, so only its constructor's struct can
        // gain or lose `Default` with it.
        let rule = match (old.presence, new.presence) {
            (Presence::Optional, Presence::Required) => Some((Rule::FieldRequired, Bump::Major)),
            (Presence::Required, Presence::Optional) => Some((Rule::FieldOptional, Bump::Major)),
            (Presence::Defaulted, Presence::Required) => Some((Rule::FieldRequired, Bump::Major)),
            (Presence::Required, Presence::Defaulted) => Some((Rule::FieldOptional, Bump::Minor)),
            (Presence::Optional, Presence::Defaulted) => Some((Rule::DefaultAdded, Bump::Major)),
            (Presence::Defaulted, Presence::Optional) => Some((Rule::DefaultRemoved, Bump::Major)),
            _ => None,
        };
        if let Some((rule, api)) = rule {
            self.add_with(rule, api, place, word(old.presence), word(new.presence));
        }
        self.value(place, &old.ty, &new.ty, None);
    }
}

/// An object's members: none declared, or those of a struct.
#[derive(Clone, Copy)]
struct Members<'a> {
    fields: Option<&'a BTreeMap<String, Field>>,
    forbidden: &'a [String],
    tag: Option<&'a String>,
    closed: bool,
}

impl<'a> Members<'a> {
    fn of(kind: &'a Kind) -> Option<Members<'a>> {
        match kind {
            Kind::Struct { fields, tag, closed, forbidden } => {
                Some(Members { fields: Some(fields), forbidden, tag: tag.as_ref(), closed: *closed })
            }
            Kind::Alias(ty) if [true, false].map(bare).contains(ty) => {
                Some(Members { fields: None, forbidden: &[], tag: None, closed: *ty == bare(true) })
            }
            _ => None,
        }
    }

    fn get(&self, name: &str) -> Option<&'a Field> {
        self.fields.and_then(|fields| fields.get(name))
    }

    fn names(&self) -> impl Iterator<Item = &'a String> + use<'a> {
        self.fields.into_iter().flat_map(BTreeMap::keys)
    }
}

/// An object that declares no member.
fn bare(closed: bool) -> Type {
    if closed { Type::Empty } else { Type::Map(None, Box::new(Type::Any)) }
}
