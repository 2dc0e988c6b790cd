//! The UI resources of a server: listed, found and read.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use mcp_apps_generated::v2026_01_26::{MIME_TYPE, McpUiResourceMeta, UI_META_KEY};
use mcp_apps_generated::wire::JsonObject;
use rmcp::ErrorData;
use rmcp::model::{MetaObject, ReadResourceResult, Resource, ResourceContents, ResourceTemplate};
use rmcp::service::{RequestContext, RoleServer};

use super::error::BuildError;
use super::hash;
use super::html::{Origin, Page, Read};
use super::resource::{AppResource, Route, check_csp};
use crate::uri::{UiTemplate, UiUri};

/// A server's UI resources, checked, and cheap to clone. [`Apps`](super::Apps) holds one; a server
/// that wants no wrapper asks it from its own handlers.
///
/// ```
/// # use mcp_apps::{server::{AppResource, Resources}, ui_uri};
/// let resources = Resources::new([AppResource::new(ui_uri!("ui://x/view"), "<!doctype html>").listed()])?;
/// // In list_resources:
/// assert_eq!(resources.listed()[0].uri, "ui://x/view");
/// // In read_resource: `if let Some(found) = resources.find(&request.uri) { return found.read(context).await … }`
/// assert!(resources.find("ui://x/view").is_some());
/// assert!(resources.find("ui://x/other").is_none());
/// # Ok::<(), mcp_apps::server::BuildError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Resources(Arc<Registered>);

#[derive(Debug, Default)]
struct Registered {
    entries: Vec<Entry>,
    by_uri: HashMap<String, usize>,
    templates: Vec<(UiTemplate, usize)>,
}

#[derive(Debug)]
struct Entry {
    resource: AppResource,
    listing_meta: Option<MetaObject>,
    contents_meta: Option<MetaObject>,
    /// The hash of a page that is in memory.
    hash: Option<String>,
}

impl Resources {
    /// Checks and collects resources.
    ///
    /// # Errors
    ///
    /// One of them cannot be served as declared, or two answer to one URI.
    pub fn new(resources: impl IntoIterator<Item = AppResource>) -> Result<Self, BuildError> {
        let mut registered = Registered::default();
        for resource in resources {
            resource.check()?;
            let route = resource.route.clone();
            if registered.entries.iter().any(|entry| entry.resource.route == route) {
                return Err(BuildError::DuplicateResource { uri: route.to_string() });
            }
            let index = registered.entries.len();
            match route {
                Route::Uri(uri) => {
                    registered.by_uri.insert(uri.into(), index);
                }
                Route::Template(template) => registered.templates.push((template, index)),
            }
            registered.entries.push(Entry::new(resource));
        }
        // A URI that reads as another's content hash would hide that resource's older pages.
        if let Some(uri) = registered.by_uri.keys().find(|uri| registered.hashed(uri).is_some()) {
            return Err(BuildError::DuplicateResource { uri: uri.clone() });
        }
        Ok(Resources(Arc::new(registered)))
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.entries.is_empty()
    }

    /// The entries of `resources/list`, for those that opted in.
    pub fn listed(&self) -> Vec<Resource> {
        let listed = self.0.entries.iter().filter(|entry| entry.resource.listed);
        listed
            .filter_map(|entry| {
                let Route::Uri(uri) = &entry.resource.route else { return None };
                let mut resource =
                    Resource::new(entry.advertised(uri), entry.resource.shown_name()).with_mime_type(MIME_TYPE);
                resource.title.clone_from(&entry.resource.title);
                resource.description.clone_from(&entry.resource.description);
                resource.meta.clone_from(&entry.listing_meta);
                Some(resource)
            })
            .collect()
    }

    /// The entries of `resources/templates/list`, for those that opted in.
    pub fn listed_templates(&self) -> Vec<ResourceTemplate> {
        let listed = self.0.entries.iter().filter(|entry| entry.resource.listed);
        listed
            .filter_map(|entry| {
                let Route::Template(template) = &entry.resource.route else { return None };
                let mut resource =
                    ResourceTemplate::new(template.as_str(), entry.resource.shown_name()).with_mime_type(MIME_TYPE);
                resource.title.clone_from(&entry.resource.title);
                resource.description.clone_from(&entry.resource.description);
                resource.meta.clone_from(&entry.listing_meta);
                Some(resource)
            })
            .collect()
    }

    /// The resource that answers to `uri`: its own URI, a content-hashed one of any age, or one of
    /// its template. An own URI wins over a template, and an earlier template over a later one.
    pub fn find(&self, uri: &str) -> Option<Found<'_>> {
        let registered = &*self.0;
        let exact = registered.by_uri.get(uri).copied().or_else(|| registered.hashed(uri));
        let (index, parameters) = match exact {
            Some(index) => (index, BTreeMap::new()),
            None => registered
                .templates
                .iter()
                .find_map(|(template, index)| template.matches(uri).map(|parameters| (*index, parameters)))?,
        };
        Some(Found { entry: registered.entries.get(index)?, uri: uri.to_owned(), parameters })
    }

    /// The URI under which a page is advertised now: with its hash, if it asked for one.
    pub fn advertised(&self, uri: &UiUri) -> UiUri {
        let hashed = self.0.by_uri.get(uri.as_str()).and_then(|index| {
            let entry = self.0.entries.get(*index)?;
            UiUri::parse(entry.advertised(uri)).ok()
        });
        hashed.unwrap_or_else(|| uri.clone())
    }

    /// Whether `uri` is the plain URI of one of these.
    pub(super) fn is_own(&self, uri: &str) -> bool {
        self.0.by_uri.contains_key(uri)
    }

    /// Whether `template` is one of these, word for word.
    pub(super) fn is_own_template(&self, template: &str) -> bool {
        self.0.templates.iter().any(|(own, _)| own.as_str() == template)
    }
}

impl Registered {
    fn hashed(&self, uri: &str) -> Option<usize> {
        let index = *self.by_uri.get(hash::plain(uri)?)?;
        self.entries.get(index)?.resource.hashed.then_some(index)
    }
}

impl AppResource {
    fn shown_name(&self) -> &str {
        let uri = self.route.as_str();
        self.name.as_deref().unwrap_or_else(|| uri.split_once("://").map_or(uri, |(_, rest)| rest))
    }
}

impl Entry {
    fn new(resource: AppResource) -> Self {
        let listing_meta = with_ui(&resource.listing_meta, &resource.ui);
        let contents_meta = with_ui(&resource.contents_meta, &resource.ui);
        let mut entry = Entry { resource, listing_meta, contents_meta, hash: None };
        entry.hash = match &entry.resource.html.0 {
            Origin::Text(text) => Some(entry.hash_of(text.as_bytes())),
            Origin::Bytes(bytes) => Some(entry.hash_of(bytes)),
            Origin::File(_) | Origin::PerRead(_) => None,
        };
        entry
    }

    /// What a Host would keep: the page and the metadata it comes with.
    fn hash_of(&self, page: &[u8]) -> String {
        let meta = self.contents_meta.as_ref().and_then(|meta| serde_json::to_vec(meta).ok());
        hash::of(&[page, meta.as_deref().unwrap_or_default()])
    }

    fn advertised(&self, uri: &UiUri) -> String {
        if !self.resource.hashed {
            return uri.as_str().to_owned();
        }
        let hash = match &self.resource.html.0 {
            // A file that cannot be read now is advertised plainly; the read says what is wrong.
            Origin::File(path) => std::fs::read(path).ok().map(|page| self.hash_of(&page)),
            _ => self.hash.clone(),
        };
        hash.map_or_else(|| uri.as_str().to_owned(), |hash| hash::hashed(uri.as_str(), &hash))
    }
}

/// `_meta` with the UI metadata in it, unless there is nothing to say.
fn with_ui(others: &JsonObject, ui: &McpUiResourceMeta) -> Option<MetaObject> {
    let mut meta = others.clone();
    if *ui != McpUiResourceMeta::new() {
        // Strings, booleans and JSON values: there is nothing in it that JSON cannot say.
        meta.insert(UI_META_KEY.to_owned(), serde_json::to_value(ui).unwrap_or_default());
    }
    (!meta.is_empty()).then_some(MetaObject(meta))
}

/// A resource that answers to a URI, about to be read.
#[derive(Debug)]
#[must_use]
pub struct Found<'a> {
    entry: &'a Entry,
    uri: String,
    parameters: BTreeMap<String, String>,
}

impl Found<'_> {
    /// The answer to `resources/read`: one content item under the URI that was asked for, with the
    /// MIME type of MCP Apps (S2) and the resource's `_meta`.
    ///
    /// # Errors
    ///
    /// What the page's closure returns, or an internal error when its file cannot be read or its
    /// per-read metadata declares a CSP entry that is not an origin.
    pub async fn read(self, context: RequestContext<RoleServer>) -> Result<ReadResourceResult, ErrorData> {
        let Found { entry, uri, parameters } = self;
        let mut meta = entry.contents_meta.clone();
        let blob = |bytes: &[u8]| ResourceContents::blob(STANDARD.encode(bytes), uri.as_str());
        let text = |html: &str| match entry.resource.blob {
            true => blob(html.as_bytes()),
            false => ResourceContents::text(html, uri.as_str()),
        };
        let contents = match &entry.resource.html.0 {
            Origin::Text(html) => text(html),
            Origin::Bytes(bytes) => blob(bytes),
            Origin::File(path) => match std::fs::read_to_string(path) {
                Ok(html) => text(&html),
                // The path stays here: it is nobody's business on the other side.
                Err(error) => {
                    return Err(ErrorData::internal_error(
                        format!("the page of {uri} is unreadable: {}", error.kind()),
                        None,
                    ));
                }
            },
            Origin::PerRead(make) => {
                let Page { html, meta: ui } = make(Read::new(uri.clone(), parameters, context)).await?;
                if let Some(ui) = ui {
                    check_csp(&uri, &ui).map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
                    meta = with_ui(&entry.resource.contents_meta, &ui);
                }
                text(&html)
            }
        };
        let contents = contents.with_mime_type(MIME_TYPE);
        Ok(ReadResourceResult::new(vec![match meta {
            Some(meta) => contents.with_meta(meta),
            None => contents,
        }]))
    }
}
