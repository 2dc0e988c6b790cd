//! One kind of event and everybody who listens to it.

use std::collections::VecDeque;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;

use super::mailbox::{Bounds, Mailbox};

/// A stream of events. Every subscription sees every event from its start on; the first one
/// also those that came before anybody listened. It ends with the session.
#[derive(Debug)]
pub struct Subscription<T> {
    mailbox: Mailbox<T>,
}

impl<T> Subscription<T> {
    /// Waits for the next event; `None` once there are no more.
    pub async fn next_event(&mut self) -> Option<T> {
        std::future::poll_fn(|cx| self.mailbox.poll_take(cx)).await
    }

    /// Whether there will be no more than what is there already.
    pub fn has_ended(&self) -> bool {
        self.mailbox.is_closed()
    }

    /// The next event if it is there already.
    pub fn try_next(&mut self) -> Option<T> {
        self.mailbox.try_take()
    }
}

impl<T> Stream for Subscription<T> {
    type Item = T;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<T>> {
        self.mailbox.poll_take(cx)
    }
}

impl<T> Drop for Subscription<T> {
    fn drop(&mut self) {
        self.mailbox.close();
    }
}

/// The publishing end.
#[derive(Debug)]
pub(crate) struct Topic<T> {
    most: Bounds,
    /// Events nobody has asked for yet, with their bytes; gone with the first subscription.
    kept: Option<VecDeque<(T, usize)>>,
    kept_bytes: usize,
    listeners: Vec<Mailbox<T>>,
    ended: bool,
}

impl<T: Clone> Topic<T> {
    /// Keeps at most `items` events for a listener that is slow or has not come yet.
    pub(crate) fn new(items: usize) -> Self {
        Topic::bounded(Bounds { items, bytes: usize::MAX })
    }

    pub(super) fn bounded(most: Bounds) -> Self {
        Topic { most, kept: Some(VecDeque::new()), kept_bytes: 0, listeners: Vec::new(), ended: false }
    }

    pub(crate) fn publish(&mut self, event: T) {
        self.publish_sized(event, 0);
    }

    /// As [`publish`](Self::publish), for an event that holds this many bytes.
    pub(super) fn publish_sized(&mut self, event: T, bytes: usize) {
        if self.ended {
            return;
        }
        if let Some(kept) = &mut self.kept {
            if kept.len() >= self.most.items {
                self.kept_bytes -= kept.pop_front().map_or(0, |(_, bytes)| bytes);
            }
            self.kept_bytes += bytes;
            return kept.push_back((event, bytes));
        }
        self.listeners.retain(|listener| listener.put_sized(event.clone(), bytes));
    }

    /// Whether nobody has asked for its events yet.
    pub(super) fn is_kept(&self) -> bool {
        self.kept.is_some()
    }

    /// The bytes of what nobody has asked for yet.
    pub(super) fn kept_bytes(&self) -> usize {
        self.kept_bytes
    }

    pub(crate) fn subscribe(&mut self) -> Subscription<T> {
        let mailbox = Mailbox::bounded(self.most);
        self.kept_bytes = 0;
        for (event, bytes) in self.kept.take().unwrap_or_default() {
            mailbox.put_sized(event, bytes);
        }
        if self.ended {
            mailbox.close();
        } else {
            self.listeners.retain(|listener| !listener.is_closed());
            self.listeners.push(mailbox.clone());
        }
        Subscription { mailbox }
    }

    /// No more events: every stream ends after what it has.
    pub(crate) fn end(&mut self) {
        self.ended = true;
        self.listeners.drain(..).for_each(|listener| listener.close());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drain(subscription: &mut Subscription<u8>) -> Vec<u8> {
        std::iter::from_fn(|| subscription.try_next()).collect()
    }

    #[test]
    fn events_before_the_first_listener_are_kept_for_it() {
        let mut topic = Topic::new(8);
        topic.publish(1);
        topic.publish(2);
        let mut first = topic.subscribe();
        let mut second = topic.subscribe();
        topic.publish(3);
        assert_eq!(drain(&mut first), [1, 2, 3]);
        assert_eq!(drain(&mut second), [3]);
    }

    #[test]
    fn every_listener_sees_every_event_and_a_dropped_one_is_forgotten() {
        let mut topic = Topic::new(8);
        let mut listeners: Vec<_> = (0..3).map(|_| topic.subscribe()).collect();
        listeners.pop();
        topic.publish(1);
        assert!(listeners.iter_mut().all(|listener| drain(listener) == [1]));
        assert_eq!(topic.listeners.len(), 2);
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let mut topic = Topic::new(2);
        (0..5).for_each(|n| topic.publish(n));
        assert_eq!(drain(&mut topic.subscribe()), [3, 4]);
    }

    #[test]
    fn an_ended_topic_still_gives_what_it_kept() {
        let mut topic = Topic::new(2);
        topic.publish(1);
        topic.end();
        topic.publish(2);
        let mut late = topic.subscribe();
        let waker = futures_util::task::noop_waker();
        let mut cx = Context::from_waker(&waker);
        assert_eq!(Pin::new(&mut late).poll_next(&mut cx), Poll::Ready(Some(1)));
        assert_eq!(Pin::new(&mut late).poll_next(&mut cx), Poll::Ready(None));
    }
}
