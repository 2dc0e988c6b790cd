//! A scripted View on this side of the relay.

use mcp_apps_generated::draft::{CallToolRequest, ListToolsRequest, McpUiResourceTeardownRequest, PingRequest};
use mcp_apps_generated::wire::Request;
use serde_json::{Value, json};

/// How a View answers when it is to be taken down.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) enum Farewell {
    /// With a result.
    #[default]
    Agrees,
    /// As one without a handler does.
    Refuses,
    /// Not until it is told to.
    Waits,
}

/// A View on this side.
#[derive(Default)]
pub(super) struct View {
    /// What the Host has said to it, and to its proxy.
    pub(super) had: Vec<Value>,
    pub(super) next_id: i64,
    /// The tools it offers.
    pub(super) tools: Vec<&'static str>,
    pub(super) farewell: Farewell,
}

/// The host context that Views begin in.
pub(super) fn context() -> Value {
    json!({
        "theme": "dark",
        "displayMode": "inline",
        "availableDisplayModes": ["inline", "fullscreen"],
        "containerDimensions": { "width": 600, "maxHeight": 400 },
        "styles": { "variables": { "--color-background-primary": "light-dark(#fff, #111)" } },
    })
}

impl View {
    /// Takes a message; what the View answers at once.
    pub(super) fn take(&mut self, message: Value) -> Option<Value> {
        self.had.push(message.clone());
        let method = message["method"].as_str()?;
        let id = message.get("id")?.clone();
        let outcome = match method {
            PingRequest::METHOD => Ok(json!({})),
            ListToolsRequest::METHOD => {
                let tools = self.tools.iter().map(|name| json!({ "name": name, "inputSchema": { "type": "object" } }));
                Ok(json!({ "tools": tools.collect::<Vec<_>>() }))
            }
            CallToolRequest::METHOD => {
                Ok(json!({ "content": [{ "type": "text", "text": message["params"]["name"] }] }))
            }
            McpUiResourceTeardownRequest::METHOD => match self.farewell {
                Farewell::Agrees => Ok(json!({})),
                Farewell::Refuses => Err(method),
                Farewell::Waits => return None,
            },
            _ => Err(method),
        };
        Some(match outcome {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err(method) => {
                json!({ "jsonrpc": "2.0", "id": id, "error": { "code": crate::RpcError::METHOD_NOT_FOUND, "message": method } })
            }
        })
    }
}
