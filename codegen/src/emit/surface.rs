//! `surface/<version>.txt`: one line per method and per field, for a reviewer to read first.

use crate::lower::Protocol;
use crate::model::{Kind, Presence, Type};
use crate::schema::Bounds;

/// Prints the surface, sorted.
pub fn surface(protocol: &Protocol) -> String {
    let mut lines: Vec<String> = Vec::new();
    for (name, constant) in &protocol.constants {
        lines.push(format!("const {name} = {:?}", constant.value));
    }
    for method in &protocol.methods {
        let row = &method.row;
        let params = method.params.as_ref().map_or_else(|| "{}".to_owned(), describe_type);
        let optional = if method.params_optional { "?" } else { "" };
        let mut line = format!("method {} {} {params}{optional}", row.direction(), row.kind.word());
        if let Some(result) = &row.result {
            line.push_str(&format!(" -> {result}"));
        }
        line.push_str(&format!(" [{}]", row.phase.word()));
        if let Some(capability) = &row.requires {
            line.push_str(&format!(" requires {capability}{}", if row.requires_unknown_ok { "?" } else { "" }));
        }
        for (set, word) in [(row.once, " once"), (row.empty_result, " empty-result")] {
            line.push_str(if set { word } else { "" });
        }
        lines.push(line);
    }
    for (name, definition) in &protocol.model.types {
        match &definition.kind {
            Kind::Alias(ty) => lines.push(format!("type {name} = {}", describe_type(ty))),
            Kind::Enum(members) => lines.extend(members.iter().map(|member| format!("enum {name} {:?}", member.value))),
            Kind::Tagged(members) => {
                lines.extend(members.iter().map(|(tag, ty)| format!("union {name} type {tag:?} = {ty}")))
            }
            Kind::Keyed(members) => {
                lines.extend(members.iter().map(|(key, ty)| format!("union {name} has {key:?} = {ty}")))
            }
            Kind::Struct { fields, .. } => {
                lines.extend(fields.iter().map(|(wire, field)| {
                    let presence = match field.presence {
                        Presence::Required => "",
                        Presence::Optional => "?",
                        Presence::Defaulted => "? = []",
                    };
                    format!("field {name}.{wire}: {}{presence}", describe_type(&field.ty))
                }));
            }
        }
    }
    lines.sort();
    lines.concat_lines()
}

trait ConcatLines {
    fn concat_lines(self) -> String;
}

impl ConcatLines for Vec<String> {
    fn concat_lines(self) -> String {
        self.into_iter().map(|line| line + "\n").collect()
    }
}

/// A type in the surface's words.
pub fn describe_type(ty: &Type) -> String {
    match ty {
        Type::Any => "any".to_owned(),
        Type::Boolean => "boolean".to_owned(),
        Type::Number(Bounds { integer, minimum, maximum }) => {
            let word = if *integer { "integer" } else { "number" };
            match (minimum, maximum) {
                (None, None) => word.to_owned(),
                (minimum, maximum) => {
                    let bound = |bound: &Option<serde_json::Number>| {
                        bound.as_ref().map(ToString::to_string).unwrap_or_default()
                    };
                    format!("{word} {}..{}", bound(minimum), bound(maximum))
                }
            }
        }
        Type::Text(text) => text.format.clone().unwrap_or_else(|| "string".to_owned()),
        Type::Id => "string | integer".to_owned(),
        Type::Empty => "{}".to_owned(),
        Type::Permission => "{} | true".to_owned(),
        Type::Schema(_) => "JSON Schema".to_owned(),
        Type::Array(items) => format!("[{}]", describe_type(items)),
        Type::Map(keys, values) => format!("{{{}: {}}}", keys.as_deref().unwrap_or("string"), describe_type(values)),
        Type::OneOrMany(one) => format!("{0} | [{0}]", describe_type(one)),
        Type::Named(name) => name.clone(),
    }
}
