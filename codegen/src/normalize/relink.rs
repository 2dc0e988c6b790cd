//! Replaces inline copies of a definition by a reference to it.

use std::collections::BTreeMap;

use crate::error::{Error, Result, Stage};
use crate::schema::{Document, Node, Shape};

/// Links every inline shape that equals a named definition, outermost first.
///
/// Messages are never linked to, nor are results: two results that look the same answer
/// different requests. MCP's own shapes know nothing of MCP Apps and are left alone.
pub fn relink(document: &mut Document) -> Result<()> {
    let mut names = Targets::new();
    for (name, node) in &document.defs {
        if is_apps(name) && is_target(name, node) {
            let target = Target { name: name.clone(), at: node.at.clone(), strangers: node.strangers() };
            names.entry(node.key()).or_default().push(target);
        }
    }
    let apps = document.defs.iter_mut().filter(|(name, _)| is_apps(name));
    apps.map(|(_, node)| node).try_for_each(|node| below(node, &mut |node| link(node, &names)))
}

/// What an inline shape can be a copy of, by the key of the shape.
type Targets = BTreeMap<String, Vec<Target>>;

struct Target {
    name: String,
    at: String,
    strangers: String,
}

fn is_apps(name: &str) -> bool {
    name.starts_with("McpUi")
}

fn is_target(name: &str, node: &Node) -> bool {
    let shape = match &node.shape {
        Shape::Object(object) => !object.properties.is_empty() && !object.properties.contains_key("method"),
        Shape::Map(map) => map.keys.is_some(),
        Shape::Enum(_) => true,
        _ => false,
    };
    shape && !name.ends_with("Result")
}

fn link(node: &mut Node, names: &Targets) -> Result<bool> {
    match names.get(&node.key()).map(Vec::as_slice) {
        None => Ok(false),
        Some([target]) if target.strangers != node.strangers() => Err(Error::new(
            Stage::Normalize,
            format!(
                "this copy of `{}` treats members it does not declare unlike the one at {}",
                target.name, target.at
            ),
        )
        .at(&node.at)
        .remedy("upstream's copies disagree: a named repair in codegen/src/repair.rs must say which is meant")),
        Some([target]) => {
            node.shape = Shape::Ref(target.name.clone());
            Ok(true)
        }
        Some(several) => Err(Error::new(
            Stage::Normalize,
            format!(
                "this inline shape equals {}",
                several.iter().map(|target| target.name.as_str()).collect::<Vec<_>>().join(" and ")
            ),
        )
        .at(&node.at)
        .remedy("the definitions cannot be told apart by shape: teach codegen/src/normalize/relink.rs which is meant")),
    }
}

fn below(node: &mut Node, f: &mut impl FnMut(&mut Node) -> Result<bool>) -> Result<()> {
    let mut visit = |child: &mut Node| if f(child)? { Ok(()) } else { below(child, f) };
    match &mut node.shape {
        Shape::Object(object) => object.properties.values_mut().try_for_each(|property| visit(&mut property.node)),
        Shape::Array(items) => visit(items),
        Shape::AnyOf(nodes) | Shape::AllOf(nodes) => nodes.iter_mut().try_for_each(visit),
        Shape::Map(map) => {
            if let Some(keys) = &mut map.keys {
                visit(keys)?;
            }
            visit(&mut map.values)
        }
        _ => Ok(()),
    }
}
