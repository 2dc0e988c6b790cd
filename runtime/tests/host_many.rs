//! A thousand bridged Views in one process, a hundred calls each, over one connection of rmcp's.

#![cfg(all(feature = "host", feature = "rmcp-3"))]
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use mcp_apps::draft::{Implementation, ViewBuilder};
use mcp_apps::host::rmcp::TokioTimer;
use mcp_apps::host::{Connection, Rate, ViewLimits};
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
    let views: Vec<_> = (0..VIEWS).map(|number| tokio::spawn(one_view(connection.clone(), number))).collect();
    let mut right = 0;
    for view in views {
        right += view.await.unwrap();
    }
    println!("{VIEWS} views, {right} calls in {:?}", began.elapsed());
    assert_eq!(right, VIEWS * CALLS);
    assert_eq!(server.heard().iter().filter(|heard| *heard == "tools/call refresh").count(), VIEWS * CALLS);
    for _ in 0..500 {
        if connection.views() == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(connection.views(), 0, "views stay on the connection");
}
