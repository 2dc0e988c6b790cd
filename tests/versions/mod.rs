//! The generated versions by name: decode by sender, by method or by type, and encode again.
//!
//! The lists of types and requests are written out; `methods.rs` checks that they are complete.

#![allow(dead_code, reason = "each test file uses its part")]

use mcp_apps_generated::wire::{DecodeError, Method, Party};
use serde_json::Value;

/// What a value became: the variant or type it was read as, and what is written for it.
#[derive(Debug, PartialEq)]
pub struct Read {
    /// Whether the version knows the method.
    pub typed: bool,
    /// What is written: `params` or `result`; `None` where the member is absent.
    pub written: Option<Value>,
}

/// One generated version.
pub struct Version {
    /// Its name in `spec/`.
    pub name: &'static str,
    /// Its method table.
    pub methods: &'static [Method],
    /// Reads `params` of a method as what `Party` sends, by its requests or its notifications.
    pub message: fn(Party, bool, &str, Option<&Value>) -> Result<Read, DecodeError>,
    /// Reads the answer to a method; `None` where the version doesn't know the method.
    pub result: fn(&str, &Value) -> Option<Result<Value, DecodeError>>,
    /// Reads a value as the type of that name; `None` where there is none.
    pub by_type: fn(&str, &Value) -> Option<Result<Value, DecodeError>>,
    /// The names `by_type` knows.
    pub types: &'static [&'static str],
    /// The method strings `result` knows.
    pub requests: &'static [&'static str],
}

impl Version {
    /// The repaired schema.
    pub fn schema(&self) -> Value {
        let path = format!("{}/generated/schema/{}.json", env!("CARGO_MANIFEST_DIR"), self.name);
        serde_json::from_str(&std::fs::read_to_string(path).expect("the schema is committed")).expect("it is JSON")
    }
}

/// All versions.
pub const ALL: [&Version; 2] = [&stable::VERSION, &draft::VERSION];

macro_rules! version {
    ($name:ident = $spec:literal in $module:ident, types $types:tt, requests $requests:tt $(, plus types $more:tt, requests $and:tt)?) => {
        pub mod $name {
            use mcp_apps_generated::$module::*;
            use mcp_apps_generated::wire::{self, DecodeError, Party, Request};
            use serde_json::Value;

            use super::{Read, Version};

            pub const VERSION: Version = Version {
                name: $spec,
                methods: METHODS,
                message,
                result,
                by_type,
                types: TYPES,
                requests: REQUESTS,
            };

            fn message(from: Party, request: bool, method: &str, params: Option<&Value>) -> Result<Read, DecodeError> {
                macro_rules! read {
                    ($sender:ident) => {{
                        let message = $sender::decode(method, params)?;
                        assert_eq!(message.method(), method, "the method is written as it was read");
                        Ok(Read {
                            typed: !matches!(message, $sender::Other { .. }),
                            written: message.params().expect("what was read can be written"),
                        })
                    }};
                }
                match (from, request) {
                    (Party::View, true) => read!(ViewRequest),
                    (Party::View, false) => read!(ViewNotification),
                    (Party::Host, true) => read!(HostRequest),
                    (Party::Host, false) => read!(HostNotification),
                    (Party::Sandbox, _) => read!(SandboxNotification),
                }
            }

            fn by_type(name: &str, value: &Value) -> Option<Result<Value, DecodeError>> {
                use mcp_apps_generated::wire::RequestId as ProgressToken;
                use mcp_apps_generated::wire::RequestId;
                version!(@dispatch name, value, $types $($more)?)
            }

            pub const TYPES: &[&str] = version!(@names $types $($more)?);

            fn result(method: &str, value: &Value) -> Option<Result<Value, DecodeError>> {
                version!(@results method, value, $requests $($and)?)
            }

            pub const REQUESTS: &[&str] = version!(@methods $requests $($and)?);
        }
    };
    (@dispatch $name:ident, $value:ident, [$($ty:ident)*] $([$($more:ident)*])?) => {
        match $name {
            $(stringify!($ty) => Some(version!(@again "value", $value, $ty)),)*
            $($(stringify!($more) => Some(version!(@again "value", $value, $more)),)*)?
            _ => None,
        }
    };
    (@again $root:literal, $value:ident, $ty:ty) => {
        wire::decode_at::<$ty, _>($root, $value).map(|read| serde_json::to_value(read).expect("what was read can be written"))
    };
    (@names [$($ty:ident)*] $([$($more:ident)*])?) => {
        &[$(stringify!($ty),)* $($(stringify!($more),)*)?]
    };
    (@results $method:ident, $value:ident, [$($ty:ident)*] $([$($more:ident)*])?) => {
        match $method {
            $(<$ty as Request>::METHOD => Some(version!(@again "result", $value, <$ty as Request>::Result)),)*
            $($(<$more as Request>::METHOD => Some(version!(@again "result", $value, <$more as Request>::Result)),)*)?
            _ => None,
        }
    };
    (@methods [$($ty:ident)*] $([$($more:ident)*])?) => {
        &[$(<$ty as Request>::METHOD,)* $($(<$more as Request>::METHOD,)*)?]
    };
}

macro_rules! with_shared {
    ($name:ident = $spec:literal in $module:ident, plus types $more:tt, requests $and:tt) => {
        version! {
            $name = $spec in $module,
            types [
                Annotations AudioContent BlobResourceContents CallToolRequestParams CallToolResult CallToolResultMeta
                CancelledNotificationParams ContentBlock EmbeddedResource EmptyParams EmptyResult Icon IconTheme
                ImageContent Implementation ListPromptsResult ListResourceTemplatesResult ListResourcesResult
                ListToolsResult LoggingLevel LoggingMessageNotificationParams McpUiAppCapabilities
                McpUiAppCapabilitiesTools McpUiClientCapabilities McpUiContainerDimensions McpUiDeviceCapabilities
                McpUiDisplayMode McpUiHostCapabilities McpUiHostCapabilitiesSandbox
                McpUiHostCapabilitiesServerResources McpUiHostCapabilitiesServerTools McpUiHostContext McpUiHostCss
                McpUiHostStyles McpUiInitializeRequestParams McpUiInitializeResult McpUiMessageRequestParams
                McpUiMessageResult McpUiMessageRole McpUiOpenLinkRequestParams McpUiOpenLinkResult McpUiPlatform
                McpUiRequestDisplayModeRequestParams McpUiRequestDisplayModeResult McpUiResourceCsp McpUiResourceMeta
                McpUiResourcePermissions McpUiResourceTeardownResult McpUiSafeAreaInsets
                McpUiSandboxResourceReadyNotificationParams McpUiSizeChangedNotificationParams McpUiStyleVariableKey
                McpUiStyles McpUiSupportedContentBlockModalities McpUiTheme McpUiToolCancelledNotificationParams
                McpUiToolInfo McpUiToolInputNotificationParams McpUiToolInputPartialNotificationParams McpUiToolMeta
                McpUiToolVisibility McpUiUpdateModelContextRequestParams PaginatedRequestParams
                ProgressNotificationParams ProgressToken Prompt PromptArgument ReadResourceRequestParams
                ReadResourceResult RequestId RequestMeta Resource ResourceContents ResourceLink ResourceTemplate Role
                TaskSupport TextContent TextResourceContents Tool ToolAnnotations ToolExecution
            ],
            requests [
                CallToolRequest ListPromptsRequest ListResourceTemplatesRequest ListResourcesRequest ListToolsRequest
                McpUiInitializeRequest McpUiMessageRequest McpUiOpenLinkRequest McpUiRequestDisplayModeRequest
                McpUiResourceTeardownRequest McpUiUpdateModelContextRequest PingRequest ReadResourceRequest
            ],
            plus types $more, requests $and
        }
    };
}

with_shared! {
    stable = "2026-01-26" in v2026_01_26,
    plus types [RelatedTaskMetadata], requests []
}

with_shared! {
    draft = "draft" in draft,
    plus types [
        CreateMessageRequestParams CreateMessageResult IncludeContext McpUiDownloadContent
        McpUiDownloadFileRequestParams McpUiDownloadFileResult McpUiHostCapabilitiesSampling ModelHint
        ModelPreferences SamplingMessage SamplingMessageContent SamplingMessageContentBlock ToolChoice ToolChoiceMode
        ToolResultContent ToolUseContent
    ],
    requests [CreateMessageRequest McpUiDownloadFileRequest]
}
