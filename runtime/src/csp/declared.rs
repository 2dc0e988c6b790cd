//! The four lists of `_meta.ui.csp`, sorted into origins and refusals.

use mcp_apps_generated::v2026_01_26::McpUiResourceCsp;

use super::{Refusal, Source};

/// A list of `McpUiResourceCsp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum List {
    /// `connectDomains`: fetch, XHR and WebSocket.
    Connect,
    /// `resourceDomains`: scripts, styles, images, fonts and media.
    Resource,
    /// `frameDomains`: nested frames.
    Frame,
    /// `baseUriDomains`: the document's base URI.
    BaseUri,
}

impl List {
    /// Every list, in the order of [`Declared`]'s fields.
    pub const ALL: [List; 4] = [List::Connect, List::Resource, List::Frame, List::BaseUri];

    /// The list's member of `_meta.ui.csp`.
    pub fn as_str(self) -> &'static str {
        match self {
            List::Connect => "connectDomains",
            List::Resource => "resourceDomains",
            List::Frame => "frameDomains",
            List::BaseUri => "baseUriDomains",
        }
    }

    /// The list's entries as declared, valid or not.
    pub fn of(self, csp: &McpUiResourceCsp) -> &[String] {
        let list = match self {
            List::Connect => &csp.connect_domains,
            List::Resource => &csp.resource_domains,
            List::Frame => &csp.frame_domains,
            List::BaseUri => &csp.base_uri_domains,
        };
        list.as_deref().unwrap_or_default()
    }
}

/// An entry that is not an origin.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RefusedSource {
    /// The list it stands in.
    pub list: List,
    /// The entry as declared.
    pub text: String,
    /// Why it is dropped.
    pub refusal: Refusal,
}

/// What a UI resource declares, entry by entry: origins in declared order without repeats, and
/// beside them what was dropped and why.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Declared {
    /// Origins of `connectDomains`.
    pub connect: Vec<Source>,
    /// Origins of `resourceDomains`.
    pub resource: Vec<Source>,
    /// Origins of `frameDomains`.
    pub frame: Vec<Source>,
    /// Origins of `baseUriDomains`.
    pub base_uri: Vec<Source>,
    /// Entries that are no origins.
    pub refused: Vec<RefusedSource>,
}

impl Declared {
    /// Sorts a declaration.
    pub fn read(csp: &McpUiResourceCsp) -> Self {
        let mut declared = Declared::default();
        for list in List::ALL {
            for text in list.of(csp) {
                match Source::parse(text) {
                    Ok(source) => {
                        let sources = declared.list_mut(list);
                        if !sources.contains(&source) {
                            sources.push(source);
                        }
                    }
                    Err(refusal) => declared.refused.push(RefusedSource { list, text: text.clone(), refusal }),
                }
            }
        }
        declared
    }

    /// The origins of one list.
    pub fn list(&self, list: List) -> &[Source] {
        match list {
            List::Connect => &self.connect,
            List::Resource => &self.resource,
            List::Frame => &self.frame,
            List::BaseUri => &self.base_uri,
        }
    }

    fn list_mut(&mut self, list: List) -> &mut Vec<Source> {
        match list {
            List::Connect => &mut self.connect,
            List::Resource => &mut self.resource,
            List::Frame => &mut self.frame,
            List::BaseUri => &mut self.base_uri,
        }
    }
}
