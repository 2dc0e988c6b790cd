//! The result of a UI tool: data for the View, words for the model.

use std::sync::Arc;

use mcp_apps_generated::wire::JsonObject;
use rmcp::ErrorData;
use rmcp::handler::server::tool::{IntoCallToolResult, schema_for_output};
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, MetaObject};
use serde::Serialize;
use serde_json::Value;

/// The result of a UI tool: `structuredContent` for the View, `content` for the model.
///
/// The summary is not optional: the model reads `content`, and so does a client without UIs (S10,
/// S11). Return it from any `#[tool]` function, and name its schema once:
///
/// ```
/// use mcp_apps::server::{UiResult, output_schema};
/// use rmcp::{ErrorData, tool, tool_router};
/// use schemars::JsonSchema;
/// use serde::Serialize;
///
/// #[derive(Serialize, JsonSchema)]
/// struct Weather {
///     celsius: f64,
/// }
///
/// struct Server;
///
/// #[tool_router]
/// impl Server {
///     /// The weather in Berlin, now.
///     #[tool(output_schema = output_schema::<Weather>())]
///     async fn get_weather(&self) -> Result<UiResult<Weather>, ErrorData> {
///         Ok(UiResult::new(Weather { celsius: 21.0 }, "Berlin: 21 °C, sunny."))
///     }
/// }
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct UiResult<T> {
    data: T,
    content: Vec<ContentBlock>,
    meta: MetaObject,
}

impl<T> UiResult<T> {
    /// Data for the View, and what it says in words.
    pub fn new(data: T, summary: impl Into<String>) -> Self {
        UiResult { data, content: vec![ContentBlock::text(summary)], meta: MetaObject::new() }
    }

    /// Another block for the model, of any kind: an image, audio, a resource or a link to one.
    pub fn block(mut self, block: ContentBlock) -> Self {
        self.content.push(block);
        self
    }

    /// A key of the result's `_meta`: for the View and its Host, not for the model (S17).
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), value.into());
        self
    }
}

impl<T: Serialize> UiResult<T> {
    /// The result as rmcp's type.
    ///
    /// # Errors
    ///
    /// The data cannot be written as JSON.
    pub fn into_result(self) -> Result<CallToolResult, ErrorData> {
        let data = serde_json::to_value(self.data)
            .map_err(|error| ErrorData::internal_error(format!("structuredContent: {error}"), None))?;
        let mut result = CallToolResult::success(self.content);
        result.structured_content = Some(data);
        result.meta = (!self.meta.is_empty()).then_some(self.meta);
        Ok(result)
    }
}

impl<T: Serialize> IntoCallToolResult for UiResult<T> {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        self.into_result().map(Into::into)
    }
}

/// The JSON Schema of a result's data, for `outputSchema`.
pub fn output_schema<T: schemars::JsonSchema + 'static>() -> Arc<JsonObject> {
    schema_for_output::<T>()
}
