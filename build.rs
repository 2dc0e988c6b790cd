//! Regenerates `generated/` from `spec/` into `OUT_DIR`, offline, for `tests/drift.rs`.
//!
//! It never writes the source tree, never fetches, and does not fail on mere drift, which is
//! the test's to report; a hash that does not match or a spec that cannot be generated from
//! fails the build.

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use codegen::source::Inputs;

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=spec");
    match regenerate() {
        Ok(fresh) => {
            println!("cargo::rustc-env=FRESH={fresh}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            println!("cargo::error={}", error.to_string().replace('\n', " "));
            ExitCode::FAILURE
        }
    }
}

fn regenerate() -> Result<String, Box<dyn std::error::Error>> {
    let fresh = Path::new(&env::var("OUT_DIR")?).join("generated");
    let files = codegen::generate(&Inputs::load(Path::new("spec"))?)?.files;
    if fresh.exists() {
        fs::remove_dir_all(&fresh)?;
    }
    for (path, text) in &files.0 {
        let path = fresh.join(path);
        fs::create_dir_all(path.parent().unwrap_or(&fresh))?;
        fs::write(path, text)?;
    }
    Ok(fresh.display().to_string())
}
