//! One View on show: its sandbox, its bridge, and its tool's call.

use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use mcp_apps_generated::draft::{
    CallToolResult, CreateMessageResult, Implementation, McpUiDisplayMode, McpUiHostContext,
    McpUiSandboxResourceReadyNotificationParams, McpUiSizeChangedNotification, McpUiSizeChangedNotificationParams,
    McpUiSupportedContentBlockModalities, ToolListChangedNotification,
};
use mcp_apps_generated::wire::{JsonObject, Notification, Number};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::desk::Desk;
use super::guard::random;
use super::partial::partials;
use super::replay::{Player, Recording};
use super::seen::{State, What};
use super::server::Without;
use super::settings::read_context;
use super::tap::Tap;
use super::{Call, Container, PreviewError, Served, Settings, Shared, lock};
use crate::csp::Policy;
use crate::error::RpcError;
use crate::host::rmcp::TokioTimer;
use crate::host::sandbox::{self, HostOrigin};
use crate::host::{Bridge, BridgedView, Change, Connection, FrameSize, ListedTool, LoadedApp, Structured, for_model};

mod hooks;

/// How long a sandbox may take to load.
const PATIENCE: Duration = Duration::from_secs(30);

/// Between two pieces of a tool's arguments.
const PIECE: Duration = Duration::from_millis(120);

/// A View's page listens for errors and to its console before anything else runs in it.
pub(super) const PROBE: &str = include_str!("page/probe.html");

/// A View that is open. Dropping it closes it at once.
pub(super) struct Shown {
    pub(super) number: u64,
    /// Its conversation; none, where a recording is played to it.
    pub(super) view: Option<BridgedView>,
    incoming: mpsc::UnboundedSender<Value>,
    frame: Arc<Mutex<Frame>>,
    /// What the browser stopped last, if that was reported once: it reports per policy, and there are two.
    stopped: Mutex<Option<What>>,
    _tasks: JoinSet<()>,
    /// The View's connection, if it is not the one all share.
    own: Option<Connection>,
    _sandbox: Sandbox,
}

/// The frame as it is now.
struct Frame {
    size: FrameSize,
    mode: McpUiDisplayMode,
}

impl Frame {
    fn new(container: Container, mode: McpUiDisplayMode) -> Self {
        Frame { size: FrameSize::new(container.width, container.max_height), mode }
    }

    /// A View's report; if it counts, the page is told the frame's height.
    fn report(&mut self, desk: &Desk, view: u64, size: &McpUiSizeChangedNotificationParams) {
        if let Some(height) = self.size.report(&self.mode, size) {
            desk.say(&json!({ "op": "height", "view": view, "height": height }));
            desk.see(Some(view), What::Height { height });
        }
    }
}

/// A sandbox's origin; it is gone when this is dropped.
struct Sandbox {
    shared: Weak<Shared>,
    label: String,
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        if let Some(shared) = self.shared.upgrade() {
            lock(&shared.sandboxes).remove(&self.label);
        }
    }
}

impl Sandbox {
    fn open(shared: &Arc<Shared>, policy: &Policy) -> Result<Self, PreviewError> {
        let label = random().map_err(PreviewError::Random)?;
        let host = HostOrigin::parse(shared.guard.origin()).map_err(|error| PreviewError::View(error.to_string()))?;
        lock(&shared.sandboxes).insert(label.clone(), sandbox::page(&host, policy));
        Ok(Sandbox { shared: Arc::downgrade(shared), label })
    }
}

/// Opens the sandbox for a View's page, and has the browser's page show it.
fn stage(desk: &Desk, number: u64, name: &str, app: &LoadedApp, settings: &Settings) -> Result<Sandbox, PreviewError> {
    let shared = desk.shared();
    let policy = settings.policy(app, shared.guard.port());
    let sandbox = Sandbox::open(shared, &policy)?;
    desk.say(&json!({
        "op": "view", "view": number, "tool": name, "origin": shared.guard.sandbox(&sandbox.label),
        "frame": sandbox::frame_attributes(&policy), "about": Settings::report(app, &policy), "mode": settings.mode,
    }));
    desk.state(number, State::Opening, None);
    Ok(sandbox)
}

/// What the sandbox gets: the View's page with our probe in it, and what was granted.
fn resource(app: &LoadedApp, policy: &Policy) -> McpUiSandboxResourceReadyNotificationParams {
    let mut resource = BridgedView::sandbox_resource(app, policy);
    resource.html.insert_str(0, PROBE.trim_end());
    resource
}

/// Opens a tool's View, and begins its call.
pub(super) fn open(
    desk: &Arc<Desk>,
    number: u64,
    served: &Served,
    tool: &ListedTool,
    app: &LoadedApp,
    call: Call,
) -> Result<Shown, PreviewError> {
    let policy = call.settings.policy(app, desk.shared().guard.port());
    let frame = Arc::new(Mutex::new(Frame::new(call.settings.container, call.settings.display_mode())));
    let (incoming, outgoing) = mpsc::unbounded_channel();
    let own = narrowed(served, &call.settings);
    let connection = own.as_ref().unwrap_or(&served.connection);
    let bridge = connection.bridge(Implementation::new("mcp-apps-preview", env!("CARGO_PKG_VERSION")));
    let bridge = bridge.host_context(call.settings.host_context()?).sandbox(&policy);
    let bridge = match tool.tool() {
        Ok(tool) => bridge.tool(tool),
        Err(_) => bridge,
    };
    let bridge = hooks::install(bridge, desk, number, &frame, &call.settings);
    let tap = Tap { desk: Arc::downgrade(desk), view: number, incoming: outgoing, context: None };
    let (view, driving) = bridge.attach(tap).map_err(|error| PreviewError::View(error.to_string()))?;
    let sandbox = stage(desk, number, tool.name(), app, &call.settings)?;
    let mut tasks = JoinSet::new();
    let weak = Arc::downgrade(desk);
    tasks.spawn(async move {
        let ended = driving.await;
        if let Some(desk) = weak.upgrade() {
            desk.state(number, State::Closed, ended.err().map(|error| error.to_string()));
        }
    });
    tasks.spawn(notes(Arc::downgrade(desk), number, view.clone()));
    tasks.spawn(tools(Arc::downgrade(desk), view.clone()));
    let loading = view.load_sandbox(&resource(app, &policy), PATIENCE);
    tasks.spawn(follow(Arc::downgrade(desk), number, view.clone(), loading));
    tasks.spawn(run(Arc::downgrade(desk), number, view.clone(), call));
    Ok(Shown {
        number,
        view: Some(view),
        incoming,
        frame,
        stopped: Mutex::default(),
        _tasks: tasks,
        own,
        _sandbox: sandbox,
    })
}

/// Opens a View's page, and plays a recording to it.
pub(super) fn replay(
    desk: &Arc<Desk>,
    number: u64,
    recording: &Recording,
    app: &LoadedApp,
    settings: &Settings,
) -> Result<Shown, PreviewError> {
    let policy = settings.policy(app, desk.shared().guard.port());
    let frame = Arc::new(Mutex::new(Frame::new(settings.container, settings.display_mode())));
    let (incoming, outgoing) = mpsc::unbounded_channel();
    let sandbox = stage(desk, number, &recording.name, app, settings)?;
    let wrong = |error: serde_json::Error| PreviewError::View(error.to_string());
    let resource = serde_json::to_value(resource(app, &policy)).map_err(wrong)?;
    let mut tasks = JoinSet::new();
    tasks.spawn(Player::new(Arc::downgrade(desk), number, outgoing, recording).play(resource));
    Ok(Shown {
        number,
        view: None,
        incoming,
        frame,
        stopped: Mutex::default(),
        _tasks: tasks,
        own: None,
        _sandbox: sandbox,
    })
}

/// The connection as the View is to find it, if that is less than there is.
fn narrowed(served: &Served, settings: &Settings) -> Option<Connection> {
    let hidden: Vec<&'static str> = [("serverTools", "tools"), ("serverResources", "resources")]
        .into_iter()
        .filter(|(capability, _)| !settings.has(capability))
        .map(|(_, servers)| servers)
        .collect();
    let backend = Without { server: served.server.clone(), hidden };
    (!backend.hidden.is_empty()).then(|| Connection::new(backend, TokioTimer::new()))
}

/// Tells how far the View has come.
async fn follow(
    desk: Weak<Desk>,
    number: u64,
    view: BridgedView,
    loading: impl Future<Output = Result<(), crate::Error>>,
) {
    let tell = |state, detail: Option<String>| {
        if let Some(desk) = desk.upgrade() {
            desk.state(number, state, detail);
        }
    };
    if let Err(error) = loading.await {
        return tell(State::Failed, Some(format!("the sandbox: {error}")));
    }
    tell(State::Loaded, None);
    if view.initialized().await.is_err() {
        return;
    }
    if let Some(desk) = desk.upgrade() {
        let (info, capabilities) = (view.app_info(), view.app_capabilities());
        desk.say(&json!({ "op": "app", "view": number, "info": info, "capabilities": capabilities }));
        desk.state(number, State::Ready, None);
    }
}

/// What is worth a line beside the messages themselves.
async fn notes(desk: Weak<Desk>, number: u64, view: BridgedView) {
    use crate::session::Event;
    use futures_util::StreamExt;
    let mut notes = view.peer().notes();
    drop(view);
    while let Some(note) = notes.next().await {
        let text = match &*note {
            Event::Violation { rule, method } => format!("{method} breaks {rule}"),
            Event::Unsure { method } => format!("{method} was sent although nobody declared it"),
            Event::Strict { method, places } => format!("a strict peer rejects {method}: {places}"),
            Event::Ignored(unreadable) => format!("a message was ignored: {unreadable}"),
            Event::Rebound => "the View started over".to_owned(),
            _ => continue,
        };
        match desk.upgrade() {
            Some(desk) => desk.see(Some(number), What::Note { text }),
            None => return,
        }
    }
}

/// The View's own tools, whenever it says that they have changed.
async fn tools(desk: Weak<Desk>, view: BridgedView) {
    use futures_util::StreamExt;
    let mut changes = view.peer().notifications::<ToolListChangedNotification>();
    while changes.next().await.is_some() {
        // A View that is gone has none.
        if let (Ok(list), Some(desk)) = (view.list_view_tools(None).await, desk.upgrade()) {
            desk.say(&json!({ "op": "viewTools", "tools": list.tools }));
        }
    }
}

/// The call, from its arguments to its result.
async fn run(desk: Weak<Desk>, number: u64, view: BridgedView, call: Call) {
    if call.stream {
        if view.initialized().await.is_err() {
            return;
        }
        for partial in partials(&call.arguments, 12) {
            // A View that is gone is not told.
            let _ = view.tool_input_partial(partial);
            tokio::time::sleep(PIECE).await;
        }
    }
    let outcome = match call.result {
        None => view.run_tool(&call.tool, call.arguments).await,
        Some(result) => serde_json::from_value::<CallToolResult>(result)
            .map_err(|error| RpcError::internal(format!("the kept result: {error}")))
            .inspect(|result| drop(view.show_call(call.arguments, result))),
    };
    if let Some(desk) = desk.upgrade() {
        desk.settled(number, outcome);
    }
}

/// What came of a call, for the View and for the model.
pub(super) fn outcome(number: u64, outcome: &Result<CallToolResult, RpcError>) -> Value {
    match outcome {
        Ok(result) => json!({
            "op": "result", "view": number, "result": result,
            "forModel": for_model(result, Structured::Drop),
        }),
        Err(error) => json!({ "op": "result", "view": number, "error": error }),
    }
}

impl Shown {
    /// A message of the View's, or of its sandbox.
    pub(super) fn take(&self, desk: &Desk, message: Value) {
        let is_size = message["method"] == McpUiSizeChangedNotification::METHOD;
        if let (None, true) = (&self.view, is_size) {
            // A report that does not fit its type is none.
            if let Ok(size) = serde_json::from_value(message["params"].clone()) {
                lock(&self.frame).report(desk, self.number, &size);
            }
        }
        // The bridge may have ended already.
        let _ = self.incoming.send(message);
    }

    /// Whether the browser reports this for the second policy that it broke: the page's header and
    /// its `<meta>` say the same.
    pub(super) fn is_repeated(&self, what: &What) -> bool {
        if !matches!(what, What::Violation { .. }) {
            return false;
        }
        let mut stopped = lock(&self.stopped);
        let repeated = stopped.as_ref() == Some(what);
        *stopped = (!repeated).then(|| what.clone());
        repeated
    }

    /// The frame has another size.
    pub(super) fn resize(&self, container: Container) -> Result<(), PreviewError> {
        let mut context = McpUiHostContext::new();
        context.container_dimensions = Some(container.dimensions());
        {
            let mut frame = lock(&self.frame);
            let (_, height) = frame.size.size();
            let mode = frame.mode.clone();
            *frame = Frame::new(container, mode);
            let mut size = McpUiSizeChangedNotificationParams::new();
            size.height = Number::new(height);
            frame.size.report(&McpUiDisplayMode::Inline, &size);
        }
        self.tell(&context)
    }

    /// The Host's context is another.
    pub(super) fn set_context(&self, context: JsonObject) -> Result<(), PreviewError> {
        self.tell(&read_context(context)?)
    }

    /// The user wants the View in another mode.
    pub(super) fn set_mode(&self, mode: &str) -> Result<(), PreviewError> {
        let mut context = McpUiHostContext::new();
        let mode = McpUiDisplayMode::from(mode);
        context.display_mode = Some(mode.clone());
        self.tell(&context)?;
        lock(&self.frame).mode = mode;
        Ok(())
    }

    /// A recording goes on as it was.
    fn tell(&self, context: &McpUiHostContext) -> Result<(), PreviewError> {
        let told = self.view.as_ref().map_or(Ok(()), |view| view.set_host_context(context));
        told.map_err(|error| PreviewError::View(error.to_string()))
    }

    /// The server says that something changed.
    pub(super) fn changed(&self, change: Change) {
        if let Some(own) = &self.own {
            own.changed(change);
        }
    }
}
