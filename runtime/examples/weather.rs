//! A weather server with a live View, over stdio or streamable HTTP.
//!
//! ```sh
//! cargo run -p mcp-apps --example weather --features server             # stdio
//! cargo run -p mcp-apps --example weather --features server -- --http   # http://127.0.0.1:3001/mcp
//! cargo run -p mcp-apps --example weather --features server -- --http 127.0.0.1:8080
//! ```
//!
//! The model calls `get_weather`; its page opens while the tool still works, follows it by the
//! request id its Host gives it, and keeps itself fresh with `refresh_weather`, which the model
//! never sees. The weather is made up, so that the example runs anywhere.
//!
//! Its page is the View in Rust, `views/weather`, once that is bundled:
//!
//! ```sh
//! cargo run -p mcp-apps --features cli -- bundle runtime/examples/views/weather
//! ```
//!
//! else `weather/view.html`, written by hand, which needs nothing built; `-- --view FILE` names any.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use mcp_apps::server::{AppResource, Apps, RunKey, UiResult, output_schema};
use mcp_apps::{ui_tool, ui_uri};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler, tool, tool_handler, tool_router};

mod serving;
#[path = "weather/sky.rs"]
mod sky;
#[path = "weather/tools.rs"]
mod tools;

use serving::Arguments;
use tools::{City, Live, Refresh, Weather};

const STATIONS: u32 = 4;

/// The server knows nothing of its UI but what its tools say.
struct WeatherServer {
    /// The latest runs, with the number of stations that have answered.
    runs: Mutex<Vec<(RunKey, u32)>>,
}

#[tool_router]
impl WeatherServer {
    /// The weather in a city: now, in the next hours and on the next days. The user sees it in a page.
    #[tool(meta = ui_tool!("ui://weather/view"), output_schema = output_schema::<Live>())]
    async fn get_weather(
        &self,
        Parameters(City { city }): Parameters<City>,
        context: RequestContext<RoleServer>,
    ) -> UiResult<Live> {
        let run = RunKey::of(&context);
        for answered in 0..STATIONS {
            self.note(&run, answered);
            tokio::time::sleep(Duration::from_millis(600)).await;
        }
        self.note(&run, STATIONS);
        let weather = Weather::now(&city);
        let summary = weather.summary();
        UiResult::new(Live { weather, stations: [STATIONS, STATIONS] }, summary)
    }

    /// The weather as it is this moment, and how far a run has come.
    #[tool(meta = ui_tool!("ui://weather/view", app_only), output_schema = output_schema::<Live>())]
    async fn refresh_weather(
        &self,
        Parameters(Refresh { city, run }): Parameters<Refresh>,
        context: RequestContext<RoleServer>,
    ) -> UiResult<Live> {
        let answered = run.and_then(|run| self.answered(&RunKey::in_session_of(&context, run))).unwrap_or(STATIONS);
        let weather = Weather::now(&city);
        let summary = weather.summary();
        UiResult::new(Live { weather, stations: [answered, STATIONS] }, summary)
    }
}

impl WeatherServer {
    fn note(&self, run: &RunKey, answered: u32) {
        let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        runs.retain(|(known, _)| known != run);
        runs.push((run.clone(), answered));
        let too_many = runs.len().saturating_sub(100);
        runs.drain(..too_many);
    }

    fn answered(&self, run: &RunKey) -> Option<u32> {
        let runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        runs.iter().find(|(known, _)| known == run).map(|(_, answered)| *answered)
    }
}

#[tool_handler(name = "weather", version = "1.0.0")]
impl ServerHandler for WeatherServer {}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::read();
    let page = arguments.page("weather")?.unwrap_or_else(|| include_str!("weather/view.html").to_owned());
    let server = Apps::new(WeatherServer { runs: Mutex::default() })
        .resource(
            AppResource::new(ui_uri!("ui://weather/view"), page)
                .name("Weather")
                .description("The weather in a city, live.")
                // For `weather/view.html` alone, which compares with a real measurement if its Host lets it; what
                // `bundle` makes of `views/weather` asks its server only, and needs no line like this.
                .connect_domains(["https://api.open-meteo.com"])
                .prefers_border(false)
                .hashed(),
        )
        .build()?;
    arguments.serve(server).await
}
