//! What every adapter to rmcp 3.x shares: `_meta.ui` on its types, for servers and clients alike.

use mcp_apps_generated::v2026_01_26::{McpUiResourceMeta, McpUiToolMeta, McpUiToolVisibility};
use rmcp::model::{MetaObject, Resource, ResourceContents, ResourceTemplate, Tool};

use crate::meta::{self, MetaError};

/// The UI of a tool, from its `_meta`.
pub trait ToolUi {
    /// `_meta.ui`, the deprecated flat key included (H5); `None` for a tool without a UI.
    ///
    /// # Errors
    ///
    /// The metadata is there but malformed, or names something other than a `ui://` URI.
    fn ui(&self) -> Result<Option<McpUiToolMeta>, MetaError>;

    /// Whether the model may see and call the tool (H7).
    fn is_model_visible(&self) -> bool;

    /// Whether a View of the same server connection may call the tool (H8).
    fn is_app_visible(&self) -> bool;
}

/// The UI metadata of a resource's listing, template or contents.
pub trait ResourceUi {
    /// `_meta.ui`: what the page needs from its sandbox. Contents win over the listing as a whole
    /// (H4).
    ///
    /// # Errors
    ///
    /// The metadata is there but malformed.
    fn ui(&self) -> Result<Option<McpUiResourceMeta>, MetaError>;
}

impl ToolUi for Tool {
    fn ui(&self) -> Result<Option<McpUiToolMeta>, MetaError> {
        self.meta.as_deref().map_or(Ok(None), meta::tool_ui)
    }

    fn is_model_visible(&self) -> bool {
        meta::is_visible(self.meta.as_deref(), &McpUiToolVisibility::Model)
    }

    fn is_app_visible(&self) -> bool {
        meta::is_visible(self.meta.as_deref(), &McpUiToolVisibility::App)
    }
}

fn read(meta: &Option<MetaObject>) -> Result<Option<McpUiResourceMeta>, MetaError> {
    meta.as_deref().map_or(Ok(None), meta::resource_ui)
}

impl ResourceUi for Resource {
    fn ui(&self) -> Result<Option<McpUiResourceMeta>, MetaError> {
        read(&self.meta)
    }
}

impl ResourceUi for ResourceTemplate {
    fn ui(&self) -> Result<Option<McpUiResourceMeta>, MetaError> {
        read(&self.meta)
    }
}

impl ResourceUi for ResourceContents {
    fn ui(&self) -> Result<Option<McpUiResourceMeta>, MetaError> {
        match self {
            ResourceContents::TextResourceContents { meta, .. }
            | ResourceContents::BlobResourceContents { meta, .. } => read(meta),
            // The enum is open; contents of a kind not known here are no UI.
            _ => Ok(None),
        }
    }
}
