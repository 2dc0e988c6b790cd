#![doc = include_str!("conformance/contract.md")]

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

pub mod command;
mod duties;
mod junit;
mod relay;
mod scenes;
mod server;
mod stage;
mod verdict;
mod view;

pub use duties::{DUTIES, Duty, Strength, Unchecked};
pub use relay::{Adapter, RelayError};
pub use verdict::{Outcome, Verdict};

use stage::Stage;
use verdict::Found;

/// What came of looking at a Host.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Conformance {
    /// The Host's name, as its adapter gives it.
    pub host: String,
    /// The Host's version.
    pub version: String,
    /// Every duty, in order.
    pub duties: Vec<Verdict>,
}

impl Conformance {
    /// The duties that are broken and were not expected to be, and those that were and are not.
    pub fn compare<'a>(&'a self, expected: &'a Expected) -> (Vec<&'a Verdict>, Vec<&'a str>) {
        let broken: Vec<_> =
            self.duties.iter().filter(|verdict| matches!(verdict.outcome, Outcome::Broken { .. })).collect();
        let gone = expected.0.keys().filter(|id| !broken.iter().any(|verdict| verdict.duty.id == id.as_str()));
        let gone = gone.map(String::as_str).collect();
        (broken.into_iter().filter(|verdict| !expected.0.contains_key(verdict.duty.id)).collect(), gone)
    }

    /// The verdicts as JUnit's XML: broken duties are failures, those not looked at are skipped.
    pub fn junit(&self, expected: &Expected) -> String {
        junit::write(self, expected)
    }
}

/// Duties that a Host is known to break, and why.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected(BTreeMap<String, String>);

impl Expected {
    /// Reads a list: an id and its reason a line; `#` begins a comment.
    ///
    /// # Errors
    /// A line names no duty, or gives no reason.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut expected = BTreeMap::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (id, reason) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            if Duty::named(id).is_none() || reason.trim().is_empty() {
                return Err(format!("line {}: expected `H8 reason`", number + 1));
            }
            expected.insert(id.to_owned(), reason.trim().to_owned());
        }
        Ok(Expected(expected))
    }

    /// Why a duty is expected to be broken.
    pub fn reason(&self, id: &str) -> Option<&str> {
        self.0.get(id).map(String::as_str)
    }
}

/// Plays every scene with the Host behind an adapter. `patience` is how long to wait for what should come.
///
/// # Errors
/// The adapter cannot be reached, ends, or breaks the contract.
pub async fn judge(adapter: &Adapter, patience: Duration) -> Result<Conformance, RelayError> {
    let mut stage = Stage::open(adapter, patience).await?;
    let mut found = Found::default();
    scenes::play(&mut stage, &mut found).await?;
    let (host, version) = (stage.hello.name.clone(), stage.hello.version.clone());
    stage.close().await;
    Ok(Conformance { host, version, duties: found.verdicts() })
}
