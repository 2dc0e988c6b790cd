//! The host adapter against a server and a View in the test's hands.

#![cfg(feature = "host")]
#![allow(clippy::unwrap_used)]

#[path = "host_adapter/bridge.rs"]
mod bridge;
#[cfg(all(feature = "rmcp-3", feature = "server"))]
#[path = "host_adapter/contract.rs"]
mod contract;
#[path = "host_adapter/discovery.rs"]
mod discovery;
#[path = "host_adapter/limits.rs"]
mod limits;
#[path = "host_adapter/load.rs"]
mod load;
#[cfg(feature = "rmcp-3")]
#[path = "host_adapter/over_rmcp.rs"]
mod over_rmcp;
#[path = "host_adapter/own_call.rs"]
mod own_call;
#[path = "host_adapter/stage.rs"]
mod stage;
