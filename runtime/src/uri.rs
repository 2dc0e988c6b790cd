//! `ui://` URIs and templates of them (S1).

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use mcp_apps_generated::v2026_01_26::URI_SCHEME;

mod template;

pub use template::{TemplateError, UiTemplate};

/// The URI of a UI resource, `ui://…` (S1).
///
/// [`ui_uri!`](crate::ui_uri) checks a literal when it is compiled; [`parse`](Self::parse) checks
/// the rest when it runs.
///
/// ```
/// use mcp_apps::{ui_uri, uri::{UiUri, UriError}};
///
/// const VIEW: UiUri = ui_uri!("ui://weather/view");
/// assert_eq!(VIEW, UiUri::parse("ui://weather/view")?);
/// assert_eq!(UiUri::parse("https://weather/view"), Err(UriError::Scheme));
/// # Ok::<(), UriError>(())
/// ```
///
/// ```compile_fail
/// let view = mcp_apps::ui_uri!("https://weather/view");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UiUri(Cow<'static, str>);

/// Why a string is not the URI of a UI resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UriError {
    /// It does not begin with `ui://`, in lower case.
    #[error("a UI resource's URI begins with ui://")]
    Scheme,
    /// Nothing follows `ui://`.
    #[error("nothing follows ui://")]
    Empty,
    /// A character that a URI percent-encodes, or a `%` without two hex digits.
    #[error("a character that a URI percent-encodes")]
    Character,
    /// A fragment, which is never sent to a server.
    #[error("a fragment, which no server sees")]
    Fragment,
    /// Braces: a template, see [`UiTemplate`].
    #[error("braces make a template of it: use UiTemplate")]
    Template,
}

impl UiUri {
    /// Reads a URI.
    ///
    /// # Errors
    ///
    /// It is not a URI, or its scheme is not `ui`.
    pub fn parse(uri: impl Into<String>) -> Result<Self, UriError> {
        let uri = uri.into();
        match check(uri.as_bytes()) {
            None => Ok(UiUri(Cow::Owned(uri))),
            Some(error) => Err(error),
        }
    }

    /// The whole URI.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What [`ui_uri!`](crate::ui_uri) expands to, in a constant.
    #[doc(hidden)]
    #[track_caller]
    pub const fn __literal(uri: &'static str) -> Self {
        match check(uri.as_bytes()) {
            None => UiUri(Cow::Borrowed(uri)),
            Some(UriError::Scheme) => panic!("a UI resource's URI begins with `ui://`, in lower case"),
            Some(UriError::Empty) => panic!("nothing follows `ui://`: name the resource, as in `ui://weather/view`"),
            Some(UriError::Character) => panic!("a URI percent-encodes this character, `%20` for a space"),
            Some(UriError::Fragment) => panic!("no server sees a fragment: leave out `#…`"),
            Some(UriError::Template) => panic!("braces make this a template: use `UiTemplate::parse`"),
        }
    }
}

/// What is wrong with `uri`, if anything.
const fn check(uri: &[u8]) -> Option<UriError> {
    let scheme = URI_SCHEME.as_bytes();
    let mut at = 0;
    while at < scheme.len() {
        if at >= uri.len() || uri[at] != scheme[at] {
            return Some(UriError::Scheme);
        }
        at += 1;
    }
    if uri.len() < at + 3 || uri[at] != b':' || uri[at + 1] != b'/' || uri[at + 2] != b'/' {
        return Some(UriError::Scheme);
    }
    at += 3;
    if at == uri.len() {
        return Some(UriError::Empty);
    }
    while at < uri.len() {
        match uri[at] {
            b'#' => return Some(UriError::Fragment),
            b'{' | b'}' => return Some(UriError::Template),
            b'%' if !is_escape(uri, at) => return Some(UriError::Character),
            byte if !is_uri_byte(byte) => return Some(UriError::Character),
            _ => {}
        }
        at += 1;
    }
    None
}

const fn is_escape(uri: &[u8], at: usize) -> bool {
    at + 2 < uri.len() && uri[at + 1].is_ascii_hexdigit() && uri[at + 2].is_ascii_hexdigit()
}

/// Unreserved characters, sub-delimiters, `%` and the separators of RFC 3986, but for `#` and `[]`.
const fn is_uri_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'%' | b':' | b'/' | b'?' | b'@')
        || matches!(byte, b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'=')
}

impl fmt::Display for UiUri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for UiUri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl AsRef<str> for UiUri {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl FromStr for UiUri {
    type Err = UriError;

    fn from_str(uri: &str) -> Result<Self, UriError> {
        UiUri::parse(uri)
    }
}

impl From<UiUri> for String {
    fn from(uri: UiUri) -> String {
        uri.0.into_owned()
    }
}

/// The [`UiUri`](crate::uri::UiUri) of a literal, checked when it is compiled: a wrong scheme does
/// not compile.
///
/// ```
/// use mcp_apps::{ui_uri, uri::UiUri};
///
/// const VIEW: UiUri = ui_uri!("ui://weather/view");
/// ```
#[macro_export]
macro_rules! ui_uri {
    ($uri:literal) => {{
        const URI: $crate::uri::UiUri = $crate::uri::UiUri::__literal($uri);
        URI
    }};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s1_a_ui_uri_begins_with_the_scheme_and_is_a_uri() {
        for uri in ["ui://a", "ui://weather/view", "ui://a/b.html?c=d&e", "ui://a/%C3%A9", "ui:///a", "ui://a:1/~b"] {
            assert_eq!(UiUri::parse(uri).as_ref().map(UiUri::as_str), Ok(uri));
        }
        let table = [
            ("", UriError::Scheme),
            ("ui", UriError::Scheme),
            ("ui:", UriError::Scheme),
            ("ui:/a", UriError::Scheme),
            ("UI://a", UriError::Scheme),
            ("uix://a", UriError::Scheme),
            ("https://a", UriError::Scheme),
            (" ui://a", UriError::Scheme),
            ("ui://", UriError::Empty),
            ("ui://a b", UriError::Character),
            ("ui://a\n", UriError::Character),
            ("ui://é", UriError::Character),
            ("ui://a%2", UriError::Character),
            ("ui://a%zz", UriError::Character),
            ("ui://a\"", UriError::Character),
            ("ui://a#b", UriError::Fragment),
            ("ui://a/{id}", UriError::Template),
        ];
        for (uri, error) in table {
            assert_eq!(UiUri::parse(uri), Err(error), "{uri:?}");
        }
    }
}
