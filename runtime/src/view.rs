//! A View in its page: the channel to the Host, and what a page does with what the Host says.
//!
//! `ViewBuilder::run`, on wasm32, is the way in. Everything here is
//! optional, and what a page does not call it does not carry.

#[cfg(target_arch = "wasm32")]
mod dom;
#[cfg(target_arch = "wasm32")]
mod failure;
#[cfg(target_arch = "wasm32")]
mod frame;
#[cfg(target_arch = "wasm32")]
mod resize;
#[cfg(target_arch = "wasm32")]
mod task;
#[cfg(target_arch = "wasm32")]
pub mod window;

#[cfg(target_arch = "wasm32")]
pub use failure::show_failure;
#[cfg(target_arch = "wasm32")]
pub use frame::next_frame;
#[cfg(target_arch = "wasm32")]
pub use resize::AutoResize;
#[cfg(target_arch = "wasm32")]
pub use task::spawn;

#[cfg(target_arch = "wasm32")]
pub(crate) use dom::{container, fonts, safe_area, styles, theme};
