//! Clients that show UIs and clients that do not; and which run is meant.

use mcp_apps::server::testing::ui_capabilities;
use mcp_apps::server::{AppResource, Apps, RunKey, UiResult, WithoutUi, output_schema, session_id, supports_ui};
use mcp_apps::ui_uri;
use mcp_apps::wire::RequestId;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::*;
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, tool, tool_handler, tool_router};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use crate::servers::Macro;
use crate::wire::{CARRIERS, Carrier, MODERN, VERSIONS, Wire};

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Seen {
    supports_ui: bool,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Which {
    run: i64,
}

#[derive(Clone, Default)]
struct Server {
    runs: Arc<Mutex<HashMap<RunKey, String>>>,
}

#[tool_router]
impl Server {
    #[tool(output_schema = output_schema::<Seen>())]
    async fn ask(&self, context: RequestContext<RoleServer>) -> Result<UiResult<Seen>, ErrorData> {
        let supports_ui = supports_ui(&context);
        let image = ContentBlock::image("aGk=", "image/png");
        Ok(UiResult::new(Seen { supports_ui }, format!("{supports_ui}")).block(image).meta("com.example/run", 7))
    }

    #[tool]
    async fn start(&self, context: RequestContext<RoleServer>) -> String {
        let mut runs = self.runs.lock().unwrap();
        let run = format!("run {}", runs.len());
        runs.insert(RunKey::of(&context), run.clone());
        run
    }

    #[tool]
    async fn find(&self, Parameters(Which { run }): Parameters<Which>, context: RequestContext<RoleServer>) -> String {
        let key = RunKey::in_session_of(&context, run);
        assert_eq!(key.session(), session_id(&context).as_deref());
        assert_eq!(*key.request(), RequestId::Integer(run));
        self.runs.lock().unwrap().get(&key).cloned().unwrap_or_else(|| "unknown".to_owned())
    }
}

#[tool_handler]
impl ServerHandler for Server {}

async fn sees_ui(wire: &mut Wire) -> bool {
    let result = wire.ask("tools/call", json!({ "name": "ask" })).await.result();
    result["structuredContent"]["supports_ui"].as_bool().unwrap()
}

#[tokio::test]
async fn row_25_support_is_known_from_initialize_or_from_the_request_and_otherwise_not() {
    let offers = [
        (json!({}), false),
        (ui_capabilities(), true),
        (json!({ "extensions": { "io.modelcontextprotocol/ui": {} } }), false),
        (json!({ "extensions": { "io.modelcontextprotocol/ui": { "mimeTypes": ["text/html"] } } }), false),
    ];
    for carrier in CARRIERS {
        for version in VERSIONS {
            for (capabilities, offered) in &offers {
                let (mut wire, _) = Wire::open(Server::default(), carrier, version, capabilities.clone()).await;
                // Without sessions, HTTP before 2026-07-28 has nothing to know a client by.
                let knowable = version == MODERN || matches!(carrier, Carrier::Lines | Carrier::Sessions);
                let context = format!("{carrier:?} {version} {capabilities}");
                assert_eq!(sees_ui(&mut wire).await, *offered && knowable, "{context}");
            }
        }
    }
}

#[tokio::test]
async fn row_25_on_2026_07_28_support_is_asked_of_every_request_anew() {
    for carrier in CARRIERS {
        let (mut wire, _) = Wire::open(Server::default(), carrier, MODERN, ui_capabilities()).await;
        for (capabilities, expected) in [(ui_capabilities(), true), (json!({}), false), (ui_capabilities(), true)] {
            wire.declare(capabilities);
            assert_eq!(sees_ui(&mut wire).await, expected, "{carrier:?}");
        }
    }
}

#[tokio::test]
async fn a_result_has_data_for_the_view_and_blocks_of_any_kind_for_the_model() {
    for version in VERSIONS {
        let (mut wire, _) = Wire::open(Server::default(), Carrier::Lines, version, json!({})).await;
        let mut result = wire.ask("tools/call", json!({ "name": "ask" })).await.result();
        result.as_object_mut().unwrap().remove("resultType");
        let expected = json!({
            "content": [{ "type": "text", "text": "false" }, { "type": "image", "data": "aGk=", "mimeType": "image/png" }],
            "structuredContent": { "supports_ui": false },
            "isError": false,
            "_meta": { "com.example/run": 7 },
        });
        assert_eq!(result, expected, "{version}");
        let list = wire.ask("tools/list", json!({})).await.result();
        let ask = list["tools"].as_array().unwrap().iter().find(|tool| tool["name"] == "ask").unwrap();
        assert_eq!(ask["outputSchema"]["properties"]["supports_ui"]["type"], "boolean", "{version}");
    }
}

fn variants() -> Apps<Macro> {
    Apps::new(Macro)
        .resource(AppResource::new(ui_uri!("ui://weather/view"), "<!doctype html>"))
        .without_ui("get_weather", WithoutUi::replaced(|tool| tool.with_title("In words")))
        .without_ui("refresh_weather", WithoutUi::hidden())
        .without_ui("mute", WithoutUi::text_only())
        .build()
        .unwrap()
}

fn named(list: &Value, name: &str) -> Option<Value> {
    list["tools"].as_array().unwrap().iter().find(|tool| tool["name"] == name).cloned()
}

#[tokio::test]
async fn s9_s12_a_client_without_uis_finds_the_text_variants_and_one_with_them_the_uis() {
    for carrier in [Carrier::Lines, Carrier::Sessions] {
        for version in VERSIONS {
            let context = format!("{carrier:?} {version}");
            let (mut wire, _) = Wire::open(variants(), carrier, version, json!({})).await;
            let list = wire.ask("tools/list", json!({})).await.result();
            assert_eq!(named(&list, "refresh_weather"), None, "{context}");
            assert_eq!(named(&list, "mute").unwrap()["_meta"], Value::Null, "{context}");
            let text = named(&list, "get_weather").unwrap();
            assert_eq!((&text["title"], &text["_meta"]), (&json!("In words"), &Value::Null), "{context}");

            let (mut wire, _) = Wire::open(variants(), carrier, version, ui_capabilities()).await;
            let list = wire.ask("tools/list", json!({})).await.result();
            for name in ["get_weather", "refresh_weather", "mute"] {
                let tool = named(&list, name).unwrap();
                assert_eq!(tool["_meta"]["ui"]["resourceUri"], "ui://weather/view", "{context}");
                assert_eq!(tool["title"], Value::Null, "{context}");
            }
            assert_eq!(wire.ask("tools/call", json!({ "name": "refresh_weather" })).await.result()["isError"], false);
        }
    }
}

#[tokio::test]
async fn a_list_that_varies_is_one_clients_own_and_never_kept() {
    // `Macro` itself says `public`, which is right for a list that is the same for all.
    let same = Apps::new(Macro).resource(AppResource::new(ui_uri!("ui://weather/view"), "<!doctype html>"));
    for (apps, scope) in [(same.build().unwrap(), "public"), (variants(), "private")] {
        let (mut wire, _) = Wire::open(apps.clone(), Carrier::Lines, MODERN, ui_capabilities()).await;
        let list = wire.ask("tools/list", json!({})).await.result();
        assert_eq!((&list["cacheScope"], &list["ttlMs"]), (&json!(scope), &json!(0)));
        // Between two requests of one connection, too.
        let shown = named(&list, "get_weather").unwrap();
        wire.declare(json!({}));
        let other = named(&wire.ask("tools/list", json!({})).await.result(), "get_weather").unwrap();
        assert_eq!(shown == other, scope == "public");

        let (mut wire, _) = Wire::open(apps, Carrier::Lines, "2025-11-25", json!({})).await;
        let list = wire.ask("tools/list", json!({})).await.result();
        assert_eq!((&list["cacheScope"], &list["ttlMs"]), (&Value::Null, &Value::Null), "older versions have no hints");
    }
}

#[tokio::test]
async fn row_50_a_run_is_found_by_its_request_id_within_its_session_and_only_there() {
    let text = |result: Value| result["content"][0]["text"].as_str().unwrap().to_owned();
    let server = Server::default();
    let url = crate::wire::serve(server, Carrier::Sessions).await;
    let mut one = Wire::join(&url, "2025-11-25").await;
    let mut other = Wire::join(&url, "2025-11-25").await;
    // Request 1 of either session, after the handshake's 0.
    assert_eq!(text(one.ask("tools/call", json!({ "name": "start" })).await.result()), "run 0");
    assert_eq!(text(other.ask("tools/call", json!({ "name": "start" })).await.result()), "run 1");
    let find = json!({ "name": "find", "arguments": { "run": 1 } });
    assert_eq!(text(one.ask("tools/call", find.clone()).await.result()), "run 0");
    assert_eq!(text(other.ask("tools/call", find).await.result()), "run 1");
    let unknown = json!({ "name": "find", "arguments": { "run": 99 } });
    assert_eq!(text(one.ask("tools/call", unknown).await.result()), "unknown");
}

#[tokio::test]
async fn a_run_is_found_over_stdio_and_a_forged_session_header_means_nothing_on_2026_07_28() {
    let text = |result: Value| result["content"][0]["text"].as_str().unwrap().to_owned();
    let (mut wire, _) = Wire::open(Server::default(), Carrier::Lines, "2025-11-25", json!({})).await;
    wire.ask("tools/call", json!({ "name": "start" })).await;
    let find = |run: i64| json!({ "name": "find", "arguments": { "run": run } });
    assert_eq!(text(wire.ask("tools/call", find(1)).await.result()), "run 0");

    let url = crate::wire::serve(Server::default(), Carrier::Stateless).await;
    let (mut honest, mut forged) = (Wire::join(&url, MODERN).await, Wire::join(&url, MODERN).await);
    forged.forge_session("someone");
    honest.ask("tools/call", json!({ "name": "start" })).await;
    forged.ask("tools/call", json!({ "name": "start" })).await;
    // Both were request 0: without sessions the server cannot tell them apart, as documented.
    assert_eq!(text(honest.ask("tools/call", find(0)).await.result()), "run 1");
}
