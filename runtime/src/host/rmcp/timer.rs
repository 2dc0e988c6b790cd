//! The clock of a Host on tokio.

use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use crate::task::{BoxFuture, Timer};

/// Tokio's clock, which rmcp's clients run by. Clones tell the same time.
#[derive(Clone, Copy, Debug)]
pub struct TokioTimer {
    since: Instant,
}

impl TokioTimer {
    /// A clock that begins now.
    pub fn new() -> Self {
        TokioTimer { since: Instant::now() }
    }
}

impl Default for TokioTimer {
    fn default() -> Self {
        Self::new()
    }
}

impl Timer for TokioTimer {
    fn now(&self) -> Duration {
        self.since.elapsed()
    }

    fn sleep_until(&self, deadline: Duration) -> BoxFuture<'static, ()> {
        // A deadline beyond what the clock can say never comes.
        let until = self.since.checked_add(deadline);
        Box::pin(async move {
            match until {
                Some(until) => sleep_until(until).await,
                None => std::future::pending().await,
            }
        })
    }
}
