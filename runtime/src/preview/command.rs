//! The command line of `mcp-apps preview`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::{Options, Preview as Running, PreviewError};
use crate::check::{Era, Target};

mod browser;

/// Show a server's UIs in the browser, with everything they say.
#[derive(Args, Debug)]
#[command(after_help = "Example: mcp-apps preview -- node server.js --stdio")]
pub struct Preview {
    /// The server: a URL, or a command with its arguments.
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    server: Vec<String>,
    /// Do not open the browser.
    #[arg(long)]
    no_open: bool,
    /// The port of the page; any that is free, if none is named.
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,
    /// The protocol to speak; the oldest the server knows, if none is named.
    #[arg(long, value_name = "ERA", value_parser = era)]
    era: Option<Era>,
    /// Seconds to wait for an answer while the server starts; for the first, ten times as long.
    #[arg(long, value_name = "N", default_value_t = 30)]
    timeout: u64,
    /// Record the conversations with Views, for `transcript check` and `--replay`.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

fn era(name: &str) -> Result<Era, String> {
    let known = Era::ALL.into_iter().find(|era| era.to_string() == name);
    known.ok_or_else(|| format!("known are {}", Era::ALL.map(|era| era.to_string()).join(" and ")))
}

impl Preview {
    /// Serves the page until the process is ended.
    ///
    /// # Errors
    ///
    /// As [`Preview::start`](Running::start).
    pub fn run(self) -> Result<(), PreviewError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let mut options = Options { port: self.port, record: self.record, ..Options::default() };
            options.timeout = Duration::from_secs(self.timeout);
            options.eras = self.era.map_or(options.eras, |era| vec![era]);
            let preview = Running::start(Some(Target::named(&self.server)), options).await?;
            println!("{}", preview.url());
            if !self.no_open {
                browser::open(&preview.url_once());
            }
            std::future::pending().await
        })
    }
}
