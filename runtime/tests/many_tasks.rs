//! The async handle under a runtime with several threads: its queue is the only part of the
//! crate that several threads touch at once.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use futures_util::StreamExt;
use mcp_apps::task::{BoxFuture, Timer};
use mcp_apps::transport::pair;
use mcp_apps::v2026_01_26::*;
use mcp_apps::{Closed, Error};
use serde_json::{Value, json};

struct TokioTimer(tokio::time::Instant);

impl Timer for TokioTimer {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }

    fn sleep_until(&self, deadline: Duration) -> BoxFuture<'static, ()> {
        Box::pin(tokio::time::sleep_until(self.0 + deadline))
    }
}

fn timer() -> TokioTimer {
    TokioTimer(tokio::time::Instant::now())
}

async fn connected(host: HostBuilder, view: ViewBuilder) -> (Host, View) {
    let (left, right) = pair();
    let (host, driver) = host.attach(left, timer()).unwrap();
    tokio::spawn(driver);
    let (connecting, driver) = view.connect(right, timer()).unwrap();
    tokio::spawn(driver);
    (host, connecting.await.unwrap())
}

fn echo() -> HostBuilder {
    HostBuilder::new(Implementation::new("host", "1")).on_call_tool(|call, _| async move {
        let n = call.arguments.unwrap_or_default().remove("n").unwrap_or_default();
        if n.as_u64().is_some_and(|n| n % 3 == 0) {
            tokio::task::yield_now().await;
        }
        let structured = serde_json::Map::from_iter([("n".to_owned(), n)]);
        Ok(CallToolResult::new(vec![]).with_structured_content(structured))
    })
}

fn view() -> ViewBuilder {
    ViewBuilder::new(Implementation::new("view", "1"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_clones_call_at_once_and_each_gets_its_own_answer() {
    let (_host, view) = connected(echo(), view()).await;
    let mut tasks = tokio::task::JoinSet::new();
    for task in 0..64_u64 {
        let view = view.clone();
        tasks.spawn(async move {
            for call in 0..50_u64 {
                let n = task * 1000 + call;
                let answer: Value = view.call_tool("echo", &json!({"n": n})).await.unwrap();
                assert_eq!(answer["n"], n);
            }
        });
    }
    while let Some(done) = tasks.join_next().await {
        done.unwrap();
    }
}

#[tokio::test]
async fn a_handler_at_work_is_polled_for_its_own_sake_and_not_for_each_of_the_others() {
    const CALLS: usize = 200;
    let polls = Arc::new(AtomicUsize::new(0));
    let (gate, all_are_here) = (Arc::new(tokio::sync::Semaphore::new(0)), Arc::new(AtomicUsize::new(0)));
    let handler = {
        let (polls, gate, here) = (Arc::clone(&polls), Arc::clone(&gate), Arc::clone(&all_are_here));
        HostBuilder::new(Implementation::new("host", "1")).on_call_tool(move |_, _| {
            let (polls, gate) = (Arc::clone(&polls), Arc::clone(&gate));
            here.fetch_add(1, Ordering::SeqCst);
            let mut work = Box::pin(async move {
                // One permit at a time: each handler is woken alone.
                gate.acquire().await.unwrap().forget();
                gate.add_permits(1);
                Ok(CallToolResult::new(vec![]).with_structured_content(serde_json::Map::new()))
            });
            std::future::poll_fn(move |cx| {
                polls.fetch_add(1, Ordering::SeqCst);
                work.as_mut().poll(cx)
            })
        })
    };
    let (_host, view) = connected(handler, view()).await;
    let mut calls = tokio::task::JoinSet::new();
    for _ in 0..CALLS {
        let view = view.clone();
        calls.spawn(async move { view.call_tool::<_, Value>("wait", &json!({})).await });
    }
    while all_are_here.load(Ordering::SeqCst) < CALLS {
        tokio::task::yield_now().await;
    }
    gate.add_permits(1);
    while let Some(call) = calls.join_next().await {
        call.unwrap().unwrap();
    }
    // Twice as it begins, by the driver's waker and by its own; once as it is woken.
    let polls = polls.load(Ordering::SeqCst);
    assert!(polls <= 4 * CALLS, "{polls} polls of {CALLS} handlers");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn notifications_of_many_clones_arrive_once_each_and_in_order_per_clone() {
    const CLONES: u64 = 16;
    const EACH: u64 = 200;
    let heard = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&heard);
    let builder = echo().on_log(move |_| {
        counter.fetch_add(1, Ordering::SeqCst);
    });
    let limits = {
        let mut limits = mcp_apps::jsonrpc::Limits::default();
        limits.max_kept = 10_000;
        limits
    };
    let (host, view) = connected(builder.limits(limits), view()).await;
    let logs = host.log_messages();
    for clone in 0..CLONES {
        let view = view.clone();
        tokio::spawn(async move {
            for n in 0..EACH {
                view.log(LoggingLevel::Info, json!([clone, n])).unwrap();
                if n % 16 == 0 {
                    tokio::task::yield_now().await;
                }
            }
        });
    }
    let total = usize::try_from(CLONES * EACH).unwrap();
    let all: Vec<Value> = logs.take(total).map(|message| message.unwrap().data).collect().await;
    let distinct: BTreeSet<String> = all.iter().map(Value::to_string).collect();
    assert_eq!(distinct.len(), total);
    for clone in 0..CLONES {
        let order: Vec<u64> =
            all.iter().filter(|data| data[0] == clone).map(|data| data[1].as_u64().unwrap()).collect();
        assert!(order.is_sorted());
    }
    assert_eq!(heard.load(Ordering::SeqCst), total);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_call_that_nobody_answers_times_out_by_the_real_clock() {
    let (left, _right) = pair();
    let builder = view().request_timeout(Some(Duration::from_millis(30)));
    let (connecting, driver) = builder.connect(left, timer()).unwrap();
    tokio::spawn(driver);
    assert!(matches!(connecting.await, Err(Error::Timeout { .. })));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn close_in_the_middle_settles_every_call_and_ends_every_stream() {
    let stuck = HostBuilder::new(Implementation::new("host", "1")).on_call_tool(|_, _| std::future::pending());
    let (host, view) = connected(stuck, view()).await;
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..100 {
        let view = view.clone();
        tasks.spawn(async move { view.call_tool::<_, Value>("stuck", &json!({})).await.unwrap_err() });
    }
    let changes = tokio::spawn(view.host_context_changes().collect::<Vec<_>>());
    tokio::task::yield_now().await;
    view.close();
    while let Some(error) = tasks.join_next().await {
        assert!(matches!(error.unwrap(), Error::Closed(Closed::Locally)));
    }
    assert!(changes.await.unwrap().is_empty());
    assert_eq!(host.peer().closed().await, Closed::Channel);
    assert!(matches!(view.tool_input().await, Err(Error::Closed(_))));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn aborting_the_driver_does_not_leave_callers_hanging() {
    let (left, right) = pair();
    let (_host, driver) = echo().attach(left, timer()).unwrap();
    tokio::spawn(driver);
    let (connecting, driver) = view().connect(right, timer()).unwrap();
    let driving = tokio::spawn(driver);
    let view = connecting.await.unwrap();
    let waiting = tokio::spawn(view.tool_result());
    driving.abort();
    assert!(matches!(waiting.await.unwrap(), Err(Error::Closed(Closed::Channel))));
    assert!(matches!(view.ping().await, Err(Error::Closed(Closed::Channel))));
}

struct Receiving<T>(tokio::sync::mpsc::UnboundedReceiver<T>);

impl<T> futures_core::Stream for Receiving<T> {
    type Item = Result<T, String>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(cx).map(|item| item.map(Ok))
    }
}

struct Sending<T>(tokio::sync::mpsc::UnboundedSender<T>);

impl<T> futures_sink::Sink<T> for Sending<T> {
    type Error = String;

    fn poll_ready(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), String>> {
        Poll::Ready(Ok(()))
    }

    fn start_send(self: Pin<&mut Self>, item: T) -> Result<(), String> {
        self.0.send(item).map_err(|_| "gone".to_owned())
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), String>> {
        Poll::Ready(Ok(()))
    }

    fn poll_close(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), String>> {
        Poll::Ready(Ok(()))
    }
}

#[tokio::test]
async fn any_stream_and_sink_of_text_or_values_is_a_transport() {
    let (to_view, from_host) = tokio::sync::mpsc::unbounded_channel::<String>();
    let (to_host, from_view) = tokio::sync::mpsc::unbounded_channel::<Value>();
    let host_end = mcp_apps::transport::from_stream::<_, _, String>(Receiving(from_view), Sending(to_view));
    let view_end = mcp_apps::transport::from_stream::<_, _, Value>(Receiving(from_host), Sending(to_host));
    let (_host, driver) = echo().attach(host_end, timer()).unwrap();
    tokio::spawn(driver);
    let (connecting, driver) = view().connect(view_end, timer()).unwrap();
    tokio::spawn(driver);
    let view = connecting.await.unwrap();
    let answer: Value = view.call_tool("echo", &json!({"n": 1})).await.unwrap();
    assert_eq!(answer["n"], 1);
}
