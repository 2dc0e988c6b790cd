//! How Views are taken down.

use mcp_apps_generated::draft::{McpUiRequestTeardownNotification, McpUiResourceTeardownRequest};
use mcp_apps_generated::wire::Request;
use serde_json::json;

use super::super::stage::{Played, Stage};
use super::super::verdict::Found;
use super::super::view::Farewell;
use super::{can, sees};

fn asked(stage: &Stage, view: &str) -> bool {
    !stage.told(view, McpUiResourceTeardownRequest::METHOD).is_empty()
}

pub(super) async fn asked_first(stage: &mut Stage, found: &mut Found) -> Played {
    if !can(stage, found, &["H31"], "teardown") {
        return Ok(());
    }
    let (waiting, _) = stage.shown("a", "show", json!({})).await?;
    let waiting = waiting.name;
    stage.view(&waiting).farewell = Farewell::Waits;
    let order = stage.begin("teardown", json!({ "view": waiting })).await?;
    stage.until(|stage| asked(stage, &waiting) || stage.ended(order)).await?;
    found.check("H31", asked(stage, &waiting), || {
        format!("the View was taken down without {}", McpUiResourceTeardownRequest::METHOD)
    });
    stage.settle().await?;
    if asked(stage, &waiting) {
        found.check("H31", !stage.ended(order), || "the View had not answered, and was taken down".to_owned());
        let request = stage.had(&waiting).find(|message| message["method"] == McpUiResourceTeardownRequest::METHOD);
        let id = request.map(|request| request["id"].clone()).unwrap_or_default();
        stage.say(&waiting, json!({ "jsonrpc": "2.0", "id": id, "result": {} })).await?;
    }
    found.check("H31", stage.end(order).await?.is_some(), || "the View answered, and was not taken down".to_owned());

    let (refusing, _) = stage.shown("a", "show", json!({})).await?;
    stage.view(&refusing.name).farewell = Farewell::Refuses;
    let order = stage.begin("teardown", json!({ "view": refusing.name })).await?;
    found.check("H31", stage.end(order).await?.is_some(), || {
        "the View answered with an error, and was not taken down".to_owned()
    });
    Ok(())
}

pub(super) async fn requested(stage: &mut Stage, found: &mut Found) -> Played {
    let (opened, _) = stage.shown("a", "show", json!({})).await?;
    let view = opened.name;
    stage.notify::<McpUiRequestTeardownNotification>(&view, json!({})).await?;
    stage.settle().await?;
    let closed = stage.did(&view, "closed").count() > 0;
    if asked(stage, &view) || closed {
        found.check("H32", asked(stage, &view), || {
            format!("it agreed, and removed the View without {}", McpUiResourceTeardownRequest::METHOD)
        });
        return Ok(());
    }
    if sees(stage, found, "H32", "closed") {
        found.not_applicable("H32", "the Host may ignore the request, and does");
    }
    stage.leave(&view).await
}

pub(super) async fn running(stage: &mut Stage, found: &mut Found) -> Played {
    if !can(stage, found, &["H33"], "teardown") || !can(stage, found, &["H33"], "run") {
        return Ok(());
    }
    let (opened, _) = stage.shown("a", "slow", json!({})).await?;
    let view = opened.name;
    let before = stage.calls("a", "slow");
    let run = stage.begin("run", json!({ "view": view, "arguments": {} })).await?;
    stage.until(|stage| stage.calls("a", "slow") > before).await?;
    let order = stage.begin("teardown", json!({ "view": view })).await?;
    stage.until(|stage| stage.ended(order)).await?;
    found.check("H33", asked(stage, &view) && stage.ended(order), || {
        "its tool was running, and the View was not taken down".to_owned()
    });
    stage.release("a").await?;
    stage.end(run).await?;
    stage.end(order).await?;
    Ok(())
}
