//! The channel between the bridge and a View's frame: the page carries it, and everything on it is seen.

use std::sync::Weak;
use std::task::{Context, Poll};

use mcp_apps_generated::draft::{McpUiSandboxProxyReadyNotification, McpUiSandboxResourceReadyNotification};
use mcp_apps_generated::wire::Notification;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::desk::Desk;
use super::seen::What;
use crate::error::Error;
use crate::host::ModelContext;
use crate::transcript::Direction;
use crate::transport::{Frame, Transport};

/// The bridge's end.
pub(super) struct Tap {
    pub(super) desk: Weak<Desk>,
    pub(super) view: u64,
    pub(super) incoming: mpsc::UnboundedReceiver<Value>,
    /// What the page knows of the View's context for the model.
    pub(super) context: Option<ModelContext>,
}

/// Whom a View's frame speaks for: the sandbox around the View has one thing to say.
pub(super) fn from(message: &Value) -> Direction {
    match message["method"] == McpUiSandboxProxyReadyNotification::METHOD {
        true => Direction::ProxyToHost,
        false => Direction::ViewToHost,
    }
}

/// Whom a message of the Host's is for.
pub(super) fn to(message: &Value) -> Direction {
    match message["method"] == McpUiSandboxResourceReadyNotification::METHOD {
        true => Direction::HostToProxy,
        false => Direction::HostToView,
    }
}

impl Tap {
    /// An answer of the Host's may have to do with the model's context.
    fn tell_context(&mut self, desk: &Desk) {
        let context = desk.view().and_then(|view| view.model_context());
        if context != self.context {
            let told = context.as_ref().map(ModelContext::to_value);
            desk.say(&json!({ "op": "modelContext", "view": self.view, "context": told }));
            self.context = context;
        }
    }
}

impl Transport for Tap {
    fn poll_receive(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame, Error>>> {
        self.incoming.poll_recv(cx).map(|message| message.map(|message| Ok(Frame::Value(message))))
    }

    fn send(&mut self, message: String) -> Result<(), Error> {
        let Some(desk) = self.desk.upgrade() else { return Err(Error::Transport("the page is gone".to_owned())) };
        let seen: Value = serde_json::from_str(&message).unwrap_or_default();
        if seen.get("method").is_none() {
            self.tell_context(&desk);
        }
        desk.see(Some(self.view), What::Message { dir: to(&seen), msg: seen });
        desk.say_text(format!("{{\"op\":\"message\",\"view\":{},\"message\":{message}}}", self.view));
        Ok(())
    }
}
