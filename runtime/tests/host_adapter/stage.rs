//! One thread, one clock, a scripted server.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::task::Poll;

use futures_executor::LocalPool;
use futures_util::task::LocalSpawnExt;
use mcp_apps::RpcError;
use mcp_apps::draft::{Implementation, McpUiInitializeResult};
use mcp_apps::host::{Backend, Bridge, BridgedView, Connection, Progress, Watch};
use mcp_apps::task::BoxFuture;
use mcp_apps::testing::{Clock, FakeView};
use mcp_apps::wire::{JsonObject, Request, RequestId};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

pub type Answer = Result<Value, RpcError>;

/// A server that answers as told, and remembers what it was asked.
#[derive(Clone, Default)]
pub struct Server {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    capabilities: Value,
    answers: HashMap<String, Answer>,
    heard: Vec<(String, Value)>,
    progress: Vec<Progress>,
    cancelled: usize,
    late: bool,
}

struct Hanging {
    server: Server,
}

impl Drop for Hanging {
    fn drop(&mut self) {
        self.server.state.lock().unwrap().cancelled += 1;
    }
}

impl Server {
    /// A server with tools and resources, and these tools.
    pub fn new(tools: Value) -> Self {
        let server = Server::default();
        server.declare(json!({"tools": {"listChanged": true}, "resources": {"listChanged": true}}));
        server.answer("tools/list", Ok(json!({"tools": tools})));
        server.answer("resources/list", Ok(json!({"resources": []})));
        server
    }

    pub fn declare(&self, capabilities: Value) {
        self.state.lock().unwrap().capabilities = capabilities;
    }

    /// A method without an answer hangs.
    pub fn answer(&self, method: &str, answer: Answer) {
        self.state.lock().unwrap().answers.insert(method.to_owned(), answer);
    }

    pub fn hang(&self, method: &str) {
        self.state.lock().unwrap().answers.remove(method);
    }

    /// Answers only after others have had their turn.
    pub fn take_time(&self) {
        self.state.lock().unwrap().late = true;
    }

    /// What it was asked since the last time.
    pub fn heard(&self) -> Vec<(String, Value)> {
        std::mem::take(&mut self.state.lock().unwrap().heard)
    }

    pub fn methods(&self) -> Vec<String> {
        self.heard().into_iter().map(|(method, _)| method).collect()
    }

    pub fn cancelled(&self) -> usize {
        self.state.lock().unwrap().cancelled
    }

    /// Reports on every request that wants it.
    pub fn report(&self, report: mcp_apps::host::ProgressReport) {
        self.state.lock().unwrap().progress.iter_mut().for_each(|progress| progress(report.clone()));
    }
}

impl Backend for Server {
    fn capabilities(&self) -> JsonObject {
        self.state.lock().unwrap().capabilities.as_object().cloned().unwrap_or_default()
    }

    fn request(
        &self,
        method: &str,
        params: Option<JsonObject>,
        watch: Watch,
    ) -> BoxFuture<'static, Result<Box<RawValue>, RpcError>> {
        let mut state = self.state.lock().unwrap();
        state.heard.push((method.to_owned(), params.map_or(Value::Null, Value::Object)));
        state.progress.extend(watch.progress);
        if let Some(sent) = watch.sent {
            sent(RequestId::from(state.heard.len() as i64));
        }
        let (answer, mut turns) = (state.answers.get(method).cloned(), if state.late { 100 } else { 0 });
        let hanging = answer.is_none().then(|| Hanging { server: self.clone() });
        Box::pin(async move {
            std::future::poll_fn(|cx| {
                if turns == 0 {
                    return Poll::Ready(());
                }
                turns -= 1;
                cx.waker().wake_by_ref();
                Poll::Pending
            })
            .await;
            match answer {
                Some(answer) => Ok(to_raw_value(&answer?).unwrap()),
                None => {
                    let _hanging = hanging;
                    std::future::pending().await
                }
            }
        })
    }
}

pub struct Stage {
    pub pool: LocalPool,
    pub clock: Clock,
}

impl Stage {
    pub fn new() -> Self {
        Stage { pool: LocalPool::new(), clock: Clock::default() }
    }

    pub fn connect(&self, server: &Server) -> Connection {
        Connection::new(server.clone(), self.clock.clone())
    }

    pub fn run(&mut self) {
        self.pool.run_until_stalled();
    }

    pub fn wait<F: Future>(&mut self, future: F) -> F::Output {
        self.pool.run_until(future)
    }

    /// A bridged View that is ready.
    pub fn show(&mut self, bridge: Bridge) -> (BridgedView, FakeView, McpUiInitializeResult) {
        let (mut fake, end) = FakeView::new();
        let (view, driving) = bridge.attach(end).unwrap();
        self.pool.spawner().spawn_local(async { drop(driving.await) }).unwrap();
        let greeting = fake.greet(serde_json::from_value(json!({"tools": {}})).unwrap()).unwrap();
        self.run();
        let result = fake.be_ready(&greeting).unwrap();
        self.run();
        let result = serde_json::from_value(serde_json::to_value(result).unwrap()).unwrap();
        (view, fake, result)
    }

    /// Has the View ask something, and gives the answer.
    #[track_caller]
    pub fn ask<R: Request>(&mut self, fake: &mut FakeView, params: Value) -> Result<Value, RpcError> {
        let id = self.send::<R>(fake, params);
        self.answer::<R>(fake, &id)
    }

    pub fn send<R: Request>(&mut self, fake: &mut FakeView, params: Value) -> RequestId {
        let params: R::Params = serde_json::from_value(params).unwrap();
        let id = fake.request::<R>(&params).unwrap();
        self.run();
        id
    }

    #[track_caller]
    pub fn answer<R: Request>(&mut self, fake: &mut FakeView, id: &RequestId) -> Result<Value, RpcError> {
        match fake.take_response::<R>(id) {
            Ok(result) => Ok(serde_json::to_value(result).unwrap()),
            Err(mcp_apps::Error::Remote(error)) => Err(error),
            Err(other) => panic!("{other}"),
        }
    }
}

pub fn host() -> Implementation {
    Implementation::new("host", "1")
}

pub fn tool(name: &str, ui: Value) -> Value {
    json!({"name": name, "inputSchema": {"type": "object"}, "_meta": {"ui": ui}})
}
