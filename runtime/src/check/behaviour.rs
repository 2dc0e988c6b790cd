//! What only running shows: each View of a server in the preview, in a browser without a window.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use mcp_apps_generated::draft::{ListToolsRequest, McpUiHostContext, McpUiTheme};
use mcp_apps_generated::wire::{JsonObject, Request};
use serde_json::{Value, json};
use tokio::time::{Instant, timeout, timeout_at};

use super::{Finding, Findings, Options, Target};
use crate::error::RpcError;
use crate::host::BridgedView;
use crate::preview::{self, Call, Page, Preview, PreviewError, Seen, State, Watching, What};

mod browser;
mod judge;

pub use browser::Browser;

use judge::Shown;

/// What a check of behaviour found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Behaviour {
    /// What is wrong, View by View.
    pub findings: Vec<Finding>,
    /// How many Views were shown.
    pub views: usize,
}

/// Why behaviour cannot be checked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BehaviourError {
    /// There is no preview of the server.
    #[error(transparent)]
    Preview(#[from] PreviewError),
    /// There is no browser.
    #[error("no Chromium is found: name one with --chromium or CHROMIUM")]
    NoBrowser,
    /// The process was told to end.
    #[error("interrupted")]
    Interrupted,
    /// The browser does not start, does not come, or goes.
    #[error("the browser {program}: {error}")]
    Browser {
        /// The program.
        program: String,
        /// Why.
        error: String,
    },
}

/// How long the browser may take to open the preview's page.
const OPENING: Duration = Duration::from_secs(60);

/// How long a View that has nothing more to do may still say something.
const QUIET: Duration = Duration::from_millis(250);

/// Shows each View of a server once and judges what it does, by [`BEHAVIOURS`](super::BEHAVIOURS).
/// A tool among the options' calls is called; the View of any other is told that its tool failed.
///
/// # Errors
///
/// The server cannot be reached, or there is no browser.
pub async fn behaviour(target: &Target, options: &Options, browser: &Browser) -> Result<Behaviour, BehaviourError> {
    let mut how = preview::Options::default();
    (how.eras, how.timeout) = (options.eras.clone(), options.timeout);
    let preview = Preview::start(Some(target.clone()), how).await?;
    // Dropping what runs ends the browser.
    let outcome = tokio::select! {
        outcome = shown(&preview, options, browser) => outcome,
        () = interrupted() => Err(BehaviourError::Interrupted),
    };
    preview.stop().await;
    outcome
}

/// Waits until the process is to end. Where it cannot be told, it ends at once as ever.
#[cfg(unix)]
async fn interrupted() {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut terminate), Ok(mut interrupt)) = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
    else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
}

#[cfg(not(unix))]
async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending().await
    }
}

async fn shown(preview: &Preview, options: &Options, browser: &Browser) -> Result<Behaviour, BehaviourError> {
    let mut findings = Findings::default();
    let views = views(preview, options).await?;
    let mut count = 0;
    if !views.is_empty() {
        let mut running = browser.open(&preview.url_once())?;
        let page = tokio::select! {
            page = timeout(OPENING, preview.page()) => page.map_err(|_| browser.error("it does not open the page"))?,
            error = running.ended() => return Err(error),
        };
        for (uri, call) in views {
            let shown = tokio::select! {
                shown = play(preview, &page, call, options.timeout) => shown?,
                error = running.ended() => return Err(error),
            };
            judge::judge(&uri, &shown, &mut findings);
            count += 1;
        }
        running.close().await;
    }
    Ok(Behaviour { findings: findings.0, views: count })
}

/// Each View's page, and the call to show it with: one that was named, if there is one.
async fn views(preview: &Preview, options: &Options) -> Result<BTreeMap<String, Call>, BehaviourError> {
    let Some(connection) = preview.connection() else { return Ok(BTreeMap::new()) };
    let inventory = answered(ListToolsRequest::METHOD, options.timeout, connection.inventory())
        .await?
        .map_err(PreviewError::Rpc)?;
    let mut views = BTreeMap::new();
    for tool in inventory.tools() {
        // What is wrong with a tool's metadata is found by reading it.
        let Ok(Some(app)) = tool.app() else { continue };
        let named = options.calls.iter().find(|(name, _)| name == tool.name());
        let call = match named {
            Some((name, arguments)) => Call::new(name).with_arguments(object(arguments)),
            None => {
                let mut call = Call::new(tool.name());
                let text = "mcp-apps check calls no tool that is not named with --call";
                call.result = Some(json!({ "content": [{ "type": "text", "text": text }], "isError": true }));
                call
            }
        };
        let uri = app.uri().as_str().to_owned();
        if named.is_some() || !views.contains_key(&uri) {
            views.insert(uri, call);
        }
    }
    Ok(views)
}

/// Waits no longer than was said. The preview itself waits as long as its user does.
async fn answered<T>(what: &str, patience: Duration, answer: impl Future<Output = T>) -> Result<T, BehaviourError> {
    let late = |_| RpcError::internal(format!("no answer within {} s: {what}", patience.as_secs()));
    Ok(timeout(patience, answer).await.map_err(late).map_err(PreviewError::Rpc)?)
}

fn object(value: &Value) -> JsonObject {
    value.as_object().cloned().unwrap_or_default()
}

/// Shows one View, and has it through a life.
async fn play(preview: &Preview, page: &Page, mut call: Call, patience: Duration) -> Result<Shown, BehaviourError> {
    // A mode the Host does not offer must exist, for a View to ask for it.
    call.settings.modes = ["inline", "fullscreen"].map(str::to_owned).to_vec();
    let mut seen = Gathering { watching: preview.watch(), seen: Vec::new() };
    seen.skip();
    match answered("the View's page", patience, page.show(call)).await? {
        // That is seen, too.
        Ok(()) | Err(PreviewError::View(_)) => {}
        Err(error) => return Err(error.into()),
    }
    let mut tools = None;
    // How long the sandbox takes is the browser's affair, and bounded by the preview.
    seen.until(OPENING, |what| is_state(what, &[State::Loaded, State::Failed, State::Closed])).await;
    seen.until(patience, |what| is_state(what, &[State::Ready, State::Failed, State::Closed])).await;
    let ready = seen.seen.iter().any(|seen| is_state(&seen.what, &[State::Ready]));
    if ready && let Some(view) = page.view() {
        seen.until(patience, |what| is_state(what, &[State::Settled])).await;
        seen.until(patience.min(Duration::from_secs(3)), judge::is_size).await;
        tools = live(&view, patience).await;
        seen.until(QUIET, |_| false).await;
    }
    page.tear_down().await?;
    seen.rest();
    Ok(Shown { seen: seen.seen, ready, tools })
}

/// What a Host does with a View on show. What came of the View's own tools, if it declared any.
async fn live(view: &BridgedView, patience: Duration) -> Option<Result<(), String>> {
    let mut context = McpUiHostContext::new();
    context.theme = Some(McpUiTheme::Dark);
    // A View that is gone is found out otherwise.
    let _ = view.set_host_context(&context);
    view.app_capabilities()?.tools?;
    Some(match timeout(patience, view.list_view_tools(None)).await {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err(format!("no answer within {} s", patience.as_secs())),
    })
}

fn is_state(what: &What, states: &[State]) -> bool {
    matches!(what, What::State { state, .. } if states.contains(state))
}

/// What is seen of one View.
struct Gathering {
    watching: Watching,
    seen: Vec<Arc<Seen>>,
}

impl Gathering {
    /// What was before is another View's.
    fn skip(&mut self) {
        while self.watching.try_next().is_some() {}
    }

    /// Gathers what has been seen by now.
    fn rest(&mut self) {
        self.seen.extend(std::iter::from_fn(|| self.watching.try_next()));
    }

    /// Gathers until something has been seen; whether it was in time.
    async fn until(&mut self, patience: Duration, enough: impl Fn(&What) -> bool) -> bool {
        let deadline = Instant::now() + patience;
        if self.seen.iter().any(|seen| enough(&seen.what)) {
            return true;
        }
        while let Ok(seen) = timeout_at(deadline, self.watching.next()).await {
            let found = enough(&seen.what);
            self.seen.push(seen);
            if found {
                return true;
            }
        }
        false
    }
}
