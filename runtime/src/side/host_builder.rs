//! How a Host is put together: what it handles is what it advertises.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::display::DisplayModes;
use super::host::{Host, strict_context};
use super::host_side::{HostSide, HostStore};
use super::spec;
use crate::error::{Error, RpcError};
use crate::jsonrpc::Limits;
use crate::lifecycle::derive;
use crate::peer::{Driver, Handlers, Peer, RequestContext};
use crate::session::{Config, Session};
use crate::task::{MaybeSend, MaybeSync, Timer};
use crate::transport::Transport;
use crate::wire::{JsonObject, Party};

/// Puts a [`Host`] together.
///
/// Its `hostCapabilities` are derived from the handlers: what is not handled is not advertised
/// and answered −32601, and what is handled is advertised.
///
/// ```
/// # use mcp_apps::v2026_01_26::*;
/// # use mcp_apps::{task::Timeless, transport::pair, RpcError};
/// # fn main() -> Result<(), mcp_apps::Error> {
/// let (ours, _theirs) = pair();
/// let (host, driver) = HostBuilder::new(Implementation::new("my-host", "1.0"))
///     .on_open_link(|link, _| async move {
///         if !link.url.starts_with("https://") {
///             return Err(RpcError::denied("only https links"));
///         }
///         Ok(McpUiOpenLinkResult::new())
///     })
///     .attach(ours, Timeless)?;
/// // Spawn `driver`, then:
/// host.tool_input(None)?;
/// # drop(driver);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
#[must_use]
pub struct HostBuilder {
    pub(super) info: spec::Implementation,
    pub(super) context: spec::McpUiHostContext,
    pub(super) handlers: Handlers,
    /// What the handlers alone do not tell of their capabilities.
    pub(super) details: spec::McpUiHostCapabilities,
    pub(super) modes: DisplayModes,
    request_timeout: Option<Duration>,
    limits: Limits,
}

impl HostBuilder {
    crate::peer::builder_methods!("View");

    /// A Host of this name and version that handles nothing yet.
    pub fn new(info: impl Into<spec::Implementation>) -> Self {
        let config = Config::new(spec::METHODS);
        HostBuilder {
            info: info.into(),
            context: spec::McpUiHostContext::default(),
            handlers: Handlers::default(),
            details: spec::McpUiHostCapabilities::default(),
            modes: DisplayModes::default(),
            request_timeout: config.request_timeout,
            limits: config.limits,
        }
    }

    /// The context the View starts in (H26).
    pub fn host_context(mut self, context: impl Into<spec::McpUiHostContext>) -> Self {
        self.context = context.into();
        self
    }

    /// The handlers themselves, for what has no method here.
    pub fn handlers(&mut self) -> &mut Handlers {
        &mut self.handlers
    }

    /// Serves `ui/open-link` (H34). A denial is [`RpcError::denied`], or a result with `isError`.
    pub fn on_open_link<F, Fut>(self, handler: F) -> Self
    where
        F: Fn(spec::McpUiOpenLinkRequestParams, RequestContext) -> Fut + MaybeSend + MaybeSync + 'static,
        Fut: Future<Output = Result<spec::McpUiOpenLinkResult, RpcError>> + MaybeSend + 'static,
    {
        self.on_request::<spec::McpUiOpenLinkRequest, F, Fut>(handler)
    }

    /// Serves `ui/message` (H35), for content of these kinds.
    pub fn on_message<F, Fut>(mut self, kinds: spec::McpUiSupportedContentBlockModalities, handler: F) -> Self
    where
        F: Fn(spec::McpUiMessageRequestParams, RequestContext) -> Fut + MaybeSend + MaybeSync + 'static,
        Fut: Future<Output = Result<spec::McpUiMessageResult, RpcError>> + MaybeSend + 'static,
    {
        self.details.message = Some(kinds);
        self.on_request::<spec::McpUiMessageRequest, F, Fut>(handler)
    }

    /// Serves `ui/update-model-context` (H36), for content of these kinds. Each update replaces
    /// the one before. A refusal has to be an error (W6).
    pub fn on_update_model_context<F, Fut>(
        mut self,
        kinds: spec::McpUiSupportedContentBlockModalities,
        handler: F,
    ) -> Self
    where
        F: Fn(spec::McpUiUpdateModelContextRequestParams, RequestContext) -> Fut + MaybeSend + MaybeSync + 'static,
        Fut: Future<Output = Result<spec::EmptyResult, RpcError>> + MaybeSend + 'static,
    {
        self.details.update_model_context = Some(kinds);
        self.on_request::<spec::McpUiUpdateModelContextRequest, F, Fut>(handler)
    }

    /// Serves `ui/request-display-mode` (H40, H41). The handler is asked only for modes that
    /// both sides support, and answers with the mode now in force, which also becomes the host
    /// context's; without a handler the mode never changes.
    pub fn on_request_display_mode<F, Fut>(mut self, handler: F) -> Self
    where
        F: Fn(spec::McpUiDisplayMode, RequestContext) -> Fut + MaybeSend + MaybeSync + 'static,
        Fut: Future<Output = Result<spec::McpUiDisplayMode, RpcError>> + MaybeSend + 'static,
    {
        self.modes = DisplayModes::new(handler);
        self
    }

    /// Serves `tools/call` (M1), usually by passing it on to the View's own server.
    pub fn on_call_tool<F, Fut>(self, handler: F) -> Self
    where
        F: Fn(spec::CallToolRequestParams, RequestContext) -> Fut + MaybeSend + MaybeSync + 'static,
        Fut: Future<Output = Result<spec::CallToolResult, RpcError>> + MaybeSend + 'static,
    {
        self.on_request::<spec::CallToolRequest, F, Fut>(handler)
    }

    /// Serves `resources/read` (M7).
    pub fn on_read_resource<F, Fut>(self, handler: F) -> Self
    where
        F: Fn(spec::ReadResourceRequestParams, RequestContext) -> Fut + MaybeSend + MaybeSync + 'static,
        Fut: Future<Output = Result<spec::ReadResourceResult, RpcError>> + MaybeSend + 'static,
    {
        self.on_request::<spec::ReadResourceRequest, F, Fut>(handler)
    }

    /// Serves `resources/list` (M8).
    pub fn on_list_resources<F, Fut>(self, handler: F) -> Self
    where
        F: Fn(Option<spec::PaginatedRequestParams>, RequestContext) -> Fut + MaybeSend + MaybeSync + 'static,
        Fut: Future<Output = Result<spec::ListResourcesResult, RpcError>> + MaybeSend + 'static,
    {
        self.on_request::<spec::ListResourcesRequest, F, Fut>(handler)
    }

    /// Serves `resources/templates/list` (M9).
    pub fn on_list_resource_templates<F, Fut>(self, handler: F) -> Self
    where
        F: Fn(Option<spec::PaginatedRequestParams>, RequestContext) -> Fut + MaybeSend + MaybeSync + 'static,
        Fut: Future<Output = Result<spec::ListResourceTemplatesResult, RpcError>> + MaybeSend + 'static,
    {
        self.on_request::<spec::ListResourceTemplatesRequest, F, Fut>(handler)
    }

    /// Serves `prompts/list` (M10).
    pub fn on_list_prompts<F, Fut>(self, handler: F) -> Self
    where
        F: Fn(Option<spec::PaginatedRequestParams>, RequestContext) -> Fut + MaybeSend + MaybeSync + 'static,
        Fut: Future<Output = Result<spec::ListPromptsResult, RpcError>> + MaybeSend + 'static,
    {
        self.on_request::<spec::ListPromptsRequest, F, Fut>(handler)
    }

    /// Accepts the View's log messages (M15).
    pub fn on_log<F>(self, listener: F) -> Self
    where
        F: Fn(spec::LoggingMessageNotificationParams) + MaybeSend + MaybeSync + 'static,
    {
        self.on_notification::<spec::LoggingMessageNotification, F>(listener)
    }

    /// Listens to the View's size, in CSS pixels (H42).
    pub fn on_size_changed<F>(self, listener: F) -> Self
    where
        F: Fn(spec::McpUiSizeChangedNotificationParams) + MaybeSend + MaybeSync + 'static,
    {
        self.on_notification::<spec::McpUiSizeChangedNotification, F>(listener)
    }

    /// Declares that the View will be told when the server's tools change. It counts only with
    /// a handler for `tools/call`.
    pub fn announce_tool_list_changes(mut self) -> Self {
        self.details.server_tools = Some(spec::McpUiHostCapabilitiesServerTools::new().with_list_changed(true));
        self
    }

    /// Declares that the View will be told when the server's resources change. It counts only
    /// with a handler for a resource method.
    pub fn announce_resource_list_changes(mut self) -> Self {
        let resources = spec::McpUiHostCapabilitiesServerResources::new().with_list_changed(true);
        self.details.server_resources = Some(resources);
        self
    }

    /// Tells the View what its sandbox lets it do.
    pub fn sandbox(mut self, granted: impl Into<spec::McpUiHostCapabilitiesSandbox>) -> Self {
        self.details.sandbox = Some(granted.into());
        self
    }

    /// The capabilities as the View will be told them.
    pub fn capabilities(&self) -> JsonObject {
        let mut capabilities = derive(spec::METHODS, Party::Host, self.handlers.methods());
        let details = serde_json::to_value(&self.details);
        let Ok(Value::Object(details)) = details else { return capabilities };
        let gated = |name: &str| {
            let mut needed = spec::METHODS.iter().filter_map(|row| row.requires).filter(|c| c.of == Party::Host);
            needed.any(|capability| capability.path.first().is_some_and(|first| *first == name))
        };
        for (name, detail) in details {
            // Details add to what is handled; by themselves they advertise nothing.
            if capabilities.contains_key(&name) || !gated(&name) {
                capabilities.insert(name, detail);
            }
        }
        capabilities
    }

    /// Starts the conversation over a transport. Poll the driver, usually by spawning it.
    ///
    /// # Errors
    /// When a strict peer would reject the host context (W1–W3).
    pub fn attach<T: Transport>(mut self, transport: T, timer: impl Timer) -> Result<(Host, Driver<T>), Error> {
        let context = strict_context(&self.context)?;
        std::mem::take(&mut self.modes).install(&mut self.handlers);
        let mut config = Config::new(spec::METHODS);
        config.capabilities = self.capabilities();
        config.request_timeout = self.request_timeout;
        config.limits = self.limits;
        let mut session = Session::host(config);
        session.set_context(context)?;
        let store = Arc::new(HostStore::default());
        let side = HostSide { store: Arc::clone(&store), info: self.info };
        let peer = Peer::new(session, self.limits, self.handlers, Box::new(timer), Box::new(side));
        let driver = Driver::new(&peer, transport);
        Ok((Host::new(peer, store), driver))
    }
}
