//! Where bytes come from, as the lock and the command line write it.

use std::fmt;
use std::path::PathBuf;

use crate::error::{Error, Result, Stage};

/// The schema's path in upstream's npm package.
pub const DEFAULT_ENTRY: &str = "dist/src/generated/schema.json";

/// One place that bytes come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// `npm:@scope/name@selector#entry`: a file in a published package.
    Npm {
        /// The package's name, with its scope.
        package: String,
        /// An exact version or a dist-tag.
        selector: String,
        /// The file's path in the package.
        entry: String,
    },
    /// An `https:` URL, or `http:` on the loopback interface.
    Url(String),
    /// A file on this machine, relative to the working directory.
    File(PathBuf),
}

impl Origin {
    /// Reads `npm:…`, a URL, or a path.
    ///
    /// # Errors
    /// When it is none of the three.
    pub fn parse(text: &str) -> Result<Origin> {
        if let Some(package) = text.strip_prefix("npm:") {
            return Origin::npm(package).ok_or_else(|| {
                Error::new(Stage::Usage, format!("`{text}` names no npm package file"))
                    .remedy("write npm:@scope/name@version, with #path/in/package for another file")
            });
        }
        if text.starts_with("https://") || text.starts_with("http://") {
            return Ok(Origin::Url(text.to_owned()));
        }
        if text.is_empty() || text.contains("://") {
            return Err(Error::new(Stage::Usage, format!("`{text}` is no source"))
                .remedy("a source is npm:@scope/name@version, an https URL, or a path"));
        }
        Ok(Origin::File(PathBuf::from(text)))
    }

    fn npm(text: &str) -> Option<Origin> {
        let (package, entry) = text.split_once('#').unwrap_or((text, DEFAULT_ENTRY));
        let at = package.get(1..)?.find('@').map(|at| at + 1);
        let (package, selector) = match at {
            Some(at) => (&package[..at], &package[at + 1..]),
            None => (package, "latest"),
        };
        let named = match package.strip_prefix('@') {
            Some(scoped) => scoped.split_once('/').is_some_and(|(scope, name)| is_name(scope) && is_name(name)),
            None => is_name(package),
        };
        let safe = entry.split('/').all(|part| !matches!(part, "" | "." | "..")) && !entry.contains('\\');
        (named && is_name(selector) && safe).then(|| Origin::Npm {
            package: package.to_owned(),
            selector: selector.to_owned(),
            entry: entry.to_owned(),
        })
    }
}

fn is_name(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._~+".contains(c);
    !text.is_empty() && !text.starts_with('.') && text.chars().all(plain)
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Npm { package, selector, entry } => {
                write!(f, "npm:{package}@{selector}")?;
                if entry == DEFAULT_ENTRY { Ok(()) } else { write!(f, "#{entry}") }
            }
            Origin::Url(url) => f.write_str(url),
            Origin::File(path) => write!(f, "{}", path.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_reads_back_as_it_prints() {
        for text in
            ["npm:@a/b@1.2.2", "npm:@a/b@latest#dist/x.json", "npm:b@1.0.0-beta.1", "https://h/x", "spec/x.json"]
        {
            assert_eq!(Origin::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Origin::parse("npm:@a/b").unwrap().to_string(), "npm:@a/b@latest");
    }

    #[test]
    fn a_source_can_not_climb_out_of_its_package_or_registry() {
        for text in [
            "npm:@a/b@1#../x",
            "npm:@a/b@1#/etc/passwd",
            "npm:@a/b@1#a//b",
            "npm:@a/b@1#a\\..\\b",
            "npm:@a/b@1#",
            "npm:../x@1",
            "npm:@a/../b@1",
            "npm:@a/b@../1",
            "npm:@a@1",
            "npm:",
            "npm:é",
            "npm:@é/b",
            "ftp://h/x",
            "",
        ] {
            assert!(Origin::parse(text).is_err(), "{text}");
        }
    }
}
