//! A weather server with a live View, over stdio or streamable HTTP.
//!
//! ```sh
//! cargo run -p mcp-apps --example weather --features server             # stdio
//! cargo run -p mcp-apps --example weather --features server -- --http   # http://127.0.0.1:3001/mcp
//! cargo run -p mcp-apps --example weather --features server -- --http 127.0.0.1:8080
//! ```
//!
//! The model calls `get_weather`; its page, `weather/view.html`, opens while the tool still works,
//! follows it by the request id its Host gives it, and keeps itself fresh with `refresh_weather`,
//! which the model never sees. The weather is made up, so that the example runs anywhere.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mcp_apps::server::{AppResource, Apps, RunKey, UiResult, output_schema};
use mcp_apps::wire::RequestId;
use mcp_apps::{ui_tool, ui_uri};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService, stdio};
use rmcp::{RoleServer, ServerHandler, ServiceExt, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[path = "weather/sky.rs"]
mod sky;

use sky::Weather;

#[derive(Deserialize, JsonSchema)]
struct City {
    /// A city's name, such as Berlin.
    city: String,
}

#[derive(Deserialize, JsonSchema)]
struct Refresh {
    /// A city's name, such as Berlin.
    city: String,
    /// The JSON-RPC id of the `get_weather` call the page belongs to.
    #[schemars(with = "Option<serde_json::Value>")]
    run: Option<RequestId>,
}

/// What the page shows.
#[derive(Serialize, JsonSchema)]
struct Live {
    /// The weather as known so far.
    weather: Weather,
    /// Stations that have answered, of all that were asked.
    stations: [u32; 2],
}

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
    let server = Apps::new(WeatherServer { runs: Mutex::default() })
        .resource(
            AppResource::new(ui_uri!("ui://weather/view"), include_str!("weather/view.html"))
                .name("Weather")
                .description("The weather in a city, live.")
                // The page compares with a real measurement, if its Host lets it.
                .connect_domains(["https://api.open-meteo.com"])
                .prefers_border(false)
                .hashed(),
        )
        .build()?;

    let mut arguments = std::env::args().skip_while(|argument| argument != "--http");
    if arguments.next().is_some() {
        let address = arguments.next().unwrap_or_else(|| "127.0.0.1:3001".to_owned());
        let sessions = Arc::new(LocalSessionManager::default());
        let service =
            StreamableHttpService::new(move || Ok(server.clone()), sessions, StreamableHttpServerConfig::default());
        let listener = tokio::net::TcpListener::bind(address).await?;
        eprintln!("serving http://{}/mcp", listener.local_addr()?);
        axum::serve(listener, axum::Router::new().route_service("/mcp", service)).await?;
    } else {
        server.serve(stdio()).await?.waiting().await?;
    }
    Ok(())
}
