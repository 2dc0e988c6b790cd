#[path = "contract/weather.rs"]
mod weather;

use mcp_apps::Error;
use mcp_apps::v2026_01_26::Host;
use weather::{City, GetWeather};

async fn ask(host: &Host) -> Result<f64, Error> {
    let weather = host.call_view::<GetWeather>(&City { town: "Oslo".to_owned() }).await?;
    Ok(weather.fahrenheit)
}

fn main() {
    let _ = ask;
}
