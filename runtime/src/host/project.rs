//! What the model sees of a tool's result.

use mcp_apps_generated::draft::{CallToolResult, ContentBlock};

/// Whether the model sees structured content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Structured {
    /// It is the View's; the model has `content` (the specification's advice).
    #[default]
    Drop,
    /// The model sees it too.
    Keep,
}

/// A result as the model is to see it: without `_meta`, which is for the View only, the result's
/// own and every block's. The View gets the result as it came.
#[must_use]
pub fn for_model(result: &CallToolResult, structured: Structured) -> CallToolResult {
    let mut seen = CallToolResult::new(result.content.iter().map(plain).collect::<Vec<_>>());
    seen.is_error = result.is_error;
    if structured == Structured::Keep {
        seen.structured_content.clone_from(&result.structured_content);
    }
    seen
}

fn plain(block: &ContentBlock) -> ContentBlock {
    let mut block = block.clone();
    match &mut block {
        ContentBlock::Text(text) => text.meta = None,
        ContentBlock::Image(image) => image.meta = None,
        ContentBlock::Audio(audio) => audio.meta = None,
        ContentBlock::ResourceLink(link) => link.meta = None,
        ContentBlock::Resource(resource) => resource.meta = None,
        _ => {}
    }
    block
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn s17_what_is_for_the_view_does_not_reach_the_model() {
        let result: CallToolResult = serde_json::from_value(json!({
            "content": [{"type": "text", "text": "sunny", "_meta": {"secret": 1}}],
            "structuredContent": {"big": [1]}, "_meta": {"token": "s"}, "isError": false,
        }))
        .unwrap();
        let seen = for_model(&result, Structured::Drop);
        assert_eq!(
            serde_json::to_value(&seen).unwrap(),
            json!({"content": [{"type": "text", "text": "sunny"}], "isError": false})
        );
        let seen = serde_json::to_value(for_model(&result, Structured::Keep)).unwrap();
        assert_eq!(seen["structuredContent"], json!({"big": [1]}));
        assert!(seen.get("_meta").is_none());
    }
}
