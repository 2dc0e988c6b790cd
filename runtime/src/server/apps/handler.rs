//! The server's methods, one by one: completed or passed through.

use std::borrow::Cow;

use rmcp::model::*;
use rmcp::service::{MaybeSendFuture, NotificationContext, RequestContext, RoleServer, SubscriptionContext};
use rmcp::{ErrorData, ServerHandler};

use super::{Apps, Listing};
use crate::server::context::opens_session;

type Asked = RequestContext<RoleServer>;
type Told = NotificationContext<RoleServer>;

// Every method, so that one the SDK adds cannot fall to its default unnoticed.
#[deny(clippy::missing_trait_methods)]
#[allow(deprecated, reason = "what is deprecated there still passes through here")]
impl<H: ServerHandler> ServerHandler for Apps<H> {
    // Completed.

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: Asked,
    ) -> Result<InitializeResult, ErrorData> {
        let opens_session = opens_session(&context);
        let mut result = self.inner.initialize(request, context).await?;
        if opens_session {
            self.ui.extensions.check_order(Some(&result.protocol_version))?;
        }
        self.ui.declare(&mut result.capabilities, Some(&result.protocol_version));
        Ok(result)
    }

    fn negotiate_initialize(&self, request: &InitializeRequestParams) -> Result<InitializeResult, ErrorData> {
        let mut result = self.inner.negotiate_initialize(request)?;
        self.ui.declare(&mut result.capabilities, Some(&result.protocol_version));
        Ok(result)
    }

    async fn discover(&self, context: Asked) -> Result<DiscoverResult, ErrorData> {
        let version = context.protocol_version();
        let mut result = self.inner.discover(context).await?;
        self.ui.declare(&mut result.capabilities, version.as_ref());
        Ok(result)
    }

    fn get_info(&self) -> ServerConfig {
        let mut info = self.inner.get_info();
        self.ui.declare(&mut info.capabilities, None);
        info
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Asked,
    ) -> Result<ListToolsResult, ErrorData> {
        let listing = Listing::of(&context, self.ui.varies());
        let list = self.inner.list_tools(request, context).await?;
        if self.ui.is_empty() && !self.ui.varies() { Ok(list) } else { self.complete(list, &listing) }
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let tool = self.inner.get_tool(name)?;
        // A tool that cannot be completed is left as it is: the list says what is wrong.
        Some(self.ui.complete(tool.clone()).unwrap_or(tool))
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Asked,
    ) -> Result<ListResourcesResult, ErrorData> {
        let cursor = request.as_ref().is_some_and(|request| request.cursor.is_some());
        let mut list = self.own_page(self.inner.list_resources(request, context).await, cursor)?;
        list.resources.retain(|resource| self.ui.resources.find(&resource.uri).is_none());
        if list.next_cursor.is_none() {
            list.resources.extend(self.ui.resources.listed());
        }
        Ok(list)
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Asked,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let cursor = request.as_ref().is_some_and(|request| request.cursor.is_some());
        let mut list = self.own_page(self.inner.list_resource_templates(request, context).await, cursor)?;
        list.resource_templates.retain(|template| !self.ui.resources.is_own_template(&template.uri_template));
        if list.next_cursor.is_none() {
            list.resource_templates.extend(self.ui.resources.listed_templates());
        }
        Ok(list)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: Asked,
    ) -> Result<ReadResourceResponse, ErrorData> {
        if let Some(found) = self.ui.resources.find(&request.uri) {
            return found.read(context).await.map(Into::into);
        }
        let uri = request.uri.clone();
        match self.inner.read_resource(request, context).await {
            Err(error) if self.lacks_resources(&error) => Err(not_found(&uri)),
            response => response,
        }
    }

    async fn on_custom_request(&self, request: CustomRequest, context: Asked) -> Result<CustomResult, ErrorData> {
        if self.ui.extensions.serves(&request.method, context.protocol_version().as_ref()) {
            return self.ui.extensions.call(&request.method, request.params, context).await.map(CustomResult);
        }
        self.inner.on_custom_request(request, context).await
    }

    // Passed through.

    fn ping(&self, context: Asked) -> impl Future<Output = Result<(), ErrorData>> + MaybeSendFuture + '_ {
        self.inner.ping(context)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        self.inner.supported_protocol_versions()
    }

    fn complete(
        &self,
        request: CompleteRequestParams,
        context: Asked,
    ) -> impl Future<Output = Result<CompleteResult, ErrorData>> + MaybeSendFuture + '_ {
        self.inner.complete(request, context)
    }

    fn set_level(
        &self,
        request: SetLevelRequestParams,
        context: Asked,
    ) -> impl Future<Output = Result<(), ErrorData>> + MaybeSendFuture + '_ {
        self.inner.set_level(request, context)
    }

    fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: Asked,
    ) -> impl Future<Output = Result<GetPromptResponse, ErrorData>> + MaybeSendFuture + '_ {
        self.inner.get_prompt(request, context)
    }

    fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Asked,
    ) -> impl Future<Output = Result<ListPromptsResult, ErrorData>> + MaybeSendFuture + '_ {
        self.inner.list_prompts(request, context)
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        self.inner.accepted_subscription_filter(requested)
    }

    fn listen(
        &self,
        context: SubscriptionContext,
    ) -> impl Future<Output = Result<(), ErrorData>> + MaybeSendFuture + '_ {
        self.inner.listen(context)
    }

    fn subscribe(
        &self,
        request: SubscribeRequestParams,
        context: Asked,
    ) -> impl Future<Output = Result<(), ErrorData>> + MaybeSendFuture + '_ {
        self.inner.subscribe(request, context)
    }

    fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        context: Asked,
    ) -> impl Future<Output = Result<(), ErrorData>> + MaybeSendFuture + '_ {
        self.inner.unsubscribe(request, context)
    }

    fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: Asked,
    ) -> impl Future<Output = Result<CallToolResponse, ErrorData>> + MaybeSendFuture + '_ {
        self.inner.call_tool(request, context)
    }

    fn on_cancelled(
        &self,
        notification: CancelledNotificationParam,
        context: Told,
    ) -> impl Future<Output = ()> + MaybeSendFuture + '_ {
        self.inner.on_cancelled(notification, context)
    }

    fn on_progress(
        &self,
        notification: ProgressNotificationParam,
        context: Told,
    ) -> impl Future<Output = ()> + MaybeSendFuture + '_ {
        self.inner.on_progress(notification, context)
    }

    fn on_initialized(&self, context: Told) -> impl Future<Output = ()> + MaybeSendFuture + '_ {
        self.inner.on_initialized(context)
    }

    fn on_roots_list_changed(&self, context: Told) -> impl Future<Output = ()> + MaybeSendFuture + '_ {
        self.inner.on_roots_list_changed(context)
    }

    fn on_custom_notification(
        &self,
        notification: CustomNotification,
        context: Told,
    ) -> impl Future<Output = ()> + MaybeSendFuture + '_ {
        self.inner.on_custom_notification(notification, context)
    }

    fn get_task(
        &self,
        request: GetTaskParams,
        context: Asked,
    ) -> impl Future<Output = Result<GetTaskResult, ErrorData>> + MaybeSendFuture + '_ {
        self.inner.get_task(request, context)
    }

    fn update_task(
        &self,
        request: UpdateTaskParams,
        context: Asked,
    ) -> impl Future<Output = Result<(), ErrorData>> + MaybeSendFuture + '_ {
        self.inner.update_task(request, context)
    }

    fn cancel_task(
        &self,
        request: CancelTaskParams,
        context: Asked,
    ) -> impl Future<Output = Result<(), ErrorData>> + MaybeSendFuture + '_ {
        self.inner.cancel_task(request, context)
    }

    fn list_skills(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Asked,
    ) -> impl Future<Output = Result<ListSkillsResult, ErrorData>> + MaybeSendFuture + '_ {
        self.inner.list_skills(request, context)
    }

    fn get_skill(
        &self,
        request: GetSkillRequestParams,
        context: Asked,
    ) -> impl Future<Output = Result<GetSkillResult, ErrorData>> + MaybeSendFuture + '_ {
        self.inner.get_skill(request, context)
    }

    fn read_resource_directory(
        &self,
        request: ReadResourceDirectoryRequestParams,
        context: Asked,
    ) -> impl Future<Output = Result<ReadResourceDirectoryResult, ErrorData>> + MaybeSendFuture + '_ {
        self.inner.read_resource_directory(request, context)
    }
}

/// The error of the negotiated version: the SDK turns the code into −32602 for 2026-07-28.
fn not_found(uri: &str) -> ErrorData {
    ErrorData::resource_not_found("Resource not found", Some(serde_json::json!({ "uri": uri })))
}
