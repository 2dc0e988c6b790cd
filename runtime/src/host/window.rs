//! The channel and the clock of a Host that is itself a web page in wasm.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HtmlIFrameElement, MessageEvent, Window};

use super::sandbox::Notice;
use crate::error::Error;
use crate::transport::{Frame, Transport};

mod timer;

pub use timer::WindowTimer;

/// Messages to and from the sandbox's frame by `postMessage`: only that frame's, only of its
/// origin, and only to it. It listens from the moment it is made, so make it before the frame
/// gets its address.
#[derive(Debug)]
pub struct PostMessage {
    frame: HtmlIFrameElement,
    origin: String,
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
        let window = web_sys::window().ok_or_else(|| Error::Transport("there is no window".to_owned()))?;
        let inbox = Rc::new(RefCell::new(Inbox::default()));
        let (into, from, at) = (Rc::clone(&inbox), frame.clone(), origin.to_owned());
        let listener = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let Some(text) = heard(&event, &from, &at) else { return };
            let said = Notice::read(&text);
            let over = matches!(said, Some(Notice::Closed { .. }));
            let waker = {
                let mut inbox = into.borrow_mut();
                inbox.closed |= over;
                if said.is_none() {
                    inbox.messages.push_back(text);
                }
                inbox.waker.take()
            };
            if let Some(said) = said {
                notice(said);
            }
            if let Some(waker) = waker {
                waker.wake();
            }
        });
        window.add_event_listener_with_callback("message", listener.as_ref().unchecked_ref()).map_err(failed)?;
        Ok(PostMessage { frame, origin: origin.to_owned(), window, inbox, listener })
    }
}

/// The message as text, if it is the sandbox's.
fn heard(event: &MessageEvent, frame: &HtmlIFrameElement, origin: &str) -> Option<String> {
    let (source, sandbox) = (event.source()?, frame.content_window()?);
    if !js_sys::Object::is(source.as_ref(), sandbox.as_ref()) || event.origin() != origin {
        return None;
    }
    // What JSON cannot say, a function or an `undefined`, is no message; a member that is
    // `undefined` is an absent one.
    js_sys::JSON::stringify(&event.data()).ok().and_then(|text| text.as_string())
}

fn failed(error: JsValue) -> Error {
    Error::Transport(error.as_string().unwrap_or_else(|| "the browser refused".to_owned()))
}

impl Transport for PostMessage {
    fn poll_receive(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame, Error>>> {
        let mut inbox = self.inbox.borrow_mut();
        match inbox.messages.pop_front() {
            Some(text) => Poll::Ready(Some(Ok(Frame::Text(text)))),
            None if inbox.closed => Poll::Ready(None),
            None => {
                inbox.waker = Some(cx.waker().clone());
                Poll::Pending
            }
        }
    }

    fn send(&mut self, message: String) -> Result<(), Error> {
        let sandbox = self.frame.content_window();
        let sandbox = sandbox.ok_or_else(|| Error::Transport("the frame is gone".to_owned()))?;
        let value = js_sys::JSON::parse(&message).map_err(failed)?;
        sandbox.post_message(&value, &self.origin).map_err(failed)
    }
}

impl Drop for PostMessage {
    fn drop(&mut self) {
        // A window that does not know the listener has nothing to remove.
        let _ = self.window.remove_event_listener_with_callback("message", self.listener.as_ref().unchecked_ref());
    }
}
