//! Changes of lists on a connection of 2026-07-28.

use ::rmcp::ClientHandler;
use ::rmcp::model::{ProtocolVersion, ServerNotification, SubscriptionFilter};
use ::rmcp::service::{RoleClient, RunningService};

use super::super::backend::Change;
use super::super::connection::Connection;
use super::{Client, failed};
use crate::error::RpcError;

/// Hears of changes where a server tells only who asked for it (2026-07-28), and ends with the
/// subscription: spawn it, and run it again if the connection outlives it. On a connection of an
/// older version it ends at once, because there the client's handler is told.
///
/// # Errors
/// When the server refuses.
pub fn listen<H: ClientHandler>(
    running: &RunningService<RoleClient, Client<H>>,
    connection: &Connection,
) -> impl Future<Output = Result<(), RpcError>> + Send + use<H> {
    let (peer, connection) = (running.peer().clone(), connection.weak());
    let filter = connection.upgrade().map(|connection| filter(&connection));
    let asks = peer.peer_info().is_some_and(|info| info.protocol_version >= ProtocolVersion::V_2026_07_28);
    async move {
        let Some(filter) = filter.filter(|_| asks) else { return Ok(()) };
        let mut subscription = peer.listen(filter).await.map_err(failed)?;
        while let Some(notification) = subscription.next().await.map_err(failed)? {
            let (Some(change), Some(connection)) = (change(&notification), connection.upgrade()) else { continue };
            connection.changed(change);
        }
        Ok(())
    }
}

/// What the server declared that it can tell.
fn filter(connection: &Connection) -> SubscriptionFilter {
    let mut filter = SubscriptionFilter::builder();
    if connection.serves(&["tools", "listChanged"]) {
        filter = filter.tools_list_changed();
    }
    if connection.serves(&["resources", "listChanged"]) {
        filter = filter.resources_list_changed();
    }
    if connection.serves(&["prompts", "listChanged"]) {
        filter = filter.prompts_list_changed();
    }
    filter.build()
}

fn change(notification: &ServerNotification) -> Option<Change> {
    match notification {
        ServerNotification::ToolListChangedNotification(_) => Some(Change::Tools),
        ServerNotification::ResourceListChangedNotification(_) => Some(Change::Resources),
        ServerNotification::PromptListChangedNotification(_) => Some(Change::Prompts),
        _ => None,
    }
}
