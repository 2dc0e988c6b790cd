//! What the two sides do each in their own way. A program that is one side only does not carry the
//! other's half: nothing but [`Session::host`] names [`HOST`].

use std::time::Duration;

use mcp_apps_generated::wire::Party;
use serde_json::value::RawValue;

use super::{Session, Side};
use crate::error::{Closed, Error};
use crate::jsonrpc;
use crate::lifecycle::names::{CONTEXT, INITIALIZE, INITIALIZED, PROXY_READY};
use crate::lifecycle::{Step, Verdict};

type Params = Option<Box<RawValue>>;

/// One side's half of the session.
#[derive(Debug)]
pub(super) struct Role {
    pub(super) party: Party,
    /// The request that the side's own handshake answers.
    pub(super) greeted_by: Option<&'static str>,
    /// Takes a notification that the session itself acts upon, or that it refuses.
    pub(super) take: fn(&mut Session, &str) -> bool,
    /// Sends a notification that is not simply sent.
    pub(super) notify: fn(&mut Session, &str, &Params) -> Option<Result<(), Error>>,
    /// Keeps a notification that comes too early.
    pub(super) hold: fn(&mut Session, &str, &Params) -> bool,
    pub(super) greeted: fn(&mut Session, mcp_apps_generated::wire::JsonObject),
    pub(super) deadline: fn(&Session) -> Option<Duration>,
    pub(super) tick: fn(&mut Session, Duration),
    pub(super) close: fn(&mut Session, Closed),
}

pub(super) static HOST: Role = Role {
    party: Party::Host,
    greeted_by: Some(INITIALIZE),
    take: |session, method| {
        match method {
            INITIALIZED => session.view_is_ready(),
            PROXY_READY => session.proxy_is_ready(),
            _ => return false,
        }
        true
    },
    notify: |session, method, params| {
        if let Some(step) = Step::of(method) {
            return Some(session.deliver(step, params.clone().unwrap_or_else(super::empty_object)));
        }
        if method != CONTEXT {
            return None;
        }
        let change = jsonrpc::decode_params(params.as_deref());
        Some(change.map_err(Error::from).and_then(|change| session.set_context(change)))
    },
    hold: Session::hold,
    greeted: Session::greeted,
    deadline: |session| match &session.side {
        Side::Host(host) => host.sandbox.deadline(),
        Side::View(_) => None,
    },
    tick: Session::expire_sandbox,
    close: Session::close_sandbox,
};

pub(super) static VIEW: Role = Role {
    party: Party::View,
    greeted_by: None,
    take: |session, method| {
        let (Side::View(view), Some(step)) = (&mut session.side, Step::of(method)) else { return false };
        let (rule, refused) = match view.delivery.take(step) {
            Verdict::Fine => return false,
            Verdict::OutOfOrder(rule) => (rule, false),
            Verdict::Refused(rule) => (rule, true),
        };
        session.violation(rule, method);
        refused
    },
    notify: |_, _, _| None,
    hold: |_, _, _| false,
    greeted: |_, _| {},
    deadline: |_| None,
    tick: |_, _| {},
    close: |_, _| {},
};
