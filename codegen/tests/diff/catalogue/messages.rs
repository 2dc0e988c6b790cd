//! Messages, in the schema and in `methods.toml`.

use serde_json::json;

use super::*;

pub fn messages() -> Vec<Case> {
    let ask = || {
        json!({
            "type": "object",
            "properties": { "method": { "type": "string", "const": "ui/ask" } },
            "required": ["method"],
            "additionalProperties": false,
        })
    };
    vec![
        free(
            "a method more",
            |document| document["$defs"]["McpUiAskRequest"] = ask(),
            &["method-added method ui/ask @ - -> /$defs/McpUiAskRequest"],
        ),
        free(
            "another method string",
            |document| {
                property(&mut document["$defs"]["McpUiOpenLinkRequest"], "method")["const"] = json!("ui/open-url");
            },
            &["method-string-changed method ui/open-link view->host @ /$defs/McpUiOpenLinkRequest/properties/method"],
        ),
        free(
            "a request that became a notification",
            |document| {
                let defs = document["$defs"].as_object_mut().unwrap();
                let definition = defs.remove("McpUiOpenLinkRequest").unwrap();
                defs.insert("McpUiOpenLinkNotification".to_owned(), definition);
            },
            &[
                "kind-changed method ui/open-link view->host @ /$defs/McpUiOpenLinkRequest -> /$defs/McpUiOpenLinkNotification",
                "type-renamed McpUiOpenLinkRequestParams @ /$defs/McpUiOpenLinkRequest/properties/params -> /$defs/McpUiOpenLinkNotification/properties/params",
                "type-renamed method ui/open-link view->host @ /$defs/McpUiOpenLinkRequest -> /$defs/McpUiOpenLinkNotification",
            ],
        ),
        free(
            "parameters that may be left out",
            |document| {
                require(&mut document["$defs"]["McpUiOpenLinkRequest"], "params", false);
            },
            &["params-optional method ui/open-link view->host params @ /$defs/McpUiOpenLinkRequest/properties/params"],
        ),
        free(
            "other parameters",
            |document| {
                *property(&mut document["$defs"]["McpUiHostContextChangedNotification"], "params") =
                    json!({ "type": "string" });
            },
            &[
                "params-changed method ui/notifications/host-context-changed host->view params @ /$defs/McpUiHostContextChangedNotification/properties/params",
            ],
        ),
        free(
            "no parameters",
            |document| {
                let schema = &mut document["$defs"]["McpUiInitializedNotification"];
                schema["properties"].as_object_mut().unwrap().remove("params");
            },
            &[
                "field-removed method ui/notifications/initialized view->host params @ /$defs/McpUiInitializedNotification/properties/params -> -",
            ],
        ),
    ]
}

/// A mutation of `methods.toml`.
fn table(name: &'static str, old: &str, new: &str, expected: &'static [&'static str]) -> Case {
    assert_eq!(methods().matches(old).count(), 1, "{old}");
    let mut case = free(name, |_| {}, expected);
    case.sides[1].methods = methods().replace(old, new);
    case
}

pub fn rows() -> Vec<Case> {
    let open_link = "type = \"McpUiOpenLinkRequest\"\nresult = \"McpUiOpenLinkResult\"\nphase = \"initialized\"\n";
    let once = "type = \"McpUiToolInputNotification\"\nphase = \"initialized\"\n";
    let empty = "type = \"McpUiUpdateModelContextRequest\"\nresult = \"EmptyResult\"\nempty_result = true\n";
    let prompts = "type = \"ListPromptsRequest\"\nparams = \"PaginatedRequestParams\"\nparams_optional = true\n";
    let progress = "from = \"host\"\nto = \"view\"\ntype = \"ProgressNotification\"\n";
    let other = progress.replace("Progress", "Elsewhere");
    let list = "name = \"prompts/list\"\nkind = \"request\"\nfrom = \"view\"\nto = \"host\"\n";
    vec![
        table(
            "earlier",
            open_link,
            &open_link.replace("\"initialized\"", "\"any\""),
            &["phase-widened method ui/open-link view->host @ /$defs/McpUiOpenLinkRequest"],
        ),
        table(
            "in another part",
            open_link,
            &open_link.replace("\"initialized\"", "\"initialize\""),
            &["phase-changed method ui/open-link view->host @ /$defs/McpUiOpenLinkRequest"],
        ),
        table(
            "no capability",
            "requires = \"host.openLinks\"\n",
            "",
            &["capability-dropped method ui/open-link view->host @ /$defs/McpUiOpenLinkRequest"],
        ),
        table(
            "another capability",
            "requires = \"host.openLinks\"\n",
            "requires = \"host.logging\"\n",
            &["capability-changed method ui/open-link view->host @ /$defs/McpUiOpenLinkRequest"],
        ),
        table(
            "more than once",
            &format!("{once}once = true\n"),
            once,
            &["once-dropped method ui/notifications/tool-input host->view @ /$defs/McpUiToolInputNotification"],
        ),
        table(
            "an answer that may say something",
            empty,
            &empty.replace("empty_result = true\n", ""),
            &["empty-result-dropped method ui/update-model-context view->host @ /$defs/McpUiUpdateModelContextRequest"],
        ),
        table(
            "another answer",
            open_link,
            &open_link.replace("McpUiOpenLinkResult", "McpUiInitializeResult"),
            &["result-changed method ui/open-link view->host @ /$defs/McpUiOpenLinkRequest"],
        ),
        table(
            "parameters from now on",
            prompts,
            &prompts.replace("params_optional = true\n", ""),
            &["params-required method prompts/list view->host @ -"],
        ),
        table(
            "other parameters of MCP's",
            prompts,
            &prompts.replace("Paginated", "ReadResource"),
            &["params-changed method prompts/list view->host @ -"],
        ),
        table(
            "a notification after all",
            list,
            &list.replace("request", "notification"),
            &["kind-changed method prompts/list view->host @ -"],
        ),
        table(
            "the other way round",
            list,
            &list.replace("view", "v").replace("host", "view").replace("\"v\"", "\"host\""),
            &["direction-changed method prompts/list @ -"],
        ),
        table(
            "one direction less",
            &format!("[[method]]\nname = \"notifications/progress\"\nkind = \"notification\"\n{progress}"),
            &format!("[[method]]\nname = \"notifications/elsewhere\"\nkind = \"notification\"\n{other}"),
            &[
                "method-added method notifications/elsewhere host->view @ -",
                "method-removed method notifications/progress host->view @ -",
            ],
        ),
        table(
            "another value",
            "value = \"ui/resourceUri\"",
            "value = \"ui/uri\"",
            &["constant-changed const RESOURCE_URI_META_KEY @ -"],
        ),
        table(
            "another constant's name",
            "[constants.URI_SCHEME]",
            "[constants.SCHEME]",
            &["constant-added const SCHEME @ -", "constant-removed const URI_SCHEME @ -"],
        ),
    ]
}
