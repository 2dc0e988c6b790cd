//! Without feature `server`, its macros name the feature.
//!
//! The crate under test has no features, whatever this run has: cargo checks a crate of its own,
//! which takes the few dependencies of the core and nothing of the SDK.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const MANIFEST: &str = r#"
[package]
name = "absent"
edition = "2024"

[dependencies]
mcp-apps = { path = "RUNTIME", default-features = false }

[workspace]
"#;

#[test]
fn a_macro_of_the_server_adapter_names_the_feature_it_needs() {
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("server_absent");
    fs::create_dir_all(folder.join("src")).unwrap();
    fs::write(folder.join("Cargo.toml"), MANIFEST.replace("RUNTIME", &runtime.display().to_string())).unwrap();
    fs::copy(runtime.join("../Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    let check = |main: &str| {
        fs::write(folder.join("src/main.rs"), main).unwrap();
        let mut cargo = Command::new(env::var_os("CARGO").unwrap());
        cargo.args(["check", "--offline", "--quiet", "--color=never", "--target-dir"]).arg(folder.join("target"));
        let output = cargo.current_dir(&folder).output().unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (built, errors) = check("fn main() { let _ = mcp_apps::ui_uri!(\"ui://x/view\"); }\n");
    assert!(built, "without the macros it builds: {errors}");
    for (name, call) in
        [("ui_tool!", r#"ui_tool!("ui://x/view", app_only)"#), ("ui_resource!", r#"ui_resource!("ui://x", html = "")"#)]
    {
        let (built, errors) = check(&format!("fn main() {{ let _ = mcp_apps::{call}; }}\n"));
        let fix = format!("error: `{name}` needs feature `server` of `mcp-apps`: mcp-apps = {{");
        assert!(!built && errors.contains(&fix), "{errors}");
        assert_eq!(errors.matches("error: ").count(), 2, "it, and that it could not compile: {errors}");
    }
}
