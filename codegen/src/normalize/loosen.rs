//! Opens what the schema closes only because it was printed from zod's output side.

use crate::error::Result;
use crate::schema::{Document, Shape};

/// Opens every object, and reads a tool's input and output schema as any JSON object.
pub fn loosen(document: &mut Document) -> Result<()> {
    document.defs.values_mut().try_for_each(|node| {
        node.rewrite("", &mut |node, property| {
            if let Shape::Object(object) = &mut node.shape {
                object.open = true;
            }
            if matches!(property, "inputSchema" | "outputSchema")
                && matches!(node.shape, Shape::Object(_) | Shape::Map(_))
            {
                let mut like = node.clone();
                like.doc = None;
                node.shape = Shape::Schema(Box::new(like));
            }
            Ok(())
        })
    })
}
