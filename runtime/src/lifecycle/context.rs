//! Host context: a shallow merge of members (V10, H43). A member cannot be taken back, and an
//! empty array is a value, not an absence.

use mcp_apps_generated::wire::JsonObject;
use serde_json::Value;

use crate::table::Table;

/// A Host's context, and what of it the View does not know yet.
#[derive(Debug, Default)]
pub struct HostContext {
    members: JsonObject,
    /// The members that have changed since the View was told, with what it knows of them.
    stale: Table<String, Option<Value>>,
}

impl HostContext {
    /// The members as they are now.
    pub fn members(&self) -> &JsonObject {
        &self.members
    }

    /// Puts the members of `change` over those that are there, whole.
    pub fn put(&mut self, change: JsonObject) {
        for (name, value) in change {
            if self.members.get(&name) == Some(&value) {
                continue;
            }
            let known = self.members.insert(name.clone(), value);
            if self.stale.get(&name).is_none() {
                self.stale.insert(name, known);
            }
        }
    }

    /// The View is told all of it.
    pub fn told(&mut self) {
        self.stale = Table::default();
    }

    /// What the View is to be told: the members it lacks or holds differently. With that it knows.
    pub fn changes(&mut self) -> JsonObject {
        let stale = std::mem::take(&mut self.stale).into_iter();
        let changed = |(name, known): (String, Option<Value>)| {
            let now = self.members.get(&name).filter(|now| known.as_ref() != Some(now))?.clone();
            Some((name, now))
        };
        stale.filter_map(changed).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn object(value: Value) -> JsonObject {
        match value {
            Value::Object(object) => object,
            _ => JsonObject::new(),
        }
    }

    fn context(value: Value) -> HostContext {
        let mut context = HostContext::default();
        context.put(object(value));
        context.told();
        context
    }

    #[test]
    fn only_what_changed_is_sent() {
        let mut context = context(json!({"theme": "dark", "locale": "en", "styles": {"a": 1, "b": 2}}));
        context.put(object(json!({"theme": "dark", "locale": "fr", "styles": {"a": 1}})));
        assert_eq!(context.changes(), object(json!({"locale": "fr", "styles": {"a": 1}})));
        assert!(context.changes().is_empty());
    }

    #[test]
    fn what_changed_and_changed_back_is_not_sent() {
        let mut context = context(json!({"theme": "dark"}));
        for theme in ["light", "dark"] {
            context.put(object(json!({"theme": theme})));
        }
        assert!(context.changes().is_empty());
    }

    #[test]
    fn a_merge_is_shallow_and_keeps_the_rest() {
        let mut context = context(json!({"theme": "dark", "styles": {"a": 1, "b": 2}}));
        context.put(object(json!({"styles": {"a": 3}})));
        assert_eq!(context.members(), &object(json!({"theme": "dark", "styles": {"a": 3}})));
    }

    #[test]
    fn an_empty_array_is_not_absence() {
        let mut context = context(json!({"availableDisplayModes": ["inline"]}));
        let next = object(json!({"availableDisplayModes": []}));
        context.put(next.clone());
        assert_eq!(context.changes(), next);
        assert_eq!(context.members(), &next);
    }
}
