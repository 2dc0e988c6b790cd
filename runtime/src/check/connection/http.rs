//! A server on streamable HTTP, a message a POST.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap};
use reqwest::{Client, RequestBuilder, Response};
use rmcp::model::{ConstString, InitializeResultMethod};
use serde_json::Value;
use tokio::sync::Semaphore;

use super::{ConnectError, Era, Heard, MOST_BYTES, answer_to};

const SESSION: &str = "mcp-session-id";
const VERSION: &str = "mcp-protocol-version";
/// How long the end of a session, or the answer to a ping, may take.
const ENDING: Duration = Duration::from_secs(2);
/// The most answers to a server's own requests on their way at once; further requests have none.
const MOST_ANSWERS: usize = 16;

pub(super) struct Http {
    client: Client,
    url: String,
    era: Era,
    heard: Heard,
    session: OnceLock<String>,
    answers: Arc<Semaphore>,
}

fn failed(error: &dyn std::error::Error) -> ConnectError {
    let mut message = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        message.push_str(&format!(": {error}"));
        source = error.source();
    }
    ConnectError::Http(message)
}

impl Http {
    pub(super) fn new(url: &str, era: Era, heard: Heard) -> Result<Self, ConnectError> {
        let client = Client::builder().build().map_err(|error| failed(&error))?;
        Ok(Http {
            client,
            url: url.to_owned(),
            era,
            heard,
            session: OnceLock::new(),
            answers: Arc::new(Semaphore::new(MOST_ANSWERS)),
        })
    }

    /// Sends a message and, if it is a request, reads up to its answer.
    pub(super) async fn exchange(&self, message: &Value) -> Result<Option<Value>, ConnectError> {
        let mut response = self.post(message).send().await.map_err(|error| failed(&error))?;
        if let Some(session) = text(response.headers(), SESSION) {
            // The first answer names it; it does not change.
            let _ = self.session.set(session.to_owned());
        }
        let status = response.status();
        let Some(id) = message.get("id") else {
            let refused = || ConnectError::Http(format!("{}: {status} to {}", self.url, message["method"]));
            return if status.is_success() { Ok(None) } else { Err(refused()) };
        };
        let kind = text(response.headers(), CONTENT_TYPE.as_str()).unwrap_or_default().to_owned();
        let answer = if kind.starts_with("text/event-stream") {
            self.answer_in(response, Some(id)).await?
        } else {
            let mut body = Vec::new();
            while let Some(chunk) = response.chunk().await.map_err(|error| failed(&error))? {
                body.extend_from_slice(&chunk);
                bounded(body.len())?;
            }
            serde_json::from_slice(&body).ok()
        };
        // An error may have no id, where the request was not understood.
        let fits = |answer: &Value| match answer["error"].is_object() {
            true => answer["id"] == *id || answer["id"].is_null(),
            false => answer["id"] == *id && answer.get("result").is_some(),
        };
        let answer = answer.filter(fits);
        answer.map(Some).ok_or_else(|| ConnectError::Http(format!("{}: {status} {kind} is no answer of MCP", self.url)))
    }

    /// Hears what the server says outside of answers, until it ends; `false` if it says nothing there.
    pub(super) async fn listen(&self) -> Result<bool, ConnectError> {
        let mut get = self.client.get(&self.url).header(ACCEPT, "text/event-stream");
        get = get.header(VERSION, self.era.version().as_str());
        if let Some(session) = self.session.get() {
            get = get.header(SESSION, session);
        }
        let response = get.send().await.map_err(|error| failed(&error))?;
        // A server need not have it.
        let listens = response.status().is_success();
        if listens {
            self.answer_in(response, None).await?;
        }
        Ok(listens)
    }

    fn post(&self, message: &Value) -> RequestBuilder {
        let era = self.era;
        let method = message["method"].as_str().unwrap_or_default();
        let mut post = self.client.post(&self.url).header(CONTENT_TYPE, "application/json");
        post = post.header(ACCEPT, "application/json, text/event-stream").body(message.to_string());
        if method != InitializeResultMethod::VALUE {
            post = post.header(VERSION, era.version().as_str());
        }
        if let Some(session) = self.session.get() {
            post = post.header(SESSION, session);
        }
        if era == Era::Modern {
            post = post.header("mcp-method", method);
            let params = &message["params"];
            if let Some(name) = params["name"].as_str().or_else(|| params["uri"].as_str()) {
                post = post.header("mcp-name", name);
            }
        }
        post
    }

    /// Ends the session, if there is one.
    pub(super) async fn close(&self) {
        if let Some(session) = self.session.get() {
            // What it thinks of that is of no use to anybody.
            let ended = self.client.delete(&self.url).header(SESSION, session).send();
            let _ = tokio::time::timeout(ENDING, ended).await;
        }
    }

    /// Reads an event stream up to the answer to a request, or to its end.
    async fn answer_in(&self, mut response: Response, id: Option<&Value>) -> Result<Option<Value>, ConnectError> {
        let mut unread = Vec::new();
        let mut data = String::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| failed(&error))? {
            // A line that goes on for many chunks is not looked through again for each.
            let mut from = unread.len();
            unread.extend_from_slice(&chunk);
            bounded(unread.len() + data.len())?;
            while let Some(end) = unread[from..].iter().position(|byte| *byte == b'\n').map(|end| from + end) {
                from = 0;
                let line: Vec<u8> = unread.drain(..=end).collect();
                let line = String::from_utf8_lossy(&line);
                let line = line.trim_end_matches(['\r', '\n']);
                if let Some(more) = line.strip_prefix("data:") {
                    data.push_str(more);
                } else if line.is_empty() {
                    let message: Option<Value> = serde_json::from_str(&data).ok();
                    data.clear();
                    let Some(message) = message else { continue };
                    if id.is_some_and(|id| message["id"] == *id && message.get("method").is_none()) {
                        return Ok(Some(message));
                    }
                    match answer_to(&message) {
                        Some(answer) => {
                            let Ok(place) = Arc::clone(&self.answers).try_acquire_owned() else { continue };
                            let sent = tokio::time::timeout(ENDING, self.post(&answer).send());
                            tokio::spawn(async move {
                                // Whoever asks and does not take the answer goes without.
                                let _ = sent.await;
                                drop(place);
                            });
                        }
                        None => (self.heard)(message),
                    }
                }
            }
        }
        Ok(None)
    }
}

fn bounded(bytes: usize) -> Result<(), ConnectError> {
    if bytes > MOST_BYTES { Err(ConnectError::TooMuch) } else { Ok(()) }
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}
