//! Members, values and objects.

use serde_json::{Value, json};

use super::*;

/// Another schema with the same description.
fn replace(schema: &mut Value, mut other: Value) {
    other["description"] = schema["description"].take();
    *schema = other;
}

pub fn fields() -> Vec<Case> {
    let text = || json!({ "type": "string" });
    vec![
        shape(
            "an optional member more",
            HOST,
            |schema| *property(schema, "bookmark") = text(),
            &["field-added McpUiHostCapabilities.bookmark @ - -> /$defs/McpUiHostCapabilities/properties/bookmark"],
        ),
        shape(
            "a required member more",
            HOST,
            |schema| {
                *property(schema, "bookmark") = text();
                require(schema, "bookmark", true);
            },
            &[
                "required-field-added McpUiHostCapabilities.bookmark @ - -> /$defs/McpUiHostCapabilities/properties/bookmark",
            ],
        ),
        shape(
            "a member that may be left out",
            APP_INFO,
            |schema| require(schema, "version", false),
            &[
                "field-optional Implementation.version @ /$defs/McpUiInitializeRequest/properties/params/properties/appInfo/properties/version",
            ],
        ),
        shape(
            "an empty list where nothing was said",
            CONTEXT,
            |schema| {
                property(schema, "availableDisplayModes")["default"] = json!([]);
            },
            &[
                "default-added McpUiHostContext.availableDisplayModes @ /$defs/McpUiHostContext/properties/availableDisplayModes",
            ],
        ),
        shape(
            "no empty list for a missing one",
            RESULT,
            |schema| {
                property(schema, "content").as_object_mut().unwrap().remove("default");
            },
            &[
                "field-required CallToolResult.content @ /$defs/McpUiToolResultNotification/properties/params/properties/content",
            ],
        ),
        shape(
            "a member that may not be there",
            HOST,
            |schema| *property(schema, "logging") = json!({ "not": {} }),
            &["field-removed McpUiHostCapabilities.logging @ /$defs/McpUiHostCapabilities/properties/logging -> -"],
        ),
        shape(
            "a stranger that may not be there",
            HOST,
            |schema| {
                *property(schema, "stranger") = json!({ "not": {} });
            },
            &[
                "member-forbidden McpUiHostCapabilities.stranger @ - -> /$defs/McpUiHostCapabilities/properties/stranger",
            ],
        ),
        shape(
            "a presence flag that says something",
            HOST,
            |schema| {
                *property(property(schema, "openLinks"), "schemes") = json!({ "type": "array", "items": text() });
            },
            &[
                "type-added McpUiHostCapabilitiesOpenLinks @ - -> /$defs/McpUiHostCapabilities/properties/openLinks",
                "type-widened McpUiHostCapabilities.openLinks @ /$defs/McpUiHostCapabilities/properties/openLinks",
            ],
        ),
    ]
}

pub fn values() -> Vec<Case> {
    let size = "/$defs/McpUiSizeChangedNotification/properties/params";
    vec![
        shape(
            "any value",
            OPEN_LINK,
            |schema| replace(property(schema, "url"), json!({})),
            &[
                "type-widened McpUiOpenLinkRequestParams.url @ /$defs/McpUiOpenLinkRequest/properties/params/properties/url",
            ],
        ),
        shape(
            "another type",
            OPEN_LINK,
            |schema| replace(property(schema, "url"), json!({ "type": "boolean" })),
            &[
                "type-changed McpUiOpenLinkRequestParams.url @ /$defs/McpUiOpenLinkRequest/properties/params/properties/url",
            ],
        ),
        shape(
            "whole numbers only",
            size,
            |schema| property(schema, "width")["type"] = json!("integer"),
            &[
                "type-narrowed McpUiSizeChangedNotificationParams.width @ /$defs/McpUiSizeChangedNotification/properties/params/properties/width",
            ],
        ),
        shape(
            "a lower minimum",
            ANNOTATIONS,
            |schema| property(schema, "priority")["minimum"] = json!(-1),
            &[
                "bound-loosened Annotations.priority @ /$defs/McpUiDownloadFileRequest/properties/params/properties/contents/items/anyOf/0/properties/annotations/properties/priority",
            ],
        ),
        shape(
            "no maximum",
            ANNOTATIONS,
            |schema| {
                property(schema, "priority").as_object_mut().unwrap().remove("maximum");
            },
            &[
                "bound-loosened Annotations.priority @ /$defs/McpUiDownloadFileRequest/properties/params/properties/contents/items/anyOf/0/properties/annotations/properties/priority",
            ],
        ),
        shape(
            "shifted bounds",
            ANNOTATIONS,
            |schema| {
                property(schema, "priority")["minimum"] = json!(-1);
                property(schema, "priority")["maximum"] = json!(0.5);
            },
            &[
                "bound-changed Annotations.priority @ /$defs/McpUiDownloadFileRequest/properties/params/properties/contents/items/anyOf/0/properties/annotations/properties/priority",
            ],
        ),
        shape(
            "no pattern",
            ANNOTATIONS,
            |schema| {
                property(schema, "lastModified").as_object_mut().unwrap().remove("pattern");
            },
            &[
                "text-loosened Annotations.lastModified @ /$defs/McpUiDownloadFileRequest/properties/params/properties/contents/items/anyOf/0/properties/annotations/properties/lastModified",
            ],
        ),
        shape(
            "another pattern",
            ANNOTATIONS,
            |schema| {
                property(schema, "lastModified")["pattern"] = json!("^\\d{4}-\\d{2}-\\d{2}$");
            },
            &[
                "text-changed Annotations.lastModified @ /$defs/McpUiDownloadFileRequest/properties/params/properties/contents/items/anyOf/0/properties/annotations/properties/lastModified",
            ],
        ),
        shape(
            "no format",
            ANNOTATIONS,
            |schema| {
                property(schema, "lastModified").as_object_mut().unwrap().remove("format");
            },
            &[
                "text-loosened Annotations.lastModified @ /$defs/McpUiDownloadFileRequest/properties/params/properties/contents/items/anyOf/0/properties/annotations/properties/lastModified",
            ],
        ),
        shape(
            "a format",
            OPEN_LINK,
            |schema| property(schema, "url")["format"] = json!("uri"),
            &[
                "text-tightened McpUiOpenLinkRequestParams.url @ /$defs/McpUiOpenLinkRequest/properties/params/properties/url",
            ],
        ),
        shape(
            "a list of anything",
            "/$defs/McpUiResourceCsp",
            |schema| {
                property(schema, "connectDomains")["items"] = json!({});
            },
            &["type-widened McpUiResourceCsp.connectDomains @ /$defs/McpUiResourceCsp/properties/connectDomains"],
        ),
        shape(
            "a record of strings",
            "/$defs/McpUiToolInputNotification/properties/params",
            |schema| {
                property(schema, "arguments")["additionalProperties"] = json!({ "type": "string" });
            },
            &[
                "type-narrowed McpUiToolInputNotificationParams.arguments @ /$defs/McpUiToolInputNotification/properties/params/properties/arguments",
                "type-narrowed McpUiToolInputPartialNotificationParams.arguments @ /$defs/McpUiToolInputPartialNotification/properties/params/properties/arguments",
            ],
        ),
        free(
            "another reference",
            |document| {
                everywhere(document, CONTEXT, |schema| {
                    replace(property(schema, "theme"), json!({ "$ref": "#/$defs/McpUiDisplayMode" }))
                });
            },
            &["type-changed McpUiHostContext.theme @ /$defs/McpUiHostContext/properties/theme"],
        ),
        free(
            "a type of another kind",
            |document| replace(&mut document["$defs"]["McpUiTheme"], json!({ "type": "string" })),
            &[
                "rust-type-changed McpUiHostContext.theme @ /$defs/McpUiHostContext/properties/theme",
                "type-added McpUiHostContextTheme @ - -> /$defs/McpUiHostContext/properties/theme",
                "type-widened McpUiTheme @ /$defs/McpUiTheme",
            ],
        ),
    ]
}

pub fn objects() -> Vec<Case> {
    vec![
        shape(
            "an object that upstream closes",
            CONTEXT,
            |schema| schema["additionalProperties"] = json!(false),
            &["object-closed McpUiHostContext @ /$defs/McpUiHostContext"],
        ),
        shape(
            "an intersection with a member more",
            &format!("{CONTEXT}/properties/containerDimensions"),
            |schema| {
                *property(&mut schema["allOf"][0]["anyOf"][1], "minHeight") = json!({ "type": "number" });
            },
            &[
                "field-added McpUiContainerDimensions.minHeight @ - -> /$defs/McpUiHostContext/properties/containerDimensions/allOf/0/anyOf/1/properties/minHeight",
            ],
        ),
        shape(
            "a schema that upstream closes",
            &format!("{CONTEXT}/properties/toolInfo/properties/tool"),
            |schema| {
                property(schema, "outputSchema")["additionalProperties"] = json!(false);
            },
            &[
                "type-narrowed Tool.outputSchema @ /$defs/McpUiHostContext/properties/toolInfo/properties/tool/properties/outputSchema",
            ],
        ),
        shape(
            "a type of its own for what was shared",
            CONTEXT,
            |schema| {
                property(schema, "theme")["anyOf"].as_array_mut().unwrap().reverse();
            },
            &[
                "rust-type-changed McpUiHostContext.theme @ /$defs/McpUiHostContext/properties/theme",
                "type-added McpUiHostContextTheme @ - -> /$defs/McpUiHostContext/properties/theme",
            ],
        ),
        free(
            "a definition with another name",
            |document| {
                let defs = document["$defs"].as_object_mut().unwrap();
                let definition = defs.remove("McpUiResourceCsp").unwrap();
                defs.insert("McpUiContentSecurity".to_owned(), definition);
            },
            &["type-renamed McpUiResourceCsp @ /$defs/McpUiResourceCsp -> /$defs/McpUiContentSecurity"],
        ),
        free(
            "a definition that declares its first member",
            |document| {
                *property(&mut document["$defs"]["McpUiResourceTeardownResult"], "reason") =
                    json!({ "type": "string" });
            },
            &[
                "field-added McpUiResourceTeardownResult.reason @ - -> /$defs/McpUiResourceTeardownResult/properties/reason",
            ],
        ),
    ]
}
