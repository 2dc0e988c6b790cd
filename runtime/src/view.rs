//! A View in its page: the channel to the Host, and what a page does with what the Host says.

#[cfg(target_arch = "wasm32")]
pub mod window;
