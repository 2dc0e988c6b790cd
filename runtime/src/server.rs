//! A UI for an rmcp 3.x server, in ten lines: feature `server`.
//!
//! ```
//! use mcp_apps::{server::{AppResource, Apps, UiTool}, ui_uri};
//! # use rmcp::{tool, tool_handler, tool_router};
//! # struct Weather;
//! # #[tool_router]
//! # impl Weather {
//! #     /// The weather in a city, now.
//! #     #[tool]
//! #     async fn get_weather(&self) -> String { "Berlin: 21 °C, sunny.".to_owned() }
//! # }
//! # #[tool_handler]
//! # impl rmcp::ServerHandler for Weather {}
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//!
//! let view = ui_uri!("ui://weather/view");
//! let server = Apps::new(Weather) // any rmcp server
//!     .resource(
//!         AppResource::new(view.clone(), "<!doctype html><title>Weather</title>…")
//!             .connect_domains(["https://api.open-meteo.com"])
//!             .prefers_border(true),
//!     )
//!     .tool("get_weather", UiTool::view(view))
//!     .build()?;
//! // server.serve(rmcp::transport::stdio()).await?.waiting().await?   with rmcp::ServiceExt
//! # let _ = server;
//! # Ok(())
//! # }
//! ```
//!
//! * [`Apps`] wraps the server; it is a `ServerHandler` too, for stdio and streamable HTTP, for
//!   `initialize` and for 2026-07-28.
//! * [`AppResource`] is the page and what it needs from its sandbox, [`UiTool`] what a tool says of
//!   it; [`ui_tool!`](crate::ui_tool) says the same in rmcp's `#[tool(meta = …)]`.
//! * [`UiResult`] is a tool's result: data for the View, words for the model.
//! * [`tool_of`] makes a tool of a [`Contract`](crate::tool::Contract) that server and View share.
//! * [`supports_ui`] and [`WithoutUi`] are for clients without UIs; [`RunKey`] lets a View find the
//!   run that opened it.
//! * [`Extension`] is any other extension of MCP, its methods and notifications typed.
//! * [`ToolUi`] and [`ResourceUi`] read `_meta.ui` back off rmcp's types.
//! * Without the wrapper: [`Resources`] for the list and read handlers, [`UiTool::apply`] for tools,
//!   [`declare`] for the capabilities.
//! * [`testing`] talks to a server in memory, on the wire's own terms.

mod apps;
mod builder;
mod context;
mod error;
mod extension;
mod hash;
mod html;
mod literal;
mod resource;
mod resources;
mod result;
pub mod testing;
mod tool;

pub use apps::Apps;
pub use builder::AppsBuilder;
pub use context::{RunKey, declare, request_id, session_id, supports_ui};
pub use error::BuildError;
pub use extension::{Call, Extension, Handler};
pub use html::{Html, Page, Read};
#[doc(hidden)]
pub use literal::{__app_mime, __app_uri};
pub use resource::{AppResource, Route};
pub use resources::{Found, Resources};
pub use result::{UiResult, output_schema};
pub use tool::{UiTool, WithoutUi, tool_of};

pub use crate::rmcp_3::{ResourceUi, ToolUi};
