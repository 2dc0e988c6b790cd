//! The command line of `mcp-apps preview`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use tokio::sync::mpsc;

use super::{Options, Preview as Running, PreviewError};
use crate::bundle::Watch;
use crate::check::{Era, Target};
use crate::say::{line, warn_of_options_behind};

mod browser;

/// How long nothing must change.
const SETTLED: Duration = Duration::from_millis(150);

/// Show a server's UIs in the browser, with everything they say.
#[derive(Args, Debug)]
#[command(after_help = "Example: mcp-apps preview -- node server.js --stdio")]
pub struct Preview {
    /// The server: a URL, or a command with its arguments.
    #[arg(required_unless_present = "replay", trailing_var_arg = true, allow_hyphen_values = true)]
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
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,
    /// Record the conversations with Views, for `transcript check` and `--replay`.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Play recorded conversations to a View: the server's, or the recorded one without a server.
    #[arg(long, value_name = "FILE")]
    replay: Option<PathBuf>,
    /// Start the server and show the View anew when this file, or a file in this folder, changes; may be repeated.
    #[arg(long, value_name = "PATH")]
    watch: Vec<PathBuf>,
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
        warn_of_options_behind::<Self>(&self.server);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let target = (!self.server.is_empty()).then(|| Target::named(&self.server));
            let options = Options {
                port: self.port,
                eras: self.era.map_or(Era::ALL.to_vec(), |era| vec![era]),
                timeout: Duration::from_secs(self.timeout),
                record: self.record,
                replay: self.replay,
            };
            let preview = Running::start(target, options).await?;
            line(preview.url());
            if !self.no_open {
                browser::open(&preview.url_once());
            }
            match self.watch.is_empty() {
                true => std::future::pending().await,
                false => watch(&preview, self.watch).await,
            }
        })
    }
}

/// Reloads whenever something changes.
async fn watch(preview: &Running, paths: Vec<PathBuf>) -> Result<(), PreviewError> {
    let (changes, mut changed) = mpsc::channel(1);
    std::thread::spawn(move || {
        let mut watch = Watch::over(paths);
        loop {
            let file = watch.changed();
            // What is being written will change again.
            while watch.poll().is_some() {
                std::thread::sleep(SETTLED);
            }
            if changes.blocking_send(file).is_err() {
                return;
            }
        }
    });
    while let Some(file) = changed.recv().await {
        eprintln!("{} has changed", file.display());
        if let Err(error) = preview.reload().await {
            eprintln!("error: {error}");
        }
    }
    Ok(())
}
