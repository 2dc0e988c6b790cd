//! The typed View against a Host in the test's hands.

#![allow(clippy::unwrap_used)]

mod common;
#[path = "view/tools.rs"]
mod tools;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::{Stage, all, object, text, view};
use futures_util::FutureExt;
use futures_util::task::LocalSpawnExt;
use mcp_apps::peer::RequestOptions;
use mcp_apps::testing::FakeHost;
use mcp_apps::tool::Contract;
use mcp_apps::v2026_01_26::*;
use mcp_apps::{Closed, Error, Refusal, RpcError};
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct City {
    city: String,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Weather {
    celsius: f64,
}

struct GetWeather;

impl Contract for GetWeather {
    const NAME: &'static str = "get_weather";
    type Input = City;
    type Output = Weather;
}

fn paris() -> City {
    City { city: "Paris".into() }
}

#[test]
fn an_error_answer_is_an_err_and_initialized_is_not_sent() {
    let mut stage = Stage::new();
    let (mut host, end) = FakeHost::new();
    let (connecting, driver) = view().connect(end, stage.clock.clone()).unwrap();
    stage.spawn(driver);
    stage.run();
    let (id, _) = host.take_request::<McpUiInitializeRequest>().unwrap();
    host.respond::<McpUiInitializeRequest>(&id, Err(RpcError::new(-32602, "no"))).unwrap();
    assert!(matches!(stage.wait(connecting), Err(Error::Remote(error)) if error.code == -32602));
    // Nor is anything else said on a conversation that never began.
    host.request::<PingRequest>(&None).unwrap();
    stage.run();
    assert!(host.is_silent());
}

#[test]
fn an_answer_in_another_shape_is_an_err_that_names_the_place() {
    for (result, path) in [
        (json!({"protocolVersion": "0.1", "capabilities": {}}), "result.hostCapabilities"),
        (
            json!({"protocolVersion": "x", "hostInfo": {"name": "h", "version": "1"}, "hostCapabilities": {}}),
            "result.hostContext",
        ),
        (
            json!({"protocolVersion": "x", "hostInfo": {"name": "h", "version": "1"}, "hostContext": {}}),
            "result.hostCapabilities",
        ),
        (
            json!({"protocolVersion": "x", "hostInfo": {"name": 5, "version": "1"}, "hostContext": {}, "hostCapabilities": {}}),
            "result.hostInfo.name",
        ),
    ] {
        let mut stage = Stage::new();
        let (mut host, end) = FakeHost::new();
        let (connecting, driver) = view().connect(end, stage.clock.clone()).unwrap();
        stage.spawn(driver);
        stage.run();
        host.take_request::<McpUiInitializeRequest>().unwrap();
        host.send_text(&json!({"jsonrpc": "2.0", "id": 0, "result": result}).to_string());
        match stage.wait(connecting) {
            Err(Error::Decode(error)) => assert_eq!(error.path(), path),
            other => panic!("{other:?}"),
        }
        stage.run();
        assert!(host.is_silent());
    }
}

#[test]
fn a_host_that_never_answers_is_a_timeout() {
    let mut stage = Stage::new();
    let (_host, end) = FakeHost::new();
    let builder = view().request_timeout(Some(Duration::from_secs(5)));
    let (connecting, driver) = builder.connect(end, stage.clock.clone()).unwrap();
    stage.spawn(driver);
    stage.run();
    stage.clock.advance(Duration::from_secs(5));
    assert!(matches!(stage.wait(connecting), Err(Error::Timeout { .. })));
}

#[test]
fn the_handshake_tells_everything_about_the_host() {
    let mut stage = Stage::new();
    let context = McpUiHostContext::new().with_locale("en-GB");
    let (view, _host) = stage.ready_view_in(view(), all(), context.clone());
    assert_eq!(view.host_info().name, "fake-host");
    assert_eq!(view.host_capabilities(), all());
    assert_eq!(view.host_context(), context);
    assert_eq!(view.protocol_version(), PROTOCOL_VERSION);
}

#[test]
fn tool_data_that_came_before_anybody_asked_is_kept() {
    let mut stage = Stage::new();
    let (view, mut host) = stage.ready_view(view(), all());
    let partial = McpUiToolInputPartialNotificationParams::new();
    for city in ["P", "Pa"] {
        let params = partial.clone().with_arguments(object(json!({"city": city})));
        host.notify::<McpUiToolInputPartialNotification>(&params).unwrap();
    }
    let input = McpUiToolInputNotificationParams::new().with_arguments(object(json!({"city": "Paris"})));
    host.notify::<McpUiToolInputNotification>(&input).unwrap();
    let result = text("sunny").with_structured_content(object(json!({"celsius": 20.0})));
    host.notify::<McpUiToolResultNotification>(&result).unwrap();
    stage.run();

    let mut partials = view.tool_input_partials();
    assert_eq!(partials.try_next(), Some(object(json!({"city": "P"}))));
    assert_eq!(partials.try_next(), Some(object(json!({"city": "Pa"}))));
    assert_eq!(partials.try_next(), None);
    for _ in 0..2 {
        assert_eq!(stage.wait(view.tool_input()).unwrap(), object(json!({"city": "Paris"})));
        assert_eq!(stage.wait(view.tool_input_as::<City>()).unwrap(), paris());
        assert_eq!(stage.wait(view.tool_result()).unwrap(), result);
        assert_eq!(stage.wait(view.tool_output::<Weather>()).unwrap(), Weather { celsius: 20.0 });
    }
}

#[test]
fn tool_input_of_another_type_says_where() {
    let mut stage = Stage::new();
    let (view, mut host) = stage.ready_view(view(), all());
    let input = McpUiToolInputNotificationParams::new().with_arguments(object(json!({"city": 5})));
    host.notify::<McpUiToolInputNotification>(&input).unwrap();
    match stage.wait(view.tool_input_as::<City>()) {
        Err(Error::Decode(error)) => assert_eq!(error.path(), "params.arguments.city"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_cancelled_tool_call_is_an_error_value() {
    let mut stage = Stage::new();
    let (view, mut host) = stage.ready_view(view(), all());
    let mut params = McpUiToolCancelledNotificationParams::new();
    params.reason = Some("user".into());
    host.notify::<McpUiToolCancelledNotification>(&params).unwrap();
    for outcome in [stage.wait(view.tool_result()).map(drop), stage.wait(view.tool_input()).map(drop)] {
        assert!(matches!(outcome, Err(Error::ToolCancelled { reason: Some(reason) }) if reason == "user"));
    }
}

#[test]
fn a_result_that_does_not_fit_is_an_error_and_not_a_silence() {
    let mut stage = Stage::new();
    let (view, host) = stage.ready_view(view(), all());
    let mut host = host;
    host.send_text(
        r#"{"jsonrpc":"2.0","method":"ui/notifications/tool-result","params":{"content":[{"type":"text"}]}}"#,
    );
    match stage.wait(view.tool_result()) {
        Err(Error::Decode(error)) => assert!(error.path().starts_with("params.content[0]"), "{}", error.path()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn host_context_merges_shallowly_and_keeps_a_bad_change_out() {
    let mut stage = Stage::new();
    let context = McpUiHostContext::new()
        .with_theme(McpUiTheme::Dark)
        .with_locale("en")
        .with_available_display_modes(vec![McpUiDisplayMode::Inline]);
    let (view, mut host) = stage.ready_view_in(view(), all(), context);
    let mut changes = view.host_context_changes();
    let mut change = |params: serde_json::Value| {
        host.send_text(
            &json!({"jsonrpc": "2.0", "method": "ui/notifications/host-context-changed", "params": params}).to_string(),
        );
        stage.run();
    };
    change(json!({"theme": "light", "x-own": 1}));
    change(json!({"locale": 5}));
    change(json!({"availableDisplayModes": []}));
    let now = view.host_context();
    assert_eq!((now.theme, now.locale.as_deref()), (Some(McpUiTheme::Light), Some("en")));
    assert_eq!(now.available_display_modes, Some(vec![]));
    assert_eq!(now.extra["x-own"], 1);
    assert_eq!(changes.try_next().unwrap().theme, Some(McpUiTheme::Light));
    assert!(changes.try_next().is_some());
    assert!(changes.try_next().is_none());
}

#[test]
fn what_arrives_before_the_handshakes_answer_is_kept_and_the_answer_is_newer() {
    let mut stage = Stage::new();
    let (mut host, end) = FakeHost::new();
    let (connecting, driver) = view().connect(end, stage.clock.clone()).unwrap();
    stage.spawn(driver);
    let early = McpUiHostContext::new().with_theme(McpUiTheme::Dark).with_locale("fr");
    host.notify::<McpUiHostContextChangedNotification>(&early).unwrap();
    let input = McpUiToolInputNotificationParams::new().with_arguments(object(json!({"early": 1})));
    host.notify::<McpUiToolInputNotification>(&input).unwrap();
    stage.run();
    host.greet(all(), McpUiHostContext::new().with_theme(McpUiTheme::Light)).unwrap();
    let view = stage.wait(connecting).unwrap();
    assert_eq!(view.host_context(), McpUiHostContext::new().with_theme(McpUiTheme::Light).with_locale("fr"));
    assert_eq!(stage.wait(view.tool_input()).unwrap(), object(json!({"early": 1})));
}

#[test]
fn a_host_may_say_no_in_four_ways() {
    for (outcome, expected) in [
        (Err(RpcError::denied("no")), -32000),
        (Err(RpcError::internal("broken")), -32603),
        (Err(RpcError::new(-32601, "Method not found")), -32601),
        (Ok(McpUiOpenLinkResult::new().with_is_error(true)), 0),
    ] {
        let mut stage = Stage::new();
        let (view, mut host) = stage.ready_view(view(), all());
        let call = view.open_link("https://example.com/");
        stage.run();
        let (id, _) = host.take_request::<McpUiOpenLinkRequest>().unwrap();
        host.respond::<McpUiOpenLinkRequest>(&id, outcome).unwrap();
        match stage.wait(call) {
            Err(Error::Remote(error)) => assert_eq!(error.code, expected),
            Err(Error::Declined { method }) => assert_eq!((method.as_str(), expected), ("ui/open-link", 0)),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_display_mode_the_host_lacks_is_refused_here_and_the_answer_is_what_counts() {
    use McpUiDisplayMode::{Fullscreen, Inline, Pip};
    let mut stage = Stage::new();
    let context = McpUiHostContext::new().with_available_display_modes(vec![Inline, Fullscreen]);
    let (view, mut host) = stage.ready_view_in(view(), all(), context);
    let refused = stage.wait(view.request_display_mode(Pip));
    assert!(matches!(refused, Err(Error::Refused(Refusal::DisplayMode(_)))));
    assert!(host.is_silent());
    let call = view.request_display_mode(Fullscreen);
    stage.run();
    let (id, _) = host.take_request::<McpUiRequestDisplayModeRequest>().unwrap();
    host.respond::<McpUiRequestDisplayModeRequest>(&id, Ok(McpUiRequestDisplayModeResult::new(Inline))).unwrap();
    assert_eq!(stage.wait(call).unwrap(), Inline);
}

#[test]
fn the_view_reports_whole_pixels_and_never_infinity() {
    let mut stage = Stage::new();
    let (view, mut host) = stage.ready_view(view(), all());
    view.send_size_changed(Some(300.2), None).unwrap();
    assert!(view.send_size_changed(Some(f64::NAN), None).is_err());
    stage.run();
    let size = host.take_notification::<McpUiSizeChangedNotification>().unwrap();
    assert_eq!((size.width, size.height), (Some(301.into()), None));
    assert!(host.is_silent());
}

#[test]
fn progress_is_heard_and_keeps_the_call_alive() {
    let mut stage = Stage::new();
    let (view, mut host) = stage.ready_view(view(), all());
    let heard = Arc::new(Mutex::new(0.0));
    let log = Arc::clone(&heard);
    let options = RequestOptions::new()
        .timeout(Duration::from_secs(10))
        .on_progress(move |progress: ProgressNotificationParams| *log.lock().unwrap() = progress.progress.get());
    let call = view.call_tool_with(&CallToolRequestParams::new("slow"), options);
    stage.run();
    let (id, _) = host.take_request::<CallToolRequest>().unwrap();
    stage.clock.advance(Duration::from_secs(9));
    let progress = ProgressNotificationParams::new(mcp_apps::wire::Number::from(7), id.clone());
    host.notify::<ProgressNotification>(&progress).unwrap();
    stage.run();
    stage.clock.advance(Duration::from_secs(9));
    stage.run();
    host.respond::<CallToolRequest>(&id, Ok(text("done"))).unwrap();
    assert_eq!(stage.wait(call).unwrap(), text("done"));
    assert_eq!(*heard.lock().unwrap(), 7.0);
}

#[test]
fn the_clean_up_ends_before_the_host_gets_its_answer() {
    let mut stage = Stage::new();
    let (view, mut host) = stage.ready_view(view(), all());
    let log = Arc::new(Mutex::new(Vec::new()));
    let (in_program, in_clean_up, clock) = (Arc::clone(&log), Arc::clone(&log), stage.clock.clone());
    let running = view.clone();
    let run = async move {
        struct Dropped(Arc<Mutex<Vec<&'static str>>>);
        impl Drop for Dropped {
            fn drop(&mut self) {
                self.0.lock().unwrap().push("program cancelled");
            }
        }
        let program = async {
            let _dropped = Dropped(in_program);
            std::future::pending::<()>().await;
        };
        let clean_up = || async move {
            in_clean_up.lock().unwrap().push("clean-up begins");
            mcp_apps::task::Timer::sleep_until(&clock, Duration::from_secs(1)).await;
            in_clean_up.lock().unwrap().push("clean-up ends");
        };
        assert!(running.run(program, clean_up).await.is_none());
    };
    stage.pool.spawner().spawn_local(run).unwrap();
    stage.run();
    let id = host.request::<McpUiResourceTeardownRequest>(&mcp_apps::wire::EmptyObject::default()).unwrap();
    stage.run();
    assert_eq!(*log.lock().unwrap(), ["program cancelled", "clean-up begins"]);
    // Not answered yet, but the View may still save its state.
    assert!(host.is_silent());
    let saving = view.call_tool_with(&CallToolRequestParams::new("save"), RequestOptions::new());
    stage.run();
    host.take_request::<CallToolRequest>().unwrap();
    drop(saving);
    stage.run();
    host.take_notification::<CancelledNotification>().unwrap();
    assert!(host.is_silent());
    stage.clock.advance(Duration::from_secs(1));
    stage.run();
    host.take_response::<McpUiResourceTeardownRequest>(&id).unwrap();
    assert_eq!(log.lock().unwrap().last(), Some(&"clean-up ends"));
}

#[test]
fn a_program_that_ends_by_itself_cleans_up_and_a_teardown_without_one_is_answered() {
    let mut stage = Stage::new();
    let (view, mut host) = stage.ready_view(view(), all());
    let mut cleaned = false;
    let value = stage.wait(view.run(async { 7 }, || async { cleaned = true }));
    assert_eq!((value, cleaned), (Some(7), true));
    let id = host.request::<McpUiResourceTeardownRequest>(&mcp_apps::wire::EmptyObject::default()).unwrap();
    stage.run();
    host.take_response::<McpUiResourceTeardownRequest>(&id).unwrap();
}

#[test]
fn the_end_of_the_channel_ends_everything_with_an_error() {
    let mut stage = Stage::new();
    let (view, host) = stage.ready_view(view(), all());
    let call = view.ping();
    let (input, result) = (view.tool_input(), view.tool_result());
    drop(host);
    assert!(matches!(stage.wait(call), Err(Error::Closed(_) | Error::Transport(_))));
    assert!(matches!(stage.wait(input), Err(Error::Closed(Closed::Channel))));
    assert!(matches!(stage.wait(result), Err(Error::Closed(Closed::Channel))));
    assert_eq!(stage.wait(view.run(std::future::pending::<()>(), || async {})), None);
    assert!(matches!(stage.wait(view.ping()), Err(Error::Closed(_))));
}

/// A page that gives up its driver, or a task that is aborted, leaves nobody waiting.
#[test]
fn dropping_the_driver_ends_everything_with_an_error() {
    let mut stage = Stage::new();
    let (view, _fake) = stage.ready_view(view(), all());
    let (input, call) = (view.tool_input(), view.open_link("https://example.com/"));
    drop(stage);
    assert!(matches!(input.now_or_never(), Some(Err(Error::Closed(Closed::Channel)))));
    assert!(matches!(call.now_or_never(), Some(Err(Error::Closed(Closed::Channel)))));
}
