//! A tolerant reader: what people ran into, each report a test (the numbers are those of the
//! project's list of bug reports).

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::collections::BTreeMap;

use mcp_apps_generated::wire::{DecodeError, Number, RequestId, decode_at};
use mcp_apps_generated::{draft, v2026_01_26 as stable};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

mod versions;

fn read<T: DeserializeOwned>(value: Value) -> Result<T, DecodeError> {
    decode_at("params", &value)
}

/// Reads `value` as `T` and expects the very same value to be written.
fn kept<T: DeserializeOwned + Serialize>(value: Value) -> T {
    let read: T = read(value.clone()).unwrap_or_else(|error| panic!("{value}: {error}"));
    assert_eq!(serde_json::to_value(&read).unwrap(), value);
    read
}

/// Reads `value` as the type of that name in every version and expects the same to be written.
fn kept_in_every_version(name: &str, value: Value) {
    for version in versions::ALL {
        let written = (version.by_type)(name, &value).unwrap_or_else(|| panic!("{} has no {name}", version.name));
        assert_eq!(written.unwrap_or_else(|error| panic!("{} {value}: {error}", version.name)), value);
    }
}

fn refused_in_every_version(name: &str, value: Value, path: &str) {
    for version in versions::ALL {
        let error = (version.by_type)(name, &value).unwrap().expect_err(&value.to_string());
        assert_eq!(error.path(), path, "{} {value}: {error}", version.name);
    }
}

/// Bug report 1: 76 distinct keys of style variables. That the tag's 77th is reported: `generation.rs`.
#[test]
fn there_are_76_style_variables_and_others_are_kept() {
    assert_eq!(stable::McpUiStyleVariableKey::ALL.len(), 76);
    assert_eq!(draft::McpUiStyleVariableKey::ALL.len(), 76);
    let ghost: stable::McpUiStyleVariableKey = kept(json!("--color-text-ghost"));
    assert_eq!(ghost, stable::McpUiStyleVariableKey::ColorTextGhost);
    let unknown: stable::McpUiStyleVariableKey = kept(json!("--x-foo"));
    assert_eq!(unknown, stable::McpUiStyleVariableKey::Other("--x-foo".to_owned()));
}

/// Bug report 2: no legal `containerDimensions` passed the published schema.
#[test]
fn a_host_may_fix_the_width_and_limit_the_height() {
    let context: stable::McpUiHostContext = kept(json!({"containerDimensions": {"width": 800, "maxHeight": 600}}));
    let dimensions = context.container_dimensions.unwrap();
    assert_eq!((dimensions.width, dimensions.max_height), (Some(Number::from(800)), Some(Number::from(600))));
    assert_eq!((dimensions.height, dimensions.max_width), (None, None));
    // Byte-equal, not only equal as JSON.
    let text = r#"{"maxHeight":600,"width":800}"#;
    let read: stable::McpUiContainerDimensions = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), text);
}

/// Bug report 2: both numbers of an axis are kept as sent; which one wins is the reader's to know.
#[test]
fn a_height_and_a_max_height_are_both_kept() {
    kept_in_every_version("McpUiContainerDimensions", json!({"height": 1, "maxHeight": 2}));
    kept_in_every_version("McpUiContainerDimensions", json!({"width": 0.5, "maxWidth": 1.25}));
    kept_in_every_version("McpUiContainerDimensions", json!({}));
    refused_in_every_version("McpUiContainerDimensions", json!({"width": "800px"}), "value.width");
}

/// Bug report 3: a theme of one variable, and one nobody knows.
#[test]
fn any_subset_of_the_style_variables_is_a_theme() {
    let styles: stable::McpUiHostStyles =
        kept(json!({"variables": {"--color-text-primary": "#000", "--x-foo": "1px"}}));
    let variables: BTreeMap<_, _> = styles.variables.unwrap();
    assert_eq!(variables[&stable::McpUiStyleVariableKey::ColorTextPrimary], "#000");
    assert_eq!(variables[&stable::McpUiStyleVariableKey::from("--x-foo")], "1px");
    refused_in_every_version(
        "McpUiHostStyles",
        json!({"variables": {"--color-text-primary": 0}}),
        "value.variables.--color-text-primary",
    );
}

/// Bug report 4: the recursive JSON value upstream refers to as `__schema0` is any JSON, not a type.
#[test]
fn a_property_of_an_input_schema_is_any_json() {
    for property in [json!(true), json!({"type": "array", "items": {"enum": [null, 1.5, "a"]}}), json!([])] {
        kept_in_every_version(
            "Tool",
            json!({"name": "t", "inputSchema": {"type": "object", "properties": {"p": property}}}),
        );
    }
}

/// Bug report 6: an unknown member is neither refused nor lost, in open and in closed definitions alike.
#[test]
fn an_unknown_member_is_kept_in_open_and_in_closed_objects() {
    let open = kept::<stable::McpUiHostContext>(json!({"x-vendor": {"deep": [1, null]}}));
    assert_eq!(open.extra["x-vendor"], json!({"deep": [1, null]}));
    let closed = kept::<stable::McpUiResourceCsp>(json!({"connectDomains": ["https://a"], "x-vendor": null}));
    assert_eq!(closed.extra["x-vendor"], Value::Null);
    let empty = kept::<stable::McpUiHostCapabilities>(json!({"openLinks": {"schemes": ["https"]}}));
    assert_eq!(empty.open_links.unwrap().extra["schemes"], json!(["https"]));
}

/// Bug report 7: alternatives of one value are one flat enum; a single value is enforced.
#[test]
fn a_display_mode_is_inline_fullscreen_or_pip() {
    use stable::McpUiDisplayMode::{Fullscreen, Inline, Pip};
    assert_eq!(stable::McpUiDisplayMode::ALL, [Inline, Fullscreen, Pip]);
    let modes: Vec<stable::McpUiDisplayMode> = kept(json!(["inline", "fullscreen", "pip", "hologram"]));
    assert_eq!(modes, [Inline, Fullscreen, Pip, stable::McpUiDisplayMode::Other("hologram".to_owned())]);
    assert_eq!(read::<stable::McpUiDisplayMode>(json!(3)).unwrap_err().path(), "params");
}

/// Bug report 7: `"method": "ui/message"` is enforced; another method never becomes this message.
#[test]
fn a_view_speaks_for_the_user_only_and_by_ui_message_only() {
    use stable::ViewRequest;
    let params = json!({"role": "user", "content": []});
    assert!(matches!(ViewRequest::decode("ui/message", Some(&params)), Ok(ViewRequest::Message(_))));
    assert!(matches!(ViewRequest::decode("ui/massage", Some(&params)), Ok(ViewRequest::Other { .. })));
    let assistant = json!({"role": "assistant", "content": []});
    assert_eq!(ViewRequest::decode("ui/message", Some(&assistant)).unwrap_err().path(), "params.role");
}

/// Bug report 8: awkward property names have stable Rust names and go out as they came in.
#[test]
fn awkward_property_names_are_written_as_they_are() {
    let meta = json!({"io.modelcontextprotocol/related-task": {"taskId": "7"}, "progressToken": 0, "com.x/y": 1});
    let result: stable::CallToolResult = kept(json!({"content": [], "_meta": meta}));
    let meta = result.meta.unwrap();
    assert_eq!(meta.io_modelcontextprotocol_related_task.unwrap().task_id, "7");
    assert_eq!(meta.progress_token, Some(RequestId::Integer(0)));
    let server = json!({"content": [], "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "s", "version": "1"}}});
    let meta = kept::<draft::CallToolResult>(server).meta.unwrap();
    assert_eq!(meta.io_modelcontextprotocol_server_info.unwrap().name, "s");
    let sans = kept::<stable::McpUiStyles>(json!({"--font-sans": "Inter", "--font-heading-2xl-size": "2rem"}));
    assert_eq!(sans[&stable::McpUiStyleVariableKey::FontSans], "Inter");
}

/// Bug report 9: one `ContentBlock` wherever content stands, also inside a sampled tool result.
#[test]
fn content_is_one_type_everywhere() {
    let block = draft::ContentBlock::from(draft::TextContent::new("t"));
    let result = draft::CallToolResult::new(vec![block.clone()]);
    let message = draft::McpUiMessageRequestParams::new(vec![block.clone()], draft::McpUiMessageRole::User);
    let context = draft::McpUiUpdateModelContextRequestParams::new().with_content(vec![block]);
    assert_eq!(result.content, message.content);
    assert_eq!(Some(result.content), context.content);
}

/// Issue: with plain typify an audio block decodes as an image.
#[test]
fn audio_block_is_not_an_image() {
    let media = |kind: &str| json!({"type": kind, "data": "AA==", "mimeType": "x/y"});
    for version in versions::ALL {
        for kind in ["audio", "image"] {
            assert_eq!((version.by_type)("ContentBlock", &media(kind)).unwrap().unwrap(), media(kind));
        }
    }
    assert!(matches!(kept(media("audio")), stable::ContentBlock::Audio(_)));
    assert!(matches!(kept(media("image")), stable::ContentBlock::Image(_)));
    assert!(matches!(kept(media("video")), stable::ContentBlock::Other(block) if block["type"] == "video"));
}

/// A known block that is malformed is refused with its reason; it never counts as an unknown one.
#[test]
fn a_malformed_known_block_is_refused_where_it_is_malformed() {
    let result = |block: Value| json!({"content": [{"type": "text", "text": "ok"}, block]});
    refused_in_every_version("CallToolResult", result(json!({"type": "text"})), "value.content[1].text");
    refused_in_every_version("CallToolResult", result(json!({"type": "text", "text": 1})), "value.content[1].text");
    refused_in_every_version("CallToolResult", result(json!({"text": "untagged"})), "value.content[1].type");
    refused_in_every_version("CallToolResult", result(json!({"type": 1})), "value.content[1].type");
    refused_in_every_version("CallToolResult", result(json!("text")), "value.content[1]");
    let embedded = |resource: Value| result(json!({"type": "resource", "resource": resource}));
    refused_in_every_version("CallToolResult", embedded(json!({"uri": "u"})), "value.content[1].resource");
    refused_in_every_version("CallToolResult", embedded(json!({"text": "t"})), "value.content[1].resource.uri");
    refused_in_every_version(
        "CallToolResult",
        embedded(json!({"uri": "u", "blob": 1})),
        "value.content[1].resource.blob",
    );
}

/// Bug report 13: "matched no variant" gave no clue. The code -32602 is the session's to add.
#[test]
fn an_error_names_the_missing_member() {
    let params = json!({"appCapabilities": {}, "appInfo": {"name": "x"}});
    let error = stable::ViewRequest::decode("ui/initialize", Some(&params)).unwrap_err();
    assert_eq!(error.path(), "params.appInfo.version");
    assert_eq!(error.to_string(), "params.appInfo.version: missing");
    let mut text = serde_json::Deserializer::from_str(r#"{"appCapabilities": {}, "appInfo": {"name": "x"}}"#);
    let error = stable::ViewRequest::decode("ui/initialize", Some(&mut text)).unwrap_err();
    assert_eq!(error.path(), "params.appInfo.version");
    assert_eq!(error.message(), "missing");
}

/// Bug report 14: an app built on an older version meets a newer host.
#[test]
fn what_a_newer_peer_adds_is_read_and_kept() {
    let result = json!({
        "protocolVersion": "2027-01-01", "x-session": "abc",
        "hostInfo": {"name": "h", "version": "9", "x-build": 7},
        "hostCapabilities": {
            "teleport": {"range": 3},
            "sandbox": {"permissions": {"tools": {}, "camera": {"facing": "user"}}},
            "sampling": {"context": {}},
        },
        "hostContext": {
            "x-moon": "full",
            "toolInfo": {"tool": {"name": "t", "inputSchema": {"type": "object"}, "x-price": 1, "annotations": {"x-hint": true}}},
        },
    });
    let read: stable::McpUiInitializeResult = kept(result.clone());
    assert_eq!(read.host_capabilities.extra["teleport"], json!({"range": 3}));
    assert_eq!(read.host_capabilities.sandbox.unwrap().permissions.unwrap().extra["tools"], json!({}));
    assert_eq!(read.host_context.tool_info.unwrap().tool.extra["x-price"], 1);
    kept::<draft::McpUiInitializeResult>(result);
    kept_in_every_version("McpUiOpenLinkResult", json!({"isError": true, "reason": "policy"}));
}

/// Bug report 15: permissions are empty objects; `true` is read and never written.
#[test]
fn a_permission_written_as_true_is_read_and_written_as_an_object() {
    let meta: stable::McpUiResourceMeta =
        kept(json!({"permissions": {"camera": {}}, "csp": {"connectDomains": ["https://a"]}}));
    assert!(meta.permissions.as_ref().unwrap().camera.is_some());
    assert_eq!(meta.csp.unwrap().connect_domains.unwrap(), ["https://a"]);

    let lax: stable::McpUiResourceMeta =
        read(json!({"permissions": {"camera": true}, "csp": {"connectDomains": ["https://a"]}})).unwrap();
    assert_eq!(lax.permissions, meta.permissions);
    assert_eq!(serde_json::to_value(&lax.permissions).unwrap(), json!({"camera": {}}));
    assert!(lax.csp.is_some(), "one lax permission must not cost the policy");

    for wrong in [json!(false), json!("yes"), json!(1), json!([])] {
        refused_in_every_version("McpUiResourcePermissions", json!({"camera": wrong}), "value.camera");
    }
    let built = stable::McpUiResourcePermissions::new().with_camera();
    assert_eq!(serde_json::to_value(built).unwrap(), json!({"camera": {}}));
}

/// Bug report 19, the reading half: a result may be `structuredContent` alone.
#[test]
fn a_result_without_content_has_empty_content() {
    use stable::HostNotification;
    let params = json!({"structuredContent": {"a": 1}});
    let read = HostNotification::decode("ui/notifications/tool-result", Some(&params)).unwrap();
    let HostNotification::ToolResult(result) = &read else { panic!("{read:?}") };
    assert_eq!(result.content, []);
    assert_eq!(result.structured_content.as_ref().unwrap()["a"], 1);
    assert_eq!(read.params().unwrap().unwrap(), json!({"content": [], "structuredContent": {"a": 1}}));
    refused_in_every_version("CallToolResult", json!({"content": null}), "value.content");
}

/// `null` is a value where any JSON is allowed, and `[]` and `{}` are not absent either.
#[test]
fn null_and_empty_differ_from_absent() {
    let null: draft::CallToolResult = kept(json!({"content": [], "structuredContent": null}));
    assert_eq!(null.structured_content, Some(Value::Null));
    let absent: draft::CallToolResult = kept(json!({"content": []}));
    assert_eq!(absent.structured_content, None);
    assert_ne!(null, absent);

    kept_in_every_version("McpUiAppCapabilities", json!({"availableDisplayModes": []}));
    kept_in_every_version("McpUiResourceCsp", json!({"connectDomains": []}));
    kept_in_every_version("McpUiToolInputNotificationParams", json!({"arguments": {}}));
    kept_in_every_version("McpUiResourceMeta", json!({"csp": {}, "permissions": {}}));
    kept_in_every_version("McpUiHostContext", json!({"styles": {"variables": {}}}));
    kept_in_every_version("LoggingMessageNotificationParams", json!({"level": "info", "data": null}));
    // A required member that may hold any JSON still has to be there.
    refused_in_every_version("LoggingMessageNotificationParams", json!({"level": "info"}), "value.data");
}

#[test]
fn absent_is_never_written_as_null() {
    for version in versions::ALL {
        let context =
            json!({"theme": null, "locale": null, "containerDimensions": {"maxHeight": null}, "styles": null});
        let written = (version.by_type)("McpUiHostContext", &context).unwrap().unwrap();
        assert_eq!(written, json!({"containerDimensions": {}}), "{}", version.name);
    }
    // What the version doesn't know is not ours to change.
    kept_in_every_version("McpUiHostContext", json!({"x-vendor": null}));
}

/// JavaScript tooling writes `1.0` for `1`; ids and counts are the same number either way.
#[test]
fn a_whole_number_is_written_without_a_fraction() {
    let size: stable::McpUiSizeChangedNotificationParams = read(json!({"width": 400.0, "height": 0.5})).unwrap();
    assert_eq!(serde_json::to_string(&size).unwrap(), r#"{"height":0.5,"width":400}"#);
    assert_eq!(read::<RequestId>(json!(1.0)).unwrap(), RequestId::Integer(1));
    assert_eq!(serde_json::to_string(&Number::new(-0.0)).unwrap(), "0");
    assert_eq!(serde_json::to_string(&Number::new(1e21)).unwrap(), "1e+21");
    for wrong in [json!(1.5), json!(null), json!(9_007_199_254_740_993_i64), json!(1e300), json!(true)] {
        assert_eq!(read::<RequestId>(wrong.clone()).unwrap_err().path(), "params", "{wrong}");
    }
    assert_eq!(Number::new(f64::NAN), None);
    assert_eq!(Number::new(f64::INFINITY), None);
}

#[test]
fn a_whole_number_of_tokens_may_come_with_a_fraction_of_zero() {
    let params = json!({"messages": [], "maxTokens": 10.0});
    let read: draft::CreateMessageRequestParams = read(params).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), r#"{"maxTokens":10,"messages":[]}"#);
    let half = decode_at::<draft::CreateMessageRequestParams, _>("params", &json!({"messages": [], "maxTokens": 0.5}));
    assert_eq!(half.unwrap_err().path(), "params.maxTokens");
}

#[test]
fn a_timestamp_is_kept_as_text() {
    for text in ["2026-01-01T10:00Z", "2026-01-01T10:00:00.123+02:00", "yesterday"] {
        kept_in_every_version("Annotations", json!({"lastModified": text}));
    }
    refused_in_every_version("Annotations", json!({"lastModified": 1_700_000_000}), "value.lastModified");
}

#[test]
fn a_sampled_message_may_hold_one_block_or_several() {
    let one = json!({"role": "user", "content": {"type": "text", "text": "q"}});
    let many = json!({"role": "user", "content": [{"type": "text", "text": "q"}]});
    assert_ne!(kept::<draft::SamplingMessage>(one), kept::<draft::SamplingMessage>(many));
    let wrong = json!({"role": "user", "content": [{"type": "text"}]});
    assert_eq!(read::<draft::SamplingMessage>(wrong).unwrap_err().path(), "params.content[0].text");
}

/// A tool's `_meta.ui` carries no `csp` or `permissions` (Q9): they are kept as unknown and have no accessor.
#[test]
fn a_policy_on_a_tool_is_kept_but_means_nothing() {
    let meta: draft::McpUiToolMeta = kept(json!({"resourceUri": "ui://a", "csp": {"connectDomains": ["*"]}}));
    assert_eq!(meta.extra.keys().collect::<Vec<_>>(), ["csp"]);
}
