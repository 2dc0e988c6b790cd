//! Gives every inline shape that is left a definition of its own.

use std::collections::BTreeSet;

use super::names::Names;
use crate::error::{Error, Result, Stage};
use crate::naming::pascal;
use crate::repair::is_type_name;
use crate::schema::{Document, Node, Shape, escape};

/// The longest name a derived definition may get.
pub const LONGEST: usize = 45;

/// Names inline objects, enums and unions after their owner and property, or by the table.
pub fn name(document: &mut Document, names: &Names) -> Result<()> {
    let mut queue: Vec<String> = document.defs.keys().cloned().collect();
    let (mut used, known) = (Vec::new(), Known::of(document));
    while let Some(owner) = queue.pop() {
        let Some(mut node) = document.defs.remove(&owner) else {
            continue;
        };
        let mut namer = Namer { owner: &owner, names, known: &known, found: Vec::new(), used: &mut used };
        namer.definition(&mut node)?;
        let found = namer.found;
        document.defs.insert(owner.clone(), node);
        for (name, node) in found {
            if let Some(other) = document.defs.get(&name) {
                return Err(Error::new(
                    Stage::Normalize,
                    format!("the derived name `{name}` is taken by the shape at {}", other.at),
                )
                .at(node.at)
                .remedy("name it in the [names] table of spec/names.toml"));
            }
            document.defs.insert(name.clone(), node);
            queue.push(name);
        }
    }
    Ok(())
}

/// The objects that have a name: it, their place and their members.
struct Known(Vec<(String, String, BTreeSet<String>)>);

impl Known {
    fn of(document: &Document) -> Known {
        let objects = document.defs.iter().filter_map(|(name, node)| match &node.shape {
            Shape::Object(object) => Some((name.clone(), node.at.clone(), object.properties.keys().cloned().collect())),
            _ => None,
        });
        Known(objects.collect())
    }

    /// Of an inline object that has most members of a named one: that it may be a copy which alone was changed.
    fn resembled(&self, node: &Node) -> String {
        let Shape::Object(object) = &node.shape else { return String::new() };
        let shared =
            |members: &BTreeSet<String>| members.iter().filter(|name| object.properties.contains_key(*name)).count();
        let most = self.0.iter().max_by_key(|(_, _, members)| shared(members));
        let most = most.filter(|(_, _, members)| 2 * shared(members) > members.len().max(object.properties.len()));
        most.map(|(name, at, _)| format!("; it differs from `{name}` at {at}, of which it may be a copy"))
            .unwrap_or_default()
    }
}

struct Namer<'a> {
    owner: &'a str,
    names: &'a Names,
    known: &'a Known,
    found: Vec<(String, Node)>,
    used: &'a mut Vec<String>,
}

impl Namer<'_> {
    fn definition(&mut self, node: &mut Node) -> Result<()> {
        let owner = format!("#/$defs/{}", escape(self.owner));
        match &mut node.shape {
            Shape::Object(object) => {
                for (name, property) in &mut object.properties {
                    let derived = format!("{}{}", self.owner, pascal(name));
                    self.inline(&mut property.node, &format!("{owner}/properties/{}", escape(name)), &derived)?;
                }
            }
            Shape::AnyOf(members) => members.iter_mut().try_for_each(|member| self.nameless(member))?,
            Shape::Array(items) => self.inline(items, &format!("{owner}/items"), &format!("{}Item", self.owner))?,
            Shape::Map(map) => self.map(map)?,
            _ => {}
        }
        Ok(())
    }

    fn inline(&mut self, node: &mut Node, pointer: &str, derived: &str) -> Result<()> {
        match &mut node.shape {
            // The tag of a union's member, and the method of a message, are no types.
            Shape::Const(_) if pointer.ends_with("/properties/type") || pointer.ends_with("/properties/method") => {
                Ok(())
            }
            Shape::Object(object) if object.properties.is_empty() => Ok(()),
            Shape::Array(items) => self.inline(items, &format!("{pointer}/items"), derived),
            Shape::Map(map) => self.map(map),
            Shape::AnyOf(members) if super::one_or_many(members).is_some() => Ok(()),
            Shape::Object(_) | Shape::Enum(_) | Shape::Const(_) | Shape::AnyOf(_) | Shape::AllOf(_) => {
                let name = self.names.names.get(pointer);
                if name.is_some() {
                    self.used.push(pointer.to_owned());
                }
                let name = name.cloned().unwrap_or_else(|| derived.to_owned());
                if !is_type_name(&name) || name.len() > LONGEST {
                    let message = format!("the inline shape would be named `{name}`{}", self.known.resembled(node));
                    return Err(Error::new(Stage::Normalize, message)
                        .at(&node.at)
                        .remedy(format!("add \"{pointer}\" to the [names] table of spec/names.toml")));
                }
                let shape = std::mem::replace(&mut node.shape, Shape::Ref(name.clone()));
                self.found.push((name, Node { at: node.at.clone(), doc: None, shape }));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn map(&mut self, map: &mut crate::schema::MapShape) -> Result<()> {
        if let Shape::Map(inner) = &mut map.values.shape {
            return self.map(inner);
        }
        map.keys.iter_mut().map(AsMut::as_mut).chain([map.values.as_mut()]).try_for_each(|node| self.nameless(node))
    }

    /// A shape no owner and property could name.
    fn nameless(&self, node: &mut Node) -> Result<()> {
        match &node.shape {
            Shape::Object(_) | Shape::Enum(_) | Shape::AnyOf(_) | Shape::AllOf(_) => {
                Err(Error::new(Stage::Normalize, format!("a new inline shape inside `{}` has no name", self.owner))
                    .at(&node.at)
                    .remedy("add a [[shape]] or [[union]] row to spec/names.toml"))
            }
            _ => Ok(()),
        }
    }
}
