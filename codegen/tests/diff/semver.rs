//! What `codegen/tests/semver.sh` compares.

use std::collections::BTreeSet;
use std::path::PathBuf;

/// Writes what `semver.sh` has cargo-semver-checks compare: the bytes and rows of both sides of the cases named in
/// SEMVER_CASES, a line each, below SEMVER_DIR.
#[test]
#[ignore = "semver.sh runs it"]
fn cases_are_written_for_cargo_semver_checks() {
    let (dir, wanted) = (std::env::var("SEMVER_DIR").unwrap(), std::env::var("SEMVER_CASES").unwrap());
    let mut written = 0;
    for (case, [there, back]) in crate::catalogue::reported() {
        if wanted.lines().any(|name| name == case.name) {
            let dir = PathBuf::from(&dir).join(case.name.replace(' ', "-"));
            for (spec, name) in case.sides.iter().zip(["before", "after"]) {
                std::fs::create_dir_all(dir.join(name)).unwrap();
                std::fs::write(dir.join(name).join("schema.json"), &spec.schema).unwrap();
                std::fs::write(dir.join(name).join("methods.toml"), &spec.methods).unwrap();
            }
            for (report, name) in [(there, "there"), (back, "back")] {
                let rules: BTreeSet<_> = report.changes.iter().map(|change| change.rule.id()).collect();
                let rules = rules.into_iter().collect::<Vec<_>>().join(", ");
                std::fs::write(dir.join(name), format!("{rules}\n{}\n", report.bump.word())).unwrap();
            }
            written += 1;
        }
    }
    assert_eq!(written, wanted.lines().count());
}
