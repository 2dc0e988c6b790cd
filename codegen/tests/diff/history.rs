//! What each release changed, against section 4 of the specification audit.

use codegen::diff::{Bump, Effect, Verdict};

use crate::upstream::{bytes, diff, named, release, spec};

const RELEASES: [&str; 7] = ["1.2.2", "1.3.0", "1.4.0", "1.7.0", "1.7.5", "2.0.0", "2.0.4"];

#[track_caller]
fn step(from: &str, to: &str, verdict: Verdict, bump: Bump, expected: &[&str]) {
    let report = diff(&release(from), &release(to));
    assert_eq!(named(&report), expected, "{from} → {to}");
    assert_eq!((report.verdict, report.bump), (verdict, bump), "{from} → {to}");
    assert!(report.gaps.is_empty(), "{:?}", report.gaps);
}

#[test]
fn release_1_3_0_adds_a_notification() {
    step(
        "1.2.2",
        "1.3.0",
        Verdict::Compatible,
        Bump::Minor,
        &["method-added method ui/notifications/request-teardown view->host"],
    );
}

#[test]
fn release_1_4_0_adds_a_size_to_resource_links() {
    step("1.3.0", "1.4.0", Verdict::Compatible, Bump::Minor, &["field-added ResourceLink.size"]);
}

#[test]
fn release_1_7_0_adds_sampling_and_forbids_what_tools_never_had() {
    step(
        "1.4.0",
        "1.7.0",
        Verdict::Compatible,
        Bump::Minor,
        &[
            "field-added McpUiHostCapabilities.sampling",
            "member-forbidden McpUiToolMeta.csp",
            "member-forbidden McpUiToolMeta.permissions",
            "type-added McpUiHostCapabilitiesSampling",
        ],
    );
}

#[test]
fn release_1_7_5_gives_experimental_features_a_content() {
    step(
        "1.7.0",
        "1.7.5",
        Verdict::Compatible,
        Bump::Major,
        &["type-widened McpUiAppCapabilities.experimental", "type-widened McpUiHostCapabilities.experimental"],
    );
    let report = diff(&release("1.7.0"), &release("1.7.5"));
    // Old TypeScript peers strip what the presence flag holds; they don't refuse it.
    let effects = report.changes.iter().map(|change| (change.old_to_new, change.new_to_old));
    assert!(effects.into_iter().all(|effects| effects == (Effect::Safe, Effect::Lossy)));
}

#[test]
fn release_2_0_0_widens_what_tools_answer() {
    step(
        "1.7.5",
        "2.0.0",
        Verdict::Breaking,
        Bump::Major,
        &[
            "type-widened CallToolResult.structuredContent",
            "type-widened Tool.outputSchema",
            "field-removed CallToolResultMeta.io.modelcontextprotocol/related-task",
            "field-removed CallToolResultMeta.progressToken",
            "field-added CallToolResultMeta.io.modelcontextprotocol/serverInfo",
            "type-removed RelatedTaskMetadata",
        ],
    );
    let report = diff(&release("1.7.5"), &release("2.0.0"));
    let widened = report.changes.iter().filter(|change| change.rule.id() == "type-widened");
    for change in widened {
        assert_eq!((change.old_to_new, change.new_to_old), (Effect::Safe, Effect::Breaking), "{}", change.path);
    }
    assert_eq!(report.faults_added, ["nested-definitions"]);
    assert!(report.descriptions.is_empty(), "{:?}", report.descriptions);
}

#[test]
fn release_2_0_4_makes_seconds_mandatory() {
    step("2.0.0", "2.0.4", Verdict::Breaking, Bump::None, &["text-tightened Annotations.lastModified"]);
}

#[test]
fn the_whole_of_1_7_5_to_2_0_4_is_the_sum_of_its_steps() {
    let mut steps = Vec::new();
    for pair in [["1.7.5", "2.0.0"], ["2.0.0", "2.0.4"]] {
        steps.extend(named(&diff(&release(pair[0]), &release(pair[1]))));
    }
    let mut whole = named(&diff(&release("1.7.5"), &release("2.0.4")));
    steps.sort();
    whole.sort();
    assert_eq!(whole, steps);
}

#[test]
fn identical_bytes_have_no_change_and_say_so() {
    for version in RELEASES {
        let report = diff(&release(version), &spec("a copy", bytes(version).to_vec(), crate::upstream::methods()));
        assert_eq!((report.verdict, report.bump), (Verdict::NoChange, Bump::None));
        assert!(report.changes.is_empty() && report.descriptions.is_empty() && report.gaps.is_empty());
        for text in [codegen::diff::text(&report), codegen::diff::markdown(&report)] {
            assert!(text.contains("the upstream bytes are identical"), "{text}");
        }
    }
}

#[test]
fn every_step_taken_back_is_its_mirror() {
    for pair in RELEASES.windows(2) {
        let (from, to) = (release(pair[0]), release(pair[1]));
        crate::property::assert_mirrored(&diff(&from, &to), &diff(&to, &from));
    }
}
