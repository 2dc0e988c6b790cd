//! Everything a preview sees, in order.

use std::collections::VecDeque;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::transcript::Direction;

/// One thing that happened.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Seen {
    /// Its place in the order of everything, from 0.
    pub number: u64,
    /// When, in milliseconds since the preview began.
    pub t: u64,
    /// The browser's page it belongs to; `None` for what concerns the server alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<u64>,
    /// The View it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<u64>,
    /// What happened.
    #[serde(flatten)]
    pub what: What,
}

/// What can happen.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum What {
    /// A message between a View, or its sandbox, and the Host.
    Message {
        /// From whom to whom.
        dir: Direction,
        /// The message.
        msg: Value,
    },
    /// A message between the Host and the MCP server.
    Server {
        /// From whom to whom.
        dir: Side,
        /// The message.
        msg: Value,
    },
    /// A View's console, or an error nobody caught in it. It is the View's own word.
    Console {
        /// `error`, `warn`, `info`, `log` or `debug`.
        level: String,
        /// What it said.
        text: String,
    },
    /// A View shows why it cannot run, as those of this crate do. It is the View's own word.
    Failure {
        /// What it shows.
        text: String,
    },
    /// The browser stopped a View from doing something. It is the View's own word.
    Violation {
        /// The directive that stopped it.
        directive: String,
        /// What was stopped.
        blocked: String,
    },
    /// The height that was given to an inline View's frame, in CSS pixels.
    Height {
        /// The height.
        height: f64,
    },
    /// How far a View has come.
    State {
        /// The state it is in now.
        state: State,
        /// More about it.
        #[serde(skip_serializing_if = "Option::is_none")]
        detail: Option<String>,
    },
    /// Something about the conversation, such as a rule that was broken.
    Note {
        /// A sentence for a person.
        text: String,
    },
}

/// A direction between the Host and the MCP server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Side {
    /// To the server.
    #[serde(rename = "host->server")]
    ToServer,
    /// From the server.
    #[serde(rename = "server->host")]
    FromServer,
}

/// How far a View has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum State {
    /// Its page is being read from the server.
    Loading,
    /// Its page is on its way into the sandbox.
    Opening,
    /// The sandbox has its page; it has not said that it is ready.
    Loaded,
    /// It has sent `ui/notifications/initialized`.
    Ready,
    /// Its tool call has ended.
    Settled,
    /// It was taken down.
    TornDown,
    /// Its conversation is over.
    Closed,
    /// It cannot be shown.
    Failed,
}

/// Entries kept; the oldest go first.
const MOST_KEPT: usize = 20_000;

/// All that was seen, for whoever wants to know.
#[derive(Clone)]
pub(super) struct Log(Arc<Inner>);

struct Inner {
    since: Instant,
    kept: Mutex<Kept>,
    more: Notify,
    record: Option<Mutex<File>>,
}

#[derive(Default)]
struct Kept {
    first: u64,
    entries: VecDeque<Arc<Seen>>,
}

impl Log {
    /// A log; the conversations in it are also written to the file, if there is one.
    pub(super) fn new(record: Option<&Path>) -> std::io::Result<Self> {
        let record = record.map(File::create).transpose()?.map(Mutex::new);
        let kept = Mutex::default();
        Ok(Log(Arc::new(Inner { since: Instant::now(), kept, more: Notify::new(), record })))
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn add(&self, page: Option<u64>, view: Option<u64>, what: What) -> Arc<Seen> {
        let mut kept = self.kept();
        let number = kept.first + kept.entries.len() as u64;
        let t = u64::try_from(self.0.since.elapsed().as_millis()).unwrap_or(u64::MAX);
        let seen = Arc::new(Seen { number, t, page, view, what });
        kept.entries.push_back(Arc::clone(&seen));
        if kept.entries.len() > MOST_KEPT {
            kept.entries.pop_front();
            kept.first += 1;
        }
        // Still under the lock: the recording has the log's order.
        self.record(&seen);
        drop(kept);
        self.0.more.notify_waiters();
        seen
    }

    fn record(&self, seen: &Seen) {
        let (Some(file), What::Message { dir, msg }, Some(view)) = (&self.0.record, &seen.what, seen.view) else {
            return;
        };
        let line = json!({ "t": seen.t, "case": format!("view {view}"), "dir": dir, "msg": msg });
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = writeln!(file, "{line}") {
            eprintln!("the recording: {error}");
        }
    }

    pub(super) fn watch(&self) -> Watching {
        Watching { log: self.clone(), next: 0 }
    }
}

/// Everything a preview sees, from its beginning on.
pub struct Watching {
    log: Log,
    next: u64,
}

impl Watching {
    /// The next thing, as soon as it has happened.
    pub async fn next(&mut self) -> Arc<Seen> {
        loop {
            let log = self.log.clone();
            let more = log.0.more.notified();
            if let Some(seen) = self.try_next() {
                return seen;
            }
            more.await;
        }
    }

    /// The next thing, if it has happened already.
    pub fn try_next(&mut self) -> Option<Arc<Seen>> {
        let kept = self.log.kept();
        let at = self.next.max(kept.first);
        let seen = kept.entries.get(usize::try_from(at - kept.first).ok()?).cloned()?;
        self.next = at + 1;
        Some(seen)
    }
}

impl std::fmt::Debug for Watching {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watching").field("next", &self.next).finish_non_exhaustive()
    }
}
