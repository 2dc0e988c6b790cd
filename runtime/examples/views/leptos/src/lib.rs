//! The weather on Leptos: what the Host says becomes signals, and the rest is Leptos as its users know it.

use leptos::mount::mount_to_body;
use leptos::prelude::*;
use mcp_apps::Error;
use mcp_apps::v2026_01_26::{View, ViewBuilder};
use mcp_apps::view::spawn;
use mcp_apps::wire::JsonObject;
use wasm_bindgen::prelude::wasm_bindgen;

#[path = "../../../weather/tools.rs"]
mod tools;

use tools::{City, Live, Refresh};

#[wasm_bindgen(start)]
fn start() {
    ViewBuilder::named("leptos-view", env!("CARGO_PKG_VERSION")).run(page);
}

/// What the Host says.
#[derive(Clone, Copy)]
struct Said {
    context: RwSignal<JsonObject>,
    /// The city, while the model still writes it and afterwards.
    city: RwSignal<String>,
    /// The tool's result, then that of each refresh.
    weather: RwSignal<Option<Result<Live, String>>>,
}

async fn page(view: View) -> Result<(), Error> {
    let said = Said {
        context: RwSignal::new(JsonObject::new()),
        city: RwSignal::new(String::new()),
        weather: RwSignal::new(None),
    };
    view.follow_theme();
    view.follow(move |context| said.context.set(context.clone()));
    let refresh = refresh(view.clone(), said);
    mount_to_body(move || view! { <Page said refresh /> });
    let _size = view.auto_resize();

    let mut partials = view.tool_input_partials();
    while let Some(input) = partials.latest().await {
        said.city.set(input.get("city").and_then(|city| city.as_str()).unwrap_or_default().to_owned());
    }
    said.city.set(view.tool_input_as::<City>().await?.city);
    said.weather.set(Some(view.tool_output().await.map_err(|error| error.to_string())));
    view.peer().closed().await;
    Ok(())
}

/// Asks the View's server, and gives the answer to whoever watches the signal.
fn refresh(view: View, said: Said) -> impl Fn() + Clone + 'static {
    move || {
        let answer = view.call_tool("refresh_weather", &Refresh { city: said.city.get_untracked(), run: None });
        spawn(async move { said.weather.set(Some(answer.await.map_err(|error| error.to_string()))) });
    }
}

#[component]
fn Page(said: Said, refresh: impl Fn() + Clone + 'static) -> impl IntoView {
    let member = move |name: &'static str| {
        Memo::new(move |_| said.context.with(|context| context.get(name).and_then(|it| it.as_str()).map(str::to_owned)))
    };
    let (theme, mode) = (member("theme"), member("displayMode"));
    view! {
        <main>
            <h1>{move || said.city.get()}</h1>
            {move || match said.weather.get() {
                None => view! { <p>"Asking the stations…"</p> }.into_any(),
                Some(Err(error)) => view! { <p role="alert">{error}</p> }.into_any(),
                Some(Ok(live)) => view! { <Now live /> }.into_any(),
            }}
            <button type="button" on:click=move |_| refresh()>"Refresh"</button>
            <p id="surroundings">{move || theme.get()} " · " {move || mode.get()}</p>
        </main>
    }
}

#[component]
fn Now(live: Live) -> impl IntoView {
    let weather = live.weather;
    view! {
        <p id="now">{weather.celsius.round() as i32} " °C"</p>
        <ol>
            {weather.hours.into_iter().map(|hour| view! { <li>{hour.celsius.round() as i32} "°"</li> }).collect_view()}
        </ol>
        <p id="at">"At " {weather.at}</p>
    }
}
