//! Who serves the peer's requests.

use std::marker::PhantomData;

use mcp_apps_generated::v2026_01_26::{ProgressNotification, ProgressNotificationParams};
use mcp_apps_generated::wire::{Notification, Number, Request, RequestId, member};
use serde_json::value::RawValue;

use super::Peer;
use crate::error::{Error, RpcError};
use crate::jsonrpc::{self, Members};
use crate::table::Table;
use crate::task::{BoxFuture, MaybeSend, MaybeSync};

/// What a handler knows of the request beyond its parameters. When nobody waits for the answer
/// any more the handler's future is dropped.
#[derive(Clone, Debug)]
pub struct RequestContext {
    peer: Peer,
    method: String,
    token: Option<RequestId>,
}

impl RequestContext {
    pub(super) fn new(peer: Peer, method: String, params: Option<&RawValue>) -> Self {
        RequestContext { peer, method, token: params.and_then(progress_token) }
    }

    /// The method of the request.
    pub fn method(&self) -> &str {
        &self.method
    }

    /// The conversation the request came in.
    pub fn peer(&self) -> &Peer {
        &self.peer
    }

    /// Tells the peer how far the work has come, if it asked to know (M17). It also keeps the
    /// peer from giving up.
    ///
    /// # Errors
    /// When the session is over, or a number is not finite.
    pub fn progress(&self, progress: f64, total: Option<f64>) -> Result<(), Error> {
        let number =
            |value| Number::new(value).ok_or_else(|| Error::Encode("a progress that is not finite".to_owned()));
        let Some(token) = &self.token else { return Ok(()) };
        let mut params = ProgressNotificationParams::new(number(progress)?, token.clone());
        params.total = total.map(number).transpose()?;
        self.peer.notify::<ProgressNotification>(&params)
    }
}

fn progress_token(params: &RawValue) -> Option<RequestId> {
    // Most requests have none, and looking for the word is cheaper than parsing; in a page it is one more
    // thing to carry.
    if !cfg!(target_arch = "wasm32") && !params.get().contains("progressToken") {
        return None;
    }
    let meta = Members::of(params.get())?.get("_meta")?;
    member(&mut jsonrpc::object(meta)?, "progressToken").ok()
}

pub(super) type Answer = Result<Box<RawValue>, RpcError>;

pub(super) trait Serve: MaybeSend + MaybeSync {
    fn serve(&self, params: Option<Box<RawValue>>, cx: RequestContext) -> BoxFuture<'static, Answer>;
}

struct Raw<F>(F);

impl<F, Fut> Serve for Raw<F>
where
    F: Fn(Option<Box<RawValue>>, RequestContext) -> Fut + MaybeSend + MaybeSync,
    Fut: Future<Output = Answer> + MaybeSend + 'static,
{
    fn serve(&self, params: Option<Box<RawValue>>, cx: RequestContext) -> BoxFuture<'static, Answer> {
        Box::pin((self.0)(params, cx))
    }
}

struct Typed<R, F>(F, PhantomData<fn(R)>);

impl<R, F, Fut> Serve for Typed<R, F>
where
    R: Request,
    F: Fn(R::Params, RequestContext) -> Fut + MaybeSend + MaybeSync,
    Fut: Future<Output = Result<R::Result, RpcError>> + MaybeSend + 'static,
{
    fn serve(&self, params: Option<Box<RawValue>>, cx: RequestContext) -> BoxFuture<'static, Answer> {
        match jsonrpc::decode_params(params.as_deref()) {
            Ok(params) => {
                let answer = (self.0)(params, cx);
                Box::pin(async move { encode(&answer.await?) })
            }
            Err(error) => Box::pin(std::future::ready(Err(RpcError::invalid_params(&error)))),
        }
    }
}

fn encode<T: serde::Serialize>(result: &T) -> Answer {
    jsonrpc::encode(result).map_err(|error| match error {
        Error::Encode(why) => RpcError::internal(why),
        other => other.into(),
    })
}

trait Listen: MaybeSend + MaybeSync {
    fn hear(&self, params: Option<&RawValue>);
}

struct Ear<N, F>(F, PhantomData<fn(N)>);

impl<N: Notification, F: Fn(N::Params) + MaybeSend + MaybeSync> Listen for Ear<N, F> {
    fn hear(&self, params: Option<&RawValue>) {
        if let Ok(params) = jsonrpc::decode_params(params) {
            (self.0)(params);
        }
    }
}

/// The handlers of one side, by method. A request without a handler is answered −32601.
#[derive(Default)]
pub struct Handlers {
    handlers: Table<String, Box<dyn Serve>>,
    listeners: Table<String, Vec<Box<dyn Listen>>>,
}

impl Handlers {
    /// Serves requests `R`; a later handler of the same method replaces an earlier one.
    pub fn serve<R, F, Fut>(&mut self, handler: F)
    where
        R: Request + 'static,
        F: Fn(R::Params, RequestContext) -> Fut + MaybeSend + MaybeSync + 'static,
        Fut: Future<Output = Result<R::Result, RpcError>> + MaybeSend + 'static,
    {
        self.handlers.insert(R::METHOD.to_owned(), Box::new(Typed::<R, F>(handler, PhantomData)));
    }

    /// Serves requests of a method that no version of the specification lists.
    pub fn serve_raw<F, Fut>(&mut self, method: impl Into<String>, handler: F)
    where
        F: Fn(Option<Box<RawValue>>, RequestContext) -> Fut + MaybeSend + MaybeSync + 'static,
        Fut: Future<Output = Result<Box<RawValue>, RpcError>> + MaybeSend + 'static,
    {
        self.handlers.insert(method.into(), Box::new(Raw(handler)));
    }

    /// Calls `listener` with every notification `N`, in order; several listeners of one method
    /// are all called. One that does not fit its type is left out.
    pub fn listen<N, F>(&mut self, listener: F)
    where
        N: Notification + 'static,
        F: Fn(N::Params) + MaybeSend + MaybeSync + 'static,
    {
        let listener = Box::new(Ear::<N, F>(listener, PhantomData));
        match self.listeners.get_mut(N::METHOD) {
            Some(listeners) => listeners.push(listener),
            None => drop(self.listeners.insert(N::METHOD.to_owned(), vec![listener])),
        }
    }

    /// The methods that have a handler or a listener.
    pub fn methods(&self) -> impl Iterator<Item = &str> {
        let handled = self.handlers.iter().map(|(method, _)| &**method);
        handled.chain(self.listeners.iter().map(|(method, _)| &**method))
    }

    /// Whether requests of the method have a handler.
    pub fn serves(&self, method: &str) -> bool {
        self.handlers.get(method).is_some()
    }

    /// Calls the method's listeners; `false` if there are none.
    pub(super) fn hear(&self, method: &str, params: Option<&RawValue>) -> bool {
        let listeners = self.listeners.get(method);
        listeners.into_iter().flatten().for_each(|listener| listener.hear(params));
        listeners.is_some()
    }

    pub(super) fn get(&self, method: &str) -> Option<&dyn Serve> {
        self.handlers.get(method).map(|handler| &**handler)
    }
}

impl std::fmt::Debug for Handlers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.methods()).finish()
    }
}
