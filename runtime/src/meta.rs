//! `_meta.ui` as it stands on the wire, read with the tolerance a reader owes and the suspicion a
//! Host does. The extension traits of feature `rmcp-3` put it on an SDK's types.

use mcp_apps_generated::v2026_01_26::{
    McpUiResourceMeta, McpUiToolMeta, McpUiToolVisibility, RESOURCE_URI_META_KEY, UI_META_KEY,
};
use mcp_apps_generated::wire::{DecodeError, JsonObject, decode_at};
use serde_json::Value;

use crate::uri::{UiUri, UriError};

/// `_meta.ui` that cannot be used, which is not the same as a tool or resource without a UI.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MetaError {
    /// It does not fit its type; the error names the path.
    #[error("{0}")]
    Decode(DecodeError),
    /// A tool's resource URI is not a `ui://` URI (S1).
    #[error("resourceUri {uri:?}: {error}")]
    ResourceUri {
        /// The URI as written.
        uri: String,
        /// What is wrong with it.
        error: UriError,
    },
}

/// `_meta.ui` of a tool, from its `_meta`. The nested `resourceUri` wins over the deprecated flat
/// key, which is read when there is no nested one (S13, H5).
///
/// # Errors
///
/// The metadata is there but malformed, or names something other than a `ui://` URI.
pub fn tool_ui(meta: &JsonObject) -> Result<Option<McpUiToolMeta>, MetaError> {
    let nested = meta.get(UI_META_KEY).map(|ui| decode_at::<McpUiToolMeta, _>("_meta.ui", ui));
    let mut ui = nested.transpose().map_err(MetaError::Decode)?;
    if let Some(uri) = resource_uri(meta)? {
        ui.get_or_insert_default().resource_uri = Some(uri.into());
    }
    Ok(ui)
}

/// The UI resource a tool's `_meta` names, whatever else is wrong there. The nested key wins over
/// the deprecated flat one (H5).
///
/// # Errors
///
/// It names something, and not a `ui://` URI.
pub fn resource_uri(meta: &JsonObject) -> Result<Option<UiUri>, MetaError> {
    let nested = match meta.get(UI_META_KEY) {
        None => None,
        Some(Value::Object(ui)) => ui.get("resourceUri"),
        Some(ui) => return decode_at::<JsonObject, _>("_meta.ui", ui).map(|_| None).map_err(MetaError::Decode),
    };
    let (path, uri) = match (nested, meta.get(RESOURCE_URI_META_KEY)) {
        (Some(uri), _) => ("_meta.ui.resourceUri".to_owned(), uri),
        (None, Some(uri)) => (format!("_meta.{RESOURCE_URI_META_KEY}"), uri),
        (None, None) => return Ok(None),
    };
    let uri: String = decode_at(&path, uri).map_err(MetaError::Decode)?;
    match UiUri::parse(uri.as_str()) {
        Ok(uri) => Ok(Some(uri)),
        Err(error) => Err(MetaError::ResourceUri { uri, error }),
    }
}

/// `_meta.ui` of a resource's listing or contents, from its `_meta`.
///
/// # Errors
///
/// The metadata is there but malformed.
pub fn resource_ui(meta: &JsonObject) -> Result<Option<McpUiResourceMeta>, MetaError> {
    let ui = meta.get(UI_META_KEY).map(|ui| decode_at("_meta.ui", ui));
    ui.transpose().map_err(MetaError::Decode)
}

/// Whether `audience` may see or call the tool: its `visibility` contains it, or there is none
/// (S14). `[]` is for nobody, and so is a `visibility` that is not a list.
pub fn is_visible(meta: Option<&JsonObject>, audience: &McpUiToolVisibility) -> bool {
    match meta.and_then(|meta| meta.get(UI_META_KEY)?.get("visibility")) {
        None => true,
        Some(Value::Array(members)) => members.iter().any(|member| member.as_str() == Some(audience.as_str())),
        Some(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn object(value: Value) -> JsonObject {
        serde_json::from_value(value).unwrap()
    }

    fn uri_of(meta: Value) -> Result<Option<String>, MetaError> {
        Ok(tool_ui(&object(meta))?.and_then(|ui| ui.resource_uri))
    }

    #[test]
    fn row_24_the_nested_key_wins_over_the_flat_one_and_the_flat_one_alone_is_read() {
        let both = json!({ "ui": { "resourceUri": "ui://nested" }, "ui/resourceUri": "ui://flat" });
        assert_eq!(uri_of(both), Ok(Some("ui://nested".to_owned())));
        assert_eq!(uri_of(json!({ "ui/resourceUri": "ui://flat" })), Ok(Some("ui://flat".to_owned())));
        let split = object(json!({ "ui": { "visibility": ["app"] }, "ui/resourceUri": "ui://flat" }));
        let ui = tool_ui(&split).unwrap().unwrap();
        assert_eq!(ui.resource_uri.as_deref(), Some("ui://flat"));
        assert_eq!(ui.visibility, Some(vec![McpUiToolVisibility::App]));
        assert_eq!(uri_of(json!({ "openai/outputTemplate": "ui://x" })), Ok(None));
    }

    #[test]
    fn row_24_a_link_that_is_not_a_ui_uri_is_an_error_and_not_a_tool_without_a_ui() {
        let wrong = uri_of(json!({ "ui": { "resourceUri": "https://x" } }));
        assert!(matches!(wrong, Err(MetaError::ResourceUri { error: UriError::Scheme, .. })), "{wrong:?}");
        assert!(uri_of(json!({ "ui/resourceUri": "https://x" })).is_err());
        let number = uri_of(json!({ "ui": { "resourceUri": 7 } })).unwrap_err();
        assert!(number.to_string().starts_with("_meta.ui.resourceUri"), "{number}");
        assert!(uri_of(json!({ "ui/resourceUri": 7 })).is_err());
        assert!(uri_of(json!({ "ui": "ui://x" })).is_err());
    }

    #[test]
    fn row_22_csp_on_a_tool_is_not_its_own_and_hurts_nothing() {
        let ui = tool_ui(&object(json!({ "ui": { "resourceUri": "ui://x", "csp": {} } }))).unwrap().unwrap();
        assert_eq!(ui.resource_uri.as_deref(), Some("ui://x"));
        assert!(ui.extra.contains_key("csp"), "kept apart as a member the type does not know");
    }

    #[test]
    fn row_48_visibility_is_membership_and_absence_is_everyone() {
        let table = [
            (json!({}), (true, true)),
            (json!({ "ui": {} }), (true, true)),
            (json!({ "ui": { "visibility": ["model", "app"] } }), (true, true)),
            (json!({ "ui": { "visibility": ["app"] } }), (false, true)),
            (json!({ "ui": { "visibility": ["app", "x"] } }), (false, true)),
            (json!({ "ui": { "visibility": ["model"] } }), (true, false)),
            (json!({ "ui": { "visibility": [] } }), (false, false)),
            (json!({ "ui": { "visibility": "app" } }), (false, false)),
            (json!({ "ui": { "visibility": null } }), (false, false)),
        ];
        for (meta, (model, app)) in table {
            let object = object(meta.clone());
            assert_eq!(is_visible(Some(&object), &McpUiToolVisibility::Model), model, "{meta}");
            assert_eq!(is_visible(Some(&object), &McpUiToolVisibility::App), app, "{meta}");
        }
        assert!(is_visible(None, &McpUiToolVisibility::Model));
    }
}
