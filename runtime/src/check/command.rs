//! The command line of `mcp-apps check`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::{
    BEHAVIOURS, BehaviourError, Browser, ConnectError, Era, Options, RULES, Report, Rule, Target, behaviour, check,
};
use crate::say::{count, line, warn_of_options_behind};

/// Why a server cannot be checked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The server cannot be reached.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// Its Views cannot be shown.
    #[error(transparent)]
    Behaviour(#[from] BehaviourError),
}

/// Look at a server's UIs as a Host does, and tell what is wrong with them.
#[derive(Args, Debug)]
#[command(after_help = "Example: mcp-apps check -- node server.js --stdio")]
pub struct Check {
    /// The server: a URL, or a command with its arguments.
    #[arg(required_unless_present = "rules", trailing_var_arg = true, allow_hyphen_values = true)]
    server: Vec<String>,
    /// Call a tool, too, and judge its result; may be repeated.
    #[arg(long, value_name = "NAME=JSON", value_parser = call)]
    call: Vec<(String, Value)>,
    /// Show each View, too, in a Chromium without a window, and judge what it does.
    #[arg(long)]
    behaviour: bool,
    /// The Chromium to show Views in; else the one that CHROMIUM names, or the first on the PATH.
    #[arg(long, value_name = "PROGRAM", requires = "behaviour")]
    chromium: Option<PathBuf>,
    /// Do not report a rule; may be repeated.
    #[arg(long, value_name = "RULE", value_parser = rule)]
    allow: Vec<String>,
    /// The protocol to speak.
    #[arg(long, value_enum, default_value_t = Eras::Both)]
    era: Eras,
    /// How to report.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Seconds to wait for an answer of the server's, and of a View's; for the server's first, ten times as long.
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,
    /// List the rules and check nothing.
    #[arg(long)]
    rules: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Eras {
    /// With `initialize`, up to 2025-11-25.
    Legacy,
    /// With each request's `_meta`, from 2026-07-28 on.
    Modern,
    /// One after the other.
    Both,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// Two lines a finding.
    Text,
    /// One JSON object.
    Json,
}

fn call(argument: &str) -> Result<(String, Value), String> {
    let (name, arguments) = argument.split_once('=').unwrap_or((argument, "{}"));
    let arguments: Value = serde_json::from_str(arguments).map_err(|error| error.to_string())?;
    if arguments.is_object() { Ok((name.to_owned(), arguments)) } else { Err("the arguments are no object".to_owned()) }
}

fn rule(id: &str) -> Result<String, String> {
    match rules().any(|rule| rule.id == id) {
        true => Ok(id.to_owned()),
        false => Err("there is no such rule: see --rules".to_owned()),
    }
}

fn rules() -> impl Iterator<Item = &'static Rule> {
    RULES.iter().chain(BEHAVIOURS)
}

impl Check {
    /// Checks and reports on standard output; whether nothing was found.
    ///
    /// # Errors
    ///
    /// As [`check`] and [`behaviour`].
    pub fn run(self) -> Result<bool, CheckError> {
        if self.rules {
            self.print_rules();
            return Ok(true);
        }
        warn_of_options_behind::<Self>(&self.server);
        let target = Target::named(&self.server);
        let eras = match self.era {
            Eras::Legacy => vec![Era::Legacy],
            Eras::Modern => vec![Era::Modern],
            Eras::Both => Era::ALL.to_vec(),
        };
        let options = Options { calls: self.call.clone(), timeout: Duration::from_secs(self.timeout), eras };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(ConnectError::Gone)?;
        let mut report = runtime.block_on(check(&target, &options))?;
        let mut views = None;
        if self.behaviour {
            let browser = self.chromium.clone().map_or_else(Browser::find, |program| Ok(Browser::at(program)))?;
            let shown = runtime.block_on(behaviour(&target, &options, &browser))?;
            report.findings.extend(shown.findings);
            views = Some(shown.views);
        }
        report.findings.retain(|finding| !self.allow.iter().any(|allowed| allowed == finding.rule));
        self.print(&report, views);
        Ok(report.findings.is_empty())
    }

    fn print(&self, report: &Report, views: Option<usize>) {
        match self.format {
            Format::Json => {
                let mut printed = json!({
                    "findings": report.findings,
                    "eras": report.eras,
                    "tools": report.tools,
                    "pages": report.pages,
                });
                if let Some(views) = views {
                    printed["views"] = json!(views);
                }
                line(printed);
            }
            Format::Text => {
                for finding in &report.findings {
                    line(finding);
                }
                let eras: Vec<_> = report.eras.iter().map(ToString::to_string).collect();
                let (tools, pages) = (count(report.tools, "tool"), count(report.pages, "page"));
                let shown = views.map_or_else(String::new, |views| format!(", {} shown", count(views, "View")));
                let found = count(report.findings.len(), "finding");
                line(format_args!("{tools}, {pages}{shown}, on {}: {found}", eras.join(" and ")));
            }
        }
    }

    fn print_rules(&self) {
        for rule in rules() {
            match self.format {
                Format::Json => line(serde_json::to_string(rule).unwrap_or_default()),
                Format::Text => {
                    line(format_args!("{:8} {}: {} [{}]", rule.level.to_string(), rule.id, rule.remedy, rule.section))
                }
            }
        }
    }
}
