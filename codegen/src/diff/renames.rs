//! Finds the types that only have another name.

use std::collections::BTreeMap;

use crate::emit::describe_type;
use crate::model::{Kind, Model, TypeDef};

/// Types that disappeared under one name and appeared under another with the same shape: by
/// their shape alone where no other has it, else by the name of a renamed owner.
pub fn renamed(from: &Model, to: &Model) -> BTreeMap<String, String> {
    let only = |ours: &Model, theirs: &Model| -> Vec<(String, String)> {
        let own = ours.types.iter().filter(|(name, _)| !theirs.types.contains_key(*name));
        own.map(|(name, definition)| (name.clone(), shape(name, definition))).collect()
    };
    let (gone, new) = (only(from, to), only(to, from));
    let alike = |types: &[(String, String)], shape: &str| -> Vec<String> {
        types.iter().filter(|(_, other)| other == shape).map(|(name, _)| name.clone()).collect()
    };
    let mut renamed = BTreeMap::new();
    for (old, shape) in &gone {
        if let ([_], [name]) = (alike(&gone, shape).as_slice(), alike(&new, shape).as_slice()) {
            renamed.insert(old.clone(), name.clone());
        }
    }
    let owners = renamed.clone();
    for (old, shape) in gone.iter().filter(|(old, _)| !owners.contains_key(old)) {
        let derived = |name: &String| {
            owners.iter().any(|(a, b)| old.strip_prefix(a).is_some_and(|rest| *name == format!("{b}{rest}")))
        };
        if let [name] = alike(&new, shape).into_iter().filter(derived).collect::<Vec<_>>().as_slice() {
            renamed.insert(old.clone(), name.clone());
        }
    }
    renamed
}

/// A type's shape in text, without its own name.
fn shape(name: &str, definition: &TypeDef) -> String {
    match &definition.kind {
        Kind::Struct { fields, tag, .. } => {
            let fields =
                fields.iter().map(|(wire, field)| format!("{wire}:{:?}{}", field.presence, describe_type(&field.ty)));
            format!("struct {tag:?} {}", fields.collect::<Vec<_>>().join(",")).replace(name, "Self")
        }
        other => format!("{other:?}").replace(name, "Self"),
    }
}
