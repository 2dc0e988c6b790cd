//! The peer's notifications, by method.

use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_core::Stream;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::mailbox::Bounds;
use super::topic::{Subscription, Topic};
use crate::error::Error;
use crate::jsonrpc::{self, Limits};
use crate::table::Table;

/// The parameters of one notification, unparsed; `None` where they are absent.
pub type Note = Option<Arc<RawValue>>;

/// A stream of one kind of notification. One that does not fit its type comes as an error.
#[derive(Debug)]
pub struct Notifications<P> {
    raw: Subscription<Note>,
    params: PhantomData<fn() -> P>,
}

impl<P: DeserializeOwned> Notifications<P> {
    pub(super) fn new(raw: Subscription<Note>) -> Self {
        Notifications { raw, params: PhantomData }
    }

    /// The next notification if it is there already.
    pub fn try_next(&mut self) -> Option<Result<P, Error>> {
        self.raw.try_next().map(decode)
    }
}

fn decode<P: DeserializeOwned>(note: Note) -> Result<P, Error> {
    Ok(jsonrpc::decode_params(note.as_deref())?)
}

impl<P: DeserializeOwned> Stream for Notifications<P> {
    type Item = Result<P, Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Pin::new(&mut self.raw).poll_next(cx).map(|note| note.map(decode))
    }
}

/// Every method's topic. A peer cannot make it grow without end by inventing methods.
pub(super) struct Topics {
    topics: Table<String, Topic<Note>>,
    most: Bounds,
    ended: bool,
}

const MOST_TOPICS: usize = 256;

impl Topics {
    pub(super) fn new(limits: &Limits) -> Self {
        let most = Bounds { items: limits.max_kept, bytes: limits.max_held_bytes };
        Topics { topics: Table::default(), most, ended: false }
    }

    fn topic<T>(&mut self, method: &str, then: impl FnOnce(&mut Topic<Note>) -> T) -> T {
        if let Some(topic) = self.topics.get_mut(method) {
            return then(topic);
        }
        let mut topic = Topic::bounded(self.most);
        if self.ended {
            topic.end();
        }
        let done = then(&mut topic);
        self.topics.insert(method.to_owned(), topic);
        done
    }

    /// Publishes a notification; `keep` it for a listener to come if there is none.
    pub(super) fn publish(&mut self, method: &str, params: Option<Box<RawValue>>, keep: bool) {
        let bytes = params.as_ref().map_or(0, |params| params.get().len());
        let known = self.topics.get(method);
        let heard = known.is_some_and(|topic| !topic.is_kept());
        let room = || {
            let kept: usize = self.topics.iter().map(|(_, topic)| topic.kept_bytes()).sum();
            kept <= self.most.bytes.saturating_sub(bytes)
        };
        if heard || (known.is_some() || keep && self.topics.len() < MOST_TOPICS) && (bytes == 0 || room()) {
            self.topic(method, |topic| topic.publish_sized(params.map(Arc::from), bytes));
        }
    }

    pub(super) fn subscribe(&mut self, method: &str) -> Subscription<Note> {
        self.topic(method, Topic::subscribe)
    }

    pub(super) fn end(&mut self) {
        self.ended = true;
        self.topics.iter_mut().for_each(|(_, topic)| topic.end());
    }
}
