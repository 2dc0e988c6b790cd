//! Counterparts in memory, for tests of Views and Hosts, ours included.
//!
//! * [`FakeHost`] and [`FakeView`] are the other end of a channel in a test's own hands: they
//!   send whatever the test says, right or wrong, and hand out typed messages.
//! * [`link`] is a channel that delivers nothing by itself: the test delivers, in any order,
//!   late, twice or never.
//! * [`Clock`] is a [`Timer`](crate::task::Timer) that stands still until the test moves it.
//!
//! None of them needs an executor of its own; with `futures_executor::LocalPool` and its
//! `run_until_stalled` a test is deterministic.
//!
//! ```
//! use futures_executor::{LocalPool, block_on};
//! use futures_util::task::LocalSpawnExt;
//! use mcp_apps::testing::{Clock, FakeHost};
//! use mcp_apps::v2026_01_26::*;
//!
//! let mut pool = LocalPool::new();
//! let (mut host, end) = FakeHost::new();
//! let view = ViewBuilder::new(Implementation::new("view", "1"));
//! let (connecting, driver) = view.connect(end, Clock::default())?;
//! pool.spawner().spawn_local(async { driver.await.unwrap() }).unwrap();
//! pool.run_until_stalled();
//!
//! let (id, params) = host.take_request::<McpUiInitializeRequest>()?;
//! assert_eq!(params.app_info.name, "view");
//! host.respond::<McpUiInitializeRequest>(&id, Err(mcp_apps::RpcError::denied("not today")))?;
//! assert!(pool.run_until(connecting).is_err());
//! assert!(host.is_silent()); // and `initialized` was not sent
//! # Ok::<(), mcp_apps::Error>(())
//! ```

mod clock;
mod fake;
mod link;

pub use clock::Clock;
pub use fake::{Fake, FakeHost, FakeView, Received};
pub use link::{From, Link, link};
