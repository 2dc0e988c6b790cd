//! Why a server with a UI cannot be built.

use std::path::PathBuf;
use std::sync::Arc;

use crate::csp::{List, Refusal};

/// Why a server with a UI cannot be built. Every message names the thing and the remedy.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// Two resources answer to one URI, or one is also said to be served elsewhere.
    #[error("{uri} is served twice: register it once")]
    DuplicateResource {
        /// The URI or template.
        uri: String,
    },
    /// A tool is given its UI twice.
    #[error("the tool `{tool}` is given its UI twice: say it in one call")]
    DuplicateTool {
        /// The tool's name.
        tool: String,
    },
    /// A tool links to a UI that nothing serves (S5).
    #[error(
        "the tool `{tool}` links to {uri}, which nothing serves: register it with `resource`, or name it in `served_elsewhere` if the wrapped server reads it"
    )]
    Unserved {
        /// The tool's name.
        tool: String,
        /// The URI it links to.
        uri: String,
    },
    /// A tool's own `_meta` and its registration here both say the same key.
    #[error("the tool `{tool}` has `{key}` in its own `_meta` and again in its registration: keep one of them")]
    TwoSources {
        /// The tool's name.
        tool: String,
        /// The key of `_meta`.
        key: String,
    },
    /// A CSP entry is not an origin, so a Host would drop it.
    #[error("{resource}: {} entry {entry:?}: {refusal}", .list.as_str())]
    CspSource {
        /// The resource's URI or template.
        resource: String,
        /// The list the entry stands in.
        list: List,
        /// The entry as declared.
        entry: String,
        /// Why it is not an origin.
        refusal: Refusal,
    },
    /// The key `ui` among a resource's or tool's other `_meta` keys.
    #[error("{of}: `{key}` is written from what you declare: do not set it by hand")]
    ReservedKey {
        /// The resource's URI or the tool's name.
        of: String,
        /// The key.
        key: String,
    },
    /// A content hash of a page that is made per request, or behind a template.
    #[error(
        "{resource}: a content hash needs a page that is the same for every request: not a closure, not a template"
    )]
    Hash {
        /// The resource's URI or template.
        resource: String,
    },
    /// The page's file cannot be read.
    #[error("{resource}: cannot read {}: {error}", .path.display())]
    File {
        /// The resource's URI or template.
        resource: String,
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: Arc<std::io::Error>,
    },
    /// An extension's id is not `vendor/name`.
    #[error("the extension id `{id}` has no vendor: write it as `example.org/name`, with a domain of yours")]
    ExtensionId {
        /// The id.
        id: String,
    },
    /// Two extensions under one id.
    #[error("the extension `{id}` is registered twice, once with the methods [{first}] and once with [{second}]")]
    DuplicateExtension {
        /// The id.
        id: String,
        /// The methods of the first.
        first: String,
        /// The methods of the second.
        second: String,
    },
    /// An extension that the server's own capabilities declare as well.
    #[error(
        "the extension `{id}` is registered here, and the server's own `get_info` declares it by hand: remove it there"
    )]
    DeclaredByHand {
        /// The id.
        id: String,
    },
    /// A method or notification that is the protocol's own.
    #[error(
        "the extension `{extension}` wants `{method}`, which is the Model Context Protocol's own: give it a name of yours"
    )]
    ProtocolMethod {
        /// The extension's id.
        extension: String,
        /// The method.
        method: String,
    },
    /// A method or notification that two extensions, or one extension twice, call their own.
    #[error("the method `{method}` is claimed twice, by the extension `{first}` and by the extension `{second}`")]
    DuplicateMethod {
        /// The method.
        method: String,
        /// The id of the one that came first.
        first: String,
        /// The id of the other.
        second: String,
    },
}
