//! A tool as one definition: its server, its Host and its View use it.

use mcp_apps::tool::{Contract, schema_of};
use mcp_apps::wire::JsonObject;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct City {
    pub city: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Weather {
    pub celsius: f64,
}

pub struct GetWeather;

impl Contract for GetWeather {
    const NAME: &'static str = "get_weather";
    const DESCRIPTION: Option<&'static str> = Some("The weather in a city, now.");
    type Input = City;
    type Output = Weather;

    fn input_schema() -> JsonObject {
        schema_of::<City>()
    }

    fn output_schema() -> Option<JsonObject> {
        Some(schema_of::<Weather>())
    }
}
