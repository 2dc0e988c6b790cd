//! The async handle: a session behind one mutex, and the future that moves its messages.
//!
//! [`Peer`] is a cheap handle to one side of a conversation; clones share it. Everything a
//! handle does happens at once, in the order of the calls; only the mutex orders calls of
//! several threads. A [`Driver`] must be polled for messages to move: spawn it on any
//! executor. No lock is held while a handler, a callback or a transport runs.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::task::AtomicWaker;
use mcp_apps_generated::wire::{Notification, Request};
use serde_json::value::RawValue;

use crate::error::{Closed, Error, to_object};
use crate::session::{CallId, Event, Phase, Session};
use crate::table::Table;
use crate::task::{MaybeSend, MaybeSync, Timer};

mod builder;
mod call;
mod driver;
mod handlers;
pub(crate) mod latch;
pub(crate) mod mailbox;
mod notifications;
mod topic;

pub use call::{Call, RequestOptions};
pub use driver::Driver;
pub use handlers::{Handlers, RequestContext};
pub use notifications::{Note, Notifications};
pub use topic::Subscription;

pub(crate) use builder::builder_methods;
pub(crate) use topic::Topic;

use call::Waiting;
use latch::Latch;
use mailbox::Mailbox;
use notifications::Topics;

/// What a typed side adds to the session: it sees every event first, with the session at hand.
pub(crate) trait Side: MaybeSend + MaybeSync + 'static {
    /// Takes the event, or gives it on to handlers and listeners.
    fn event(&self, session: &mut Session, event: Event) -> Option<Event>;

    /// Whether it has dealt with notifications of this method itself, so that nobody else needs
    /// to be waited for.
    fn has_heard(&self, method: &str) -> bool;
}

/// A handle to one side of a conversation. See the [module](self).
#[derive(Clone)]
pub struct Peer {
    shared: Arc<Shared>,
}

pub(crate) struct Shared {
    state: Mutex<State>,
    /// The driver, to be polled when a handle has done something.
    waker: Arc<AtomicWaker>,
    timer: Box<dyn Timer>,
    side: Box<dyn Side>,
    handlers: Handlers,
    closed: Latch<Closed>,
}

struct State {
    session: Session,
    calls: Table<CallId, Waiting>,
    topics: Topics,
    notes: Topic<Arc<Event>>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Peer {
    pub(crate) fn new(
        session: Session,
        limits: crate::jsonrpc::Limits,
        handlers: Handlers,
        timer: Box<dyn Timer>,
        side: Box<dyn Side>,
    ) -> Self {
        let topics = Topics::new(&limits);
        let notes = Topic::new(limits.max_kept);
        let state = Mutex::new(State { session, calls: Table::default(), topics, notes });
        let (waker, closed) = (Arc::default(), Latch::default());
        Peer { shared: Arc::new(Shared { state, waker, timer, side, handlers, closed }) }
    }

    /// Runs a command on the session and lets the driver see to its consequences.
    pub(crate) fn with_session<T>(&self, command: impl FnOnce(&mut Session, std::time::Duration) -> T) -> T {
        let now = self.shared.timer.now();
        let outcome = command(&mut self.shared.lock().session, now);
        self.shared.waker.wake();
        outcome
    }

    /// Sends a request of the specification. The answer is awaited on the returned future;
    /// dropping that cancels the request.
    pub fn request<R: Request>(&self, params: &R::Params) -> Call<R::Result> {
        self.request_with::<R>(params, RequestOptions::default())
    }

    /// Sends a request with options of its own.
    pub fn request_with<R: Request>(&self, params: &R::Params, options: RequestOptions) -> Call<R::Result> {
        self.send_call(R::METHOD, to_object(params), options, call::decode::<R::Result>)
    }

    /// A call that was refused before it was sent.
    #[cfg(feature = "draft")]
    pub(crate) fn refused<R: Request>(&self, refusal: crate::error::Refusal) -> Call<R::Result> {
        self.send_call(R::METHOD, Err(refusal.into()), RequestOptions::default(), call::decode::<R::Result>)
    }

    /// Sends a request that no version of the specification lists.
    pub fn request_raw(
        &self,
        method: &str,
        params: Option<Box<RawValue>>,
        options: RequestOptions,
    ) -> Call<Box<RawValue>> {
        self.send_call(method, Ok(params), options, Ok)
    }

    pub(crate) fn send_call<T>(
        &self,
        method: &str,
        params: Result<Option<Box<RawValue>>, Error>,
        options: RequestOptions,
        decode: fn(Box<RawValue>) -> Result<T, Error>,
    ) -> Call<T> {
        let outcome = Mailbox::unbounded();
        let now = self.shared.timer.now();
        let mut state = self.shared.lock();
        let sent = params.and_then(|params| state.session.request(method, params, &options.call, now));
        let id = match sent {
            Ok(id) => {
                state.calls.insert(id, Waiting { outcome: outcome.clone(), progress: options.progress });
                Some(id)
            }
            Err(error) => {
                outcome.put(Err(error));
                None
            }
        };
        drop(state);
        self.shared.waker.wake();
        Call::new(self.clone(), id, outcome, decode)
    }

    /// Sends a notification of the specification.
    ///
    /// # Errors
    /// When the direction, the order or a capability forbids it; then nothing is sent.
    pub fn notify<N: Notification>(&self, params: &N::Params) -> Result<(), Error> {
        self.notify_raw(N::METHOD, to_object(params)?)
    }

    /// Sends a notification that no version of the specification lists.
    ///
    /// # Errors
    /// As [`notify`](Self::notify).
    pub fn notify_raw(&self, method: &str, params: Option<Box<RawValue>>) -> Result<(), Error> {
        self.with_session(|session, _| session.notify(method, params))
    }

    /// The peer's notifications of one kind. Each subscription sees each of them; those that
    /// came before anybody asked are kept for the first.
    pub fn notifications<N: Notification>(&self) -> Notifications<N::Params> {
        Notifications::new(self.notifications_raw(N::METHOD))
    }

    /// The peer's notifications of a method, unparsed.
    pub fn notifications_raw(&self, method: &str) -> Subscription<Note> {
        self.shared.lock().topics.subscribe(method)
    }

    /// What is worth a line in a log: the peer's violations, messages that were ignored, messages
    /// sent in the hope that an older peer serves them, and how far the conversation has come.
    pub fn notes(&self) -> Subscription<Arc<Event>> {
        self.shared.lock().notes.subscribe()
    }

    /// Adds to the notes.
    pub(crate) fn note(&self, event: Event) {
        crate::trace::event(&event);
        self.shared.lock().notes.publish(Arc::new(event));
    }

    /// How far the conversation has come.
    pub fn phase(&self) -> Phase {
        self.shared.lock().session.phase()
    }

    /// Ends the conversation at once and without a word; every open call fails, and no handler
    /// is called any more.
    pub fn close(&self) {
        self.with_session(|session, _| session.close(Closed::Locally));
    }

    /// Waits for the end of the conversation.
    pub fn closed(&self) -> impl Future<Output = Closed> + use<> {
        self.shared.closed.wait()
    }
}

impl std::fmt::Debug for Peer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Peer").field("phase", &self.phase()).finish_non_exhaustive()
    }
}
