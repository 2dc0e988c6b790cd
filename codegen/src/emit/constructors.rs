//! `new.rs`: `new` from the required members, `with_…` for each optional one.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::quote;

use super::rust::{doc, ident, rust};
use super::{file, unparse};
use crate::error::Result;
use crate::lower::Protocol;
use crate::model::{Field, Kind, Presence, Type};

/// Prints the file: one `impl` per struct, by name.
pub fn print(protocol: &Protocol, structs: &BTreeMap<String, syn::ItemStruct>) -> Result<String> {
    let mut items = vec!["use super::types::*;\n".to_owned()];
    for (name, definition) in &protocol.model.types {
        if let (Kind::Struct { fields, .. }, true) = (&definition.kind, structs.contains_key(name)) {
            items.push(unparse(protocol, constructor(name, fields))?);
        }
    }
    Ok(file(&format!("Constructors for the structs of {}.", protocol.model.version), &items.join("\n")))
}

fn constructor(name: &str, fields: &BTreeMap<String, Field>) -> TokenStream {
    let required = fields.values().filter(|field| field.presence != Presence::Optional);
    let arguments = required.map(|field| {
        let (name, ty) = (ident(&field.rust), argument(&field.ty));
        quote!(#name: #ty)
    });
    let values = fields.values().map(|field| {
        let name = ident(&field.rust);
        if field.presence == Presence::Optional {
            return quote!(#name: None);
        }
        if !converts(&field.ty) {
            return quote!(#name);
        }
        quote!(#name: #name.into())
    });
    let setters = fields
        .iter()
        .filter(|(_, field)| field.presence == Presence::Optional)
        .map(|(wire, field)| setter(wire, field));
    let always: Vec<String> = fields
        .iter()
        .filter(|(_, field)| field.presence != Presence::Optional)
        .map(|(wire, _)| format!("`{wire}`"))
        .collect();
    // Named in order, for several may be of one type.
    let docs = doc(Some(&match always.as_slice() {
        [] => "Creates it with every member absent.".to_owned(),
        [only] => format!("Creates it from the member that is always there, {only}."),
        several => format!("Creates it from the members that are always there: {}.", several.join(", ")),
    }));
    let name = ident(name);
    quote! {
        impl #name {
            #docs
            #[must_use]
            pub fn new(#(#arguments),*) -> Self {
                Self { #(#values,)* extra: JsonObject::new() }
            }
            #(#setters)*
        }
    }
}

fn setter(wire: &str, field: &Field) -> TokenStream {
    let (name, setter) = (ident(&field.rust), ident(&format!("with_{}", field.rust.trim_end_matches('_'))));
    // A presence flag takes no argument: being set is all it says.
    if matches!(field.ty, Type::Empty | Type::Permission) {
        let docs = doc(Some(&format!("Declares `{wire}`.")));
        let ty = rust(&field.ty);
        return quote! {
            #docs
            #[must_use]
            pub fn #setter(mut self) -> Self {
                self.#name = Some(#ty::default());
                self
            }
        };
    }
    let docs = doc(Some(&format!("Sets `{wire}`.")));
    let (ty, value) = (argument(&field.ty), convert(&field.ty, quote!(#name)));
    quote! {
        #docs
        #[must_use]
        pub fn #setter(mut self, #name: #ty) -> Self {
            self.#name = Some(#value);
            self
        }
    }
}

/// The type a function takes for a field.
fn argument(ty: &Type) -> TokenStream {
    let own = rust(ty);
    if converts(ty) { quote!(impl Into<#own>) } else { own }
}

fn convert(ty: &Type, value: TokenStream) -> TokenStream {
    if converts(ty) { quote!(#value.into()) } else { value }
}

fn converts(ty: &Type) -> bool {
    matches!(ty, Type::Any | Type::Number(_) | Type::Text(_) | Type::Named(_))
}
