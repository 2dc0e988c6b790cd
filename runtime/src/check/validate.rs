//! Judging data by a server's own schema, which may be made to keep a validator busy for ever.

use std::collections::HashMap;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::{Map, Value};

/// Keywords whose schemas judge the same value once more, without going down into it.
const IN_PLACE: [&str; 9] =
    ["allOf", "anyOf", "dependencies", "dependentSchemas", "else", "if", "not", "oneOf", "then"];

/// References and such keywords on the way from one value to the next; no schema for people has so many.
const MOST_STEPS: usize = 64;

/// A validator recurses as deep as data and schema do.
const STACK: usize = 256 << 20;

/// What a schema objects to, each with the place in `data`; or why there is no telling.
pub(super) fn objections(schema: &Value, data: &Value, patience: Duration) -> Result<Vec<String>, String> {
    followable(schema)?;
    let (tell, told) = mpsc::channel();
    let (schema, data) = (schema.clone(), data.clone());
    let judge = move || {
        let objections =
            jsonschema::validator_for(&schema).map_err(|error| format!("outputSchema is no JSON Schema: {error}"));
        let objections = objections.map(|validator| {
            let errors = validator.iter_errors(&data).take(MOST_OBJECTIONS);
            errors.map(|error| format!("{error} at {:?}", error.instance_path.to_string())).collect()
        });
        // Whoever asked may have lost patience.
        let _ = tell.send(objections);
    };
    // A schema can take longer than the universe has; the thread then ends with the process.
    let started = thread::Builder::new().stack_size(STACK).spawn(judge);
    started.map_err(|error| error.to_string())?;
    told.recv_timeout(patience)
        .unwrap_or_else(|_| Err(format!("outputSchema takes more than {} s", patience.as_secs())))
}

/// More are of no use to anybody.
const MOST_OBJECTIONS: usize = 100;

/// Refuses a schema that a validator would follow round in a circle, or down a chain without end.
fn followable(root: &Value) -> Result<(), String> {
    let mut walk =
        Walk { root, old: root["$schema"].as_str().is_some_and(|of| of.contains("draft-04")), steps: HashMap::new() };
    walk.all(root)
}

struct Walk<'a> {
    root: &'a Value,
    /// Whether the schema is of a draft that writes `id` for `$id`.
    old: bool,
    /// The longest way from a schema to where the value ends; `None` while it is looked for.
    steps: HashMap<*const Value, Option<usize>>,
}

impl<'a> Walk<'a> {
    /// Looks at every object in the document, whether a schema or not.
    fn all(&mut self, value: &'a Value) -> Result<(), String> {
        match value {
            Value::Array(items) => items.iter().try_for_each(|item| self.all(item)),
            Value::Object(members) => {
                self.is_plain(value)?;
                self.follow(value, 0)?;
                members.values().try_for_each(|member| self.all(member))
            }
            _ => Ok(()),
        }
    }

    /// Refuses what references could mean but a place in this document.
    fn is_plain(&self, schema: &Value) -> Result<(), String> {
        let inside = !std::ptr::eq(self.root, schema);
        let names = [("$dynamicRef", true), ("$recursiveRef", true), ("$anchor", true), ("$dynamicAnchor", true)];
        let names = names.into_iter().chain([("$id", inside), ("$schema", inside), ("id", inside && self.old)]);
        for (name, _) in names.filter(|(_, refused)| *refused) {
            if schema.get(name).is_some_and(Value::is_string) {
                return Err(format!("outputSchema has a `{name}` inside, which is not followed here"));
            }
        }
        Ok(())
    }

    /// The steps from `schema` on that judge the same value; `before` led here.
    fn follow(&mut self, schema: &'a Value, before: usize) -> Result<usize, String> {
        let Value::Object(members) = schema else { return Ok(0) };
        let here = std::ptr::from_ref(schema);
        let steps = match self.steps.get(&here) {
            Some(Some(steps)) => *steps,
            Some(None) => return Err("outputSchema refers to itself without an end".to_owned()),
            None if before > MOST_STEPS => MOST_STEPS,
            None => {
                self.steps.insert(here, None);
                let mut longest = 0;
                for next in self.next(members)? {
                    longest = longest.max(self.follow(next, before + 1)?);
                }
                self.steps.insert(here, Some(longest + 1));
                longest + 1
            }
        };
        match before + steps > MOST_STEPS {
            true => Err(format!("outputSchema takes more than {MOST_STEPS} steps to judge one value")),
            false => Ok(steps),
        }
    }

    fn next(&self, members: &'a Map<String, Value>) -> Result<Vec<&'a Value>, String> {
        let mut next = Vec::new();
        if let Some(Value::String(reference)) = members.get("$ref") {
            let pointer =
                reference.strip_prefix('#').filter(|at| (at.is_empty() || at.starts_with('/')) && !at.contains('%'));
            let pointer = pointer
                .ok_or_else(|| format!("outputSchema has the $ref {reference:?}, which is not followed here"))?;
            next.extend(self.root.pointer(pointer));
        }
        for (keyword, value) in members.iter().filter(|(keyword, _)| IN_PLACE.contains(&keyword.as_str())) {
            match value {
                Value::Array(all) => next.extend(all),
                Value::Object(named) if keyword.starts_with("depend") => next.extend(named.values()),
                one => next.push(one),
            }
        }
        Ok(next)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn judge(schema: Value, data: Value) -> Result<Vec<String>, String> {
        objections(&schema, &data, Duration::from_secs(20))
    }

    #[test]
    fn a_schema_that_goes_down_with_the_data_is_judged_by() {
        let tree = json!({ "$ref": "#/$defs/node", "$defs": { "node": {
            "type": "object", "properties": { "children": { "type": "array", "items": { "$ref": "#/$defs/node" } } },
        } } });
        assert_eq!(judge(tree.clone(), json!({ "children": [{ "children": [] }] })), Ok(Vec::new()));
        let found = judge(tree, json!({ "children": [{ "children": 7 }] })).unwrap();
        assert!(found.len() == 1 && found[0].ends_with("at \"/children/0/children\""), "{found:?}");
    }

    #[test]
    fn a_schema_that_never_ends_is_refused_and_not_followed() {
        let chain: serde_json::Map<_, _> =
            (0..100_000).map(|n| (n.to_string(), json!({ "$ref": format!("#/$defs/{}", n + 1) }))).collect();
        for (schema, why) in [
            (json!({ "$ref": "#" }), "without an end"),
            (json!({ "anyOf": [{ "not": { "$ref": "#/anyOf/0" } }] }), "without an end"),
            (json!({ "properties": { "a": { "allOf": [{ "$ref": "#/properties/a" }] } } }), "without an end"),
            (json!({ "dependencies": { "a": { "$ref": "#" } } }), "without an end"),
            (json!({ "$ref": "#/$defs/0", "$defs": chain }), "more than 64 steps"),
            (json!({ "$ref": "#/%61nyOf/0", "anyOf": [{ "$ref": "#" }] }), "not followed"),
            (json!({ "$id": "x:y", "$ref": "x:y" }), "not followed"),
            (json!({ "$dynamicAnchor": "a", "$dynamicRef": "#a" }), "not followed"),
            (json!({ "$defs": { "a": { "$id": "x:y" } }, "$ref": "#/$defs/a" }), "not followed"),
        ] {
            let refused = judge(schema.clone(), json!({ "a": {} })).unwrap_err();
            assert!(refused.contains(why), "{why}: {refused}");
        }
    }

    #[test]
    fn a_schema_that_takes_too_long_is_given_up() {
        // Each level is judged twice as often as the one before.
        let mut defs = serde_json::Map::from_iter([("40".to_owned(), json!({ "not": {} }))]);
        for level in 0..40 {
            let next = json!({ "$ref": format!("#/$defs/{}", level + 1) });
            defs.insert(level.to_string(), json!({ "anyOf": [next, next] }));
        }
        let slow = json!({ "$ref": "#/$defs/0", "$defs": defs });
        assert!(objections(&slow, &json!({}), Duration::from_millis(200)).unwrap_err().contains("takes more than"));
    }
}
