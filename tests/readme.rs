//! The README's Rust is the crates' own, which compiles.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::fs;

/// The README shows without its scaffolding what the documentation of the feature `server` compiles with it.
#[test]
fn the_ten_lines_of_the_readme_are_those_the_documentation_compiles() {
    let documented = fs::read_to_string("runtime/src/server.rs").unwrap();
    let example = documented.lines().filter_map(|line| line.strip_prefix("//!")).map(str::trim_start);
    let compiled: Vec<&str> = example.filter(|line| !line.starts_with("# ") && !line.is_empty()).collect();
    let readme = fs::read_to_string("README.md").unwrap();
    let shown = readme.split_once("```rust,ignore\n").unwrap().1.split_once("```\n").unwrap().0;
    let shown: Vec<&str> = shown.lines().map(str::trim_start).filter(|line| !line.is_empty()).collect();
    assert!((8..=12).contains(&shown.len()), "{shown:#?}");
    assert!(compiled.windows(shown.len()).any(|window| window == shown), "{shown:#?} is not in {compiled:#?}");
}
