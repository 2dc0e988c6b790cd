//! MCP Apps (`io.modelcontextprotocol/ui`): the conversation between a Host and a View.
//!
//! A *View* is the HTML page that an MCP server attaches to a tool; a *Host* is the chat client
//! that shows it. They speak JSON-RPC over a message channel, and this crate is either end of
//! it, in layers:
//!
//! * [`v2026_01_26`] and, with feature `draft`, `draft`: the typed sides, `Host` and `View`, beside
//!   the version's types. Versions are additive; use the one you were written for.
//! * [`peer`]: the async handle they are made of, for any executor; [`transport`] is the channel
//!   under it, [`task`] what it asks of a runtime.
//! * [`session`]: one side of a conversation as a state machine without I/O, clock or threads;
//!   [`lifecycle`] and [`jsonrpc`] are its rules and its envelope.
//! * [`testing`]: scriptable counterparts in memory, for tests of yours.
//! * [`uri`], [`csp`] and [`meta`]: what a server declares of its UIs, checked as a Host reads it.
//! * `server`, a feature: UIs for MCP servers on rmcp 3.x.
//! * `host`, a feature: for Hosts, apps found, loaded, caged and served.
//! * `view`, a feature: for Views, the page they are: its channel, its size, its looks.
//! * `transcript`, a feature: judges recorded conversations of any two peers.
//! * `check`, a feature: looks at a server's UIs as a Host does, and judges them.
//! * `bundle`, a feature: makes one HTML file of a View written in Rust; `embed` puts it into a server.
//! * `preview`, a feature: shows a server's UIs in the browser, with everything they say.
//! * `cli`, a feature: the command `mcp-apps`, with `transcript check`, `check`, `preview`, `host-conformance` and
//!   `bundle`.
//!
//! Numbers as H27 or V5 are rules of the specification; `guide::rules` has them all.
//!
//! ```
//! use mcp_apps::task::Timeless;
//! use mcp_apps::transport::pair;
//! use mcp_apps::v2026_01_26::{CallToolResult, HostBuilder, Implementation, TextContent, ViewBuilder};
//!
//! # fn main() -> Result<(), mcp_apps::Error> {
//! let (host_end, view_end) = pair();
//! let (host, host_driver) = HostBuilder::new(Implementation::new("host", "1")).attach(host_end, Timeless)?;
//! let (connecting, view_driver) = ViewBuilder::new(Implementation::new("view", "1")).connect(view_end, Timeless)?;
//!
//! // The Host may speak at once; the View is told when it is ready.
//! host.tool_input(None)?;
//! host.tool_result(&CallToolResult::new(vec![TextContent::new("sunny").into()]))?;
//!
//! let page = async {
//!     let view = connecting.await?;
//!     let result = view.tool_result().await?;
//!     assert_eq!(result.content.len(), 1);
//!     host.close();
//!     Ok::<(), mcp_apps::Error>(())
//! };
//! let everything = futures_util::future::join3(page, host_driver, view_driver);
//! let (done, _, _) = futures_executor::block_on(everything);
//! # done
//! # }
//! ```

#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub use mcp_apps_generated::wire;

#[cfg(feature = "bundle")]
pub mod bundle;
#[cfg(feature = "check")]
pub mod check;
#[cfg(feature = "cli")]
pub mod conformance;
pub mod csp;
#[cfg(feature = "draft")]
pub mod draft;
#[cfg(feature = "embed")]
pub mod embed;
pub mod error;
#[cfg(any(doc, doctest))]
pub mod guide;
#[cfg(feature = "host")]
pub mod host;
pub mod jsonrpc;
pub mod lifecycle;
mod macros;
pub mod meta;
pub mod peer;
#[cfg(feature = "preview")]
pub mod preview;
#[cfg(feature = "rmcp-3")]
pub mod rmcp_3;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod say;
#[cfg(feature = "server")]
pub mod server;
pub mod session;
mod table;
#[cfg(any(feature = "bundle", feature = "check"))]
mod tags;
pub mod task;
pub mod testing;
pub mod tool;
mod trace;
#[cfg(feature = "transcript")]
pub mod transcript;
pub mod transport;
pub mod uri;
pub mod v2026_01_26;
#[cfg(feature = "view")]
pub mod view;
#[cfg(all(target_arch = "wasm32", any(feature = "host", feature = "view")))]
mod window;

pub use error::{Closed, Error, Refusal, RpcError};
