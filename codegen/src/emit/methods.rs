//! `methods.rs`: a marker type per method, an enum per sender, and the method table.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::quote;

use super::rust::{doc, ident, rust};
use super::{file, unparse};
use crate::error::Result;
use crate::lower::{Kind, Method, Party, Protocol, Provenance};

/// Prints the file.
pub fn print(protocol: &Protocol) -> Result<String> {
    let mut items = vec!["use super::types::*;\n".to_owned()];
    for (name, constant) in &protocol.constants {
        let (docs, name, value) = (doc(Some(&constant.doc)), ident(name), &constant.value);
        items.push(unparse(protocol, quote!(#docs pub const #name: &str = #value;))?);
    }
    let mut markers: BTreeMap<&str, Vec<&Method>> = BTreeMap::new();
    let mut senders: BTreeMap<(Party, Kind), Vec<&Method>> = BTreeMap::new();
    for method in &protocol.methods {
        markers.entry(&method.row.marker).or_default().push(method);
        senders.entry((method.row.from, method.row.kind)).or_default().push(method);
    }
    for (name, directions) in markers {
        items.push(unparse(protocol, marker(protocol, name, &directions))?);
    }
    for ((from, kind), methods) in senders {
        items.push(unparse(protocol, sender(from, kind, &methods))?);
    }
    items.push(unparse(protocol, table(&protocol.methods))?);
    Ok(file(&format!("The methods of {}.", protocol.model.version), &items.join("\n")))
}

fn params(method: &Method) -> TokenStream {
    let ty = method.params.as_ref().map_or_else(|| quote!(EmptyObject), rust);
    if method.params_optional { quote!(Option<#ty>) } else { ty }
}

fn marker(protocol: &Protocol, name: &str, directions: &[&Method]) -> TokenStream {
    let first = directions[0];
    let upstream = protocol.model.messages.get(name).and_then(|message| message.doc.clone());
    let ours = directions.iter().map(|method| {
        format!(
            "{} to {}, rules {}: {}",
            capital(method.row.from.variant()),
            method.row.to.variant(),
            method.row.section,
            method.doc
        )
    });
    let docs: Vec<String> = [format!("`{}`", first.row.name)].into_iter().chain(upstream).chain(ours).collect();
    let (docs, name, method, params) = (doc(Some(&docs.join("\n\n"))), ident(name), &first.row.name, params(first));
    let marker = quote! {
        #docs
        #[derive(Clone, Copy, Debug)]
        pub enum #name {}
    };
    let result = first.row.result.as_ref().map(|result| ident(result));
    match result {
        Some(result) => quote! {
            #marker
            impl Request for #name {
                const METHOD: &'static str = #method;
                type Params = #params;
                type Result = #result;
            }
        },
        None => quote! {
            #marker
            impl Notification for #name {
                const METHOD: &'static str = #method;
                type Params = #params;
            }
        },
    }
}

fn capital(word: &str) -> String {
    crate::naming::pascal(word)
}

fn sender(from: Party, kind: Kind, methods: &[&Method]) -> TokenStream {
    let name = ident(&format!("{}{}", from.variant(), kind.variant()));
    let variants: Vec<_> = methods.iter().map(|method| ident(method.row.variant())).collect();
    let names: Vec<_> = methods.iter().map(|method| method.row.name.as_str()).collect();
    let params: Vec<_> = methods.iter().map(|method| params(method)).collect();
    let variant_docs = methods.iter().map(|method| doc(Some(&format!("`{}`: {}", method.row.name, method.doc))));
    let encode = methods.iter().zip(&variants).map(|(method, variant)| {
        if method.params_optional {
            quote!(Self::#variant(params) => params.as_ref().map(serde_json::to_value).transpose())
        } else {
            quote!(Self::#variant(params) => serde_json::to_value(params).map(Some))
        }
    });
    let docs = doc(Some(&format!(
        "A {} the {} sends, told apart by its method. {}",
        kind.word(),
        from.variant(),
        "Methods the version does not know are kept in `Other`."
    )));
    let party = ident(from.variant());
    quote! {
        #docs
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        #[allow(clippy::large_enum_variant, reason = "one message at a time; a box would stand in every pattern")]
        pub enum #name {
            #(#variant_docs #variants(#params),)*
            /// A method this version does not know, with its parameters as sent.
            Other {
                /// The method string.
                method: String,
                /// The parameters; `None` where the member is absent.
                params: Option<Value>,
            },
        }

        impl #name {
            /// The party that sends these.
            pub const FROM: Party = Party::#party;

            /// Decodes the parameters of `method`, if this version knows the method.
            ///
            /// # Errors
            /// When the parameters of a known method do not fit; the path starts at `params`.
            pub fn decode<'de, D: Deserializer<'de>>(method: &str, params: Option<D>) -> Result<Self, DecodeError> {
                Self::read(method, parsed_params(params)?)
            }

            fn read(method: &str, params: Option<Value>) -> Result<Self, DecodeError> {
                Ok(match method {
                    #(#names => Self::#variants(read_params(params)?),)*
                    _ => Self::Other { method: method.to_owned(), params },
                })
            }

            /// The method string on the wire.
            pub fn method(&self) -> &str {
                match self {
                    #(Self::#variants(_) => #names,)*
                    Self::Other { method, .. } => method,
                }
            }

            /// The `params` member; `None` where it is absent.
            ///
            /// # Errors
            /// When a map inside has keys that are not strings, which the types here exclude.
            pub fn params(&self) -> Result<Option<Value>, serde_json::Error> {
                match self {
                    #(#encode,)*
                    Self::Other { params, .. } => Ok(params.clone()),
                }
            }
        }
    }
}

fn table(methods: &[Method]) -> TokenStream {
    let rows = methods.iter().map(|method| {
        let row = &method.row;
        let (name, optional, empty, once) = (&row.name, method.params_optional, row.empty_result, row.once);
        let (kind, from, to) = (ident(row.kind.variant()), ident(row.from.variant()), ident(row.to.variant()));
        let (plane, phase) = (ident(row.plane.variant()), ident(row.phase.variant()));
        let requires = row.requires.as_ref().map_or_else(
            || quote!(None),
            |path| {
                let mut parts = path.split('.');
                let of = ident(if parts.next() == Some("host") { "Host" } else { "View" });
                let unknown_ok = row.requires_unknown_ok;
                quote!(Some(Capability { of: Party::#of, path: &[#(#parts),*], unknown_ok: #unknown_ok }))
            },
        );
        let provenance: BTreeSet<Provenance> = row.provenance.iter().copied().collect();
        let provenance = provenance.into_iter().map(|provenance| ident(provenance.variant()));
        quote! {
            Method {
                name: #name, kind: Kind::#kind, from: Party::#from, to: Party::#to, plane: Plane::#plane, phase: Phase::#phase,
                requires: #requires, params_optional: #optional, empty_result: #empty, once: #once,
                provenance: &[#(Provenance::#provenance),*],
            }
        }
    });
    quote! {
        /// Every method of this version, one row per direction.
        pub const METHODS: &[Method] = &[#(#rows),*];
    }
}
