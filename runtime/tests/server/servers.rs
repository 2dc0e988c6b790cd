//! Servers to be wrapped: one by rmcp's macros, one by hand, one that does nothing of its own.

use std::sync::Arc;

use rmcp::model::*;
use rmcp::service::{RequestContext, RoleServer, SubscriptionContext};
use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};
use serde_json::{Value, json};

/// A server with every default.
#[derive(Clone)]
pub struct Bare;

impl ServerHandler for Bare {}

/// A server made by rmcp's macros; one of its tools has a UI of its own.
#[derive(Clone)]
pub struct Macro;

#[tool_router]
impl Macro {
    /// Says hello.
    #[tool]
    async fn greet(&self) -> String {
        "hello".to_owned()
    }

    /// The weather, in a page.
    #[tool(meta = mcp_apps::ui_tool!("ui://weather/view"))]
    async fn get_weather(&self) -> String {
        "Berlin: 21 °C".to_owned()
    }

    /// For the page.
    #[tool(meta = mcp_apps::ui_tool!("ui://weather/view", app_only, "com.example/cost": 0))]
    async fn refresh_weather(&self) -> String {
        "Berlin: 22 °C".to_owned()
    }

    /// Forgets to tell the model anything.
    #[tool(meta = mcp_apps::ui_tool!("ui://weather/view"))]
    async fn mute(&self) -> CallToolResult {
        let mut result = CallToolResult::success(Vec::new());
        result.structured_content = Some(json!({ "celsius": 21 }));
        result
    }
}

#[tool_handler]
impl ServerHandler for Macro {}

/// A server written by hand: every method its own, lists of two pages, `_meta` and extensions of
/// its own, and an answer nobody else gives for each method.
#[derive(Clone)]
pub struct ByHand;

pub fn tool(name: &'static str, meta: Value) -> Tool {
    let schema = Arc::new(object(json!({ "type": "object" })));
    let tool = Tool::new(name, "a tool", schema);
    match meta {
        Value::Null => tool,
        meta => tool.with_meta(MetaObject(object(meta))),
    }
}

fn marker<T>(method: &str) -> Result<T, ErrorData> {
    Err(ErrorData::new(ErrorCode(-32042), format!("{method} reached the server"), Some(json!({ "method": method }))))
}

fn first_page(request: &Option<PaginatedRequestParams>) -> bool {
    request.as_ref().is_none_or(|request| request.cursor.is_none())
}

type Context = RequestContext<RoleServer>;

#[allow(deprecated)]
impl ServerHandler for ByHand {
    fn get_info(&self) -> ServerConfig {
        let mut capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .enable_prompts()
            .enable_completions()
            .enable_logging()
            .build();
        capabilities.extensions = Some(
            [
                ("com.example/own", json!({ "level": 3 })),
                ("io.modelcontextprotocol/tasks", json!({})),
                ("io.modelcontextprotocol/skills", json!({ "directoryRead": true })),
            ]
            .into_iter()
            .map(|(id, settings)| (id.to_owned(), object(settings)))
            .collect(),
        );
        capabilities.resources =
            Some(serde_json::from_value(json!({ "subscribe": true, "listChanged": true })).unwrap());
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("by-hand", "1"))
            .with_instructions("ask nicely")
    }

    async fn ping(&self, _: Context) -> Result<(), ErrorData> {
        marker("ping")
    }

    async fn complete(&self, _: CompleteRequestParams, _: Context) -> Result<CompleteResult, ErrorData> {
        marker("completion/complete")
    }

    async fn set_level(&self, _: SetLevelRequestParams, _: Context) -> Result<(), ErrorData> {
        marker("logging/setLevel")
    }

    async fn get_prompt(&self, _: GetPromptRequestParams, _: Context) -> Result<GetPromptResponse, ErrorData> {
        marker("prompts/get")
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(vec![Prompt::new("own", Some("a prompt"), None)]))
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut list = ListToolsResult::default();
        if first_page(&request) {
            list.tools =
                vec![tool("plain", Value::Null), tool("shown", json!({ "com.example/own": { "kept": true } }))];
            list.next_cursor = Some("2".to_owned());
        } else {
            let ui = json!({ "ui": { "resourceUri": "ui://own/view", "visibility": ["app"], "later": 1 }, "x": 1 });
            list.tools = vec![tool("own_ui", ui)];
            list.meta = Some(MetaObject(object(json!({ "page": 2 }))));
        }
        Ok(list)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        (name == "shown").then(|| tool("shown", json!({ "com.example/own": { "kept": true } })))
    }

    async fn call_tool(&self, request: CallToolRequestParams, _: Context) -> Result<CallToolResponse, ErrorData> {
        let text = format!("{} called with {:?}", request.name, request.arguments);
        let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
        result.meta = Some(MetaObject(object(json!({ "com.example/own": 1 }))));
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListResourcesResult, ErrorData> {
        let mut list = ListResourcesResult::default();
        if first_page(&request) {
            list.resources = vec![
                Resource::new("file:///own.txt", "own").with_meta(MetaObject(object(json!({ "own": 1 })))),
                // Under the URI that the wrapper serves: never mixed with it.
                Resource::new("ui://weather/view", "impostor").with_meta(MetaObject(object(json!({ "own": 2 })))),
            ];
            list.next_cursor = Some("2".to_owned());
        } else {
            list.resources = vec![Resource::new("ui://own/view", "own view")];
        }
        Ok(list)
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(vec![ResourceTemplate::new("file:///{path}", "own template")]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: Context,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match &*request.uri {
            "file:///missing" => Err(ErrorData::resource_not_found("no such file", None)),
            uri => {
                let contents =
                    ResourceContents::text("the server's own", uri).with_meta(MetaObject(object(json!({ "own": 1 }))));
                Ok(ReadResourceResult::new(vec![contents]).into())
            }
        }
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, _: SubscriptionContext) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn subscribe(&self, _: SubscribeRequestParams, _: Context) -> Result<(), ErrorData> {
        marker("resources/subscribe")
    }

    async fn unsubscribe(&self, _: UnsubscribeRequestParams, _: Context) -> Result<(), ErrorData> {
        marker("resources/unsubscribe")
    }

    async fn on_custom_request(&self, request: CustomRequest, _: Context) -> Result<CustomResult, ErrorData> {
        Ok(CustomResult(json!({ "asked": request.method, "with": request.params })))
    }

    async fn get_task(&self, _: GetTaskParams, _: Context) -> Result<GetTaskResult, ErrorData> {
        marker("tasks/get")
    }

    async fn update_task(&self, _: UpdateTaskParams, _: Context) -> Result<(), ErrorData> {
        marker("tasks/update")
    }

    async fn cancel_task(&self, _: CancelTaskParams, _: Context) -> Result<(), ErrorData> {
        marker("tasks/cancel")
    }

    async fn list_skills(&self, _: Option<PaginatedRequestParams>, _: Context) -> Result<ListSkillsResult, ErrorData> {
        marker("skills/list")
    }

    async fn get_skill(&self, _: GetSkillRequestParams, _: Context) -> Result<GetSkillResult, ErrorData> {
        marker("skills/get")
    }

    async fn read_resource_directory(
        &self,
        _: ReadResourceDirectoryRequestParams,
        _: Context,
    ) -> Result<ReadResourceDirectoryResult, ErrorData> {
        marker("resources/directory/read")
    }
}
