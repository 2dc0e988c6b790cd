//! The typed, asynchronous sides with handlers for everything, over a channel that loses,
//! repeats and reorders, with a peer that may say anything: every call has one outcome, and
//! closing leaves nobody waiting.

use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use mcp_apps::draft::*;
use mcp_apps::jsonrpc::Limits;
use mcp_apps::peer::Driver;
use mcp_apps::testing::{Clock, From as Sender, Link, link};
use mcp_apps::transport::Pair;
use mcp_apps::{Error, RpcError};

use super::Program;

type Waiting<T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send>>;

struct Stage {
    clock: Clock,
    link: Link,
    host: Host,
    view: Option<View>,
    connecting: Option<Waiting<View>>,
    drivers: [Option<Driver<Pair>>; 2],
    waiting: Vec<Waiting<()>>,
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    (limits.max_in_flight, limits.max_kept, limits.max_bytes) = (8, 8, 4096);
    limits
}

fn stage() -> Stage {
    let (host_end, view_end, link) = link();
    let clock = Clock::default();
    let (host, host_driver) = HostBuilder::new(Implementation::new("host", "1"))
        .limits(limits())
        .host_context(McpUiHostContext::new().with_theme(McpUiTheme::Dark))
        .on_open_link(|_, _| async { Ok(McpUiOpenLinkResult::new()) })
        .on_message(McpUiSupportedContentBlockModalities::new(), |_, _| async { Err(RpcError::denied("no")) })
        .on_request::<CallToolRequest, _, _>(|_, _| std::future::pending())
        .on_request::<ReadResourceRequest, _, _>(|_, _| async { Ok(ReadResourceResult::new(vec![])) })
        .on_notification::<McpUiSizeChangedNotification, _>(drop)
        .attach(host_end, clock.clone())
        .expect("the builder is sound");
    let (connecting, view_driver) = ViewBuilder::new(Implementation::new("view", "1"))
        .limits(limits())
        .display_modes([McpUiDisplayMode::Inline, McpUiDisplayMode::Fullscreen])
        .offer_tools()
        .on_notification::<McpUiToolInputNotification, _>(drop)
        .connect(view_end, clock.clone())
        .expect("the builder is sound");
    let drivers = [Some(host_driver), Some(view_driver)];
    Stage { clock, link, host, view: None, connecting: Some(Box::pin(connecting)), drivers, waiting: Vec::new() }
}

impl Stage {
    /// Polls everything until nothing moves by itself; that takes few rounds.
    fn settle(&mut self) {
        let mut cx = Context::from_waker(Waker::noop());
        for _ in 0..3 {
            for driver in &mut self.drivers {
                if driver.as_mut().is_some_and(|driver| Pin::new(driver).poll(&mut cx).is_ready()) {
                    *driver = None;
                }
            }
            if let Some(Poll::Ready(view)) = self.connecting.as_mut().map(|view| view.as_mut().poll(&mut cx)) {
                (self.connecting, self.view) = (None, view.ok());
            }
            self.waiting.retain_mut(|call| call.as_mut().poll(&mut cx).is_pending());
        }
    }

    fn act(&mut self, kind: u8, n: u8, program: &mut Program<'_>) {
        let (to_host, place) = (n & 1 == 1, usize::from(n >> 1));
        let from = if to_host { Sender::Second } else { Sender::First };
        match kind % 16 {
            0 | 1 => drop(self.link.deliver_all(from)),
            2 => drop(self.link.deliver(from, place)),
            3 => drop(self.link.duplicate(from, place % 4)),
            4 => drop(self.link.lose(from, place)),
            5 => self.clock.advance(Duration::from_secs(u64::from(n))),
            6 => self.host_says(place),
            7 => self.view_says(place),
            8 => self.host.set_host_context(&McpUiHostContext::new().with_locale(format!("l{place}"))).unwrap_or(()),
            9 => self.waiting.push(Box::pin(self.host.teardown(Duration::from_secs(3)))),
            10 => self.drivers[usize::from(to_host)] = None,
            11 => self.waiting.clear(),
            // A peer that keeps no rules.
            _ => drop(self.link.inject(from, program.text())),
        }
    }

    fn host_says(&mut self, what: usize) {
        let host = self.host.clone();
        let said = match what % 8 {
            0 => host.tool_input(None),
            1 => host.tool_input_partial(Default::default()),
            2 => host.tool_result(&CallToolResult::new(vec![TextContent::new("x").into()])),
            3 => host.tool_cancelled(Some("x")),
            4 => host.tool_list_changed(),
            5 => {
                self.wait(host.list_view_tools(None));
                Ok(())
            }
            6 => {
                self.wait(host.ping());
                Ok(())
            }
            _ => {
                self.wait(host.initialized());
                Ok(())
            }
        };
        drop(said);
    }

    fn view_says(&mut self, what: usize) {
        let Some(view) = self.view.clone() else { return };
        match what % 8 {
            0 => self.wait(view.open_link("https://a.b")),
            1 => self.wait(view.read_resource("x://y")),
            2 => self.wait(view.call_tool::<_, serde_json::Value>("t", &serde_json::json!({}))),
            3 => self.wait(view.request_display_mode(McpUiDisplayMode::Fullscreen)),
            4 => drop(view.send_size_changed(Some(1.0), None)),
            5 => self.wait(view.tool_result()),
            6 => self.wait(view.tool_input()),
            _ => self.wait(view.ping()),
        }
    }

    fn wait<T>(&mut self, call: impl Future<Output = Result<T, Error>> + Send + 'static) {
        self.waiting.push(Box::pin(async move { call.await.map(drop) }));
    }
}

pub fn run(data: &[u8]) {
    let mut program = Program(data);
    let mut stage = stage();
    stage.settle();
    for _ in 0..200 {
        let (Some(kind), Some(n)) = (program.byte(), program.byte()) else { break };
        stage.act(kind, n, &mut program);
        stage.settle();
    }
    stage.host.close();
    stage.view.iter().for_each(View::close);
    stage.drivers = [None, None];
    stage.settle();
    assert!(stage.waiting.is_empty(), "{} still wait after the end", stage.waiting.len());
}

pub fn seeds() -> Vec<Vec<u8>> {
    // Greeting to the Host, its answer, `initialized`.
    const READY: [u8; 6] = [0, 1, 0, 0, 0, 1];
    let mut seeds = vec![
        READY.to_vec(),
        [&READY[..], &[6, 0, 6, 4, 7, 2, 0, 1, 0, 0, 5, 61, 9, 0, 0, 0, 0, 1]].concat(),
        [&READY[..], &[7, 0, 7, 4, 7, 6, 3, 1, 2, 3, 0, 1, 0, 0, 10, 0]].concat(),
        vec![6, 0, 6, 4, 9, 0, 5, 9],
    ];
    for (text, n) in super::recorded().iter().zip([0, 1].into_iter().cycle()) {
        seeds.push([&READY[..], &[15, n], text.as_bytes(), &[0, 0, 1, 0, 0]].concat());
    }
    seeds
}
