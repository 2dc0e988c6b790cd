//! The peer's notifications, by method.

use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_core::Stream;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::topic::{Subscription, Topic};
use crate::error::Error;
use crate::jsonrpc;
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
    most: usize,
    ended: bool,
}

const MOST_TOPICS: usize = 256;

impl Topics {
    pub(super) fn new(most: usize) -> Self {
        Topics { topics: Table::default(), most, ended: false }
    }

    fn topic<T>(&mut self, method: &str, then: impl FnOnce(&mut Topic<Note>) -> T) -> T {
        if let Some(topic) = self.topics.get_mut(method) {
            return then(topic);
        }
        let mut topic = Topic::new(self.most);
        if self.ended {
            topic.end();
        }
        let done = then(&mut topic);
        self.topics.insert(method.to_owned(), topic);
        done
    }

    /// Publishes a notification; `keep` it for a listener to come if there is none.
    pub(super) fn publish(&mut self, method: &str, params: Option<Box<RawValue>>, keep: bool) {
        if let Some(topic) = self.topics.get_mut(method) {
            topic.publish(params.map(Arc::from));
        } else if keep && self.topics.len() < MOST_TOPICS {
            self.topic(method, |topic| topic.publish(params.map(Arc::from)));
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
