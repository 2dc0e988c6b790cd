//! Properties that hold for every value: what the schema accepts the types read, and what the
//! types write the schema accepts.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::collections::BTreeSet;

use jsonschema::Validator;
use mcp_apps_generated::draft::*;
use mcp_apps_generated::wire::{Kind, Party, check_strict};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde::Serialize;
use serde_json::{Value, json};

#[path = "properties/built.rs"]
mod built;
mod instances;
#[path = "properties/pointers.rs"]
mod pointers;
mod versions;

use built::{block, context, tool, tool_result, words};
use instances::{Taste, UNKNOWN, any_json};
use pointers::pointers;
use versions::Version;

const TASTE: Taste = Taste { depth: 3, always_extra: false };
const CASES: u32 = 16;

/// Fails with the smallest value for which `check` does.
fn for_all(cases: u32, values: BoxedStrategy<Value>, check: impl Fn(Value) -> Result<(), TestCaseError>) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config, proptest::test_runner::TestRng::deterministic_rng(Default::default()))
        .run(&values, check)
        .unwrap_or_else(|error| panic!("{error}"));
}

/// Equal but for the listed canonicalisations: whole numbers without a fraction, added `content: []`.
fn same(sent: &Value, written: &Value) -> bool {
    match (sent, written) {
        (Value::Object(sent), Value::Object(written)) => {
            let added = written.iter().filter(|(member, _)| !sent.contains_key(*member));
            added.into_iter().all(|(member, value)| member == "content" && *value == json!([]))
                && sent.iter().all(|(member, value)| written.get(member).is_some_and(|written| same(value, written)))
        }
        (Value::Array(sent), Value::Array(written)) => {
            sent.len() == written.len() && sent.iter().zip(written).all(|(sent, written)| same(sent, written))
        }
        (Value::Number(sent), Value::Number(written)) => sent == written || sent.as_f64() == written.as_f64(),
        (sent, written) => sent == written,
    }
}

fn validator(document: &Value, definition: &str) -> Validator {
    let mut entry = document.clone();
    let members = entry.as_object_mut().unwrap();
    members.remove("anyOf");
    members.insert("$ref".to_owned(), json!(format!("#/$defs/{definition}")));
    jsonschema::draft202012::new(&entry).unwrap()
}

fn by_type(version: &Version, name: &str, value: &Value) -> Result<Value, TestCaseError> {
    let read = (version.by_type)(name, value).expect("the version has the type");
    read.map_err(|error| TestCaseError::fail(format!("{} {name} {value}: {error}", version.name)))
}

/// Acceptance: instances generated from the schema decode, and what is written is the same.
#[test]
fn every_instance_of_every_definition_is_read_and_written_back() {
    for version in versions::ALL {
        let schema = version.schema();
        for name in version.types {
            for_all(CASES, instances::of(&schema, name, TASTE), |value| {
                let written = by_type(version, name, &value)?;
                prop_assert!(same(&value, &written), "{} {name}\n{value}\nbecame\n{written}", version.name);
                Ok(())
            });
        }
    }
}

/// The instances are ones the validator takes, or the property above would be about nothing.
#[test]
fn the_generated_instances_are_valid() {
    for version in versions::ALL {
        let schema = version.schema();
        for name in version.types {
            let validator = validator(&schema, name);
            for_all(4, instances::of(&schema, name, TASTE), |value| {
                prop_assert!(validator.is_valid(&value), "{} {name} {value}", version.name);
                Ok(())
            });
        }
    }
}

/// Whole messages: every branch of what each party may send.
#[test]
fn every_message_of_the_schema_is_read_and_written_back() {
    for version in versions::ALL {
        let schema = version.schema();
        for (party, name) in
            [(Party::View, "ViewMessage"), (Party::Host, "HostMessage"), (Party::Sandbox, "SandboxMessage")]
        {
            for_all(200, instances::of(&schema, name, TASTE), |message| {
                let Some(method) = message["method"].as_str() else { return Ok(()) };
                let (request, params) = (message.get("id").is_some(), message.get("params"));
                let read = (version.message)(party, request, method, params)
                    .map_err(|error| TestCaseError::fail(format!("{message}: {error}")))?;
                match (params, &read.written) {
                    (None, None) => {}
                    (Some(sent), Some(written)) => prop_assert!(same(sent, written), "{sent} became {written}"),
                    (sent, written) => prop_assert!(false, "{sent:?} became {written:?}"),
                }
                Ok(())
            });
        }
    }
}

/// A member nobody knows survives at every level, in every type that is an object.
#[test]
fn unknown_members_survive_at_every_level() {
    for version in versions::ALL {
        let schema = version.schema();
        for name in version.types {
            let everywhere = Taste { always_extra: true, ..TASTE };
            for_all(CASES, instances::of(&schema, name, everywhere), |value| {
                let written = by_type(version, name, &value)?;
                prop_assert_eq!(unknown_members(&value), unknown_members(&written), "{} {}", version.name, name);
                Ok(())
            });
        }
        // The count is of something: a result with content has them at five levels and more.
        let everywhere = Taste { depth: 5, always_extra: true };
        let deepest = std::cell::Cell::new(0);
        for_all(CASES, instances::of(&schema, "McpUiInitializeResult", everywhere), |value| {
            let depth = unknown_members(&value).iter().map(|path| path.matches('/').count()).max();
            deepest.set(deepest.get().max(depth.unwrap_or(0)));
            Ok(())
        });
        assert!(deepest.get() >= 5, "{}", deepest.get());
    }
}

/// The places of unknown members, as JSON pointers.
fn unknown_members(value: &Value) -> BTreeSet<String> {
    fn walk(value: &Value, at: &str, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(members) => {
                for (name, member) in members {
                    let at = format!("{at}/{}", name.replace('/', "~1"));
                    if UNKNOWN.contains(&name.as_str()) {
                        found.insert(at.clone());
                    }
                    walk(member, &at, found);
                }
            }
            Value::Array(items) => {
                items.iter().enumerate().for_each(|(i, item)| walk(item, &format!("{at}/{i}"), found));
            }
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    walk(value, "", &mut found);
    found
}

/// A member of a later version survives in every enum, and is the same after two round trips.
#[test]
fn an_unknown_enum_member_survives_in_every_enum() {
    for version in versions::ALL {
        let schema = version.schema();
        let enums = version.types.iter().filter(|name| schema["$defs"][**name].get("examples").is_some());
        let enums: Vec<_> = enums.collect();
        assert!(enums.len() >= 9, "{enums:?}");
        for name in enums {
            for_all(CASES, "\\PC{0,12}".prop_map(Value::from).boxed(), |value| {
                prop_assert_eq!(&by_type(version, name, &value)?, &value);
                Ok(())
            });
        }
    }
}

/// No input panics, and every refusal says where, from the root down.
#[test]
fn no_json_at_all_panics_and_every_refusal_has_a_path() {
    for version in versions::ALL {
        let schema = version.schema();
        for name in version.types {
            for_all(CASES, odd(&schema, name), |value| {
                if let Err(error) = (version.by_type)(name, &value).unwrap() {
                    prop_assert!(error.path().starts_with("value"), "{error}");
                    prop_assert!(!error.message().contains("at `"), "a path is left in the message: {error}");
                }
                Ok(())
            });
        }
        for method in version.methods {
            for_all(CASES, any_json(), |params| {
                let request = method.kind == Kind::Request;
                for params in [Some(&params), None] {
                    if let Err(error) = (version.message)(method.from, request, method.name, params) {
                        prop_assert!(error.path().starts_with("params"), "{error}");
                    }
                }
                if let Some(Err(error)) = (version.result)(method.name, &params) {
                    prop_assert!(error.path().starts_with("result"), "{error}");
                }
                Ok(())
            });
        }
    }
}

/// An instance with one node replaced by something else.
fn odd(document: &Value, name: &str) -> BoxedStrategy<Value> {
    let sound = instances::of(document, name, TASTE);
    (
        sound,
        any::<prop::sample::Index>(),
        prop_oneof![any_json(), Just(Value::Null), Just(json!(true)), Just(json!({}))],
    )
        .prop_map(|(mut value, index, other)| {
            let mut places = Vec::new();
            pointers(&value, String::new(), &mut places);
            let place = index.get(&places);
            *value.pointer_mut(place).unwrap() = other;
            value
        })
        .boxed()
}

/// Types and schema are one contract: what the schema accepts the types read, and whatever the
/// types make of an odd value, what they write is valid again.
#[test]
fn the_types_and_the_schema_agree_on_odd_values() {
    for version in versions::ALL {
        let schema = version.schema();
        for name in version.types {
            // The blocks of a union leave their `type` to the union, which is tried below its own name.
            if schema["$defs"][*name].pointer("/properties/type/const").is_some() {
                continue;
            }
            let validator = validator(&schema, name);
            for_all(2 * CASES, odd(&schema, name), |value| {
                let read = (version.by_type)(name, &value).unwrap();
                match read {
                    Err(error) => prop_assert!(!validator.is_valid(&value), "{name} {value}: {error}"),
                    Ok(written) => {
                        let fault =
                            validator.validate(&within_ranges(written.clone())).err().map(|fault| fault.to_string());
                        prop_assert!(fault.is_none(), "{name} {value} was written as {written}: {fault:?}");
                    }
                }
                Ok(())
            });
        }
    }
}

/// Mends what the types leave to others: the ranges of numbers, and what a tool's schemas contain.
fn within_ranges(mut value: Value) -> Value {
    match &mut value {
        Value::Object(members) => {
            for (name, member) in members.iter_mut() {
                let number = member.as_f64().filter(|_| name.to_lowercase().ends_with("priority"));
                *member = match (name.as_str(), number) {
                    (_, Some(number)) => json!(number.clamp(0.0, 1.0)),
                    ("inputSchema" | "outputSchema", _) if member.is_object() => json!({"type": "object"}),
                    _ => within_ranges(member.take()),
                };
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = within_ranges(item.take())),
        _ => {}
    }
    value
}

fn written(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap()
}

/// Acceptance: values built from our types are written as JSON the schema accepts.
#[test]
fn what_the_types_write_the_schema_accepts() {
    let schema = versions::draft::VERSION.schema();
    let holds = |definition: &'static str, values: BoxedStrategy<Value>| {
        let validator = validator(&schema, definition);
        for_all(100, values, |value| {
            let fault = validator.validate(&value).err();
            prop_assert!(fault.is_none(), "{definition} {value}: {fault:?}");
            Ok(())
        });
    };
    holds("CallToolResult", tool_result().prop_map(|value| written(&value)).boxed());
    holds("McpUiHostContext", context().prop_map(|value| written(&value)).boxed());
    holds("ListToolsResult", vec(tool(), 0..3).prop_map(|tools| written(&ListToolsResult::new(tools))).boxed());
    let message =
        vec(block(), 0..3).prop_map(|content| McpUiMessageRequestParams::new(content, McpUiMessageRole::User));
    holds("McpUiMessageRequestParams", message.prop_map(|message| written(&message)).boxed());
    let result = (context(), words(), words()).prop_map(|(context, name, version)| {
        let capabilities = McpUiHostCapabilities::new()
            .with_open_links()
            .with_sampling(McpUiHostCapabilitiesSampling::new().with_tools())
            .with_sandbox(
                McpUiHostCapabilitiesSandbox::new().with_permissions(McpUiResourcePermissions::new().with_camera()),
            );
        McpUiInitializeResult::new(capabilities, context, Implementation::new(name, version), PROTOCOL_VERSION)
    });
    holds("McpUiInitializeResult", result.prop_map(|result| written(&result)).boxed());
    let sampling = (any::<i32>(), vec(words(), 0..3), tool()).prop_map(|(most, texts, tool)| {
        let messages = texts.into_iter().map(|text| {
            SamplingMessage::new(SamplingMessageContentBlock::from(TextContent::new(text)), Role::Assistant)
        });
        CreateMessageRequestParams::new(most, messages.collect()).with_tools(vec![tool]).with_temperature(1)
    });
    holds("CreateMessageRequestParams", sampling.prop_map(|params| written(&params)).boxed());
}

/// What a constructor builds reads back as itself, and the strict check never changes or panics on it.
#[test]
fn what_is_written_reads_back_as_itself() {
    let config = Config { cases: 100, failure_persistence: None, ..Config::default() };
    let rng = proptest::test_runner::TestRng::deterministic_rng(Default::default());
    TestRunner::new_with_rng(config, rng)
        .run(&(tool_result(), context()), |(result, context)| {
            // JSON has one zero and no way to tell 1e3 from 1000, so compare what is written.
            let again: CallToolResult = serde_json::from_value(written(&result)).unwrap();
            prop_assert_eq!(written(&again), written(&result));
            prop_assert_eq!(&again, &result);
            let text = serde_json::to_string(&context).unwrap();
            let again: McpUiHostContext = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(serde_json::to_string(&again).unwrap(), text);
            let unknown = result.content.iter().filter(|block| matches!(block, ContentBlock::Other(_))).count();
            let found = check_strict("params", &result).into_iter();
            prop_assert_eq!(found.filter(|finding| finding.message.contains("block type")).count(), unknown);
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
}
