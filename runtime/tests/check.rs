//! `mcp-apps check` against a server with one fault at a time, and against good ones.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::{Command, Output, Stdio};

use mcp_apps::check::{BEHAVIOURS, RULES};
use serde_json::Value;

#[path = "common/example.rs"]
mod example;

use example::example;

fn check(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mcp-apps")).arg("check").args(arguments).output().unwrap()
}

fn report(output: &Output) -> Value {
    let errors = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {errors}"))
}

/// Every fault the broken server knows, by the arms of its table.
fn faults() -> Vec<String> {
    let table = include_str!("check/broken.rs");
    let arms = table.lines().filter_map(|line| line.trim().strip_prefix('"')?.split_once("\" => "));
    let ids = arms.map(|(name, _)| name.to_owned());
    ids.filter(|name| RULES.iter().any(|rule| rule.id == name.split(':').next().unwrap())).collect()
}

#[test]
fn each_planted_fault_is_found_and_nothing_else() {
    let broken = example("broken-server");
    let broken = broken.to_str().unwrap();
    let call = "show={\"city\":\"Berlin\"}";
    let planted: BTreeSet<String> = faults().iter().map(|name| name.split(':').next().unwrap().to_owned()).collect();
    let rules: BTreeSet<String> = RULES.iter().map(|rule| rule.id.to_owned()).collect();
    assert_eq!(planted, rules, "each rule has a fault");
    for fault in faults() {
        let output = check(&["--format", "json", "--call", call, "--", broken, &fault]);
        let report = report(&output);
        assert_eq!(output.status.code(), Some(1), "{fault}: {report}");
        let findings = report["findings"].as_array().unwrap();
        let rule = RULES.iter().find(|rule| rule.id == fault.split(':').next().unwrap()).unwrap();
        for finding in findings {
            assert_eq!(finding["rule"], rule.id, "{fault}: {finding}");
            assert_eq!(finding["section"], rule.section, "{fault}");
            assert_eq!(finding["level"], rule.level.to_string(), "{fault}");
            assert!(finding["era"].is_null(), "{fault}: found in both eras: {finding}");
            for part in ["place", "message", "remedy"] {
                assert!(!finding[part].as_str().unwrap().is_empty(), "{fault}: {finding}");
            }
        }
        assert!(matches!(findings.len(), 1 | 2), "{fault}: where it is listed and where it is read: {report}");
    }
}

#[test]
fn a_misspelt_name_is_found_with_the_one_that_was_meant() {
    let broken = example("broken-server");
    for (fault, meant) in [
        ("unknown-key", "visibility"),
        ("unknown-key:resource", "prefersBorder"),
        ("csp-key", "connectDomains"),
        ("permission-key", "camera"),
    ] {
        let output = check(&["--", broken.to_str().unwrap(), fault]);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains(&format!("did you mean `{meant}`?")), "{fault}: {text}");
    }
}

#[test]
fn a_good_server_has_no_findings_whichever_era_it_speaks() {
    let broken = example("broken-server");
    let broken = broken.to_str().unwrap();
    let (legacy, modern) = (Value::from("2025-11-25"), Value::from("2026-07-28"));
    for (fault, eras) in [
        ("good", vec![legacy.clone(), modern.clone()]),
        ("good:blob", vec![legacy.clone(), modern.clone()]),
        ("good:legacy", vec![legacy]),
        ("good:modern", vec![modern]),
    ] {
        let output = check(&["--format", "json", "--call", "show", "--", broken, fault]);
        let report = report(&output);
        assert_eq!((output.status.code(), &report["findings"]), (Some(0), &Value::Array(Vec::new())), "{report}");
        assert_eq!(report["eras"].as_array().unwrap(), &eras, "{fault}");
        assert_eq!((&report["tools"], &report["pages"]), (&2.into(), &1.into()), "every page of the list: {report}");
    }
}

#[test]
fn what_cannot_be_checked_is_told_from_what_is_wrong() {
    let broken = example("broken-server");
    let broken = broken.to_str().unwrap();
    for arguments in [
        &["--", broken, "mute"][..],
        &["--", broken, "dies"],
        &["--timeout", "20", "--", broken, "flood"],
        &["--timeout", "1", "--", broken, "sleeps"],
        &["--timeout", "1", "--", broken, "deep"],
        &["--", "/no/such/program"],
        &["--", "true"],
        &["http://127.0.0.1:9/mcp"],
        &["--timeout", "1", "--", "sleep", "60"],
        // Asks without end, and reads no answer.
        &["--timeout", "60", "--", "yes", r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#],
        &["--call", "show=[]", "--", broken],
        &["--behaviour", "--chromium", "/no/such/browser", "--", broken],
        // Ends at once.
        &["--behaviour", "--chromium", "true", "--", broken],
        &["--chromium", "true", "--", broken],
        &["--allow", "no-such-rule", "--", broken],
        &[],
    ] {
        let output = check(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty() && output.stdout.is_empty(), "{arguments:?}");
    }
    let allowed = check(&["--allow", "html-document", "--", broken, "html-document"]);
    assert_eq!(allowed.status.code(), Some(0));
    // Nothing is called that is not named.
    assert_eq!(check(&["--", broken, "call-failed"]).status.code(), Some(0));
    let rules = String::from_utf8(check(&["--rules"]).stdout).unwrap();
    assert_eq!(rules.lines().count(), RULES.len() + BEHAVIOURS.len());
}

#[test]
fn a_reader_that_closes_the_pipe_ends_nothing() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mcp-apps"))
        .args(["check", "--rules"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned()), (Some(0), String::new()));
}

#[test]
fn the_weather_example_has_no_findings_over_stdio_and_http() {
    let weather = example("weather");
    let calls = ["--call", "get_weather={\"city\":\"Berlin\"}", "--call", "refresh_weather={\"city\":\"Berlin\"}"];
    let over = |server: &[&str]| {
        let output = check(&[&["--format", "json"], &calls[..], server].concat());
        let report = report(&output);
        assert_eq!((output.status.code(), &report["findings"]), (Some(0), &Value::Array(Vec::new())), "{report}");
        assert_eq!(report["eras"].as_array().unwrap().len(), 2, "{report}");
        assert_eq!(report["pages"], 1, "{report}");
    };
    over(&["--", weather.to_str().unwrap()]);
    let mut http = Command::new(&weather).args(["--http", "127.0.0.1:0"]).stderr(Stdio::piped()).spawn().unwrap();
    let told = BufReader::new(http.stderr.take().unwrap()).lines().next().unwrap().unwrap();
    let checked = std::panic::catch_unwind(|| over(&[told.strip_prefix("serving ").unwrap()]));
    http.kill().unwrap();
    http.wait().unwrap();
    checked.unwrap();
}
