//! For those who come from elsewhere: what was written there, and what it is here. And for Views: how they stay small.
//!
//! The pages exist in the documentation only; their code is compiled and run with the tests.

#[doc = include_str!("guide/from_json.md")]
pub mod from_json {}

#[doc = include_str!("guide/from_ext_apps.md")]
pub mod from_ext_apps {}

#[doc = include_str!("guide/from_neva.md")]
pub mod from_neva {}

#[doc = include_str!("guide/small.md")]
#[doc = include_str!("guide/small_costs.md")]
#[doc = include_str!("guide/small_advice.md")]
pub mod small {}
