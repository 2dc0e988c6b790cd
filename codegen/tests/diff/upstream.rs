//! The published schemas by version, and what they are compared with.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{fs, iter};

use codegen::diff::{Change, Report};
use codegen::source::{Inputs, Spec, sha256_hex};
use serde_json::Value;

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

pub fn inputs() -> &'static Inputs {
    static INPUTS: OnceLock<Inputs> = OnceLock::new();
    INPUTS.get_or_init(|| Inputs::load(&root().join("spec")).unwrap())
}

/// A release's bytes, wherever they are committed: `spec/` has those that are pinned.
pub fn bytes(version: &str) -> &'static [u8] {
    static COMMITTED: OnceLock<BTreeMap<String, Vec<u8>>> = OnceLock::new();
    let committed = COMMITTED.get_or_init(|| {
        let kept = fs::read_dir(root().join("tests/upstream")).unwrap().map(|entry| entry.unwrap().path());
        let pinned = inputs().specs.iter().map(|spec| root().join("spec").join(&spec.name).join("schema.json"));
        let files = kept.chain(pinned).filter(|path| path.extension().is_some_and(|extension| extension == "json"));
        files.map(|path| fs::read(path).unwrap()).map(|bytes| (sha256_hex(&bytes), bytes)).collect()
    });
    let history: toml::Table = fs::read_to_string(root().join("spec/history.toml")).unwrap().parse().unwrap();
    let releases = history["release"].as_array().unwrap();
    let release = releases.iter().find(|release| release["version"].as_str() == Some(version)).unwrap();
    let hash = release["sha256"].as_str().unwrap();
    committed
        .get(hash)
        .unwrap_or_else(|| panic!("keep the bytes of {version} as tests/upstream/ext-apps-{version}.json"))
}

pub fn document(version: &str) -> Value {
    serde_json::from_slice(bytes(version)).unwrap()
}

/// The draft's table of methods.
pub fn methods() -> &'static str {
    &inputs().specs.iter().find(|spec| spec.name == "draft").unwrap().methods
}

pub fn spec(label: &str, schema: Vec<u8>, methods: &str) -> Spec {
    Spec {
        name: "draft".into(),
        label: label.into(),
        row: None,
        schema,
        omit: Vec::new(),
        repairs: None,
        methods: methods.into(),
    }
}

pub fn release(version: &str) -> Spec {
    spec(version, bytes(version).to_vec(), methods())
}

pub fn diff(from: &Spec, to: &Spec) -> Report {
    codegen::diff::diff(inputs(), from, to).unwrap_or_else(|error| panic!("{error}"))
}

/// `field-added ResourceLink.size`: the rule and the path of each change, worst first.
pub fn named(report: &Report) -> Vec<String> {
    report.changes.iter().map(|change| format!("{} {}", change.rule.id(), change.path)).collect()
}

/// The same with the place: the pointer in both files, or `was -> is`.
pub fn placed(change: &Change) -> String {
    let none = "-".to_owned();
    let (from, to) = (change.from_pointer.as_ref().unwrap_or(&none), change.to_pointer.as_ref().unwrap_or(&none));
    let place = if from == to { from.clone() } else { format!("{from} -> {to}") };
    format!("{} {} @ {place}", change.rule.id(), change.path)
}

/// JSON whose every object has its members in reverse order.
pub fn reversed(value: &Value) -> String {
    let list = |parts: Vec<String>| parts.join(",");
    match value {
        Value::Object(members) => {
            let member =
                |(name, value): (&String, &Value)| format!("{}:{}", Value::from(name.as_str()), reversed(value));
            format!("{{{}}}", list(members.iter().rev().map(member).collect()))
        }
        Value::Array(items) => format!("[{}]", list(items.iter().map(reversed).collect())),
        other => iter::once(other.to_string()).collect(),
    }
}
