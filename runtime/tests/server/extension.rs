//! Extensions of other people, served beside the UIs or alone.

use mcp_apps::server::testing::Client;
use mcp_apps::server::{AppResource, Apps, BuildError, Call, Extension};
use mcp_apps::ui_uri;
use mcp_apps::wire::RequestId;
use rmcp::model::*;
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::servers::{Bare, ByHand};
use crate::wire::{Answer, CARRIERS, Carrier, MODERN, VERSIONS, Wire, serve};

#[derive(Serialize, Deserialize)]
pub struct Text {
    text: String,
}

#[derive(Serialize, Deserialize)]
pub struct Nothing {}

const ECHOED: &str = "notifications/example/echoed";

fn echo() -> Extension {
    Extension::new("example.org/echo")
        .method::<Text, Text>("example/echo", |params, call| async move {
            call.notify(ECHOED, &params).await?;
            Ok(params)
        })
        .notification::<Text>(ECHOED)
}

fn with(extensions: impl IntoIterator<Item = Extension>) -> Result<Apps<Bare>, BuildError> {
    extensions.into_iter().fold(Apps::new(Bare), |apps, extension| apps.extension(extension)).build()
}

async fn declared(wire: &mut Wire, hello: Option<Answer>) -> Value {
    let mut result = match hello {
        Some(hello) => hello.result(),
        None => wire.ask("server/discover", json!({})).await.result(),
    };
    result["capabilities"]["extensions"].take()
}

#[tokio::test]
async fn an_extension_is_declared_answers_and_notifies_before_its_answer() {
    for carrier in CARRIERS {
        for version in VERSIONS {
            if carrier == Carrier::Sessions && version != MODERN {
                continue; // The next test.
            }
            let context = format!("{carrier:?} {version}");
            let (mut wire, hello) = Wire::open(with([echo()]).unwrap(), carrier, version, json!({})).await;
            assert_eq!(declared(&mut wire, hello).await, json!({ "example.org/echo": {} }), "{context}");
            let answer = wire.ask("example/echo", json!({ "text": "hi" })).await;
            let [notification, _] = &answer.messages[..] else { panic!("{context}: {answer:?}") };
            let expected = json!({ "jsonrpc": "2.0", "method": ECHOED, "params": { "text": "hi" } });
            assert_eq!(serde_json::from_str::<Value>(notification).unwrap(), expected, "{context}");
            let mut result = json!({ "text": "hi" });
            if version == MODERN {
                result["resultType"] = "complete".into();
            }
            assert_eq!(answer.result(), result, "{context}");
        }
    }
}

#[tokio::test]
async fn over_http_with_sessions_notifications_lose_their_order_so_the_session_fails_unless_allowed() {
    for version in VERSIONS.into_iter().filter(|version| *version != MODERN) {
        let (_, hello) = Wire::open(with([echo()]).unwrap(), Carrier::Sessions, version, json!({})).await;
        let message = hello.unwrap().error()["message"].as_str().unwrap().to_owned();
        for part in ["example.org/echo", "sessions", "allow_unordered()"] {
            assert!(message.contains(part), "{version}: {message}");
        }
        // Nothing to put out of order.
        let silent = Extension::new("example.org/silent").method::<Text, Text>("silent", |text, _| async { Ok(text) });
        let (mut wire, _) = Wire::open(with([silent]).unwrap(), Carrier::Sessions, version, json!({})).await;
        assert_eq!(wire.ask("silent", json!({ "text": "hi" })).await.result(), json!({ "text": "hi" }), "{version}");

        let apps = with([echo().allow_unordered()]).unwrap();
        let (mut wire, _) = Wire::open(apps, Carrier::Sessions, version, json!({})).await;
        let mut standalone = wire.standalone().await;
        let answer = wire.ask("example/echo", json!({ "text": "hi" })).await;
        assert_eq!(answer.messages.len(), 1, "the answer's stream holds the answer only: {answer:?}");
        assert_eq!(standalone.message().await["params"], json!({ "text": "hi" }), "{version}");
    }
    // A session that was not seen at its `initialize` is seen at the call.
    let url = serve(with([echo()]).unwrap(), Carrier::Stateless).await;
    let mut wire = Wire::join(&url, "2025-11-25").await;
    wire.ask("example/echo", json!({ "text": "hi" })).await.result();
    wire.forge_session("someone");
    let error = wire.ask("example/echo", json!({ "text": "hi" })).await.error();
    assert!(error["message"].as_str().unwrap().contains("allow_unordered()"), "{error}");
}

#[test]
fn what_clashes_fails_construction_and_both_sides_are_named() {
    let method = |id: &str, name: &str| Extension::new(id).method::<Text, Text>(name, |text, _| async { Ok(text) });
    type Case<'a> = (Result<Apps<Bare>, BuildError>, &'a [&'a str]);
    let table: [Case<'_>; 7] = [
        (with([method("a.org/x", "tools/list")]), &["a.org/x", "tools/list", "Model Context Protocol"]),
        (
            with([Extension::new("a.org/x").notification::<Text>("notifications/progress")]),
            &["a.org/x", "notifications/progress", "Model Context Protocol"],
        ),
        (with([method("a.org/x", "x/one"), method("a.org/x", "x/two")]), &["a.org/x", "x/one", "x/two"]),
        (with([method("a.org/x", "same"), method("b.org/y", "same")]), &["a.org/x", "b.org/y", "`same`"]),
        (
            with([method("a.org/x", "same").method::<Text, Text>("same", |text, _| async { Ok(text) })]),
            &["by the extension `a.org/x` and by the extension `a.org/x`", "`same`"],
        ),
        (
            with([
                Extension::new("a.org/x").notification::<Text>("notifications/n"),
                Extension::new("b.org/y").notification::<Nothing>("notifications/n"),
            ]),
            &["a.org/x", "b.org/y", "notifications/n"],
        ),
        (with([method("no-vendor", "x")]), &["no-vendor", "example.org/name"]),
    ];
    for (built, parts) in table {
        let message = built.unwrap_err().to_string();
        assert!(parts.iter().all(|part| message.contains(part)), "{message}");
    }
    let by_hand = Apps::new(ByHand).extension(method("com.example/own", "x")).build().unwrap_err().to_string();
    assert!(by_hand.contains("com.example/own") && by_hand.contains("get_info"), "{by_hand}");
    let around = with([method("com.example/own", "x")]).unwrap().around(ByHand);
    assert!(matches!(around, Err(BuildError::DeclaredByHand { .. })));
    // The UIs' own id is an extension like any other.
    let ui = Apps::new(Bare)
        .resource(AppResource::new(ui_uri!("ui://x"), "<!doctype html>"))
        .extension(method("io.modelcontextprotocol/ui", "x"))
        .build();
    assert!(matches!(ui, Err(BuildError::DuplicateExtension { .. })));
}

#[tokio::test]
async fn wrong_parameters_are_named_by_their_path_and_unknown_methods_are_unknown() {
    for carrier in [Carrier::Lines, Carrier::StatelessJson] {
        for version in VERSIONS {
            let (mut wire, _) = Wire::open(with([echo()]).unwrap(), carrier, version, json!({})).await;
            for params in [json!({ "text": 7 }), json!({})] {
                let answer = wire.ask("example/echo", params).await;
                assert_eq!(answer.messages.len(), 1, "refused before the handler runs");
                let error = answer.error();
                assert_eq!(error["code"], -32602, "{carrier:?} {version}");
                assert!(error["message"].as_str().unwrap().starts_with("params.text: "), "{error}");
            }
            assert_eq!(wire.ask("example/other", json!({})).await.error()["code"], -32601, "{carrier:?} {version}");
        }
    }
    let mut client = Client::initialize(with([echo()]).unwrap(), "2025-11-25", json!({})).await.unwrap();
    let absent = client.request("example/echo", Value::Null).await.unwrap();
    assert_eq!(absent["error"]["code"], -32602, "no parameters are an empty object");
}

#[tokio::test]
async fn two_extensions_and_the_servers_own_methods_combine() {
    #[derive(Clone)]
    struct Own;
    impl ServerHandler for Own {
        async fn on_custom_request(
            &self,
            request: CustomRequest,
            _: RequestContext<RoleServer>,
        ) -> Result<CustomResult, ErrorData> {
            Ok(CustomResult(json!({ "own": request.method })))
        }
    }
    let id = Extension::new("example.org/id").capability("level", 2).method::<Nothing, Value>(
        "example/id",
        |_, call: Call| async move {
            let RequestId::Integer(id) = call.id() else { return Err(ErrorData::internal_error("not a number", None)) };
            Ok(json!({ "id": id, "client": call.client_settings(), "resultType": "input_required" }))
        },
    );
    let capabilities = json!({ "extensions": { "example.org/id": { "mine": true } } });
    for version in ["2025-11-25", MODERN] {
        let apps = Apps::new(Own)
            .resource(AppResource::new(ui_uri!("ui://x"), "<!doctype html>"))
            .extension(echo())
            .extension(id.clone())
            .build()
            .unwrap();
        let (mut wire, hello) = Wire::open(apps, Carrier::Lines, version, capabilities.clone()).await;
        assert_eq!(
            declared(&mut wire, hello).await,
            json!({ "example.org/echo": {}, "example.org/id": { "level": 2 }, "io.modelcontextprotocol/ui": {} })
        );
        let result = wire.ask("example/id", json!({})).await.result();
        assert_eq!(result["client"], json!({ "mine": true }), "{version}");
        assert_eq!(result["id"], 1, "{version}");
        assert_eq!(result["resultType"], "input_required", "its own is kept");
        assert_eq!(
            wire.ask("example/echo", json!({ "text": "hi" })).await.result()["text"],
            "hi",
            "the extension wins"
        );
        assert_eq!(wire.ask("example/own", json!({})).await.result()["own"], "example/own");
    }
}

#[tokio::test]
async fn an_extension_is_served_on_the_versions_it_names() {
    for version in VERSIONS {
        let apps = with([echo().versions([ProtocolVersion::V_2026_07_28, ProtocolVersion::V_2025_06_18])]).unwrap();
        let (mut wire, hello) = Wire::open(apps, Carrier::Lines, version, json!({})).await;
        let served = [MODERN, "2025-06-18"].contains(&version);
        let expected = if served { json!({ "example.org/echo": {} }) } else { Value::Null };
        assert_eq!(declared(&mut wire, hello).await, expected, "{version}");
        let answer = wire.ask("example/echo", json!({ "text": "hi" })).await;
        if served {
            answer.result();
        } else {
            assert_eq!(answer.error()["code"], -32601, "{version}");
        }
    }
}

#[tokio::test]
async fn a_notification_is_sent_only_as_declared_and_only_before_the_answer() {
    let late = Extension::new("example.org/late")
        .notification::<Text>("notifications/late")
        .method::<Nothing, Nothing>("late/undeclared", |_, call: Call| async move {
            call.notify("notifications/other", &Text { text: String::new() }).await?;
            Ok(Nothing {})
        })
        .method::<Nothing, Nothing>("late/mistyped", |_, call: Call| async move {
            call.notify("notifications/late", &Nothing {}).await?;
            Ok(Nothing {})
        })
        .method::<Nothing, Nothing>("late/after", |_, call: Call| async move {
            tokio::spawn(async move {
                while call.notify("notifications/late", &Text { text: String::new() }).await.is_ok() {
                    tokio::task::yield_now().await;
                }
            });
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            Ok(Nothing {})
        })
        .method::<Nothing, u32>("late/number", |_, _| async move { Ok(7) });
    let mut client = Client::initialize(with([late]).unwrap(), "2025-11-25", json!({})).await.unwrap();
    for method in ["late/undeclared", "late/mistyped", "late/number"] {
        let answer = client.request(method, json!({})).await.unwrap();
        assert_eq!(answer["error"]["code"], -32603, "{method}: {answer}");
    }
    assert_eq!(client.take_notifications(), Vec::<Value>::new());
    client.result("late/after", json!({})).await.unwrap();
    assert!(!client.take_notifications().is_empty());
    client.result("ping", json!({})).await.unwrap();
    assert_eq!(client.take_notifications(), Vec::<Value>::new(), "none after the answer");
}
