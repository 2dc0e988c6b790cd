//! `schema/<version>.json`: the repaired schema, which validates whole messages of real peers.

use serde_json::{Map, Value, json};

use crate::lower::{Kind as MethodKind, Method, Party, Protocol};
use crate::model::{Field, Kind, Presence, Type, TypeDef};

/// Prints the schema.
pub fn print(protocol: &Protocol) -> String {
    let version = &protocol.model.version;
    let mut defs: Map<String, Value> =
        protocol.model.types.iter().map(|(name, definition)| (name.clone(), type_def(name, definition))).collect();
    let mut entries = Vec::new();
    for party in [Party::View, Party::Host, Party::Sandbox] {
        let methods: Vec<&Method> = protocol.methods.iter().filter(|method| method.row.from == party).collect();
        let name = format!("{}Message", party.variant());
        defs.insert(name.clone(), message(party, &methods));
        entries.push(reference(&name));
    }
    defs.extend(envelopes());
    let mut text = serde_json::to_string_pretty(&json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("MCP Apps {version}, repaired"),
        "description": "Written by `cargo run -p codegen` from the published schema. Validates whole JSON-RPC messages: \
            `#/$defs/ViewMessage`, `#/$defs/HostMessage` and `#/$defs/SandboxMessage` by sender.",
        "anyOf": entries,
        "$defs": defs,
    }))
    .unwrap_or_default();
    text.push('\n');
    text
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// The definitions every message shares.
fn envelopes() -> Map<String, Value> {
    let id = json!({ "anyOf": [{ "type": "string" }, { "type": "integer" }] });
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

/// Everything one party sends: a branch per method, one for methods nobody knows, and answers.
fn message(party: Party, methods: &[&Method]) -> Value {
    let mut known: Vec<&str> = methods.iter().map(|method| method.row.name.as_str()).collect();
    known.dedup();
    let mut branches: Vec<Value> = methods.iter().map(|method| request(method)).collect();
    branches.push(json!({
        "title": "a method this version does not know",
        "type": "object",
        "properties": {
            "jsonrpc": { "const": "2.0" },
            "id": { "anyOf": [{ "type": "string" }, { "type": "integer" }] },
            "method": { "type": "string", "not": { "enum": known } },
            "params": { "type": "object" },
        },
        "required": ["jsonrpc", "method"],
        "additionalProperties": false,
    }));
    branches.extend([reference("JsonRpcResult"), reference("JsonRpcError")]);
    json!({ "description": format!("A JSON-RPC message the {} sends.", party.variant()), "anyOf": branches })
}

fn request(method: &Method) -> Value {
    let mut members = Map::new();
    let mut required = vec!["jsonrpc", "method"];
    members.insert("jsonrpc".to_owned(), json!({ "const": "2.0" }));
    members.insert("method".to_owned(), json!({ "const": method.row.name }));
    if method.row.kind == MethodKind::Request {
        members.insert("id".to_owned(), json!({ "anyOf": [{ "type": "string" }, { "type": "integer" }] }));
        required.push("id");
    }
    members.insert("params".to_owned(), method.params.as_ref().map_or_else(|| json!({ "type": "object" }), ty));
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

fn type_def(_name: &str, definition: &TypeDef) -> Value {
    let mut printed = match &definition.kind {
        Kind::Alias(alias) => ty(alias),
        // Unknown members are for the reader to keep, so the schema lets them pass.
        Kind::Enum(members) if members.len() > 1 => {
            let values: Vec<&str> = members.iter().map(|member| member.value.as_str()).collect();
            json!({ "type": "string", "examples": values })
        }
        Kind::Enum(members) => json!({ "const": members.first().map(|member| &member.value) }),
        Kind::Struct { fields, tag, .. } => object(fields, tag.as_deref()),
        Kind::Tagged(members) => {
            let known: Vec<&String> = members.keys().collect();
            let mut branches: Vec<Value> = members.values().map(|name| reference(name)).collect();
            branches.push(json!({
                "title": "a block this version does not know",
                "type": "object",
                "properties": { "type": { "type": "string", "not": { "enum": known } } },
                "required": ["type"],
            }));
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

fn object(fields: &std::collections::BTreeMap<String, Field>, tag: Option<&str>) -> Value {
    let mut members = Map::new();
    let mut required: Vec<&str> = Vec::new();
    if let Some(tag) = tag {
        members.insert("type".to_owned(), json!({ "const": tag }));
        required.push("type");
    }
    for (wire, field) in fields {
        let mut printed = ty(&field.ty);
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

fn ty(ty_: &Type) -> Value {
    match ty_ {
        Type::Any => json!({}),
        Type::Boolean => json!({ "type": "boolean" }),
        Type::Number(bounds) => {
            let mut printed = json!({ "type": if bounds.integer { "integer" } else { "number" } });
            for (keyword, bound) in [("minimum", &bounds.minimum), ("maximum", &bounds.maximum)] {
                if let Some(bound) = bound {
                    printed[keyword] = json!(bound);
                }
            }
            printed
        }
        // Upstream's date-time pattern differs between releases; the annotation says enough.
        Type::Text(text) => match &text.format {
            Some(format) => json!({ "type": "string", "format": format }),
            None => json!({ "type": "string" }),
        },
        Type::Id => json!({
            "anyOf": [{ "type": "string" }, { "type": "integer", "minimum": -MAX_SAFE_INTEGER, "maximum": MAX_SAFE_INTEGER }],
        }),
        Type::Empty | Type::Permission => json!({ "type": "object" }),
        Type::Schema(like) => like.to_json(false),
        Type::Array(items) => json!({ "type": "array", "items": ty(items) }),
        Type::Map(keys, values) => {
            let mut printed = json!({ "type": "object", "additionalProperties": ty(values) });
            if let Some(keys) = keys {
                printed["propertyNames"] = reference(keys);
            }
            printed
        }
        Type::OneOrMany(one) => {
            json!({ "anyOf": [ty(one), { "type": "array", "items": ty(one) }] })
        }
        Type::Named(name) => reference(name),
    }
}

const MAX_SAFE_INTEGER: i64 = (1 << 53) - 1;
