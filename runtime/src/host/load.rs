//! From a tool's link to the View's page.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use futures_util::future::{Either, select};
use mcp_apps_generated::draft::{MIME_TYPE, McpUiResourceMeta, ReadResourceRequest, UI_META_KEY};
use mcp_apps_generated::v2026_01_26::McpUiResourceCsp;
use mcp_apps_generated::wire::{JsonObject, Request};
use serde_json::Value;

use super::app::AppRef;
use super::backend::Watch;
use super::connection::Connection;
use crate::csp::{Declared, Permissions};
use crate::error::RpcError;
use crate::task::Timer;
use crate::uri::UiUri;

/// Bounds on a View's page.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LoadOptions {
    /// The longest HTML taken, in bytes. Default 4 MiB.
    pub max_bytes: usize,
    /// How long the server may take. Default 10 s.
    pub deadline: Duration,
    /// The MIME types taken. Default: the specification's own.
    pub mime_types: Vec<String>,
}

impl Default for LoadOptions {
    fn default() -> Self {
        LoadOptions { max_bytes: 4 << 20, deadline: Duration::from_secs(10), mime_types: vec![MIME_TYPE.to_owned()] }
    }
}

/// A View's page and what its server says about it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LoadedApp {
    /// The UI resource.
    pub uri: UiUri,
    /// The HTML document.
    pub html: String,
    /// The resource's effective `_meta.ui`: the content item's, else the listing's, whole (H4).
    pub meta: McpUiResourceMeta,
    /// What was wrong and could be passed over.
    pub warnings: Vec<Warning>,
}

impl LoadedApp {
    /// The origins the View declares: what to ask [`Policy::approve`](crate::csp::Policy::approve) about.
    pub fn declared(&self) -> Declared {
        let csp = self.meta.csp.clone().unwrap_or_default();
        let mut stable = McpUiResourceCsp::new();
        stable.connect_domains = csp.connect_domains;
        stable.resource_domains = csp.resource_domains;
        stable.frame_domains = csp.frame_domains;
        stable.base_uri_domains = csp.base_uri_domains;
        Declared::read(&stable)
    }

    /// The View asks for an origin of its own by this name, for its server's CORS rules to know.
    /// Whether it gets one is the Host's decision, and which is its choice; see
    /// [`page_with_origin`](super::sandbox::page_with_origin). Without one its origin is opaque,
    /// and its requests say `Origin: null`.
    pub fn requested_domain(&self) -> Option<&str> {
        self.meta.domain.as_deref()
    }

    /// The features the View asks for. Granting any is the Host's decision.
    pub fn requested_permissions(&self) -> Permissions {
        let asked = self.meta.permissions.clone().unwrap_or_default();
        Permissions {
            camera: asked.camera.is_some(),
            microphone: asked.microphone.is_some(),
            geolocation: asked.geolocation.is_some(),
            clipboard_write: asked.clipboard_write.is_some(),
        }
    }
}

/// Something a server got wrong that does not keep its View from being shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Warning {
    /// The metadata does not fit its type. The View gets nothing beyond the default.
    #[error("_meta.ui is malformed, so nothing beyond the default is granted: {0}")]
    Meta(String),
    /// The metadata stands on the result, where only older Hosts look.
    #[error("_meta.ui stands on the result instead of the content item")]
    ResultLevel,
    /// The listing could not be read, so metadata in it is not known.
    #[error("the listing could not be read: {0}")]
    Listing(String),
}

/// Why there is no page. The tool is then a tool with text only (H6).
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The link was found on another connection.
    #[error("the app belongs to another connection")]
    OtherConnection,
    /// The server has no resources, so it was not asked.
    #[error("the server declares no resources")]
    NoResources,
    /// The server did not answer in time.
    #[error("no answer within {0:?}")]
    Deadline(Duration),
    /// The server answered with an error.
    #[error("the server refused: {0}")]
    Server(RpcError),
    /// The answer holds no document, or one that cannot be decoded.
    #[error("no readable document: {0}")]
    Unreadable(String),
    /// The document is of another type.
    #[error("the document is `{found}`, not {MIME_TYPE}")]
    Mime {
        /// The type it has; empty if it names none.
        found: String,
    },
    /// The document is too long.
    #[error("the document has {bytes} bytes, more than {max}")]
    TooLarge {
        /// Its length.
        bytes: usize,
        /// The limit.
        max: usize,
    },
}

impl Connection {
    /// Reads a View's page and metadata, with the default bounds. One call does it all, also
    /// where the tool is called through another.
    ///
    /// # Errors
    /// When there is no page. Nothing else is lost by that.
    pub async fn load_app(&self, app: &AppRef) -> Result<LoadedApp, LoadError> {
        self.load_app_with(app, &LoadOptions::default()).await
    }

    /// As [`load_app`](Self::load_app), with bounds of the Host's own.
    ///
    /// # Errors
    /// When there is no page.
    pub async fn load_app_with(&self, app: &AppRef, options: &LoadOptions) -> Result<LoadedApp, LoadError> {
        if app.connection != self.id() {
            return Err(LoadError::OtherConnection);
        }
        if !self.serves(&["resources"]) {
            return Err(LoadError::NoResources);
        }
        let timer = self.timer();
        let late = timer.sleep_until(timer.now().saturating_add(options.deadline));
        match select(Box::pin(self.read(app, options)), late).await {
            Either::Left((loaded, _)) => loaded,
            Either::Right(((), _)) => Err(LoadError::Deadline(options.deadline)),
        }
    }

    async fn read(&self, app: &AppRef, options: &LoadOptions) -> Result<LoadedApp, LoadError> {
        let uri = app.uri.as_str();
        let params = JsonObject::from_iter([("uri".to_owned(), Value::String(uri.to_owned()))]);
        let method = <ReadResourceRequest as Request>::METHOD;
        let result = self.request(method, Some(params), Watch::default()).await.map_err(LoadError::Server)?;
        let unreadable = |error: serde_json::Error| LoadError::Unreadable(error.to_string());
        let result: JsonObject = serde_json::from_str(result.get()).map_err(unreadable)?;
        let item = document(&result, uri, options)?;
        let html = html(item, options.max_bytes)?;
        let mut warnings = Vec::new();
        let meta = match self.effective(&result, item, uri, &mut warnings).await {
            None => McpUiResourceMeta::default(),
            Some(ui) => serde_json::from_value(ui).unwrap_or_else(|error| {
                warnings.push(Warning::Meta(error.to_string()));
                McpUiResourceMeta::default()
            }),
        };
        Ok(LoadedApp { uri: app.uri.clone(), html, meta, warnings })
    }

    /// The one `_meta.ui` that counts: content item, listing, or, as older servers have it, result.
    async fn effective(
        &self,
        result: &JsonObject,
        item: &JsonObject,
        uri: &str,
        warnings: &mut Vec<Warning>,
    ) -> Option<Value> {
        if let Some(ui) = ui_meta(item) {
            return Some(ui.clone());
        }
        match self.resources().await {
            Ok(listed) => {
                let entry = listed.iter().find(|entry| entry.get("uri").and_then(Value::as_str) == Some(uri));
                if let Some(ui) = entry.and_then(ui_meta) {
                    return Some(ui.clone());
                }
            }
            Err(error) => warnings.push(Warning::Listing(error.to_string())),
        }
        let ui = ui_meta(result)?;
        warnings.push(Warning::ResultLevel);
        Some(ui.clone())
    }
}

fn ui_meta(of: &JsonObject) -> Option<&Value> {
    of.get("_meta")?.get(UI_META_KEY)
}

/// The content item that is the View: of the right type, and preferably under the URI asked for.
fn document<'a>(result: &'a JsonObject, uri: &str, options: &LoadOptions) -> Result<&'a JsonObject, LoadError> {
    let contents = result.get("contents").and_then(Value::as_array);
    let items: Vec<_> = contents.into_iter().flatten().filter_map(Value::as_object).collect();
    let mime = |item: &JsonObject| item.get("mimeType").and_then(Value::as_str).unwrap_or_default().to_owned();
    let fits = |item: &&&JsonObject| options.mime_types.iter().any(|known| same_type(known, &mime(item)));
    let named = items.iter().filter(|item| item.get("uri").and_then(Value::as_str) == Some(uri));
    match named.chain(&items).find(fits) {
        Some(item) => Ok(item),
        None => match items.first() {
            Some(first) => Err(LoadError::Mime { found: mime(first) }),
            None => Err(LoadError::Unreadable("the answer has no contents".to_owned())),
        },
    }
}

/// Whether two MIME types are one, however they are spaced and cased.
fn same_type(a: &str, b: &str) -> bool {
    let plain = |text: &str| text.chars().filter(|c| !c.is_ascii_whitespace()).collect::<String>().to_ascii_lowercase();
    plain(a) == plain(b)
}

fn html(item: &JsonObject, max: usize) -> Result<String, LoadError> {
    let check = |bytes: usize| if bytes > max { Err(LoadError::TooLarge { bytes, max }) } else { Ok(()) };
    if let Some(text) = item.get("text").and_then(Value::as_str) {
        check(text.len())?;
        return Ok(text.to_owned());
    }
    let Some(blob) = item.get("blob").and_then(Value::as_str) else {
        return Err(LoadError::Unreadable("neither text nor blob".to_owned()));
    };
    // Base64 is a third longer; a blob far over the limit is not decoded to find out.
    let padding = blob.bytes().rev().take_while(|byte| *byte == b'=').count().min(2);
    check((blob.len() / 4 * 3).saturating_sub(padding))?;
    let bytes = STANDARD.decode(blob).map_err(|error| LoadError::Unreadable(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| LoadError::Unreadable(error.to_string()))
}
