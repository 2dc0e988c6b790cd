//! Every method of a version with its types: what `params` and `result` have to fit.

use mcp_apps_generated::wire::{DecodeError, Method, Notification, Peers, Request, check_strict};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

use super::compare::difference;
use crate::jsonrpc::{decode_params, decode_result};

/// A version of the specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spec {
    /// 2026-01-26.
    Stable,
    /// The newest draft.
    Draft,
}

impl Spec {
    /// The version of this name: `2026-01-26` or `draft`.
    pub fn named(name: &str) -> Option<Spec> {
        match name {
            "2026-01-26" => Some(Spec::Stable),
            "draft" => Some(Spec::Draft),
            _ => None,
        }
    }

    /// The version's method table.
    pub fn methods(self) -> &'static [Method] {
        match self {
            Spec::Stable => mcp_apps_generated::v2026_01_26::METHODS,
            Spec::Draft => mcp_apps_generated::draft::METHODS,
        }
    }

    pub(super) fn types(self, method: &str) -> Option<&'static Types> {
        let all = match self {
            Spec::Stable => stable::TYPES,
            Spec::Draft => draft::TYPES,
        };
        all.iter().find(|types| types.method == method)
    }
}

/// The place and the fault.
pub(super) type Fault = (String, String);

pub(super) struct Verdict {
    /// It does not fit its type.
    pub(super) misfit: Option<Fault>,
    /// It says something else after a round through its type.
    pub(super) changed: Option<String>,
    /// Strict peers reject it.
    pub(super) strict: Vec<Fault>,
}

pub(super) struct Types {
    pub(super) method: &'static str,
    pub(super) params: fn(Option<&RawValue>) -> Verdict,
    pub(super) result: Option<fn(&RawValue) -> Verdict>,
}

fn params<T: Serialize + DeserializeOwned>(raw: Option<&RawValue>) -> Verdict {
    judge::<T>("params", raw, decode_params::<T>(raw))
}

fn result<T: Serialize + DeserializeOwned>(raw: &RawValue) -> Verdict {
    judge::<T>("result", Some(raw), decode_result::<T>(raw))
}

fn judge<T: Serialize>(root: &str, raw: Option<&RawValue>, decoded: Result<T, DecodeError>) -> Verdict {
    let decoded = match decoded {
        Ok(decoded) => decoded,
        Err(error) => {
            let misfit = Some((error.path().to_owned(), error.message().to_owned()));
            return Verdict { misfit, changed: None, strict: Vec::new() };
        }
    };
    let before: Value = raw.and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or_default();
    let changed = match serde_json::to_value(&decoded) {
        Ok(after) => difference(root, &before, &after),
        Err(_) => Some(root.to_owned()),
    };
    let findings = check_strict(root, &decoded);
    let strict = findings.into_iter().map(|finding| {
        let peers = if finding.peers == Peers::All { "strict peers" } else { "strict peers before 2.0" };
        let message = format!("{}, which {peers} reject", finding.message);
        (finding.path, message)
    });
    Verdict { misfit: None, changed, strict: strict.collect() }
}

const fn request<R: Request>() -> Types {
    Types { method: R::METHOD, params: params::<R::Params>, result: Some(result::<R::Result>) }
}

const fn notification<N: Notification>() -> Types {
    Types { method: N::METHOD, params: params::<N::Params>, result: None }
}

macro_rules! types {
    ($version:ident { $($request:ident)* } { $($notification:ident)* }) => {
        use super::{Types, notification, request};
        use mcp_apps_generated::$version as spec;

        pub(super) const TYPES: &[Types] =
            &[$(request::<spec::$request>(),)* $(notification::<spec::$notification>(),)*];
    };
    ($version:ident and also { $($request:ident)* } { $($notification:ident)* }) => {
        types! { $version {
            $($request)*
            CallToolRequest ListPromptsRequest ListResourceTemplatesRequest ListResourcesRequest ListToolsRequest
            McpUiInitializeRequest McpUiMessageRequest McpUiOpenLinkRequest McpUiRequestDisplayModeRequest
            McpUiResourceTeardownRequest McpUiUpdateModelContextRequest PingRequest ReadResourceRequest
        } {
            $($notification)*
            CancelledNotification LoggingMessageNotification McpUiHostContextChangedNotification
            McpUiInitializedNotification McpUiSandboxProxyReadyNotification McpUiSandboxResourceReadyNotification
            McpUiSizeChangedNotification McpUiToolCancelledNotification McpUiToolInputNotification
            McpUiToolInputPartialNotification McpUiToolResultNotification ProgressNotification
            PromptListChangedNotification ResourceListChangedNotification ToolListChangedNotification
        } }
    };
}

mod stable {
    types! { v2026_01_26 and also {} {} }
}

mod draft {
    types! { draft and also { CreateMessageRequest McpUiDownloadFileRequest } { McpUiRequestTeardownNotification } }
}
