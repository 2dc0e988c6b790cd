//! The inner cargo: compiles the View for the mode, deaf to what surrounds it.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use serde::Deserialize;

use super::crates::ViewCrate;
use super::{Error, Mode, Options};

/// Where Views run.
pub(super) const TARGET: &str = "wasm32-unknown-unknown";

/// What an outer build may have set for itself. Flags for Views belong into `.cargo/config.toml`,
/// under `[target.wasm32-unknown-unknown]`, where they add to ours.
const SCRUBBED: [&str; 9] = [
    "RUSTFLAGS",
    "CARGO_ENCODED_RUSTFLAGS",
    "CARGO_BUILD_RUSTFLAGS",
    "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS",
    "CARGO_BUILD_TARGET",
    "CARGO_TARGET_DIR",
    "CARGO_BUILD_TARGET_DIR",
    "RUSTC_WORKSPACE_WRAPPER",
    "CARGO_MAKEFLAGS",
];

#[derive(Deserialize)]
struct Artifact {
    reason: String,
    #[serde(default)]
    manifest_path: PathBuf,
    #[serde(default)]
    filenames: Vec<PathBuf>,
}

pub(super) fn program() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Compiles the View and returns the module.
pub(super) fn build(view: &ViewCrate, options: &Options) -> Result<Vec<u8>, Error> {
    check_target(&view.folder)?;
    let mut command = command(view, options);
    let output = command.output().map_err(Error::io(program()))?;
    let failed = || Error::Build { manifest: view.manifest.clone() };
    if !output.status.success() {
        return Err(failed());
    }
    let module = module(&output.stdout, &view.manifest).ok_or_else(failed)?;
    fs::read(&module).map_err(Error::io(&module))
}

fn command(view: &ViewCrate, options: &Options) -> Command {
    let mut command = Command::new(program());
    command.current_dir(&view.folder);
    for name in SCRUBBED {
        command.env_remove(name);
    }
    command.args(["build", "--release", "--message-format=json-render-diagnostics", "--target", TARGET]);
    command.arg("--manifest-path").arg(&view.manifest);
    command.arg("--target-dir").arg(view.target_folder(options.mode));
    command.args(options.offline.then_some("--offline"));
    command.arg("--config").arg(flags(view, options.mode));
    command.args(view.profile.iter().flat_map(|setting| ["--config", setting]));
    command.stderr(Stdio::inherit());
    command
}

/// As configuration, these add to the author's own flags; as an environment variable, they would
/// take their place.
fn flags(view: &ViewCrate, mode: Mode) -> String {
    let renamed = view.renamed.iter().map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display()));
    // wasm2js knows one table and no reference types, and the default processor has both.
    let oldest = ["-Ctarget-cpu=mvp", "-Ctarget-feature=+mutable-globals"].map(str::to_owned);
    let oldest = oldest.into_iter().filter(|_| mode.has_javascript());
    // A list of JSON strings is one of TOML strings, too.
    format!("target.{TARGET}.rustflags={}", serde_json::Value::from_iter(oldest.chain(renamed)))
}

/// The `.wasm` file that cargo says it made of the crate at `manifest`.
fn module(messages: &[u8], manifest: &Path) -> Option<PathBuf> {
    let lines = messages.split(|byte| *byte == b'\n');
    let artifacts = lines.filter_map(|line| serde_json::from_slice::<Artifact>(line).ok());
    let own = artifacts.filter(|line| line.reason == "compiler-artifact" && line.manifest_path == manifest);
    own.flat_map(|artifact| artifact.filenames).find(|file| file.extension() == Some(OsStr::new("wasm")))
}

fn check_target(folder: &Path) -> Result<(), Error> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut command = Command::new(&rustc);
    let output = command.current_dir(folder).args(["--print", "target-libdir", "--target", TARGET]).output();
    let output = output.map_err(Error::io(&rustc))?;
    let libraries = String::from_utf8_lossy(&output.stdout);
    if Path::new(libraries.trim()).is_dir() { Ok(()) } else { Err(Error::NoTarget) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view() -> ViewCrate {
        ViewCrate {
            name: "view".to_owned(),
            folder: "/v".into(),
            manifest: "/v/Cargo.toml".into(),
            sources: Vec::new(),
            renamed: [("/home/me/\"x".into(), "x".to_owned())].into(),
            target: "/t".into(),
            profile: vec!["profile.release.lto=\"fat\"".to_owned()],
        }
    }

    #[test]
    fn the_inner_build_is_deaf_to_the_outer_one() {
        let command = command(&view(), &Options::new("/v"));
        for name in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_TARGET_DIR"] {
            assert!(command.get_envs().any(|variable| variable == (OsStr::new(name), None)), "{name}");
        }
        let arguments: Vec<_> = command.get_args().collect();
        let target = arguments.iter().position(|argument| *argument == "--target-dir").unwrap();
        assert_eq!(arguments[target + 1], "/t/mcp-apps/mvp");
        assert_eq!(arguments[arguments.len() - 2..], ["--config", "profile.release.lto=\"fat\""]);
    }

    #[test]
    fn only_wasm2js_asks_for_the_first_webassembly() {
        let view = view();
        let remap = r#""--remap-path-prefix=/home/me/\"x=x"]"#;
        let oldest = r#"["-Ctarget-cpu=mvp","-Ctarget-feature=+mutable-globals","#;
        let wanted = format!("target.wasm32-unknown-unknown.rustflags={oldest}{remap}");
        assert_eq!(flags(&view, Mode::Portable), wanted);
        assert_eq!(flags(&view, Mode::Dual), wanted);
        assert_eq!(flags(&view, Mode::Wasm), wanted.replace(oldest, "["));
    }

    #[test]
    fn the_module_is_the_one_cargo_names() {
        let messages = br#"{"reason":"compiler-artifact","manifest_path":"/dep/Cargo.toml","filenames":["/t/dep.wasm"]}
{"reason":"build-script-executed","package_id":"x"}
{"reason":"compiler-artifact","manifest_path":"/v/Cargo.toml","filenames":["/t/v.d","/t/v.wasm"]}
{"reason":"build-finished","success":true}"#;
        assert_eq!(module(messages, Path::new("/v/Cargo.toml")), Some("/t/v.wasm".into()));
        assert_eq!(module(messages, Path::new("/w/Cargo.toml")), None);
    }
}
