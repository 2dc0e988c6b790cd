//! The duties, one row each, in the order and with the numbers of the project's audit of the specification.

use serde::Serialize;

/// How much the specification asks of a Host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Strength {
    /// It must, or must not.
    Must,
    /// It should, or plain words say it does.
    Should,
    /// It may.
    May,
}

/// One duty of a Host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Duty {
    /// H1 to H49.
    pub id: &'static str,
    /// How much it is asked.
    pub strength: Strength,
    /// The section of the specification (SEP-1865) it rests on.
    pub section: &'static str,
    /// What a Host does that keeps it.
    pub text: &'static str,
    /// Why nothing is looked at, where nothing is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unchecked: Option<Unchecked>,
}

/// Why a duty is not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unchecked {
    /// There is nothing to break.
    NotApplicable(&'static str),
    /// It shows nowhere a relay reaches.
    NotObservable(&'static str),
}

macro_rules! duties {
    ($($id:ident $strength:ident $section:literal $text:literal $(=> $unchecked:ident $why:literal)?)*) => {
        /// Every duty.
        pub const DUTIES: &[Duty] = &[$(Duty {
            id: stringify!($id),
            strength: Strength::$strength,
            section: $section,
            text: $text,
            unchecked: duties!(@ $($unchecked $why)?),
        }),*];
    };
    (@) => { None };
    (@ $unchecked:ident $why:literal) => { Some(Unchecked::$unchecked($why)) };
}

duties! {
    H1 Must "Client<>Server Capability Negotiation"
        "advertises io.modelcontextprotocol/ui to servers, with the MIME types it shows"
    H2 Must "Resource Discovery: Behavior"
        "reads a View's page with resources/read, under the URI its tool names"
    H3 May "Resource Discovery: Behavior"
        "fetches pages ahead and keeps them"
        => NotApplicable "a Host may, and may not"
    H4 Must "UI Resource Format: Metadata Location (draft)"
        "takes a page's metadata from what is read, and from the list where that says nothing"
    H5 Should "Resource Discovery"
        "finds a tool's page under `_meta.ui.resourceUri`, and without it under the deprecated flat key"
    H6 Should "Resource Discovery: Behavior; Graceful Degradation"
        "treats a tool whose View it cannot show as a plain tool"
    H7 Must "Resource Discovery: Visibility"
        "offers its model no tool that is not for models, and every other"
    H8 Must "Resource Discovery: Visibility"
        "refuses a View's calls of tools that are not for apps"
    H9 Must "Resource Discovery: Visibility"
        "lets a View reach its own server, and no other"
    H10 Must "UI Resource Format: Host Behavior"
        "lets a View load from the domains that its server declared"
    H11 Must "UI Resource Format: Host Behavior"
        "without declared domains, enforces the specification's default policy"
    H12 Must "UI Resource Format: Host Behavior"
        "lets a View load from no other domain than those declared"
    H13 Should "UI Resource Format: Host Behavior"
        "logs the policies it enforces"
        => NotObservable "the Host's own log does not pass the relay"
    H14 Must "Sandbox proxy; Security: Content Security Policy Enforcement"
        "closes what no metadata opens: plugins, frames, base URIs and everything by default"
    H15 Must "Security: Content Security Policy Enforcement"
        "lets a View connect to no other domain than those declared"
    H16 Should "Security: Content Security Policy Enforcement"
        "warns users of a View that needs external domains"
        => NotObservable "what the Host shows its user does not pass the relay"
    H17 May "Security: Content Security Policy Enforcement"
        "keeps lists of domains of its own"
        => NotApplicable "a Host may, and may not"
    H18 May "UI Resource Format: permissions"
        "grants a View no permission that its server did not ask for"
    H19 Must "Security: Iframe Sandboxing"
        "shows Views in sandboxed frames that cannot navigate the Host away"
    H20 Must "Sandbox proxy"
        "as a web page, puts a sandbox proxy between itself and a View"
    H21 Must "Sandbox proxy"
        "serves the sandbox proxy from an origin other than its own"
    H22 Must "Sandbox proxy"
        "gives the proxy the page as the server gave it, once the proxy is ready"
    H23 Must "UI Resource Format: Host Behavior (no undeclared domains)"
        "lets no declared domain write directives or keywords into the policy"
    H24 Should "Security: Auditable Communication"
        "answers malformed requests with errors, and survives what is no message at all"
    H25 Must "Sandbox proxy; Lifecycle"
        "sends a View no request and no notification before ui/notifications/initialized"
    H26 Should "Host Context in McpUiInitializeResult"
        "tells a View its context in the answer to ui/initialize"
    H27 Must "Notifications (Host → View): tool-input"
        "tells a View the complete arguments, once, before any result"
    H28 May "Notifications (Host → View): tool-input-partial"
        "sends partial arguments only before the complete ones"
    H29 Must "Notifications (Host → View): tool-result"
        "tells a View the result of its tool, once, as the server gave it"
    H30 Must "Notifications (Host → View): tool-cancelled"
        "tells a View that its call was cancelled, and then no result"
    H31 Must "Notifications (Host → View): resource-teardown"
        "asks a View before it takes it down, and waits for the answer, whatever it is"
    H32 Must "Notifications: request-teardown (draft)"
        "having agreed to a View's request for teardown, asks it with ui/resource-teardown"
    H33 Should "Lifecycle: Cleanup"
        "can take a View down while its tool runs"
    H34 Should "Requests (View → Host): open-link"
        "opens web links, and nothing that is not one"
    H35 Should "Requests (View → Host): message"
        "puts a View's message into the conversation with the role it gives"
    H36 Should "Requests (View → Host): update-model-context"
        "gives the model a View's latest context, which replaces the one before"
    H37 Should "Requests (View → Host): download-file (draft)"
        "saves files under the last segment of their URI, with nothing in it that leads elsewhere"
    H38 Should "Sandbox proxy: forwarding"
        "keeps its MCP session sound: no View begins it again, reaches it with ui/ methods or mixes up progress"
    H39 Should "Requests (View → Host): sampling (draft)"
        "samples with its model only what it declared to Views"
    H40 Must "Display Modes: Requirements"
        "switches a View to no display mode that the View did not declare"
    H41 Must "Display Modes: Requirements"
        "answers ui/request-display-mode with the mode that is in force"
    H42 Must "Container Dimensions: Host Behavior"
        "gives a View's frame the size the View reports, where the context leaves it open"
    H43 May "Notifications (Host → View): host-context-changed"
        "tells a View of a changed context as it is"
    H44 Should "Theming: Host Behavior"
        "gives style variables that are strings and have standardized names"
    H45 Should "Host Capabilities: listChanged"
        "passes on that the server's lists have changed exactly where it declared so"
    H46 Must "App-provided tools (draft)"
        "forgets a View's tools with the View"
    H47 Should "App-provided tools (draft)"
        "names, confirms, bounds and logs calls of a View's tools"
        => NotObservable "how the model and the user meet a View's tools does not pass the relay"
    H48 Must "App-provided tools (draft)"
        "asks only Views that declared tools for them"
    H49 May "App-provided tools (draft): tasks"
        "runs a View's tools as tasks"
        => NotApplicable "a Host may, and may not"
}

impl Duty {
    /// The duty of this id.
    pub fn named(id: &str) -> Option<&'static Duty> {
        DUTIES.iter().find(|duty| duty.id == id)
    }
}
