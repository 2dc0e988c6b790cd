use mcp_apps_generated::wire::Kind;

use super::*;

const OPENING: &str = r#"{"dir":"view->host","msg":{"jsonrpc":"2.0","id":0,"method":"ui/initialize","params":{"appInfo":{"name":"v","version":"0"},"appCapabilities":{"availableDisplayModes":["inline"]},"protocolVersion":"2026-01-26"}}}
{"dir":"host->view","msg":{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2026-01-26","hostInfo":{"name":"h","version":"0"},"hostCapabilities":{"openLinks":{}},"hostContext":{"availableDisplayModes":["inline"]}}}}
{"dir":"view->host","msg":{"jsonrpc":"2.0","method":"ui/notifications/initialized"}}
"#;

fn findings(lines: &[&str]) -> Vec<(&'static str, String)> {
    let recording = lines.iter().map(|line| line.split_once(' ').unwrap());
    let recording = recording.map(|(dir, msg)| format!("{{\"dir\":\"{dir}\",\"msg\":{msg}}}\n"));
    let found = check(&(OPENING.to_owned() + &recording.collect::<String>()), Spec::Draft);
    found.into_iter().map(|finding| (finding.rule, finding.path)).collect()
}

#[test]
fn every_method_has_its_types() {
    for spec in [Spec::Stable, Spec::Draft] {
        for row in spec.methods() {
            let types = spec.types(row.name).unwrap_or_else(|| panic!("{} has no types", row.name));
            assert_eq!(types.result.is_some(), row.kind == Kind::Request, "{}", row.name);
        }
    }
    assert!(Spec::named("draft").is_some() && Spec::named("latest").is_none());
}

#[test]
fn each_rule_is_found_where_it_is_broken_and_nowhere_else() {
    type Case = (&'static [&'static str], &'static [(&'static str, &'static str)]);
    let cases: &[Case] = &[
        (&[], &[]),
        (&[r#"view->host {"jsonrpc":"2.0","method":"ui/notifications/initialized"}"#], &[("V2", "method")]),
        (
            &[
                r#"host->view {"jsonrpc":"2.0","method":"ui/notifications/tool-input","params":{}}"#,
                r#"host->view {"jsonrpc":"2.0","method":"ui/notifications/tool-input-partial","params":{}}"#,
                r#"host->view {"jsonrpc":"2.0","method":"ui/notifications/tool-result","params":{}}"#,
                r#"host->view {"jsonrpc":"2.0","method":"ui/notifications/tool-cancelled","params":{}}"#,
            ],
            &[("H28", "method"), ("H30", "method")],
        ),
        (
            &[r#"host->view {"jsonrpc":"2.0","method":"ui/notifications/tool-result","params":{}}"#],
            &[("H27", "method")],
        ),
        (
            &[
                r#"view->host {"jsonrpc":"2.0","id":1,"method":"ui/open-link","params":{"url":5}}"#,
                r#"host->view {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"x"}}"#,
            ],
            &[("W2", "params.url")],
        ),
        (
            &[
                r#"view->host {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}"#,
                r#"host->view {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"future"}]}}"#,
            ],
            &[("V20", "method"), ("W1", "result.content[0]")],
        ),
        (&[r#"view->host {"jsonrpc":"2.0","id":1,"method":"ping"}"#], &[("RPC", "id")]),
        (&[r#"view->host {"jsonrpc":"2.0","id":9,"result":{}}"#], &[("M16", "id")]),
        (&[r#"view->host {"jsonrpc":"2.0","method":"acme/x","extra":1}"#], &[("W5", "extra")]),
        (&[r#"view->host {"jsonrpc":"2.0","method":"acme/x","params":null}"#], &[("W5", "params")]),
        (&[r#"view->host "text""#], &[("W5", "")]),
        (&[r#"view->host {"jsonrpc":"2.0","method":"ui/notifications/tool-input","params":{}}"#], &[("U", "method")]),
        (
            &[r#"view->host {"jsonrpc":"2.0","method":"ui/notifications/sandbox-proxy-ready","params":{}}"#],
            &[("P7", "method")],
        ),
        (
            &[
                r#"view->host {"jsonrpc":"2.0","id":1,"method":"ui/request-display-mode","params":{"mode":"pip"}}"#,
                r#"host->view {"jsonrpc":"2.0","id":1,"result":{"mode":"pip"}}"#,
            ],
            &[("V5", "params.mode"), ("H40", "result.mode")],
        ),
        (
            &[
                r#"view->host {"jsonrpc":"2.0","id":1,"method":"ui/update-model-context","params":{}}"#,
                r#"host->view {"jsonrpc":"2.0","id":1,"result":{"isError":true}}"#,
            ],
            &[("W6", "result")],
        ),
        (
            &[
                r#"host->view {"jsonrpc":"2.0","id":0,"method":"ui/resource-teardown","params":{}}"#,
                r#"host->view {"jsonrpc":"2.0","method":"ui/notifications/tool-input","params":{}}"#,
                r#"view->host {"jsonrpc":"2.0","id":0,"result":{}}"#,
            ],
            &[("H31", "method")],
        ),
    ];
    for (lines, expected) in cases {
        let expected: Vec<_> = expected.iter().map(|(rule, path)| (*rule, (*path).to_owned())).collect();
        assert_eq!(findings(lines), expected, "{lines:?}");
    }
}

#[test]
fn cases_are_conversations_of_their_own() {
    let line = |case: &str| {
        format!(r#"{{"case":"{case}","dir":"view->host","msg":{{"jsonrpc":"2.0","id":1,"method":"acme/x"}}}}"#)
    };
    let found = check(&format!("{}\n{}\nnonsense\n", line("a"), line("b")), Spec::Stable);
    let rules: Vec<_> = found.iter().map(|finding| (finding.line, finding.rule)).collect();
    assert_eq!(rules, [(1, "V19"), (1, "RPC"), (2, "V19"), (2, "RPC"), (3, "line")]);
    assert_eq!(found[0].case.as_deref(), Some("a"));
}

#[test]
fn a_round_trip_that_changes_nothing_is_no_difference() {
    use compare::difference;
    use serde_json::json;
    let same = [
        (json!({"a": 1.0}), json!({"a": 1})),
        (json!({}), json!({"content": []})),
        (json!({"camera": true}), json!({"camera": {}})),
    ];
    for (before, after) in same {
        assert_eq!(difference("p", &before, &after), None);
    }
    let other = [
        (json!({"a": [1, 2]}), json!({"a": [1, 3]}), "p.a[1]"),
        (json!({"a": 1}), json!({}), "p.a"),
        (json!({}), json!({"b": 1}), "p.b"),
        (json!({"a": null}), json!({"a": {}}), "p.a"),
        (json!([1]), json!([1, 2]), "p"),
    ];
    for (before, after, path) in other {
        assert_eq!(difference("p", &before, &after).as_deref(), Some(path));
    }
}

#[test]
fn known_findings_are_matched_one_by_one() {
    let expected = Expected::parse("# known\n1 V19 method # the recorder's\n\n2 RPC id\n").unwrap();
    let text = r#"{"dir":"view->host","msg":{"jsonrpc":"2.0","id":1,"method":"acme/x"}}"#;
    let (unexpected, missing) = expected.compare(check(text, Spec::Stable));
    assert_eq!(unexpected.iter().map(|finding| finding.rule).collect::<Vec<_>>(), ["RPC"]);
    assert_eq!(missing, ["line 2: RPC at id was expected"]);
    assert!(Expected::parse("one V19").unwrap_err().starts_with("line 1"));
}
