//! Tools that Views offer.

use mcp_apps_generated::draft::{CallToolRequest, ListToolsRequest};
use mcp_apps_generated::wire::Request;
use serde_json::{Value, json};

use super::super::stage::{Played, Stage};
use super::super::verdict::Found;
use super::{can, shown};

pub(super) async fn tools(stage: &mut Stage, found: &mut Found) -> Played {
    if !can(stage, found, &["H46", "H48"], "app-tools") {
        return Ok(());
    }
    let (silent, _) = stage.shown("a", "show", json!({})).await?;
    drop(stage.order("app-tools", json!({ "view": silent.name })).await?);
    stage.settle().await?;
    let methods = [ListToolsRequest::METHOD, CallToolRequest::METHOD];
    let asked = methods.map(|method| stage.told(&silent.name, method).len());
    found.check("H48", asked == [0, 0], || {
        format!("a View that declared no tools was sent {methods:?} {asked:?} times")
    });
    stage.leave(&silent.name).await?;

    let declared = json!({ "tools": { "listChanged": true } });
    let mut gone = None;
    for name in ["zoom", "pan"] {
        let (opened, _) = stage.shown("a", "show", declared.clone()).await?;
        let view = opened.name;
        stage.view(&view).tools = vec![name];
        let tools = stage.need("app-tools", json!({ "view": view })).await?;
        found.check("H46", tools["tools"] == json!([name]), || {
            format!("the View offers {name:?}, and its Host has {tools}")
        });
        found.check("H48", stage.told(&view, ListToolsRequest::METHOD).len() == 1, || {
            "a View that declared tools was not asked for them".to_owned()
        });
        if !can(stage, found, &["H46"], "call-app-tool") || !can(stage, found, &["H46"], "teardown") {
            return Ok(());
        }
        stage.leave(&view).await?;
        gone = Some((view, name));
    }
    if let Some((view, name)) = gone {
        let before = stage.told(&view, CallToolRequest::METHOD).len();
        let called = stage.order("call-app-tool", json!({ "view": view, "name": name, "arguments": {} })).await?;
        let error = called.as_ref().map_or(true, |result: &Value| result["isError"] == true);
        let reached = stage.told(&view, CallToolRequest::METHOD).len() > before;
        found.check("H46", error && !reached, || format!("the View is gone, and its tool answered {}", shown(&called)));
    }
    Ok(())
}
