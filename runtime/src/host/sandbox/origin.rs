//! The origins on either side of the sandbox.

use std::fmt;

/// The origin of the Host's page, the only one that may show the sandbox and speak to it:
/// `https://chat.example`, `http://127.0.0.1:8080`, `tauri://localhost`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostOrigin(String);

/// An origin that serves one app and nothing else. See
/// [`page_with_origin`](super::page_with_origin).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnOrigin(String);

/// Why a text is not an origin, or not one to use here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OriginError {
    /// `null` is every sandboxed document's origin, `*` is everybody's.
    #[error("an opaque origin or a wildcard cannot be told from others")]
    Opaque,
    /// Not `scheme://host` or `scheme://host:port`.
    #[error("an origin is scheme://host or scheme://host:port, in lower case and without a path")]
    Form,
    /// The sandbox would be served from the Host's own origin (H21).
    #[error("the sandbox needs an origin other than the Host's")]
    Same,
}

impl HostOrigin {
    /// Reads an origin, in the form a browser writes it.
    ///
    /// # Errors
    /// When it is not one.
    pub fn parse(text: &str) -> Result<Self, OriginError> {
        Ok(HostOrigin(check(text)?))
    }

    /// The origin as a browser writes it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl OwnOrigin {
    /// Reads an origin that serves one app and nothing else.
    ///
    /// # Errors
    /// When it is not an origin, or the Host's own (H21).
    pub fn parse(text: &str, host: &HostOrigin) -> Result<Self, OriginError> {
        let origin = check(text)?;
        if origin == host.0 { Err(OriginError::Same) } else { Ok(OwnOrigin(origin)) }
    }

    /// The origin as a browser writes it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for HostOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The characters an origin is made of leave nothing that could end a header's directive.
fn check(text: &str) -> Result<String, OriginError> {
    if matches!(text, "null" | "*") || text.contains('*') {
        return Err(OriginError::Opaque);
    }
    let (scheme, rest) = text.split_once("://").ok_or(OriginError::Form)?;
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let scheme_ok = scheme.starts_with(|c: char| c.is_ascii_lowercase())
        && scheme.chars().all(|c| plain(c) || matches!(c, '+' | '-' | '.'));
    let (host, port) =
        match rest.rfind(']').map_or_else(|| rest.rfind(':'), |end| rest[end..].find(':').map(|at| end + at)) {
            Some(colon) => (&rest[..colon], Some(&rest[colon + 1..])),
            None => (rest, None),
        };
    let host_ok = match host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        Some(ip) => ip.parse::<std::net::Ipv6Addr>().is_ok_and(|parsed| parsed.to_string() == ip),
        None => !host.is_empty() && host.chars().all(|c| plain(c) || matches!(c, '-' | '.' | '_')),
    };
    let port_ok = port.is_none_or(|port| !port.starts_with(['0', '+']) && port.parse::<u16>().is_ok());
    // A browser never writes the scheme's own port.
    let default = matches!((scheme, port), ("http", Some("80")) | ("https", Some("443")));
    if scheme_ok && host_ok && port_ok && !default { Ok(text.to_owned()) } else { Err(OriginError::Form) }
}
