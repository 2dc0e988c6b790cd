//! What the View's typed side adds to the session: the handshake's end, the tool call's data,
//! the current context.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use serde_json::value::RawValue;

use super::spec;
use super::tools::ToolBox;
use crate::error::Error;
use crate::jsonrpc;
use crate::lifecycle::names::CONTEXT;
use crate::lifecycle::{Rule, Step};
use crate::peer::latch::Latch;
use crate::peer::{Note, Subscription, Topic};
use crate::session::{CallId, Event, Session};
use crate::wire::{DecodeError, JsonObject, member};

/// What a View's handles share beyond the session.
#[derive(Debug)]
pub(super) struct ViewStore {
    pub(super) connected: Latch<Result<(), Error>>,
    /// The `params` as they came: they are read by who asks for them, as what they ask for.
    pub(super) input: Latch<Result<Arc<RawValue>, Error>>,
    pub(super) result: Latch<Result<Arc<RawValue>, Error>>,
    pub(super) teardown: Teardown,
    pub(super) tools: Arc<ToolBox>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    host: HostInfo,
    changes: Topic<Arc<JsonObject>>,
    partials: Topic<Note>,
}

/// The Host as it introduced itself, and its context now. Unread, but for what must be there:
/// reading all of it is the largest part of what a View could do.
#[derive(Debug, Default)]
pub(super) struct HostInfo {
    pub(super) info: JsonObject,
    pub(super) capabilities: JsonObject,
    pub(super) protocol_version: String,
    /// Shared with all who have asked for it; a change makes another.
    pub(super) context: Arc<JsonObject>,
}

impl HostInfo {
    fn read(result: &RawValue) -> Result<Self, DecodeError> {
        let mut result: JsonObject = jsonrpc::read("result", result)?;
        let read = |result: &mut JsonObject| {
            let capabilities = member(result, "hostCapabilities")?;
            let context = Arc::new(member(result, "hostContext")?);
            let info: JsonObject = member(result, "hostInfo")?;
            for name in ["name", "version"] {
                if !info.get(name).is_some_and(Value::is_string) {
                    // Of a copy, for what it says of it.
                    member::<String>(&mut info.clone(), name).map_err(|error| error.within("hostInfo"))?;
                }
            }
            let protocol_version = member(result, "protocolVersion")?;
            Ok(HostInfo { info, capabilities, protocol_version, context })
        };
        read(&mut result).map_err(|error: DecodeError| error.within("result"))
    }
}

/// The teardown's three moments.
#[derive(Clone, Debug, Default)]
pub(super) struct Teardown {
    pub(super) requested: Latch<()>,
    /// How many programs still run or clean up.
    held: Arc<Mutex<(usize, Vec<std::task::Waker>)>>,
}

impl Teardown {
    /// Keeps the Host waiting until the guard is dropped.
    pub(super) fn hold(&self) -> Held {
        self.lock().0 += 1;
        Held(self.clone())
    }

    fn lock(&self) -> MutexGuard<'_, (usize, Vec<std::task::Waker>)> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until nothing holds the teardown up.
    pub(super) async fn released(self) {
        std::future::poll_fn(|cx| {
            let mut held = self.lock();
            if held.0 == 0 {
                return std::task::Poll::Ready(());
            }
            if !held.1.iter().any(|waker| waker.will_wake(cx.waker())) {
                held.1.push(cx.waker().clone());
            }
            std::task::Poll::Pending
        })
        .await;
    }
}

/// See [`Teardown::hold`].
pub(super) struct Held(Teardown);

impl Drop for Held {
    fn drop(&mut self) {
        let mut held = self.0.lock();
        held.0 -= 1;
        let waiting = if held.0 == 0 { std::mem::take(&mut held.1) } else { Vec::new() };
        drop(held);
        waiting.into_iter().for_each(std::task::Waker::wake);
    }
}

impl ViewStore {
    pub(super) fn new(most: usize, tools: Arc<ToolBox>) -> Self {
        let host = HostInfo::default();
        let (changes, partials) = (Topic::new(most), Topic::new(most));
        ViewStore {
            connected: Latch::default(),
            input: Latch::default(),
            result: Latch::default(),
            teardown: Teardown::default(),
            tools,
            state: Mutex::new(State { host, changes, partials }),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn read<T>(&self, read: impl FnOnce(&HostInfo) -> T) -> T {
        read(&self.lock().host)
    }

    pub(super) fn context_changes(&self) -> Subscription<Arc<JsonObject>> {
        self.lock().changes.subscribe()
    }

    pub(super) fn partials(&self) -> Subscription<Note> {
        self.lock().partials.subscribe()
    }

    /// Lays a change over the context (V10). One that makes a member another kind of value leaves
    /// it as it is.
    fn change_context(&self, params: Option<&RawValue>) -> Result<(), DecodeError> {
        let change: JsonObject = jsonrpc::read_params(params)?;
        let mut state = self.lock();
        for (name, value) in &change {
            let known = state.host.context.get(name).filter(|_| !value.is_null());
            if known.is_some_and(|known| std::mem::discriminant(known) != std::mem::discriminant(value)) {
                return Err(DecodeError::expected("the kind of value it was", value).within(name).within("params"));
            }
        }
        lay_over(&mut state.host.context, change);
        let context = Arc::clone(&state.host.context);
        state.changes.publish(context);
        Ok(())
    }

    /// The handshake's answer is good: keep what it says. Changes that came before it are laid
    /// under it, because it is newer.
    fn greeted(&self, mut host: HostInfo) -> JsonObject {
        let capabilities = host.capabilities.clone();
        let mut state = self.lock();
        let mut context = std::mem::take(&mut state.host.context);
        lay_over(&mut context, Arc::unwrap_or_clone(std::mem::take(&mut host.context)));
        state.host = HostInfo { context, ..host };
        capabilities
    }

    fn tool_step(&self, step: Step, params: Option<&RawValue>) -> Result<(), DecodeError> {
        match step {
            Step::Partial => {
                self.lock().partials.publish(params.map(|params| params.to_owned().into()));
            }
            Step::Input => {
                self.lock().partials.end();
                self.input.set(kept(params));
            }
            Step::Result => self.result.set(kept(params)),
            Step::Cancelled => {
                // What matters is that it was cancelled, not whether the reason can be read.
                let reason = params.and_then(jsonrpc::object).and_then(|mut params| member(&mut params, "reason").ok());
                let error = Error::ToolCancelled { reason };
                self.end(error);
            }
        }
        Ok(())
    }

    /// No more of the tool call will come.
    fn end(&self, error: Error) {
        self.lock().partials.end();
        self.input.set(Err(error.clone()));
        self.result.set(Err(error));
    }

    fn closed(&self, error: Error) {
        self.connected.set(Err(error.clone()));
        self.end(error);
        self.lock().changes.end();
    }
}

/// Puts the members of a change over the context's. One that is `null` says nothing.
fn lay_over(context: &mut Arc<JsonObject>, change: JsonObject) {
    let context = Arc::make_mut(context);
    for (name, value) in change {
        if !value.is_null() {
            context.insert(name, value);
        }
    }
}

fn kept(params: Option<&RawValue>) -> Result<Arc<RawValue>, Error> {
    match params {
        Some(params) => Ok(params.to_owned().into()),
        None => {
            jsonrpc::read_params::<JsonObject>(None).map(|_| RawValue::NULL.to_owned().into()).map_err(Error::Decode)
        }
    }
}

pub(super) struct ViewSide {
    pub(super) store: Arc<ViewStore>,
    pub(super) greeting: CallId,
}

impl ViewSide {
    /// Whether it came to one.
    fn handshake(&self, session: &mut Session, outcome: Result<Box<RawValue>, Error>) -> bool {
        let accepted = outcome.and_then(|result| Ok(self.store.greeted(HostInfo::read(&result)?)));
        match accepted.and_then(|capabilities| session.accept(capabilities)) {
            Ok(()) => {
                self.store.connected.set(Ok(()));
                true
            }
            Err(error) => {
                self.store.connected.set(Err(error));
                session.reject();
                false
            }
        }
    }
}

impl crate::peer::Side for ViewSide {
    fn event(&self, session: &mut Session, event: Event) -> Option<Event> {
        match event {
            Event::Settled { call, outcome } if call == self.greeting => {
                let unknown = self.handshake(session, outcome)
                    && self.store.read(|host| host.protocol_version != spec::PROTOCOL_VERSION);
                let rule = Rule::UnknownVersion;
                unknown.then(|| Event::Violation { rule, method: crate::lifecycle::names::INITIALIZE.to_owned() })
            }
            Event::Notification { method, params } => {
                let taken = match Step::of(&method) {
                    Some(step) => self.store.tool_step(step, params.as_deref()),
                    None if method == CONTEXT => self.store.change_context(params.as_deref()),
                    None => Ok(()),
                };
                if taken.is_err() {
                    return Some(Event::Violation { rule: Rule::Params, method });
                }
                Some(Event::Notification { method, params })
            }
            Event::Closed(why) => {
                self.store.closed(Error::Closed(why));
                Some(Event::Closed(why))
            }
            other => Some(other),
        }
    }

    fn has_heard(&self, method: &str) -> bool {
        method == CONTEXT || Step::of(method).is_some()
    }
}
