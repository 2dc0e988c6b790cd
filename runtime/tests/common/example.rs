//! The examples that tests run as processes.

use std::path::PathBuf;
use std::process::Command;

/// Builds an example once more, which costs nothing when it is fresh, as it is after a run of every
/// test with every feature; and finds it.
pub fn example(name: &str) -> PathBuf {
    let built = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "-p", "mcp-apps", "--example", name, "--all-features"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status();
    assert!(built.unwrap().success(), "the example {name} does not build");
    let test = std::env::current_exe().unwrap();
    test.parent().unwrap().parent().unwrap().join("examples").join(name)
}
