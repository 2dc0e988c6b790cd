//! One side of one conversation as a state machine: messages, commands and the time go in;
//! messages, events and the next deadline come out. It does no I/O, has no clock and no
//! threads, and works on the generated method table and unparsed `params`, so it exists once
//! for every version of the specification.
//!
//! Time is a [`Duration`] since any fixed moment, the same one for every call.
//!
//! ```
//! use mcp_apps::session::{Config, Session};
//! use mcp_apps::wire::RequestId;
//! use std::time::Duration;
//!
//! let mut host = Session::host(Config::new(mcp_apps::v2026_01_26::METHODS));
//! host.receive(r#"{"jsonrpc":"2.0","id":0,"method":"ping"}"#, Duration::ZERO);
//! assert_eq!(host.poll_transmit().as_deref(), Some(r#"{"jsonrpc":"2.0","id":0,"result":{}}"#));
//! ```
//!
//! A session is single-threaded by construction (`&mut self`), so there is no interleaving
//! inside it to explore; the async handles of [`crate::peer`] put it behind one mutex, and
//! that queueing is the crate's only concurrent part.

use std::collections::VecDeque;
use std::time::Duration;

use mcp_apps_generated::wire::{JsonObject, Method, Party, RequestId, find};
use serde_json::value::RawValue;

use crate::error::{Closed, Error};
use crate::jsonrpc::Limits;

mod event;
mod gate;
mod host;
mod incoming;
mod outgoing;
mod pending;
mod role;
mod sandbox;
#[cfg(test)]
mod tests;
mod view;

pub use event::{CallId, Event, IncomingId};
pub use pending::{CallOptions, Timeout};

use crate::table::Table;
use host::HostState;
use pending::Pending;
use role::{HOST, Role, VIEW};
use view::ViewState;

/// What a session is made with.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Config {
    /// The version's method table.
    pub methods: &'static [Method],
    /// What this side declares it can do: `hostCapabilities` or `appCapabilities`.
    pub capabilities: JsonObject,
    /// How long an answer is awaited unless the call says otherwise. Default 60 s, as the
    /// TypeScript peers do (W13).
    pub request_timeout: Option<Duration>,
    /// Bounds on what the peer may cost.
    pub limits: Limits,
}

impl Config {
    /// The defaults for a version's method table.
    pub fn new(methods: &'static [Method]) -> Self {
        let (capabilities, limits) = (JsonObject::new(), Limits::default());
        Config { methods, capabilities, request_timeout: Some(Duration::from_secs(60)), limits }
    }
}

/// How far the conversation has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// No handshake yet.
    Fresh,
    /// `ui/initialize` was sent (View) or answered with success (Host), `initialized` not yet.
    Greeted,
    /// `initialized` has passed: everything may be said.
    Ready,
    /// The Host awaits the answer to `ui/resource-teardown`.
    Closing,
    /// Over. Nothing is read or written any more.
    Closed(Closed),
}

/// One side of one conversation. See the [module](self).
#[derive(Debug)]
pub struct Session {
    config: Config,
    phase: Phase,
    role: &'static Role,
    side: Side,
    /// What the peer declared in the handshake.
    peer: JsonObject,
    pending: Pending,
    incoming: Table<IncomingId, Incoming>,
    /// The bytes of their parameters.
    held: usize,
    next_incoming: u64,
    transmit: VecDeque<String>,
    events: VecDeque<Event>,
}

#[derive(Debug)]
enum Side {
    Host(Box<HostState>),
    View(ViewState),
}

/// A request of the peer that waits for its answer.
#[derive(Debug)]
struct Incoming {
    id: RequestId,
    /// Whether its result has no members.
    empty_result: bool,
    /// The length of its parameters, which whoever serves it holds.
    bytes: usize,
    /// The View's capabilities, if the request is `ui/initialize`.
    greeting: Option<JsonObject>,
}

impl Session {
    /// The Host's side.
    pub fn host(config: Config) -> Self {
        Session::new(config, &HOST, Side::Host(Box::default()))
    }

    /// The View's side.
    pub fn view(config: Config) -> Self {
        Session::new(config, &VIEW, Side::View(ViewState::default()))
    }

    fn new(config: Config, role: &'static Role, side: Side) -> Self {
        Session {
            config,
            phase: Phase::Fresh,
            role,
            side,
            peer: JsonObject::new(),
            pending: Pending::default(),
            incoming: Table::default(),
            held: 0,
            next_incoming: 0,
            transmit: VecDeque::new(),
            events: VecDeque::new(),
        }
    }

    /// Whose side this is.
    pub fn role(&self) -> Party {
        self.role.party
    }

    /// How far the conversation has come.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// What this side declares it can do.
    pub fn capabilities(&self) -> &JsonObject {
        &self.config.capabilities
    }

    /// What the peer declared in the handshake; empty before it.
    pub fn peer_capabilities(&self) -> &JsonObject {
        &self.peer
    }

    /// The next message for the channel, oldest first.
    pub fn poll_transmit(&mut self) -> Option<String> {
        self.transmit.pop_front()
    }

    /// The next thing that happened, oldest first.
    pub fn poll_event(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    /// When [`tick`](Self::tick) has something to do next.
    pub fn deadline(&self) -> Option<Duration> {
        self.pending.deadline().into_iter().chain((self.role.deadline)(self)).min()
    }

    /// Lets the time pass: requests whose deadline has come are given up.
    pub fn tick(&mut self, now: Duration) {
        self.expire_calls(now);
        (self.role.tick)(self, now);
    }

    /// Ends the conversation: every open request is settled with an error, the peer's
    /// requests are dropped, and nothing is read or written from here on.
    pub fn close(&mut self, why: Closed) {
        if matches!(self.phase, Phase::Closed(_)) {
            return;
        }
        self.phase = Phase::Closed(why);
        self.give_up(why);
        (self.role.close)(self, why);
        self.events.push_back(Event::Closed(why));
    }

    /// Whether the peer still waits for the answer to this request.
    pub fn awaits(&self, id: IncomingId) -> bool {
        self.incoming.get(&id).is_some()
    }

    /// Requests of the peer that wait for this side's answer.
    pub fn unanswered(&self) -> usize {
        self.incoming.len()
    }

    /// Messages that wait for the channel to take them.
    pub fn waiting_to_leave(&self) -> usize {
        self.transmit.len()
    }

    /// Requests of this side that wait for the peer's answer.
    pub fn in_flight(&self) -> usize {
        self.pending.len()
    }

    /// Settles this side's requests with an error and drops the peer's.
    fn give_up(&mut self, why: Closed) {
        for (call, _) in self.pending.take_all() {
            self.events.push_back(Event::Settled { call, outcome: Err(Error::Closed(why)) });
        }
        self.held = 0;
        for (id, _) in std::mem::take(&mut self.incoming) {
            self.events.push_back(Event::Cancelled { id, reason: None });
        }
    }

    /// Nobody serves this request any more.
    fn take_incoming(&mut self, id: IncomingId) -> Option<Incoming> {
        let incoming = self.incoming.remove(&id)?;
        self.held -= incoming.bytes;
        Some(incoming)
    }

    fn row_of_ours(&self, method: &str) -> Option<&'static Method> {
        find(self.config.methods, self.role(), method)
    }

    fn row_of_peers(&self, method: &str) -> Option<&'static Method> {
        let peer = match self.role() {
            Party::Host => Party::View,
            _ => Party::Host,
        };
        find(self.config.methods, peer, method)
    }

    fn violation(&mut self, rule: crate::lifecycle::Rule, method: &str) {
        let method = crate::error::shorten(method).to_owned();
        self.events.push_back(Event::Violation { rule, method });
    }
}

/// `{}`
pub(crate) fn empty_object() -> Box<RawValue> {
    crate::jsonrpc::written(&serde_json::Value::Object(JsonObject::new()))
}
