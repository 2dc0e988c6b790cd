//! Two connected ends in memory.

use std::task::{Context, Poll};

use super::{Frame, Transport};
use crate::error::Error;
use crate::peer::mailbox::Mailbox;

/// One end of [`pair`]. Dropping it ends the channel for the other.
#[derive(Debug)]
pub struct Pair {
    incoming: Mailbox<String>,
    outgoing: Mailbox<String>,
}

/// A channel in memory: what one end sends, the other receives, in order and without loss.
pub fn pair() -> (Pair, Pair) {
    let (a, b) = (Mailbox::unbounded(), Mailbox::unbounded());
    let left = Pair { incoming: a.clone(), outgoing: b.clone() };
    (left, Pair { incoming: b, outgoing: a })
}

impl Pair {
    pub(crate) fn of(incoming: Mailbox<String>, outgoing: Mailbox<String>) -> Self {
        Pair { incoming, outgoing }
    }

    /// Sends without a driver.
    pub(crate) fn put(&self, message: String) -> bool {
        self.outgoing.put(message)
    }

    /// Receives without a driver.
    pub(crate) fn try_take(&self) -> Option<String> {
        self.incoming.try_take()
    }
}

impl Transport for Pair {
    fn poll_receive(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame, Error>>> {
        self.incoming.poll_take(cx).map(|message| message.map(|text| Ok(Frame::Text(text))))
    }

    fn send(&mut self, message: String) -> Result<(), Error> {
        if self.outgoing.put(message) { Ok(()) } else { Err(Error::Transport("the other end is gone".to_owned())) }
    }
}

impl Drop for Pair {
    fn drop(&mut self) {
        self.outgoing.close();
        self.incoming.close();
    }
}
