//! A server with UIs, as the SDK serves it.

use std::sync::Arc;

use rmcp::model::{CacheScope, ErrorCode, ListToolsResult, ProtocolVersion};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::{ErrorData, ServerHandler};

use super::builder::{AppsBuilder, Registered};
use super::context::supports_ui;
use super::error::BuildError;
use super::resources::Resources;

mod handler;

/// Any rmcp server, with UIs and other extensions attached: a `ServerHandler` around a `ServerHandler`.
///
/// What it adds, and nothing else:
///
/// * **capabilities** (`initialize`, `server/discover`, `get_info`): the extension
///   `io.modelcontextprotocol/ui` and `resources`, and each [`Extension`](super::Extension), beside
///   whatever the server declares;
/// * **`tools/list`, `get_tool`**: `_meta.ui` on the tools that are given one here, and the URI of
///   today on every tool that links to a content-hashed page. A tool that links to a URI nothing
///   serves, or has its UI from two places, fails the list with an internal error;
/// * **`resources/list`, `resources/templates/list`**: the UI resources that opted in, once, after
///   the server's own last entry. An entry of the server's under one of their URIs is left out;
/// * **`resources/read`**: the UI resources. Any other URI is the server's to read; where it has no
///   resources of its own, its "method not found" becomes "resource not found";
/// * **the methods of the extensions**.
///
/// Everything else passes through untouched, and a server without anything registered does as a whole.
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
    /// A tool of the server already has the UI it is given here, or the server declares one of the
    /// extensions itself.
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
        ui.extensions.check_against(&inner.get_info().capabilities)?;
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
