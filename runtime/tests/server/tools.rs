//! What a wrapped server's tools say of their UIs, as it stands on the wire.

use mcp_apps::server::testing::TestError;
use mcp_apps::server::{AppResource, Apps, BuildError, ToolUi, UiTool};
use mcp_apps::ui_uri;
use mcp_apps::uri::UiTemplate;
use mcp_apps::v2026_01_26::McpUiToolVisibility;
use rmcp::ServerHandler;
use rmcp::model::*;
use serde_json::json;

use crate::data_plane::{HTML, VIEW, full, full_ui, legacy, tools, view};
use crate::servers::{Bare, ByHand, Macro, tool};
use crate::wire::{CARRIERS, VERSIONS, Wire};

#[tokio::test]
async fn rows_23_and_26_the_tools_metadata_and_the_page_are_there_on_every_carrier_and_version() {
    for carrier in CARRIERS {
        for version in VERSIONS {
            let apps =
                Apps::new(Macro).resource(full()).tool("greet", UiTool::viewless().model_only()).build().unwrap();
            let (mut wire, _) = Wire::open(apps, carrier, version, json!({})).await;
            let list = wire.ask("tools/list", json!({})).await.result();
            let ui = |name: &str| {
                let tools = list["tools"].as_array().unwrap();
                tools.iter().find(|tool| tool["name"] == name).unwrap()["_meta"].clone()
            };
            let context = format!("{carrier:?} {version}");
            assert_eq!(ui("get_weather"), json!({ "ui": { "resourceUri": "ui://weather/view" } }), "{context}");
            assert_eq!(ui("greet"), json!({ "ui": { "visibility": ["model"] } }), "{context}");
            assert_eq!(
                ui("refresh_weather"),
                json!({
                    "ui": { "resourceUri": "ui://weather/view", "visibility": ["app"] },
                    "com.example/cost": 0,
                }),
                "{context}"
            );
            let contents = wire.ask("resources/read", json!({ "uri": "ui://weather/view" })).await.result();
            assert_eq!(contents["contents"][0]["text"], HTML, "{context}");
            assert_eq!(contents["contents"][0]["_meta"]["ui"], full_ui(), "{context}");
        }
    }
}

#[tokio::test]
async fn s5_a_link_to_a_uri_that_nothing_serves_fails_the_build_or_else_the_list() {
    let unserved = Apps::new(Bare).tool("shown", UiTool::view(VIEW)).build();
    assert!(
        matches!(unserved, Err(BuildError::Unserved { ref uri, .. }) if uri == "ui://weather/view"),
        "{unserved:?}"
    );
    // In any order of calls, and through a template.
    Apps::new(Bare).tool("shown", UiTool::view(VIEW)).resource(view()).build().unwrap();
    let template = UiTemplate::parse("ui://weather/{page}").unwrap();
    Apps::new(Bare).tool("shown", UiTool::view(VIEW)).served_elsewhere(template).build().unwrap();

    // `ByHand` links to its own page from a tool that cannot be seen at the build.
    let mut client = legacy(Apps::new(ByHand).resource(view()).build().unwrap()).await;
    client.result("tools/list", json!({})).await.expect("the first page links to nothing");
    let answer = client.request("tools/list", json!({ "cursor": "2" })).await.unwrap();
    assert_eq!(answer["error"]["code"], -32603);
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(
        message.contains("own_ui") && message.contains("ui://own/view") && message.contains("served_elsewhere"),
        "{message}"
    );
    let known = Apps::new(ByHand).resource(view()).served_elsewhere(ui_uri!("ui://own/view")).build().unwrap();
    assert_eq!(tools(&mut legacy(known).await).await.len(), 3);

    // `Macro` shows its tools at the build, but only those that are given a UI here are looked at.
    let mut client =
        legacy(Apps::new(Macro).resource(AppResource::new(ui_uri!("ui://x"), HTML)).build().unwrap()).await;
    assert_eq!(client.request("tools/list", json!({})).await.unwrap()["error"]["code"], -32603);
}

#[tokio::test]
async fn one_tool_with_two_sources_for_its_ui_fails_the_build_or_else_the_list() {
    let seen = Apps::new(Macro).resource(view()).tool("get_weather", UiTool::view(VIEW)).build();
    assert!(matches!(seen, Err(BuildError::TwoSources { ref key, .. }) if key == "ui"), "{seen:?}");
    let around =
        Apps::new(Bare).resource(view()).tool("get_weather", UiTool::view(VIEW)).build().unwrap().around(Macro);
    assert!(matches!(around, Err(BuildError::TwoSources { .. })));

    let unseen = Apps::new(ByHand).resource(view()).served_elsewhere(ui_uri!("ui://own/view"));
    let mut client = legacy(unseen.tool("own_ui", UiTool::view(VIEW)).build().unwrap()).await;
    let answer = client.request("tools/list", json!({ "cursor": "2" })).await.unwrap();
    assert_eq!(answer["error"]["code"], -32603, "{answer}");

    let other_key = UiTool::view(VIEW).meta("com.example/own", 2).apply(tool("shown", json!({ "com.example/own": 1 })));
    assert!(matches!(other_key, Err(BuildError::TwoSources { ref key, .. }) if key == "com.example/own"));
    let flat = UiTool::view(VIEW).apply(tool("flat", json!({ "ui/resourceUri": "ui://x" })));
    assert!(matches!(flat, Err(BuildError::TwoSources { .. })));
    let twice = Apps::new(Bare).tool("x", UiTool::viewless()).tool("x", UiTool::viewless()).build();
    assert!(matches!(twice, Err(BuildError::DuplicateTool { .. })));
}

#[tokio::test]
async fn a_tools_own_metadata_is_kept_beside_its_ui() {
    let apps = Apps::new(ByHand).resource(view()).served_elsewhere(ui_uri!("ui://own/view"));
    let apps = apps.tool("shown", UiTool::view(VIEW).app_only().meta("com.example/new", 1)).build().unwrap();
    assert_eq!(serde_json::to_value(apps.get_tool("shown").unwrap().meta).unwrap()["ui"]["visibility"], json!(["app"]));
    let tools = tools(&mut legacy(apps).await).await;
    assert!(tools[0]["_meta"].is_null(), "{}", tools[0]);
    assert_eq!(
        tools[1]["_meta"],
        json!({
            "com.example/own": { "kept": true },
            "com.example/new": 1,
            "ui": { "resourceUri": "ui://weather/view", "visibility": ["app"] },
        })
    );
    assert_eq!(tools[2]["_meta"]["ui"]["later"], 1, "what it says itself is as it was");
}

#[test]
fn row_24_the_deprecated_flat_key_is_written_only_when_asked() {
    let meta = |tool: UiTool| serde_json::to_value(tool.to_meta()).unwrap();
    assert_eq!(meta(UiTool::view(VIEW)), json!({ "ui": { "resourceUri": "ui://weather/view" } }));
    assert_eq!(
        meta(UiTool::view(VIEW).legacy_key()),
        json!({ "ui": { "resourceUri": "ui://weather/view" }, "ui/resourceUri": "ui://weather/view" })
    );
    assert_eq!(meta(UiTool::viewless().legacy_key().app_only()), json!({ "ui": { "visibility": ["app"] } }));
}

#[tokio::test]
async fn row_24_the_flat_key_follows_the_content_hash_like_the_nested_one() {
    let apps = Apps::new(ByHand).resource(view().hashed()).served_elsewhere(ui_uri!("ui://own/view"));
    let apps = apps.tool("shown", UiTool::view(VIEW).legacy_key()).build().unwrap();
    let hashed = apps.resources().advertised(&VIEW);
    let tools = tools(&mut legacy(apps).await).await;
    assert_eq!(tools[1]["_meta"]["ui"]["resourceUri"], hashed.as_str());
    assert_eq!(tools[1]["_meta"]["ui/resourceUri"], hashed.as_str());
}

#[tokio::test]
async fn row_32_an_app_only_tool_is_told_apart_in_the_real_list() {
    let apps = Apps::new(Macro).resource(view()).build().unwrap();
    let mut client = legacy(apps).await;
    let tools: Vec<Tool> = serde_json::from_value(json!(tools(&mut client).await)).unwrap();
    let model: Vec<_> = tools.iter().filter(|tool| tool.is_model_visible()).map(|tool| &*tool.name).collect();
    assert_eq!(model, ["get_weather", "greet", "mute"]);
    assert!(tools.iter().all(ToolUi::is_app_visible));
    let refresh = tools.iter().find(|tool| tool.name == "refresh_weather").unwrap();
    assert_eq!(refresh.ui().unwrap().unwrap().visibility, Some(vec![McpUiToolVisibility::App]));
}

#[tokio::test]
async fn row_35_a_ui_tool_that_says_nothing_to_the_model_is_caught_in_the_test_kit() {
    let mut client = legacy(Apps::new(Macro).resource(view()).build().unwrap()).await;
    client.call_tool("get_weather", json!({})).await.unwrap();
    let mute = client.call_tool("mute", json!({})).await;
    assert!(matches!(mute, Err(TestError::Mute(ref mute)) if mute.tool == "mute"), "{mute:?}");
}
