//! What a Host handles, and what it therefore advertises.

use super::*;

/// Any answer.
enum AnyRequest {}
impl Request for AnyRequest {
    const METHOD: &'static str = "any";
    type Params = Value;
    type Result = Value;
}

#[test]
fn what_is_handled_is_advertised_and_what_is_not_is_refused() {
    type Install = fn(HostBuilder) -> HostBuilder;
    let cases: [(&str, &str, Value, Install); 9] = [
        ("ui/open-link", "openLinks", json!({"url": "x"}), |h| {
            h.on_open_link(|_, _| answer(McpUiOpenLinkResult::new()))
        }),
        ("ui/message", "message", json!({"role": "user", "content": []}), |h| {
            h.on_message(kinds(), |_, _| answer(McpUiMessageResult::new()))
        }),
        ("ui/update-model-context", "updateModelContext", json!({}), |h| {
            h.on_update_model_context(kinds(), |_, _| answer(EmptyResult::new()))
        }),
        ("tools/call", "serverTools", json!({"name": "x"}), |h| h.on_call_tool(|_, _| answer(text("")))),
        ("resources/read", "serverResources", json!({"uri": "ui://x"}), |h| {
            h.on_read_resource(|_, _| answer(ReadResourceResult::new(vec![])))
        }),
        ("resources/list", "serverResources", json!({}), |h| {
            h.on_list_resources(|_, _| answer(ListResourcesResult::new(vec![])))
        }),
        ("resources/templates/list", "serverResources", json!({}), |h| {
            h.on_list_resource_templates(|_, _| answer(ListResourceTemplatesResult::new(vec![])))
        }),
        ("prompts/list", "", json!({}), |h| h.on_list_prompts(|_, _| answer(ListPromptsResult::new(vec![])))),
        ("ui/request-display-mode", "", json!({"mode": "inline"}), |h| h),
    ];
    for (method, capability, params, install) in &cases {
        let mut stage = Stage::new();
        let (_host, mut view) = stage.host(install(host()));
        let declared = stage.shake_hands(&mut view, McpUiAppCapabilities::new()).host_capabilities;
        let declared = serde_json::to_value(declared).unwrap();
        let names: Vec<&String> = declared.as_object().unwrap().keys().collect();
        assert_eq!(names.first().map_or("", |name| name.as_str()), *capability, "{method}");
        assert!(names.len() <= 1);
        for (other, _, params, _) in cases.iter().filter(|case| case.0 == *method || case.1 != *capability) {
            view.send_text(&json!({"jsonrpc": "2.0", "id": other, "method": other, "params": params}).to_string());
            stage.run();
            let served = match view.take_response::<AnyRequest>(&(*other).into()) {
                Ok(_) => true,
                Err(Error::Remote(error)) if error.code == RpcError::METHOD_NOT_FOUND => false,
                other => panic!("{other:?}"),
            };
            assert_eq!(served, other == method || *other == "ui/request-display-mode", "{other} at {method}");
        }
        let _ = params;
    }
}

#[test]
fn logging_is_advertised_by_its_listener() {
    let mut stage = Stage::new();
    let heard = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&heard);
    let builder = host().on_log(move |message| log.lock().unwrap().push(message.data));
    let (host, mut view) = stage.host(builder);
    let result = stage.shake_hands(&mut view, McpUiAppCapabilities::new());
    assert!(result.host_capabilities.logging.is_some());
    let mut stream = host.log_messages();
    let message = LoggingMessageNotificationParams::new("hello", LoggingLevel::Info);
    view.notify::<LoggingMessageNotification>(&message).unwrap();
    stage.run();
    assert_eq!(*heard.lock().unwrap(), [json!("hello")]);
    assert_eq!(stream.try_next().unwrap().unwrap(), message);
}

#[test]
fn details_without_a_handler_advertise_nothing() {
    let capabilities = host().announce_tool_list_changes().announce_resource_list_changes().capabilities();
    assert!(capabilities.is_empty(), "{capabilities:?}");
    let capabilities = host().on_call_tool(|_, _| answer(text(""))).announce_tool_list_changes().capabilities();
    assert_eq!(Value::Object(capabilities), json!({"serverTools": {"listChanged": true}}));
}

#[test]
fn list_changes_are_sent_only_if_declared() {
    let mut stage = Stage::new();
    let builder = host().on_call_tool(|_, _| answer(text(""))).announce_tool_list_changes();
    let (host, mut view) = stage.ready_host(builder, McpUiAppCapabilities::new());
    host.tool_list_changed().unwrap();
    assert!(matches!(host.resource_list_changed(), Err(Error::Refused(Refusal::Capability { .. }))));
    host.prompt_list_changed().unwrap();
    stage.run();
    view.take_notification::<ToolListChangedNotification>().unwrap();
    view.take_notification::<PromptListChangedNotification>().unwrap();
    assert!(view.is_silent());
}

#[test]
fn params_that_do_not_fit_are_refused_with_their_path() {
    let mut stage = Stage::new();
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&asked);
    let builder = host().on_open_link(move |_, _| {
        counter.fetch_add(1, Ordering::SeqCst);
        answer(McpUiOpenLinkResult::new())
    });
    let (_host, mut view) = stage.ready_host(builder, McpUiAppCapabilities::new());
    for (params, path) in [("{}", "params.url: missing"), (r#"{"url":5}"#, "params.url: ")] {
        view.send_text(&format!(r#"{{"jsonrpc":"2.0","id":22,"method":"ui/open-link","params":{params}}}"#));
        stage.run();
        match view.take_response::<McpUiOpenLinkRequest>(&22.into()) {
            Err(Error::Remote(error)) => {
                assert_eq!(error.code, RpcError::INVALID_PARAMS);
                assert!(error.message.starts_with(path), "{}", error.message);
            }
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(asked.load(Ordering::SeqCst), 0);
}
