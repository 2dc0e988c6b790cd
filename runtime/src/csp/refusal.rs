//! Why a declared source is not an origin.

/// Why a declared CSP source is refused. The message says what to write instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The string is empty.
    #[error("empty: leave the entry out")]
    Empty,
    /// A control character, which could start a new header line.
    #[error("a control character")]
    ControlCharacter,
    /// White space, which separates two sources.
    #[error("white space: one origin per entry")]
    Whitespace,
    /// A quote: `'self'`, `'unsafe-inline'` and other keywords are the Host's to give.
    #[error("a quote: keywords such as 'unsafe-inline' are the Host's to give")]
    Quote,
    /// A semicolon, which starts a new directive.
    #[error("a semicolon: an entry is one origin, not a directive")]
    Semicolon,
    /// A comma, which starts a new policy.
    #[error("a comma: one origin per entry")]
    Comma,
    /// `&` or a numeric character reference, which HTML decodes inside `<meta content>`.
    #[error("an HTML entity")]
    Entity,
    /// `<` or `>`, which could end the tag a policy is written in.
    #[error("markup")]
    Markup,
    /// `*` alone, which is every origin.
    #[error("a bare wildcard: name the origins")]
    BareWildcard,
    /// A `*` that is not the whole first label.
    #[error("a wildcard stands for the whole first label only: https://*.example.com")]
    WildcardPlace,
    /// A wildcard over a top-level domain.
    #[error("a wildcard over a top-level domain: name at least https://*.example.com")]
    WildcardTooBroad,
    /// No scheme, so the origin is not decided.
    #[error("no scheme: write https://…")]
    NoScheme,
    /// A scheme other than `http`, `https`, `ws` and `wss`.
    #[error("a scheme other than http, https, ws and wss")]
    Scheme,
    /// A user name or password before the host.
    #[error("user info before the host")]
    UserInfo,
    /// Nothing after the scheme: `https:` alone is every secure origin.
    #[error("no host: name the origin")]
    NoHost,
    /// The host is no domain name: an empty, over-long or hyphen-edged label, or a character that
    /// is not a letter, digit or hyphen. International names are written in their `xn--` form.
    #[error("not a domain name: letters, digits and inner hyphens, international names as xn--…")]
    Host,
    /// The host ends in a number but is not a plain IPv4 address. Browsers read `0x7f.1` as one.
    #[error("not an IPv4 address of four plain decimal numbers")]
    Ipv4,
    /// The brackets do not hold an IPv6 address.
    #[error("not an IPv6 address in brackets")]
    Ipv6,
    /// The port is not a number from 1 to 65535.
    #[error("a port is a number from 1 to 65535")]
    Port,
    /// A path, be it only `/`: an origin has none.
    #[error("a path: an origin ends after its host or port")]
    Path,
    /// A query.
    #[error("a query: an origin ends after its host or port")]
    Query,
    /// A fragment.
    #[error("a fragment: an origin ends after its host or port")]
    Fragment,
}

impl Refusal {
    /// The reason's stable name, for findings and logs.
    pub fn name(self) -> &'static str {
        match self {
            Refusal::Empty => "empty",
            Refusal::ControlCharacter => "control-character",
            Refusal::Whitespace => "whitespace",
            Refusal::Quote => "quote",
            Refusal::Semicolon => "semicolon",
            Refusal::Comma => "comma",
            Refusal::Entity => "entity",
            Refusal::Markup => "markup",
            Refusal::BareWildcard => "bare-wildcard",
            Refusal::WildcardPlace => "wildcard-place",
            Refusal::WildcardTooBroad => "wildcard-too-broad",
            Refusal::NoScheme => "no-scheme",
            Refusal::Scheme => "scheme",
            Refusal::UserInfo => "user-info",
            Refusal::NoHost => "no-host",
            Refusal::Host => "host",
            Refusal::Ipv4 => "ipv4",
            Refusal::Ipv6 => "ipv6",
            Refusal::Port => "port",
            Refusal::Path => "path",
            Refusal::Query => "query",
            Refusal::Fragment => "fragment",
        }
    }
}
