//! Gives every recurring MCP shape one definition under its MCP name.

use std::collections::BTreeMap;

use super::is_id;
use super::names::Names;
use crate::error::{Error, Result, Stage};
use crate::repair::is_type_name;
use crate::schema::{Document, Node, Object, Shape};

/// Replaces recognised inline shapes by references, innermost first.
pub fn hoist(document: &mut Document, names: &Names) -> Result<()> {
    let mut hoisted: BTreeMap<String, Node> = BTreeMap::new();
    for node in document.defs.values_mut() {
        node.rewrite("", &mut |node, property| match recognise(node, property, names)? {
            Some(name) => take(node, name, &mut hoisted),
            None => Ok(()),
        })?;
    }
    for (name, node) in hoisted {
        if let Some(other) = document.defs.insert(name.clone(), node) {
            return Err(Error::new(Stage::Normalize, format!("`{name}` is now a definition of its own"))
                .at(other.at)
                .remedy("remove its row from spec/names.toml"));
        }
    }
    Ok(())
}

fn take(node: &mut Node, name: String, hoisted: &mut BTreeMap<String, Node>) -> Result<()> {
    let shape = std::mem::replace(&mut node.shape, Shape::Ref(name.clone()));
    let copy = Node { at: node.at.clone(), doc: None, shape };
    if let Some(first) = hoisted.get(&name) {
        if first.key() != copy.key() || first.strangers() != copy.strangers() {
            return Err(Error::new(Stage::Normalize, format!("this `{name}` differs from the one at {}", first.at))
                .at(copy.at)
                .remedy("if they are meant to differ, give one a row of its own in spec/names.toml"));
        }
        return Ok(());
    }
    hoisted.insert(name, copy);
    Ok(())
}

fn recognise(node: &Node, property: &str, names: &Names) -> Result<Option<String>> {
    Ok(match &node.shape {
        Shape::Object(object) => match object_name(object, property, names) {
            Some(name) if !is_type_name(&name) => {
                let message = format!("the block would be named `{name}`, which no type can be");
                let remedy = "add a [[shape]] row for its tag to spec/names.toml";
                return Err(Error::new(Stage::Normalize, message).at(&node.at).remedy(remedy));
            }
            name => name,
        },
        Shape::AnyOf(members) if is_id(members) => {
            let row = names.ids.iter().find(|row| row.under.iter().any(|under| under == property));
            let name = row.map(|row| row.name.clone()).ok_or_else(|| {
                Error::new(Stage::Normalize, format!("a string or an integer under `{property}` has no name"))
                    .at(&node.at)
                    .remedy("add an [[id]] row to spec/names.toml")
            });
            Some(name?)
        }
        Shape::AnyOf(members) => {
            let refs: Vec<&str> = members.iter().filter_map(|member| reference(member)).collect();
            let row = names.unions.iter().find(|row| row.of.iter().all(|name| refs.contains(&name.as_str())));
            row.map(|row| row.name.clone())
        }
        _ => None,
    })
}

fn object_name(object: &Object, property: &str, names: &Names) -> Option<String> {
    let tag = object.tag();
    let row = names.shapes.iter().find(|row| match &row.tag {
        Some(wanted) => tag == Some(wanted),
        None => {
            row.under.iter().any(|under| under == property)
                && row.any.iter().any(|member| object.properties.contains_key(member))
        }
    });
    match (row, tag) {
        (Some(row), _) => Some(row.name.clone()),
        (None, Some(tag)) => Some(format!("{}Content", crate::naming::pascal(tag))),
        (None, None) => None,
    }
}

fn reference(node: &Node) -> Option<&str> {
    match &node.shape {
        Shape::Ref(name) => Some(name),
        _ => None,
    }
}
