//! What a View is told, and when.

use mcp_apps_generated::draft::{
    CallToolRequest, McpUiHostContextChangedNotification, McpUiSandboxResourceReadyNotification, McpUiStyleVariableKey,
    McpUiToolCancelledNotification, McpUiToolInputNotification, McpUiToolInputPartialNotification,
    McpUiToolResultNotification, ToolListChangedNotification,
};
use mcp_apps_generated::wire::{Notification, Request};
use serde_json::{Value, json};

use super::super::server;
use super::super::stage::{Played, Stage};
use super::super::verdict::Found;
use super::can;

/// The methods the Host has used towards a View, its proxy's aside.
fn said(stage: &Stage, view: &str) -> Vec<String> {
    let methods = stage.had(view).filter_map(|message| message["method"].as_str());
    let proxys = McpUiSandboxResourceReadyNotification::METHOD;
    methods.filter(|method| *method != proxys).map(str::to_owned).collect()
}

pub(super) async fn early(stage: &mut Stage, found: &mut Found) -> Played {
    let view = stage.start("a", "show").await?.name;
    stage.proxy_ready(&view).await?;
    let arguments = json!({ "city": "Paris" });
    if stage.does("partial") {
        drop(stage.order("partial", json!({ "view": view, "arguments": { "city": "P" } })).await?);
    }
    // As it happens: the model is quicker than the page, and much changes meanwhile.
    let run = match stage.does("run") {
        true => Some(stage.begin("run", json!({ "view": view, "arguments": arguments })).await?),
        false => None,
    };
    if stage.does("context") {
        drop(stage.order("context", json!({ "view": view, "context": { "locale": "fr-FR" } })).await?);
    }
    stage.server_says("a", json!({ "jsonrpc": "2.0", "method": ToolListChangedNotification::METHOD })).await?;
    stage.settle().await?;
    let before = said(stage, &view);
    found.check("H25", before.is_empty(), || format!("before ui/initialize the View was sent {before:?}"));
    let hello = stage.greet(&view, json!({})).await?;
    found.check("H26", hello["hostContext"].is_object(), || format!("the answer to ui/initialize has {hello}"));
    stage.settle().await?;
    let between = said(stage, &view);
    found.check("H25", between.len() == before.len(), || format!("before initialized the View was sent {between:?}"));
    stage.ready(&view).await?;
    if let Some(run) = run {
        stage.end(run).await?;
    }
    stage.leave(&view).await
}

pub(super) async fn whole(stage: &mut Stage, found: &mut Found) -> Played {
    if !can(stage, found, &["H27", "H28", "H29"], "run") {
        return Ok(());
    }
    for arguments in [json!({ "city": "Paris", "days": [1, 2] }), json!({})] {
        let (view, _) = stage.shown("a", "show", json!({})).await?;
        let view = view.name;
        let partial = json!({ "view": view, "arguments": { "city": "P" } });
        if stage.does("partial") {
            drop(stage.order("partial", partial.clone()).await?);
            stage.settle().await?;
        }
        stage.need("run", json!({ "view": view, "arguments": arguments })).await?;
        stage.settle().await?;
        let inputs = stage.told(&view, McpUiToolInputNotification::METHOD);
        let results = stage.told(&view, McpUiToolResultNotification::METHOD);
        let given: Vec<&Value> = inputs.iter().map(|(_, params)| &params["arguments"]).collect();
        found.check("H27", given == [&arguments], || {
            format!("called with {arguments}, the View was told {}", json!(given))
        });
        let first = |told: &[(usize, &Value)]| told.first().map(|(at, _)| *at);
        let (input, result) = (first(&inputs), first(&results));
        if let (Some(input), Some(result)) = (input, result) {
            found.check("H27", input < result, || "the View was told the result before the arguments".to_owned());
        }
        let expected = server::result("a", "show");
        found.check("H29", results.len() == 1 && holds(results[0].1, &expected), || {
            let told: Vec<_> = results.iter().map(|(_, params)| params).collect();
            format!("the server's result is {expected}, the View was told {}", json!(told))
        });
        late_partials(stage, found, &view, input, partial).await?;
        stage.leave(&view).await?;
    }
    Ok(())
}

/// Partial arguments that come once the call has been made.
async fn late_partials(
    stage: &mut Stage,
    found: &mut Found,
    view: &str,
    input: Option<usize>,
    partial: Value,
) -> Played {
    if !can(stage, found, &["H28"], "partial") {
        return Ok(());
    }
    drop(stage.order("partial", partial).await?);
    stage.settle().await?;
    let partials = stage.told(view, McpUiToolInputPartialNotification::METHOD);
    let late = partials.iter().filter(|(at, _)| input.is_some_and(|input| *at > input)).count();
    found.check("H28", late == 0, || format!("{late} partial arguments came after the complete ones"));
    Ok(())
}

/// Whether a result has every member of another, with the same values.
fn holds(result: &Value, expected: &Value) -> bool {
    let members = expected.as_object().into_iter().flatten();
    members.into_iter().all(|(key, value)| result.get(key) == Some(value))
}

pub(super) async fn cancelled(stage: &mut Stage, found: &mut Found) -> Played {
    if !can(stage, found, &["H30"], "run") {
        return Ok(());
    }
    if can(stage, found, &["H30"], "cancel") {
        let (view, _) = stage.shown("a", "slow", json!({})).await?;
        let view = view.name;
        let before = stage.calls("a", "slow");
        let run = stage.begin("run", json!({ "view": view, "arguments": {} })).await?;
        stage.until(|stage| stage.calls("a", "slow") > before).await?;
        stage.need("cancel", json!({ "view": view })).await?;
        stage.settle().await?;
        // The server was too late to hear of it.
        stage.release("a").await?;
        stage.end(run).await?;
        stage.settle().await?;
        let told = |method| stage.told(&view, method).len();
        let (cancelled, results) =
            (told(McpUiToolCancelledNotification::METHOD), told(McpUiToolResultNotification::METHOD));
        found.check("H30", (cancelled, results) == (1, 0), || {
            format!(
                "a cancelled call: {} said {cancelled} times, and {results} results",
                McpUiToolCancelledNotification::METHOD
            )
        });
        stage.leave(&view).await?;
    }
    let (view, _) = stage.shown("a", "failing", json!({})).await?;
    let view = view.name;
    drop(stage.order("run", json!({ "view": view, "arguments": {} })).await?);
    stage.settle().await?;
    let ends = [McpUiToolCancelledNotification::METHOD, McpUiToolResultNotification::METHOD];
    let ends = ends.map(|method| stage.told(&view, method).len());
    found.check("H30", ends[0] + ends[1] == 1, || {
        format!(
            "{} ended with an error, and the View was told {} ends of it",
            CallToolRequest::METHOD,
            ends[0] + ends[1]
        )
    });
    stage.leave(&view).await
}

pub(super) async fn changed(stage: &mut Stage, found: &mut Found) -> Played {
    let (view, hello) = stage.shown("a", "show", json!({})).await?;
    let view = view.name;
    styles(found, &hello["hostContext"]);
    if can(stage, found, &["H43"], "context") {
        let changes = json!({ "theme": "light", "styles": { "variables": { "--color-background-primary": "#eee" } } });
        stage.need("context", json!({ "view": view, "context": changes })).await?;
        stage.settle().await?;
        let changes: Vec<Value> = stage
            .told(&view, McpUiHostContextChangedNotification::METHOD)
            .iter()
            .map(|(_, params)| (*params).clone())
            .collect();
        match changes.iter().find(|change| change.get("theme").is_some()) {
            Some(change) => {
                let right = change["theme"] == "light"
                    && !change.as_object().is_some_and(|members| members.values().any(Value::is_null));
                found.check("H43", right, || format!("the theme is now light, and the View was told {change}"));
            }
            None if changes.is_empty() => found.not_applicable("H43", "a Host may say nothing, and this one does not"),
            None => found.broken("H43", format!("the theme is now light, and the View was told {}", json!(changes))),
        }
        changes.iter().for_each(|change| styles(found, change));
    }
    stage.leave(&view).await
}

/// What a context says of styles.
fn styles(found: &mut Found, context: &Value) {
    let Some(variables) = context["styles"]["variables"].as_object() else {
        return found.not_applicable("H44", "the Host gives no styles");
    };
    for (name, value) in variables {
        let known = !matches!(McpUiStyleVariableKey::from(name.as_str()), McpUiStyleVariableKey::Other(_));
        found.check("H44", known && value.is_string(), || format!("the View was given {name:?}: {value}"));
    }
}
