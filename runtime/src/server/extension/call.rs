//! One request of an extension's method, as its handler sees it.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::future::Future;
use std::sync::Arc;

use mcp_apps_generated::wire::{JsonObject, RequestId};
use rmcp::ErrorData;
use rmcp::model::{CustomNotification, ServerNotification};
use rmcp::service::{RequestContext, RoleServer};
use serde::Serialize;
use tokio::sync::Mutex;

use crate::server::context::request_id;

/// One request of an extension's method. Cheap to clone; a clone that outlives its request can no
/// longer notify.
#[derive(Clone, Debug)]
pub struct Call {
    context: RequestContext<RoleServer>,
    extension: Arc<str>,
    notifications: Arc<BTreeMap<String, TypeId>>,
    /// Whether the handler has returned. Held while a notification is being sent, so that none is
    /// overtaken by the answer.
    answered: Arc<Mutex<bool>>,
}

impl Call {
    pub(super) fn new(
        context: RequestContext<RoleServer>,
        extension: Arc<str>,
        notifications: Arc<BTreeMap<String, TypeId>>,
    ) -> Self {
        Call { context, extension, notifications, answered: Arc::default() }
    }

    /// The request's context: its `_meta`, version, peer and HTTP parts, and its cancellation token
    /// as `ct`.
    pub fn context(&self) -> &RequestContext<RoleServer> {
        &self.context
    }

    /// The JSON-RPC id of the request.
    pub fn id(&self) -> RequestId {
        request_id(&self.context)
    }

    /// The settings with which the client declares the extension; `None` if it does not.
    pub fn client_settings(&self) -> Option<JsonObject> {
        self.context.client_capabilities()?.extensions?.remove(&*self.extension)
    }

    /// Waits until the client cancels the request or hangs up. What is answered then is not sent.
    pub fn cancelled(&self) -> impl Future<Output = ()> + Send + 'static {
        self.context.ct.clone().cancelled_owned()
    }

    /// Whether the client has cancelled the request or hung up.
    pub fn is_cancelled(&self) -> bool {
        self.context.ct.is_cancelled()
    }

    /// Sends one of the extension's notifications to the client that asked.
    ///
    /// # Errors
    ///
    /// The notification was not declared with these parameters, the request is cancelled or answered
    /// already, or the client is gone. A handler can pass the error on with `?`.
    pub async fn notify<P: Serialize + 'static>(&self, name: &str, params: &P) -> Result<(), ErrorData> {
        let failed = |why: &str| ErrorData::internal_error(format!("{}: {name}: {why}", self.extension), None);
        if self.notifications.get(name) != Some(&TypeId::of::<P>()) {
            return Err(failed("not declared with these parameters: `.notification::<Params>(name)`"));
        }
        let params = serde_json::to_value(params).map_err(|error| failed(&error.to_string()))?;
        let answered = self.answered.lock().await;
        if *answered || self.is_cancelled() {
            return Err(failed(if *answered { "the request is answered" } else { "the request is cancelled" }));
        }
        let notification = ServerNotification::CustomNotification(CustomNotification::new(name, Some(params)));
        let sent = tokio::select! {
            sent = self.context.peer.send_notification(notification) => sent,
            () = self.cancelled() => return Err(failed("the request is cancelled")),
        };
        sent.map_err(|error| failed(&error.to_string()))
    }

    /// From here on the request is answered.
    pub(super) async fn finish(&self) {
        *self.answered.lock().await = true;
    }
}
