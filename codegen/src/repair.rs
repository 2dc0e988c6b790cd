//! Named faults of the published schema, each undone by one repair.
//!
//! `spec/lock.toml` lists per version the repairs its bytes need. A listed repair that finds
//! nothing is an error, and so is a fault no listed repair covers: both mean upstream changed.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::error::{Error, Result, Stage};
use crate::schema::{Document, Node, Object, Property, Shape, escape};

/// A repair: its name in `spec/lock.toml` and what it does.
pub struct Repair {
    /// The name.
    pub name: &'static str,
    /// What it undoes.
    pub doc: &'static str,
    apply: Apply,
}

enum Apply {
    /// On the JSON, because the parsed tree could not say it.
    Raw(fn(&mut Value, &mut Vec<String>) -> Result<usize>),
    /// On the parsed tree.
    Tree(fn(&mut Document) -> Result<usize>),
}

/// Every repair, in the order they run.
pub const REPAIRS: [Repair; 6] = [
    Repair {
        name: "nested-definitions",
        doc: "a definition nested in another is referred to as if it stood at the root",
        apply: Apply::Raw(nested_definitions),
    },
    Repair { name: "duplicate-members", doc: "a list names one member twice", apply: Apply::Raw(duplicate_members) },
    Repair {
        name: "undefined-alternative",
        doc: "`anyOf [T, {}]` says `T | undefined`, which JSON cannot hold: the member is optional",
        apply: Apply::Tree(undefined_alternative),
    },
    Repair {
        name: "closed-intersection",
        doc: "`allOf` of closed alternatives accepts nothing: its members are all optional members of one object",
        apply: Apply::Tree(closed_intersection),
    },
    Repair {
        name: "required-map-keys",
        doc: "a map with limited keys requires every key, though any subset is meant",
        apply: Apply::Tree(required_map_keys),
    },
    Repair {
        name: "never-members",
        doc: "a member declared `not: {}` does not exist",
        apply: Apply::Tree(never_members),
    },
];

/// Applies the repairs `listed` for this version, or whichever match when it is not listed.
pub fn repair(mut raw: Value, listed: Option<&[String]>) -> Result<Document> {
    let known = |name: &String| REPAIRS.iter().any(|repair| repair.name == name);
    if let Some(name) = listed.into_iter().flatten().find(|name| !known(name)) {
        return Err(Error::new(Stage::Repair, format!("there is no repair named `{name}`")).at("spec/lock.toml"));
    }
    let mut warnings = Vec::new();
    for repair in &REPAIRS {
        if let Apply::Raw(apply) = repair.apply {
            check(repair, apply(&mut raw, &mut warnings)?, listed)?;
        }
    }
    let mut document = Document::parse(&raw, "")?;
    document.check_refs()?;
    document.warnings = warnings;
    for repair in &REPAIRS {
        if let Apply::Tree(apply) = repair.apply {
            check(repair, apply(&mut document)?, listed)?;
        }
    }
    Ok(document)
}

/// The names of the repairs these bytes need.
pub fn matching(mut raw: Value) -> Result<Vec<String>> {
    let mut names = Vec::new();
    let mut note = |repair: &Repair, places: usize| {
        if places > 0 {
            names.push(repair.name.to_owned());
        }
    };
    for repair in &REPAIRS {
        if let Apply::Raw(apply) = repair.apply {
            note(repair, apply(&mut raw, &mut Vec::new())?);
        }
    }
    let mut document = Document::parse(&raw, "")?;
    for repair in &REPAIRS {
        if let Apply::Tree(apply) = repair.apply {
            note(repair, apply(&mut document)?);
        }
    }
    Ok(names)
}

/// Applies one repair alone, for its golden pairs.
#[cfg(test)]
pub fn alone(name: &str, mut raw: Value) -> Result<Document> {
    let mut warnings = Vec::new();
    let repair = REPAIRS.iter().find(|repair| repair.name == name);
    let Some(repair) = repair else {
        return Err(Error::new(Stage::Repair, format!("there is no repair named `{name}`")));
    };
    if let Apply::Raw(apply) = repair.apply {
        apply(&mut raw, &mut warnings)?;
    }
    let mut document = Document::parse(&raw, "")?;
    document.warnings = warnings;
    document.check_refs()?;
    if let Apply::Tree(apply) = repair.apply {
        apply(&mut document)?;
    }
    Ok(document)
}

fn check(repair: &Repair, places: usize, listed: Option<&[String]>) -> Result<()> {
    let Some(listed) = listed else { return Ok(()) };
    match (listed.iter().any(|name| name == repair.name), places) {
        (true, 0) => Err(Error::new(Stage::Repair, format!("the repair `{}` no longer applies", repair.name))
            .at("spec/lock.toml")
            .remedy("upstream mended it: remove the repair from this version's `repairs`")),
        (false, 1..) => Err(Error::new(Stage::Repair, format!("{} ({places} places)", repair.doc))
            .at("spec/lock.toml")
            .remedy(format!("add \"{}\" to this version's `repairs` if that is still the right reading", repair.name))),
        _ => Ok(()),
    }
}

fn nested_definitions(raw: &mut Value, _: &mut Vec<String>) -> Result<usize> {
    let Some(defs) = raw.get_mut("$defs").and_then(Value::as_object_mut) else {
        return Ok(0);
    };
    let mut hoisted = Map::new();
    let mut places = 0;
    for (owner, schema) in defs.iter_mut() {
        let Some(Value::Object(nested)) = schema.as_object_mut().and_then(|schema| schema.remove("$defs")) else {
            continue;
        };
        places += nested.len();
        for (name, definition) in nested {
            if is_recursive_json(&definition, &name) {
                replace_refs(schema, &name);
                continue;
            }
            let at = format!("/$defs/{}/$defs/{}", escape(owner), escape(&name));
            let clash = hoisted.get(&name).is_some_and(|other| *other != definition);
            if clash || !is_type_name(&name) {
                let why = if clash { "is defined differently elsewhere" } else { "is not a name a type can have" };
                return Err(Error::new(Stage::Repair, format!("the nested definition `{name}` {why}"))
                    .at(at)
                    .remedy("teach codegen/src/repair.rs what it stands for"));
            }
            hoisted.insert(name, definition);
        }
    }
    if let Some(name) = hoisted.keys().find(|name| defs.contains_key(*name)) {
        return Err(Error::new(Stage::Repair, format!("the nested definition `{name}` hides one at the root"))
            .at(format!("/$defs/{name}")));
    }
    defs.extend(hoisted);
    Ok(places)
}

/// Whether a definition is the recursive spelling of "any JSON value".
fn is_recursive_json(definition: &Value, name: &str) -> bool {
    let Some(alternatives) = definition.get("anyOf").and_then(Value::as_array) else {
        return false;
    };
    let own = Value::String(format!("#/$defs/{name}"));
    let kinds: BTreeSet<&str> = alternatives.iter().filter_map(|alternative| alternative["type"].as_str()).collect();
    let recurses = |kind: &str, member: &str| {
        alternatives.iter().any(|alternative| alternative["type"] == kind && alternative[member]["$ref"] == own)
    };
    kinds == BTreeSet::from(["array", "boolean", "null", "number", "object", "string"])
        && alternatives.len() == kinds.len()
        && recurses("object", "additionalProperties")
        && recurses("array", "items")
}

fn replace_refs(schema: &mut Value, name: &str) {
    match schema {
        Value::Object(members) => {
            if members.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix("#/$defs/"))
                == Some(name)
            {
                members.remove("$ref");
            }
            members.values_mut().for_each(|member| replace_refs(member, name));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| replace_refs(item, name)),
        _ => {}
    }
}

/// Whether `name` can name a Rust type as it stands.
pub fn is_type_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase()) && name.chars().all(|c| c.is_ascii_alphanumeric())
}

fn duplicate_members(raw: &mut Value, warnings: &mut Vec<String>) -> Result<usize> {
    fn walk(value: &mut Value, at: &str, found: &mut Vec<String>) -> usize {
        let mut places = 0;
        match value {
            Value::Object(members) => {
                for (name, member) in members {
                    let at = format!("{at}/{}", escape(name));
                    if let ("anyOf" | "enum" | "required", Value::Array(items)) = (name.as_str(), &mut *member) {
                        places += dedupe(items, &at, found);
                    }
                    places += walk(member, &at, found);
                }
            }
            Value::Array(items) => {
                for (i, item) in items.iter_mut().enumerate() {
                    places += walk(item, &format!("{at}/{i}"), found);
                }
            }
            _ => {}
        }
        places
    }
    fn dedupe(items: &mut Vec<Value>, at: &str, found: &mut Vec<String>) -> usize {
        let mut seen: Vec<Value> = Vec::new();
        let before = items.len();
        items.retain(|item| {
            let first = !seen.contains(item);
            if first {
                seen.push(item.clone());
            } else {
                let member = item.get("const").unwrap_or(item);
                found.push(format!("{at}: {member} stands twice; the second was dropped"));
            }
            first
        });
        before - items.len()
    }
    Ok(walk(raw, "", warnings))
}

fn everywhere(document: &mut Document, mut f: impl FnMut(&mut Node) -> Result<()>) -> Result<()> {
    document.defs.values_mut().try_for_each(|node| node.rewrite("", &mut |node, _| f(node)))
}

fn undefined_alternative(document: &mut Document) -> Result<usize> {
    let mut places = 0;
    everywhere(document, |node| {
        if let Shape::Object(object) = &mut node.shape {
            for property in object.properties.values_mut() {
                if let Some(defined) = defined(&mut property.node) {
                    property.node.shape = defined;
                    property.required = false;
                    places += 1;
                }
            }
        }
        if let Shape::Map(map) = &mut node.shape
            && let Some(defined) = defined(&mut map.values)
        {
            map.values.shape = defined;
            places += 1;
        }
        Ok(())
    })?;
    Ok(places)
}

/// `T` of `anyOf [T, {}]`.
fn defined(node: &mut Node) -> Option<Shape> {
    let Shape::AnyOf(alternatives) = &node.shape else {
        return None;
    };
    match alternatives.as_slice() {
        [one, other] if other.shape == Shape::Any && one.shape != Shape::Any => Some(one.shape.clone()),
        _ => None,
    }
}

fn closed_intersection(document: &mut Document) -> Result<usize> {
    let mut places = 0;
    everywhere(document, |node| {
        let Shape::AllOf(parts) = &node.shape else {
            return Ok(());
        };
        let mut merged = Object {
            properties: Default::default(),
            undeclared: vec![],
            open: false,
            closed_upstream: true,
            forbidden: vec![],
        };
        for part in parts {
            let alternatives = match &part.shape {
                Shape::AnyOf(alternatives) => alternatives.as_slice(),
                _ => std::slice::from_ref(part),
            };
            for alternative in alternatives {
                let Shape::Object(object) = &alternative.shape else {
                    return Err(Error::new(Stage::Repair, "an intersection of something other than closed objects")
                        .at(&alternative.at));
                };
                for (name, property) in &object.properties {
                    let optional = Property { required: false, ..property.clone() };
                    if let Some(other) = merged.properties.insert(name.clone(), optional)
                        && other.node.key() != property.node.key()
                    {
                        return Err(Error::new(Stage::Repair, format!("`{name}` is declared twice, differently"))
                            .at(&property.node.at));
                    }
                }
            }
        }
        node.shape = Shape::Object(merged);
        places += 1;
        Ok(())
    })?;
    Ok(places)
}

fn required_map_keys(document: &mut Document) -> Result<usize> {
    let mut places = 0;
    everywhere(document, |node| {
        if let Shape::Map(map) = &mut node.shape
            && map.keys.is_some()
            && !map.required.is_empty()
        {
            map.required.clear();
            places += 1;
        }
        Ok(())
    })?;
    Ok(places)
}

fn never_members(document: &mut Document) -> Result<usize> {
    let mut places = 0;
    everywhere(document, |node| {
        if let Shape::Object(object) = &mut node.shape {
            let required =
                object.properties.values().find(|property| property.required && property.node.shape == Shape::Never);
            if let Some(property) = required {
                return Err(Error::new(Stage::Repair, "a member that must be there and may not").at(&property.node.at));
            }
            let never = object.properties.iter().filter(|(_, property)| property.node.shape == Shape::Never);
            object.forbidden = never.map(|(name, _)| name.clone()).collect();
            object.properties.retain(|_, property| property.node.shape != Shape::Never);
            places += object.forbidden.len();
        }
        Ok(())
    })?;
    Ok(places)
}
