//! What does not compile: wrong macros, with the name of the fix, and what does not fit a tool's contract, at any end.
#![cfg(feature = "server")]

use mcp_apps::server::Resources;
use mcp_apps::uri::UiUri;
use mcp_apps::v2026_01_26::McpUiResourcePermissions;
use mcp_apps::{ui_resource, ui_tool, ui_uri};
use serde_json::{Value, json};

#[test]
fn what_is_wrong_in_a_macro_or_by_a_contract_does_not_compile_and_the_error_names_it() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}

#[test]
fn every_form_of_ui_tool_writes_its_keys() {
    const VIEW: UiUri = ui_uri!("ui://x/view");
    let json = |meta: rmcp::model::MetaObject| -> Value { serde_json::to_value(meta).unwrap() };
    let view = "ui://x/view";
    assert_eq!(json(ui_tool!("ui://x/view")), json!({ "ui": { "resourceUri": view } }));
    assert_eq!(json(ui_tool!("ui://x/view",)), json!({ "ui": { "resourceUri": view } }));
    assert_eq!(json(ui_tool!(uri = VIEW)), json!({ "ui": { "resourceUri": view } }));
    assert_eq!(json(ui_tool!(app_only)), json!({ "ui": { "visibility": ["app"] } }));
    assert_eq!(
        json(ui_tool!(uri = VIEW, model_only)),
        json!({ "ui": { "resourceUri": view, "visibility": ["model"] } })
    );
    assert_eq!(
        json(ui_tool!("ui://x/view", visibility = [model, "app"], legacy_key, "com.example/k": [1, 2])),
        json!({
            "ui": { "resourceUri": view, "visibility": ["model", "app"] },
            "ui/resourceUri": view,
            "com.example/k": [1, 2],
        })
    );
    assert_eq!(json(ui_tool!(visibility = [])), json!({ "ui": { "visibility": [] } }));
    assert_eq!(
        json(ui_tool!("com.example/k": true, app_only)),
        json!({ "ui": { "visibility": ["app"] }, "com.example/k": true })
    );
}

#[test]
fn ui_resource_is_an_app_resource_with_its_literals_checked() {
    let resource = ui_resource!(
        "ui://weather/view",
        html = "<!doctype html>",
        name = "Weather",
        title = "The weather",
        description = "Live.",
        mime_type = "text/html;profile=mcp-app",
        connect_domains = ["https://api.example.com"],
        resource_domains = ["https://cdn.example.com"],
        frame_domains = ["https://frame.example.com"],
        base_uri_domains = ["https://base.example.com"],
        permissions = McpUiResourcePermissions::new().with_camera(),
        domain = "weather.example",
        prefers_border = true,
        "com.example/k": 1,
        listed,
    );
    let listed = serde_json::to_value(Resources::new([resource]).unwrap().listed()).unwrap();
    assert_eq!(
        listed,
        json!([{
            "uri": "ui://weather/view",
            "name": "Weather",
            "title": "The weather",
            "description": "Live.",
            "mimeType": "text/html;profile=mcp-app",
            "_meta": {
                "com.example/k": 1,
                "ui": {
                    "csp": {
                        "connectDomains": ["https://api.example.com"],
                        "resourceDomains": ["https://cdn.example.com"],
                        "frameDomains": ["https://frame.example.com"],
                        "baseUriDomains": ["https://base.example.com"],
                    },
                    "permissions": { "camera": {} },
                    "domain": "weather.example",
                    "prefersBorder": true,
                },
            },
        }])
    );
}
