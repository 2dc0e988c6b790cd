//! A method that runs until its client no longer wants it.

use std::sync::Arc;
use std::time::Duration;

use mcp_apps::server::testing::{Client, ui_capabilities};
use mcp_apps::server::{Apps, Call, Extension};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use crate::servers::Bare;
use crate::wire::{Carrier, MODERN, VERSIONS, Wire, serve};

const EVENT: &str = "notifications/events/event";

#[derive(Serialize, Deserialize)]
struct Nothing {}

#[derive(Serialize, Deserialize)]
struct Event {
    number: u32,
}

/// One permit: taken while a stream runs.
type Running = Arc<Semaphore>;

fn events(running: &Running) -> Apps<Bare> {
    let running = running.clone();
    let events = Extension::new("example.org/events")
        .allow_unordered()
        .notification::<Event>(EVENT)
        .method::<Nothing, Nothing>("events/stream", move |_, call: Call| {
            let running = running.clone();
            async move {
                let _running = running.try_acquire().expect("one at a time");
                for number in 0.. {
                    call.notify(EVENT, &Event { number }).await?;
                    tokio::select! {
                        () = call.cancelled() => break,
                        () = tokio::time::sleep(Duration::from_millis(2)) => {}
                    }
                }
                Ok(Nothing {})
            }
        });
    Apps::new(Bare).extension(events).build().unwrap()
}

async fn released(running: &Running, context: &str) {
    let permit = tokio::time::timeout(Duration::from_secs(20), running.acquire()).await;
    permit.unwrap_or_else(|_| panic!("{context}: the method still runs")).unwrap().forget();
    running.add_permits(1);
}

#[tokio::test]
async fn a_stream_pushes_in_order_until_it_is_cancelled_and_the_connection_goes_on() {
    for version in VERSIONS {
        let running = Running::new(Semaphore::new(1));
        let mut client = match version {
            MODERN => Client::stateless(events(&running), ui_capabilities()),
            _ => Client::initialize(events(&running), version, json!({})).await.unwrap(),
        };
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": version,
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let params = if version == MODERN { json!({ "_meta": meta }) } else { json!({}) };
        let start = json!({ "jsonrpc": "2.0", "id": "stream", "method": "events/stream", "params": params });
        client.write(&start).await.unwrap();
        for number in 0..10 {
            let message = client.read().await.unwrap();
            assert_eq!(message["params"]["number"], number, "{version}: {message}");
        }
        assert_eq!(running.available_permits(), 0, "{version}");
        let cancel = json!({ "requestId": "stream" });
        let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancel });
        client.write(&cancel).await.unwrap();
        released(&running, version).await;
        let harmless = if version == MODERN { "server/discover" } else { "ping" };
        client.result(harmless, json!({})).await.unwrap();
        let rest = client.take_notifications();
        assert!(rest.iter().all(|message| message["method"] == EVENT), "{version}: no answer to it: {rest:?}");
        client.result(harmless, json!({})).await.unwrap();
        assert_eq!(client.take_notifications(), Vec::<Value>::new(), "{version}: silence afterwards");
    }
}

#[tokio::test]
async fn a_client_that_hangs_up_releases_its_stream() {
    let running = Running::new(Semaphore::new(1));
    let mut client = Client::initialize(events(&running), "2025-11-25", json!({})).await.unwrap();
    client.write(&json!({ "jsonrpc": "2.0", "id": 9, "method": "events/stream" })).await.unwrap();
    assert_eq!(client.read().await.unwrap()["method"], EVENT);
    drop(client);
    released(&running, "lines").await;

    for (carrier, version) in
        [(Carrier::Stateless, MODERN), (Carrier::StatelessJson, MODERN), (Carrier::Stateless, "2025-11-25")]
    {
        let running = Running::new(Semaphore::new(1));
        let url = serve(events(&running), carrier).await;
        let mut wire = Wire::join(&url, version).await;
        let mut stream = wire.open_stream("events/stream", json!({})).await;
        for number in 0..3 {
            assert_eq!(stream.message().await["params"]["number"], number, "{carrier:?} {version}");
        }
        drop(stream);
        released(&running, &format!("{carrier:?} {version}")).await;
    }
}

#[tokio::test]
async fn over_http_with_sessions_a_stream_is_cancelled_by_its_id() {
    let running = Running::new(Semaphore::new(1));
    let url = serve(events(&running), Carrier::Sessions).await;
    let mut wire = Wire::join(&url, "2025-11-25").await;
    let mut standalone = wire.standalone().await;
    let _stream = wire.open_stream("events/stream", json!({})).await;
    assert_eq!(standalone.message().await["params"]["number"], 0);
    // Request 1 of the session, after the handshake's 0.
    wire.tell("notifications/cancelled", json!({ "requestId": 1 })).await;
    released(&running, "sessions").await;
}
