//! What spec/README.md says of the rules and of the JSON is so.

use std::fs;

use codegen::diff::Rule;
use serde_json::Value;

use crate::upstream::{diff, release, root};

fn readme() -> String {
    fs::read_to_string(root().join("spec/README.md")).unwrap()
}

#[test]
fn the_readme_lists_every_rule_with_its_effects() {
    let mut table = String::from("| rule | meaning | old → new | new → old | Rust API |\n|---|---|---|---|---|\n");
    for rule in Rule::ALL {
        let (forward, backward) = rule.effects();
        let (doc, api) = (rule.doc().trim(), rule.api().word());
        table.push_str(&format!("| `{}` | {doc} | {} | {} | {api} |\n", rule.id(), forward.word(), backward.word()));
    }
    assert!(readme().contains(&table), "the table of spec/README.md should be:\n{table}");
}

/// Every member of the JSON, as `changes[].rule`, stands in the README's description, and no other.
#[test]
fn the_readme_describes_every_member_of_the_json() {
    let report = diff(&release("1.7.5"), &release("2.0.4"));
    let json: Value = serde_json::from_str(&codegen::diff::json(&report).unwrap()).unwrap();
    let mut members = vec!["gaps[].definition".to_owned(), "gaps[].reason".to_owned()];
    members.extend(["from", "path", "to"].map(|member| format!("descriptions[].{member}")));
    for (name, value) in json.as_object().unwrap() {
        match value {
            Value::Object(inner) => members.extend(inner.keys().map(|inner| format!("{name}.{inner}"))),
            Value::Array(items) => match items.first() {
                Some(Value::Object(inner)) => members.extend(inner.keys().map(|inner| format!("{name}[].{inner}"))),
                _ if ["gaps", "descriptions"].contains(&name.as_str()) => {}
                _ => members.push(format!("{name}[]")),
            },
            _ => members.push(name.clone()),
        }
    }
    members.sort();
    members.dedup();
    let readme = readme();
    let (_, section) = readme.split_once("### JSON\n").unwrap();
    let section = section.split("\n## ").next().unwrap();
    let described = section.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`').map(|(name, _)| name));
    let mut described: Vec<_> = described.collect();
    described.sort_unstable();
    assert_eq!(described, members);
    assert_eq!(json["version"], 1);
    assert_eq!((&json["verdict"], &json["bump"]), (&Value::from("breaking"), &Value::from("major")));
}
