//! Resources and capabilities of a wrapped server, as they stand on the wire.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use mcp_apps::server::testing::Client;
use mcp_apps::server::{AppResource, Apps, BuildError, Html, Page, ResourceUi, Resources, UiTool, declare};
use mcp_apps::ui_uri;
use mcp_apps::uri::{UiTemplate, UiUri};
use mcp_apps::v2026_01_26::{McpUiResourceCsp, McpUiResourceMeta, McpUiResourcePermissions};
use rmcp::ServerHandler;
use rmcp::model::*;
use serde_json::{Value, json};

use crate::servers::{Bare, ByHand, tool};
use crate::wire::{CARRIERS, Carrier, MODERN, VERSIONS, Wire};

pub const VIEW: UiUri = ui_uri!("ui://weather/view");
pub const HTML: &str = "<!doctype html><title>Weather</title>";

pub fn view() -> AppResource {
    AppResource::new(VIEW, HTML)
}

pub fn full() -> AppResource {
    view()
        .name("Weather")
        .connect_domains(["https://api.example.com"])
        .permissions(McpUiResourcePermissions::new().with_geolocation())
        .domain("weather.example")
        .prefers_border(true)
        .listed()
}

pub fn full_ui() -> Value {
    json!({
        "csp": { "connectDomains": ["https://api.example.com"] },
        "permissions": { "geolocation": {} },
        "domain": "weather.example",
        "prefersBorder": true,
    })
}

pub async fn legacy(handler: impl ServerHandler) -> Client {
    Client::initialize(handler, "2025-11-25", json!({})).await.unwrap()
}

pub async fn read(client: &mut Client, uri: &str) -> Value {
    client.result("resources/read", json!({ "uri": uri })).await.unwrap()["contents"][0].take()
}

pub async fn tools(client: &mut Client) -> Vec<Value> {
    let mut tools = Vec::new();
    let mut params = json!({});
    loop {
        let page = client.result("tools/list", params).await.unwrap();
        tools.extend(page["tools"].as_array().unwrap().clone());
        match &page["nextCursor"] {
            Value::Null => return tools,
            cursor => params = json!({ "cursor": cursor }),
        }
    }
}

#[tokio::test]
async fn row_20_contents_carry_their_metadata_as_text_and_as_blob() {
    let mut client = legacy(Apps::new(Bare).resource(full()).build().unwrap()).await;
    let expected = json!({
        "uri": "ui://weather/view",
        "mimeType": "text/html;profile=mcp-app",
        "text": HTML,
        "_meta": { "ui": full_ui() },
    });
    assert_eq!(read(&mut client, "ui://weather/view").await, expected);

    let blob = "PCFkb2N0eXBlIGh0bWw+PHRpdGxlPldlYXRoZXI8L3RpdGxlPg==";
    for resource in [full().as_blob(), full_bytes()] {
        let mut client = legacy(Apps::new(Bare).resource(resource).build().unwrap()).await;
        let contents = read(&mut client, "ui://weather/view").await;
        assert_eq!(contents["blob"], blob);
        assert_eq!(contents["_meta"]["ui"], full_ui());
        assert_eq!(contents["mimeType"], "text/html;profile=mcp-app");
        assert!(contents["text"].is_null());
    }
}

fn full_bytes() -> AppResource {
    AppResource::new(VIEW, Html::bytes(HTML.as_bytes()))
        .csp(McpUiResourceCsp::new().with_connect_domains(vec!["https://api.example.com".to_owned()]))
        .permissions(McpUiResourcePermissions::new().with_geolocation())
        .domain("weather.example")
        .prefers_border(true)
}

#[tokio::test]
async fn row_21_the_listing_and_the_contents_say_the_same() {
    let mut client = legacy(Apps::new(Bare).resource(full().meta("com.example/both", 1)).build().unwrap()).await;
    let listing = client.result("resources/list", json!({})).await.unwrap()["resources"][0].take();
    let contents = read(&mut client, "ui://weather/view").await;
    assert_eq!(listing["_meta"], json!({ "ui": full_ui(), "com.example/both": 1 }));
    assert_eq!(listing["_meta"], contents["_meta"]);
    assert_eq!(listing["mimeType"], contents["mimeType"]);
    assert_eq!(listing["name"], "Weather");
}

#[tokio::test]
async fn row_21_a_per_read_override_replaces_the_contents_metadata_as_a_whole_and_leaves_the_listing() {
    let html = Html::per_read(|read| async move {
        assert_eq!(read.uri, "ui://weather/view");
        Ok(Page::new("<!doctype html>now").with_ui(McpUiResourceMeta::new().with_prefers_border(false)))
    });
    let resource = AppResource::new(VIEW, html).domain("kept.on.the.listing").contents_meta("x", 1).listed();
    let mut client = legacy(Apps::new(Bare).resource(resource).build().unwrap()).await;
    let contents = read(&mut client, "ui://weather/view").await;
    assert_eq!(contents["_meta"], json!({ "ui": { "prefersBorder": false }, "x": 1 }));
    let listing = client.result("resources/list", json!({})).await.unwrap()["resources"][0].take();
    assert_eq!(listing["_meta"], json!({ "ui": { "domain": "kept.on.the.listing" } }));
}

#[tokio::test]
async fn a_per_read_override_with_a_source_that_is_no_origin_fails_the_read() {
    let html = Html::per_read(|_| async {
        let csp = McpUiResourceCsp::new().with_connect_domains(vec!["a;b".to_owned()]);
        Ok(Page::new(HTML).with_ui(McpUiResourceMeta::new().with_csp(csp)))
    });
    let mut client = legacy(Apps::new(Bare).resource(AppResource::new(VIEW, html)).build().unwrap()).await;
    let answer = client.request("resources/read", json!({ "uri": "ui://weather/view" })).await.unwrap();
    assert_eq!(answer["error"]["code"], -32603, "{answer}");
}

#[tokio::test]
async fn row_27_anything_ui_declares_the_extension_and_the_resources() {
    let builders = [
        Apps::new(Bare).resource(view()),
        Apps::new(Bare).tool("x", UiTool::viewless().app_only()),
        Apps::new(Bare).served_elsewhere(VIEW),
    ];
    for builder in builders {
        let apps = builder.build().unwrap();
        let info = serde_json::to_value(apps.get_info().capabilities).unwrap();
        let expected = json!({ "resources": {}, "extensions": { "io.modelcontextprotocol/ui": {} } });
        assert_eq!(info, expected);
        assert_eq!(legacy(apps.clone()).await.server["capabilities"], expected);
        let mut client = Client::stateless(apps, json!({}));
        assert_eq!(client.result("server/discover", json!({})).await.unwrap()["capabilities"], expected);
    }
    assert_eq!(legacy(Apps::new(Bare).build().unwrap()).await.server["capabilities"], json!({}), "nothing, nothing");
}

#[tokio::test]
async fn row_27_what_the_server_declares_itself_is_kept() {
    let mut own = ByHand.get_info().capabilities;
    own.extensions.as_mut().unwrap().insert("io.modelcontextprotocol/ui".to_owned(), object(json!({ "own": 1 })));
    let before = own.clone();
    declare(&mut own);
    assert_eq!(own, before);
    let apps = Apps::new(ByHand).resource(view()).build().unwrap();
    let capabilities = &legacy(apps).await.server["capabilities"];
    assert_eq!(capabilities["resources"], json!({ "subscribe": true, "listChanged": true }));
    assert_eq!(capabilities["extensions"]["com.example/own"], json!({ "level": 3 }));
    assert_eq!(capabilities["extensions"]["io.modelcontextprotocol/ui"], json!({}));
}

#[test]
fn a_csp_entry_that_is_no_origin_fails_the_build_and_names_the_place() {
    let refused =
        Apps::new(Bare).resource(view().frame_domains(["https://ok.example", "https://x.example/path"])).build();
    let message = refused.unwrap_err().to_string();
    for part in ["ui://weather/view", "frameDomains", "https://x.example/path", "a path"] {
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn the_order_of_the_calls_does_not_matter() {
    let csp = || McpUiResourceCsp::new().with_resource_domains(vec!["https://cdn.example".to_owned()]);
    let one = view().csp(csp()).connect_domains(["https://a.example"]).listed().hashed().prefers_border(true).name("n");
    let other =
        view().name("n").prefers_border(true).hashed().listed().connect_domains(["https://a.example"]).csp(csp());
    let listing = |resource| serde_json::to_value(Resources::new([resource]).unwrap().listed()).unwrap();
    assert_eq!(listing(one), listing(other));
}

#[test]
fn a_resource_is_refused_for_a_named_reason() {
    let build = |resources: Vec<AppResource>| Resources::new(resources).unwrap_err();
    assert!(matches!(build(vec![view(), view()]), BuildError::DuplicateResource { .. }));
    assert!(matches!(build(vec![view().meta("ui", 1)]), BuildError::ReservedKey { .. }));
    assert!(matches!(build(vec![view().contents_meta("ui", 1)]), BuildError::ReservedKey { .. }));
    let closure = AppResource::new(VIEW, Html::per_read(|_| async { Ok(HTML) })).hashed();
    assert!(matches!(build(vec![closure]), BuildError::Hash { .. }));
    let template = || UiTemplate::parse("ui://report/{id}").unwrap();
    assert!(matches!(build(vec![AppResource::new(template(), HTML).hashed()]), BuildError::Hash { .. }));
    let twice = vec![AppResource::new(template(), HTML), AppResource::new(template(), HTML)];
    assert!(matches!(build(twice), BuildError::DuplicateResource { .. }));
    let alike = AppResource::new(ui_uri!("ui://weather/view~0123456789abcdef"), HTML);
    assert!(matches!(build(vec![alike, view().hashed()]), BuildError::DuplicateResource { .. }));
    let elsewhere = Apps::new(Bare).resource(view()).served_elsewhere(VIEW).build();
    assert!(matches!(elsewhere, Err(BuildError::DuplicateResource { .. })));
    let tool = Apps::new(Bare).tool("x", UiTool::viewless().meta("ui", 1)).build();
    assert!(matches!(tool, Err(BuildError::ReservedKey { .. })));
}

#[tokio::test]
async fn s6_a_resource_is_unlisted_unless_it_opts_in_and_is_read_either_way() {
    let apps = Apps::new(Bare).resource(view()).resource(AppResource::new(ui_uri!("ui://b"), HTML).listed());
    let mut client = legacy(apps.build().unwrap()).await;
    let listed = client.result("resources/list", json!({})).await.unwrap();
    assert_eq!(listed["resources"].as_array().unwrap().len(), 1);
    assert_eq!(listed["resources"][0]["uri"], "ui://b");
    assert_eq!(read(&mut client, "ui://weather/view").await["text"], HTML);
}

#[tokio::test]
async fn a_paginated_list_gets_ours_once_on_its_last_page() {
    let apps = Apps::new(ByHand).resource(full()).served_elsewhere(ui_uri!("ui://own/view")).build().unwrap();
    let mut client = legacy(apps).await;
    let first = client.result("resources/list", json!({})).await.unwrap();
    assert_eq!(first["resources"].as_array().unwrap().len(), 1);
    let last = client.result("resources/list", json!({ "cursor": first["nextCursor"] })).await.unwrap();
    let names: Vec<_> = last["resources"].as_array().unwrap().iter().map(|entry| &entry["name"]).collect();
    assert_eq!(names, ["own view", "Weather"]);
}

#[tokio::test]
async fn a_ui_route_inherits_nothing_of_an_ordinary_resource_of_the_same_uri() {
    // `ByHand` lists and reads the same URI with `_meta` of its own.
    let apps = Apps::new(ByHand).resource(view().listed()).served_elsewhere(ui_uri!("ui://own/view")).build().unwrap();
    let mut client = legacy(apps).await;
    assert_eq!(
        read(&mut client, "ui://weather/view").await,
        json!({ "uri": "ui://weather/view", "mimeType": "text/html;profile=mcp-app", "text": HTML })
    );
    for params in [json!({}), json!({ "cursor": "2" })] {
        let page = client.result("resources/list", params).await.unwrap();
        assert!(!page.to_string().contains("impostor"), "{page}");
    }
}

#[tokio::test]
async fn an_unknown_ui_uri_is_the_error_of_the_negotiated_version() {
    for carrier in CARRIERS {
        for version in VERSIONS {
            let apps = Apps::new(Bare).resource(view()).build().unwrap();
            let (mut wire, _) = Wire::open(apps, carrier, version, json!({})).await;
            let error = wire.ask("resources/read", json!({ "uri": "ui://nobody" })).await.error();
            let code = if version == MODERN { -32602 } else { -32002 };
            assert_eq!(error["code"], code, "{carrier:?} {version}");
            assert_eq!(error["data"]["uri"], "ui://nobody");
        }
    }
}

#[tokio::test]
async fn row_16_both_sides_read_their_metadata_back_off_the_sdks_types() {
    let mut client = legacy(Apps::new(Bare).resource(full().meta("com.x/y", 1)).build().unwrap()).await;
    let list: ListResourcesResult =
        serde_json::from_value(client.result("resources/list", json!({})).await.unwrap()).unwrap();
    let read: ReadResourceResult =
        serde_json::from_value(client.result("resources/read", json!({ "uri": "ui://weather/view" })).await.unwrap())
            .unwrap();
    let listing = list.resources[0].ui().unwrap();
    assert_eq!(listing, read.contents[0].ui().unwrap());
    assert_eq!(listing.unwrap().domain.as_deref(), Some("weather.example"));
    assert_eq!(list.resources[0].meta.as_ref().unwrap()["com.x/y"], 1);
}

#[derive(Clone)]
struct Counted(Arc<AtomicU32>);

impl ServerHandler for Counted {
    async fn call_tool(
        &self,
        _: CallToolRequestParams,
        _: rmcp::service::RequestContext<rmcp::RoleServer>,
    ) -> Result<CallToolResponse, rmcp::ErrorData> {
        let calls = self.0.fetch_add(1, Ordering::Relaxed);
        Ok(CallToolResult::success(vec![ContentBlock::text(calls.to_string())]).into())
    }
}

#[tokio::test]
async fn clones_share_the_server_and_around_shares_only_the_uis() {
    let apps = Apps::new(Counted(Arc::default())).resource(view()).build().unwrap();
    let other = apps.around(Counted(Arc::default())).unwrap();
    let mut answers = Vec::new();
    for apps in [&apps, &apps, &other] {
        let mut client = legacy(apps.clone()).await;
        answers.push(client.call_tool_unchecked("any").await);
        assert_eq!(read(&mut client, "ui://weather/view").await["text"], HTML);
    }
    assert_eq!(answers, ["0", "1", "0"]);
    assert_eq!(apps.inner().0.load(Ordering::Relaxed), 2);
}

trait Unchecked {
    async fn call_tool_unchecked(&mut self, name: &str) -> String;
}

impl Unchecked for Client {
    async fn call_tool_unchecked(&mut self, name: &str) -> String {
        let result = self.result("tools/call", json!({ "name": name })).await.unwrap();
        result["content"][0]["text"].as_str().unwrap().to_owned()
    }
}

#[tokio::test]
async fn a_server_without_the_wrapper_does_the_same_with_the_builders() {
    #[derive(Clone)]
    struct Explicit(Resources);
    impl ServerHandler for Explicit {
        fn get_info(&self) -> ServerConfig {
            let mut capabilities = ServerCapabilities::builder().enable_tools().build();
            declare(&mut capabilities);
            ServerConfig::new(capabilities)
        }

        async fn list_tools(
            &self,
            _: Option<PaginatedRequestParams>,
            _: rmcp::service::RequestContext<rmcp::RoleServer>,
        ) -> Result<ListToolsResult, rmcp::ErrorData> {
            let uri = self.0.advertised(&VIEW);
            let shown = UiTool::view(uri).apply(tool("shown", Value::Null));
            Ok(ListToolsResult::with_all_items(vec![
                shown.map_err(|e| rmcp::ErrorData::internal_error(e.to_string(), None))?,
            ]))
        }

        async fn read_resource(
            &self,
            request: ReadResourceRequestParams,
            context: rmcp::service::RequestContext<rmcp::RoleServer>,
        ) -> Result<ReadResourceResponse, rmcp::ErrorData> {
            match self.0.find(&request.uri) {
                Some(found) => found.read(context).await.map(Into::into),
                None => Err(rmcp::ErrorData::resource_not_found("no such page", None)),
            }
        }
    }
    for carrier in [Carrier::Lines, Carrier::Sessions] {
        let server = Explicit(Resources::new([full().hashed()]).unwrap());
        let (mut wire, hello) = Wire::open(server, carrier, "2025-11-25", json!({})).await;
        assert_eq!(hello.unwrap().result()["capabilities"]["extensions"], json!({ "io.modelcontextprotocol/ui": {} }));
        let list = wire.ask("tools/list", json!({})).await.result();
        let uri = list["tools"][0]["_meta"]["ui"]["resourceUri"].as_str().unwrap().to_owned();
        let contents = wire.ask("resources/read", json!({ "uri": uri })).await.result();
        assert_eq!(contents["contents"][0]["_meta"]["ui"], full_ui());
    }
}
