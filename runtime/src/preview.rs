//! `mcp-apps preview`: a server's UIs in the browser, with everything they say.
//!
//! A Host for development. It runs on `127.0.0.1`, for one user's browser: the bridge is this
//! crate's own ([`host`](crate::host)), in Rust; the page only carries messages between a View's
//! frame and a WebSocket. What protects it, and the tests of that, are in `SECURITY.md`.
//!
//! ```no_run
//! use mcp_apps::check::Target;
//! use mcp_apps::preview::{Call, Options, Preview};
//!
//! # #[tokio::main]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let preview = Preview::start(Some(Target::command(["my-server", "--stdio"])), Options::default()).await?;
//! println!("open {}", preview.url());
//! let page = preview.page().await;
//! page.show(Call::new("get_weather")).await?;
//! let mut seen = preview.watch();
//! loop {
//!     println!("{}", serde_json::to_string(&seen.next().await)?);
//! }
//! # }
//! ```

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::check::{ConnectError, Era, Target};
use crate::error::RpcError;
use crate::host::rmcp::TokioTimer;
use crate::host::sandbox;
use crate::host::{Connection, ListedTool};

mod assets;
#[cfg(feature = "cli")]
pub mod command;
mod desk;
mod guard;
mod partial;
mod replay;
mod seen;
mod serve;
mod server;
mod settings;
mod show;
mod tap;

pub use desk::Page;
pub use seen::{Seen, Side, State, Watching, What};
pub use settings::{Call, Container, Grants, Settings};

use desk::Desk;
use guard::Guard;
use replay::Recording;
use seen::Log;
use server::Server;

/// How to preview.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The port of the page; 0 for any that is free, which is the default.
    pub port: u16,
    /// The eras of MCP to connect in: the first that the server speaks. All, oldest first, unless you say otherwise.
    pub eras: Vec<Era>,
    /// How long the server may take to start, a tenth of it: a command may have to be built first. 30 s.
    pub timeout: Duration,
    /// Where to record the conversations with Views, as `transcript check` reads them.
    pub record: Option<PathBuf>,
    /// Recorded conversations to be played to a View once more.
    pub replay: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        let (eras, timeout) = (Era::ALL.to_vec(), Duration::from_secs(30));
        Options { port: 0, eras, timeout, record: None, replay: None }
    }
}

/// Why there is no preview, or nothing in it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PreviewError {
    /// The server cannot be reached.
    #[error(transparent)]
    Server(#[from] ConnectError),
    /// The page cannot be served, or the recording not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The system has no randomness.
    #[error("no random numbers: {0}")]
    Random(getrandom::Error),
    /// No server runs.
    #[error("the server is not running")]
    NoServer,
    /// The server answered with an error.
    #[error("the server: {0}")]
    Rpc(#[from] RpcError),
    /// The server has no such tool.
    #[error("there is no tool `{0}`")]
    NoTool(String),
    /// The browser's page is gone.
    #[error("the page is gone")]
    NoPage,
    /// Something else was to be shown before it came to this.
    #[error("something else is shown instead")]
    Superseded,
    /// The View cannot be shown.
    #[error("{0}")]
    View(String),
}

/// A preview that runs. Clones share it; it ends with the last.
#[derive(Clone)]
pub struct Preview {
    shared: Arc<Shared>,
    _serving: Arc<JoinSet<()>>,
}

/// What every page of a preview shares.
struct Shared {
    options: Options,
    target: Option<Target>,
    guard: Guard,
    log: Log,
    recordings: Vec<Recording>,
    served: Mutex<Option<Served>>,
    /// The documents of the sandboxes that are open, by their origins' labels.
    sandboxes: Mutex<HashMap<String, sandbox::Page>>,
    /// The open pages, in the order they came.
    desks: watch::Sender<Vec<Arc<Desk>>>,
    numbers: Mutex<(u64, u64)>,
}

/// The server that runs.
#[derive(Clone)]
struct Served {
    server: Server,
    connection: Connection,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Preview {
    /// Starts the server, and the page on a port of `127.0.0.1`. Without a server the page has no tools.
    ///
    /// # Errors
    ///
    /// The server cannot be reached, or the port is taken.
    pub async fn start(target: Option<Target>, options: Options) -> Result<Self, PreviewError> {
        let listener = TcpListener::bind(("127.0.0.1", options.port)).await?;
        let guard = Guard::new(listener.local_addr()?.port()).map_err(PreviewError::Random)?;
        // Read first: the recording to play may be the one to be written over.
        let recordings = options.replay.as_deref().map(Recording::read).transpose()?.unwrap_or_default();
        let log = Log::new(options.record.as_deref())?;
        let shared = Arc::new(Shared {
            options,
            target,
            guard,
            log,
            recordings,
            served: Mutex::default(),
            sandboxes: Mutex::default(),
            desks: watch::Sender::default(),
            numbers: Mutex::default(),
        });
        shared.start_server().await?;
        let mut serving = JoinSet::new();
        serving.spawn(serve::serve(listener, Arc::clone(&shared)));
        Ok(Preview { shared, _serving: Arc::new(serving) })
    }

    /// The page's address, to be opened in a browser by the one user it is for: behind the `#`,
    /// which a browser keeps to itself, is the key to it.
    pub fn url(&self) -> String {
        self.shared.guard.url()
    }

    /// As [`url`](Self::url), for the command line of a browser, which others on the machine can
    /// read: its key opens one page.
    pub fn url_once(&self) -> String {
        self.shared.guard.url_once()
    }

    /// The page that a browser opened last, once there is one.
    pub async fn page(&self) -> Page {
        let mut desks = self.shared.desks.subscribe();
        loop {
            if let Some(desk) = desks.borrow_and_update().last() {
                return Page::new(Arc::clone(desk));
            }
            // The sender is ours, so that this does not fail.
            if desks.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }

    /// Everything that is seen, from the beginning on.
    pub fn watch(&self) -> Watching {
        self.shared.log.watch()
    }

    /// The connection to the server, while it runs.
    pub fn connection(&self) -> Option<Connection> {
        self.shared.served().map(|served| served.connection)
    }

    /// Starts the server anew. Views that are open lose it.
    ///
    /// # Errors
    ///
    /// It cannot be reached.
    pub async fn restart(&self) -> Result<(), PreviewError> {
        self.shared.start_server().await
    }

    /// Starts the server anew and has every page show its View anew: something it is made of changed.
    ///
    /// # Errors
    ///
    /// The server cannot be reached.
    pub async fn reload(&self) -> Result<(), PreviewError> {
        let started = self.shared.start_server().await;
        self.shared.each_desk(|desk| desk.say(&json!({ "op": "reload" })));
        started
    }

    /// Ends the server; the page ends with the preview.
    pub async fn stop(&self) {
        self.shared.stop_server().await;
    }
}

impl std::fmt::Debug for Preview {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Preview").field("origin", &self.shared.guard.origin()).finish_non_exhaustive()
    }
}

impl Shared {
    fn served(&self) -> Option<Served> {
        lock(&self.served).clone()
    }

    async fn start_server(self: &Arc<Self>) -> Result<(), PreviewError> {
        let Some(target) = &self.target else { return Ok(()) };
        self.stop_server().await;
        let Options { eras, timeout, .. } = &self.options;
        let shared = Arc::downgrade(self);
        let changed = move |change| {
            let Some(shared) = shared.upgrade() else { return };
            if let Some(served) = shared.served() {
                served.connection.changed(change);
                shared.each_desk(|desk| desk.connection_changed(change));
                tokio::spawn(Shared::tell_server(shared));
            }
        };
        let server = match Server::start(target, eras, *timeout, &self.log, changed).await {
            Ok(server) => server,
            Err(error) => {
                Shared::tell_server(Arc::clone(self)).await;
                return Err(error.into());
            }
        };
        let connection = Connection::new(server.clone(), TokioTimer::new());
        tokio::spawn(Self::mourn(Arc::downgrade(self), server.clone()));
        *lock(&self.served) = Some(Served { server, connection });
        Shared::tell_server(Arc::clone(self)).await;
        Ok(())
    }

    async fn stop_server(&self) {
        let served = lock(&self.served).take();
        if let Some(Served { server, connection }) = served {
            connection.close();
            server.close().await;
        }
    }

    /// Tells every page when the server ends by itself.
    async fn mourn(shared: Weak<Self>, server: Server) {
        server.ended().await;
        let Some(shared) = shared.upgrade() else { return };
        let ours = lock(&shared.served).as_ref().is_some_and(|served| served.server.is(&server));
        if ours {
            drop(lock(&shared.served).take());
            shared.log.add(None, None, What::Note { text: "the server has ended".to_owned() });
            Shared::tell_server(shared).await;
        }
    }

    fn each_desk(&self, f: impl Fn(&Arc<Desk>)) {
        let desks = self.desks.borrow().clone();
        desks.iter().for_each(f);
    }

    /// Tells every page about the server and its tools.
    async fn tell_server(self: Arc<Self>) {
        let about = self.about().await;
        self.each_desk(|desk| desk.say(&about));
    }

    /// What a page is told about the server.
    async fn about(&self) -> Value {
        let recordings: Value = self.recordings.iter().map(Recording::about).collect();
        let again = self.target.as_ref().map(|target| match target {
            Target::Command(_) => "Restart server",
            Target::Url(_) => "Reconnect",
        });
        let mut about = json!({ "op": "server", "recordings": recordings, "again": again });
        let Some(Served { server, connection }) = self.served() else { return about };
        about["about"] = server.about();
        let patience = self.options.timeout;
        match tokio::time::timeout(patience, connection.inventory()).await {
            Err(_) => about["error"] = json!(format!("it did not list its tools within {} s", patience.as_secs())),
            Ok(Err(error)) => about["error"] = json!(error.to_string()),
            Ok(Ok(inventory)) => about["tools"] = inventory.tools().iter().map(tool).collect(),
        }
        about
    }

    fn next_page(&self) -> u64 {
        let mut numbers = lock(&self.numbers);
        numbers.0 += 1;
        numbers.0
    }

    fn next_view(&self) -> u64 {
        let mut numbers = lock(&self.numbers);
        numbers.1 += 1;
        numbers.1
    }
}

/// What a page is told about a tool.
fn tool(tool: &ListedTool) -> Value {
    let (app, fault) = match tool.app() {
        Ok(app) => (app.map(|app| app.uri().as_str()), None),
        Err(error) => (None, Some(error.to_string())),
    };
    let visibility = tool.visibility();
    json!({
        "definition": tool.definition(), "app": app, "fault": fault,
        "model": visibility.model, "forApps": visibility.app,
    })
}
