//! What a Host needs beside the conversation: an app found and loaded, its page caged, and its
//! requests passed on to its own server and nowhere else.
//!
//! In order of use:
//!
//! 1. a [`Connection`] to one MCP server, over any MCP client that implements [`Backend`]
//!    (`rmcp`, with feature `rmcp-3`);
//! 2. [`Connection::inventory`]: the server's tools, which of them the model may see
//!    ([`Inventory::model_tools`]) and which have a View;
//! 3. [`Connection::load_app`]: that View's page and metadata;
//! 4. [`csp::Policy`](crate::csp::Policy) and [`sandbox::page`]: the cage, for Hosts that are web
//!    pages;
//! 5. [`Connection::bridge`]: the conversation, bound to the connection. Everything a View may
//!    ask of its Host is a hook; what has no hook is neither advertised nor served.
//!
//! Conversations are held in the newest draft, whose messages include the stable version's.

mod app;
mod backend;
mod bridge;
mod connection;
mod context;
mod download;
mod frame;
mod hooks;
mod inventory;
mod limits;
mod link;
mod load;
mod project;
#[cfg(feature = "rmcp-3")]
pub mod rmcp;
pub mod sandbox;
#[cfg(target_arch = "wasm32")]
pub mod window;

pub use app::{AppRef, Visibility};
#[cfg(feature = "preview")]
pub(crate) use backend::unwrap;
pub use backend::{Backend, Change, Progress, ProgressReport, Sent, Watch};
pub use bridge::{Bridge, BridgedView};
pub use connection::{Connection, client_extension};
pub use context::ModelContext;
pub use download::{Download, File, file_name};
pub use frame::FrameSize;
pub use hooks::{Forwarded, ToolCall};
pub use inventory::{Inventory, ListedTool};
pub use limits::{Rate, ViewLimits};
pub use link::{Link, LinkRefusal};
pub use load::{LoadError, LoadOptions, LoadedApp, Warning};
pub use project::{Structured, for_model};
