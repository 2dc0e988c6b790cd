//! Where the page of a UI resource comes from.

use std::collections::BTreeMap;
use std::fmt;
use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;

use mcp_apps_generated::v2026_01_26::McpUiResourceMeta;
use rmcp::ErrorData;
use rmcp::service::{RequestContext, RoleServer};

/// The HTML of a UI resource: text, bytes, a file, or a closure run for every `resources/read`.
///
/// A valid HTML5 document (S4), self-contained or with its origins declared in the resource's CSP.
#[derive(Clone)]
pub struct Html(pub(super) Origin);

#[derive(Clone)]
pub(super) enum Origin {
    Text(Arc<str>),
    Bytes(Arc<[u8]>),
    File(PathBuf),
    PerRead(PerRead),
}

type PerRead = Arc<dyn Fn(Read) -> Pin<Box<dyn Future<Output = Result<Page, ErrorData>> + Send>> + Send + Sync>;

impl Html {
    /// Text, given as it is.
    pub fn text(html: impl Into<Arc<str>>) -> Self {
        Html(Origin::Text(html.into()))
    }

    /// Bytes in whatever encoding the document names; sent as `blob`, in base64 (S3).
    pub fn bytes(html: impl Into<Arc<[u8]>>) -> Self {
        Html(Origin::Bytes(html.into()))
    }

    /// A file of UTF-8 text, read again for every request: an edit shows without a restart. It must
    /// be readable when the server is built. For a release, prefer `include_str!`.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        Html(Origin::File(path.into()))
    }

    /// A page made for each request. What it returns may override the resource's `_meta.ui`.
    ///
    /// ```
    /// # use mcp_apps::server::{Html, Page, Read};
    /// let report = Html::per_read(|read: Read| async move {
    ///     let id = read.parameters["id"].clone();
    ///     Ok(format!("<!doctype html><title>{}</title>", id.len()))
    /// });
    /// ```
    pub fn per_read<F, T, P>(make: F) -> Self
    where
        F: Fn(Read) -> T + Send + Sync + 'static,
        T: Future<Output = Result<P, ErrorData>> + Send + 'static,
        P: Into<Page>,
    {
        let make: PerRead = Arc::new(move |read| {
            let page = make(read);
            Box::pin(async move { page.await.map(Into::into) })
        });
        Html(Origin::PerRead(make))
    }
}

impl From<&str> for Html {
    fn from(html: &str) -> Self {
        Html::text(html)
    }
}

impl From<String> for Html {
    fn from(html: String) -> Self {
        Html::text(html)
    }
}

impl fmt::Debug for Html {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Origin::Text(text) => write!(f, "Html::text({} bytes)", text.len()),
            Origin::Bytes(bytes) => write!(f, "Html::bytes({} bytes)", bytes.len()),
            Origin::File(path) => write!(f, "Html::file({path:?})"),
            Origin::PerRead(_) => f.write_str("Html::per_read(…)"),
        }
    }
}

/// One `resources/read` of a UI resource.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Read {
    /// The URI as requested.
    pub uri: String,
    /// The values of the template's variables, percent-decoded: untrusted text, which may hold
    /// markup or `..`.
    pub parameters: BTreeMap<String, String>,
    /// The request: who asks, and with which capabilities.
    pub context: RequestContext<RoleServer>,
}

impl Read {
    pub(super) fn new(uri: String, parameters: BTreeMap<String, String>, context: RequestContext<RoleServer>) -> Self {
        Read { uri, parameters, context }
    }
}

/// The page made for one read.
#[derive(Clone, Debug)]
pub struct Page {
    pub(super) html: String,
    pub(super) meta: Option<McpUiResourceMeta>,
}

impl Page {
    /// A page with the metadata its resource declares.
    pub fn new(html: impl Into<String>) -> Self {
        Page { html: html.into(), meta: None }
    }

    /// Replaces the resource's `_meta.ui` as a whole, on the contents of this read only. A CSP entry
    /// that is not an origin fails the read.
    #[must_use]
    pub fn with_ui(mut self, meta: impl Into<McpUiResourceMeta>) -> Self {
        self.meta = Some(meta.into());
        self
    }
}

impl From<String> for Page {
    fn from(html: String) -> Self {
        Page::new(html)
    }
}

impl From<&str> for Page {
    fn from(html: &str) -> Self {
        Page::new(html)
    }
}
