//! The rules of both sides, each broken and kept.

use std::time::Duration;

use mcp_apps_generated::v2026_01_26 as spec;
use serde_json::{Value, json};

use super::*;
use crate::error::{Refusal, RpcError};
use crate::lifecycle::{Rule, Step};

mod both;
mod host;
mod view;

const T0: Duration = Duration::ZERO;

fn secs(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn raw(value: Value) -> Box<RawValue> {
    serde_json::value::to_raw_value(&value).unwrap()
}

fn object(value: Value) -> JsonObject {
    serde_json::from_value(value).unwrap()
}

/// Everything that waits to be sent, as values.
fn sent(session: &mut Session) -> Vec<Value> {
    std::iter::from_fn(|| session.poll_transmit()).map(|text| serde_json::from_str(&text).unwrap()).collect()
}

/// The methods of what waits to be sent; an answer is its id.
fn methods(session: &mut Session) -> Vec<String> {
    let name = |message: Value| message["method"].as_str().map_or_else(|| message["id"].to_string(), ToOwned::to_owned);
    sent(session).into_iter().map(name).collect()
}

fn events(session: &mut Session) -> Vec<Event> {
    std::iter::from_fn(|| session.poll_event()).collect()
}

fn violations(session: &mut Session) -> Vec<Rule> {
    let rules = events(session).into_iter().filter_map(|event| match event {
        Event::Violation { rule, .. } => Some(rule),
        _ => None,
    });
    rules.collect()
}

fn config(capabilities: Value) -> Config {
    let mut config = Config::new(spec::METHODS);
    config.capabilities = object(capabilities);
    config
}

fn receive(session: &mut Session, message: Value) {
    session.receive(&message.to_string(), T0);
}

fn notify(session: &mut Session, method: &str, params: Value) {
    receive(session, json!({"jsonrpc": "2.0", "method": method, "params": params}));
}

fn ask(session: &mut Session, id: Value, method: &str, params: Value) -> IncomingId {
    receive(session, json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
    let request = events(session).into_iter().find_map(|event| match event {
        Event::Request { id, .. } => Some(id),
        _ => None,
    });
    request.expect("a request event")
}

/// A View greets this Host with its capabilities and is answered, but is not ready.
fn greet(host: &mut Session, capabilities: Value) {
    let params = json!({"appInfo": {"name": "v", "version": "0"}, "appCapabilities": capabilities, "protocolVersion": "2026-01-26"});
    let id = ask(host, json!(0), "ui/initialize", params);
    assert!(host.respond(id, Ok(raw(json!({})))));
    assert_eq!(methods(host), ["0"]);
}

fn initialized(host: &mut Session) {
    receive(host, json!({"jsonrpc": "2.0", "method": "ui/notifications/initialized"}));
}

fn ready_host(own: Value, view: Value) -> Session {
    let mut host = Session::host(config(own));
    greet(&mut host, view);
    initialized(&mut host);
    assert_eq!(host.phase(), Phase::Ready);
    events(&mut host);
    sent(&mut host);
    host
}

fn ready_view(own: Value, host: Value) -> Session {
    let mut view = Session::view(config(own));
    view.initialize(&raw(json!({})), None, T0).unwrap();
    receive(&mut view, json!({"jsonrpc": "2.0", "id": 0, "result": {}}));
    view.accept(object(host)).unwrap();
    assert_eq!(methods(&mut view), ["ui/initialize", "ui/notifications/initialized"]);
    events(&mut view);
    view
}

fn settled(session: &mut Session) -> Vec<(CallId, Result<String, Error>)> {
    let outcomes = events(session).into_iter().filter_map(|event| match event {
        Event::Settled { call, outcome } => Some((call, outcome.map(|raw| raw.get().to_owned()))),
        _ => None,
    });
    outcomes.collect()
}

fn call(session: &mut Session, method: &str) -> Result<CallId, Error> {
    session.request(method, Some(raw(json!({}))), &CallOptions::default(), T0)
}
