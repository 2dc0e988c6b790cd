//! The output: written whole or not at all, or compared with what is there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use similar::TextDiff;

use crate::error::{Error, Result, Stage};

/// The directories below `generated/` that hold nothing but output: what else lies there is an orphan.
const OWNED: [&str; 3] = ["src", "surface", "schema"];

/// The output files, by path below `generated/`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files(pub BTreeMap<PathBuf, String>);

/// What writing did to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Created or replaced.
    Written,
    /// Already had these bytes; left alone.
    Unchanged,
    /// No longer part of the output.
    Removed,
}

/// A file that differs from what would be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drift {
    /// The file, below `generated/`.
    pub path: PathBuf,
    /// A unified diff from the file to what would be written.
    pub diff: String,
}

impl Files {
    /// Adds a file.
    pub fn insert(&mut self, path: impl Into<PathBuf>, text: impl Into<String>) {
        self.0.insert(path.into(), text.into());
    }

    /// The text of the file at `path`.
    #[must_use]
    pub fn get(&self, path: impl AsRef<Path>) -> Option<&str> {
        self.0.get(path.as_ref()).map(String::as_str)
    }

    /// Makes the tree at `root` equal to these files.
    ///
    /// # Errors
    /// When a file can't be read or written; before the first is replaced, if it is for want of space or rights.
    pub fn write(&self, root: &Path) -> Result<Vec<(PathBuf, Outcome)>> {
        let mut batch = Batch::default();
        let outcomes = self.stage(root, &mut batch)?;
        batch.commit()?;
        Ok(outcomes)
    }

    /// Adds to `batch` what makes the tree at `root` equal to these files.
    ///
    /// # Errors
    /// When the tree can't be read.
    pub fn stage(&self, root: &Path, batch: &mut Batch) -> Result<Vec<(PathBuf, Outcome)>> {
        let orphans = self.orphans(root)?;
        let mut outcomes = Vec::new();
        for (path, text) in &self.0 {
            let target = root.join(path);
            let same = read(&target)?.as_deref() == Some(text.as_bytes());
            if !same {
                batch.put(target, text.as_bytes());
            }
            outcomes.push((path.clone(), if same { Outcome::Unchanged } else { Outcome::Written }));
        }
        for path in orphans {
            batch.remove(root.join(&path));
            outcomes.push((path, Outcome::Removed));
        }
        Ok(outcomes)
    }

    /// Compares the tree at `root` with these files: differing, missing and orphan files.
    ///
    /// # Errors
    /// When the tree can't be read.
    pub fn check(&self, root: &Path) -> Result<Vec<Drift>> {
        let mut drift = Vec::new();
        for (path, text) in &self.0 {
            let old = read(&root.join(path))?;
            if old.as_deref() != Some(text.as_bytes()) {
                drift.push(Drift { path: path.clone(), diff: unified(path, old.as_deref(), Some(text)) });
            }
        }
        for path in self.orphans(root)? {
            let old = read(&root.join(&path))?;
            drift.push(Drift { diff: unified(&path, old.as_deref(), None), path });
        }
        Ok(drift)
    }

    fn orphans(&self, root: &Path) -> Result<BTreeSet<PathBuf>> {
        let mut found = BTreeSet::new();
        for owned in OWNED {
            walk(root, Path::new(owned), &mut found)?;
        }
        found.retain(|path| !self.0.contains_key(path));
        Ok(found)
    }
}

/// Files to replace or remove together.
#[derive(Debug, Default)]
pub struct Batch {
    puts: BTreeMap<PathBuf, Vec<u8>>,
    last: Option<(PathBuf, Vec<u8>)>,
    removals: BTreeSet<PathBuf>,
}

impl Batch {
    /// The file at `target` shall hold `bytes`.
    pub fn put(&mut self, target: PathBuf, bytes: &[u8]) {
        self.puts.insert(target, bytes.to_vec());
    }

    /// As [`Batch::put`], after all others: the file that vouches for them.
    pub fn put_last(&mut self, target: PathBuf, bytes: &[u8]) {
        self.last = Some((target, bytes.to_vec()));
    }

    /// The file at `target` shall not be.
    pub fn remove(&mut self, target: PathBuf) {
        self.removals.insert(target);
    }

    /// Writes every file beside its place, and only then moves them all there.
    ///
    /// # Errors
    /// When a file can't be written; nothing has been replaced then, unless a move itself failed.
    pub fn commit(self) -> Result<()> {
        let mut temporaries = Temporaries(Vec::new());
        for (target, bytes) in self.puts.into_iter().chain(self.last) {
            temporaries.write(target, &bytes)?;
        }
        for (temporary, target) in &temporaries.0 {
            fs::rename(temporary, target).map_err(|error| fault(target, "replaced", &error))?;
        }
        for target in &self.removals {
            fs::remove_file(target).map_err(|error| fault(target, "removed", &error))?;
            // Fails unless the directory is empty, which is the wish.
            let _ = target.parent().map(fs::remove_dir);
        }
        Ok(())
    }
}

/// Files waiting to be moved; whatever still waits at the end is deleted.
struct Temporaries(Vec<(PathBuf, PathBuf)>);

impl Temporaries {
    fn write(&mut self, target: PathBuf, bytes: &[u8]) -> Result<()> {
        let name = target.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let temporary = target.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
        if let Some(parent) = target.parent() {
            fs::create_dir_all(parent).map_err(|error| fault(parent, "created", &error))?;
        }
        self.0.push((temporary.clone(), target));
        fs::write(&temporary, bytes).map_err(|error| fault(&temporary, "written", &error))?;
        match fs::read(&temporary) {
            Ok(written) if written == bytes => Ok(()),
            Ok(_) => Err(Error::new(Stage::Tree, "didn't keep what was written").at(temporary.display().to_string())),
            Err(error) => Err(fault(&temporary, "read back", &error)),
        }
    }
}

impl Drop for Temporaries {
    fn drop(&mut self) {
        for (temporary, _) in &self.0 {
            let _ = fs::remove_file(temporary);
        }
    }
}

/// A unified diff of the file `path`; `None` where it isn't.
#[must_use]
pub fn unified(path: &Path, old: Option<&[u8]>, new: Option<&str>) -> String {
    let name = path.to_string_lossy().replace('\\', "/");
    let header = |side: &str, there: bool| {
        if there { format!("{side}/{name}") } else { "/dev/null".to_owned() }
    };
    let before = String::from_utf8_lossy(old.unwrap_or_default());
    TextDiff::from_lines(before.as_ref(), new.unwrap_or_default())
        .unified_diff()
        .header(&header("a", old.is_some()), &header("b", new.is_some()))
        .to_string()
}

fn walk(root: &Path, below: &Path, found: &mut BTreeSet<PathBuf>) -> Result<()> {
    let directory = root.join(below);
    // What lies behind a link is not ours to write to, still less to clear up.
    if directory.is_symlink() {
        return Err(Error::new(Stage::Tree, "is a link; the output goes into a directory of its own")
            .at(directory.display().to_string())
            .remedy("remove the link"));
    }
    let entries = match fs::read_dir(&directory) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        entries => entries.map_err(|error| fault(&directory, "listed", &error))?,
    };
    for entry in entries {
        let entry = entry.map_err(|error| fault(&directory, "listed", &error))?;
        let path = below.join(entry.file_name());
        let kind = entry.file_type().map_err(|error| fault(&directory, "listed", &error))?;
        if kind.is_dir() || kind.is_symlink() && directory.join(entry.file_name()).is_dir() {
            walk(root, &path, found)?;
        } else {
            found.insert(path);
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(fault(path, "read", &error)),
    }
}

fn fault(path: &Path, what: &str, error: &std::io::Error) -> Error {
    Error::new(Stage::Tree, format!("can't be {what}: {error}")).at(path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A directory of this test's own, removed at its end.
    struct Root(PathBuf);

    impl Root {
        fn new(test: &str) -> Root {
            let root = std::env::temp_dir().join(format!("codegen-tree-{test}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&root);
            fs::create_dir_all(&root).unwrap();
            Root(root)
        }
    }

    impl Drop for Root {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn files() -> Files {
        let mut files = Files::default();
        files.insert("src/draft/types.rs", "one\ntwo\n");
        files.insert("src/lib.rs", "mod draft;\n");
        files
    }

    #[test]
    fn a_second_write_changes_nothing_and_the_check_agrees() {
        let root = Root::new("twice");
        assert_eq!(files().check(&root.0).unwrap().len(), 2);
        files().write(&root.0).unwrap();
        let outcomes = files().write(&root.0).unwrap();
        assert!(outcomes.iter().all(|(_, outcome)| *outcome == Outcome::Unchanged));
        assert_eq!(files().check(&root.0).unwrap(), []);
    }

    #[test]
    fn orphans_go_and_files_that_are_not_ours_stay() {
        let root = Root::new("orphans");
        files().write(&root.0).unwrap();
        fs::create_dir_all(root.0.join("src/old")).unwrap();
        fs::write(root.0.join("src/old/types.rs"), "x\n").unwrap();
        fs::write(root.0.join("Cargo.toml"), "ours\n").unwrap();
        let drift = files().check(&root.0).unwrap();
        assert_eq!(drift.len(), 1);
        assert!(drift[0].diff.contains("+++ /dev/null") && drift[0].diff.contains("-x"));
        let outcomes = files().write(&root.0).unwrap();
        assert!(outcomes.contains(&(PathBuf::from("src/old/types.rs"), Outcome::Removed)));
        assert!(!root.0.join("src/old").exists() && root.0.join("Cargo.toml").exists());
    }

    #[cfg(unix)]
    #[test]
    fn nothing_behind_a_link_is_written_or_removed() {
        for link in ["schema", "src/draft"] {
            let root = Root::new(&format!("link-{}", link.len()));
            let elsewhere = root.0.join("elsewhere");
            fs::create_dir_all(&elsewhere).unwrap();
            fs::write(elsewhere.join("mine.txt"), "mine\n").unwrap();
            fs::create_dir_all(root.0.join("src")).unwrap();
            std::os::unix::fs::symlink(&elsewhere, root.0.join(link)).unwrap();
            let error = files().write(&root.0).unwrap_err();
            assert!(error.message.contains("is a link"), "{error}");
            assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 1);
            assert!(!root.0.join("src/lib.rs").exists());
        }
    }

    #[test]
    fn drift_is_shown_from_the_file_to_what_would_be_written() {
        let root = Root::new("drift");
        files().write(&root.0).unwrap();
        fs::write(root.0.join("src/draft/types.rs"), "one\ntoo\n").unwrap();
        let drift = files().check(&root.0).unwrap();
        assert_eq!(drift[0].path, Path::new("src/draft/types.rs"));
        assert!(drift[0].diff.contains("-too\n+two\n"), "{}", drift[0].diff);
    }

    #[test]
    fn nothing_is_replaced_when_one_file_can_not_be_written() {
        let root = Root::new("half");
        files().write(&root.0).unwrap();
        let mut batch = Batch::default();
        batch.put(root.0.join("src/draft/types.rs"), b"new\n");
        // A file where the directory should be.
        batch.put(root.0.join("src/lib.rs/inner.rs"), b"new\n");
        assert!(batch.commit().is_err());
        assert_eq!(files().check(&root.0).unwrap(), []);
        assert_eq!(fs::read_dir(root.0.join("src/draft")).unwrap().count(), 1);
    }
}
