//! The disk is full, a directory cannot be written to, the run is killed: nothing is half-written.

#![cfg(all(feature = "cli", unix))]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed, as it should")]

mod command;
mod server;
#[path = "cli/workspace.rs"]
mod workspace;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use workspace::Workspace;

const SIGKILL: i32 = 9;
const SIGXFSZ: i32 = 25;

type Tree = BTreeMap<PathBuf, Vec<u8>>;

/// A workspace that has to be written anew almost whole, as it is and as it shall be.
fn stale() -> (Workspace, Tree, Tree) {
    let workspace = Workspace::new();
    let fresh = workspace.root.snapshot();
    for path in fresh.keys().filter(|path| path.starts_with("generated")) {
        workspace.edit(path.to_str().unwrap(), "\nstale\n");
    }
    let stale = workspace.root.snapshot();
    (workspace, stale, fresh)
}

/// `codegen --locked` in a shell that sets limits first.
fn limited(workspace: &Workspace, limits: &str) -> (ExitStatus, String) {
    let script = format!("{limits}; exec '{}' --locked", env!("CARGO_BIN_EXE_codegen"));
    let output = Command::new("sh").args(["-c", &script]).current_dir(workspace.root.0.join("spec")).output().unwrap();
    (output.status, String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn on_a_full_disk_no_file_is_replaced_and_nothing_is_left_behind() {
    let (workspace, stale, _) = stale();
    // `ulimit -f` lets a file grow to 64 kB and then fails each write, as a full disk does.
    let (status, said) = limited(&workspace, "trap '' XFSZ; ulimit -f 64");
    assert_eq!(status.code(), Some(2), "{said}");
    assert!(said.contains("can't be written") && !said.contains("panicked"), "{said}");
    assert_eq!(workspace.root.snapshot(), stale);
}

#[test]
fn a_run_that_ends_in_the_middle_of_a_file_has_replaced_none_and_the_next_one_clears_up() {
    let (workspace, stale, fresh) = stale();
    let (status, _) = limited(&workspace, "ulimit -f 64; ulimit -c 0");
    assert_eq!(status.signal(), Some(SIGXFSZ));
    let left = workspace.root.snapshot();
    assert!(stale.iter().all(|(path, bytes)| left.get(path) == Some(bytes)));
    workspace.run(&["--locked"]).expect(0);
    assert_eq!(workspace.root.snapshot(), fresh);
}

#[test]
fn a_tree_that_can_not_be_written_to_is_an_error_and_stays_as_it_is() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let (workspace, stale, _) = stale();
    let schema = workspace.root.0.join("generated/schema");
    fs::set_permissions(&schema, fs::Permissions::from_mode(0o555)).unwrap();
    // Root may write everywhere, so it becomes somebody else.
    let root = fs::metadata(&schema).unwrap().uid() == 0;
    let nobody = if root { "setpriv --reuid=65534 --regid=65534 --clear-groups " } else { "" };
    let script = format!("exec {nobody}'{}' --locked", env!("CARGO_BIN_EXE_codegen"));
    let output = Command::new("sh").args(["-c", &script]).current_dir(workspace.root.0.join("spec")).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    fs::set_permissions(&schema, fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("can't be written: Permission denied"), "{said}");
    assert_eq!(workspace.root.snapshot(), stale);
}

#[test]
fn a_run_that_is_killed_while_it_writes_leaves_each_file_old_or_new_and_the_next_one_mends_the_rest() {
    for pause in [0, 1000] {
        let (workspace, stale, fresh) = stale();
        let mut child = Command::new(env!("CARGO_BIN_EXE_codegen"))
            .arg("--locked")
            .current_dir(workspace.root.0.join("spec"))
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let begun = || fs::read_dir(workspace.root.0.join("generated/schema")).unwrap().count() > 2;
        while !begun() && child.try_wait().unwrap().is_none() {}
        let at = Instant::now();
        while at.elapsed() < Duration::from_micros(pause) {}
        let _ = child.kill();
        let status = child.wait().unwrap();
        assert!(status.success() || status.signal() == Some(SIGKILL), "{status}");
        let left = workspace.root.snapshot();
        for (path, bytes) in &fresh {
            let now = left.get(path);
            assert!(now == Some(bytes) || now == stale.get(path), "{} is half-written", path.display());
        }
        workspace.run(&["--locked"]).expect(0);
        assert_eq!(workspace.root.snapshot(), fresh);
    }
}
