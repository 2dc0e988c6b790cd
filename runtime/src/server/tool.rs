//! The UI of a tool, as its author declares it.

use std::fmt;
use std::sync::Arc;

use mcp_apps_generated::v2026_01_26::{McpUiToolMeta, McpUiToolVisibility, RESOURCE_URI_META_KEY, UI_META_KEY};
use mcp_apps_generated::wire::JsonObject;
use rmcp::model::{MetaObject, Tool};
use serde_json::Value;

use super::error::BuildError;
use crate::tool::Contract;
use crate::uri::UiUri;

/// `_meta.ui` of a tool: the page that shows its results, and who may call it.
///
/// There is no way to put a CSP here: it belongs to the resource, and Hosts ignore it on a tool
/// (S16).
///
/// ```
/// use mcp_apps::{server::UiTool, ui_uri};
///
/// let shown = UiTool::view(ui_uri!("ui://weather/view"));
/// let refresh = UiTool::viewless().app_only();
/// ```
///
/// ```compile_fail,E0599
/// mcp_apps::server::UiTool::viewless().connect_domains(["https://api.example.com"]);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct UiTool {
    pub(super) uri: Option<UiUri>,
    visibility: Option<Vec<McpUiToolVisibility>>,
    legacy_key: bool,
    pub(super) meta: JsonObject,
}

impl UiTool {
    /// A tool whose results a page shows. The same server must serve the URI (S5).
    pub fn view(uri: UiUri) -> Self {
        UiTool { uri: Some(uri), ..Self::viewless() }
    }

    /// A tool without a page of its own, for a Host to know who may call it.
    pub fn viewless() -> Self {
        UiTool { uri: None, visibility: None, legacy_key: false, meta: JsonObject::new() }
    }

    /// Only Views of the same server connection call the tool; the model does not know of it (H7).
    pub fn app_only(mut self) -> Self {
        self.visibility = Some(vec![McpUiToolVisibility::App]);
        self
    }

    /// Only the model calls the tool; a View's call is refused (H8).
    pub fn model_only(mut self) -> Self {
        self.visibility = Some(vec![McpUiToolVisibility::Model]);
        self
    }

    /// Writes `visibility` as given. Without it both may call the tool (S14).
    pub fn visibility(mut self, visibility: impl IntoIterator<Item = McpUiToolVisibility>) -> Self {
        self.visibility = Some(visibility.into_iter().collect());
        self
    }

    /// Also writes the deprecated flat key `ui/resourceUri`, for Hosts that read nothing else (S13).
    pub fn legacy_key(mut self) -> Self {
        self.legacy_key = true;
        self
    }

    /// Another key of `_meta`.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), value.into());
        self
    }

    /// The keys of `_meta` this stands for.
    pub fn to_meta(&self) -> MetaObject {
        let mut ui = McpUiToolMeta::new();
        ui.resource_uri = self.uri.as_ref().map(|uri| uri.as_str().to_owned());
        ui.visibility = self.visibility.clone();
        let mut meta = self.meta.clone();
        // Strings and lists of strings: there is nothing in it that JSON cannot say.
        meta.insert(UI_META_KEY.to_owned(), serde_json::to_value(&ui).unwrap_or_default());
        if self.legacy_key
            && let Some(uri) = &self.uri
        {
            meta.insert(RESOURCE_URI_META_KEY.to_owned(), uri.as_str().into());
        }
        MetaObject(meta)
    }

    /// Adds the UI to a tool that has none, and keeps the rest of its `_meta`.
    ///
    /// # Errors
    ///
    /// [`BuildError::TwoSources`] if the tool's `_meta` already says one of the keys.
    pub fn apply(&self, tool: Tool) -> Result<Tool, BuildError> {
        merge(&self.to_meta(), tool)
    }

    pub(super) fn check(&self, tool: &str) -> Result<(), BuildError> {
        match [UI_META_KEY, RESOURCE_URI_META_KEY].into_iter().find(|key| self.meta.contains_key(*key)) {
            Some(key) => Err(BuildError::ReservedKey { of: format!("the tool `{tool}`"), key: key.to_owned() }),
            None => Ok(()),
        }
    }
}

/// Adds `meta` to a tool that says none of its keys.
pub(super) fn merge(meta: &MetaObject, mut tool: Tool) -> Result<Tool, BuildError> {
    if let Some(key) = twice(meta, &tool) {
        return Err(BuildError::TwoSources { tool: tool.name.into_owned(), key: key.to_owned() });
    }
    tool.meta.get_or_insert_default().extend(meta.clone());
    Ok(tool)
}

/// A key that both say. The flat key of the tool's own counts as `ui`: it would name a page too.
fn twice<'a>(meta: &'a MetaObject, tool: &Tool) -> Option<&'a str> {
    let own = tool.meta.as_ref()?;
    if own.contains_key(RESOURCE_URI_META_KEY) {
        return Some(RESOURCE_URI_META_KEY);
    }
    meta.keys().map(String::as_str).find(|key| own.contains_key(*key))
}

/// What a client that does not show UIs finds in the place of a UI tool (S9, S10, S12).
///
/// Only what `tools/list` says changes; a call is answered either way, since a client may know the
/// tool from elsewhere.
#[derive(Clone)]
pub struct WithoutUi(pub(super) Variant);

#[derive(Clone)]
pub(super) enum Variant {
    Hidden,
    TextOnly,
    Replaced(Arc<dyn Fn(Tool) -> Tool + Send + Sync>),
}

impl WithoutUi {
    /// Nothing: the tool is not listed.
    pub fn hidden() -> Self {
        WithoutUi(Variant::Hidden)
    }

    /// The tool without its `ui` metadata.
    pub fn text_only() -> Self {
        WithoutUi(Variant::TextOnly)
    }

    /// The tool without its `ui` metadata and then changed, say with another description.
    pub fn replaced(change: impl Fn(Tool) -> Tool + Send + Sync + 'static) -> Self {
        WithoutUi(Variant::Replaced(Arc::new(change)))
    }
}

impl fmt::Debug for WithoutUi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Variant::Hidden => "WithoutUi::hidden()",
            Variant::TextOnly => "WithoutUi::text_only()",
            Variant::Replaced(_) => "WithoutUi::replaced(…)",
        })
    }
}

impl Variant {
    pub(super) fn of(&self, mut tool: Tool) -> Option<Tool> {
        if let Some(meta) = &mut tool.meta {
            meta.remove(UI_META_KEY);
            meta.remove(RESOURCE_URI_META_KEY);
            if meta.is_empty() {
                tool.meta = None;
            }
        }
        match self {
            Variant::Hidden => None,
            Variant::TextOnly => Some(tool),
            Variant::Replaced(change) => Some(change(tool)),
        }
    }
}

/// The tool that a [`Contract`] describes, as rmcp's type, for a server that routes by hand or
/// through a `ToolRouter`. Its UI comes from [`UiTool::apply`] or the [`Apps`](super::Apps) around it.
pub fn tool_of<C: Contract>() -> Tool {
    let mut tool = Tool::new_with_raw(C::NAME, C::DESCRIPTION.map(Into::into), C::input_schema());
    tool.title = C::TITLE.map(str::to_owned);
    tool.output_schema = C::output_schema().map(Arc::new);
    tool
}
