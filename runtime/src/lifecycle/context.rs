//! Host context: a shallow merge of members (V10, H43). A member cannot be taken back, and an
//! empty array is a value, not an absence.

use mcp_apps_generated::wire::JsonObject;

/// The members of `next` that `known` lacks or holds differently: what a Host has to send.
pub fn changes(known: &JsonObject, next: &JsonObject) -> JsonObject {
    let changed = next.iter().filter(|(key, value)| known.get(*key) != Some(*value));
    changed.map(|(key, value)| (key.clone(), value.clone())).collect()
}

/// Puts the members of `change` over those of `context`, whole.
pub fn merge(context: &mut JsonObject, change: JsonObject) {
    context.extend(change);
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn object(value: Value) -> JsonObject {
        match value {
            Value::Object(object) => object,
            _ => JsonObject::new(),
        }
    }

    #[test]
    fn only_what_changed_is_sent() {
        let known = object(json!({"theme": "dark", "locale": "en", "styles": {"a": 1, "b": 2}}));
        let next = object(json!({"theme": "dark", "locale": "fr", "styles": {"a": 1}}));
        assert_eq!(changes(&known, &next), object(json!({"locale": "fr", "styles": {"a": 1}})));
        assert!(changes(&next, &next).is_empty());
    }

    #[test]
    fn a_merge_is_shallow_and_keeps_the_rest() {
        let mut context = object(json!({"theme": "dark", "styles": {"a": 1, "b": 2}}));
        merge(&mut context, object(json!({"styles": {"a": 3}})));
        assert_eq!(context, object(json!({"theme": "dark", "styles": {"a": 3}})));
    }

    #[test]
    fn an_empty_array_is_not_absence() {
        let known = object(json!({"availableDisplayModes": ["inline"]}));
        let next = object(json!({"availableDisplayModes": []}));
        assert_eq!(changes(&known, &next), next);
        let mut context = known;
        merge(&mut context, next.clone());
        assert_eq!(context, next);
    }
}
