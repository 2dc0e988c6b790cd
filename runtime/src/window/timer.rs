//! The clock of a web page.

use std::cell::Cell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Performance, Window};

use crate::error::Error;
use crate::task::{BoxFuture, Timer};

/// The window's clock: `performance.now()` and `setTimeout`.
#[derive(Clone, Debug)]
pub struct WindowTimer {
    window: Window,
    performance: Performance,
}

impl WindowTimer {
    /// The clock of the page this runs in.
    ///
    /// # Errors
    /// Outside a window.
    pub fn new() -> Result<Self, Error> {
        let window = super::window()?;
        let performance = window.performance().ok_or_else(|| Error::Transport("there is no clock".to_owned()))?;
        Ok(WindowTimer { window, performance })
    }
}

impl Timer for WindowTimer {
    fn now(&self) -> Duration {
        let milliseconds = self.performance.now();
        // 32 bits are a century, and what has 64 weighs more in a page.
        let seconds = (milliseconds / 1000.0) as u32;
        let nanoseconds = ((milliseconds - f64::from(seconds) * 1000.0) * 1e6) as u32;
        Duration::new(seconds.into(), nanoseconds.min(999_999_999))
    }

    fn sleep_until(&self, deadline: Duration) -> BoxFuture<'static, ()> {
        Box::pin(Sleep { timer: self.clone(), deadline, timeout: None })
    }
}

struct Sleep {
    timer: WindowTimer,
    deadline: Duration,
    timeout: Option<Timeout>,
}

/// One `setTimeout`, taken back when dropped.
struct Timeout {
    window: Window,
    id: i32,
    waker: Rc<Cell<Option<Waker>>>,
    _fires: Closure<dyn FnMut()>,
}

/// `setTimeout` takes milliseconds in 32 bits; longer ones fire at once.
const LONGEST: i32 = i32::MAX;

impl Timeout {
    fn new(window: &Window, after: Duration, waker: Waker) -> Option<Self> {
        let waker = Rc::new(Cell::new(Some(waker)));
        let woken = Rc::clone(&waker);
        let fires = Closure::<dyn FnMut()>::new(move || {
            if let Some(waker) = woken.take() {
                waker.wake();
            }
        });
        // Never early: a timeout counts whole milliseconds.
        let after = match u32::try_from(after.as_secs()) {
            Ok(seconds) if seconds < LONGEST as u32 / 1000 => (seconds * 1000 + after.subsec_millis() + 1) as i32,
            _ => LONGEST,
        };
        let callback = fires.as_ref().unchecked_ref();
        let id = window.set_timeout_with_callback_and_timeout_and_arguments_0(callback, after).ok()?;
        Some(Timeout { window: window.clone(), id, waker, _fires: fires })
    }
}

impl Drop for Timeout {
    fn drop(&mut self) {
        self.window.clear_timeout_with_handle(self.id);
    }
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let left = self.deadline.saturating_sub(self.timer.now());
        if left.is_zero() {
            self.timeout = None;
            return Poll::Ready(());
        }
        match &self.timeout {
            // Somebody else may poll now. One that has fired and was early is replaced.
            Some(timeout) if timeout.waker.take().is_some() => timeout.waker.set(Some(cx.waker().clone())),
            _ => self.timeout = Timeout::new(&self.timer.window, left, cx.waker().clone()),
        }
        Poll::Pending
    }
}
