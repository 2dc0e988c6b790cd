//! Mutations of upstream's bytes: where schemas stand, which are copies, and edits of all of them.

use serde_json::{Map, Value, json};

const ANNOTATIONS: [&str; 6] = ["description", "title", "$schema", "$id", "$defs", "default"];

/// Calls `visit` with every schema of the document and its pointer, outermost first.
pub fn schemas<'a>(document: &'a Value, visit: &mut impl FnMut(&str, &'a Value)) {
    for (name, schema) in document["$defs"].as_object().unwrap() {
        below(&format!("/$defs/{}", escape(name)), schema, visit);
    }
}

fn below<'a>(at: &str, schema: &'a Value, visit: &mut impl FnMut(&str, &'a Value)) {
    visit(at, schema);
    let Some(members) = schema.as_object() else { return };
    for (keyword, value) in members {
        let at = format!("{at}/{}", escape(keyword));
        match keyword.as_str() {
            "properties" => {
                for (name, property) in value.as_object().unwrap() {
                    below(&format!("{at}/{}", escape(name)), property, visit);
                }
            }
            "anyOf" | "allOf" => {
                for (index, item) in value.as_array().unwrap().iter().enumerate() {
                    below(&format!("{at}/{index}"), item, visit);
                }
            }
            "items" | "additionalProperties" | "propertyNames" => below(&at, value, visit),
            _ => {}
        }
    }
}

pub fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// A schema without what says nothing of the values it accepts.
pub fn identity(schema: &Value) -> Value {
    let Some(members) = schema.as_object() else { return schema.clone() };
    let mut kept = Map::new();
    for (keyword, value) in members {
        let value = match keyword.as_str() {
            // A property may be called as an annotation is.
            "properties" => value.as_object().unwrap().iter().map(|(name, of)| (name.clone(), identity(of))).collect(),
            "anyOf" | "allOf" => value.as_array().unwrap().iter().map(identity).collect(),
            "items" | "additionalProperties" | "propertyNames" => identity(value),
            keyword if ANNOTATIONS.contains(&keyword) => continue,
            _ => value.clone(),
        };
        kept.insert(keyword.clone(), value);
    }
    Value::Object(kept)
}

/// The pointers of every schema equal to the one at `unit`, that one included.
pub fn copies(document: &Value, unit: &str) -> Vec<String> {
    let wanted = identity(document.pointer(unit).unwrap_or_else(|| panic!("nothing at {unit}")));
    let mut found = Vec::new();
    schemas(document, &mut |at, schema| {
        if identity(schema) == wanted {
            found.push(at.to_owned());
        }
    });
    found
}

/// Edits the schema at `unit` and all its copies.
pub fn everywhere(document: &mut Value, unit: &str, edit: impl Fn(&mut Value)) -> usize {
    let copies = copies(document, unit);
    for at in &copies {
        edit(document.pointer_mut(at).unwrap());
    }
    copies.len()
}

/// What can be done to a schema, whatever it is.
#[derive(Clone, Copy, Debug)]
pub enum Edit {
    Describe,
    AddOptional,
    AddRequired,
    DropProperty(usize),
    FlipRequired(usize),
    FlipClosed,
    DropAlternative(usize),
    DuplicateAlternative(usize),
    AddConstant,
    ReplaceConstant,
    DropBound,
    MoveBound(i64),
    DropPattern,
    DropFormat,
    Integer,
    Any,
    Become(usize),
    Forbid(usize),
}

/// The schemas an edit can put in the place of another.
const REPLACEMENTS: [&str; 6] = [
    r#"{"type":"boolean"}"#,
    r#"{"type":"string"}"#,
    r#"{"type":"number"}"#,
    r#"{"type":"array","items":{"type":"string"}}"#,
    r#"{"type":"object","propertyNames":{"type":"string"},"additionalProperties":{}}"#,
    r#"{"type":"object","properties":{},"additionalProperties":false}"#,
];

impl Edit {
    /// Applies it; `false` when the schema has nothing it is about.
    pub fn apply(self, schema: &mut Value) -> bool {
        let before = schema.clone();
        if schema.as_object().is_none() {
            return false;
        }
        match self {
            Edit::Describe => schema["description"] = json!("Said in other words."),
            Edit::AddOptional | Edit::AddRequired => add(schema, matches!(self, Edit::AddRequired)),
            Edit::DropProperty(index) => {
                if let Some(name) = property(schema, index) {
                    schema["properties"].as_object_mut().unwrap().remove(&name);
                    require(schema, &name, false);
                }
            }
            Edit::FlipRequired(index) => {
                if let Some(name) = property(schema, index) {
                    let required = schema["required"].as_array().is_some_and(|names| names.contains(&json!(name)));
                    require(schema, &name, !required);
                }
            }
            Edit::FlipClosed if schema.get("properties").is_some() => {
                let closed = schema["additionalProperties"] == json!(false);
                schema["additionalProperties"] = if closed { json!({}) } else { json!(false) };
            }
            Edit::DropAlternative(index) => alternatives(schema, |items| drop(items.remove(index % items.len()))),
            Edit::DuplicateAlternative(index) => {
                alternatives(schema, |items| items.push(items[index % items.len()].clone()));
            }
            Edit::AddConstant => alternatives(schema, |items| match &items[0] {
                Value::String(_) => items.push(json!("novel")),
                item if item.get("const").is_some() => items.push(json!({ "type": "string", "const": "novel" })),
                _ => {}
            }),
            Edit::ReplaceConstant if schema.get("const").is_some() => schema["const"] = json!("novel"),
            Edit::DropBound => drop(schema.as_object_mut().unwrap().remove("maximum")),
            Edit::MoveBound(by) => move_bounds(schema, by),
            Edit::DropPattern => drop(schema.as_object_mut().unwrap().remove("pattern")),
            Edit::DropFormat => drop(schema.as_object_mut().unwrap().remove("format")),
            Edit::Integer if schema["type"] == "number" => schema["type"] = json!("integer"),
            Edit::Any => *schema = json!({}),
            Edit::Become(index) => *schema = serde_json::from_str(REPLACEMENTS[index % REPLACEMENTS.len()]).unwrap(),
            Edit::Forbid(index) => {
                if let Some(name) = property(schema, index) {
                    schema["properties"][&name] = json!({ "not": {} });
                    require(schema, &name, false);
                }
            }
            Edit::FlipClosed | Edit::ReplaceConstant | Edit::Integer => {}
        }
        *schema != before
    }
}

fn add(schema: &mut Value, required: bool) {
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        properties.insert("novel".to_owned(), json!({ "type": "string" }));
        require(schema, "novel", required);
    }
}

fn property(schema: &Value, index: usize) -> Option<String> {
    let properties = schema.get("properties")?.as_object()?;
    properties.keys().nth(index % properties.len().max(1)).cloned()
}

/// Puts a member into `required`, or takes it out.
pub fn require(schema: &mut Value, name: &str, required: bool) {
    let mut names: Vec<Value> = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    names.retain(|other| other != name);
    names.extend(required.then(|| json!(name)));
    if names.is_empty() {
        schema.as_object_mut().unwrap().remove("required");
    } else {
        schema["required"] = names.into();
    }
}

fn alternatives(schema: &mut Value, edit: impl FnOnce(&mut Vec<Value>)) {
    for keyword in ["anyOf", "enum"] {
        if let Some(items) = schema.get_mut(keyword).and_then(Value::as_array_mut).filter(|items| items.len() > 1) {
            return edit(items);
        }
    }
}

fn move_bounds(schema: &mut Value, by: i64) {
    for (keyword, by) in [("minimum", -by), ("maximum", by)] {
        if let Some(bound) = schema.get_mut(keyword) {
            *bound = json!(bound.as_i64().unwrap().saturating_add(by));
        }
    }
}
