//! The Host's own call of the tool a View belongs to.

use mcp_apps_generated::draft::CallToolResult;
use mcp_apps_generated::wire::JsonObject;

use super::BridgedView;
use crate::draft::Host;
use crate::error::RpcError;

/// Tells the View that nothing will come, unless something did.
struct Unfinished<'a>(Option<&'a Host>);

impl Drop for Unfinished<'_> {
    fn drop(&mut self) {
        if let Some(host) = self.0 {
            // A View that is gone is not told.
            let _ = host.tool_cancelled(None);
        }
    }
}

pub(super) async fn run(view: &BridgedView, name: &str, arguments: JsonObject) -> Result<CallToolResult, RpcError> {
    // A View that is gone does not keep the model from its result.
    let _ = view.tool_input(arguments.clone());
    let mut unfinished = Unfinished(Some(&view.host));
    let outcome = view.connection.call_tool(name, arguments).await;
    unfinished.0 = None;
    let result = outcome.and_then(|result| {
        serde_json::from_str::<CallToolResult>(result.get())
            .map_err(|error| RpcError::internal(format!("the server's result: {error}")))
    });
    let _ = match &result {
        Ok(result) => view.tool_result(result),
        Err(error) => view.tool_cancelled(Some(&error.message)),
    };
    result
}
