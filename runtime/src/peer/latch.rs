//! A value that comes once and is waited for by any number of tasks.

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// A handle to the value; clones share it.
#[derive(Debug)]
pub(crate) struct Latch<T> {
    inner: Arc<Mutex<Inner<T>>>,
}

#[derive(Debug)]
struct Inner<T> {
    value: Option<T>,
    waiting: Waiting,
}

/// Who waits, each at a place of its own.
#[derive(Debug, Default)]
struct Waiting {
    next: u64,
    wakers: Vec<(u64, Waker)>,
}

impl Waiting {
    fn keep(&mut self, place: Option<u64>, waker: &Waker) -> u64 {
        if let Some(place) = place
            && let Some((_, known)) = self.wakers.iter_mut().find(|(taken, _)| *taken == place)
        {
            known.clone_from(waker);
            return place;
        }
        self.next += 1;
        self.wakers.push((self.next, waker.clone()));
        self.next
    }

    fn leave(&mut self, place: u64) {
        self.wakers.retain(|(taken, _)| *taken != place);
    }
}

impl<T> Clone for Latch<T> {
    fn clone(&self) -> Self {
        Latch { inner: Arc::clone(&self.inner) }
    }
}

impl<T> Default for Latch<T> {
    fn default() -> Self {
        Latch { inner: Arc::new(Mutex::new(Inner { value: None, waiting: Waiting::default() })) }
    }
}

impl<T: Clone> Latch<T> {
    fn lock(&self) -> MutexGuard<'_, Inner<T>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the value, unless there is one.
    pub(crate) fn set(&self, value: T) {
        let mut inner = self.lock();
        if inner.value.is_some() {
            return;
        }
        inner.value = Some(value);
        let waiting = std::mem::take(&mut inner.waiting);
        drop(inner);
        waiting.wakers.into_iter().for_each(|(_, waker)| waker.wake());
    }

    /// The value, if it has come.
    pub(crate) fn get(&self) -> Option<T> {
        self.lock().value.clone()
    }

    /// Waits for the value.
    pub(crate) fn wait(&self) -> Wait<T> {
        Wait { latch: self.clone(), place: None }
    }
}

/// Waits for the value of a latch. Dropped before, it is waited for no more.
pub(crate) struct Wait<T: Clone> {
    latch: Latch<T>,
    place: Option<u64>,
}

impl<T: Clone> Future for Wait<T> {
    type Output = T;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<T> {
        let mut inner = self.latch.lock();
        if let Some(value) = &inner.value {
            return Poll::Ready(value.clone());
        }
        let place = inner.waiting.keep(self.place, cx.waker());
        drop(inner);
        self.place = Some(place);
        Poll::Pending
    }
}

impl<T: Clone> Drop for Wait<T> {
    fn drop(&mut self) {
        if let Some(place) = self.place {
            self.latch.lock().waiting.leave(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_waits_has_one_place_and_leaves_it() {
        let latch = Latch::<u8>::default();
        let mut waits: Vec<_> = (0..3).map(|_| latch.wait()).collect();
        for turn in 0..300 {
            let wait = &mut waits[turn % 3];
            let waker = std::task::Waker::from(std::sync::Arc::new(Other));
            assert!(Pin::new(wait).poll(&mut Context::from_waker(&waker)).is_pending());
        }
        assert_eq!(latch.lock().waiting.wakers.len(), 3);
        drop(waits);
        assert!(latch.lock().waiting.wakers.is_empty());
    }

    /// Each is another waker.
    struct Other;

    impl std::task::Wake for Other {
        fn wake(self: std::sync::Arc<Self>) {}
    }
}
