//! What people ran into (rows of the project's collection of bug reports), each as the test it
//! asks for: the rows about the lifecycle and the delivery of data.

#![allow(clippy::unwrap_used)]

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use common::{Stage, all, host, object, text, view};
use mcp_apps::session::{Event, Phase};
use mcp_apps::testing::{FakeHost, FakeView};
use mcp_apps::v2026_01_26::*;
use mcp_apps::{Closed, Error, RpcError};
use serde_json::json;

fn no_more(view: &mut FakeView) {
    assert!(view.is_silent(), "{:?}", view.take());
}

#[test]
fn row_37_a_refused_handshake_is_an_err_and_data_before_initialized_is_impossible() {
    let mut stage = Stage::new();
    let (mut fake, end) = FakeHost::new();
    let (connecting, driver) = view().connect(end, stage.clock.clone()).unwrap();
    stage.spawn(driver);
    stage.run();
    let (id, _) = fake.take_request::<McpUiInitializeRequest>().unwrap();
    fake.respond::<McpUiInitializeRequest>(&id, Err(RpcError::internal("broken"))).unwrap();
    assert!(stage.wait(connecting).is_err());
    assert!(fake.is_silent());

    let (host, mut fake) = stage.host(host());
    host.tool_input(None).unwrap();
    host.tool_result(&text("x")).unwrap();
    host.set_host_context(&McpUiHostContext::new().with_locale("fr")).unwrap();
    fake.greet(McpUiAppCapabilities::new()).unwrap();
    stage.run();
    fake.take_response::<McpUiInitializeRequest>(&0.into()).unwrap();
    no_more(&mut fake);
}

#[test]
fn row_39_the_handshakes_answer_has_the_members_every_view_wants() {
    let mut stage = Stage::new();
    let (_host, mut fake) = stage.host(host());
    let greeting = fake.greet(McpUiAppCapabilities::new()).unwrap();
    stage.run();
    let result = serde_json::to_value(fake.be_ready(&greeting).unwrap()).unwrap();
    let info = json!({"name": "host", "version": "1"});
    let expected =
        json!({"protocolVersion": "2026-01-26", "hostInfo": info, "hostCapabilities": {}, "hostContext": {}});
    assert_eq!(result, expected);
}

#[test]
fn row_40_only_this_views_initialized_starts_the_data() {
    let mut stage = Stage::new();
    let (host, mut fake) = stage.host(host());
    host.tool_input(None).unwrap();
    host.tool_result(&text("x")).unwrap();
    for noise in [
        r#"{"type":"ready"}"#,
        r#""initialized""#,
        r#"{"jsonrpc":"2.0","method":"initialized"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"1.0","method":"ui/notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","method":"ui/notifications/initialized"}"#,
    ] {
        fake.send_text(noise);
        stage.run();
        assert_eq!(host.peer().phase(), Phase::Fresh, "{noise}");
        no_more(&mut fake);
    }
    stage.shake_hands(&mut fake, McpUiAppCapabilities::new());
    fake.take_notification::<McpUiToolInputNotification>().unwrap();
    fake.take_notification::<McpUiToolResultNotification>().unwrap();
    no_more(&mut fake);
}

#[test]
fn row_41_a_tool_without_arguments_has_one_empty_input_and_one_result_in_either_order() {
    for (arguments, result_first) in
        [(None, false), (None, true), (Some(object(json!({}))), false), (Some(object(json!({}))), true)]
    {
        let mut stage = Stage::new();
        let (host, mut fake) = stage.ready_host(host(), McpUiAppCapabilities::new());
        if result_first {
            host.tool_result(&text("x")).unwrap();
            host.tool_input(arguments).unwrap();
        } else {
            host.tool_input(arguments).unwrap();
            host.tool_result(&text("x")).unwrap();
        }
        stage.run();
        match fake.take().unwrap() {
            mcp_apps::testing::Received::Notification { method, params } => {
                assert_eq!(method, "ui/notifications/tool-input");
                assert_eq!(params.unwrap().get(), r#"{"arguments":{}}"#);
            }
            other => panic!("{other:?}"),
        }
        fake.take_notification::<McpUiToolResultNotification>().unwrap();
        no_more(&mut fake);
    }
}

#[test]
fn row_42_a_new_view_on_a_stored_call_gets_input_and_result_again_once() {
    let mut stage = Stage::new();
    let (host, mut fake) = stage.host(host());
    host.tool_input(object(json!({"a": 1}))).unwrap();
    host.tool_result(&text("x")).unwrap();
    for _ in 0..3 {
        stage.shake_hands(&mut fake, McpUiAppCapabilities::new());
        fake.take_notification::<McpUiToolInputNotification>().unwrap();
        fake.take_notification::<McpUiToolResultNotification>().unwrap();
        no_more(&mut fake);
    }
}

#[test]
fn row_44_context_set_early_is_sent_once_and_no_handler_fires_after_close() {
    let mut stage = Stage::new();
    let calls = Arc::new(AtomicUsize::new(0));
    let (in_request, in_notice) = (Arc::clone(&calls), Arc::clone(&calls));
    let builder = host()
        .on_open_link(move |_, _| {
            in_request.fetch_add(1, Ordering::SeqCst);
            async { Ok(McpUiOpenLinkResult::new()) }
        })
        .on_size_changed(move |_| {
            in_notice.fetch_add(1, Ordering::SeqCst);
        });
    let (host, mut fake) = stage.host(builder);
    let greeting = fake.greet(McpUiAppCapabilities::new()).unwrap();
    stage.run();
    host.set_host_context(&McpUiHostContext::new().with_locale("fr")).unwrap();
    host.set_host_context(&McpUiHostContext::new().with_locale("fr")).unwrap();
    stage.run();
    fake.be_ready(&greeting).unwrap();
    stage.run();
    let told = fake.take_notification::<McpUiHostContextChangedNotification>().unwrap();
    assert_eq!(told, McpUiHostContext::new().with_locale("fr"));
    no_more(&mut fake);

    // What had arrived but was not dealt with when the session was closed counts as after.
    fake.request::<McpUiOpenLinkRequest>(&McpUiOpenLinkRequestParams::new("x")).unwrap();
    host.close();
    fake.notify::<McpUiSizeChangedNotification>(&McpUiSizeChangedNotificationParams::new()).unwrap();
    stage.run();
    assert_eq!(calls.load(Ordering::SeqCst), 0);
    no_more(&mut fake);
}

#[test]
fn row_47_a_view_may_save_itself_while_it_is_torn_down_and_cannot_stay_for_ever() {
    let mut stage = Stage::new();
    let saved = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&saved);
    let builder = host().on_call_tool(move |_, _| {
        counter.fetch_add(1, Ordering::SeqCst);
        async { Ok(CallToolResult::new(vec![])) }
    });
    let (host, mut fake) = stage.ready_host(builder, McpUiAppCapabilities::new());
    let teardown = host.teardown(Duration::from_secs(5));
    stage.run();
    fake.take_request::<McpUiResourceTeardownRequest>().unwrap();
    let saving = fake.request::<CallToolRequest>(&CallToolRequestParams::new("save")).unwrap();
    stage.run();
    fake.take_response::<CallToolRequest>(&saving).unwrap();
    assert_eq!(saved.load(Ordering::SeqCst), 1);
    stage.clock.advance(Duration::from_secs(5));
    assert!(matches!(stage.wait(teardown), Err(Error::Timeout { .. })));
    assert_eq!(stage.wait(host.peer().closed()), Closed::TornDown);
    fake.request::<CallToolRequest>(&CallToolRequestParams::new("save")).unwrap();
    stage.run();
    assert_eq!(saved.load(Ordering::SeqCst), 1);
    no_more(&mut fake);
}

#[test]
fn row_47_a_new_view_on_the_same_frame_does_not_hear_answers_to_the_old_one() {
    let mut stage = Stage::new();
    let clock = stage.clock.clone();
    let builder = host().on_call_tool(move |call, _| {
        let slow = call.name == "slow";
        let until = mcp_apps::task::Timer::sleep_until(&clock, Duration::from_secs(u64::from(slow)));
        async move {
            until.await;
            Ok(text(&call.name))
        }
    });
    let (_host, mut fake) = stage.ready_host(builder, McpUiAppCapabilities::new());
    // Both Views count their ids from 0, so the second View's call has the first one's id.
    fake.send_text(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow"}}"#);
    stage.run();
    stage.shake_hands(&mut fake, McpUiAppCapabilities::new());
    fake.send_text(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"quick"}}"#);
    stage.run();
    stage.clock.advance(Duration::from_secs(1));
    stage.run();
    assert_eq!(fake.take_response::<CallToolRequest>(&1.into()).unwrap(), text("quick"));
    no_more(&mut fake);
}

#[test]
fn row_51_both_sides_tell_the_version_they_agreed_on() {
    let mut stage = Stage::new();
    let (host, mut fake) = stage.host(host());
    let params =
        McpUiInitializeRequestParams::new(McpUiAppCapabilities::new(), Implementation::new("v", "0"), "2099-01-01");
    let id = fake.request::<McpUiInitializeRequest>(&params).unwrap();
    stage.run();
    assert_eq!(fake.be_ready(&id).unwrap().protocol_version, PROTOCOL_VERSION);
    assert_eq!(host.protocol_version().as_deref(), Some(PROTOCOL_VERSION));

    let (mut fake, end) = FakeHost::new();
    let (connecting, driver) = view().connect(end, stage.clock.clone()).unwrap();
    stage.spawn(driver);
    stage.run();
    let (id, _) = fake.take_request::<McpUiInitializeRequest>().unwrap();
    let info = Implementation::new("h", "0");
    let result = McpUiInitializeResult::new(all(), McpUiHostContext::new(), info, "2025-11-21");
    fake.respond::<McpUiInitializeRequest>(&id, Ok(result)).unwrap();
    let view = stage.wait(connecting).unwrap();
    assert_eq!(view.protocol_version(), "2025-11-21");
    let noted = view.peer().notes().try_next();
    assert!(noted.is_some_and(|note| matches!(&*note, Event::Violation { rule, .. } if rule.code() == "W11")));
}

#[test]
fn row_52_the_first_context_is_whole_and_a_partial_change_keeps_the_rest() {
    let mut stage = Stage::new();
    let tool = Tool::new(object(json!({"type": "object"})), "show");
    let styles: McpUiHostStyles =
        serde_json::from_value(json!({"variables": {"--color-background-primary": "#101010"}})).unwrap();
    let context = McpUiHostContext::new()
        .with_theme(McpUiTheme::Dark)
        .with_styles(styles.clone())
        .with_tool_info(McpUiToolInfo::new(tool));
    let (host, view) = stage.both(host().host_context(context.clone()), view());
    assert_eq!(view.host_context(), context);
    host.set_host_context(&McpUiHostContext::new().with_theme(McpUiTheme::Light)).unwrap();
    stage.run();
    let now = view.host_context();
    assert_eq!((now.theme, now.styles), (Some(McpUiTheme::Light), Some(styles)));
    assert_eq!(now.tool_info.unwrap().tool.name, "show");
}

#[test]
fn row_56_the_mode_answered_is_the_mode_in_force_and_one_both_sides_know() {
    use McpUiDisplayMode::{Fullscreen, Inline, Pip};
    let mut stage = Stage::new();
    let context = McpUiHostContext::new().with_available_display_modes(vec![Inline, Fullscreen, Pip]);
    let builder = host().host_context(context).on_request_display_mode(|mode, _| async { Ok(mode) });
    let (host, view) = stage.both(builder, view().display_modes([Inline, Fullscreen]));
    for (asked, answered) in [(Fullscreen, Fullscreen), (Pip, Fullscreen), (Inline, Inline)] {
        let call = view.request_display_mode(asked);
        assert_eq!(stage.wait(call).unwrap(), answered);
        assert_eq!(host.host_context().display_mode, Some(answered));
    }
}

#[test]
fn row_57_no_capability_without_a_handler_and_no_handler_without_its_capability() {
    // The table of every method is `what_is_handled_is_advertised_and_what_is_not_is_refused`.
    assert!(host().capabilities().is_empty());
    let (mut stage, builder) = (Stage::new(), host());
    let (_host, mut fake) = stage.ready_host(builder, McpUiAppCapabilities::new());
    let id = fake.request::<McpUiOpenLinkRequest>(&McpUiOpenLinkRequestParams::new("x")).unwrap();
    stage.run();
    let answer = fake.take_response::<McpUiOpenLinkRequest>(&id);
    assert!(matches!(answer, Err(Error::Remote(error)) if error.code == RpcError::METHOD_NOT_FOUND));
}
