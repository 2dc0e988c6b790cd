//! What only a View's session does: greet, and notice what the Host delivers out of turn.

use std::time::Duration;

use mcp_apps_generated::wire::JsonObject;
use serde_json::value::RawValue;

use super::{CallId, Phase, Session, Side};
use crate::error::{Closed, Error, Refusal};
use crate::jsonrpc;
use crate::lifecycle::names::{INITIALIZE, INITIALIZED};
use crate::lifecycle::{Delivery, Rule};

#[derive(Debug, Default)]
pub(super) struct ViewState {
    pub(super) delivery: Delivery,
}

impl Session {
    /// Sends `ui/initialize`, once (V1). Its outcome comes as [`super::Event::Settled`]; then
    /// call [`accept`](Self::accept), or [`close`](Self::close) if it is no success.
    ///
    /// # Errors
    /// When this is not a View's session, or the handshake has begun already.
    pub fn initialize(
        &mut self,
        params: &RawValue,
        patience: Option<Duration>,
        now: Duration,
    ) -> Result<CallId, Error> {
        match (&self.side, self.phase) {
            (Side::Host(_), _) => Err(Refusal::Direction(INITIALIZE.to_owned()).into()),
            (_, Phase::Fresh) => {
                self.phase = Phase::Greeted;
                Ok(self.send_special(INITIALIZE, params, patience.or(self.config.request_timeout), now))
            }
            (_, Phase::Closed(why)) => Err(Error::Closed(why)),
            _ => Err(Error::State { method: INITIALIZE.to_owned(), rule: Rule::InitializedOnce }),
        }
    }

    /// Takes the Host's answer to the handshake as good: sends `initialized` (V2), after which
    /// everything may be said. `capabilities` are the Host's.
    ///
    /// # Errors
    /// When no handshake is open.
    pub fn accept(&mut self, capabilities: JsonObject) -> Result<(), Error> {
        match (&self.side, self.phase) {
            (Side::View(_), Phase::Greeted) => {
                self.peer = capabilities;
                self.phase = Phase::Ready;
                // Without `params`, as the TypeScript View does.
                self.transmit.push_back(jsonrpc::notification(INITIALIZED, None));
                self.events.push_back(super::Event::Initialized);
                Ok(())
            }
            (_, Phase::Closed(why)) => Err(Error::Closed(why)),
            _ => Err(Error::State { method: INITIALIZED.to_owned(), rule: Rule::InitializedOnce }),
        }
    }

    /// Ends a conversation whose handshake failed; nothing is sent.
    pub fn reject(&mut self) {
        self.close(Closed::Handshake);
    }
}
