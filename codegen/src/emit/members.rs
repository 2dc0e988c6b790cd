//! `members.rs`: the JSON of each struct, member by member.

use super::{file, rust::ident};
use crate::lower::Protocol;
use crate::model::{Field, Kind, Presence, Type};

/// Prints the file: one entry per struct, by name.
pub fn print(protocol: &Protocol) -> String {
    let mut text = "use super::types::*;\n\nmembers! {\n".to_owned();
    for (name, definition) in &protocol.model.types {
        if let Kind::Struct { fields, .. } = &definition.kind {
            text.push_str(&format!("    {name} {{\n"));
            for (wire, field) in fields {
                text.push_str(&format!("        {}\n", member(wire, field)));
            }
            text.push_str("    }\n");
        }
    }
    text.push_str("}\n");
    file(&format!("The JSON of the structs of {}.", protocol.model.version), &text)
}

fn member(wire: &str, field: &Field) -> String {
    let optional = field.presence == Presence::Optional;
    let default = if field.presence == Presence::Defaulted { " or default" } else { "" };
    let mark = match &field.ty {
        Type::Text(text) if optional && text.format.as_deref() == Some("date-time") => " as TIMESTAMP",
        Type::Any if optional && wire == "structuredContent" => " as ANY_JSON",
        Type::Schema(_) => " as OBJECT_SCHEMA",
        _ => "",
    };
    format!("{} = {wire:?}{default}{mark},", ident(&field.rust))
}
