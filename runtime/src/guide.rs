//! For those who come from elsewhere: what was written there, and what it is here.
//!
//! The pages exist in the documentation only; their code is compiled and run with the tests.

#[doc = include_str!("guide/from_json.md")]
pub mod from_json {}

#[doc = include_str!("guide/from_ext_apps.md")]
pub mod from_ext_apps {}

#[doc = include_str!("guide/from_neva.md")]
pub mod from_neva {}
