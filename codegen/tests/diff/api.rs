//! Whether the version bump a report asks for is the one the generated code needs.
//!
//! A small equivalent of cargo-semver-checks: the public items of both outputs, one line each. A line
//! that is gone is major, a new one minor (structs and enums are `#[non_exhaustive]`), any other
//! difference of the output a patch. What cargo-semver-checks itself says of some is in `semver.md`, by
//! `codegen/tests/semver.sh`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use codegen::diff::Bump;
use codegen::source::Spec;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens as _;

use crate::upstream::inputs;

/// What is generated for one version.
struct Output {
    files: BTreeMap<PathBuf, String>,
    items: BTreeSet<String>,
}

/// What is generated from a specification; `None` where nothing can be.
fn output(spec: &Spec) -> Option<Output> {
    let protocol = codegen::protocol(inputs(), spec).ok()?;
    let files = codegen::emit::emit(&[protocol]).unwrap().0;
    let rust = files.iter().filter(|(path, _)| path.starts_with("src/draft"));
    let items = rust.flat_map(|(_, text)| items(text)).collect();
    Some(Output { files, items })
}

/// The version bump from one output to the other.
fn actual(from: &Output, to: &Output) -> Bump {
    match (from.items.is_subset(&to.items), to.items.is_subset(&from.items)) {
        (false, _) => Bump::Major,
        (true, false) => Bump::Minor,
        (true, true) if from.files != to.files => Bump::Patch,
        (true, true) => Bump::None,
    }
}

/// The public items of a file.
fn items(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for item in syn::parse_file(text).unwrap().items {
        match item {
            syn::Item::Struct(item) => {
                let derives = item.attrs.iter().filter(|attribute| attribute.path().is_ident("derive"));
                lines.extend(derives.flat_map(|derive| traits(&item.ident, derive)));
                let fields =
                    item.fields.iter().map(|field| (field.ident.to_token_stream(), field.ty.to_token_stream()));
                lines.extend(fields.map(|(field, ty)| format!("{}.{field}: {ty}", item.ident)));
            }
            syn::Item::Enum(item) => lines.extend(
                item.variants
                    .into_iter()
                    .map(|mut variant| {
                        variant.attrs.clear();
                        variant.fields.iter_mut().for_each(|field| field.attrs.clear());
                        format!("{}::{}", item.ident, variant.to_token_stream())
                    })
                    .chain([format!("enum {}", item.ident)]),
            ),
            syn::Item::Const(item) => lines.push(format!("const {}: {}", item.ident, item.ty.to_token_stream())),
            syn::Item::Type(item) => lines.push(format!("type {} = {}", item.ident, item.ty.to_token_stream())),
            syn::Item::Impl(item) => lines.extend(members(&item)),
            syn::Item::Macro(item) => {
                lines.extend(macro_items(&item.mac.path.to_token_stream().to_string(), item.mac.tokens.clone()));
            }
            _ => {}
        }
    }
    lines
}

fn traits(name: &syn::Ident, derive: &syn::Attribute) -> Vec<String> {
    let syn::Meta::List(list) = &derive.meta else { return Vec::new() };
    list.tokens.to_string().split(',').map(|of| format!("impl {} for {name}", of.trim())).collect()
}

fn members(item: &syn::ItemImpl) -> Vec<String> {
    let of = item.trait_.as_ref().map(|(_, path, _)| format!("{} for ", path.to_token_stream())).unwrap_or_default();
    let own = format!("impl {of}{}", item.self_ty.to_token_stream());
    let inner = item.items.iter().filter_map(|member| match member {
        syn::ImplItem::Fn(function) => Some(function.sig.to_token_stream().to_string()),
        syn::ImplItem::Type(ty) => Some(ty.to_token_stream().to_string()),
        _ => None,
    });
    inner.map(|member| format!("{own} {{ {member} }}")).collect()
}

/// The variants of `open_enum! { pub enum X { A = "a", … } }` and its kin, without their values.
fn macro_items(kind: &str, tokens: TokenStream) -> Vec<String> {
    // `members! { X { … } }` gives `X` its traits; what stands inside is the wire's business.
    if kind == "members" {
        let names = tokens.into_iter().filter(|token| matches!(token, TokenTree::Ident(_)));
        return names.map(|name| format!("members of {name}")).collect();
    }
    let mut tokens = tokens.into_iter().skip_while(|token| token.to_string() != "enum").skip(1);
    let name = tokens.next().unwrap().to_string();
    let body = tokens.find_map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group.stream()),
        _ => None,
    });
    let mut lines = vec![format!("{kind} {name}")];
    let mut variant = String::new();
    let mut value = false;
    for token in body.unwrap() {
        match &token {
            TokenTree::Punct(punct) if punct.as_char() == ',' => {
                lines.push(format!("{name}::{}", std::mem::take(&mut variant)));
                value = false;
            }
            TokenTree::Punct(punct) if punct.as_char() == '=' => value = true,
            TokenTree::Punct(punct) if punct.as_char() == '#' => {}
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {}
            token if !value => variant.push_str(&token.to_string()),
            _ => {}
        }
    }
    if !variant.is_empty() {
        lines.push(format!("{name}::{variant}"));
    }
    lines
}

/// The values, each by its key, made on every core there is.
fn side_by_side<K: Ord + Send, T: Sync, V: Send>(all: BTreeMap<K, &T>, make: fn(&T) -> V) -> BTreeMap<K, V> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut shares: Vec<Vec<_>> = (0..cores).map(|_| Vec::new()).collect();
    all.into_iter().enumerate().for_each(|(at, entry)| shares[at % cores].push(entry));
    std::thread::scope(|scope| {
        let work = |share: Vec<(K, &T)>| share.into_iter().map(|(key, of)| (key, make(of))).collect::<Vec<_>>();
        let running: Vec<_> = shares.into_iter().map(|share| scope.spawn(move || work(share))).collect();
        running.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    })
}

#[test]
fn the_bump_of_every_mutation_is_the_one_the_generated_code_needs() {
    let specs: BTreeMap<_, _> = (crate::catalogue::reported().flat_map(|(case, _)| &case.sides))
        .map(|spec| ((&spec.schema, &spec.methods), spec))
        .collect();
    let outputs = side_by_side(specs, output);
    let (mut wrong, mut compared) = (Vec::new(), 0);
    for (case, [there, back]) in crate::catalogue::reported() {
        let [from, to] = &case.sides;
        for (from, to, said) in [(from, to, there.bump), (to, from, back.bump)] {
            let output = |spec: &'static Spec| outputs[&(&spec.schema, &spec.methods)].as_ref();
            if let (Some(old), Some(new)) = (output(from), output(to)) {
                let actual = actual(old, new);
                compared += 1;
                if said != actual {
                    wrong.push(format!("{} ({} → {}): says {said:?}, is {actual:?}", case.name, from.label, to.label));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 100, "{compared}");
}
