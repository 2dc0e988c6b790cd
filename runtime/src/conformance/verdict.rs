//! What came of looking, duty by duty.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::duties::{DUTIES, Duty, Unchecked};

/// What came of one duty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum Outcome {
    /// Looked at, and kept.
    Kept,
    /// Looked at, and not kept.
    Broken {
        /// What was seen, each by itself.
        seen: Vec<String>,
    },
    /// The specification leaves it to the Host, and the Host leaves it.
    NotApplicable {
        /// Why.
        reason: String,
    },
    /// It does not show through this adapter.
    NotObservable {
        /// Why.
        reason: String,
    },
}

/// A duty, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Verdict {
    /// The duty.
    #[serde(flatten)]
    pub duty: Duty,
    /// What came of it.
    #[serde(flatten)]
    pub outcome: Outcome,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Duty { id, text, section, .. } = self.duty;
        match &self.outcome {
            Outcome::Kept => write!(f, "{id:4} kept            {text}"),
            Outcome::NotApplicable { reason } => write!(f, "{id:4} not applicable  {text}: {reason}"),
            Outcome::NotObservable { reason } => write!(f, "{id:4} not observable  {text}: {reason}"),
            Outcome::Broken { seen } => {
                write!(f, "{id:4} BROKEN          {text} [{section}]")?;
                seen.iter().try_for_each(|seen| write!(f, "\n       {seen}"))
            }
        }
    }
}

/// What scenes have found so far.
#[derive(Default)]
pub(super) struct Found(BTreeMap<&'static str, Notes>);

#[derive(Default)]
struct Notes {
    kept: bool,
    broken: Vec<String>,
    not_applicable: Option<String>,
    not_observable: Option<String>,
}

impl Found {
    fn notes(&mut self, id: &'static str) -> &mut Notes {
        self.0.entry(id).or_default()
    }

    /// One look: it holds, or this is what was seen.
    pub(super) fn check(&mut self, id: &'static str, holds: bool, seen: impl FnOnce() -> String) {
        match holds {
            true => self.notes(id).kept = true,
            false => self.broken(id, seen()),
        }
    }

    pub(super) fn broken(&mut self, id: &'static str, seen: impl Into<String>) {
        let (notes, seen) = (self.notes(id), seen.into());
        if !notes.broken.contains(&seen) {
            notes.broken.push(seen);
        }
    }

    pub(super) fn not_applicable(&mut self, id: &'static str, reason: impl Into<String>) {
        self.notes(id).not_applicable.get_or_insert(reason.into());
    }

    pub(super) fn not_observable(&mut self, id: &'static str, reason: impl Into<String>) {
        self.notes(id).not_observable.get_or_insert(reason.into());
    }

    /// A scene ended early: what it was to look at, and did not, has not been kept.
    pub(super) fn cut_short(&mut self, ids: &[&'static str], why: &str) {
        for id in ids {
            let notes = self.notes(id);
            if !notes.kept
                && notes.broken.is_empty()
                && notes.not_applicable.is_none()
                && notes.not_observable.is_none()
            {
                notes.broken.push(format!("nothing could be seen of it: {why}"));
            }
        }
    }

    /// One fault seen counts, then one good sight, then why there was none.
    pub(super) fn verdicts(mut self) -> Vec<Verdict> {
        let outcome = |duty: &Duty, notes: Notes| match (duty.unchecked, notes) {
            (Some(Unchecked::NotApplicable(why)), _) => Outcome::NotApplicable { reason: why.to_owned() },
            (Some(Unchecked::NotObservable(why)), _) => Outcome::NotObservable { reason: why.to_owned() },
            (None, Notes { broken, .. }) if !broken.is_empty() => Outcome::Broken { seen: broken },
            (None, Notes { kept: true, .. }) => Outcome::Kept,
            (None, Notes { not_observable: Some(reason), .. }) => Outcome::NotObservable { reason },
            (None, Notes { not_applicable: Some(reason), .. }) => Outcome::NotApplicable { reason },
            (None, _) => Outcome::NotObservable { reason: "no scene came to it".to_owned() },
        };
        let mut verdict = |duty: &Duty| {
            let notes = self.0.remove(duty.id).unwrap_or_default();
            Verdict { duty: *duty, outcome: outcome(duty, notes) }
        };
        DUTIES.iter().map(&mut verdict).collect()
    }
}
