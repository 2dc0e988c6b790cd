//! Which display mode a Host ends up in (H40, H41, V6).

use super::spec;
use crate::error::RpcError;
use crate::peer::{Handlers, Peer, RequestContext};
use crate::task::{BoxFuture, MaybeSend, MaybeSync};
use crate::wire::JsonObject;

type Answer = Result<spec::McpUiDisplayMode, RpcError>;

trait Switch: MaybeSend + MaybeSync {
    fn switch(&self, mode: spec::McpUiDisplayMode, cx: RequestContext) -> BoxFuture<'static, Answer>;
}

impl<F, Fut> Switch for F
where
    F: Fn(spec::McpUiDisplayMode, RequestContext) -> Fut + MaybeSend + MaybeSync,
    Fut: Future<Output = Answer> + MaybeSend + 'static,
{
    fn switch(&self, mode: spec::McpUiDisplayMode, cx: RequestContext) -> BoxFuture<'static, Answer> {
        Box::pin(self(mode, cx))
    }
}

/// The Host's way of switching, if it has one.
#[derive(Default)]
pub(super) struct DisplayModes {
    switch: Option<Box<dyn Switch>>,
}

impl DisplayModes {
    pub(super) fn new<F, Fut>(handler: F) -> Self
    where
        F: Fn(spec::McpUiDisplayMode, RequestContext) -> Fut + MaybeSend + MaybeSync + 'static,
        Fut: Future<Output = Answer> + MaybeSend + 'static,
    {
        DisplayModes { switch: Some(Box::new(handler)) }
    }

    /// Serves `ui/request-display-mode`, unless somebody else does already.
    pub(super) fn install(self, handlers: &mut Handlers) {
        if handlers.serves(crate::lifecycle::names::DISPLAY_MODE) {
            return;
        }
        handlers.serve::<spec::McpUiRequestDisplayModeRequest, _, _>(move |params, cx| {
            let peer = cx.peer().clone();
            let asked = is_possible(&peer, &params.mode).then_some(params.mode);
            let switching = asked.zip(self.switch.as_ref()).map(|(mode, switch)| switch.switch(mode, cx));
            async move {
                let mode = match switching {
                    Some(switching) => settle(&peer, switching.await?),
                    None => current(&peer),
                };
                Ok(spec::McpUiRequestDisplayModeResult::new(mode))
            }
        });
    }
}

/// Whether both sides support a mode; a side that named none supports any.
fn is_possible(peer: &Peer, mode: &spec::McpUiDisplayMode) -> bool {
    peer.with_session(|session, _| {
        let ours = session.context().and_then(|context| context.get("availableDisplayModes")?.as_array());
        let offered = ours.is_none_or(|modes| modes.iter().any(|known| known == mode.as_str()));
        offered && session.check_mode(mode.as_str()).is_ok()
    })
}

fn current(peer: &Peer) -> spec::McpUiDisplayMode {
    peer.with_session(|session, _| {
        let mode = session.context().and_then(|context| context.get("displayMode")?.as_str());
        mode.map_or(spec::McpUiDisplayMode::Inline, spec::McpUiDisplayMode::from)
    })
}

/// The mode the Host says it is in now becomes the context's, unless the View cannot be in it.
fn settle(peer: &Peer, mode: spec::McpUiDisplayMode) -> spec::McpUiDisplayMode {
    let members = JsonObject::from_iter([("displayMode".to_owned(), mode.as_str().into())]);
    match peer.with_session(|session, _| session.set_context(members)) {
        Ok(()) => mode,
        Err(_) => current(peer),
    }
}

impl std::fmt::Debug for DisplayModes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DisplayModes").field("switches", &self.switch.is_some()).finish()
    }
}
