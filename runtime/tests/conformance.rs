//! `mcp-apps host-conformance` against this crate's bridge, whole and with one fault at a time.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;
use std::process::{Command, Output};
use std::sync::Mutex;

use mcp_apps::conformance::DUTIES;
use serde_json::Value;

#[path = "common/example.rs"]
mod example;

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
