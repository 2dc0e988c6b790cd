//! What the wrapper costs: a bare server whose tools have their `_meta` by hand, the same bare server again, and
//! a wrapped one that says the same, asked in turns over the same in-memory transport. The second bare server
//! shows the spread of the measurement itself; a difference within it is none.
//!
//! ```sh
//! cargo run --release -p mcp-apps --example wrapper_overhead --features server
//! ```

use std::time::{Duration, Instant};

use mcp_apps::server::testing::{Client, TestError};
use mcp_apps::server::{AppResource, Apps, UiTool};
use mcp_apps::ui_uri;
use mcp_apps::v2026_01_26::{CallToolRequest, ListToolsRequest};
use mcp_apps::wire::Request;
use rmcp::model::MetaObject;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde_json::{Value, json};

const ROUNDS: usize = 80;
const CALLS: u32 = 250;
const VIEW: &str = "ui://weather/view";

#[derive(Clone)]
struct ByHand;

fn link(more: Value) -> MetaObject {
    let mut ui = json!({ "resourceUri": VIEW });
    if let (Some(ui), Value::Object(more)) = (ui.as_object_mut(), more) {
        ui.extend(more);
    }
    let mut meta = MetaObject::new();
    meta.insert("ui".to_owned(), ui);
    meta
}

#[tool_router]
impl ByHand {
    /// The weather.
    #[tool(meta = link(json!({})))]
    async fn get_weather(&self) -> String {
        "sunny".to_owned()
    }

    /// The weather again.
    #[tool(meta = link(json!({ "visibility": ["app"] })))]
    async fn refresh_weather(&self) -> String {
        "sunny".to_owned()
    }

    /// Nothing to do with a UI.
    #[tool]
    async fn greet(&self) -> String {
        "hello".to_owned()
    }
}

#[tool_handler]
impl ServerHandler for ByHand {}

#[derive(Clone)]
struct Server;

#[tool_router]
impl Server {
    /// The weather.
    #[tool]
    async fn get_weather(&self) -> String {
        "sunny".to_owned()
    }

    /// The weather again.
    #[tool]
    async fn refresh_weather(&self) -> String {
        "sunny".to_owned()
    }

    /// Nothing to do with a UI.
    #[tool]
    async fn greet(&self) -> String {
        "hello".to_owned()
    }
}

#[tool_handler]
impl ServerHandler for Server {}

async fn round(client: &mut Client, method: &str, params: &Value) -> Result<f64, TestError> {
    let started = Instant::now();
    for _ in 0..CALLS {
        client.result(method, params.clone()).await?;
    }
    Ok(per_call(started.elapsed()))
}

fn per_call(elapsed: Duration) -> f64 {
    elapsed.as_secs_f64() * 1e6 / f64::from(CALLS)
}

/// The value below which a share of the sorted values lies.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let at = (share * (sorted.len().saturating_sub(1)) as f64).round() as usize;
    sorted.get(at).copied().unwrap_or(f64::NAN)
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let view = ui_uri!("ui://weather/view");
    let wrapped = Apps::new(Server)
        .resource(AppResource::new(view.clone(), "<!doctype html>").connect_domains(["https://api.example.com"]))
        .tool("get_weather", UiTool::view(view.clone()))
        .tool("refresh_weather", UiTool::view(view).app_only())
        .build()?;
    let version = "2025-11-25";
    let mut clients = [
        Client::initialize(ByHand, version, json!({})).await?,
        Client::initialize(ByHand, version, json!({})).await?,
        Client::initialize(wrapped, version, json!({})).await?,
    ];
    let mut lists = Vec::new();
    for client in &mut clients {
        lists.push(client.result(ListToolsRequest::METHOD, json!({})).await?);
    }
    if lists.first() != lists.last() {
        return Err(format!("they do not say the same: {lists:?}").into());
    }
    println!("{ROUNDS} rounds of {CALLS} requests each, in turns; microseconds per request, medians");
    println!("A by hand, A' the same again, B wrapped; spread: the middle 90 % of the rounds");
    for (method, params) in [
        (CallToolRequest::METHOD, json!({ "name": "get_weather", "arguments": {} })),
        (ListToolsRequest::METHOD, json!({})),
    ] {
        let mut times = [Vec::new(), Vec::new(), Vec::new()];
        for turn in 0..ROUNDS + 5 {
            for step in 0..3 {
                let which = (turn + step) % 3;
                let time = round(&mut clients[which], method, &params).await?;
                // The first rounds warm up.
                if turn >= 5 {
                    times[which].push(time);
                }
            }
        }
        let [bare, again, wrapped] = &times;
        let same = sorted(again.iter().zip(bare).map(|(again, bare)| again - bare));
        let cost = sorted(wrapped.iter().zip(bare).map(|(wrapped, bare)| wrapped - bare));
        let (low, high) = (quantile(&same, 0.05), quantile(&same, 0.95));
        let difference = quantile(&cost, 0.5);
        let median = |values: &Vec<f64>| quantile(&sorted(values.iter().copied()), 0.5);
        println!(
            "{method:12} A {:7.2}  A' {:7.2}  B {:7.2}   A'-A {:+.2} ({low:+.2} to {high:+.2})   B-A {difference:+.2}   {}",
            median(bare),
            median(again),
            median(wrapped),
            quantile(&same, 0.5),
            if (low..=high).contains(&difference) { "within the spread" } else { "BEYOND the spread" },
        );
    }
    Ok(())
}
