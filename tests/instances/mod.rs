//! Arbitrary JSON that a schema accepts, read off the schema itself.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::strategy::Union;
use serde_json::{Map, Value, json};

/// How large and how odd the instances are.
#[derive(Clone, Copy)]
pub struct Taste {
    /// How many objects deep optional members go.
    pub depth: u32,
    /// Every object that may have a member nobody declared has one.
    pub always_extra: bool,
}

/// Members no version declares.
pub const UNKNOWN: [&str; 2] = ["x-unknown", "x-unknown/2"];

/// Any JSON, a few levels deep.
pub fn any_json() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<i16>().prop_map(|number| Value::from(f64::from(number) / 8.0)),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..3).prop_map(Value::from),
            btree_map(key(), inner, 0..3).prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
    .boxed()
}

/// Keys that collide with real ones now and then.
fn key() -> BoxedStrategy<String> {
    prop_oneof![
        2 => text(),
        1 => prop::sample::select(vec!["type", "_meta", "content", "text", "name", "params", "extra", "--font-sans"])
            .prop_map(str::to_owned),
    ]
    .boxed()
}

fn text() -> BoxedStrategy<String> {
    prop_oneof![3 => "[a-z-]{0,6}", 1 => any::<String>().prop_map(|text| text.chars().take(8).collect())].boxed()
}

/// Instances of the definition `name` of `document`.
pub fn of(document: &Value, name: &str, taste: Taste) -> BoxedStrategy<Value> {
    let definition = document["$defs"].get(name).unwrap_or_else(|| panic!("no definition {name}"));
    instance(document, definition, taste)
}

/// Keywords that say nothing about instances.
const SILENT: [&str; 6] = ["description", "title", "default", "examples", "format", "$schema"];

fn instance(document: &Value, schema: &Value, taste: Taste) -> BoxedStrategy<Value> {
    let keyword = |name: &str| schema.get(name);
    let known = ["$ref", "anyOf", "const", "type", "properties", "required", "additionalProperties"];
    let known = known.into_iter().chain(["propertyNames", "items", "minimum", "maximum", "not"]).chain(SILENT);
    let known: Vec<&str> = known.collect();
    for name in schema.as_object().expect("a schema is an object").keys() {
        assert!(known.contains(&name.as_str()), "the generator of instances doesn't know `{name}`");
    }
    if let Some(reference) = keyword("$ref") {
        let name =
            reference.as_str().and_then(|reference| reference.strip_prefix("#/$defs/")).expect("a local reference");
        return of(document, name, taste);
    }
    if let Some(branches) = keyword("anyOf") {
        let branches = branches.as_array().expect("anyOf is a list");
        // At the bottom the last branch is the smallest: a plain scalar or an unknown block.
        let skip = if taste.depth == 0 { branches.len() - 1 } else { 0 };
        return Union::new(branches.iter().skip(skip).map(|branch| instance(document, branch, taste))).boxed();
    }
    if let Some(value) = keyword("const") {
        return Just(value.clone()).boxed();
    }
    match keyword("type").map(|word| word.as_str().expect("one type")) {
        None => any_json(),
        Some("boolean") => any::<bool>().prop_map(Value::from).boxed(),
        Some("string") => string(schema),
        Some("integer") => number(schema, true),
        Some("number") => number(schema, false),
        Some("array") => {
            let items = instance(document, &schema["items"], taste);
            vec(items, 0..=2.min(taste.depth as usize)).prop_map(Value::from).boxed()
        }
        Some("object") => object(document, schema, taste),
        Some(other) => panic!("the generator of instances doesn't know the type {other}"),
    }
}

fn string(schema: &Value) -> BoxedStrategy<Value> {
    if let Some(taken) = schema.pointer("/not/enum").and_then(Value::as_array).cloned() {
        let free = text().prop_map(Value::from).prop_filter("one of the known", move |text| !taken.contains(text));
        return free.boxed();
    }
    match schema.get("examples").and_then(Value::as_array) {
        Some(members) => {
            prop_oneof![3 => prop::sample::select(members.clone()), 1 => text().prop_map(Value::from)].boxed()
        }
        None => text().prop_map(Value::from).boxed(),
    }
}

fn number(schema: &Value, integer: bool) -> BoxedStrategy<Value> {
    const SAFE: i64 = (1 << 53) - 1;
    let bound = |name: &str, otherwise: f64| schema.get(name).and_then(Value::as_f64).unwrap_or(otherwise);
    let (low, high) = (bound("minimum", -SAFE as f64), bound("maximum", SAFE as f64));
    let whole = (low as i64..=high as i64).prop_flat_map(|whole| {
        // JavaScript tooling writes 1.0 for 1.
        prop_oneof![3 => Just(json!(whole)), 1 => Just(json!(whole as f64))]
    });
    if integer { whole.boxed() } else { prop_oneof![whole, (low..=high).prop_map(Value::from)].boxed() }
}

fn object(document: &Value, schema: &Value, taste: Taste) -> BoxedStrategy<Value> {
    let empty = Map::new();
    let declared = schema.get("properties").and_then(Value::as_object).unwrap_or(&empty);
    let required: Vec<&str> =
        schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    let below = Taste { depth: taste.depth.saturating_sub(1), ..taste };
    let mut members: BoxedStrategy<Map<String, Value>> = Just(Map::new()).boxed();
    for (name, member) in declared {
        let needed = required.contains(&name.as_str());
        if !needed && taste.depth == 0 {
            continue;
        }
        let (value, name) = (instance(document, member, below), name.clone());
        let value = if needed { value.prop_map(Some).boxed() } else { prop::option::weighted(0.4, value).boxed() };
        members = (members, value)
            .prop_map(move |(mut members, value)| {
                members.extend(value.map(|value| (name.clone(), value)));
                members
            })
            .boxed();
    }
    let additional = match schema.get("additionalProperties") {
        Some(Value::Bool(false)) => None,
        Some(additional) => Some(instance(document, additional, below)),
        None => Some(any_json()),
    };
    let Some(additional) = additional else { return members.prop_map(Value::Object).boxed() };
    let names = match schema.get("propertyNames") {
        Some(names) => {
            instance(document, names, below).prop_map(|name| name.as_str().unwrap_or_default().to_owned()).boxed()
        }
        None => prop::sample::select(UNKNOWN.to_vec()).prop_map(str::to_owned).boxed(),
    };
    let count = if taste.always_extra { 1..=2 } else { 0..=1 };
    (members, vec((names, additional), count))
        .prop_map(|(mut members, extra)| {
            members.extend(extra);
            Value::Object(members)
        })
        .boxed()
}
