//! A small MCP server with one app, in the fixture's own process.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData, JsonObject, ListResourcesResult,
    ListToolsResult, MetaObject, PaginatedRequestParams, ProgressNotificationParam, ReadResourceRequestParams,
    ReadResourceResponse, ReadResourceResult, Resource, ResourceContents, ServerCapabilities, ServerConfig, Tool,
    object,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Value, json};

pub const APP: &str = "ui://app/view";

#[derive(Clone)]
pub struct Server {
    name: Arc<str>,
    app: Arc<Mutex<(String, Value)>>,
    heard: Arc<Mutex<Vec<String>>>,
}

impl Server {
    pub fn new(name: &str) -> Self {
        Server { name: name.into(), app: Arc::default(), heard: Arc::default() }
    }

    /// Sets the app's page and metadata.
    pub fn publish(&self, html: &str, ui: Value) {
        *self.app.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = (html.to_owned(), ui);
    }

    /// What it was asked, in order.
    pub fn heard(&self) -> Vec<String> {
        self.heard.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    fn hear(&self, what: impl Into<String>) {
        self.heard.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(what.into());
    }

    fn tool(name: &'static str, ui: Value) -> Tool {
        let schema: JsonObject = object(json!({"type": "object"}));
        Tool::new(name, name, schema).with_meta(MetaObject(object(json!({"ui": ui}))))
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_tool_list_changed().enable_resources();
        ServerConfig::new(capabilities.build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        self.hear("tools/list");
        let own = if &*self.name == "a" { "only-a" } else { "only-b" };
        Ok(ListToolsResult::with_all_items(vec![
            Self::tool("show", json!({"resourceUri": APP})),
            Self::tool("refresh", json!({"visibility": ["app"]})),
            Self::tool("secret", json!({"visibility": ["model"]})),
            Self::tool("slow", json!({"visibility": ["app"]})),
            Self::tool(own, json!({})),
        ]))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.hear(format!("tools/call {}", request.name));
        if request.name == "slow" {
            if let Some(token) = context.meta.get_progress_token() {
                let report = ProgressNotificationParam::new(token, 1.0).with_total(2.0).with_message("half");
                let _ = context.peer.notify_progress(report).await;
            }
            tokio::select! {
                () = context.ct.cancelled() => self.hear("cancelled"),
                () = tokio::time::sleep(Duration::from_secs(20)) => {}
            }
        }
        let mut result =
            CallToolResult::success(vec![ContentBlock::text(format!("{} by {}", request.name, self.name))]);
        result.structured_content = Some(json!({"arguments": request.arguments, "by": &*self.name}));
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        self.hear("resources/list");
        let mime = mcp_apps::draft::MIME_TYPE;
        Ok(ListResourcesResult::with_all_items(vec![Resource::new(APP, "app").with_mime_type(mime)]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        self.hear(format!("resources/read {}", request.uri));
        if request.uri.starts_with("file:///") {
            return Ok(ReadResourceResult::new(vec![ResourceContents::text("12345", request.uri)]).into());
        }
        if request.uri != APP {
            return Err(ErrorData::resource_not_found(format!("nothing under {}", request.uri), None));
        }
        let (html, ui) = self.app.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
        let contents = ResourceContents::text(html, APP).with_mime_type(mcp_apps::draft::MIME_TYPE);
        let contents = contents.with_meta(MetaObject(object(json!({"ui": ui}))));
        Ok(ReadResourceResult::new(vec![contents]).into())
    }
}
