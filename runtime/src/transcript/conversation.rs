//! One conversation as its recording goes on.

use std::collections::BTreeMap;

use mcp_apps_generated::wire::{JsonObject, Kind, Method, Party, Phase as When, RequestId, find};
use serde_json::Value;
use serde_json::value::RawValue;

use super::typed::Verdict as Typed;
use super::{Direction, Finding, Spec};
use crate::jsonrpc::{Limits, Message, Unreadable, parse};
use crate::lifecycle::names::{CANCELLED, CONTEXT, DISPLAY_MODE, INITIALIZE, INITIALIZED, TEARDOWN};
use crate::lifecycle::{Delivery, Rule, Step, Verdict, declared};

/// A request that was not answered yet.
struct Open {
    line: usize,
    method: String,
    /// The View's capabilities, if it is `ui/initialize`.
    greeting: Option<JsonObject>,
}

pub(super) struct Conversation {
    spec: Spec,
    /// Whether `ui/initialize` was answered with success, and `initialized` followed.
    greeted: bool,
    ready: bool,
    closing: bool,
    view: JsonObject,
    host: JsonObject,
    host_modes: Option<Value>,
    delivery: Delivery,
    open: BTreeMap<(bool, RequestId), Vec<Open>>,
    /// What the current line has shown.
    found: Vec<Finding>,
    line: usize,
}

fn member<'a>(raw: Option<&'a RawValue>, name: &str) -> Option<&'a RawValue> {
    let members: BTreeMap<&str, &RawValue> = serde_json::from_str(raw?.get()).ok()?;
    members.get(name).copied()
}

fn value<T: serde::de::DeserializeOwned>(raw: Option<&RawValue>) -> Option<T> {
    serde_json::from_str(raw?.get()).ok()
}

impl Conversation {
    pub(super) fn new(spec: Spec) -> Self {
        Conversation {
            spec,
            greeted: false,
            ready: false,
            closing: false,
            view: JsonObject::new(),
            host: JsonObject::new(),
            host_modes: None,
            delivery: Delivery::default(),
            open: BTreeMap::new(),
            found: Vec::new(),
            line: 0,
        }
    }

    /// Judges the next message.
    pub(super) fn take(&mut self, line: usize, direction: Direction, text: &str) -> Vec<Finding> {
        self.line = line;
        match parse(text, &Limits { max_bytes: usize::MAX, ..Limits::default() }) {
            Ok(Message::Request { id, method, params }) => self.request(direction, id, method, params),
            Ok(Message::Notification { method, params }) => self.notification(direction, &method, params),
            Ok(Message::Response { id, outcome }) => {
                self.response(direction, id, outcome.as_ref().ok().copied());
            }
            Err(Unreadable::Malformed { path, message, .. }) => self.find(Rule::Envelope, None, &path, &message),
            Err(other) => self.find(Rule::Envelope, None, "", &other.to_string()),
        }
        self.check_members(text);
        std::mem::take(&mut self.found)
    }

    /// What is wrong with the conversation as a whole.
    pub(super) fn end(mut self) -> Vec<Finding> {
        for open in std::mem::take(&mut self.open).into_values().flatten() {
            self.line = open.line;
            self.find(Rule::Answered, Some(&open.method), "id", "never answered");
        }
        self.found
    }

    fn find(&mut self, rule: Rule, method: Option<&str>, path: &str, message: &str) {
        self.found.push(Finding {
            line: self.line,
            case: None,
            method: method.map(ToOwned::to_owned),
            rule: rule.code(),
            path: path.to_owned(),
            message: message.to_owned(),
        });
    }

    fn breaks(&mut self, rule: Rule, method: &str, path: &str) {
        self.find(rule, Some(method), path, rule.sentence());
    }

    /// Strict peers drop a message with any member beyond JSON-RPC's own.
    fn check_members(&mut self, text: &str) {
        let Ok(members) = serde_json::from_str::<BTreeMap<String, &RawValue>>(text) else { return };
        if !members.contains_key("jsonrpc") {
            return;
        }
        for name in members.keys() {
            if !["jsonrpc", "id", "method", "params", "result", "error"].contains(&name.as_str()) {
                self.find(Rule::Envelope, None, name, "not a member of JSON-RPC");
            }
        }
    }

    fn row(&mut self, direction: Direction, method: &str, kind: Kind) -> Option<&'static Method> {
        let (from, to) = match direction {
            Direction::ViewToHost => (Party::View, Party::Host),
            Direction::HostToView => (Party::Host, Party::View),
            Direction::ProxyToHost => (Party::Sandbox, Party::Host),
            Direction::HostToProxy => (Party::Host, Party::Sandbox),
        };
        let methods = self.spec.methods();
        if let Some(row) = find(methods, from, method).filter(|row| row.to == to) {
            if row.kind != kind {
                self.breaks(Rule::Direction, method, "method");
            }
            return Some(row);
        }
        if let Some(row) = methods.iter().find(|row| row.name == method) {
            let rule = if row.phase == When::Sandbox { Rule::SandboxPrefix } else { Rule::Direction };
            self.breaks(rule, method, "method");
        }
        None
    }

    fn request(&mut self, direction: Direction, id: RequestId, method: String, params: Option<&RawValue>) {
        let row = self.row(direction, &method, Kind::Request);
        self.message(direction, &method, params, row);
        if method == DISPLAY_MODE {
            let mode: Option<String> = value(member(params, "mode"));
            if let (Some(mode), Some(Value::Array(modes))) = (mode, &self.host_modes)
                && !modes.iter().any(|offered| *offered == mode)
            {
                self.breaks(Rule::OfferedDisplayModes, &method, "params.mode");
            }
        }
        if method == TEARDOWN && direction == Direction::HostToView {
            self.closing = true;
        }
        let greets = method == INITIALIZE && direction == Direction::ViewToHost;
        let greeting = greets.then(|| value(member(params, "appCapabilities"))).flatten();
        let open = Open { line: self.line, method, greeting };
        self.open.entry((from_host(direction), id)).or_default().push(open);
    }

    fn notification(&mut self, direction: Direction, method: &str, params: Option<&RawValue>) {
        let row = self.row(direction, method, Kind::Notification);
        self.message(direction, method, params, row);
        match method {
            INITIALIZED if direction == Direction::ViewToHost => {
                if !self.greeted || self.ready {
                    self.breaks(Rule::InitializedOnce, method, "method");
                }
                self.ready = self.greeted;
            }
            CANCELLED => {
                if let Some(id) = value::<RequestId>(member(params, "requestId")) {
                    self.open.remove(&(from_host(direction), id));
                }
            }
            CONTEXT => {
                self.check_mode(method, value(member(params, "displayMode")), "params.displayMode");
                if let Some(modes) = member(params, "availableDisplayModes") {
                    self.host_modes = value(Some(modes));
                }
            }
            _ => {}
        }
        if let (Direction::HostToView, Some(step)) = (direction, Step::of(method))
            && let Verdict::OutOfOrder(rule) | Verdict::Refused(rule) = self.delivery.take(step)
        {
            self.breaks(rule, method, "method");
        }
    }

    /// What requests and notifications have in common.
    fn message(&mut self, direction: Direction, method: &str, params: Option<&RawValue>, row: Option<&Method>) {
        let phase = row.map_or(When::Initialized, |row| row.phase);
        if !self.ready {
            match direction {
                Direction::HostToView => self.breaks(Rule::SilentBeforeInitialized, method, "method"),
                Direction::ViewToHost if phase == When::Initialized => {
                    self.breaks(Rule::InitializeFirst, method, "method");
                }
                _ => {}
            }
        }
        if self.closing && direction == Direction::HostToView {
            self.breaks(Rule::TeardownHandshake, method, "method");
        }
        if let Some(capability) = row.and_then(|row| row.requires).filter(|capability| !capability.unknown_ok) {
            let declarer = if capability.of == Party::Host { &self.host } else { &self.view };
            if self.ready && !declared(&capability, declarer) {
                self.breaks(Rule::DeclaredCapability, method, "method");
            }
        }
        if let Some(types) = self.spec.types(method).filter(|_| row.is_some()) {
            self.typed((types.params)(params), method, false);
        }
    }

    fn typed(&mut self, verdict: Typed, method: &str, empty: bool) {
        if let Some((path, message)) = verdict.misfit {
            self.find(Rule::Params, Some(method), &path, &message);
        }
        if let Some(path) = verdict.changed {
            self.find(Rule::Params, Some(method), &path, "is not the same after decoding and encoding");
        }
        let rule = if empty { Rule::EmptyResult } else { Rule::Strict };
        for (path, message) in verdict.strict {
            self.find(rule, Some(method), &path, &message);
        }
    }

    fn response(&mut self, direction: Direction, id: Option<RequestId>, result: Option<&RawValue>) {
        let asked_by_host = !from_host(direction);
        let key = id.map(|id| (asked_by_host, id));
        let open = key.as_ref().and_then(|key| self.open.get_mut(key)).filter(|open| !open.is_empty());
        let Some(Open { method, greeting, .. }) = open.map(|open| open.remove(0)) else {
            return self.find(Rule::AnswerKnown, None, "id", Rule::AnswerKnown.sentence());
        };
        let Some(result) = result else { return };
        if let Some(judge) = self.spec.types(&method).and_then(|types| types.result) {
            let party = if asked_by_host { Party::Host } else { Party::View };
            let empty = find(self.spec.methods(), party, &method).is_some_and(|row| row.empty_result);
            let members: Option<JsonObject> = value(Some(result));
            if empty && members.is_some_and(|members| members.keys().any(|key| key != "_meta")) {
                self.breaks(Rule::EmptyResult, &method, "result");
            }
            self.typed(judge(result), &method, empty);
        }
        if let Some(view) = greeting {
            self.greet(view, result);
        }
        if method == DISPLAY_MODE {
            self.check_mode(&method, value(member(Some(result), "mode")), "result.mode");
        }
    }

    /// A handshake succeeded; a View that starts over is told everything again.
    fn greet(&mut self, view: JsonObject, result: &RawValue) {
        self.view = view;
        self.host = value(member(Some(result), "hostCapabilities")).unwrap_or_default();
        let context = member(Some(result), "hostContext");
        self.host_modes = value(member(context, "availableDisplayModes"));
        (self.greeted, self.ready) = (true, false);
        self.delivery = Delivery::default();
    }

    fn check_mode(&mut self, method: &str, mode: Option<String>, path: &str) {
        let (Some(mode), Some(Value::Array(modes))) = (mode, self.view.get("availableDisplayModes")) else { return };
        if !modes.iter().any(|known| *known == mode) {
            self.breaks(Rule::SupportedDisplayModes, method, path);
        }
    }
}

fn from_host(direction: Direction) -> bool {
    matches!(direction, Direction::HostToView | Direction::HostToProxy)
}
