//! Whether a message says the same after decoding and encoding.

use serde_json::Value;

/// The first place where `after` does not say what `before` said, below `path`. Three
/// canonicalisations are no difference: `content: []` where it was absent, `{}` for a
/// permission's `true`, and another way to write the same number.
pub(super) fn difference(path: &str, before: &Value, after: &Value) -> Option<String> {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            let lost_or_changed = before.iter().find_map(|(key, value)| {
                let path = format!("{path}.{key}");
                match after.get(key) {
                    Some(after) => difference(&path, value, after),
                    None => Some(path),
                }
            });
            let added = || {
                let mut added = after.iter().filter(|(key, _)| !before.contains_key(*key));
                let added = added.find(|(key, value)| !(*key == "content" && is_empty_array(value)));
                added.map(|(key, _)| format!("{path}.{key}"))
            };
            lost_or_changed.or_else(added)
        }
        (Value::Array(before), Value::Array(after)) if before.len() == after.len() => {
            let mut pairs = before.iter().zip(after).enumerate();
            pairs.find_map(|(index, (before, after))| difference(&format!("{path}[{index}]"), before, after))
        }
        (Value::Bool(true), Value::Object(flag)) if flag.is_empty() => None,
        (Value::Number(before), Value::Number(after)) if before.as_f64() == after.as_f64() => None,
        _ => (before != after).then(|| path.to_owned()),
    }
}

fn is_empty_array(value: &Value) -> bool {
    value.as_array().is_some_and(Vec::is_empty)
}
