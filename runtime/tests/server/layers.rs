//! Where the SDK may be seen.

use std::path::{Path, PathBuf};

/// The adapters, and the tools of the command; each behind a feature.
const ADAPTERS: [&str; 9] =
    ["server", "server.rs", "host/rmcp", "host/rmcp.rs", "rmcp_3.rs", "check", "conformance", "preview", "preview.rs"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn row_31_nothing_of_the_sdk_is_seen_outside_the_adapters() {
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    sources(&runtime.join("src"), &mut files);
    sources(&runtime.join("../generated/src"), &mut files);
    assert!(files.len() > 100, "{}", files.len());
    for file in files {
        let inner = file.strip_prefix(runtime.join("src")).unwrap_or(&file);
        if ADAPTERS.iter().any(|adapter| inner.starts_with(adapter)) {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let foreign: Vec<_> = code.filter(|line| line.contains("rmcp::")).collect();
        assert!(foreign.is_empty(), "{}: {foreign:?}", file.display());
    }
}
