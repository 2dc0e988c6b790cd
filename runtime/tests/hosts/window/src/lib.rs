//! A Host that is a web page in wasm: one View of a server that answers in the page itself.
//!
//! The test calls `window.show({ src, origin, attributes, html })` and reads `window.said`, a list
//! of `[what, data]`.

use std::time::Duration;

use js_sys::{Array, Function, JSON, Reflect};
use mcp_apps::RpcError;
use mcp_apps::draft::{Implementation, MIME_TYPE};
use mcp_apps::host::window::{PostMessage, WindowTimer};
use mcp_apps::host::{Backend, BridgedView, Connection, Watch};
use mcp_apps::csp::Policy;
use mcp_apps::task::{BoxFuture, Timer};
use mcp_apps::wire::JsonObject;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlIFrameElement, Window};

/// A server with one tool, which has one View.
struct Server {
    html: String,
}

const VIEW: &str = "ui://window/view";

impl Backend for Server {
    fn capabilities(&self) -> JsonObject {
        JsonObject::from_iter([("tools".to_owned(), json!({})), ("resources".to_owned(), json!({}))])
    }

    fn request(
        &self,
        method: &str,
        params: Option<JsonObject>,
        _: Watch,
    ) -> BoxFuture<'static, Result<Box<RawValue>, RpcError>> {
        said("asked", &json!(method));
        let schema = json!({"type": "object"});
        let answer = match method {
            "tools/list" => json!({"tools": [
                {"name": "show", "inputSchema": schema, "_meta": {"ui": {"resourceUri": VIEW}}},
                {"name": "secret", "inputSchema": schema, "_meta": {"ui": {"visibility": ["model"]}}},
            ]}),
            "resources/list" => json!({"resources": []}),
            "resources/read" => json!({"contents": [{"uri": VIEW, "mimeType": MIME_TYPE, "text": self.html}]}),
            _ => json!({"content": [{"type": "text", "text": "called"}], "structuredContent": {"params": params}}),
        };
        let answer = to_raw_value(&answer).map_err(|error| RpcError::internal(error.to_string()));
        Box::pin(std::future::ready(answer))
    }
}

fn window() -> Result<Window, JsValue> {
    web_sys::window().ok_or_else(|| "no window".into())
}

/// Tells the test.
fn said(what: &str, data: &Value) {
    let tell = || -> Result<(), JsValue> {
        let list: Array = Reflect::get(&window()?.into(), &"said".into())?.dyn_into()?;
        list.push(&Array::of2(&what.into(), &JSON::parse(&data.to_string())?));
        Ok(())
    };
    // There is nobody else to tell.
    let _ = tell();
}

fn failed(error: impl std::fmt::Display) -> JsValue {
    error.to_string().into()
}

#[wasm_bindgen(start)]
fn start() -> Result<(), JsValue> {
    let window: JsValue = window()?.into();
    Reflect::set(&window, &"said".into(), &Array::new())?;
    let show = Closure::<dyn Fn(JsValue)>::new(|asked: JsValue| {
        spawn_local(async move {
            if let Err(error) = show(asked).await {
                said("failed", &json!(error.as_string().unwrap_or_else(|| format!("{error:?}"))));
            }
        });
    });
    Reflect::set(&window, &"show".into(), show.as_ref().unchecked_ref::<Function>())?;
    show.forget();
    said("there", &Value::Null);
    Ok(())
}

async fn show(asked: JsValue) -> Result<(), JsValue> {
    let text = JSON::stringify(&asked)?.as_string().unwrap_or_default();
    let asked: Value = serde_json::from_str(&text).map_err(failed)?;
    let word = |name: &str| asked[name].as_str().unwrap_or_default().to_owned();

    let document = window()?.document().ok_or("no document")?;
    let frame: HtmlIFrameElement = document.create_element("iframe")?.dyn_into()?;
    for attribute in asked["attributes"].as_array().into_iter().flatten() {
        frame.set_attribute(attribute[0].as_str().unwrap_or_default(), attribute[1].as_str().unwrap_or_default())?;
    }
    let notice = |notice| said("notice", &json!(format!("{notice:?}")));
    let channel = PostMessage::new(frame.clone(), &word("origin"), notice).map_err(failed)?;

    let timer = WindowTimer::new().map_err(failed)?;
    let connection = Connection::new(Server { html: word("html") }, timer.clone());
    let inventory = connection.inventory().await.map_err(failed)?;
    let app = inventory.find("show").and_then(|tool| tool.app().ok().flatten()).ok_or("no app")?;
    let app = connection.load_app(app).await.map_err(failed)?;
    let bridge = connection.bridge(Implementation::new("window-host", "1"));
    let bridge = bridge.configure(|builder| builder.on_log(|log| said("log", &json!(log))));
    let (view, driving) = bridge.attach(channel).map_err(failed)?;
    spawn_local(async move { said("over", &json!(driving.await.err().map(|error| error.to_string()))) });

    frame.set_src(&word("src"));
    document.body().ok_or("no body")?.append_child(&frame)?;
    let began = timer.now();
    timer.sleep_until(began + Duration::from_millis(20)).await;
    said("slept", &json!((timer.now() - began).as_millis() as u64));
    let resource = BridgedView::sandbox_resource(&app, &Policy::restrictive());
    view.load_sandbox(&resource, Duration::from_secs(10)).await.map_err(failed)?;
    let result = view.run_tool("show", JsonObject::from_iter([("city".to_owned(), json!("Paris"))])).await;
    said("ran", &json!(result.map_err(failed)?));
    Ok(())
}
