//! An independent judge of safe, lossy and breaking: what one version writes, validated by the
//! other's schema with another implementation of JSON Schema.

use std::collections::BTreeSet;

use codegen::diff::{Effect, Report};
use codegen::emit::{Profile, definitions_of};
use codegen::model::{Kind, Model};
use codegen::source::Spec;
use jsonschema::Validator;
use serde_json::{Map, Value, json};

use crate::instances::Instances;
use crate::mutate::identity;
use crate::upstream::{diff, inputs, release};

/// One version's types, as a strict schema prints them.
struct Version {
    defs: Map<String, Value>,
    /// The objects that upstream leaves open.
    open: BTreeSet<String>,
}

impl Version {
    fn of(model: &Model) -> Version {
        let is_open = |kind: &Kind| matches!(kind, Kind::Struct { closed: false, .. });
        let open = model.types.iter().filter(|(_, definition)| is_open(&definition.kind)).map(|(name, _)| name.clone());
        Version { defs: definitions_of(model, Profile::Strict), open: open.collect() }
    }

    /// Whether a peer takes a value.
    fn takes(&self, name: &str) -> Validator {
        validator(reached(&self.defs, name), name)
    }

    /// Whether it also knows everything in it.
    fn knows(&self, name: &str) -> Validator {
        let mut defs = reached(&self.defs, name);
        for (name, definition) in &mut defs {
            // An open object that declares no member yet.
            if identity(definition) == json!({ "type": "object", "additionalProperties": {} }) {
                *definition =
                    json!({ "type": "object", "patternProperties": { "^x-": {} }, "additionalProperties": false });
            } else if definition.get("properties").is_some() {
                definition["additionalProperties"] = json!(false);
                if self.open.contains(name) {
                    definition["patternProperties"] = json!({ "^x-": {} });
                }
                definition["properties"].as_object_mut().unwrap().values_mut().for_each(empty_flags);
            } else {
                empty_flags(definition);
            }
        }
        validator(defs, name)
    }
}

/// The definitions a type refers to, itself included.
fn reached(defs: &Map<String, Value>, name: &str) -> Map<String, Value> {
    let (mut reached, mut queue) = (Map::new(), vec![name.to_owned()]);
    while let Some(name) = queue.pop() {
        if reached.insert(name.clone(), defs[&name].clone()).is_none() {
            references(&defs[&name], &mut queue);
        }
    }
    reached
}

fn references(schema: &Value, names: &mut Vec<String>) {
    match schema {
        Value::Object(members) => {
            let target = members.get("$ref").and_then(Value::as_str);
            names.extend(target.and_then(|target| target.strip_prefix("#/$defs/")).map(str::to_owned));
            members.values().for_each(|member| references(member, names));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, names)),
        _ => {}
    }
}

/// A peer looks at no member of an object whose presence is its meaning.
fn empty_flags(schema: &mut Value) {
    let bare = ["properties", "additionalProperties"].iter().all(|keyword| schema.get(keyword).is_none());
    if schema["type"] == "object" && bare {
        schema["maxProperties"] = json!(0);
    }
    for keyword in ["items", "additionalProperties"] {
        if let Some(inner) = schema.get_mut(keyword).filter(|inner| is_list_or_record(inner)) {
            empty_flags(inner);
        }
    }
}

fn is_list_or_record(schema: &Value) -> bool {
    schema.as_object().is_some_and(|members| !members.is_empty() && !members.contains_key("properties"))
}

/// Upstream's patterns say what its formats mean, and more exactly: a `date-time` needs no seconds there.
fn format_by_pattern(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            if members.contains_key("pattern") {
                members.remove("format");
            }
            members.values_mut().for_each(format_by_pattern);
        }
        Value::Array(items) => items.iter_mut().for_each(format_by_pattern),
        _ => {}
    }
}

fn validator(mut defs: Map<String, Value>, name: &str) -> Validator {
    defs.values_mut().for_each(format_by_pattern);
    let document = json!({ "$ref": format!("#/$defs/{name}"), "$defs": defs });
    jsonschema::draft202012::options().should_validate_formats(true).build(&document).unwrap()
}

/// What the types' values meet at the other side: old → new, and new → old.
pub fn observed(from: &Spec, to: &Spec) -> Option<(Effect, Effect)> {
    let side = |spec: &Spec| codegen::model(inputs(), spec).ok().map(|model| Version::of(&model));
    let (from, to) = (side(from)?, side(to)?);
    let differs = |name: &&String| {
        let (old, new) = (from.defs.get(*name), to.defs.get(*name));
        let opened = from.open.contains(*name) != to.open.contains(*name);
        old.zip(new).is_some_and(|(old, new)| identity(old) != identity(new) || opened)
    };
    let changed: Vec<&String> = from.defs.keys().filter(differs).collect();
    let worst = |writer: &Version, reader: &Version| {
        changed.iter().map(|name| send(writer, reader, name)).max().unwrap_or(Effect::Safe)
    };
    Some((worst(&from, &to), worst(&to, &from)))
}

fn send(writer: &Version, reader: &Version, name: &str) -> Effect {
    let (own, takes, knows) = (writer.takes(name), reader.takes(name), reader.knows(name));
    let mut worst = Effect::Safe;
    let mut sent = 0;
    let mut instances = Instances { defs: &writer.defs, open: &writer.open, state: 20_260_126 };
    for _ in 0..200 {
        let value = instances.named(name);
        if own.is_valid(&value) {
            sent += 1;
            worst = worst.max(match (takes.is_valid(&value), knows.is_valid(&value)) {
                (true, true) => Effect::Safe,
                (true, false) => Effect::Lossy,
                (false, _) => Effect::Breaking,
            });
        }
    }
    assert!(sent > 10, "of {name}, only {sent} values can be made");
    worst
}

/// What the report says of types, where the oracle can see it: a type's own rules, not those of
/// messages and their rows, and not what a schema inside a tool says.
pub fn claimed(report: &Report) -> (Effect, Effect) {
    let types = report
        .changes
        .iter()
        .filter(|change| !change.path.starts_with("method ") && !change.path.starts_with("const "));
    types.fold((Effect::Safe, Effect::Safe), |(forward, backward), change| {
        (forward.max(change.old_to_new), backward.max(change.new_to_old))
    })
}

#[test]
fn another_validator_agrees_with_every_verdict_of_the_catalogue() {
    // JSON Schemas inside tools are data to the model, whose openness its strict schema does not print.
    // A format beside a pattern says nothing more to the oracle.
    let mut wrong = Vec::new();
    let unseen = ["a schema that upstream closes", "no format"];
    let cases = crate::catalogue::reported();
    for (case, [report, _]) in cases.filter(|(case, _)| !unseen.contains(&case.name) && case.gaps.is_empty()) {
        let [from, to] = &case.sides;
        let (observed, claimed) = (observed(from, to).unwrap(), claimed(report));
        if observed != claimed {
            wrong.push(format!("{}: says {claimed:?}, is {observed:?}", case.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn another_validator_agrees_with_the_history() {
    for pair in ["1.2.2", "1.3.0", "1.4.0", "1.7.0", "1.7.5", "2.0.0", "2.0.4"].windows(2) {
        let (from, to) = (release(pair[0]), release(pair[1]));
        assert_eq!(observed(&from, &to).unwrap(), claimed(&diff(&from, &to)), "{pair:?}");
    }
}
