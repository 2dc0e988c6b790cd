//! The server adapter, on the wire: rmcp clients and raw JSON-RPC against wrapped servers.
#![cfg(feature = "server")]
#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "server/cancellation.rs"]
mod cancellation;
#[path = "server/clients.rs"]
mod clients;
#[path = "server/data_plane.rs"]
mod data_plane;
#[path = "server/differential.rs"]
mod differential;
#[path = "server/extension.rs"]
mod extension;
#[path = "server/hashed.rs"]
mod hashed;
#[path = "server/layers.rs"]
mod layers;
#[path = "server/servers.rs"]
mod servers;
#[path = "server/templates.rs"]
mod templates;
#[path = "server/tools.rs"]
mod tools;
#[path = "server/variants.rs"]
mod variants;
#[path = "server/wire.rs"]
mod wire;
