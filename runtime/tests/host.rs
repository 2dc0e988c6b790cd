//! The typed Host against a View in the test's hands.

#![allow(clippy::unwrap_used)]

mod common;
#[path = "host/handlers.rs"]
mod handlers;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::{Stage, host, object, text};
use mcp_apps::session::Event;
use mcp_apps::v2026_01_26::*;
use mcp_apps::wire::Request;
use mcp_apps::{Closed, Error, Refusal, RpcError};
use serde_json::{Value, json};

fn with_tools() -> McpUiAppCapabilities {
    McpUiAppCapabilities::new().with_tools(McpUiAppCapabilitiesTools::new())
}

fn kinds() -> McpUiSupportedContentBlockModalities {
    McpUiSupportedContentBlockModalities::new().with_text()
}

async fn answer<T>(value: T) -> Result<T, RpcError> {
    Ok(value)
}

#[test]
fn the_handshake_carries_info_capabilities_and_context() {
    let mut stage = Stage::new();
    let context = McpUiHostContext::new().with_theme(McpUiTheme::Dark);
    let (host, mut view) =
        stage.host(host().host_context(context).on_open_link(|_, _| answer(McpUiOpenLinkResult::new())));
    assert_eq!(host.app_info(), None);
    let result = stage.shake_hands(&mut view, with_tools());
    assert_eq!(result.host_info.name, "host");
    assert_eq!(result.protocol_version, PROTOCOL_VERSION);
    assert_eq!(result.host_context.theme, Some(McpUiTheme::Dark));
    assert_eq!(serde_json::to_value(&result.host_capabilities).unwrap(), json!({"openLinks": {}}));
    stage.wait(host.initialized()).unwrap();
    assert_eq!(host.app_info().unwrap().name, "fake-view");
    assert!(host.app_capabilities().unwrap().tools.is_some());
    assert_eq!(host.protocol_version().as_deref(), Some(PROTOCOL_VERSION));
}

#[test]
fn an_unknown_protocol_version_is_answered_with_the_newest_known() {
    for version in ["1999-01-01", "2099-12-31", PROTOCOL_VERSION] {
        let mut stage = Stage::new();
        let (_host, mut view) = stage.host(host());
        let params = McpUiInitializeRequestParams::new(with_tools(), Implementation::new("v", "0"), version);
        let id = view.request::<McpUiInitializeRequest>(&params).unwrap();
        stage.run();
        assert_eq!(view.be_ready(&id).unwrap().protocol_version, PROTOCOL_VERSION);
    }
}

#[test]
fn a_malformed_handshake_is_refused_with_the_path() {
    let mut stage = Stage::new();
    let (host, mut view) = stage.host(host());
    view.send_text(r#"{"jsonrpc":"2.0","id":7,"method":"ui/initialize","params":{"clientInfo":{},"capabilities":{}}}"#);
    stage.run();
    match view.take_response::<McpUiInitializeRequest>(&7.into()) {
        Err(Error::Remote(error)) => {
            assert_eq!(error.code, RpcError::INVALID_PARAMS);
            assert!(error.message.starts_with("params.appCapabilities: missing"), "{}", error.message);
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(host.app_info(), None);
}

#[test]
fn initialized_on_the_heels_of_initialize_is_not_lost() {
    let mut stage = Stage::new();
    let (host, mut view) = stage.host(host());
    view.greet(McpUiAppCapabilities::new()).unwrap();
    view.notify::<McpUiInitializedNotification>(&None).unwrap();
    stage.run();
    stage.wait(host.initialized()).unwrap();
}

#[test]
fn data_given_at_any_time_arrives_once_the_view_is_ready_and_in_order() {
    let mut stage = Stage::new();
    let (host, mut view) = stage.host(host());
    host.tool_result(&text("sunny")).unwrap();
    host.tool_input_partial(object(json!({"city": "Pa"}))).unwrap_err();
    host.tool_input(object(json!({"city": "Paris"}))).unwrap();
    stage.run();
    assert!(view.is_silent());
    stage.shake_hands(&mut view, McpUiAppCapabilities::new());
    let input = view.take_notification::<McpUiToolInputNotification>().unwrap();
    assert_eq!(input.arguments, Some(object(json!({"city": "Paris"}))));
    assert_eq!(view.take_notification::<McpUiToolResultNotification>().unwrap(), text("sunny"));
    assert!(view.is_silent());
}

#[test]
fn a_display_mode_is_asked_of_the_host_only_if_both_sides_know_it() {
    use McpUiDisplayMode::{Fullscreen, Inline, Pip};
    let mut stage = Stage::new();
    let asked = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&asked);
    let context = McpUiHostContext::new().with_available_display_modes(vec![Inline, Fullscreen]);
    let builder = host().host_context(context).on_request_display_mode(move |mode, _| {
        log.lock().unwrap().push(mode.clone());
        answer(mode)
    });
    let modes = McpUiAppCapabilities::new().with_available_display_modes(vec![Inline, Fullscreen, Pip]);
    let (host, mut view) = stage.ready_host(builder, modes);
    let mut ask = |mode: McpUiDisplayMode| {
        let id =
            view.request::<McpUiRequestDisplayModeRequest>(&McpUiRequestDisplayModeRequestParams::new(mode)).unwrap();
        stage.run();
        view.take_response::<McpUiRequestDisplayModeRequest>(&id).unwrap().mode
    };
    assert_eq!(ask(Pip), Inline); // the Host does not offer it
    assert_eq!(ask(Fullscreen), Fullscreen);
    assert_eq!(ask(Pip), Fullscreen); // the mode in force
    assert_eq!(ask(McpUiDisplayMode::Other("hologram".into())), Fullscreen);
    assert_eq!(*asked.lock().unwrap(), [Fullscreen]);
    assert_eq!(host.host_context().display_mode, Some(Fullscreen));
    let told = view.take_notification::<McpUiHostContextChangedNotification>().unwrap();
    assert_eq!(told, McpUiHostContext::new().with_display_mode(Fullscreen));
    assert!(view.is_silent());
}

#[test]
fn a_host_that_switches_to_a_mode_the_view_lacks_is_held_back() {
    use McpUiDisplayMode::{Fullscreen, Inline, Pip};
    let mut stage = Stage::new();
    let builder = host().on_request_display_mode(|_, _| answer(Pip));
    let modes = McpUiAppCapabilities::new().with_available_display_modes(vec![Inline, Fullscreen]);
    let (host, mut view) = stage.ready_host(builder, modes);
    let params = McpUiRequestDisplayModeRequestParams::new(Fullscreen);
    let id = view.request::<McpUiRequestDisplayModeRequest>(&params).unwrap();
    stage.run();
    assert_eq!(view.take_response::<McpUiRequestDisplayModeRequest>(&id).unwrap().mode, Inline);
    assert!(view.is_silent());
    let refused = host.set_host_context(&McpUiHostContext::new().with_display_mode(Pip));
    assert!(matches!(refused, Err(Error::Refused(Refusal::DisplayMode(_)))));
}

#[test]
fn a_context_that_strict_peers_reject_whole_is_refused() {
    let mut stage = Stage::new();
    let (host, mut view) = stage.ready_host(host(), McpUiAppCapabilities::new());
    let solarized = McpUiHostContext::new().with_theme(McpUiTheme::Other("solarized".into()));
    match host.set_host_context(&solarized) {
        Err(Error::Refused(Refusal::Strict { places, .. })) => assert!(places.starts_with("params.theme"), "{places}"),
        other => panic!("{other:?}"),
    }
    stage.run();
    assert!(view.is_silent());
    let (_fake, end) = mcp_apps::testing::FakeView::new();
    assert!(common::host().host_context(solarized).attach(end, stage.clock.clone()).is_err());
}

#[test]
fn a_result_that_strict_peers_reject_is_sent_and_noted() {
    let mut stage = Stage::new();
    let (host, mut view) = stage.ready_host(host(), McpUiAppCapabilities::new());
    let mut notes = host.peer().notes();
    host.tool_input(None).unwrap();
    let future: CallToolResult = serde_json::from_value(json!({"content": [{"type": "hologram"}]})).unwrap();
    host.tool_result(&future).unwrap();
    stage.run();
    assert_eq!(view.take_notification::<McpUiToolResultNotification>().unwrap(), future);
    let strict = std::iter::from_fn(|| notes.try_next()).any(|note| matches!(&*note, Event::Strict { .. }));
    assert!(strict);
}

#[test]
fn the_tools_of_the_view_are_called_typed() {
    let mut stage = Stage::new();
    let (host, mut view) = stage.ready_host(host(), with_tools());
    let listing = host.list_view_tools(None);
    let calling = host.call_view_tool(&CallToolRequestParams::new("view_tool"));
    stage.run();
    let (list, _) = view.take_request::<ListToolsRequest>().unwrap();
    let (call, params) = view.take_request::<CallToolRequest>().unwrap();
    assert_eq!((list.to_string(), call.to_string(), params.name.as_str()), ("0".into(), "1".into(), "view_tool"));
    view.respond::<CallToolRequest>(&call, Ok(text("4"))).unwrap();
    view.respond::<ListToolsRequest>(&list, Ok(ListToolsResult::new(vec![]))).unwrap();
    assert_eq!(stage.wait(calling).unwrap(), text("4"));
    assert!(stage.wait(listing).unwrap().tools.is_empty());
}

#[test]
fn a_dropped_call_is_cancelled_at_the_view() {
    let mut stage = Stage::new();
    let (host, mut view) = stage.ready_host(host(), with_tools());
    let call = host.call_view_tool(&CallToolRequestParams::new("slow"));
    stage.run();
    drop(call);
    stage.run();
    let (id, _) = view.take_request::<CallToolRequest>().unwrap();
    assert_eq!(view.take_notification::<CancelledNotification>().unwrap().request_id, id);
    view.respond::<CallToolRequest>(&id, Ok(text("late"))).unwrap();
    stage.run();
}

#[test]
fn a_request_the_view_cancels_drops_its_handler() {
    struct Witness(Arc<AtomicUsize>);
    impl Drop for Witness {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }
    let mut stage = Stage::new();
    let dropped = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&dropped);
    let builder = host().on_call_tool(move |_, _| {
        let witness = Witness(Arc::clone(&counter));
        async move {
            std::future::pending::<()>().await;
            drop(witness);
            Ok(text(""))
        }
    });
    let (_host, mut view) = stage.ready_host(builder, McpUiAppCapabilities::new());
    let id = view.request::<CallToolRequest>(&CallToolRequestParams::new("slow")).unwrap();
    stage.run();
    assert_eq!(dropped.load(Ordering::SeqCst), 0);
    view.notify::<CancelledNotification>(&CancelledNotificationParams::new(id)).unwrap();
    stage.run();
    assert_eq!(dropped.load(Ordering::SeqCst), 1);
    assert!(view.is_silent());
}

#[test]
fn progress_reaches_the_view_that_asked_for_it() {
    let mut stage = Stage::new();
    let builder = host().on_call_tool(|_, cx| async move {
        cx.progress(1.0, Some(2.0))?;
        Ok(text("done"))
    });
    let (_host, mut view) = stage.ready_host(builder, McpUiAppCapabilities::new());
    let mut params = CallToolRequestParams::new("slow");
    view.request::<CallToolRequest>(&params).unwrap();
    params.meta = Some(serde_json::from_value(json!({"progressToken": "mine"})).unwrap());
    view.request::<CallToolRequest>(&params).unwrap();
    stage.run();
    let progress = view.take_notification::<ProgressNotification>().unwrap();
    assert_eq!(progress.progress_token, "mine".into());
    assert!(view.take_notification::<ProgressNotification>().is_err());
}

#[test]
fn teardown_is_asked_for_answered_and_over() {
    let mut stage = Stage::new();
    let (host, mut view) = stage.ready_host(host(), McpUiAppCapabilities::new());
    let teardown = host.teardown(Duration::from_secs(5));
    stage.run();
    let (id, _) = view.take_request::<McpUiResourceTeardownRequest>().unwrap();
    view.respond::<McpUiResourceTeardownRequest>(&id, Ok(McpUiResourceTeardownResult::default())).unwrap();
    stage.wait(teardown).unwrap();
    assert_eq!(stage.wait(host.peer().closed()), Closed::TornDown);
    assert!(matches!(host.tool_input(None), Err(Error::Closed(Closed::TornDown))));
}

#[test]
fn the_sandbox_step_has_a_deadline() {
    let mut stage = Stage::new();
    let (host, mut proxy) = stage.host(host());
    let page = McpUiSandboxResourceReadyNotificationParams::new("<p>hi</p>");
    let loading = host.load_sandbox(&page, Duration::from_secs(3));
    stage.run();
    stage.clock.advance(Duration::from_secs(3));
    assert!(matches!(stage.wait(loading), Err(Error::Timeout { .. })));
    let loading = host.load_sandbox(&page, Duration::from_secs(3));
    proxy.notify::<McpUiSandboxProxyReadyNotification>(&mcp_apps::wire::EmptyObject::default()).unwrap();
    stage.wait(loading).unwrap();
    assert_eq!(proxy.take_notification::<McpUiSandboxResourceReadyNotification>().unwrap(), page);
    stage.shake_hands(&mut proxy, McpUiAppCapabilities::new());
}

#[test]
fn sizes_are_heard_by_everybody_and_malformed_ones_come_as_errors() {
    let mut stage = Stage::new();
    let (host, mut view) = stage.ready_host(host(), McpUiAppCapabilities::new());
    view.notify::<McpUiSizeChangedNotification>(&McpUiSizeChangedNotificationParams::new().with_width(300)).unwrap();
    stage.run();
    let mut first = host.size_changes();
    let mut second = host.size_changes();
    assert_eq!(first.try_next().unwrap().unwrap().width, Some(300.into()));
    view.send_text(r#"{"jsonrpc":"2.0","method":"ui/notifications/size-changed","params":{"width":"x"}}"#);
    stage.run();
    for stream in [&mut first, &mut second] {
        match stream.try_next() {
            Some(Err(Error::Decode(error))) => assert_eq!(error.path(), "params.width"),
            other => panic!("{other:?}"),
        }
    }
}
