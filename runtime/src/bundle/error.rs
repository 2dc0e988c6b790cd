//! What goes wrong while bundling: one line each, with the command that mends it.

use std::path::{Path, PathBuf};

use super::pinned;

/// Why there is no page.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The folder holds no crate that cargo can read.
    #[error("cargo cannot read the View crate {}: {said}{}", .view.display(), start_one(.view))]
    NoCrate {
        /// The folder.
        view: PathBuf,
        /// What cargo says of it.
        said: String,
    },
    /// The crate builds no WebAssembly of its own.
    #[error("{} builds no WebAssembly: add `[lib] crate-type = [\"cdylib\"]` to it", .manifest.display())]
    NoWebAssembly {
        /// The crate's `Cargo.toml`.
        manifest: PathBuf,
    },
    /// The crate does not use `wasm-bindgen`.
    #[error(
        "the View does not depend on wasm-bindgen: `cargo add --manifest-path {} wasm-bindgen@={}`",
        .manifest.display(), pinned::WASM_BINDGEN
    )]
    NoWasmBindgen {
        /// The crate's `Cargo.toml`.
        manifest: PathBuf,
    },
    /// The View's lock file has another `wasm-bindgen` than this program carries.
    #[error(
        "the View's lock file has wasm-bindgen {found}, this mcp-apps writes glue for {wanted}: `cargo update \
         --manifest-path {} --package wasm-bindgen --precise {wanted}`, or install the mcp-apps release made for {found}",
        .manifest.display(), wanted = pinned::WASM_BINDGEN
    )]
    WasmBindgenVersion {
        /// The crate's `Cargo.toml`.
        manifest: PathBuf,
        /// The version in the lock file.
        found: String,
    },
    /// The compiler has no standard library for WebAssembly.
    #[error("the compiler has no target wasm32-unknown-unknown: `rustup target add wasm32-unknown-unknown`")]
    NoTarget,
    /// The View does not compile.
    #[error("the View does not compile; cargo's messages are above, `cargo build --target wasm32-unknown-unknown --manifest-path {}` repeats them", .manifest.display())]
    Build {
        /// The crate's `Cargo.toml`.
        manifest: PathBuf,
    },
    /// `wasm-bindgen` refuses what was compiled.
    #[error("wasm-bindgen cannot bind the View: {said}")]
    Bindgen {
        /// Its words, on one line.
        said: String,
    },
    /// A program of the tool chain is absent or of another version.
    #[error("{tool} {wanted} is needed, {found}: `{}`", pinned::install_command())]
    Tool {
        /// The program.
        tool: &'static str,
        /// The version this crate was tested with.
        wanted: &'static str,
        /// What there is instead.
        found: String,
    },
    /// A program of the tool chain failed.
    #[error("{tool} failed: {said}")]
    ToolFailed {
        /// The program.
        tool: &'static str,
        /// Its first line that says why.
        said: String,
    },
    /// What wasm2js writes no longer looks as the pinned version writes it.
    #[error(
        "wasm2js wrote {count} places like `{place}` where one was expected: its memory would not grow soundly; `{}`",
        pinned::install_command()
    )]
    Wasm2jsChanged {
        /// The text looked for.
        place: &'static str,
        /// How often it was there.
        count: usize,
    },
    /// The bytes are no WebAssembly module.
    #[error("the compiled View is not a WebAssembly module: {0}; `cargo clean` and build again")]
    NotWasm(&'static str),
    /// The View's JavaScript does what no policy of MCP Apps allows.
    #[error("the View's JavaScript uses `{what}`, {why}")]
    Forbidden {
        /// The construct.
        what: &'static str,
        /// Why it cannot work, and what to use instead.
        why: &'static str,
    },
    /// The template asks for something the page could not have.
    #[error("{}:{line}: `{what}` {why}", .template.display())]
    Template {
        /// The author's file.
        template: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What stands there.
        what: String,
        /// Why it cannot work, and what to use instead.
        why: &'static str,
    },
    /// The page is larger than allowed.
    #[error(
        "the page has {size} bytes, more than the {max} allowed: make the View smaller, or pass `--max-size {size}`"
    )]
    TooLarge {
        /// Its size in bytes.
        size: usize,
        /// The most it may have.
        max: usize,
    },
    /// A file cannot be read or written.
    #[error("{}: {error}", .path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
}

impl Error {
    pub(super) fn io(path: impl AsRef<Path>) -> impl FnOnce(std::io::Error) -> Error {
        let path = path.as_ref().to_path_buf();
        move |error| Error::Io { path, error }
    }
}

fn start_one(view: &Path) -> String {
    if view.join("Cargo.toml").exists() {
        return String::new();
    }
    format!("; `cargo new --lib {}` starts one", view.display())
}
