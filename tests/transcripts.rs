//! What real peers said to each other, read and written again by the types.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::collections::BTreeSet;

use mcp_apps_generated::wire::{Kind, find};
use serde_json::{Value, json};

mod recorded;
mod versions;

use recorded::{Line, Verdicts, answered, lines, refusal};
use versions::Version;

/// The ways in which what is written may differ from what was read. Nothing else may.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Canonical {
    /// A tool result without `content` gets an empty one, which strict peers of version 1 need.
    ContentAdded,
    /// A permission sent as `true` becomes `{}`.
    PermissionIsAnObject,
    /// `1.0` becomes `1`.
    WholeNumber,
}

/// Lists how `written` differs from `sent`.
fn differences(at: &str, sent: &Value, written: &Value, found: &mut Vec<(String, Result<Canonical, String>)>) {
    match (sent, written) {
        (Value::Object(sent), Value::Object(written)) => {
            for (member, value) in sent {
                match written.get(member) {
                    Some(written) => differences(&format!("{at}.{member}"), value, written, found),
                    None => found.push((format!("{at}.{member}"), Err("lost".to_owned()))),
                }
            }
            for (member, value) in written.iter().filter(|(member, _)| !sent.contains_key(*member)) {
                let added = member == "content" && *value == json!([]);
                let kind = if added { Ok(Canonical::ContentAdded) } else { Err(format!("added {value}")) };
                found.push((format!("{at}.{member}"), kind));
            }
        }
        (Value::Array(sent), Value::Array(written)) if sent.len() == written.len() => {
            for (index, (sent, written)) in sent.iter().zip(written).enumerate() {
                differences(&format!("{at}[{index}]"), sent, written, found);
            }
        }
        (Value::Bool(true), Value::Object(written)) if written.is_empty() && at.contains(".permissions.") => {
            found.push((at.to_owned(), Ok(Canonical::PermissionIsAnObject)));
        }
        (Value::Number(sent), Value::Number(written)) if sent != written && sent.as_f64() == written.as_f64() => {
            found.push((at.to_owned(), Ok(Canonical::WholeNumber)));
        }
        (sent, written) if sent != written => found.push((at.to_owned(), Err(format!("{sent} became {written}")))),
        _ => {}
    }
}

/// The listed differences between `sent` and `written`; panics on any other.
fn canonical(at: &str, sent: &Value, written: &Value) -> Vec<Canonical> {
    let mut found = Vec::new();
    differences("", sent, written, &mut found);
    found.into_iter().map(|(place, kind)| kind.unwrap_or_else(|what| panic!("{at}: {place}: {what}"))).collect()
}

fn messages(lines: &[Line]) -> impl Iterator<Item = (usize, &Line, &str)> {
    let sound = lines.iter().enumerate().filter(|(_, line)| line.is_json_rpc());
    sound.filter_map(|(index, line)| Some((index, line, line.method()?)))
}

fn read(version: &Version, line: &Line, method: &str) -> Result<versions::Read, String> {
    (version.message)(line.from, line.is_request(), method, line.message.get("params")).map_err(|error| {
        assert_eq!(error.to_string(), format!("{}: {}", error.path(), error.message()));
        error.path().to_owned()
    })
}

/// Acceptance: typed where the version has the method, `Other` where it hasn't; and equal when written again.
#[test]
fn every_recorded_message_is_read_typed_and_written_back_equal() {
    let (lines, verdicts) = (lines(), Verdicts::load());
    assert_eq!(lines.len(), 51 + 89 + 51 + 126, "the recordings are complete");
    for version in versions::ALL {
        let (mut typed, mut other, mut changes) = (0, 0, BTreeSet::new());
        for (index, line, method) in messages(&lines) {
            if verdicts.on(&lines, index).is_some_and(|(_, verdict)| verdict.verdict == "refused") {
                continue;
            }
            let read =
                read(version, line, method).unwrap_or_else(|path| panic!("{} {}: {path}", version.name, line.at));
            let row = find(version.methods, line.from, method);
            assert_eq!(read.typed, row.is_some(), "{} {} {method}", version.name, line.at);
            match row {
                Some(row) => assert_eq!(line.is_request(), row.kind == Kind::Request, "{} {method}", line.at),
                None => other += 1,
            }
            typed += usize::from(read.typed);
            match (line.message.get("params"), &read.written) {
                (None, None) => {}
                (Some(sent), Some(written)) => changes.extend(canonical(&line.at, sent, written)),
                (sent, written) => panic!("{}: {sent:?} became {written:?}", line.at),
            }
        }
        assert_eq!(changes, BTreeSet::from([Canonical::ContentAdded]), "{}", version.name);
        // The stable version lacks ui/download-file, request-teardown and sampling, three times each, and one tools/list.
        let expected = if version.name == "draft" { (173, 23) } else { (163, 33) };
        assert_eq!((typed, other), expected, "{}", version.name);
    }
}

/// Answers are read as the result type of the request they answer.
#[test]
fn every_recorded_answer_is_read_as_its_requests_result() {
    let (lines, verdicts) = (lines(), Verdicts::load());
    for version in versions::ALL {
        let mut read = BTreeSet::new();
        for (index, line) in lines.iter().enumerate() {
            let (Some(result), Some(request)) = (line.result(), answered(&lines, index)) else { continue };
            let method = request.method().unwrap();
            if verdicts.on(&lines, index).is_some_and(|(_, verdict)| verdict.verdict == "refused") {
                continue;
            }
            // A request the version doesn't know in this direction has an answer it doesn't know either.
            if find(version.methods, request.from, method).is_none() {
                continue;
            }
            let decoded = (version.result)(method, result).unwrap_or_else(|| panic!("{} {method}", line.at));
            let written = decoded.unwrap_or_else(|error| panic!("{} {} {error}", version.name, line.at));
            assert_eq!(canonical(&line.at, result, &written), [], "{} {}", version.name, line.at);
            read.insert(method.to_owned());
        }
        let expected = if version.name == "draft" { 13 } else { 11 };
        assert_eq!(read.len(), expected, "{}: {read:?}", version.name);
    }
}

/// Acceptance: what the real peers refuse is refused with a path, or a tolerance that is written down.
#[test]
fn what_real_peers_refuse_is_refused_with_a_path_or_tolerated_on_purpose() {
    let (lines, verdicts) = (lines(), Verdicts::load());
    for version in versions::ALL {
        for index in 0..lines.len() {
            let line = &lines[index];
            let shown = refusal(&lines, index);
            let Some((_, verdict)) = verdicts.on(&lines, index) else {
                assert_eq!(shown, None, "{} was refused by its peer and has no verdict: {}", line.at, line.message);
                continue;
            };
            assert_eq!(shown, verdict.peer, "{}: what the recording shows, and what the verdict says of it", line.at);
            if verdict.envelope {
                assert!(!line.is_json_rpc(), "{}", line.at);
                continue;
            }
            let read = match (line.method(), line.result()) {
                (Some(method), _) => read(version, line, method).map(|_| ()),
                (None, Some(result)) => {
                    let method = answered(&lines, index).and_then(Line::method).unwrap();
                    let decoded = (version.result)(method, result).unwrap();
                    decoded.map(|_| ()).map_err(|error| error.path().to_owned())
                }
                (None, None) => panic!("{} has neither method nor result", line.at),
            };
            let expected = match verdict.verdict.as_str() {
                "read" => Ok(()),
                "refused" => Err(verdict.at.clone().expect("a refusal says where")),
                other => panic!("no verdict is called {other}"),
            };
            assert_eq!(read, expected, "{} {}: {}", version.name, line.at, verdict.why);
        }
    }
}

/// The list is exact: an entry that no recording needs any more fails.
#[test]
fn every_verdict_is_about_a_recorded_message() {
    let (lines, verdicts) = (lines(), Verdicts::load());
    let used: BTreeSet<usize> =
        (0..lines.len()).filter_map(|index| verdicts.on(&lines, index)).map(|(at, _)| at).collect();
    for (at, verdict) in verdicts.recorded.iter().enumerate() {
        assert!(used.contains(&at), "no recorded message needs this verdict: {verdict:?}");
        assert!(!verdict.why.is_empty());
        assert!(verdict.envelope || verdict.verdict == "read" || verdict.at.is_some(), "{verdict:?}");
    }
}

/// The written cases hold for the types too.
#[test]
fn the_types_read_what_the_schema_accepts_and_little_else() {
    for version in versions::ALL {
        for case in Verdicts::load().written {
            if case.versions.as_ref().is_some_and(|versions| !versions.iter().any(|name| name == version.name)) {
                continue;
            }
            let from = recorded::party(&case.from);
            let message = &case.message;
            let read = match (message["method"].as_str(), &case.answers) {
                (Some(method), _) => {
                    // A known method of the wrong kind is the envelope's fault, which types don't see.
                    let row = find(version.methods, from, method);
                    let request = message.get("id").is_some();
                    if row.is_some_and(|row| (row.kind == Kind::Request) != request) {
                        assert!(!case.valid, "{}", case.why);
                        continue;
                    }
                    (version.message)(from, request, method, message.get("params")).map(|_| ())
                }
                (None, Some(method)) => (version.result)(method, &message["result"]).unwrap().map(|_| ()),
                (None, None) => continue,
            };
            assert_eq!(read.is_ok(), case.valid || case.read_anyway, "{}: {}: {read:?}", version.name, case.why);
            assert!(!(case.valid && case.read_anyway), "{}", case.why);
            if let Err(error) = read {
                assert!(error.path().starts_with("params") || error.path().starts_with("result"), "{error}");
            }
        }
    }
}

#[test]
fn any_other_difference_between_read_and_written_is_noticed() {
    let compare = |sent: Value, written: Value| {
        let mut found = Vec::new();
        differences("", &sent, &written, &mut found);
        found.into_iter().map(|(_, kind)| kind.ok()).collect::<Vec<_>>()
    };
    assert_eq!(compare(json!({"a": 1.0}), json!({"a": 1})), [Some(Canonical::WholeNumber)]);
    assert_eq!(
        compare(json!({"permissions": {"camera": true}}), json!({"permissions": {"camera": {}}})),
        [Some(Canonical::PermissionIsAnObject)]
    );
    assert_eq!(compare(json!({}), json!({"content": []})), [Some(Canonical::ContentAdded)]);
    assert_eq!(compare(json!({}), json!({"content": [1]})), [None]);
    assert_eq!(compare(json!({"a": null}), json!({})), [None]);
    assert_eq!(compare(json!({"a": true}), json!({"a": {}})), [None]);
    assert_eq!(compare(json!({"a": 1.5}), json!({"a": 1})), [None]);
    assert_eq!(compare(json!([1, 2]), json!([1])), [None]);
}
