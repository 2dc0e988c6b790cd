//! Writing one envelope.

use mcp_apps_generated::wire::{RequestId, push_integer, push_text};
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

    fn name(&mut self, name: &str) {
        for part in [",\"", name, "\":"] {
            self.0.push_str(part);
        }
    }

    fn id(mut self, id: &RequestId) -> Self {
        match id {
            RequestId::String(text) => return self.text("id", text),
            RequestId::Integer(number) => {
                self.name("id");
                push_integer(&mut self.0, number.unsigned_abs(), *number < 0);
            }
        }
        self
    }

    fn text(mut self, name: &str, text: &str) -> Self {
        self.name(name);
        push_text(&mut self.0, text);
        self
    }

    fn raw(mut self, name: &str, json: &str) -> Self {
        self.name(name);
        self.0.push_str(json);
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
    Envelope::new(params).id(id).text("method", method).body("params", params).end()
}

/// A notification as text. `params`, if present, is an object.
pub fn notification(method: &str, params: Option<&RawValue>) -> String {
    Envelope::new(params).text("method", method).body("params", params).end()
}

/// The answer to the request `id` as text.
pub fn response(id: &RequestId, outcome: Result<&RawValue, &RpcError>) -> String {
    let envelope = Envelope::new(outcome.ok()).id(id);
    match outcome {
        Ok(result) => envelope.raw("result", result.get()).end(),
        Err(error) => envelope.raw("error", &error.to_json()).end(),
    }
}
