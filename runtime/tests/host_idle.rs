//! What an idle View costs a Host at most; `node tests/bench/run.mjs views` compares. In a
//! process of its own, because it measures the process.

#![cfg(feature = "host")]
#![allow(clippy::unwrap_used)]

use futures_executor::LocalPool;
use futures_util::task::LocalSpawnExt;
use mcp_apps::draft::Implementation;
use mcp_apps::host::{BridgedView, Connection};
use mcp_apps::testing::{Clock, FakeView};
use serde_json::json;

#[path = "host_adapter/stage.rs"]
#[allow(dead_code)]
mod stage;

const VIEWS: usize = 1000;

/// The process's resident memory, in bytes.
fn resident() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    statm.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok()).unwrap_or_default() * 4096
}

#[test]
fn an_idle_view_is_small() {
    let mut pool = LocalPool::new();
    let connection = Connection::new(stage::Server::new(json!([])), Clock::default());
    let mut show = || -> (BridgedView, FakeView) {
        let (mut fake, end) = FakeView::new();
        let (bridged, driving) = connection.bridge(Implementation::new("host", "1")).attach(end).unwrap();
        pool.spawner().spawn_local(async { drop(driving.await) }).unwrap();
        let greeting = fake.greet(serde_json::from_value(json!({})).unwrap()).unwrap();
        pool.run_until_stalled();
        fake.be_ready(&greeting).unwrap();
        pool.run_until_stalled();
        (bridged, fake)
    };
    let mut kept: Vec<_> = (0..100).map(|_| show()).collect();
    let before = resident();
    kept.extend((0..VIEWS).map(|_| show()));
    let each = resident().saturating_sub(before) / VIEWS;
    println!("{each} bytes of resident memory per idle View");
    assert_eq!(connection.views(), VIEWS + 100);
    assert!(each < 100_000, "{each}");
}
