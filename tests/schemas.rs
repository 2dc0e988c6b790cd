//! The repaired schema: self-contained JSON Schema 2020-12 that tells real traffic from malformed.
//!
//! `tests/ajv/run.mjs` asks a second, independent validator the same questions.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::collections::BTreeMap;
use std::fs;

use jsonschema::Validator;
use mcp_apps_generated::wire::Party;
use serde_json::{Value, json};

mod recorded;
mod versions;

use recorded::{Line, Verdicts, answered, lines};
use versions::Version;

/// The repaired schema with its own answer type for each request.
struct Schema {
    document: Value,
    senders: BTreeMap<&'static str, Validator>,
    results: BTreeMap<String, Validator>,
}

impl Schema {
    fn of(version: &Version) -> Schema {
        let document = version.schema();
        let senders = ["ViewMessage", "HostMessage", "SandboxMessage"];
        let senders = senders.map(|name| (name, validator(&document, name))).into_iter().collect();
        let results = results(version.name);
        assert_eq!(results.len(), version.requests.len());
        let results = results.into_iter().map(|(method, name)| (method, validator(&document, &name))).collect();
        Schema { document, senders, results }
    }

    /// Whether the message is what `from` may send, and fits the request it answers.
    fn accepts(&self, from: Party, message: &Value, answers: Option<&str>) -> bool {
        let sender = match from {
            Party::View => "ViewMessage",
            Party::Host => "HostMessage",
            Party::Sandbox => "SandboxMessage",
        };
        let answer = answers.and_then(|method| self.results.get(method)).zip(message.get("result"));
        self.senders[sender].is_valid(message) && answer.is_none_or(|(schema, result)| schema.is_valid(result))
    }
}

/// The result type of each request, from the surface: `method ping view->host request EmptyParams? -> EmptyResult …`.
fn results(version: &str) -> BTreeMap<String, String> {
    let surface = fs::read_to_string(format!("generated/surface/{version}.txt")).unwrap();
    let requests = surface.lines().filter(|line| line.starts_with("method ") && line.contains(" request "));
    let words = requests.map(|line| line.split(' ').collect::<Vec<_>>());
    words
        .map(|words| {
            let arrow = words.iter().position(|word| *word == "->").expect("a request has a result");
            (words[1].to_owned(), words[arrow + 1].to_owned())
        })
        .collect()
}

fn validator(document: &Value, definition: &str) -> Validator {
    let mut entry = document.clone();
    let members = entry.as_object_mut().unwrap();
    members.remove("anyOf").expect("the document is the union of the senders");
    members.insert("$ref".to_owned(), json!(format!("#/$defs/{definition}")));
    jsonschema::draft202012::new(&entry).unwrap_or_else(|error| panic!("{definition}: {error}"))
}

#[test]
fn the_repaired_schema_is_valid_json_schema_2020_12() {
    for version in versions::ALL {
        let schema = version.schema();
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        jsonschema::draft202012::meta::validate(&schema).unwrap_or_else(|error| panic!("{}: {error}", version.name));
        let broken = json!({ "$schema": schema["$schema"], "type": "objekt" });
        assert!(!jsonschema::draft202012::meta::is_valid(&broken), "the meta-schema is not asked");
    }
}

/// Bug report 4: upstream's `#/$defs/__schema0` resolves nowhere.
#[test]
fn every_reference_resolves_inside_the_document() {
    for version in versions::ALL {
        let schema = version.schema();
        let mut references = Vec::new();
        collect(&schema, &mut references);
        assert!(references.len() > 100, "{}", references.len());
        for reference in references {
            let pointer = reference.strip_prefix('#').unwrap_or_else(|| panic!("{reference} leaves the document"));
            assert!(schema.pointer(pointer).is_some(), "{}: {reference} resolves nowhere", version.name);
        }
        let text = schema.to_string();
        assert!(!text.contains("__schema"), "a made-up name of upstream's generator is left");
    }
}

fn collect<'a>(value: &'a Value, references: &mut Vec<&'a str>) {
    match value {
        Value::Object(members) => {
            references.extend(members.get("$ref").and_then(Value::as_str));
            members.values().for_each(|member| collect(member, references));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, references)),
        _ => {}
    }
}

#[test]
fn well_formed_recorded_messages_validate_and_malformed_ones_do_not() {
    let (lines, verdicts) = (lines(), Verdicts::load());
    for version in versions::ALL {
        let schema = Schema::of(version);
        let mut refused = 0;
        for (index, line) in lines.iter().enumerate() {
            let well_formed = verdicts.on(&lines, index).is_none_or(|(_, verdict)| verdict.verdict == "read");
            let answers = answered(&lines, index).and_then(Line::method);
            let accepts = schema.accepts(line.from, &line.message, answers);
            assert_eq!(accepts, well_formed, "{} {}: {}", version.name, line.at, line.message);
            refused += usize::from(!accepts);
        }
        assert_eq!(refused, 23, "{}", version.name);
    }
}

#[test]
fn the_written_cases_fall_as_they_should() {
    for version in versions::ALL {
        let schema = Schema::of(version);
        for case in Verdicts::load().written {
            if case.versions.as_ref().is_some_and(|versions| !versions.iter().any(|name| name == version.name)) {
                continue;
            }
            let accepts = schema.accepts(recorded::party(&case.from), &case.message, case.answers.as_deref());
            assert_eq!(accepts, case.valid, "{}: {}: {}", version.name, case.why, case.message);
        }
    }
}

/// One party's messages are not another's: only the answers and unknown methods are common.
#[test]
fn the_document_accepts_what_any_party_sends_and_each_sender_only_its_own() {
    for version in versions::ALL {
        let schema = Schema::of(version);
        let whole = jsonschema::draft202012::new(&schema.document).unwrap();
        let ready =
            json!({"jsonrpc": "2.0", "method": "ui/notifications/sandbox-resource-ready", "params": {"html": 1}});
        // The View's schema doesn't know the Host's method, so it is an unknown one there; the whole knows it.
        assert!(schema.accepts(Party::View, &ready, None));
        assert!(!schema.accepts(Party::Host, &ready, None) && !whole.is_valid(&ready));
        let link = |url: Value| json!({"jsonrpc": "2.0", "id": 1, "method": "ui/open-link", "params": {"url": url}});
        assert!(whole.is_valid(&link(json!("https://example.org"))) && !whole.is_valid(&link(json!(1))));
        assert!(whole.is_valid(&json!({"jsonrpc": "2.0", "method": "ui/later", "params": {}})));
        assert!(!whole.is_valid(&json!({"jsonrpc": "2.0"})));
    }
}
