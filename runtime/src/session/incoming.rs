//! Messages of the peer.

use std::time::Duration;

use mcp_apps_generated::wire::{JsonObject, Party, Phase as Row, RequestId, member};
use serde_json::value::RawValue;

use super::pending::Purpose;
use super::{CallId, Event, Incoming, IncomingId, Phase, Session};
use crate::error::{Error, RpcError};
use crate::jsonrpc::{self, Form, Members, Message, Unreadable};
use crate::lifecycle::Rule;
use crate::lifecycle::names::{CANCELLED, INITIALIZED, PING, PROGRESS, PROXY_READY};

impl Session {
    /// Takes a message from the channel. Whatever it is, the session survives it.
    pub fn receive(&mut self, text: &str, now: Duration) {
        if matches!(self.phase, Phase::Closed(_)) {
            return;
        }
        match jsonrpc::parse(text, &self.config.limits) {
            Ok(Message::Request { id, method, params }) => self.take_request(id, method, params),
            Ok(Message::Notification { method, params }) => self.take_notification(method, params, now),
            Ok(Message::Response { id, outcome }) => {
                self.take_response(id, outcome.map(ToOwned::to_owned).map_err(Error::Remote));
            }
            Err(unreadable) => self.take_unreadable(unreadable),
        }
    }

    fn take_unreadable(&mut self, unreadable: Unreadable) {
        match &unreadable {
            Unreadable::Malformed { id: Some(id), form: Form::Request, path, message } => {
                let error = RpcError::new(RpcError::INVALID_REQUEST, [&**path, ": ", message].concat());
                self.transmit.push_back(jsonrpc::response(id, Err(&error)));
            }
            // The call it answers would otherwise wait until its deadline.
            Unreadable::Malformed { id: Some(id), form: Form::Response, .. } => {
                let (id, error) = (Some(id.clone()), Error::Unreadable(unreadable.clone()));
                self.take_response(id, Err(error));
            }
            _ => {}
        }
        self.events.push_back(Event::Ignored(unreadable));
    }

    fn take_request(&mut self, id: RequestId, method: String, params: Option<&RawValue>) {
        let (limits, bytes) = (&self.config.limits, params.map_or(0, |params| params.get().len()));
        if self.incoming.len() >= limits.max_in_flight || bytes > limits.max_held_bytes.saturating_sub(self.held) {
            let error = RpcError::internal("too many requests are unanswered already");
            return self.transmit.push_back(jsonrpc::response(&id, Err(&error)));
        }
        self.check_peers_phase(&method);
        if method == PING {
            return self.transmit.push_back(jsonrpc::response(&id, Ok(&super::empty_object())));
        }
        let greets = self.role.greeted_by == Some(&method);
        if greets && self.phase == Phase::Closing {
            let error = RpcError::denied("the View is being torn down");
            return self.transmit.push_back(jsonrpc::response(&id, Err(&error)));
        }
        let greeting = greets.then(|| greeting(params));
        let empty_result = self.row_of_peers(&method).is_some_and(|row| row.empty_result);
        let handle = IncomingId(self.next_incoming);
        self.next_incoming += 1;
        self.held += bytes;
        self.incoming.insert(handle, Incoming { id, empty_result, bytes, greeting });
        self.events.push_back(Event::Request { id: handle, method, params: params.map(ToOwned::to_owned) });
    }

    /// Peers are served early, as every known Host does, but it is noted.
    fn check_peers_phase(&mut self, method: &str) {
        if !matches!(self.phase, Phase::Fresh | Phase::Greeted) {
            return;
        }
        if self.row_of_peers(method).is_none_or(|row| row.phase == Row::Initialized) {
            let host = self.role() == Party::Host;
            let rule = if host { Rule::InitializeFirst } else { Rule::SilentBeforeInitialized };
            self.violation(rule, method);
        }
    }

    fn take_notification(&mut self, method: String, params: Option<&RawValue>, now: Duration) {
        match method.as_str() {
            CANCELLED => return self.peer_cancelled(params),
            PROGRESS => return self.progress(params, now),
            INITIALIZED | PROXY_READY if (self.role.take)(self, &method) => return,
            name if self.is_sandbox_method(name) => {
                return self.violation(Rule::SandboxPrefix, name);
            }
            _ => {}
        }
        self.check_peers_phase(&method);
        if (self.role.take)(self, &method) {
            return;
        }
        self.events.push_back(Event::Notification { method, params: params.map(ToOwned::to_owned) });
    }

    fn is_sandbox_method(&self, method: &str) -> bool {
        let mut rows = self.config.methods.iter().filter(|row| row.phase == Row::Sandbox);
        rows.any(|row| row.name == method)
    }

    fn take_response(&mut self, id: Option<RequestId>, outcome: Result<Box<RawValue>, Error>) {
        let call = match id {
            Some(RequestId::Integer(number)) => Some(CallId(number)),
            _ => None,
        };
        let Some((call, pending)) = call.and_then(|call| Some((call, self.pending.remove(call)?))) else {
            return self.violation(Rule::AnswerKnown, "");
        };
        match pending.purpose {
            Purpose::Teardown => self.torn_down(outcome),
            Purpose::Call | Purpose::Greeting => self.events.push_back(Event::Settled { call, outcome }),
        }
    }

    fn peer_cancelled(&mut self, params: Option<&RawValue>) {
        let read = |mut params: JsonObject| {
            Some((
                member::<RequestId>(&mut params, "requestId").ok()?,
                member::<Option<String>>(&mut params, "reason").ok()?,
            ))
        };
        let Some((request_id, reason)) = params.and_then(jsonrpc::object).and_then(read) else {
            return self.violation(Rule::Params, CANCELLED);
        };
        // A cancellation may cross the answer, so an unknown id is no fault. The handshake
        // cannot be cancelled.
        let open = self.incoming.iter().rfind(|(_, incoming)| incoming.id == request_id);
        if let Some(&(id, Incoming { greeting: None, .. })) = open {
            self.take_incoming(id);
            self.events.push_back(Event::Cancelled { id, reason });
        }
    }

    fn progress(&mut self, params: Option<&RawValue>, now: Duration) {
        let members = params.and_then(jsonrpc::object);
        let token = members.and_then(|mut members| member(&mut members, "progressToken").ok());
        let (Some(RequestId::Integer(number)), Some(params)) = (token, params) else {
            return self.violation(Rule::AnswerKnown, PROGRESS);
        };
        let Some(pending) = self.pending.get_mut(CallId(number)) else {
            return self.violation(Rule::AnswerKnown, PROGRESS);
        };
        if pending.purpose == Purpose::Call {
            pending.wait_from(now);
            self.events.push_back(Event::Progress { call: CallId(number), params: params.to_owned() });
        }
    }
}

/// The View's capabilities in a `ui/initialize`; whether they fit their type is judged by who
/// answers it.
fn greeting(params: Option<&RawValue>) -> JsonObject {
    let capabilities = params.and_then(|params| Members::of(params.get())?.get("appCapabilities"));
    capabilities.and_then(jsonrpc::object).unwrap_or_default()
}
