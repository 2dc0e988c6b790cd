//! A server with UIs, as the SDK serves it.

use std::borrow::Cow;
use std::sync::Arc;

use rmcp::model::*;
use rmcp::service::{MaybeSendFuture, NotificationContext, RequestContext, RoleServer, SubscriptionContext};
use rmcp::{ErrorData, ServerHandler};

use super::builder::{AppsBuilder, Registered};
use super::context::supports_ui;
use super::error::BuildError;
use super::resources::Resources;

/// Any rmcp server, with UIs attached: a `ServerHandler` around a `ServerHandler`.
///
/// What it adds, and nothing else:
///
/// * **capabilities** (`initialize`, `server/discover`, `get_info`): the extension
///   `io.modelcontextprotocol/ui` and `resources`, beside whatever the server declares;
/// * **`tools/list`, `get_tool`**: `_meta.ui` on the tools that are given one here, and the URI of
///   today on every tool that links to a content-hashed page. A tool that links to a URI nothing
///   serves, or has its UI from two places, fails the list with an internal error;
/// * **`resources/list`, `resources/templates/list`**: the UI resources that opted in, once, after
///   the server's own last entry. An entry of the server's under one of their URIs is left out;
/// * **`resources/read`**: the UI resources. Any other URI is the server's to read; where it has no
///   resources of its own, its "method not found" becomes "resource not found".
///
/// Everything else passes through untouched, and a server without any UI registered does as a whole.
///
/// Cloning is cheap and shares the wrapped server, as an HTTP service's factory needs:
/// `move || Ok(apps.clone())`. Where every session wants a server of its own, see
/// [`around`](Self::around).
///
/// See the [module](super) for an example.
pub struct Apps<H> {
    inner: Arc<H>,
    ui: Arc<Registered>,
}

impl<H: ServerHandler> Apps<H> {
    /// Begins attaching UIs to a server.
    #[expect(clippy::new_ret_no_self, reason = "a server without its UIs is not one yet")]
    pub fn new(inner: H) -> AppsBuilder<H> {
        AppsBuilder::new(inner)
    }

    /// The same UIs around another server, say a fresh one for each session.
    ///
    /// # Errors
    ///
    /// A tool of the server already has the UI it is given here.
    pub fn around<G: ServerHandler>(&self, inner: G) -> Result<Apps<G>, BuildError> {
        Apps::checked(inner, self.ui.clone())
    }

    /// The wrapped server.
    pub fn inner(&self) -> &H {
        &self.inner
    }

    /// The UI resources.
    pub fn resources(&self) -> &Resources {
        &self.ui.resources
    }

    pub(super) fn checked(inner: H, ui: Arc<Registered>) -> Result<Self, BuildError> {
        for tool in ui.tool_names().filter_map(|name| inner.get_tool(name)) {
            ui.complete(tool)?;
        }
        Ok(Apps { inner: Arc::new(inner), ui })
    }

    /// Whether the server's "method not found" means that only the UIs gave it resources.
    fn lacks_resources(&self, error: &ErrorData) -> bool {
        error.code == ErrorCode::METHOD_NOT_FOUND
            && !self.ui.is_empty()
            && self.inner.get_info().capabilities.resources.is_none()
    }

    /// The server's own page of a list, or an empty last one if it has no such list. A cursor then
    /// is none of ours, and nobody else's.
    fn own_page<T: Default>(&self, page: Result<T, ErrorData>, cursor: bool) -> Result<T, ErrorData> {
        match page {
            Err(error) if self.lacks_resources(&error) && cursor => {
                Err(ErrorData::invalid_params("unknown cursor", None))
            }
            Err(error) if self.lacks_resources(&error) => Ok(T::default()),
            page => page,
        }
    }

    fn complete(&self, mut list: ListToolsResult, context: &Listing) -> Result<ListToolsResult, ErrorData> {
        let mut tools = Vec::with_capacity(list.tools.len());
        for tool in list.tools {
            let tool = self.ui.complete(tool).map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
            tools.extend(if context.supports_ui { Some(tool) } else { self.ui.without_ui(tool) });
        }
        list.tools = tools;
        if self.ui.varies() && (context.caches || list.cache_scope.is_some() || list.ttl_ms.is_some()) {
            list.cache_scope = Some(CacheScope::Private);
            list.ttl_ms = Some(0);
        }
        Ok(list)
    }
}

/// What a list of tools depends on.
struct Listing {
    supports_ui: bool,
    /// Whether the client's version has cache hints.
    caches: bool,
}

impl Listing {
    fn of(context: &RequestContext<RoleServer>, varies: bool) -> Self {
        Listing {
            // Nobody asks where nothing varies.
            supports_ui: !varies || supports_ui(context),
            caches: varies && context.protocol_version().is_some_and(|v| v >= ProtocolVersion::V_2026_07_28),
        }
    }
}

impl<H> Clone for Apps<H> {
    fn clone(&self) -> Self {
        Apps { inner: self.inner.clone(), ui: self.ui.clone() }
    }
}

impl<H> std::fmt::Debug for Apps<H> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Apps").field("ui", &self.ui).finish_non_exhaustive()
    }
}

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
        let mut result = self.inner.initialize(request, context).await?;
        self.ui.declare(&mut result.capabilities);
        Ok(result)
    }

    fn negotiate_initialize(&self, request: &InitializeRequestParams) -> Result<InitializeResult, ErrorData> {
        let mut result = self.inner.negotiate_initialize(request)?;
        self.ui.declare(&mut result.capabilities);
        Ok(result)
    }

    async fn discover(&self, context: Asked) -> Result<DiscoverResult, ErrorData> {
        let mut result = self.inner.discover(context).await?;
        self.ui.declare(&mut result.capabilities);
        Ok(result)
    }

    fn get_info(&self) -> ServerConfig {
        let mut info = self.inner.get_info();
        self.ui.declare(&mut info.capabilities);
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
        list.resources.retain(|resource| !self.ui.resources.is_own(&resource.uri));
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

    fn on_custom_request(
        &self,
        request: CustomRequest,
        context: Asked,
    ) -> impl Future<Output = Result<CustomResult, ErrorData>> + MaybeSendFuture + '_ {
        self.inner.on_custom_request(request, context)
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
