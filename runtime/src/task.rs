//! What the async layer asks of its surroundings, without naming an async runtime.
//!
//! On wasm32 nothing needs to be `Send`; everywhere else everything is. [`MaybeSend`],
//! [`MaybeSync`] and [`BoxFuture`] are the one place that says so.

use std::pin::Pin;
use std::time::Duration;

#[cfg(not(target_arch = "wasm32"))]
mod bounds {
    /// `Send`, except on wasm32.
    pub trait MaybeSend: Send {}
    impl<T: Send + ?Sized> MaybeSend for T {}
    /// `Sync`, except on wasm32.
    pub trait MaybeSync: Sync {}
    impl<T: Sync + ?Sized> MaybeSync for T {}
}

#[cfg(target_arch = "wasm32")]
mod bounds {
    /// `Send`, except on wasm32.
    pub trait MaybeSend {}
    impl<T: ?Sized> MaybeSend for T {}
    /// `Sync`, except on wasm32.
    pub trait MaybeSync {}
    impl<T: ?Sized> MaybeSync for T {}
}

pub use bounds::{MaybeSend, MaybeSync};

/// A boxed future, `Send` except on wasm32.
#[cfg(not(target_arch = "wasm32"))]
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
/// A boxed future, `Send` except on wasm32.
#[cfg(target_arch = "wasm32")]
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// The time, as an adapter provides it: a few lines around the runtime's clock.
///
/// ```
/// use mcp_apps::task::{BoxFuture, Timer};
/// use std::time::Duration;
///
/// struct TokioTimer(tokio::time::Instant);
///
/// impl Timer for TokioTimer {
///     fn now(&self) -> Duration {
///         self.0.elapsed()
///     }
///     fn sleep_until(&self, deadline: Duration) -> BoxFuture<'static, ()> {
///         match self.0.checked_add(deadline) {
///             Some(at) => Box::pin(tokio::time::sleep_until(at)),
///             None => Box::pin(std::future::pending()),
///         }
///     }
/// }
/// ```
pub trait Timer: MaybeSend + MaybeSync + 'static {
    /// The time since any fixed moment, never going back.
    fn now(&self) -> Duration;

    /// Ends when [`now`](Self::now) has reached `deadline`.
    fn sleep_until(&self, deadline: Duration) -> BoxFuture<'static, ()>;
}

/// No time at all: nothing ever times out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timeless;

impl Timer for Timeless {
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    fn sleep_until(&self, _: Duration) -> BoxFuture<'static, ()> {
        Box::pin(std::future::pending())
    }
}
