//! From a tool's link to the View's page.

use std::time::Duration;

use mcp_apps::RpcError;
use mcp_apps::csp::Policy;
use mcp_apps::draft::MIME_TYPE;
use mcp_apps::host::sandbox::{HostOrigin, page};
use mcp_apps::host::{AppRef, Connection, LoadError, LoadOptions, LoadedApp, Warning};
use serde_json::{Value, json};

use crate::stage::{Server, Stage, tool};

const URI: &str = "ui://app/view";

fn app(stage: &mut Stage, connection: &Connection) -> AppRef {
    let inventory = stage.wait(connection.inventory()).unwrap();
    inventory.find("show").unwrap().app().unwrap().unwrap().clone()
}

fn server() -> Server {
    Server::new(json!([tool("show", json!({"resourceUri": URI}))]))
}

fn load(server: &Server) -> Result<LoadedApp, LoadError> {
    let mut stage = Stage::new();
    let connection = stage.connect(server);
    let app = app(&mut stage, &connection);
    stage.wait(connection.load_app(&app))
}

fn read(server: &Server, item: Value) {
    server.answer("resources/read", Ok(json!({"contents": [item]})));
}

fn csp(domain: &str) -> Value {
    json!({"csp": {"connectDomains": [domain]}})
}

fn declared(app: &LoadedApp) -> Option<&str> {
    Some(app.meta.csp.as_ref()?.connect_domains.as_ref()?.first()?.as_str())
}

#[test]
fn row_63_a_link_becomes_a_page_and_its_metadata_in_one_call() {
    let server = server();
    read(
        &server,
        json!({"uri": URI, "mimeType": MIME_TYPE, "text": "<p>hi", "_meta": {"ui": csp("https://a.example")}}),
    );
    let app = load(&server).unwrap();
    assert_eq!((app.html.as_str(), declared(&app)), ("<p>hi", Some("https://a.example")));
    assert!(app.warnings.is_empty());
    read(&server, json!({"uri": URI, "mimeType": "Text/HTML; profile=mcp-app", "blob": "PHA+aGk="}));
    assert_eq!(load(&server).unwrap().html, "<p>hi");
}

#[test]
fn row_36_the_content_items_metadata_wins_whole_then_the_listings_then_the_results() {
    let item = |meta: Value| json!({"uri": URI, "mimeType": MIME_TYPE, "text": "x", "_meta": meta});
    let (a, b, c) = (csp("https://item.example"), csp("https://list.example"), csp("https://result.example"));
    for (item_meta, list_meta, result_meta, expected, warnings) in [
        (json!({"ui": a}), json!({"ui": b}), json!({"ui": c}), Some("https://item.example"), 0),
        (json!({}), json!({"ui": b}), json!({"ui": c}), Some("https://list.example"), 0),
        (json!({}), json!({}), json!({"ui": c}), Some("https://result.example"), 1),
        (json!({}), json!({}), json!({}), None, 0),
        // Whole objects: nothing is merged from the listing.
        (json!({"ui": {"prefersBorder": true}}), json!({"ui": b}), json!({}), None, 0),
        // Malformed: denied, not an error, and not a reason to look further.
        (json!({"ui": {"csp": {"connectDomains": "https://x"}}}), json!({"ui": b}), json!({}), None, 1),
        (json!({"ui": 5}), json!({"ui": b}), json!({}), None, 1),
        // Beside `ui`, it is not UI metadata.
        (json!({"csp": {"connectDomains": ["https://x.example"]}}), json!({}), json!({}), None, 0),
    ] {
        let server = server();
        let contents = json!({"contents": [item(item_meta.clone())], "_meta": result_meta});
        server.answer("resources/read", Ok(contents));
        server.answer("resources/list", Ok(json!({"resources": [{"uri": URI, "name": "v", "_meta": list_meta}]})));
        let app = load(&server).unwrap();
        assert_eq!(declared(&app), expected, "{item_meta}");
        assert_eq!(app.warnings.len(), warnings, "{item_meta}: {:?}", app.warnings);
    }
}

#[test]
fn row_15_a_permission_is_an_object_and_true_is_understood() {
    let server = server();
    let ui =
        json!({"permissions": {"camera": {}, "microphone": true}, "csp": {"connectDomains": ["https://a.example"]}});
    read(&server, json!({"uri": URI, "mimeType": MIME_TYPE, "text": "x", "_meta": {"ui": ui}}));
    let app = load(&server).unwrap();
    let permissions = app.meta.permissions.clone().unwrap();
    assert!(permissions.camera.is_some() && permissions.microphone.is_some());
    assert_eq!(declared(&app), Some("https://a.example"));
}

#[test]
fn s2_a_document_of_another_type_is_not_a_view() {
    for mime in [json!("text/html"), json!("text/html+skybridge"), json!("application/json"), Value::Null] {
        let server = server();
        read(&server, json!({"uri": URI, "mimeType": mime, "text": "x"}));
        let found = mime.as_str().unwrap_or_default().to_owned();
        assert_eq!(load(&server), Err(LoadError::Mime { found }));
    }
}

#[test]
fn row_33_a_page_that_is_too_large_is_refused_by_size_and_limit() {
    let server = server();
    let mut options = LoadOptions::default();
    options.max_bytes = 5;
    for (item, bytes) in [
        (json!({"uri": URI, "mimeType": MIME_TYPE, "text": "<p>hi!"}), 6),
        (json!({"uri": URI, "mimeType": MIME_TYPE, "blob": "PHA+aGkh"}), 6),
    ] {
        read(&server, item);
        let mut stage = Stage::new();
        let connection = stage.connect(&server);
        let app = app(&mut stage, &connection);
        let error = stage.wait(connection.load_app_with(&app, &options)).unwrap_err();
        assert_eq!(error, LoadError::TooLarge { bytes, max: 5 });
        assert!(error.to_string().contains('6') && error.to_string().contains('5'));
    }
    read(&server, json!({"uri": URI, "mimeType": MIME_TYPE, "blob": "PHA+aGk="}));
    assert!(load(&server).is_ok());
}

#[test]
fn row_33_a_server_that_does_not_answer_is_given_up_and_the_read_cancelled() {
    let server = server();
    server.hang("resources/read");
    let mut stage = Stage::new();
    let connection = stage.connect(&server);
    let app = app(&mut stage, &connection);
    let clock = stage.clock.clone();
    let advance = async move { clock.advance(Duration::from_secs(10)) };
    let (loaded, ()) = stage.wait(futures_util::future::join(connection.load_app(&app), advance));
    assert_eq!(loaded, Err(LoadError::Deadline(Duration::from_secs(10))));
    assert_eq!(server.cancelled(), 1);
}

#[test]
fn a_server_without_resources_is_not_asked_and_a_failed_read_leaves_a_text_tool() {
    let server = server();
    server.declare(json!({"tools": {}}));
    assert_eq!(load(&server), Err(LoadError::NoResources));
    assert_eq!(server.methods(), ["tools/list"]);
    server.declare(json!({"tools": {}, "resources": {}}));
    let refusal = RpcError::new(-32002, "not found");
    server.answer("resources/read", Err(refusal.clone()));
    assert_eq!(load(&server), Err(LoadError::Server(refusal)));
    for contents in [
        json!([]),
        json!([{"uri": URI, "mimeType": MIME_TYPE}]),
        json!([{"uri": URI, "mimeType": MIME_TYPE, "blob": "!"}]),
    ] {
        server.answer("resources/read", Ok(json!({"contents": contents})));
        assert!(matches!(load(&server), Err(LoadError::Unreadable(_))));
    }
}

#[test]
fn an_unreadable_listing_is_a_warning_because_the_page_is_there() {
    let server = server();
    read(&server, json!({"uri": URI, "mimeType": MIME_TYPE, "text": "x"}));
    server.answer("resources/list", Err(RpcError::internal("down")));
    assert!(matches!(load(&server).unwrap().warnings[..], [Warning::Listing(_)]));
}

#[test]
fn row_59_one_uri_on_two_servers_is_two_apps_and_a_link_is_followed_on_its_own() {
    let mut stage = Stage::new();
    let (a, b) = (server(), server());
    read(&a, json!({"uri": URI, "mimeType": MIME_TYPE, "text": "of a"}));
    read(&b, json!({"uri": URI, "mimeType": MIME_TYPE, "text": "of b"}));
    let (first, second) = (stage.connect(&a), stage.connect(&b));
    let app = app(&mut stage, &first);
    assert_eq!(stage.wait(first.load_app(&app)).unwrap().html, "of a");
    assert_eq!(stage.wait(second.load_app(&app)), Err(LoadError::OtherConnection));
    assert!(b.methods().is_empty());
}

#[test]
fn row_77_a_declared_domain_is_a_wish_and_gives_no_origin() {
    let server = server();
    let item = json!({"uri": URI, "mimeType": MIME_TYPE, "text": "", "_meta": {"ui": {"domain": "app.example"}}});
    read(&server, item);
    let app = load(&server).unwrap();
    assert_eq!(app.requested_domain(), Some("app.example"));
    let page = page(&HostOrigin::parse("https://chat.example").unwrap(), &Policy::of(&app.declared()));
    assert!(page.html.contains(r#""viewOrigin":"null""#) && !page.html.contains("app.example"));
}
