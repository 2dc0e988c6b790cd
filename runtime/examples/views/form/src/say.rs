//! What the page says to others than its server.

use mcp_apps::draft::{
    EmbeddedResource, McpUiDownloadContent, McpUiUpdateModelContextRequestParams, TextContent, TextResourceContents,
};
use mcp_apps::wire::write_tree;
use serde::Serialize;

/// For the model: words, and the same as data.
pub fn context(words: &str, data: &impl Serialize) -> McpUiUpdateModelContextRequestParams {
    let mut context = McpUiUpdateModelContextRequestParams::new();
    context.content = Some(vec![TextContent::new(words).into()]);
    context.structured_content = write_tree(data).ok().and_then(|data| data.as_object().cloned());
    context
}

/// A file of text, for the user's disk.
pub fn file(name: &str, text: &str) -> Vec<McpUiDownloadContent> {
    let mut contents = TextResourceContents::new(text, ["file:///", name].concat());
    contents.mime_type = Some("text/plain".to_owned());
    vec![McpUiDownloadContent::Resource(EmbeddedResource::new(contents))]
}
