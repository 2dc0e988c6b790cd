//! Any mutation of the published bytes: no panic, one answer, mirrored when taken back, and never
//! milder than what another validator sees.

use std::collections::BTreeMap;

use codegen::diff::{Change, Effect, Report, Rule};
use codegen::source::Spec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use serde_json::Value;

use crate::mutate::{Edit, copies, schemas};
use crate::oracle::{claimed, observed};
use crate::upstream::{diff, document, inputs, methods, release, spec};

/// A change without what must differ when the sides are swapped.
type Key = (&'static str, String, Option<String>, Option<String>, String, String, Effect, Effect);

fn key(change: &Change, mirror: bool, names: &BTreeMap<String, String>) -> Key {
    let path = common(&change.path, names);
    let (from, to) = (change.from_pointer.clone(), change.to_pointer.clone());
    let (was, is) = (change.from.clone(), change.to.clone());
    if mirror {
        (change.rule.mirror().id(), path, to, from, is, was, change.new_to_old, change.old_to_new)
    } else {
        (change.rule.id(), path, from, to, was, is, change.old_to_new, change.new_to_old)
    }
}

/// A path by its new names, without the direction only one side's table may know.
fn common(path: &str, names: &BTreeMap<String, String>) -> String {
    let new = |name: &str| names.get(name).cloned().unwrap_or_else(|| name.to_owned());
    if let Some(method) = path.strip_prefix("method ") {
        let params = if path.ends_with(" params") { " params" } else { "" };
        return format!("method {}{params}", new(method.split(' ').next().unwrap()));
    }
    match path.split_once('.') {
        Some((name, rest)) => format!("{}.{rest}", new(name)),
        None => new(path),
    }
}

/// The old names, and what they are called on the new side.
fn renames(report: &Report) -> BTreeMap<String, String> {
    let renamed =
        report.changes.iter().filter(|change| matches!(change.rule, Rule::TypeRenamed | Rule::MethodStringChanged));
    renamed.map(|change| (change.from.clone(), change.to.clone())).collect()
}

#[track_caller]
pub fn assert_mirrored(there: &Report, back: &Report) {
    let names = renames(there);
    let mut expected: Vec<Key> = there.changes.iter().map(|change| key(change, true, &names)).collect();
    let mut found: Vec<Key> = back.changes.iter().map(|change| key(change, false, &names)).collect();
    expected.sort();
    found.sort();
    assert_eq!(found, expected);
    let described = |report: &Report| report.descriptions.len();
    assert_eq!(described(there), described(back));
    assert_eq!((&there.faults_added, &there.faults_mended), (&back.faults_mended, &back.faults_added));
    let gaps = |report: &Report| report.gaps.iter().map(|gap| gap.definition.clone()).collect::<Vec<_>>();
    assert_eq!(gaps(there), gaps(back));
}

fn edits() -> impl Strategy<Value = Edit> {
    let index = 0..8_usize;
    prop_oneof![
        Just(Edit::Describe),
        Just(Edit::AddOptional),
        Just(Edit::AddRequired),
        index.clone().prop_map(Edit::DropProperty),
        index.clone().prop_map(Edit::FlipRequired),
        Just(Edit::FlipClosed),
        index.clone().prop_map(Edit::DropAlternative),
        index.clone().prop_map(Edit::DuplicateAlternative),
        Just(Edit::AddConstant),
        Just(Edit::ReplaceConstant),
        Just(Edit::DropBound),
        prop_oneof![Just(-1), Just(1)].prop_map(Edit::MoveBound),
        Just(Edit::DropPattern),
        Just(Edit::DropFormat),
        Just(Edit::Integer),
        Just(Edit::Any),
        index.clone().prop_map(Edit::Become),
        index.prop_map(Edit::Forbid),
    ]
}

/// The innermost object or union around a schema: what upstream copies whole.
fn unit(document: &Value, at: &str) -> String {
    let mut unit = at;
    loop {
        let schema = document.pointer(unit).unwrap();
        let whole = schema.get("properties").is_some() || schema.get("allOf").is_some();
        if whole || unit.matches('/').count() == 2 {
            return unit.to_owned();
        }
        unit = &unit[..unit.rfind('/').unwrap()];
    }
}

/// Applies an edit to one schema and its copies; `None` when it changes nothing.
fn mutated(index: usize, edit: Edit) -> Option<Spec> {
    let mut document = document("2.0.4");
    let mut pointers = Vec::new();
    schemas(&document, &mut |at, _| pointers.push(at.to_owned()));
    let at = &pointers[index % pointers.len()];
    let unit = unit(&document, at);
    let below = &at[unit.len()..];
    let mut changed = false;
    for copy in copies(&document, &unit) {
        changed |= edit.apply(document.pointer_mut(&format!("{copy}{below}")).unwrap());
    }
    changed.then(|| spec("after", document.to_string().into_bytes(), methods()))
}

fn holds(index: usize, edit: Edit) -> Result<(), TestCaseError> {
    let from = release("2.0.4");
    let Some(to) = mutated(index, edit) else { return Ok(()) };
    let report = match codegen::diff::diff(inputs(), &from, &to) {
        Ok(report) => report,
        Err(error) => {
            prop_assert!(error.version.is_some() || error.at.is_some(), "{error}");
            return Ok(());
        }
    };
    let json = codegen::diff::json(&report).unwrap();
    prop_assert_eq!(&json, &codegen::diff::json(&diff(&from, &to)).unwrap());
    assert_mirrored(&report, &diff(&to, &from));
    if let Some((forward, backward)) = observed(&from, &to) {
        let (said_forward, said_backward) = claimed(&report);
        prop_assert!(forward <= said_forward && backward <= said_backward, "{forward:?} {backward:?}: {json}");
        // Where nothing was reported, nothing may differ.
        let silent = report.changes.is_empty() && report.gaps.is_empty();
        prop_assert!(!silent || (forward, backward) == (Effect::Safe, Effect::Safe));
    }
    Ok(())
}

#[test]
fn any_mutation_has_one_mirrored_verdict_no_milder_than_another_validator_sees() {
    // The same mutations in every run, unless DRIFT_SEED asks for others.
    let seed = std::env::var("DRIFT_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1865);
    let cases = std::env::var("DRIFT_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(48);
    let config = Config { cases, failure_persistence: None, rng_seed: RngSeed::Fixed(seed), ..Config::default() };
    TestRunner::new(config).run(&((0..100_000_usize), edits()), |(index, edit)| holds(index, edit)).unwrap();
}
