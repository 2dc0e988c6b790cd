//! A tool as one Rust definition that server, Host and View share.

use mcp_apps_generated::wire::JsonObject;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A tool: its name, what it takes and what it gives. Define it once, in a crate that the
/// server and the View both use, and a renamed field is a compile error on either side.
///
/// ```
/// use mcp_apps::tool::Contract;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Serialize, Deserialize)]
/// # #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
/// struct City {
///     city: String,
/// }
///
/// #[derive(Serialize, Deserialize)]
/// struct Weather {
///     celsius: f64,
/// }
///
/// struct GetWeather;
///
/// impl Contract for GetWeather {
///     const NAME: &'static str = "get_weather";
///     const DESCRIPTION: Option<&'static str> = Some("The weather in a city, now.");
///     type Input = City;
///     type Output = Weather;
///
///     // With feature `schemars`.
/// #   #[cfg(feature = "schemars")]
///     fn input_schema() -> serde_json::Map<String, serde_json::Value> {
///         mcp_apps::tool::schema_of::<City>()
///     }
/// }
/// ```
pub trait Contract {
    /// The tool's name in `tools/list` and `tools/call`.
    const NAME: &'static str;
    /// Its name for people.
    const TITLE: Option<&'static str> = None;
    /// What it does, in words the model chooses by.
    const DESCRIPTION: Option<&'static str> = None;
    /// `arguments`: a struct with named fields, or a map.
    type Input: Serialize + DeserializeOwned;
    /// `structuredContent`: a struct with named fields, or a map (1.x TypeScript peers refuse
    /// anything else, W9).
    type Output: Serialize + DeserializeOwned;

    /// JSON Schema of [`Input`](Self::Input); any object unless you say more.
    fn input_schema() -> JsonObject {
        any_object()
    }

    /// JSON Schema of [`Output`](Self::Output), if you promise one.
    fn output_schema() -> Option<JsonObject> {
        None
    }
}

/// `{"type": "object"}`
fn any_object() -> JsonObject {
    JsonObject::from_iter([("type".to_owned(), "object".into())])
}

/// The JSON Schema of a Rust type, for [`Contract::input_schema`] and
/// [`Contract::output_schema`]. A type whose schema is not an object's, which no peer accepts
/// there, gives the schema of any object.
#[cfg(feature = "schemars")]
pub fn schema_of<T: schemars::JsonSchema>() -> JsonObject {
    let schema = schemars::schema_for!(T);
    match schema.to_value() {
        serde_json::Value::Object(schema) if schema.get("type").is_some_and(|kind| kind == "object") => schema,
        _ => any_object(),
    }
}
