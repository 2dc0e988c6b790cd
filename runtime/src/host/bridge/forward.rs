//! A View's requests on their way to its server.

use mcp_apps_generated::draft::{
    CallToolRequest, EXTENSION_ID, ListPromptsRequest, ListResourceTemplatesRequest, ListResourcesRequest,
    ListToolsRequest, METHODS, ProgressNotification, ProgressNotificationParams, ReadResourceRequest,
};
use mcp_apps_generated::wire::{JsonObject, Number, Party, Request, RequestId};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use super::super::backend::{Progress, ProgressReport, Watch};
use super::super::connection::Connection;
use super::super::hooks::{Forwarded, Hook, ToolCall, ask};
use super::super::limits::ViewLimits;
use crate::draft::HostBuilder;
use crate::error::RpcError;
use crate::jsonrpc;
use crate::peer::{Peer, RequestContext};

type Answer = Result<Box<RawValue>, RpcError>;

/// What stands between a View and its server.
#[derive(Clone)]
pub(super) struct Gate {
    pub(super) connection: Connection,
    pub(super) read_only: bool,
    pub(super) calls: Hook<ToolCall>,
    pub(super) requests: Hook<Forwarded>,
    pub(super) limits: ViewLimits,
}

/// Methods that are passed on by default, and the server's capability each needs.
const DEFAULT: [(&str, &str); 6] = [
    (<CallToolRequest as Request>::METHOD, "tools"),
    (<ListToolsRequest as Request>::METHOD, "tools"),
    (<ReadResourceRequest as Request>::METHOD, "resources"),
    (<ListResourcesRequest as Request>::METHOD, "resources"),
    (<ListResourceTemplatesRequest as Request>::METHOD, "resources"),
    (<ListPromptsRequest as Request>::METHOD, "prompts"),
];

impl Gate {
    pub(super) fn new(connection: Connection) -> Self {
        Gate { connection, read_only: false, calls: None, requests: None, limits: ViewLimits::default() }
    }

    /// Serves what may be passed on. A read-only View is served nothing of it.
    pub(super) fn install(&self, mut builder: HostBuilder, more: &[String]) -> HostBuilder {
        if self.read_only {
            return builder;
        }
        let served = DEFAULT.into_iter().filter(|(_, capability)| self.connection.serves(&[capability]));
        let more = more.iter().map(String::as_str).filter(|method| is_servers(method));
        for method in served.map(|(method, _)| method).chain(more) {
            let gate = self.clone();
            builder.handlers().serve_raw(method, move |params, cx: RequestContext| gate.clone().pass(params, cx));
        }
        if self.connection.serves(&["tools", "listChanged"]) {
            builder = builder.announce_tool_list_changes();
        }
        if self.connection.serves(&["resources", "listChanged"]) {
            builder = builder.announce_resource_list_changes();
        }
        builder
    }

    async fn pass(self, params: Option<Box<RawValue>>, cx: RequestContext) -> Answer {
        let mut params: Option<JsonObject> =
            jsonrpc::decode_params(params.as_deref()).map_err(|error| RpcError::invalid_params(&error))?;
        let method = cx.method().to_owned();
        if method == <CallToolRequest as Request>::METHOD {
            self.check_call(params.as_ref()).await?;
        }
        ask(&self.requests, Forwarded { method: method.clone(), params: params.clone() }).await?;
        let token = params.as_mut().and_then(take_protocol_meta);
        let progress = token.map(|token| relay(cx.peer().clone(), token));
        let result = self.connection.request(&method, params, Watch::default().progress(progress)).await?;
        if method == <ListToolsRequest as Request>::METHOD {
            return only_callable(&result);
        }
        Ok(result)
    }

    /// Whether the View may call this tool (H8, H9), and its Host wants it to.
    async fn check_call(&self, params: Option<&JsonObject>) -> Result<(), RpcError> {
        let invalid = |what: &str| RpcError::new(RpcError::INVALID_PARAMS, what);
        let name = params.and_then(|params| params.get("name")?.as_str());
        let name = name.ok_or_else(|| invalid("params.name: expected a string"))?;
        let arguments = match params.and_then(|params| params.get("arguments")) {
            None => JsonObject::new(),
            Some(Value::Object(arguments)) => arguments.clone(),
            Some(_) => return Err(invalid("params.arguments: expected an object")),
        };
        match self.connection.app_may_call(name).await? {
            Some(true) => {}
            Some(false) => return Err(RpcError::denied("this tool is not for apps")),
            None => return Err(invalid("params.name: the app's server has no such tool")),
        }
        if self.calls.is_none() {
            return Ok(());
        }
        let inventory = self.connection.inventory().await?;
        match inventory.find(name) {
            Some(tool) => ask(&self.calls, ToolCall { tool: tool.clone(), arguments }).await,
            None => Err(invalid("params.name: the app's server has no such tool")),
        }
    }
}

/// Whether a method may be a server's at all: what the specification has between View and Host
/// stays there, listed or not.
fn is_servers(method: &str) -> bool {
    let namespace = <mcp_apps_generated::draft::McpUiInitializeRequest as Request>::METHOD;
    let prefix = &namespace[..namespace.find('/').map_or(namespace.len(), |slash| slash + 1)];
    let hosts = METHODS.iter().any(|row| row.name == method && row.to == Party::Host && row.requires.is_none());
    !method.starts_with(prefix) && !hosts
}

/// Takes out what a View must not say in its Host's place: the progress token, whose numbers are
/// the View's own, and the protocol's keys, by which a client tells a server who it is.
fn take_protocol_meta(params: &mut JsonObject) -> Option<RequestId> {
    let meta = params.get_mut("_meta")?.as_object_mut()?;
    let token = meta.remove("progressToken");
    let protocol = &EXTENSION_ID[..EXTENSION_ID.find('/').map_or(EXTENSION_ID.len(), |slash| slash + 1)];
    meta.retain(|key, _| !key.starts_with(protocol));
    if meta.is_empty() {
        params.remove("_meta");
    }
    token.and_then(|token| serde_json::from_value(token).ok())
}

/// Passes reports on to the View, under the token it chose.
fn relay(peer: Peer, token: RequestId) -> Progress {
    Box::new(move |report: ProgressReport| {
        let Some(progress) = Number::new(report.progress) else { return };
        let mut params = ProgressNotificationParams::new(progress, token.clone());
        params.total = report.total.and_then(Number::new);
        params.message = report.message;
        // A View that is gone needs no report.
        let _ = peer.notify::<ProgressNotification>(&params);
    })
}

/// The tools a View may call, of a page of them.
fn only_callable(page: &RawValue) -> Answer {
    let unreadable = |error: serde_json::Error| RpcError::internal(format!("the server's list: {error}"));
    let mut page: JsonObject = serde_json::from_str(page.get()).map_err(unreadable)?;
    if let Some(Value::Array(tools)) = page.get_mut("tools") {
        tools.retain(|tool| tool.as_object().is_some_and(|tool| super::super::app::Visibility::of(tool).app));
    }
    to_raw_value(&page).map_err(unreadable)
}
