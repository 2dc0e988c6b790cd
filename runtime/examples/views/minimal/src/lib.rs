//! The smallest View that does everything a View usually does: it shows the tool's input while the
//! model writes it, shows the result, calls a tool, follows its Host's theme and fits its frame.

use mcp_apps::Error;
use mcp_apps::v2026_01_26::{View, ViewBuilder};
use mcp_apps::view::{next_frame, spawn};
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

/// Smaller than the standard library's.
#[global_allocator]
static MEMORY: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

/// What the tool takes.
#[derive(Serialize, Deserialize)]
struct Query {
    city: String,
    #[serde(default)]
    notes: String,
}

/// What the tool gives.
#[derive(Serialize, Deserialize)]
struct Weather {
    summary: String,
    celsius: f64,
}

#[wasm_bindgen(start)]
fn start() {
    ViewBuilder::named("minimal-view", env!("CARGO_PKG_VERSION")).run(page);
}

async fn page(view: View) -> Result<(), Error> {
    view.follow_theme();
    let _size = view.auto_resize();
    show("host", &["Shown by ", &view.host_name()].concat());

    let mut partials = view.tool_input_partials();
    spawn(async move {
        while let Some(partial) = partials.latest().await {
            show("input", partial.get("notes").and_then(|notes| notes.as_str()).unwrap_or_default());
            next_frame().await;
        }
    });
    let query: Query = view.tool_input_as().await?;
    show("input", &[&*query.city, " ", &query.notes].concat());
    render("result", &view.tool_output().await?);

    let ask = view.clone();
    on_click("refresh", move || {
        let answer = ask.call_tool("refresh_weather", &query);
        spawn(async move {
            match answer.await {
                Ok(weather) => render("refreshed", &weather),
                Err(_) => show("refreshed", "no answer"),
            }
        });
    });
    view.peer().closed().await;
    Ok(())
}

fn render(id: &str, weather: &Weather) {
    // Whole degrees: printing a fraction is a tenth of a page (`guide::small`).
    let celsius = (weather.celsius.round() as i32).to_string();
    show(id, &[&*weather.summary, ", ", &celsius, " °C"].concat());
}

fn element(id: &str) -> Option<web_sys::Element> {
    web_sys::window()?.document()?.get_element_by_id(id)
}

fn show(id: &str, text: &str) {
    if let Some(element) = element(id) {
        element.set_text_content(Some(text));
    }
}

fn on_click(id: &str, click: impl FnMut() + 'static) {
    if let Some(element) = element(id) {
        let click = Closure::<dyn FnMut()>::new(click);
        let _ = element.add_event_listener_with_callback("click", click.as_ref().unchecked_ref());
        // As long as the page.
        click.forget();
    }
}
