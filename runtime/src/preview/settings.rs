//! What the Host is and does, as its user sets it.

use mcp_apps_generated::draft::{McpUiContainerDimensions, McpUiDisplayMode, McpUiHostContext};
use mcp_apps_generated::wire::{JsonObject, Number};
use serde::Deserialize;
use serde_json::{Value, json};

use super::PreviewError;
use crate::csp::{Declared, List, Permissions, Policy, PublicOrigins};
use crate::host::LoadedApp;

/// A call of a tool whose View is to be shown.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Call {
    /// The tool's name.
    pub tool: String,
    /// Its arguments.
    #[serde(default)]
    pub arguments: JsonObject,
    /// The View is shown the arguments piece by piece first, as a model would write them.
    #[serde(default)]
    pub stream: bool,
    /// A result the tool had before: it is shown, and the tool is not called.
    #[serde(default)]
    pub result: Option<Value>,
    /// The Host it is shown in.
    #[serde(default)]
    pub settings: Settings,
}

impl Call {
    /// A call without arguments, in a Host that does everything.
    pub fn new(tool: impl Into<String>) -> Self {
        let (arguments, settings) = (JsonObject::new(), Settings::default());
        Call { tool: tool.into(), arguments, stream: false, result: None, settings }
    }

    /// With these arguments.
    #[must_use]
    pub fn with_arguments(mut self, arguments: JsonObject) -> Self {
        self.arguments = arguments;
        self
    }
}

/// What kind of Host to be.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, rename_all = "camelCase")]
#[non_exhaustive]
pub struct Settings {
    /// The host context, beside what follows from the other settings.
    pub context: JsonObject,
    /// The display mode to begin in.
    pub mode: String,
    /// The display modes offered.
    pub modes: Vec<String>,
    /// The View's frame.
    pub container: Container,
    /// The capabilities served, by their names in `hostCapabilities`; what is not among them is not advertised.
    pub capabilities: Vec<String>,
    /// What the View gets beyond what every View gets.
    pub grants: Grants,
    /// The View is shown and not served.
    pub read_only: bool,
    /// Links and downloads are done without asking.
    pub unasked: bool,
}

impl Default for Settings {
    fn default() -> Self {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Settings {
            context: JsonObject::new(),
            mode: "inline".to_owned(),
            modes: names(&["inline", "fullscreen", "pip"]),
            container: Container::default(),
            capabilities: names(&[
                "openLinks",
                "downloadFile",
                "message",
                "updateModelContext",
                "serverTools",
                "serverResources",
                "logging",
            ]),
            grants: Grants::default(),
            read_only: false,
            unasked: false,
        }
    }
}

/// The size of the View's frame, in CSS pixels.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default, rename_all = "camelCase")]
#[non_exhaustive]
pub struct Container {
    /// Its width.
    pub width: f64,
    /// Its height, where the Host decides that.
    pub height: Option<f64>,
    /// The most it may grow to, where the View decides its height.
    pub max_height: f64,
}

impl Default for Container {
    fn default() -> Self {
        Container { width: 640.0, height: None, max_height: 2000.0 }
    }
}

impl Container {
    /// As the View is told it.
    pub(super) fn dimensions(&self) -> McpUiContainerDimensions {
        let mut dimensions = McpUiContainerDimensions::new();
        dimensions.width = Number::new(self.width);
        match self.height {
            Some(height) => dimensions.height = Number::new(height),
            None => dimensions.max_height = Number::new(self.max_height),
        }
        dimensions
    }
}

/// What a View gets of what it declares, and what none can declare.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
#[non_exhaustive]
pub struct Grants {
    /// Origins on this machine and in private networks, if declared; never the preview's own.
    pub private: bool,
    /// WebAssembly.
    pub wasm: bool,
    /// WebRTC, to anybody.
    pub webrtc: bool,
    /// The features the View asks for: camera, microphone, geolocation, clipboard.
    pub permissions: bool,
}

impl Settings {
    pub(super) fn has(&self, capability: &str) -> bool {
        self.capabilities.iter().any(|name| name == capability)
    }

    /// The context a View starts in.
    pub(super) fn host_context(&self) -> Result<McpUiHostContext, PreviewError> {
        let mut context = self.context.clone();
        context.insert("displayMode".to_owned(), json!(self.mode));
        context.insert("availableDisplayModes".to_owned(), json!(self.modes));
        let mut context = read_context(context)?;
        context.container_dimensions = Some(self.container.dimensions());
        Ok(context)
    }

    pub(super) fn display_mode(&self) -> McpUiDisplayMode {
        McpUiDisplayMode::from(self.mode.as_str())
    }

    /// The policy for a View's page, on a preview at this port.
    pub(super) fn policy(&self, app: &LoadedApp, port: u16) -> Policy {
        let public = PublicOrigins::default();
        let approve = |declared: &Declared| {
            let mut approved = declared.clone();
            let lists = [&mut approved.connect, &mut approved.resource, &mut approved.frame, &mut approved.base_uri];
            for list in lists {
                // Cookies and the like know no ports, but these origins have none; what must not be reached is
                // the preview itself.
                list.retain(|source| match self.grants.private {
                    true => !(source.is_loopback() && source.port().is_none_or(|theirs| theirs == port)),
                    false => public.objection(source).is_none(),
                });
            }
            approved
        };
        let mut policy = Policy::approve(&app.declared(), &approve);
        if self.grants.wasm {
            policy = policy.with_wasm();
        }
        if self.grants.webrtc {
            policy = policy.with_webrtc();
        }
        if self.grants.permissions { policy.with_permissions(app.requested_permissions()) } else { policy }
    }

    /// What is told of a policy to whoever looks at it.
    pub(super) fn report(app: &LoadedApp, policy: &Policy) -> Value {
        let list = |list: List| {
            let texts = |sources: Vec<String>| json!(sources);
            let granted = policy.granted().list(list).iter().map(ToString::to_string).collect();
            let dropped = policy.dropped().iter().filter(|(of, _)| *of == list);
            let refused = policy.granted().refused.iter().filter(|refused| refused.list == list);
            let refused = refused.map(|refused| json!({ "text": refused.text, "why": refused.refusal.to_string() }));
            json!({
                "list": list.as_str(),
                "granted": texts(granted),
                "dropped": dropped.map(|(_, source)| {
                    let why = PublicOrigins::default().objection(source).map(|why| why.to_string());
                    json!({ "text": source.to_string(), "why": why.unwrap_or_else(|| "the preview's own".to_owned()) })
                }).chain(refused).collect::<Vec<_>>(),
            })
        };
        let names = |permissions: Permissions| {
            let all = [
                ("camera", permissions.camera),
                ("microphone", permissions.microphone),
                ("geolocation", permissions.geolocation),
                ("clipboardWrite", permissions.clipboard_write),
            ];
            all.into_iter().filter(|(_, asked)| *asked).map(|(name, _)| name).collect::<Vec<_>>()
        };
        json!({
            "uri": app.uri.as_str(),
            "bytes": app.html.len(),
            "warnings": app.warnings.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "lists": List::ALL.map(list),
            "header": policy.header(),
            "asked": names(app.requested_permissions()),
            "permitted": names(policy.permissions()),
            "domain": app.requested_domain(),
            "prefersBorder": app.meta.prefers_border,
        })
    }
}

/// A host context as it was written by hand.
pub(super) fn read_context(context: JsonObject) -> Result<McpUiHostContext, PreviewError> {
    let wrong = |error: serde_json::Error| PreviewError::View(format!("the host context: {error}"));
    serde_json::from_value(Value::Object(context)).map_err(wrong)
}
