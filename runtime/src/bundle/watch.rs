//! Waiting for a source to change, by looking: a View has few files, and looking works anywhere.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

const PAUSE: Duration = Duration::from_millis(300);

/// Folders of products, not of sources.
const PRODUCTS: [&str; 3] = ["target", "node_modules", "dist"];

/// The sources of a page and how they were when last looked at.
#[derive(Debug)]
pub struct Watch {
    folders: Vec<PathBuf>,
    output: PathBuf,
    seen: Snapshot,
}

impl Watch {
    /// `seen` is from before the page was made: what changed meanwhile has changed.
    pub(super) fn new(folders: Vec<PathBuf>, output: PathBuf, seen: Snapshot) -> Self {
        let seen = seen.without(&output);
        Watch { folders, output, seen }
    }

    /// Watches files and folders that no page was made of.
    #[must_use]
    pub fn over(paths: Vec<PathBuf>) -> Self {
        let seen = Snapshot::of(&paths);
        Watch::new(paths, PathBuf::new(), seen)
    }

    /// Returns once a source was changed, added or removed since the last time, with its name.
    pub fn changed(&mut self) -> PathBuf {
        loop {
            if let Some(file) = self.poll() {
                return file;
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Looks once.
    pub fn poll(&mut self) -> Option<PathBuf> {
        let now = Snapshot::of(&self.folders).without(&self.output);
        let changed = self.seen.difference(&now);
        self.seen = now;
        changed
    }
}

/// Files and their times and sizes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Snapshot(BTreeMap<PathBuf, (Option<SystemTime>, u64)>);

impl Snapshot {
    /// The files under `folders`, without products and hidden files; and those of them that are files.
    pub(super) fn of(folders: &[PathBuf]) -> Self {
        let mut snapshot = Snapshot::default();
        for folder in folders {
            match fs::metadata(folder) {
                Ok(about) if about.is_file() => snapshot.note(folder.clone(), &about),
                _ => snapshot.take(folder),
            }
        }
        snapshot
    }

    fn note(&mut self, file: PathBuf, about: &fs::Metadata) {
        self.0.insert(file, (about.modified().ok(), about.len()));
    }

    /// Not the page at `output`, nor its digests.
    pub(super) fn without(mut self, output: &Path) -> Self {
        let digests = crate::embed::digests_of(output);
        for own in [output, &digests].into_iter().filter_map(|file| fs::canonicalize(file).ok()) {
            self.0.remove(&own);
        }
        self
    }

    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        self.0.keys().map(PathBuf::as_path)
    }

    fn take(&mut self, folder: &Path) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let (name, path) = (entry.file_name(), entry.path());
            let name = name.to_string_lossy();
            // What vanishes while one looks has changed, and is seen as such next time.
            let Ok(about) = entry.metadata() else { continue };
            if name.starts_with('.') || PRODUCTS.contains(&name.as_ref()) {
                continue;
            } else if about.is_dir() {
                self.take(&path);
            } else {
                self.note(path, &about);
            }
        }
    }

    fn difference(&self, now: &Snapshot) -> Option<PathBuf> {
        let changed = now.0.iter().find(|(file, about)| self.0.get(*file) != Some(about));
        let removed = || self.0.keys().find(|file| !now.0.contains_key(*file));
        changed.map(|(file, _)| file).or_else(removed).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_count_and_products_do_not() {
        let root = std::env::temp_dir().join(format!("mcp-apps-watch-{}", std::process::id()));
        let folder = |name: &str| fs::create_dir_all(root.join(name)).unwrap();
        let write = |name: &str, text: &str| fs::write(root.join(name), text).unwrap();
        ["src", "target", "dist"].into_iter().for_each(folder);
        write("src/lib.rs", "1");
        let root = fs::canonicalize(&root).unwrap();
        let folders = vec![root.clone()];
        let mut watch = Watch::new(folders.clone(), root.join("page.html"), Snapshot::of(&folders));
        assert_eq!(watch.poll(), None);

        write("target/x", "1");
        write("dist/x", "1");
        write("page.html", "1");
        write("page.html.sha256", "1");
        assert_eq!(watch.poll(), None);

        write("src/lib.rs", "12");
        assert_eq!(watch.poll(), Some(root.join("src/lib.rs")));
        write("index.html", "1");
        assert_eq!(watch.poll(), Some(root.join("index.html")));
        fs::remove_file(root.join("index.html")).unwrap();
        assert_eq!(watch.poll(), Some(root.join("index.html")));
        assert_eq!(watch.poll(), None);
        fs::remove_dir_all(root).unwrap();
    }
}
