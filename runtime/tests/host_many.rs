//! A thousand bridged Views in one process, a hundred calls each, over one connection of rmcp's.

#![cfg(all(feature = "host", feature = "rmcp-3"))]
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use mcp_apps::draft::{Implementation, ViewBuilder};
use mcp_apps::host::rmcp::TokioTimer;
use mcp_apps::host::{BridgedView, Connection, Rate, ViewLimits};
use mcp_apps::transport::pair;
use rmcp::ClientLifecycleMode;
use serde_json::json;

#[path = "../examples/host/fixture_server.rs"]
#[allow(dead_code)]
mod server;

const VIEWS: usize = 1000;
const CALLS: usize = 100;

fn limits() -> ViewLimits {
    let mut limits = ViewLimits::default();
    limits.rate = Rate::new(1e6, 1e6);
    limits
}

/// Calls a second, and at once, of the View that sends without pause.
const FLOOD: (f64, f64) = (10.0, 20.0);

/// Closes its View when the test has seen enough of it.
struct Closing(BridgedView);

impl Drop for Closing {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// A View that calls another tool as fast as it can, as often as it can.
async fn flood(connection: Connection) {
    let (ours, theirs) = pair();
    let mut limits = ViewLimits::default();
    limits.rate = Rate::new(FLOOD.0, FLOOD.1);
    let (bridged, driving) = connection.bridge(Implementation::new("host", "1")).limits(limits).attach(ours).unwrap();
    let _closing = Closing(bridged);
    tokio::spawn(driving);
    let (connecting, driver) =
        ViewBuilder::new(Implementation::new("flood", "1")).connect(theirs, TokioTimer::new()).unwrap();
    tokio::spawn(driver);
    let view = connecting.await.unwrap();
    let arguments = json!({});
    let calls = (0..20_000).map(|_| view.call_tool::<_, serde_json::Value>("show", &arguments));
    // It does not wait for one call before it makes the next.
    futures_util::future::join_all(calls).await;
}

async fn one_view(connection: Connection, number: usize) -> usize {
    let (ours, theirs) = pair();
    let bridge = connection.bridge(Implementation::new("host", "1")).limits(limits());
    let (bridged, driving) = bridge.attach(ours).unwrap();
    tokio::spawn(driving);
    let clock = TokioTimer::new();
    let (connecting, driver) = ViewBuilder::new(Implementation::new("view", "1")).connect(theirs, clock).unwrap();
    tokio::spawn(driver);
    let view = connecting.await.unwrap();
    let mut right = 0;
    for call in 0..CALLS {
        let asked = json!({"view": number, "call": call});
        let result: serde_json::Value = view.call_tool("refresh", &asked).await.unwrap();
        right += usize::from(result["arguments"] == asked);
    }
    bridged.close();
    right
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_views_make_a_hundred_calls_each_and_none_is_lost_or_mixed_up() {
    let (server, connection) = server::connect("a", ClientLifecycleMode::Initialize).await.unwrap();
    connection.inventory().await.unwrap();
    let began = Instant::now();
    let flood = tokio::spawn(flood(connection.clone()));
    let views: Vec<_> = (0..VIEWS).map(|number| tokio::spawn(one_view(connection.clone(), number))).collect();
    let mut right = 0;
    for view in views {
        right += view.await.unwrap();
    }
    println!("{VIEWS} views, {right} calls in {:?}", began.elapsed());
    assert_eq!(right, VIEWS * CALLS);
    assert_eq!(server.heard().iter().filter(|heard| *heard == "tools/call refresh").count(), VIEWS * CALLS);
    flood.abort();
    let flooded = server.heard().iter().filter(|heard| *heard == "tools/call show").count();
    let most = Rate::new(FLOOD.0, FLOOD.1);
    println!("the flooding view: {flooded} calls");
    assert!(flooded > 0 && flooded as f64 <= most.burst + most.per_second * (began.elapsed().as_secs_f64() + 1.0));
    for _ in 0..500 {
        if connection.views() == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(connection.views(), 0, "views stay on the connection");
}
