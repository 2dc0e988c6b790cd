//! What the View's typed side adds to the session: the handshake's end, the tool call's data,
//! the current context.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::value::RawValue;

use super::spec;
use super::tools::ToolBox;
use super::view::members;
use crate::error::Error;
use crate::jsonrpc;
use crate::lifecycle::names::CONTEXT;
use crate::lifecycle::{Rule, Step};
use crate::peer::latch::Latch;
use crate::peer::{Subscription, Topic};
use crate::session::{CallId, Event, Session};
use crate::wire::{DecodeError, JsonObject, Record};

/// What a View's handles share beyond the session.
#[derive(Debug)]
pub(super) struct ViewStore {
    pub(super) connected: Latch<Result<(), Error>>,
    pub(super) input: Latch<Result<JsonObject, Error>>,
    pub(super) result: Latch<Result<spec::CallToolResult, Error>>,
    pub(super) teardown: Teardown,
    pub(super) tools: Arc<ToolBox>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    host: HostInfo,
    changes: Topic<spec::McpUiHostContext>,
    partials: Topic<JsonObject>,
}

/// The Host as it introduced itself, and its context now.
#[derive(Debug)]
pub(super) struct HostInfo {
    pub(super) info: spec::Implementation,
    pub(super) capabilities: spec::McpUiHostCapabilities,
    pub(super) protocol_version: String,
    pub(super) context: spec::McpUiHostContext,
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
            held.1.push(cx.waker().clone());
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
        let host = HostInfo {
            info: spec::Implementation::new("", ""),
            capabilities: spec::McpUiHostCapabilities::default(),
            protocol_version: String::new(),
            context: spec::McpUiHostContext::default(),
        };
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

    pub(super) fn context_changes(&self) -> Subscription<spec::McpUiHostContext> {
        self.lock().changes.subscribe()
    }

    pub(super) fn partials(&self) -> Subscription<JsonObject> {
        self.lock().partials.subscribe()
    }

    /// Lays a change over the context (V10). One that does not fit leaves it as it is.
    fn change_context(&self, params: Option<&RawValue>) -> Result<(), DecodeError> {
        let change: spec::McpUiHostContext = jsonrpc::decode_params(params)?;
        let mut state = self.lock();
        state.host.context.merge(change);
        let context = state.host.context.clone();
        state.changes.publish(context);
        Ok(())
    }

    /// The handshake's answer is good: keep what it says. Changes that came before it are laid
    /// under it, because it is newer.
    fn greeted(&self, result: spec::McpUiInitializeResult) -> Result<JsonObject, DecodeError> {
        let capabilities = members(&result.host_capabilities)?;
        let mut state = self.lock();
        let mut context = std::mem::take(&mut state.host.context);
        context.merge(result.host_context);
        state.host = HostInfo {
            info: result.host_info,
            capabilities: result.host_capabilities,
            protocol_version: result.protocol_version,
            context,
        };
        Ok(capabilities)
    }

    fn tool_step(&self, step: Step, params: Option<&RawValue>) -> Result<(), DecodeError> {
        match step {
            Step::Partial => {
                let params: spec::McpUiToolInputPartialNotificationParams = jsonrpc::decode_params(params)?;
                self.lock().partials.publish(params.arguments.unwrap_or_default());
            }
            Step::Input => {
                let params: Result<spec::McpUiToolInputNotificationParams, _> = jsonrpc::decode_params(params);
                self.lock().partials.end();
                self.input.set(params.map(|params| params.arguments.unwrap_or_default()).map_err(Error::Decode));
            }
            Step::Result => self.result.set(jsonrpc::decode_params(params).map_err(Error::Decode)),
            Step::Cancelled => {
                // What matters is that it was cancelled, not whether the reason can be read.
                let params: Result<spec::McpUiToolCancelledNotificationParams, _> = jsonrpc::decode_params(params);
                let error = Error::ToolCancelled { reason: params.ok().and_then(|params| params.reason) };
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

pub(super) struct ViewSide {
    pub(super) store: Arc<ViewStore>,
    pub(super) greeting: CallId,
}

impl ViewSide {
    fn handshake(&self, session: &mut Session, outcome: Result<Box<RawValue>, Error>) {
        let accepted = outcome.and_then(|result| {
            let result: spec::McpUiInitializeResult = jsonrpc::decode_result(&result)?;
            Ok(self.store.greeted(result)?)
        });
        match accepted.and_then(|capabilities| session.accept(capabilities)) {
            Ok(()) => self.store.connected.set(Ok(())),
            Err(error) => {
                self.store.connected.set(Err(error));
                session.reject();
            }
        }
    }
}

impl crate::peer::Side for ViewSide {
    fn event(&self, session: &mut Session, event: Event) -> Option<Event> {
        match event {
            Event::Settled { call, outcome } if call == self.greeting => {
                self.handshake(session, outcome);
                let unknown = self.store.read(|host| host.protocol_version != spec::PROTOCOL_VERSION);
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
