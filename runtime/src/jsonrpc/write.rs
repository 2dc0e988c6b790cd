//! Writing one envelope.

use mcp_apps_generated::wire::{RequestId, quote, write_integer};
use serde_json::value::RawValue;

use crate::error::RpcError;

/// An envelope, member by member.
struct Envelope(String);

impl Envelope {
    fn new(body: Option<&RawValue>) -> Self {
        let mut text = String::with_capacity(body.map_or(0, |body| body.get().len()) + 128);
        text.push_str(r#"{"jsonrpc":"2.0""#);
        Envelope(text)
    }

    fn id(self, id: &RequestId) -> Self {
        match id {
            RequestId::String(text) => self.raw("id", &quote(text)),
            RequestId::Integer(number) => self.raw("id", &write_integer(number.unsigned_abs(), *number < 0)),
        }
    }

    fn raw(mut self, name: &str, json: &str) -> Self {
        for part in [",\"", name, "\":", json] {
            self.0.push_str(part);
        }
        self
    }

    fn body(self, name: &str, body: Option<&RawValue>) -> Self {
        match body {
            Some(body) => self.raw(name, body.get()),
            None => self,
        }
    }

    fn end(mut self) -> String {
        self.0.push('}');
        self.0
    }
}

/// A request as text. `params`, if present, is an object.
pub fn request(id: &RequestId, method: &str, params: Option<&RawValue>) -> String {
    Envelope::new(params).id(id).raw("method", &quote(method)).body("params", params).end()
}

/// A notification as text. `params`, if present, is an object.
pub fn notification(method: &str, params: Option<&RawValue>) -> String {
    Envelope::new(params).raw("method", &quote(method)).body("params", params).end()
}

/// The answer to the request `id` as text.
pub fn response(id: &RequestId, outcome: Result<&RawValue, &RpcError>) -> String {
    let envelope = Envelope::new(outcome.ok()).id(id);
    match outcome {
        Ok(result) => envelope.raw("result", result.get()).end(),
        Err(error) => envelope.raw("error", &error.to_json()).end(),
    }
}
