//! A strict writer: what TypeScript peers enforce (W1–W10 of the audit), kept by construction or
//! told by `check_strict` before the message goes out.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use mcp_apps_generated::draft::*;
use mcp_apps_generated::v2026_01_26 as stable;
use mcp_apps_generated::wire::{EmptyObject, Peers, Request, check_strict};
use serde::Serialize;
use serde_json::{Map, Value, json};

fn written(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap()
}

fn object(value: Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

/// The places `check_strict` names, and whether every peer refuses or only those before 2.0.
fn findings(value: &impl Serialize) -> Vec<(String, Peers)> {
    check_strict("params", value).into_iter().map(|finding| (finding.path, finding.peers)).collect()
}

fn refused_by_all(path: &str) -> Vec<(String, Peers)> {
    vec![(path.to_owned(), Peers::All)]
}

fn refused_before_2(path: &str) -> Vec<(String, Peers)> {
    vec![(path.to_owned(), Peers::Before2)]
}

fn context_with_variables(keys: &[&str]) -> McpUiHostContext {
    let variables: McpUiStyles =
        keys.iter().map(|key| (McpUiStyleVariableKey::from(*key), "#000".to_owned())).collect();
    McpUiHostContext::new().with_styles(McpUiHostStyles::new().with_variables(variables))
}

fn tool() -> Tool {
    Tool::new(object(json!({"type": "object"})), "t")
}

/// W1: one unknown style variable costs the whole message.
#[test]
fn an_unknown_style_variable_is_found_before_it_is_sent() {
    assert_eq!(findings(&context_with_variables(&["--color-text-primary", "--font-sans"])), []);
    let context = context_with_variables(&["--color-text-primary", "--x-foo"]);
    assert_eq!(findings(&context), refused_by_all("params.styles.variables.--x-foo"));
    assert_eq!(written(&context)["styles"]["variables"]["--x-foo"], "#000", "it is told, not dropped");
}

/// W1: the finding says what and where, for a log.
#[test]
fn a_finding_reads_as_a_sentence() {
    let finding = check_strict("result.hostContext", &context_with_variables(&["--x-foo"])).remove(0);
    assert_eq!(finding.to_string(), "result.hostContext.styles.variables.--x-foo: unknown member \"--x-foo\"");
}

/// W2: `null` for an optional member costs the whole message; absent is not written.
#[test]
fn no_constructor_writes_null() {
    let values = [
        written(&McpUiHostContext::new()),
        written(&McpUiHostCapabilities::new()),
        written(&McpUiAppCapabilities::new()),
        written(&McpUiSizeChangedNotificationParams::new()),
        written(&McpUiToolInputNotificationParams::new()),
        written(&McpUiToolCancelledNotificationParams::new()),
        written(&McpUiResourceMeta::new()),
        written(&McpUiUpdateModelContextRequestParams::new()),
        written(&McpUiContainerDimensions::new()),
        written(&Annotations::new()),
    ];
    assert!(values.iter().all(|value| *value == json!({})), "{values:?}");
    assert_eq!(written(&tool()), json!({"name": "t", "inputSchema": {"type": "object"}}));
    assert_eq!(written(&TextContent::new("t")), json!({"text": "t"}));
}

/// W3: an enum member the peer doesn't know costs the whole message.
#[test]
fn an_unknown_enum_member_is_found_wherever_it_stands() {
    let known = McpUiHostContext::new()
        .with_theme(McpUiTheme::Dark)
        .with_platform(McpUiPlatform::Web)
        .with_display_mode(McpUiDisplayMode::Pip)
        .with_available_display_modes(vec![McpUiDisplayMode::Inline]);
    assert_eq!(findings(&known), []);
    let unknown = [
        (McpUiHostContext::new().with_theme("solarized"), "params.theme"),
        (McpUiHostContext::new().with_platform("car"), "params.platform"),
        (McpUiHostContext::new().with_display_mode("hologram"), "params.displayMode"),
        (
            known.with_available_display_modes(vec![McpUiDisplayMode::Inline, "hologram".into()]),
            "params.availableDisplayModes[1]",
        ),
    ];
    for (context, path) in unknown {
        assert_eq!(findings(&context), refused_by_all(path));
    }
}

/// W4: `hostContext` is there, if only as `{}`, and so is `protocolVersion`: the constructors ask for both.
#[test]
fn the_handshake_is_complete_by_construction() {
    let host = Implementation::new("h", "1");
    let result =
        McpUiInitializeResult::new(McpUiHostCapabilities::new(), McpUiHostContext::new(), host, PROTOCOL_VERSION);
    assert_eq!(
        written(&result),
        json!({
            "protocolVersion": "2026-01-26", "hostInfo": {"name": "h", "version": "1"},
            "hostCapabilities": {}, "hostContext": {},
        })
    );
    let params =
        McpUiInitializeRequestParams::new(McpUiAppCapabilities::new(), Implementation::new("v", "1"), PROTOCOL_VERSION);
    assert_eq!(
        written(&params),
        json!({"protocolVersion": "2026-01-26", "appInfo": {"name": "v", "version": "1"}, "appCapabilities": {}})
    );
    assert_eq!((findings(&result), findings(&params)), (vec![], vec![]));
}

/// W7: two messages need `params: {}`, two may omit it, and none writes null.
#[test]
fn empty_params_are_an_object_where_the_peer_wants_one() {
    let teardown = HostRequest::ResourceTeardown(EmptyObject::default());
    assert_eq!(teardown.params().unwrap(), Some(json!({})));
    let ready = SandboxNotification::SandboxProxyReady(EmptyObject::default());
    assert_eq!(ready.params().unwrap(), Some(json!({})));
    for (given, wanted) in [(None, None), (Some(EmptyObject::default()), Some(json!({})))] {
        assert_eq!(ViewNotification::Initialized(given.clone()).params().unwrap(), wanted);
        assert_eq!(ViewNotification::RequestTeardown(given).params().unwrap(), wanted);
    }
}

/// W7: the prose's `reason` (D-2) survives us, though a TypeScript View strips it.
#[test]
fn a_reason_of_teardown_is_carried() {
    let reason = EmptyObject { extra: object(json!({"reason": "closed"})) };
    assert_eq!(HostRequest::ResourceTeardown(reason.clone()).params().unwrap(), Some(json!({"reason": "closed"})));
    assert_eq!(findings(&reason), []);
}

/// W6, W7: the strict empty answer is exactly `{}`.
#[test]
fn the_empty_answer_is_an_empty_object() {
    assert_eq!(written(&<PingRequest as Request>::Result::new()), json!({}));
    assert_eq!(written(&<McpUiUpdateModelContextRequest as Request>::Result::new()), json!({}));
}

/// W8: content is an array and the role `user`, whatever the prose shows.
#[test]
fn a_message_is_an_array_of_blocks_of_the_user() {
    let message = McpUiMessageRequestParams::new(vec![TextContent::new("hi").into()], McpUiMessageRole::User);
    assert_eq!(written(&message), json!({"role": "user", "content": [{"type": "text", "text": "hi"}]}));
    assert_eq!(McpUiMessageRole::default(), McpUiMessageRole::User);
    assert_eq!(findings(&message), []);
}

/// W9: missing content is fine for peers, but ours is always written.
#[test]
fn a_tool_result_always_has_content() {
    assert_eq!(written(&CallToolResult::default()), json!({"content": []}));
    assert_eq!(written(&CallToolResult::new(vec![])), json!({"content": []}));
    assert_eq!(findings(&CallToolResult::default()), []);
}

/// W9: an unknown content block costs the whole notification, also inside a sampled message.
#[test]
fn an_unknown_content_block_is_found_before_it_is_sent() {
    let future = ContentBlock::Other(object(json!({"type": "future", "x": 1})));
    let result = CallToolResult::new(vec![TextContent::new("t").into(), future.clone()]);
    assert_eq!(findings(&result), refused_by_all("params.content[1]"));
    assert_eq!(written(&result)["content"][1], json!({"type": "future", "x": 1}));
    let message = McpUiMessageRequestParams::new(vec![future], McpUiMessageRole::User);
    assert_eq!(findings(&message), refused_by_all("params.content[0]"));
    let block = SamplingMessageContentBlock::Other(object(json!({"type": "future"})));
    let sampled = SamplingMessage::new(vec![block], Role::User);
    assert_eq!(findings(&sampled), refused_by_all("params.content[0]"));
}

/// W9: `lastModified` without seconds or without an offset costs the whole notification.
#[test]
fn a_timestamp_has_seconds_and_an_offset() {
    let block = |text: &str| {
        CallToolResult::new(vec![
            TextContent::new("t").with_annotations(Annotations::new().with_last_modified(text)).into(),
        ])
    };
    for fine in
        ["2026-01-26T10:00:00Z", "2026-01-26T10:00:00.123Z", "2026-01-26T10:00:00+02:00", "2026-01-26T10:00:00.5-11:30"]
    {
        assert_eq!(findings(&block(fine)), [], "{fine}");
    }
    for refused in [
        "2026-01-26T10:00Z",
        "2026-01-26T10:00:00",
        "2026-01-26",
        "2026-01-26 10:00:00Z",
        "2026-01-26T10:00:00.Z",
        "2026-01-26T10:00:00+0200",
        "2026-01-26T10:00:00z",
        "",
        "ü026-01-26T10:00:00Z",
    ] {
        assert_eq!(
            findings(&block(refused)),
            refused_by_all("params.content[0].annotations.lastModified"),
            "{refused}"
        );
    }
}

/// W9: structured content that is no object is news to peers before 2.0.
#[test]
fn structured_content_is_an_object_for_older_peers() {
    assert_eq!(findings(&CallToolResult::new(vec![]).with_structured_content(json!({"a": 1}))), []);
    for other in [json!([1]), json!(null), json!("text"), json!(1), json!(true)] {
        let result = CallToolResult::new(vec![]).with_structured_content(other.clone());
        assert_eq!(findings(&result), refused_before_2("params.structuredContent"), "{other}");
        assert_eq!(written(&result)["structuredContent"], other);
    }
    // The stable version can't even say it.
    let _: Option<Map<String, Value>> = stable::CallToolResult::default().structured_content;
}

/// W9: an output schema of another type likewise; an input schema is an object's for every peer.
#[test]
fn schemas_of_tools_describe_objects() {
    assert_eq!(findings(&tool().with_output_schema(object(json!({"type": "object"})))), []);
    assert_eq!(
        findings(&tool().with_output_schema(object(json!({"type": "array"})))),
        refused_before_2("params.outputSchema")
    );
    assert_eq!(
        findings(&tool().with_output_schema(object(json!({"anyOf": []})))),
        refused_before_2("params.outputSchema")
    );
    let input = Tool::new(object(json!({"type": "string"})), "t");
    assert_eq!(findings(&input), refused_by_all("params.inputSchema"));
    let listed = ListToolsResult::new(vec![tool(), Tool::new(Map::new(), "u")]);
    assert_eq!(findings(&listed), refused_by_all("params.tools[1].inputSchema"));
}

/// W10: members the peer doesn't know are stripped there, not refused: nothing to tell.
#[test]
fn an_unknown_member_of_an_object_is_no_finding() {
    let mut capabilities = McpUiHostCapabilities::new().with_open_links();
    capabilities.extra.insert("teleport".to_owned(), json!({"theme": "solarized"}));
    let mut tool = tool();
    tool.extra.insert("x-price".to_owned(), json!(1));
    let mut context = McpUiHostContext::new().with_tool_info(McpUiToolInfo::new(tool));
    context.extra.insert("x-moon".to_owned(), Value::Null);
    let result = McpUiInitializeResult::new(capabilities, context, Implementation::new("h", "1"), PROTOCOL_VERSION);
    assert_eq!(findings(&result), []);
    assert_eq!(written(&result)["hostCapabilities"], json!({"openLinks": {}, "teleport": {"theme": "solarized"}}));
    assert_eq!(written(&result)["hostContext"]["x-moon"], Value::Null);
}

/// Both versions know the strict profile.
#[test]
fn the_stable_version_is_checked_as_the_draft_is() {
    let context = stable::McpUiHostContext::new().with_theme("solarized");
    assert_eq!(findings(&context), refused_by_all("params.theme"));
    let block = stable::ContentBlock::Other(object(json!({"type": "future"})));
    assert_eq!(findings(&stable::CallToolResult::new(vec![block])), refused_by_all("params.content[0]"));
    let tool = stable::Tool::new(object(json!({"type": "object"})), "t").with_output_schema(object(json!({})));
    assert_eq!(findings(&tool), refused_before_2("params.outputSchema"));
}

/// A capability or permission is an object on the wire, never null or true.
#[test]
fn markers_are_written_as_empty_objects() {
    let capabilities = McpUiHostCapabilities::new().with_open_links().with_logging().with_download_file();
    assert_eq!(written(&capabilities), json!({"openLinks": {}, "logging": {}, "downloadFile": {}}));
    let permissions = McpUiResourcePermissions::new().with_camera().with_clipboard_write();
    assert_eq!(written(&permissions), json!({"camera": {}, "clipboardWrite": {}}));
}

/// A block that was read on its own and put into a union writes its tag once.
#[test]
fn a_block_in_a_union_writes_its_type_once() {
    let alone: TextContent = serde_json::from_value(json!({"type": "text", "text": "t"})).unwrap();
    assert_eq!(written(&alone), json!({"type": "text", "text": "t"}));
    let text = serde_json::to_string(&ContentBlock::from(alone)).unwrap();
    assert_eq!(text.matches("\"type\"").count(), 1, "{text}");
}
