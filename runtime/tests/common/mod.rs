//! One thread, one clock, two drivers: what the tests of both sides share.
#![allow(dead_code)]

use futures_executor::LocalPool;
use futures_util::task::LocalSpawnExt;
use mcp_apps::peer::Driver;
use mcp_apps::testing::{Clock, FakeHost, FakeView};
use mcp_apps::transport::{Transport, pair};
use mcp_apps::v2026_01_26::*;
use mcp_apps::wire::JsonObject;
use serde_json::Value;

pub struct Stage {
    pub pool: LocalPool,
    pub clock: Clock,
}

impl Stage {
    pub fn new() -> Self {
        Stage { pool: LocalPool::new(), clock: Clock::default() }
    }

    pub fn spawn<T: Transport>(&mut self, driver: Driver<T>) {
        let driver = async { drop(driver.await) };
        self.pool.spawner().spawn_local(driver).unwrap();
    }

    /// Lets everything happen that can.
    pub fn run(&mut self) {
        self.pool.run_until_stalled();
    }

    pub fn wait<F: Future>(&mut self, future: F) -> F::Output {
        self.pool.run_until(future)
    }

    /// A Host, and a View in the test's hands.
    pub fn host(&mut self, builder: HostBuilder) -> (Host, FakeView) {
        let (fake, end) = FakeView::new();
        let (host, driver) = builder.attach(end, self.clock.clone()).unwrap();
        self.spawn(driver);
        (host, fake)
    }

    /// The same after the handshake.
    pub fn ready_host(&mut self, builder: HostBuilder, view: McpUiAppCapabilities) -> (Host, FakeView) {
        let (host, mut fake) = self.host(builder);
        self.shake_hands(&mut fake, view);
        (host, fake)
    }

    pub fn shake_hands(&mut self, fake: &mut FakeView, view: McpUiAppCapabilities) -> McpUiInitializeResult {
        let greeting = fake.greet(view).unwrap();
        self.run();
        let result = fake.be_ready(&greeting).unwrap();
        self.run();
        result
    }

    /// A View after the handshake, and a Host in the test's hands.
    pub fn ready_view(&mut self, builder: ViewBuilder, host: McpUiHostCapabilities) -> (View, FakeHost) {
        self.ready_view_in(builder, host, McpUiHostContext::default())
    }

    pub fn ready_view_in(
        &mut self,
        builder: ViewBuilder,
        host: McpUiHostCapabilities,
        context: McpUiHostContext,
    ) -> (View, FakeHost) {
        let (mut fake, end) = FakeHost::new();
        let (connecting, driver) = builder.connect(end, self.clock.clone()).unwrap();
        self.spawn(driver);
        self.run();
        fake.greet(host, context).unwrap();
        let view = self.wait(connecting).unwrap();
        fake.take_notification::<McpUiInitializedNotification>().unwrap();
        assert!(fake.is_silent());
        (view, fake)
    }

    /// Our Host and our View, talking.
    pub fn both(&mut self, host: HostBuilder, view: ViewBuilder) -> (Host, View) {
        let (left, right) = pair();
        let (host, driver) = host.attach(left, self.clock.clone()).unwrap();
        self.spawn(driver);
        let (connecting, driver) = view.connect(right, self.clock.clone()).unwrap();
        self.spawn(driver);
        let view = self.wait(connecting).unwrap();
        self.run();
        (host, view)
    }
}

pub fn host() -> HostBuilder {
    HostBuilder::new(Implementation::new("host", "1"))
}

pub fn view() -> ViewBuilder {
    ViewBuilder::new(Implementation::new("view", "1"))
}

pub fn object(value: Value) -> JsonObject {
    serde_json::from_value(value).unwrap()
}

pub fn text(text: &str) -> CallToolResult {
    CallToolResult::new(vec![TextContent::new(text).into()])
}

/// Everything the stable version lets a Host declare.
pub fn all() -> McpUiHostCapabilities {
    McpUiHostCapabilities::new()
        .with_open_links()
        .with_logging()
        .with_message(McpUiSupportedContentBlockModalities::new())
        .with_update_model_context(McpUiSupportedContentBlockModalities::new())
        .with_server_tools(McpUiHostCapabilitiesServerTools::new())
        .with_server_resources(McpUiHostCapabilitiesServerResources::new())
}
