//! `mcp-apps bundle`: a View written in Rust as one HTML file that runs under the policy the
//! specification demands.
//!
//! That policy (`script-src 'self' 'unsafe-inline'`) refuses WebAssembly, and a View cannot
//! grant it to itself. [`Mode::Portable`] therefore takes the compiled View on to plain
//! JavaScript; [`Mode::Wasm`] is for Hosts known to grant `'wasm-unsafe-eval'`, and
//! [`Mode::Dual`] carries both and decides in the page.
//!
//! The page makes no request, calls neither `eval` nor `new Function`, and needs no nonce: it
//! is the author's HTML template with its style sheets and one classic script inside.

use std::path::{Path, PathBuf};

mod bindgen;
mod cargo;
#[cfg(feature = "cli")]
pub mod command;
mod copies;
mod crates;
mod data;
mod error;
mod frames;
mod names;
mod npm;
mod optimize;
mod output;
pub mod pinned;
mod portable;
mod profile;
mod saturate;
mod script;
mod sections;
mod size;
mod template;
mod tools;
mod watch;
mod wide;

pub use copies::copies;
pub use error::Error;
pub use optimize::wasm_opt;
pub use output::Page;
pub use portable::wasm2js;
pub use saturate::saturate;
pub use size::{BUDGET, Sizes};
pub use tools::Tools;
pub use watch::Watch;

use crate::tags;
use crates::ViewCrate;
use data::Data;
use watch::Snapshot;

/// What the page runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Plain JavaScript, for any Host.
    #[default]
    Portable,
    /// WebAssembly; where the Host refuses it, the page says so.
    Wasm,
    /// WebAssembly, and plain JavaScript where the Host refuses it.
    Dual,
}

impl Mode {
    /// The View is compiled for what binaryen's wasm2js can read: one table, no references.
    fn has_javascript(self) -> bool {
        self != Mode::Wasm
    }
}

/// What to bundle, and how.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// The folder of the View's `Cargo.toml`.
    pub view: PathBuf,
    /// What the page runs.
    pub mode: Mode,
    /// The HTML around the View: by default `index.html` beside its `Cargo.toml`, or a bare page.
    pub template: Option<PathBuf>,
    /// The most bytes the page may have.
    pub max_size: Option<usize>,
    /// Use only what is installed: nothing is fetched.
    pub offline: bool,
}

impl Options {
    /// The View in the folder `view`, as the specification's own policy allows it.
    pub fn new(view: impl Into<PathBuf>) -> Self {
        Options { view: view.into(), ..Options::default() }
    }
}

/// Bundles the View that `options` names.
///
/// # Errors
///
/// When something is missing, in the wrong version, or failed; see [`Error`].
pub fn bundle(options: &Options) -> Result<Page, Error> {
    let view = ViewCrate::read(options)?;
    let tools = Tools::find(options.offline)?;
    let work = view.work_folder(options.mode)?;
    let read = Snapshot::of(&view.sources);

    let compiled = cargo::build(&view, options)?;
    let glue = bindgen::bind(compiled, options.mode, &work)?;
    if options.mode != Mode::Portable {
        optimize::for_browsers(&tools, options.mode, &work)?;
    }
    let mut data = Data::default();
    if options.mode.has_javascript() {
        data = portable::translate(&tools, &glue.wide, &work)?;
    }
    let script = script::bundle(&tools, options.mode, &glue, &data, &work)?;
    let html = template::fill(&tools, &view.template(options), &script)?;

    let page = Page::new(html, &view, read);
    page.sizes().check(options.max_size)?;
    Ok(page)
}

/// Where the page of the View in `view` goes unless told otherwise.
///
/// # Errors
///
/// When `view` is no View crate.
pub fn default_output(view: &Path) -> Result<PathBuf, Error> {
    Ok(ViewCrate::read(&Options::new(view))?.default_output())
}
