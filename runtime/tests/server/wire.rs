//! One raw connection to a server, whatever carries it.

use std::sync::Arc;
use std::time::Duration;

use axum::serve::ListenerExt;
use mcp_apps::server::testing::Client;
use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::{Value, json};

/// What carries the messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carrier {
    /// Lines over a byte stream, as over stdio.
    Lines,
    /// Streamable HTTP with sessions, for the versions that have them.
    Sessions,
    /// Streamable HTTP without sessions, answers as event streams.
    Stateless,
    /// Streamable HTTP without sessions, answers as JSON.
    StatelessJson,
}

pub const CARRIERS: [Carrier; 4] = [Carrier::Lines, Carrier::Sessions, Carrier::Stateless, Carrier::StatelessJson];

/// Every version rmcp knows.
pub const VERSIONS: [&str; 5] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", MODERN];
pub const MODERN: &str = "2026-07-28";

/// Serves a handler over HTTP on a port of its own; the URL of its endpoint.
pub async fn serve<H: ServerHandler + Clone>(handler: H, carrier: Carrier) -> String {
    let config = StreamableHttpServerConfig::default()
        .with_sse_keep_alive(None)
        .with_sse_retry(None)
        .with_legacy_session_mode(carrier == Carrier::Sessions)
        .with_json_response(carrier == Carrier::StatelessJson);
    let sessions = Arc::new(LocalSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(handler.clone()), sessions, config);
    let router = axum::Router::new().route_service("/mcp", service);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let listener = listener.tap_io(|connection| connection.set_nodelay(true).unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    url
}

pub struct Wire {
    version: String,
    capabilities: Value,
    next_id: i64,
    link: Link,
}

enum Link {
    Lines(Box<Client>),
    Http { client: reqwest::Client, url: String, session: Option<String> },
}

/// What a server answered: over HTTP with its status and type first, then each message as it was
/// written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub head: String,
    pub messages: Vec<String>,
}

impl Answer {
    /// The last message: the answer proper.
    pub fn json(&self) -> Value {
        serde_json::from_str(self.messages.last().unwrap_or_else(|| panic!("no message: {}", self.head))).unwrap()
    }

    pub fn result(&self) -> Value {
        let mut answer = self.json();
        assert!(answer["error"].is_null(), "{answer}");
        answer["result"].take()
    }

    pub fn error(&self) -> Value {
        let mut answer = self.json();
        assert!(!answer["error"].is_null(), "{answer}");
        answer["error"].take()
    }
}

impl Wire {
    /// Connects; before 2026-07-28 with the handshake, whose answer comes back too.
    pub async fn open<H: ServerHandler + Clone>(
        handler: H,
        carrier: Carrier,
        version: &str,
        capabilities: Value,
    ) -> (Self, Option<Answer>) {
        let link = match carrier {
            Carrier::Lines => Link::Lines(Box::new(Client::connect(handler))),
            _ => Link::Http { client: reqwest::Client::new(), url: serve(handler, carrier).await, session: None },
        };
        let mut wire = Wire { version: version.to_owned(), capabilities, next_id: 0, link };
        let answer = wire.greet().await;
        (wire, answer)
    }

    /// Another client of a server that is already served over HTTP.
    pub async fn join(url: &str, version: &str) -> Self {
        let link = Link::Http { client: reqwest::Client::new(), url: url.to_owned(), session: None };
        let mut wire = Wire { version: version.to_owned(), capabilities: json!({}), next_id: 0, link };
        wire.greet().await;
        wire
    }

    /// Claims a session that was never given.
    pub fn forge_session(&mut self, id: &str) {
        if let Link::Http { session, .. } = &mut self.link {
            *session = Some(id.to_owned());
        }
    }

    async fn greet(&mut self) -> Option<Answer> {
        if self.version == MODERN {
            return None;
        }
        let params = json!({
            "protocolVersion": self.version,
            "capabilities": self.capabilities,
            "clientInfo": { "name": "raw", "version": "0" },
        });
        let answer = self.ask("initialize", params).await;
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
        Some(answer)
    }

    /// What the client declares from now on, on 2026-07-28.
    pub fn declare(&mut self, capabilities: Value) {
        self.capabilities = capabilities;
    }

    /// Sends a request and reads up to its answer.
    pub async fn ask(&mut self, method: &str, params: Value) -> Answer {
        let request = self.request(method, params);
        self.send(&request).await
    }

    /// Sends a notification.
    pub async fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params })).await;
    }

    /// Sends a request over HTTP and gives its event stream, to be read message by message.
    pub async fn open_stream(&mut self, method: &str, params: Value) -> Events {
        let request = self.request(method, params);
        let Link::Http { client, url, session } = &self.link else { panic!("lines have no event streams") };
        let post = post(client, url, &self.version, session.as_deref(), &request);
        Events::of(post.send().await.unwrap())
    }

    /// The standalone event stream of an HTTP session.
    pub async fn standalone(&mut self) -> Events {
        let Link::Http { client, url, session: Some(session) } = &self.link else { panic!("no session") };
        let get = client.get(url).header("accept", "text/event-stream").header("mcp-session-id", session);
        Events::of(get.header("mcp-protocol-version", &self.version).send().await.unwrap())
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        let mut request = json!({ "jsonrpc": "2.0", "id": self.next_id, "method": method, "params": params });
        self.next_id += 1;
        if self.version == MODERN && method != "initialize" {
            request["params"]["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": MODERN,
                "io.modelcontextprotocol/clientCapabilities": self.capabilities,
            });
        }
        request
    }

    async fn send(&mut self, message: &Value) -> Answer {
        let answered = message.get("id");
        match &mut self.link {
            Link::Lines(client) => {
                client.write(message).await.unwrap();
                let mut messages = Vec::new();
                while let Some(id) = answered {
                    let read = tokio::time::timeout(Duration::from_secs(5), client.read_line()).await;
                    let line = read.unwrap_or_else(|_| panic!("no answer to {message}")).unwrap();
                    let json: Value = serde_json::from_str(&line).unwrap();
                    messages.push(line);
                    if json["id"] == *id {
                        break;
                    }
                }
                Answer { head: String::new(), messages }
            }
            Link::Http { client, url, session } => {
                let post = post(client, url, &self.version, session.as_deref(), message);
                let response = post.send().await.unwrap();
                if let Some(id) = response.headers().get("mcp-session-id") {
                    *session = Some(id.to_str().unwrap().to_owned());
                }
                let kind = response.headers().get("content-type").map(|kind| kind.to_str().unwrap().to_owned());
                let head = format!("{} {}", response.status(), kind.clone().unwrap_or_default());
                let body = tokio::time::timeout(Duration::from_secs(5), response.text()).await.unwrap().unwrap();
                let messages = match kind.as_deref() {
                    Some("text/event-stream") => {
                        let data = body.lines().filter_map(|line| line.strip_prefix("data:"));
                        data.map(|data| data.trim().to_owned()).filter(|data| !data.is_empty()).collect()
                    }
                    _ if body.is_empty() => Vec::new(),
                    _ => vec![body],
                };
                Answer { head, messages }
            }
        }
    }
}

fn post(
    client: &reqwest::Client,
    url: &str,
    version: &str,
    session: Option<&str>,
    message: &Value,
) -> reqwest::RequestBuilder {
    let mut post = client
        .post(url)
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream");
    if message["method"] != "initialize" {
        post = post.header("mcp-protocol-version", version);
    }
    if let Some(session) = session {
        post = post.header("mcp-session-id", session);
    }
    if version == MODERN {
        post = post.header("mcp-method", message["method"].as_str().unwrap());
        if let Some(name) = ["name", "uri", "taskId"].iter().find_map(|key| message["params"][key].as_str()) {
            post = post.header("mcp-name", name);
        }
    }
    post.body(message.to_string())
}

/// The messages of an event stream as they come.
pub struct Events {
    response: reqwest::Response,
    text: String,
}

impl Events {
    fn of(response: reqwest::Response) -> Self {
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Events { response, text: String::new() }
    }

    pub async fn message(&mut self) -> Value {
        loop {
            while let Some((line, rest)) = self.text.split_once('\n') {
                let message = line.strip_prefix("data:").and_then(|data| serde_json::from_str(data.trim()).ok());
                self.text = rest.to_owned();
                if let Some(message) = message {
                    return message;
                }
            }
            let chunk = tokio::time::timeout(Duration::from_secs(5), self.response.chunk()).await;
            let chunk = chunk.expect("no message").unwrap().expect("the stream ended");
            self.text.push_str(std::str::from_utf8(&chunk).unwrap());
        }
    }
}
