//! How large a View's frame is.

use mcp_apps_generated::draft::{McpUiContainerDimensions, McpUiDisplayMode, McpUiSizeChangedNotificationParams};
use mcp_apps_generated::wire::Number;

/// The size of an inline View's frame, in CSS pixels: the Host's page sets the width, the View's
/// reports the height (H42).
///
/// A View's wish for a width is ignored, or it would never grow back; and a height within
/// [`SLACK`](Self::SLACK) of the frame's own is no change, or a View that measures its frame
/// would make it grow for ever.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameSize {
    width: f64,
    height: f64,
    max_height: f64,
}

impl FrameSize {
    /// Differences up to this many pixels are not applied.
    pub const SLACK: f64 = 4.0;

    /// A frame of this width, and of at most this height.
    pub fn new(width: f64, max_height: f64) -> Self {
        // No number, or less than nothing, is nothing.
        FrameSize { width, height: 0.0, max_height: max_height.max(0.0) }
    }

    /// The frame's width and height.
    pub fn size(&self) -> (f64, f64) {
        (self.width, self.height)
    }

    /// The host context's `containerDimensions` for this frame. Send it again when the width changes.
    pub fn dimensions(&self) -> McpUiContainerDimensions {
        let mut dimensions = McpUiContainerDimensions::new();
        dimensions.width = Number::new(self.width);
        dimensions.max_height = Number::new(self.max_height);
        dimensions
    }

    /// The Host's page has another width now.
    pub fn resize(&mut self, width: f64) {
        self.width = width;
    }

    /// Takes a View's report; `Some` is the height to apply.
    pub fn report(&mut self, mode: &McpUiDisplayMode, size: &McpUiSizeChangedNotificationParams) -> Option<f64> {
        if *mode != McpUiDisplayMode::Inline {
            return None;
        }
        let height = size.height?.get();
        let height = height.clamp(0.0, self.max_height);
        if (height - self.height).abs() <= Self::SLACK {
            return None;
        }
        self.height = height;
        Some(height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn report(frame: &mut FrameSize, mode: McpUiDisplayMode, size: serde_json::Value) -> Option<f64> {
        frame.report(&mode, &serde_json::from_value(size).unwrap())
    }

    #[test]
    fn row_54_an_inline_views_width_is_its_hosts() {
        let mut frame = FrameSize::new(640.0, 800.0);
        assert_eq!(report(&mut frame, McpUiDisplayMode::Inline, json!({"width": 100, "height": 300})), Some(300.0));
        assert_eq!(frame.size(), (640.0, 300.0));
        frame.resize(900.0);
        assert_eq!(serde_json::to_value(frame.dimensions()).unwrap(), json!({"width": 900, "maxHeight": 800}));
    }

    #[test]
    fn row_53_a_view_that_measures_its_own_frame_does_not_make_it_grow() {
        let mut frame = FrameSize::new(640.0, 800.0);
        let mut applied = 0;
        let mut height = 300.0;
        for _ in 0..100 {
            // It reports its frame's height and its own border.
            if let Some(now) = report(&mut frame, McpUiDisplayMode::Inline, json!({"height": height})) {
                applied += 1;
                height = now + 2.0;
            }
        }
        assert_eq!(applied, 1);
        assert_eq!(report(&mut frame, McpUiDisplayMode::Inline, json!({"height": 5000})), Some(800.0));
        assert_eq!(report(&mut frame, McpUiDisplayMode::Fullscreen, json!({"height": 10})), None);
        assert_eq!(report(&mut frame, McpUiDisplayMode::Inline, json!({})), None);
    }
}
