//! Reading one envelope.

use std::borrow::Cow;

use mcp_apps_generated::wire::{Member as _, RequestId, write_integer};
use serde_json::value::RawValue;

use super::raw::{Depth, is_deeper, members, tree};
use super::{Form, Limits, Message, Unreadable};
use crate::error::RpcError;

/// The longest id or method read, in bytes. They are kept longer than the message, and are in no other bound.
const LONGEST_NAME: usize = 1024;

/// The members of an object, each as it stands.
pub(crate) struct Members<'a>(Vec<Member<'a>>);

pub(super) struct Member<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) value: &'a RawValue,
    pub(super) depth: Depth,
}

impl<'a> Members<'a> {
    /// Reads the members of a JSON object.
    pub(crate) fn of(text: &'a str) -> Option<Self> {
        members(text).map(Members)
    }

    fn find(&self, name: &str) -> Option<&Member<'a>> {
        self.0.iter().rev().find(|member| member.name == name)
    }

    /// The member of this name; of several, the last.
    pub(crate) fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.find(name).map(|member| member.value)
    }

    fn is_doubled(&self, name: &str) -> bool {
        self.0.iter().filter(|member| member.name == name).count() > 1
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &'a RawValue)> {
        self.0.iter().map(|member| (&*member.name, member.value))
    }
}

/// The members of any envelope. Unknown members are skipped.
struct Envelope<'a> {
    id: Option<&'a RawValue>,
    params: Option<&'a RawValue>,
    result: Option<&'a RawValue>,
    error: Option<&'a RawValue>,
    /// Of `params` or `result`.
    depth: Depth,
}

/// Reads one message. `params` and `result` are checked to be well-formed JSON within the
/// limits, and not parsed any further.
///
/// # Errors
/// When the text is not a message of this conversation; see [`Unreadable`].
pub fn parse<'a>(text: &'a str, limits: &Limits) -> Result<Message<'a>, Unreadable> {
    if text.len() > limits.max_bytes {
        return Err(Unreadable::TooLong(text.len()));
    }
    let members = Members::of(text).ok_or(Unreadable::Foreign)?;
    // Who reads the first of two and who the last would read two messages.
    if ["jsonrpc", "id", "method", "params", "result", "error"].into_iter().any(|name| members.is_doubled(name)) {
        return Err(Unreadable::Foreign);
    }
    if !members.get("jsonrpc").is_some_and(|version| is_text(version, "2.0")) {
        return Err(Unreadable::Foreign);
    }
    let get = |name| members.get(name);
    let (id, params, result, error) = (get("id"), get("params"), get("result"), get("error"));
    let measured = members.find(if get("method").is_some() { "params" } else { "result" });
    let depth = measured.map(|member| member.depth).unwrap_or_default();
    let envelope = Envelope { id, params, result, error, depth };
    match get("method") {
        Some(method) => call(&envelope, method, limits),
        None if envelope.result.is_some() || envelope.error.is_some() => answer(&envelope, limits),
        None => Err(Unreadable::Foreign),
    }
}

fn is_text(value: &RawValue, wanted: &str) -> bool {
    let plain = value.get().strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    plain == Some(wanted) || text(value).is_some_and(|text| text == wanted)
}

fn text(value: &RawValue) -> Option<String> {
    tree("", value.get()).and_then(String::read).ok()
}

fn call<'a>(envelope: &Envelope<'a>, method: &RawValue, limits: &Limits) -> Result<Message<'a>, Unreadable> {
    let form = if envelope.id.is_some() { Form::Request } else { Form::Notification };
    let id = envelope.id.map(|id| read_id(id, form)).transpose()?;
    let fault = |path: &str, message: &str| malformed(id.clone(), form, path, message);

    let Some(method) = text(method) else {
        return Err(fault("method", "expected a string"));
    };
    if method.len() > LONGEST_NAME {
        return Err(fault("method", "too long"));
    }
    if let Some(member) = envelope.result.map(|_| "result").or(envelope.error.map(|_| "error")) {
        return Err(fault(member, "not together with a method"));
    }
    if let Some(params) = envelope.params {
        if !params.get().starts_with('{') {
            return Err(fault("params", "expected an object"));
        }
        if let Some(message) = too_deep(params, envelope.depth, limits) {
            return Err(fault("params", &message));
        }
    }
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
            if let Some(message) = too_deep(result, envelope.depth, limits) {
                return Err(fault("result", &message));
            }
            Ok(result)
        }
        (None, error) => {
            let error =
                error.and_then(RpcError::read).ok_or_else(|| fault("error", "expected a code and a message"))?;
            Err(error)
        }
    };
    if id.is_none() && outcome.is_ok() {
        return Err(malformed(None, form, "id", "missing"));
    }
    Ok(Message::Response { id, outcome })
}

fn read_id(raw: &RawValue, form: Form) -> Result<RequestId, Unreadable> {
    match tree("id", raw.get()).and_then(RequestId::read) {
        Ok(RequestId::String(text)) if text.len() > LONGEST_NAME => Err(malformed(None, form, "id", "too long")),
        Ok(id) => Ok(id),
        Err(_) => Err(malformed(None, form, "id", "expected a string or an integer")),
    }
}

fn malformed(id: Option<RequestId>, form: Form, path: &str, message: &str) -> Unreadable {
    Unreadable::Malformed { id, form, path: path.to_owned(), message: message.to_owned() }
}

fn too_deep(object: &RawValue, depth: Depth, limits: &Limits) -> Option<String> {
    let deep = is_deeper(object.get(), depth, limits.max_depth);
    deep.then(|| ["nested deeper than ", &write_integer(limits.max_depth as u64, false)].concat())
}

#[cfg(test)]
mod tests;
