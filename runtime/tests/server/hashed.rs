//! Pages under content-hashed URIs, and pages from files.

use mcp_apps::server::testing::Client;
use mcp_apps::server::{AppResource, Apps, BuildError, Html, Resources, ToolUi};
use serde_json::json;

use crate::data_plane::{VIEW, legacy, read, view};
use crate::servers::{Bare, Macro};

async fn advertised(html: &'static str) -> (Client, String) {
    let apps = Apps::new(Macro).resource(AppResource::new(VIEW, html).hashed().listed()).build().unwrap();
    let mut client = legacy(apps).await;
    let tool = client.tool("get_weather").await.unwrap().unwrap();
    let uri = tool.ui().unwrap().unwrap().resource_uri.unwrap();
    let listed = client.result("resources/list", json!({})).await.unwrap();
    assert_eq!(listed["resources"][0]["uri"], *uri, "the listing and the tools advertise one URI");
    (client, uri)
}

#[tokio::test]
async fn row_28_the_advertised_uri_changes_with_the_page_and_older_ones_keep_resolving() {
    let (_, old) = advertised("<!doctype html>old").await;
    let (_, same) = advertised("<!doctype html>old").await;
    assert_eq!(old, same, "the same after a restart");
    let (mut client, new) = advertised("<!doctype html>new").await;
    assert_ne!(old, new);
    assert!(new.starts_with("ui://weather/view~"), "{new}");
    for uri in [&*old, &*new, "ui://weather/view", "ui://weather/view~0000000000000000"] {
        let contents = read(&mut client, uri).await;
        assert_eq!(contents["text"], "<!doctype html>new", "{uri}");
        assert_eq!(contents["uri"], uri, "under the URI that was asked for");
    }
    for uri in ["ui://weather/view~", "ui://weather/view~000000000000000", "ui://weather/other~0000000000000000"] {
        let answer = client.request("resources/read", json!({ "uri": uri })).await.unwrap();
        assert_eq!(answer["error"]["code"], -32002, "{uri}");
    }
}

#[tokio::test]
async fn row_28_a_hash_opens_only_a_page_that_has_one() {
    let mut client = legacy(Apps::new(Bare).resource(view()).build().unwrap()).await;
    let params = json!({ "uri": "ui://weather/view~0000000000000000" });
    assert_eq!(client.request("resources/read", params).await.unwrap()["error"]["code"], -32002);
}

#[test]
fn row_28_metadata_that_a_host_would_keep_with_the_page_changes_the_hash_too() {
    let advertised = |resource: AppResource| Resources::new([resource.hashed()]).unwrap().advertised(&VIEW);
    assert_eq!(advertised(view()), advertised(view().name("another").title("name")));
    assert_ne!(advertised(view()), advertised(view().connect_domains(["https://a.example"])));
}

#[tokio::test]
async fn a_file_is_read_again_for_every_request_and_its_hash_follows() {
    let path = std::env::temp_dir().join(format!("mcp-apps-{}.html", std::process::id()));
    let missing = Apps::new(Bare).resource(AppResource::new(VIEW, Html::file("/no/such/file.html"))).build();
    assert!(matches!(missing, Err(BuildError::File { .. })), "{missing:?}");

    std::fs::write(&path, "one").unwrap();
    let apps = Apps::new(Bare).resource(AppResource::new(VIEW, Html::file(&path)).hashed()).build().unwrap();
    let first = apps.resources().advertised(&VIEW);
    let mut client = legacy(apps.clone()).await;
    assert_eq!(read(&mut client, "ui://weather/view").await["text"], "one");
    std::fs::write(&path, "two").unwrap();
    assert_ne!(apps.resources().advertised(&VIEW), first);
    assert_eq!(read(&mut client, first.as_str()).await["text"], "two");

    std::fs::remove_file(&path).unwrap();
    let answer = client.request("resources/read", json!({ "uri": "ui://weather/view" })).await.unwrap();
    assert_eq!(answer["error"]["code"], -32603);
    assert!(!answer.to_string().contains("mcp-apps-"), "the path is nobody's business: {answer}");
    assert_eq!(apps.resources().advertised(&VIEW), VIEW);
}
