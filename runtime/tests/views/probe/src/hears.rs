//! What the View hears, said as `full.js` says it.

use futures_util::StreamExt;
use mcp_apps::Error;
use mcp_apps::draft::{McpUiHostContextChangedNotification, View};
use mcp_apps::view::{next_frame, spawn};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{How, say};

/// The tool's arguments as its own type, where a test wants them so.
#[derive(Debug, Deserialize, serde::Serialize)]
pub(crate) struct Query {
    pub(crate) city: String,
}

pub(crate) fn everything(view: &View, how: &How) {
    if how.has("latest") {
        spawn(newest_partials(view.clone()));
    } else {
        spawn(input(view.clone()));
    }
    spawn(result(view.clone()));
    spawn(changes(view.clone()));
    spawn(contexts(view.clone()));
    if how.has("follow") {
        let tells = view.clone();
        view.follow(move |context| say(&tells, json!({ "followed": context })));
    }
    if how.has("typed") {
        spawn(typed(view.clone()));
    }
}

async fn input(view: View) {
    let mut partials = view.tool_input_partials();
    let mut seen = Vec::new();
    while let Some(partial) = partials.next().await {
        seen.push(Value::Object(partial));
    }
    if let Ok(input) = view.tool_input().await {
        say(&view, json!({ "input": input, "partials": seen }));
    }
}

/// Draws at most once a frame, and only what is newest.
async fn newest_partials(view: View) {
    let mut partials = view.tool_input_partials();
    let mut drawn: Vec<_> = partials.try_next().map(Value::Object).into_iter().collect();
    while let Some(partial) = partials.latest().await {
        drawn.push(Value::Object(partial));
        next_frame().await;
    }
    say(&view, json!({ "drawn": drawn }));
}

async fn result(view: View) {
    match view.tool_result().await {
        Ok(result) => say(&view, json!({ "result": result })),
        Err(Error::ToolCancelled { reason }) => say(&view, json!({ "cancelled": reason })),
        Err(Error::Decode(misfit)) => say(&view, json!({ "misfit": misfit.path() })),
        Err(_) => {}
    }
}

async fn changes(view: View) {
    let mut changes = view.peer().notifications::<McpUiHostContextChangedNotification>();
    while let Some(changed) = changes.next().await {
        if let Ok(changed) = changed {
            say(&view, json!({ "changed": changed }));
        }
    }
}

/// The whole context after a change, read and unread, is the same one. Not said to the Host: `full.js` says nothing.
async fn contexts(view: View) {
    let mut unread = view.host_context_member_changes();
    let mut read = view.host_context_changes();
    while let (Some(members), Some(_)) = (unread.next_event().await, read.next().await) {
        let now = serde_json::to_value(view.host_context()).unwrap_or_default();
        super::note(&json!({ "context": *members, "now": now }));
    }
}

async fn typed(view: View) {
    let input: Result<Query, Error> = view.tool_input_as().await;
    let output: Result<Value, Error> = view.tool_output().await;
    let words = |error: Error| error.to_string();
    say(&view, json!({ "typed": { "input": input.map_err(words), "output": output.map_err(words) } }));
}
