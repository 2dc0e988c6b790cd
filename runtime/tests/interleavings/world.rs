//! Both sides, the channel between them and what the test knows of each; checks what must hold
//! after every act. Driven by random acts in `interleavings.rs` and by bytes in `tests/fuzz`.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use mcp_apps::lifecycle::Step;
use mcp_apps::session::{CallId, CallOptions, Config, Event, IncomingId, Phase, Session, Timeout};
use mcp_apps::v2026_01_26::METHODS;
use mcp_apps::wire::JsonObject;
use mcp_apps::{Closed, Error, RpcError};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use super::act::Act;

fn raw(value: Value) -> Box<RawValue> {
    to_raw_value(&value).unwrap()
}

fn object(value: Value) -> JsonObject {
    serde_json::from_value(value).unwrap()
}

/// One side and what the test knows of it.
struct Model {
    session: Session,
    open: BTreeSet<CallId>,
    settled: BTreeMap<CallId, usize>,
    asked: Vec<IncomingId>,
    /// The methods of notifications that came through, in order.
    heard: Vec<String>,
    context: JsonObject,
}

impl Model {
    fn new(session: Session) -> Self {
        let (open, settled) = (BTreeSet::new(), BTreeMap::new());
        Model { session, open, settled, asked: Vec::new(), heard: Vec::new(), context: JsonObject::new() }
    }
}

/// The whole conversation.
pub struct World {
    host: Model,
    view: Model,
    greeting: Option<CallId>,
    to_view: Vec<String>,
    to_host: Vec<String>,
    now: Duration,
    faulty: bool,
    /// What was given to the Host without being refused.
    given: Vec<Step>,
    /// Steps sent since the View last greeted.
    steps: Vec<Step>,
    silent: bool,
    /// The page was reloaded and the Host does not know yet.
    unknown_reload: bool,
}

fn host() -> Session {
    let mut config = Config::new(METHODS);
    config.capabilities = object(json!({"serverTools": {}}));
    Session::host(config)
}

fn view() -> Session {
    let mut config = Config::new(METHODS);
    config.capabilities = object(json!({"tools": {}}));
    Session::view(config)
}

impl World {
    /// Both sides, and the View's greeting on its way.
    pub fn new() -> Self {
        let mut world = World {
            host: Model::new(host()),
            view: Model::new(view()),
            greeting: None,
            to_view: Vec::new(),
            to_host: Vec::new(),
            now: Duration::ZERO,
            faulty: false,
            given: Vec::new(),
            steps: Vec::new(),
            silent: true,
            unknown_reload: false,
        };
        world.greet();
        world
    }

    fn greet(&mut self) {
        let params = raw(
            json!({"appInfo": {"name": "v", "version": "0"}, "appCapabilities": {"tools": {}}, "protocolVersion": "x"}),
        );
        self.greeting = self.view.session.initialize(&params, None, self.now).ok();
        self.settle();
    }

    /// Lets one thing happen.
    pub fn act(&mut self, act: &Act) {
        let now = self.now;
        let options = CallOptions::default();
        let pick = |count: usize, n: u8| (count > 0).then(|| usize::from(n) % count.max(1));
        match act.clone() {
            Act::Partial => self.give(Step::Partial),
            Act::Input => self.give(Step::Input),
            Act::Result => self.give(Step::Result),
            Act::Cancelled => self.give(Step::Cancelled),
            Act::Context(n) => {
                let change = object(json!({(format!("k{}", n % 3)): n % 5}));
                let _ = self.host.session.set_context(change);
            }
            Act::HostCalls => {
                let call = self.host.session.request("tools/call", Some(raw(json!({}))), &options, now);
                self.host.open.extend(call);
            }
            Act::ViewCalls => {
                let mut options = options;
                (options.timeout, options.progress) = (Timeout::After(Duration::from_secs(50)), true);
                let call = self.view.session.request("tools/call", Some(raw(json!({}))), &options, now);
                self.view.open.extend(call);
            }
            Act::HostCancels(n) => cancel(&mut self.host, n),
            Act::ViewCancels(n) => cancel(&mut self.view, n),
            Act::HostAnswers(n, fine) => answer(&mut self.host, n, fine),
            Act::ViewAnswers(n, fine) => answer(&mut self.view, n, fine),
            Act::Progress(n) => {
                let params = json!({"progressToken": n % 8, "progress": 1});
                let _ = self.host.session.notify("notifications/progress", Some(raw(params)));
            }
            Act::Deliver(to_view) => self.deliver(to_view, false),
            Act::Duplicate(to_view) => self.deliver(to_view, true),
            Act::Lose(to_view) => {
                let lane = if to_view { &mut self.to_view } else { &mut self.to_host };
                if !lane.is_empty() {
                    lane.remove(0);
                    self.faulty = true;
                }
            }
            Act::Swap(to_view) => {
                let lane = if to_view { &mut self.to_view } else { &mut self.to_host };
                if let Some(n) = pick(lane.len(), 1) {
                    lane.swap(0, n);
                    self.faulty = true;
                }
            }
            Act::Pass(seconds) => {
                self.now += Duration::from_secs(u64::from(seconds % 40));
                self.host.session.tick(self.now);
                self.view.session.tick(self.now);
            }
            Act::Reload => self.reload(),
            Act::Teardown => {
                let _ = self.host.session.teardown(&raw(json!({})), Duration::from_secs(5), now);
            }
            Act::Foreign(to_host) => self.say(to_host, "{\"hello\": [1, 2"),
            Act::Say(to_host, text) => {
                // A peer that keeps no rules: what is promised to those that do is void.
                self.faulty = true;
                self.say(to_host, &text);
            }
        }
        self.settle();
    }

    fn say(&mut self, to_host: bool, text: &str) {
        let side = if to_host { &mut self.host } else { &mut self.view };
        side.session.receive(text, self.now);
    }

    fn give(&mut self, step: Step) {
        if self.host.session.deliver(step, raw(json!({}))).is_ok() {
            self.given.push(step);
        }
    }

    /// The frame loads the page anew: a new View, and nothing left on the way.
    fn reload(&mut self) {
        self.settle();
        let old = std::mem::replace(&mut self.view, Model::new(view()));
        check_closed(old, "reloaded");
        self.to_view.clear();
        self.to_host.clear();
        self.unknown_reload = true;
        self.greet();
    }

    fn deliver(&mut self, to_view: bool, keep: bool) {
        let (lane, side) =
            if to_view { (&mut self.to_view, &mut self.view) } else { (&mut self.to_host, &mut self.host) };
        let Some(message) = lane.first().cloned() else { return };
        if keep {
            self.faulty = true;
        } else {
            lane.remove(0);
        }
        side.session.receive(&message, self.now);
    }

    /// Lets events and messages flow, and checks what can be checked at once.
    fn settle(&mut self) {
        loop {
            let before = (self.to_view.len(), self.to_host.len(), self.host.heard.len(), self.view.heard.len());
            self.host_events();
            self.view_events();
            self.outgoing();
            if before == (self.to_view.len(), self.to_host.len(), self.host.heard.len(), self.view.heard.len()) {
                break;
            }
        }
    }

    fn outgoing(&mut self) {
        while let Some(message) = self.host.session.poll_transmit() {
            let value: Value = serde_json::from_str(&message).unwrap();
            if let Some(method) = value["method"].as_str() {
                assert!(!self.silent, "{method} before initialized");
                // Meant for the page that is gone; the new one gets it before its time.
                self.faulty |= self.unknown_reload;
                if let Some(step) = Step::of(method) {
                    self.steps.push(step);
                }
            }
            self.to_view.push(message);
        }
        check_order(&self.steps);
        while let Some(message) = self.view.session.poll_transmit() {
            self.to_host.push(message);
        }
    }

    fn host_events(&mut self) {
        while let Some(event) = self.host.session.poll_event() {
            match event {
                Event::Request { id, method, .. } if method == "ui/initialize" => {
                    // What was said before still goes out to the old View.
                    self.outgoing();
                    let context = Value::Object(self.host.session.context().unwrap().clone());
                    self.host
                        .session
                        .respond(id, Ok(raw(json!({"hostCapabilities": {"serverTools": {}}, "hostContext": context}))));
                    (self.silent, self.unknown_reload) = (true, false);
                    self.steps.clear();
                }
                Event::Initialized => self.silent = false,
                other => common(&mut self.host, other),
            }
        }
    }

    fn view_events(&mut self) {
        while let Some(event) = self.view.session.poll_event() {
            match event {
                Event::Settled { call, outcome } if Some(call) == self.greeting => match outcome {
                    Ok(result) => {
                        let result: Value = serde_json::from_str(result.get()).unwrap_or_default();
                        if let Value::Object(context) = result["hostContext"].clone() {
                            self.view.context.extend(context);
                        }
                        let capabilities = serde_json::from_value(result["hostCapabilities"].clone());
                        let _ = self.view.session.accept(capabilities.unwrap_or_default());
                    }
                    Err(_) => self.view.session.reject(),
                },
                Event::Notification { method, params } => {
                    if method == "ui/notifications/host-context-changed" {
                        let change: Option<JsonObject> =
                            params.and_then(|params| serde_json::from_str(params.get()).ok());
                        self.view.context.extend(change.unwrap_or_default());
                    }
                    self.view.heard.push(method);
                }
                other => common(&mut self.view, other),
            }
        }
    }

    /// Delivers everything that is on the way and answers everything; then closes both sides.
    pub fn finish(mut self) {
        self.come_to_rest();
        let ready = self.host.session.phase() == Phase::Ready && self.view.session.phase() == Phase::Ready;
        if ready && !self.faulty {
            // Nothing is lost, and both sides know the same.
            assert_eq!(self.host.session.context().unwrap(), &self.view.context);
            let heard = |step: Step| self.view.heard.iter().filter(|method| *method == step.method()).count();
            let given = |step: Step| self.given.contains(&step);
            assert_eq!(heard(Step::Input), usize::from(given(Step::Input)));
            let result_is_due = given(Step::Result) && given(Step::Input);
            assert_eq!(heard(Step::Result), usize::from(result_is_due));
            assert_eq!(heard(Step::Cancelled), usize::from(given(Step::Cancelled)));
            assert!(self.host.open.is_empty() && self.view.open.is_empty(), "every call was answered");
        }
        check_closed(self.host, "host");
        check_closed(self.view, "view");
    }

    fn come_to_rest(&mut self) {
        loop {
            for to_view in [true, false] {
                self.deliver(to_view, false);
                self.settle();
            }
            answer(&mut self.host, 0, true);
            answer(&mut self.view, 0, true);
            self.settle();
            let still = self.to_view.is_empty() && self.to_host.is_empty();
            if still && self.host.asked.is_empty() && self.view.asked.is_empty() {
                break;
            }
        }
    }
}

fn common(side: &mut Model, event: Event) {
    match event {
        Event::Settled { call, .. } => {
            side.open.remove(&call);
            *side.settled.entry(call).or_default() += 1;
            assert_eq!(side.settled[&call], 1, "settled twice");
        }
        Event::Request { id, .. } => side.asked.push(id),
        Event::Cancelled { id, .. } => side.asked.retain(|asked| *asked != id),
        Event::Notification { method, .. } => side.heard.push(method),
        _ => {}
    }
}

fn cancel(side: &mut Model, n: u8) {
    if let Some(call) = side.open.iter().nth(usize::from(n) % side.open.len().max(1)).copied() {
        side.session.cancel(call, None);
    }
}

fn answer(side: &mut Model, n: u8, fine: bool) {
    if side.asked.is_empty() {
        return;
    }
    let id = side.asked.remove(usize::from(n) % side.asked.len());
    let outcome = if fine { Ok(raw(json!({"content": []}))) } else { Err(RpcError::internal("no")) };
    assert!(side.session.respond(id, outcome), "somebody waited for it");
}

/// At most one input, before the result; no partial after it; result or cancelled, once.
fn check_order(steps: &[Step]) {
    let at = |wanted: Step| steps.iter().enumerate().filter(move |(_, step)| **step == wanted).map(|(at, _)| at);
    assert!(at(Step::Input).count() <= 1 && at(Step::Result).count() + at(Step::Cancelled).count() <= 1, "{steps:?}");
    let input = at(Step::Input).next();
    assert!(at(Step::Result).all(|result| input.is_some_and(|input| input < result)), "{steps:?}");
    let stop = [input, at(Step::Result).next(), at(Step::Cancelled).next()].into_iter().flatten().min();
    assert!(at(Step::Partial).all(|partial| stop.is_none_or(|stop| partial < stop)), "{steps:?}");
}

/// Closing settles what is open and leaves nothing behind.
fn check_closed(mut side: Model, why: &str) {
    side.session.close(Closed::Locally);
    while let Some(event) = side.session.poll_event() {
        common(&mut side, event);
    }
    assert!(side.open.is_empty(), "{why}: {:?} never settled", side.open);
    assert_eq!((side.session.in_flight(), side.session.unanswered(), side.session.deadline()), (0, 0, None));
    let refused = side.session.request("ping", None, &CallOptions::default(), Duration::ZERO);
    assert!(matches!(refused, Err(Error::Closed(_))));
}
