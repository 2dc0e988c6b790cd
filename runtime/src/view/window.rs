//! The channel of a View: `postMessage` with the window its frame stands in.

use std::task::{Context, Poll};

use js_sys::Object;
use web_sys::Window;

use crate::error::Error;
use crate::transport::{Frame, Transport};
use crate::window::{Heard, Messages, post, text, window};

pub use crate::window::WindowTimer;

/// Messages to and from the parent of this page: nobody else's are heard. It keeps what comes from
/// the moment it is made, and works in documents without an origin (`srcdoc`, `blob:`,
/// `document.write`).
#[derive(Debug)]
pub struct PostMessage {
    host: Window,
    messages: Messages,
}

impl PostMessage {
    /// A channel to the Host.
    ///
    /// # Errors
    /// When the page stands in no frame: nobody shows it.
    pub fn new() -> Result<Self, Error> {
        let window = window()?;
        let parent = window.parent().ok().flatten().filter(|parent| !Object::is(parent, &window));
        let host = parent.ok_or_else(|| Error::Transport("the page stands in no frame".to_owned()))?;
        let from = host.clone();
        let messages = Messages::listen(window, move |event| {
            let its = event.source().is_some_and(|source| Object::is(source.as_ref(), &from));
            its.then(|| text(event)).flatten().map_or(Heard::Nothing, Heard::Message)
        })?;
        Ok(PostMessage { host, messages })
    }
}

impl Transport for PostMessage {
    fn poll_receive(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame, Error>>> {
        self.messages.poll_next(cx)
    }

    fn send(&mut self, message: String) -> Result<(), Error> {
        // The Host is whoever shows the page, and its origin is not known to a sandboxed one.
        post(&self.host, &message, "*")
    }
}
