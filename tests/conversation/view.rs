//! Our View in the place of the recorded App.

use futures_util::task::LocalSpawnExt;
use mcp_apps::draft::*;
use mcp_apps::peer::RequestOptions;
use mcp_apps::testing::Fake;
use mcp_apps::transport::pair;
use mcp_apps::wire::{Notification, Request};
use mcp_apps::{Error, RpcError};
use serde_json::{Value, json};

use super::replay::{Line, Player, Stage, cases, play, table};
use super::{FULL, VIEW_EDGE};

fn decoded<T: serde::de::DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).unwrap()
}

struct ViewPlayer {
    view: Option<View>,
}

/// A refusal, in a word.
fn word(error: Error) -> String {
    match error {
        Error::State { rule, .. } => format!("refused {}", rule.code()),
        Error::Refused(mcp_apps::Refusal::DisplayMode(mode)) => format!("refused {mode}"),
        other => other.to_string(),
    }
}

impl Player for ViewPlayer {
    fn command(&mut self, stage: &mut Stage, message: &Value) -> Result<bool, String> {
        let method = message["method"].as_str().unwrap();
        if [McpUiInitializeRequest::METHOD, McpUiInitializedNotification::METHOD].contains(&method) {
            return Ok(false); // by itself
        }
        let view = self.view.as_ref().ok_or("no View yet")?;
        let raw = message.get("params").map(|params| serde_json::value::to_raw_value(params).unwrap());
        if message.get("id").is_none() {
            return view.peer().notify_raw(method, raw).map(|()| true).map_err(word);
        }
        if method == CallToolRequest::METHOD {
            let mut params: CallToolRequestParams = decoded(message["params"].clone());
            params.meta = None; // the token is ours to choose
            let call = view.call_tool_with(&params, RequestOptions::new());
            stage.pool.spawner().spawn_local(async { drop(call.await) }).unwrap();
        } else if method == McpUiRequestDisplayModeRequest::METHOD {
            let mut call = view.request_display_mode(decoded(message["params"]["mode"].clone()));
            let now = futures_util::FutureExt::now_or_never(&mut call);
            if let Some(Err(error)) = now {
                return Err(word(error));
            }
            stage.pool.spawner().spawn_local(async { drop(call.await) }).unwrap();
        } else {
            let call = view.peer().request_raw(method, raw, RequestOptions::new());
            stage.pool.spawner().spawn_local(async { drop(call.await) }).unwrap();
        }
        Ok(true)
    }
}

/// The recorder's View tool: doubles a number.
fn with_tools(builder: ViewBuilder, tool: Value) -> ViewBuilder {
    builder.tool(decoded(tool), |arguments, _| async move {
        let n = arguments.get("n").and_then(Value::as_i64);
        let n = n.ok_or_else(|| RpcError::new(RpcError::INVALID_PARAMS, "params.arguments.n: expected a number"))?;
        Ok(CallToolResult::new(vec![TextContent::new((n * 2).to_string()).into()]))
    })
}

fn replay(lines: &[(usize, Line)]) -> (Vec<super::replay::Difference>, Stage, Result<View, Error>) {
    let params = lines.iter().find_map(|(_, line)| line.msg.get("params")?.get("appInfo").map(|_| &line.msg["params"]));
    let params: McpUiInitializeRequestParams = decoded(params.unwrap().clone());
    let mut builder = ViewBuilder::new(params.app_info);
    if let Some(modes) = params.app_capabilities.available_display_modes {
        builder = builder.display_modes(modes);
    }
    if params.app_capabilities.tools.is_some() {
        let tool = lines.iter().find_map(|(_, line)| line.msg.pointer("/result/tools/0"));
        builder = with_tools(builder, tool.unwrap().clone());
    }
    let (ours, theirs) = pair();
    let mut stage = Stage::new(Fake::at(theirs));
    let (connecting, driver) = builder.connect(ours, stage.clock.clone()).unwrap();
    stage.pool.spawner().spawn_local(async { drop(driver.await) }).unwrap();
    let mut player = ViewPlayer { view: None };
    // The handshake first, then the rest with a View to command.
    let greeted = lines.iter().position(|(_, line)| line.msg.get("id") == Some(&json!(0)) && line.dir == "host->view");
    let (handshake, rest) = lines.split_at(greeted.unwrap() + 1);
    let ours = ["view->host"];
    let sandbox = |line: &Line| line.dir.contains("proxy");
    let handshake: Vec<&(usize, Line)> = handshake.iter().filter(|(_, line)| !sandbox(line)).collect();
    let handshake: Vec<(usize, Line)> = handshake
        .into_iter()
        .map(|(n, line)| (*n, Line { dir: line.dir.clone(), msg: line.msg.clone(), case: line.case.clone() }))
        .collect();
    let mut differences = play(&mut stage, &mut player, &handshake, &ours);
    // `initialized` follows the answer by itself; whether it was due, the recording's next line says.
    let due = rest.first().is_some_and(|(_, line)| line.msg["method"] == McpUiInitializedNotification::METHOD);
    let initialized = McpUiInitializedNotification::METHOD.to_owned();
    let sent = differences.iter().position(|(_, _, ours)| *ours == initialized);
    let rest = if due { &rest[1..] } else { rest };
    if let (true, Some(place)) = (due, sent) {
        differences.remove(place);
    } else if due {
        differences.push((rest[0].0, initialized, "silence".to_owned()));
    }
    let outcome = stage.pool.run_until(connecting);
    player.view = outcome.as_ref().ok().cloned();
    differences.extend(play(&mut stage, &mut player, rest, &ours));
    (differences, stage, outcome)
}

#[test]
fn our_view_says_to_the_recorded_host_what_the_recorded_view_said() {
    for recording in FULL {
        let (_, lines) = cases(recording).remove(0);
        assert_eq!(lines.len(), 51);
        let (differences, mut stage, view) = replay(&lines);
        assert_eq!(differences, table(include_str!("../transcripts/full_view.differences")));
        let view = view.unwrap();
        assert_eq!(Value::Object(stage.pool.run_until(view.tool_input()).unwrap()), json!({"city": "Paris"}));
        let result = stage.pool.run_until(view.tool_result()).unwrap();
        assert_eq!(result.structured_content, Some(json!({"temp": 20})));
        let mut partials = view.tool_input_partials();
        let cities = std::iter::from_fn(|| partials.try_next()).map(|partial| partial["city"].clone());
        assert_eq!(cities.collect::<Vec<_>>(), ["Pa", "Par"]);
        let context = view.host_context();
        assert_eq!((context.theme, context.locale.as_deref()), (Some(McpUiTheme::Light), Some("en-GB")));
        assert_eq!(context.tool_info.unwrap().tool.name, "show_weather");
    }
}

#[test]
fn our_view_survives_every_odd_message_the_recorded_view_survived() {
    let expected = table(include_str!("../transcripts/view_edge.differences"));
    let cases = cases(VIEW_EDGE);
    assert_eq!(cases.len(), 9);
    assert_eq!(cases.iter().map(|(_, lines)| lines.len()).sum::<usize>(), 126);
    let mut found = Vec::new();
    for (case, lines) in &cases {
        let (differences, _, view) = replay(lines);
        found.extend(differences);
        let refused = ["no hostContext", "no hostCapabilities", "error response"];
        assert_eq!(view.is_err(), refused.contains(&case.as_str()), "{case}");
    }
    assert_eq!(found, expected);
}
