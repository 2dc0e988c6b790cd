//! What only a Host's session does: keep silent until the View is ready, deliver the tool call
//! in order, keep the View's context up to date, take it down.

use std::collections::VecDeque;
use std::time::Duration;

use mcp_apps_generated::wire::JsonObject;
use serde_json::Value;
use serde_json::value::RawValue;

use super::sandbox::Sandbox;
use super::{Event, Phase, Session, Side};
use crate::error::{Closed, Error, Refusal};
use crate::jsonrpc;
use crate::lifecycle::names::{CONTEXT, INITIALIZED, PROGRESS, TEARDOWN};
use crate::lifecycle::{Delivery, HostContext, Rule, Step, Verdict};

#[derive(Debug, Default)]
pub(super) struct HostState {
    context: HostContext,
    call: ToolCall,
    /// Notifications that wait for `initialized`.
    held: Vec<(String, Option<Box<RawValue>>)>,
    pub(super) sandbox: Sandbox,
}

/// The tool call the View shows: what was handed over, and what of it this View has.
#[derive(Debug, Default)]
struct ToolCall {
    given: Delivery,
    sent: Delivery,
    partial: Option<Box<RawValue>>,
    partial_is_new: bool,
    input: Option<Box<RawValue>>,
    end: Option<(Step, Box<RawValue>)>,
}

impl ToolCall {
    /// Writes what this View is due, in the protocol's order.
    fn write_due(&mut self, transmit: &mut VecDeque<String>) {
        let partial = self.partial.as_deref().filter(|_| std::mem::take(&mut self.partial_is_new));
        let steps =
            [partial.map(|params| (Step::Partial, params)), self.input.as_deref().map(|params| (Step::Input, params))];
        let end = self.end.as_ref().map(|(step, params)| (*step, &**params));
        for (step, params) in steps.into_iter().chain([end]).flatten() {
            // Held back until its turn, and not said twice.
            if self.sent.judge(step) == Verdict::Fine {
                self.sent.take(step);
                transmit.push_back(jsonrpc::notification(step.method(), Some(params)));
            }
        }
    }

    /// A new View knows nothing yet.
    fn start_over(&mut self) {
        self.sent = Delivery::default();
        self.partial_is_new = self.partial.is_some();
    }
}

impl Session {
    pub(super) fn host_state(&mut self) -> Option<&mut HostState> {
        match &mut self.side {
            Side::Host(host) => Some(&mut **host),
            Side::View(_) => None,
        }
    }

    /// The host context as the View is to know it: the base of the answer to `ui/initialize`.
    pub fn context(&self) -> Option<&JsonObject> {
        match &self.side {
            Side::Host(host) => Some(host.context.members()),
            Side::View(_) => None,
        }
    }

    /// Hands over one step of the tool call the View shows. It is sent when the View is ready
    /// and its turn has come: a result waits for the input, everything for `initialized`. A
    /// View that starts over is told again.
    ///
    /// # Errors
    /// When the step repeats or contradicts an earlier one (H27–H30), or the session is over.
    pub fn deliver(&mut self, step: Step, params: Box<RawValue>) -> Result<(), Error> {
        self.check_open(step.method())?;
        let Some(host) = self.host_state() else {
            return Err(Refusal::Direction(step.method().to_owned()).into());
        };
        if let Verdict::Refused(rule) = host.call.given.take(step) {
            return Err(Error::State { method: step.method().to_owned(), rule });
        }
        match step {
            Step::Partial => (host.call.partial, host.call.partial_is_new) = (Some(params), true),
            Step::Input => (host.call.input, host.call.partial) = (Some(params), None),
            Step::Result | Step::Cancelled => host.call.end = Some((step, params)),
        }
        self.flush();
        Ok(())
    }

    /// Puts members over the host context; the View is sent those that changed, and only
    /// those. A member cannot be taken back.
    ///
    /// # Errors
    /// When the display mode is one the View does not support (H40), or the session is over.
    pub fn set_context(&mut self, change: JsonObject) -> Result<(), Error> {
        self.check_open(CONTEXT)?;
        if let Some(Value::String(mode)) = change.get("displayMode")
            && self.context().and_then(|context| context.get("displayMode")?.as_str()) != Some(mode)
        {
            self.check_mode(mode)?;
        }
        let Some(host) = self.host_state() else {
            return Err(Refusal::Direction(CONTEXT.to_owned()).into());
        };
        host.context.put(change);
        self.flush();
        Ok(())
    }

    /// Whether the View supports a display mode; a View that declared none supports any.
    ///
    /// # Errors
    /// When it does not (H40).
    pub fn check_mode(&self, mode: &str) -> Result<(), Error> {
        match self.peer.get("availableDisplayModes") {
            Some(Value::Array(modes)) if !modes.iter().any(|known| known == mode) => {
                Err(Refusal::DisplayMode(mode.to_owned()).into())
            }
            _ => Ok(()),
        }
    }

    /// Sends `ui/resource-teardown` and closes the session at its answer or after `patience`
    /// (H31); the View's requests are served until then. Without a ready View the session
    /// closes at once. Either way [`Event::TornDown`] tells.
    ///
    /// # Errors
    /// When the session is over or closing already, or is not a Host's.
    pub fn teardown(&mut self, params: &RawValue, patience: Duration, now: Duration) -> Result<(), Error> {
        self.check_open(TEARDOWN)?;
        if self.host_state().is_none() {
            return Err(Refusal::Direction(TEARDOWN.to_owned()).into());
        }
        if self.phase != Phase::Ready {
            self.torn_down(Ok(super::empty_object()));
            return Ok(());
        }
        self.phase = Phase::Closing;
        self.send_special(TEARDOWN, params, Some(patience), now);
        Ok(())
    }

    /// Neither closed nor closing.
    pub(super) fn check_open(&self, method: &str) -> Result<(), Error> {
        match self.phase {
            Phase::Closed(why) => Err(Error::Closed(why)),
            Phase::Closing => Err(Error::State { method: method.to_owned(), rule: Rule::TeardownHandshake }),
            _ => Ok(()),
        }
    }

    /// A View has had a successful answer to `ui/initialize`.
    pub(super) fn greeted(&mut self, capabilities: JsonObject) {
        if matches!(self.phase, Phase::Ready | Phase::Greeted) {
            // Its predecessor is gone: answers to it would reach the new View under ids of
            // its own, and answers from it will not come.
            self.give_up(Closed::Rebound);
            self.events.push_back(Event::Rebound);
        }
        self.phase = Phase::Greeted;
        self.peer = capabilities;
        if let Some(host) = self.host_state() {
            host.context.told();
            host.call.start_over();
        }
    }

    pub(super) fn view_is_ready(&mut self) {
        if self.phase != Phase::Greeted {
            return self.violation(Rule::InitializedOnce, INITIALIZED);
        }
        self.phase = Phase::Ready;
        self.events.push_back(Event::Initialized);
        self.flush();
        let held = self.host_state().map(|host| std::mem::take(&mut host.held)).unwrap_or_default();
        for (method, params) in held {
            // Its capability is one of ours, and was checked when it was held.
            let _ = self.notify(&method, params);
        }
    }

    /// Keeps a notification until the View is ready; a repeated one is kept once.
    pub(super) fn hold(&mut self, method: &str, params: &Option<Box<RawValue>>) -> bool {
        // A report is of use while its request is open, and to who asked; a View that is not ready does without.
        if method == PROGRESS {
            return true;
        }
        let (early, most) = (matches!(self.phase, Phase::Fresh | Phase::Greeted), self.config.limits.max_kept);
        let Some(host) = self.host_state().filter(|_| early) else {
            return false;
        };
        let text = |params: &Option<Box<RawValue>>| params.as_ref().map(|raw| raw.get().to_owned());
        host.held.retain(|(held, old)| held != method || text(old) != text(params));
        if host.held.len() >= most {
            host.held.remove(0);
        }
        host.held.push((method.to_owned(), params.clone()));
        true
    }

    /// Sends a ready View what it is due.
    fn flush(&mut self) {
        if self.phase != Phase::Ready {
            return;
        }
        let Side::Host(host) = &mut self.side else {
            return;
        };
        let change = host.context.changes();
        if !change.is_empty() {
            let params = jsonrpc::written(&Value::Object(change));
            self.transmit.push_back(jsonrpc::notification(CONTEXT, Some(&params)));
        }
        host.call.write_due(&mut self.transmit);
    }

    pub(super) fn torn_down(&mut self, outcome: Result<Box<RawValue>, Error>) {
        self.events.push_back(Event::TornDown(outcome));
        self.close(Closed::TornDown);
    }
}
