//! Input schemas that strict clients refuse.

use serde_json::Value;

use super::{Findings, rules};

/// Keywords whose value is a schema or a list of schemas.
const SCHEMAS: &[&str] = &[
    "additionalProperties",
    "allOf",
    "anyOf",
    "contains",
    "else",
    "if",
    "items",
    "not",
    "oneOf",
    "prefixItems",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];
/// Keywords whose value names schemas.
const NAMED: &[&str] = &["$defs", "definitions", "dependentSchemas", "patternProperties", "properties"];

/// Looks through a schema and those inside it, and through no names or examples.
pub(super) fn judge(schema: &Value, place: &str, findings: &mut Findings) {
    match schema {
        Value::Array(schemas) => {
            for (index, schema) in schemas.iter().enumerate() {
                judge(schema, &format!("{place}[{index}]"), findings);
            }
        }
        Value::Object(schema) => {
            if schema.contains_key("nullable") {
                findings.add(&rules::SCHEMA_NULLABLE, place, "`nullable` is no word of JSON Schema");
            }
            if let Some(types @ Value::Array(_)) = schema.get("type") {
                findings.add(&rules::SCHEMA_TYPE_ARRAY, format!("{place}.type"), format!("several types: {types}"));
            }
            for (key, value) in schema {
                let place = format!("{place}.{key}");
                match value {
                    Value::Object(named) if NAMED.contains(&key.as_str()) => {
                        for (name, schema) in named {
                            judge(schema, &format!("{place}.{name}"), findings);
                        }
                    }
                    schema if SCHEMAS.contains(&key.as_str()) => judge(schema, &place, findings),
                    _ => {}
                }
            }
        }
        _ => {}
    }
}
