//! The same over a real connection of rmcp's.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use mcp_apps::draft::*;
use mcp_apps::host::rmcp::{Client, TokioTimer};
use mcp_apps::host::{Connection, LoadError};
use mcp_apps::transport::pair;
use rmcp::ClientLifecycleMode;
use rmcp::model::ProtocolVersion;
use serde_json::json;

#[path = "../../examples/host/fixture_server.rs"]
#[allow(dead_code)]
mod server;

use server::Server;

/// The two ways a client begins.
fn lifecycles() -> [ClientLifecycleMode; 2] {
    [
        ClientLifecycleMode::Initialize,
        ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] },
    ]
}

async fn connect(name: &str) -> (Server, Connection) {
    server::connect(name, ClientLifecycleMode::Initialize).await.unwrap()
}

/// Waits until `probe` is true.
async fn until(probe: impl Fn() -> bool) {
    for _ in 0..500 {
        if probe() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("it did not happen");
}

async fn show(connection: &Connection) -> (mcp_apps::host::BridgedView, View) {
    let (ours, theirs) = pair();
    let (bridged, driving) = connection.bridge(Implementation::new("host", "1")).attach(ours).unwrap();
    tokio::spawn(driving);
    let (connecting, driver) =
        ViewBuilder::new(Implementation::new("view", "1")).connect(theirs, TokioTimer::new()).unwrap();
    tokio::spawn(driver);
    (bridged, connecting.await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_view_is_found_loaded_shown_and_served_over_rmcp() {
    for lifecycle in lifecycles() {
        let version = lifecycle.clone();
        found_loaded_shown_and_served(server::connect("a", lifecycle).await.unwrap()).await;
        println!("{version:?}");
    }
}

async fn found_loaded_shown_and_served((server, connection): (Server, Connection)) {
    server.publish("<!doctype html><p>hi", json!({"csp": {"connectDomains": ["https://a.example"]}}));
    let inventory = connection.inventory().await.unwrap();
    let model: Vec<_> = inventory.model_tools().map(|tool| tool.name()).collect();
    assert_eq!(model, ["show", "secret", "only-a"]);
    let app = inventory.find("show").unwrap().app().unwrap().unwrap();
    let loaded = connection.load_app(app).await.unwrap();
    assert_eq!(loaded.html, "<!doctype html><p>hi");
    assert_eq!(loaded.meta.csp.unwrap().connect_domains.unwrap(), ["https://a.example"]);
    let (bridged, view) = show(&connection).await;
    let ran = bridged.run_tool("show", serde_json::from_value(json!({"a": 1})).unwrap()).await.unwrap();
    let shown = view.tool_result().await.unwrap();
    assert_eq!(serde_json::to_value(shown).unwrap(), serde_json::to_value(ran).unwrap());
    let listed = view.list_resources(None).await.unwrap();
    assert_eq!(listed.resources.len(), 1);
    assert!(!listed.extra.contains_key("resultType") && !listed.extra.contains_key("ttlMs"));
}

#[tokio::test(flavor = "multi_thread")]
async fn h1_the_server_is_told_of_the_extension_once_or_with_each_request() {
    let info = rmcp::ClientHandler::get_info(&Client::new(()).mime_types(["text/html;profile=x"]));
    let extensions = info.capabilities.extensions.unwrap();
    assert_eq!(serde_json::to_value(&extensions[EXTENSION_ID]).unwrap(), json!({"mimeTypes": ["text/html;profile=x"]}));
    for lifecycle in lifecycles() {
        let (server, connection) = server::connect("a", lifecycle).await.unwrap();
        let (_bridged, view) = show(&connection).await;
        let _: serde_json::Value = view.call_tool("refresh", &json!({})).await.unwrap();
        let told = json!({"mimeTypes": [MIME_TYPE]});
        assert!(!server.told().is_empty());
        assert!(server.told().iter().all(|settings| *settings == told), "{:?}", server.told());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn h45_list_changes_reach_the_view_in_every_version() {
    for lifecycle in lifecycles() {
        let (server, connection) = server::connect("a", lifecycle).await.unwrap();
        let (told, tells) = (Arc::new(AtomicUsize::new(0)), TokioTimer::new());
        let counting = Arc::clone(&told);
        let view = ViewBuilder::new(Implementation::new("view", "1"))
            .on_notification::<ToolListChangedNotification, _>(move |_| {
                counting.fetch_add(1, Relaxed);
            });
        let (ours, theirs) = pair();
        let (_bridged, driving) = connection.bridge(Implementation::new("host", "1")).attach(ours).unwrap();
        tokio::spawn(driving);
        let (connecting, driver) = view.connect(theirs, tells).unwrap();
        tokio::spawn(driver);
        let _view = connecting.await.unwrap();
        connection.inventory().await.unwrap();
        // The newer version's subscription may still be under way.
        until(|| server.is_heard()).await;
        let before = server.heard().len();
        server.change_tools().await;
        until(|| told.load(Relaxed) == 1).await;
        connection.inventory().await.unwrap();
        assert_eq!(server.heard()[before..], ["tools/list"], "the inventory is read again");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn m16_dropping_a_call_cancels_it_at_the_server() {
    for lifecycle in lifecycles() {
        let (server, connection) = server::connect("a", lifecycle).await.unwrap();
        let (_bridged, view) = show(&connection).await;
        let slow = view.call_tool::<_, serde_json::Value>("slow", &json!({}));
        assert!(tokio::time::timeout(Duration::from_millis(300), slow).await.is_err());
        until(|| server.heard().iter().any(|heard| heard == "cancelled")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_gone_in_the_middle_of_a_call_fails_it_and_ends_its_views() {
    for lifecycle in lifecycles() {
        let ((ours, mut near), (mut far, theirs)) = (tokio::io::duplex(1 << 20), tokio::io::duplex(1 << 20));
        let wire = tokio::spawn(async move { tokio::io::copy_bidirectional(&mut near, &mut far).await });
        let (server, connection) = server::connect_over("a", lifecycle, ours, theirs).await.unwrap();
        let (_bridged, view) = show(&connection).await;
        let slow = tokio::spawn(view.call_tool::<_, serde_json::Value>("slow", &json!({})));
        until(|| server.heard().iter().any(|heard| heard.contains("slow"))).await;
        // The process was killed, or its socket closed: not a word more, in the middle of anything.
        wire.abort();
        let gone = Duration::from_secs(20);
        assert!(tokio::time::timeout(gone, slow).await.expect("it does not hang").unwrap().is_err());
        tokio::time::timeout(gone, view.peer().closed()).await.expect("its View's conversation ends");
        assert_eq!(connection.views(), 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn row_59_a_link_of_one_server_is_not_followed_on_another() {
    let (_a, first) = connect("a").await;
    let (b, second) = connect("b").await;
    let inventory = first.inventory().await.unwrap();
    let app = inventory.find("show").unwrap().app().unwrap().unwrap();
    assert_eq!(second.load_app(app).await, Err(LoadError::OtherConnection));
    assert!(b.heard().is_empty());
}
