//! The channel between the two sides, as little of it as the driver needs.

use std::task::{Context, Poll};

use serde_json::Value;

use crate::error::Error;
use crate::task::MaybeSend;

mod pair;
mod stream;

pub use pair::{Pair, pair};
pub use stream::{FromStream, FromText, from_stream};

/// One message as a channel delivers it.
#[derive(Clone, Debug, PartialEq)]
pub enum Frame {
    /// JSON text.
    Text(String),
    /// Parsed JSON.
    Value(Value),
}

impl Frame {
    /// The message as JSON text.
    pub fn into_text(self) -> String {
        match self {
            Frame::Text(text) => text,
            Frame::Value(value) => value.to_string(),
        }
    }
}

impl From<String> for Frame {
    fn from(text: String) -> Self {
        Frame::Text(text)
    }
}

impl From<Value> for Frame {
    fn from(value: Value) -> Self {
        Frame::Value(value)
    }
}

/// A channel of whole messages in both directions. An adapter whose sending cannot block
/// implements two methods.
pub trait Transport: MaybeSend + Unpin + 'static {
    /// The next message of the peer; `None` when the channel has ended.
    fn poll_receive(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame, Error>>>;

    /// Hands one message over. Called only after [`poll_ready`](Self::poll_ready) said yes.
    ///
    /// # Errors
    /// When the channel is broken for good.
    fn send(&mut self, message: String) -> Result<(), Error>;

    /// Whether a message can be handed over now.
    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Poll::Ready(Ok(()))
    }

    /// Sees to it that what was handed over leaves.
    fn poll_flush(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Poll::Ready(Ok(()))
    }
}
