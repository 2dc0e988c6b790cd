//! A tool's arguments as a model writes them, piece by piece.

use mcp_apps_generated::wire::JsonObject;
use serde_json::Value;

/// The arguments at `steps` moments while they are being written, each valid JSON: strings break
/// off, arrays and objects end early. The last is not quite complete.
pub(super) fn partials(arguments: &JsonObject, steps: usize) -> Vec<JsonObject> {
    let whole = arguments.values().map(weight).sum::<usize>() + arguments.len();
    let mut partials: Vec<JsonObject> = Vec::new();
    for step in 1..=steps {
        let mut left = whole * step / (steps + 1);
        let partial = object(arguments, &mut left);
        if partials.last() != Some(&partial) {
            partials.push(partial);
        }
    }
    partials
}

/// How much there is to write of a value.
fn weight(value: &Value) -> usize {
    match value {
        Value::String(text) => text.chars().count() + 1,
        Value::Array(items) => items.iter().map(weight).sum::<usize>() + 1,
        Value::Object(members) => members.values().map(|value| weight(value) + 1).sum::<usize>() + 1,
        _ => 1,
    }
}

/// The part of a value that `left` is enough for; `None` if it is not begun.
fn part(value: &Value, left: &mut usize) -> Option<Value> {
    *left = left.checked_sub(1)?;
    Some(match value {
        Value::String(text) => {
            let written: String = text.chars().take(*left).collect();
            *left -= written.chars().count();
            Value::String(written)
        }
        Value::Array(items) => items.iter().map_while(|item| part(item, left)).collect(),
        Value::Object(members) => Value::Object(object(members, left)),
        plain => plain.clone(),
    })
}

fn object(members: &JsonObject, left: &mut usize) -> JsonObject {
    let written = members.iter().map_while(|(name, value)| {
        *left = left.checked_sub(1)?;
        part(value, left).map(|value| (name.clone(), value))
    });
    written.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn partial_arguments_grow_and_are_never_more_than_the_whole() {
        let whole = json!({"city": "Zürich", "days": [1, 2, 3], "more": {"wind": true, "note": "é"}});
        let whole = whole.as_object().unwrap();
        let partials = partials(whole, 8);
        assert!(partials.len() > 5 && partials.iter().all(|partial| partial != whole), "{partials:?}");
        let sizes: Vec<_> = partials.iter().map(|partial| json!(partial).to_string().len()).collect();
        assert!(sizes.is_sorted(), "{partials:?}");
        assert_eq!(partials[1]["city"].as_str().map(|text| "Zürich".starts_with(text)), Some(true));
        assert!(super::partials(&JsonObject::new(), 4).iter().all(JsonObject::is_empty));
    }
}
