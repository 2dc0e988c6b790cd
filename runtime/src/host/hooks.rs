//! What a Host is asked before something is done for a View.

use std::sync::Arc;

use mcp_apps_generated::wire::JsonObject;

use super::inventory::ListedTool;
use crate::error::RpcError;
use crate::task::{BoxFuture, MaybeSend, MaybeSync};

/// A View wants to call a tool of its server. That it may is settled; whether it should is not.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ToolCall {
    /// The tool as its server lists it.
    pub tool: ListedTool,
    /// The arguments.
    pub arguments: JsonObject,
}

/// A View wants a request passed on to its server.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Forwarded {
    /// The method.
    pub method: String,
    /// Its parameters.
    pub params: Option<JsonObject>,
}

/// A question to the Host, and through it perhaps to its user. `Err` is the View's answer.
pub(super) trait Ask<Q>: MaybeSend + MaybeSync {
    fn ask(&self, question: Q) -> BoxFuture<'static, Result<(), RpcError>>;
}

impl<Q, F, Fut> Ask<Q> for F
where
    F: Fn(Q) -> Fut + MaybeSend + MaybeSync,
    Fut: Future<Output = Result<(), RpcError>> + MaybeSend + 'static,
{
    fn ask(&self, question: Q) -> BoxFuture<'static, Result<(), RpcError>> {
        Box::pin(self(question))
    }
}

/// A hook that may be missing.
pub(super) type Hook<Q> = Option<Arc<dyn Ask<Q>>>;

/// Without a hook the answer is yes.
pub(super) async fn ask<Q>(hook: &Hook<Q>, question: Q) -> Result<(), RpcError> {
    match hook {
        Some(hook) => hook.ask(question).await,
        None => Ok(()),
    }
}
