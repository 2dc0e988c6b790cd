//! What a tool's metadata says: which View it has, and who may call it.

use mcp_apps_generated::draft::{McpUiToolVisibility, RESOURCE_URI_META_KEY, UI_META_KEY};
use mcp_apps_generated::wire::JsonObject;
use serde_json::Value;

use crate::uri::{UiUri, UriError};

/// The View of a tool, on the connection it was listed on. Only that connection loads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppRef {
    pub(super) connection: u64,
    pub(super) tool: String,
    pub(super) uri: UiUri,
}

impl AppRef {
    /// The tool's name.
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// The UI resource.
    pub fn uri(&self) -> &UiUri {
        &self.uri
    }
}

/// A tool means to have a View, and does not say which in a way that can be followed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AppRefError {
    /// The tool's UI metadata is no object.
    #[error("_meta.ui is not an object")]
    Meta,
    /// The URI is no string.
    #[error("the resource URI is not a string")]
    NotAString,
    /// The URI is not one of a UI resource.
    #[error("`{uri}` is not the URI of a UI resource: {error}")]
    Uri {
        /// What stands there.
        uri: String,
        /// What is wrong with it.
        error: UriError,
    },
}

/// The View a tool's `_meta` names, if any. The nested key wins over the deprecated flat one (H5).
pub(super) fn resource_uri(tool: &JsonObject) -> Result<Option<UiUri>, AppRefError> {
    let Some(meta) = tool.get("_meta").and_then(Value::as_object) else { return Ok(None) };
    let nested = match meta.get(UI_META_KEY) {
        None | Some(Value::Null) => None,
        Some(Value::Object(ui)) => ui.get("resourceUri"),
        Some(_) => return Err(AppRefError::Meta),
    };
    match nested.or_else(|| meta.get(RESOURCE_URI_META_KEY)) {
        None => Ok(None),
        Some(Value::String(uri)) => match UiUri::parse(uri.as_str()) {
            Ok(uri) => Ok(Some(uri)),
            Err(error) => Err(AppRefError::Uri { uri: uri.clone(), error }),
        },
        Some(_) => Err(AppRefError::NotAString),
    }
}

/// Who may call a tool (H7–H9): both if nothing is said, nobody if the list is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Visibility {
    /// The model sees it.
    pub model: bool,
    /// Views of the same connection may call it.
    pub app: bool,
}

impl Visibility {
    /// What a tool's `_meta` says. A list that is none lets nobody in.
    pub(super) fn of(tool: &JsonObject) -> Self {
        let said = tool.get("_meta").and_then(|meta| meta.get(UI_META_KEY)?.get("visibility"));
        let list = match said {
            None => return Visibility { model: true, app: true },
            Some(said) => said.as_array().map(Vec::as_slice).unwrap_or_default(),
        };
        let has = |who: McpUiToolVisibility| list.iter().any(|entry| entry == who.as_str());
        Visibility { model: has(McpUiToolVisibility::Model), app: has(McpUiToolVisibility::App) }
    }
}
