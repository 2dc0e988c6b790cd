//! Events as `tracing` records, if the feature is on.

use crate::session::Event;

#[cfg(feature = "tracing")]
pub(crate) fn event(event: &Event) {
    match event {
        Event::Violation { rule, method } => tracing::warn!(rule = rule.code(), method, "{}", rule.sentence()),
        Event::Unsure { method } => tracing::warn!(method, "sent without a declared capability"),
        Event::Ignored(unreadable) => tracing::debug!(%unreadable, "message ignored"),
        Event::Settled { call, outcome: Err(error) } => tracing::debug!(?call, %error, "call failed"),
        Event::Closed(why) => tracing::info!(%why, "conversation over"),
        other => tracing::trace!(event = ?other),
    }
}

#[cfg(not(feature = "tracing"))]
pub(crate) fn event(_: &Event) {}
