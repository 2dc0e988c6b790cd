//! One page of the preview in a browser: what it asks for, and what it is told.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use mcp_apps_generated::draft::CallToolResult;
use mcp_apps_generated::wire::JsonObject;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{Notify, mpsc, oneshot};

use super::seen::{Seen, State, Watching, What};
use super::show::{self, Shown};
use super::{Call, Container, PreviewError, Settings, Shared, lock, tap};
use crate::error::RpcError;
use crate::host::sandbox::Notice;
use crate::host::{BridgedView, Change};

mod work;

/// How long a page may take to show its key.
const HELLO: Duration = Duration::from_secs(10);

/// How long a View may take to go down.
const TEARDOWN: Duration = Duration::from_secs(2);

/// One page, while its WebSocket is open.
pub(super) struct Desk {
    number: u64,
    shared: Arc<Shared>,
    out: mpsc::UnboundedSender<String>,
    shown: Mutex<Option<Shown>>,
    /// One thing at a time is done about the View on show.
    busy: tokio::sync::Mutex<()>,
    /// Counts what was to be shown: of several, only the last is.
    turns: AtomicU64,
    asks: Mutex<HashMap<u64, oneshot::Sender<Option<Value>>>>,
    next_ask: AtomicU64,
    closing: Notify,
}

/// What a page asks for.
#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "camelCase", rename_all_fields = "camelCase")]
enum Op {
    Show(Call),
    Replay {
        name: String,
        #[serde(default)]
        settings: Settings,
    },
    /// A View's frame, or its sandbox's, said this.
    Message {
        view: u64,
        message: Value,
    },
    Context {
        context: JsonObject,
    },
    Container {
        container: Container,
    },
    Mode {
        mode: String,
    },
    TearDown,
    /// The View is left without a word.
    Close,
    Answer {
        ask: u64,
        answer: Option<Value>,
    },
    ViewTools,
    CallViewTool {
        name: String,
        arguments: JsonObject,
    },
    Restart,
}

/// What comes first.
#[derive(Deserialize)]
struct Hello {
    key: String,
}

/// Serves a page until its WebSocket closes.
pub(super) async fn run(socket: WebSocket, shared: Arc<Shared>) {
    let (mut sink, mut stream) = socket.split();
    let hello = tokio::time::timeout(HELLO, next(&mut stream)).await;
    let hello = hello.ok().flatten().and_then(|text| serde_json::from_str::<Hello>(&text).ok());
    if !hello.is_some_and(|hello| shared.guard.opens(&hello.key)) {
        let _ = sink.send(Message::text(json!({ "op": "refused" }).to_string())).await;
        return;
    }
    let (out, texts) = mpsc::unbounded_channel();
    let desk = Arc::new(Desk {
        number: shared.next_page(),
        shared: Arc::clone(&shared),
        out,
        shown: Mutex::default(),
        busy: tokio::sync::Mutex::default(),
        turns: AtomicU64::new(0),
        asks: Mutex::default(),
        next_ask: AtomicU64::new(0),
        closing: Notify::new(),
    });
    desk.say(&json!({
        "op": "hello", "page": desk.number, "version": env!("CARGO_PKG_VERSION"), "key": shared.guard.key(),
    }));
    desk.say(&shared.about().await);
    shared.desks.send_modify(|desks| desks.push(Arc::clone(&desk)));
    let writing = write(&mut sink, texts);
    let reading = async {
        while let Some(text) = next(&mut stream).await {
            match serde_json::from_str::<Op>(&text) {
                Ok(op) => desk.take(op),
                Err(error) => desk.fail(&format!("the page: {error}")),
            }
        }
    };
    tokio::select! {
        () = writing => {}
        () = reading => {}
        () = desk.show_log(shared.log.watch()) => {}
        () = desk.closing.notified() => {}
    }
    shared.desks.send_modify(|desks| desks.retain(|other| !Arc::ptr_eq(other, &desk)));
    lock(&desk.asks).clear();
    let shown = lock(&desk.shown).take();
    drop(shown);
}

async fn write(sink: &mut SplitSink<WebSocket, Message>, mut texts: mpsc::UnboundedReceiver<String>) {
    while let Some(text) = texts.recv().await {
        if sink.send(Message::text(text)).await.is_err() {
            return;
        }
    }
}

async fn next(stream: &mut SplitStream<WebSocket>) -> Option<String> {
    while let Some(Ok(message)) = stream.next().await {
        if let Message::Text(text) = message {
            return Some(text.to_string());
        }
    }
    None
}

impl Desk {
    pub(super) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    /// Tells the page something.
    pub(super) fn say(&self, what: &Value) {
        self.say_text(what.to_string());
    }

    pub(super) fn say_text(&self, text: String) {
        // A page that is gone is not told.
        let _ = self.out.send(text);
    }

    /// Keeps what was seen.
    pub(super) fn see(&self, view: Option<u64>, what: What) {
        self.shared.log.add(Some(self.number), view, what);
    }

    /// Shows on the page what is seen of it and of the server.
    async fn show_log(&self, mut log: Watching) {
        loop {
            let seen = log.next().await;
            if seen.page.is_none_or(|page| page == self.number) {
                self.show_seen(&seen);
            }
        }
    }

    fn show_seen(&self, seen: &Seen) {
        let mut seen = json!({ "op": "seen", "seen": seen });
        // A View's page is long, and the log is not the place to read it.
        if let Some(html) = seen.pointer_mut("/seen/msg/params/html") {
            *html = json!(format!("({} bytes)", html.as_str().map_or(0, str::len)));
        }
        self.say(&seen);
    }

    pub(super) fn state(&self, view: u64, state: State, detail: Option<String>) {
        self.see(Some(view), What::State { state, detail });
    }

    fn fail(&self, text: &str) {
        self.say(&json!({ "op": "failed", "text": text }));
    }

    /// What came of a View's call.
    pub(super) fn settled(&self, view: u64, outcome: Result<CallToolResult, RpcError>) {
        self.say(&show::outcome(view, &outcome));
        self.state(view, State::Settled, outcome.err().map(|error| error.to_string()));
    }

    /// Asks the user. Whoever stops waiting takes the question back.
    pub(super) fn ask(self: &Arc<Self>, mut question: Value) -> impl Future<Output = Result<Value, RpcError>> + use<> {
        let number = self.next_ask.fetch_add(1, Ordering::Relaxed);
        let (answer, answered) = oneshot::channel();
        lock(&self.asks).insert(number, answer);
        (question["op"], question["ask"]) = (json!("ask"), json!(number));
        self.say(&question);
        let asked = Asked { desk: Arc::downgrade(self), number };
        async move {
            let _asked = asked;
            match answered.await {
                Ok(Some(answer)) => Ok(answer),
                Ok(None) => Err(RpcError::denied("the user said no")),
                Err(_) => Err(RpcError::denied("the page is gone")),
            }
        }
    }

    /// Does what the page asks for, in the order it asks.
    fn take(self: &Arc<Self>, op: Op) {
        let done = match op {
            Op::Message { view, message } => {
                self.message(view, message);
                Ok(())
            }
            Op::Context { context } => self.with_shown(|shown| shown.set_context(context)),
            Op::Container { container } => self.with_shown(|shown| shown.resize(container)),
            Op::Mode { mode } => self.switch(&mode),
            Op::Answer { ask, answer } => {
                if let Some(asking) = lock(&self.asks).remove(&ask) {
                    // Nobody may wait for it any more.
                    let _ = asking.send(answer);
                }
                Ok(())
            }
            Op::Close => {
                drop(lock(&self.shown).take());
                Ok(())
            }
            later => {
                tokio::spawn(Self::later(Arc::clone(self), later));
                Ok(())
            }
        };
        if let Err(error) = done {
            self.fail(&error.to_string());
        }
    }

    fn with_shown(&self, f: impl FnOnce(&Shown) -> Result<(), PreviewError>) -> Result<(), PreviewError> {
        lock(&self.shown).as_ref().map_or(Ok(()), f)
    }

    pub(super) fn view(&self) -> Option<BridgedView> {
        lock(&self.shown).as_ref()?.view.clone()
    }

    /// A message from a View's frame: of the conversation, of the sandbox, or of the probe.
    fn message(&self, view: u64, message: Value) {
        let shown = lock(&self.shown);
        // What an earlier View still had to say is of no use.
        let Some(shown) = shown.as_ref().filter(|shown| shown.number == view) else { return };
        if let Some(what) = aside(&message) {
            if !shown.is_repeated(&what) {
                self.see(Some(view), what);
            }
            return;
        }
        self.see(Some(view), What::Message { dir: tap::from(&message), msg: message.clone() });
        shown.take(self, message);
    }

    fn switch(&self, mode: &str) -> Result<(), PreviewError> {
        self.with_shown(|shown| {
            shown.set_mode(mode)?;
            self.say(&json!({ "op": "mode", "view": shown.number, "mode": mode }));
            Ok(())
        })
    }

    pub(super) fn connection_changed(&self, change: Change) {
        if let Some(shown) = lock(&self.shown).as_ref() {
            shown.changed(change);
        }
    }
}

/// What a frame says beside the conversation: the sandbox, or our probe in the View.
fn aside(message: &Value) -> Option<What> {
    #[derive(Deserialize)]
    struct Probed {
        level: String,
        text: String,
    }
    if let Some(probed) = message.get("mcpAppsPreview") {
        let Probed { level, text } = serde_json::from_value(probed.clone()).ok()?;
        let text = shorten(text);
        return Some(match level.as_str() {
            "failure" => What::Failure { text },
            _ => What::Console { level: shorten(level), text },
        });
    }
    match Notice::read(&message.to_string())? {
        Notice::Violation { directive, blocked } => {
            Some(What::Violation { directive: shorten(directive), blocked: shorten(blocked) })
        }
        Notice::Closed { reason } => Some(What::State { state: State::Closed, detail: Some(reason) }),
    }
}

/// The longest text kept of what a View says beside the conversation, in bytes.
const LONGEST: usize = 20_000;

fn shorten(mut text: String) -> String {
    let end = (0..=LONGEST.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    text.truncate(end.unwrap_or_default());
    text
}

/// A question that is taken back when this is dropped.
struct Asked {
    desk: Weak<Desk>,
    number: u64,
}

impl Drop for Asked {
    fn drop(&mut self) {
        if let Some(desk) = self.desk.upgrade() {
            lock(&desk.asks).remove(&self.number);
            desk.say(&json!({ "op": "unask", "ask": self.number }));
        }
    }
}

/// A page that is open in a browser. Clones share it.
#[derive(Clone)]
pub struct Page {
    desk: Arc<Desk>,
}

impl Page {
    pub(super) fn new(desk: Arc<Desk>) -> Self {
        Page { desk }
    }

    /// Its number, by which what is [seen](Seen::page) names it.
    pub fn number(&self) -> u64 {
        self.desk.number
    }

    /// Shows a tool's View and calls the tool. It returns when the View's page is on its way; what
    /// follows is seen.
    ///
    /// # Errors
    ///
    /// There is no such tool, or its page cannot be read.
    pub async fn show(&self, call: Call) -> Result<(), PreviewError> {
        self.desk.show(call).await
    }

    /// The View on show.
    pub fn view(&self) -> Option<BridgedView> {
        self.desk.view()
    }

    /// Takes the View on show down, and its frame away.
    ///
    /// # Errors
    ///
    /// None, for now: how it went is seen.
    pub async fn tear_down(&self) -> Result<(), PreviewError> {
        self.desk.tear_down(TEARDOWN).await
    }
}

impl std::fmt::Debug for Page {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Page").field("number", &self.desk.number).finish_non_exhaustive()
    }
}
