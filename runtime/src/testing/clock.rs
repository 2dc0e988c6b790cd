//! A clock that a test moves.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};
use std::time::Duration;

use crate::task::{BoxFuture, Timer};

/// A clock that stands at zero until [`advance`](Self::advance) moves it. Clones are the same
/// clock.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    now: Duration,
    sleepers: Vec<Waker>,
}

impl Clock {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets this much time pass at once.
    pub fn advance(&self, time: Duration) {
        let mut state = self.lock();
        state.now += time;
        let sleepers = std::mem::take(&mut state.sleepers);
        drop(state);
        sleepers.into_iter().for_each(Waker::wake);
    }
}

impl Timer for Clock {
    fn now(&self) -> Duration {
        self.lock().now
    }

    fn sleep_until(&self, deadline: Duration) -> BoxFuture<'static, ()> {
        let clock = self.clone();
        Box::pin(std::future::poll_fn(move |cx| {
            let mut state = clock.lock();
            if state.now >= deadline {
                return Poll::Ready(());
            }
            if !state.sleepers.iter().any(|waker| waker.will_wake(cx.waker())) {
                state.sleepers.push(cx.waker().clone());
            }
            Poll::Pending
        }))
    }
}
