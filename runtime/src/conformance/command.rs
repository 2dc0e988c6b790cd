//! The command line of `mcp-apps host-conformance`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde_json::json;

use super::{Adapter, Conformance, DUTIES, Expected, Outcome, RelayError, Unchecked, judge};
use crate::say::{line, warn_of_options_behind};

/// Tell which of a Host's duties it keeps, by a scripted View and server.
#[derive(Args, Debug)]
#[command(
    after_help = "Example: mcp-apps host-conformance -- node adapter.js\nThe relay contract: docs.rs/mcp-apps, module `conformance`."
)]
pub struct HostConformance {
    /// The adapter around the Host: a command with its arguments, or the ws:// URL of one that runs.
    #[arg(required_unless_present = "duties", trailing_var_arg = true, allow_hyphen_values = true)]
    adapter: Vec<String>,
    /// Duties known to be broken, one a line: H8 and the reason. More or fewer are reported.
    #[arg(long, value_name = "FILE")]
    expect: Option<PathBuf>,
    /// How to report.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Seconds to wait for what should come; for the adapter's start, twelve times as long.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,
    /// List the duties and play nothing.
    #[arg(long)]
    duties: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// A line a duty, and what was seen of the broken ones.
    Text,
    /// One JSON object.
    Json,
    /// JUnit's XML.
    Junit,
}

impl HostConformance {
    /// Judges and reports on standard output; whether nothing is broken but what was expected.
    ///
    /// # Errors
    /// As [`judge`], and when the list of expected duties cannot be read.
    pub fn run(self) -> Result<bool, RelayError> {
        if self.duties {
            self.print_duties();
            return Ok(true);
        }
        warn_of_options_behind::<Self>(&self.adapter);
        let adapter = match &self.adapter[..] {
            [url] if url.starts_with("ws://") => Adapter::Url(url.clone()),
            command => Adapter::Command(command.to_vec()),
        };
        let expected = match &self.expect {
            None => Expected::default(),
            Some(path) => {
                let invalid = |error| std::io::Error::other(format!("{}: {error}", path.display()));
                let text = std::fs::read_to_string(path).map_err(|error| invalid(error.to_string()))?;
                Expected::parse(&text).map_err(invalid)?
            }
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let report = runtime.block_on(judge(&adapter, Duration::from_secs(self.timeout)))?;
        self.print(&report, &expected);
        let (broken, gone) = report.compare(&expected);
        Ok(broken.is_empty() && gone.is_empty())
    }

    fn print(&self, report: &Conformance, expected: &Expected) {
        let (broken, gone) = report.compare(expected);
        match self.format {
            Format::Junit => line(report.junit(expected).trim_end()),
            Format::Json => {
                let known: Vec<_> = report.duties.iter().filter(|verdict| !broken.contains(verdict)).collect();
                let known = known.iter().filter(|verdict| matches!(verdict.outcome, Outcome::Broken { .. }));
                let known: Vec<_> = known.map(|verdict| verdict.duty.id).collect();
                let (host, version, duties) = (&report.host, &report.version, &report.duties);
                let report = json!({
                    "host": host, "version": version, "duties": duties,
                    "expected": known, "unexpectedlyKept": gone,
                });
                line(report);
            }
            Format::Text => {
                for verdict in &report.duties {
                    line(verdict);
                    if let Some(reason) = expected.reason(verdict.duty.id) {
                        line(format_args!("       expected: {reason}"));
                    }
                }
                for id in &gone {
                    line(format_args!("{id} is not broken, as was expected"));
                }
                let count = |wanted: fn(&Outcome) -> bool| {
                    report.duties.iter().filter(|verdict| wanted(&verdict.outcome)).count()
                };
                line(format_args!(
                    "{} {}: {} kept, {} broken ({} of them expected), {} not applicable, {} not observable",
                    report.host,
                    report.version,
                    count(|outcome| matches!(outcome, Outcome::Kept)),
                    count(|outcome| matches!(outcome, Outcome::Broken { .. })),
                    count(|outcome| matches!(outcome, Outcome::Broken { .. })) - broken.len(),
                    count(|outcome| matches!(outcome, Outcome::NotApplicable { .. })),
                    count(|outcome| matches!(outcome, Outcome::NotObservable { .. })),
                ));
            }
        }
    }

    fn print_duties(&self) {
        for duty in DUTIES {
            match self.format {
                Format::Json => line(serde_json::to_string(duty).unwrap_or_default()),
                Format::Text | Format::Junit => {
                    let unchecked = match duty.unchecked {
                        None => String::new(),
                        Some(Unchecked::NotApplicable(why)) => format!(" (not applicable: {why})"),
                        Some(Unchecked::NotObservable(why)) => format!(" (not observable: {why})"),
                    };
                    let strength = format!("{:?}", duty.strength).to_uppercase();
                    line(format_args!("{:4} {strength:6} {}{unchecked} [{}]", duty.id, duty.text, duty.section));
                }
            }
        }
    }
}
