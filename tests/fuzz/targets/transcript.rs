//! Recordings: any text is judged, by either version, and every finding names a line there is.

use mcp_apps::transcript::{Spec, check};

pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let lines = text.lines().count();
    for spec in [Spec::Stable, Spec::Draft] {
        for finding in check(&text, spec) {
            assert!((1..=lines).contains(&finding.line), "{finding}");
            assert!(!finding.to_string().is_empty());
        }
    }
}

pub fn seeds() -> Vec<Vec<u8>> {
    let files = ["host-1.7.5_view-1.7.5_full", "host-2.0.4_rawview_edge", "rawhost_view-2.0.4_edge"];
    let texts = files.map(|name| super::text(&format!("tests/transcripts/{name}.jsonl")));
    // In pieces, so that one mutation is likely to hit what matters.
    let pieces = texts.iter().flat_map(|text| {
        let lines: Vec<&str> = text.lines().collect();
        lines.chunks(8).map(|lines| lines.join("\n").into_bytes()).collect::<Vec<_>>()
    });
    pieces.collect()
}
