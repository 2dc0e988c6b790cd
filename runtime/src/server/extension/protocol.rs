//! The methods that are the protocol's own, and so no extension's.

use rmcp::model::*;

/// What a client may ask: rmcp routes these itself, on every version.
pub(super) const REQUESTS: &[&str] = &[
    PingRequestMethod::VALUE,
    InitializeResultMethod::VALUE,
    DiscoverRequestMethod::VALUE,
    CompleteRequestMethod::VALUE,
    SetLevelRequestMethod::VALUE,
    GetPromptRequestMethod::VALUE,
    ListPromptsRequestMethod::VALUE,
    ListResourcesRequestMethod::VALUE,
    ListResourceTemplatesRequestMethod::VALUE,
    ReadResourceRequestMethod::VALUE,
    SubscriptionsListenRequestMethod::VALUE,
    SubscribeRequestMethod::VALUE,
    UnsubscribeRequestMethod::VALUE,
    CallToolRequestMethod::VALUE,
    ListToolsRequestMethod::VALUE,
    GetTaskMethod::VALUE,
    UpdateTaskMethod::VALUE,
    CancelTaskMethod::VALUE,
    ListSkillsRequestMethod::VALUE,
    GetSkillRequestMethod::VALUE,
    ReadResourceDirectoryRequestMethod::VALUE,
];

/// What a server may notify of.
pub(super) const NOTIFICATIONS: &[&str] = &[
    CancelledNotificationMethod::VALUE,
    ProgressNotificationMethod::VALUE,
    LoggingMessageNotificationMethod::VALUE,
    ResourceUpdatedNotificationMethod::VALUE,
    ResourceListChangedNotificationMethod::VALUE,
    ToolListChangedNotificationMethod::VALUE,
    PromptListChangedNotificationMethod::VALUE,
    TaskStatusNotificationMethod::VALUE,
    SubscriptionsAcknowledgedNotificationMethod::VALUE,
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The alternatives of one of rmcp's untagged unions, less the custom one.
    fn alternatives(schema: schemars::Schema) -> usize {
        schema.to_value()["anyOf"].as_array().map_or(0, Vec::len) - 1
    }

    #[test]
    fn the_tables_name_every_method_the_sdk_serves_itself() {
        let notifications: std::collections::BTreeSet<_> = NOTIFICATIONS.iter().collect();
        assert_eq!(REQUESTS.len(), alternatives(schemars::schema_for!(ClientRequest)));
        assert_eq!(notifications.len(), alternatives(schemars::schema_for!(ServerNotification)));
    }
}
