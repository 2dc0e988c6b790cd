//! What one View may cost.

use std::time::Duration;

use mcp_apps::draft::*;
use mcp_apps::host::{Rate, ViewLimits};
use mcp_apps::testing::{FakeView, Received};
use mcp_apps::wire::Request;
use serde_json::json;

use crate::bridge;
use crate::stage::{Server, Stage, host, tool};

fn answered(view: &mut FakeView) -> usize {
    std::iter::from_fn(|| view.take()).filter(|message| matches!(message, Received::Response { .. })).count()
}

#[test]
fn a_flooding_view_is_read_more_slowly_loses_nothing_and_hurts_nobody() {
    let mut stage = Stage::new();
    let server = Server::new(json!([tool("t", json!({}))]));
    server.answer("tools/call", Ok(json!({"content": []})));
    let connection = stage.connect(&server);
    let mut limits = ViewLimits::default();
    (limits.rate, limits.requests) = (Rate::new(10.0, 20.0), 1000);
    let (_, mut flood, _) = stage.show(connection.bridge(host()).limits(limits));
    let (_, mut calm, _) = stage.show(connection.bridge(host()).limits(limits));
    let params: CallToolRequestParams = serde_json::from_value(json!({"name": "t"})).unwrap();
    for _ in 0..100 {
        flood.request::<CallToolRequest>(&params).unwrap();
    }
    stage.run();
    let at_once = answered(&mut flood);
    assert!((15..=20).contains(&at_once), "{at_once}");
    assert!(stage.ask::<CallToolRequest>(&mut calm, json!({"name": "t"})).is_ok());
    let mut total = at_once;
    for _ in 0..20 {
        stage.clock.advance(Duration::from_secs(1));
        stage.run();
        let more = answered(&mut flood);
        assert!(more <= 11, "{more}");
        total += more;
    }
    assert_eq!(total, 100);
}

#[test]
fn a_view_has_so_many_requests_open_and_no_message_beyond_a_size() {
    let mut stage = Stage::new();
    let server = Server::new(json!([tool("t", json!({}))]));
    let connection = stage.connect(&server);
    let mut limits = ViewLimits::default();
    (limits.requests, limits.message_bytes) = (3, 1000);
    let (_, mut view, _) = stage.show(connection.bridge(host()).limits(limits));
    for _ in 0..5 {
        stage.send::<CallToolRequest>(&mut view, json!({"name": "t"}));
    }
    assert_eq!(answered(&mut view), 2);
    assert_eq!(calls(&server), 3);
    // Another View, with nothing open yet: a message within the length is read, a longer one is not.
    let (_, mut view, _) = stage.show(connection.bridge(host()).limits(limits));
    let call = |length: usize| json!({"name": "t", "arguments": {"a": "x".repeat(length)}});
    stage.send::<CallToolRequest>(&mut view, call(500));
    assert_eq!(calls(&server), 1);
    stage.send::<CallToolRequest>(&mut view, call(1000));
    assert_eq!(calls(&server), 0, "too long");
}

/// The calls that reached the server since the last time.
fn calls(server: &Server) -> usize {
    server.methods().iter().filter(|method| *method == <CallToolRequest as Request>::METHOD).count()
}

#[test]
fn guesses_at_once_do_not_have_the_list_read_for_each() {
    let (mut stage, server) = (Stage::new(), bridge::server());
    server.take_time();
    let connection = stage.connect(&server);
    let (_, mut view, _) = stage.show(connection.bridge(host()));
    for round in 0..3 {
        for n in 0..60 {
            let params = json!({"name": format!("guess{n}"), "arguments": {}});
            view.send_text(
                &json!({"jsonrpc": "2.0", "id": format!("{round}-{n}"), "method": "tools/call", "params": params})
                    .to_string(),
            );
        }
        stage.run();
        assert_eq!(answered(&mut view), 60);
    }
    let read = server.methods().len();
    assert!(read <= 10, "{read} times");
}
