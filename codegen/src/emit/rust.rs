//! The Rust spelling of the model's types.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::model::Type;

/// An identifier; names that reach this point were checked by earlier stages.
pub fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

/// A doc comment: one attribute per line.
pub fn doc(text: Option<&str>) -> TokenStream {
    let text = tidy(text.unwrap_or_default());
    let lines = text.lines().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") });
    quote!(#(#[doc = #lines])*)
}

/// Makes a schema's description good Markdown for rustdoc: bare URLs become links, TSDoc tags
/// lose their meaning, and brackets that link nowhere are escaped.
pub fn tidy(text: &str) -> String {
    let mut lines = Vec::new();
    for line in text.trim().lines() {
        let line =
            line.trim_end().replace("@see ", "See ").replace("@default ", "Default: ").replace("@example", "Example:");
        lines.push(escape_outside_code(&line));
    }
    lines.join("\n")
}

fn escape_outside_code(line: &str) -> String {
    let mut out = String::new();
    for (i, part) in line.split('`').enumerate() {
        if i > 0 {
            out.push('`');
        }
        if i % 2 == 1 {
            out.push_str(part);
            continue;
        }
        for word in part.split_inclusive(' ') {
            let bare = word.trim_end_matches([' ', ',', '.', ')', ';']);
            if bare.starts_with("http://") || bare.starts_with("https://") {
                out.push_str(&format!("<{bare}>{}", &word[bare.len()..]));
            } else if word.contains("](") {
                out.push_str(word);
            } else {
                out.push_str(&word.replace('[', "\\[").replace(']', "\\]").replace('<', "\\<"));
            }
        }
    }
    out
}

/// The type as it stands in a signature of the version's modules.
pub fn rust(ty: &Type) -> TokenStream {
    match ty {
        Type::Any => quote!(Value),
        Type::Boolean => quote!(bool),
        Type::Number(bounds) if bounds.integer => quote!(Integer),
        Type::Number(_) => quote!(Number),
        Type::Text(_) => quote!(String),
        Type::Id => quote!(crate::wire::RequestId),
        Type::Empty => quote!(EmptyObject),
        Type::Permission => quote!(Permission),
        Type::Schema(_) => quote!(JsonObject),
        Type::Array(items) => {
            let items = rust(items);
            quote!(Vec<#items>)
        }
        Type::Map(None, values) if **values == Type::Any => quote!(JsonObject),
        Type::Map(keys, values) => {
            let keys = keys.as_ref().map_or_else(|| quote!(String), |keys| rust(&Type::Named(keys.clone())));
            let values = rust(values);
            quote!(BTreeMap<#keys, #values>)
        }
        Type::OneOrMany(one) => {
            let one = rust(one);
            quote!(crate::wire::OneOrMany<#one>)
        }
        Type::Named(name) => {
            let name = ident(name);
            quote!(#name)
        }
    }
}

/// The type's Rust spelling as text, with its names replaced; for telling types apart.
pub fn rust_name(ty: &Type, renamed: &dyn Fn(&str) -> String) -> String {
    rust(&with_names(ty, renamed)).to_string()
}

fn with_names(ty: &Type, renamed: &dyn Fn(&str) -> String) -> Type {
    match ty {
        Type::Named(name) => Type::Named(renamed(name)),
        Type::Array(items) => Type::Array(Box::new(with_names(items, renamed))),
        Type::OneOrMany(one) => Type::OneOrMany(Box::new(with_names(one, renamed))),
        Type::Map(keys, values) => Type::Map(keys.as_deref().map(renamed), Box::new(with_names(values, renamed))),
        other => other.clone(),
    }
}
