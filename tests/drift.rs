//! `generated/` is what `spec/` and `codegen/` say.

use std::fs;
use std::path::Path;

use codegen::source::Inputs;
use codegen::tree::Files;

#[test]
fn generated_is_fresh() {
    let mut fresh = Files::default();
    collect(Path::new(env!("FRESH")), Path::new(""), &mut fresh);
    assert!(!fresh.0.is_empty(), "build.rs generated nothing");
    let drift = fresh.check(Path::new("generated")).expect("generated/ can be read");
    let report: String = drift.iter().map(|drift| drift.diff.as_str()).collect();
    assert!(drift.is_empty(), "{report}\n`generated/` is stale; run: cargo run -p codegen -- --locked");
}

#[test]
fn what_is_pinned_generates_without_a_warning() {
    let inputs = Inputs::load(Path::new("spec")).expect("spec/ is sound");
    let warnings = codegen::generate(&inputs).expect("spec/ generates").warnings;
    assert!(warnings.is_empty(), "{}", warnings.join("\n"));
}

/// The files build.rs wrote below `root`.
fn collect(root: &Path, below: &Path, files: &mut Files) {
    for entry in fs::read_dir(root.join(below)).expect("a directory of build.rs") {
        let path = below.join(entry.expect("an entry").file_name());
        if root.join(&path).is_dir() {
            collect(root, &path, files);
        } else {
            let text = fs::read_to_string(root.join(&path)).expect("a text file");
            files.insert(path, text);
        }
    }
}
