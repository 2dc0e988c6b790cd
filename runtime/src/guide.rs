//! For those who come from elsewhere: what was written there, and what it is here. For Views: how they stay small. And the
//! rules by their numbers.
//!
//! The pages exist in the documentation only; their code is compiled and run with the tests.

#[cfg(all(feature = "host", feature = "server", feature = "rmcp-3"))]
#[doc = include_str!("guide/from_json.md")]
pub mod from_json {}

#[cfg(all(feature = "host", feature = "server", feature = "rmcp-3"))]
#[doc = include_str!("guide/from_ext_apps.md")]
pub mod from_ext_apps {}

#[cfg(all(feature = "host", feature = "server", feature = "rmcp-3"))]
#[doc = include_str!("guide/from_neva.md")]
pub mod from_neva {}

#[cfg(all(feature = "host", feature = "server", feature = "rmcp-3"))]
#[doc = include_str!("guide/small.md")]
#[doc = include_str!("guide/small_costs.md")]
#[doc = include_str!("guide/small_advice.md")]
pub mod small {}

#[doc = include_str!("guide/rules.md")]
#[doc = include_str!("guide/rules_host.md")]
#[doc = include_str!("guide/rules_others.md")]
pub mod rules {}
