//! Commands: requests, notifications and answers of this side.

use std::time::Duration;

use mcp_apps_generated::wire::{JsonObject, Kind, Party, RequestId, quote, write_integer};
use serde_json::Value;
use serde_json::value::RawValue;

use super::pending::Purpose;
use super::{CallId, CallOptions, Event, IncomingId, Phase, Session, Timeout};
use crate::error::{Error, Refusal, RpcError};
use crate::jsonrpc::{self, Members};
use crate::lifecycle::names::{CANCELLED, INITIALIZE, TEARDOWN};

impl Session {
    /// Sends a request. Its outcome comes as [`Event::Settled`], exactly once.
    ///
    /// # Errors
    /// When the direction, the phase or a capability forbids it; then nothing is sent.
    pub fn request(
        &mut self,
        method: &str,
        params: Option<Box<RawValue>>,
        options: &CallOptions,
        now: Duration,
    ) -> Result<CallId, Error> {
        self.gate(method, Kind::Request)?;
        if method == TEARDOWN {
            return Err(Refusal::Direction(method.to_owned()).into());
        }
        let mut params = params;
        if options.progress {
            params = Some(with_progress_token(params, self.pending.next_id())?);
        }
        let patience = match options.timeout {
            Timeout::Usual => self.config.request_timeout,
            Timeout::After(patience) => Some(patience),
            Timeout::Never => None,
        };
        let id = self.pending.insert(method, Purpose::Call, patience, options.max_total, now);
        self.transmit.push_back(jsonrpc::request(&RequestId::Integer(id.0), method, params.as_deref()));
        Ok(id)
    }

    /// Sends a notification. On the Host's side the four about the tool call and the host
    /// context are kept and sent when their turn comes, and others wait for `initialized`.
    ///
    /// # Errors
    /// When the direction, the order or a capability forbids it; then nothing is sent.
    pub fn notify(&mut self, method: &str, params: Option<Box<RawValue>>) -> Result<(), Error> {
        if let Some(done) = (self.role.notify)(self, method, &params) {
            return done;
        }
        match self.gate(method, Kind::Notification) {
            Err(error @ Error::State { .. }) => {
                if let Some(row) = self.row_of_ours(method) {
                    self.check_capability(row)?;
                }
                if (self.role.hold)(self, method, &params) { Ok(()) } else { Err(error) }
            }
            Err(error) => Err(error),
            Ok(()) => {
                self.transmit.push_back(jsonrpc::notification(method, params.as_deref()));
                Ok(())
            }
        }
    }

    /// Answers a request of the peer. `false` if nobody waits for it any more; then nothing
    /// is sent.
    pub fn respond(&mut self, id: IncomingId, outcome: Result<Box<RawValue>, RpcError>) -> bool {
        let Some(incoming) = self.take_incoming(id) else {
            return false;
        };
        let outcome = outcome.and_then(|result| check_result(result, incoming.empty_result));
        self.transmit.push_back(jsonrpc::response(&incoming.id, outcome.as_deref()));
        if let (Some(capabilities), Ok(_)) = (incoming.greeting, &outcome) {
            (self.role.greeted)(self, capabilities);
        }
        true
    }

    /// Gives a request of this side up: the peer is told, and it settles as cancelled.
    pub fn cancel(&mut self, call: CallId, reason: Option<&str>) {
        // The handshake cannot be cancelled, and a teardown goes on until its deadline.
        if self.pending.get(call).is_none_or(|pending| pending.purpose != Purpose::Call) {
            return;
        }
        let Some(pending) = self.pending.remove(call) else {
            return;
        };
        self.tell_cancelled(call, reason);
        let outcome = Err(Error::Cancelled { method: pending.method });
        self.events.push_back(Event::Settled { call, outcome });
    }

    pub(super) fn expire_calls(&mut self, now: Duration) {
        for call in self.pending.expired(now) {
            let Some(pending) = self.pending.remove(call) else {
                continue;
            };
            let after = now.saturating_sub(pending.since);
            let error = Error::Timeout { method: pending.method, after };
            match pending.purpose {
                Purpose::Call => {
                    self.tell_cancelled(call, Some("timed out"));
                    self.events.push_back(Event::Settled { call, outcome: Err(error) });
                }
                Purpose::Greeting => self.events.push_back(Event::Settled { call, outcome: Err(error) }),
                Purpose::Teardown => self.torn_down(Err(error)),
            }
        }
    }

    pub(super) fn send_special(
        &mut self,
        method: &'static str,
        params: &RawValue,
        patience: Option<Duration>,
        now: Duration,
    ) -> CallId {
        let purpose = if method == INITIALIZE { Purpose::Greeting } else { Purpose::Teardown };
        let id = self.pending.insert(method, purpose, patience, None, now);
        self.transmit.push_back(jsonrpc::request(&RequestId::Integer(id.0), method, Some(params)));
        id
    }

    fn tell_cancelled(&mut self, call: CallId, reason: Option<&str>) {
        // To a View that is being torn down nothing is sent but answers (H31).
        if !matches!((self.phase, self.role()), (Phase::Ready, _) | (Phase::Closing, Party::View)) {
            return;
        }
        let mut params = JsonObject::new();
        if let Some(reason) = reason {
            params.insert("reason".to_owned(), reason.into());
        }
        params.insert("requestId".to_owned(), call.0.into());
        let params = jsonrpc::written(&Value::Object(params));
        self.transmit.push_back(jsonrpc::notification(CANCELLED, Some(&params)));
    }
}

/// Adds `_meta.progressToken`, the request's own id as TypeScript Views do (W14). Everything else stays
/// as it is written.
fn with_progress_token(params: Option<Box<RawValue>>, id: CallId) -> Result<Box<RawValue>, Error> {
    let token = write_integer(id.0.unsigned_abs(), false);
    let known = params.as_deref().map(members).transpose()?;
    let meta = match known.as_ref().and_then(|members| members.get("_meta")) {
        Some(meta) => with_member(Some(&members(meta)?), "progressToken", &token)?,
        None => with_member(None, "progressToken", &token)?,
    };
    with_member(known.as_ref(), "_meta", meta.get())
}

fn members(object: &RawValue) -> Result<Members<'_>, Error> {
    Members::of(object.get()).ok_or_else(|| Error::Encode("expected an object".to_owned()))
}

/// An object with one member more, or another value of it.
fn with_member(object: Option<&Members<'_>>, name: &str, value: &str) -> Result<Box<RawValue>, Error> {
    let mut text = String::from("{");
    let others = object.into_iter().flat_map(Members::iter).filter(|(known, _)| *known != name);
    let others = others.map(|(known, value)| (known, value.get()));
    for (known, value) in others.chain([(name, value)]) {
        if text.len() > 1 {
            text.push(',');
        }
        text.push_str(&quote(known));
        text.push(':');
        text.push_str(value);
    }
    text.push('}');
    let object = jsonrpc::raw(&text).map(RawValue::to_owned);
    object.ok_or_else(|| Error::Encode("expected an object".to_owned()))
}

/// What a strict peer accepts as a result: an object, and for some methods an empty one (W6).
fn check_result(result: Box<RawValue>, empty: bool) -> Result<Box<RawValue>, RpcError> {
    if !result.get().starts_with('{') {
        return Err(RpcError::internal("the handler's result is not an object"));
    }
    let is_empty = |members: Members<'_>| members.iter().all(|(name, _)| name == "_meta");
    if empty && !Members::of(result.get()).is_some_and(is_empty) {
        return Err(RpcError::internal("the handler's result is not the empty object this method answers with"));
    }
    Ok(result)
}
