//! What only the draft has.

use super::host::Host;
use super::host_builder::HostBuilder;
use super::spec;
use super::view::{Declinable, View};
use crate::error::{Error, Refusal, RpcError};
use crate::peer::{Call, Notifications, RequestContext};
use crate::task::{MaybeSend, MaybeSync};
use crate::wire::{EmptyObject, Request};

impl Declinable for spec::McpUiDownloadFileResult {
    fn is_error(&self) -> bool {
        self.is_error == Some(true)
    }
}

impl View {
    /// Asks the Host to save files to the user's disk (H37). A Host that does not is an error,
    /// as with [`open_link`](Self::open_link).
    pub fn download_file(&self, contents: Vec<spec::McpUiDownloadContent>) -> Call<spec::McpUiDownloadFileResult> {
        self.declinable::<spec::McpUiDownloadFileRequest>(&spec::McpUiDownloadFileRequestParams::new(contents))
    }

    /// Asks the Host to take the View down (H32); it may ignore this.
    ///
    /// # Errors
    /// When the session is over.
    pub fn request_teardown(&self) -> Result<(), Error> {
        // With `params`, as the TypeScript View does.
        self.peer().notify::<spec::McpUiRequestTeardownNotification>(&Some(EmptyObject::default()))
    }

    /// Asks the Host's model for a completion (M13). Refused here unless the Host declared
    /// `sampling`, and `sampling.tools` if the request names tools (V15).
    pub fn create_message(&self, params: &spec::CreateMessageRequestParams) -> Call<spec::CreateMessageResult> {
        let uses_tools = params.tools.is_some() || params.tool_choice.is_some();
        let sampling = self.host_capabilities().sampling;
        if uses_tools && sampling.is_some_and(|sampling| sampling.tools.is_none()) {
            let method = <spec::CreateMessageRequest as Request>::METHOD;
            let (capability, method) = ("host.sampling.tools".to_owned(), method.to_owned());
            return self.peer().refused::<spec::CreateMessageRequest>(Refusal::Capability { method, capability });
        }
        self.ask::<spec::CreateMessageRequest>(params)
    }

    /// The tools of the View's server, one page of them (M3). No TypeScript Host serves it.
    pub fn list_tools(&self, params: Option<spec::PaginatedRequestParams>) -> Call<spec::ListToolsResult> {
        self.ask::<spec::ListToolsRequest>(&params)
    }
}

impl Host {
    /// Whenever the View asks to be taken down (H32). A Host that agrees calls
    /// [`teardown`](Self::teardown).
    pub fn teardown_requests(&self) -> Notifications<Option<EmptyObject>> {
        self.peer().notifications::<spec::McpUiRequestTeardownNotification>()
    }
}

impl HostBuilder {
    /// Serves `ui/download-file` (H37).
    pub fn on_download_file<F, Fut>(self, handler: F) -> Self
    where
        F: Fn(spec::McpUiDownloadFileRequestParams, RequestContext) -> Fut + MaybeSend + MaybeSync + 'static,
        Fut: Future<Output = Result<spec::McpUiDownloadFileResult, RpcError>> + MaybeSend + 'static,
    {
        self.on_request::<spec::McpUiDownloadFileRequest, F, Fut>(handler)
    }

    /// Serves `sampling/createMessage` (H39); `tools` says whether the model may use tools.
    pub fn on_create_message<F, Fut>(mut self, tools: bool, handler: F) -> Self
    where
        F: Fn(spec::CreateMessageRequestParams, RequestContext) -> Fut + MaybeSend + MaybeSync + 'static,
        Fut: Future<Output = Result<spec::CreateMessageResult, RpcError>> + MaybeSend + 'static,
    {
        let mut sampling = spec::McpUiHostCapabilitiesSampling::new();
        sampling.tools = tools.then(EmptyObject::default);
        self.details.sampling = Some(sampling);
        self.on_request::<spec::CreateMessageRequest, F, Fut>(handler)
    }

    /// Serves the View's `tools/list` (M3).
    pub fn on_list_tools<F, Fut>(self, handler: F) -> Self
    where
        F: Fn(Option<spec::PaginatedRequestParams>, RequestContext) -> Fut + MaybeSend + MaybeSync + 'static,
        Fut: Future<Output = Result<spec::ListToolsResult, RpcError>> + MaybeSend + 'static,
    {
        self.on_request::<spec::ListToolsRequest, F, Fut>(handler)
    }
}
