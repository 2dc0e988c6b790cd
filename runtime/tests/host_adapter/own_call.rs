//! The Host's own tool call, shown to its View.

use std::time::Duration;

use mcp_apps::RpcError;
use mcp_apps::draft::*;
use mcp_apps::wire::{JsonObject, RequestId};
use serde_json::json;

use crate::bridge::{call, server};
use crate::stage::{Stage, host, tool};

#[test]
fn row_41_the_hosts_own_call_is_shown_whole_with_or_without_arguments() {
    let (mut stage, server) = (Stage::new(), server());
    let connection = stage.connect(&server);
    let (bridged, mut view, _) = stage.show(connection.bridge(host()));
    let result = stage.wait(bridged.run_tool("secret", Default::default())).unwrap();
    stage.run();
    let input = view.take_notification::<McpUiToolInputNotification>().unwrap();
    assert_eq!(serde_json::to_value(input).unwrap(), json!({"arguments": {}}));
    let shown = view.take_notification::<McpUiToolResultNotification>().unwrap();
    assert_eq!(serde_json::to_value(shown).unwrap(), serde_json::to_value(result).unwrap());
}

#[test]
fn the_view_is_told_which_request_its_call_is_unless_the_host_named_it() {
    let (mut stage, server) = (Stage::new(), server());
    let connection = stage.connect(&server);
    let show: Tool = serde_json::from_value(tool("show", json!({}))).unwrap();
    let unnamed = connection.bridge(host()).tool(show.clone());
    let named = connection.bridge(host()).tool_call("call-7", show.clone());
    for (bridge, run, told) in
        [(unnamed, "show", true), (named, "show", false), (connection.bridge(host()), "show", false)]
    {
        let (bridged, mut view, _) = stage.show(bridge);
        stage.wait(bridged.run_tool(run, Default::default())).unwrap();
        stage.run();
        let context = view.take_notification::<McpUiHostContextChangedNotification>();
        assert_eq!(context.is_ok(), told);
        if let Ok(context) = context {
            let calls = server.heard().iter().position(|(method, _)| method == "tools/call").unwrap();
            assert_eq!(context.tool_info.unwrap().id, Some(RequestId::from(calls as i64 + 1)));
        }
    }
}

#[test]
fn a_view_hears_of_the_first_call_only() {
    let (mut stage, server) = (Stage::new(), server());
    let connection = stage.connect(&server);
    let (bridged, mut view, _) = stage.show(connection.bridge(host()));
    server.hang("tools/call");
    let mut first = Box::pin(bridged.run_tool("show", Default::default()));
    assert!(futures_util::FutureExt::now_or_never(&mut first).is_none());
    server.answer("tools/call", Ok(json!({"content": [{"type": "text", "text": "of another"}]})));
    stage.wait(bridged.run_tool("show", Default::default())).unwrap();
    drop(Box::pin(bridged.run_tool("show", Default::default())));
    stage.run();
    assert!(view.take_notification::<McpUiToolInputNotification>().is_ok());
    assert!(view.take_notification::<McpUiToolResultNotification>().is_err());
    drop(first);
    stage.run();
    assert!(view.take_notification::<McpUiToolCancelledNotification>().is_ok());
}

#[test]
fn h30_a_call_that_fails_or_is_given_up_is_cancelled_for_the_view_and_the_server() {
    let (mut stage, server) = (Stage::new(), server());
    let connection = stage.connect(&server);
    let (failing, mut view, _) = stage.show(connection.bridge(host()));
    server.answer("tools/call", Err(RpcError::internal("the disk is full")));
    assert!(stage.wait(failing.run_tool("show", Default::default())).is_err());
    stage.run();
    assert_eq!(view.take_notification::<McpUiToolCancelledNotification>().unwrap().reason.unwrap(), "the disk is full");

    server.hang("tools/call");
    let (given_up, mut view, _) = stage.show(connection.bridge(host()));
    let mut running = Box::pin(given_up.run_tool("show", Default::default()));
    assert!(futures_util::FutureExt::now_or_never(&mut running).is_none());
    drop(running);
    stage.run();
    assert!(view.take_notification::<McpUiToolCancelledNotification>().is_ok());
    assert_eq!(server.cancelled(), 1);
}

#[test]
fn row_42_a_stored_call_is_shown_to_every_new_view_once_and_costs_the_server_nothing() {
    let (mut stage, server) = (Stage::new(), server());
    let connection = stage.connect(&server);
    let stored: CallToolResult = serde_json::from_value(json!({"content": [], "_meta": {"k": 1}})).unwrap();
    for bridge in [connection.bridge(host()), connection.bridge(host()).read_only()] {
        let (view, mut fake, _) = stage.show(bridge);
        server.heard();
        view.show_call(JsonObject::new(), &stored).unwrap();
        assert!(view.show_call(JsonObject::new(), &stored).is_err(), "once");
        stage.run();
        let input = fake.take_notification::<McpUiToolInputNotification>().unwrap();
        assert_eq!(input.arguments, Some(JsonObject::new()));
        assert_eq!(fake.take_notification::<McpUiToolResultNotification>().unwrap(), stored);
        assert!(fake.take_notification::<McpUiToolResultNotification>().is_err());
        assert!(server.heard().is_empty());
    }
}

#[test]
fn row_64_a_view_shown_again_knows_its_call_by_the_same_id() {
    let (mut stage, server) = (Stage::new(), server());
    let connection = stage.connect(&server);
    let inventory = stage.wait(connection.inventory()).unwrap();
    let tool = inventory.tools()[0].tool().unwrap();
    let context = McpUiHostContext::new().with_locale("fr");
    for _ in 0..2 {
        let bridge = connection.bridge(host()).tool_call("call-7", tool.clone()).host_context(context.clone());
        let (_, _, greeted) = stage.show(bridge);
        let info = greeted.host_context.tool_info.unwrap();
        assert_eq!(serde_json::to_value(info.id).unwrap(), json!("call-7"));
        assert_eq!(info.tool.name, tool.name);
        assert_eq!(greeted.host_context.locale.as_deref(), Some("fr"));
    }
}

#[test]
fn row_47_teardown_lets_the_view_finish_a_call_and_gives_up_in_time() {
    let (mut stage, server) = (Stage::new(), server());
    let connection = stage.connect(&server);
    let (bridged, mut view, _) = stage.show(connection.bridge(host()));
    let down = bridged.teardown(Duration::from_secs(1));
    stage.run();
    let (id, _) = view.take_request::<McpUiResourceTeardownRequest>().unwrap();
    assert!(stage.ask::<CallToolRequest>(&mut view, call("show")).is_ok());
    view.respond::<McpUiResourceTeardownRequest>(&id, Ok(Default::default())).unwrap();
    assert!(stage.wait(down).is_ok());
    stage.run();
    assert_eq!(connection.views(), 0);

    let (_, _mute, _) = stage.show(connection.bridge(host()));
    let clock = stage.clock.clone();
    let late = async move { clock.advance(Duration::from_secs(1)) };
    stage.wait(futures_util::future::join(connection.teardown(Duration::from_secs(1)), late));
    stage.run();
    assert_eq!(connection.views(), 0);
}
