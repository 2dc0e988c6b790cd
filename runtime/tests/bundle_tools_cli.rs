//! `mcp-apps bundle` as a person types it: what it says of each missing piece, and its options.
//! `cargo test -p mcp-apps --features cli --test bundle_tools_cli`; needs node, and npm for what
//! is not on PATH.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

const INSTALL: &str = "`npm install --global binaryen@132.0.0 esbuild@0.28.2`";

/// A copy of the growing View, and a folder of programs that come before all others.
struct Bench {
    view: PathBuf,
    programs: PathBuf,
}

impl Bench {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        let (view, programs) = (folder.join("view"), folder.join("programs"));
        fs::create_dir_all(view.join("src")).unwrap();
        fs::create_dir_all(&programs).unwrap();
        let growth = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/views/growth");
        for file in ["Cargo.toml", "Cargo.lock", "src/lib.rs"] {
            fs::copy(growth.join(file), view.join(file)).unwrap();
        }
        Bench { view, programs }
    }

    /// Puts a program there that prints `says`.
    fn program(&self, name: &str, says: &str) -> &Self {
        self.script(name, &format!("#!/bin/sh\necho '{says}'\n"));
        self
    }

    /// Cargo as it is outside, whatever PATH and RUSTC are: it needs a compiler, too.
    fn cargo(&self) -> PathBuf {
        let path = std::env::var("PATH").unwrap();
        let script = format!("#!/bin/sh\nunset RUSTC\nPATH='{path}' exec '{}' \"$@\"\n", env!("CARGO"));
        self.script("cargo-outside", &script)
    }

    fn script(&self, name: &str, text: &str) -> PathBuf {
        let file = self.programs.join(name);
        fs::write(&file, text).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        file
    }

    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-apps"));
        command.arg("bundle").arg(&self.view).env("CARGO", env!("CARGO"));
        command.env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("views"));
        command
    }

    /// The one line of a failure where only [`Bench::program`]s, and cargo, are found.
    fn refused(&self) -> String {
        let mut command = self.command();
        // Nor those that an earlier run has fetched.
        command.env("XDG_CACHE_HOME", self.programs.join("cache"));
        command.arg("--offline").env("PATH", &self.programs).env("CARGO", self.cargo());
        self.one_line(&mut command)
    }

    fn one_line(&self, command: &mut Command) -> String {
        let output = command.output().unwrap();
        assert!(!output.status.success());
        let said = String::from_utf8(output.stderr).unwrap();
        let errors: Vec<_> = said.lines().filter(|line| line.starts_with("error: ")).collect();
        assert_eq!(errors.len(), 1, "{said}");
        assert_eq!(said.lines().last(), Some(errors[0]), "nothing follows: {said}");
        errors[0].to_owned()
    }
}

#[test]
fn each_missing_program_is_one_line_with_the_command_that_installs_it() {
    let bench = Bench::new("missing");
    assert_eq!(bench.refused(), format!("error: wasm-opt 132 is needed, and it is not on PATH: {INSTALL}"));
    bench.program("wasm-opt", "wasm-opt version 108");
    assert_eq!(bench.refused(), format!("error: wasm-opt 132 is needed, PATH has 108: {INSTALL}"));
    bench.program("wasm-opt", "wasm-opt version 132 (version_132)");
    assert_eq!(bench.refused(), format!("error: wasm2js 132 is needed, and it is not on PATH: {INSTALL}"));
    bench.program("wasm2js", "wasm2js version 132 (version_132)").program("esbuild", "0.19.0");
    assert_eq!(bench.refused(), format!("error: esbuild 0.28.2 is needed, PATH has 0.19.0: {INSTALL}"));
}

#[test]
fn a_compiler_without_the_target_is_told_how_to_get_it() {
    let bench = Bench::new("target");
    bench.program("wasm-opt", "wasm-opt version 132").program("wasm2js", "wasm2js version 132");
    bench.program("esbuild", "0.28.2").program("rustc", "/nowhere");
    assert_eq!(
        bench.refused(),
        "error: the compiler has no target wasm32-unknown-unknown: `rustup target add wasm32-unknown-unknown`"
    );
}

#[test]
fn a_page_above_the_authors_limit_is_not_written() {
    let bench = Bench::new("large");
    let line = bench.one_line(bench.command().args(["--max-size", "1000"]));
    assert!(line.contains(" bytes, more than the 1000 allowed: "), "{line}");
    assert!(!bench.view.join("dist/growth-view.html").exists());
}

#[test]
fn a_watched_view_is_bundled_again_when_a_source_changes_and_survives_an_error() {
    let bench = Bench::new("watch");
    let child = bench.command().arg("--watch").stdout(Stdio::piped()).spawn().unwrap();
    let mut child = Ended(child);
    let mut lines = BufReader::new(child.0.stdout.take().unwrap()).lines().map_while(Result::ok);
    let page = bench.view.join("dist/growth-view.html");
    let source = bench.view.join("src/lib.rs");
    let text = fs::read_to_string(&source).unwrap();

    assert!(lines.any(|line| line.contains("growth-view.html: ")));
    let first = fs::read_to_string(&page).unwrap();
    fs::write(&source, "this is not Rust").unwrap();
    assert!(lines.any(|line| line.ends_with("src/lib.rs changed")));
    fs::write(&source, text.replace("toUpperCase", "toLowerCase")).unwrap();
    assert!(lines.any(|line| line.contains("growth-view.html: ")));
    let second = fs::read_to_string(&page).unwrap();
    assert!(first.contains("toUpperCase") && !second.contains("toUpperCase") && second.contains("toLowerCase"));
}

/// A process that does not outlive its test.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
