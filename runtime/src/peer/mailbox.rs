//! A queue between the driver and one reader, bounded, and closed by either.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// A handle to the queue; clones share it. It has one reader at a time.
#[derive(Debug)]
pub(crate) struct Mailbox<T> {
    inner: Arc<Mutex<Inner<T>>>,
}

#[derive(Debug)]
struct Inner<T> {
    queue: VecDeque<T>,
    most: usize,
    closed: bool,
    reader: Option<Waker>,
}

impl<T> Clone for Mailbox<T> {
    fn clone(&self) -> Self {
        Mailbox { inner: Arc::clone(&self.inner) }
    }
}

impl<T> Mailbox<T> {
    /// A queue that gives up its oldest item when it holds `most`.
    pub(crate) fn bounded(most: usize) -> Self {
        let inner = Inner { queue: VecDeque::new(), most, closed: false, reader: None };
        Mailbox { inner: Arc::new(Mutex::new(inner)) }
    }

    pub(crate) fn unbounded() -> Self {
        Mailbox::bounded(usize::MAX)
    }

    fn lock(&self) -> MutexGuard<'_, Inner<T>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an item; `false` if the queue is closed.
    pub(crate) fn put(&self, item: T) -> bool {
        let mut inner = self.lock();
        if inner.closed {
            return false;
        }
        if inner.queue.len() >= inner.most {
            inner.queue.pop_front();
        }
        inner.queue.push_back(item);
        let reader = inner.reader.take();
        drop(inner);
        reader.into_iter().for_each(Waker::wake);
        true
    }

    /// Takes the oldest item; `None` once the queue is closed and empty.
    pub(crate) fn poll_take(&self, cx: &mut Context<'_>) -> Poll<Option<T>> {
        let mut inner = self.lock();
        match inner.queue.pop_front() {
            Some(item) => Poll::Ready(Some(item)),
            None if inner.closed => Poll::Ready(None),
            None => {
                inner.reader = Some(cx.waker().clone());
                Poll::Pending
            }
        }
    }

    /// Takes the oldest item if there is one.
    pub(crate) fn try_take(&self) -> Option<T> {
        self.lock().queue.pop_front()
    }

    /// Whether no more will come.
    pub(crate) fn is_closed(&self) -> bool {
        self.lock().closed
    }

    /// Lets the reader empty the queue and then end.
    pub(crate) fn close(&self) {
        let mut inner = self.lock();
        inner.closed = true;
        let reader = inner.reader.take();
        drop(inner);
        reader.into_iter().for_each(Waker::wake);
    }
}
