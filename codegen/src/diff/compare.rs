//! Walks two models side by side and names every difference by its rule.

use std::collections::{BTreeMap, BTreeSet};

use super::includes::{Includes, Relation, relation};
use super::{Bump, Change, Description, Rule, Side};
use crate::emit::{describe_type, rust_name};
use crate::lower::{Phase, Row};
use crate::model::{Field, Kind, Model, Presence, Type, TypeDef};
use crate::schema::Text;

/// What the walk found.
#[derive(Default)]
pub struct Compared {
    /// The differences.
    pub changes: Vec<Change>,
    /// The reworded descriptions.
    pub descriptions: Vec<Description>,
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

/// Types that disappeared under one name and appeared under another with the same shape.
fn renamed(from: &Model, to: &Model) -> BTreeMap<String, String> {
    let gone = from.types.iter().filter(|(name, _)| !to.types.contains_key(*name));
    let new: Vec<_> = to.types.iter().filter(|(name, _)| !from.types.contains_key(*name)).collect();
    let mut renamed = BTreeMap::new();
    for (old, definition) in gone {
        let shape = shape(old, definition);
        let mut same = new.iter().filter(|(name, other)| self::shape(name, other) == shape);
        if let (Some((name, _)), None) = (same.next(), same.next())
            && !renamed.values().any(|taken| taken == *name)
        {
            renamed.insert(old.clone(), (*name).clone());
        }
    }
    renamed
}

/// A type's shape in text, without its own name.
fn shape(name: &str, definition: &TypeDef) -> String {
    match &definition.kind {
        Kind::Struct { fields, tag, .. } => {
            let fields =
                fields.iter().map(|(wire, field)| format!("{wire}:{:?}{}", field.presence, describe_type(&field.ty)));
            format!("struct {tag:?} {}", fields.collect::<Vec<_>>().join(",")).replace(name, "Self")
        }
        other => format!("{other:?}").replace(name, "Self"),
    }
}

struct Walk<'a> {
    from: &'a Side,
    to: &'a Side,
    renamed: &'a BTreeMap<String, String>,
    back: &'a BTreeMap<String, String>,
    found: Compared,
}

/// `method ui/open-link view->host`; without the direction where no row, or several, tell it.
fn method_path(side: &Side, marker: &str, method: &str) -> String {
    let mut rows = side.rows.iter().filter(|row| row.marker == marker && row.name == method);
    match (rows.next(), rows.next()) {
        (Some(row), None) => format!("method {}", row.direction()),
        _ => format!("method {method}"),
    }
}

/// Where a change is.
#[derive(Clone, Default)]
struct Place {
    path: String,
    rust: String,
    from: Option<String>,
    to: Option<String>,
    /// The named type it is inside, for the messages it can occur in.
    inside: Option<String>,
}

impl Walk<'_> {
    fn add(&mut self, rule: Rule, place: &Place, from: impl Into<String>, to: impl Into<String>) {
        self.add_with(rule, rule.api(), place, from, to);
    }

    fn add_with(&mut self, rule: Rule, api: Bump, place: &Place, from: impl Into<String>, to: impl Into<String>) {
        let (old_to_new, new_to_old) = rule.effects();
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

    fn describe(&mut self, path: &str, from: Option<&String>, to: Option<&String>) {
        if from != to {
            let text = |doc: Option<&String>| doc.cloned().unwrap_or_default();
            self.found.descriptions.push(Description { path: path.to_owned(), from: text(from), to: text(to) });
        }
    }

    fn constants(&mut self) {
        let (from, to) = (self.from, self.to);
        let names: BTreeSet<&String> = from.constants.keys().chain(to.constants.keys()).collect();
        for name in names {
            let place = Place { path: format!("const {name}"), rust: name.clone(), ..Place::default() };
            match (from.constants.get(name), to.constants.get(name)) {
                (None, Some(new)) => self.add(Rule::ConstantAdded, &place, "", &new.value),
                (Some(old), None) => self.add(Rule::ConstantRemoved, &place, &old.value, ""),
                (Some(old), Some(new)) if old.value != new.value => {
                    self.add(Rule::ConstantChanged, &place, &old.value, &new.value)
                }
                _ => {}
            }
        }
    }

    /// What the schema says of each message.
    fn messages(&mut self) {
        let (from, to) = (self.from, self.to);
        let by_method = |model: &Model, method: &str| {
            model.messages.iter().find(|(_, message)| message.method == method).map(|(name, _)| name.clone())
        };
        for (name, old) in &from.model.messages {
            let mut place = Place {
                path: method_path(from, name, &old.method),
                rust: name.clone(),
                from: Some(old.at.clone()),
                ..Place::default()
            };
            let new_name = match (to.model.messages.contains_key(name), by_method(&to.model, &old.method)) {
                (true, _) => name.clone(),
                (false, Some(other)) => {
                    self.add(Rule::TypeRenamed, &place, name, &other);
                    other
                }
                (false, None) => {
                    self.add(Rule::MethodRemoved, &place, &old.method, "");
                    continue;
                }
            };
            let new = &to.model.messages[&new_name];
            place.to = Some(new.at.clone());
            if old.method != new.method {
                self.add(Rule::MethodStringChanged, &place, &old.method, &new.method);
            }
            self.describe(&place.path, old.doc.as_ref(), new.doc.as_ref());
            self.params(&place, old, new);
        }
        for (name, new) in &to.model.messages {
            let known = from.model.messages.contains_key(name) || by_method(&from.model, &new.method).is_some();
            if !known {
                let place = Place {
                    path: method_path(to, name, &new.method),
                    rust: name.clone(),
                    to: Some(new.at.clone()),
                    ..Place::default()
                };
                self.add(Rule::MethodAdded, &place, "", &new.method);
            }
        }
    }

    fn params(&mut self, place: &Place, old: &crate::model::Message, new: &crate::model::Message) {
        let place = Place { path: format!("{} params", place.path), ..place.clone() };
        match (&old.params, &new.params) {
            (Some((old, old_optional)), Some((new, new_optional))) => {
                if old_optional != new_optional {
                    let rule = if *new_optional { Rule::ParamsOptional } else { Rule::ParamsRequired };
                    self.add(rule, &place, describe_type(old), describe_type(new));
                }
                self.value(&place, old, new, Some(Rule::ParamsChanged));
            }
            (None, Some((new, optional))) => {
                let rule = if *optional { Rule::FieldAdded } else { Rule::RequiredFieldAdded };
                self.add_with(rule, Bump::Major, &place, "", describe_type(new));
            }
            (Some((old, optional)), None) => {
                let rule = if *optional { Rule::FieldRemoved } else { Rule::RequiredFieldRemoved };
                self.add_with(rule, Bump::Major, &place, describe_type(old), "");
            }
            (None, None) => {}
        }
    }

    /// What `methods.toml` says of each direction. The schema's own methods were compared above,
    /// so a row that comes or goes with its message is no second change.
    fn rows(&mut self) {
        let (from, to) = (self.from, self.to);
        let in_schema = |side: &Side, row: &Row| side.model.messages.contains_key(&row.marker);
        let find = |rows: &[Row], row: &Row| rows.iter().find(|other| other.direction() == row.direction()).cloned();
        for old in &from.rows {
            let mut place = self.row_place(old);
            if let Some(new) = find(&to.rows, old) {
                self.row(&place, old, &new);
                continue;
            }
            let only = |rows: &[Row]| rows.iter().filter(|row| row.name == old.name).count() == 1;
            let turned = to.rows.iter().find(|row| row.name == old.name).filter(|_| only(&from.rows) && only(&to.rows));
            match turned {
                Some(new) => {
                    place.path = format!("method {}", old.name);
                    self.add(Rule::DirectionChanged, &place, old.direction(), new.direction());
                }
                None if in_schema(from, old) && !in_schema(to, old) => {}
                None => self.add(Rule::MethodRemoved, &place, old.direction(), ""),
            }
        }
        for new in &to.rows {
            let turned = from.rows.iter().filter(|row| row.name == new.name).count() == 1
                && to.rows.iter().filter(|row| row.name == new.name).count() == 1;
            let with_message = in_schema(to, new) && !in_schema(from, new);
            if find(&from.rows, new).is_none() && !turned && !with_message {
                let place = self.row_place(new);
                self.add(Rule::MethodAdded, &place, "", new.direction());
            }
        }
    }

    fn row_place(&self, row: &Row) -> Place {
        let at = |side: &Side| side.model.messages.get(&row.marker).map(|message| message.at.clone());
        Place {
            path: format!("method {}", row.direction()),
            rust: row.marker.clone(),
            from: at(self.from),
            to: at(self.to),
            inside: None,
        }
    }

    fn row(&mut self, place: &Place, old: &Row, new: &Row) {
        if old.kind != new.kind {
            self.add(Rule::KindChanged, place, old.kind.word(), new.kind.word());
        }
        if old.phase != new.phase {
            let rule = match (old.phase, new.phase) {
                (_, Phase::Any) => Rule::PhaseWidened,
                (Phase::Any, _) => Rule::PhaseNarrowed,
                _ => Rule::PhaseChanged,
            };
            self.add(rule, place, old.phase.word(), new.phase.word());
        }
        let capability = |row: &Row| {
            row.requires.as_ref().map(|path| format!("{path}{}", if row.requires_unknown_ok { "?" } else { "" }))
        };
        match (capability(old), capability(new)) {
            (None, Some(new)) => self.add(Rule::CapabilityRequired, place, "", new),
            (Some(old), None) => self.add(Rule::CapabilityDropped, place, old, ""),
            (Some(old), Some(new)) if old != new => self.add(Rule::CapabilityChanged, place, old, new),
            _ => {}
        }
        let flags = [
            (old.once, new.once, Rule::OnceRequired, Rule::OnceDropped),
            (old.empty_result, new.empty_result, Rule::EmptyResultRequired, Rule::EmptyResultDropped),
        ];
        for (old, new, set, dropped) in flags {
            match (old, new) {
                (false, true) => self.add(set, place, "no", "yes"),
                (true, false) => self.add(dropped, place, "yes", "no"),
                _ => {}
            }
        }
        let text = |name: &Option<String>| name.clone().unwrap_or_default();
        if self.renamed.get(&text(&old.result)).unwrap_or(&text(&old.result)) != &text(&new.result) {
            self.add(Rule::ResultChanged, place, text(&old.result), text(&new.result));
        }
        if old.params != new.params {
            self.add(Rule::ParamsChanged, place, text(&old.params), text(&new.params));
        }
        if old.params_optional != new.params_optional {
            let rule = if new.params_optional { Rule::ParamsOptional } else { Rule::ParamsRequired };
            self.add(rule, place, "", "");
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
                    self.describe(name, old.doc.as_ref(), new.doc.as_ref());
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
        match (&old.kind, &new.kind) {
            (
                Kind::Struct { fields: old, tag: old_tag, closed: was_closed },
                Kind::Struct { fields: new, tag: new_tag, closed },
            ) => {
                if old_tag != new_tag {
                    let text = |tag: &Option<String>| tag.clone().unwrap_or_default();
                    self.add(Rule::TagChanged, place, text(old_tag), text(new_tag));
                }
                match (was_closed, closed) {
                    (false, true) => self.add(Rule::ObjectClosed, place, "open", "closed"),
                    (true, false) => self.add(Rule::ObjectOpened, place, "closed", "open"),
                    _ => {}
                }
                self.fields(place, old, new);
            }
            (Kind::Enum(old), Kind::Enum(new)) => {
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
            (Kind::Tagged(old), Kind::Tagged(new)) | (Kind::Keyed(old), Kind::Keyed(new)) => {
                self.union(place, old, new)
            }
            (Kind::Alias(old), Kind::Alias(new)) => self.value(place, old, new, None),
            (old, new) => self.add(Rule::TypeChanged, place, describe_kind(old), describe_kind(new)),
        }
    }

    fn union(&mut self, place: &Place, old: &BTreeMap<String, String>, new: &BTreeMap<String, String>) {
        let keys: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        for key in keys {
            match (old.get(key), new.get(key)) {
                (Some(old), None) => self.add(Rule::AlternativeRemoved, place, format!("{key:?} {old}"), ""),
                (None, Some(new)) => self.add(Rule::AlternativeAdded, place, "", format!("{key:?} {new}")),
                (Some(old), Some(new)) if self.renamed.get(old).unwrap_or(old) != new => {
                    self.add(Rule::TypeChanged, place, format!("{key:?} {old}"), format!("{key:?} {new}"));
                }
                _ => {}
            }
        }
    }

    fn fields(&mut self, owner: &Place, old: &BTreeMap<String, Field>, new: &BTreeMap<String, Field>) {
        let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        for name in names {
            let (old, new) = (old.get(name), new.get(name));
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
                    let rule = if old.presence == Presence::Required {
                        Rule::RequiredFieldRemoved
                    } else {
                        Rule::FieldRemoved
                    };
                    self.add(rule, &place, describe_type(&old.ty), "");
                }
                (None, Some(new)) => {
                    let rule =
                        if new.presence == Presence::Required { Rule::RequiredFieldAdded } else { Rule::FieldAdded };
                    let api = if new.presence == Presence::Optional { rule.api() } else { Bump::Major };
                    self.add_with(rule, api, &place, "", describe_type(&new.ty));
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
        let rule = match (old.presence, new.presence) {
            (Presence::Optional, Presence::Required) => Some((Rule::FieldRequired, Bump::Major)),
            (Presence::Required, Presence::Optional) => Some((Rule::FieldOptional, Bump::Major)),
            (Presence::Required, Presence::Defaulted) => Some((Rule::DefaultAdded, Bump::None)),
            (Presence::Defaulted, Presence::Required) => Some((Rule::DefaultRemoved, Bump::None)),
            (Presence::Optional, Presence::Defaulted) => Some((Rule::DefaultAdded, Bump::Major)),
            (Presence::Defaulted, Presence::Optional) => Some((Rule::DefaultRemoved, Bump::Major)),
            _ => None,
        };
        if let Some((rule, api)) = rule {
            self.add_with(rule, api, place, word(old.presence), word(new.presence));
        }
        self.value(place, &old.ty, &new.ty, None);
    }

    /// Compares two types in one place. `unrelated` is the rule for types of which neither
    /// includes the other.
    fn value(&mut self, place: &Place, old: &Type, new: &Type, unrelated: Option<Rule>) {
        let forward = Includes { outer: &self.to.model, inner: &self.from.model, renamed: self.renamed };
        let backward = Includes { outer: &self.from.model, inner: &self.to.model, renamed: self.back };
        let related = relation(forward.ty(new, old), backward.ty(old, new));
        // What both accept may still be another Rust type.
        let api = if self.rust_differs(old, new) { Bump::Major } else { Bump::None };
        let rule = match (leaf(old, new), related) {
            (_, Relation::Equal) if api == Bump::None => return,
            (_, Relation::Equal) => unrelated.unwrap_or(Rule::TypeChanged),
            (Leaf::Bounds, Relation::Wider) => Rule::BoundLoosened,
            (Leaf::Bounds, Relation::Narrower) => Rule::BoundTightened,
            (Leaf::Bounds, Relation::Other) => Rule::BoundChanged,
            (Leaf::Text, Relation::Wider) => Rule::TextLoosened,
            (Leaf::Text, Relation::Narrower) => Rule::TextTightened,
            (Leaf::Text, Relation::Other) => Rule::TextChanged,
            (Leaf::Other, Relation::Wider) => Rule::TypeWidened,
            (Leaf::Other, Relation::Narrower) => Rule::TypeNarrowed,
            (Leaf::Other, Relation::Other) => unrelated.unwrap_or(Rule::TypeChanged),
        };
        self.add_with(rule, api, place, detail(old), detail(new));
    }

    fn rust_differs(&self, old: &Type, new: &Type) -> bool {
        let renamed = |name: &str| self.renamed.get(name).cloned().unwrap_or_else(|| name.to_owned());
        rust_name(old, &renamed) != rust_name(new, &|name| name.to_owned())
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

fn describe_kind(kind: &Kind) -> String {
    match kind {
        Kind::Struct { fields, .. } => format!("object of {}", fields.keys().cloned().collect::<Vec<_>>().join(", ")),
        Kind::Enum(members) => {
            members.iter().map(|member| format!("{:?}", member.value)).collect::<Vec<_>>().join(" | ")
        }
        Kind::Tagged(members) | Kind::Keyed(members) => members.values().cloned().collect::<Vec<_>>().join(" | "),
        Kind::Alias(ty) => describe_type(ty),
    }
}

impl Side {
    /// The messages a named type can occur in, with their directions.
    fn messages_with(&self, name: &str) -> Vec<String> {
        let reaches = |root: &str| {
            let (mut seen, mut queue) = (BTreeSet::new(), vec![root.to_owned()]);
            while let Some(next) = queue.pop() {
                if next == name {
                    return true;
                }
                if let Some(definition) = self.model.types.get(&next)
                    && seen.insert(next)
                {
                    definition.kind.names(&mut queue);
                }
            }
            false
        };
        let mut found = Vec::new();
        for row in &self.rows {
            let mut params = Vec::new();
            match self.model.messages.get(&row.marker) {
                Some(message) => message.params.iter().for_each(|(ty, _)| ty.names(&mut params)),
                None => params.extend(row.params.clone()),
            }
            if params.iter().any(|root| reaches(root)) {
                found.push(row.direction());
            }
            if row.result.as_ref().is_some_and(|root| reaches(root)) {
                found.push(format!("{} {}->{} (answer)", row.name, row.to.word(), row.from.word()));
            }
        }
        found
    }
}
