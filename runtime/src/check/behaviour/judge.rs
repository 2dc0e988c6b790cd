//! What is wrong with what a View did.

use std::sync::Arc;

use mcp_apps_generated::draft::{
    ListToolsRequest, METHODS, McpUiInitializeRequest, McpUiInitializedNotification, McpUiResourceTeardownRequest,
    McpUiSizeChangedNotification,
};
use mcp_apps_generated::wire::{Notification, Party, Request};
use serde_json::{Value, json};

use super::super::Findings;
use super::super::rules::{
    Rule, VIEW_CAPABILITY, VIEW_CONSOLE, VIEW_CSP, VIEW_DISPLAY_MODE, VIEW_FAILED, VIEW_INITIALIZE, VIEW_INITIALIZED,
    VIEW_MESSAGE, VIEW_SIZE, VIEW_TEARDOWN, VIEW_TOOLS,
};
use crate::lifecycle::Rule as Lifecycle;
use crate::preview::{Seen, State, What};
use crate::transcript::{self, Direction, Spec};

/// One View's life.
pub(super) struct Shown {
    pub(super) seen: Vec<Arc<Seen>>,
    /// It came to `initialized`.
    pub(super) ready: bool,
    /// How it answered for its tools, if it declared any.
    pub(super) tools: Option<Result<(), String>>,
}

impl Shown {
    fn messages(&self) -> impl Iterator<Item = (Direction, &Value)> {
        self.seen.iter().filter_map(|seen| match &seen.what {
            What::Message { dir, msg } => Some((*dir, msg)),
            _ => None,
        })
    }

    fn said(&self, method: &str) -> bool {
        self.messages().any(|(dir, msg)| dir == Direction::ViewToHost && msg["method"] == method)
    }

    fn failed_with(&self, words: &str) -> bool {
        self.seen.iter().any(|seen| matches!(&seen.what, What::Failure { text } if text == words))
    }

    /// The Host's answer to `ui/initialize`.
    fn greeting(&self) -> Option<&Value> {
        let asked = self.messages().find(|(_, msg)| msg["method"] == McpUiInitializeRequest::METHOD)?;
        let id = &asked.1["id"];
        let mut answers = self.messages().filter(|(dir, _)| *dir == Direction::HostToView);
        answers.find(|(_, msg)| msg.get("method").is_none() && msg["id"] == *id).map(|(_, msg)| msg)
    }
}

/// Whether it is a report of a View's size.
pub(super) fn is_size(what: &What) -> bool {
    matches!(what, What::Message { msg, .. } if msg["method"] == McpUiSizeChangedNotification::METHOD)
}

pub(super) fn judge(uri: &str, shown: &Shown, findings: &mut Findings) {
    handshake(uri, shown, findings);
    conversation(uri, shown, findings);
    if shown.ready && !shown.said(McpUiSizeChangedNotification::METHOD) {
        findings.add(&VIEW_SIZE, uri, format!("no {} came", McpUiSizeChangedNotification::METHOD));
    }
    if let Some(Err(error)) = &shown.tools {
        findings.add(&VIEW_TOOLS, uri, format!("{} was answered with: {error}", ListToolsRequest::METHOD));
    }
    for seen in &shown.seen {
        match &seen.what {
            // Whether they may, libraries find out by trying, and do without: zod, for one. A page that cannot do
            // without is heard of by its errors.
            What::Violation { blocked, .. } if ["eval", "wasm-eval"].contains(&blocked.as_str()) => {}
            What::Violation { directive, blocked } => {
                findings.add(&VIEW_CSP, uri, format!("{directive} stops {blocked}"));
            }
            What::Failure { text } => findings.add(&VIEW_FAILED, uri, format!("the page says {text:?}")),
            // It says the same there.
            What::Console { text, .. } if shown.failed_with(text) => {}
            What::Console { level, text } if level == "error" => {
                let line = text.lines().next().unwrap_or_default();
                findings.add(&VIEW_CONSOLE, uri, format!("the console has the error {line:?}"));
            }
            _ => {}
        }
    }
    let asked = shown.messages().find(|(_, msg)| msg["method"] == McpUiResourceTeardownRequest::METHOD);
    if let Some((_, asked)) = asked {
        let id = &asked["id"];
        let answered = shown
            .messages()
            .any(|(dir, msg)| dir == Direction::ViewToHost && msg.get("method").is_none() && msg["id"] == *id);
        if !answered {
            findings.add(&VIEW_TEARDOWN, uri, format!("{} was not answered", McpUiResourceTeardownRequest::METHOD));
        }
    }
}

fn handshake(uri: &str, shown: &Shown, findings: &mut Findings) {
    let failure = shown.seen.iter().find_map(|seen| match &seen.what {
        What::State { state: State::Failed, detail } => Some(detail.as_deref().unwrap_or_default()),
        _ => None,
    });
    if let Some(why) = failure {
        return findings.add(&VIEW_INITIALIZE, uri, format!("the View is not shown: {why}"));
    }
    let (initialize, initialized) = (McpUiInitializeRequest::METHOD, McpUiInitializedNotification::METHOD);
    match shown.greeting() {
        None if !shown.said(initialize) => findings.add(&VIEW_INITIALIZE, uri, format!("no {initialize} came")),
        None => findings.add(&VIEW_INITIALIZE, uri, format!("{initialize} could not be answered")),
        Some(answer) if answer.get("result").is_none() => {
            let error = answer["error"]["message"].as_str().unwrap_or_default();
            findings.add(&VIEW_INITIALIZE, uri, format!("{initialize} was refused: {error}"));
        }
        Some(_) if !shown.ready && !shown.said(initialized) => {
            findings.add(&VIEW_INITIALIZED, uri, format!("no {initialized} came after the answer to {initialize}"));
        }
        Some(_) => {}
    }
}

/// What the recorded conversation shows, of the View's half of it.
fn conversation(uri: &str, shown: &Shown, findings: &mut Findings) {
    let messages: Vec<(Direction, &Value)> = shown.messages().collect();
    let lines: Vec<String> = messages.iter().map(|(dir, msg)| json!({ "dir": dir, "msg": msg }).to_string()).collect();
    let refused = shown.greeting().is_some_and(|answer| answer.get("result").is_none());
    for finding in transcript::check(&lines.join("\n"), Spec::Draft) {
        let spoke = messages.get(finding.line - 1).is_some_and(|(dir, _)| *dir == Direction::ViewToHost);
        let Some(rule) = rule(finding.rule).filter(|_| spoke) else { continue };
        let method = finding.method.as_deref().unwrap_or_default();
        // Without a handshake everything is out of place, and that there was none is found already.
        if refused && (method == McpUiInitializeRequest::METHOD || rule.id == VIEW_INITIALIZED.id) {
            continue;
        }
        let place = if finding.path.is_empty() { String::new() } else { format!(" at {}", finding.path) };
        let whose = if method.is_empty() { "a message".to_owned() } else { method.to_owned() };
        findings.add(rule, uri, format!("{whose}{place}: {}", finding.message));
    }
    for (_, msg) in messages.iter().filter(|(dir, _)| *dir == Direction::ViewToHost) {
        let Some(method) = msg["method"].as_str() else { continue };
        if !METHODS.iter().any(|row| row.name == method && row.from == Party::View) {
            findings.add(&VIEW_MESSAGE, uri, format!("the specification has no {method} from Views"));
        }
    }
}

/// The rule that a rule of the lifecycle belongs to; none, if it is not the View's to keep or is
/// looked at by itself.
fn rule(code: &str) -> Option<&'static Rule> {
    const OF_MESSAGES: [Lifecycle; 6] = [
        Lifecycle::Envelope,
        Lifecycle::Params,
        Lifecycle::Strict,
        Lifecycle::EmptyResult,
        Lifecycle::AnswerKnown,
        Lifecycle::SandboxPrefix,
    ];
    let is = |rule: Lifecycle| rule.code() == code;
    if is(Lifecycle::ViewCapabilities) || is(Lifecycle::UnknownVersion) {
        Some(&VIEW_INITIALIZE)
    } else if is(Lifecycle::InitializedOnce) || is(Lifecycle::InitializeFirst) {
        Some(&VIEW_INITIALIZED)
    } else if is(Lifecycle::OfferedDisplayModes) {
        Some(&VIEW_DISPLAY_MODE)
    } else if is(Lifecycle::DeclaredCapability) {
        Some(&VIEW_CAPABILITY)
    } else if OF_MESSAGES.into_iter().any(is) {
        Some(&VIEW_MESSAGE)
    } else {
        None
    }
}
