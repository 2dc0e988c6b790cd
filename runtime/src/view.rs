//! A View in its page: the channel to the Host, and what a page does with what the Host says.
//!
//! `ViewBuilder::run` is the way in. Everything here is optional, and what a page does not call it does not
//! carry. It is there on wasm32 alone, and so is its documentation:
//! `cargo doc -p mcp-apps --no-deps --features draft,host,view --target wasm32-unknown-unknown --open`.
//! Its features are for reading: a View's own crate takes `view` alone, and `draft` if it speaks the draft.
//!
//! A whole one, `examples/views/minimal` of the repository. Its `Cargo.toml` (elsewhere than there, `mcp-apps` has a
//! version or a `git` in place of the path):
//!
//! ```toml
#![doc = include_str!("../examples/views/minimal/Cargo.toml")]
//! ```
//!
//! Its `src/lib.rs`:
//!
//! ```ignore
#![doc = include_str!("../examples/views/minimal/src/lib.rs")]
//! ```
//!
//! `mcp-apps bundle FOLDER` makes one HTML file of it, into the `index.html` beside its `Cargo.toml` if there is one.

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
