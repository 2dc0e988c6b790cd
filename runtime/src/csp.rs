//! What a UI resource's `_meta.ui.csp` may say, and the Content-Security-Policy a Host makes of it.
//!
//! A server declares *origins*; a Host writes them into a policy that guards its user. Between the
//! two lies [`Source::parse`]: a declared string either is one origin, or it is dropped for a
//! reason that has a [name](Refusal::name). Nothing of a refused string ever reaches a policy, and
//! what is accepted is printed back from its parsed parts, never copied.
//!
//! ```
//! use mcp_apps::csp::{Declared, Policy, Refusal, Source};
//! use mcp_apps::v2026_01_26::McpUiResourceCsp;
//!
//! assert_eq!(Source::parse("https://*.Example.com:8443")?.to_string(), "https://*.example.com:8443");
//! assert_eq!(Source::parse("https://a.example; form-action *"), Err(Refusal::Semicolon));
//!
//! let csp = McpUiResourceCsp::new()
//!     .with_connect_domains(vec!["https://api.example.com".to_owned(), "javascript:alert(1)".to_owned()]);
//! let declared = Declared::read(&csp);
//! assert_eq!(declared.refused[0].refusal, Refusal::Scheme);
//! assert!(Policy::of(&declared).header().contains("connect-src https://api.example.com;"));
//! # Ok::<(), Refusal>(())
//! ```

mod declared;
mod policy;
mod refusal;
mod source;

pub use declared::{Declared, List, RefusedSource};
pub use policy::{Approve, Objection, Permissions, Policy, PublicOrigins, SandboxTokens};
pub use refusal::Refusal;
pub use source::{Host, Scheme, Source};
