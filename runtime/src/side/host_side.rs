//! What the Host's typed side adds to the session: the handshake's answer.

use std::sync::{Mutex, PoisonError};

use serde_json::value::{RawValue, to_raw_value};

use super::host::Slot;
use super::spec;
use crate::error::{Closed, Error, RpcError};
use crate::jsonrpc;
use crate::lifecycle::names::INITIALIZE;
use crate::peer::latch::Latch;
use crate::session::{Event, IncomingId, Session};
use crate::wire::DecodeError;

/// What a Host's handles share beyond the session.
#[derive(Debug, Default)]
pub(super) struct HostStore {
    pub(super) view: Slot<View>,
    pub(super) initialized: Latch<Result<(), Error>>,
    pub(super) torn_down: Latch<Result<(), Error>>,
    sandbox: Mutex<Latch<Result<(), Error>>>,
}

/// The View as it introduced itself.
#[derive(Debug)]
pub(super) struct View {
    pub(super) info: spec::Implementation,
    pub(super) capabilities: spec::McpUiAppCapabilities,
    pub(super) protocol_version: String,
}

impl HostStore {
    /// A new latch for the outcome of the sandbox step.
    pub(super) fn fresh_sandbox(&self) -> Latch<Result<(), Error>> {
        let mut sandbox = self.sandbox.lock().unwrap_or_else(PoisonError::into_inner);
        if sandbox.get().is_some() {
            *sandbox = Latch::default();
        }
        sandbox.clone()
    }

    fn sandbox(&self) -> Latch<Result<(), Error>> {
        self.sandbox.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

pub(super) struct HostSide {
    pub(super) store: std::sync::Arc<HostStore>,
    pub(super) info: spec::Implementation,
}

impl HostSide {
    /// Answers `ui/initialize`, the second like the first (W15), at once, so that an
    /// `initialized` that follows on its heels finds the handshake done.
    fn greet(&self, session: &mut Session, id: IncomingId, params: Option<&RawValue>) {
        let params: Result<spec::McpUiInitializeRequestParams, DecodeError> = jsonrpc::decode_params(params);
        let params = match params {
            Ok(params) => params,
            Err(error) => {
                session.respond(id, Err(RpcError::invalid_params(&error)));
                return;
            }
        };
        let result = to_raw_value(&self.result(session)).map_err(|error| RpcError::internal(error.to_string()));
        let greeted = result.is_ok();
        session.respond(id, result);
        if greeted {
            let protocol_version = spec::PROTOCOL_VERSION.to_owned();
            let view = View { info: params.app_info, capabilities: params.app_capabilities, protocol_version };
            *self.store.view.lock().unwrap_or_else(PoisonError::into_inner) = Some(view);
        }
    }

    /// What the session holds was written from these types, and is written again as it is.
    fn result(&self, session: &Session) -> spec::McpUiInitializeResult {
        let mut capabilities = spec::McpUiHostCapabilities::default();
        capabilities.extra = session.capabilities().clone();
        let mut context = spec::McpUiHostContext::default();
        context.extra = session.context().cloned().unwrap_or_default();
        spec::McpUiInitializeResult::new(capabilities, context, self.info.clone(), spec::PROTOCOL_VERSION)
    }

    fn closed(&self, why: Closed) {
        self.store.initialized.set(Err(Error::Closed(why)));
        self.store.torn_down.set(Err(Error::Closed(why)));
        self.store.sandbox().set(Err(Error::Closed(why)));
    }
}

impl crate::peer::Side for HostSide {
    fn event(&self, session: &mut Session, event: Event) -> Option<Event> {
        match event {
            Event::Request { id, method, params } if method == INITIALIZE => {
                self.greet(session, id, params.as_deref());
                return None;
            }
            Event::Initialized => self.store.initialized.set(Ok(())),
            Event::Sandbox(outcome) => {
                self.store.sandbox().set(outcome);
                return None;
            }
            Event::TornDown(outcome) => {
                self.store.torn_down.set(outcome.map(|_| ()));
                return None;
            }
            Event::Closed(why) => self.closed(why),
            _ => {}
        }
        Some(event)
    }

    fn has_heard(&self, _: &str) -> bool {
        false
    }
}
