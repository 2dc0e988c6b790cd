//! One MCP connection, and every View on it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use mcp_apps_generated::draft::{CallToolRequest, EXTENSION_ID, ListResourcesRequest, ListToolsRequest, MIME_TYPE};
use mcp_apps_generated::wire::{JsonObject, Request};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::backend::{Backend, Change, Watch};
use super::bridge::Bridge;
use super::inventory::Inventory;
use crate::draft::{Host, Implementation};
use crate::error::{Error, RpcError};
use crate::task::{BoxFuture, Timer};

/// The entry of `capabilities.extensions` that a Host's client advertises: the extension's id and
/// its settings (H1). Without `mime_types`, the specification's own.
///
/// ```
/// let (id, settings) = mcp_apps::host::client_extension(&[]);
/// assert_eq!(id, "io.modelcontextprotocol/ui");
/// assert_eq!(settings["mimeTypes"][0], "text/html;profile=mcp-app");
/// ```
pub fn client_extension(mime_types: &[&str]) -> (&'static str, JsonObject) {
    let mime_types = if mime_types.is_empty() { &[MIME_TYPE] } else { mime_types };
    (EXTENSION_ID, JsonObject::from_iter([("mimeTypes".to_owned(), json!(mime_types))]))
}

/// One MCP connection. Clones share it.
///
/// Everything a View sees of MCP comes from the connection it is bound to: there is no way from
/// one connection's Views to another's tools or resources, whatever they are called (H9).
#[derive(Clone)]
pub struct Connection {
    inner: Arc<Inner>,
}

struct Inner {
    id: u64,
    backend: Box<dyn Backend>,
    timer: SharedTimer,
    state: Mutex<State>,
    /// Held while the tools are read.
    reading: futures_util::lock::Mutex<()>,
}

#[derive(Default)]
struct State {
    inventory: Option<Arc<Inventory>>,
    resources: Option<Arc<Vec<JsonObject>>>,
    /// Calls of unknown tools since the server said that its tools have changed.
    misses: u64,
    /// Counts what makes an answer under way stale.
    epoch: u64,
    views: HashMap<u64, Host>,
    closed: bool,
}

/// A list longer than this is cut off: a server could page for ever.
const MOST_PAGES: usize = 100;

impl Connection {
    /// A connection over a client that is already connected.
    pub fn new(backend: impl Backend, timer: impl Timer) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        let (backend, timer) = (Box::new(backend), SharedTimer(Arc::new(timer)));
        Connection {
            inner: Arc::new(Inner {
                id,
                backend,
                timer,
                state: Mutex::default(),
                reading: futures_util::lock::Mutex::new(()),
            }),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.inner.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn id(&self) -> u64 {
        self.inner.id
    }

    pub(super) fn timer(&self) -> SharedTimer {
        self.inner.timer.clone()
    }

    /// Gives a client's handler the way to say that something changed.
    #[cfg(feature = "rmcp-3")]
    pub(super) fn weak(&self) -> WeakConnection {
        WeakConnection(Arc::downgrade(&self.inner))
    }

    /// What the server declared it can do.
    pub fn server_capabilities(&self) -> JsonObject {
        self.inner.backend.capabilities()
    }

    /// Whether the server declared a capability.
    pub(super) fn serves(&self, path: &[&str]) -> bool {
        let capabilities = Value::Object(self.inner.backend.capabilities());
        let found = path.iter().try_fold(&capabilities, |here, key| here.get(key));
        found.is_some_and(|value| !matches!(value, Value::Null | Value::Bool(false)))
    }

    /// The server's tools, read once and again after they have changed.
    ///
    /// # Errors
    /// When the server does not answer with a list. A server without tools has none.
    pub async fn inventory(&self) -> Result<Arc<Inventory>, RpcError> {
        let known = self.state().inventory.clone();
        match known {
            Some(known) => Ok(known),
            None => self.read_inventory(None).await,
        }
    }

    /// Reads the tools, one reader at a time: who waited takes what was read meanwhile, if it is other than `known`.
    async fn read_inventory(&self, known: Option<&Arc<Inventory>>) -> Result<Arc<Inventory>, RpcError> {
        let _alone = self.inner.reading.lock().await;
        let (now, epoch) = {
            let state = self.state();
            (state.inventory.clone(), state.epoch)
        };
        if let Some(now) = now.filter(|now| !known.is_some_and(|known| Arc::ptr_eq(known, now))) {
            return Ok(now);
        }
        let listed = match self.serves(&["tools"]) {
            true => self.pages(<ListToolsRequest as Request>::METHOD, "tools").await?,
            false => Vec::new(),
        };
        let inventory = Arc::new(Inventory::read(self.id(), listed));
        let mut state = self.state();
        if state.epoch == epoch {
            state.inventory = Some(Arc::clone(&inventory));
        }
        Ok(inventory)
    }

    /// The server's resources as listed.
    pub(super) async fn resources(&self) -> Result<Arc<Vec<JsonObject>>, RpcError> {
        let (known, epoch) = {
            let state = self.state();
            (state.resources.clone(), state.epoch)
        };
        if let Some(known) = known {
            return Ok(known);
        }
        let listed = Arc::new(self.pages(<ListResourcesRequest as Request>::METHOD, "resources").await?);
        let mut state = self.state();
        if state.epoch == epoch {
            state.resources = Some(Arc::clone(&listed));
        }
        Ok(listed)
    }

    /// Whether a View may call a tool. One that is not in the inventory may be new: the list is
    /// read again, more and more rarely, so that a View cannot have it read at will.
    pub(super) async fn app_may_call(&self, name: &str) -> Result<Option<bool>, RpcError> {
        let known = self.inventory().await?;
        let allowed = known.app_may_call(name);
        if allowed.is_some() {
            return Ok(allowed);
        }
        let again = {
            let mut state = self.state();
            state.misses += 1;
            state.misses.is_power_of_two()
        };
        if again { Ok(self.read_inventory(Some(&known)).await?.app_may_call(name)) } else { Ok(None) }
    }

    async fn pages(&self, method: &str, member: &str) -> Result<Vec<JsonObject>, RpcError> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Page {
            next_cursor: Option<String>,
            #[serde(flatten)]
            members: JsonObject,
        }
        let (mut all, mut cursor): (_, Option<String>) = (Vec::new(), None);
        for _ in 0..MOST_PAGES {
            let params = cursor.map(|cursor| JsonObject::from_iter([("cursor".to_owned(), Value::String(cursor))]));
            let page = self.request(method, params, Watch::default()).await?;
            let unreadable = |error: serde_json::Error| RpcError::internal(format!("the server's list: {error}"));
            let Page { next_cursor, mut members } = serde_json::from_str(page.get()).map_err(unreadable)?;
            let Some(Value::Array(entries)) = members.remove(member) else {
                return Err(RpcError::internal(format!("the server's list has no `{member}`")));
            };
            let objects = entries.into_iter().filter_map(|entry| match entry {
                Value::Object(object) => Some(object),
                _ => None,
            });
            all.extend(objects);
            if next_cursor.is_none() {
                break;
            }
            cursor = next_cursor;
        }
        Ok(all)
    }

    pub(super) fn request(
        &self,
        method: &str,
        params: Option<JsonObject>,
        watch: Watch,
    ) -> BoxFuture<'static, Result<Box<RawValue>, RpcError>> {
        if self.state().closed {
            let error = RpcError::internal("the connection to the server is closed");
            return Box::pin(std::future::ready(Err(error)));
        }
        self.inner.backend.request(method, params, watch)
    }

    /// Runs a tool of the server for the Host itself.
    pub(super) fn call_tool(
        &self,
        name: &str,
        arguments: JsonObject,
        watch: Watch,
    ) -> BoxFuture<'static, Result<Box<RawValue>, RpcError>> {
        let params = JsonObject::from_iter([
            ("name".to_owned(), Value::String(name.to_owned())),
            ("arguments".to_owned(), Value::Object(arguments)),
        ]);
        self.request(<CallToolRequest as Request>::METHOD, Some(params), watch)
    }

    /// Begins a View of this connection. `info` is the Host's name and version.
    pub fn bridge(&self, info: impl Into<Implementation>) -> Bridge {
        Bridge::new(self.clone(), info.into())
    }

    /// The client has been told that something changed. Views are told as far as their Host
    /// advertised it (H45).
    pub fn changed(&self, change: Change) {
        let views: Vec<Host> = {
            let mut state = self.state();
            state.epoch += 1;
            match change {
                Change::Tools => (state.inventory, state.misses) = (None, 0),
                Change::Resources => state.resources = None,
                Change::Prompts => {}
            }
            state.views.values().cloned().collect()
        };
        for view in views {
            // A View that is gone, or was not promised it, is not told.
            let _ = match change {
                Change::Tools => view.tool_list_changed(),
                Change::Resources => view.resource_list_changed(),
                Change::Prompts => view.prompt_list_changed(),
            };
        }
    }

    /// How many Views are open on it.
    pub fn views(&self) -> usize {
        self.state().views.len()
    }

    pub(super) fn enter(&self, view: u64, host: Host) -> Entered {
        let mut state = self.state();
        if state.closed {
            host.close();
        } else {
            state.views.insert(view, host);
        }
        Entered { connection: self.clone(), view }
    }

    /// Takes every View down, each within `patience`, all at once.
    pub async fn teardown(&self, patience: Duration) {
        let views: Vec<Host> = self.state().views.values().cloned().collect();
        // How it went is the Views' affair; afterwards they are gone.
        let _: Vec<Result<(), Error>> =
            futures_util::future::join_all(views.iter().map(|view| view.teardown(patience))).await;
    }

    /// The connection is over: every View's conversation ends, and what they still wait for fails.
    pub fn close(&self) {
        let views: Vec<Host> = {
            let mut state = self.state();
            state.closed = true;
            state.views.drain().map(|(_, host)| host).collect()
        };
        views.iter().for_each(Host::close);
    }
}

impl std::fmt::Debug for Connection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Connection").field("id", &self.id()).field("views", &self.views()).finish_non_exhaustive()
    }
}

/// A connection that does not keep it open.
#[cfg(feature = "rmcp-3")]
pub(super) struct WeakConnection(std::sync::Weak<Inner>);

#[cfg(feature = "rmcp-3")]
impl WeakConnection {
    pub(super) fn upgrade(&self) -> Option<Connection> {
        self.0.upgrade().map(|inner| Connection { inner })
    }
}

/// A View's place in its connection; dropping it leaves.
pub(super) struct Entered {
    connection: Connection,
    view: u64,
}

impl Drop for Entered {
    fn drop(&mut self) {
        let host = self.connection.state().views.remove(&self.view);
        drop(host);
    }
}

/// A clock that a connection and its Views share.
#[derive(Clone)]
pub(super) struct SharedTimer(Arc<dyn Timer>);

impl Timer for SharedTimer {
    fn now(&self) -> Duration {
        self.0.now()
    }

    fn sleep_until(&self, deadline: Duration) -> BoxFuture<'static, ()> {
        self.0.sleep_until(deadline)
    }
}
