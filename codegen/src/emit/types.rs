//! `types.rs`: structs printed by typify, and the enums, unions and aliases it cannot print.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use serde_json::{Value, json};
use syn::visit_mut::{self, VisitMut};
use typify::{TypeSpace, TypeSpaceSettings};

use super::rust::{doc, ident, rust};
use super::{file, refuse, unparse};
use crate::error::Result;
use crate::lower::Protocol;
use crate::model::{Field, Kind, Presence, Type, TypeDef};
use crate::naming::pascal;

/// Prints the plain structs with typify, then gives them our attributes and docs.
pub fn structs(protocol: &Protocol) -> Result<BTreeMap<String, syn::ItemStruct>> {
    let mut settings = TypeSpaceSettings::default();
    settings.with_map_type("::std::collections::BTreeMap".to_owned());
    for (word, name) in [("number", "Number"), ("integer", "Integer")] {
        let number = serde_json::from_value(json!({ "type": word })).map_err(|error| refuse(protocol, word, error))?;
        settings.with_conversion(number, name, std::iter::empty());
    }
    let mut definitions = serde_json::Map::new();
    for name in ["EmptyObject", "Permission"] {
        definitions.insert(name.to_owned(), json!({ "type": "object" }));
        settings.with_replacement(name, name, std::iter::empty());
    }
    for (name, definition) in &protocol.model.types {
        let schema = match &definition.kind {
            Kind::Struct { fields, .. } => typify_struct(fields),
            _ => {
                settings.with_replacement(name, name, std::iter::empty());
                json!({ "type": "object" })
            }
        };
        definitions.insert(name.clone(), schema);
    }
    let root = serde_json::from_value(json!({ "definitions": definitions }))
        .map_err(|error| refuse(protocol, "schema for typify", error))?;
    let mut space = TypeSpace::new(&settings);
    space.add_root_schema(root).map_err(|error| refuse(protocol, "typify", error))?;
    let printed: syn::File =
        syn::parse2(space.to_stream()).map_err(|error| refuse(protocol, "typify's output", error))?;
    let mut structs = BTreeMap::new();
    for item in printed.items {
        if let syn::Item::Struct(mut item) = item {
            let name = item.ident.to_string();
            let Some(TypeDef { kind: Kind::Struct { fields, .. }, doc, .. }) = protocol.model.types.get(&name) else {
                return Err(refuse(protocol, "typify printed a struct nobody asked for", name));
            };
            dress(protocol, &mut item, doc.as_deref(), fields)?;
            structs.insert(name, item);
        }
    }
    let asked = protocol.model.types.iter().filter(|(_, definition)| matches!(definition.kind, Kind::Struct { .. }));
    match asked.map(|(name, _)| name).find(|name| !structs.contains_key(*name)) {
        Some(name) => Err(refuse(protocol, "typify did not print", name)),
        None => Ok(structs),
    }
}

fn typify_struct(fields: &BTreeMap<String, Field>) -> Value {
    let required: Vec<&String> =
        fields.iter().filter(|(_, field)| field.presence != Presence::Optional).map(|(name, _)| name).collect();
    let properties: serde_json::Map<String, Value> = fields
        .iter()
        .map(|(name, field)| {
            let schema = typify_type(&field.ty);
            // Left alone, typify would turn an optional list or map into an empty one.
            let nullable = field.presence == Presence::Optional
                && matches!(field.ty, Type::Array(_) | Type::Map(..) | Type::Schema(_));
            (name.clone(), if nullable { json!({ "oneOf": [schema, { "type": "null" }] }) } else { schema })
        })
        .collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": {} })
}

fn typify_type(ty: &Type) -> Value {
    let named = |name: &str| json!({ "$ref": format!("#/definitions/{name}") });
    match ty {
        Type::Any => json!(true),
        Type::Boolean => json!({ "type": "boolean" }),
        Type::Number(bounds) if bounds.integer => json!({ "type": "integer" }),
        Type::Number(_) => json!({ "type": "number" }),
        Type::Text(_) => json!({ "type": "string" }),
        Type::Empty => named("EmptyObject"),
        Type::Permission => named("Permission"),
        Type::Named(name) => named(name),
        Type::Array(items) => json!({ "type": "array", "items": typify_type(items) }),
        Type::Map(_, values) => {
            json!({ "type": "object", "additionalProperties": typify_type(values) })
        }
        // Ids and one-or-many stand only behind a name; see `Kind::Alias`.
        Type::Schema(_) | Type::Id | Type::OneOrMany(_) => {
            json!({ "type": "object", "additionalProperties": true })
        }
    }
}

fn dress(
    protocol: &Protocol,
    item: &mut syn::ItemStruct,
    docs: Option<&str>,
    fields: &BTreeMap<String, Field>,
) -> Result<()> {
    Shorten.visit_item_struct_mut(item);
    let tag = match protocol.model.types.get(&item.ident.to_string()).map(|definition| &definition.kind) {
        Some(Kind::Struct { tag, .. }) => tag.clone(),
        _ => None,
    };
    let mut docs = docs.unwrap_or_default().to_owned();
    if let Some(tag) = tag {
        docs.push_str(&format!("\n\nInside a union; the union writes its `type`, `{tag}`."));
    }
    let (docs, default) = (doc(Some(&docs)), fields.values().all(|field| field.presence != Presence::Required));
    let default = default.then(|| quote!(Default,));
    item.attrs = attributes(quote! {
        #docs
        #[derive(Clone, Debug, #default PartialEq)]
        #[non_exhaustive]
    })
    .map_err(|error| refuse(protocol, "attributes", error))?;
    let by_rust: BTreeMap<&str, &Field> = fields.values().map(|field| (field.rust.as_str(), field)).collect();
    for printed in &mut item.fields {
        let name = printed.ident.as_ref().map(ToString::to_string).unwrap_or_default();
        if name == "extra" {
            let docs = doc(Some("Members this version does not know; written back unchanged."));
            printed.attrs = attributes(quote!(#docs)).map_err(|error| refuse(protocol, "attributes", error))?;
            continue;
        }
        let Some(field) = by_rust.get(name.as_str()) else {
            return Err(refuse(protocol, "typify named a field differently", format!("{}.{name}", item.ident)));
        };
        let docs = doc(field.doc.as_deref());
        printed.attrs = attributes(quote!(#docs)).map_err(|error| refuse(protocol, "attributes", error))?;
    }
    Ok(())
}

fn attributes(tokens: TokenStream) -> syn::Result<Vec<syn::Attribute>> {
    syn::parse::Parser::parse2(syn::Attribute::parse_outer, tokens)
}

/// Shortens typify's absolute paths to the names the file imports.
struct Shorten;

impl VisitMut for Shorten {
    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        visit_mut::visit_path_mut(self, path);
        let text = path.to_token_stream().to_string().replace(' ', "");
        if text == "::serde_json::Map<String,Value>" {
            *path = syn::Path::from(ident("JsonObject"));
        } else if path.leading_colon.is_some()
            && let Some(last) = path.segments.last().cloned()
        {
            *path = syn::Path::from(last);
        }
    }
}

/// Prints the file: one item per type, by name.
pub fn print(protocol: &Protocol, structs: &BTreeMap<String, syn::ItemStruct>) -> Result<String> {
    let items = protocol.model.types.iter().map(|(name, definition)| match structs.get(name) {
        Some(item) => unparse(protocol, item.to_token_stream()),
        None => other(protocol, name, definition),
    });
    let items = items.collect::<Result<Vec<_>>>()?;
    Ok(file(&format!("The types of {}.", protocol.model.version), &items.join("\n")))
}

fn other(protocol: &Protocol, name: &str, definition: &TypeDef) -> Result<String> {
    let (docs, name) = (doc(definition.doc.as_deref()), ident(name));
    let (mac, variants) = match &definition.kind {
        Kind::Alias(ty) => {
            let ty = rust(ty);
            return unparse(protocol, quote!(#docs pub type #name = #ty;));
        }
        Kind::Struct { .. } => return Err(refuse(protocol, "a struct typify did not print", name)),
        Kind::Enum(members) => {
            let variants = members.iter().map(|member| {
                let (docs, variant, value) = (doc(member.doc.as_deref()), ident(&member.rust()), &member.value);
                quote!(#docs #variant = #value)
            });
            (if members.len() == 1 { "closed_enum" } else { "open_enum" }, variants.collect::<Vec<_>>())
        }
        Kind::Tagged(members) => ("tagged_union", union(members, |tag, _| pascal(tag))),
        Kind::Keyed(members) => ("keyed_union", union(members, |key, _| pascal(key))),
    };
    // The body is a syntactic enum, so that prettyplease can lay it out.
    let body = unparse(protocol, quote!(#docs pub enum #name { #(#variants),* }))?;
    let body = if mac == "tagged_union" { body.replacen(" {\n", " by \"type\" {\n", 1) } else { body };
    let body: String =
        body.lines().map(|line| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") }).collect();
    Ok(format!("{mac}! {{\n{body}}}\n"))
}

fn union(members: &BTreeMap<String, String>, variant: impl Fn(&str, &str) -> String) -> Vec<TokenStream> {
    let variants = members.iter().map(|(value, ty)| {
        let (name, ty) = (ident(&variant(value, ty)), ident(ty));
        let docs = doc(Some(&format!("`{value}`")));
        quote!(#docs #name(#ty) = #value)
    });
    variants.collect()
}
