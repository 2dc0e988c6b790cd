//! What a session reports.

use serde_json::value::RawValue;

use crate::error::{Closed, Error};
use crate::jsonrpc::Unreadable;
use crate::lifecycle::Rule;

/// A request of this side. The number is its JSON-RPC id; they count from 0 (W13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CallId(pub(crate) i64);

/// A request of the peer, by a number of ours: a peer may use one id twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct IncomingId(pub(crate) u64);

/// What happened, in order.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event {
    /// The peer wants an answer; give it with [`respond`](super::Session::respond).
    Request {
        /// The handle to answer under.
        id: IncomingId,
        /// The method.
        method: String,
        /// Its parameters, unparsed.
        params: Option<Box<RawValue>>,
    },
    /// The peer tells something.
    Notification {
        /// The method.
        method: String,
        /// Its parameters, unparsed.
        params: Option<Box<RawValue>>,
    },
    /// A request of this side has its one outcome.
    Settled {
        /// The request.
        call: CallId,
        /// The result, unparsed, or why there is none.
        outcome: Result<Box<RawValue>, Error>,
    },
    /// The peer reports progress on a request of this side; its deadline was moved.
    Progress {
        /// The request.
        call: CallId,
        /// The report, unparsed.
        params: Box<RawValue>,
    },
    /// Nobody waits for the answer to this request any more: the peer cancelled it, started
    /// over, or is gone.
    Cancelled {
        /// The request.
        id: IncomingId,
        /// The peer's words, if it gave any.
        reason: Option<String>,
    },
    /// The View is ready: `initialized` has passed.
    Initialized,
    /// The View started over with a new `ui/initialize`; what it is to know is sent again once
    /// it is ready.
    Rebound,
    /// What became of the sandbox proxy's step.
    Sandbox(Result<(), Error>),
    /// The View answered the teardown, or did not; the session is closed.
    TornDown(Result<Box<RawValue>, Error>),
    /// The peer broke a rule. What could be used of the message was used.
    Violation {
        /// The rule.
        rule: Rule,
        /// The method of the message.
        method: String,
    },
    /// A message of ours went out although the peer, older than the capability, did not say
    /// that it serves it.
    Unsure {
        /// The method.
        method: String,
    },
    /// A message of ours went out that strict TypeScript peers reject whole (W1, W3, W9).
    Strict {
        /// The method.
        method: String,
        /// The places they object to.
        places: String,
    },
    /// A message was not for us, or could not be read.
    Ignored(Unreadable),
    /// The conversation is over.
    Closed(Closed),
}
