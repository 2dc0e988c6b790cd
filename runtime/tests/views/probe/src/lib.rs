//! Everything a View can do, on demand. It is to `tests/browser/views/full.js`, which the TypeScript SDK
//! runs, as like as it can be: both say what they hear as log messages, and take the same steps when the
//! page is posted `{ method: "test/do", params: { step } }`.
//!
//! The words in the document's `data-how` say which helpers run; without any the View is `full.js`'s twin.

mod hears;
mod steps;

use std::time::Duration;

use js_sys::{Array, JSON, Reflect};
use mcp_apps::draft::{
    CallToolResult, Connecting, Implementation, LoggingLevel, McpUiDisplayMode, TextContent, View, ViewBuilder,
};
use mcp_apps::view::window::{PostMessage, WindowTimer};
use mcp_apps::view::{show_failure, spawn};
use mcp_apps::wire::JsonObject;
use mcp_apps::{Error, RpcError};
use serde_json::{Value, json};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{Document, MessageEvent, Window};

/// What the document's style sheet would use, with what it is where the Host says nothing.
const STYLES: &[(&str, &str)] = &[("--color-text-primary", "rgb(1, 2, 3)"), ("--border-radius-sm", "3px")];

/// A helper that follows the Host's context.
type Follow = fn(&View);

/// Which helpers run.
#[derive(Clone)]
struct How(String);

impl How {
    fn has(&self, word: &str) -> bool {
        self.0.split_whitespace().any(|known| known == word)
    }
}

#[wasm_bindgen(start)]
fn start() -> Result<(), JsValue> {
    let root = document()?.document_element().ok_or("no document")?;
    let how = How(root.get_attribute("data-how").unwrap_or_default());
    Reflect::set(&window()?.into(), &"said".into(), &Array::new())?;
    let builder = builder(&how);
    if how.has("clean-up") {
        by_hand(builder, &how);
    } else {
        builder.run(move |view| program(view, how));
    }
    Ok(())
}

fn builder(how: &How) -> ViewBuilder {
    let builder = match how.has("bare") {
        true => ViewBuilder::named("min", "0"),
        false => ViewBuilder::new(Implementation::new("full", "1"))
            .display_modes([McpUiDisplayMode::Inline, McpUiDisplayMode::Fullscreen])
            .tool(steps::tool("zoom"), zoom),
    };
    match how.has("hasty") {
        true => builder.request_timeout(Some(Duration::from_millis(300))),
        false => builder,
    }
}

/// The tool it offers: it says what it was asked.
async fn zoom(arguments: JsonObject, _: mcp_apps::peer::RequestContext) -> Result<CallToolResult, RpcError> {
    Ok(CallToolResult::new(vec![TextContent::new(format!("zoom {}", Value::Object(arguments))).into()]))
}

/// Without `ViewBuilder::run`: with a clean-up that still asks the server for something.
fn by_hand(builder: ViewBuilder, how: &How) {
    let connecting = match how.has("own-driver") {
        true => driven(builder.offer_tools()),
        false => builder.connect_page(),
    };
    spawn(async move {
        let done = async {
            let view = connecting?.await?;
            let asks = view.clone();
            let clean_up = || async move {
                let saved: Result<Value, Error> = asks.call_tool("save", &json!({ "a": 1 })).await;
                say(&asks, json!({ "saved": saved.is_ok() }));
            };
            let program = std::future::pending::<()>();
            say(&view, json!({ "connected": { "host": view.host_name() } }));
            let (asked, tells) = (view.teardown_requested(), view.clone());
            spawn(async move {
                asked.await;
                say(&tells, json!({ "asked": true }));
            });
            view.run(program, clean_up).await;
            Ok::<_, Error>(())
        };
        if let Err(error) = done.await {
            show_failure(&error);
        }
    });
}

/// What `connect_page` does, step by step.
fn driven(builder: ViewBuilder) -> Result<Connecting, Error> {
    note(&json!({ "declared": builder.capabilities() }));
    let (connecting, driver) = builder.connect(PostMessage::new()?, WindowTimer::new()?)?;
    spawn(async move {
        let _ = driver.await;
    });
    Ok(connecting)
}

/// Says goodbye when the program is dropped, before the Host hears that it may go on.
struct Farewell(View);

impl Drop for Farewell {
    fn drop(&mut self) {
        say(&self.0, json!({ "teardown": true }));
    }
}

async fn program(view: View, how: How) -> Result<(), Error> {
    let _farewell = Farewell(view.clone());
    let follows: [(&str, Follow); 5] = [
        ("theme", View::follow_theme),
        ("styles", |view| view.follow_styles(STYLES)),
        ("fonts", View::follow_fonts),
        ("container", View::follow_container),
        ("safe-area", View::follow_safe_area),
    ];
    for (word, follow) in follows {
        if how.has(word) {
            follow(&view);
        }
    }
    if how.has("fails") {
        return Err(Error::Remote(RpcError::internal("the program gave up")));
    }
    if how.has("late") {
        // Long after the Host has said everything.
        steps::told("go").await;
    }
    hears::everything(&view, &how);
    steps::on_demand(&view);
    let connected = json!({
        "host": view.host_info(),
        "context": *view.host_context_members(),
        "capabilities": view.host_capabilities(),
    });
    say(&view, json!({ "connected": connected }));
    let main = document().ok().and_then(|document| document.query_selector("main").ok()?);
    let _resize = match main {
        Some(main) if how.has("element") => Some(view.auto_resize_element(&main)),
        _ if how.has("still") || how.has("bare") => None,
        _ => Some(view.auto_resize()),
    };
    view.peer().closed().await;
    Ok(())
}

fn window() -> Result<Window, JsValue> {
    web_sys::window().ok_or_else(|| "no window".into())
}

fn document() -> Result<Document, JsValue> {
    window()?.document().ok_or_else(|| "no document".into())
}

/// Calls `take` with every message of the window.
fn on_message(take: impl Fn(JsValue) + 'static) {
    let listener = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| take(event.data()));
    if let Ok(window) = window() {
        let _ = window.add_event_listener_with_callback("message", listener.as_ref().unchecked_ref());
    }
    // As long as the page.
    listener.forget();
}

/// Tells the test, and not the Host.
fn note(data: &Value) {
    let note = || -> Result<(), JsValue> {
        let list: Array = Reflect::get(&window()?.into(), &"said".into())?.dyn_into()?;
        list.push(&JSON::parse(&data.to_string())?);
        Ok(())
    };
    // There is nobody else to tell.
    let _ = note();
}

/// Tells both.
fn say(view: &View, data: Value) {
    note(&data);
    let _ = view.log(LoggingLevel::Info, data);
}
