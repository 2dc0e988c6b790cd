//! Judges recorded conversations, of any two peers: decodes and re-encodes every message, pairs
//! answers with requests, and runs the lifecycle's rules.
//!
//! A recording is one JSON object a line: `dir` (`view->host`, `host->view`, `proxy->host`,
//! `host->proxy`), `msg`, and optionally `t` (milliseconds) and `case` (a new name starts a new
//! conversation).
//!
//! ```
//! use mcp_apps::transcript::{Spec, check};
//!
//! let recording = r#"{"dir": "host->view", "msg": {"jsonrpc": "2.0", "id": 0, "method": "ping"}}"#;
//! let findings = check(recording, Spec::Draft);
//! assert_eq!(findings[0].rule, "H25"); // nothing before `initialized`
//! ```

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

mod compare;
mod conversation;
mod expect;
#[cfg(test)]
mod tests;
mod typed;

pub use expect::Expected;
pub use typed::Spec;

use conversation::Conversation;

/// Who sent a message to whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Direction {
    /// From the View to the Host.
    #[serde(rename = "view->host")]
    ViewToHost,
    /// From the Host to the View.
    #[serde(rename = "host->view")]
    HostToView,
    /// From the sandbox proxy to the Host.
    #[serde(rename = "proxy->host")]
    ProxyToHost,
    /// From the Host to the sandbox proxy.
    #[serde(rename = "host->proxy")]
    HostToProxy,
}

/// One thing that is wrong with a recording.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// The line, from 1.
    pub line: usize,
    /// The conversation, if the recording names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub case: Option<String>,
    /// The method of the message, or of the request it answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// The rule that is broken, as the spec audit names it; `line` if the line is no message.
    pub rule: &'static str,
    /// The place in the message.
    pub path: String,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.rule)?;
        if let Some(method) = &self.method {
            write!(f, " {method}")?;
        }
        write!(f, " at {}: {}", self.path, self.message)
    }
}

#[derive(Deserialize)]
struct Line<'a> {
    dir: Direction,
    #[serde(borrow)]
    msg: &'a RawValue,
    case: Option<String>,
}

/// Judges a whole recording. Findings come in the order of the lines; requests that were never
/// answered come at the line that asked.
pub fn check(recording: &str, spec: Spec) -> Vec<Finding> {
    let mut conversations: BTreeMap<Option<String>, Conversation> = BTreeMap::new();
    let mut findings = Vec::new();
    for (number, text) in recording.lines().enumerate().filter(|(_, text)| !text.trim().is_empty()) {
        match serde_json::from_str::<Line<'_>>(text) {
            Ok(line) => {
                let conversation = conversations.entry(line.case.clone()).or_insert_with(|| Conversation::new(spec));
                let found = conversation.take(number + 1, line.dir, line.msg.get());
                findings.extend(found.into_iter().map(|finding| Finding { case: line.case.clone(), ..finding }));
            }
            Err(error) => {
                let message = error.to_string();
                let (case, method) = (None, None);
                findings.push(Finding { line: number + 1, case, method, rule: "line", path: String::new(), message });
            }
        }
    }
    for (case, conversation) in conversations {
        findings.extend(conversation.end().into_iter().map(|finding| Finding { case: case.clone(), ..finding }));
    }
    findings.sort_by_key(|finding| finding.line);
    findings
}
