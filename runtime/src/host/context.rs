//! What a View wants the model to know (H36).

use mcp_apps_generated::draft::{ContentBlock, McpUiUpdateModelContextRequestParams};
use mcp_apps_generated::wire::JsonObject;
use serde_json::{Value, json};

/// The latest thing a View wanted the model to know. It is the app's word, neither the user's
/// nor the Host's, and [`to_value`](Self::to_value) says so.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ModelContext {
    /// The app that said it, by the name its View gave; empty before it gave one.
    pub app: String,
    /// Content blocks.
    pub content: Vec<ContentBlock>,
    /// Structured content.
    pub structured_content: Option<JsonObject>,
}

impl ModelContext {
    pub(super) fn new(params: McpUiUpdateModelContextRequestParams) -> Self {
        let content = params.content.unwrap_or_default();
        ModelContext { app: String::new(), content, structured_content: params.structured_content }
    }

    /// Whether the View took back what it said before.
    pub fn is_empty(&self) -> bool {
        self.content.is_empty() && self.structured_content.as_ref().is_none_or(JsonObject::is_empty)
    }

    /// As one value for a prompt, with who supplied it.
    pub fn to_value(&self) -> Value {
        let mut value = json!({ "suppliedBy": { "kind": "app", "name": self.app }, "content": self.content });
        if let (Some(structured), Some(members)) = (&self.structured_content, value.as_object_mut()) {
            members.insert("structuredContent".to_owned(), Value::Object(structured.clone()));
        }
        value
    }
}
