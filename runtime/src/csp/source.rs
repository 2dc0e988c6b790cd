//! One origin a View may reach.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use super::Refusal;

#[cfg(test)]
mod tests;

/// One declared origin: scheme, host and perhaps a port.
///
/// Printed from its parts, so the text holds nothing but letters, digits and `:/.-*[]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Source {
    scheme: Scheme,
    host: Host,
    port: Option<u16>,
}

/// The scheme of a declared origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scheme {
    /// `http://`
    Http,
    /// `https://`
    Https,
    /// `ws://`
    Ws,
    /// `wss://`
    Wss,
}

/// The host of a declared origin, in lower case.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Host {
    /// A domain name.
    Name(String),
    /// Every subdomain of a domain name, which is kept without its `*.`.
    Subdomains(String),
    /// An IPv4 address.
    Ipv4(Ipv4Addr),
    /// An IPv6 address.
    Ipv6(Ipv6Addr),
}

impl Scheme {
    fn default_port(self) -> u16 {
        match self {
            Scheme::Http | Scheme::Ws => 80,
            Scheme::Https | Scheme::Wss => 443,
        }
    }
}

impl Source {
    /// Reads one entry of a `…Domains` list.
    ///
    /// # Errors
    ///
    /// The first reason why the entry is not exactly one origin.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        scan(text)?;
        let (scheme, rest) = scheme(text)?;
        let end = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
        let (authority, tail) = rest.split_at(end);
        if authority.contains('@') {
            return Err(Refusal::UserInfo);
        }
        match tail.chars().next() {
            None => {}
            Some('?') => return Err(Refusal::Query),
            Some('#') => return Err(Refusal::Fragment),
            Some(_) => return Err(Refusal::Path),
        }
        let (host, port) = split_port(authority)?;
        Ok(Source { scheme, host: read_host(host)?, port: port.map(read_port).transpose()? })
    }

    /// The scheme.
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// The host.
    pub fn host(&self) -> &Host {
        &self.host
    }

    /// The port, if one is written.
    pub fn port(&self) -> Option<u16> {
        self.port
    }

    /// Whether a policy with this source lets a page reach `origin`, as browsers match the two: a
    /// wildcard is every subdomain and not the domain itself, and a secure scheme passes for its
    /// insecure one.
    pub fn allows(&self, origin: &Source) -> bool {
        let scheme = self.scheme == origin.scheme
            || matches!((self.scheme, origin.scheme), (Scheme::Http, Scheme::Https) | (Scheme::Ws, Scheme::Wss));
        let host = match (&self.host, &origin.host) {
            (Host::Subdomains(zone), Host::Name(name) | Host::Subdomains(name)) => {
                let below = name.strip_suffix(zone.as_str()).is_some_and(|rest| rest.ends_with('.'));
                below || self.host == origin.host
            }
            (own, other) => own == other,
        };
        let port = |source: &Source| source.port.unwrap_or(source.scheme.default_port());
        let upgraded = self.scheme != origin.scheme && port(self) == self.scheme.default_port();
        scheme && host && (port(self) == port(origin) || (upgraded && port(origin) == origin.scheme.default_port()))
    }

    /// Whether the origin is the reader's own machine: `localhost`, anything under it, `127.0.0.0/8`,
    /// `::1`, or an unspecified address, which reaches the same place.
    pub fn is_loopback(&self) -> bool {
        match &self.host {
            Host::Name(name) | Host::Subdomains(name) => name == "localhost" || name.ends_with(".localhost"),
            Host::Ipv4(ip) => ip.is_loopback() || ip.octets()[0] == 0,
            Host::Ipv6(ip) => match ip.to_ipv4_mapped() {
                Some(ip) => ip.is_loopback() || ip.octets()[0] == 0,
                None => ip.is_loopback() || ip.is_unspecified(),
            },
        }
    }

    /// Whether the origin lies in a network that is not the public one: private, link-local,
    /// shared and unique-local ranges, and the names `.local`, `.internal` and `.home.arpa`.
    pub fn is_private(&self) -> bool {
        match &self.host {
            Host::Name(name) | Host::Subdomains(name) => ["local", "internal", "home.arpa"]
                .iter()
                .any(|zone| name.strip_suffix(zone).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))),
            Host::Ipv4(ip) => private_v4(*ip),
            Host::Ipv6(ip) => match ip.to_ipv4_mapped() {
                Some(ip) => private_v4(ip),
                None => ip.is_unique_local() || ip.is_unicast_link_local(),
            },
        }
    }
}

/// Refuses what could leave the entry, before anything is taken apart.
fn scan(text: &str) -> Result<(), Refusal> {
    if text.is_empty() {
        return Err(Refusal::Empty);
    }
    for character in text.chars() {
        match character {
            // Tab and line ends are white space too; their danger is the header line they end.
            c if c.is_control() => return Err(Refusal::ControlCharacter),
            c if c.is_whitespace() => return Err(Refusal::Whitespace),
            '\'' | '"' | '`' => return Err(Refusal::Quote),
            '&' => return Err(Refusal::Entity),
            ';' => return Err(Refusal::Semicolon),
            ',' => return Err(Refusal::Comma),
            '<' | '>' => return Err(Refusal::Markup),
            _ => {}
        }
    }
    if text == "*" { Err(Refusal::BareWildcard) } else { Ok(()) }
}

fn scheme(text: &str) -> Result<(Scheme, &str), Refusal> {
    let Some((name, rest)) = text.split_once("://") else {
        return Err(match text.split_once(':') {
            // `example.com:443` and `[::1]` are hosts without a scheme; `data:` is a scheme.
            Some((name, rest)) if is_scheme(name) && !rest.starts_with(|c: char| c.is_ascii_digit()) => {
                if Scheme::named(name).is_some() {
                    Refusal::NoHost
                } else {
                    Refusal::Scheme
                }
            }
            _ => Refusal::NoScheme,
        });
    };
    match Scheme::named(name) {
        Some(_) if rest.is_empty() => Err(Refusal::NoHost),
        Some(scheme) => Ok((scheme, rest)),
        None if is_scheme(name) => Err(Refusal::Scheme),
        None => Err(Refusal::NoScheme),
    }
}

fn is_scheme(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-'))
}

fn split_port(authority: &str) -> Result<(&str, Option<&str>), Refusal> {
    if authority.starts_with('[') {
        let (host, rest) = authority.split_once(']').ok_or(Refusal::Ipv6)?;
        let host = &authority[..host.len() + 1];
        return match rest.strip_prefix(':') {
            Some(port) => Ok((host, Some(port))),
            None if rest.is_empty() => Ok((host, None)),
            None => Err(Refusal::Ipv6),
        };
    }
    Ok(match authority.split_once(':') {
        Some((host, port)) => (host, Some(port)),
        None => (authority, None),
    })
}

fn read_port(text: &str) -> Result<u16, Refusal> {
    let plain = text.chars().all(|c| c.is_ascii_digit()) && !text.starts_with('0');
    match text.parse() {
        Ok(port) if plain => Ok(port),
        _ => Err(Refusal::Port),
    }
}

fn read_host(text: &str) -> Result<Host, Refusal> {
    if text.is_empty() {
        return Err(Refusal::NoHost);
    }
    if let Some(inner) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return inner.parse().map(Host::Ipv6).map_err(|_| Refusal::Ipv6);
    }
    let name = text.to_ascii_lowercase();
    match name.strip_prefix("*.") {
        Some(rest) => {
            let rest = domain(rest)?;
            match is_number(last_label(&rest)) {
                true => Err(Refusal::Ipv4),
                false if !rest.contains('.') && rest != "localhost" => Err(Refusal::WildcardTooBroad),
                false => Ok(Host::Subdomains(rest)),
            }
        }
        None if name == "*" => Err(Refusal::BareWildcard),
        None => {
            let name = domain(&name)?;
            match is_number(last_label(&name)) {
                true => name.parse().map(Host::Ipv4).map_err(|_| Refusal::Ipv4),
                false => Ok(Host::Name(name)),
            }
        }
    }
}

fn domain(name: &str) -> Result<String, Refusal> {
    if name.contains('*') {
        return Err(Refusal::WildcardPlace);
    }
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    if name.len() <= 253 && name.split('.').all(label) { Ok(name.to_owned()) } else { Err(Refusal::Host) }
}

fn last_label(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or_default()
}

/// Whether a browser takes a host that ends in this label for an IPv4 address.
fn is_number(label: &str) -> bool {
    let hex = label.strip_prefix("0x").is_some_and(|digits| digits.chars().all(|c| c.is_ascii_hexdigit()));
    hex || label.chars().all(|c| c.is_ascii_digit())
}

fn private_v4(ip: Ipv4Addr) -> bool {
    let [a, b, ..] = ip.octets();
    ip.is_private() || ip.is_link_local() || (a == 100 && (64..128).contains(&b))
}

impl Scheme {
    fn named(name: &str) -> Option<Self> {
        [Scheme::Http, Scheme::Https, Scheme::Ws, Scheme::Wss]
            .into_iter()
            .find(|scheme| scheme.as_str().eq_ignore_ascii_case(name))
    }

    /// The scheme as it is written before `://`.
    pub fn as_str(self) -> &'static str {
        match self {
            Scheme::Http => "http",
            Scheme::Https => "https",
            Scheme::Ws => "ws",
            Scheme::Wss => "wss",
        }
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Host::Name(name) => f.write_str(name),
            Host::Subdomains(name) => write!(f, "*.{name}"),
            Host::Ipv4(ip) => write!(f, "{ip}"),
            Host::Ipv6(ip) => write!(f, "[{ip}]"),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme.as_str(), self.host)?;
        match self.port {
            Some(port) => write!(f, ":{port}"),
            None => Ok(()),
        }
    }
}

impl FromStr for Source {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        Source::parse(text)
    }
}
