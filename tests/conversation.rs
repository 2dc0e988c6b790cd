//! Our Host and our View in conversation: with each other, and each in the place of the
//! TypeScript peer that was recorded.
//!
//! Where ours differs from the recorded peer the table `transcripts/*.differences` says so, and
//! why; where a peer breaks a rule `transcripts/*.expected` has the finding. Neither may be
//! incomplete, and neither may list what does not happen.

#![allow(clippy::unwrap_used)]

#[path = "conversation/alone.rs"]
mod alone;
#[path = "conversation/host.rs"]
mod host;
#[path = "conversation/replay.rs"]
mod replay;
#[path = "conversation/view.rs"]
mod view;

use mcp_apps::transcript::{Expected, Spec, check};

pub const FULL: [&str; 2] = [
    include_str!("transcripts/host-1.7.5_view-1.7.5_full.jsonl"),
    include_str!("transcripts/host-2.0.4_view-2.0.4_full.jsonl"),
];
pub const HOST_EDGE: &str = include_str!("transcripts/host-2.0.4_rawview_edge.jsonl");
pub const VIEW_EDGE: &str = include_str!("transcripts/rawhost_view-2.0.4_edge.jsonl");

#[test]
fn the_recorded_peers_break_exactly_the_rules_that_are_listed() {
    let full = include_str!("transcripts/full.expected");
    for (recording, expected) in [
        (FULL[0], full),
        (FULL[1], full),
        (HOST_EDGE, include_str!("transcripts/host_edge.expected")),
        (VIEW_EDGE, include_str!("transcripts/view_edge.expected")),
    ] {
        let expected = Expected::parse(expected).unwrap();
        let (unexpected, missing) = expected.compare(check(recording, Spec::Draft));
        let unexpected: Vec<String> = unexpected.iter().map(ToString::to_string).collect();
        assert!(unexpected.is_empty() && missing.is_empty(), "{unexpected:#?}\n{missing:#?}");
    }
}
