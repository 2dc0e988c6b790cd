//! The weather in a city, live: it follows its tool while that still asks the stations, shows what came of it, and
//! from then on asks again every few seconds, with a tool that only apps may call.

use std::pin::pin;
use std::rc::Rc;
use std::time::Duration;

use futures_util::future::{Either, select};
use mcp_apps::Error;
use mcp_apps::v2026_01_26::{McpUiDisplayMode, View, ViewBuilder};
use mcp_apps::view::spawn;
use mcp_apps::wire::{JsonObject, Member, RequestId};
use wasm_bindgen::prelude::*;

mod chart;
#[path = "../../dom.rs"]
mod dom;
mod show;
#[path = "../../../weather/tools.rs"]
mod tools;

use dom::{element, on, pause, set};
use tools::{City, Live, Refresh};

/// Some 3 kB smaller than the standard library's.
#[global_allocator]
static MEMORY: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

/// While the tool runs.
const SOON: Duration = Duration::from_millis(350);
/// Afterwards.
const LATER: Duration = Duration::from_secs(5);

#[wasm_bindgen(start)]
fn start() {
    ViewBuilder::named("weather-view", env!("CARGO_PKG_VERSION"))
        .display_modes([McpUiDisplayMode::Inline, McpUiDisplayMode::Fullscreen])
        .run(page);
}

async fn page(view: View) -> Result<(), Error> {
    view.follow_theme();
    view.follow_styles(&[]);
    view.follow_fonts();
    view.follow_safe_area();
    view.follow(display_mode);
    let switching = view.clone();
    on("mode", "click", move |_| spawn(switch(switching.clone())));
    let _size = view.auto_resize();

    let city = match view.tool_input_as().await {
        Ok(City { city }) => city,
        Err(Error::Decode(_)) => return ended(&view, "The tool was asked for no city").await,
        Err(error) => return Err(error),
    };
    dom::show("city", &city);
    let station = Rc::new(Station { question: Refresh { city, run: run(&view) }, view: view.clone() });
    let asked = Rc::clone(&station);
    on("refresh", "click", move |_| {
        let station = Rc::clone(&asked);
        spawn(async move { station.refresh().await });
    });

    let mut result = pin!(view.tool_output::<Live>());
    let result = loop {
        match select(result.as_mut(), pin!(station.follow())).await {
            Either::Left((result, _)) => break result,
            Either::Right((followed, _)) => followed?,
        }
    };
    match result {
        Ok(live) => show::live(&live),
        Err(Error::ToolFailed(failure)) => return ended(&view, &failure.text()).await,
        Err(Error::ToolCancelled { reason }) => return ended(&view, reason.as_deref().unwrap_or("Cancelled")).await,
        Err(error) => return Err(error),
    }
    loop {
        pause(LATER).await?;
        if !hidden() {
            station.refresh().await;
        }
    }
}

/// There will be no weather: the page says why, for as long as it is looked at.
async fn ended(view: &View, why: &str) -> Result<(), Error> {
    show::ended(why);
    view.peer().closed().await;
    Ok(())
}

/// Where the weather is asked for.
struct Station {
    view: View,
    question: Refresh,
}

impl Station {
    /// Looks in a while how far the tool has come.
    async fn follow(&self) -> Result<(), Error> {
        pause(SOON).await?;
        if let Ok(live) = self.ask().await {
            show::progress(live.stations);
        }
        Ok(())
    }

    /// Shows how the weather is now.
    async fn refresh(&self) {
        show::asking(true);
        match self.ask().await {
            Ok(live) => show::live(&live),
            // The Host serves no tools: then the page shows what it got.
            Err(Error::Refused(_)) => show::without_refresh(),
            Err(_) => show::stale("Could not refresh"),
        }
        show::asking(false);
    }

    async fn ask(&self) -> Result<Live, Error> {
        self.view.call_tool("refresh_weather", &self.question).await
    }
}

/// The request this page belongs to, if the Host says.
fn run(view: &View) -> Option<RequestId> {
    let context = view.host_context_members();
    RequestId::read(context.get("toolInfo")?.get("id")?.clone()).ok()
}

const FULLSCREEN: &str = "fullscreen";

/// What the page looks like in the mode it is in, and whether there is another.
fn display_mode(context: &JsonObject) {
    let says = |name, mode| context.get(name).is_some_and(|modes| modes == mode);
    let offered = context.get("availableDisplayModes").and_then(|modes| modes.as_array());
    let offered = offered.is_some_and(|modes| modes.iter().any(|mode| mode == FULLSCREEN));
    apply(says("displayMode", FULLSCREEN));
    if let Some(button) = element("mode") {
        set(&button, "hidden", (!offered).then_some(""));
    }
}

fn apply(full: bool) {
    if let (Some(page), Some(button)) = (element("page"), element("mode")) {
        set(&page, "data-mode", full.then_some(FULLSCREEN));
        set(&button, "aria-pressed", Some(if full { "true" } else { "false" }));
        set(&button, "aria-label", Some(if full { "Leave full screen" } else { "Full screen" }));
    }
}

/// To full screen, or back.
async fn switch(view: View) {
    let full = element("page").is_some_and(|page| page.has_attribute("data-mode"));
    let wanted = if full { McpUiDisplayMode::Inline } else { McpUiDisplayMode::Fullscreen };
    // The Host decides, and says which mode it is now.
    if let Ok(mode) = view.request_display_mode(wanted).await {
        apply(mode == McpUiDisplayMode::Fullscreen);
    }
}

fn hidden() -> bool {
    web_sys::window().and_then(|window| window.document()).is_some_and(|document| document.hidden())
}
