//! The same over a real connection of rmcp's.

use std::time::Duration;

use mcp_apps::draft::*;
use mcp_apps::host::rmcp::{Client, connection};
use mcp_apps::host::{Connection, LoadError};
use mcp_apps::task::{BoxFuture, Timer};
use mcp_apps::transport::pair;
use rmcp::ServiceExt;
use serde_json::json;

#[path = "../../examples/host/fixture_server.rs"]
#[allow(dead_code)]
mod server;

use server::Server;

#[derive(Clone)]
pub struct Clock(tokio::time::Instant);

impl Timer for Clock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }

    fn sleep_until(&self, deadline: Duration) -> BoxFuture<'static, ()> {
        Box::pin(tokio::time::sleep_until(self.0 + deadline))
    }
}

pub fn clock() -> Clock {
    Clock(tokio::time::Instant::now())
}

async fn connect(name: &str) -> (Server, Connection) {
    let (ours, theirs) = tokio::io::duplex(1 << 20);
    let server = Server::new(name);
    let serving = server.clone();
    tokio::spawn(async move {
        let running = serving.serve(theirs).await.unwrap();
        running.waiting().await.unwrap();
    });
    let running = Client::new(()).serve(ours).await.unwrap();
    let connection = connection(&running, clock());
    tokio::spawn(async move { running.waiting().await });
    (server, connection)
}

async fn show(connection: &Connection) -> (mcp_apps::host::BridgedView, View) {
    let (ours, theirs) = pair();
    let (bridged, driving) = connection.bridge(Implementation::new("host", "1")).attach(ours).unwrap();
    tokio::spawn(driving);
    let (connecting, driver) = ViewBuilder::new(Implementation::new("view", "1")).connect(theirs, clock()).unwrap();
    tokio::spawn(driver);
    (bridged, connecting.await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_view_is_found_loaded_shown_and_served_over_rmcp() {
    let (server, connection) = connect("a").await;
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
async fn h1_the_server_is_told_of_the_extension() {
    let info = rmcp::ClientHandler::get_info(&Client::new(()).mime_types(["text/html;profile=x"]));
    let extensions = info.capabilities.extensions.unwrap();
    assert_eq!(serde_json::to_value(&extensions[EXTENSION_ID]).unwrap(), json!({"mimeTypes": ["text/html;profile=x"]}));
}

#[tokio::test(flavor = "multi_thread")]
async fn m16_dropping_a_call_cancels_it_at_the_server() {
    let (server, connection) = connect("a").await;
    let (bridged, view) = show(&connection).await;
    let slow = view.call_tool::<_, serde_json::Value>("slow", &json!({}));
    assert!(tokio::time::timeout(Duration::from_millis(300), slow).await.is_err());
    for _ in 0..500 {
        if server.heard().iter().any(|heard| heard == "cancelled") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(server.heard().iter().any(|heard| heard == "cancelled"));
    drop(bridged);
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
