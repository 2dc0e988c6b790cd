//! The repaired schema: tolerant in `schema/<version>.json`, which validates whole messages of real
//! peers; strict to tell what a version itself says.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::lower::{Kind as MethodKind, Method, Party, Protocol};
use crate::model::{Field, Kind, Model, Presence, Type, TypeDef};

/// What a schema says of values of later versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// Members of enums, blocks and methods the version does not know pass, and so do other patterns.
    Tolerant,
    /// Only what the version knows passes; objects stay open.
    Strict,
}

/// Prints the file.
pub fn print(protocol: &Protocol) -> String {
    let mut text = serde_json::to_string_pretty(&schema_of(protocol, Profile::Tolerant)).unwrap_or_default();
    text.push('\n');
    text
}

/// The types' definitions alone.
pub fn definitions_of(model: &Model, profile: Profile) -> Map<String, Value> {
    model.types.iter().map(|(name, definition)| (name.clone(), type_def(definition, profile))).collect()
}

/// The whole schema.
pub fn schema_of(protocol: &Protocol, profile: Profile) -> Value {
    let version = &protocol.model.version;
    let mut defs = definitions_of(&protocol.model, profile);
    let mut entries = Vec::new();
    for party in [Party::View, Party::Host, Party::Sandbox] {
        let methods: Vec<&Method> = protocol.methods.iter().filter(|method| method.row.from == party).collect();
        let (own, any) = (format!("{}Method", party.variant()), format!("{}Message", party.variant()));
        let branches: Vec<Value> = methods.iter().map(|method| request(method, profile)).collect();
        defs.insert(own.clone(), json!({ "anyOf": branches }));
        let mut branches = vec![reference(&own)];
        branches.extend((profile == Profile::Tolerant).then(|| unknown(&methods)));
        branches.extend([reference("JsonRpcResult"), reference("JsonRpcError")]);
        let docs = format!("A JSON-RPC message the {} sends.", party.variant());
        defs.insert(any, json!({ "description": docs, "anyOf": branches }));
        entries.push(reference(&own));
    }
    // Not the three messages: a malformed one of one party would pass as another's unknown method.
    let all: Vec<&Method> = protocol.methods.iter().collect();
    entries.extend((profile == Profile::Tolerant).then(|| unknown(&all)));
    entries.extend([reference("JsonRpcResult"), reference("JsonRpcError")]);
    defs.extend(envelopes());
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("MCP Apps {version}, repaired"),
        "description": "Written by `cargo run -p codegen` from the published schema. Validates whole JSON-RPC messages: \
            `#/$defs/ViewMessage`, `#/$defs/HostMessage` and `#/$defs/SandboxMessage` by sender, the root of any sender.",
        "anyOf": entries,
        "$defs": defs,
    })
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// The definitions every message shares.
fn envelopes() -> Map<String, Value> {
    let id = ty(&Type::Id, Profile::Tolerant);
    let envelope = |members: Value, required: Value| json!({ "type": "object", "properties": members, "required": required, "additionalProperties": false });
    let version = json!({ "const": "2.0" });
    let error = json!({
        "type": "object",
        "properties": { "code": { "type": "integer" }, "message": { "type": "string" }, "data": {} },
        "required": ["code", "message"],
        "additionalProperties": {},
    });
    let mut defs = Map::new();
    defs.insert(
        "JsonRpcResult".to_owned(),
        envelope(
            json!({ "jsonrpc": version, "id": id, "result": { "type": "object" } }),
            json!(["jsonrpc", "id", "result"]),
        ),
    );
    defs.insert(
        "JsonRpcError".to_owned(),
        envelope(json!({ "jsonrpc": version, "id": id, "error": error }), json!(["jsonrpc", "error"])),
    );
    defs
}

/// A method that is none of `methods`.
fn unknown(methods: &[&Method]) -> Value {
    let known: BTreeSet<&str> = methods.iter().map(|method| method.row.name.as_str()).collect();
    json!({
        "title": "a method this version does not know",
        "type": "object",
        "properties": {
            "jsonrpc": { "const": "2.0" },
            "id": ty(&Type::Id, Profile::Tolerant),
            "method": { "type": "string", "not": { "enum": known } },
            "params": { "type": "object" },
        },
        "required": ["jsonrpc", "method"],
        "additionalProperties": false,
    })
}

fn request(method: &Method, profile: Profile) -> Value {
    let mut members = Map::new();
    let mut required = vec!["jsonrpc", "method"];
    members.insert("jsonrpc".to_owned(), json!({ "const": "2.0" }));
    members.insert("method".to_owned(), json!({ "const": method.row.name }));
    if method.row.kind == MethodKind::Request {
        members.insert("id".to_owned(), ty(&Type::Id, profile));
        required.push("id");
    }
    members.insert(
        "params".to_owned(),
        method.params.as_ref().map_or_else(|| json!({ "type": "object" }), |params| ty(params, profile)),
    );
    if !method.params_optional {
        required.push("params");
    }
    json!({
        "title": method.row.name,
        "description": method.doc,
        "type": "object",
        "properties": members,
        "required": required,
        "additionalProperties": false,
    })
}

fn type_def(definition: &TypeDef, profile: Profile) -> Value {
    let mut printed = match &definition.kind {
        Kind::Alias(alias) => ty(alias, profile),
        Kind::Enum(members) if members.len() > 1 => {
            let values: Vec<&str> = members.iter().map(|member| member.value.as_str()).collect();
            match profile {
                // Unknown members are for the reader to keep, so the schema lets them pass.
                Profile::Tolerant => json!({ "type": "string", "examples": values }),
                Profile::Strict => json!({ "type": "string", "enum": values }),
            }
        }
        Kind::Enum(members) => json!({ "const": members.first().map(|member| &member.value) }),
        Kind::Struct { fields, tag, forbidden, .. } => {
            let mut printed = object(fields, tag.as_deref(), profile);
            for name in forbidden.iter().filter(|_| profile == Profile::Strict) {
                printed["properties"][name] = json!({ "not": {} });
            }
            printed
        }
        Kind::Tagged(members) => {
            let known: Vec<&String> = members.keys().collect();
            let mut branches: Vec<Value> = members.values().map(|name| reference(name)).collect();
            let unknown = json!({
                "title": "a block this version does not know",
                "type": "object",
                "properties": { "type": { "type": "string", "not": { "enum": known } } },
                "required": ["type"],
            });
            branches.extend((profile == Profile::Tolerant).then_some(unknown));
            json!({ "anyOf": branches })
        }
        Kind::Keyed(members) => {
            let branches: Vec<Value> = members.values().map(|name| reference(name)).collect();
            json!({ "anyOf": branches })
        }
    };
    if let (Some(doc), Value::Object(members)) = (&definition.doc, &mut printed) {
        members.insert("description".to_owned(), json!(doc));
    }
    printed
}

fn object(fields: &std::collections::BTreeMap<String, Field>, tag: Option<&str>, profile: Profile) -> Value {
    let mut members = Map::new();
    let mut required: Vec<&str> = Vec::new();
    if let Some(tag) = tag {
        members.insert("type".to_owned(), json!({ "const": tag }));
        required.push("type");
    }
    for (wire, field) in fields {
        let mut printed = ty(&field.ty, profile);
        if let (Some(doc), Value::Object(printed)) = (&field.doc, &mut printed) {
            printed.insert("description".to_owned(), json!(doc));
        }
        match field.presence {
            Presence::Required => required.push(wire),
            Presence::Optional => {}
            Presence::Defaulted => printed["default"] = json!([]),
        }
        members.insert(wire.clone(), printed);
    }
    let mut printed = json!({ "type": "object", "properties": members, "additionalProperties": {} });
    if !required.is_empty() {
        printed["required"] = json!(required);
    }
    printed
}

/// One type.
pub fn ty(of: &Type, profile: Profile) -> Value {
    match of {
        Type::Any => json!({}),
        Type::Boolean => json!({ "type": "boolean" }),
        Type::Number(bounds) => {
            // An integer JavaScript cannot represent is refused whether upstream bounds it or not.
            let mut printed = if bounds.integer { safe_integer() } else { json!({ "type": "number" }) };
            for (keyword, bound) in [("minimum", &bounds.minimum), ("maximum", &bounds.maximum)] {
                if let Some(bound) = bound {
                    printed[keyword] = json!(bound);
                }
            }
            printed
        }
        Type::Text(text) => {
            let mut printed = json!({ "type": "string" });
            // Upstream's date-time pattern differs between releases; the annotation says enough.
            let pattern = text.pattern.as_ref().filter(|_| profile == Profile::Strict);
            for (keyword, limit) in [("format", text.format.as_ref()), ("pattern", pattern)] {
                if let Some(limit) = limit {
                    printed[keyword] = json!(limit);
                }
            }
            printed
        }
        Type::Id => json!({
            "anyOf": [{ "type": "string" }, safe_integer()],
        }),
        Type::Empty | Type::Permission => json!({ "type": "object" }),
        Type::Schema(like) => like.to_json(false),
        Type::Array(items) => json!({ "type": "array", "items": ty(items, profile) }),
        Type::Map(keys, values) => {
            let mut printed = json!({ "type": "object", "additionalProperties": ty(values, profile) });
            if let Some(keys) = keys {
                printed["propertyNames"] = reference(keys);
            }
            printed
        }
        Type::OneOrMany(one) => {
            let one = ty(one, profile);
            json!({ "anyOf": [one, { "type": "array", "items": one }] })
        }
        Type::Named(name) => reference(name),
    }
}

fn safe_integer() -> Value {
    const LARGEST: i64 = (1 << 53) - 1;
    json!({ "type": "integer", "minimum": -LARGEST, "maximum": LARGEST })
}
