//! Values a version may write, made from its strict schema.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

/// Strings that formats and patterns tell apart.
const TEXTS: [&str; 16] = [
    "2026-01-26T10:20:30Z",
    "2026-01-26T10:20Z",
    "2026-01-26T10:20:30.25Z",
    "2026-01-26T10:20:30+01:00",
    "2026-01-26T10:20+01:00",
    "2024-02-29T10:20:30Z",
    "2026-12-31T23:59:60Z",
    "2026-01-26t10:20:30z",
    "2026-01-26",
    "2026-12-31",
    "10:20:30",
    "novel",
    "",
    "https://example.com/",
    "ui://a/b",
    "a text of several words",
];

/// Makes values of one version's types.
pub struct Instances<'a> {
    /// The strict definitions.
    pub defs: &'a Map<String, Value>,
    /// The objects to which upstream lets a writer add members of its own.
    pub open: &'a BTreeSet<String>,
    /// What the next choice hangs on.
    pub state: u64,
}

impl Instances<'_> {
    /// Any number from 0 to below `count`.
    fn choose(&mut self, count: usize) -> usize {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) as usize % count.max(1)
    }

    /// A value of the named type.
    pub fn named(&mut self, name: &str) -> Value {
        let defs = self.defs;
        let mut value = self.value(&defs[name]);
        if self.open.contains(name)
            && self.choose(2) == 0
            && let Some(members) = value.as_object_mut()
        {
            members.insert("x-vendor".to_owned(), json!(1));
        }
        value
    }

    fn value(&mut self, schema: &Value) -> Value {
        if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
            return self.named(name.strip_prefix("#/$defs/").unwrap());
        }
        if let Some(alternatives) = schema.get("anyOf").and_then(Value::as_array) {
            let chosen = self.choose(alternatives.len());
            return self.value(&alternatives[chosen]);
        }
        if let Some(constant) = schema.get("const") {
            return constant.clone();
        }
        if let Some(members) = schema.get("enum").and_then(Value::as_array) {
            return members[self.choose(members.len())].clone();
        }
        match schema.get("type").and_then(Value::as_str) {
            Some("boolean") => json!(self.choose(2) == 0),
            Some("string") => self.text(schema),
            Some(kind @ ("number" | "integer")) => self.number(schema, kind == "integer"),
            Some("array") => (0..self.choose(3)).map(|_| self.value(&schema["items"])).collect(),
            Some("object") => self.object(schema),
            _ => self.any(),
        }
    }

    fn any(&mut self) -> Value {
        let values = [json!(null), json!(true), json!(7), json!("novel"), json!([1]), json!({ "x-a": 1 })];
        values[self.choose(values.len())].clone()
    }

    fn text(&mut self, schema: &Value) -> Value {
        let pattern =
            schema.get("pattern").and_then(Value::as_str).map(|pattern| regress::Regex::new(pattern).unwrap());
        let fits = |text: &&str| pattern.as_ref().is_none_or(|pattern| pattern.find(text).is_some());
        let fitting: Vec<&str> = TEXTS.into_iter().filter(fits).collect();
        fitting.get(self.choose(fitting.len())).copied().unwrap_or_default().into()
    }

    fn number(&mut self, schema: &Value, integer: bool) -> Value {
        let bound = |keyword: &str| schema.get(keyword).cloned();
        let mut values: Vec<Value> = [bound("minimum"), bound("maximum")].into_iter().flatten().collect();
        values.extend([json!(0), json!(1), json!(-1), json!(9_000_000)]);
        if !integer {
            values.extend([json!(0.5), json!(0.25)]);
        }
        values[self.choose(values.len())].clone()
    }

    fn object(&mut self, schema: &Value) -> Value {
        let mut value = Map::new();
        let none = Map::new();
        let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
        let required = schema.get("required").and_then(Value::as_array);
        // All of the optional members, none, or some.
        let share = self.choose(3);
        for (name, property) in properties.iter().filter(|(_, property)| property.get("not").is_none()) {
            let must = required.is_some_and(|names| names.iter().any(|other| other == name));
            if must || share == 0 || (share == 1 && self.choose(2) == 0) {
                value.insert(name.clone(), self.value(property));
            }
        }
        if let (None, Some(values)) = (schema.get("properties"), schema.get("additionalProperties")) {
            for index in 0..self.choose(3) {
                let key = match schema.get("propertyNames") {
                    Some(names) => self.value(names).as_str().unwrap_or_default().to_owned(),
                    None => format!("x-{index}"),
                };
                value.insert(key, self.value(values));
            }
        }
        value.into()
    }
}
