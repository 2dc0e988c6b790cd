//! One name per shape: small passes over the repaired schema, in order.

pub(crate) mod hoist;
pub(crate) mod loosen;
pub(crate) mod name;
mod names;
pub(crate) mod relink;
pub(crate) mod tags;

pub use names::Names;

use crate::error::{Error, Result, Stage};
use crate::schema::{Bounds, Document, Node, Shape, Text};

/// Brings the upstream document into one shape per type and adds our data-plane definitions.
pub fn normalize(mut document: Document, ours: Document, names: &Names) -> Result<Document> {
    tags::fold_constants(&mut document)?;
    loosen::loosen(&mut document)?;
    hoist::hoist(&mut document, names)?;
    relink::relink(&mut document)?;
    merge(&mut document, ours)?;
    name::name(&mut document, names)?;
    document.check_refs()?;
    Ok(document)
}

/// Adds our definitions. They may repeat one that upstream has in some versions, if they agree.
fn merge(document: &mut Document, mut ours: Document) -> Result<()> {
    loosen::loosen(&mut ours)?;
    for (name, node) in ours.defs {
        match document.defs.get(&name) {
            None => drop(document.defs.insert(name, node)),
            Some(theirs) if theirs.key() == node.key() => {}
            Some(theirs) => {
                let message = format!("`{name}` differs from upstream's at {}", theirs.at);
                let remedy = "bring spec/mcp.schema.json up to date";
                return Err(Error::new(Stage::Normalize, message).at(node.at).remedy(remedy));
            }
        }
    }
    Ok(())
}

/// `anyOf [string, integer]`, any string and every safe integer: an id.
pub fn is_id(members: &[Node]) -> bool {
    const SAFE: i64 = (1 << 53) - 1;
    let safe = Bounds { integer: true, minimum: Some((-SAFE).into()), maximum: Some(SAFE.into()) };
    match members {
        [one, two] => one.shape == Shape::Text(Text::default()) && two.shape == Shape::Number(safe),
        _ => false,
    }
}

/// `T` of `anyOf [T, [T]]`.
pub fn one_or_many(members: &[Node]) -> Option<&Node> {
    match members {
        [one, Node { shape: Shape::Array(items), .. }] if items.key() == one.key() => Some(one),
        _ => None,
    }
}
