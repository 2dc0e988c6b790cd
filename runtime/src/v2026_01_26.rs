//! MCP Apps 2026-01-26: its types, and the two sides of a conversation.
//!
//! The sides are the same source for every version, compiled once for each.

// One source, a module in each version.
#![allow(clippy::duplicate_mod)]

use mcp_apps_generated::v2026_01_26 as spec;
pub use mcp_apps_generated::v2026_01_26::*;

#[path = "side/display.rs"]
mod display;
#[path = "side/host.rs"]
mod host;
#[path = "side/host_builder.rs"]
mod host_builder;
#[path = "side/host_side.rs"]
mod host_side;
#[cfg(all(feature = "view", target_arch = "wasm32"))]
#[path = "side/page.rs"]
mod page;
#[path = "side/tools.rs"]
mod tools;
#[path = "side/view.rs"]
mod view;
#[path = "side/view_builder.rs"]
mod view_builder;
#[path = "side/view_side.rs"]
mod view_side;
#[path = "side/view_streams.rs"]
mod view_streams;

pub use host::Host;
pub use host_builder::HostBuilder;
pub use tools::{AppTool, AppTools, definition};
pub use view::View;
pub use view_builder::{Connecting, ViewBuilder};
pub use view_streams::{ContextChanges, Partials};
