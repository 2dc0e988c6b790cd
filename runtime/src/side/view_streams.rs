//! What a View hears again and again: changes of its context, and the tool's arguments while they are written.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_core::Stream;
use serde_json::value::RawValue;

use super::spec;
use super::view::fitting;
use crate::jsonrpc;
use crate::peer::{Note, Subscription};
use crate::wire::{DecodeError, JsonObject, member};

pub(super) fn read_context(context: Arc<JsonObject>) -> spec::McpUiHostContext {
    fitting(&context).unwrap_or_default()
}

/// The whole context after each change of it.
#[derive(Debug)]
pub struct ContextChanges {
    pub(super) members: Subscription<Arc<JsonObject>>,
}

impl ContextChanges {
    /// The next change if it is there already.
    pub fn try_next(&mut self) -> Option<spec::McpUiHostContext> {
        self.members.try_next().map(read_context)
    }
}

impl Stream for ContextChanges {
    type Item = spec::McpUiHostContext;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let next = Pin::new(&mut self.members).poll_next(cx);
        next.map(|context| context.map(read_context))
    }
}

/// The tool's arguments while the model still writes them. One that cannot be read is left out.
#[derive(Debug)]
pub struct Partials {
    pub(super) notes: Subscription<Note>,
}

impl Partials {
    /// The next ones if they are there already.
    pub fn try_next(&mut self) -> Option<JsonObject> {
        while let Some(note) = self.notes.try_next() {
            if let Ok(arguments) = arguments(note.as_deref()) {
                return Some(arguments);
            }
        }
        None
    }

    /// Waits for arguments, and gives the newest there are; those they replace are not even read.
    /// `None` once they are complete.
    pub async fn latest(&mut self) -> Option<JsonObject> {
        loop {
            let mut note = self.notes.next_event().await?;
            // Those that are left when the input is complete are no news any more.
            if self.notes.has_ended() {
                return None;
            }
            while let Some(newer) = self.notes.try_next() {
                note = newer;
            }
            if let Ok(arguments) = arguments(note.as_deref()) {
                return Some(arguments);
            }
        }
    }
}

impl Stream for Partials {
    type Item = JsonObject;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<JsonObject>> {
        loop {
            let Some(note) = std::task::ready!(Pin::new(&mut self.notes).poll_next(cx)) else {
                return Poll::Ready(None);
            };
            if let Ok(arguments) = arguments(note.as_deref()) {
                return Poll::Ready(Some(arguments));
            }
        }
    }
}

/// The tool's arguments in a notification's `params`.
pub(super) fn arguments(params: Option<&RawValue>) -> Result<JsonObject, DecodeError> {
    let mut params: JsonObject = jsonrpc::read_params(params)?;
    let arguments: Option<JsonObject> = member(&mut params, "arguments").map_err(|error| error.within("params"))?;
    Ok(arguments.unwrap_or_default())
}
