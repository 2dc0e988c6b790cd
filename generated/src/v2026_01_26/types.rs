// Written by `cargo run -p codegen`. Do not edit: change spec/ or codegen/ and run it again.

//! The types of 2026-01-26.

use crate::wire::EmptyObject;
use crate::wire::JsonObject;
use crate::wire::Number;
use crate::wire::Permission;
use crate::wire::closed_enum;
use crate::wire::keyed_union;
use crate::wire::open_enum;
use crate::wire::tagged_union;
use serde_json::Value;
use std::collections::BTreeMap;

/// Hints about a piece of content, for whoever decides what to show or to keep. None of them binds.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Annotations {
    /// Who the content is for. Absent leaves it open.
    pub audience: Option<Vec<Role>>,
    /// When the content last changed, as an ISO 8601 time. Kept as sent. A writer always gives seconds and an offset or `Z`: current TypeScript peers refuse a time without seconds.
    pub last_modified: Option<String>,
    /// How much the content matters, from 0 (can be left out) to 1 (needed).
    pub priority: Option<Number>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// A sound, carried inline.
///
/// Inside a union; the union writes its `type`, `audio`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AudioContent {
    /// Hints about who the sound is for and how much it matters.
    pub annotations: Option<Annotations>,
    /// The sound's bytes in base64.
    pub data: String,
    /// Metadata of the block; not meant for the model.
    pub meta: Option<JsonObject>,
    /// Media type of the sound, such as `audio/wav`.
    pub mime_type: String,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// Contents of a resource that are binary, or that the server chose to send as such; the page of a UI resource may come this way too.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct BlobResourceContents {
    /// The contents in base64. A complete HTML5 document, encoded, for a UI resource.
    pub blob: String,
    /// Metadata of the contents. On a UI resource the key `ui` holds a `McpUiResourceMeta`, which wins over the one in `resources/list`.
    pub meta: Option<JsonObject>,
    /// Media type of the bytes, if known. Must be `text/html;profile=mcp-app` for a UI resource.
    pub mime_type: Option<String>,
    /// URI of the resource these contents belong to. The last segment names the file when a View asks for a download.
    pub uri: String,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// Params of `tools/call`: which tool to run, and on what. From a View it names a tool of the MCP server its own UI came from; from a Host it names a tool the View registered.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CallToolRequestParams {
    /// Values by parameter name, valid against the tool's `inputSchema`. Absent for a tool that takes none.
    pub arguments: Option<JsonObject>,
    /// Metadata the sender attaches to the request; holds the progress token when the sender wants progress.
    pub meta: Option<RequestMeta>,
    /// Name of the tool, as its owner lists it. A Host refuses a View's call of a tool whose `visibility` lacks `app`.
    pub name: String,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// What a tool returned: in answer to `tools/call`, and to the View, unchanged, as the params of `ui/notifications/tool-result`. A tool's own failure is a result with `isError`, not a JSON-RPC error.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CallToolResult {
    /// The result for the model and the user, in order. A server fills it even when it has a UI. May be missing on the wire, which means empty; always written.
    pub content: Vec<ContentBlock>,
    /// Whether the tool failed, `content` then telling why. Absent means it succeeded.
    pub is_error: Option<bool>,
    /// Metadata the MCP server attached to the result; not meant for the model.
    pub meta: Option<CallToolResultMeta>,
    /// The result as JSON, satisfying the tool's `outputSchema` if it has one; the View's data, best left out of the model's context. TypeScript peers of version 1 refuse anything but an object.
    pub structured_content: Option<JsonObject>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// Metadata the MCP server attached to a tool result; not meant for the model. Other keys travel with it untouched.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CallToolResultMeta {
    /// The MCP task the call was run as. Absent when it was run as an ordinary call.
    pub io_modelcontextprotocol_related_task: Option<RelatedTaskMetadata>,
    /// Progress token of the call this answers. An artefact of how the schema was made: it belongs on requests.
    pub progress_token: Option<ProgressToken>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// Tells the receiver that the sender no longer waits for an answer. SDKs send it when a caller aborts and when a request times out (60 seconds unless set otherwise).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CancelledNotificationParams {
    /// Metadata the sender attaches to the notification.
    pub meta: Option<JsonObject>,
    /// Why, for logs or for a person. Absent when the sender gives no reason.
    pub reason: Option<String>,
    /// Id of the request given up. One that the same side sent earlier; the receiver ignores an id it does not know or has already answered.
    pub request_id: RequestId,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

tagged_union! {
    /// One piece of content for a model or a user, told apart by `type`.
    pub enum ContentBlock by "type" {
        /// `audio`
        Audio(AudioContent) = "audio",
        /// `image`
        Image(ImageContent) = "image",
        /// `resource`
        Resource(EmbeddedResource) = "resource",
        /// `resource_link`
        ResourceLink(ResourceLink) = "resource_link",
        /// `text`
        Text(TextContent) = "text",
    }
}

/// The contents of a resource, carried inline.
///
/// Inside a union; the union writes its `type`, `resource`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct EmbeddedResource {
    /// Hints about who the contents are for and how much they matter.
    pub annotations: Option<Annotations>,
    /// Metadata of the block; that of the contents sits in `resource`.
    pub meta: Option<JsonObject>,
    /// The contents, text or binary.
    pub resource: ResourceContents,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// Params of a message that says everything by its method: `ping` and the `list_changed` notifications. Senders may leave the whole member out.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct EmptyParams {
    /// Metadata the sender attaches to the message.
    pub meta: Option<JsonObject>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// Answer that only says the request succeeded. A TypeScript peer refuses any member but `_meta` here, so a failure has to be a JSON-RPC error.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct EmptyResult {
    /// Metadata the answering side attaches to the result; keys with a reverse-DNS prefix belong to whoever owns the prefix.
    pub meta: Option<JsonObject>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// A picture a user interface may show beside a name. Comes from the other side, so a reader takes care what it loads.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Icon {
    /// Media type of the picture, if the one its source gives is missing or too vague.
    pub mime_type: Option<String>,
    /// Sizes in pixels the picture is good for, such as `48x48`, or `any` for one that scales. Absent means any size.
    pub sizes: Option<Vec<String>>,
    /// Where the picture is: an `https:` or a `data:` URI.
    pub src: String,
    /// Background the picture was drawn for. Absent means it goes with both.
    pub theme: Option<IconTheme>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

open_enum! {
    /// Background an icon was drawn for.
    pub enum IconTheme {
        /// Drawn for a light background.
        Light = "light",
        /// Drawn for a dark background.
        Dark = "dark",
    }
}

/// A picture, carried inline.
///
/// Inside a union; the union writes its `type`, `image`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ImageContent {
    /// Hints about who the picture is for and how much it matters.
    pub annotations: Option<Annotations>,
    /// The picture's bytes in base64.
    pub data: String,
    /// Metadata of the block; not meant for the model.
    pub meta: Option<JsonObject>,
    /// Media type of the picture, such as `image/png`.
    pub mime_type: String,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// A program that takes part: a View, a Host or an MCP server.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Implementation {
    /// What the program is, in a sentence or two for people.
    pub description: Option<String>,
    /// Pictures a user interface may show beside the program's name.
    pub icons: Option<Vec<Icon>>,
    /// Identifier of the program, for programs; shown to people only when `title` is absent.
    pub name: String,
    /// Name of the program for people. When absent, `name` is shown instead.
    pub title: Option<String>,
    /// Version of the program, in a form of its own choosing.
    pub version: String,
    /// Address of the program's website.
    pub website_url: Option<String>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// One page of the prompts of the View's MCP server.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ListPromptsResult {
    /// Metadata the answering side attaches to the result; keys with a reverse-DNS prefix belong to whoever owns the prefix.
    pub meta: Option<JsonObject>,
    /// Opaque position of the next page. Absent when this is the last page; otherwise sent back unchanged as `cursor`.
    pub next_cursor: Option<String>,
    /// Prompts of this page.
    pub prompts: Vec<Prompt>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// One page of the resource templates of the View's MCP server.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ListResourceTemplatesResult {
    /// Metadata the answering side attaches to the result; keys with a reverse-DNS prefix belong to whoever owns the prefix.
    pub meta: Option<JsonObject>,
    /// Opaque position of the next page. Absent when this is the last page; otherwise sent back unchanged as `cursor`.
    pub next_cursor: Option<String>,
    /// Templates of this page.
    pub resource_templates: Vec<ResourceTemplate>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// One page of the resources of the View's MCP server. UI resources may be missing: a server need not list those.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ListResourcesResult {
    /// Metadata the answering side attaches to the result; keys with a reverse-DNS prefix belong to whoever owns the prefix.
    pub meta: Option<JsonObject>,
    /// Opaque position of the next page. Absent when this is the last page; otherwise sent back unchanged as `cursor`.
    pub next_cursor: Option<String>,
    /// Resources of this page.
    pub resources: Vec<Resource>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// One page of the tools the answering side offers.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ListToolsResult {
    /// Metadata the answering side attaches to the result; keys with a reverse-DNS prefix belong to whoever owns the prefix.
    pub meta: Option<JsonObject>,
    /// Opaque position of the next page. Absent when this is the last page; otherwise sent back unchanged as `cursor`.
    pub next_cursor: Option<String>,
    /// Tools of this page, in an order of the answering side's choosing.
    pub tools: Vec<Tool>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

open_enum! {
    /// How grave a log message is: the severities of syslog (RFC 5424), gravest last.
    pub enum LoggingLevel {
        /// Detail for whoever hunts a bug.
        Debug = "debug",
        /// Ordinary progress of the program.
        Info = "info",
        /// Ordinary but worth a look, such as a changed setting.
        Notice = "notice",
        /// Something that may become an error.
        Warning = "warning",
        /// An operation failed.
        Error = "error",
        /// A part of the program failed.
        Critical = "critical",
        /// Somebody must act at once.
        Alert = "alert",
        /// The program is unusable.
        Emergency = "emergency",
    }
}

/// A log message of a View for its Host, sent when the Host declared `logging`. Anything secret or personal has no place in it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LoggingMessageNotificationParams {
    /// What is logged: a string or any other JSON value, null included.
    pub data: Value,
    /// How grave the message is.
    pub level: LoggingLevel,
    /// Name of the part of the View that logs. Absent when the View names none.
    pub logger: Option<String>,
    /// Metadata the View attaches to the message.
    pub meta: Option<JsonObject>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// What a View can do, told to the Host once, in `ui/initialize`.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpUiAppCapabilities {
    /// Display modes the app supports.
    pub available_display_modes: Option<Vec<McpUiDisplayMode>>,
    /// Experimental features (structure TBD).
    pub experimental: Option<EmptyObject>,
    /// App exposes MCP-style tools that the host can call.
    pub tools: Option<McpUiAppCapabilitiesTools>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// Declares that the View answers `tools/list` and `tools/call` from the Host. An empty object declares just that.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpUiAppCapabilitiesTools {
    /// App supports tools/list_changed notifications.
    pub list_changed: Option<bool>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// Settings of the extension `io.modelcontextprotocol/ui` in the capabilities an MCP client sends its server on `initialize`. A server registers tools with a UI only for clients that name its MIME type here.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpUiClientCapabilities {
    /// Array of supported MIME types for UI resources.
    /// Must include `"text/html;profile=mcp-app"` for MCP Apps support.
    pub mime_types: Option<Vec<String>>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// Room the View has, in CSS pixels, each axis for itself. `width` or `height` fixes the axis and the View fills it. `maxWidth` or `maxHeight` leaves it to the View up to a limit; an axis with neither has no limit. The fixed number wins when both are sent. On a flexible axis the Host follows `ui/notifications/size-changed`.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpUiContainerDimensions {
    /// Fixed container height in pixels.
    pub height: Option<Number>,
    /// Maximum container height in pixels.
    pub max_height: Option<Number>,
    /// Maximum container width in pixels.
    pub max_width: Option<Number>,
    /// Fixed container width in pixels.
    pub width: Option<Number>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// How the user can point at things. An absent member means the Host doesn't know.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpUiDeviceCapabilities {
    /// Whether the device supports hover interactions.
    pub hover: Option<bool>,
    /// Whether the device supports touch input.
    pub touch: Option<bool>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

open_enum! {
    /// Display mode for UI presentation.
    pub enum McpUiDisplayMode {
        /// Within the conversation, where the tool was called. What a View starts in as a rule.
        Inline = "inline",
        /// Over the whole window of the Host.
        Fullscreen = "fullscreen",
        /// Picture in picture: a small frame that stays in view while the conversation moves on.
        Pip = "pip",
    }
}

/// What a Host does for its View, told in the answer to `ui/initialize`. An absent member means the Host does not do it, except `message` and `updateModelContext`: Hosts older than those two serve them undeclared.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpUiHostCapabilities {
    /// Experimental features (structure TBD).
    pub experimental: Option<EmptyObject>,
    /// Host accepts log messages.
    pub logging: Option<EmptyObject>,
    /// Host supports receiving content messages (ui/message) from the view.
    pub message: Option<McpUiSupportedContentBlockModalities>,
    /// Host supports opening external URLs.
    pub open_links: Option<EmptyObject>,
    /// Sandbox configuration applied by the host.
    pub sandbox: Option<McpUiHostCapabilitiesSandbox>,
    /// Host can proxy resource reads to the MCP server.
    pub server_resources: Option<McpUiHostCapabilitiesServerResources>,
    /// Host can proxy tool calls to the MCP server.
    pub server_tools: Option<McpUiHostCapabilitiesServerTools>,
    /// Host accepts context updates (ui/update-model-context) to be included in the model's context for future turns.
    pub update_model_context: Option<McpUiSupportedContentBlockModalities>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// What the Host's sandbox lets this View do. It may be less than the resource asked for, so a View feature-detects rather than trust its own request.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpUiHostCapabilitiesSandbox {
    /// CSP domains approved by the host.
    pub csp: Option<McpUiResourceCsp>,
    /// Permissions granted by the host (camera, microphone, geolocation).
    pub permissions: Option<McpUiResourcePermissions>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// Declares that the Host passes `resources/read` and the resource lists on to the View's MCP server. An empty object declares just that.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpUiHostCapabilitiesServerResources {
    /// Host supports resources/list_changed notifications.
    pub list_changed: Option<bool>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// Declares that the Host passes `tools/call` on to the View's MCP server. An empty object declares just that.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpUiHostCapabilitiesServerTools {
    /// Host supports tools/list_changed notifications.
    pub list_changed: Option<bool>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// The View's surroundings: theme, size, language, the tool call it belongs to. Complete in the answer to `ui/initialize`; later only the members that changed, which the View lays over what it knew, member by member at the top level. Nothing can be unset.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpUiHostContext {
    /// Display modes the host supports.
    pub available_display_modes: Option<Vec<McpUiDisplayMode>>,
    /// Container dimensions. Represents the dimensions of the iframe or other
    /// container holding the app. Specify either width or maxWidth, and either height or maxHeight.
    pub container_dimensions: Option<McpUiContainerDimensions>,
    /// Device input capabilities.
    pub device_capabilities: Option<McpUiDeviceCapabilities>,
    /// How the UI is currently displayed.
    pub display_mode: Option<McpUiDisplayMode>,
    /// User's language and region preference in BCP 47 format.
    pub locale: Option<String>,
    /// Platform type for responsive design decisions.
    pub platform: Option<McpUiPlatform>,
    /// Mobile safe area boundaries in pixels.
    pub safe_area_insets: Option<McpUiSafeAreaInsets>,
    /// Style configuration for theming the app.
    pub styles: Option<McpUiHostStyles>,
    /// Current color theme preference.
    pub theme: Option<McpUiTheme>,
    /// User's timezone in IANA format.
    pub time_zone: Option<String>,
    /// Metadata of the tool call that instantiated this App.
    pub tool_info: Option<McpUiToolInfo>,
    /// Host application identifier.
    pub user_agent: Option<String>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// Style sheets of the Host that a View may add to its page.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpUiHostCss {
    /// Style sheet text with `@font-face` or `@import` rules for the fonts that the style variables name. A View adds it to its page once.
    pub fonts: Option<String>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// Look of the Host, for a View that wants to match it. Every part is optional; a View brings its own fallbacks.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpUiHostStyles {
    /// CSS blocks that apps can inject.
    pub css: Option<McpUiHostCss>,
    /// CSS variables for theming the app.
    pub variables: Option<McpUiStyles>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// Who the View is, what it can do and which revision of MCP Apps it speaks. Sent in its first message.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct McpUiInitializeRequestParams {
    /// Features and capabilities this app provides.
    pub app_capabilities: McpUiAppCapabilities,
    /// App identification (name and version).
    pub app_info: Implementation,
    /// Protocol version this app supports.
    pub protocol_version: String,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// The Host's half of the handshake: who it is, what it does for the View, and the surroundings the View starts in.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct McpUiInitializeResult {
    /// Features and capabilities provided by the host.
    pub host_capabilities: McpUiHostCapabilities,
    /// Rich context about the host environment.
    pub host_context: McpUiHostContext,
    /// Host application identification and version.
    pub host_info: Implementation,
    /// Negotiated protocol version string (e.g., "2025-11-21").
    pub protocol_version: String,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// A message a View puts into the conversation. The prose of the specification shows `content` as a single object; the schema and every SDK want an array.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct McpUiMessageRequestParams {
    /// Message content blocks (text, image, etc.).
    pub content: Vec<ContentBlock>,
    /// Message role, currently only "user" is supported.
    pub role: McpUiMessageRole,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// Whether the Host took the message. A Host that says no may answer with `isError` or with a JSON-RPC error.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpUiMessageResult {
    /// True if the host rejected or failed to deliver the message.
    pub is_error: Option<bool>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

closed_enum! {
    /// Who a View may speak for in `ui/message`. Any other role is refused.
    pub enum McpUiMessageRole {
        /// The View speaks for the user, the only one it may speak for.
        User = "user",
    }
}

/// The address a View wants opened.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct McpUiOpenLinkRequestParams {
    /// URL to open in the host's browser
    pub url: String,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// Whether the Host opened the link. A Host that says no may answer with `isError` or with a JSON-RPC error.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpUiOpenLinkResult {
    /// True if the host failed to open the URL (e.g., due to security policy).
    pub is_error: Option<bool>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

open_enum! {
    /// Kind of program the Host is, for layout decisions.
    pub enum McpUiPlatform {
        /// The Host runs in a browser.
        Web = "web",
        /// The Host is a desktop program.
        Desktop = "desktop",
        /// The Host runs on a phone or tablet.
        Mobile = "mobile",
    }
}

/// The mode a View wants to be shown in: one that both sides have declared.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct McpUiRequestDisplayModeRequestParams {
    /// The display mode being requested.
    pub mode: McpUiDisplayMode,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// The mode the View is in now, which is the old one when the Host declined.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct McpUiRequestDisplayModeResult {
    /// The display mode that was actually set. May differ from requested if not supported.
    pub mode: McpUiDisplayMode,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// Origins a UI resource needs to reach. The Host builds the page's Content-Security-Policy from them, may allow less, and must not allow anything undeclared.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpUiResourceCsp {
    /// Allowed base URIs for the document.
    ///
    /// - Maps to CSP `base-uri` directive
    /// - Empty or omitted → only same origin allowed (`base-uri 'self'`)
    pub base_uri_domains: Option<Vec<String>>,
    /// Origins for network requests (fetch/XHR/WebSocket).
    ///
    /// - Maps to CSP `connect-src` directive
    /// - Empty or omitted → no network connections (secure default)
    pub connect_domains: Option<Vec<String>>,
    /// Origins for nested iframes.
    ///
    /// - Maps to CSP `frame-src` directive
    /// - Empty or omitted → no nested iframes allowed (`frame-src 'none'`)
    pub frame_domains: Option<Vec<String>>,
    /// Origins for static resources (images, scripts, stylesheets, fonts, media).
    ///
    /// - Maps to CSP `img-src`, `script-src`, `style-src`, `font-src`, `media-src` directives
    /// - Wildcard subdomains supported: `https://*.example.com`
    /// - Empty or omitted → no network resources (secure default)
    pub resource_domains: Option<Vec<String>>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// `_meta.ui` of a UI resource: what its page needs from the sandbox. Read from the entry of `resources/list` and from the contents `resources/read` returns; the latter wins as a whole.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpUiResourceMeta {
    /// Content Security Policy configuration for UI resources.
    pub csp: Option<McpUiResourceCsp>,
    /// Dedicated origin for view sandbox.
    ///
    /// Useful when views need stable, dedicated origins for OAuth callbacks, CORS policies, or API key allowlists.
    ///
    /// **Host-dependent:** The format and validation rules for this field are determined by each host. Servers MUST consult host-specific documentation for the expected domain format. Common patterns include:
    /// - Hash-based subdomains (e.g., `{hash}.claudemcpcontent.com`)
    /// - URL-derived subdomains (e.g., `www-example-com.oaiusercontent.com`)
    ///
    /// If omitted, host uses default sandbox origin (typically per-conversation).
    pub domain: Option<String>,
    /// Sandbox permissions requested by the UI resource.
    pub permissions: Option<McpUiResourcePermissions>,
    /// Visual boundary preference - true if view prefers a visible border.
    ///
    /// Boolean requesting whether a visible border and background is provided by the host. Specifying an explicit value for this is recommended because hosts' defaults may vary.
    ///
    /// - `true`: request visible border + background
    /// - `false`: request no visible border + background
    /// - omitted: host decides border
    pub prefers_border: Option<bool>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// Browser features a UI resource asks for, each by the presence of its member. The Host may grant them in the frame's `allow` attribute, or not; a View feature-detects.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpUiResourcePermissions {
    /// Request camera access.
    ///
    /// Maps to Permission Policy `camera` feature.
    pub camera: Option<Permission>,
    /// Request clipboard write access.
    ///
    /// Maps to Permission Policy `clipboard-write` feature.
    pub clipboard_write: Option<Permission>,
    /// Request geolocation access.
    ///
    /// Maps to Permission Policy `geolocation` feature.
    pub geolocation: Option<Permission>,
    /// Request microphone access.
    ///
    /// Maps to Permission Policy `microphone` feature.
    pub microphone: Option<Permission>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// Any object; the Host only waits for it.
pub type McpUiResourceTeardownResult = JsonObject;

/// Strips along the edges of the View, in CSS pixels, that notches or system bars may cover.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct McpUiSafeAreaInsets {
    /// Bottom safe area inset in pixels.
    pub bottom: Number,
    /// Left safe area inset in pixels.
    pub left: Number,
    /// Right safe area inset in pixels.
    pub right: Number,
    /// Top safe area inset in pixels.
    pub top: Number,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// The page a sandbox proxy should put into its inner frame, with the limits to put on it. `csp` and `permissions` are those the resource declared.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct McpUiSandboxResourceReadyNotificationParams {
    /// CSP configuration from resource metadata.
    pub csp: Option<McpUiResourceCsp>,
    /// HTML content to load into the inner iframe.
    pub html: String,
    /// Sandbox permissions from resource metadata.
    pub permissions: Option<McpUiResourcePermissions>,
    /// Optional override for the inner iframe's sandbox attribute.
    pub sandbox: Option<String>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// Size the View's content takes, in CSS pixels. TypeScript Views round up to whole pixels; a missing side has not changed.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpUiSizeChangedNotificationParams {
    /// New height in pixels.
    pub height: Option<Number>,
    /// New width in pixels.
    pub width: Option<Number>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

open_enum! {
    /// CSS variable keys available to MCP apps for theming.
    pub enum McpUiStyleVariableKey {
        /// `--color-background-primary`
        ColorBackgroundPrimary = "--color-background-primary",
        /// `--color-background-secondary`
        ColorBackgroundSecondary = "--color-background-secondary",
        /// `--color-background-tertiary`
        ColorBackgroundTertiary = "--color-background-tertiary",
        /// `--color-background-inverse`
        ColorBackgroundInverse = "--color-background-inverse",
        /// `--color-background-ghost`
        ColorBackgroundGhost = "--color-background-ghost",
        /// `--color-background-info`
        ColorBackgroundInfo = "--color-background-info",
        /// `--color-background-danger`
        ColorBackgroundDanger = "--color-background-danger",
        /// `--color-background-success`
        ColorBackgroundSuccess = "--color-background-success",
        /// `--color-background-warning`
        ColorBackgroundWarning = "--color-background-warning",
        /// `--color-background-disabled`
        ColorBackgroundDisabled = "--color-background-disabled",
        /// `--color-text-primary`
        ColorTextPrimary = "--color-text-primary",
        /// `--color-text-secondary`
        ColorTextSecondary = "--color-text-secondary",
        /// `--color-text-tertiary`
        ColorTextTertiary = "--color-text-tertiary",
        /// `--color-text-inverse`
        ColorTextInverse = "--color-text-inverse",
        /// `--color-text-ghost`
        ColorTextGhost = "--color-text-ghost",
        /// `--color-text-info`
        ColorTextInfo = "--color-text-info",
        /// `--color-text-danger`
        ColorTextDanger = "--color-text-danger",
        /// `--color-text-success`
        ColorTextSuccess = "--color-text-success",
        /// `--color-text-warning`
        ColorTextWarning = "--color-text-warning",
        /// `--color-text-disabled`
        ColorTextDisabled = "--color-text-disabled",
        /// `--color-border-primary`
        ColorBorderPrimary = "--color-border-primary",
        /// `--color-border-secondary`
        ColorBorderSecondary = "--color-border-secondary",
        /// `--color-border-tertiary`
        ColorBorderTertiary = "--color-border-tertiary",
        /// `--color-border-inverse`
        ColorBorderInverse = "--color-border-inverse",
        /// `--color-border-ghost`
        ColorBorderGhost = "--color-border-ghost",
        /// `--color-border-info`
        ColorBorderInfo = "--color-border-info",
        /// `--color-border-danger`
        ColorBorderDanger = "--color-border-danger",
        /// `--color-border-success`
        ColorBorderSuccess = "--color-border-success",
        /// `--color-border-warning`
        ColorBorderWarning = "--color-border-warning",
        /// `--color-border-disabled`
        ColorBorderDisabled = "--color-border-disabled",
        /// `--color-ring-primary`
        ColorRingPrimary = "--color-ring-primary",
        /// `--color-ring-secondary`
        ColorRingSecondary = "--color-ring-secondary",
        /// `--color-ring-inverse`
        ColorRingInverse = "--color-ring-inverse",
        /// `--color-ring-info`
        ColorRingInfo = "--color-ring-info",
        /// `--color-ring-danger`
        ColorRingDanger = "--color-ring-danger",
        /// `--color-ring-success`
        ColorRingSuccess = "--color-ring-success",
        /// `--color-ring-warning`
        ColorRingWarning = "--color-ring-warning",
        /// `--font-sans`
        FontSans = "--font-sans",
        /// `--font-mono`
        FontMono = "--font-mono",
        /// `--font-weight-normal`
        FontWeightNormal = "--font-weight-normal",
        /// `--font-weight-medium`
        FontWeightMedium = "--font-weight-medium",
        /// `--font-weight-semibold`
        FontWeightSemibold = "--font-weight-semibold",
        /// `--font-weight-bold`
        FontWeightBold = "--font-weight-bold",
        /// `--font-text-xs-size`
        FontTextXsSize = "--font-text-xs-size",
        /// `--font-text-sm-size`
        FontTextSmSize = "--font-text-sm-size",
        /// `--font-text-md-size`
        FontTextMdSize = "--font-text-md-size",
        /// `--font-text-lg-size`
        FontTextLgSize = "--font-text-lg-size",
        /// `--font-heading-xs-size`
        FontHeadingXsSize = "--font-heading-xs-size",
        /// `--font-heading-sm-size`
        FontHeadingSmSize = "--font-heading-sm-size",
        /// `--font-heading-md-size`
        FontHeadingMdSize = "--font-heading-md-size",
        /// `--font-heading-lg-size`
        FontHeadingLgSize = "--font-heading-lg-size",
        /// `--font-heading-xl-size`
        FontHeadingXlSize = "--font-heading-xl-size",
        /// `--font-heading-2xl-size`
        FontHeading2xlSize = "--font-heading-2xl-size",
        /// `--font-heading-3xl-size`
        FontHeading3xlSize = "--font-heading-3xl-size",
        /// `--font-text-xs-line-height`
        FontTextXsLineHeight = "--font-text-xs-line-height",
        /// `--font-text-sm-line-height`
        FontTextSmLineHeight = "--font-text-sm-line-height",
        /// `--font-text-md-line-height`
        FontTextMdLineHeight = "--font-text-md-line-height",
        /// `--font-text-lg-line-height`
        FontTextLgLineHeight = "--font-text-lg-line-height",
        /// `--font-heading-xs-line-height`
        FontHeadingXsLineHeight = "--font-heading-xs-line-height",
        /// `--font-heading-sm-line-height`
        FontHeadingSmLineHeight = "--font-heading-sm-line-height",
        /// `--font-heading-md-line-height`
        FontHeadingMdLineHeight = "--font-heading-md-line-height",
        /// `--font-heading-lg-line-height`
        FontHeadingLgLineHeight = "--font-heading-lg-line-height",
        /// `--font-heading-xl-line-height`
        FontHeadingXlLineHeight = "--font-heading-xl-line-height",
        /// `--font-heading-2xl-line-height`
        FontHeading2xlLineHeight = "--font-heading-2xl-line-height",
        /// `--font-heading-3xl-line-height`
        FontHeading3xlLineHeight = "--font-heading-3xl-line-height",
        /// `--border-radius-xs`
        BorderRadiusXs = "--border-radius-xs",
        /// `--border-radius-sm`
        BorderRadiusSm = "--border-radius-sm",
        /// `--border-radius-md`
        BorderRadiusMd = "--border-radius-md",
        /// `--border-radius-lg`
        BorderRadiusLg = "--border-radius-lg",
        /// `--border-radius-xl`
        BorderRadiusXl = "--border-radius-xl",
        /// `--border-radius-full`
        BorderRadiusFull = "--border-radius-full",
        /// `--border-width-regular`
        BorderWidthRegular = "--border-width-regular",
        /// `--shadow-hairline`
        ShadowHairline = "--shadow-hairline",
        /// `--shadow-sm`
        ShadowSm = "--shadow-sm",
        /// `--shadow-md`
        ShadowMd = "--shadow-md",
        /// `--shadow-lg`
        ShadowLg = "--shadow-lg",
    }
}

/// Style variables for theming MCP apps.
///
/// Individual style keys are optional - hosts may provide any subset of these values.
/// Values are strings containing CSS values (colors, sizes, font stacks, etc.).
///
/// Note: This type uses `Record<K, string | undefined>` rather than `Partial<Record<K, string>>`
/// for compatibility with Zod schema generation. Both are functionally equivalent for validation.
pub type McpUiStyles = BTreeMap<McpUiStyleVariableKey, String>;

/// Which kinds of content a Host takes in `ui/message` or `ui/update-model-context`. A kind is taken when its member is present.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpUiSupportedContentBlockModalities {
    /// Host supports audio content blocks.
    pub audio: Option<EmptyObject>,
    /// Host supports image content blocks.
    pub image: Option<EmptyObject>,
    /// Host supports resource content blocks.
    pub resource: Option<EmptyObject>,
    /// Host supports resource link content blocks.
    pub resource_link: Option<EmptyObject>,
    /// Host supports structured content.
    pub structured_content: Option<EmptyObject>,
    /// Host supports text content blocks.
    pub text: Option<EmptyObject>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

open_enum! {
    /// Color theme preference for the host environment.
    pub enum McpUiTheme {
        /// Dark text on a light background.
        Light = "light",
        /// Light text on a dark background.
        Dark = "dark",
    }
}

/// Why the tool call the View belongs to will have no result.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpUiToolCancelledNotificationParams {
    /// Optional reason for the cancellation (e.g., "user action", "timeout").
    pub reason: Option<String>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// The tool call a View was made for.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct McpUiToolInfo {
    /// JSON-RPC id of the tools/call request.
    pub id: Option<RequestId>,
    /// Tool definition including name, inputSchema, etc.
    pub tool: Tool,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// The arguments of the tool call the View belongs to, complete.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpUiToolInputNotificationParams {
    /// Complete tool call arguments as key-value pairs.
    pub arguments: Option<JsonObject>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// The arguments of the tool call as far as the model has written them, mended into valid JSON. Strings may be cut off and members may still change, so nothing that matters may rest on them.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpUiToolInputPartialNotificationParams {
    /// Partial tool call arguments (incomplete, may change).
    pub arguments: Option<JsonObject>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// `_meta.ui` of a tool: the UI that shows its results, and who may call it.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpUiToolMeta {
    /// `ui://` URI of the resource that shows the tool's results; it must exist on the same server. Absent for a tool without a UI that still sets `visibility`. Wins over the deprecated flat key `ui/resourceUri` of `_meta`.
    pub resource_uri: Option<String>,
    /// Who can access this tool. Default: \["model", "app"\]
    /// - "model": Tool visible to and callable by the agent
    /// - "app": Tool callable by the app from this server only
    pub visibility: Option<Vec<McpUiToolVisibility>>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

open_enum! {
    /// Tool visibility scope - who can access the tool.
    pub enum McpUiToolVisibility {
        /// The model sees the tool and may call it. A Host must not offer it a tool without this.
        Model = "model",
        /// Views of the same server connection may call the tool. A Host must refuse a View's call of a tool without this.
        App = "app",
    }
}

/// What the model should know about the View from now on. Replaces whatever the View sent before, so a member left out is gone.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpUiUpdateModelContextRequestParams {
    /// Context content blocks (text, image, etc.).
    pub content: Option<Vec<ContentBlock>>,
    /// Structured content for machine-readable context data.
    pub structured_content: Option<JsonObject>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// Params of every list request. Without `cursor` the first page is meant; a TypeScript View then leaves the whole params out.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PaginatedRequestParams {
    /// Position to continue from: the `nextCursor` of the previous page, unchanged. The receiver answers -32602 to one it does not know.
    pub cursor: Option<String>,
    /// Metadata the sender attaches to the request; holds the progress token when the sender wants progress.
    pub meta: Option<RequestMeta>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// How far the receiver of a request has come. Sent only while that request is unanswered and only if it carried a progress token; each one restarts a TypeScript View's timeout, so a Host may send it as a heartbeat.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ProgressNotificationParams {
    /// What is going on, for a person.
    pub message: Option<String>,
    /// Metadata the sender attaches to the notification.
    pub meta: Option<JsonObject>,
    /// Work done so far, in a unit of the sender's choosing. Grows with every notification, even when `total` is unknown.
    pub progress: Number,
    /// Token the request carried in `_meta.progressToken`.
    pub progress_token: ProgressToken,
    /// Work there is in all, in the unit of `progress`. Absent when unknown.
    pub total: Option<Number>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// Names the request that `notifications/progress` is about: a string or an integer the requesting side chose.
pub type ProgressToken = crate::wire::RequestId;

/// A prompt the MCP server offers, described without its messages. A View can list prompts but MCP Apps gives it no way to fetch one.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Prompt {
    /// Values the prompt can be filled with. Absent when it takes none.
    pub arguments: Option<Vec<PromptArgument>>,
    /// What the prompt is for.
    pub description: Option<String>,
    /// Pictures a user interface may show beside the prompt; the reader takes the one that fits its theme and size.
    pub icons: Option<Vec<Icon>>,
    /// Metadata the MCP server attaches to the prompt; not meant for the model.
    pub meta: Option<JsonObject>,
    /// Identifier for programs; shown to people only when `title` is absent.
    pub name: String,
    /// Name of the prompt for people. When absent, `name` is shown instead.
    pub title: Option<String>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// One value a prompt can be filled with.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PromptArgument {
    /// What the value means.
    pub description: Option<String>,
    /// Key of the argument.
    pub name: String,
    /// Whether the prompt cannot be made without it. Absent means it can.
    pub required: Option<bool>,
    /// Name of the argument for people. When absent, `name` is shown instead.
    pub title: Option<String>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// Params of `resources/read`, which a View sends to read a resource of its MCP server through the Host.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ReadResourceRequestParams {
    /// Metadata the sender attaches to the request; holds the progress token when the sender wants progress.
    pub meta: Option<RequestMeta>,
    /// URI of the resource, of any scheme its server understands. Listed by `resources/list` or expanded from a template.
    pub uri: String,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// Contents of a resource, as the MCP server returned them to the Host.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ReadResourceResult {
    /// The resource's parts: one for a plain resource, several when its URI stands for a collection, each with its own URI. Text or base64 binary.
    pub contents: Vec<ResourceContents>,
    /// Metadata the answering side attaches to the result; keys with a reverse-DNS prefix belong to whoever owns the prefix.
    pub meta: Option<JsonObject>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// Ties a message to the MCP task it belongs to.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RelatedTaskMetadata {
    /// Id of the task, as the side that runs it gave it out.
    pub task_id: String,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// Id of a JSON-RPC request: a string or an integer. TypeScript peers count from 0, each direction for itself.
pub type RequestId = crate::wire::RequestId;

/// The `_meta` member of a request. Other keys travel with it untouched.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct RequestMeta {
    /// Asks the receiver for `notifications/progress` about this request, and names them. Unique among the sender's requests in flight; a TypeScript View puts its request id here on every `tools/call`. A proxy that re-sends the request must replace or drop it.
    pub progress_token: Option<ProgressToken>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// A resource the MCP server can be asked to read, described without its contents.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Resource {
    /// Hints about who the resource is for, how much it matters and when it last changed.
    pub annotations: Option<Annotations>,
    /// What the resource holds, in words that help a model decide whether to read it.
    pub description: Option<String>,
    /// Pictures a user interface may show beside the resource; the reader takes the one that fits its theme and size.
    pub icons: Option<Vec<Icon>>,
    /// Metadata of the resource. On a UI resource the key `ui` holds a `McpUiResourceMeta` that applies when the contents read later carry none.
    pub meta: Option<JsonObject>,
    /// Media type of the contents, if known in advance. `text/html;profile=mcp-app` marks a UI resource.
    pub mime_type: Option<String>,
    /// Identifier for programs; shown to people only when `title` is absent.
    pub name: String,
    /// Length of the raw contents in bytes, before any base64 encoding, if known.
    pub size: Option<Number>,
    /// Name of the resource for people. When absent, `name` is shown instead.
    pub title: Option<String>,
    /// URI to pass to `resources/read`; `ui://…` for a UI resource.
    pub uri: String,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

keyed_union! {
    /// Contents of a resource: text when `text` is present, base64 binary when `blob` is.
    pub enum ResourceContents {
        /// `blob`
        Blob(BlobResourceContents) = "blob",
        /// `text`
        Text(TextResourceContents) = "text",
    }
}

/// A pointer to a resource that the MCP server can be asked to read. It need not appear in `resources/list`.
///
/// Inside a union; the union writes its `type`, `resource_link`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ResourceLink {
    /// Hints about who the resource is for and how much it matters.
    pub annotations: Option<Annotations>,
    /// What the resource holds, in words that help a model decide whether to read it.
    pub description: Option<String>,
    /// Pictures a user interface may show beside the resource; the reader takes the one that fits its theme and size.
    pub icons: Option<Vec<Icon>>,
    /// Metadata of the link; not meant for the model.
    pub meta: Option<JsonObject>,
    /// Media type of the contents, if known.
    pub mime_type: Option<String>,
    /// Identifier for programs; shown to people only when `title` is absent.
    pub name: String,
    /// Name of the resource for people. When absent, `name` is shown instead.
    pub title: Option<String>,
    /// URI to pass to `resources/read`.
    pub uri: String,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// A family of resources whose URIs follow one pattern.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ResourceTemplate {
    /// Hints about who each matching resource is for, how much it matters and when it last changed.
    pub annotations: Option<Annotations>,
    /// What the matching resources hold, in words that help a model choose.
    pub description: Option<String>,
    /// Pictures a user interface may show beside the template; the reader takes the one that fits its theme and size.
    pub icons: Option<Vec<Icon>>,
    /// Metadata the MCP server attaches to the template; not meant for the model.
    pub meta: Option<JsonObject>,
    /// Media type shared by all matching resources; absent when they differ.
    pub mime_type: Option<String>,
    /// Identifier for programs; shown to people only when `title` is absent.
    pub name: String,
    /// Name of the family for people. When absent, `name` is shown instead.
    pub title: Option<String>,
    /// URI template of RFC 6570; expanding it gives a URI for `resources/read`.
    pub uri_template: String,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

open_enum! {
    /// Who speaks, or who content is for.
    pub enum Role {
        /// The person using the Host, or whoever speaks for them.
        User = "user",
        /// The model.
        Assistant = "assistant",
    }
}

open_enum! {
    /// Whether a tool may be run as an MCP task, which answers later.
    pub enum TaskSupport {
        /// The tool runs as a task only; an ordinary call fails.
        Required = "required",
        /// The caller may choose.
        Optional = "optional",
        /// The tool runs in ordinary calls only. The default.
        Forbidden = "forbidden",
    }
}

/// Text, for a model or a user to read.
///
/// Inside a union; the union writes its `type`, `text`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TextContent {
    /// Hints about who the text is for and how much it matters.
    pub annotations: Option<Annotations>,
    /// Metadata of the block; not meant for the model.
    pub meta: Option<JsonObject>,
    /// The text itself.
    pub text: String,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// Contents of a resource that are text. The page of a UI resource may come this way.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TextResourceContents {
    /// Metadata of the contents. On a UI resource the key `ui` holds a `McpUiResourceMeta`, which wins over the one in `resources/list`.
    pub meta: Option<JsonObject>,
    /// Media type of the text, if known. Must be `text/html;profile=mcp-app` for a UI resource.
    pub mime_type: Option<String>,
    /// The contents. A complete HTML5 document for a UI resource.
    pub text: String,
    /// URI of the resource these contents belong to. The last segment names the file when a View asks for a download.
    pub uri: String,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// A tool that can be called, described for the model and for the user.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Tool {
    /// What the tool says about its own behaviour.
    pub annotations: Option<ToolAnnotations>,
    /// What the tool does, in words the model chooses by. Required by the prose of the specification, optional in the schema.
    pub description: Option<String>,
    /// How the tool wants to be run. Absent means an ordinary call.
    pub execution: Option<ToolExecution>,
    /// Pictures a user interface may show beside the tool's name; the reader takes the one that fits its theme and size.
    pub icons: Option<Vec<Icon>>,
    /// JSON Schema of the arguments: always an object schema. Its `properties` may hold any JSON Schema, booleans included, but 1.7.5 of the TypeScript SDK refuses booleans.
    pub input_schema: JsonObject,
    /// Metadata of the tool. The key `ui` holds a `McpUiToolMeta`; older servers write the flat key `ui/resourceUri` instead, or both.
    pub meta: Option<JsonObject>,
    /// Identifier of the tool, unique among those its owner offers; `tools/call` names it.
    pub name: String,
    /// JSON Schema of the result's `structuredContent`. Absent when the tool promises no structure. Write an object schema: TypeScript peers of version 1 refuse any other.
    pub output_schema: Option<JsonObject>,
    /// Name of the tool for people. When absent, `annotations.title` and then `name` is shown.
    pub title: Option<String>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// What a tool says about its own behaviour. Hints, not promises: nothing safety rests on may be decided by them unless the server is trusted.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ToolAnnotations {
    /// Whether the tool may delete or overwrite, rather than only add. Says something only about a tool that isn't read-only. Absent means it may.
    pub destructive_hint: Option<bool>,
    /// Whether calling the tool again with the same arguments changes nothing more. Says something only about a tool that isn't read-only. Absent means that it does change something.
    pub idempotent_hint: Option<bool>,
    /// Whether the tool deals with an open set of outside things, like web search, rather than a closed one, like a memory store. Absent means it does.
    pub open_world_hint: Option<bool>,
    /// Whether the tool leaves its surroundings as they are. Absent means it may change them, and a Host should ask its user before a View's tool does.
    pub read_only_hint: Option<bool>,
    /// Name of the tool for people, shown when the tool itself has no `title`.
    pub title: Option<String>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}

/// How a tool wants to be run.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ToolExecution {
    /// Whether the tool may be called as a task. Absent means `forbidden`.
    pub task_support: Option<TaskSupport>,
    /// Members this version does not know; written back unchanged.
    pub extra: JsonObject,
}
