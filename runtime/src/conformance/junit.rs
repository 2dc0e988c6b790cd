//! The verdicts as JUnit's XML.

use std::fmt::Write;

use super::{Conformance, Expected, Outcome};

/// A text as XML has it in attributes and between tags. What XML cannot hold at all becomes U+FFFD.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push_str("&#10;"),
            '\t' => escaped.push('\t'),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ => escaped.push(char),
        }
    }
    escaped
}

pub(super) fn write(report: &Conformance, expected: &Expected) -> String {
    let (failed, gone) = report.compare(expected);
    let skipped = |outcome: &Outcome| matches!(outcome, Outcome::NotApplicable { .. } | Outcome::NotObservable { .. });
    let skips = report.duties.iter().filter(|verdict| {
        skipped(&verdict.outcome) || (matches!(verdict.outcome, Outcome::Broken { .. }) && !failed.contains(verdict))
    });
    let (tests, failures, skips) = (report.duties.len(), failed.len() + gone.len(), skips.count());
    let suite = escape(&format!("MCP Apps host conformance: {} {}", report.host, report.version));
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n\
         <testsuite name=\"{suite}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skips}\">\n"
    );
    for verdict in &report.duties {
        let (id, section) = (verdict.duty.id, escape(verdict.duty.section));
        let name = escape(&format!("{id} {}", verdict.duty.text));
        let kind = match (&verdict.outcome, expected.reason(id)) {
            (Outcome::Broken { seen }, None) => {
                format!("<failure message=\"{}\">{}</failure>", section, escape(&seen.join("\n")))
            }
            (Outcome::Broken { .. }, Some(reason)) => {
                format!("<skipped message=\"{}\"/>", escape(&format!("known to be broken: {reason}")))
            }
            (_, Some(reason)) => {
                format!("<failure message=\"{}\"/>", escape(&format!("no longer broken, as expected: {reason}")))
            }
            (Outcome::NotApplicable { reason } | Outcome::NotObservable { reason }, None) => {
                format!("<skipped message=\"{}\"/>", escape(reason))
            }
            (Outcome::Kept, None) => String::new(),
        };
        // Writing to a string does not fail.
        let _ = writeln!(xml, "<testcase classname=\"{section}\" name=\"{name}\">{kind}</testcase>");
    }
    xml.push_str("</testsuite>\n</testsuites>\n");
    xml
}
