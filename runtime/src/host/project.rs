//! What the model sees of a tool's result.

use mcp_apps_generated::draft::{CallToolResult, ContentBlock};
use serde_json::Value;

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
    let mut seen = CallToolResult::new(result.content.iter().filter_map(plain).collect::<Vec<_>>());
    seen.is_error = result.is_error;
    if structured == Structured::Keep {
        seen.structured_content.clone_from(&result.structured_content);
    }
    seen
}

/// The block without `_meta`, its own and its embedded resource's; also one of a kind this version
/// does not know. What cannot be written is left out.
fn plain(block: &ContentBlock) -> Option<ContentBlock> {
    let mut block = serde_json::to_value(block).ok()?;
    block.as_object_mut()?.remove("_meta");
    if let Some(resource) = block.get_mut("resource").and_then(Value::as_object_mut) {
        resource.remove("_meta");
    }
    serde_json::from_value(block).ok()
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

    #[test]
    fn s17_nor_does_what_an_embedded_resource_or_a_block_of_a_newer_kind_keeps_for_the_view() {
        let result: CallToolResult = serde_json::from_value(json!({"content": [
            {"type": "resource", "resource": {"uri": "x://y", "text": "t", "_meta": {"secret": 1}}, "_meta": {"secret": 2}},
            {"type": "hologram", "depth": 3, "_meta": {"secret": 4}},
        ]}))
        .unwrap();
        let seen = serde_json::to_value(for_model(&result, Structured::Drop)).unwrap();
        assert!(!seen.to_string().contains("_meta"), "{seen}");
        assert_eq!(seen["content"][0]["resource"], json!({"uri": "x://y", "text": "t"}));
        assert_eq!(seen["content"][1], json!({"type": "hologram", "depth": 3}));
    }
}
