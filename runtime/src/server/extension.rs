//! Any MCP extension as one value: what it declares, the methods it serves, what it notifies of.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use mcp_apps_generated::wire::{JsonObject, decode_at};
use rmcp::ErrorData;
use rmcp::model::{ProtocolVersion, ResultType};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

mod call;
mod protocol;
mod registry;

pub use call::Call;
pub(super) use registry::Registry;

type Answer = Pin<Box<dyn Future<Output = Result<Map<String, Value>, ErrorData>> + Send>>;
type Method = Arc<dyn Fn(Option<Value>, Call) -> Answer + Send + Sync>;

/// What serves a method: an async closure or function of its parameters and the [`Call`]. You never
/// implement this yourself.
pub trait Handler<P, R>: Fn(P, Call) -> Self::Answer + Send + Sync + 'static {
    /// The future it returns.
    type Answer: Future<Output = Result<R, ErrorData>> + Send + 'static;
}

impl<F, A, P, R> Handler<P, R> for F
where
    F: Fn(P, Call) -> A + Send + Sync + 'static,
    A: Future<Output = Result<R, ErrorData>> + Send + 'static,
{
    type Answer = A;
}

/// An extension of MCP that a server serves. Any number of them, written separately, combine on one
/// server through [`AppsBuilder::extension`](super::AppsBuilder::extension).
///
/// ```
/// use mcp_apps::server::{Apps, Call, Extension};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Serialize, Deserialize)]
/// struct Text {
///     text: String,
/// }
///
/// # #[derive(Clone)]
/// # struct Server;
/// # impl rmcp::ServerHandler for Server {}
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let echo = Extension::new("example.org/echo")
///     .method::<Text, Text>("example/echo", |params, call: Call| async move {
///         call.notify("notifications/example/echoed", &params).await?; // before the answer
///         Ok(params)
///     })
///     .notification::<Text>("notifications/example/echoed");
/// let server = Apps::new(Server).extension(echo).build()?;
/// # let _ = server;
/// # Ok(())
/// # }
/// ```
///
/// * The id and its settings are declared in `initialize` and `server/discover`.
/// * Parameters that do not fit are answered with −32602 and the path, before the handler runs; a
///   method nobody serves is −32601. On 2026-07-28 a result says `resultType: "complete"` unless it
///   names another.
/// * A notification reaches the client that asked, while its request runs, in the order sent and
///   before the answer: over stdio, over HTTP without sessions and over any HTTP on 2026-07-28. Over
///   HTTP *with* sessions, which only older versions have, rmcp sends it on the session's standalone
///   stream, where it may come after the answer, or never if the client opened none. There
///   `initialize` fails for an extension with notifications, or else its methods do, unless it says
///   [`allow_unordered`](Self::allow_unordered).
/// * An extension wins over the wrapped server's `on_custom_request`, which cannot be looked into
///   when the server is built.
#[derive(Clone)]
#[must_use]
pub struct Extension {
    id: String,
    settings: JsonObject,
    versions: Option<Vec<ProtocolVersion>>,
    methods: Vec<(String, Method)>,
    notifications: BTreeMap<String, TypeId>,
    /// Names given more than once, to be refused when the server is built.
    repeated: Vec<String>,
    unordered: bool,
    /// Whether the server may declare the id itself, too.
    shared: bool,
}

impl Extension {
    /// An extension under its id, `vendor/name`, the vendor a domain name.
    pub fn new(id: impl Into<String>) -> Self {
        Extension {
            id: id.into(),
            settings: JsonObject::new(),
            versions: None,
            methods: Vec::new(),
            notifications: BTreeMap::new(),
            repeated: Vec::new(),
            unordered: false,
            shared: false,
        }
    }

    /// The extension of MCP Apps itself: a server may also declare it by hand.
    pub(super) fn ui() -> Self {
        Extension { shared: true, ..Extension::new(mcp_apps_generated::v2026_01_26::EXTENSION_ID) }
    }

    /// One of the settings it is declared with; none is `{}`.
    pub fn capability(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.settings.insert(key.into(), value.into());
        self
    }

    /// Serves a method. The handler runs until it returns: one that goes on until its client no
    /// longer wants it watches [`Call::cancelled`].
    ///
    /// `P` is decoded from `params`, or from `{}` where there are none; `R` becomes the result and
    /// must be a JSON object.
    pub fn method<P, R>(mut self, name: impl Into<String>, handler: impl Handler<P, R>) -> Self
    where
        P: DeserializeOwned + Send + 'static,
        R: Serialize + Send + 'static,
    {
        let method: Method = Arc::new(move |params, call| {
            let params = params.unwrap_or_else(|| Value::Object(Map::new()));
            // The handler's own part runs once its future is polled.
            let answer = decode_at::<P, _>("params", &params).map(|params| handler(params, call));
            Box::pin(async move {
                let answer = answer.map_err(|error| ErrorData::invalid_params(error.to_string(), None))?;
                match serde_json::to_value(answer.await?) {
                    Ok(Value::Object(result)) => Ok(result),
                    Ok(_) => Err(ErrorData::internal_error("the method's result is not a JSON object", None)),
                    Err(error) => Err(ErrorData::internal_error(format!("the method's result: {error}"), None)),
                }
            })
        });
        self.methods.push((name.into(), method));
        self
    }

    /// Says that the extension sends a notification, with these parameters, from within its methods.
    pub fn notification<P: Serialize + 'static>(mut self, name: impl Into<String>) -> Self {
        let name = name.into();
        if self.notifications.insert(name.clone(), TypeId::of::<P>()).is_some() {
            self.repeated.push(name);
        }
        self
    }

    /// Serves it on these versions of the protocol only. On others it is not declared, and its
    /// methods are unknown. `get_info`, which knows of no version, names it all the same.
    pub fn versions(mut self, versions: impl IntoIterator<Item = ProtocolVersion>) -> Self {
        self.versions = Some(versions.into_iter().collect());
        self
    }

    /// Serves it over HTTP with sessions as well, where its notifications may come after the answer.
    pub fn allow_unordered(mut self) -> Self {
        self.unordered = true;
        self
    }

    fn serves(&self, version: Option<&ProtocolVersion>) -> bool {
        match (&self.versions, version) {
            (Some(versions), Some(version)) => versions.contains(version),
            _ => true,
        }
    }
}

impl fmt::Debug for Extension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let methods: Vec<_> = self.methods.iter().map(|(name, _)| name).collect();
        f.debug_struct("Extension")
            .field("id", &self.id)
            .field("settings", &self.settings)
            .field("versions", &self.versions)
            .field("methods", &methods)
            .field("notifications", &self.notifications.keys())
            .field("unordered", &self.unordered)
            .finish_non_exhaustive()
    }
}

/// A result as the version wants it.
fn finished(mut result: Map<String, Value>, version: Option<&ProtocolVersion>) -> Map<String, Value> {
    if version.is_some_and(|version| *version >= ProtocolVersion::V_2026_07_28) {
        result.entry("resultType").or_insert_with(|| ResultType::COMPLETE.as_str().into());
    }
    result
}
