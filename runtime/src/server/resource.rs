//! A UI resource, as its author declares it.

use std::fmt;

use mcp_apps_generated::v2026_01_26::{McpUiResourceCsp, McpUiResourceMeta, McpUiResourcePermissions, UI_META_KEY};
use mcp_apps_generated::wire::JsonObject;
use serde_json::Value;

use super::error::BuildError;
use super::html::{Html, Origin};
use crate::csp::Declared;
use crate::uri::{UiTemplate, UiUri};

/// What a UI resource answers to: one URI, or every URI of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Route {
    /// One URI.
    Uri(UiUri),
    /// The URIs of a template.
    Template(UiTemplate),
}

impl Route {
    pub(super) fn as_str(&self) -> &str {
        match self {
            Route::Uri(uri) => uri.as_str(),
            Route::Template(template) => template.as_str(),
        }
    }

    pub(super) fn covers(&self, uri: &str) -> bool {
        match self {
            Route::Uri(own) => own.as_str() == uri,
            Route::Template(template) => template.matches(uri).is_some(),
        }
    }
}

impl From<UiUri> for Route {
    fn from(uri: UiUri) -> Self {
        Route::Uri(uri)
    }
}

impl From<UiTemplate> for Route {
    fn from(template: UiTemplate) -> Self {
        Route::Template(template)
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A UI resource: an HTML page for Views, and what the page needs from its sandbox.
///
/// The metadata is written to the listing and to every content item alike, since some Hosts read
/// the one and some the other (H4). The order of the calls does not matter.
///
/// ```
/// use mcp_apps::{server::AppResource, ui_uri, v2026_01_26::McpUiResourcePermissions};
///
/// let view = AppResource::new(ui_uri!("ui://weather/view"), "<!doctype html><title>Weather</title>")
///     .name("Weather")
///     .connect_domains(["https://api.example.com"])
///     .permissions(McpUiResourcePermissions::new().with_geolocation())
///     .prefers_border(true);
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct AppResource {
    pub(super) route: Route,
    pub(super) html: Html,
    pub(super) name: Option<String>,
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    pub(super) ui: McpUiResourceMeta,
    pub(super) listing_meta: JsonObject,
    pub(super) contents_meta: JsonObject,
    pub(super) listed: bool,
    pub(super) hashed: bool,
    pub(super) blob: bool,
}

impl AppResource {
    /// A page under a URI, or under a template: `ui://report/{id}`.
    pub fn new(route: impl Into<Route>, html: impl Into<Html>) -> Self {
        AppResource {
            route: route.into(),
            html: html.into(),
            name: None,
            title: None,
            description: None,
            ui: McpUiResourceMeta::new(),
            listing_meta: JsonObject::new(),
            contents_meta: JsonObject::new(),
            listed: false,
            hashed: false,
            blob: false,
        }
    }

    /// The name in `resources/list`; the URI without its scheme unless you say otherwise.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// The name for people.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// What the page shows.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Origins the page connects to: fetch, XHR, WebSocket. Added to those already declared; an
    /// entry that is not an origin fails the build.
    pub fn connect_domains<T: Into<String>>(mut self, origins: impl IntoIterator<Item = T>) -> Self {
        extend(&mut self.csp_mut().connect_domains, origins);
        self
    }

    /// Origins of scripts, styles, images, fonts and media.
    pub fn resource_domains<T: Into<String>>(mut self, origins: impl IntoIterator<Item = T>) -> Self {
        extend(&mut self.csp_mut().resource_domains, origins);
        self
    }

    /// Origins of nested frames.
    pub fn frame_domains<T: Into<String>>(mut self, origins: impl IntoIterator<Item = T>) -> Self {
        extend(&mut self.csp_mut().frame_domains, origins);
        self
    }

    /// Origins of the document's base URI.
    pub fn base_uri_domains<T: Into<String>>(mut self, origins: impl IntoIterator<Item = T>) -> Self {
        extend(&mut self.csp_mut().base_uri_domains, origins);
        self
    }

    /// Every list at once, added to what is already declared.
    pub fn csp(mut self, csp: impl Into<McpUiResourceCsp>) -> Self {
        let csp = csp.into();
        let own = self.csp_mut();
        own.extra.extend(csp.extra);
        let lists = [
            (&mut own.connect_domains, csp.connect_domains),
            (&mut own.resource_domains, csp.resource_domains),
            (&mut own.frame_domains, csp.frame_domains),
            (&mut own.base_uri_domains, csp.base_uri_domains),
        ];
        for (list, origins) in lists {
            if let Some(origins) = origins {
                extend(list, origins);
            }
        }
        self
    }

    /// Browser features the page asks for. A Host may refuse; the page feature-detects (V3).
    pub fn permissions(mut self, permissions: impl Into<McpUiResourcePermissions>) -> Self {
        self.ui.permissions = Some(permissions.into());
        self
    }

    /// A dedicated origin for the page. Its form is the Host's: read the Host's documentation (S7).
    pub fn domain(mut self, domain: impl Into<String>) -> Self {
        self.ui.domain = Some(domain.into());
        self
    }

    /// Whether the Host draws a border and background around the page. Hosts' defaults differ, so
    /// say it (S8).
    pub fn prefers_border(mut self, prefers_border: bool) -> Self {
        self.ui.prefers_border = Some(prefers_border);
        self
    }

    /// A member of `_meta.ui` that this version does not know.
    pub fn ui_member(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.ui.extra.insert(key.into(), value.into());
        self
    }

    /// Another key of `_meta`, on the listing and on the contents.
    pub fn meta(self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        let (key, value) = (key.into(), value.into());
        self.listing_meta(key.clone(), value.clone()).contents_meta(key, value)
    }

    /// Another key of `_meta`, on the listing only.
    pub fn listing_meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.listing_meta.insert(key.into(), value.into());
        self
    }

    /// Another key of `_meta`, on the contents only.
    pub fn contents_meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.contents_meta.insert(key.into(), value.into());
        self
    }

    /// Names the resource in `resources/list`, or its template in `resources/templates/list`.
    /// Otherwise only tools link to it (S6): most Hosts show a listed resource to their user.
    pub fn listed(mut self) -> Self {
        self.listed = true;
        self
    }

    /// Advertises the page under a URI that ends in a hash of it, `ui://x/view~0123456789abcdef`,
    /// wherever its own URI would stand. Hosts cache by URI, so a new page needs a new one; the
    /// plain URI and every older hash keep resolving to the page of today.
    pub fn hashed(mut self) -> Self {
        self.hashed = true;
        self
    }

    /// Sends the page as `blob`, in base64, instead of `text` (S3).
    pub fn as_blob(mut self) -> Self {
        self.blob = true;
        self
    }

    fn csp_mut(&mut self) -> &mut McpUiResourceCsp {
        self.ui.csp.get_or_insert_default()
    }

    pub(super) fn check(&self) -> Result<(), BuildError> {
        let resource = || self.route.to_string();
        if self.listing_meta.contains_key(UI_META_KEY) || self.contents_meta.contains_key(UI_META_KEY) {
            return Err(BuildError::ReservedKey { of: resource(), key: UI_META_KEY.to_owned() });
        }
        if self.hashed && (matches!(self.html.0, Origin::PerRead(_)) || matches!(self.route, Route::Template(_))) {
            return Err(BuildError::Hash { resource: resource() });
        }
        if let Origin::File(path) = &self.html.0
            && let Err(error) = std::fs::read(path)
        {
            return Err(BuildError::File { resource: resource(), path: path.clone(), error: error.into() });
        }
        check_csp(&resource(), &self.ui)
    }
}

pub(super) fn check_csp(resource: &str, ui: &McpUiResourceMeta) -> Result<(), BuildError> {
    let refused = ui.csp.as_ref().map(|csp| Declared::read(csp).refused).unwrap_or_default();
    match refused.into_iter().next() {
        None => Ok(()),
        Some(first) => Err(BuildError::CspSource {
            resource: resource.to_owned(),
            list: first.list,
            entry: first.text,
            refusal: first.refusal,
        }),
    }
}

fn extend<T: Into<String>>(list: &mut Option<Vec<String>>, origins: impl IntoIterator<Item = T>) {
    list.get_or_insert_default().extend(origins.into_iter().map(Into::into));
}
