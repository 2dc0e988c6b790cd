//! A queue between the driver and one reader, bounded, and closed by either.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// A handle to the queue; clones share it. It has one reader at a time.
#[derive(Debug)]
pub(crate) struct Mailbox<T> {
    inner: Arc<Mutex<Inner<T>>>,
}

/// How much may wait for a reader.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) items: usize,
    pub(crate) bytes: usize,
}

#[derive(Debug)]
struct Inner<T> {
    /// Items, and the bytes that each holds.
    queue: VecDeque<(T, usize)>,
    bytes: usize,
    most: Bounds,
    closed: bool,
    reader: Option<Waker>,
}

impl<T> Inner<T> {
    fn pop(&mut self) -> Option<T> {
        let (item, bytes) = self.queue.pop_front()?;
        self.bytes -= bytes;
        Some(item)
    }
}

impl<T> Clone for Mailbox<T> {
    fn clone(&self) -> Self {
        Mailbox { inner: Arc::clone(&self.inner) }
    }
}

impl<T> Mailbox<T> {
    /// A queue that gives up its oldest items when it would hold more than `most`.
    pub(crate) fn bounded(most: Bounds) -> Self {
        let inner = Inner { queue: VecDeque::new(), bytes: 0, most, closed: false, reader: None };
        Mailbox { inner: Arc::new(Mutex::new(inner)) }
    }

    pub(crate) fn unbounded() -> Self {
        Mailbox::bounded(Bounds { items: usize::MAX, bytes: usize::MAX })
    }

    fn lock(&self) -> MutexGuard<'_, Inner<T>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an item; `false` if the queue is closed.
    pub(crate) fn put(&self, item: T) -> bool {
        self.put_sized(item, 0)
    }

    /// As [`put`](Self::put), for an item that holds this many bytes.
    pub(crate) fn put_sized(&self, item: T, bytes: usize) -> bool {
        let mut inner = self.lock();
        if inner.closed {
            return false;
        }
        // The newest is kept, whatever its size: messages are bounded one by one.
        while !inner.queue.is_empty()
            && (inner.queue.len() >= inner.most.items || inner.bytes.saturating_add(bytes) > inner.most.bytes)
        {
            inner.pop();
        }
        inner.queue.push_back((item, bytes));
        inner.bytes += bytes;
        let reader = inner.reader.take();
        drop(inner);
        reader.into_iter().for_each(Waker::wake);
        true
    }

    /// Takes the oldest item; `None` once the queue is closed and empty.
    pub(crate) fn poll_take(&self, cx: &mut Context<'_>) -> Poll<Option<T>> {
        let mut inner = self.lock();
        match inner.pop() {
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
        self.lock().pop()
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
