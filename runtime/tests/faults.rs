//! What is promised when the peer or the channel fails: SECURITY.md, "When something fails". What
//! random losses, repeats and reorderings do is in `interleavings.rs`.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use common::Stage;
use mcp_apps::jsonrpc::{Limits, Message, Unreadable, parse};
use mcp_apps::transport::{Frame, Transport};
use mcp_apps::v2026_01_26::*;
use mcp_apps::wire::Request;
use mcp_apps::{Closed, Error, RpcError};
use serde_json::json;

fn host() -> HostBuilder {
    HostBuilder::new(Implementation::new("host", "1"))
}

fn limits() -> Limits {
    Limits::default()
}

/// A channel whose peer says the same very often and takes nothing, until it breaks.
struct Deaf(Arc<Mutex<Ends>>);

#[derive(Default)]
struct Ends {
    said: usize,
    broken: bool,
}

impl Transport for Deaf {
    fn poll_receive(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame, Error>>> {
        let mut ends = self.0.lock().unwrap();
        if ends.said == 5000 {
            return Poll::Pending;
        }
        ends.said += 1;
        cx.waker().wake_by_ref();
        Poll::Ready(Some(Ok(Frame::Value(json!({ "jsonrpc": "2.0", "id": ends.said, "method": PingRequest::METHOD })))))
    }

    fn send(&mut self, _: String) -> Result<(), Error> {
        panic!("it is not ready for anything");
    }

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Error>> {
        if self.0.lock().unwrap().broken {
            Poll::Ready(Err(Error::Transport("broken".to_owned())))
        } else {
            Poll::Pending
        }
    }
}

#[test]
fn a_peer_that_takes_no_answers_is_not_read_any_further() {
    let mut stage = Stage::new();
    let ends = Arc::new(Mutex::new(Ends::default()));
    let (host, driver) = host().attach(Deaf(Arc::clone(&ends)), stage.clock.clone()).unwrap();
    stage.spawn(driver);
    for _ in 0..10 {
        stage.run();
        host.prompt_list_changed().unwrap();
    }
    assert_eq!(ends.lock().unwrap().said, 1024, "as many answers wait here, and the rest of the questions there");
    // That the channel is broken is noticed all the same.
    ends.lock().unwrap().broken = true;
    host.close();
    stage.run();
    assert_eq!(stage.wait(host.peer().closed()), Closed::Locally);
}

#[test]
fn notifications_nobody_listens_to_are_kept_up_to_a_number_of_bytes() {
    let mut stage = Stage::new();
    let mut few = limits();
    few.max_held_bytes = 100_000;
    let (host, mut view) = stage.ready_host(host().limits(few), McpUiAppCapabilities::default());
    let text = "x".repeat(10_000);
    for method in 0..20 {
        for _ in 0..5 {
            let message = json!({ "jsonrpc": "2.0", "method": format!("x/{method}"), "params": { "text": text } });
            view.send_text(&message.to_string());
        }
    }
    stage.run();
    let kept = |host: &Host, method: usize| {
        let mut notes = host.peer().notifications_raw(&format!("x/{method}"));
        std::iter::from_fn(move || notes.try_next()).count()
    };
    let all: Vec<usize> = (0..20).map(|method| kept(&host, method)).collect();
    assert_eq!(all.iter().sum::<usize>(), 9, "{all:?}");
    assert_eq!(all[0], 5, "the first are kept");
    // A listener that is slow loses the oldest.
    let mut slow = host.peer().notifications_raw("x/0");
    for number in 0..20 {
        let message = json!({ "jsonrpc": "2.0", "method": "x/0", "params": { "text": text, "number": number } });
        view.send_text(&message.to_string());
    }
    stage.run();
    let heard: Vec<_> = std::iter::from_fn(|| slow.try_next()).flatten().collect();
    assert_eq!(heard.len(), 9);
    assert!(heard[8].get().contains("\"number\":19"));
}

#[test]
fn unanswered_requests_are_bounded_by_their_bytes_and_there_is_room_again_after_an_answer() {
    let mut stage = Stage::new();
    let mut few = limits();
    few.max_held_bytes = 50_000;
    let open = Arc::new(Mutex::new(VecDeque::new()));
    let waiting = Arc::clone(&open);
    let builder = host().limits(few).on_request::<CallToolRequest, _, _>(move |_, _| {
        let (answer, answered) = tokio::sync::oneshot::channel();
        waiting.lock().unwrap().push_back(answer);
        async move { answered.await.map_err(|_| RpcError::internal("gone")) }
    });
    let (_host, mut view) = stage.ready_host(builder, McpUiAppCapabilities::default());
    let ask = |view: &mut mcp_apps::testing::FakeView, id: i64| {
        let params = json!({ "name": "t", "arguments": { "text": "x".repeat(10_000) } });
        view.send_text(&json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }).to_string());
    };
    (100..110).for_each(|id| ask(&mut view, id));
    stage.run();
    assert_eq!(open.lock().unwrap().len(), 4);
    let refused = std::iter::from_fn(|| view.take()).count();
    assert_eq!(refused, 6, "each further one is answered with an error");
    let first = open.lock().unwrap().pop_front().unwrap();
    first.send(CallToolResult::new(Vec::new())).unwrap();
    stage.run();
    ask(&mut view, 200);
    stage.run();
    assert_eq!(open.lock().unwrap().len(), 4);
}

#[test]
fn json_of_any_depth_and_length_is_refused_without_being_walked_down() {
    let deep = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    let message = |member: &str, value: String| format!(r#"{{"jsonrpc":"2.0","method":"x/y","{member}":{value}}}"#);
    // Three million levels: a parser that recursed would have no stack left.
    let params = message("params", format!(r#"{{"a":{}}}"#, deep(3_000_000)));
    let refused = parse(&params, &limits()).unwrap_err();
    assert!(matches!(&refused, Unreadable::Malformed { path, .. } if path == "params"), "{refused}");
    // A member that nobody reads costs nobody anything.
    let unknown = message("unknown", deep(3_000_000));
    assert!(matches!(parse(&unknown, &limits()), Ok(Message::Notification { params: None, .. })));
    let unclosed = message("params", "[".repeat(3_000_000));
    assert_eq!(parse(&unclosed, &limits()).unwrap_err(), Unreadable::Foreign);
    let long = message("params", format!(r#"{{"a":"{}"}}"#, "x".repeat(limits().max_bytes)));
    assert_eq!(parse(&long, &limits()).unwrap_err(), Unreadable::TooLong(long.len()));
}

#[test]
fn what_is_refused_for_its_size_or_depth_leaves_the_conversation_as_it_is() {
    let mut stage = Stage::new();
    let (host, mut view) = stage.ready_host(host(), McpUiAppCapabilities::default());
    let levels = "[".repeat(200) + &"]".repeat(200);
    view.send_text(&format!(r#"{{"jsonrpc":"2.0","id":7,"method":"ping","params":{{"a":{levels}}}}}"#));
    view.send_text(&format!(
        r#"{{"jsonrpc":"2.0","id":8,"method":"ping","params":{{"a":"{}"}}}}"#,
        "x".repeat(17 << 20)
    ));
    let ping = view.request::<PingRequest>(&None).unwrap();
    stage.run();
    let Some(mcp_apps::testing::Received::Response { outcome: Err(error), .. }) = view.take() else {
        panic!("the one that is too deep is answered");
    };
    assert!(error.message.contains("params: nested deeper than 100"), "{error}");
    assert!(view.take_response::<PingRequest>(&ping).is_ok());
    host.tool_input(None).unwrap();
    stage.run();
    assert!(view.take_notification::<McpUiToolInputNotification>().is_ok());
}

#[test]
fn a_channel_that_breaks_in_the_middle_fails_everything_that_waits_and_nothing_hangs() {
    let mut stage = Stage::new();
    let tools = McpUiAppCapabilities::new().with_tools(McpUiAppCapabilitiesTools::new());
    let (host, view) = stage.ready_host(host(), tools);
    host.tool_input(None).unwrap();
    let (call, ping) = (host.list_view_tools(None), host.ping());
    let teardown = host.teardown(Duration::from_secs(60));
    stage.run();
    // The frame, the socket or the browser is gone.
    drop(view);
    stage.run();
    assert!(matches!(stage.wait(call), Err(Error::Closed(Closed::Channel))));
    assert!(matches!(stage.wait(ping), Err(Error::Closed(Closed::Channel))));
    assert!(stage.wait(teardown).is_err());
    assert!(matches!(host.tool_result(&CallToolResult::new(Vec::new())), Err(Error::Closed(Closed::Channel))));
    assert_eq!(stage.wait(host.peer().closed()), Closed::Channel);
}

/// A channel whose peer never stops talking.
struct Chatter;

impl Transport for Chatter {
    fn poll_receive(&mut self, _: &mut Context<'_>) -> Poll<Option<Result<Frame, Error>>> {
        Poll::Ready(Some(Ok(Frame::Value(json!({ "jsonrpc": "2.0", "method": "acme/talk" })))))
    }

    fn send(&mut self, _: String) -> Result<(), Error> {
        Ok(())
    }
}

#[test]
fn a_closed_conversation_ends_though_its_peer_talks_on() {
    let (host, mut driver) = host().attach(Chatter, mcp_apps::task::Timeless).unwrap();
    host.close();
    let mut cx = Context::from_waker(std::task::Waker::noop());
    let ended = (0..10).find_map(|_| match std::pin::Pin::new(&mut driver).poll(&mut cx) {
        Poll::Ready(ended) => Some(ended),
        Poll::Pending => None,
    });
    assert!(matches!(ended, Some(Ok(()))), "{ended:?}");
}
