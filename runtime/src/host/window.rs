//! The channel and the clock of a Host that is itself a web page in wasm.

use std::task::{Context, Poll};

use web_sys::{HtmlIFrameElement, MessageEvent};

use super::sandbox::Notice;
use crate::error::Error;
use crate::transport::{Frame, Transport};
use crate::window::{Heard, Messages, post, text, window};

pub use crate::window::WindowTimer;

/// Messages to and from the sandbox's frame by `postMessage`: only that frame's, only of its
/// origin, and only to it. It listens from the moment it is made, so make it before the frame
/// gets its address.
#[derive(Debug)]
pub struct PostMessage {
    frame: HtmlIFrameElement,
    origin: String,
    messages: Messages,
}

impl PostMessage {
    /// A channel to the sandbox in `frame`, which is served from `origin` (H21). `notice` hears
    /// what the sandbox itself says; when it says that the session is over, the channel ends.
    ///
    /// # Errors
    /// Outside a window.
    pub fn new(
        frame: HtmlIFrameElement,
        origin: &str,
        mut notice: impl FnMut(Notice) + 'static,
    ) -> Result<Self, Error> {
        let (from, at) = (frame.clone(), origin.to_owned());
        let messages = Messages::listen(window()?, move |event| {
            let Some(text) = heard(event, &from, &at) else { return Heard::Nothing };
            let Some(said) = Notice::read(&text) else { return Heard::Message(text) };
            let over = matches!(said, Notice::Closed { .. });
            notice(said);
            if over { Heard::End } else { Heard::Nothing }
        })?;
        Ok(PostMessage { frame, origin: origin.to_owned(), messages })
    }
}

/// The message as text, if it is the sandbox's.
fn heard(event: &MessageEvent, frame: &HtmlIFrameElement, origin: &str) -> Option<String> {
    let (source, sandbox) = (event.source()?, frame.content_window()?);
    let its = js_sys::Object::is(source.as_ref(), sandbox.as_ref()) && event.origin() == origin;
    its.then(|| text(event)).flatten()
}

impl Transport for PostMessage {
    fn poll_receive(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame, Error>>> {
        self.messages.poll_next(cx)
    }

    fn send(&mut self, message: String) -> Result<(), Error> {
        let sandbox = self.frame.content_window();
        let sandbox = sandbox.ok_or_else(|| Error::Transport("the frame is gone".to_owned()))?;
        post(&sandbox, &message, &self.origin)
    }
}
