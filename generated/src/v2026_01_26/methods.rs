// Written by `cargo run -p codegen`. Do not edit: change spec/ or codegen/ and run it again.

//! The methods of 2026-01-26.

use crate::wire::Capability;
use crate::wire::DecodeError;
use crate::wire::EmptyObject;
use crate::wire::Kind;
use crate::wire::Method;
use crate::wire::Notification;
use crate::wire::Party;
use crate::wire::Phase;
use crate::wire::Plane;
use crate::wire::Provenance;
use crate::wire::Request;
use crate::wire::parsed_params;
use crate::wire::read_params;
use serde::Deserializer;
use serde_json::Value;

use super::types::*;

/// The extension's id: the key of both parties' settings in `capabilities.extensions` when an MCP client connects to a server.
pub const EXTENSION_ID: &str = "io.modelcontextprotocol/ui";

/// The MIME type of a UI resource (S2). A client lists it in `McpUiClientCapabilities.mimeTypes`.
pub const MIME_TYPE: &str = "text/html;profile=mcp-app";

/// The version both sides name in `ui/initialize`. The draft says the same one: what a peer can do is told by its capabilities.
pub const PROTOCOL_VERSION: &str = "2026-01-26";

/// The deprecated flat key of a tool's `_meta` that names its UI resource. Read it when `ui.resourceUri` is absent; don't write it (S13).
pub const RESOURCE_URI_META_KEY: &str = "ui/resourceUri";

/// The key of `_meta` that holds `McpUiToolMeta` on a tool and `McpUiResourceMeta` on a resource and its contents.
pub const UI_META_KEY: &str = "ui";

/// The scheme of a UI resource's URI, `ui://…` (S1).
pub const URI_SCHEME: &str = "ui";

/// `tools/call`
///
/// View to Host, rules M1, H8, H9, W14: The View runs a tool of its own MCP server through the Host. The Host refuses a tool whose `visibility` lacks `app`, and never reaches another server; the answer is the server's own. The result comes back here only, not as `ui/notifications/tool-result`.
///
/// Host to View, rules M2: The Host runs a tool that the View registered, on the model's behalf. The View checks name and arguments; a failing tool is a result with `isError`. An unknown tool, or any tool once the View is closed, is a JSON-RPC error. A Host should confirm with its user unless the tool is marked read-only.
#[derive(Clone, Copy, Debug)]
pub enum CallToolRequest {}
impl Request for CallToolRequest {
    const METHOD: &'static str = "tools/call";
    type Params = CallToolRequestParams;
    type Result = CallToolResult;
}

/// `notifications/cancelled`
///
/// View to Host, rules M16: The View no longer waits for the Host to answer a request. SDKs send it on abort and on timeout, even for `ui/initialize`. The Host stops the work and need not answer; it ignores an id it doesn't know.
///
/// Host to View, rules M16: The Host no longer waits for the View to answer a request. SDKs send it on abort and on timeout. The View stops the work and need not answer; it ignores an id it doesn't know.
#[derive(Clone, Copy, Debug)]
pub enum CancelledNotification {}
impl Notification for CancelledNotification {
    const METHOD: &'static str = "notifications/cancelled";
    type Params = CancelledNotificationParams;
}

/// `prompts/list`
///
/// View to Host, rules M10: The View asks for the prompts of its MCP server. Only SDK Hosts whose server has prompts answer it; others answer -32601.
#[derive(Clone, Copy, Debug)]
pub enum ListPromptsRequest {}
impl Request for ListPromptsRequest {
    const METHOD: &'static str = "prompts/list";
    type Params = Option<PaginatedRequestParams>;
    type Result = ListPromptsResult;
}

/// `resources/templates/list`
///
/// View to Host, rules M9: The View asks for the resource templates of its MCP server, page by page. The Host passes the request on when it declared `serverResources` and answers -32601 otherwise.
#[derive(Clone, Copy, Debug)]
pub enum ListResourceTemplatesRequest {}
impl Request for ListResourceTemplatesRequest {
    const METHOD: &'static str = "resources/templates/list";
    type Params = Option<PaginatedRequestParams>;
    type Result = ListResourceTemplatesResult;
}

/// `resources/list`
///
/// View to Host, rules M8: The View asks for the resources of its MCP server, page by page. The Host passes the request on when it declared `serverResources` and answers -32601 otherwise.
#[derive(Clone, Copy, Debug)]
pub enum ListResourcesRequest {}
impl Request for ListResourcesRequest {
    const METHOD: &'static str = "resources/list";
    type Params = Option<PaginatedRequestParams>;
    type Result = ListResourcesResult;
}

/// `tools/list`
///
/// Host to View, rules M4: The Host asks for the tools the View offers to the model, page by page; only of a View that declared `tools`. The answer holds for as long as the View lives.
#[derive(Clone, Copy, Debug)]
pub enum ListToolsRequest {}
impl Request for ListToolsRequest {
    const METHOD: &'static str = "tools/list";
    type Params = Option<PaginatedRequestParams>;
    type Result = ListToolsResult;
}

/// `notifications/message`
///
/// View to Host, rules M15, V20: The View writes to the Host's log, at any time, when the Host declared `logging`. There is no answer and no way to set a level.
#[derive(Clone, Copy, Debug)]
pub enum LoggingMessageNotification {}
impl Notification for LoggingMessageNotification {
    const METHOD: &'static str = "notifications/message";
    type Params = LoggingMessageNotificationParams;
}

/// `ui/notifications/host-context-changed`
///
/// Host to View, rules U13, H43, V10: Something in the View's surroundings has changed: theme, size, display mode, language. Carries only the members that changed.
#[derive(Clone, Copy, Debug)]
pub enum McpUiHostContextChangedNotification {}
impl Notification for McpUiHostContextChangedNotification {
    const METHOD: &'static str = "ui/notifications/host-context-changed";
    type Params = McpUiHostContext;
}

/// `ui/initialize`
///
/// View to Host, rules U1, V1, H26, W4, W15: The View's first message. The Host answers with its capabilities and context, and stays silent towards the View until `ui/notifications/initialized`. A second one is answered like the first, and the newer values hold. A Host that doesn't support the offered protocol version names its own.
#[derive(Clone, Copy, Debug)]
pub enum McpUiInitializeRequest {}
impl Request for McpUiInitializeRequest {
    const METHOD: &'static str = "ui/initialize";
    type Params = McpUiInitializeRequestParams;
    type Result = McpUiInitializeResult;
}

/// `ui/notifications/initialized`
///
/// View to Host, rules U2, H25, V2: The View has taken in the answer to `ui/initialize` and can receive messages; only now may the Host send any. Register handlers before sending it: tool input and result may follow at once and come only once.
#[derive(Clone, Copy, Debug)]
pub enum McpUiInitializedNotification {}
impl Notification for McpUiInitializedNotification {
    const METHOD: &'static str = "ui/notifications/initialized";
    type Params = Option<EmptyObject>;
}

/// `ui/message`
///
/// View to Host, rules U5, H35, D-1, W8, W12: The View puts a message of the user into the conversation, which may start a turn of the model. The Host may ask its user first. A refusal is `isError` or a JSON-RPC error. The schema allows no role but `user` and wants `content` to be an array.
#[derive(Clone, Copy, Debug)]
pub enum McpUiMessageRequest {}
impl Request for McpUiMessageRequest {
    const METHOD: &'static str = "ui/message";
    type Params = McpUiMessageRequestParams;
    type Result = McpUiMessageResult;
}

/// `ui/open-link`
///
/// View to Host, rules U3, H34, W12: The View asks the Host to open an address, by default in the user's browser or a new tab. The Host may deny it, with `isError` or with a JSON-RPC error.
#[derive(Clone, Copy, Debug)]
pub enum McpUiOpenLinkRequest {}
impl Request for McpUiOpenLinkRequest {
    const METHOD: &'static str = "ui/open-link";
    type Params = McpUiOpenLinkRequestParams;
    type Result = McpUiOpenLinkResult;
}

/// `ui/request-display-mode`
///
/// View to Host, rules U6, H40, H41, V5, V6: The View asks to be shown inline, full screen or as picture in picture; only a mode in the Host's `availableDisplayModes`. The answer names the mode in force, the current one when the Host declines, which is no error.
#[derive(Clone, Copy, Debug)]
pub enum McpUiRequestDisplayModeRequest {}
impl Request for McpUiRequestDisplayModeRequest {
    const METHOD: &'static str = "ui/request-display-mode";
    type Params = McpUiRequestDisplayModeRequestParams;
    type Result = McpUiRequestDisplayModeResult;
}

/// `ui/resource-teardown`
///
/// Host to View, rules U8, H31, D-2, W7: The Host is about to remove the View, for whatever reason. The View saves its state and answers; the Host should wait, but not for ever: a TypeScript View without a handler answers -32601.
#[derive(Clone, Copy, Debug)]
pub enum McpUiResourceTeardownRequest {}
impl Request for McpUiResourceTeardownRequest {
    const METHOD: &'static str = "ui/resource-teardown";
    type Params = EmptyObject;
    type Result = McpUiResourceTeardownResult;
}

/// `ui/notifications/sandbox-proxy-ready`
///
/// Sandbox to Host, rules U16, P3, P7: The proxy page of a web Host has loaded and can take the View's page. A proxy must drop it when it comes from the View, which could otherwise fake it.
#[derive(Clone, Copy, Debug)]
pub enum McpUiSandboxProxyReadyNotification {}
impl Notification for McpUiSandboxProxyReadyNotification {
    const METHOD: &'static str = "ui/notifications/sandbox-proxy-ready";
    type Params = EmptyObject;
}

/// `ui/notifications/sandbox-resource-ready`
///
/// Host to Sandbox, rules U17, H22, P4, P7: The Host hands the proxy the View's HTML, after `ui/notifications/sandbox-proxy-ready`. The proxy loads it into an inner frame under the policy the metadata allows, and never passes this message on.
#[derive(Clone, Copy, Debug)]
pub enum McpUiSandboxResourceReadyNotification {}
impl Notification for McpUiSandboxResourceReadyNotification {
    const METHOD: &'static str = "ui/notifications/sandbox-resource-ready";
    type Params = McpUiSandboxResourceReadyNotificationParams;
}

/// `ui/notifications/size-changed`
///
/// View to Host, rules U14, H42, V7, D-18: The View's content has changed its size. A Host with flexible dimensions must listen and resize the frame. TypeScript Views send it at most once per animation frame, and once right after `ui/notifications/initialized`.
#[derive(Clone, Copy, Debug)]
pub enum McpUiSizeChangedNotification {}
impl Notification for McpUiSizeChangedNotification {
    const METHOD: &'static str = "ui/notifications/size-changed";
    type Params = McpUiSizeChangedNotificationParams;
}

/// `ui/notifications/tool-cancelled`
///
/// Host to View, rules U12, H30: The View's tool call was cancelled, by the user, a timeout or an error; no result will follow. May come before the tool input is complete.
#[derive(Clone, Copy, Debug)]
pub enum McpUiToolCancelledNotification {}
impl Notification for McpUiToolCancelledNotification {
    const METHOD: &'static str = "ui/notifications/tool-cancelled";
    type Params = McpUiToolCancelledNotificationParams;
}

/// `ui/notifications/tool-input`
///
/// Host to View, rules U9, H27: The complete arguments of the tool call the View belongs to. Sent at most once, after `ui/notifications/initialized` and before the result.
#[derive(Clone, Copy, Debug)]
pub enum McpUiToolInputNotification {}
impl Notification for McpUiToolInputNotification {
    const METHOD: &'static str = "ui/notifications/tool-input";
    type Params = McpUiToolInputNotificationParams;
}

/// `ui/notifications/tool-input-partial`
///
/// Host to View, rules U10, H28, V9: Arguments still being written, any number of times, and none after `ui/notifications/tool-input`. A View may ignore them.
#[derive(Clone, Copy, Debug)]
pub enum McpUiToolInputPartialNotification {}
impl Notification for McpUiToolInputPartialNotification {
    const METHOD: &'static str = "ui/notifications/tool-input-partial";
    type Params = McpUiToolInputPartialNotificationParams;
}

/// `ui/notifications/tool-result`
///
/// Host to View, rules U11, H29, W9: The tool call the View belongs to has finished; carries the MCP server's result unchanged. Sent once, after `ui/notifications/tool-input`, unless the call was cancelled.
#[derive(Clone, Copy, Debug)]
pub enum McpUiToolResultNotification {}
impl Notification for McpUiToolResultNotification {
    const METHOD: &'static str = "ui/notifications/tool-result";
    type Params = CallToolResult;
}

/// `ui/update-model-context`
///
/// View to Host, rules U7, H36, W6: The View tells the model what it shows now, for the turns to come, without starting one. Each update replaces the one before, and the Host may hold back all but the last. The answer is exactly `{}`; a refusal must be a JSON-RPC error, as TypeScript Views reject `isError` here.
#[derive(Clone, Copy, Debug)]
pub enum McpUiUpdateModelContextRequest {}
impl Request for McpUiUpdateModelContextRequest {
    const METHOD: &'static str = "ui/update-model-context";
    type Params = McpUiUpdateModelContextRequestParams;
    type Result = EmptyResult;
}

/// `ping`
///
/// View to Host, rules M14, W6: The View asks whether the Host is alive, at any time. The Host answers `{}` at once.
///
/// Host to View, rules M14, W6: The Host asks whether the View is alive; not before `ui/notifications/initialized`. The View answers `{}` at once.
#[derive(Clone, Copy, Debug)]
pub enum PingRequest {}
impl Request for PingRequest {
    const METHOD: &'static str = "ping";
    type Params = Option<EmptyParams>;
    type Result = EmptyResult;
}

/// `notifications/progress`
///
/// View to Host, rules M17: The View tells how far a Host's call of one of its tools has come, when the call carried a progress token.
///
/// Host to View, rules M17: The Host tells how far a View's request has come, when the request carried a progress token; TypeScript Views put one on every `tools/call`. Each one restarts such a View's 60-second timeout, so a heartbeat keeps a slow call alive. TypeScript Hosts don't relay the MCP server's progress by themselves.
#[derive(Clone, Copy, Debug)]
pub enum ProgressNotification {}
impl Notification for ProgressNotification {
    const METHOD: &'static str = "notifications/progress";
    type Params = ProgressNotificationParams;
}

/// `notifications/prompts/list_changed`
///
/// Host to View, rules M12: The Host passes on that its MCP server's prompts have changed. No capability announces it; the View lists again if it cares.
#[derive(Clone, Copy, Debug)]
pub enum PromptListChangedNotification {}
impl Notification for PromptListChangedNotification {
    const METHOD: &'static str = "notifications/prompts/list_changed";
    type Params = Option<EmptyParams>;
}

/// `resources/read`
///
/// View to Host, rules M7, V20: The View reads a resource of its MCP server. The Host passes the request on when it declared `serverResources` and answers -32601 otherwise; it may ask its user or refuse first. A resource that isn't there is the server's JSON-RPC error.
#[derive(Clone, Copy, Debug)]
pub enum ReadResourceRequest {}
impl Request for ReadResourceRequest {
    const METHOD: &'static str = "resources/read";
    type Params = ReadResourceRequestParams;
    type Result = ReadResourceResult;
}

/// `notifications/resources/list_changed`
///
/// Host to View, rules M11, H45: The Host passes on that its MCP server's resources have changed, if it declared `serverResources.listChanged`. The View lists again if it cares.
#[derive(Clone, Copy, Debug)]
pub enum ResourceListChangedNotification {}
impl Notification for ResourceListChangedNotification {
    const METHOD: &'static str = "notifications/resources/list_changed";
    type Params = Option<EmptyParams>;
}

/// `notifications/tools/list_changed`
///
/// View to Host, rules M6: The View's own tools have changed, sent if and only if it declared `tools.listChanged`. The Host lists them again; a TypeScript Host does so only when its program listens.
///
/// Host to View, rules M5, H45: The Host passes on that its MCP server's tools have changed, if it declared `serverTools.listChanged`. TypeScript Views ignore it unless told otherwise.
#[derive(Clone, Copy, Debug)]
pub enum ToolListChangedNotification {}
impl Notification for ToolListChangedNotification {
    const METHOD: &'static str = "notifications/tools/list_changed";
    type Params = Option<EmptyParams>;
}

/// A request the View sends, told apart by its method. Methods the version does not know are kept in `Other`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(
    clippy::large_enum_variant,
    reason = "one message at a time; a box would stand in every pattern"
)]
pub enum ViewRequest {
    /// `ui/initialize`: The View's first message. The Host answers with its capabilities and context, and stays silent towards the View until `ui/notifications/initialized`. A second one is answered like the first, and the newer values hold. A Host that doesn't support the offered protocol version names its own.
    Initialize(McpUiInitializeRequestParams),
    /// `ui/message`: The View puts a message of the user into the conversation, which may start a turn of the model. The Host may ask its user first. A refusal is `isError` or a JSON-RPC error. The schema allows no role but `user` and wants `content` to be an array.
    Message(McpUiMessageRequestParams),
    /// `ui/open-link`: The View asks the Host to open an address, by default in the user's browser or a new tab. The Host may deny it, with `isError` or with a JSON-RPC error.
    OpenLink(McpUiOpenLinkRequestParams),
    /// `ui/request-display-mode`: The View asks to be shown inline, full screen or as picture in picture; only a mode in the Host's `availableDisplayModes`. The answer names the mode in force, the current one when the Host declines, which is no error.
    RequestDisplayMode(McpUiRequestDisplayModeRequestParams),
    /// `ui/update-model-context`: The View tells the model what it shows now, for the turns to come, without starting one. Each update replaces the one before, and the Host may hold back all but the last. The answer is exactly `{}`; a refusal must be a JSON-RPC error, as TypeScript Views reject `isError` here.
    UpdateModelContext(McpUiUpdateModelContextRequestParams),
    /// `ping`: The View asks whether the Host is alive, at any time. The Host answers `{}` at once.
    Ping(Option<EmptyParams>),
    /// `prompts/list`: The View asks for the prompts of its MCP server. Only SDK Hosts whose server has prompts answer it; others answer -32601.
    ListPrompts(Option<PaginatedRequestParams>),
    /// `resources/list`: The View asks for the resources of its MCP server, page by page. The Host passes the request on when it declared `serverResources` and answers -32601 otherwise.
    ListResources(Option<PaginatedRequestParams>),
    /// `resources/read`: The View reads a resource of its MCP server. The Host passes the request on when it declared `serverResources` and answers -32601 otherwise; it may ask its user or refuse first. A resource that isn't there is the server's JSON-RPC error.
    ReadResource(ReadResourceRequestParams),
    /// `resources/templates/list`: The View asks for the resource templates of its MCP server, page by page. The Host passes the request on when it declared `serverResources` and answers -32601 otherwise.
    ListResourceTemplates(Option<PaginatedRequestParams>),
    /// `tools/call`: The View runs a tool of its own MCP server through the Host. The Host refuses a tool whose `visibility` lacks `app`, and never reaches another server; the answer is the server's own. The result comes back here only, not as `ui/notifications/tool-result`.
    CallTool(CallToolRequestParams),
    /// A method this version does not know, with its parameters as sent.
    Other {
        /// The method string.
        method: String,
        /// The parameters; `None` where the member is absent.
        params: Option<Value>,
    },
}
impl ViewRequest {
    /// The party that sends these.
    pub const FROM: Party = Party::View;
    /// Decodes the parameters of `method`, if this version knows the method.
    ///
    /// # Errors
    /// When the parameters of a known method do not fit; the path starts at `params`.
    pub fn decode<'de, D: Deserializer<'de>>(
        method: &str,
        params: Option<D>,
    ) -> Result<Self, DecodeError> {
        Self::read(method, parsed_params(params)?)
    }
    fn read(method: &str, params: Option<Value>) -> Result<Self, DecodeError> {
        Ok(
            match method {
                "ui/initialize" => Self::Initialize(read_params(params)?),
                "ui/message" => Self::Message(read_params(params)?),
                "ui/open-link" => Self::OpenLink(read_params(params)?),
                "ui/request-display-mode" => {
                    Self::RequestDisplayMode(read_params(params)?)
                }
                "ui/update-model-context" => {
                    Self::UpdateModelContext(read_params(params)?)
                }
                "ping" => Self::Ping(read_params(params)?),
                "prompts/list" => Self::ListPrompts(read_params(params)?),
                "resources/list" => Self::ListResources(read_params(params)?),
                "resources/read" => Self::ReadResource(read_params(params)?),
                "resources/templates/list" => {
                    Self::ListResourceTemplates(read_params(params)?)
                }
                "tools/call" => Self::CallTool(read_params(params)?),
                _ => {
                    Self::Other {
                        method: method.to_owned(),
                        params,
                    }
                }
            },
        )
    }
    /// The method string on the wire.
    pub fn method(&self) -> &str {
        match self {
            Self::Initialize(_) => "ui/initialize",
            Self::Message(_) => "ui/message",
            Self::OpenLink(_) => "ui/open-link",
            Self::RequestDisplayMode(_) => "ui/request-display-mode",
            Self::UpdateModelContext(_) => "ui/update-model-context",
            Self::Ping(_) => "ping",
            Self::ListPrompts(_) => "prompts/list",
            Self::ListResources(_) => "resources/list",
            Self::ReadResource(_) => "resources/read",
            Self::ListResourceTemplates(_) => "resources/templates/list",
            Self::CallTool(_) => "tools/call",
            Self::Other { method, .. } => method,
        }
    }
    /// The `params` member; `None` where it is absent.
    ///
    /// # Errors
    /// When a map inside has keys that are not strings, which the types here exclude.
    pub fn params(&self) -> Result<Option<Value>, serde_json::Error> {
        match self {
            Self::Initialize(params) => serde_json::to_value(params).map(Some),
            Self::Message(params) => serde_json::to_value(params).map(Some),
            Self::OpenLink(params) => serde_json::to_value(params).map(Some),
            Self::RequestDisplayMode(params) => serde_json::to_value(params).map(Some),
            Self::UpdateModelContext(params) => serde_json::to_value(params).map(Some),
            Self::Ping(params) => params.as_ref().map(serde_json::to_value).transpose(),
            Self::ListPrompts(params) => {
                params.as_ref().map(serde_json::to_value).transpose()
            }
            Self::ListResources(params) => {
                params.as_ref().map(serde_json::to_value).transpose()
            }
            Self::ReadResource(params) => serde_json::to_value(params).map(Some),
            Self::ListResourceTemplates(params) => {
                params.as_ref().map(serde_json::to_value).transpose()
            }
            Self::CallTool(params) => serde_json::to_value(params).map(Some),
            Self::Other { params, .. } => Ok(params.clone()),
        }
    }
}

/// A notification the View sends, told apart by its method. Methods the version does not know are kept in `Other`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(
    clippy::large_enum_variant,
    reason = "one message at a time; a box would stand in every pattern"
)]
pub enum ViewNotification {
    /// `ui/notifications/initialized`: The View has taken in the answer to `ui/initialize` and can receive messages; only now may the Host send any. Register handlers before sending it: tool input and result may follow at once and come only once.
    Initialized(Option<EmptyObject>),
    /// `ui/notifications/size-changed`: The View's content has changed its size. A Host with flexible dimensions must listen and resize the frame. TypeScript Views send it at most once per animation frame, and once right after `ui/notifications/initialized`.
    SizeChanged(McpUiSizeChangedNotificationParams),
    /// `notifications/cancelled`: The View no longer waits for the Host to answer a request. SDKs send it on abort and on timeout, even for `ui/initialize`. The Host stops the work and need not answer; it ignores an id it doesn't know.
    Cancelled(CancelledNotificationParams),
    /// `notifications/message`: The View writes to the Host's log, at any time, when the Host declared `logging`. There is no answer and no way to set a level.
    LoggingMessage(LoggingMessageNotificationParams),
    /// `notifications/progress`: The View tells how far a Host's call of one of its tools has come, when the call carried a progress token.
    Progress(ProgressNotificationParams),
    /// `notifications/tools/list_changed`: The View's own tools have changed, sent if and only if it declared `tools.listChanged`. The Host lists them again; a TypeScript Host does so only when its program listens.
    ToolListChanged(Option<EmptyParams>),
    /// A method this version does not know, with its parameters as sent.
    Other {
        /// The method string.
        method: String,
        /// The parameters; `None` where the member is absent.
        params: Option<Value>,
    },
}
impl ViewNotification {
    /// The party that sends these.
    pub const FROM: Party = Party::View;
    /// Decodes the parameters of `method`, if this version knows the method.
    ///
    /// # Errors
    /// When the parameters of a known method do not fit; the path starts at `params`.
    pub fn decode<'de, D: Deserializer<'de>>(
        method: &str,
        params: Option<D>,
    ) -> Result<Self, DecodeError> {
        Self::read(method, parsed_params(params)?)
    }
    fn read(method: &str, params: Option<Value>) -> Result<Self, DecodeError> {
        Ok(
            match method {
                "ui/notifications/initialized" => Self::Initialized(read_params(params)?),
                "ui/notifications/size-changed" => {
                    Self::SizeChanged(read_params(params)?)
                }
                "notifications/cancelled" => Self::Cancelled(read_params(params)?),
                "notifications/message" => Self::LoggingMessage(read_params(params)?),
                "notifications/progress" => Self::Progress(read_params(params)?),
                "notifications/tools/list_changed" => {
                    Self::ToolListChanged(read_params(params)?)
                }
                _ => {
                    Self::Other {
                        method: method.to_owned(),
                        params,
                    }
                }
            },
        )
    }
    /// The method string on the wire.
    pub fn method(&self) -> &str {
        match self {
            Self::Initialized(_) => "ui/notifications/initialized",
            Self::SizeChanged(_) => "ui/notifications/size-changed",
            Self::Cancelled(_) => "notifications/cancelled",
            Self::LoggingMessage(_) => "notifications/message",
            Self::Progress(_) => "notifications/progress",
            Self::ToolListChanged(_) => "notifications/tools/list_changed",
            Self::Other { method, .. } => method,
        }
    }
    /// The `params` member; `None` where it is absent.
    ///
    /// # Errors
    /// When a map inside has keys that are not strings, which the types here exclude.
    pub fn params(&self) -> Result<Option<Value>, serde_json::Error> {
        match self {
            Self::Initialized(params) => {
                params.as_ref().map(serde_json::to_value).transpose()
            }
            Self::SizeChanged(params) => serde_json::to_value(params).map(Some),
            Self::Cancelled(params) => serde_json::to_value(params).map(Some),
            Self::LoggingMessage(params) => serde_json::to_value(params).map(Some),
            Self::Progress(params) => serde_json::to_value(params).map(Some),
            Self::ToolListChanged(params) => {
                params.as_ref().map(serde_json::to_value).transpose()
            }
            Self::Other { params, .. } => Ok(params.clone()),
        }
    }
}

/// A request the Host sends, told apart by its method. Methods the version does not know are kept in `Other`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(
    clippy::large_enum_variant,
    reason = "one message at a time; a box would stand in every pattern"
)]
pub enum HostRequest {
    /// `ui/resource-teardown`: The Host is about to remove the View, for whatever reason. The View saves its state and answers; the Host should wait, but not for ever: a TypeScript View without a handler answers -32601.
    ResourceTeardown(EmptyObject),
    /// `ping`: The Host asks whether the View is alive; not before `ui/notifications/initialized`. The View answers `{}` at once.
    Ping(Option<EmptyParams>),
    /// `tools/call`: The Host runs a tool that the View registered, on the model's behalf. The View checks name and arguments; a failing tool is a result with `isError`. An unknown tool, or any tool once the View is closed, is a JSON-RPC error. A Host should confirm with its user unless the tool is marked read-only.
    CallTool(CallToolRequestParams),
    /// `tools/list`: The Host asks for the tools the View offers to the model, page by page; only of a View that declared `tools`. The answer holds for as long as the View lives.
    ListTools(Option<PaginatedRequestParams>),
    /// A method this version does not know, with its parameters as sent.
    Other {
        /// The method string.
        method: String,
        /// The parameters; `None` where the member is absent.
        params: Option<Value>,
    },
}
impl HostRequest {
    /// The party that sends these.
    pub const FROM: Party = Party::Host;
    /// Decodes the parameters of `method`, if this version knows the method.
    ///
    /// # Errors
    /// When the parameters of a known method do not fit; the path starts at `params`.
    pub fn decode<'de, D: Deserializer<'de>>(
        method: &str,
        params: Option<D>,
    ) -> Result<Self, DecodeError> {
        Self::read(method, parsed_params(params)?)
    }
    fn read(method: &str, params: Option<Value>) -> Result<Self, DecodeError> {
        Ok(
            match method {
                "ui/resource-teardown" => Self::ResourceTeardown(read_params(params)?),
                "ping" => Self::Ping(read_params(params)?),
                "tools/call" => Self::CallTool(read_params(params)?),
                "tools/list" => Self::ListTools(read_params(params)?),
                _ => {
                    Self::Other {
                        method: method.to_owned(),
                        params,
                    }
                }
            },
        )
    }
    /// The method string on the wire.
    pub fn method(&self) -> &str {
        match self {
            Self::ResourceTeardown(_) => "ui/resource-teardown",
            Self::Ping(_) => "ping",
            Self::CallTool(_) => "tools/call",
            Self::ListTools(_) => "tools/list",
            Self::Other { method, .. } => method,
        }
    }
    /// The `params` member; `None` where it is absent.
    ///
    /// # Errors
    /// When a map inside has keys that are not strings, which the types here exclude.
    pub fn params(&self) -> Result<Option<Value>, serde_json::Error> {
        match self {
            Self::ResourceTeardown(params) => serde_json::to_value(params).map(Some),
            Self::Ping(params) => params.as_ref().map(serde_json::to_value).transpose(),
            Self::CallTool(params) => serde_json::to_value(params).map(Some),
            Self::ListTools(params) => {
                params.as_ref().map(serde_json::to_value).transpose()
            }
            Self::Other { params, .. } => Ok(params.clone()),
        }
    }
}

/// A notification the Host sends, told apart by its method. Methods the version does not know are kept in `Other`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(
    clippy::large_enum_variant,
    reason = "one message at a time; a box would stand in every pattern"
)]
pub enum HostNotification {
    /// `ui/notifications/host-context-changed`: Something in the View's surroundings has changed: theme, size, display mode, language. Carries only the members that changed.
    HostContextChanged(McpUiHostContext),
    /// `ui/notifications/sandbox-resource-ready`: The Host hands the proxy the View's HTML, after `ui/notifications/sandbox-proxy-ready`. The proxy loads it into an inner frame under the policy the metadata allows, and never passes this message on.
    SandboxResourceReady(McpUiSandboxResourceReadyNotificationParams),
    /// `ui/notifications/tool-cancelled`: The View's tool call was cancelled, by the user, a timeout or an error; no result will follow. May come before the tool input is complete.
    ToolCancelled(McpUiToolCancelledNotificationParams),
    /// `ui/notifications/tool-input`: The complete arguments of the tool call the View belongs to. Sent at most once, after `ui/notifications/initialized` and before the result.
    ToolInput(McpUiToolInputNotificationParams),
    /// `ui/notifications/tool-input-partial`: Arguments still being written, any number of times, and none after `ui/notifications/tool-input`. A View may ignore them.
    ToolInputPartial(McpUiToolInputPartialNotificationParams),
    /// `ui/notifications/tool-result`: The tool call the View belongs to has finished; carries the MCP server's result unchanged. Sent once, after `ui/notifications/tool-input`, unless the call was cancelled.
    ToolResult(CallToolResult),
    /// `notifications/cancelled`: The Host no longer waits for the View to answer a request. SDKs send it on abort and on timeout. The View stops the work and need not answer; it ignores an id it doesn't know.
    Cancelled(CancelledNotificationParams),
    /// `notifications/progress`: The Host tells how far a View's request has come, when the request carried a progress token; TypeScript Views put one on every `tools/call`. Each one restarts such a View's 60-second timeout, so a heartbeat keeps a slow call alive. TypeScript Hosts don't relay the MCP server's progress by themselves.
    Progress(ProgressNotificationParams),
    /// `notifications/prompts/list_changed`: The Host passes on that its MCP server's prompts have changed. No capability announces it; the View lists again if it cares.
    PromptListChanged(Option<EmptyParams>),
    /// `notifications/resources/list_changed`: The Host passes on that its MCP server's resources have changed, if it declared `serverResources.listChanged`. The View lists again if it cares.
    ResourceListChanged(Option<EmptyParams>),
    /// `notifications/tools/list_changed`: The Host passes on that its MCP server's tools have changed, if it declared `serverTools.listChanged`. TypeScript Views ignore it unless told otherwise.
    ToolListChanged(Option<EmptyParams>),
    /// A method this version does not know, with its parameters as sent.
    Other {
        /// The method string.
        method: String,
        /// The parameters; `None` where the member is absent.
        params: Option<Value>,
    },
}
impl HostNotification {
    /// The party that sends these.
    pub const FROM: Party = Party::Host;
    /// Decodes the parameters of `method`, if this version knows the method.
    ///
    /// # Errors
    /// When the parameters of a known method do not fit; the path starts at `params`.
    pub fn decode<'de, D: Deserializer<'de>>(
        method: &str,
        params: Option<D>,
    ) -> Result<Self, DecodeError> {
        Self::read(method, parsed_params(params)?)
    }
    fn read(method: &str, params: Option<Value>) -> Result<Self, DecodeError> {
        Ok(
            match method {
                "ui/notifications/host-context-changed" => {
                    Self::HostContextChanged(read_params(params)?)
                }
                "ui/notifications/sandbox-resource-ready" => {
                    Self::SandboxResourceReady(read_params(params)?)
                }
                "ui/notifications/tool-cancelled" => {
                    Self::ToolCancelled(read_params(params)?)
                }
                "ui/notifications/tool-input" => Self::ToolInput(read_params(params)?),
                "ui/notifications/tool-input-partial" => {
                    Self::ToolInputPartial(read_params(params)?)
                }
                "ui/notifications/tool-result" => Self::ToolResult(read_params(params)?),
                "notifications/cancelled" => Self::Cancelled(read_params(params)?),
                "notifications/progress" => Self::Progress(read_params(params)?),
                "notifications/prompts/list_changed" => {
                    Self::PromptListChanged(read_params(params)?)
                }
                "notifications/resources/list_changed" => {
                    Self::ResourceListChanged(read_params(params)?)
                }
                "notifications/tools/list_changed" => {
                    Self::ToolListChanged(read_params(params)?)
                }
                _ => {
                    Self::Other {
                        method: method.to_owned(),
                        params,
                    }
                }
            },
        )
    }
    /// The method string on the wire.
    pub fn method(&self) -> &str {
        match self {
            Self::HostContextChanged(_) => "ui/notifications/host-context-changed",
            Self::SandboxResourceReady(_) => "ui/notifications/sandbox-resource-ready",
            Self::ToolCancelled(_) => "ui/notifications/tool-cancelled",
            Self::ToolInput(_) => "ui/notifications/tool-input",
            Self::ToolInputPartial(_) => "ui/notifications/tool-input-partial",
            Self::ToolResult(_) => "ui/notifications/tool-result",
            Self::Cancelled(_) => "notifications/cancelled",
            Self::Progress(_) => "notifications/progress",
            Self::PromptListChanged(_) => "notifications/prompts/list_changed",
            Self::ResourceListChanged(_) => "notifications/resources/list_changed",
            Self::ToolListChanged(_) => "notifications/tools/list_changed",
            Self::Other { method, .. } => method,
        }
    }
    /// The `params` member; `None` where it is absent.
    ///
    /// # Errors
    /// When a map inside has keys that are not strings, which the types here exclude.
    pub fn params(&self) -> Result<Option<Value>, serde_json::Error> {
        match self {
            Self::HostContextChanged(params) => serde_json::to_value(params).map(Some),
            Self::SandboxResourceReady(params) => serde_json::to_value(params).map(Some),
            Self::ToolCancelled(params) => serde_json::to_value(params).map(Some),
            Self::ToolInput(params) => serde_json::to_value(params).map(Some),
            Self::ToolInputPartial(params) => serde_json::to_value(params).map(Some),
            Self::ToolResult(params) => serde_json::to_value(params).map(Some),
            Self::Cancelled(params) => serde_json::to_value(params).map(Some),
            Self::Progress(params) => serde_json::to_value(params).map(Some),
            Self::PromptListChanged(params) => {
                params.as_ref().map(serde_json::to_value).transpose()
            }
            Self::ResourceListChanged(params) => {
                params.as_ref().map(serde_json::to_value).transpose()
            }
            Self::ToolListChanged(params) => {
                params.as_ref().map(serde_json::to_value).transpose()
            }
            Self::Other { params, .. } => Ok(params.clone()),
        }
    }
}

/// A notification the Sandbox sends, told apart by its method. Methods the version does not know are kept in `Other`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(
    clippy::large_enum_variant,
    reason = "one message at a time; a box would stand in every pattern"
)]
pub enum SandboxNotification {
    /// `ui/notifications/sandbox-proxy-ready`: The proxy page of a web Host has loaded and can take the View's page. A proxy must drop it when it comes from the View, which could otherwise fake it.
    SandboxProxyReady(EmptyObject),
    /// A method this version does not know, with its parameters as sent.
    Other {
        /// The method string.
        method: String,
        /// The parameters; `None` where the member is absent.
        params: Option<Value>,
    },
}
impl SandboxNotification {
    /// The party that sends these.
    pub const FROM: Party = Party::Sandbox;
    /// Decodes the parameters of `method`, if this version knows the method.
    ///
    /// # Errors
    /// When the parameters of a known method do not fit; the path starts at `params`.
    pub fn decode<'de, D: Deserializer<'de>>(
        method: &str,
        params: Option<D>,
    ) -> Result<Self, DecodeError> {
        Self::read(method, parsed_params(params)?)
    }
    fn read(method: &str, params: Option<Value>) -> Result<Self, DecodeError> {
        Ok(
            match method {
                "ui/notifications/sandbox-proxy-ready" => {
                    Self::SandboxProxyReady(read_params(params)?)
                }
                _ => {
                    Self::Other {
                        method: method.to_owned(),
                        params,
                    }
                }
            },
        )
    }
    /// The method string on the wire.
    pub fn method(&self) -> &str {
        match self {
            Self::SandboxProxyReady(_) => "ui/notifications/sandbox-proxy-ready",
            Self::Other { method, .. } => method,
        }
    }
    /// The `params` member; `None` where it is absent.
    ///
    /// # Errors
    /// When a map inside has keys that are not strings, which the types here exclude.
    pub fn params(&self) -> Result<Option<Value>, serde_json::Error> {
        match self {
            Self::SandboxProxyReady(params) => serde_json::to_value(params).map(Some),
            Self::Other { params, .. } => Ok(params.clone()),
        }
    }
}

/// Every method of this version, one row per direction.
pub const METHODS: &[Method] = &[
    Method {
        name: "ui/initialize",
        kind: Kind::Request,
        from: Party::View,
        to: Party::Host,
        plane: Plane::Ui,
        phase: Phase::Initialize,
        requires: None,
        params_optional: false,
        empty_result: false,
        once: false,
        provenance: &[Provenance::Prose, Provenance::Schema, Provenance::Sdk],
    },
    Method {
        name: "ui/message",
        kind: Kind::Request,
        from: Party::View,
        to: Party::Host,
        plane: Plane::Ui,
        phase: Phase::Initialized,
        requires: Some(Capability {
            of: Party::Host,
            path: &["message"],
            unknown_ok: true,
        }),
        params_optional: false,
        empty_result: false,
        once: false,
        provenance: &[Provenance::Prose, Provenance::Schema, Provenance::Sdk],
    },
    Method {
        name: "ui/notifications/host-context-changed",
        kind: Kind::Notification,
        from: Party::Host,
        to: Party::View,
        plane: Plane::Ui,
        phase: Phase::Initialized,
        requires: None,
        params_optional: false,
        empty_result: false,
        once: false,
        provenance: &[Provenance::Prose, Provenance::Schema, Provenance::Sdk],
    },
    Method {
        name: "ui/notifications/initialized",
        kind: Kind::Notification,
        from: Party::View,
        to: Party::Host,
        plane: Plane::Ui,
        phase: Phase::Initialize,
        requires: None,
        params_optional: true,
        empty_result: false,
        once: false,
        provenance: &[Provenance::Prose, Provenance::Schema, Provenance::Sdk],
    },
    Method {
        name: "ui/notifications/sandbox-proxy-ready",
        kind: Kind::Notification,
        from: Party::Sandbox,
        to: Party::Host,
        plane: Plane::Ui,
        phase: Phase::Sandbox,
        requires: None,
        params_optional: false,
        empty_result: false,
        once: false,
        provenance: &[Provenance::Prose, Provenance::Schema, Provenance::Sdk],
    },
    Method {
        name: "ui/notifications/sandbox-resource-ready",
        kind: Kind::Notification,
        from: Party::Host,
        to: Party::Sandbox,
        plane: Plane::Ui,
        phase: Phase::Sandbox,
        requires: None,
        params_optional: false,
        empty_result: false,
        once: false,
        provenance: &[Provenance::Prose, Provenance::Schema, Provenance::Sdk],
    },
    Method {
        name: "ui/notifications/size-changed",
        kind: Kind::Notification,
        from: Party::View,
        to: Party::Host,
        plane: Plane::Ui,
        phase: Phase::Initialized,
        requires: None,
        params_optional: false,
        empty_result: false,
        once: false,
        provenance: &[Provenance::Prose, Provenance::Schema, Provenance::Sdk],
    },
    Method {
        name: "ui/notifications/tool-cancelled",
        kind: Kind::Notification,
        from: Party::Host,
        to: Party::View,
        plane: Plane::Ui,
        phase: Phase::Initialized,
        requires: None,
        params_optional: false,
        empty_result: false,
        once: true,
        provenance: &[Provenance::Prose, Provenance::Schema, Provenance::Sdk],
    },
    Method {
        name: "ui/notifications/tool-input",
        kind: Kind::Notification,
        from: Party::Host,
        to: Party::View,
        plane: Plane::Ui,
        phase: Phase::Initialized,
        requires: None,
        params_optional: false,
        empty_result: false,
        once: true,
        provenance: &[Provenance::Prose, Provenance::Schema, Provenance::Sdk],
    },
    Method {
        name: "ui/notifications/tool-input-partial",
        kind: Kind::Notification,
        from: Party::Host,
        to: Party::View,
        plane: Plane::Ui,
        phase: Phase::Initialized,
        requires: None,
        params_optional: false,
        empty_result: false,
        once: false,
        provenance: &[Provenance::Prose, Provenance::Schema, Provenance::Sdk],
    },
    Method {
        name: "ui/notifications/tool-result",
        kind: Kind::Notification,
        from: Party::Host,
        to: Party::View,
        plane: Plane::Ui,
        phase: Phase::Initialized,
        requires: None,
        params_optional: false,
        empty_result: false,
        once: true,
        provenance: &[Provenance::Prose, Provenance::Schema, Provenance::Sdk],
    },
    Method {
        name: "ui/open-link",
        kind: Kind::Request,
        from: Party::View,
        to: Party::Host,
        plane: Plane::Ui,
        phase: Phase::Initialized,
        requires: Some(Capability {
            of: Party::Host,
            path: &["openLinks"],
            unknown_ok: false,
        }),
        params_optional: false,
        empty_result: false,
        once: false,
        provenance: &[Provenance::Prose, Provenance::Schema, Provenance::Sdk],
    },
    Method {
        name: "ui/request-display-mode",
        kind: Kind::Request,
        from: Party::View,
        to: Party::Host,
        plane: Plane::Ui,
        phase: Phase::Initialized,
        requires: None,
        params_optional: false,
        empty_result: false,
        once: false,
        provenance: &[Provenance::Prose, Provenance::Schema, Provenance::Sdk],
    },
    Method {
        name: "ui/resource-teardown",
        kind: Kind::Request,
        from: Party::Host,
        to: Party::View,
        plane: Plane::Ui,
        phase: Phase::Initialized,
        requires: None,
        params_optional: false,
        empty_result: false,
        once: false,
        provenance: &[Provenance::Prose, Provenance::Schema, Provenance::Sdk],
    },
    Method {
        name: "ui/update-model-context",
        kind: Kind::Request,
        from: Party::View,
        to: Party::Host,
        plane: Plane::Ui,
        phase: Phase::Initialized,
        requires: Some(Capability {
            of: Party::Host,
            path: &["updateModelContext"],
            unknown_ok: true,
        }),
        params_optional: false,
        empty_result: true,
        once: false,
        provenance: &[Provenance::Prose, Provenance::Schema, Provenance::Sdk],
    },
    Method {
        name: "notifications/cancelled",
        kind: Kind::Notification,
        from: Party::View,
        to: Party::Host,
        plane: Plane::Mcp,
        phase: Phase::Any,
        requires: None,
        params_optional: false,
        empty_result: false,
        once: false,
        provenance: &[Provenance::Sdk],
    },
    Method {
        name: "notifications/cancelled",
        kind: Kind::Notification,
        from: Party::Host,
        to: Party::View,
        plane: Plane::Mcp,
        phase: Phase::Initialized,
        requires: None,
        params_optional: false,
        empty_result: false,
        once: false,
        provenance: &[Provenance::Sdk],
    },
    Method {
        name: "notifications/message",
        kind: Kind::Notification,
        from: Party::View,
        to: Party::Host,
        plane: Plane::Mcp,
        phase: Phase::Any,
        requires: Some(Capability {
            of: Party::Host,
            path: &["logging"],
            unknown_ok: false,
        }),
        params_optional: false,
        empty_result: false,
        once: false,
        provenance: &[Provenance::Prose, Provenance::Sdk],
    },
    Method {
        name: "notifications/progress",
        kind: Kind::Notification,
        from: Party::View,
        to: Party::Host,
        plane: Plane::Mcp,
        phase: Phase::Any,
        requires: None,
        params_optional: false,
        empty_result: false,
        once: false,
        provenance: &[Provenance::Sdk],
    },
    Method {
        name: "notifications/progress",
        kind: Kind::Notification,
        from: Party::Host,
        to: Party::View,
        plane: Plane::Mcp,
        phase: Phase::Initialized,
        requires: None,
        params_optional: false,
        empty_result: false,
        once: false,
        provenance: &[Provenance::Sdk],
    },
    Method {
        name: "notifications/prompts/list_changed",
        kind: Kind::Notification,
        from: Party::Host,
        to: Party::View,
        plane: Plane::Mcp,
        phase: Phase::Initialized,
        requires: None,
        params_optional: true,
        empty_result: false,
        once: false,
        provenance: &[Provenance::Sdk],
    },
    Method {
        name: "notifications/resources/list_changed",
        kind: Kind::Notification,
        from: Party::Host,
        to: Party::View,
        plane: Plane::Mcp,
        phase: Phase::Initialized,
        requires: Some(Capability {
            of: Party::Host,
            path: &["serverResources", "listChanged"],
            unknown_ok: false,
        }),
        params_optional: true,
        empty_result: false,
        once: false,
        provenance: &[Provenance::Prose, Provenance::Sdk],
    },
    Method {
        name: "notifications/tools/list_changed",
        kind: Kind::Notification,
        from: Party::View,
        to: Party::Host,
        plane: Plane::Mcp,
        phase: Phase::Initialized,
        requires: Some(Capability {
            of: Party::View,
            path: &["tools", "listChanged"],
            unknown_ok: false,
        }),
        params_optional: true,
        empty_result: false,
        once: false,
        provenance: &[Provenance::Prose, Provenance::Sdk],
    },
    Method {
        name: "notifications/tools/list_changed",
        kind: Kind::Notification,
        from: Party::Host,
        to: Party::View,
        plane: Plane::Mcp,
        phase: Phase::Initialized,
        requires: Some(Capability {
            of: Party::Host,
            path: &["serverTools", "listChanged"],
            unknown_ok: false,
        }),
        params_optional: true,
        empty_result: false,
        once: false,
        provenance: &[Provenance::Prose, Provenance::Sdk],
    },
    Method {
        name: "ping",
        kind: Kind::Request,
        from: Party::View,
        to: Party::Host,
        plane: Plane::Mcp,
        phase: Phase::Any,
        requires: None,
        params_optional: true,
        empty_result: true,
        once: false,
        provenance: &[Provenance::Prose, Provenance::Sdk],
    },
    Method {
        name: "ping",
        kind: Kind::Request,
        from: Party::Host,
        to: Party::View,
        plane: Plane::Mcp,
        phase: Phase::Initialized,
        requires: None,
        params_optional: true,
        empty_result: true,
        once: false,
        provenance: &[Provenance::Prose, Provenance::Sdk],
    },
    Method {
        name: "prompts/list",
        kind: Kind::Request,
        from: Party::View,
        to: Party::Host,
        plane: Plane::Mcp,
        phase: Phase::Initialized,
        requires: None,
        params_optional: true,
        empty_result: false,
        once: false,
        provenance: &[Provenance::Sdk],
    },
    Method {
        name: "resources/list",
        kind: Kind::Request,
        from: Party::View,
        to: Party::Host,
        plane: Plane::Mcp,
        phase: Phase::Initialized,
        requires: Some(Capability {
            of: Party::Host,
            path: &["serverResources"],
            unknown_ok: false,
        }),
        params_optional: true,
        empty_result: false,
        once: false,
        provenance: &[Provenance::Sdk],
    },
    Method {
        name: "resources/read",
        kind: Kind::Request,
        from: Party::View,
        to: Party::Host,
        plane: Plane::Mcp,
        phase: Phase::Initialized,
        requires: Some(Capability {
            of: Party::Host,
            path: &["serverResources"],
            unknown_ok: false,
        }),
        params_optional: false,
        empty_result: false,
        once: false,
        provenance: &[Provenance::Prose, Provenance::Sdk],
    },
    Method {
        name: "resources/templates/list",
        kind: Kind::Request,
        from: Party::View,
        to: Party::Host,
        plane: Plane::Mcp,
        phase: Phase::Initialized,
        requires: Some(Capability {
            of: Party::Host,
            path: &["serverResources"],
            unknown_ok: false,
        }),
        params_optional: true,
        empty_result: false,
        once: false,
        provenance: &[Provenance::Sdk],
    },
    Method {
        name: "tools/call",
        kind: Kind::Request,
        from: Party::View,
        to: Party::Host,
        plane: Plane::Mcp,
        phase: Phase::Initialized,
        requires: Some(Capability {
            of: Party::Host,
            path: &["serverTools"],
            unknown_ok: false,
        }),
        params_optional: false,
        empty_result: false,
        once: false,
        provenance: &[Provenance::Prose, Provenance::Sdk],
    },
    Method {
        name: "tools/call",
        kind: Kind::Request,
        from: Party::Host,
        to: Party::View,
        plane: Plane::Mcp,
        phase: Phase::Initialized,
        requires: Some(Capability {
            of: Party::View,
            path: &["tools"],
            unknown_ok: false,
        }),
        params_optional: false,
        empty_result: false,
        once: false,
        provenance: &[Provenance::Sdk],
    },
    Method {
        name: "tools/list",
        kind: Kind::Request,
        from: Party::Host,
        to: Party::View,
        plane: Plane::Mcp,
        phase: Phase::Initialized,
        requires: Some(Capability {
            of: Party::View,
            path: &["tools"],
            unknown_ok: false,
        }),
        params_optional: true,
        empty_result: false,
        once: false,
        provenance: &[Provenance::Sdk],
    },
];
