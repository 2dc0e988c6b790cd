#[path = "contract/weather.rs"]
mod weather;

use mcp_apps::Error;
use mcp_apps::v2026_01_26::{View, ViewBuilder};
use weather::{City, GetWeather, Weather};

async fn page(view: View) -> Result<f64, Error> {
    let asked: City = view.tool_input_as().await?;
    let shown: Weather = view.tool_output().await?;
    view.call::<GetWeather>(&shown).await?;
    let now = view.call::<GetWeather>(&City { town: asked.town }).await?;
    Ok(now.fahrenheit - shown.fahrenheit)
}

fn offers(builder: ViewBuilder) -> ViewBuilder {
    builder.offer::<GetWeather, _, _, String>(|asked, _| async move { Ok(asked) })
}

fn main() {
    let _ = (page, offers);
}
