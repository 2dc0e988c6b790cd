//! A web page's window, as Hosts and Views in wasm use it: its messages and its clock.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Window};

use crate::error::Error;
use crate::transport::Frame;

mod timer;

pub use timer::WindowTimer;

/// What a message of the window is to the conversation.
pub(crate) enum Heard {
    /// Somebody else's.
    Nothing,
    /// One of its own.
    Message(String),
    /// Word that it is over.
    #[cfg(feature = "host")]
    End,
}

/// The window's messages, kept from the moment it listens.
#[derive(Debug)]
pub(crate) struct Messages {
    window: Window,
    inbox: Rc<RefCell<Inbox>>,
    listener: Closure<dyn FnMut(MessageEvent)>,
}

#[derive(Debug, Default)]
struct Inbox {
    messages: VecDeque<String>,
    waker: Option<Waker>,
    closed: bool,
}

impl Messages {
    /// Listens to the window; `hear` tells what each message is.
    pub(crate) fn listen(
        window: Window,
        mut hear: impl FnMut(&MessageEvent) -> Heard + 'static,
    ) -> Result<Self, Error> {
        let inbox = Rc::new(RefCell::new(Inbox::default()));
        let into = Rc::clone(&inbox);
        let listener = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let heard = hear(&event);
            // Nobody holds it while the page hears a message; asking does not carry the words for if they did.
            let Ok(mut inbox) = into.try_borrow_mut() else { return };
            match heard {
                Heard::Nothing => return,
                Heard::Message(text) => inbox.messages.push_back(text),
                #[cfg(feature = "host")]
                Heard::End => inbox.closed = true,
            }
            let waker = inbox.waker.take();
            drop(inbox);
            if let Some(waker) = waker {
                waker.wake();
            }
        });
        window.add_event_listener_with_callback("message", listener.as_ref().unchecked_ref()).map_err(failed)?;
        Ok(Messages { window, inbox, listener })
    }

    pub(crate) fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame, Error>>> {
        let Ok(mut inbox) = self.inbox.try_borrow_mut() else { return Poll::Pending };
        match inbox.messages.pop_front() {
            Some(text) => Poll::Ready(Some(Ok(Frame::Text(text)))),
            None if inbox.closed => Poll::Ready(None),
            None => {
                inbox.waker = Some(cx.waker().clone());
                Poll::Pending
            }
        }
    }
}

impl Drop for Messages {
    fn drop(&mut self) {
        // A window that does not know the listener has nothing to remove.
        let _ = self.window.remove_event_listener_with_callback("message", self.listener.as_ref().unchecked_ref());
    }
}

/// The window this runs in.
pub(crate) fn window() -> Result<Window, Error> {
    web_sys::window().ok_or_else(|| Error::Transport("there is no window".to_owned()))
}

/// A message as JSON. What JSON cannot say, a function or an `undefined`, is no message; a member
/// that is `undefined` is an absent one.
pub(crate) fn text(event: &MessageEvent) -> Option<String> {
    js_sys::JSON::stringify(&event.data()).ok().and_then(|text| text.as_string())
}

/// Posts a message to another window.
pub(crate) fn post(to: &Window, message: &str, origin: &str) -> Result<(), Error> {
    let value = js_sys::JSON::parse(message).map_err(failed)?;
    to.post_message(&value, origin).map_err(failed)
}

fn failed(error: JsValue) -> Error {
    Error::Transport(error.as_string().unwrap_or_else(|| "the browser refused".to_owned()))
}
