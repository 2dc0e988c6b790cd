//! Waiting for the browser to draw.

use std::cell::Cell;
use std::rc::Rc;
use std::task::{Poll, Waker};

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::Window;

/// Waits for the next time the browser draws the page: what is shown more often is seen by nobody.
/// Where the page is not visible the browser does not draw.
pub async fn next_frame() {
    let drawn: Rc<Cell<Option<Option<Waker>>>> = Rc::new(Cell::new(Some(None)));
    let tell = Rc::clone(&drawn);
    let callback = Closure::<dyn FnMut()>::new(move || {
        if let Some(Some(waker)) = tell.take() {
            waker.wake();
        }
    });
    let Some(window) = web_sys::window() else { return };
    let Ok(frame) = window.request_animation_frame(callback.as_ref().unchecked_ref()) else { return };
    let _asked = Asked { window, frame, _callback: callback };
    std::future::poll_fn(|cx| match drawn.take() {
        None => Poll::Ready(()),
        Some(_) => {
            drawn.set(Some(Some(cx.waker().clone())));
            Poll::Pending
        }
    })
    .await;
}

/// A frame that is asked for, until this is dropped.
struct Asked {
    window: Window,
    frame: i32,
    _callback: Closure<dyn FnMut()>,
}

impl Drop for Asked {
    fn drop(&mut self) {
        // Of one that was drawn the window knows nothing any more.
        let _ = self.window.cancel_animation_frame(self.frame);
    }
}
