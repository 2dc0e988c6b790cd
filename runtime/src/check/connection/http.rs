//! A server on streamable HTTP, a message a POST.

use std::ops::Deref;

use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap};
use reqwest::{Client, RequestBuilder, Response};
use rmcp::model::{ConstString, InitializeResultMethod};
use serde_json::Value;

use super::{Allowance, ConnectError, Era};

const SESSION: &str = "mcp-session-id";
const VERSION: &str = "mcp-protocol-version";

pub(super) struct Http {
    client: Client,
    url: String,
    session: Option<String>,
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
    pub(super) fn new(url: &str) -> Result<Self, ConnectError> {
        let client = Client::builder().build().map_err(|error| failed(&error))?;
        Ok(Http { client, url: url.to_owned(), session: None })
    }

    /// Sends a message and, if it is a request, reads up to its answer.
    pub(super) async fn exchange(
        &mut self,
        message: &Value,
        era: Era,
        allowance: &mut Allowance,
    ) -> Result<Option<Value>, ConnectError> {
        let mut response = self.post(message, era).send().await.map_err(|error| failed(&error))?;
        if let Some(session) = text(response.headers(), SESSION) {
            self.session = Some(session.to_owned());
        }
        let Some(id) = message.get("id") else { return Ok(None) };
        let status = response.status();
        let kind = text(response.headers(), CONTENT_TYPE.as_str()).unwrap_or_default().to_owned();
        let answer = if kind.starts_with("text/event-stream") {
            answer_in(response, id, allowance).await?
        } else {
            let mut body = Vec::new();
            while let Some(chunk) = chunk(&mut response, allowance).await? {
                body.extend_from_slice(&chunk);
            }
            serde_json::from_slice(&body).ok()
        };
        let answer = answer.filter(|answer| answer.get("result").is_some() || answer["error"].is_object());
        answer.map(Some).ok_or_else(|| ConnectError::Http(format!("{}: {status} {kind} is no answer of MCP", self.url)))
    }

    fn post(&self, message: &Value, era: Era) -> RequestBuilder {
        let method = message["method"].as_str().unwrap_or_default();
        let mut post = self.client.post(&self.url).header(CONTENT_TYPE, "application/json");
        post = post.header(ACCEPT, "application/json, text/event-stream").body(message.to_string());
        if method != InitializeResultMethod::VALUE {
            post = post.header(VERSION, era.version().as_str());
        }
        if let Some(session) = &self.session {
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
    pub(super) async fn close(self) {
        if let Some(session) = &self.session {
            let _ = self.client.delete(&self.url).header(SESSION, session).send().await;
        }
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

async fn chunk(
    response: &mut Response,
    allowance: &mut Allowance,
) -> Result<Option<impl Deref<Target = [u8]> + use<>>, ConnectError> {
    let chunk = response.chunk().await.map_err(|error| failed(&error))?;
    allowance.take(chunk.as_ref().map_or(0, |chunk| chunk.len()))?;
    Ok(chunk)
}

/// Reads an event stream up to the answer to a request.
async fn answer_in(
    mut response: Response,
    id: &Value,
    allowance: &mut Allowance,
) -> Result<Option<Value>, ConnectError> {
    let mut unread = Vec::new();
    let mut data = String::new();
    while let Some(chunk) = chunk(&mut response, allowance).await? {
        // A line that goes on for many chunks is not looked through again for each.
        let mut from = unread.len();
        unread.extend_from_slice(&chunk);
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
                if let Some(message) = message.filter(|message| message["id"] == *id && message.get("method").is_none())
                {
                    return Ok(Some(message));
                }
            }
        }
    }
    Ok(None)
}
