//! Whether this side may send a message now.

use mcp_apps_generated::wire::{Kind, Method, Party, Phase as Row};

use super::{Event, Phase, Session};
use crate::error::{Error, Refusal};
use crate::lifecycle::{Rule, declared};

impl Session {
    /// Refuses what the method table, the phase or the capabilities forbid.
    pub(super) fn gate(&mut self, method: &str, kind: Kind) -> Result<(), Error> {
        let row = self.row_of_ours(method);
        self.check_direction(method, kind, row)?;
        self.check_phase(method, row)?;
        match row {
            Some(row) => self.check_capability(row),
            None => Ok(()),
        }
    }

    fn check_direction(&self, method: &str, kind: Kind, row: Option<&Method>) -> Result<(), Error> {
        let fits = match row {
            Some(row) => row.kind == kind && !matches!(row.phase, Row::Initialize | Row::Sandbox),
            None => !self.config.methods.iter().any(|row| row.name == method),
        };
        if fits { Ok(()) } else { Err(Refusal::Direction(method.to_owned()).into()) }
    }

    fn check_phase(&self, method: &str, row: Option<&Method>) -> Result<(), Error> {
        let any = row.is_some_and(|row| row.phase == Row::Any);
        let rule = match (self.phase, self.role()) {
            (Phase::Closed(why), _) => return Err(Error::Closed(why)),
            (Phase::Ready, _) => return Ok(()),
            (Phase::Closing, _) => Rule::TeardownHandshake,
            (Phase::Fresh | Phase::Greeted, Party::Host) => Rule::SilentBeforeInitialized,
            (Phase::Fresh | Phase::Greeted, _) if any => return Ok(()),
            (Phase::Fresh | Phase::Greeted, _) => Rule::InitializeFirst,
        };
        Err(Error::State { method: method.to_owned(), rule })
    }

    pub(super) fn check_capability(&mut self, row: &Method) -> Result<(), Error> {
        let Some(capability) = row.requires else {
            return Ok(());
        };
        let ours = capability.of == self.role();
        // Before the handshake nothing is known of the peer; what may be sent then, may.
        if !ours && self.phase != Phase::Ready {
            return Ok(());
        }
        let capabilities = if ours { &self.config.capabilities } else { &self.peer };
        if declared(&capability, capabilities) {
            return Ok(());
        }
        if capability.unknown_ok {
            self.events.push_back(Event::Unsure { method: row.name.to_owned() });
            return Ok(());
        }
        let of = if capability.of == Party::Host { "host" } else { "view" };
        let capability = [of, ".", &capability.path.join(".")].concat();
        Err(Refusal::Capability { method: row.name.to_owned(), capability }.into())
    }
}
