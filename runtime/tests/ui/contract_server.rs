#[path = "contract/weather.rs"]
mod weather;

use mcp_apps::server::{UiResult, tool_of};
use rmcp::handler::server::router::tool::ToolRoute;
use rmcp::handler::server::wrapper::Parameters;
use weather::{City, GetWeather, Weather};

struct Server;

async fn get_weather(Parameters(asked): Parameters<City>) -> UiResult<Weather> {
    UiResult::new(Weather { fahrenheit: 70.0 }, asked.town)
}

fn main() {
    let _: ToolRoute<Server> = ToolRoute::new(tool_of::<GetWeather>(), get_weather);
}
