//! The sandbox tokens of a View's frame.

/// The `sandbox` attribute of the frame that holds a View: always `allow-scripts`, and beside it
/// only tokens of [`ALLOWED`](Self::ALLOWED). `allow-top-navigation` in any form, popups and
/// downloads are never among them: a View asks its Host for those. Neither is
/// `allow-same-origin`, which only `host::sandbox::OwnOrigin` adds.
///
/// Default: `allow-scripts allow-forms`; where forms go is the policy's `form-action 'none'`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SandboxTokens(Vec<&'static str>);

impl SandboxTokens {
    /// Tokens a Host may add.
    pub const ALLOWED: [&'static str; 5] =
        ["allow-forms", "allow-modals", "allow-orientation-lock", "allow-pointer-lock", "allow-presentation"];

    /// Those of the wanted tokens that are allowed; the others are left out.
    pub fn wanted(text: &str) -> Self {
        let wanted: Vec<_> = text.split_ascii_whitespace().map(str::to_ascii_lowercase).collect();
        SandboxTokens(Self::ALLOWED.into_iter().filter(|token| wanted.iter().any(|wanted| wanted == token)).collect())
    }

    /// The value of the View's own frame.
    pub fn inner(&self) -> String {
        self.with("allow-scripts")
    }

    /// The value of the frame around it, which holds the sandbox proxy on an origin other than
    /// the Host's (P1, P2).
    pub fn outer(&self) -> String {
        self.with("allow-scripts allow-same-origin")
    }

    fn with(&self, first: &str) -> String {
        let mut value = first.to_owned();
        for token in &self.0 {
            value.push(' ');
            value.push_str(token);
        }
        value
    }
}

impl Default for SandboxTokens {
    fn default() -> Self {
        SandboxTokens(vec!["allow-forms"])
    }
}
