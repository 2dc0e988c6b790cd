//! The command line of `mcp-apps bundle`.

use std::fmt;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Error, Mode, Options, Page, bundle, default_output};
use crate::say::line;

/// Make one HTML file of a View written in Rust.
#[derive(Args, Debug)]
pub struct Bundle {
    /// The folder of the View's Cargo.toml.
    view: PathBuf,
    /// Where the page goes [default: dist/NAME.html in the View's folder].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// What the page runs: portable JavaScript, WebAssembly, or both.
    #[arg(long, value_enum, default_value_t = Runs::Portable)]
    mode: Runs,
    /// The HTML around the View [default: index.html in the View's folder].
    #[arg(long, value_name = "FILE")]
    template: Option<PathBuf>,
    /// Fail if the page has more bytes.
    #[arg(long, value_name = "N")]
    max_size: Option<usize>,
    /// Bundle again whenever a source changes.
    #[arg(long)]
    watch: bool,
    /// Use only what is installed: fetch nothing.
    #[arg(long)]
    offline: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Runs {
    /// Plain JavaScript: runs under the specification's policy.
    Portable,
    /// WebAssembly: needs a host that grants 'wasm-unsafe-eval'.
    Wasm,
    /// WebAssembly, and plain JavaScript where that is refused.
    Dual,
}

impl Bundle {
    /// Bundles, writes and tells; with `--watch`, until interrupted.
    ///
    /// # Errors
    ///
    /// As [`bundle`]; with `--watch` only before the first page.
    pub fn run(self) -> Result<(), Error> {
        let out = self.out.clone().map_or_else(|| default_output(&self.view), Ok)?;
        let options = self.options();
        let page = self.once(&options, &out)?;
        if self.watch {
            let mut watch = page.watch(&out);
            loop {
                line(format_args!("{} changed", watch.changed().display()));
                if let Err(error) = self.once(&options, &out) {
                    eprintln!("error: {error}");
                }
            }
        }
        Ok(())
    }

    fn options(&self) -> Options {
        Options {
            view: self.view.clone(),
            mode: match self.mode {
                Runs::Portable => Mode::Portable,
                Runs::Wasm => Mode::Wasm,
                Runs::Dual => Mode::Dual,
            },
            template: self.template.clone(),
            max_size: self.max_size,
            offline: self.offline,
        }
    }

    fn once(&self, options: &Options, out: &std::path::Path) -> Result<Page, Error> {
        let page = bundle(options)?;
        page.write(out)?;
        line(format_args!("{}: {}", out.display(), page.sizes()));
        line(format_args!("script-src {}", page.script_hashes().join(" ")));
        if let Some(warning) = page.sizes().warning() {
            eprintln!("warning: {warning}");
        }
        Ok(page)
    }
}

impl fmt::Display for Runs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Runs::Portable => "portable",
            Runs::Wasm => "wasm",
            Runs::Dual => "dual",
        })
    }
}
