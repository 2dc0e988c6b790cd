//! Attaching UIs to a server.

use std::collections::HashMap;
use std::sync::Arc;

use mcp_apps_generated::v2026_01_26::{RESOURCE_URI_META_KEY, UI_META_KEY};
use rmcp::ServerHandler;
use rmcp::model::{MetaObject, ProtocolVersion, ServerCapabilities, Tool};
use serde_json::Value;

use super::apps::Apps;
use super::error::BuildError;
use super::extension::{Extension, Registry};
use super::resource::{AppResource, Route};
use super::resources::Resources;
use super::tool::{UiTool, Variant, WithoutUi, merge};
use crate::uri::UiUri;

/// UIs for a server, being collected. See [`Apps`]. The order of the calls does not matter.
#[derive(Clone, Debug)]
#[must_use]
pub struct AppsBuilder<H> {
    inner: H,
    resources: Vec<AppResource>,
    tools: Vec<(String, UiTool)>,
    variants: Vec<(String, WithoutUi)>,
    elsewhere: Vec<Route>,
    extensions: Vec<Extension>,
}

impl<H: ServerHandler> AppsBuilder<H> {
    pub(super) fn new(inner: H) -> Self {
        AppsBuilder {
            inner,
            resources: Vec::new(),
            tools: Vec::new(),
            variants: Vec::new(),
            elsewhere: Vec::new(),
            extensions: Vec::new(),
        }
    }

    /// Serves a UI resource.
    pub fn resource(mut self, resource: AppResource) -> Self {
        self.resources.push(resource);
        self
    }

    /// Gives a tool of the server its UI. A tool that says it itself, through
    /// [`ui_tool!`](crate::ui_tool), needs no call.
    pub fn tool(mut self, name: impl Into<String>, tool: UiTool) -> Self {
        self.tools.push((name.into(), tool));
        self
    }

    /// What a client that does not show UIs finds in the tool's place. From then on the list is one
    /// client's own: `cacheScope: "private"`, `ttlMs: 0`.
    pub fn without_ui(mut self, name: impl Into<String>, instead: WithoutUi) -> Self {
        self.variants.push((name.into(), instead));
        self
    }

    /// Names a UI resource that the server reads itself, so that tools may link to it.
    pub fn served_elsewhere(mut self, route: impl Into<Route>) -> Self {
        self.elsewhere.push(route.into());
        self
    }

    /// Serves another extension of MCP beside the UIs, or without any.
    pub fn extension(mut self, extension: Extension) -> Self {
        self.extensions.push(extension);
        self
    }

    /// The server with its UIs and extensions.
    ///
    /// # Errors
    ///
    /// A resource that cannot be served as declared, a tool linked to a URI that nothing serves, or
    /// a tool whose own `_meta`, where the server's `get_tool` shows it, already has a UI. What
    /// cannot be seen here fails the first `tools/list`.
    ///
    /// An extension whose id or method is another's, the protocol's or the server's own.
    pub fn build(self) -> Result<Apps<H>, BuildError> {
        let resources = Resources::new(self.resources)?;
        for route in &self.elsewhere {
            if matches!(route, Route::Uri(uri) if resources.find(uri.as_str()).is_some()) {
                return Err(BuildError::DuplicateResource { uri: route.to_string() });
            }
        }
        let mut tools = HashMap::new();
        let mut ui = Registered {
            resources,
            tools: HashMap::new(),
            variants: HashMap::new(),
            elsewhere: self.elsewhere,
            extensions: Registry::default(),
        };
        for (name, tool) in self.tools {
            tool.check(&name)?;
            if let Some(uri) = &tool.uri {
                ui.check_link(&name, uri.as_str())?;
            }
            if tools.insert(name.clone(), tool.to_meta()).is_some() {
                return Err(BuildError::DuplicateTool { tool: name });
            }
        }
        for (name, WithoutUi(variant)) in self.variants {
            if ui.variants.insert(name.clone(), variant).is_some() {
                return Err(BuildError::DuplicateTool { tool: name });
            }
        }
        ui.tools = tools;
        let mut extensions = self.extensions;
        if !ui.is_empty() {
            extensions.push(Extension::ui());
        }
        ui.extensions = Registry::new(extensions)?;
        Apps::checked(self.inner, Arc::new(ui))
    }
}

/// What is registered, checked.
#[derive(Debug)]
pub(super) struct Registered {
    pub(super) resources: Resources,
    tools: HashMap<String, MetaObject>,
    variants: HashMap<String, Variant>,
    elsewhere: Vec<Route>,
    pub(super) extensions: Registry,
}

impl std::fmt::Debug for Variant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Debug::fmt(&WithoutUi(self.clone()), f)
    }
}

impl Registered {
    /// Whether there is no UI at all, so that the server stays as it was.
    pub(super) fn is_empty(&self) -> bool {
        self.resources.is_empty() && self.tools.is_empty() && self.elsewhere.is_empty()
    }

    /// Whether the list of tools depends on the client.
    pub(super) fn varies(&self) -> bool {
        !self.variants.is_empty()
    }

    /// The names of the tools that are given a UI here.
    pub(super) fn tool_names(&self) -> impl Iterator<Item = &str> {
        self.tools.keys().map(String::as_str)
    }

    /// Declares what is served on a version; everything, where it is not known.
    pub(super) fn declare(&self, capabilities: &mut ServerCapabilities, version: Option<&ProtocolVersion>) {
        if !self.is_empty() {
            capabilities.resources.get_or_insert_default();
        }
        self.extensions.declare(capabilities, version);
    }

    /// The tool with the UI it is given here and its page's URI of today.
    pub(super) fn complete(&self, tool: Tool) -> Result<Tool, BuildError> {
        let mut tool = match self.tools.get(&*tool.name) {
            Some(meta) => merge(meta, tool)?,
            None => tool,
        };
        let Tool { name, meta: Some(meta), .. } = &mut tool else { return Ok(tool) };
        let nested = meta.get(UI_META_KEY).and_then(|ui| ui.get("resourceUri")).and_then(Value::as_str);
        let flat = meta.get(RESOURCE_URI_META_KEY).and_then(Value::as_str);
        for uri in [nested, flat].into_iter().flatten() {
            self.check_link(name, uri)?;
        }
        let advertise = |value: &mut Value| {
            if let Some(uri) = value.as_str().filter(|uri| self.resources.is_own(uri))
                && let Ok(uri) = UiUri::parse(uri)
            {
                *value = self.resources.advertised(&uri).as_str().into();
            }
        };
        if let Some(uri) = meta.get_mut(UI_META_KEY).and_then(|ui| ui.get_mut("resourceUri")) {
            advertise(uri);
        }
        if let Some(uri) = meta.get_mut(RESOURCE_URI_META_KEY) {
            advertise(uri);
        }
        Ok(tool)
    }

    /// What a client without UIs finds in the tool's place.
    pub(super) fn without_ui(&self, tool: Tool) -> Option<Tool> {
        match self.variants.get(&*tool.name) {
            Some(variant) => variant.of(tool),
            None => Some(tool),
        }
    }

    fn check_link(&self, tool: &str, uri: &str) -> Result<(), BuildError> {
        let served = self.resources.find(uri).is_some() || self.elsewhere.iter().any(|route| route.covers(uri));
        if served { Ok(()) } else { Err(BuildError::Unserved { tool: tool.to_owned(), uri: uri.to_owned() }) }
    }
}
