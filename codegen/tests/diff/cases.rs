//! Every case of the catalogue is called what it is, in both directions.

use std::collections::BTreeSet;

use codegen::diff::{Report, Rule, Verdict};

use crate::catalogue::{Case, reported};
use crate::property::assert_mirrored;
use crate::upstream::placed;

fn check(case: &Case, report: &Report, wrong: &mut Vec<String>) {
    let mut found: Vec<String> = report.changes.iter().map(placed).collect();
    found.sort();
    let gaps: Vec<&str> = report.gaps.iter().map(|gap| gap.definition.as_str()).collect();
    let mut expected: Vec<String> = case.expected.iter().map(|&line| line.to_owned()).collect();
    expected.sort();
    if found != expected || report.descriptions.len() != case.descriptions || gaps != case.gaps {
        let descriptions = report.descriptions.len();
        wrong.push(format!("{}: {found:#?} and {descriptions} descriptions, {gaps:?}", case.name));
    }
    if report.changes.is_empty() {
        assert_eq!(report.verdict, Verdict::NoChange, "{}", case.name);
    }
}

#[test]
fn every_mutation_is_reported_by_its_rule_at_its_pointer_and_nothing_else_is() {
    let (mut wrong, mut seen) = (Vec::new(), BTreeSet::new());
    for (case, [report, _]) in reported() {
        check(case, report, &mut wrong);
        for change in &report.changes {
            seen.extend([change.rule, change.rule.mirror()]);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let missing: Vec<_> = Rule::ALL.iter().filter(|rule| !seen.contains(rule)).map(|rule| rule.id()).collect();
    assert!(missing.is_empty(), "no mutation shows {missing:?}");
}

#[test]
fn every_mutation_taken_back_is_its_mirror() {
    for (_, [there, back]) in reported() {
        assert_mirrored(there, back);
    }
}

#[test]
fn mutations_that_mean_the_same_are_listed_as_such() {
    let report = |name: &str| &reported().find(|(case, _)| case.name == name).unwrap().1[0];
    assert_eq!(report("a member named twice").faults_added, ["duplicate-members"]);
    let text = codegen::diff::text(report("a member named twice"));
    assert!(text.contains("upstream fault appeared: duplicate-members"), "{text}");
    let text = codegen::diff::text(report("a reworded message"));
    assert!(text.contains("verdict: no change — the generated crate needs a patch version"), "{text}");
    assert!(text.contains("1 description reworded"), "{text}");
    let text = codegen::diff::text(report("the members of every object in another order"));
    assert!(text.contains("verdict: no change — the generated crate needs no new version"), "{text}");
}
