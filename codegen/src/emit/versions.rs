//! `lib.rs` and each version's `mod.rs`.

use crate::lower::Protocol;

/// The first line of every printed Rust file.
pub const HEADER: &str =
    "// Written by `cargo run -p codegen`. Do not edit: change spec/ or codegen/ and run it again.\n\n";

/// The version's `mod.rs`.
pub fn module(protocol: &Protocol) -> String {
    let version = &protocol.model.version;
    format!(
        "{HEADER}//! MCP Apps, version {version}.\n//!\n//! `surface/{version}.txt` lists every method and field on one line each.\n\n\
         mod members;\nmod methods;\nmod new;\nmod types;\n\npub use methods::*;\npub use types::*;\n"
    )
}

/// The crate's `lib.rs`.
pub fn lib(protocols: &[Protocol]) -> String {
    let mut text = format!("{HEADER}{LIB}");
    for protocol in protocols {
        let module = super::module(&protocol.model.version);
        // A released version is named by its date and always there; the others are features.
        if !module.starts_with('v') {
            text.push_str(&format!("#[cfg(feature = \"{module}\")]\n"));
        }
        text.push_str(&format!("#[rustfmt::skip]\npub mod {module};\n"));
    }
    text
}

const LIB: &str = r#"//! Types and methods of MCP Apps (extension `io.modelcontextprotocol/ui`, SEP-1865), generated
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

"#;
