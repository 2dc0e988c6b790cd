// Written by `cargo run -p codegen`. Do not edit: change spec/ or codegen/ and run it again.

//! MCP Apps, version 2026-01-26.
//!
//! `surface/2026-01-26.txt` lists every method and field on one line each.

mod members;
mod methods;
mod new;
mod types;

pub use methods::*;
pub use types::*;
