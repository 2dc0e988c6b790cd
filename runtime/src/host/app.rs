//! What a tool's metadata says: which View it has, and who may call it.

use mcp_apps_generated::v2026_01_26::McpUiToolVisibility;
use mcp_apps_generated::wire::JsonObject;
use serde_json::Value;

use crate::meta::is_visible;
use crate::uri::UiUri;

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
        let meta = tool.get("_meta").and_then(Value::as_object);
        let may = |who: McpUiToolVisibility| is_visible(meta, &who);
        Visibility { model: may(McpUiToolVisibility::Model), app: may(McpUiToolVisibility::App) }
    }
}
