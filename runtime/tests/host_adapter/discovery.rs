//! From a server's list of tools to who may call them and which have a View.

use mcp_apps::draft::RESOURCE_URI_META_KEY;
use mcp_apps::host::client_extension;
use serde_json::{Value, json};

use crate::stage::{Server, Stage, tool};

fn listed(meta: Value) -> (Stage, mcp_apps::host::Connection) {
    let stage = Stage::new();
    let server = Server::new(json!([{"name": "t", "inputSchema": {"type": "object"}, "_meta": meta}]));
    let connection = stage.connect(&server);
    (stage, connection)
}

#[test]
fn h1_the_client_advertises_the_mime_types_it_shows() {
    assert_eq!(client_extension(&[]).1["mimeTypes"], json!(["text/html;profile=mcp-app"]));
    assert_eq!(client_extension(&["text/html;profile=x"]).1["mimeTypes"], json!(["text/html;profile=x"]));
}

#[test]
fn row_24_the_nested_key_wins_and_a_wrong_uri_is_an_error_not_the_lack_of_a_view() {
    let nested = |uri: Value| json!({"ui": {"resourceUri": uri}, RESOURCE_URI_META_KEY: "ui://flat/view"});
    for (meta, expected) in [
        (nested(json!("ui://nested/view")), Ok(Some("ui://nested/view"))),
        (json!({RESOURCE_URI_META_KEY: "ui://flat/view"}), Ok(Some("ui://flat/view"))),
        (json!({"ui": {"visibility": ["app"]}, RESOURCE_URI_META_KEY: "ui://flat/view"}), Ok(Some("ui://flat/view"))),
        (json!({"ui": {}}), Ok(None)),
        (json!({}), Ok(None)),
        (nested(json!(7)), Err("_meta.ui.resourceUri")),
        (nested(Value::Null), Err("_meta.ui.resourceUri")),
        (json!({RESOURCE_URI_META_KEY: {}}), Err("_meta.ui/resourceUri")),
        (json!({"ui": "ui://x"}), Err("_meta.ui")),
        (nested(json!("https://x")), Err("resourceUri \"https://x\"")),
    ] {
        let (mut stage, connection) = listed(meta.clone());
        let inventory = stage.wait(connection.inventory()).unwrap();
        match (inventory.tools()[0].app(), expected) {
            (Ok(app), Ok(expected)) => assert_eq!(app.map(|app| app.uri().as_str()), expected, "{meta}"),
            (Err(error), Err(expected)) => assert!(error.to_string().starts_with(expected), "{meta}: {error}"),
            (app, _) => panic!("{meta}: {app:?}"),
        }
    }
}

#[test]
fn row_48_visibility_is_who_is_named_and_the_inventory_is_never_filtered() {
    let table = [
        (json!({}), true, true),
        (json!({"visibility": ["model", "app"]}), true, true),
        (json!({"visibility": ["app"]}), false, true),
        (json!({"visibility": ["app", "x"]}), false, true),
        (json!({"visibility": ["model"]}), true, false),
        (json!({"visibility": []}), false, false),
        (json!({"visibility": "app"}), false, false),
    ];
    let tools: Vec<_> = table.iter().enumerate().map(|(n, (ui, ..))| tool(&format!("t{n}"), ui.clone())).collect();
    let mut stage = Stage::new();
    let connection = stage.connect(&Server::new(json!(tools)));
    let inventory = stage.wait(connection.inventory()).unwrap();
    assert_eq!(inventory.tools().len(), table.len());
    for (tool, (ui, model, app)) in inventory.tools().iter().zip(&table) {
        assert_eq!(tool.visibility().model, *model, "{ui}");
        assert_eq!(tool.visibility().app, *app, "{ui}");
        assert_eq!(inventory.model_tools().any(|listed| listed.name() == tool.name()), *model, "{ui}");
        assert_eq!(inventory.app_tools().any(|listed| listed.name() == tool.name()), *app, "{ui}");
    }
}

#[test]
fn an_inventory_is_read_page_by_page_once_and_again_after_it_changed() {
    let mut stage = Stage::new();
    let server = Server::new(json!([]));
    server.answer("tools/list", Ok(json!({"tools": [tool("a", json!({}))]})));
    let connection = stage.connect(&server);
    stage.wait(connection.inventory()).unwrap();
    stage.wait(connection.inventory()).unwrap();
    assert_eq!(server.methods(), ["tools/list"]);
    server.answer("tools/list", Ok(json!({"tools": [tool("a", json!({})), tool("b", json!({}))]})));
    connection.changed(mcp_apps::host::Change::Tools);
    assert_eq!(stage.wait(connection.inventory()).unwrap().tools().len(), 2);
    // A server that pages for ever is not followed for ever.
    server.answer("tools/list", Ok(json!({"tools": [], "nextCursor": "more"})));
    connection.changed(mcp_apps::host::Change::Tools);
    stage.wait(connection.inventory()).unwrap();
    assert_eq!(server.methods().len(), 101);
}

#[test]
fn a_server_without_tools_is_not_asked_for_them() {
    let mut stage = Stage::new();
    let server = Server::new(json!([]));
    server.declare(json!({"resources": {}}));
    let connection = stage.connect(&server);
    assert!(stage.wait(connection.inventory()).unwrap().tools().is_empty());
    assert!(server.methods().is_empty());
}
