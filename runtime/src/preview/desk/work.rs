//! What a page asks for and takes its time: Views shown, played to, and taken down.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use mcp_apps_generated::draft::{CallToolRequest, CallToolRequestParams, CallToolResult};
use mcp_apps_generated::wire::{JsonObject, Request};
use serde_json::json;

use super::{Desk, Op, TEARDOWN};
use crate::error::RpcError;
use crate::host::{Backend, LoadError, LoadedApp, Watch};
use crate::preview::replay::Recording;
use crate::preview::seen::State;
use crate::preview::{Call, PreviewError, Served, Settings, lock, show};

impl Desk {
    /// What takes its time.
    pub(super) async fn later(self: Arc<Self>, op: Op) {
        let done = match op {
            Op::Show(call) => self.show(call).await,
            Op::Replay { name, settings } => self.replay(&name, &settings).await,
            Op::TearDown => self.tear_down(TEARDOWN).await,
            Op::Restart => self.shared.start_server().await,
            Op::ViewTools => self.view_tools().await,
            Op::CallViewTool { name, arguments } => self.call_view_tool(name, arguments).await,
            _ => Ok(()),
        };
        match done {
            Ok(()) | Err(PreviewError::Superseded) => {}
            Err(error) => self.fail(&error.to_string()),
        }
    }

    /// Shows a tool's View, in the place of the one before; a tool without a View is called all the same.
    pub(super) async fn show(self: &Arc<Self>, call: Call) -> Result<(), PreviewError> {
        let _busy = self.begin().await?;
        let served = self.shared.served().ok_or(PreviewError::NoServer)?;
        let inventory = served.connection.inventory().await?;
        let tool = inventory.find(&call.tool).ok_or_else(|| PreviewError::NoTool(call.tool.clone()))?;
        let number = self.shared.next_view();
        let app = tool.app().map_err(|error| PreviewError::View(error.to_string()))?;
        let Some(app) = app else {
            self.say(&json!({ "op": "textOnly", "view": number, "tool": tool.name() }));
            let outcome = self.call_alone(&served, call).await;
            self.settled(number, outcome);
            return Ok(());
        };
        self.state(number, State::Loading, None);
        let failed = |error: String| {
            self.state(number, State::Failed, Some(error.clone()));
            PreviewError::View(error)
        };
        let loaded = served.connection.load_app(app).await.map_err(|error| failed(error.to_string()))?;
        let shown =
            show::open(self, number, &served, tool, &loaded, call).map_err(|error| failed(error.to_string()))?;
        *lock(&self.shown) = Some(shown);
        Ok(())
    }

    /// Ends what is on show, to show something else.
    async fn begin(&self) -> Result<tokio::sync::MutexGuard<'_, ()>, PreviewError> {
        let turn = self.turns.fetch_add(1, Ordering::Relaxed) + 1;
        let busy = self.busy.lock().await;
        if self.turns.load(Ordering::Relaxed) != turn {
            return Err(PreviewError::Superseded);
        }
        self.end_shown(TEARDOWN).await;
        if self.out.is_closed() { Err(PreviewError::NoPage) } else { Ok(busy) }
    }

    /// Plays a recording to the View's page: the server's, if it runs and has it, or else the recorded one.
    pub(super) async fn replay(self: &Arc<Self>, name: &str, settings: &Settings) -> Result<(), PreviewError> {
        let _busy = self.begin().await?;
        let shared = Arc::clone(&self.shared);
        let recording = shared.recordings.iter().find(|recording| recording.name == name);
        let recording = recording.ok_or_else(|| PreviewError::View(format!("there is no recording `{name}`")))?;
        let number = self.shared.next_view();
        self.state(number, State::Loading, None);
        let shown = match self.page_for(recording).await {
            Ok(app) => show::replay(self, number, recording, &app, settings),
            Err(error) => Err(error),
        };
        let shown = shown.inspect_err(|error| self.state(number, State::Failed, Some(error.to_string())))?;
        *lock(&self.shown) = Some(shown);
        Ok(())
    }

    async fn page_for(&self, recording: &Recording) -> Result<LoadedApp, PreviewError> {
        if let (Some(served), Some(tool)) = (self.shared.served(), recording.tool()) {
            let inventory = served.connection.inventory().await?;
            if let Some(app) = inventory.find(tool).and_then(|tool| tool.app().ok().flatten()) {
                let failed = |error: LoadError| PreviewError::View(error.to_string());
                return served.connection.load_app(app).await.map_err(failed);
            }
        }
        recording.app().ok_or_else(|| PreviewError::View("the recording has no page, and no server runs".to_owned()))
    }

    async fn call_alone(&self, served: &Served, call: Call) -> Result<CallToolResult, RpcError> {
        let params = json!({ "name": call.tool, "arguments": call.arguments });
        let params = params.as_object().cloned();
        let result = served.server.request(<CallToolRequest as Request>::METHOD, params, Watch::default()).await?;
        serde_json::from_str(result.get()).map_err(|error| RpcError::internal(format!("the server's result: {error}")))
    }

    pub(super) async fn tear_down(&self, patience: Duration) -> Result<(), PreviewError> {
        let _busy = self.busy.lock().await;
        self.end_shown(patience).await;
        Ok(())
    }

    async fn end_shown(&self, patience: Duration) {
        let ending = lock(&self.shown).as_ref().map(|shown| (shown.number, shown.view.clone()));
        let Some((number, view)) = ending else { return };
        // The View's answers are still taken: it stays in its place until it is down.
        let down = match view {
            Some(view) => view.teardown(patience).await,
            None => Ok(()),
        };
        drop(lock(&self.shown).take());
        self.state(number, State::TornDown, down.err().map(|error| error.to_string()));
        self.say(&json!({ "op": "gone", "view": number }));
    }

    async fn view_tools(&self) -> Result<(), PreviewError> {
        let Some(view) = self.view() else { return Ok(()) };
        let tools = view.list_view_tools(None).await.map_err(|error| PreviewError::View(error.to_string()))?;
        self.say(&json!({ "op": "viewTools", "tools": tools.tools }));
        Ok(())
    }

    async fn call_view_tool(&self, name: String, arguments: JsonObject) -> Result<(), PreviewError> {
        let Some(view) = self.view() else { return Ok(()) };
        let params = CallToolRequestParams::new(name.clone()).with_arguments(arguments);
        let answer = match view.call_view_tool(&params).await {
            Ok(result) => json!({ "op": "viewToolResult", "name": name, "result": result }),
            Err(error) => json!({ "op": "viewToolResult", "name": name, "error": error.to_string() }),
        };
        self.say(&answer);
        Ok(())
    }
}
