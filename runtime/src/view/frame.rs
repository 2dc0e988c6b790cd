//! Waiting for the browser to draw.

use std::cell::Cell;
use std::rc::Rc;
use std::task::{Poll, Waker};

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

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
    let asked =
        web_sys::window().and_then(|window| window.request_animation_frame(callback.as_ref().unchecked_ref()).ok());
    if asked.is_none() {
        return;
    }
    std::future::poll_fn(|cx| match drawn.take() {
        None => Poll::Ready(()),
        Some(_) => {
            drawn.set(Some(Some(cx.waker().clone())));
            Poll::Pending
        }
    })
    .await;
}
