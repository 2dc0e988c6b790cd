//! What the View does on demand: `full.js` takes the same steps, but for those of [`alone`].

use std::sync::mpsc;
use std::time::Duration;

use futures_util::future::poll_immediate;
use js_sys::Reflect;
use mcp_apps::Error;
use mcp_apps::draft::*;
use mcp_apps::peer::RequestOptions;
use mcp_apps::task::Timer;
use mcp_apps::tool::Contract;
use mcp_apps::view::window::WindowTimer;
use mcp_apps::view::{next_frame, spawn};
use mcp_apps::wire::JsonObject;
use serde::Serialize;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use super::hears::Query;
use super::{on_message, say};

type Outcome = Result<Value, Error>;

/// A tool of the server's by its contract.
struct Refresh;

impl Contract for Refresh {
    const NAME: &'static str = "refresh";
    type Input = Query;
    type Output = JsonObject;
}

/// A tool of the View's own.
pub(crate) fn tool(name: &str) -> Tool {
    Tool::new(object(json!({ "type": "object" })), name)
}

fn object(value: Value) -> JsonObject {
    match value {
        Value::Object(object) => object,
        _ => JsonObject::new(),
    }
}

fn step_of(message: &JsValue) -> Option<String> {
    let member = |value: &JsValue, name: &str| Reflect::get(value, &name.into()).ok();
    let method = member(message, "method").filter(|method| *method == "test/do");
    member(&member(message, "params").filter(|_| method.is_some())?, "step")?.as_string()
}

/// Takes the steps the page is told to take, and says what came of each.
pub(crate) fn on_demand(view: &View) {
    let view = view.clone();
    on_message(move |message| {
        let Some(name) = step_of(&message) else { return };
        let view = view.clone();
        spawn(async move {
            let outcome = step(&view, &name).await.unwrap_or_else(|error| failure(&error));
            say(&view, json!({ "step": name, "outcome": outcome }));
        });
    });
}

/// Waits until the page is told to take a step.
pub(crate) async fn told(wanted: &'static str) {
    let (tell, heard) = mpsc::channel();
    on_message(move |message| {
        if step_of(&message).as_deref() == Some(wanted) {
            let _ = tell.send(());
        }
    });
    while heard.try_recv().is_err() {
        next_frame().await;
    }
}

/// An error as `full.js` has it: the Host's by its code, or that it declined.
fn failure(error: &Error) -> Value {
    let kind = match error {
        Error::Remote(answer) => return json!({ "failed": answer.code, "message": answer.message }),
        Error::Declined { .. } => return json!({ "isError": true }),
        Error::Refused(_) => "Refused",
        Error::ToolFailed(_) => "ToolFailed",
        Error::Cancelled { .. } => "Cancelled",
        Error::Timeout { .. } => "Timeout",
        Error::Decode(_) => "Decode",
        _ => "Error",
    };
    json!({ "failed": kind, "message": error.to_string() })
}

fn said(value: impl Serialize) -> Outcome {
    serde_json::to_value(value).map_err(|error| Error::Encode(error.to_string()))
}

fn text(text: &str) -> Vec<ContentBlock> {
    vec![TextContent::new(text).into()]
}

async fn called(view: &View, name: &str, arguments: Value) -> Outcome {
    let params = CallToolRequestParams::new(name).with_arguments(object(arguments));
    said(view.call_tool_with(&params, RequestOptions::new()).await?)
}

async fn step(view: &View, name: &str) -> Outcome {
    match name {
        "tool" => called(view, "refresh", json!({ "a": 1 })).await,
        "secret" => called(view, "secret", json!({})).await,
        "other" => called(view, "only-b", json!({})).await,
        "read" => Ok(json!({ "contents": view.read_resource("ui://app/view").await?.contents.len() })),
        "foreign" => said(view.read_resource("ui://b/only").await?),
        "list" => said(view.list_resources(None).await?),
        "link" => said(view.open_link("https://example.com/").await?),
        "badLink" => said(view.open_link("javascript:alert(1)").await?),
        "message" => said(view.send_message(text("hello")).await?),
        "context" => {
            let params = McpUiUpdateModelContextRequestParams::new().with_content(text("seen"));
            let params = params.with_structured_content(object(json!({ "n": 1 })));
            said(view.update_model_context(&params).await?)
        }
        "mode" => Ok(json!({ "mode": view.request_display_mode(McpUiDisplayMode::Fullscreen).await? })),
        "pip" => Ok(json!({ "mode": view.request_display_mode(McpUiDisplayMode::Pip).await? })),
        "download" => download(view).await,
        "sample" => sample(view).await,
        "slow" => slow(view).await,
        "size" => said(view.send_size_changed(Some(400.0), Some(122.5))?),
        "offer" => {
            view.tools().register(tool("pan"), super::zoom)?;
            Ok(Value::Null)
        }
        "leave" => said(view.request_teardown()?),
        _ => alone(view, name).await,
    }
}

async fn download(view: &View) -> Outcome {
    let mut file = TextResourceContents::new("abc", "file:///a/..%2fb.txt");
    file.mime_type = Some("text/plain".to_owned());
    let contents = vec![
        McpUiDownloadContent::Resource(EmbeddedResource::new(file)),
        McpUiDownloadContent::ResourceLink(ResourceLink::new("served", "file:///served.txt")),
    ];
    said(view.download_file(contents).await?)
}

async fn sample(view: &View) -> Outcome {
    let question = SamplingMessage::new(SamplingMessageContentBlock::Text(TextContent::new("q")), Role::User);
    said(view.create_message(&CreateMessageRequestParams::new(10, vec![question])).await?)
}

/// Gives the call up at its first sign of progress.
async fn slow(view: &View) -> Outcome {
    let (report, reports) = mpsc::channel();
    let options = RequestOptions::new().on_progress(move |progress: ProgressNotificationParams| {
        let _ = report.send(progress);
    });
    let call = view.call_tool_with(&CallToolRequestParams::new("slow").with_arguments(JsonObject::new()), options);
    let progress = loop {
        match reports.try_recv() {
            Ok(progress) => break progress,
            Err(_) => next_frame().await,
        }
    };
    call.cancel("enough");
    match call.await {
        Err(Error::Cancelled { .. }) => {
            Ok(json!({ "progress": { "progress": progress.progress, "total": progress.total } }))
        }
        other => said(other?),
    }
}

/// What `full.js` has no way to ask for, or what is Rust's own way to ask for it.
async fn alone(view: &View, name: &str) -> Outcome {
    match name {
        "ping" => said(view.ping().await?),
        "templates" => said(view.list_resource_templates(None).await?),
        "prompts" => said(view.list_prompts(None).await?),
        "serverTools" => said(view.list_tools(None).await?),
        "contract" => said(view.call::<Refresh>(&Query { city: "Oslo".to_owned() }).await?),
        "typed" => {
            let echoed: JsonObject = view.call_tool("refresh", &Query { city: "Bergen".to_owned() }).await?;
            said(echoed)
        }
        "version" => Ok(view.protocol_version().into()),
        "disable" => own(view, |tool| tool.disable()),
        "enable" => own(view, |tool| tool.enable()),
        "update" => own(view, |tool| tool.update(|tool| tool.description = Some("Zooms.".to_owned()))),
        "remove" => own(view, AppTool::remove),
        "contracted" => {
            let offered = view
                .tools()
                .offer::<Refresh, _, _, String>(|query, _| async move { Ok(object(json!({ "city": query.city }))) })?;
            Ok(offered.name().into())
        }
        "calledOff" => called_off(view).await,
        "close" => {
            view.close();
            Ok(Value::Null)
        }
        _ => Ok(json!({ "unknown": name })),
    }
}

/// Gives up what waits for a frame while the frame is still to come.
async fn called_off(view: &View) -> Outcome {
    poll_immediate(next_frame()).await;
    let watched = view.auto_resize();
    if let Some(root) = web_sys::window().and_then(|window| window.document()?.document_element()) {
        root.set_attribute("style", "padding: 7px").map_err(|_| Error::Transport("no style".to_owned()))?;
    }
    // In a frame it is seen that the document has grown, and the next is asked for.
    next_frame().await;
    let timer = WindowTimer::new()?;
    timer.sleep_until(timer.now() + Duration::from_millis(1)).await;
    drop(watched);
    // The frames that would have been.
    for _ in 0..3 {
        next_frame().await;
    }
    Ok(Value::Null)
}

/// Does something to the tool `zoom`.
fn own(view: &View, change: impl FnOnce(AppTool)) -> Outcome {
    let zoom = view.tools().get("zoom");
    let known = zoom.is_some();
    zoom.map(change);
    Ok(known.into())
}
