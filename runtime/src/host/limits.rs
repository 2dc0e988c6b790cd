//! What one View may cost.

use std::task::{Context, Poll};
use std::time::Duration;

use crate::error::Error;
use crate::jsonrpc::Limits;
use crate::task::{BoxFuture, Timer};
use crate::transport::{Frame, Transport};

use super::connection::SharedTimer;

/// How fast messages are taken: `per_second` in the long run, and `burst` at once. A View that
/// sends more is read more slowly; nothing of it is lost, and nobody else waits.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Rate {
    /// Messages a second.
    pub per_second: f64,
    /// Messages at once.
    pub burst: f64,
}

impl Rate {
    /// A rate.
    pub fn new(per_second: f64, burst: f64) -> Self {
        Rate { per_second, burst }
    }
}

/// Bounds on one View.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ViewLimits {
    /// How fast its messages are taken. Default 100 a second, 400 at once.
    pub rate: Rate,
    /// The longest message read, in bytes; a longer one is ignored. Default 4 MiB.
    pub message_bytes: usize,
    /// The most requests unanswered at once; a further one is answered with an error. Default 64.
    pub requests: usize,
    /// The longest context for the model, in bytes of JSON. Default 64 KiB.
    pub context_bytes: usize,
    /// The largest download, in bytes of all its files. Default 32 MiB.
    pub download_bytes: usize,
}

impl Default for ViewLimits {
    fn default() -> Self {
        ViewLimits {
            rate: Rate::new(100.0, 400.0),
            message_bytes: 4 << 20,
            requests: 64,
            context_bytes: 64 << 10,
            download_bytes: 32 << 20,
        }
    }
}

impl ViewLimits {
    pub(super) fn session(&self) -> Limits {
        Limits { max_bytes: self.message_bytes, max_in_flight: self.requests, ..Limits::default() }
    }
}

/// A transport read at a bounded rate.
pub(super) struct Throttled<T> {
    inner: T,
    timer: SharedTimer,
    rate: Rate,
    tokens: f64,
    since: Duration,
    sleep: Option<BoxFuture<'static, ()>>,
}

impl<T: Transport> Throttled<T> {
    pub(super) fn new(inner: T, rate: Rate, timer: SharedTimer) -> Self {
        let since = timer.now();
        // With less than one at once nothing would ever be taken.
        let rate = Rate { burst: rate.burst.max(1.0), ..rate };
        Throttled { inner, timer, rate, tokens: rate.burst, since, sleep: None }
    }

    /// Whether a message may be taken now; if not, the task is woken when it may.
    fn may_take(&mut self, cx: &mut Context<'_>) -> bool {
        loop {
            let now = self.timer.now();
            let grown = now.saturating_sub(self.since).as_secs_f64() * self.rate.per_second;
            (self.tokens, self.since) = ((self.tokens + grown).min(self.rate.burst), now);
            if self.tokens >= 1.0 {
                self.sleep = None;
                return true;
            }
            let (timer, missing) = (&self.timer, (1.0 - self.tokens) / self.rate.per_second);
            let sleep = self.sleep.get_or_insert_with(|| {
                let wait = Duration::try_from_secs_f64(missing.max(0.001)).unwrap_or(Duration::MAX);
                timer.sleep_until(now.saturating_add(wait))
            });
            if sleep.as_mut().poll(cx).is_pending() {
                return false;
            }
            self.sleep = None;
        }
    }
}

impl<T: Transport> Transport for Throttled<T> {
    fn poll_receive(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame, Error>>> {
        if !self.may_take(cx) {
            return Poll::Pending;
        }
        let frame = self.inner.poll_receive(cx);
        if let Poll::Ready(Some(_)) = frame {
            self.tokens -= 1.0;
        }
        frame
    }

    fn send(&mut self, message: String) -> Result<(), Error> {
        self.inner.send(message)
    }

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        self.inner.poll_ready(cx)
    }

    fn poll_flush(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        self.inner.poll_flush(cx)
    }
}
