//! A value that comes once and is waited for by any number of tasks.

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
    waiting: Vec<Waker>,
}

impl<T> Clone for Latch<T> {
    fn clone(&self) -> Self {
        Latch { inner: Arc::clone(&self.inner) }
    }
}

impl<T> Default for Latch<T> {
    fn default() -> Self {
        Latch { inner: Arc::new(Mutex::new(Inner { value: None, waiting: Vec::new() })) }
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
        waiting.into_iter().for_each(Waker::wake);
    }

    /// The value, if it has come.
    pub(crate) fn get(&self) -> Option<T> {
        self.lock().value.clone()
    }

    pub(crate) fn poll(&self, cx: &mut Context<'_>) -> Poll<T> {
        let mut inner = self.lock();
        match &inner.value {
            Some(value) => Poll::Ready(value.clone()),
            None => {
                if !inner.waiting.iter().any(|waker| waker.will_wake(cx.waker())) {
                    inner.waiting.push(cx.waker().clone());
                }
                Poll::Pending
            }
        }
    }

    /// Waits for the value.
    pub(crate) fn wait(&self) -> impl Future<Output = T> + use<T> {
        let latch = self.clone();
        std::future::poll_fn(move |cx| latch.poll(cx))
    }
}
