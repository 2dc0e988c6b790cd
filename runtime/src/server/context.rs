//! What a handler asks of the request it serves: does the client show UIs, and whose run is it.

use mcp_apps_generated::v2026_01_26::{EXTENSION_ID, MIME_TYPE, McpUiClientCapabilities};
use mcp_apps_generated::wire::RequestId;
use rmcp::model::{ClientCapabilities, Implementation, InitializeRequestParams, ProtocolVersion, ServerCapabilities};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::Value;

use super::extension::Extension;

/// Whether the client of this request shows UIs: it declared `io.modelcontextprotocol/ui` with the
/// MIME type of MCP Apps (S9).
///
/// From `initialize` on sessions before 2026-07-28, else from the request's own `_meta`, where one
/// request may say yes and the next no: ask each time and keep nothing. Over HTTP without sessions
/// a client before 2026-07-28 cannot be known, and the answer is no.
///
/// ```no_run
/// # use mcp_apps::server::supports_ui;
/// # use rmcp::{RoleServer, service::RequestContext};
/// fn summary(context: &RequestContext<RoleServer>) -> &'static str {
///     if supports_ui(context) { "Shown in the page." } else { "Berlin: 21 °C, sunny, wind 3 km/h." }
/// }
/// ```
pub fn supports_ui(context: &RequestContext<RoleServer>) -> bool {
    context.client_capabilities().is_some_and(|capabilities| offers_ui(&capabilities))
}

fn offers_ui(capabilities: &ClientCapabilities) -> bool {
    let settings = capabilities.extensions.as_ref().and_then(|extensions| extensions.get(EXTENSION_ID));
    let settings: Option<McpUiClientCapabilities> =
        settings.and_then(|settings| serde_json::from_value(Value::Object(settings.clone())).ok());
    let mime_types = settings.and_then(|settings| settings.mime_types).unwrap_or_default();
    mime_types.iter().any(|mime_type| mime_type == MIME_TYPE)
}

/// Declares the extension and the resources capability, and keeps what is declared already. For
/// servers without the wrapper, in `get_info`.
pub fn declare(capabilities: &mut ServerCapabilities) {
    Extension::ui().declare(capabilities);
    capabilities.resources.get_or_insert_default();
}

/// The id of the HTTP session a request belongs to; `None` over stdio, and over HTTP from
/// 2026-07-28 on, which has no sessions.
///
/// The id is the client's word unless the HTTP service runs with sessions, which checks it.
pub fn session_id(context: &RequestContext<RoleServer>) -> Option<String> {
    if context.protocol_version().is_some_and(|version| version >= ProtocolVersion::V_2026_07_28) {
        return None;
    }
    let parts = context.extensions.get::<http::request::Parts>()?;
    Some(parts.headers.get("mcp-session-id")?.to_str().ok()?.to_owned())
}

/// Whether an `initialize` opens an HTTP session. Without sessions the SDK makes a nameless peer up
/// for each request; a client that calls itself just so is not seen here, but by its
/// [`session_id`] later.
pub(super) fn opens_session(context: &RequestContext<RoleServer>) -> bool {
    let named = |peer: &InitializeRequestParams| {
        peer.client_info != Implementation::default() || peer.capabilities != ClientCapabilities::default()
    };
    context.extensions.get::<http::request::Parts>().is_some()
        && context.peer.peer_info().is_some_and(|peer| named(&peer))
}

/// Which run of a tool is meant: the JSON-RPC id of its `tools/call`, within its session.
///
/// A View learns that id from its Host, as `toolInfo.id` of the host context, and so can ask an
/// app-only tool about the run that opened it, even before there is a result.
///
/// | transport | the id is unique within | so a run is found by |
/// |---|---|---|
/// | stdio | the process | `RunKey` |
/// | HTTP with sessions, before 2026-07-28 | the session | `RunKey` |
/// | HTTP without sessions; any HTTP on 2026-07-28 | one client, and the server can't tell clients apart | an id of your own in `structuredContent` |
///
/// A Host may also hold two sessions, one for the model and one for the View: what has to outlive
/// that is an id of your own, too.
///
/// ```no_run
/// # use mcp_apps::server::RunKey;
/// # use mcp_apps::wire::RequestId;
/// # use rmcp::{RoleServer, service::RequestContext};
/// # use std::{collections::HashMap, sync::Mutex};
/// # struct Server { runs: Mutex<HashMap<RunKey, String>> }
/// # impl Server {
/// // In the model's tool:
/// fn started(&self, context: &RequestContext<RoleServer>) {
///     self.runs.lock().unwrap().insert(RunKey::of(context), "working".to_owned());
/// }
///
/// // In the View's, with the id it was given by its Host:
/// fn progress(&self, context: &RequestContext<RoleServer>, run: RequestId) -> Option<String> {
///     self.runs.lock().unwrap().get(&RunKey::in_session_of(context, run)).cloned()
/// }
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RunKey {
    session: Option<String>,
    request: RequestId,
}

impl RunKey {
    /// The run that this request is.
    pub fn of(context: &RequestContext<RoleServer>) -> Self {
        Self::in_session_of(context, request_id(context))
    }

    /// The run with the given id, in the session of this request.
    pub fn in_session_of(context: &RequestContext<RoleServer>, run: impl Into<RequestId>) -> Self {
        RunKey { session: session_id(context), request: run.into() }
    }

    /// The JSON-RPC id.
    pub fn request(&self) -> &RequestId {
        &self.request
    }

    /// The HTTP session's id, if there is one.
    pub fn session(&self) -> Option<&str> {
        self.session.as_deref()
    }
}

/// The JSON-RPC id of a request. Unique within its client's connection only, see [`RunKey`].
pub fn request_id(context: &RequestContext<RoleServer>) -> RequestId {
    match &context.id {
        rmcp::model::NumberOrString::Number(number) => RequestId::Integer(*number),
        rmcp::model::NumberOrString::String(text) => RequestId::String(text.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn capabilities(value: Value) -> ClientCapabilities {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn row_25_a_client_shows_uis_only_if_it_offers_the_mime_type() {
        let ui = |settings: Value| capabilities(json!({ "extensions": { EXTENSION_ID: settings } }));
        assert!(offers_ui(&ui(json!({ "mimeTypes": [MIME_TYPE] }))));
        assert!(offers_ui(&ui(json!({ "mimeTypes": ["text/html", MIME_TYPE], "later": 1 }))));
        for settings in [json!({}), json!({ "mimeTypes": [] }), json!({ "mimeTypes": ["text/html"] })] {
            assert!(!offers_ui(&ui(settings.clone())), "{settings}");
        }
        assert!(!offers_ui(&ui(json!({ "mimeTypes": MIME_TYPE }))), "a string is not a list");
        assert!(!offers_ui(&capabilities(json!({}))));
    }
}
