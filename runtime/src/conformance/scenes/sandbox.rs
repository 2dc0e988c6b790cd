//! The frame and the proxy around a View.

use mcp_apps_generated::draft::McpUiSandboxResourceReadyNotification;
use mcp_apps_generated::wire::Notification;

use super::super::server;
use super::super::stage::{Played, Stage};
use super::super::verdict::Found;
use super::text;

const PERMISSIONS: [&str; 4] = ["camera", "microphone", "geolocation", "clipboard-write"];

pub(super) async fn frame(stage: &mut Stage, found: &mut Found) -> Played {
    for (tool, asked) in [("show", &[][..]), ("permitted", &["camera"][..])] {
        let opened = stage.start("a", tool).await?;
        stage.leave(&opened.name).await?;
        match text(&opened.told, &["frame", "allow"]) {
            Some(allow) => {
                let granted = allow.split([';', ' ']).map(str::trim).filter(|word| PERMISSIONS.contains(word));
                let more: Vec<&str> = granted.filter(|word| !asked.contains(word)).collect();
                found.check("H18", more.is_empty(), || format!("the View of `{tool}` did not ask for {more:?}"));
            }
            None => found.not_observable("H18", "the adapter does not tell the frame's `allow`"),
        }
        match text(&opened.told, &["frame", "sandbox"]) {
            Some(sandbox) => {
                let tokens: Vec<&str> = sandbox.split_ascii_whitespace().collect();
                let out: Vec<&&str> = tokens.iter().filter(|token| token.starts_with("allow-top-navigation")).collect();
                found.check("H19", out.is_empty(), || format!("the frame's `sandbox` has {out:?}"));
                found.check("H19", tokens.contains(&"allow-scripts"), || format!("no View runs in {sandbox:?}"));
            }
            None => found.not_observable("H19", "the adapter does not tell the frame's `sandbox`"),
        }
        if !stage.hello.web {
            ["H20", "H21"].iter().for_each(|id| found.not_applicable(id, "the Host is no web page"));
            continue;
        }
        match (text(&opened.told, &["frame", "src"]), text(&opened.told, &["host"])) {
            (Some(src), host) => {
                let page = src.starts_with("http://") || src.starts_with("https://");
                found.check("H20", page, || format!("the frame loads {src:?}: no proxy's page"));
                match host {
                    Some(host) if page => {
                        found.check("H21", origin(src) != origin(host), || format!("both are {host}"));
                    }
                    _ => found.not_observable("H21", "the adapter does not tell both origins"),
                }
            }
            _ => {
                ["H20", "H21"]
                    .iter()
                    .for_each(|id| found.not_observable(id, "the adapter does not tell the frame's `src`"));
            }
        }
    }
    Ok(())
}

/// Scheme, host and port.
fn origin(url: &str) -> &str {
    let start = url.find("://").map_or(0, |at| at + 3);
    url[start..].find(['/', '?', '#']).map_or(url, |end| &url[..start + end])
}

pub(super) async fn page(stage: &mut Stage, found: &mut Found) -> Played {
    if !stage.hello.web {
        found.not_applicable("H22", "the Host is no web page");
        return Ok(());
    }
    let view = stage.start("a", "show").await?.name;
    stage.settle().await?;
    let pages = |stage: &Stage| {
        stage
            .told(&view, McpUiSandboxResourceReadyNotification::METHOD)
            .iter()
            .map(|(_, params)| params["html"].clone())
            .collect::<Vec<_>>()
    };
    found.check("H22", pages(stage).is_empty(), || "the page was sent before the proxy was ready for it".to_owned());
    stage.proxy_ready(&view).await?;
    let sent = pages(stage);
    found.check("H22", sent.len() == 1 && sent[0] == server::html("view"), || {
        format!(
            "the proxy was ready, and was sent {} pages; the last was {}",
            sent.len(),
            sent.last().cloned().unwrap_or_default()
        )
    });
    stage.leave(&view).await
}
