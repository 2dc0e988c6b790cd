//! A server's tools, as a Host reads them.

use mcp_apps_generated::draft::Tool;
use mcp_apps_generated::wire::JsonObject;
use serde_json::Value;

use super::app::{AppRef, Visibility};
use crate::meta::{MetaError, resource_uri};

/// Every tool of a server, whoever may call it: nothing is filtered out of an inventory.
#[derive(Clone, Debug, Default)]
pub struct Inventory {
    tools: Vec<ListedTool>,
}

/// One tool as its server lists it.
#[derive(Clone, Debug)]
pub struct ListedTool {
    name: String,
    definition: JsonObject,
    visibility: Visibility,
    app: Result<Option<AppRef>, MetaError>,
}

impl Inventory {
    /// Takes the listed tools as they are; an entry without a name is no tool.
    pub(super) fn read(connection: u64, listed: Vec<JsonObject>) -> Self {
        let tool = |definition: JsonObject| {
            let name = definition.get("name").and_then(Value::as_str)?.to_owned();
            let meta = definition.get("_meta").and_then(Value::as_object);
            let uri = meta.map_or(Ok(None), resource_uri);
            let app = uri.map(|uri| uri.map(|uri| AppRef { connection, tool: name.clone(), uri }));
            let visibility = Visibility::of(&definition);
            Some(ListedTool { name, definition, visibility, app })
        };
        Inventory { tools: listed.into_iter().filter_map(tool).collect() }
    }

    /// Every tool, in the server's order.
    pub fn tools(&self) -> &[ListedTool] {
        &self.tools
    }

    /// The tools the model may be offered, in any list, prompt or sub-agent (H7).
    pub fn model_tools(&self) -> impl Iterator<Item = &ListedTool> {
        self.tools.iter().filter(|tool| tool.visibility.model)
    }

    /// The tools Views of this connection may call (H8).
    pub fn app_tools(&self) -> impl Iterator<Item = &ListedTool> {
        self.tools.iter().filter(|tool| tool.visibility.app)
    }

    /// The first tool of a name.
    pub fn find(&self, name: &str) -> Option<&ListedTool> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// Whether a View may call a tool; `None` if there is none. Of several with one name, all
    /// have to allow it.
    pub(super) fn app_may_call(&self, name: &str) -> Option<bool> {
        let mut named = self.tools.iter().filter(|tool| tool.name == name).peekable();
        named.peek()?;
        Some(named.all(|tool| tool.visibility.app))
    }
}

impl ListedTool {
    /// The tool's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The tool as listed, unchanged.
    pub fn definition(&self) -> &JsonObject {
        &self.definition
    }

    /// The tool, typed.
    ///
    /// # Errors
    /// When the server's definition does not fit.
    pub fn tool(&self) -> Result<Tool, serde_json::Error> {
        serde_json::from_value(Value::Object(self.definition.clone()))
    }

    /// Who may call it.
    pub fn visibility(&self) -> Visibility {
        self.visibility
    }

    /// Its View; `None` if it has none.
    ///
    /// # Errors
    /// When it means to have one and names it wrongly. It is then a tool with text only (H6).
    pub fn app(&self) -> Result<Option<&AppRef>, MetaError> {
        self.app.as_ref().map(Option::as_ref).map_err(Clone::clone)
    }
}
