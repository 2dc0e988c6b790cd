//! Compares constants, and messages with what `methods.toml` says of each direction.

use std::collections::{BTreeMap, BTreeSet};

use super::compare::{Place, Walk};
use super::{Bump, Rule, Side};
use crate::emit::describe_type;
use crate::lower::{Kind, Phase, Row};
use crate::model::{Message, Model, Type};

/// The messages of both models by their old and new names: of one name, or else of one method.
pub fn paired(from: &Model, to: &Model) -> BTreeMap<String, String> {
    let only = |ours: &Model, theirs: &Model| -> Vec<(String, String)> {
        let own = ours.messages.iter().filter(|(name, _)| !theirs.messages.contains_key(*name));
        own.map(|(name, message)| (name.clone(), message.method.clone())).collect()
    };
    let both = from.messages.keys().filter(|name| to.messages.contains_key(*name));
    let mut paired: BTreeMap<String, String> = both.map(|name| (name.clone(), name.clone())).collect();
    let (gone, new) = (only(from, to), only(to, from));
    for (name, method) in &gone {
        let of = |messages: &[(String, String)]| -> Vec<String> {
            messages.iter().filter(|(_, other)| other == method).map(|(name, _)| name.clone()).collect()
        };
        if let ([_], [other]) = (of(&gone).as_slice(), of(&new).as_slice()) {
            paired.insert(name.clone(), other.clone());
        }
    }
    paired
}

/// Request or notification, as the names of definitions tell.
fn kind(marker: &str) -> &'static str {
    if marker.ends_with("Notification") { Kind::Notification.word() } else { Kind::Request.word() }
}

/// `method ui/open-link view->host`; without the direction where no row, or several, tell it.
fn method_path(side: &Side, marker: &str, method: &str) -> String {
    let mut rows = side.rows.iter().filter(|row| row.marker == marker && row.name == method);
    match (rows.next(), rows.next()) {
        (Some(row), None) => format!("method {}", row.direction()),
        _ => format!("method {method}"),
    }
}

/// What parameters that only one side has do to its code, in which their absence is an optional empty object.
fn first_params(ty: &Type, optional: bool) -> Bump {
    if *ty == Type::Empty && optional { Bump::None } else { Bump::Major }
}

fn in_schema(side: &Side, row: &Row) -> bool {
    side.model.messages.contains_key(&row.marker)
}

/// The row of the same method and direction.
fn same_direction<'a>(rows: &'a [Row], row: &Row) -> Option<&'a Row> {
    rows.iter().find(|other| other.direction() == row.direction())
}

/// The only row of a method, where it has one direction.
fn only_row<'a>(rows: &'a [Row], name: &str) -> Option<&'a Row> {
    let mut rows = rows.iter().filter(|row| row.name == name);
    rows.next().filter(|_| rows.next().is_none())
}

impl Place {
    /// A member of the message's definition.
    fn member(&self, name: &str) -> Place {
        let at = |owner: &Option<String>| owner.as_ref().map(|owner| format!("{owner}/properties/{name}"));
        Place { from: at(&self.from), to: at(&self.to), ..self.clone() }
    }
}

impl Walk<'_> {
    pub(super) fn constants(&mut self) {
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
    pub(super) fn messages(&mut self) {
        let (from, to) = (self.from, self.to);
        let paired = paired(&from.model, &to.model);
        for (name, old) in &from.model.messages {
            let place = Place {
                path: method_path(from, name, &old.method),
                rust: name.clone(),
                from: Some(old.at.clone()),
                ..Place::default()
            };
            match paired.get(name).and_then(|name| to.model.messages.get_key_value(name)) {
                Some((new_name, new)) => {
                    self.message(Place { to: Some(new.at.clone()), ..place }, (name, old), (new_name, new));
                }
                None => self.add(Rule::MethodRemoved, &place, &old.method, ""),
            }
        }
        for (name, new) in &to.model.messages {
            if !paired.values().any(|known| known == name) {
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

    fn message(&mut self, place: Place, (name, old): (&str, &Message), (new_name, new): (&str, &Message)) {
        if name != new_name {
            self.add(Rule::TypeRenamed, &place, name, new_name);
        }
        if kind(name) != kind(new_name) {
            self.add(Rule::KindChanged, &place, kind(name), kind(new_name));
        }
        if old.method != new.method {
            self.add(Rule::MethodStringChanged, &place.member("method"), &old.method, &new.method);
        }
        self.describe(&place.path, old.doc.as_ref(), new.doc.as_ref());
        self.params(&place, old, new);
    }

    fn params(&mut self, place: &Place, old: &Message, new: &Message) {
        let mut place = Place { path: format!("{} params", place.path), ..place.member("params") };
        place.from = place.from.filter(|_| old.params.is_some());
        place.to = place.to.filter(|_| new.params.is_some());
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
                self.add_with(rule, first_params(new, *optional), &place, "", describe_type(new));
            }
            (Some((old, optional)), None) => {
                let rule = if *optional { Rule::FieldRemoved } else { Rule::RequiredFieldRemoved };
                self.add_with(rule, first_params(old, *optional), &place, describe_type(old), "");
            }
            (None, None) => {}
        }
    }

    /// What `methods.toml` says of each direction. The schema's own methods were compared above,
    /// so a row that comes or goes with its message is no second change.
    pub(super) fn rows(&mut self) {
        let (from, to) = (self.from, self.to);
        for old in &from.rows {
            let mut place = self.row_place(old);
            let turned = only_row(&to.rows, &old.name).filter(|_| only_row(&from.rows, &old.name).is_some());
            match (same_direction(&to.rows, old), turned) {
                (Some(new), _) => self.row(&place, old, new),
                (None, Some(new)) => {
                    place.path = format!("method {}", old.name);
                    self.add(Rule::DirectionChanged, &place, old.direction(), new.direction());
                    self.row(&place, old, new);
                }
                (None, None) if in_schema(from, old) && !in_schema(to, old) => {}
                (None, None) => self.add(Rule::MethodRemoved, &place, old.direction(), ""),
            }
        }
        for new in &to.rows {
            let turned = only_row(&from.rows, &new.name).is_some() && only_row(&to.rows, &new.name).is_some();
            let with_message = in_schema(to, new) && !in_schema(from, new);
            if same_direction(&from.rows, new).is_none() && !turned && !with_message {
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
        if old.kind != new.kind && !in_schema(self.from, old) && !in_schema(self.to, new) {
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
        self.capability(place, old, new);
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
        for (old, new, rule) in
            [(&old.result, &new.result, Rule::ResultChanged), (&old.params, &new.params, Rule::ParamsChanged)]
        {
            let text = |name: &Option<String>| name.clone().unwrap_or_default();
            if self.renamed.get(&text(old)).unwrap_or(&text(old)) != &text(new) {
                let ty = |name: &Option<String>| Type::Named(text(name));
                let effects = self.effects(&ty(old), &ty(new));
                self.add_as(rule, effects, rule.api(), place, text(old), text(new));
            }
        }
        if old.params_optional != new.params_optional {
            let rule = if new.params_optional { Rule::ParamsOptional } else { Rule::ParamsRequired };
            self.add(rule, place, "", "");
        }
    }

    fn capability(&mut self, place: &Place, old: &Row, new: &Row) {
        let capability = |row: &Row| {
            row.requires.as_ref().map(|path| format!("{path}{}", if row.requires_unknown_ok { "?" } else { "" }))
        };
        match (capability(old), capability(new)) {
            (None, Some(new)) => self.add(Rule::CapabilityRequired, place, "", new),
            (Some(old), None) => self.add(Rule::CapabilityDropped, place, old, ""),
            (Some(old), Some(new)) if old != new => self.add(Rule::CapabilityChanged, place, old, new),
            _ => {}
        }
    }
}

impl Side {
    /// The messages a named type can occur in, with their directions.
    pub(super) fn messages_with(&self, name: &str) -> Vec<String> {
        let mut found = Vec::new();
        for row in &self.rows {
            let mut params = Vec::new();
            match self.model.messages.get(&row.marker) {
                Some(message) => message.params.iter().for_each(|(ty, _)| ty.names(&mut params)),
                None => params.extend(row.params.clone()),
            }
            if params.iter().any(|root| self.reaches(root, name)) {
                found.push(row.direction());
            }
            if row.result.as_ref().is_some_and(|root| self.reaches(root, name)) {
                found.push(format!("{} {}->{} (answer)", row.name, row.to.word(), row.from.word()));
            }
        }
        found
    }

    fn reaches(&self, root: &str, name: &str) -> bool {
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
    }
}
