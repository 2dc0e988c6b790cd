//! What a UI resource says of itself where it is listed and where it is read.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use mcp_apps_generated::v2026_01_26::{EXTENSION_ID, MIME_TYPE, UI_META_KEY};
use serde_json::{Map, Value};

use super::observe::{Observed, is_ui, links};
use super::{Findings, csp, html, rules};
use crate::meta::resource_ui;
use crate::uri::UiUri;

/// The members of a resource's `_meta.ui`.
const KEYS: &[&str] = &["csp", "permissions", "domain", "prefersBorder"];
const PERMISSIONS: &[&str] = &["camera", "microphone", "geolocation", "clipboardWrite"];

/// Whether a server with UIs says so.
pub(super) fn declared(seen: &Observed, findings: &mut Findings) {
    let has_ui = seen.tools.iter().any(|tool| !links(tool).is_empty()) || seen.resources.iter().any(is_ui);
    if has_ui && seen.capabilities["extensions"].get(EXTENSION_ID).is_none() {
        findings.add(&rules::EXTENSION_UNDECLARED, "capabilities.extensions", "the server has UIs and does not say so");
    }
}

/// An entry of `resources/list`.
pub(super) fn listing(entry: &Value, findings: &mut Findings) {
    let uri = entry["uri"].as_str().unwrap_or_default();
    let place = format!("listed {uri}");
    if let Err(error) = UiUri::parse(uri) {
        findings.add(&rules::URI_SCHEME, &place, format!("a page of MCP Apps under {uri:?}: {error}"));
    }
    described(entry, &place, findings);
}

/// The answer to `resources/read`.
pub(super) fn page(uri: &str, result: &Value, seen: &Observed, findings: &mut Findings) {
    let place = format!("page {uri}");
    let contents = result["contents"].as_array().map(Vec::as_slice).unwrap_or_default();
    let Some(item) = contents.iter().find(|item| item["uri"] == uri) else {
        let given: Vec<_> = contents.iter().map(|item| &item["uri"]).collect();
        findings.add(&rules::RESOURCE_CONTENT, place, format!("no item under this URI, but {given:?}"));
        return;
    };
    described(item, &place, findings);
    let listed = seen.resources.iter().find(|entry| entry["uri"] == uri);
    if let Some(listed) = listed.filter(|listed| ui(listed) != ui(item)) {
        let said = |ui: Option<&Value>| ui.map_or_else(|| "nothing".to_owned(), Value::to_string);
        let message = format!("listed with {}, read with {}", said(ui(listed)), said(ui(item)));
        findings.add(&rules::LISTING_DISAGREES, format!("{place} _meta.ui"), message);
    }
    let csp = item["_meta"].as_object().and_then(|meta| resource_ui(meta).ok()?).and_then(|ui| ui.csp);
    match document(item) {
        Ok(page) => html::judge(&page, &csp.unwrap_or_default(), &place, findings),
        Err(why) => findings.add(&rules::RESOURCE_CONTENT, place, why),
    }
}

fn document(item: &Value) -> Result<String, String> {
    match (item.get("text"), item.get("blob")) {
        (Some(Value::String(text)), None) => Ok(text.clone()),
        (None, Some(Value::String(blob))) => {
            let bytes = STANDARD.decode(blob).map_err(|error| format!("`blob` is not base64: {error}"))?;
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        }
        (None, None) => Err("neither `text` nor `blob`".to_owned()),
        (Some(_), Some(_)) => Err("both `text` and `blob`".to_owned()),
        _ => Err("`text` or `blob` is no string".to_owned()),
    }
}

fn ui(of: &Value) -> Option<&Value> {
    of["_meta"].get(UI_META_KEY)
}

/// What listings and contents have in common: a MIME type and `_meta.ui`.
fn described(of: &Value, place: &str, findings: &mut Findings) {
    if of["mimeType"] != MIME_TYPE {
        findings.add(
            &rules::RESOURCE_MIME,
            format!("{place} mimeType"),
            format!("{} is no page of MCP Apps", of["mimeType"]),
        );
    }
    let Some(meta) = of["_meta"].as_object() else { return };
    let Some(ui) = meta.get(UI_META_KEY).and_then(Value::as_object) else {
        if meta.contains_key(UI_META_KEY) {
            findings.add(&rules::RESOURCE_META, format!("{place} _meta.ui"), "not an object");
        }
        return;
    };
    for key in ui.keys() {
        csp::known(&rules::UNKNOWN_KEY, key, KEYS, &format!("{place} _meta.ui"), findings);
    }
    if let Some(sources) = ui.get("csp").and_then(Value::as_object) {
        csp::judge(sources, &format!("{place} _meta.ui.csp"), findings);
    }
    let odd = ui.get("permissions").and_then(Value::as_object).is_some_and(|asked| permissions(asked, place, findings));
    // A permission that is no object is found already.
    if let (Err(error), false) = (resource_ui(meta), odd) {
        findings.add(&rules::RESOURCE_META, place, error);
    }
}

/// Whether one of the permissions has a value that is no object.
fn permissions(asked: &Map<String, Value>, place: &str, findings: &mut Findings) -> bool {
    let place = format!("{place} _meta.ui.permissions");
    let mut odd = false;
    for (key, value) in asked {
        csp::known(&rules::PERMISSION_KEY, key, PERMISSIONS, &place, findings);
        if PERMISSIONS.contains(&key.as_str()) && !value.is_object() {
            odd = true;
            findings.add(&rules::PERMISSION_VALUE, format!("{place}.{key}"), format!("{value} is no object"));
        }
    }
    odd
}
