//! The rules of the conversation as small pure values: used by the sessions, which keep them,
//! and by the transcript check, which judges others by them.

mod capability;
mod context;
mod delivery;
mod rule;

pub use capability::{declared, derive};
pub use context::HostContext;
pub use delivery::{Delivery, Step, Verdict};
pub use rule::Rule;

/// The method strings the core itself acts upon, taken from the generated markers. Every
/// version has these methods under the same strings, which a test holds.
pub(crate) mod names {
    use mcp_apps_generated::v2026_01_26 as spec;
    use mcp_apps_generated::wire::{Notification, Request};

    pub(crate) const INITIALIZE: &str = <spec::McpUiInitializeRequest as Request>::METHOD;
    pub(crate) const INITIALIZED: &str = <spec::McpUiInitializedNotification as Notification>::METHOD;
    pub(crate) const TEARDOWN: &str = <spec::McpUiResourceTeardownRequest as Request>::METHOD;
    pub(crate) const PING: &str = <spec::PingRequest as Request>::METHOD;
    pub(crate) const CANCELLED: &str = <spec::CancelledNotification as Notification>::METHOD;
    pub(crate) const PROGRESS: &str = <spec::ProgressNotification as Notification>::METHOD;
    pub(crate) const PARTIAL: &str = <spec::McpUiToolInputPartialNotification as Notification>::METHOD;
    pub(crate) const INPUT: &str = <spec::McpUiToolInputNotification as Notification>::METHOD;
    pub(crate) const RESULT: &str = <spec::McpUiToolResultNotification as Notification>::METHOD;
    pub(crate) const TOOL_CANCELLED: &str = <spec::McpUiToolCancelledNotification as Notification>::METHOD;
    pub(crate) const CONTEXT: &str = <spec::McpUiHostContextChangedNotification as Notification>::METHOD;
    pub(crate) const PROXY_READY: &str = <spec::McpUiSandboxProxyReadyNotification as Notification>::METHOD;
    pub(crate) const RESOURCE_READY: &str = <spec::McpUiSandboxResourceReadyNotification as Notification>::METHOD;
    pub(crate) const DISPLAY_MODE: &str = <spec::McpUiRequestDisplayModeRequest as Request>::METHOD;
}

#[cfg(all(test, feature = "draft"))]
mod tests {
    use mcp_apps_generated::wire::{Method, find};
    use mcp_apps_generated::{draft, v2026_01_26 as stable};

    #[test]
    fn every_stable_method_keeps_its_name_direction_and_kind_in_the_draft() {
        for Method { from, name, kind, phase, .. } in stable::METHODS {
            let row = find(draft::METHODS, *from, name);
            assert!(row.is_some_and(|row| row.kind == *kind && row.phase == *phase), "{name}");
        }
    }
}
