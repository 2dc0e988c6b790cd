//! Bare and wrapped servers answer alike, but for what `Apps` documents that it adds.

use std::collections::BTreeSet;

use mcp_apps::server::{AppResource, Apps, UiTool};
use mcp_apps::ui_uri;
use rmcp::ServerHandler;
use serde_json::{Value, json};

use crate::servers::{Bare, ByHand, Macro};
use crate::wire::{Answer, CARRIERS, Carrier, MODERN, VERSIONS, Wire};

/// Every method of rmcp's `ClientRequest`, with parameters; some twice.
fn requests() -> Vec<(&'static str, Value)> {
    vec![
        ("ping", json!({})),
        ("server/discover", json!({})),
        (
            "completion/complete",
            json!({ "ref": { "type": "ref/prompt", "name": "own" }, "argument": { "name": "a", "value": "b" } }),
        ),
        ("logging/setLevel", json!({ "level": "info" })),
        ("prompts/get", json!({ "name": "own" })),
        ("prompts/list", json!({})),
        ("resources/list", json!({})),
        ("resources/list", json!({ "cursor": "2" })),
        ("resources/templates/list", json!({})),
        ("resources/read", json!({ "uri": "file:///own.txt" })),
        ("resources/read", json!({ "uri": "file:///missing" })),
        ("resources/read", json!({ "uri": "ui://own/view" })),
        ("subscriptions/listen", json!({ "notifications": { "toolsListChanged": true } })),
        ("resources/subscribe", json!({ "uri": "file:///own.txt" })),
        ("resources/unsubscribe", json!({ "uri": "file:///own.txt" })),
        ("tools/call", json!({ "name": "greet", "arguments": { "a": 1 } })),
        ("tools/call", json!({ "name": "nobody" })),
        ("tools/list", json!({})),
        ("tools/list", json!({ "cursor": "2" })),
        ("tasks/get", json!({ "taskId": "1" })),
        ("tasks/update", json!({ "taskId": "1", "inputResponses": {} })),
        ("tasks/cancel", json!({ "taskId": "1" })),
        ("skills/list", json!({})),
        ("skills/get", json!({ "uri": "skill://own/SKILL.md" })),
        ("resources/directory/read", json!({ "uri": "file:///own" })),
        ("com.example/custom", json!({ "a": [1, null] })),
    ]
}

#[test]
fn the_table_names_every_request_a_client_can_send() {
    let schema = schemars::schema_for!(rmcp::model::ClientRequest).to_value();
    let variants = schema["anyOf"].as_array().expect("one alternative per variant").len();
    let methods: BTreeSet<_> = requests().into_iter().map(|(method, _)| method).chain(["initialize"]).collect();
    assert_eq!(methods.len(), variants, "rmcp has other requests than the table: {methods:?}");
}

fn capabilities() -> Value {
    json!({ "extensions": { "io.modelcontextprotocol/tasks": {} } })
}

fn wrapped<H: ServerHandler>(inner: H) -> Apps<H> {
    Apps::new(inner)
        .resource(AppResource::new(ui_uri!("ui://weather/view"), "<!doctype html>").listed().prefers_border(true))
        .tool("shown", UiTool::view(ui_uri!("ui://weather/view")).app_only())
        .served_elsewhere(ui_uri!("ui://own/view"))
        .build()
        .unwrap()
}

/// Takes the documented additions off an answer of the wrapped server; what is left must be the
/// bare server's. `own` tells what the server has by itself.
fn without_additions(method: &str, mut message: Value, own: Own) -> Value {
    let Some(result) = message.get_mut("result") else { return message };
    match method {
        "initialize" | "server/discover" => {
            let capabilities = result["capabilities"].as_object_mut().unwrap();
            let extensions = capabilities["extensions"].as_object_mut().unwrap();
            assert_eq!(extensions.remove("io.modelcontextprotocol/ui"), Some(json!({})));
            if extensions.is_empty() {
                capabilities.remove("extensions");
            }
            if own == Own::Nothing {
                assert_eq!(capabilities.remove("resources"), Some(json!({})));
            }
        }
        "tools/list" => {
            for tool in result["tools"].as_array_mut().unwrap() {
                if tool["name"] == "shown" {
                    let ui = tool["_meta"].as_object_mut().unwrap().remove("ui");
                    assert_eq!(ui, Some(json!({ "resourceUri": "ui://weather/view", "visibility": ["app"] })));
                }
            }
        }
        "resources/list" if result["nextCursor"].is_null() => {
            let last = result["resources"].as_array_mut().unwrap().pop().unwrap();
            assert_eq!(
                last,
                json!({
                    "uri": "ui://weather/view",
                    "name": "weather/view",
                    "mimeType": "text/html;profile=mcp-app",
                    "_meta": { "ui": { "prefersBorder": true } },
                })
            );
        }
        _ => {}
    }
    message
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Own {
    /// Resources of its own.
    Resources,
    /// Only the wrapper gives it resources.
    Nothing,
}

/// The bare answer, with what only a server without resources gets changed.
fn expected(method: &str, mut bare: Value, own: Own, version: &str) -> Value {
    if own == Own::Nothing {
        match method {
            "resources/list" | "resources/templates/list" => {
                assert_eq!(bare["error"]["code"], -32601);
                return json!("an empty list");
            }
            "resources/read" => {
                assert_eq!(bare["error"]["code"], -32601);
                let code = if version == MODERN { -32602 } else { -32002 };
                bare["error"] = json!({ "code": code, "message": "Resource not found" });
            }
            _ => {}
        }
    } else if method == "resources/list" {
        // The server's entry under a URI of the wrapper's.
        let entries = bare["result"]["resources"].as_array_mut().unwrap();
        entries.retain(|entry| entry["name"] != "impostor");
    }
    bare
}

fn compare(context: &str, method: &str, version: &str, own: Own, bare: &Answer, wrapped: &Answer) -> bool {
    if bare == wrapped {
        return false;
    }
    let documented = ["initialize", "server/discover", "tools/list", "resources/list"].contains(&method)
        || (own == Own::Nothing && ["resources/templates/list", "resources/read"].contains(&method));
    assert!(documented, "{context}: differs\n bare    {bare:?}\n wrapped {wrapped:?}");
    assert_eq!(bare.messages.len(), wrapped.messages.len(), "{context}");
    let answer = wrapped.json();
    if own == Own::Nothing && method == "resources/list" && context.contains("cursor") {
        assert_eq!(answer["error"], json!({ "code": -32602, "message": "unknown cursor" }), "{context}");
        return true;
    }
    let expected = expected(method, bare.json(), own, version);
    let mut found = without_additions(method, answer, own);
    if expected == "an empty list" {
        let key = if method == "resources/list" { "resources" } else { "resourceTemplates" };
        assert_eq!(found["result"][key], json!([]), "{context}");
        return true;
    }
    if own == Own::Nothing && method == "resources/read" {
        assert!(found["error"]["data"].take()["uri"].is_string(), "{context}");
        found["error"].as_object_mut().unwrap().remove("data");
    }
    assert_eq!(found, expected, "{context}");
    true
}

async fn differ<H: ServerHandler + Clone>(name: &str, inner: H, own: Own) -> BTreeSet<&'static str> {
    let mut differing = BTreeSet::new();
    for carrier in CARRIERS {
        for version in VERSIONS {
            let context = format!("{name} over {carrier:?} on {version}");
            let (mut bare, hello) = Wire::open(inner.clone(), carrier, version, capabilities()).await;
            let (mut apps, apps_hello) = Wire::open(wrapped(inner.clone()), carrier, version, capabilities()).await;
            if let (Some(hello), Some(apps_hello)) = (hello, apps_hello) {
                assert!(compare(&context, "initialize", version, own, &hello, &apps_hello), "{context}");
                differing.insert("initialize");
            }
            for (method, params) in requests() {
                let context = format!("{context}: {method} {params}");
                let one = bare.ask(method, params.clone()).await;
                let other = apps.ask(method, params).await;
                if compare(&context, method, version, own, &one, &other) {
                    differing.insert(method);
                }
            }
        }
    }
    differing
}

const ADDED_TO: [&str; 4] = ["initialize", "resources/list", "server/discover", "tools/list"];

#[tokio::test]
async fn a_server_written_by_hand_answers_alike_but_for_the_documented_additions() {
    let differing = differ("ByHand", ByHand, Own::Resources).await;
    assert_eq!(differing.into_iter().collect::<Vec<_>>(), ADDED_TO, "and each addition is seen");
}

#[tokio::test]
async fn a_server_of_defaults_answers_alike_but_for_its_new_resources() {
    let differing = differ("Bare", Bare, Own::Nothing).await;
    let expected = ["initialize", "resources/list", "resources/read", "resources/templates/list", "server/discover"];
    assert_eq!(differing.into_iter().collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn a_macro_server_answers_alike_but_for_its_new_resources() {
    let differing = differ("Macro", Macro, Own::Nothing).await;
    let expected = ["initialize", "resources/list", "resources/read", "resources/templates/list", "server/discover"];
    assert_eq!(differing.into_iter().collect::<Vec<_>>(), expected, "its tools say their UI themselves");
}

#[tokio::test]
async fn a_wrapper_with_nothing_in_it_changes_nothing() {
    for carrier in CARRIERS {
        for version in VERSIONS {
            let nothing = Apps::new(ByHand).build().unwrap();
            let (mut bare, hello) = Wire::open(ByHand, carrier, version, capabilities()).await;
            let (mut apps, apps_hello) = Wire::open(nothing, carrier, version, capabilities()).await;
            assert_eq!(hello, apps_hello);
            for (method, params) in requests() {
                let one = bare.ask(method, params.clone()).await;
                assert_eq!(one, apps.ask(method, params).await, "{carrier:?} {version} {method}");
            }
        }
    }
}

#[tokio::test]
async fn every_method_of_the_server_is_reached_through_the_wrapper() {
    let (mut apps, _) = Wire::open(wrapped(ByHand), Carrier::Lines, "2025-11-25", capabilities()).await;
    for method in [
        "ping",
        "completion/complete",
        "logging/setLevel",
        "prompts/get",
        "resources/subscribe",
        "resources/unsubscribe",
        "tasks/get",
        "tasks/update",
        "tasks/cancel",
        "skills/list",
        "skills/get",
        "resources/directory/read",
    ] {
        let params = requests().into_iter().find(|(name, _)| *name == method).unwrap().1;
        let error = apps.ask(method, params).await.error();
        assert_eq!(error["data"]["method"], method, "{error}");
    }
    let custom = apps.ask("com.example/custom", json!({})).await.result();
    assert_eq!(custom["asked"], "com.example/custom");
}
