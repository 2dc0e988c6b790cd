//! What a Host passes on between a View and its server.

use mcp_apps_generated::draft::{
    CallToolRequest, McpUiInitializeRequest, ReadResourceRequest, ResourceListChangedNotification,
    ToolListChangedNotification,
};
use mcp_apps_generated::wire::{Notification, Request};
use rmcp::model::{ConstString, InitializeResultMethod};
use serde_json::{Value, json};

use super::super::server;
use super::super::stage::{Played, Stage};
use super::super::verdict::Found;
use super::shown;

/// Calls a tool as the View, and whether its server was called.
async fn call(stage: &mut Stage, view: &str, server: &str, tool: &str) -> Played<(Result<Value, Value>, bool)> {
    let before = stage.calls(server, tool);
    let answer = stage.ask::<CallToolRequest>(view, json!({ "name": tool, "arguments": {} })).await?;
    stage.settle().await?;
    Ok((answer, stage.calls(server, tool) > before))
}

pub(super) async fn visibility(stage: &mut Stage, found: &mut Found) -> Played {
    let (view, _) = stage.shown("a", "show", json!({})).await?;
    let view = view.name;
    let (answer, called) = call(stage, &view, "a", "app").await?;
    if !called {
        found.not_applicable("H8", format!("the Host calls no tools for Views: {}", shown(&answer)));
        found.not_applicable("H9", "the Host calls no tools for Views");
    }
    for tool in ["model", "neither"] {
        let (answer, called) = call(stage, &view, "a", tool).await?;
        let refused = !called && answer.is_err();
        found.check("H8", refused, || {
            format!(
                "a View called `{tool}`, which is not for apps: {}, the server was called: {called}",
                shown(&answer)
            )
        });
    }
    for tool in ["both", "plain"] {
        let (answer, was) = call(stage, &view, "a", tool).await?;
        found.check("H8", was || !called, || format!("a View may call `{tool}`, and was refused: {}", shown(&answer)));
    }
    stage.leave(&view).await
}

pub(super) async fn other_servers(stage: &mut Stage, found: &mut Found) -> Played {
    let (first, _) = stage.shown("a", "show", json!({})).await?;
    let (second, _) = stage.shown("b", "show", json!({})).await?;
    let (_, called) = call(stage, &first.name, "b", "only-b").await?;
    found.check("H9", !called, || "a View of one server called a tool of another".to_owned());
    // Both servers have one of this name.
    let before = stage.calls("a", "app");
    let (answer, called) = call(stage, &second.name, "b", "app").await?;
    let right = stage.calls("a", "app") == before;
    found.check("H9", right, || "a View's call went to another server's tool of the same name".to_owned());
    if let (Ok(result), true) = (&answer, called) {
        let expected = server::result("b", "app");
        found.check("H9", result["content"] == expected["content"], || {
            format!("its own server answered {expected}, the View had {result}")
        });
    }
    let before = stage.asked("b", ReadResourceRequest::METHOD).len();
    drop(stage.ask::<ReadResourceRequest>(&first.name, json!({ "uri": server::uri("flat") })).await?);
    stage.settle().await?;
    found.check("H9", stage.asked("b", ReadResourceRequest::METHOD).len() == before, || {
        "a View read from another server".to_owned()
    });
    stage.leave(&first.name).await?;
    stage.leave(&second.name).await
}

pub(super) async fn session(stage: &mut Stage, found: &mut Found) -> Played {
    let (first, _) = stage.shown("a", "show", json!({})).await?;
    let (second, _) = stage.shown("a", "show", json!({})).await?;
    let begun = stage.asked("a", InitializeResultMethod::VALUE).len();
    let params = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "view", "version": "1" } });
    let answer = stage.request(&first.name, InitializeResultMethod::VALUE, params).await?;
    stage.settle().await?;
    drop(stage.answer(&first.name, answer).await?);
    let again = stage.asked("a", InitializeResultMethod::VALUE).len() > begun;
    found.check("H38", !again, || {
        "a View's `initialize` reached the server, in the middle of the Host's session".to_owned()
    });
    let namespace = McpUiInitializeRequest::METHOD.split('/').next().unwrap_or_default();
    let own = format!("{namespace}/conformance-no-such-method");
    drop(stage.ask_for(&first.name, &own, json!({})).await?);
    stage.settle().await?;
    found.check("H38", stage.asked("a", &own).is_empty(), || format!("{own} reached the server"));
    // Each View numbers its progress by itself.
    let before = stage.calls("a", "slow");
    let params = json!({ "name": "slow", "arguments": {}, "_meta": { "progressToken": 7 } });
    let mut waiting = Vec::new();
    for view in [&first.name, &second.name] {
        waiting.push((view.clone(), stage.request(view, CallToolRequest::METHOD, params.clone()).await?));
    }
    stage.settle().await?;
    let calls = stage.asked("a", CallToolRequest::METHOD);
    let calls = calls.iter().filter(|call| call["params"]["name"] == "slow").skip(before);
    let tokens: Vec<Value> =
        calls.map(|call| call["params"]["_meta"]["progressToken"].clone()).filter(|token| !token.is_null()).collect();
    let mixed = tokens.len() == 2 && tokens[0] == tokens[1];
    found.check("H38", !mixed, || {
        format!("two calls at once reached the server with one progress token: {}", json!(tokens))
    });
    stage.release("a").await?;
    for (view, request) in waiting {
        drop(stage.answer(&view, request).await?);
    }
    stage.leave(&first.name).await?;
    stage.leave(&second.name).await
}

pub(super) async fn changes(stage: &mut Stage, found: &mut Found) -> Played {
    for server in ["a", "b"] {
        let (view, hello) = stage.shown(server, "show", json!({})).await?;
        let view = view.name;
        for (method, capability) in [
            (ToolListChangedNotification::METHOD, "serverTools"),
            (ResourceListChangedNotification::METHOD, "serverResources"),
        ] {
            let before = stage.told(&view, method).len();
            stage.server_says(server, json!({ "jsonrpc": "2.0", "method": method })).await?;
            stage.settle().await?;
            let declared = hello["hostCapabilities"][capability]["listChanged"] == true;
            let told = stage.told(&view, method).len() - before;
            found.check("H45", told == usize::from(declared), || {
                format!("{capability}.listChanged is {declared}, and of one change the View was told {told} times")
            });
        }
        stage.leave(&view).await?;
    }
    Ok(())
}
