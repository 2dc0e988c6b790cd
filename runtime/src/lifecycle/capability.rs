//! Capabilities as the method table sees them: a path into an object, present or not.

use mcp_apps_generated::wire::{Capability, JsonObject, Method, Party};
use serde_json::Value;

/// Whether `capabilities` declares this one. A flag set to `false` does not.
pub fn declared(capability: &Capability, capabilities: &JsonObject) -> bool {
    let mut path = capability.path.iter();
    let Some(first) = path.next() else {
        return true;
    };
    let mut here = capabilities.get(*first);
    for key in path {
        here = here.and_then(|value| value.get(*key));
    }
    here.is_some_and(|value| !matches!(value, Value::Null | Value::Bool(false)))
}

/// The capabilities `of` has to declare so that the peer may send it the given methods: what
/// is not handled is not advertised, and the other way round.
pub fn derive<'a>(methods: &[Method], of: Party, handled: impl IntoIterator<Item = &'a str>) -> JsonObject {
    let mut capabilities = JsonObject::new();
    for name in handled {
        let rows = methods.iter().filter(|row| row.to == of && row.name == name);
        for capability in rows.filter_map(|row| row.requires).filter(|capability| capability.of == of) {
            let mut here = &mut capabilities;
            for key in capability.path {
                if !here.contains_key(*key) {
                    here.insert((*key).to_owned(), Value::Object(JsonObject::new()));
                }
                let Some(Value::Object(object)) = here.get_mut(*key) else { break };
                here = object;
            }
        }
    }
    capabilities
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcp_apps_generated::v2026_01_26::METHODS;
    use serde_json::json;

    const LIST_CHANGED: Capability =
        Capability { of: Party::Host, path: &["serverTools", "listChanged"], unknown_ok: false };

    #[test]
    fn a_capability_is_a_path_to_a_value_that_is_not_false() {
        for (capabilities, expected) in [
            (json!({}), false),
            (json!({"serverTools": {}}), false),
            (json!({"serverTools": {"listChanged": false}}), false),
            (json!({"serverTools": {"listChanged": true}}), true),
            (json!({"serverTools": true}), false),
        ] {
            let Value::Object(capabilities) = capabilities else {
                continue;
            };
            assert_eq!(declared(&LIST_CHANGED, &capabilities), expected, "{capabilities:?}");
        }
    }

    #[test]
    fn each_gated_method_advertises_exactly_its_own_capability() {
        let mut gated = 0;
        for row in METHODS {
            let Some(capability) = row.requires.filter(|capability| capability.of == row.to) else {
                continue;
            };
            gated += 1;
            let capabilities = derive(METHODS, row.to, [row.name]);
            assert!(declared(&capability, &capabilities), "{}", row.name);
            assert_eq!(capabilities.len(), 1, "{}", row.name);
        }
        assert!(gated >= 9);
        assert!(derive(METHODS, Party::Host, []).is_empty());
    }

    #[test]
    fn a_list_changed_of_the_senders_own_is_not_the_receivers_to_declare() {
        let name = METHODS.iter().find(|row| row.requires == Some(LIST_CHANGED)).map(|row| row.name);
        assert!(derive(METHODS, Party::View, name).is_empty());
    }
}
