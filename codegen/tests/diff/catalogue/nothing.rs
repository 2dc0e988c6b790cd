//! What is written differently and means the same.

use serde_json::json;

use super::*;
use crate::upstream::reversed;

pub fn nothing() -> Vec<Case> {
    let reworded = |name, unit: &str, descriptions| Case {
        descriptions,
        ..shape(name, unit, |schema| schema["description"] = json!("Said in other words."), &[])
    };
    let (theme, original) = ("/$defs/McpUiTheme", document("2.0.4"));
    vec![
        reworded("a reworded type", "/$defs/McpUiResourceCsp", 4),
        reworded("a reworded member", &format!("{HOST}/properties/sandbox"), 1),
        reworded("a reworded message", "/$defs/McpUiOpenLinkRequest", 1),
        bytes("the members of every object in another order", reversed(&original)),
        bytes("other white space", serde_json::to_string_pretty(&original).unwrap()),
        shape(
            "the members of an enum in another order",
            theme,
            |schema| {
                schema["anyOf"].as_array_mut().unwrap().reverse();
            },
            &[],
        ),
        shape(
            "a member named twice",
            theme,
            |schema| {
                let items = schema["anyOf"].as_array_mut().unwrap();
                items.push(items[0].clone());
            },
            &[],
        ),
        shape(
            "a requirement named twice",
            APP_INFO,
            |schema| {
                let items = schema["required"].as_array_mut().unwrap();
                items.push(items[0].clone());
            },
            &[],
        ),
        free(
            "a copy replaced by a reference",
            |document| {
                everywhere(document, CONTEXT, |schema| {
                    *property(schema, "theme") =
                        json!({ "$ref": "#/$defs/McpUiTheme", "description": "Current color theme preference." })
                });
            },
            &[],
        ),
        free(
            "constants written as one enum",
            |document| {
                everywhere(document, theme, |schema| {
                    let members = schema.as_object_mut().unwrap();
                    members.remove("anyOf");
                    members
                        .extend([("type".to_owned(), json!("string")), ("enum".to_owned(), json!(["light", "dark"]))]);
                });
            },
            &[],
        ),
        shape("another title", "/$defs/McpUiTheme", |schema| schema["title"] = json!("Theme"), &[]),
    ]
}
