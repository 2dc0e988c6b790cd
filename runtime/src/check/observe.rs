//! What a server says when a Host looks at it, in one era.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::Duration;

use mcp_apps_generated::v2026_01_26::{
    CallToolRequest, ListResourcesRequest, ListToolsRequest, MIME_TYPE, RESOURCE_URI_META_KEY, ReadResourceRequest,
    UI_META_KEY, URI_SCHEME,
};
use mcp_apps_generated::wire::Request;
use rmcp::model::ErrorCode;
use serde_json::{Value, json};

use super::Options;
use super::connection::{ConnectError, Connection, Era, Target};
use crate::uri::UiUri;

/// The error that a server answered with.
#[derive(Clone, Debug)]
pub(super) struct Failure(pub(super) Value);

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error {}: {}", self.0["code"], self.0["message"].as_str().unwrap_or("without a message"))
    }
}

pub(super) struct Observed {
    pub(super) era: Era,
    pub(super) capabilities: Value,
    /// How long anything may take.
    pub(super) patience: Duration,
    pub(super) tools: Vec<Value>,
    /// The listed resources that are UIs, or mean to be.
    pub(super) resources: Vec<Value>,
    /// What was read, by URI.
    pub(super) pages: BTreeMap<String, Result<Value, Failure>>,
    pub(super) calls: Vec<(String, Result<Value, Failure>)>,
    /// Lists that the server has and could not give, by their methods.
    pub(super) failed: Vec<(&'static str, Failure)>,
}

impl Observed {
    pub(super) async fn of(target: &Target, era: Era, options: &Options) -> Result<Self, ConnectError> {
        let (connection, mut hello) = Connection::open(target, era, options.timeout).await?;
        let capabilities = hello["capabilities"].take();
        let mut failed = Vec::new();
        let tools = list(&connection, ListToolsRequest::METHOD, "tools", &mut failed).await?;
        let mut resources = list(&connection, ListResourcesRequest::METHOD, "resources", &mut failed).await?;
        resources.retain(is_ui);
        let linked = tools.iter().flat_map(links);
        let listed = resources.iter().filter_map(|entry| entry["uri"].as_str());
        let uris: BTreeSet<String> =
            linked.chain(listed).filter(|uri| UiUri::parse(*uri).is_ok()).map(str::to_owned).collect();
        let mut pages = BTreeMap::new();
        for uri in uris {
            let answer = connection.ask(ReadResourceRequest::METHOD, json!({ "uri": uri })).await?;
            pages.insert(uri, answer.map_err(Failure));
        }
        let mut calls = Vec::new();
        for (name, arguments) in &options.calls {
            let params = json!({ "name": name, "arguments": arguments });
            let answer = connection.ask(CallToolRequest::METHOD, params).await?;
            calls.push((name.clone(), answer.map_err(Failure)));
        }
        connection.close().await;
        Ok(Observed { era, capabilities, patience: options.timeout, tools, resources, pages, calls, failed })
    }
}

/// Every entry of a list; none, where the server has no such list.
async fn list(
    connection: &Connection,
    method: &'static str,
    member: &str,
    failed: &mut Vec<(&'static str, Failure)>,
) -> Result<Vec<Value>, ConnectError> {
    let mut entries = Vec::new();
    let mut cursors = BTreeSet::new();
    let mut params = json!({});
    for _ in 0..MOST_PAGES {
        let mut page = match connection.ask(method, params).await? {
            Ok(page) => page,
            Err(error) => {
                if error["code"] != ErrorCode::METHOD_NOT_FOUND.0 {
                    failed.push((method, Failure(error)));
                }
                return Ok(entries);
            }
        };
        if let Value::Array(page) = page[member].take() {
            entries.extend(page);
        }
        match page["nextCursor"].as_str() {
            None => return Ok(entries),
            Some(cursor) if cursors.insert(cursor.to_owned()) => params = json!({ "cursor": cursor }),
            // What came twice would come for ever.
            Some(cursor) => {
                failed.push((method, endless(&format!("a list without an end: the cursor {cursor:?} comes twice"))));
                return Ok(entries);
            }
        }
    }
    failed.push((method, endless(&format!("a list of more than {MOST_PAGES} pages"))));
    Ok(entries)
}

fn endless(message: &str) -> Failure {
    Failure(json!({ "code": ErrorCode::INTERNAL_ERROR.0, "message": message }))
}

/// A list that goes on after these is taken for endless.
const MOST_PAGES: usize = 100;

/// The pages a tool links to, by either key, whether they are `ui://` or not.
pub(super) fn links(tool: &Value) -> Vec<&str> {
    let meta = &tool["_meta"];
    let nested = meta[UI_META_KEY]["resourceUri"].as_str();
    [nested, meta[RESOURCE_URI_META_KEY].as_str()].into_iter().flatten().collect()
}

fn is_ui_scheme(uri: &str) -> bool {
    uri.strip_prefix(URI_SCHEME).is_some_and(|rest| rest.starts_with("://"))
}

/// Whether a listed resource is a UI, or means to be one.
pub(super) fn is_ui(entry: &Value) -> bool {
    entry["mimeType"] == MIME_TYPE || entry["uri"].as_str().is_some_and(is_ui_scheme)
}
