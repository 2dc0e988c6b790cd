//! The Content-Security-Policy of a View.

use std::fmt::Write;

use mcp_apps_generated::v2026_01_26::McpUiResourceCsp;

use super::{Declared, List, Scheme, Source};

mod approve;
mod permissions;
mod tokens;

#[cfg(test)]
mod tests;

pub use approve::{Approve, Objection, PublicOrigins};
pub use permissions::Permissions;
pub use tokens::SandboxTokens;

/// Everything a Host lets a View's page do: which origins it may reach, as a
/// Content-Security-Policy; which powerful features, as an `allow` attribute; and its sandbox
/// tokens.
///
/// The Content-Security-Policy is written as a header and as a `<meta>` from one value (H10–H15,
/// P4, P5): a browser enforces the intersection of every policy it is given, so the two must say
/// the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    granted: Declared,
    dropped: Vec<(List, Source)>,
    wasm: bool,
    webrtc: bool,
    permissions: Permissions,
    tokens: SandboxTokens,
}

impl Policy {
    /// The policy of a View that declares nothing: its own inline code, `data:` images and media,
    /// and no network (H11, the stable MUST).
    pub fn restrictive() -> Self {
        Self::of(&Declared::default())
    }

    /// The policy for exactly the declared origins. Only `connectDomains` opens connections: an
    /// empty list leaves `connect-src 'none'`, whether `csp` was absent or `{}`.
    pub fn of(declared: &Declared) -> Self {
        Policy {
            granted: declared.clone(),
            dropped: Vec::new(),
            wasm: false,
            webrtc: false,
            permissions: Permissions::default(),
            tokens: SandboxTokens::default(),
        }
    }

    /// The policy for what the Host approves of a declaration, which comes from the very server
    /// that is to be kept in check. What the hook returns and the View did not declare is left
    /// out again (H12).
    ///
    /// ```
    /// use mcp_apps::csp::{Declared, Policy, PublicOrigins};
    /// use mcp_apps::v2026_01_26::McpUiResourceCsp;
    ///
    /// let declared = Declared::read(&McpUiResourceCsp::new().with_connect_domains(vec![
    ///     "https://api.example.com".to_owned(),
    ///     "http://192.168.1.1".to_owned(),
    /// ]));
    /// let policy = Policy::approve(&declared, &PublicOrigins::new(["https://chat.example"]));
    /// assert!(policy.header().contains("connect-src https://api.example.com;"));
    /// assert_eq!(policy.dropped().len(), 1);
    /// ```
    pub fn approve(declared: &Declared, approve: &impl Approve) -> Self {
        let mut approved = approve.approve(declared);
        let mut dropped = Vec::new();
        for list in List::ALL {
            let asked = declared.list(list);
            let granted = approve::list_mut(&mut approved, list);
            granted.retain(|source| asked.contains(source));
            dropped
                .extend(asked.iter().filter(|source| !granted.contains(source)).map(|source| (list, source.clone())));
        }
        approved.refused.clone_from(&declared.refused);
        Policy { dropped, ..Policy::of(&approved) }
    }

    /// Lets the View compile WebAssembly. No View can declare it: it is the Host's decision, and
    /// without it Chromium refuses every module.
    #[must_use]
    pub fn with_wasm(mut self) -> Self {
        self.wasm = true;
        self
    }

    /// Lets the View speak to anybody over WebRTC, which no Content-Security-Policy governs. No
    /// View can declare it: it is the Host's decision, for a View that is trusted with all it
    /// sees. Without it, browsers that know [`connection_allowlist`](Self::connection_allowlist)
    /// keep WebRTC in.
    #[must_use]
    pub fn with_webrtc(mut self) -> Self {
        self.webrtc = true;
        self
    }

    /// Lets the View use these features, if the user agrees.
    #[must_use]
    pub fn with_permissions(mut self, permissions: Permissions) -> Self {
        self.permissions = permissions;
        self
    }

    /// Gives the View's frame these sandbox tokens beside `allow-scripts`.
    #[must_use]
    pub fn with_tokens(mut self, tokens: SandboxTokens) -> Self {
        self.tokens = tokens;
        self
    }

    /// The origins in force, and the entries that were no origins.
    pub fn granted(&self) -> &Declared {
        &self.granted
    }

    /// Origins that were declared and not approved: for the Host's log, and for its user (H13, H16).
    pub fn dropped(&self) -> &[(List, Source)] {
        &self.dropped
    }

    /// The features in force.
    pub fn permissions(&self) -> Permissions {
        self.permissions
    }

    /// The sandbox tokens in force.
    pub fn tokens(&self) -> &SandboxTokens {
        &self.tokens
    }

    /// The granted origins in the shape they were declared in, to be told to the View.
    pub fn granted_csp(&self) -> McpUiResourceCsp {
        let texts = |list| {
            let sources = self.granted.list(list).iter();
            Some(sources.map(ToString::to_string).collect::<Vec<_>>()).filter(|texts| !texts.is_empty())
        };
        let mut csp = McpUiResourceCsp::new();
        csp.connect_domains = texts(List::Connect);
        csp.resource_domains = texts(List::Resource);
        csp.frame_domains = texts(List::Frame);
        csp.base_uri_domains = texts(List::BaseUri);
        csp
    }

    /// The directives in order: name and value.
    pub fn directives(&self) -> impl Iterator<Item = (&'static str, String)> {
        let Declared { connect, resource, frame, base_uri, .. } = &self.granted;
        let only = |sources: &[Source]| if sources.is_empty() { "'none'".to_owned() } else { join("", sources) };
        let code = if self.wasm { "'self' 'unsafe-inline' 'wasm-unsafe-eval'" } else { "'self' 'unsafe-inline'" };
        // The specification's default has no fonts, not even the page's own.
        let fonts = if resource.is_empty() { "'none'".to_owned() } else { join("'self'", resource) };
        let base_uri = if base_uri.is_empty() { "'self'".to_owned() } else { join("", base_uri) };
        [
            ("default-src", "'none'".to_owned()),
            ("script-src", join(code, resource)),
            ("style-src", join("'self' 'unsafe-inline'", resource)),
            ("img-src", join("'self' data:", resource)),
            ("media-src", join("'self' data:", resource)),
            ("font-src", fonts),
            ("connect-src", only(connect)),
            ("frame-src", only(frame)),
            ("object-src", "'none'".to_owned()),
            ("form-action", "'none'".to_owned()),
            ("base-uri", base_uri),
        ]
        .into_iter()
    }

    /// The value of a `Content-Security-Policy` header.
    pub fn header(&self) -> String {
        let directives: Vec<_> = self.directives().map(|(name, value)| format!("{name} {value}")).collect();
        directives.join("; ")
    }

    /// The value of a `Connection-Allowlist` header: every origin in force, whatever it is in force
    /// for. It takes nothing from the Content-Security-Policy, but stops what that does not see:
    /// WebRTC, `preconnect` and DNS prefetch. Chromium has it; other browsers ignore it.
    ///
    /// Redirects are left to the Content-Security-Policy, which knows which may be followed.
    pub fn connection_allowlist(&self) -> String {
        let Declared { connect, resource, frame, .. } = &self.granted;
        let mut patterns: Vec<_> = [connect, resource, frame].into_iter().flatten().flat_map(patterns).collect();
        patterns.sort_unstable();
        patterns.dedup();
        let webrtc = if self.webrtc { ";webrtc=allow" } else { "" };
        format!("({});redirects=allow{webrtc}", patterns.join(" "))
    }

    /// The `<meta>` element that says the same, escaped for HTML although no accepted source holds
    /// a character that needs it.
    pub fn meta(&self) -> String {
        format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">", escape(&self.header()))
    }
}

/// The URL patterns of an origin, quoted; no accepted source holds a character that needs more. As
/// in a Content-Security-Policy, an origin stands for the one over TLS as well.
fn patterns(source: &Source) -> impl Iterator<Item = String> + use<> {
    let text = source.to_string();
    let (scheme, rest) = text.split_once(':').unwrap_or_default();
    let secure = matches!(source.scheme(), Scheme::Http | Scheme::Ws).then(|| format!("\"{scheme}s:{rest}\""));
    std::iter::once(format!("\"{text}\"")).chain(secure)
}

/// Escapes text for a double-quoted attribute.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            plain => escaped.push(plain),
        }
    }
    escaped
}

fn join(own: &str, sources: &[Source]) -> String {
    let mut value = own.to_owned();
    for source in sources {
        let separator = if value.is_empty() { "" } else { " " };
        // Writing to a string cannot fail.
        let _ = write!(value, "{separator}{source}");
    }
    value
}
