//! Our Host in the place of the recorded AppBridge.

use std::time::Duration;

use futures_util::task::LocalSpawnExt;
use mcp_apps::RpcError;
use mcp_apps::draft::*;
use mcp_apps::peer::RequestOptions;
use mcp_apps::testing::Fake;
use mcp_apps::transport::pair;
use mcp_apps::wire::{Notification, Request};
use serde_json::{Value, json};

use super::replay::{Player, Stage, cases, play, table};
use super::{FULL, HOST_EDGE};

fn decoded<T: serde::de::DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).unwrap()
}

async fn answer<T: serde::de::DeserializeOwned>(value: Value) -> Result<T, RpcError> {
    Ok(decoded(value))
}

/// The recorder's Host: the same context, capabilities and answers.
pub fn builder(greeting: &Value) -> HostBuilder {
    let text = || decoded(json!({"text": {}}));
    HostBuilder::new(decoded::<Implementation>(greeting["hostInfo"].clone()))
        .host_context(decoded::<McpUiHostContext>(greeting["hostContext"].clone()))
        .sandbox(decoded::<McpUiHostCapabilitiesSandbox>(greeting["hostCapabilities"]["sandbox"].clone()))
        .on_open_link(|link, _| {
            let result = if link.url.starts_with("http") { json!({}) } else { json!({"isError": true}) };
            answer(result)
        })
        .on_download_file(|_, _| answer(json!({})))
        .on_call_tool(|call, _| async move {
            if call.name == "boom" {
                return Err(RpcError::internal("tool exploded"));
            }
            answer(json!({
                "content": [{"type": "text", "text": format!("r:{}", call.name)}],
                "structuredContent": {"echoed": call.arguments},
                "_meta": {"a": 1},
            }))
            .await
        })
        .on_read_resource(|read, _| {
            answer(json!({"contents": [{"uri": read.uri, "mimeType": "text/plain", "text": "hello"}]}))
        })
        .on_list_resources(|_, _| {
            answer(json!({"resources": [{"uri": "ui://x/y", "name": "y", "mimeType": MIME_TYPE}]}))
        })
        .on_log(|_| {})
        .on_update_model_context(decoded(json!({"text": {}, "structuredContent": {}})), |_, _| answer(json!({})))
        .on_message(text(), |_, _| answer(json!({})))
        .on_create_message(false, |_, _| {
            let content = json!({"type": "text", "text": "sampled"});
            answer(json!({"role": "assistant", "model": "m", "stopReason": "endTurn", "content": content}))
        })
        .on_request_display_mode(|mode, _| async { Ok(mode) })
}

pub struct HostPlayer {
    pub host: Host,
}

impl Player for HostPlayer {
    fn command(&mut self, stage: &mut Stage, message: &Value) -> Result<bool, String> {
        let method = message["method"].as_str().unwrap();
        let raw = message.get("params").map(|params| serde_json::value::to_raw_value(params).unwrap());
        if method == McpUiResourceTeardownRequest::METHOD {
            let teardown = self.host.teardown(Duration::from_secs(5));
            stage.pool.spawner().spawn_local(async { teardown.await.unwrap() }).unwrap();
        } else if method == McpUiSandboxResourceReadyNotification::METHOD {
            let page = decoded(message["params"].clone());
            let loading = self.host.load_sandbox(&page, Duration::from_secs(5));
            stage.pool.spawner().spawn_local(async { loading.await.unwrap() }).unwrap();
        } else if message.get("id").is_some() {
            let call = self.host.peer().request_raw(method, raw, RequestOptions::new());
            stage.pool.spawner().spawn_local(async { drop(call.await) }).unwrap();
        } else {
            return match self.host.peer().notify_raw(method, raw) {
                Err(mcp_apps::Error::State { rule, .. }) => Err(format!("refused {}", rule.code())),
                other => other.map(|()| true).map_err(|error| error.to_string()),
            };
        }
        Ok(true)
    }
}

fn replay(recording: &str, differences: &str) -> (HostPlayer, Stage) {
    let mut cases = cases(recording);
    assert_eq!(cases.len(), 1);
    let (_, lines) = cases.remove(0);
    let greeting = lines.iter().find(|(_, line)| line.msg.pointer("/result/hostInfo").is_some());
    let greeting = greeting.unwrap().1.msg["result"].clone();
    let (ours, theirs) = pair();
    let mut stage = Stage::new(Fake::at(theirs));
    let (host, driver) = builder(&greeting).attach(ours, stage.clock.clone()).unwrap();
    stage.pool.spawner().spawn_local(async { drop(driver.await) }).unwrap();
    let mut player = HostPlayer { host };
    let found = play(&mut stage, &mut player, &lines, &["host->view", "host->proxy"]);
    assert_eq!(found, table(differences));
    (player, stage)
}

#[test]
fn our_host_answers_the_recorded_view_as_the_recorded_host_did() {
    for recording in FULL {
        assert_eq!(recording.lines().count(), 51);
        let (player, _stage) = replay(recording, include_str!("../transcripts/full_host.differences"));
        assert_eq!(player.host.app_info().unwrap().name, "feas-view");
        assert!(player.host.teardown_requests().try_next().is_some());
        let mut sizes = player.host.size_changes();
        let widths = std::iter::from_fn(|| sizes.try_next()).map(|size| size.unwrap().width.unwrap().get());
        assert_eq!(widths.collect::<Vec<_>>(), [300.0, 400.0]);
    }
}

#[test]
fn our_host_survives_every_odd_message_the_recorded_host_survived() {
    assert_eq!(HOST_EDGE.lines().count(), 89);
    let (player, mut stage) = replay(HOST_EDGE, include_str!("../transcripts/host_edge.differences"));
    assert_eq!(player.host.peer().phase(), mcp_apps::session::Phase::Ready);
    // And it is still of use.
    player.host.tool_input(None).unwrap();
    stage.pool.run_until_stalled();
    stage.other.take_notification::<McpUiToolInputNotification>().unwrap();
}
