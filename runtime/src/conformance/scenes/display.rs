//! Display modes and sizes.

use mcp_apps_generated::draft::{
    McpUiDisplayMode, McpUiHostContextChangedNotification, McpUiRequestDisplayModeRequest, McpUiSizeChangedNotification,
};
use mcp_apps_generated::wire::Notification;
use serde_json::{Value, json};

use super::super::stage::{Played, Stage};
use super::super::verdict::Found;
use super::{sees, shown};

/// The last mode that a View was told.
fn told_mode(stage: &Stage, view: &str) -> Option<Value> {
    let told = stage.told(view, McpUiHostContextChangedNotification::METHOD);
    told.iter().rev().find_map(|(_, context)| context.get("displayMode").cloned())
}

pub(super) async fn modes(stage: &mut Stage, found: &mut Found) -> Played {
    let modes = [McpUiDisplayMode::Inline, McpUiDisplayMode::Fullscreen];
    let (view, hello) = stage.shown("a", "show", json!({ "availableDisplayModes": modes })).await?;
    let view = view.name;
    let offered = hello["hostContext"]["availableDisplayModes"].as_array().cloned().unwrap_or_default();
    let mut current = hello["hostContext"]["displayMode"].clone();
    for mode in [json!("fullscreen"), json!("pip")] {
        let answer = stage.ask::<McpUiRequestDisplayModeRequest>(&view, json!({ "mode": mode })).await?;
        stage.settle().await?;
        let result = answer.as_ref().map(|result| result["mode"].clone()).unwrap_or_default();
        let known = ["inline", "fullscreen", "pip"].iter().any(|known| result == *known);
        found.check("H41", known, || format!("asked for {mode}, it answered {}", shown(&answer)));
        if !known {
            continue;
        }
        if !offered.contains(&mode) && current.is_string() {
            found.check("H41", result == current, || {
                format!("{mode} is not offered and {current} is in force, and it answered {result}")
            });
        }
        if let Some(told) = told_mode(stage, &view) {
            found.check("H41", told == result, || {
                format!("asked for {mode} it answered {result}, and told the View {told}")
            });
        }
        current = result;
    }
    stage.leave(&view).await?;
    let (view, _) = stage.shown("a", "show", json!({ "availableDisplayModes": [McpUiDisplayMode::Inline] })).await?;
    let view = view.name;
    let answer = stage.ask::<McpUiRequestDisplayModeRequest>(&view, json!({ "mode": "fullscreen" })).await?;
    let switched = answer.as_ref().is_ok_and(|result| result["mode"] == "fullscreen");
    found.check("H40", !switched, || "asked for fullscreen, it switched a View that is only shown inline".to_owned());
    if stage.does("context") {
        // That it refuses is one way of keeping it.
        drop(stage.order("context", json!({ "view": view, "context": { "displayMode": "fullscreen" } })).await?);
        stage.settle().await?;
        let told = told_mode(stage, &view);
        found.check("H40", told != Some(json!("fullscreen")), || {
            "its user wants fullscreen, and it switched a View that is only shown inline".to_owned()
        });
    }
    stage.leave(&view).await
}

pub(super) async fn size(stage: &mut Stage, found: &mut Found) -> Played {
    let (view, hello) = stage.shown("a", "show", json!({})).await?;
    let view = view.name;
    let dimensions = &hello["hostContext"]["containerDimensions"];
    if dimensions.get("height").is_some() {
        found.not_applicable("H42", format!("the frame's height is fixed: {dimensions}"));
    } else if sees(stage, found, "H42", "resize") {
        stage.notify::<McpUiSizeChangedNotification>(&view, json!({ "width": 500, "height": 250 })).await?;
        stage.settle().await?;
        let last = stage.did(&view, "resize").last().cloned();
        let most = dimensions["maxHeight"].as_f64().unwrap_or(f64::INFINITY);
        let applied = last.as_ref().and_then(|did| did["height"].as_f64());
        // A Host may leave a few pixels.
        let right = applied.is_some_and(|height| (height - 250.0_f64.min(most)).abs() <= 16.0);
        found.check("H42", right, || {
            format!("the View is 250 pixels high in {dimensions}, and its frame became {}", json!(last))
        });
    }
    stage.leave(&view).await
}
