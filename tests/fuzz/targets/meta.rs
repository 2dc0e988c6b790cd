//! `_meta` of tools and resources: the readers agree with each other, and what is not a `ui://`
//! URI never becomes a link.

use mcp_apps::csp::Declared;
use mcp_apps::meta::{is_visible, resource_ui, resource_uri, tool_ui};
use mcp_apps::uri::UiUri;
use mcp_apps::v2026_01_26::McpUiToolVisibility;
use mcp_apps_generated::wire::JsonObject;

pub fn run(data: &[u8]) {
    let Ok(meta) = serde_json::from_slice::<JsonObject>(data) else { return };
    let (tool, uri) = (tool_ui(&meta), resource_uri(&meta));
    if let Ok(ui) = &tool {
        let named = ui.as_ref().and_then(|ui| ui.resource_uri.as_deref());
        assert_eq!(uri.as_ref().map(|uri| uri.as_ref().map(UiUri::as_str)), Ok(named));
        assert!(named.is_none_or(|named| UiUri::parse(named).is_ok()));
        let visibility = ui.as_ref().and_then(|ui| ui.visibility.as_ref());
        for audience in [McpUiToolVisibility::Model, McpUiToolVisibility::App] {
            let named = visibility.is_none_or(|members| members.contains(&audience));
            // A `null` is read as absent by the type, and is for nobody (S14).
            let null = meta.get("ui").is_some_and(|ui| ui.get("visibility").is_some_and(serde_json::Value::is_null));
            assert_eq!(is_visible(Some(&meta), &audience), named && !null);
        }
    }
    if let Ok(Some(ui)) = resource_ui(&meta) {
        let declared = ui.csp.as_ref().map(Declared::read).unwrap_or_default();
        assert!(declared.refused.iter().all(|refused| !refused.refusal.name().is_empty()));
    }
}

pub fn seeds() -> Vec<Vec<u8>> {
    let texts = [
        r#"{"ui":{"resourceUri":"ui://weather/view","visibility":["model","app"]},"ui/resourceUri":"ui://flat"}"#,
        r#"{"ui/resourceUri":"ui://flat","x":1}"#,
        r#"{"ui":{"visibility":null}}"#,
        r#"{"ui":{"visibility":["app","x"],"csp":{"connectDomains":[]}}}"#,
        r#"{"ui":{"csp":{"connectDomains":["https://a.b"],"frameDomains":["x"]},"permissions":{"camera":{}},"domain":"d","prefersBorder":true}}"#,
    ];
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}
