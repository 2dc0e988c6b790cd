// Written by `cargo run -p codegen`. Do not edit: change spec/ or codegen/ and run it again.

//! MCP Apps, version draft.
//!
//! `surface/draft.txt` lists every method and field on one line each.

mod members;
mod methods;
mod new;
mod types;

pub use methods::*;
pub use types::*;
