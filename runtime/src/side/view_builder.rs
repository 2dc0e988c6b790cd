//! How a View is put together, and its handshake.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use serde_json::Value;

use super::spec;
use super::tools::{ToolBox, by_contract, definition};
use super::view::{View, members};
use super::view_side::{ViewSide, ViewStore};
use crate::error::{Error, RpcError};
use crate::jsonrpc::{Limits, written};
use crate::lifecycle::derive;
use crate::peer::{Driver, Handlers, Peer, RequestContext};
use crate::session::{Config, Session};
use crate::task::{BoxFuture, MaybeSend, MaybeSync, Timer};
use crate::tool::Contract;
use crate::transport::Transport;
use crate::wire::{JsonObject, Party};

/// Puts a [`View`] together.
///
/// ```
/// # use mcp_apps::v2026_01_26::*;
/// # use mcp_apps::{task::Timeless, transport::pair};
/// # async fn page() -> Result<(), mcp_apps::Error> {
/// let (ours, _theirs) = pair();
/// let (connecting, driver) = ViewBuilder::new(Implementation::new("my-view", "1.0"))
///     .display_modes([McpUiDisplayMode::Inline, McpUiDisplayMode::Fullscreen])
///     .connect(ours, Timeless)?;
/// // Spawn `driver`, then:
/// let view = connecting.await?;
/// let result = view.tool_result().await?;
/// # drop((driver, result));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
#[must_use]
pub struct ViewBuilder {
    info: JsonObject,
    capabilities: JsonObject,
    handlers: Handlers,
    tools: Option<(Arc<ToolBox>, Install)>,
    fault: Option<Error>,
    request_timeout: Option<Duration>,
    limits: Limits,
}

/// How the tools are served. A pointer, so that a View without tools does not carry it.
type Install = fn(&Arc<ToolBox>, &mut Handlers);

impl ViewBuilder {
    crate::peer::builder_methods!("Host");

    /// A View that is this implementation.
    pub fn new(info: impl Into<spec::Implementation>) -> Self {
        ViewBuilder::introduced(members(&info.into()))
    }

    /// A View of this name and version, which is all most say of themselves; a page that does not
    /// use [`new`](Self::new) is 1 kB smaller.
    pub fn named(name: &str, version: &str) -> Self {
        let mut info = JsonObject::new();
        info.insert("name".to_owned(), name.into());
        info.insert("version".to_owned(), version.into());
        ViewBuilder::introduced(info)
    }

    fn introduced(info: JsonObject) -> Self {
        let config = Config::new(spec::METHODS);
        ViewBuilder {
            info,
            capabilities: JsonObject::new(),
            handlers: Handlers::default(),
            tools: None,
            fault: None,
            request_timeout: config.request_timeout,
            limits: config.limits,
        }
    }

    /// Declares every display mode the View supports (V4); the Host switches to no other (H40).
    pub fn display_modes(mut self, modes: impl IntoIterator<Item = spec::McpUiDisplayMode>) -> Self {
        let modes = modes.into_iter().map(|mode| mode.as_str().into()).collect();
        self.capabilities.insert("availableDisplayModes".to_owned(), Value::Array(modes));
        self
    }

    /// Declares that the View offers tools to the Host's model, and tells when they change.
    /// They are registered through [`View::tools`], or before the handshake by [`tool`](Self::tool).
    pub fn offer_tools(mut self) -> Self {
        self.tool_box();
        self
    }

    fn tool_box(&mut self) -> Arc<ToolBox> {
        let tools = self.tools.get_or_insert_with(|| {
            let mut changes = JsonObject::new();
            changes.insert("listChanged".to_owned(), true.into());
            self.capabilities.insert("tools".to_owned(), Value::Object(changes));
            (Arc::new(ToolBox::declared()), ToolBox::install)
        });
        Arc::clone(&tools.0)
    }

    /// Offers a tool from the start. Two of one name are an error of
    /// [`connect`](Self::connect).
    pub fn tool<F, Fut>(mut self, tool: spec::Tool, handler: F) -> Self
    where
        F: Fn(JsonObject, RequestContext) -> Fut + MaybeSend + MaybeSync + 'static,
        Fut: Future<Output = Result<spec::CallToolResult, RpcError>> + MaybeSend + 'static,
    {
        let added = self.tool_box().add(tool, handler);
        self.fault = self.fault.or(added.err());
        self
    }

    /// Offers a tool from the start, by its contract.
    pub fn offer<C, F, Fut, E>(mut self, handler: F) -> Self
    where
        C: Contract + 'static,
        F: Fn(C::Input, RequestContext) -> Fut + MaybeSend + MaybeSync + 'static,
        Fut: Future<Output = Result<C::Output, E>> + MaybeSend + 'static,
        E: std::fmt::Display,
    {
        let added = self.tool_box().add(definition::<C>(), by_contract::<C, F, Fut, E>(handler));
        self.fault = self.fault.or(added.err());
        self
    }

    /// The capabilities as the Host will be told them (V1).
    pub fn capabilities(&self) -> JsonObject {
        let mut capabilities = derive(spec::METHODS, Party::View, self.handlers.methods());
        for (name, declared) in &self.capabilities {
            capabilities.insert(name.clone(), declared.clone());
        }
        capabilities
    }

    /// Greets the Host. Poll the driver, usually by spawning it, and await the View.
    ///
    /// # Errors
    /// When the View is ill put together: two tools of one name.
    pub fn connect<T: Transport>(mut self, transport: T, timer: impl Timer) -> Result<(Connecting, Driver<T>), Error> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let capabilities = self.capabilities();
        let mut tools = Arc::default();
        if let Some((declared, install)) = self.tools.take() {
            install(&declared, &mut self.handlers);
            tools = declared;
        }
        let store = Arc::new(ViewStore::new(self.limits.max_kept, tools));
        answer_teardown(&mut self.handlers, &store);

        let mut config = Config::new(spec::METHODS);
        config.capabilities.clone_from(&capabilities);
        config.request_timeout = self.request_timeout;
        config.limits = self.limits;
        let mut params = JsonObject::new();
        params.insert("appCapabilities".to_owned(), Value::Object(capabilities));
        params.insert("appInfo".to_owned(), Value::Object(self.info));
        params.insert("protocolVersion".to_owned(), spec::PROTOCOL_VERSION.into());
        let params = written(&Value::Object(params));
        let mut session = Session::view(config);
        let greeting = session.initialize(&params, self.request_timeout, timer.now())?;

        let side = ViewSide { store: Arc::clone(&store), greeting };
        let peer = Peer::new(session, self.limits, self.handlers, Box::new(timer), Box::new(side));
        let driver = Driver::new(&peer, transport);
        let connected = store.connected.wait();
        let view = View::new(peer, store);
        let connecting = Connecting { view: Box::pin(async move { connected.await.map(|()| view) }) };
        Ok((connecting, driver))
    }
}

/// Answers `ui/resource-teardown` once no [`View::run`] is cleaning up any more (V13).
fn answer_teardown(handlers: &mut Handlers, store: &Arc<ViewStore>) {
    if handlers.serves(crate::lifecycle::names::TEARDOWN) {
        return;
    }
    let teardown = store.teardown.clone();
    handlers.serve_raw(crate::lifecycle::names::TEARDOWN, move |_, _| {
        let teardown = teardown.clone();
        teardown.requested.set(());
        async move {
            teardown.released().await;
            Ok(crate::session::empty_object())
        }
    });
}

/// The handshake on its way. It fails with the Host's error, if that is the answer, or when the
/// answer does not fit; then `initialized` is not sent, and the session is closed.
#[must_use = "the View exists once this is done"]
pub struct Connecting {
    view: BoxFuture<'static, Result<View, Error>>,
}

impl Future for Connecting {
    type Output = Result<View, Error>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        self.view.as_mut().poll(cx)
    }
}

impl std::fmt::Debug for Connecting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Connecting").finish_non_exhaustive()
    }
}
