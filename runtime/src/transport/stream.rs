//! A channel out of any stream and sink of texts or values.

use std::fmt::Display;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;
use futures_sink::Sink;
use serde_json::Value;

use super::{Frame, Transport};
use crate::error::Error;
use crate::task::MaybeSend;

/// What a sink may take: text, or parsed JSON.
pub trait FromText: Sized {
    /// Makes it of a message's JSON text.
    ///
    /// # Errors
    /// Never, for text we wrote.
    fn from_text(text: String) -> Result<Self, Error>;
}

impl FromText for String {
    fn from_text(text: String) -> Result<Self, Error> {
        Ok(text)
    }
}

impl FromText for Value {
    fn from_text(text: String) -> Result<Self, Error> {
        serde_json::from_str(&text).map_err(|error| Error::Encode(error.to_string()))
    }
}

/// See [`from_stream`].
#[derive(Debug)]
pub struct FromStream<St, Si, M> {
    stream: St,
    sink: Si,
    message: std::marker::PhantomData<fn(M)>,
}

/// A channel that reads whole messages from `stream` and writes them to `sink`. Each carries
/// [`String`]s or [`Value`]s; `M` is what the sink takes.
pub fn from_stream<St, Si, M>(stream: St, sink: Si) -> FromStream<St, Si, M>
where
    FromStream<St, Si, M>: Transport,
{
    FromStream { stream, sink, message: std::marker::PhantomData }
}

fn broken(error: impl Display) -> Error {
    Error::Transport(error.to_string())
}

impl<St, Si, T, E, M> Transport for FromStream<St, Si, M>
where
    St: Stream<Item = Result<T, E>> + MaybeSend + Unpin + 'static,
    T: Into<Frame>,
    E: Display,
    Si: Sink<M> + MaybeSend + Unpin + 'static,
    Si::Error: Display,
    M: FromText + 'static,
{
    fn poll_receive(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame, Error>>> {
        let next = Pin::new(&mut self.stream).poll_next(cx);
        next.map(|item| item.map(|message| message.map(Into::into).map_err(broken)))
    }

    fn send(&mut self, message: String) -> Result<(), Error> {
        Pin::new(&mut self.sink).start_send(M::from_text(message)?).map_err(broken)
    }

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Pin::new(&mut self.sink).poll_ready(cx).map_err(broken)
    }

    fn poll_flush(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Pin::new(&mut self.sink).poll_flush(cx).map_err(broken)
    }
}
