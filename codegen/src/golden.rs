//! Runs the golden pairs in `codegen/golden/<pass>/`: what a pass gets and what it makes of it.
//!
//! A pair is one file: `in`, and `out` or `error`, and `warnings` where there are any. With
//! `BLESS=1` the tests write what they see; read the diff before you commit it.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::error::Result;
use crate::model::Model;
use crate::normalize::{Names, hoist, loosen, name, relink, tags};
use crate::repair::{self, REPAIRS};
use crate::schema::Document;

type Pass = fn(&mut Document, &Names) -> Result<()>;

const PASSES: [(&str, Pass); 5] = [
    ("fold-constants", |document, _| tags::fold_constants(document)),
    ("loosen", |document, _| loosen::loosen(document)),
    ("hoist", hoist::hoist),
    ("relink", |document, _| relink::relink(document)),
    ("name", name::name),
];

fn cases(pass: &str) -> Vec<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden").join(pass);
    let entries = fs::read_dir(&dir).unwrap_or_else(|_| panic!("{pass} has no golden pair in {}", dir.display()));
    let mut cases: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    cases.sort();
    assert!(!cases.is_empty(), "{pass} has no golden pair");
    cases
}

fn judge(path: &Path, run: impl Fn(Value) -> Result<Document>) -> Option<String> {
    let pair: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let mut seen = json!({ "in": pair["in"] });
    match run(pair["in"].clone()) {
        Ok(document) => {
            seen["out"] = document.to_json();
            if !document.warnings.is_empty() {
                seen["warnings"] = json!(document.warnings);
            }
        }
        Err(error) => seen["error"] = json!(error.to_string()),
    }
    if seen == pair {
        return None;
    }
    let seen = serde_json::to_string_pretty(&seen).unwrap() + "\n";
    if std::env::var_os("BLESS").is_some() {
        fs::write(path, seen).unwrap();
        return None;
    }
    Some(format!("{}\nnow gives\n{seen}", path.display()))
}

#[test]
fn every_repair_makes_of_its_fault_what_its_golden_pairs_say() {
    let failures = REPAIRS.iter().flat_map(|repair| {
        cases(repair.name).into_iter().filter_map(|path| judge(&path, |raw| repair::alone(repair.name, raw)))
    });
    let failures: Vec<String> = failures.collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_pass_makes_of_its_input_what_its_golden_pairs_say() {
    let names = include_str!("../golden/names.toml");
    let names = Names::parse(names).unwrap();
    let failures = PASSES.iter().flat_map(|(pass, run)| {
        let names = &names;
        cases(pass).into_iter().filter_map(move |path| {
            judge(&path, |raw| {
                let mut document = Document::parse(&raw, "")?;
                run(&mut document, names)?;
                Ok(document)
            })
        })
    });
    let failures: Vec<String> = failures.collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_construct_nobody_thought_about_is_an_error_at_its_pointer() {
    let failures = cases("parse").into_iter().filter_map(|path| {
        judge(&path, |raw| {
            let document = Document::parse(&raw, "")?;
            document.check_refs()?;
            Ok(document)
        })
    });
    let failures: Vec<String> = failures.collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_shape_no_rust_type_can_be_is_an_error_at_its_pointer() {
    let failures = cases("model").into_iter().filter_map(|path| {
        judge(&path, |raw| {
            let document = Document::parse(&raw, "")?;
            Model::from_document("test", document.clone())?;
            Ok(document)
        })
    });
    let failures: Vec<String> = failures.collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
