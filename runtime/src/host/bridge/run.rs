//! The Host's own call of the tool a View belongs to.

use std::sync::atomic::Ordering;

use mcp_apps_generated::draft::{CallToolResult, McpUiHostContext, McpUiToolInfo};
use mcp_apps_generated::wire::JsonObject;

use super::BridgedView;
use crate::draft::Host;
use crate::error::RpcError;
use crate::host::backend::Watch;

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

/// Tells the View which request its call is, by `toolInfo.id` of the host context: where the Host
/// told it the tool, and gave the call no name of its own.
fn name_the_call(host: &Host, tool: &str) -> Watch {
    let own = |info: &McpUiToolInfo| info.id.is_none() && info.tool.name == tool;
    let Some(mut tool) = host.host_context().tool_info.filter(own) else { return Watch::default() };
    let host = host.clone();
    Watch::default().sent(Box::new(move |id| {
        tool.id = Some(id);
        let mut context = McpUiHostContext::new();
        context.tool_info = Some(tool);
        // A View that is gone is not told.
        let _ = host.set_host_context(&context);
    }))
}

pub(super) async fn run(view: &BridgedView, name: &str, arguments: JsonObject) -> Result<CallToolResult, RpcError> {
    // A View shows one call, the first; it hears nothing of others.
    let shown = !view.runs.swap(true, Ordering::Relaxed);
    if shown {
        // A View that is gone does not keep the model from its result.
        let _ = view.tool_input(arguments.clone());
    }
    let mut unfinished = Unfinished(shown.then_some(&view.host));
    let watch = if shown { name_the_call(&view.host, name) } else { Watch::default() };
    let outcome = view.connection.call_tool(name, arguments, watch).await;
    unfinished.0 = None;
    let result = outcome.and_then(|result| {
        serde_json::from_str::<CallToolResult>(result.get())
            .map_err(|error| RpcError::internal(format!("the server's result: {error}")))
    });
    if !shown {
        return result;
    }
    let _ = match &result {
        Ok(result) => view.tool_result(result),
        Err(error) => view.tool_cancelled(Some(&error.message)),
    };
    result
}
