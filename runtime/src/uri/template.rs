//! A family of `ui://` URIs with variables in it.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use super::{UiUri, UriError};

/// A template of `ui://` URIs, `ui://report/{id}`: the simple expressions of RFC 6570, level 1.
///
/// A variable stands for one or more characters other than `/`; its value is given
/// percent-decoded, so it may hold any character, `/` and `..` included.
///
/// ```
/// use mcp_apps::uri::UiTemplate;
///
/// let template = UiTemplate::parse("ui://report/{year}/{id}.html")?;
/// let found = template.matches("ui://report/2026/a%20b.html").unwrap_or_default();
/// assert_eq!((&*found["year"], &*found["id"]), ("2026", "a b"));
/// assert_eq!(template.matches("ui://report/2026/x/y.html"), None);
/// # Ok::<(), mcp_apps::uri::TemplateError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UiTemplate {
    text: String,
    /// The text before the first variable.
    head: String,
    /// Each variable with the text after it.
    variables: Vec<(String, String)>,
}

/// Why a string is not a [`UiTemplate`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TemplateError {
    /// Filled in, it would not be a `ui://` URI.
    #[error(transparent)]
    Uri(#[from] UriError),
    /// No variable: it is a URI, see [`UiUri`].
    #[error("no variable in it: use UiUri")]
    NoVariable,
    /// A brace without its partner.
    #[error("a brace without its partner")]
    Brace,
    /// A variable in the place of the scheme.
    #[error("a variable before ui://")]
    Scheme,
    /// An expression other than `{name}`.
    #[error("{{{0}}}: only simple expressions, a name of letters, digits and _")]
    Expression(String),
    /// One name twice.
    #[error("{{{0}}} twice")]
    Repeated(String),
    /// Two variables with nothing between them.
    #[error("{{{0}}} follows another variable at once, so there is no telling where it begins")]
    Adjacent(String),
}

impl UiTemplate {
    /// Reads a template.
    ///
    /// # Errors
    ///
    /// It is not a level 1 template with at least one variable, or not one of `ui://` URIs.
    pub fn parse(template: impl Into<String>) -> Result<Self, TemplateError> {
        let text = template.into();
        let mut parts = text.split('{');
        let head = parts.next().unwrap_or_default().to_owned();
        let mut variables: Vec<(String, String)> = Vec::new();
        for part in parts {
            let (name, tail) = part.split_once('}').ok_or(TemplateError::Brace)?;
            if !is_name(name) {
                return Err(TemplateError::Expression(name.to_owned()));
            }
            if variables.iter().any(|(known, _)| known == name) {
                return Err(TemplateError::Repeated(name.to_owned()));
            }
            if variables.last().is_some_and(|(_, between)| between.is_empty()) {
                return Err(TemplateError::Adjacent(name.to_owned()));
            }
            variables.push((name.to_owned(), tail.to_owned()));
        }
        let filled = variables.iter().fold(head.clone(), |filled, (_, tail)| filled + "0" + tail);
        if filled.contains('}') {
            return Err(TemplateError::Brace);
        }
        if variables.is_empty() {
            UiUri::parse(filled)?;
            return Err(TemplateError::NoVariable);
        }
        if UiUri::parse(format!("{head}0")).is_err_and(|error| error == UriError::Scheme) {
            return Err(if head.is_empty() { TemplateError::Scheme } else { UriError::Scheme.into() });
        }
        UiUri::parse(filled)?;
        Ok(UiTemplate { text, head, variables })
    }

    /// The template as written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The values of the variables in `uri`, if the template covers it.
    pub fn matches(&self, uri: &str) -> Option<BTreeMap<String, String>> {
        UiUri::parse(uri).ok()?;
        let mut rest = uri.strip_prefix(self.head.as_str())?;
        let mut values = BTreeMap::new();
        // The first place that fits each text between two variables is the right one: a later one
        // would only lengthen the value before it by what the value after it could not hold either.
        for (index, (name, tail)) in self.variables.iter().enumerate() {
            let last = index + 1 == self.variables.len();
            let (value, after) = if last {
                (rest.strip_suffix(tail.as_str())?, "")
            } else {
                let first = rest.chars().next()?.len_utf8();
                let at = first + rest[first..].find(tail.as_str())?;
                (&rest[..at], &rest[at + tail.len()..])
            };
            if value.is_empty() || value.contains('/') {
                return None;
            }
            values.insert(name.clone(), decoded(value)?);
            rest = after;
        }
        Some(values)
    }
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The percent-decoded value, if it is UTF-8 and no escape of it was cut.
fn decoded(value: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.as_bytes();
    while let [byte, after @ ..] = rest {
        match (byte, after) {
            (b'%', [high, low, after @ ..]) => {
                let digit = |byte: u8| (byte as char).to_digit(16);
                bytes.push(u8::try_from(digit(*high)? * 16 + digit(*low)?).ok()?);
                rest = after;
            }
            (b'%', _) => return None,
            _ => {
                bytes.push(*byte);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

impl fmt::Display for UiTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for UiTemplate {
    type Err = TemplateError;

    fn from_str(template: &str) -> Result<Self, TemplateError> {
        UiTemplate::parse(template)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matched(template: &str, uri: &str) -> Option<Vec<(String, String)>> {
        UiTemplate::parse(template).unwrap().matches(uri).map(|found| found.into_iter().collect())
    }

    fn one(value: &str) -> Option<Vec<(String, String)>> {
        Some(vec![("id".to_owned(), value.to_owned())])
    }

    #[test]
    fn a_variable_stands_for_one_segment_or_a_part_of_it() {
        assert_eq!(matched("ui://report/{id}", "ui://report/7"), one("7"));
        assert_eq!(matched("ui://report/{id}.html", "ui://report/a.html.html"), one("a.html"));
        assert_eq!(matched("ui://report/{id}/view", "ui://report/a/view"), one("a"));
        assert_eq!(matched("ui://report/{id}", "ui://report/%2E%2E%2Fetc"), one("../etc"));
        let two = matched("ui://r/{a}-{b}", "ui://r/x-y-z").unwrap();
        assert_eq!(two, [("a".to_owned(), "x".to_owned()), ("b".to_owned(), "y-z".to_owned())]);
        let dashes = matched("ui://r/{a}-{b}", "ui://r/--z").unwrap();
        assert_eq!(dashes, [("a".to_owned(), "-".to_owned()), ("b".to_owned(), "z".to_owned())]);
    }

    #[test]
    fn what_a_template_does_not_cover_has_no_values() {
        for uri in [
            "ui://report/",
            "ui://report",
            "ui://report/a/b",
            "ui://reports/a",
            "ui://report/%FF",
            "ui://report/a b",
            "ui://report/é",
            "https://report/a",
            "",
        ] {
            assert_eq!(matched("ui://report/{id}", uri), None, "{uri}");
        }
        assert_eq!(matched("ui://r/{a}-{b}", "ui://r/x"), None);
        assert_eq!(matched("ui://r/{a}-{b}", "ui://r/x-"), None);
        assert_eq!(matched("ui://r/{id}x", "ui://r/x"), None);
    }

    #[test]
    fn a_template_is_refused_for_a_named_reason() {
        let table = [
            ("https://x/{id}", TemplateError::Uri(UriError::Scheme)),
            ("{scheme}://x", TemplateError::Scheme),
            ("ui://x", TemplateError::NoVariable),
            ("ui://x/{id", TemplateError::Brace),
            ("ui://x/id}", TemplateError::Brace),
            ("ui://x/{a}}", TemplateError::Brace),
            ("ui://x/{+path}", TemplateError::Expression("+path".to_owned())),
            ("ui://x/{a,b}", TemplateError::Expression("a,b".to_owned())),
            ("ui://x/{}", TemplateError::Expression(String::new())),
            ("ui://x/{a}/{a}", TemplateError::Repeated("a".to_owned())),
            ("ui://x/{a}{b}", TemplateError::Adjacent("b".to_owned())),
            ("ui://x y/{a}", TemplateError::Uri(UriError::Character)),
            ("ui://x/{a}#b", TemplateError::Uri(UriError::Fragment)),
        ];
        for (template, error) in table {
            assert_eq!(UiTemplate::parse(template), Err(error), "{template}");
        }
    }
}
