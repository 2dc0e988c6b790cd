// Written by `cargo run -p codegen`. Do not edit: change spec/ or codegen/ and run it again.

//! Floats as text, and back: by the browser, which has all it takes, in a page a fiftieth of it; elsewhere by the
//! standard library.

#[cfg(all(target_arch = "wasm32", feature = "js"))]
use js_sys::{JSON, parse_float};
use serde_json::Number;

#[cfg(all(target_arch = "wasm32", feature = "js"))]
pub(super) fn read(text: &str) -> Option<f64> {
    Some(parse_float(text))
}

#[cfg(all(target_arch = "wasm32", feature = "js"))]
pub(super) fn write(number: &Number) -> String {
    let text = number.as_f64().and_then(|float| JSON::stringify(&float.into()).ok()?.as_string());
    // A number of JSON's is finite, and as such is written.
    text.unwrap_or_default()
}

#[cfg(not(all(target_arch = "wasm32", feature = "js")))]
pub(super) fn read(text: &str) -> Option<f64> {
    text.parse().ok()
}

#[cfg(not(all(target_arch = "wasm32", feature = "js")))]
pub(super) fn write(number: &Number) -> String {
    number.to_string()
}
