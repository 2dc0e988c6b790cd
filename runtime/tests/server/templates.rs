//! Pages behind URI templates.

use mcp_apps::server::{AppResource, Apps, Html};
use mcp_apps::ui_uri;
use mcp_apps::uri::UiTemplate;
use rmcp::model::*;
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::json;

use crate::data_plane::{HTML, legacy, read};
use crate::servers::Bare;

#[tokio::test]
async fn a_template_serves_every_uri_it_covers_with_its_values() {
    let report = Html::per_read(|read| async move { Ok(format!("<!doctype html>{}", read.parameters["id"])) });
    let template = UiTemplate::parse("ui://report/{id}").unwrap();
    let resource = AppResource::new(template, report).prefers_border(true).name("Report");
    let fixed = AppResource::new(ui_uri!("ui://report/fixed"), HTML);
    let apps = Apps::new(Bare).resource(resource.clone().listed()).resource(fixed).build().unwrap();
    let mut client = legacy(apps).await;
    let contents = read(&mut client, "ui://report/a%20b").await;
    assert_eq!(contents["text"], "<!doctype html>a b");
    assert_eq!(contents["uri"], "ui://report/a%20b");
    assert_eq!(contents["_meta"]["ui"]["prefersBorder"], true);
    assert_eq!(read(&mut client, "ui://report/fixed").await["text"], HTML, "an own URI wins over a template");
    let answer = client.request("resources/read", json!({ "uri": "ui://report/a/b" })).await.unwrap();
    assert_eq!(answer["error"]["code"], -32002);

    let templates = client.result("resources/templates/list", json!({})).await.unwrap();
    assert_eq!(
        templates["resourceTemplates"],
        json!([{
            "uriTemplate": "ui://report/{id}",
            "name": "Report",
            "mimeType": "text/html;profile=mcp-app",
            "_meta": { "ui": { "prefersBorder": true } },
        }])
    );
    let mut client = legacy(Apps::new(Bare).resource(resource).build().unwrap()).await;
    let unlisted = client.result("resources/templates/list", json!({})).await.unwrap();
    assert_eq!(unlisted["resourceTemplates"], json!([]), "answered, though only the wrapper gives resources");
}

/// Has a template and a resource of its own, with `_meta`, where the wrapper serves a page.
#[derive(Clone)]
struct Twin;

fn own() -> MetaObject {
    MetaObject(object(json!({ "own": 1 })))
}

impl ServerHandler for Twin {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_resources().build())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let plain = Resource::new("file:///plain.txt", "plain");
        Ok(ListResourcesResult::with_all_items(vec![Resource::new("ui://report/7", "twin").with_meta(own()), plain]))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let twin = ResourceTemplate::new("ui://report/{id}", "twin").with_meta(own());
        Ok(ListResourceTemplatesResult::with_all_items(vec![twin, ResourceTemplate::new("file:///{path}", "plain")]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let contents = ResourceContents::text("twin", request.uri).with_meta(own());
        Ok(ReadResourceResult::new(vec![contents]).into())
    }
}

#[tokio::test]
async fn a_ui_template_inherits_nothing_of_a_template_or_resource_of_the_servers_own() {
    let template = UiTemplate::parse("ui://report/{id}").unwrap();
    let apps = Apps::new(Twin).resource(AppResource::new(template, HTML).name("Report").listed()).build().unwrap();
    let mut client = legacy(apps).await;
    let page = json!({ "uri": "ui://report/7", "mimeType": "text/html;profile=mcp-app", "text": HTML });
    assert_eq!(read(&mut client, "ui://report/7").await, page);
    let resources = client.result("resources/list", json!({})).await.unwrap();
    assert_eq!(resources["resources"], json!([{ "uri": "file:///plain.txt", "name": "plain" }]));
    let templates = client.result("resources/templates/list", json!({})).await.unwrap();
    let report =
        json!({ "uriTemplate": "ui://report/{id}", "name": "Report", "mimeType": "text/html;profile=mcp-app" });
    assert_eq!(templates["resourceTemplates"], json!([{ "uriTemplate": "file:///{path}", "name": "plain" }, report]));
}
