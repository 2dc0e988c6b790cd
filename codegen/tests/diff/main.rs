//! The drift verdict, on the bytes upstream published and on mutations of them.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed, as it should")]

mod api;
mod cases;
mod catalogue;
mod gaps;
mod history;
mod instances;
mod mutate;
mod oracle;
mod property;
mod readme;
mod semver;
mod upstream;
