//! Writing one envelope.

use mcp_apps_generated::wire::RequestId;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::error::RpcError;

#[derive(Serialize)]
struct Envelope<'a> {
    jsonrpc: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RequestId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    params: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a RpcError>,
}

const EMPTY: Envelope<'static> =
    Envelope { jsonrpc: "2.0", id: None, method: None, params: None, result: None, error: None };

fn text(envelope: &Envelope<'_>) -> String {
    let body = envelope.params.or(envelope.result).map_or(0, |body| body.get().len());
    let mut text = Vec::with_capacity(body + 128);
    // Cannot fail: every key is a string and every value is JSON already.
    let written = serde_json::to_writer(&mut text, envelope).is_ok();
    String::from_utf8(text).ok().filter(|_| written).unwrap_or_default()
}

/// A request as text. `params`, if present, is an object.
pub fn request(id: &RequestId, method: &str, params: Option<&RawValue>) -> String {
    text(&Envelope { id: Some(id), method: Some(method), params, ..EMPTY })
}

/// A notification as text. `params`, if present, is an object.
pub fn notification(method: &str, params: Option<&RawValue>) -> String {
    text(&Envelope { method: Some(method), params, ..EMPTY })
}

/// The answer to the request `id` as text.
pub fn response(id: &RequestId, outcome: Result<&RawValue, &RpcError>) -> String {
    text(&Envelope { id: Some(id), result: outcome.ok(), error: outcome.err(), ..EMPTY })
}
