//! Folds `anyOf` of string constants into one enum.

use crate::error::Result;
use crate::schema::{Document, Shape};

/// Turns every union of constants into an enum of their values.
pub fn fold_constants(document: &mut Document) -> Result<()> {
    document.defs.values_mut().try_for_each(|node| {
        node.rewrite("", &mut |node, _| {
            if let Shape::AnyOf(members) = &node.shape {
                let constant = |shape: &Shape| match shape {
                    Shape::Const(value) => Some(value.clone()),
                    _ => None,
                };
                if let Some(values) = members.iter().map(|member| constant(&member.shape)).collect::<Option<Vec<_>>>() {
                    node.shape = Shape::Enum(values);
                }
            }
            Ok(())
        })
    })
}
