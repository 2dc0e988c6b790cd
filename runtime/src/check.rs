//! `mcp-apps check`: a server's UIs as a Host would find them, and what is wrong with them.
//!
//! A client connects, on the versions with `initialize` and on 2026-07-28, reads every tool and every
//! UI resource, and judges them by [`RULES`]. No tool is called unless it is named. With feature
//! `preview`, `behaviour` shows each View in a browser, too, and judges what it does.
//!
//! ```no_run
//! use mcp_apps::check::{Options, Target, check};
//!
//! # #[tokio::main]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let report = check(&Target::command(["my-server", "--stdio"]), &Options::default()).await?;
//! for finding in &report.findings {
//!     println!("{finding}");
//! }
//! # Ok(())
//! # }
//! ```

use std::fmt;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

#[cfg(feature = "preview")]
mod behaviour;
mod call;
#[cfg(feature = "cli")]
pub mod command;
#[cfg_attr(not(feature = "preview"), allow(dead_code, reason = "the preview asks more of it"))]
pub(crate) mod connection;
mod csp;
mod html;
mod observe;
mod resource;
mod rules;
mod schema;
mod tool;
mod validate;

#[cfg(feature = "preview")]
pub use behaviour::{Behaviour, BehaviourError, Browser, behaviour};
pub use connection::{ConnectError, Era, Target};
#[cfg(feature = "preview")]
pub use rules::BEHAVIOURS;
pub use rules::{Level, RULES, Rule};

use observe::Observed;

/// What to check beside what can be read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Tools to call, with their arguments.
    pub calls: Vec<(String, Value)>,
    /// How long the server may take over one answer, and ten times as long over its first. 30 seconds
    /// unless you say otherwise.
    pub timeout: Duration,
    /// The eras of the protocol to connect on.
    pub eras: Vec<Era>,
}

impl Default for Options {
    fn default() -> Self {
        Options { calls: Vec::new(), timeout: Duration::from_secs(30), eras: Era::ALL.to_vec() }
    }
}

/// One thing that is wrong with a server's UIs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// The rule's stable id.
    pub rule: &'static str,
    /// How bad it is.
    pub level: Level,
    /// Where: the tool or resource, and the path in what the server says of it.
    pub place: String,
    /// What is wrong there.
    pub message: String,
    /// What to do.
    pub remedy: String,
    /// The section of the specification the rule rests on.
    pub section: &'static str,
    /// The era in which it was found, if not in every one that was looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub era: Option<Era>,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}: {}", self.level, self.rule, self.place, self.message)?;
        if let Some(era) = self.era {
            write!(f, " (only on {era})")?;
        }
        write!(f, "\n    {} [{}]", self.remedy, self.section)
    }
}

/// What a check found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// What is wrong, in the order of tools, listed resources and pages.
    pub findings: Vec<Finding>,
    /// The eras that the server speaks, of those asked for.
    pub eras: Vec<Era>,
    /// How many tools it has.
    pub tools: usize,
    /// How many pages were read.
    pub pages: usize,
}

/// Connects to a server and judges its UIs.
///
/// # Errors
///
/// The server cannot be reached, or speaks none of the eras.
pub async fn check(target: &Target, options: &Options) -> Result<Report, ConnectError> {
    let mut observed = Vec::new();
    let mut refused = None;
    for era in &options.eras {
        match Observed::of(target, *era, options).await {
            Ok(seen) => observed.push(seen),
            Err(error @ ConnectError::Era { .. }) => refused = Some(error),
            Err(error) => return Err(error),
        }
    }
    if let (true, Some(error)) = (observed.is_empty(), refused) {
        return Err(error);
    }
    Ok(Report {
        findings: merged(observed.iter().map(|seen| (seen.era, judge(seen))).collect()),
        eras: observed.iter().map(|seen| seen.era).collect(),
        tools: observed.iter().map(|seen| seen.tools.len()).max().unwrap_or_default(),
        pages: observed.iter().map(|seen| seen.pages.len()).max().unwrap_or_default(),
    })
}

/// Everything that is wrong in one era.
fn judge(seen: &Observed) -> Vec<Finding> {
    let mut findings = Findings::default();
    for (method, error) in &seen.failed {
        findings.add(&rules::LIST_FAILED, *method, error);
    }
    resource::declared(seen, &mut findings);
    for entry in &seen.tools {
        tool::judge(entry, seen, &mut findings);
    }
    for entry in &seen.resources {
        resource::listing(entry, &mut findings);
    }
    for (uri, answer) in &seen.pages {
        if let Ok(result) = answer {
            resource::page(uri, result, seen, &mut findings);
        }
    }
    for (name, answer) in &seen.calls {
        call::judge(name, answer, seen, &mut findings);
    }
    findings.0
}

/// The findings of every era, each once; those of some eras only say which.
fn merged(by_era: Vec<(Era, Vec<Finding>)>) -> Vec<Finding> {
    let eras = by_era.len();
    let mut merged: Vec<(Finding, usize)> = Vec::new();
    for (era, findings) in by_era {
        for finding in findings {
            match merged.iter_mut().find(|(known, _)| Finding { era: None, ..known.clone() } == finding) {
                Some((_, times)) => *times += 1,
                None => merged.push((Finding { era: Some(era), ..finding }, 1)),
            }
        }
    }
    let everywhere = |(finding, times)| if times == eras { Finding { era: None, ..finding } } else { finding };
    merged.into_iter().map(everywhere).collect()
}

#[derive(Default)]
struct Findings(Vec<Finding>);

impl Findings {
    fn add(&mut self, rule: &Rule, place: impl Into<String>, message: impl fmt::Display) {
        self.add_with(rule, place, message, rule.remedy);
    }

    fn add_with(
        &mut self,
        rule: &Rule,
        place: impl Into<String>,
        message: impl fmt::Display,
        remedy: impl Into<String>,
    ) {
        let finding = Finding {
            rule: rule.id,
            level: rule.level,
            place: place.into(),
            message: message.to_string(),
            remedy: remedy.into(),
            section: rule.section,
            era: None,
        };
        if !self.0.contains(&finding) {
            self.0.push(finding);
        }
    }
}
