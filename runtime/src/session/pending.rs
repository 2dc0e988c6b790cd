//! The requests of this side that wait for an answer.

use std::time::Duration;

use super::CallId;
use crate::table::Table;

/// How long to wait for an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Timeout {
    /// As long as the session's configuration says.
    #[default]
    Usual,
    /// This long; each progress report starts it anew.
    After(Duration),
    /// Until the session closes.
    Never,
}

/// What one request wants of the session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CallOptions {
    /// How long to wait.
    pub timeout: Timeout,
    /// The longest wait, progress or not.
    pub max_total: Option<Duration>,
    /// Ask the peer for progress reports (`_meta.progressToken`).
    pub progress: bool,
}

/// Why a request was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Somebody asked for it.
    Call,
    /// It is the handshake.
    Greeting,
    /// It is the teardown.
    Teardown,
}

#[derive(Debug)]
pub(super) struct Call {
    pub(super) method: String,
    pub(super) purpose: Purpose,
    /// The wait that each progress report starts anew.
    pub(super) patience: Option<Duration>,
    /// When it was sent.
    pub(super) since: Duration,
    deadline: Option<Duration>,
    limit: Option<Duration>,
}

/// The table of open requests and the counter of their ids.
#[derive(Debug, Default)]
pub(super) struct Pending {
    next: i64,
    calls: Table<CallId, Call>,
}

impl Pending {
    pub(super) fn next_id(&self) -> CallId {
        CallId(self.next)
    }

    /// Files a request under [`next_id`](Self::next_id).
    pub(super) fn insert(
        &mut self,
        method: &str,
        purpose: Purpose,
        patience: Option<Duration>,
        max_total: Option<Duration>,
        now: Duration,
    ) -> CallId {
        let id = self.next_id();
        self.next += 1;
        let limit = max_total.map(|total| now.saturating_add(total));
        let mut call = Call { method: method.to_owned(), purpose, patience, since: now, deadline: None, limit };
        call.wait_from(now);
        self.calls.insert(id, call);
        id
    }

    pub(super) fn remove(&mut self, id: CallId) -> Option<Call> {
        self.calls.remove(&id)
    }

    pub(super) fn get(&self, id: CallId) -> Option<&Call> {
        self.calls.get(&id)
    }

    pub(super) fn get_mut(&mut self, id: CallId) -> Option<&mut Call> {
        self.calls.get_mut(&id)
    }

    pub(super) fn take_all(&mut self) -> Table<CallId, Call> {
        std::mem::take(&mut self.calls)
    }

    pub(super) fn expired(&self, now: Duration) -> Vec<CallId> {
        let due = self.calls.iter().filter(|(_, call)| call.deadline.is_some_and(|deadline| deadline <= now));
        due.map(|(id, _)| *id).collect()
    }

    pub(super) fn deadline(&self) -> Option<Duration> {
        self.calls.iter().filter_map(|(_, call)| call.deadline).min()
    }

    pub(super) fn len(&self) -> usize {
        self.calls.len()
    }
}

impl Call {
    /// Starts the wait anew, within the total limit.
    pub(super) fn wait_from(&mut self, now: Duration) {
        let patience = self.patience.map(|patience| now.saturating_add(patience));
        self.deadline = patience.into_iter().chain(self.limit).min();
    }
}
