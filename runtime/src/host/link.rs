//! Links a View asks its Host to open (H34).

/// A link that is fit to be shown to the user and opened: `http`, `https` or `mailto`, with
/// nothing in it that makes it look like another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    url: String,
    target: String,
}

/// Why a link is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LinkRefusal {
    /// A scheme other than `http`, `https` and `mailto`, or none.
    #[error("only http, https and mailto links are opened")]
    Scheme,
    /// A user name or password before the host.
    #[error("user info before the host")]
    UserInfo,
    /// No host, or one that is not written in letters, digits, dots and hyphens.
    #[error("the host is missing or cannot be read")]
    Host,
    /// A backslash, white space, a control or a direction character.
    #[error("a character that a link does not hold")]
    Character,
    /// Longer than [`Link::LONGEST`].
    #[error("the link is too long")]
    TooLong,
    /// A `mailto` field other than the usual ones; some programs attach files by one.
    #[error("a mail field other than to, cc, bcc, subject and body")]
    MailField,
}

impl Link {
    /// The longest link opened, in bytes.
    pub const LONGEST: usize = 8192;

    /// Reads a link.
    ///
    /// # Errors
    /// When it is none that should be opened.
    pub fn parse(text: &str) -> Result<Self, LinkRefusal> {
        if text.len() > Self::LONGEST {
            return Err(LinkRefusal::TooLong);
        }
        let (scheme, rest) = text.split_once(':').ok_or(LinkRefusal::Scheme)?;
        let scheme = scheme.to_ascii_lowercase();
        if !matches!(scheme.as_str(), "http" | "https" | "mailto") {
            return Err(LinkRefusal::Scheme);
        }
        if text.chars().any(is_misleading) {
            return Err(LinkRefusal::Character);
        }
        let target = if scheme == "mailto" { mail(rest)? } else { host(rest)? };
        Ok(Link { url: format!("{scheme}:{rest}"), target })
    }

    /// The link.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Where it leads, to be shown to the user: the host and port, or the mail addresses.
    pub fn target(&self) -> &str {
        &self.target
    }
}

fn is_misleading(c: char) -> bool {
    c == '\\' || c.is_whitespace() || c.is_control() || is_hidden(c)
}

/// Characters that are not seen, or turn `gpj.exe` into `exe.jpg` for a reader.
pub(super) fn is_hidden(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
    )
}

/// `//host…`; browsers would mend other forms, and a mended link is not the one shown.
fn host(rest: &str) -> Result<String, LinkRefusal> {
    let rest = rest.strip_prefix("//").ok_or(LinkRefusal::Host)?;
    let authority = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
    if authority.contains('@') {
        return Err(LinkRefusal::UserInfo);
    }
    let (host, port) = match authority.rfind(']') {
        Some(end) => authority.split_at(end + 1),
        None => authority.split_at(authority.find(':').unwrap_or(authority.len())),
    };
    let name = match host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        Some(ip) => ip.parse::<std::net::Ipv6Addr>().is_ok(),
        None => {
            let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_');
            !host.is_empty() && !host.starts_with('.') && host.chars().all(plain)
        }
    };
    let port = port.is_empty()
        || port.strip_prefix(':').is_some_and(|port| !port.starts_with('+') && port.parse::<u16>().is_ok());
    if name && port { Ok(authority.to_ascii_lowercase()) } else { Err(LinkRefusal::Host) }
}

fn mail(rest: &str) -> Result<String, LinkRefusal> {
    let (to, fields) = rest.split_once('?').unwrap_or((rest, ""));
    let names = fields.split('&').filter(|field| !field.is_empty());
    let usual = ["to", "cc", "bcc", "subject", "body"];
    for field in names {
        let name = field.split('=').next().unwrap_or_default();
        if !usual.iter().any(|usual| usual.eq_ignore_ascii_case(name)) {
            return Err(LinkRefusal::MailField);
        }
    }
    // A line end in a field starts a new one for a careless program; a body may have several lines.
    let breaks = |text: &str| text.to_ascii_lowercase().contains("%0a") || text.to_ascii_lowercase().contains("%0d");
    let headers = fields.split('&').filter(|field| !field.to_ascii_lowercase().starts_with("body="));
    if breaks(to) || headers.into_iter().any(breaks) {
        return Err(LinkRefusal::Character);
    }
    let receives = |name: &str| ["to", "cc", "bcc"].iter().any(|known| known.eq_ignore_ascii_case(name));
    let more = fields.split('&').filter_map(|field| field.split_once('=')).filter(|(name, _)| receives(name));
    let all: Vec<_> = std::iter::once(to).chain(more.map(|(_, to)| to)).filter(|to| !to.is_empty()).collect();
    if all.is_empty() { Err(LinkRefusal::Host) } else { Ok(all.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn h34_web_and_mail_links_are_opened() {
        for (text, target) in [
            ("https://Example.com/a?b#c", "example.com"),
            ("HTTP://[::1]:80/", "[::1]:80"),
            ("https://ja.wikipedia.org/wiki/日本", "ja.wikipedia.org"),
            ("mailto:a@b.example?subject=x&body=one%0Atwo", "a@b.example"),
            ("mailto:a@b.example?BCC=c@d.example&body=e@f.example", "a@b.example, c@d.example"),
            ("mailto:?to=a@b.example&cc=", "a@b.example"),
        ] {
            assert_eq!(Link::parse(text).unwrap().target(), target, "{text}");
        }
        assert!(Link::parse("HTTPS://a.example").unwrap().url().starts_with("https://"));
    }

    #[test]
    fn h34_everything_else_is_refused_for_a_reason() {
        let long = format!("https://a.example/{}", "x".repeat(Link::LONGEST));
        for (refusal, texts) in [
            (
                LinkRefusal::Scheme,
                &["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "a.example", ""][..],
            ),
            (
                LinkRefusal::Scheme,
                &["vscode://x", "ms-msdt:/id", "blob:https://x", " https://a.example", "//a.example"],
            ),
            (LinkRefusal::UserInfo, &["https://bank.example@evil.example", "https://u:p@a.example"]),
            (
                LinkRefusal::Host,
                &[
                    "https:",
                    "https:a.example",
                    "https://",
                    "https:///a",
                    "https://bаnk.example",
                    "http://a:x",
                    "http://a:+8",
                ],
            ),
            (
                LinkRefusal::Character,
                &["https://a.example\\@b", "https://a.example/ b", "https://a.example/\u{202e}gpj", "https://a\n"],
            ),
            (LinkRefusal::Character, &["mailto:a@b?subject=x%0d%0aBcc:c@d", "mailto:a@b%0Ac@d"]),
            (LinkRefusal::MailField, &["mailto:a@b?attach=/etc/passwd", "mailto:a@b?subject=x&attachment=y"]),
            (LinkRefusal::TooLong, &[long.as_str()]),
        ] {
            for text in texts {
                assert_eq!(Link::parse(text), Err(refusal), "{text:?}");
            }
        }
    }
}
