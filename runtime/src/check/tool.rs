//! What a tool says of its UI.

use mcp_apps_generated::v2026_01_26::{McpUiToolVisibility, RESOURCE_URI_META_KEY, UI_META_KEY};
use serde_json::{Map, Value};

use super::observe::{Observed, links};
use super::{Findings, csp, rules, schema};
use crate::meta::{MetaError, tool_ui};

/// The members of a tool's `_meta.ui`.
const KEYS: &[&str] = &["resourceUri", "visibility"];
/// Members that belong to the resource.
const OF_THE_RESOURCE: &[&str] = &["csp", "permissions"];

pub(super) fn judge(tool: &Value, seen: &Observed, findings: &mut Findings) {
    let place = place(tool);
    if let Some(input) = tool.get("inputSchema") {
        schema::judge(input, &format!("{place}.inputSchema"), findings);
    }
    let Some(meta) = tool.get("_meta").and_then(Value::as_object) else { return };
    let ui_place = format!("{place}._meta.ui");
    if meta.contains_key(RESOURCE_URI_META_KEY) {
        let place = format!("{place}._meta[\"{RESOURCE_URI_META_KEY}\"]");
        findings.add(&rules::FLAT_KEY, place, "the deprecated spelling of `_meta.ui.resourceUri`");
    }
    match tool_ui(meta) {
        Err(MetaError::ResourceUri { uri, error }) => {
            findings.add(&rules::URI_SCHEME, format!("{ui_place}.resourceUri"), format!("{uri:?}: {error}"));
        }
        Err(MetaError::Decode(error)) => {
            findings.add(&rules::TOOL_META, format!("{place}.{}", error.path()), error.message())
        }
        Ok(_) => {}
    }
    for uri in links(tool) {
        if let Some(Err(error)) = seen.pages.get(uri) {
            findings.add(&rules::RESOURCE_MISSING, format!("{ui_place}.resourceUri"), format!("{uri}: {error}"));
        }
    }
    if let Some(ui) = meta.get(UI_META_KEY).and_then(Value::as_object) {
        members(ui, &ui_place, findings);
    }
}

fn members(ui: &Map<String, Value>, place: &str, findings: &mut Findings) {
    for key in ui.keys() {
        if OF_THE_RESOURCE.contains(&key.as_str()) {
            findings.add(&rules::TOOL_CSP, format!("{place}.{key}"), format!("`{key}` is the resource's to say"));
        } else {
            csp::known(&rules::UNKNOWN_KEY, key, KEYS, place, findings);
        }
    }
    let audiences = ui.get("visibility").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let known = [McpUiToolVisibility::Model, McpUiToolVisibility::App];
    for (index, audience) in audiences.iter().enumerate() {
        // What is no string at all does not fit the type, and is found there.
        if let Some(name) = audience.as_str().filter(|name| known.iter().all(|known| known.as_str() != *name)) {
            findings.add(&rules::VISIBILITY, format!("{place}.visibility[{index}]"), format!("{name:?} is nobody"));
        }
    }
}

/// How a tool is named in findings.
pub(super) fn place(tool: &Value) -> String {
    format!("tool {}", tool["name"].as_str().unwrap_or("without a name"))
}
