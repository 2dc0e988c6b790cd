//! Files a View wants saved (H37).

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use mcp_apps_generated::draft::{McpUiDownloadContent, ReadResourceRequest, ResourceContents};
use mcp_apps_generated::wire::{JsonObject, Request};
use serde_json::{Value, json};

use super::backend::Watch;
use super::connection::Connection;
use super::link::is_hidden;
use crate::error::RpcError;

/// One file as it is offered, before anything is fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Download {
    /// A name that is safe to show and to save under.
    pub name: String,
    /// Its type, as the View says.
    pub mime_type: Option<String>,
    /// Where it comes from: `None` for one the View brings along, else the URI that the Host
    /// will ask the View's own MCP server for.
    pub link: Option<String>,
}

/// One file to save.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct File {
    /// A name that is safe to save under.
    pub name: String,
    /// Its type, as the View or its server says.
    pub mime_type: Option<String>,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// The name to save a resource under: the last segment of its URI, without anything a file
/// system or a reader could take for something else. `download` if nothing is left.
///
/// ```
/// use mcp_apps::host::file_name;
/// assert_eq!(file_name("file:///reports/2026%20Q1.pdf"), "2026 Q1.pdf");
/// assert_eq!(file_name("x://a/..%2f..%2f.bashrc"), "bashrc");
/// assert_eq!(file_name("x://a/CON.txt"), "_CON.txt");
/// ```
pub fn file_name(uri: &str) -> String {
    let path = &uri[..uri.find(['?', '#']).unwrap_or(uri.len())];
    let path = path.split_once("://").map_or(path, |(_, rest)| rest);
    let decoded = percent_decode(path.trim_end_matches('/').rsplit('/').next().unwrap_or_default());
    let last = decoded.rsplit(['/', '\\']).next().unwrap_or_default();
    let plain = |c: char| !c.is_control() && !is_hidden(c) && !matches!(c, '<' | '>' | ':' | '"' | '|' | '?' | '*');
    let kept: String = last.chars().filter(|c| plain(*c)).collect();
    let kept = kept.trim_matches(|c: char| c.is_whitespace() || c == '.');
    let name = shorten(if kept.is_empty() { "download" } else { kept });
    if is_device(&name) { format!("_{name}") } else { name }
}

/// Names that Windows takes for devices.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    let numbered =
        |prefix| stem.strip_prefix(prefix).is_some_and(|n: &str| n.len() == 1 && n != "0" && n.parse::<u8>().is_ok());
    matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$") || numbered("COM") || numbered("LPT")
}

/// At most 200 bytes, the extension kept.
fn shorten(name: &str) -> String {
    const LONGEST: usize = 200;
    if name.len() <= LONGEST {
        return name.to_owned();
    }
    let (stem, extension) = name.rsplit_once('.').filter(|(_, e)| e.len() <= 20).unwrap_or((name, ""));
    let mut end = LONGEST.saturating_sub(extension.len() + 1).min(stem.len());
    while !stem.is_char_boundary(end) {
        end -= 1;
    }
    let stem = &stem[..end];
    if extension.is_empty() { stem.to_owned() } else { format!("{stem}.{extension}") }
}

fn percent_decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let (mut decoded, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while at < bytes.len() {
        let hex = (bytes[at] == b'%').then(|| text.get(at + 1..at + 3)).flatten();
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => (decoded.push(byte), at += 3).0,
            None => (decoded.push(bytes[at]), at += 1).0,
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

/// What is offered, in the View's order.
pub(super) fn offers(contents: &[McpUiDownloadContent]) -> Result<Vec<Download>, RpcError> {
    contents.iter().map(offer).collect()
}

fn offer(content: &McpUiDownloadContent) -> Result<Download, RpcError> {
    match content {
        McpUiDownloadContent::Resource(embedded) => {
            let (uri, mime_type) = described(&embedded.resource)?;
            Ok(Download { name: file_name(&uri), mime_type, link: None })
        }
        McpUiDownloadContent::ResourceLink(link) => {
            Ok(Download { name: file_name(&link.uri), mime_type: link.mime_type.clone(), link: Some(link.uri.clone()) })
        }
        _ => Err(RpcError::denied("only resources and resource links can be saved")),
    }
}

fn value(contents: &ResourceContents) -> Value {
    serde_json::to_value(contents).unwrap_or_else(|_| json!({}))
}

fn described(contents: &ResourceContents) -> Result<(String, Option<String>), RpcError> {
    let contents = value(contents);
    let text = |name: &str| contents.get(name).and_then(Value::as_str).map(ToOwned::to_owned);
    Ok((text("uri").unwrap_or_default(), text("mimeType")))
}

/// Fetches and decodes what was approved; `max` bounds the bytes of all files together.
pub(super) async fn collect(
    connection: Option<&Connection>,
    contents: Vec<McpUiDownloadContent>,
    offers: Vec<Download>,
    max: usize,
) -> Result<Vec<File>, RpcError> {
    let (mut files, mut left) = (Vec::new(), max);
    for (content, offer) in contents.into_iter().zip(offers) {
        let found = match content {
            McpUiDownloadContent::Resource(embedded) => vec![value(&embedded.resource)],
            _ => fetch(connection, offer.link.as_deref().unwrap_or_default()).await?,
        };
        for contents in found {
            let bytes = decode(&contents, left)?;
            left = left.saturating_sub(bytes.len());
            let mime_type = contents.get("mimeType").and_then(Value::as_str).map(ToOwned::to_owned);
            files.push(File { name: offer.name.clone(), mime_type: mime_type.or(offer.mime_type.clone()), bytes });
        }
    }
    Ok(files)
}

async fn fetch(connection: Option<&Connection>, uri: &str) -> Result<Vec<Value>, RpcError> {
    let connection = connection.ok_or_else(|| RpcError::denied("this View is read-only: links are not followed"))?;
    let params = JsonObject::from_iter([("uri".to_owned(), Value::String(uri.to_owned()))]);
    let result = connection.request(<ReadResourceRequest as Request>::METHOD, Some(params), Watch::default()).await?;
    let result: Value = serde_json::from_str(result.get()).map_err(|error| RpcError::internal(error.to_string()))?;
    let contents = result.get("contents").and_then(Value::as_array).cloned().unwrap_or_default();
    if contents.is_empty() { Err(RpcError::internal("the server has nothing under this URI")) } else { Ok(contents) }
}

fn decode(contents: &Value, max: usize) -> Result<Vec<u8>, RpcError> {
    let too_large = || RpcError::denied(format!("the files are larger than {max} bytes"));
    if let Some(text) = contents.get("text").and_then(Value::as_str) {
        return if text.len() > max { Err(too_large()) } else { Ok(text.as_bytes().to_vec()) };
    }
    let blob = contents.get("blob").and_then(Value::as_str);
    let blob = blob.ok_or_else(|| RpcError::new(RpcError::INVALID_PARAMS, "a file has neither text nor blob"))?;
    if (blob.len() / 4 * 3).saturating_sub(2) > max {
        return Err(too_large());
    }
    let bytes = STANDARD.decode(blob).map_err(|error| RpcError::new(RpcError::INVALID_PARAMS, error.to_string()))?;
    if bytes.len() > max { Err(too_large()) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn h37_a_name_is_the_last_segment_made_safe() {
        for (uri, name) in [
            ("https://a.example/x/report.pdf?q=1#f", "report.pdf"),
            ("file:///a/b/", "b"),
            ("x://y", "y"),
            ("", "download"),
            ("x://y/...", "download"),
            ("x://y/..%5c..%5cwindows%5csystem.ini", "system.ini"),
            ("x://y/a%00b%0A.txt", "ab.txt"),
            ("x://y/invoice%E2%80%AEfdp.exe", "invoicefdp.exe"),
            ("x://y/nul", "_nul"),
            ("x://y/com1.log", "_com1.log"),
            ("x://y/common.log", "common.log"),
            ("x://y/%ZZ%", "%ZZ%"),
            ("x://y/a:b*c?.txt", "abc"),
        ] {
            assert_eq!(file_name(uri), name, "{uri}");
        }
        let long = file_name(&format!("x://y/{}.tar", "é".repeat(400)));
        assert!(long.len() <= 204 && long.ends_with("é.tar"), "{long}");
    }
}
