//! How a Host finds a server's Views.

use mcp_apps_generated::draft::{EXTENSION_ID, MIME_TYPE, ReadResourceRequest};
use mcp_apps_generated::wire::Request;
use rmcp::model::{ConstString, InitializeResultMethod};
use serde_json::{Value, json};

use super::super::server;
use super::super::stage::{Played, Stage};
use super::super::verdict::Found;
use super::{can, shown};

pub(super) async fn finding(stage: &mut Stage, found: &mut Found) -> Played {
    let view = stage.start("a", "show").await?.name;
    let greeting = stage.asked("a", InitializeResultMethod::VALUE).first().map(|greeting| (*greeting).clone());
    let settings = greeting.map(|greeting| greeting["params"]["capabilities"]["extensions"][EXTENSION_ID].clone());
    let settings = settings.unwrap_or_default();
    let listed = settings["mimeTypes"].as_array().is_some_and(|types| types.iter().any(|mime| mime == MIME_TYPE));
    found.check("H1", listed, || format!("`capabilities.extensions` has {EXTENSION_ID:?}: {settings}"));
    found.check("H2", read(stage, "view"), || format!("it did not read {}", server::uri("view")));
    stage.leave(&view).await?;
    for (tool, page, other) in [("nested", "nested", "never"), ("flat", "flat", "never")] {
        match stage.start("a", tool).await {
            Ok(opened) => {
                let right = read(stage, page) && !read(stage, other);
                found.check("H5", right, || format!("for the tool `{tool}` it did not read {}", server::uri(page)));
                stage.leave(&opened.name).await?;
            }
            Err(super::Stop::Failed(why)) => found.broken("H5", format!("no View for the tool `{tool}`: {why}")),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn read(stage: &Stage, page: &str) -> bool {
    let uri = server::uri(page);
    stage.asked("a", ReadResourceRequest::METHOD).iter().any(|asked| asked["params"]["uri"] == uri.as_str())
}

pub(super) async fn model(stage: &mut Stage, found: &mut Found) -> Played {
    if can(stage, found, &["H7"], "model-tools") {
        let told = stage.need("model-tools", json!({ "server": "a" })).await?;
        let offered: Vec<&str> = told["tools"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let expected = server::for_models("a");
        let more: Vec<_> = offered.iter().filter(|name| !expected.contains(name)).collect();
        let less: Vec<_> = expected.iter().filter(|name| !offered.contains(name)).collect();
        found.check("H7", more.is_empty() && less.is_empty(), || {
            format!("the model is offered {more:?}, which it must not, and not {less:?}")
        });
    }
    if can(stage, found, &["H6"], "call") {
        for tool in ["plain", "unshowable"] {
            let called = stage.order("call", json!({ "server": "a", "tool": tool, "arguments": {} })).await?;
            let expected = server::result("a", tool)["content"].clone();
            let got = called.as_ref().map(|result| result["content"] == expected);
            found.check("H6", got == Ok(true), || format!("the tool `{tool}` gave the model {}", shown(&called)));
        }
    }
    Ok(())
}
