//! A recorded conversation, played to a View once more: what the Host said then it says again, as
//! soon as the View has asked what it asked then.

use std::collections::{HashMap, VecDeque};
use std::fs;
use std::path::Path;
use std::sync::Weak;
use std::time::Duration;

use mcp_apps_generated::draft::{
    McpUiInitializeRequest, McpUiInitializedNotification, McpUiSandboxResourceReadyNotification,
};
use mcp_apps_generated::wire::{Notification, Request};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, timeout_at};

use super::desk::Desk;
use super::seen::{State, What};
use super::show::PROBE;
use super::{PreviewError, tap};
use crate::error::RpcError;
use crate::host::LoadedApp;
use crate::transcript::Direction;
use crate::uri::UiUri;

/// The longest pause that is kept.
const LONGEST_PAUSE: u64 = 1000;

/// How long a View may take to ask what it asked when it was recorded.
const PATIENCE: Duration = Duration::from_secs(10);

/// One recorded conversation.
#[derive(Clone, Debug)]
pub(super) struct Recording {
    pub(super) name: String,
    lines: Vec<Line>,
}

#[derive(Clone, Debug, Deserialize)]
struct Line {
    #[serde(default)]
    t: u64,
    case: Option<String>,
    dir: Direction,
    msg: Value,
}

impl Recording {
    /// Every conversation of a file, in the order they begin.
    pub(super) fn read(file: &Path) -> Result<Vec<Self>, PreviewError> {
        let name = || file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let mut recordings: Vec<Recording> = Vec::new();
        for (number, text) in fs::read_to_string(file)?.lines().enumerate().filter(|(_, text)| !text.trim().is_empty())
        {
            let wrong = |error| PreviewError::View(format!("{}, line {}: {error}", file.display(), number + 1));
            let line: Line = serde_json::from_str(text).map_err(wrong)?;
            let case = line.case.clone().unwrap_or_else(name);
            match recordings.iter_mut().find(|recording| recording.name == case) {
                Some(recording) => recording.lines.push(line),
                None => recordings.push(Recording { name: case, lines: vec![line] }),
            }
        }
        Ok(recordings)
    }

    fn sent(&self, dir: Direction) -> impl Iterator<Item = &Value> {
        self.lines.iter().filter(move |line| line.dir == dir).map(|line| &line.msg)
    }

    /// The View's page and what it was granted, as the sandbox was given them.
    pub(super) fn app(&self) -> Option<LoadedApp> {
        let method = McpUiSandboxResourceReadyNotification::METHOD;
        let params = &self.sent(Direction::HostToProxy).find(|msg| msg["method"] == method)?["params"];
        let meta = json!({ "csp": params["csp"], "permissions": params["permissions"] });
        Some(LoadedApp {
            uri: UiUri::parse("ui://recorded").ok()?,
            // Our probe is put in again.
            html: params["html"].as_str()?.replacen(PROBE.trim_end(), "", 1),
            meta: serde_json::from_value(meta).unwrap_or_default(),
            warnings: Vec::new(),
        })
    }

    /// What is told of it.
    pub(super) fn about(&self) -> Value {
        json!({ "name": self.name, "tool": self.tool(), "messages": self.lines.len() })
    }

    /// The tool whose View it was.
    pub(super) fn tool(&self) -> Option<&str> {
        let greeting = self.sent(Direction::ViewToHost).find(|msg| msg["method"] == McpUiInitializeRequest::METHOD)?;
        let answer = self.sent(Direction::HostToView).find(|msg| is_answer(msg) && msg["id"] == greeting["id"])?;
        answer["result"]["hostContext"]["toolInfo"]["tool"]["name"].as_str()
    }
}

fn is_answer(msg: &Value) -> bool {
    msg.get("method").is_none() && msg.get("id").is_some()
}

/// What there is to do, in order.
enum Step {
    /// Send it.
    Say(Value),
    /// Wait until the View has said that it is ready.
    Initialized,
    /// Answer the View's request of this method, and, if there are several, with these parameters.
    Answer { method: String, params: Value, answer: Value },
}

fn steps(recording: &Recording) -> VecDeque<(u64, Step)> {
    let mut asked: HashMap<String, (String, Value)> = HashMap::new();
    let mut steps = VecDeque::new();
    for Line { t, dir, msg, .. } in &recording.lines {
        let method = msg["method"].as_str();
        let step = match (dir, method, msg.get("id")) {
            (Direction::ViewToHost, Some(method), Some(id)) => {
                asked.insert(id.to_string(), (method.to_owned(), msg["params"].clone()));
                continue;
            }
            (Direction::ViewToHost, Some(method), None) if method == McpUiInitializedNotification::METHOD => {
                Step::Initialized
            }
            (Direction::HostToView, None, Some(id)) => match asked.remove(&id.to_string()) {
                Some((method, params)) => Step::Answer { method, params, answer: msg.clone() },
                None => continue,
            },
            (Direction::HostToView, Some(_), _) => Step::Say(msg.clone()),
            _ => continue,
        };
        steps.push_back((*t, step));
    }
    steps
}

/// The View's end of a conversation that is played.
pub(super) struct Player {
    desk: Weak<Desk>,
    view: u64,
    incoming: mpsc::UnboundedReceiver<Value>,
    /// The View's requests that were not answered.
    asked: Vec<Value>,
    /// It has said that it is ready, and that was not waited for.
    initialized: bool,
    steps: VecDeque<(u64, Step)>,
    /// The method of the request that is waited for.
    awaited: Option<String>,
}

impl Player {
    pub(super) fn new(
        desk: Weak<Desk>,
        view: u64,
        incoming: mpsc::UnboundedReceiver<Value>,
        recording: &Recording,
    ) -> Self {
        let (asked, initialized, awaited) = (Vec::new(), false, None);
        Player { desk, view, incoming, asked, initialized, steps: steps(recording), awaited }
    }

    /// Gives the sandbox its page, and then plays to the end; what the View asks after that is refused.
    pub(super) async fn play(mut self, resource: Value) {
        let Some(ready) = self.incoming.recv().await else { return };
        if tap::from(&ready) != Direction::ProxyToHost {
            return self.note("the sandbox is not ready");
        }
        let method = McpUiSandboxResourceReadyNotification::METHOD;
        self.say(&json!({ "jsonrpc": "2.0", "method": method, "params": resource }));
        self.state(State::Loaded);
        let mut before = self.steps.front().map_or(0, |(t, _)| *t);
        while let Some((t, step)) = self.steps.pop_front() {
            match step {
                Step::Say(msg) => {
                    sleep(Duration::from_millis(t.saturating_sub(before).min(LONGEST_PAUSE))).await;
                    self.drain();
                    self.say(&msg);
                }
                Step::Initialized => self.initialized().await,
                Step::Answer { method, params, answer } => {
                    self.awaited = Some(method.clone());
                    self.answer(&method, &params, answer).await;
                    self.awaited = None;
                }
            }
            before = t;
        }
        self.state(State::Settled);
        while let Some(message) = self.incoming.recv().await {
            self.take(message);
        }
    }

    /// Waits until the View has said that it is ready.
    async fn initialized(&mut self) {
        let deadline = Instant::now() + PATIENCE;
        while !self.initialized {
            if !self.more(deadline).await {
                return self.note("the recorded View was ready by now, this one is not");
            }
        }
        self.initialized = false;
        self.state(State::Ready);
    }

    /// Answers a request as it was answered then.
    async fn answer(&mut self, method: &str, params: &Value, mut answer: Value) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let of_method = |ask: &Value| ask["method"] == method;
            let alike = self.asked.iter().position(|ask| of_method(ask) && ask["params"] == *params);
            if let Some(at) = alike.or_else(|| self.asked.iter().position(of_method)) {
                let asked = self.asked.remove(at);
                answer["id"] = asked["id"].clone();
                return self.say(&answer);
            }
            if !self.more(deadline).await {
                return self.note(&format!("the recorded View asked {method}, this one does not"));
            }
        }
    }

    /// Takes one more message; `false` if there is none in time.
    async fn more(&mut self, deadline: Instant) -> bool {
        match timeout_at(deadline, self.incoming.recv()).await {
            Ok(Some(message)) => {
                self.take(message);
                true
            }
            _ => false,
        }
    }

    /// Takes what has come.
    fn drain(&mut self) {
        while let Ok(message) = self.incoming.try_recv() {
            self.take(message);
        }
    }

    fn take(&mut self, message: Value) {
        let Some(method) = message["method"].as_str() else { return };
        if message.get("id").is_none() {
            self.initialized |= method == McpUiInitializedNotification::METHOD;
            return;
        }
        let answers = |step: &Step| matches!(step, Step::Answer { method: theirs, .. } if theirs == method);
        let waiting = self.asked.iter().filter(|ask| ask["method"] == method).count();
        let ahead = self.steps.iter().filter(|(_, step)| answers(step)).count();
        if ahead + usize::from(self.awaited.as_deref() == Some(method)) > waiting {
            self.asked.push(message);
        } else {
            let error = RpcError::internal(format!("the recording has no answer to {method}"));
            self.say(&json!({ "jsonrpc": "2.0", "id": message["id"], "error": error }));
        }
    }

    fn say(&self, message: &Value) {
        if let Some(desk) = self.desk.upgrade() {
            desk.see(Some(self.view), What::Message { dir: tap::to(message), msg: message.clone() });
            desk.say(&json!({ "op": "message", "view": self.view, "message": message }));
        }
    }

    fn state(&self, state: State) {
        if let Some(desk) = self.desk.upgrade() {
            desk.state(self.view, state, None);
        }
    }

    fn note(&self, text: &str) {
        if let Some(desk) = self.desk.upgrade() {
            desk.see(Some(self.view), What::Note { text: text.to_owned() });
        }
    }
}
