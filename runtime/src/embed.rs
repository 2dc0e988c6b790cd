//! For the `build.rs` of a server: a View's page, bundled before, checked and embedded.
//!
//! `mcp-apps bundle` writes the page and, beside it, `PAGE.sha256`; both are checked in. Then
//! the server builds without npm, without a network and without a compiler for WebAssembly:
//!
//! ```no_run
//! // build.rs
//! fn main() -> Result<(), mcp_apps::embed::Error> {
//!     mcp_apps::embed::View::new("views/weather.html").built_from("views/weather").embed()
//! }
//! ```
//!
//! ```ignore
//! // src/main.rs
//! const WEATHER: &str = include_str!(concat!(env!("OUT_DIR"), "/weather.html"));
//! ```
//!
//! The page is bundled again only on request: `MCP_APPS_BUNDLE=1 cargo build` runs
//! `mcp-apps bundle --offline`, which takes the programs that are installed and fetches nothing.
//! A source of the View that changed since is a warning. Keep git from touching the page's line
//! ends: `views/*.html -text` in `.gitattributes`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fmt, fs};

use sha2::{Digest, Sha256};

/// Set, it makes [`View::embed`] bundle the page first.
const REQUEST: &str = "MCP_APPS_BUNDLE";

/// A page to embed.
#[derive(Clone, Debug)]
pub struct View {
    page: PathBuf,
    crate_folder: Option<PathBuf>,
}

impl View {
    /// The page at `page`, from the folder of the server's `Cargo.toml`.
    pub fn new(page: impl Into<PathBuf>) -> Self {
        View { page: page.into(), crate_folder: None }
    }

    /// The folder of the View's crate, to bundle it again on request.
    #[must_use]
    pub fn built_from(mut self, crate_folder: impl Into<PathBuf>) -> Self {
        self.crate_folder = Some(crate_folder.into());
        self
    }

    /// Copies the page to `OUT_DIR` under its own name, and tells cargo when to do so again.
    ///
    /// # Errors
    ///
    /// When the page is missing or not the one that was bundled, with the command that mends it.
    pub fn embed(&self) -> Result<(), Error> {
        let output =
            env::var_os("OUT_DIR").ok_or_else(|| Error("OUT_DIR is not set: call this from `build.rs`".to_owned()))?;
        println!("cargo::rerun-if-env-changed={REQUEST}");
        if env::var_os(REQUEST).is_some_and(|value| value != "0") {
            self.bundle()?;
        }
        let checked = self.check()?;
        for file in checked.watched {
            println!("cargo::rerun-if-changed={}", file.display());
        }
        for source in checked.stale {
            println!(
                "cargo::warning={} changed since {} was bundled: `{}`",
                source.display(),
                self.page.display(),
                self.command()
            );
        }
        let embedded = Path::new(&output).join(self.page.file_name().unwrap_or_default());
        fs::write(&embedded, checked.html).map_err(|error| Error(format!("{}: {error}", embedded.display())))
    }

    fn check(&self) -> Result<Checked, Error> {
        let digests = digests_of(&self.page);
        let read = |file: &Path| fs::read(file).map_err(|error| self.error(file, &error.to_string()));
        let html = read(&self.page)?;
        let text = String::from_utf8_lossy(&read(&digests)?).into_owned();
        let mut lines = text.lines().filter_map(|line| line.split_once("  "));
        let (wanted, _) = lines.next().ok_or_else(|| self.error(&digests, "it is empty"))?;
        if digest(&html) != wanted {
            return Err(self.error(&self.page, "it is not the page that was bundled"));
        }
        let folder = self.page.parent().unwrap_or(Path::new(""));
        let mut checked = Checked { html, watched: vec![self.page.clone(), digests], stale: Vec::new() };
        for (wanted, name) in lines {
            let source = folder.join(name);
            // A published server carries the page without the View's sources.
            let Ok(bytes) = fs::read(&source) else { continue };
            if digest(&bytes) != wanted {
                checked.stale.push(source.clone());
            }
            checked.watched.push(source);
        }
        Ok(checked)
    }

    fn bundle(&self) -> Result<(), Error> {
        let status = Command::new("mcp-apps").args(self.arguments()).arg("--offline").status();
        match status {
            Ok(status) if status.success() => Ok(()),
            Ok(_) => Err(Error(format!("{REQUEST} is set, and `{} --offline` failed: run it", self.command()))),
            Err(error) => Err(Error(format!(
                "{REQUEST} is set, and mcp-apps does not run ({error}): `cargo install mcp-apps --features cli`"
            ))),
        }
    }

    fn arguments(&self) -> [PathBuf; 4] {
        let folder = self.crate_folder.clone().unwrap_or_else(|| self.page.with_extension(""));
        ["bundle".into(), folder, "--out".into(), self.page.clone()]
    }

    fn command(&self) -> String {
        self.arguments()
            .iter()
            .fold("mcp-apps".to_owned(), |command, argument| format!("{command} {}", argument.display()))
    }

    fn error(&self, file: &Path, what: &str) -> Error {
        Error(format!("{}: {what}: `{}`", file.display(), self.command()))
    }
}

struct Checked {
    html: Vec<u8>,
    watched: Vec<PathBuf>,
    stale: Vec<PathBuf>,
}

/// Why a page is not embedded: one line, with the command that mends it.
pub struct Error(String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// As [`fmt::Display`]: cargo shows what `main` of a build script returns this way.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

/// The file beside `page` with its digest and those of its sources.
pub(crate) fn digests_of(page: &Path) -> PathBuf {
    let mut name = page.as_os_str().to_owned();
    name.push(".sha256");
    name.into()
}

/// SHA-256 in hexadecimal, as `sha256sum` writes it.
pub(crate) fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(name: &str) -> (View, PathBuf) {
        let folder = env::temp_dir().join(format!("mcp-apps-embed-{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join("v")).unwrap();
        fs::write(folder.join("v.html"), "<p>\u{e9}").unwrap();
        fs::write(folder.join("v/lib.rs"), "fn a() {}").unwrap();
        let digests = format!("{}  v.html\n{}  v/lib.rs\n", digest("<p>\u{e9}".as_bytes()), digest(b"fn a() {}"));
        fs::write(folder.join("v.html.sha256"), digests).unwrap();
        (View::new(folder.join("v.html")), folder)
    }

    #[test]
    fn the_page_that_was_bundled_is_embedded_byte_for_byte() {
        let (view, folder) = view("same");
        let checked = view.check().unwrap();
        assert_eq!(checked.html, "<p>\u{e9}".as_bytes());
        assert_eq!(checked.watched.len(), 3);
        assert!(checked.stale.is_empty());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn an_edited_page_is_refused_with_the_command_that_bundles_it() {
        let (view, folder) = view("edited");
        fs::write(folder.join("v.html"), "<p>\u{e9}\r\n").unwrap();
        let line = format!("{:?}", view.check().err().unwrap());
        assert!(line.contains("v.html: it is not the page that was bundled: `mcp-apps bundle "), "{line}");
        assert!(!line.contains('\n'));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_page_without_digests_is_refused() {
        let (view, folder) = view("bare");
        fs::remove_file(folder.join("v.html.sha256")).unwrap();
        assert!(view.check().is_err());
        fs::write(folder.join("v.html.sha256"), "").unwrap();
        assert!(view.check().is_err());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn changed_sources_are_told_and_absent_ones_are_not() {
        let (view, folder) = view("sources");
        fs::write(folder.join("v/lib.rs"), "fn b() {}").unwrap();
        assert_eq!(view.check().unwrap().stale, [folder.join("v/lib.rs")]);
        fs::remove_file(folder.join("v/lib.rs")).unwrap();
        assert!(view.check().unwrap().stale.is_empty());
        fs::remove_dir_all(folder).unwrap();
    }
}
