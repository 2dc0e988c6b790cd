//! Where the scenes are played: the scripted Views and servers on this side of the relay, and
//! everything that was seen, in order.

use std::collections::BTreeMap;
use std::time::Duration;

use mcp_apps_generated::draft::{
    McpUiInitializeRequest, McpUiInitializedNotification, McpUiSandboxProxyReadyNotification, PROTOCOL_VERSION,
};
use mcp_apps_generated::wire::{Notification, Request};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::relay::{Adapter, Relay, RelayError};
use super::server::Server;
use super::view::{View, context};

/// The contract's number.
const CONTRACT: u64 = 1;

/// Why a scene ends early.
pub(super) enum Stop {
    /// There is nobody to play it with.
    Relay(RelayError),
    /// The Host does not play along.
    Failed(String),
}

impl From<RelayError> for Stop {
    fn from(error: RelayError) -> Self {
        Stop::Relay(error)
    }
}

pub(super) type Played<T = ()> = Result<T, Stop>;

/// What an adapter says of itself.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Hello {
    contract: u64,
    #[serde(default)]
    pub(super) name: String,
    #[serde(default)]
    pub(super) version: String,
    #[serde(default)]
    pub(super) web: bool,
    #[serde(default)]
    does: Vec<String>,
    #[serde(default)]
    tells: Vec<String>,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Line {
    Hello(Hello),
    View {
        view: String,
        message: Value,
    },
    Server {
        server: String,
        message: Value,
    },
    Done {
        id: u64,
        #[serde(default)]
        result: Value,
    },
    Failed {
        id: u64,
        #[serde(default)]
        error: String,
    },
    Did(Value),
}

/// A View that has been opened.
pub(super) struct Opened {
    pub(super) name: String,
    /// What the adapter told of its frame.
    pub(super) told: Value,
}

pub(super) struct Stage {
    relay: Relay,
    pub(super) hello: Hello,
    views: BTreeMap<String, View>,
    servers: BTreeMap<String, Server>,
    orders: BTreeMap<u64, Result<Value, String>>,
    did: Vec<Value>,
    next_order: u64,
    patience: Duration,
}

impl Stage {
    pub(super) async fn open(adapter: &Adapter, patience: Duration) -> Result<Self, RelayError> {
        let mut relay = Relay::open(adapter).await?;
        relay.send(&json!({ "type": "hello", "contract": CONTRACT })).await?;
        // An adapter may have to build its Host first.
        let line = tokio::time::timeout(patience.saturating_mul(12), relay.next()).await;
        let line = line.map_err(|_| RelayError::Contract("no hello".to_owned()))??;
        let hello = match serde_json::from_value(line.clone()) {
            Ok(Line::Hello(hello)) if hello.contract == CONTRACT => hello,
            Ok(Line::Hello(hello)) => {
                return Err(RelayError::Contract(format!("its version is {}, not {CONTRACT}", hello.contract)));
            }
            _ => return Err(RelayError::Contract(format!("expected hello, not {line}"))),
        };
        let (views, servers, orders) = Default::default();
        Ok(Stage { relay, hello, views, servers, orders, did: Vec::new(), next_order: 1, patience })
    }

    pub(super) async fn close(self) {
        self.relay.close().await;
    }

    pub(super) fn does(&self, order: &str) -> bool {
        self.hello.does.iter().any(|does| does == order)
    }

    pub(super) fn tells(&self, event: &str) -> bool {
        self.hello.tells.iter().any(|tells| tells == event)
    }

    /// Takes lines until `enough`; whether it came to that in time.
    pub(super) async fn until(&mut self, enough: impl Fn(&Stage) -> bool) -> Result<bool, RelayError> {
        let deadline = Instant::now() + self.patience;
        while !enough(self) {
            let Ok(line) = tokio::time::timeout_at(deadline, self.relay.next()).await else { return Ok(false) };
            self.take(line?).await?;
        }
        Ok(true)
    }

    async fn take(&mut self, line: Value) -> Result<(), RelayError> {
        let line =
            serde_json::from_value(line.clone()).map_err(|error| RelayError::Contract(format!("{error}: {line}")));
        match line? {
            Line::Hello(_) => {}
            Line::Done { id, result } => drop(self.orders.insert(id, Ok(result))),
            Line::Failed { id, error } => drop(self.orders.insert(id, Err(error))),
            Line::Did(did) => self.did.push(did),
            Line::Server { server, message } => {
                let answer = self.server(&server).take(message);
                if let Some(answer) = answer {
                    self.server_says(&server, answer).await?;
                }
            }
            Line::View { view, message } => {
                let answer = self.view(&view).take(message);
                if let Some(answer) = answer {
                    self.say(&view, answer).await?;
                }
            }
        }
        Ok(())
    }

    // Orders.

    pub(super) async fn begin(&mut self, what: &str, members: Value) -> Result<u64, RelayError> {
        let id = self.next_order;
        self.next_order += 1;
        let mut order = members;
        (order["type"], order["id"], order["what"]) = (json!("do"), json!(id), json!(what));
        self.relay.send(&order).await?;
        Ok(id)
    }

    /// Waits for an order's end; `None` if it does not come.
    pub(super) async fn end(&mut self, order: u64) -> Result<Option<Result<Value, String>>, RelayError> {
        self.until(|stage| stage.ended(order)).await?;
        Ok(self.orders.remove(&order))
    }

    pub(super) fn ended(&self, order: u64) -> bool {
        self.orders.contains_key(&order)
    }

    /// Gives an order and waits for its end.
    pub(super) async fn order(&mut self, what: &str, members: Value) -> Played<Result<Value, String>> {
        let order = self.begin(what, members).await?;
        let late = || Stop::Failed(format!("the adapter neither did nor refused `{what}`"));
        self.end(order).await?.ok_or_else(late)
    }

    /// An order without which there is nothing to see.
    pub(super) async fn need(&mut self, what: &str, members: Value) -> Played<Value> {
        let done = self.order(what, members).await?;
        done.map_err(|error| Stop::Failed(format!("the adapter could not `{what}`: {error}")))
    }

    pub(super) async fn settle(&mut self) -> Played {
        self.need("settle", json!({})).await.map(drop)
    }

    // Servers.

    pub(super) fn server(&mut self, name: &str) -> &mut Server {
        self.servers.entry(name.to_owned()).or_insert_with(|| Server::new(name))
    }

    /// What a server has been asked so far.
    pub(super) fn asked(&self, server: &str, method: &str) -> Vec<&Value> {
        self.servers
            .get(server)
            .map(|server| server.heard.iter())
            .into_iter()
            .flatten()
            .filter(|message| message["method"] == method)
            .collect()
    }

    pub(super) fn calls(&self, server: &str, tool: &str) -> usize {
        self.servers.get(server).map_or(0, |server| server.calls(tool))
    }

    pub(super) async fn server_says(&mut self, server: &str, message: Value) -> Result<(), RelayError> {
        self.relay.send(&json!({ "type": "server", "server": server, "message": message })).await
    }

    /// The server answers the calls that it has kept waiting.
    pub(super) async fn release(&mut self, server: &str) -> Result<(), RelayError> {
        for answer in self.server(server).release() {
            self.server_says(server, answer).await?;
        }
        Ok(())
    }

    // Views.

    pub(super) fn view(&mut self, name: &str) -> &mut View {
        self.views.entry(name.to_owned()).or_default()
    }

    pub(super) async fn say(&mut self, view: &str, message: Value) -> Result<(), RelayError> {
        self.relay.send(&json!({ "type": "view", "view": view, "message": message })).await
    }

    pub(super) async fn notify<N: Notification>(&mut self, view: &str, params: Value) -> Result<(), RelayError> {
        let mut message = json!({ "jsonrpc": "2.0", "method": N::METHOD });
        if !params.is_null() {
            message["params"] = params;
        }
        self.say(view, message).await
    }

    /// The View sends a request: its id.
    pub(super) async fn request(&mut self, view: &str, method: &str, params: Value) -> Result<i64, RelayError> {
        let id = self.view(view).next_id;
        self.view(view).next_id += 1;
        self.say(view, json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })).await?;
        Ok(id)
    }

    /// The Host's answer to a request: its result, or its error; an answer that does not come is an error.
    pub(super) async fn answer(&mut self, view: &str, id: i64) -> Result<Result<Value, Value>, RelayError> {
        self.until(|stage| stage.had(view).any(|message| answers(message, id))).await?;
        let answer = self.had(view).find(|message| answers(message, id));
        Ok(match answer {
            Some(answer) if answer.get("result").is_some() => Ok(answer["result"].clone()),
            Some(answer) => Err(answer["error"].clone()),
            None => Err(json!({ "message": UNANSWERED })),
        })
    }

    pub(super) async fn ask<R: Request>(
        &mut self,
        view: &str,
        params: Value,
    ) -> Result<Result<Value, Value>, RelayError> {
        self.ask_for(view, R::METHOD, params).await
    }

    pub(super) async fn ask_for(
        &mut self,
        view: &str,
        method: &str,
        params: Value,
    ) -> Result<Result<Value, Value>, RelayError> {
        let id = self.request(view, method, params).await?;
        self.answer(view, id).await
    }

    /// Opens a View of a tool. It has said nothing yet.
    pub(super) async fn start(&mut self, server: &str, tool: &str) -> Played<Opened> {
        let name = format!("v{}", self.views.len() + 1);
        self.views.insert(name.clone(), View::default());
        let members = json!({ "view": name, "server": server, "tool": tool, "context": context() });
        let told = self.need("start", members).await?;
        Ok(Opened { name, told })
    }

    /// The View's proxy is ready, if the Host needs one.
    pub(super) async fn proxy_ready(&mut self, view: &str) -> Played {
        if self.hello.web {
            self.notify::<McpUiSandboxProxyReadyNotification>(view, json!({})).await?;
            self.settle().await?;
        }
        Ok(())
    }

    /// The View sends `ui/initialize`: its result.
    pub(super) async fn greet(&mut self, view: &str, capabilities: Value) -> Played<Value> {
        let params = json!({
            "appInfo": { "name": "conformance", "version": env!("CARGO_PKG_VERSION") },
            "appCapabilities": capabilities,
            "protocolVersion": PROTOCOL_VERSION,
        });
        let answer = self.ask::<McpUiInitializeRequest>(view, params).await?;
        answer.map_err(|error| Stop::Failed(format!("the View's handshake was answered with {error}")))
    }

    pub(super) async fn ready(&mut self, view: &str) -> Played {
        self.notify::<McpUiInitializedNotification>(view, Value::Null).await?;
        self.settle().await
    }

    /// A View that has been through its handshake, and the Host's answer in it.
    pub(super) async fn shown(&mut self, server: &str, tool: &str, capabilities: Value) -> Played<(Opened, Value)> {
        let opened = self.start(server, tool).await?;
        self.proxy_ready(&opened.name).await?;
        let hello = self.greet(&opened.name, capabilities).await?;
        self.ready(&opened.name).await?;
        Ok((opened, hello))
    }

    /// The View is not needed any more.
    pub(super) async fn leave(&mut self, view: &str) -> Played {
        if self.does("teardown") {
            // How a Host takes Views down has scenes of its own.
            drop(self.order("teardown", json!({ "view": view })).await?);
        }
        Ok(())
    }

    /// What the Host has said to a View.
    pub(super) fn had(&self, view: &str) -> impl Iterator<Item = &Value> {
        self.views.get(view).map(|view| view.had.iter()).into_iter().flatten()
    }

    /// Where among them those of a method are, and their parameters.
    pub(super) fn told(&self, view: &str, method: &str) -> Vec<(usize, &Value)> {
        let messages = self.had(view).enumerate();
        messages
            .filter(|(_, message)| message["method"] == method)
            .map(|(at, message)| (at, &message["params"]))
            .collect()
    }

    /// What the Host did outside, for a View.
    pub(super) fn did<'a>(&'a self, view: &'a str, what: &'a str) -> impl Iterator<Item = &'a Value> {
        self.did.iter().filter(move |did| did["view"] == view && did["what"] == what)
    }
}

/// What an error says that is none of the Host's.
pub(super) const UNANSWERED: &str = "there was no answer";

fn answers(message: &Value, id: i64) -> bool {
    message.get("method").is_none() && message["id"] == id
}
