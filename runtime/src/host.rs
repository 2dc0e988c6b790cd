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
//!
//! All of it, from the connection to the end. `frame` is the channel to the View's frame: in a browser
//! `window`'s, elsewhere whatever carries texts, by [`from_stream`](crate::transport::from_stream).
//!
#![cfg_attr(feature = "rmcp-3", doc = "```no_run")]
#![cfg_attr(not(feature = "rmcp-3"), doc = "```ignore")]
//! use std::time::Duration;
//!
//! use mcp_apps::csp::{Policy, PublicOrigins};
//! use mcp_apps::draft::{Implementation, McpUiSupportedContentBlockModalities};
//! use mcp_apps::host::rmcp::{Client, TokioTimer, connection};
//! use mcp_apps::host::sandbox::{self, HostOrigin};
//! use mcp_apps::host::{BridgedView, Structured, for_model};
//! use mcp_apps::transport::Transport;
//! use mcp_apps::wire::JsonObject;
//! use rmcp::{ServiceExt, transport::TokioChildProcess};
//! use tokio::process::Command;
//!
//! const HOST: &str = "https://chat.example.com";
//! // Another origin than the Host's: what a View can reach there is its own.
//! const SANDBOX: &str = "https://views.example.net";
//!
//! # type Fallible<T> = Result<T, Box<dyn std::error::Error>>;
//! # async fn serve(_: sandbox::Page) {}
//! # async fn put_frame_into_page(_: &str, _: [(&'static str, String); 3]) {}
//! async fn show(frame: impl Transport + Send + 'static, arguments: JsonObject) -> Fallible<()> {
//!     // A server that is a program; the client says that it shows Views (H1).
//!     let running = Client::new(()).serve(TokioChildProcess::new(Command::new("weather"))?).await?;
//!     let connection = connection(&running, TokioTimer::new());
//!
//!     // Which tools it has, and what the model may know of them (H7).
//!     let inventory = connection.inventory().await?;
//!     let listed = inventory.find("get_weather").ok_or("no such tool")?;
//!     let (tool, app) = (listed.tool()?, listed.app()?.ok_or("a tool without a View")?);
//!     let app = connection.load_app(app).await?;
//!
//!     // The cage: of what the server declared, what may be granted. SANDBOX serves the page, with its headers.
//!     let policy = Policy::approve(&app.declared(), &PublicOrigins::new([HOST, SANDBOX]));
//!     serve(sandbox::page(&HostOrigin::parse(HOST)?, &policy)).await;
//!     put_frame_into_page(SANDBOX, sandbox::frame_attributes(&policy)).await;
//!
//!     // The conversation. What has no hook here the View is told not to ask for.
//!     let text = || {
//!         let mut kinds = McpUiSupportedContentBlockModalities::new();
//!         kinds.text = Some(Default::default());
//!         kinds
//!     };
//!     let (view, driving) = connection
//!         .bridge(Implementation::new("chat", "1.0"))
//!         .sandbox(&policy)
//!         .tool(tool)
//!         .keep_model_context(text())
//!         .on_message(text(), |message| async move {
//!             println!("into the conversation, if the user agrees: {:?}", message.content);
//!             Ok(())
//!         })
//!         .on_open_link(|link| async move {
//!             println!("the user is asked whether {} may be opened", link.target());
//!             Ok(())
//!         })
//!         .attach(frame)?;
//!     // It moves the messages both ways, until the conversation ends.
//!     tokio::spawn(driving);
//!     view.load_sandbox(&BridgedView::sandbox_resource(&app, &policy), Duration::from_secs(10)).await?;
//!
//!     // The View is shown the call as it goes; the model gets what is for the model.
//!     let result = view.run_tool("get_weather", arguments).await?;
//!     println!("to the model: {:?}", for_model(&result, Structured::Drop).content);
//!
//!     // With the user's next message the model hears what the View wants it to know.
//!     if let Some(context) = view.model_context() {
//!         println!("before it: {}", context.to_value());
//!     }
//!
//!     // The end: the View is asked first, and its frame may go whatever it answers (H31).
//!     if let Err(error) = view.teardown(Duration::from_secs(2)).await {
//!         eprintln!("the View: {error}");
//!     }
//!     connection.close();
//!     running.cancel().await?;
//!     Ok(())
//! }
//! ```
//!
//! `examples/host.rs` of the repository is one that runs.

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
