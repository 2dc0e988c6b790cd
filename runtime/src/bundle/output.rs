//! The page on disk, and what to tell about it.

use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::crates::ViewCrate;
use super::tags::{end_tag, tags};
use super::watch::{Snapshot, Watch};
use super::{Error, Sizes};
use crate::embed::digest;

/// A View as one HTML file.
#[derive(Debug)]
pub struct Page {
    html: String,
    folder: PathBuf,
    sources: Vec<PathBuf>,
    /// The sources as they were before they were read.
    read: Snapshot,
}

impl Page {
    pub(super) fn new(html: String, view: &ViewCrate, read: Snapshot) -> Self {
        Page { html, folder: view.folder.clone(), sources: view.sources.clone(), read }
    }

    /// The file's text.
    pub fn html(&self) -> &str {
        &self.html
    }

    /// Its sizes.
    pub fn sizes(&self) -> Sizes {
        Sizes::of(&self.html)
    }

    /// The sources of its inline scripts for a `script-src` without `'unsafe-inline'`.
    pub fn script_hashes(&self) -> Vec<String> {
        script_hashes(&self.html)
    }

    /// Tells when a source of the page changes, from the moment it was read; its own file `output` does not count.
    pub fn watch(&self, output: &Path) -> Watch {
        Watch::new(self.sources.clone(), output.to_path_buf(), self.read.clone())
    }

    /// Writes the page to `output`, and beside it, as `sha256sum` does, the digests of the page
    /// and of the View's sources: [`crate::embed`] checks them.
    ///
    /// # Errors
    ///
    /// When a file cannot be written.
    pub fn write(&self, output: &Path) -> Result<(), Error> {
        let folder = output.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(Error::io(folder))?;
        let folder = fs::canonicalize(folder).map_err(Error::io(folder))?;
        let mut lines = vec![line(self.html.as_bytes(), Path::new(output.file_name().unwrap_or_default()))];
        for source in Snapshot::of(std::slice::from_ref(&self.folder)).without(output).files() {
            let bytes = fs::read(source).map_err(Error::io(source))?;
            lines.push(line(&bytes, &relative(&folder, source)));
        }
        replace(output, self.html.as_bytes())?;
        replace(&crate::embed::digests_of(output), lines.concat().as_bytes())
    }
}

/// Writes beside the file and moves it there whole: neither a full disk nor a run that is killed
/// leaves half a page. What it leaves of the two files, `embed` tells apart by the digest.
fn replace(file: &Path, bytes: &[u8]) -> Result<(), Error> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let beside = file.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    let written = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, file));
    written.map_err(|error| {
        let _ = fs::remove_file(&beside);
        Error::io(file)(error)
    })
}

fn line(bytes: &[u8], file: &Path) -> String {
    format!("{}  {}\n", digest(bytes), file.display().to_string().replace('\\', "/"))
}

/// `file` as seen from `folder`; both are absolute.
fn relative(folder: &Path, file: &Path) -> PathBuf {
    let shared = folder.ancestors().find(|shared| file.starts_with(shared)).unwrap_or(Path::new(""));
    let up = folder.strip_prefix(shared).unwrap_or(folder).components().map(|_| Path::new(".."));
    up.chain(file.strip_prefix(shared)).collect()
}

fn script_hashes(html: &str) -> Vec<String> {
    let inline = tags(html).into_iter().filter(|tag| tag.name == "script" && tag.get("src").is_none());
    let texts = inline.map(|tag| {
        let end = end_tag(html, tag.range.end, "script").unwrap_or(html.len());
        &html[tag.range.end..end]
    });
    texts.map(|text| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inline_scripts_have_the_hashes_browsers_compute() {
        // The example of the CSP specification.
        let html = "<script>alert('Hello, world.');</script><script src='data:,'></script>";
        assert_eq!(script_hashes(html), ["'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"]);
    }

    #[test]
    fn a_page_that_can_not_be_written_leaves_nothing_behind() {
        let folder = std::env::temp_dir().join(format!("mcp-apps-output-{}", std::process::id()));
        let page = folder.join("page.html");
        // A folder in its place, as little replaced by a file as a full disk takes one.
        fs::create_dir_all(page.join("full")).unwrap();
        assert!(replace(&page, b"<!doctype html>").is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        // Nobody who has the old page open sees half of the new one.
        let (old, other) = (folder.join("old.html"), folder.join("other.html"));
        replace(&other, b"1").unwrap();
        fs::hard_link(&other, &old).unwrap();
        replace(&other, b"2").unwrap();
        assert_eq!((fs::read(&old).unwrap(), fs::read(&other).unwrap()), (b"1".to_vec(), b"2".to_vec()));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn sources_are_named_as_seen_from_the_page() {
        assert_eq!(
            relative(Path::new("/a/server/views"), Path::new("/a/view/src/lib.rs")),
            Path::new("../../view/src/lib.rs")
        );
        assert_eq!(relative(Path::new("/a"), Path::new("/a/b/c")), Path::new("b/c"));
    }
}
