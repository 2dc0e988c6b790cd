//! What a View asks of its Host.

use mcp_apps_generated::draft::{
    CreateMessageRequest, McpUiDownloadFileRequest, McpUiInitializeRequest, McpUiMessageRequest, McpUiOpenLinkRequest,
    McpUiUpdateModelContextRequest, PingRequest,
};
use mcp_apps_generated::wire::Request;
use serde_json::{Value, json};

use super::super::stage::{Played, Stage, UNANSWERED};
use super::super::verdict::Found;
use super::{can, sees, shown};

/// Whether an answer says that it was done.
fn done(answer: &Result<Value, Value>) -> bool {
    answer.as_ref().is_ok_and(|result| result["isError"] != true)
}

pub(super) async fn links(stage: &mut Stage, found: &mut Found) -> Played {
    let (view, _) = stage.shown("a", "show", json!({})).await?;
    let view = view.name;
    let web = "https://example.com/a?b=c";
    let answer = stage.ask::<McpUiOpenLinkRequest>(&view, json!({ "url": web })).await?;
    stage.settle().await?;
    if sees(stage, found, "H34", "open-link") {
        let opened = |stage: &Stage, url: &str| stage.did(&view, "open-link").any(|did| did["url"] == url);
        match done(&answer) {
            true => {
                found.check("H34", opened(stage, web), || format!("{web} was not opened, and the View was told it was"))
            }
            false => found.not_applicable("H34", format!("the Host declines: {}", shown(&answer))),
        }
        for url in ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "not a link"] {
            drop(stage.ask::<McpUiOpenLinkRequest>(&view, json!({ "url": url })).await?);
            stage.settle().await?;
            found.check("H34", !opened(stage, url), || format!("it opened {url}"));
        }
    }
    stage.leave(&view).await
}

pub(super) async fn messages(stage: &mut Stage, found: &mut Found) -> Played {
    let (view, hello) = stage.shown("a", "show", json!({})).await?;
    let view = view.name;
    let message = json!({ "role": "user", "content": [{ "type": "text", "text": "hello from the View" }] });
    let answer = stage.ask::<McpUiMessageRequest>(&view, message.clone()).await?;
    stage.settle().await?;
    if !done(&answer) {
        match hello["hostCapabilities"].get("message") {
            Some(declared) => {
                found.broken("H35", format!("it declared message: {declared}, and answered {}", shown(&answer)))
            }
            None => found.not_applicable("H35", "the Host takes no messages"),
        }
    } else if sees(stage, found, "H35", "message") {
        let kept = stage.did(&view, "message").any(|did| did["role"] == "user" && did["content"] == message["content"]);
        let got: Vec<_> = stage.did(&view, "message").cloned().collect();
        found.check("H35", kept, || format!("the View said {message}, and into the conversation came {}", json!(got)));
    }
    stage.leave(&view).await
}

pub(super) async fn model_context(stage: &mut Stage, found: &mut Found) -> Played {
    let (view, hello) = stage.shown("a", "show", json!({})).await?;
    let view = view.name;
    let text = |text: &str| json!([{ "type": "text", "text": text }]);
    let updates = [
        json!({ "content": text("first"), "structuredContent": { "first": 1 } }),
        json!({ "content": text("second") }),
    ];
    let mut last = Ok(Value::Null);
    for update in &updates {
        last = stage.ask::<McpUiUpdateModelContextRequest>(&view, update.clone()).await?;
    }
    if !done(&last) {
        match hello["hostCapabilities"].get("updateModelContext") {
            Some(_) => found.broken("H36", format!("it declared updateModelContext, and answered {}", shown(&last))),
            None => found.not_applicable("H36", "the Host takes no context for its model"),
        }
    } else if can(stage, found, &["H36"], "model-context") {
        let context = stage.need("model-context", json!({ "view": view })).await?;
        let right =
            context["content"] == updates[1]["content"] && context.get("structuredContent").is_none_or(Value::is_null);
        found.check("H36", right, || {
            format!("the last update was {}, and the model would be told {context}", updates[1])
        });
    }
    stage.leave(&view).await
}

pub(super) async fn downloads(stage: &mut Stage, found: &mut Found) -> Played {
    let (view, hello) = stage.shown("a", "show", json!({})).await?;
    let view = view.name;
    if hello["hostCapabilities"].get("downloadFile").is_none() {
        found.not_applicable("H37", "the Host saves no files");
        return stage.leave(&view).await;
    }
    if sees(stage, found, "H37", "download") {
        let mut saved = 0;
        for (uri, name) in [
            ("file:///reports/July.csv", Some("July.csv")),
            ("file:///a/..%2F..%2Fevil.txt", None),
            ("file:///a/c%3A%5Cevil.txt", None),
        ] {
            let before = stage.did(&view, "download").count();
            let file = json!({ "contents": [{ "type": "resource", "resource": { "uri": uri, "mimeType": "text/plain", "text": "x" } }] });
            let answer = stage.ask::<McpUiDownloadFileRequest>(&view, file).await?;
            stage.settle().await?;
            let names: Vec<Value> = stage
                .did(&view, "download")
                .skip(before)
                .flat_map(|did| did["files"].as_array().cloned().unwrap_or_default())
                .map(|file| file["name"].clone())
                .collect();
            saved += names.len();
            let leads = |name: &Value| {
                name.as_str().is_none_or(|name| {
                    name.is_empty() || name.contains(['/', '\\', ':', '\0']) || [".", ".."].contains(&name)
                })
            };
            found.check("H37", !names.iter().any(leads), || format!("{uri} was saved as {}", json!(names)));
            if let (Some(name), true) = (name, done(&answer)) {
                found.check("H37", names.iter().any(|saved| *saved == name), || {
                    format!("{uri} was saved as {}", json!(names))
                });
            }
        }
        if saved == 0 {
            found.broken("H37", "it declared downloadFile, and saved none of three files");
        }
    }
    stage.leave(&view).await
}

pub(super) async fn sampling(stage: &mut Stage, found: &mut Found) -> Played {
    let (view, hello) = stage.shown("a", "show", json!({})).await?;
    let view = view.name;
    let asked =
        json!({ "messages": [{ "role": "user", "content": { "type": "text", "text": "q" } }], "maxTokens": 10 });
    let mut with_tools = asked.clone();
    with_tools["tools"] = json!([{ "name": "t", "inputSchema": { "type": "object" } }]);
    let plain = stage.ask::<CreateMessageRequest>(&view, asked).await?;
    let brought = stage.ask::<CreateMessageRequest>(&view, with_tools).await?;
    match hello["hostCapabilities"].get("sampling") {
        None => {
            found.check("H39", plain.is_err(), || format!("it declared no sampling, and answered {}", shown(&plain)))
        }
        Some(sampling) => {
            let formed = match &plain {
                Ok(result) => result["role"].is_string() && result.get("content").is_some(),
                // Whether it samples is the Host's; that it answers is not.
                Err(error) => error["message"] != UNANSWERED,
            };
            found.check("H39", formed, || format!("it declared sampling, and answered {}", shown(&plain)));
            if sampling.get("tools").is_none() {
                found.check("H39", brought.is_err(), || {
                    format!(
                        "it declared sampling without tools, and answered a request with tools: {}",
                        shown(&brought)
                    )
                });
            }
        }
    }
    stage.leave(&view).await
}

pub(super) async fn malformed(stage: &mut Stage, found: &mut Found) -> Played {
    let (view, _) = stage.shown("a", "show", json!({})).await?;
    let view = view.name;
    let namespace = McpUiInitializeRequest::METHOD.split('/').next().unwrap_or_default();
    for (method, params) in [
        (McpUiOpenLinkRequest::METHOD, json!({})),
        (McpUiOpenLinkRequest::METHOD, json!({ "url": 7 })),
        (McpUiMessageRequest::METHOD, json!({ "role": "user", "content": "text" })),
        (McpUiUpdateModelContextRequest::METHOD, json!({ "content": 7 })),
        (&format!("{namespace}/conformance-no-such-method"), json!({})),
    ] {
        let answer = stage.ask_for(&view, method, params.clone()).await?;
        let refused = answer.as_ref().is_err_and(|error| error["message"] != UNANSWERED);
        found.check("H24", refused, || format!("{method} with {params} was answered with {}", shown(&answer)));
    }
    for message in [
        json!({ "hello": "from another library" }),
        json!("text"),
        json!(null),
        json!([{ "jsonrpc": "2.0", "id": 1, "method": PingRequest::METHOD }]),
        json!({ "jsonrpc": "2.0", "id": 4242, "result": {} }),
        json!({ "jsonrpc": "2.0", "method": 7 }),
    ] {
        stage.say(&view, message).await?;
    }
    stage.settle().await?;
    let alive = stage.ask::<PingRequest>(&view, json!({})).await?;
    found.check("H24", alive.is_ok(), || {
        format!("after what is no message, a ping was answered with {}", shown(&alive))
    });
    stage.leave(&view).await
}
