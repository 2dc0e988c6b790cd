//! What can't be compared is named, and the rest still is.

use codegen::source::Spec;
use serde_json::{Value, json};

use crate::upstream::{diff, document, methods, named, release, spec};

fn mutated(edit: impl FnOnce(&mut Value)) -> Spec {
    let mut document = document("2.0.4");
    edit(&mut document);
    spec("after", document.to_string().into_bytes(), methods())
}

#[test]
fn an_unknown_construct_is_a_gap_and_the_rest_is_still_compared() {
    let after = mutated(|document| {
        document["$defs"]["McpUiOpenLinkResult"]["patternProperties"] = json!({});
        document["$defs"]["McpUiSizeChangedNotification"]["properties"]["params"]["properties"]["depth"] =
            json!({ "type": "number" });
    });
    let report = diff(&release("2.0.4"), &after);
    assert_eq!(report.gaps.len(), 1, "{:?}", report.gaps);
    assert_eq!(report.gaps[0].definition, "McpUiOpenLinkResult");
    let reason = &report.gaps[0].reason;
    assert!(reason.contains("normalize [after] at /$defs/McpUiOpenLinkResult/patternProperties"), "{reason}");
    assert!(reason.contains("remedy"), "{reason}");
    let found = named(&report);
    assert!(found.contains(&"field-added McpUiSizeChangedNotificationParams.depth".to_owned()), "{found:?}");
    assert!(!found.iter().any(|line| line.contains("OpenLinkResult")), "{found:?}");
    let text = codegen::diff::text(&report);
    assert!(text.contains("not compared: McpUiOpenLinkResult"), "{text}");
    assert_eq!(diff(&after, &release("2.0.4")).gaps[0].definition, "McpUiOpenLinkResult");
}

#[test]
fn a_copy_of_an_mcp_shape_that_differs_alone_is_a_gap_that_names_both_places() {
    let one = "/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items/anyOf/4/properties/annotations";
    let report = diff(
        &release("2.0.4"),
        &mutated(|document| {
            document.pointer_mut(one).unwrap()["properties"]["novel"] = json!({ "type": "string" });
        }),
    );
    assert_eq!(report.gaps.len(), 1, "{:?}", report.gaps);
    assert_eq!(report.gaps[0].definition, "McpUiUpdateModelContextRequest");
    let reason = &report.gaps[0].reason;
    assert!(reason.contains(one), "{reason}");
    assert!(reason.contains("differs from the one at /$defs/McpUiDownloadFileRequest/"), "{reason}");
    assert!(report.changes.is_empty(), "{:?}", named(&report));
}

#[test]
fn a_copy_of_a_definition_that_differs_alone_is_reported_where_it_stands() {
    let mode = "/$defs/McpUiRequestDisplayModeResult/properties/mode";
    let after = mutated(|document| {
        let alternatives = document.pointer_mut(mode).unwrap()["anyOf"].as_array_mut().unwrap();
        alternatives.push(json!({ "type": "string", "const": "split" }));
    });
    let report = diff(&release("2.0.4"), &after);
    assert_eq!(
        named(&report),
        ["type-widened McpUiRequestDisplayModeResult.mode", "type-added McpUiRequestDisplayModeResultMode"]
    );
    assert_eq!(report.changes[0].to_pointer.as_deref(), Some(mode));
}

#[test]
fn a_copy_of_a_definition_that_differs_alone_and_has_no_name_is_a_gap_that_names_both_places() {
    let one = "/$defs/McpUiSandboxResourceReadyNotification/properties/params/properties/csp";
    let report = diff(
        &release("2.0.4"),
        &mutated(|document| {
            document.pointer_mut(one).unwrap()["properties"]["novel"] = json!({ "type": "string" });
        }),
    );
    let reason = &report.gaps[0].reason;
    assert!(reason.contains(one) && reason.contains("`McpUiResourceCsp` at /$defs/McpUiResourceCsp"), "{reason}");
    assert_eq!(report.gaps[0].definition, "McpUiSandboxResourceReadyNotification");
}

#[test]
fn a_copy_that_is_closed_alone_is_a_gap_that_names_both_places() {
    let one = "/$defs/McpUiInitializeResult/properties/hostContext";
    let report = diff(
        &release("2.0.4"),
        &mutated(|document| {
            document.pointer_mut(one).unwrap()["additionalProperties"] = json!(false);
        }),
    );
    assert_eq!(report.gaps.len(), 1, "{:?}", report.gaps);
    let reason = &report.gaps[0].reason;
    assert!(reason.contains(one) && reason.contains("/$defs/McpUiHostContext"), "{reason}");
}

#[test]
fn an_id_with_other_limits_is_a_gap_and_never_silence() {
    let id = "/$defs/McpUiHostContext/properties/toolInfo/properties/id";
    let report = diff(
        &release("2.0.4"),
        &mutated(|document| {
            crate::mutate::everywhere(document, id, |schema| {
                drop(schema["anyOf"][1].as_object_mut().unwrap().remove("maximum"))
            });
        }),
    );
    assert!(report.gaps.iter().any(|gap| gap.reason.contains(id)), "{:?} {:?}", report.gaps, named(&report));
}

/// Of our own definitions, only this one is in some upstream versions too.
#[test]
fn a_shape_of_ours_that_upstream_changed_is_a_gap_and_the_rest_is_still_compared() {
    let mut document = document("1.7.5");
    let token = "/$defs/McpUiToolResultNotification/properties/params/properties/_meta/properties/progressToken";
    crate::mutate::everywhere(&mut document, token, |schema| {
        schema["anyOf"].as_array_mut().unwrap().reverse();
    });
    document["$defs"]["McpUiResourceCsp"]["description"] = json!("Said in other words.");
    let after = spec("after", document.to_string().into_bytes(), methods());
    let report = diff(&release("1.7.5"), &after);
    assert!(!report.gaps.is_empty(), "{:?}", named(&report));
    assert_eq!(report.descriptions.len(), 1);
}
