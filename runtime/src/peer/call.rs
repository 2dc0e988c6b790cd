//! A request that waits for its answer.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::Peer;
use super::mailbox::Mailbox;
use crate::error::Error;
use crate::jsonrpc;
use crate::session::{CallId, CallOptions, Timeout};
use crate::task::MaybeSend;

/// What one request wants beyond the usual.
#[derive(Default)]
pub struct RequestOptions {
    pub(super) call: CallOptions,
    pub(super) progress: Option<Progress>,
}

pub(super) type Progress = Arc<Mutex<dyn OnProgress>>;

pub(super) trait OnProgress: MaybeSend {
    fn report(&mut self, params: &RawValue);
}

struct Typed<P, F>(F, std::marker::PhantomData<fn(P)>);

impl<P: DeserializeOwned, F: FnMut(P) + MaybeSend> OnProgress for Typed<P, F> {
    fn report(&mut self, params: &RawValue) {
        // A report that does not fit has still shown that the peer is alive.
        if let Ok(params) = jsonrpc::decode_params(Some(params)) {
            (self.0)(params);
        }
    }
}

impl RequestOptions {
    /// The usual: the session's timeout, no progress reports.
    pub fn new() -> Self {
        RequestOptions::default()
    }

    /// Waits this long; each progress report starts the wait anew.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.call.timeout = Timeout::After(timeout);
        self
    }

    /// Waits until the session closes.
    #[must_use]
    pub fn no_timeout(mut self) -> Self {
        self.call.timeout = Timeout::Never;
        self
    }

    /// Waits no longer than this, progress or not.
    #[must_use]
    pub fn max_total(mut self, total: Duration) -> Self {
        self.call.max_total = Some(total);
        self
    }

    /// Asks the peer for progress reports, which also keep the call alive. `P` is the
    /// version's `ProgressNotificationParams`.
    #[must_use]
    pub fn on_progress<P: DeserializeOwned + 'static>(mut self, f: impl FnMut(P) + MaybeSend + 'static) -> Self {
        self.call.progress = true;
        self.progress = Some(Arc::new(Mutex::new(Typed(f, std::marker::PhantomData))));
        self
    }

    /// Has the peer's progress reports keep the call alive, without looking at them.
    #[must_use]
    pub(crate) fn keep_alive(mut self) -> Self {
        self.call.progress = true;
        self
    }
}

impl std::fmt::Debug for RequestOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("RequestOptions").field(&self.call).finish()
    }
}

/// Who waits for a request's outcome and its progress.
pub(super) struct Waiting {
    pub(super) outcome: Mailbox<Result<Box<RawValue>, Error>>,
    pub(super) progress: Option<Progress>,
}

pub(super) fn report(progress: &Progress, params: &RawValue) {
    progress.lock().unwrap_or_else(PoisonError::into_inner).report(params);
}

pub(super) fn decode<T: DeserializeOwned>(result: Box<RawValue>) -> Result<T, Error> {
    Ok(jsonrpc::decode_result(&result)?)
}

/// A request on its way. It has been sent already; await it for the answer. Dropping it before
/// that cancels it and tells the peer so.
#[must_use = "dropping a call cancels it"]
pub struct Call<T> {
    peer: Peer,
    id: Option<CallId>,
    outcome: Mailbox<Result<Box<RawValue>, Error>>,
    decode: fn(Box<RawValue>) -> Result<T, Error>,
}

impl<T> Call<T> {
    pub(super) fn new(
        peer: Peer,
        id: Option<CallId>,
        outcome: Mailbox<Result<Box<RawValue>, Error>>,
        decode: fn(Box<RawValue>) -> Result<T, Error>,
    ) -> Self {
        Call { peer, id, outcome, decode }
    }

    /// Gives the request up and tells the peer why; the future then ends with
    /// [`Error::Cancelled`].
    pub fn cancel(&self, reason: &str) {
        if let Some(id) = self.id {
            self.peer.with_session(|session, _| session.cancel(id, Some(reason)));
        }
    }
}

impl<T> Future for Call<T> {
    type Output = Result<T, Error>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let outcome = std::task::ready!(self.outcome.poll_take(cx));
        self.id = None;
        let outcome = outcome.unwrap_or(Err(Error::Closed(crate::error::Closed::Locally)));
        Poll::Ready(outcome.and_then(self.decode))
    }
}

impl<T> Drop for Call<T> {
    fn drop(&mut self) {
        if let Some(id) = self.id {
            self.peer.with_session(|session, _| session.cancel(id, None));
        }
    }
}

impl<T> std::fmt::Debug for Call<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Call").field("id", &self.id).finish_non_exhaustive()
    }
}
