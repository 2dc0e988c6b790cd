//! The page between a Host that is a web page and the View it shows (H20–H22, P1–P9).
//!
//! A Host's page puts a frame from a *second* origin into itself and talks to it. That frame's
//! document is [`page`]: tiny, without dependencies, and made for one View, because the View's
//! Content-Security-Policy is this document's *header*, which a browser hands on to the View's
//! own frame inside. The View's HTML never has an address: it comes as a message.
//!
//! ```text
//! Host's page (origin A) ── frame ─▶ page() (origin B) ── sandboxed srcdoc frame ─▶ the View (no origin)
//! ```
//!
//! What it guards against, and the test that shows each guard at work, is in `SECURITY.md`.
//!
//! Beside the protocol's messages the page tells the Host's page two things, in plain objects
//! that are no JSON-RPC: `{"mcpAppsSandbox": "closed", "reason"}` when the session is over
//! because the View's frame left its document, and
//! `{"mcpAppsSandbox": "violation", "directive", "blocked"}` when the browser stopped something;
//! the latter is the View's own word. [`Notice`] reads them.
//!
//! ```
//! use mcp_apps::csp::Policy;
//! use mcp_apps::host::sandbox::{HostOrigin, page};
//!
//! let host = HostOrigin::parse("https://chat.example")?;
//! let page = page(&host, &Policy::restrictive());
//! assert!(page.headers[0].1.ends_with("frame-ancestors https://chat.example"));
//! # Ok::<(), mcp_apps::host::sandbox::OriginError>(())
//! ```

use mcp_apps_generated::draft::{McpUiSandboxProxyReadyNotification, McpUiSandboxResourceReadyNotification};
use mcp_apps_generated::wire::Notification;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::csp::Policy;

mod origin;

#[cfg(test)]
mod tests;

pub use origin::{HostOrigin, OriginError, OwnOrigin};

const PROXY: &str = include_str!("sandbox/proxy.html");
const PREFIX: &str = include_str!("sandbox/prefix.html");

/// The member that marks what the sandbox itself says.
const SIGN: &str = "mcpAppsSandbox";

/// The sandbox proxy's document for one View.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Page {
    /// The response's headers, names in lower case; the Content-Security-Policy is the first.
    pub headers: Vec<(&'static str, String)>,
    /// The response's body.
    pub html: String,
}

/// The document to serve, from an origin other than the Host's, into the frame of one View. The
/// View itself has an opaque origin: no storage, no cookies, no access to this document.
///
/// The frame's own attributes are [`frame_attributes`].
pub fn page(host: &HostOrigin, policy: &Policy) -> Page {
    build(host, policy, None)
}

/// As [`page`], for a View that needs an origin, to have storage or to be known to a server's
/// CORS rules: it gets the origin of the sandbox itself.
///
/// The View can then reach into the proxy's document and undo what it checks. What keeps it in
/// is the browser: the header of this document, and that `origin` serves *this app and nothing
/// else*. Without an origin of its own per app, apps read each other's storage.
pub fn page_with_origin(host: &HostOrigin, policy: &Policy, origin: &OwnOrigin) -> Page {
    build(host, policy, Some(origin))
}

fn build(host: &HostOrigin, policy: &Policy, own: Option<&OwnOrigin>) -> Page {
    let sandbox = match own {
        None => policy.tokens().inner(),
        Some(_) => policy.tokens().outer(),
    };
    let settings = json!({
        "host": host.as_str(),
        "ready": <McpUiSandboxProxyReadyNotification as Notification>::METHOD,
        "resource": <McpUiSandboxResourceReadyNotification as Notification>::METHOD,
        "reserved": reserved_prefix(),
        "sign": SIGN,
        "prefix": prefix(policy),
        "sandbox": sandbox,
        "allow": policy.permissions().allow(),
        "origin": own.map(OwnOrigin::as_str),
        "viewOrigin": own.map_or("null", OwnOrigin::as_str),
    });
    let csp = format!("{}; frame-ancestors {}", policy.header(), host.as_str());
    let headers = vec![
        ("content-security-policy", csp),
        ("connection-allowlist", policy.connection_allowlist()),
        ("content-type", "text/html; charset=utf-8".to_owned()),
        ("referrer-policy", "no-referrer".to_owned()),
        ("x-content-type-options", "nosniff".to_owned()),
        ("x-dns-prefetch-control", "off".to_owned()),
        ("origin-agent-cluster", "?1".to_owned()),
        ("cache-control", "no-store".to_owned()),
    ];
    Page { headers, html: PROXY.replacen("{{settings}}", &script_json(&settings), 1) }
}

/// The attributes of the frame a Host's page loads [`page`] into.
pub fn frame_attributes(policy: &Policy) -> [(&'static str, String); 3] {
    [
        ("sandbox", policy.tokens().outer()),
        ("allow", policy.permissions().allow()),
        ("referrerpolicy", "no-referrer".to_owned()),
    ]
}

/// What precedes the View's own HTML: a doctype, the policy once more, and a script that reports
/// to the proxy what the browser stopped and when the document goes. The View's HTML is never
/// searched for a place to put them; a doctype of its own is then a stray one, which every
/// parser skips.
fn prefix(policy: &Policy) -> String {
    PREFIX.trim_end().replace("{{meta}}", &policy.meta()).replace("{{sign}}", SIGN)
}

/// The methods between Host and proxy begin with this; no other message may.
fn reserved_prefix() -> &'static str {
    let ready = <McpUiSandboxProxyReadyNotification as Notification>::METHOD;
    let resource = <McpUiSandboxResourceReadyNotification as Notification>::METHOD;
    let common = ready.bytes().zip(resource.bytes()).take_while(|(a, b)| a == b).count();
    // "…/sandbox-" ends with the last hyphen they share.
    let end = ready[..common].rfind('-').map_or(common, |hyphen| hyphen + 1);
    &ready[..end]
}

/// JSON that can stand in a `<script>`.
fn script_json(value: &Value) -> String {
    let escaped = |text: String, from: char, to: &str| text.replace(from, to);
    let text = escaped(value.to_string(), '<', "\\u003c");
    let text = escaped(text, '>', "\\u003e");
    escaped(escaped(text, '\u{2028}', "\\u2028"), '\u{2029}', "\\u2029")
}

/// What the sandbox itself tells the Host's page.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice {
    /// The View's frame left its document. The session is over; the frame is gone.
    Closed {
        /// What happened.
        reason: String,
    },
    /// The browser stopped the View from doing something its policy does not allow. The View
    /// could have made this up.
    Violation {
        /// The directive that stopped it.
        directive: String,
        /// What was stopped: a URL, or a word such as `eval`.
        blocked: String,
    },
}

impl Notice {
    /// Reads a message that came from the sandbox's frame; `None` if it is an ordinary one.
    pub fn read(text: &str) -> Option<Self> {
        #[derive(Deserialize)]
        struct Plain {
            #[serde(rename = "mcpAppsSandbox")]
            kind: String,
            #[serde(default)]
            reason: String,
            #[serde(default)]
            directive: String,
            #[serde(default)]
            blocked: String,
            jsonrpc: Option<serde::de::IgnoredAny>,
        }
        // Nearly every message is JSON-RPC; looking for the word is cheaper than parsing.
        let plain: Plain = text.contains(SIGN).then(|| serde_json::from_str(text).ok())??;
        // The sandbox's own word is none of JSON-RPC's, and it passes on nothing of the View's that is not.
        if plain.jsonrpc.is_some() {
            return None;
        }
        match plain.kind.as_str() {
            "closed" => Some(Notice::Closed { reason: plain.reason }),
            "violation" => Some(Notice::Violation { directive: plain.directive, blocked: plain.blocked }),
            _ => None,
        }
    }
}
