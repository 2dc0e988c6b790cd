//! The Host's side, typed. Compiled once per version of the specification.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_core::Stream;
use serde_json::value::RawValue;

use super::host_side::{HostStore, View};
use super::spec;
use crate::error::{Error, Refusal, to_object};
use crate::lifecycle::Step;
use crate::peer::{Call, Notifications, Peer, RequestOptions};
use crate::session::Event;
use crate::tool::Contract;
use crate::wire::{EmptyObject, JsonObject, Notification, check_strict};

/// A Host's handle to the View it shows. Clones share the conversation. It works from the
/// start, with or without an MCP connection behind it: what a View may not be told yet is kept
/// and sent as soon as it may.
///
/// Made by [`HostBuilder`](super::HostBuilder).
#[derive(Clone, Debug)]
pub struct Host {
    peer: Peer,
    store: Arc<HostStore>,
}

impl Host {
    pub(super) fn new(peer: Peer, store: Arc<HostStore>) -> Self {
        Host { peer, store }
    }

    /// The conversation itself: anything the specification does not list goes through it.
    pub fn peer(&self) -> &Peer {
        &self.peer
    }

    /// Waits until the View has sent `ui/notifications/initialized`.
    ///
    /// # Errors
    /// When the session ends before that.
    pub fn initialized(&self) -> impl Future<Output = Result<(), Error>> + use<> {
        self.store.initialized.wait()
    }

    /// Who the View says it is; `None` before its `ui/initialize`.
    pub fn app_info(&self) -> Option<spec::Implementation> {
        self.view(|view| view.info.clone())
    }

    /// What the View declared it can do; `None` before its `ui/initialize`.
    pub fn app_capabilities(&self) -> Option<spec::McpUiAppCapabilities> {
        self.view(|view| view.capabilities.clone())
    }

    /// The protocol version both sides agreed on; `None` before `ui/initialize`. A View that
    /// asks for one this Host does not know is answered with the newest it does (W11).
    pub fn protocol_version(&self) -> Option<String> {
        self.view(|view| view.protocol_version.clone())
    }

    fn view<T>(&self, read: impl FnOnce(&View) -> T) -> Option<T> {
        let view = self.store.view.lock().unwrap_or_else(PoisonError::into_inner);
        view.as_ref().map(read)
    }

    /// The host context as the View is to know it.
    pub fn host_context(&self) -> spec::McpUiHostContext {
        let context = self.peer.with_session(|session, _| session.context().cloned()).unwrap_or_default();
        serde_json::from_value(context.into()).unwrap_or_default()
    }

    /// Puts the given members over the host context. The View gets those that changed, in its
    /// handshake or by `ui/notifications/host-context-changed` (H43). A member left out keeps
    /// its value: the protocol cannot take one back.
    ///
    /// # Errors
    /// When the View does not support the display mode (H40), when a strict peer would reject
    /// the whole context for a value in it (W1–W3), or when the session is over.
    pub fn set_host_context(&self, context: &spec::McpUiHostContext) -> Result<(), Error> {
        let context = strict_context(context)?;
        self.peer.with_session(|session, _| session.set_context(context))
    }

    /// Sends the arguments as far as the model has written them, mended into valid JSON (H28).
    /// Only the latest is kept for a View that is not ready.
    ///
    /// # Errors
    /// Once the complete input has been given, or the call has ended.
    pub fn tool_input_partial(&self, arguments: JsonObject) -> Result<(), Error> {
        let params = spec::McpUiToolInputPartialNotificationParams::new().with_arguments(arguments);
        self.deliver(Step::Partial, &params)
    }

    /// Sends the tool's complete arguments, once; a tool without arguments has empty ones
    /// (H27). A View that starts over is told again.
    ///
    /// # Errors
    /// When it was given already, or the call has been cancelled.
    pub fn tool_input(&self, arguments: impl Into<Option<JsonObject>>) -> Result<(), Error> {
        let arguments = arguments.into().unwrap_or_default();
        self.deliver(Step::Input, &spec::McpUiToolInputNotificationParams::new().with_arguments(arguments))
    }

    /// Sends the tool's result as the server gave it, once, after the input (H29). Given
    /// before the input it waits for it. Places that strict peers reject are reported among
    /// [`Peer::notes`].
    ///
    /// # Errors
    /// When a result or a cancellation was given already (H30).
    pub fn tool_result(&self, result: &spec::CallToolResult) -> Result<(), Error> {
        self.deliver(Step::Result, result)?;
        if let Some(places) = strict_places(result) {
            let method = Step::Result.method().to_owned();
            self.peer.note(Event::Strict { method, places });
        }
        Ok(())
    }

    /// Tells that the call was cancelled, for whatever reason, and no result will follow
    /// (H30). It may come before the input.
    ///
    /// # Errors
    /// When a result or a cancellation was given already.
    pub fn tool_cancelled(&self, reason: Option<&str>) -> Result<(), Error> {
        let mut params = spec::McpUiToolCancelledNotificationParams::new();
        params.reason = reason.map(ToOwned::to_owned);
        self.deliver(Step::Cancelled, &params)
    }

    fn deliver<T: serde::Serialize>(&self, step: Step, params: &T) -> Result<(), Error> {
        let params = to_object(params)?.ok_or_else(|| Error::Encode("found null".to_owned()))?;
        self.peer.with_session(|session, _| session.deliver(step, params))
    }

    /// Tells that the server's tools have changed (M5, H45).
    ///
    /// # Errors
    /// When the builder did not declare it, or the session is over.
    pub fn tool_list_changed(&self) -> Result<(), Error> {
        self.peer.notify::<spec::ToolListChangedNotification>(&Some(spec::EmptyParams::default()))
    }

    /// Tells that the server's resources have changed (M11, H45).
    ///
    /// # Errors
    /// When the builder did not declare it, or the session is over.
    pub fn resource_list_changed(&self) -> Result<(), Error> {
        self.peer.notify::<spec::ResourceListChangedNotification>(&Some(spec::EmptyParams::default()))
    }

    /// Tells that the server's prompts have changed (M12).
    ///
    /// # Errors
    /// When the session is over.
    pub fn prompt_list_changed(&self) -> Result<(), Error> {
        self.peer.notify::<spec::PromptListChangedNotification>(&Some(spec::EmptyParams::default()))
    }

    /// Runs a tool that the View offers (M2).
    ///
    /// Fails when the View did not declare `tools`, is not ready or is gone, or answers with
    /// an error. A tool that failed is a result with `isError`.
    pub fn call_view_tool(&self, params: &spec::CallToolRequestParams) -> Call<spec::CallToolResult> {
        self.peer.request::<spec::CallToolRequest>(params)
    }

    /// Runs a tool that the View offers, by its contract; a tool that failed is an error that
    /// keeps the result.
    pub fn call_view<C: Contract>(&self, input: &C::Input) -> Call<C::Output> {
        super::tools::call::<C::Input, C::Output>(&self.peer, C::NAME, input, RequestOptions::new())
    }

    /// The tools the View offers, one page of them (M4, H48).
    pub fn list_view_tools(&self, params: Option<spec::PaginatedRequestParams>) -> Call<spec::ListToolsResult> {
        self.peer.request::<spec::ListToolsRequest>(&params)
    }

    /// Asks whether the View is alive (M14).
    pub fn ping(&self) -> Call<spec::EmptyResult> {
        self.peer.request::<spec::PingRequest>(&None)
    }

    /// The View's size, whenever it changes, in CSS pixels (H42).
    pub fn size_changes(&self) -> Notifications<spec::McpUiSizeChangedNotificationParams> {
        self.peer.notifications::<spec::McpUiSizeChangedNotification>()
    }

    /// Whenever the View's own tools change (M6).
    pub fn view_tool_list_changes(&self) -> impl Stream<Item = Result<Option<spec::EmptyParams>, Error>> + use<> {
        self.peer.notifications::<spec::ToolListChangedNotification>()
    }

    /// The View's log messages, if the builder accepts them.
    pub fn log_messages(&self) -> Notifications<spec::LoggingMessageNotificationParams> {
        self.peer.notifications::<spec::LoggingMessageNotification>()
    }

    /// Hands the sandbox proxy the View's page as soon as the proxy is ready, which may have
    /// been before (H22).
    ///
    /// # Errors
    /// When the proxy is not ready within `patience`, or has been given a page already.
    pub fn load_sandbox(
        &self,
        resource: &spec::McpUiSandboxResourceReadyNotificationParams,
        patience: Duration,
    ) -> impl Future<Output = Result<(), Error>> + use<> {
        let begun = object(resource).and_then(|resource| {
            let loaded = self.store.fresh_sandbox();
            self.peer.with_session(|session, now| session.load_sandbox(resource, patience, now))?;
            Ok(loaded)
        });
        async move { begun?.wait().await }
    }

    /// Takes the View down: asks it to, waits for its answer, and ends the session (H31). The
    /// View's requests are served until then. Whatever comes of it, the View may be removed
    /// afterwards.
    ///
    /// # Errors
    /// Tells how it went: the View answered with an error (TypeScript Views without a handler
    /// say −32601), or not at all within `patience`.
    pub fn teardown(&self, patience: Duration) -> impl Future<Output = Result<(), Error>> + use<> {
        let begun = object(&EmptyObject::default())
            .and_then(|params| self.peer.with_session(|session, now| session.teardown(&params, patience, now)));
        let down = self.store.torn_down.clone();
        async move {
            begun?;
            down.wait().await
        }
    }

    /// Ends the conversation without a word to the View.
    pub fn close(&self) {
        self.peer.close();
    }
}

fn object<T: serde::Serialize>(value: &T) -> Result<Box<RawValue>, Error> {
    to_object(value)?.ok_or_else(|| Error::Encode("found null".to_owned()))
}

/// The places where a strict peer would reject the message whole.
fn strict_places<T: serde::Serialize>(params: &T) -> Option<String> {
    let findings = check_strict("params", params);
    let places: Vec<String> = findings.iter().map(ToString::to_string).collect();
    (!places.is_empty()).then(|| places.join("; "))
}

/// The context's members, if no peer would reject them.
pub(super) fn strict_context(context: &spec::McpUiHostContext) -> Result<JsonObject, Error> {
    if let Some(places) = strict_places(context) {
        let method = <spec::McpUiHostContextChangedNotification as Notification>::METHOD.to_owned();
        return Err(Refusal::Strict { method, places }.into());
    }
    match serde_json::to_value(context) {
        Ok(serde_json::Value::Object(members)) => Ok(members),
        Ok(other) => Err(Error::Encode(format!("found {other}"))),
        Err(error) => Err(Error::Encode(error.to_string())),
    }
}

/// A slot that several parts of a side fill and read.
pub(super) type Slot<T> = Mutex<Option<T>>;
