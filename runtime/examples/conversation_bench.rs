//! Our half of `tests/bench/conversation/run.sh`: a Host and a View of ours hold the recorded
//! conversations with each other, over the in-memory pair, as fast as they can.
//!
//! Every message of the recording is sent by the side that sent it, from the recorded JSON text
//! of its parameters, through the typed methods of [`Host`] and [`View`]. On the channel each is
//! JSON text: written by one side; parsed, decoded into its type and given to its handler by the
//! other; and a request is answered the same way back.
//!
//! Reads commands from standard input and answers each with a line of JSON: `wire` with the
//! messages of one conversation per recording, `run N` with N conversations of each, timed from
//! the greeting to the answer of the teardown.

use std::error::Error;
use std::io::BufRead as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use futures_util::future::join3;
use mcp_apps::draft::*;
use mcp_apps::jsonrpc::decode_params;
use mcp_apps::peer::RequestOptions;
use mcp_apps::task::{BoxFuture, Timer};
use mcp_apps::transport::{Frame, Pair, Transport, pair};
use mcp_apps::wire::{JsonObject, Notification, Request, decode_at};
use mcp_apps::{Error as AppsError, RpcError};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Value, json};

const PATIENCE: Duration = Duration::from_secs(60);

/// A real clock whose alarms nobody waits for: nothing here takes the 60 s of a timeout.
#[derive(Clone, Copy)]
struct Clock(Instant);

impl Timer for Clock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }

    fn sleep_until(&self, _: Duration) -> BoxFuture<'static, ()> {
        Box::pin(std::future::pending())
    }
}

#[derive(Deserialize)]
struct Line {
    dir: String,
    msg: Message,
}

#[derive(Deserialize)]
struct Message {
    #[serde(default)]
    id: Option<u64>,
    #[serde(default)]
    method: Option<String>,
    #[serde(default)]
    params: Option<Box<RawValue>>,
    #[serde(default)]
    result: Option<Value>,
}

/// Something one of the sides does in the conversation.
struct Step {
    by_host: bool,
    method: String,
    params: Option<Box<RawValue>>,
    /// Whether the answer is an error, or a result that says so.
    fails: bool,
}

impl Step {
    fn params<T: DeserializeOwned>(&self) -> Result<T, AppsError> {
        Ok(decode_params(self.params.as_deref())?)
    }
}

/// What the recorded Host answered with.
#[derive(Clone)]
struct Answers {
    call_tool: CallToolResult,
    read_resource: ReadResourceResult,
    list_resources: ListResourcesResult,
    create_message: CreateMessageResult,
}

/// One recording: what its sides were, did and answered.
struct Script {
    greeting: McpUiInitializeRequestParams,
    welcome: McpUiInitializeResult,
    tool: Tool,
    answers: Answers,
    steps: Vec<Step>,
    /// How many notifications the listeners of both sides hear.
    heard: usize,
}

impl Script {
    /// Leaves out what the other half leaves out, too (see `script` in `bench.mjs`).
    fn parse(recording: &str) -> Result<Script, Box<dyn Error>> {
        let lines: Vec<Line> = recording.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
        let answer = |dir: &str, id: u64| {
            let mut answers = lines.iter().filter(|line| line.dir != dir && line.msg.method.is_none());
            answers.find(|line| line.msg.id == Some(id)).and_then(|line| line.msg.result.as_ref())
        };
        let answer_to = |wanted: &str| {
            let mut requests = lines.iter().filter(|line| line.msg.method.as_deref() == Some(wanted));
            let answer = requests.find_map(|line| answer(&line.dir, line.msg.id?));
            answer.cloned().ok_or_else(|| format!("no answer to {wanted}"))
        };
        let calls = lines.iter().filter(|line| line.msg.method.as_deref() == Some(CallToolRequest::METHOD));
        let mut calls = calls.filter(|line| line.dir == "view->host");
        let call_tool = calls.find_map(|line| answer(&line.dir, line.msg.id?)).ok_or("no answer to a tool call")?;
        let tools: ListToolsResult = serde_json::from_value(answer_to(ListToolsRequest::METHOD)?)?;

        let (mut steps, mut greeting, mut heard) = (Vec::new(), None, 0);
        for line in &lines {
            let Some(method) = line.msg.method.clone() else { continue };
            let pip = line.msg.params.as_ref().is_some_and(|params| params.get().contains("\"pip\""));
            if method == McpUiInitializeRequest::METHOD {
                greeting = Some(decode_params(line.msg.params.as_deref())?);
                continue;
            }
            let by_itself = method == McpUiInitializedNotification::METHOD;
            let cancels = method == McpUiToolCancelledNotification::METHOD;
            let asks_for_pip = method == McpUiRequestDisplayModeRequest::METHOD && pip;
            if line.dir.contains("proxy") || by_itself || cancels || asks_for_pip {
                continue;
            }
            let answer = line.msg.id.map(|id| answer(&line.dir, id));
            let fails = answer.is_some_and(|result| result.is_none_or(|result| result["isError"] == true));
            heard += usize::from(line.msg.id.is_none());
            let by_host = line.dir == "host->view";
            steps.push(Step { by_host, method, params: line.msg.params.clone(), fails });
        }
        Ok(Script {
            greeting: greeting.ok_or("no ui/initialize")?,
            welcome: serde_json::from_value(answer_to(McpUiInitializeRequest::METHOD)?)?,
            tool: tools.tools.into_iter().next().ok_or("no tool of the View's")?,
            answers: Answers {
                call_tool: serde_json::from_value(call_tool.clone())?,
                read_resource: serde_json::from_value(answer_to(ReadResourceRequest::METHOD)?)?,
                list_resources: serde_json::from_value(answer_to(ListResourcesRequest::METHOD)?)?,
                create_message: serde_json::from_value(answer_to(CreateMessageRequest::METHOD)?)?,
            },
            steps,
            // And that the switched display mode is part of the context.
            heard: heard + 1,
        })
    }

    fn host(&self, heard: &Arc<AtomicUsize>) -> HostBuilder {
        let capabilities = &self.welcome.host_capabilities;
        let Answers { call_tool, read_resource, list_resources, create_message } = self.answers.clone();
        let (sizes, logs) = (Arc::clone(heard), Arc::clone(heard));
        let (tools, teardowns) = (Arc::clone(heard), Arc::clone(heard));
        HostBuilder::new(self.welcome.host_info.clone())
            .host_context(self.welcome.host_context.clone())
            .sandbox(capabilities.sandbox.clone().unwrap_or_default())
            .on_call_tool(move |call, _| {
                let boom = call.name == "boom";
                std::future::ready(if boom { Err(RpcError::internal("tool exploded")) } else { Ok(call_tool.clone()) })
            })
            .on_read_resource(move |_, _| std::future::ready(Ok(read_resource.clone())))
            .on_list_resources(move |_, _| std::future::ready(Ok(list_resources.clone())))
            .on_open_link(|link, _| {
                let refused = !link.url.starts_with("http");
                let result = McpUiOpenLinkResult::new();
                std::future::ready(Ok(if refused { result.with_is_error(true) } else { result }))
            })
            .on_download_file(|_, _| std::future::ready(Ok(McpUiDownloadFileResult::new())))
            .on_message(capabilities.message.clone().unwrap_or_default(), |_, _| {
                std::future::ready(Ok(McpUiMessageResult::new()))
            })
            .on_update_model_context(capabilities.update_model_context.clone().unwrap_or_default(), |_, _| {
                std::future::ready(Ok(EmptyResult::default()))
            })
            .on_request_display_mode(|mode, _| std::future::ready(Ok(mode)))
            .on_create_message(false, move |_, _| std::future::ready(Ok(create_message.clone())))
            .on_size_changed(move |_| count(&sizes))
            .on_log(move |_| count(&logs))
            .on_notification::<ToolListChangedNotification, _>(move |_| count(&tools))
            .on_notification::<McpUiRequestTeardownNotification, _>(move |_| count(&teardowns))
    }

    fn view(&self) -> ViewBuilder {
        #[derive(Deserialize)]
        struct Input {
            n: f64,
        }
        ViewBuilder::new(self.greeting.app_info.clone())
            .display_modes(self.greeting.app_capabilities.available_display_modes.clone().unwrap_or_default())
            .tool(self.tool.clone(), |arguments, _| {
                let input: Result<Input, _> = decode_at("params.arguments", &arguments);
                std::future::ready(match input {
                    Ok(Input { n }) => Ok(CallToolResult::new(vec![TextContent::new((n * 2.0).to_string()).into()])),
                    Err(error) => Err(RpcError::invalid_params(&error)),
                })
            })
    }

    /// Holds the conversation. Gives how long it took.
    fn play<T: Transport>(&self, host_end: T, view_end: Pair) -> Result<Duration, AppsError> {
        let heard = Arc::new(AtomicUsize::new(0));
        let (host, view) = (self.host(&heard), self.view());
        let begun = Instant::now();
        let (host, host_driver) = host.attach(host_end, Clock(begun))?;
        let (connecting, view_driver) = view.connect(view_end, Clock(begun))?;
        let talk = async {
            let outcome = self.talk(&host, connecting, &heard).await;
            host.close();
            outcome
        };
        let (outcome, _, _) = futures_executor::block_on(join3(talk, host_driver, view_driver));
        outcome.map(|()| begun.elapsed())
    }

    async fn talk(&self, host: &Host, connecting: Connecting, heard: &AtomicUsize) -> Result<(), AppsError> {
        let view = connecting.await?;
        host.initialized().await?;
        let (mut partials, mut contexts) = (view.tool_input_partials(), view.host_context_changes());
        for step in &self.steps {
            let outcome = if step.by_host { by_host(step, host).await } else { by_view(step, &view).await };
            match (outcome, step.fails) {
                (Ok(()), false) => {}
                (Err(AppsError::Remote(_) | AppsError::Declined { .. }), true) => {}
                (Err(error), _) => return Err(error),
                (Ok(()), true) => return Err(AppsError::Encode(format!("{} is to fail", step.method))),
            }
            // The View's program looks at what has come.
            while partials.try_next().is_some() {
                count(heard);
            }
            while contexts.try_next().is_some() {
                count(heard);
            }
        }
        view.tool_input().await?;
        view.tool_result().await?;
        let heard = heard.load(Ordering::Relaxed) + 2;
        if heard != self.heard {
            return Err(AppsError::Encode(format!("{heard} notifications heard, not {}", self.heard)));
        }
        Ok(())
    }
}

fn count(heard: &AtomicUsize) {
    heard.fetch_add(1, Ordering::Relaxed);
}

async fn by_host(step: &Step, host: &Host) -> Result<(), AppsError> {
    match step.method.as_str() {
        McpUiToolInputPartialNotification::METHOD => {
            let params: McpUiToolInputPartialNotificationParams = step.params()?;
            host.tool_input_partial(params.arguments.unwrap_or_default())
        }
        McpUiToolInputNotification::METHOD => {
            let params: McpUiToolInputNotificationParams = step.params()?;
            host.tool_input(params.arguments)
        }
        McpUiToolResultNotification::METHOD => host.tool_result(&step.params()?),
        McpUiHostContextChangedNotification::METHOD => host.set_host_context(&step.params()?),
        ListToolsRequest::METHOD => host.list_view_tools(step.params()?).await.map(drop),
        CallToolRequest::METHOD => host.call_view_tool(&step.params()?).await.map(drop),
        McpUiResourceTeardownRequest::METHOD => host.teardown(PATIENCE).await,
        other => Err(AppsError::Encode(format!("no such step of the Host's: {other}"))),
    }
}

async fn by_view(step: &Step, view: &View) -> Result<(), AppsError> {
    match step.method.as_str() {
        CallToolRequest::METHOD => {
            let mut params: CallToolRequestParams = step.params()?;
            // The token is the View's to choose.
            params.meta = None;
            view.call_tool_with(&params, RequestOptions::new()).await.map(drop)
        }
        ReadResourceRequest::METHOD => {
            let params: ReadResourceRequestParams = step.params()?;
            view.read_resource(&params.uri).await.map(drop)
        }
        ListResourcesRequest::METHOD => view.list_resources(step.params()?).await.map(drop),
        McpUiOpenLinkRequest::METHOD => {
            let params: McpUiOpenLinkRequestParams = step.params()?;
            view.open_link(&params.url).await.map(drop)
        }
        McpUiDownloadFileRequest::METHOD => {
            let params: McpUiDownloadFileRequestParams = step.params()?;
            view.download_file(params.contents).await.map(drop)
        }
        McpUiMessageRequest::METHOD => {
            let params: McpUiMessageRequestParams = step.params()?;
            view.send_message(params.content).await.map(drop)
        }
        McpUiUpdateModelContextRequest::METHOD => view.update_model_context(&step.params()?).await.map(drop),
        McpUiRequestDisplayModeRequest::METHOD => {
            let params: McpUiRequestDisplayModeRequestParams = step.params()?;
            view.request_display_mode(params.mode).await.map(drop)
        }
        CreateMessageRequest::METHOD => view.create_message(&step.params()?).await.map(drop),
        LoggingMessageNotification::METHOD => view.peer().notify::<LoggingMessageNotification>(&step.params()?),
        McpUiSizeChangedNotification::METHOD => {
            let params: McpUiSizeChangedNotificationParams = step.params()?;
            view.send_size_changed(params.width.map(|n| n.get()), params.height.map(|n| n.get()))
        }
        ToolListChangedNotification::METHOD => view.peer().notify::<ToolListChangedNotification>(&step.params()?),
        McpUiRequestTeardownNotification::METHOD => view.request_teardown(),
        other => Err(AppsError::Encode(format!("no such step of the View's: {other}"))),
    }
}

/// Writes down what passes the Host's end.
struct Recorded {
    inner: Pair,
    lines: Arc<Mutex<Vec<Value>>>,
}

impl Recorded {
    fn write(&self, dir: &str, text: &str) -> Result<(), AppsError> {
        let message: Value = serde_json::from_str(text).map_err(|error| AppsError::Encode(error.to_string()))?;
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.push(json!({"dir": dir, "msg": message}));
        Ok(())
    }
}

impl Transport for Recorded {
    fn poll_receive(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame, AppsError>>> {
        let frame = self.inner.poll_receive(cx);
        if let Poll::Ready(Some(Ok(frame))) = &frame {
            self.write("view->host", &frame.clone().into_text())?;
        }
        frame
    }

    fn send(&mut self, message: String) -> Result<(), AppsError> {
        self.write("host->view", &message)?;
        self.inner.send(message)
    }
}

/// The messages of each conversation.
fn wire(scripts: &[Script]) -> Result<Vec<Vec<Value>>, AppsError> {
    let recorded = scripts.iter().map(|script| {
        let lines = Arc::new(Mutex::new(Vec::new()));
        let (host_end, view_end) = pair();
        script.play(Recorded { inner: host_end, lines: Arc::clone(&lines) }, view_end)?;
        let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(std::mem::take(&mut *lines))
    });
    recorded.collect()
}

fn run(scripts: &[Script], times: u64) -> Result<JsonObject, AppsError> {
    let mut took = Duration::ZERO;
    for _ in 0..times {
        for script in scripts {
            let (host_end, view_end) = pair();
            took += script.play(host_end, view_end)?;
        }
    }
    Ok(JsonObject::from_iter([("seconds".to_owned(), took.as_secs_f64().into())]))
}

fn main() -> Result<(), Box<dyn Error>> {
    let recordings = std::env::args().skip(1).map(std::fs::read_to_string).collect::<Result<Vec<_>, _>>()?;
    let scripts = recordings.iter().map(|text| Script::parse(text)).collect::<Result<Vec<_>, _>>()?;
    for command in std::io::stdin().lock().lines() {
        match command?.split_once(' ') {
            None => println!("{}", serde_json::to_string(&wire(&scripts)?)?),
            Some((_, times)) => println!("{}", serde_json::to_string(&run(&scripts, times.parse()?)?)?),
        }
    }
    Ok(())
}
