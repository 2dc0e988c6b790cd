//! The rules, one row each. An id never changes its meaning.

use std::fmt;

use serde::Serialize;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Some Hosts do without it, or a coming version breaks it.
    Warning,
    /// Against the specification, or the UI does not work.
    Error,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Level::Warning => "warning",
            Level::Error => "error",
        })
    }
}

/// A rule of `mcp-apps check`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Rule {
    /// Its stable id.
    pub id: &'static str,
    /// How bad it is to break it.
    pub level: Level,
    /// The section of the MCP Apps specification (SEP-1865) it rests on, or where else it comes from.
    pub section: &'static str,
    /// What to do about a finding.
    pub remedy: &'static str,
}

macro_rules! rules {
    ($(#[$doc:meta])* $table:ident: $($name:ident = $id:literal $level:ident $section:literal $remedy:literal)*) => {
        $(pub(super) const $name: Rule =
            Rule { id: $id, level: Level::$level, section: $section, remedy: $remedy };)*

        $(#[$doc])*
        pub const $table: &[Rule] = &[$($name),*];
    };
}

rules! {
    /// Every rule about what a server says.
    RULES:
    LIST_FAILED = "list-failed" Error
        "MCP: Tools; Resources"
        "answer with the list: without it a Host finds no UI at all"
    EXTENSION_UNDECLARED = "extension-undeclared" Warning
        "SEP-1724: Extensions are negotiated"
        "declare `capabilities.extensions[\"io.modelcontextprotocol/ui\"]` as {}: some clients look for it before anything else"
    TOOL_META = "tool-meta" Error
        "Resource Discovery"
        "`_meta.ui` of a tool is {resourceUri?: string, visibility?: [\"model\" | \"app\"]}"
    TOOL_CSP = "tool-csp" Error
        "Resource Discovery"
        "move it to the resource's `_meta.ui`: Hosts ignore it on a tool"
    UNKNOWN_KEY = "unknown-key" Warning
        "UI Resource Format; Resource Discovery"
        "leave it out, or move it to a key of `_meta` with a prefix of yours"
    VISIBILITY = "visibility-value" Error
        "Resource Discovery: Visibility"
        "write `model`, `app` or both"
    FLAT_KEY = "deprecated-flat-key" Warning
        "Resource Discovery: Deprecation notice"
        "write `_meta.ui.resourceUri` only: the flat key goes away"
    URI_SCHEME = "uri-scheme" Error
        "UI Resource Format: Content Requirements"
        "begin the URI with ui://"
    RESOURCE_MISSING = "resource-missing" Error
        "Resource Discovery: Behavior"
        "serve the resource in `resources/read`: a tool's page must exist on the same server"
    RESOURCE_MIME = "resource-mime" Error
        "UI Resource Format: Content Requirements"
        "write text/html;profile=mcp-app, without a space"
    RESOURCE_META = "resource-meta" Error
        "UI Resource Format"
        "`_meta.ui` of a resource is {csp?, permissions?, domain?: string, prefersBorder?: boolean}"
    RESOURCE_CONTENT = "resource-content" Error
        "UI Resource Format: Content Requirements"
        "answer with one item under the URI that was asked for, the page in `text`, or in base64 in `blob`"
    LISTING_DISAGREES = "listing-disagrees" Warning
        "UI Resource Format (draft: Hosts read both)"
        "say the same in `resources/list` and `resources/read`: some Hosts keep the one, some the other"
    CSP_KEY = "csp-key" Error
        "UI Resource Format"
        "write connectDomains, resourceDomains, frameDomains or baseUriDomains"
    CSP_SOURCE = "csp-source" Error
        "UI Resource Format: Host Behavior"
        "write one origin: https://api.example.com or https://*.example.com; a Host drops the rest"
    PERMISSION_KEY = "permission-key" Error
        "UI Resource Format"
        "write camera, microphone, geolocation or clipboardWrite"
    PERMISSION_VALUE = "permission-value" Error
        "UI Resource Format"
        "ask for a permission with {}: some Hosts cannot read anything else"
    HTML_DOCUMENT = "html-document" Error
        "UI Resource Format: Content Requirements"
        "begin the page with <!doctype html>"
    HTML_SIZE = "html-size" Warning
        "Hosts refuse pages above 1 MiB, which the specification does not say"
        "make it smaller: load data through tools, images from a declared origin"
    HTML_ORIGIN = "html-origin" Error
        "UI Resource Format: Host Behavior"
        "declare the origin in the resource's `_meta.ui.csp`, or put the file into the page"
    SCHEMA_NULLABLE = "schema-nullable" Warning
        "MCP: Tools (inputSchema is JSON Schema)"
        "leave `nullable` out, a word of OpenAPI: a member that is not required may be absent"
    SCHEMA_TYPE_ARRAY = "schema-type-array" Warning
        "MCP: Tools; strict clients refuse the whole list"
        "write one `type`, or `anyOf`: a member that is not required may be absent"
    CALL_FAILED = "call-failed" Error
        "MCP: Tools"
        "answer a well-formed call with a result"
    CONTENT_EMPTY = "content-empty" Error
        "Graceful Degradation"
        "say in `content` what the page shows: the model and clients without UIs read nothing else"
    STRUCTURED_CONTENT = "structured-content" Error
        "MCP: Tools (outputSchema)"
        "answer with `structuredContent` that fits the tool's `outputSchema`"
}

#[cfg(feature = "preview")]
rules! {
    /// Every rule about what a View does when it runs.
    BEHAVIOURS:
    VIEW_INITIALIZE = "view-initialize" Error
        "App Capabilities in ui/initialize; Lifecycle"
        "send ui/initialize with appInfo, appCapabilities and protocolVersion: until then a Host tells the View nothing"
    VIEW_INITIALIZED = "view-initialized" Error
        "Lifecycle: UI Initialization"
        "send ui/notifications/initialized after the answer to ui/initialize, once, and ask the Host nothing before"
    VIEW_FAILED = "view-failed" Error
        "Graceful Degradation; Lifecycle"
        "mend what the page says; a tool that no --call names is not called, and its View has neither arguments nor result"
    VIEW_MESSAGE = "view-message" Error
        "Communication Protocol; MCP Apps Specific Messages"
        "send JSON-RPC 2.0 messages of the specification's methods, with the parameters they have there"
    VIEW_CAPABILITY = "view-capability" Error
        "Host Capabilities"
        "look into hostCapabilities first, and do without what is not there"
    VIEW_SIZE = "view-size" Warning
        "Notifications: size-changed"
        "send ui/notifications/size-changed: in a frame whose height the View decides it has none until then"
    VIEW_TOOLS = "view-tools" Error
        "App-provided tools (draft)"
        "answer tools/list, or do not declare appCapabilities.tools"
    VIEW_DISPLAY_MODE = "view-display-mode" Error
        "Display Modes: Requirements"
        "ask only for modes in hostContext.availableDisplayModes"
    VIEW_CSP = "view-csp" Error
        "UI Resource Format: Host Behavior"
        "declare the origin in the resource's `_meta.ui.csp`, or do without: a browser stops it"
    VIEW_CONSOLE = "view-console" Warning
        "Views have a console; the specification does not say so"
        "catch what can fail: a failed call and a missing member are part of a View's life"
    VIEW_TEARDOWN = "view-teardown" Error
        "Notifications (Host → View): resource-teardown"
        "answer ui/resource-teardown, and soon: a Host does not wait for ever"
}
