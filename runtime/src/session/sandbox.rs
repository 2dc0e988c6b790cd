//! The Host's step with the sandbox proxy, before there is a View (H22, P3, P7).

use std::time::Duration;

use serde_json::value::RawValue;

use super::{Event, Phase, Session};
use crate::error::{Closed, Error, Refusal};
use crate::jsonrpc;
use crate::lifecycle::Rule;
use crate::lifecycle::names::{PROXY_READY, RESOURCE_READY};

/// How far the step has come.
#[derive(Debug, Default)]
pub(super) enum Sandbox {
    #[default]
    Unseen,
    Ready,
    Awaited {
        resource: Box<RawValue>,
        deadline: Duration,
        patience: Duration,
    },
    Loaded,
}

impl Sandbox {
    pub(super) fn deadline(&self) -> Option<Duration> {
        match self {
            Sandbox::Awaited { deadline, .. } => Some(*deadline),
            _ => None,
        }
    }
}

impl Session {
    /// Sends the sandbox proxy its resource as soon as it is ready, which may have been before
    /// (H22). [`Event::Sandbox`] tells whether it was ready within `patience`.
    ///
    /// # Errors
    /// When it was sent already, or the session is over or not a Host's.
    pub fn load_sandbox(&mut self, resource: Box<RawValue>, patience: Duration, now: Duration) -> Result<(), Error> {
        self.check_open(RESOURCE_READY)?;
        let Some(host) = self.host_state() else {
            return Err(Refusal::Direction(RESOURCE_READY.to_owned()).into());
        };
        match host.sandbox {
            Sandbox::Unseen => {
                let deadline = now.saturating_add(patience);
                host.sandbox = Sandbox::Awaited { resource, deadline, patience };
            }
            Sandbox::Ready => self.send_resource(&resource),
            Sandbox::Awaited { .. } | Sandbox::Loaded => {
                let (method, rule) = (RESOURCE_READY.to_owned(), Rule::SandboxPrefix);
                return Err(Error::State { method, rule });
            }
        }
        Ok(())
    }

    pub(super) fn proxy_is_ready(&mut self) {
        let fresh = self.phase == Phase::Fresh;
        let Some(host) = self.host_state() else {
            return;
        };
        match std::mem::take(&mut host.sandbox) {
            Sandbox::Unseen if fresh => host.sandbox = Sandbox::Ready,
            Sandbox::Awaited { resource, .. } if fresh => self.send_resource(&resource),
            // The proxy says it once, before there is a View; anything later is forged (P7).
            before => {
                host.sandbox = before;
                self.violation(Rule::SandboxPrefix, PROXY_READY);
            }
        }
    }

    fn send_resource(&mut self, resource: &RawValue) {
        if let Some(host) = self.host_state() {
            host.sandbox = Sandbox::Loaded;
        }
        self.transmit.push_back(jsonrpc::notification(RESOURCE_READY, Some(resource)));
        self.events.push_back(Event::Sandbox(Ok(())));
    }

    pub(super) fn expire_sandbox(&mut self, now: Duration) {
        let Some(host) = self.host_state() else {
            return;
        };
        if let Sandbox::Awaited { deadline, patience: after, .. } = host.sandbox
            && deadline <= now
        {
            host.sandbox = Sandbox::Unseen;
            let method = PROXY_READY.to_owned();
            self.events.push_back(Event::Sandbox(Err(Error::Timeout { method, after })));
        }
    }

    pub(super) fn close_sandbox(&mut self, why: Closed) {
        let awaited = self.host_state().is_some_and(|host| {
            matches!(std::mem::replace(&mut host.sandbox, Sandbox::Loaded), Sandbox::Awaited { .. })
        });
        if awaited {
            self.events.push_back(Event::Sandbox(Err(Error::Closed(why))));
        }
    }
}
