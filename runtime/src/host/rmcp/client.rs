//! A client's handler that also hears what its Views need to know.

#![expect(deprecated, reason = "rmcp deprecates what a handler may still serve")]

use std::sync::Arc;

use ::rmcp::ClientHandler;
use ::rmcp::model::{
    CancelledNotificationParam, ClientConfig, CreateMessageRequestParams, CreateMessageResult, CustomNotification,
    CustomRequest, CustomResult, ElicitRequestParams, ElicitResult, ErrorData, ListRootsResult,
    LoggingMessageNotificationParam, ProgressNotificationParam, ResourceUpdatedNotificationParam,
    SubscriptionsAcknowledgedNotificationParams, TaskStatusNotificationParams,
};
use ::rmcp::service::{NotificationContext, RequestContext, RoleClient};

use super::super::backend::Change;
use super::super::connection::client_extension;
use super::Shared;

/// Wraps a client's handler, `()` if there is none: it advertises the extension, in `initialize`
/// and, on 2026-07-28, with each request, and hears progress and changes of lists. Everything
/// reaches the wrapped handler as well.
pub struct Client<H> {
    inner: H,
    mime_types: Vec<String>,
    shared: Arc<Shared>,
}

impl<H> Client<H> {
    /// Wraps a handler; the client takes the specification's MIME type.
    pub fn new(inner: H) -> Self {
        Client { inner, mime_types: Vec::new(), shared: Arc::default() }
    }

    /// Advertises these MIME types instead.
    #[must_use]
    pub fn mime_types(mut self, mime_types: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.mime_types = mime_types.into_iter().map(Into::into).collect();
        self
    }

    /// The wrapped handler.
    pub fn inner(&self) -> &H {
        &self.inner
    }

    pub(super) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }
}

impl<H> std::fmt::Debug for Client<H> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client").field("mime_types", &self.mime_types).finish_non_exhaustive()
    }
}

// A method that rmcp adds must not stop reaching the wrapped handler.
#[deny(clippy::missing_trait_methods)]
impl<H: ClientHandler> ClientHandler for Client<H> {
    fn get_info(&self) -> ClientConfig {
        let mut info = self.inner.get_info();
        let mime_types: Vec<&str> = self.mime_types.iter().map(String::as_str).collect();
        let (id, settings) = client_extension(&mime_types);
        info.capabilities.extensions.get_or_insert_default().insert(id.to_owned(), settings);
        info
    }

    async fn on_progress(&self, params: ProgressNotificationParam, context: NotificationContext<RoleClient>) {
        self.shared.report(params.clone());
        self.inner.on_progress(params, context).await;
    }

    async fn on_tool_list_changed(&self, context: NotificationContext<RoleClient>) {
        self.shared.changed(Change::Tools);
        self.inner.on_tool_list_changed(context).await;
    }

    async fn on_resource_list_changed(&self, context: NotificationContext<RoleClient>) {
        self.shared.changed(Change::Resources);
        self.inner.on_resource_list_changed(context).await;
    }

    async fn on_prompt_list_changed(&self, context: NotificationContext<RoleClient>) {
        self.shared.changed(Change::Prompts);
        self.inner.on_prompt_list_changed(context).await;
    }

    async fn ping(&self, context: RequestContext<RoleClient>) -> Result<(), ErrorData> {
        self.inner.ping(context).await
    }

    async fn create_message(
        &self,
        params: CreateMessageRequestParams,
        context: RequestContext<RoleClient>,
    ) -> Result<CreateMessageResult, ErrorData> {
        self.inner.create_message(params, context).await
    }

    async fn list_roots(&self, context: RequestContext<RoleClient>) -> Result<ListRootsResult, ErrorData> {
        self.inner.list_roots(context).await
    }

    async fn create_elicitation(
        &self,
        params: ElicitRequestParams,
        context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        self.inner.create_elicitation(params, context).await
    }

    async fn on_custom_request(
        &self,
        params: CustomRequest,
        context: RequestContext<RoleClient>,
    ) -> Result<CustomResult, ErrorData> {
        self.inner.on_custom_request(params, context).await
    }

    async fn on_cancelled(&self, params: CancelledNotificationParam, context: NotificationContext<RoleClient>) {
        self.inner.on_cancelled(params, context).await;
    }

    async fn on_logging_message(
        &self,
        params: LoggingMessageNotificationParam,
        context: NotificationContext<RoleClient>,
    ) {
        self.inner.on_logging_message(params, context).await;
    }

    async fn on_resource_updated(
        &self,
        params: ResourceUpdatedNotificationParam,
        context: NotificationContext<RoleClient>,
    ) {
        self.inner.on_resource_updated(params, context).await;
    }

    async fn on_subscriptions_acknowledged(
        &self,
        params: SubscriptionsAcknowledgedNotificationParams,
        context: NotificationContext<RoleClient>,
    ) {
        self.inner.on_subscriptions_acknowledged(params, context).await;
    }

    async fn on_task_status(&self, params: TaskStatusNotificationParams, context: NotificationContext<RoleClient>) {
        self.inner.on_task_status(params, context).await;
    }

    async fn on_custom_notification(&self, params: CustomNotification, context: NotificationContext<RoleClient>) {
        self.inner.on_custom_notification(params, context).await;
    }
}
