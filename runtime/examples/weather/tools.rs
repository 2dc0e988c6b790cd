//! What the tools take and give, defined once: the server and its View in Rust, `views/weather`, both use this file.
//! The schemas are the server's alone; the View would carry them for nothing.

use mcp_apps::wire::RequestId;
#[cfg(not(target_arch = "wasm32"))]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What `get_weather` takes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(JsonSchema))]
pub struct City {
    /// A city's name, such as Berlin.
    pub city: String,
}

/// What `refresh_weather` takes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(JsonSchema))]
pub struct Refresh {
    /// A city's name, such as Berlin.
    pub city: String,
    /// The JSON-RPC id of the `get_weather` call the page belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(not(target_arch = "wasm32"), schemars(with = "Option<serde_json::Value>"))]
    pub run: Option<RequestId>,
}

/// What the page shows.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(JsonSchema))]
pub struct Live {
    /// The weather as known so far.
    pub weather: Weather,
    /// Stations that have answered, of all that were asked.
    pub stations: [u32; 2],
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(JsonSchema))]
pub struct Weather {
    pub city: String,
    pub sky: Sky,
    pub celsius: f64,
    pub feels_like: f64,
    pub wind_kmh: f64,
    pub humidity: u32,
    /// The next hours, from now.
    pub hours: Vec<Hour>,
    /// The next days, from today.
    pub days: Vec<Day>,
    /// Where the city lies, if it is one of the few known here.
    pub place: Option<Place>,
    /// Seconds since 1970.
    pub at: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Sky {
    Sunny,
    Fair,
    Cloudy,
    Rain,
    Snow,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(JsonSchema))]
pub struct Hour {
    /// Hours from now.
    pub hour: u32,
    pub celsius: f64,
    pub rain_percent: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(JsonSchema))]
pub struct Day {
    /// Days from today.
    pub day: u32,
    pub sky: Sky,
    pub low: f64,
    pub high: f64,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(JsonSchema))]
pub struct Place {
    pub latitude: f64,
    pub longitude: f64,
}
