//! What the macros check when they are compiled.

use mcp_apps_generated::v2026_01_26::{MIME_TYPE, URI_SCHEME};

use crate::uri::UiUri;

/// The URI of `ui_resource!`.
#[doc(hidden)]
#[track_caller]
pub const fn __app_uri(uri: &'static str) -> UiUri {
    if !starts_with(uri.as_bytes(), URI_SCHEME.as_bytes()) {
        panic!("`ui` metadata on a resource that is not an app: the URI of an app begins with `ui://`");
    }
    UiUri::__literal(uri)
}

/// The MIME type of `ui_resource!`.
#[doc(hidden)]
#[track_caller]
pub const fn __app_mime(mime_type: &str) {
    let (given, wanted) = (mime_type.as_bytes(), MIME_TYPE.as_bytes());
    if given.len() != wanted.len() || !starts_with(given, wanted) {
        panic!("the MIME type of an app is `text/html;profile=mcp-app`: write that, or leave the key out");
    }
}

const fn starts_with(text: &[u8], head: &[u8]) -> bool {
    if text.len() < head.len() {
        return false;
    }
    let mut at = 0;
    while at < head.len() {
        if text[at] != head[at] {
            return false;
        }
        at += 1;
    }
    true
}
