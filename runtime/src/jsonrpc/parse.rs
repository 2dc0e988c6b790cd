//! Reading one envelope.

use std::borrow::Cow;

use mcp_apps_generated::wire::RequestId;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::{Form, Limits, Message, Unreadable};
use crate::error::RpcError;

/// The members of any envelope, each as it stands. Unknown members are skipped.
#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    jsonrpc: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    method: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    params: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    result: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    error: Option<&'a RawValue>,
}

/// A present `null` is not an absent member.
fn present<'de: 'a, 'a, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'a RawValue>, D::Error> {
    <&'a RawValue>::deserialize(deserializer).map(Some)
}

/// A string that is borrowed unless it holds escapes.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// Reads one message. `params` and `result` are checked to be well-formed JSON within the
/// limits, and not parsed any further.
///
/// # Errors
/// When the text is not a message of this conversation; see [`Unreadable`].
pub fn parse<'a>(text: &'a str, limits: &Limits) -> Result<Message<'a>, Unreadable> {
    if text.len() > limits.max_bytes {
        return Err(Unreadable::TooLong(text.len()));
    }
    // serde would read an array as a struct, too.
    if !text.trim_start().starts_with('{') {
        return Err(Unreadable::Foreign);
    }
    let envelope: Envelope<'a> = serde_json::from_str(text).map_err(|_| Unreadable::Foreign)?;
    if !envelope.jsonrpc.is_some_and(|version| is_text(version, "2.0")) {
        return Err(Unreadable::Foreign);
    }
    match envelope.method {
        Some(method) => call(&envelope, method, limits),
        None if envelope.result.is_some() || envelope.error.is_some() => answer(&envelope, limits),
        None => Err(Unreadable::Foreign),
    }
}

fn is_text(raw: &RawValue, wanted: &str) -> bool {
    let text = raw.get();
    // As everybody writes it; an escape in it would be odd but legal.
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) == Some(wanted)
        || serde_json::from_str::<Text<'_>>(text).is_ok_and(|text| text.0 == wanted)
}

fn call<'a>(envelope: &Envelope<'a>, method: &RawValue, limits: &Limits) -> Result<Message<'a>, Unreadable> {
    let form = if envelope.id.is_some() { Form::Request } else { Form::Notification };
    let id = envelope.id.map(|id| read_id(id, form)).transpose()?;
    let fault = |path: &str, message: &str| malformed(id.clone(), form, path, message);

    let Ok(Text(method)) = serde_json::from_str::<Text<'_>>(method.get()) else {
        return Err(fault("method", "expected a string"));
    };
    if let Some(member) = envelope.result.map(|_| "result").or(envelope.error.map(|_| "error")) {
        return Err(fault(member, "not together with a method"));
    }
    if let Some(params) = envelope.params {
        if !params.get().starts_with('{') {
            return Err(fault("params", "expected an object"));
        }
        if let Some(message) = too_deep(params, limits) {
            return Err(fault("params", &message));
        }
    }
    let method = method.into_owned();
    Ok(match id {
        Some(id) => Message::Request { id, method, params: envelope.params },
        None => Message::Notification { method, params: envelope.params },
    })
}

fn answer<'a>(envelope: &Envelope<'a>, limits: &Limits) -> Result<Message<'a>, Unreadable> {
    let form = Form::Response;
    let id = match envelope.id {
        // JSON-RPC's way to say that the request's id could not be read.
        Some(id) if id.get() == "null" && envelope.error.is_some() => None,
        other => other.map(|id| read_id(id, form)).transpose()?,
    };
    let fault = |path: &str, message: &str| malformed(id.clone(), form, path, message);
    let outcome = match (envelope.result, envelope.error) {
        (Some(_), Some(_)) => return Err(fault("error", "not together with a result")),
        (Some(result), None) => {
            if !result.get().starts_with('{') {
                return Err(fault("result", "expected an object"));
            }
            if let Some(message) = too_deep(result, limits) {
                return Err(fault("result", &message));
            }
            Ok(result)
        }
        (None, error) => {
            let text = error.map_or("null", RawValue::get);
            let error: RpcError =
                serde_json::from_str(text).map_err(|_| fault("error", "expected a code and a message"))?;
            Err(error)
        }
    };
    if id.is_none() && outcome.is_ok() {
        return Err(malformed(None, form, "id", "missing"));
    }
    Ok(Message::Response { id, outcome })
}

fn read_id(raw: &RawValue, form: Form) -> Result<RequestId, Unreadable> {
    serde_json::from_str(raw.get()).map_err(|_| malformed(None, form, "id", "expected a string or an integer"))
}

fn malformed(id: Option<RequestId>, form: Form, path: &str, message: &str) -> Unreadable {
    Unreadable::Malformed { id, form, path: path.to_owned(), message: message.to_owned() }
}

fn too_deep(raw: &RawValue, limits: &Limits) -> Option<String> {
    let json = raw.get();
    // Most messages have fewer brackets than they may have levels, and counting is much the cheaper.
    let brackets = json.bytes().filter(|byte| matches!(byte, b'{' | b'[')).count();
    let deep = brackets > limits.max_depth && depth(json) > limits.max_depth;
    deep.then(|| format!("nested deeper than {}", limits.max_depth))
}

/// The nesting of arrays and objects in a well-formed JSON text.
fn depth(json: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0_usize);
    let mut bytes = json.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'{' | b'[' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => skip_string(&mut bytes),
            _ => {}
        }
    }
    deepest
}

fn skip_string(bytes: &mut std::str::Bytes<'_>) {
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => return,
            b'\\' => {
                bytes.next();
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
