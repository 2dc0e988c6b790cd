//! Our Host and our View with each other.

use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use futures_executor::LocalPool;
use futures_util::task::LocalSpawnExt;
use mcp_apps::draft::*;
use mcp_apps::testing::Clock;
use mcp_apps::transcript::{Spec, check};
use mcp_apps::transport::{Frame, Transport, pair};
use mcp_apps::{Closed, Error};
use serde_json::{Value, json};

/// Writes down what passes.
struct Recorded<T> {
    inner: T,
    lines: Arc<Mutex<Vec<String>>>,
}

impl<T> Recorded<T> {
    fn write(&self, dir: &str, text: &str) {
        let dir = if text.contains("/sandbox-") { dir.replace("view", "proxy") } else { dir.to_owned() };
        let message: Value = serde_json::from_str(text).unwrap();
        self.lines.lock().unwrap().push(json!({"dir": dir, "msg": message}).to_string());
    }
}

impl<T: Transport> Transport for Recorded<T> {
    fn poll_receive(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame, Error>>> {
        let frame = self.inner.poll_receive(cx);
        if let Poll::Ready(Some(Ok(frame))) = &frame {
            self.write("view->host", &frame.clone().into_text());
        }
        frame
    }

    fn send(&mut self, message: String) -> Result<(), Error> {
        self.write("host->view", &message);
        self.inner.send(message)
    }
}

#[test]
fn our_view_and_our_host_agree_and_break_no_rule() {
    let mut pool = LocalPool::new();
    let clock = Clock::default();
    let lines = Arc::new(Mutex::new(Vec::new()));
    let (host_end, view_end) = pair();
    let recorded = Recorded { inner: host_end, lines: Arc::clone(&lines) };
    let greeting = json!({
        "hostInfo": {"name": "h", "version": "0"},
        "hostContext": {"theme": "dark", "availableDisplayModes": ["inline", "fullscreen"]},
        "hostCapabilities": {"sandbox": {}},
    });
    let (host, host_driver) = super::host::builder(&greeting).attach(recorded, clock.clone()).unwrap();
    let builder = ViewBuilder::new(Implementation::new("v", "0"))
        .display_modes([McpUiDisplayMode::Inline, McpUiDisplayMode::Fullscreen])
        .offer_tools();
    let (connecting, view_driver) = builder.connect(view_end, clock).unwrap();
    for driver in [Box::pin(host_driver) as std::pin::Pin<Box<dyn Future<Output = _>>>, Box::pin(view_driver)] {
        pool.spawner().spawn_local(async { drop(driver.await) }).unwrap();
    }
    host.tool_input_partial(serde_json::from_value(json!({"city": "P"})).unwrap()).unwrap();

    let talk = async {
        let view = connecting.await?;
        host.initialized().await?;
        host.tool_input(serde_json::from_value::<serde_json::Map<_, _>>(json!({"city": "Paris"})).unwrap())?;
        host.tool_result(&CallToolResult::new(vec![TextContent::new("sunny").into()]))?;
        assert_eq!(view.tool_input().await?["city"], "Paris");
        assert_eq!(view.tool_result().await?.content.len(), 1);
        let echoed: Value = view.call_tool("refresh", &json!({"a": 1})).await?;
        assert_eq!(echoed["echoed"]["a"], 1);
        view.read_resource("ui://x/y").await?;
        view.list_resources(None).await?;
        view.open_link("https://example.com/").await?;
        assert!(matches!(view.open_link("ftp://example.com/").await, Err(Error::Declined { .. })));
        view.send_message(vec![TextContent::new("hello").into()]).await?;
        view.update_model_context(&McpUiUpdateModelContextRequestParams::new()).await?;
        view.create_message(&CreateMessageRequestParams::new(10, vec![])).await?;
        view.ping().await?;
        host.ping().await?;
        view.log(LoggingLevel::Info, json!({"x": 1}))?;
        view.send_size_changed(Some(300.0), Some(51.0))?;
        assert_eq!(view.request_display_mode(McpUiDisplayMode::Fullscreen).await?, McpUiDisplayMode::Fullscreen);
        let tool = Tool::new(serde_json::from_value::<serde_json::Map<_, _>>(json!({"type": "object"})).unwrap(), "t");
        view.tools().register(tool, |_, _| async { Ok(CallToolResult::new(vec![])) })?;
        assert_eq!(host.list_view_tools(None).await?.tools.len(), 1);
        host.call_view_tool(&CallToolRequestParams::new("t")).await?;
        assert_eq!(view.host_context().display_mode, Some(McpUiDisplayMode::Fullscreen));
        assert_eq!(host.host_context(), view.host_context());
        view.request_teardown()?;
        host.teardown(Duration::from_secs(5)).await?;
        assert_eq!(view.peer().closed().await, Closed::Channel);
        Ok::<_, Error>(())
    };
    pool.run_until(talk).unwrap();
    let recording = lines.lock().unwrap().join("\n");
    assert!(recording.lines().count() > 35, "{}", recording.lines().count());
    let findings: Vec<String> = check(&recording, Spec::Draft).iter().map(ToString::to_string).collect();
    assert_eq!(findings, Vec::<String>::new());
}
