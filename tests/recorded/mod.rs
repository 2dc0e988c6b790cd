//! The recorded conversations in `tests/transcripts/`, and the verdicts on them in
//! `tests/fixtures/verdicts.json`, which `tests/ajv/run.mjs` reads too.

#![allow(dead_code, reason = "each test file uses its part")]

use std::fs;
use std::path::{Path, PathBuf};

use mcp_apps_generated::wire::Party;
use serde::Deserialize;
use serde_json::{Map, Value};

/// One recorded message.
#[derive(Debug)]
pub struct Line {
    /// File and line.
    pub at: String,
    /// The file, and the case within it: messages of one conversation share it.
    pub conversation: String,
    /// Sender and receiver, as `view->host`.
    pub direction: String,
    /// Who sent it.
    pub from: Party,
    /// What was sent, whatever it is.
    pub message: Value,
}

/// Every message of every conversation, in order.
pub fn lines() -> Vec<Line> {
    #[derive(Deserialize)]
    struct Raw {
        case: Option<String>,
        dir: String,
        msg: Value,
    }
    let mut files: Vec<PathBuf> =
        fs::read_dir(root().join("transcripts")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    let mut lines = Vec::new();
    for file in files {
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        for (number, text) in fs::read_to_string(&file).unwrap().lines().enumerate() {
            let raw: Raw = serde_json::from_str(text).unwrap();
            let from = party(raw.dir.split_once("->").unwrap().0);
            lines.push(Line {
                at: format!("{name}.jsonl:{}", number + 1),
                conversation: format!("{name} {}", raw.case.unwrap_or_default()),
                direction: raw.dir,
                from,
                message: raw.msg,
            });
        }
    }
    lines
}

/// The party a transcript or a verdict names.
pub fn party(word: &str) -> Party {
    match word {
        "view" => Party::View,
        "host" => Party::Host,
        "proxy" => Party::Sandbox,
        other => panic!("no party is called {other}"),
    }
}

impl Line {
    /// The method, if it is a request or a notification.
    pub fn method(&self) -> Option<&str> {
        self.message.get("method")?.as_str()
    }

    /// Whether it has an id.
    pub fn is_request(&self) -> bool {
        self.message.get("id").is_some()
    }

    /// The successful answer it carries.
    pub fn result(&self) -> Option<&Value> {
        self.message.get("result")
    }

    /// Whether its envelope is JSON-RPC as the peers take it (W5).
    pub fn is_json_rpc(&self) -> bool {
        let Some(message) = self.message.as_object() else { return false };
        let members = ["jsonrpc", "id", "method", "params", "result", "error"];
        message.get("jsonrpc").is_some_and(|version| version == "2.0")
            && message.keys().all(|member| members.contains(&member.as_str()))
            && message.get("id").is_none_or(|id| id.is_string() || id.is_i64())
            && (message.contains_key("method") || message.contains_key("result") || message.contains_key("error"))
    }

    fn answers(&self, request: &Line) -> bool {
        let (from, to) = request.direction.split_once("->").unwrap();
        request.conversation == self.conversation
            && request.method().is_some()
            && request.is_request()
            && self.direction == format!("{to}->{from}")
            && self.message.get("id") == request.message.get("id")
    }
}

/// The request that the answer at `index` answers: the last one with its id from the other side.
pub fn answered(lines: &[Line], index: usize) -> Option<&Line> {
    if lines[index].method().is_some() || !lines[index].is_json_rpc() {
        return None;
    }
    lines[..index].iter().rev().find(|request| lines[index].answers(request))
}

/// How the real peer showed that it refused the message at `index`.
///
/// * `-32602`, `-32603`: the code of the error it answered a request with.
/// * `silence`: it took the handshake's answer for none: no `ui/notifications/initialized` follows.
pub fn refusal(lines: &[Line], index: usize) -> Option<String> {
    let line = &lines[index];
    if line.method().is_some() && line.is_request() {
        let answer = lines[index..].iter().find(|answer| answer.method().is_none() && answer.answers(line))?;
        let code = answer.message.get("error")?.get("code")?.as_i64()?;
        return [-32602, -32603].contains(&code).then(|| code.to_string());
    }
    let handshake = answered(lines, index)?.method() == Some("ui/initialize") && line.result().is_some();
    let mut later = lines[index..].iter().filter(|later| later.conversation == line.conversation);
    let silent = !later.any(|later| later.method() == Some("ui/notifications/initialized"));
    (handshake && silent).then(|| "silence".to_owned())
}

/// What we make of a message that real peers refuse, or refuse to send.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Verdict {
    /// Who sends it.
    pub from: String,
    /// The message without `jsonrpc` and `id`; whole where `envelope` is set.
    pub message: Value,
    /// For a result: the method of the request it answers.
    pub answers: Option<String>,
    /// The one case of the recording that it is about; all where absent.
    pub case: Option<String>,
    /// The fault is in the envelope, which types don't see.
    #[serde(default)]
    pub envelope: bool,
    /// How the recorded peer showed its refusal; `None` where it couldn't or doesn't refuse.
    pub peer: Option<String>,
    /// What we do: `refused` or `read`.
    pub verdict: String,
    /// Where the types say the fault is.
    pub at: Option<String>,
    /// Why.
    pub why: String,
}

/// A message nobody recorded, written for what it shows.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Case {
    /// Who sends it.
    pub from: String,
    /// The whole message.
    pub message: Value,
    /// For a result: the method of the request it answers.
    pub answers: Option<String>,
    /// Whether the schema accepts it.
    pub valid: bool,
    /// Whether the types read what the schema refuses; only then stated.
    #[serde(default)]
    pub read_anyway: bool,
    /// The versions it is about; all where absent.
    pub versions: Option<Vec<String>>,
    /// What it shows.
    pub why: String,
}

/// `tests/fixtures/verdicts.json`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verdicts {
    /// What the file is.
    pub about: String,
    /// On recorded messages; every other recorded message is well-formed.
    pub recorded: Vec<Verdict>,
    /// On written ones.
    pub written: Vec<Case>,
}

impl Verdicts {
    /// Reads the file.
    pub fn load() -> Verdicts {
        serde_json::from_str(&fs::read_to_string(root().join("fixtures/verdicts.json")).unwrap()).unwrap()
    }

    /// The verdict on the message at `index`, with its place in the list.
    pub fn on<'a>(&'a self, lines: &[Line], index: usize) -> Option<(usize, &'a Verdict)> {
        let line = &lines[index];
        let answers = answered(lines, index).and_then(Line::method);
        self.recorded.iter().enumerate().find(|(_, verdict)| {
            let same = if verdict.envelope {
                verdict.message == line.message
            } else {
                line.is_json_rpc() && without_envelope(&line.message) == verdict.message
            };
            same && party(&verdict.from) == line.from
                && verdict.case.as_ref().is_none_or(|case| line.conversation.ends_with(case))
                && verdict.answers.as_deref().is_none_or(|method| answers == Some(method))
        })
    }
}

fn without_envelope(message: &Value) -> Value {
    let members = message.as_object().cloned().unwrap_or_default();
    Value::Object(
        members.into_iter().filter(|(member, _)| member != "jsonrpc" && member != "id").collect::<Map<_, _>>(),
    )
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"))
}
