//! The places in a JSON document.

use serde_json::Value;

/// Adds the JSON pointers of a value, which is `at`, and of all in it.
pub fn pointers(value: &Value, at: String, places: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                pointers(member, format!("{at}/{}", name.replace('~', "~0").replace('/', "~1")), places);
            }
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, item)| pointers(item, format!("{at}/{i}"), places))
        }
        _ => {}
    }
    places.push(at);
}
