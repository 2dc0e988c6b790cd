//! `mcp-apps host-conformance` against this crate's bridge, whole and with one fault at a time.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Output};
use std::sync::Mutex;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use mcp_apps::conformance::{Adapter, DUTIES, Duty, Outcome, judge};
use serde_json::Value;
use tokio_tungstenite::tungstenite::Message;

#[path = "common/example.rs"]
mod example;

#[path = "../examples/host/adapter.rs"]
mod adapter;

use example::example;

fn conformance(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mcp-apps")).arg("host-conformance").args(arguments).output().unwrap()
}

fn report(output: &Output) -> Value {
    let errors = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {errors}"))
}

fn of<'a>(report: &'a Value, outcome: &str) -> Vec<&'a str> {
    let duties = report["duties"].as_array().unwrap().iter();
    duties.filter(|duty| duty["outcome"] == outcome).map(|duty| duty["id"].as_str().unwrap()).collect()
}

#[test]
fn our_bridge_keeps_every_duty_that_a_relay_can_see() {
    let host = example("host-conformance");
    let output = conformance(&["--format", "json", "--", host.to_str().unwrap()]);
    let report = report(&output);
    assert_eq!(of(&report, "broken"), [""; 0], "{report}");
    assert_eq!(of(&report, "not-observable"), ["H13", "H16", "H47"], "{report}");
    assert_eq!(of(&report, "not-applicable"), ["H3", "H17", "H49"], "{report}");
    assert_eq!(of(&report, "kept").len(), 43);
    assert_eq!(output.status.code(), Some(0));
}

/// Every fault the broken Host knows, by the arms of its tables.
fn faults() -> BTreeSet<String> {
    let table = include_str!("conformance/broken.rs");
    let arms = table.lines().filter_map(|line| line.trim().strip_prefix("(\"H")?.split_once('"'));
    arms.map(|(name, _)| format!("H{name}")).collect()
}

#[test]
fn each_planted_fault_is_seen_and_nothing_else() {
    let faults = faults();
    let planted: BTreeSet<&str> = faults.iter().map(|fault| fault.split(':').next().unwrap()).collect();
    let checked: BTreeSet<&str> = DUTIES.iter().filter(|duty| duty.unchecked.is_none()).map(|duty| duty.id).collect();
    assert_eq!(planted, checked, "each duty that is looked at has a fault");
    let host = example("broken-host");
    let waiting = Mutex::new(faults.iter());
    let wrong = Mutex::new(Vec::new());
    // They mostly wait.
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                loop {
                    let Some(fault) = waiting.lock().unwrap().next() else { break };
                    let output =
                        conformance(&["--format", "json", "--timeout", "2", "--", host.to_str().unwrap(), fault]);
                    let report = report(&output);
                    let broken = of(&report, "broken");
                    if broken != [fault.split(':').next().unwrap()] || output.status.code() != Some(1) {
                        let seen =
                            report["duties"].as_array().unwrap().iter().filter(|duty| duty["outcome"] == "broken");
                        wrong.lock().unwrap().push(format!(
                            "{fault}: {broken:?} {:?}",
                            seen.map(|duty| duty["seen"].to_string()).collect::<Vec<_>>()
                        ));
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "of {}:\n{}", faults.len(), wrong.join("\n"));
}

#[tokio::test]
async fn a_host_over_a_websocket_is_judged_alike() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("ws://{}/", listener.local_addr().unwrap());
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let (mut sink, mut lines) = tokio_tungstenite::accept_async(stream).await.unwrap().split();
        let (say, mut said) = tokio::sync::mpsc::unbounded_channel::<Value>();
        let adapter = adapter::Adapter::new(say);
        loop {
            tokio::select! {
                Some(line) = said.recv() => sink.send(Message::text(line.to_string())).await.unwrap(),
                Some(Ok(Message::Text(line))) = lines.next() => adapter.take(serde_json::from_str(&line).unwrap()),
                else => break,
            }
        }
    });
    let report = judge(&Adapter::Url(url), Duration::from_secs(5)).await.unwrap();
    let broken = report.duties.iter().filter(|verdict| matches!(verdict.outcome, Outcome::Broken { .. }));
    assert_eq!(broken.map(ToString::to_string).collect::<Vec<_>>(), [""; 0]);
    assert_eq!(report.host, "mcp-apps");
}

#[test]
fn expected_deviations_are_no_failures_and_missing_ones_are() {
    let host = example("broken-host");
    let list = std::env::temp_dir().join(format!("mcp-apps-expected-{}", std::process::id()));
    let judged = |expected: &str, fault: &str, format: &str| {
        std::fs::write(&list, expected).unwrap();
        let list = list.to_str().unwrap();
        conformance(&["--expect", list, "--format", format, "--", host.to_str().unwrap(), fault])
    };
    let known = "# known\nH34 it opens <anything>\n";
    let fine = judged(known, "H34", "json");
    assert_eq!((fine.status.code(), &report(&fine)["expected"]), (Some(0), &serde_json::json!(["H34"])));
    let gone = judged(known, "none", "json");
    assert_eq!((gone.status.code(), &report(&gone)["unexpectedlyKept"]), (Some(1), &serde_json::json!(["H34"])));
    for (expected, failures) in [(known, 0), ("", 1)] {
        let xml = String::from_utf8(judged(expected, "H34", "junit").stdout).unwrap();
        assert_eq!(xml.matches("<testcase ").count(), DUTIES.len(), "{xml}");
        assert_eq!(xml.matches("<failure ").count(), failures, "{xml}");
        assert!(xml.contains(&format!("failures=\"{failures}\"")), "{xml}");
        assert_eq!(xml.contains("it opens &lt;anything&gt;"), failures == 0, "{xml}");
    }
    std::fs::remove_file(list).unwrap();
}

#[test]
fn what_cannot_be_judged_is_told_from_what_is_broken() {
    for arguments in [
        &["--", "/no/such/program"][..],
        // Ends at once; says back what it is told.
        &["--", "true"],
        &["--", "cat"],
        &["ws://127.0.0.1:9/"],
        &["--expect", "/no/such/file", "--", "cat"],
        &[],
    ] {
        let output = conformance(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty() && output.stdout.is_empty(), "{arguments:?}");
    }
    let duties = String::from_utf8(conformance(&["--duties"]).stdout).unwrap();
    assert_eq!(duties.lines().count(), DUTIES.len());
}

/// `RULES=write cargo test -p mcp-apps --all-features --test conformance the_page` writes it anew.
#[test]
fn the_page_of_rules_lists_a_hosts_duties_as_the_command_does() {
    let mut page = String::from("| rule | | what |\n|---|---|---|\n");
    for Duty { id, strength, section, text, .. } in DUTIES {
        page += &format!("| {id} | {} | A Host {text} ({section}). |\n", format!("{strength:?}").to_lowercase());
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/guide/rules_host.md");
    if std::env::var_os("RULES").is_some() {
        fs::write(path, &page).unwrap();
    }
    assert_eq!(fs::read_to_string(path).unwrap(), page);
}

/// A number that the documentation or a message names is on the page of rules.
#[test]
fn every_rule_that_is_named_is_on_the_page_of_rules() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/src/");
    let page: String = ["rules", "rules_host", "rules_others"]
        .map(|part| fs::read_to_string(format!("{root}guide/{part}.md")).unwrap())
        .concat();
    let words = |text: &str| -> BTreeSet<String> {
        let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
        let is_rule = |word: &&str| {
            let number = word.strip_prefix(['S', 'H', 'V', 'P', 'M', 'W']).unwrap_or_default();
            (1..=2).contains(&number.len()) && number.bytes().all(|digit| digit.is_ascii_digit())
        };
        words.filter(is_rule).map(str::to_owned).collect()
    };
    let known = words(&page);
    let mut folders = vec![std::path::PathBuf::from(root)];
    let mut named = BTreeSet::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            match path.extension().and_then(|kind| kind.to_str()) {
                // The page itself.
                Some("md") if name.starts_with("rules") => {}
                None => folders.push(path),
                Some("rs" | "md") => named.extend(words(&fs::read_to_string(path).unwrap())),
                Some(_) => {}
            }
        }
    }
    let missing: Vec<_> = named.difference(&known).collect();
    assert!(named.len() > 100 && missing.is_empty(), "{missing:?}");
}
