//! Enums, constants, unions and tags.

use serde_json::{Value, json};

use super::*;

pub fn sets() -> Vec<Case> {
    let constant = |value: &str| json!({ "type": "string", "const": value });
    let push = |schema: &mut Value, keyword: &str, item: Value| schema[keyword].as_array_mut().unwrap().push(item);
    let video = || {
        json!({
            "type": "object",
            "properties": { "type": constant("video"), "data": { "type": "string" } },
            "required": ["type", "data"],
            "additionalProperties": false,
        })
    };
    vec![
        shape(
            "a constant more",
            "/$defs/McpUiDisplayMode",
            |schema| push(schema, "anyOf", constant("split")),
            &["enum-member-added McpUiDisplayMode @ /$defs/McpUiDisplayMode"],
        ),
        shape(
            "a constant less",
            "/$defs/McpUiDisplayMode",
            |schema| drop(schema["anyOf"].as_array_mut().unwrap().pop()),
            &["enum-member-removed McpUiDisplayMode @ /$defs/McpUiDisplayMode"],
        ),
        shape(
            "a member of an enum more",
            ANNOTATIONS,
            |schema| {
                push(&mut property(schema, "audience")["items"], "enum", json!("app"));
            },
            &[
                "enum-member-added Role @ /$defs/McpUiDownloadFileRequest/properties/params/properties/contents/items/anyOf/0/properties/annotations/properties/audience/items",
            ],
        ),
        shape(
            "another constant",
            "/$defs/McpUiMessageRequest/properties/params",
            |schema| {
                property(schema, "role")["const"] = json!("human");
            },
            &[
                "enum-member-added McpUiMessageRole @ /$defs/McpUiMessageRequest/properties/params/properties/role",
                "enum-member-removed McpUiMessageRole @ /$defs/McpUiMessageRequest/properties/params/properties/role",
            ],
        ),
        free(
            "a key more",
            |document| {
                let unit = "/$defs/McpUiStyles/propertyNames";
                everywhere(document, unit, |schema| push(schema, "anyOf", constant("--color-new")));
            },
            &["enum-member-added McpUiStyleVariableKey @ /$defs/McpUiStyleVariableKey"],
        ),
        shape(
            "any key",
            "/$defs/McpUiStyles",
            |schema| {
                schema["propertyNames"] = json!({ "type": "string" });
                schema.as_object_mut().unwrap().remove("required");
            },
            &[
                "type-widened McpUiHostStyles.variables @ /$defs/McpUiHostStyles/properties/variables",
                "type-widened McpUiStyles @ /$defs/McpUiStyles",
            ],
        ),
        shape(
            "an alternative more",
            &format!("{CONTENT}/items"),
            |schema| push(schema, "anyOf", video()),
            &[
                "type-added VideoContent @ - -> /$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/5",
                "union-member-added ContentBlock @ /$defs/McpUiMessageRequest/properties/params/properties/content/items",
            ],
        ),
        Case {
            gaps: &SAMPLING,
            ..shape(
                "an alternative less",
                &format!("{CONTENT}/items"),
                |schema| {
                    schema["anyOf"]
                        .as_array_mut()
                        .unwrap()
                        .retain(|block| block["properties"]["type"]["const"] != "audio");
                },
                &[
                    "type-removed AudioContent @ /$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/2 -> -",
                    "union-member-removed ContentBlock @ /$defs/McpUiMessageRequest/properties/params/properties/content/items",
                ],
            )
        },
        Case {
            gaps: &SAMPLING,
            ..shape(
                "another tag",
                &format!("{CONTENT}/items/anyOf/2"),
                |schema| {
                    property(schema, "type")["const"] = json!("sound");
                },
                &[
                    "type-added SoundContent @ - -> /$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/2",
                    "type-removed AudioContent @ /$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/2 -> -",
                    "union-member-added ContentBlock @ /$defs/McpUiMessageRequest/properties/params/properties/content/items",
                    "union-member-removed ContentBlock @ /$defs/McpUiMessageRequest/properties/params/properties/content/items",
                ],
            )
        },
        pair(
            "another tag outside a union",
            |document| tagged(document, "open"),
            |document| tagged(document, "opened"),
            &[
                "tag-changed Icon.type @ /$defs/McpUiDownloadFileRequest/properties/params/properties/contents/items/anyOf/1/properties/icons/items",
            ],
        ),
    ]
}

fn tagged(document: &mut Value, tag: &str) {
    everywhere(document, &format!("{APP_INFO}/properties/icons/items"), |schema| {
        *property(schema, "type") = json!({ "type": "string", "const": tag });
        require(schema, "type", true);
    });
}
