//! The command `mcp-apps`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};
use mcp_apps::bundle::command::Bundle;
use mcp_apps::check::command::Check;
use mcp_apps::conformance::command::HostConformance;
use mcp_apps::preview::command::Preview;
use mcp_apps::say::line;
use mcp_apps::transcript::{Expected, Finding, Spec, check};

/// Tools for MCP Apps (io.modelcontextprotocol/ui).
#[derive(Parser)]
#[command(version, after_help = "Exit codes: 0 fine, 1 findings, 2 bad input or usage.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Work with recorded conversations.
    #[command(subcommand)]
    Transcript(Transcript),
    Check(Check),
    HostConformance(HostConformance),
    Preview(Preview),
    /// Make one HTML file of a View written in Rust.
    Bundle(Bundle),
}

#[derive(Subcommand)]
enum Transcript {
    /// Judge a recording: JSON objects {dir, msg, t?, case?}, one a line.
    Check {
        /// The recording.
        file: PathBuf,
        /// The version of the specification to judge by: 2026-01-26 or draft.
        #[arg(long, default_value = "2026-01-26", value_parser = spec)]
        spec: Spec,
        /// Known findings, one a line: LINE RULE PATH. Anything more or less is reported.
        #[arg(long, value_name = "FILE")]
        expect: Option<PathBuf>,
        /// How to report.
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// One sentence a line.
    Text,
    /// One JSON object a line.
    Json,
}

fn spec(name: &str) -> Result<Spec, String> {
    Spec::named(name).ok_or_else(|| "known are 2026-01-26 and draft".to_owned())
}

fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Transcript(check) => transcript(check),
        Command::Check(check) => ended(check.run()),
        Command::HostConformance(judged) => ended(judged.run()),
        Command::Preview(preview) => ended(preview.run().map(|()| true)),
        Command::Bundle(bundle) => ended(bundle.run().map(|()| true)),
    }
}

/// Whether all is fine, as an exit code.
fn ended<E: std::fmt::Display>(outcome: Result<bool, E>) -> ExitCode {
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn transcript(Transcript::Check { file, spec, expect, format }: Transcript) -> ExitCode {
    match judge(&file, spec, expect.as_deref()) {
        Ok((findings, missing)) => {
            report(&findings, &missing, format);
            if findings.is_empty() && missing.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) }
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn judge(
    file: &std::path::Path,
    spec: Spec,
    expect: Option<&std::path::Path>,
) -> Result<(Vec<Finding>, Vec<String>), String> {
    let read =
        |path: &std::path::Path| std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()));
    let expected = match expect {
        Some(path) => Expected::parse(&read(path)?).map_err(|error| format!("{}: {error}", path.display()))?,
        None => Expected::default(),
    };
    Ok(expected.compare(check(&read(file)?, spec)))
}

fn report(findings: &[Finding], missing: &[String], format: Format) {
    for finding in findings {
        match format {
            Format::Text => line(finding),
            Format::Json => line(serde_json::to_string(finding).unwrap_or_default()),
        }
    }
    for missing in missing {
        match format {
            Format::Text => line(missing),
            Format::Json => line(serde_json::json!({ "missing": missing })),
        }
    }
}
