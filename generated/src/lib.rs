// Written by `cargo run -p codegen`. Do not edit: change spec/ or codegen/ and run it again.

//! Types and methods of MCP Apps (extension `io.modelcontextprotocol/ui`, SEP-1865), generated
//! from the published JSON Schemas.
//!
//! Each spec version is a module; versions are additive and share only [`wire`]. In a version:
//!
//! * every type under its upstream name, with `new` from its required members and `with_…` for
//!   the optional ones. Objects keep members they do not know in `extra` and write them back;
//! * a marker type per method, which implements [`wire::Request`] or [`wire::Notification`];
//! * an enum per sender (`ViewRequest`, `HostNotification`, …) that decodes by method;
//! * `METHODS`: who sends what, when, and the capability it needs.
//!
//! ```
//! use mcp_apps_generated::v2026_01_26::{McpUiOpenLinkRequestParams, ViewRequest};
//! use serde_json::json;
//!
//! let params = json!({ "url": "https://example.org" });
//! let request = ViewRequest::decode("ui/open-link", Some(&params))?;
//! assert_eq!(request, ViewRequest::OpenLink(McpUiOpenLinkRequestParams::new("https://example.org")));
//!
//! let refused = ViewRequest::decode("ui/open-link", Some(&json!({ "url": 7 }))).unwrap_err();
//! assert_eq!(refused.path(), "params.url");
//! # Ok::<(), mcp_apps_generated::wire::DecodeError>(())
//! ```

#![forbid(unsafe_code)]
#![deny(missing_docs)]

#[allow(dead_code, unused_imports, reason = "a version uses what its schema needs")]
pub mod wire;

#[rustfmt::skip]
pub mod v2026_01_26;
#[cfg(feature = "draft")]
#[rustfmt::skip]
pub mod draft;
