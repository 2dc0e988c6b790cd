//! A View in its page: the channel to the Host, and what a page does with what the Host says.
//!
//! `ViewBuilder::run` is the way in. Everything here is optional, and what a page does not call it does not
//! carry. It is there on wasm32 alone, and so is its documentation:
//! `cargo doc -p mcp-apps --no-deps --features draft,host,view --target wasm32-unknown-unknown --open`.

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
