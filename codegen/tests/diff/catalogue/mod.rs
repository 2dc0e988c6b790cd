//! One mutation of the published bytes for each rule and each keyword, and what each must be called.

mod messages;
mod nothing;
mod sets;
mod types;

use std::sync::OnceLock;

use codegen::diff::Report;
use codegen::source::Spec;
use serde_json::Value;

use crate::mutate::{everywhere, require};
use crate::upstream::{diff, document, methods, spec};

/// A mutation of 2.0.4.
pub struct Case {
    /// What it does.
    pub name: &'static str,
    /// Before and after it.
    pub sides: [Spec; 2],
    /// The changes, with their places; nothing else may be reported.
    pub expected: &'static [&'static str],
    /// How many descriptions it rewords.
    pub descriptions: usize,
    /// The definitions it keeps from being compared.
    pub gaps: &'static [&'static str],
}

const CONTENT: &str = "/$defs/McpUiMessageRequest/properties/params/properties/content";
const CONTEXT: &str = "/$defs/McpUiHostContext";
const HOST: &str = "/$defs/McpUiHostCapabilities";
const ANNOTATIONS: &str =
    "/$defs/McpUiDownloadFileRequest/properties/params/properties/contents/items/anyOf/0/properties/annotations";
const RESULT: &str = "/$defs/McpUiToolResultNotification/properties/params";
const OPEN_LINK: &str = "/$defs/McpUiOpenLinkRequest/properties/params";
const APP_INFO: &str = "/$defs/McpUiInitializeRequest/properties/params/properties/appInfo";

/// What of our own schema refers to the block of audio.
const SAMPLING: [&str; 5] = [
    "spec/mcp.schema.json#SamplingMessageContentBlock",
    "spec/mcp.schema.json#SamplingMessageContent",
    "spec/mcp.schema.json#CreateMessageResult",
    "spec/mcp.schema.json#SamplingMessage",
    "spec/mcp.schema.json#CreateMessageRequestParams",
];

pub fn all() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    let groups = || {
        [
            types::fields(),
            types::values(),
            types::objects(),
            sets::sets(),
            messages::messages(),
            messages::rows(),
            nothing::nothing(),
        ]
    };
    CASES.get_or_init(|| groups().into_iter().flatten().collect())
}

/// Each case with its reports, there and back; made once for all tests.
pub fn reported() -> impl Iterator<Item = (&'static Case, &'static [Report; 2])> {
    static REPORTS: OnceLock<Vec<[Report; 2]>> = OnceLock::new();
    let both = |Case { sides: [from, to], .. }: &Case| [diff(from, to), diff(to, from)];
    all().iter().zip(REPORTS.get_or_init(|| all().iter().map(both).collect()))
}

/// A mutation of every copy of one shape.
fn shape(name: &'static str, unit: &str, edit: impl Fn(&mut Value), expected: &'static [&'static str]) -> Case {
    free(name, |document| assert!(everywhere(document, unit, &edit) > 0), expected)
}

/// Any mutation of the document.
fn free(name: &'static str, edit: impl FnOnce(&mut Value), expected: &'static [&'static str]) -> Case {
    pair(name, |_| {}, edit, expected)
}

/// Two mutations, one of each side.
fn pair(
    name: &'static str,
    before: impl FnOnce(&mut Value),
    after: impl FnOnce(&mut Value),
    expected: &'static [&'static str],
) -> Case {
    let (mut from, mut to) = (document("2.0.4"), document("2.0.4"));
    before(&mut from);
    after(&mut to);
    let side = |label: &str, document: &Value| spec(label, document.to_string().into_bytes(), methods());
    Case { name, sides: [side("before", &from), side("after", &to)], expected, descriptions: 0, gaps: &[] }
}

fn bytes(name: &'static str, text: String) -> Case {
    Case {
        sides: [crate::upstream::release("2.0.4"), spec("after", text.into_bytes(), methods())],
        ..free(name, |_| {}, &[])
    }
}

fn property<'a>(schema: &'a mut Value, name: &str) -> &'a mut Value {
    &mut schema["properties"][name]
}
