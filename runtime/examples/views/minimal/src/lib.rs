//! The smallest MCP Apps View in Rust that speaks the whole conversation, on raw `wasm-bindgen`:
//! it shakes hands, shows the tool's input and result, and writes to the model when asked.

use std::cell::Cell;

use mcp_apps_generated::v2026_01_26::*;
use mcp_apps_generated::wire::{Notification, Request};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{Document, MessageEvent, Window};

thread_local! {
    static NEXT_ID: Cell<u32> = const { Cell::new(0) };
}

/// The handshake is the View's first request.
const HANDSHAKE: u32 = 0;

/// Listens before it speaks: a Host may answer at once.
#[wasm_bindgen(start)]
fn start() -> Result<(), JsValue> {
    let window = web_sys::window().ok_or("no window")?;
    let listener = Closure::<dyn Fn(MessageEvent)>::new(|event| {
        if let Err(error) = receive(&event) {
            show("host", &format!("The host sent something unreadable: {error:?}"));
        }
    });
    window.add_event_listener_with_callback("message", listener.as_ref().unchecked_ref())?;
    listener.forget();
    on_click(&document()?)?;

    let me = Implementation::new("minimal-view", env!("CARGO_PKG_VERSION"));
    let params = McpUiInitializeRequestParams::new(McpUiAppCapabilities::new(), me, PROTOCOL_VERSION);
    request::<McpUiInitializeRequest>(&params)
}

fn on_click(document: &Document) -> Result<(), JsValue> {
    let button = document.get_element_by_id("post").ok_or("the page has no button")?;
    let listener = Closure::<dyn Fn()>::new(|| {
        let text = TextContent::new("Hello from Rust");
        let message = McpUiMessageRequestParams::new(vec![text.into()], McpUiMessageRole::User);
        let posted = request::<McpUiMessageRequest>(&message);
        show("posted", if posted.is_ok() { "posted" } else { "not posted" });
    });
    button.add_event_listener_with_callback("click", listener.as_ref().unchecked_ref())?;
    listener.forget();
    Ok(())
}

/// Only the parent is a Host; what else reaches the window is not for us.
fn receive(event: &MessageEvent) -> Result<(), JsValue> {
    if event.source().map(JsValue::from) != window()?.parent()?.map(JsValue::from) {
        return Ok(());
    }
    let Some(text) = js_sys::JSON::stringify(&event.data())?.as_string() else { return Ok(()) };
    let message: Value = serde_json::from_str(&text).map_err(text_of)?;
    let params = || message.get("params").cloned().unwrap_or_default();
    match message.get("method").and_then(Value::as_str) {
        Some(McpUiToolInputNotification::METHOD) => {
            let input: McpUiToolInputNotificationParams = decode(params())?;
            show("input", &serde_json::to_string(&input.arguments).map_err(text_of)?);
        }
        Some(McpUiToolResultNotification::METHOD) => {
            let result: CallToolResult = decode(params())?;
            let text = result.content.iter().find_map(|block| match block {
                ContentBlock::Text(text) => Some(text.text.as_str()),
                _ => None,
            });
            show("result", text.unwrap_or("(no text)"));
        }
        None if message.get("id") == Some(&json!(HANDSHAKE)) => {
            let result: McpUiInitializeResult = decode(message.get("result").cloned().unwrap_or_default())?;
            show("host", &format!("Shown by {}", result.host_info.name));
            notify::<McpUiInitializedNotification>()?;
        }
        _ => {}
    }
    Ok(())
}

fn decode<T: DeserializeOwned>(value: Value) -> Result<T, JsValue> {
    serde_json::from_value(value).map_err(text_of)
}

fn request<R: Request>(params: &R::Params) -> Result<(), JsValue> {
    let id = NEXT_ID.replace(NEXT_ID.get() + 1);
    let params = serde_json::to_value(params).map_err(text_of)?;
    post(&json!({ "jsonrpc": "2.0", "id": id, "method": R::METHOD, "params": params }))
}

fn notify<N: Notification>() -> Result<(), JsValue> {
    post(&json!({ "jsonrpc": "2.0", "method": N::METHOD }))
}

/// A Host takes objects, not text; its origin is unknown to a sandboxed page.
fn post(message: &Value) -> Result<(), JsValue> {
    let parent = window()?.parent()?.ok_or("no parent")?;
    parent.post_message(&js_sys::JSON::parse(&message.to_string())?, "*")
}

fn show(id: &str, text: &str) {
    if let Some(element) = document().ok().and_then(|document| document.get_element_by_id(id)) {
        element.set_text_content(Some(text));
    }
}

fn window() -> Result<Window, JsValue> {
    web_sys::window().ok_or_else(|| "no window".into())
}

fn document() -> Result<Document, JsValue> {
    window()?.document().ok_or_else(|| "no document".into())
}

fn text_of(error: impl std::fmt::Display) -> JsValue {
    error.to_string().into()
}
