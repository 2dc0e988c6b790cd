//! What changed between two versions: on the wire, for whom, and for the Rust API.
//!
//! Compares repaired, normalized, named models, never raw JSON: an inlined copy, key order,
//! enum order or a description is never a change of the wire.

mod compare;
mod messages;
mod print;
mod reads;
mod renames;
mod rules;
mod values;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::error::{Error, Result, Stage};
use crate::lower::{Constant, Row, Table};
use crate::model::Model;
use crate::source::{Inputs, Spec};

pub use print::{json, markdown, row_to_add, text};
pub use rules::{Bump, Effect, Rule};

/// One of the two versions.
#[derive(Clone, Debug)]
pub struct Side {
    /// What the reader calls it.
    pub label: String,
    /// The hash of its bytes.
    pub sha256: String,
    /// Its types and messages.
    pub model: Model,
    /// The rows of `methods.toml` its schema has.
    pub rows: Vec<Row>,
    /// Its constants.
    pub constants: BTreeMap<String, Constant>,
    /// The repairs its bytes need.
    pub repairs: Vec<String>,
}

/// One difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The rule that found it.
    pub rule: Rule,
    /// Where, as `CallToolResult.structuredContent` or `method ui/open-link view->host`.
    pub path: String,
    /// The item of the generated crate, below the version's module.
    pub rust: String,
    /// Its JSON pointer in the old file, where it exists.
    pub from_pointer: Option<String>,
    /// Its JSON pointer in the new file, where it exists.
    pub to_pointer: Option<String>,
    /// What it was.
    pub from: String,
    /// What it is.
    pub to: String,
    /// What happens when an old peer sends to a new one.
    pub old_to_new: Effect,
    /// What happens when a new peer sends to an old one.
    pub new_to_old: Effect,
    /// What it does to users of the generated crate.
    pub api: Bump,
    /// The messages it can occur in.
    pub messages: Vec<String>,
}

/// A reworded description.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Description {
    /// Whose.
    pub path: String,
    /// What it said.
    pub from: String,
    /// What it says.
    pub to: String,
}

/// Something that keeps a definition from being compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Gap {
    /// The definition left out on both sides.
    pub definition: String,
    /// Why, with stage, version and pointer.
    pub reason: String,
}

/// How bad it is, overall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The same on the wire.
    NoChange,
    /// New peers understand everything old ones say; old ones ignore what they don't know.
    Compatible,
    /// New peers ignore something old ones say.
    Lossy,
    /// Somebody refuses, or misreads, a message the other may send.
    Breaking,
}

/// The whole comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The old version's name and hash.
    pub from: Name,
    /// The new version's name and hash.
    pub to: Name,
    /// The version of `spec/` whose `methods.toml` places the new version's messages.
    pub spec: String,
    /// How bad it is.
    pub verdict: Verdict,
    /// The version bump the generated crate needs.
    pub bump: Bump,
    /// The differences, worst first.
    pub changes: Vec<Change>,
    /// Reworded descriptions.
    pub descriptions: Vec<Description>,
    /// Upstream faults that appeared.
    pub faults_added: Vec<String>,
    /// Upstream faults that were mended.
    pub faults_mended: Vec<String>,
    /// Definitions that could not be compared.
    pub gaps: Vec<Gap>,
    /// `methods.toml` rows a new method needs, ready to complete.
    pub rows_to_add: Vec<String>,
}

/// What a side is called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Name {
    /// As the reader named it.
    pub label: String,
    /// The hash of the upstream bytes.
    pub sha256: String,
}

/// Reads and compares two versions. A definition one of them makes incomparable is left out of
/// both and reported as a gap.
///
/// # Errors
/// When a version can't be read at all; the error names stage, version, place and remedy.
pub fn diff(inputs: &Inputs, from: &Spec, to: &Spec) -> Result<Report> {
    let mut gaps: Vec<Gap> = Vec::new();
    loop {
        let sides = [from, to].map(|spec| side(inputs, spec, &gaps));
        match sides {
            [Ok(from), Ok(to)] => return Ok(report(&from, &to, gaps)),
            [Err(error), _] | [_, Err(error)] => {
                let definition = error.at.as_deref().and_then(definition_of);
                match definition.filter(|name| !gaps.iter().any(|gap| gap.definition == *name)) {
                    Some(definition) => gaps.push(Gap { definition, reason: error.to_string() }),
                    None => return Err(error),
                }
            }
        }
    }
}

/// `McpUiX` of `/$defs/McpUiX/properties/y`; a definition of ours keeps its file's name.
fn definition_of(pointer: &str) -> Option<String> {
    let (file, rest) = pointer.split_once("/$defs/")?;
    Some(format!("{file}{}", rest.split('/').next()?.replace("~1", "/").replace("~0", "~")))
}

fn side(inputs: &Inputs, spec: &Spec, gaps: &[Gap]) -> Result<Side> {
    let build = || {
        let mut raw = spec.document()?;
        if let Some(defs) = raw.get_mut("$defs").and_then(serde_json::Value::as_object_mut) {
            defs.retain(|name, _| !gaps.iter().any(|gap| gap.definition == *name));
        }
        // Which faults the bytes have is part of the answer, so the lock's list is not consulted.
        let repairs = crate::repair::matching(raw.clone())?;
        let ours = |name: &str| !gaps.iter().any(|gap| gap.definition == format!("{}{name}", crate::OURS));
        let model = crate::model_of(inputs, &spec.name, raw, None, &ours)?;
        let mut table = Table::parse(&spec.name, &spec.methods)?;
        table.rows.retain(|row| row.plane == crate::lower::Plane::Mcp || model.messages.contains_key(&row.marker));
        Ok(Side {
            label: spec.label.clone(),
            sha256: crate::source::sha256_hex(&spec.schema),
            model,
            rows: table.rows,
            constants: table.constants,
            repairs,
        })
    };
    build().map_err(|error: Error| Error { version: Some(spec.label.clone()), ..error })
}

/// Compares two sides.
pub fn report(from: &Side, to: &Side, gaps: Vec<Gap>) -> Report {
    let compared = compare::compare(from, to);
    let worst = |change: &Change| match (change.old_to_new, change.new_to_old) {
        (Effect::Breaking, _) | (_, Effect::Breaking) => Verdict::Breaking,
        (Effect::Lossy, _) => Verdict::Lossy,
        // What only old peers fail to see is how a protocol grows.
        _ if change.rule.is_on_the_wire() => Verdict::Compatible,
        _ => Verdict::NoChange,
    };
    let verdict = compared.changes.iter().map(worst).max().unwrap_or(Verdict::NoChange);
    let api = compared.changes.iter().map(|change| change.api).max().unwrap_or(Bump::None);
    let printed = compared.reordered || !compared.descriptions.is_empty();
    let bump = if printed { api.max(Bump::Patch) } else { api };
    let mut changes = compared.changes;
    changes.sort_by(|a, b| (worst(b), a.rule.id(), &a.path, &a.to).cmp(&(worst(a), b.rule.id(), &b.path, &b.to)));
    let only =
        |ours: &[String], theirs: &[String]| ours.iter().filter(|name| !theirs.contains(name)).cloned().collect();
    let known: Vec<&str> = to.rows.iter().map(|row| row.marker.as_str()).collect();
    let new = to.model.messages.iter().filter(|(name, _)| !known.contains(&name.as_str()));
    Report {
        from: Name { label: from.label.clone(), sha256: from.sha256.clone() },
        to: Name { label: to.label.clone(), sha256: to.sha256.clone() },
        spec: to.model.version.clone(),
        verdict,
        bump,
        changes,
        descriptions: compared.descriptions,
        faults_added: only(&to.repairs, &from.repairs),
        faults_mended: only(&from.repairs, &to.repairs),
        gaps,
        rows_to_add: new.map(|(name, message)| row_to_add(name, message, &to.model)).collect(),
    }
}

impl Verdict {
    /// The word a report uses.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::NoChange => "no change",
            Verdict::Compatible => "compatible",
            Verdict::Lossy => "lossy",
            Verdict::Breaking => "breaking",
        }
    }
}

/// Why a comparison could not be printed.
fn unprintable(error: impl std::fmt::Display) -> Error {
    Error::new(Stage::Diff, error.to_string())
}
