//! Short names between the View and its glue. wasm-bindgen's carry a hash each, which nothing compresses.

use std::collections::BTreeMap;

use walrus::Module;

/// The glue's module, as the View imports it.
const GLUE: &str = "./view_bg.js";

/// Renames what the module imports from the glue and what only the glue calls. Gives the new names by the old.
pub(super) fn shorten(module: &mut Module) -> BTreeMap<String, String> {
    let mut short = BTreeMap::new();
    let mut renamed = |name: &mut String| {
        let new = format!("_{}", short.len());
        short.insert(std::mem::replace(name, new.clone()), new);
    };
    for import in module.imports.iter_mut() {
        if import.module == GLUE && hashed(&import.name) {
            renamed(&mut import.name);
        }
    }
    for export in module.exports.iter_mut() {
        if hashed(&export.name) {
            renamed(&mut export.name);
        }
    }
    short
}

/// Ends with `_` or `h` and sixteen hexadecimal digits, or is the like that wasm-bindgen counts.
fn hashed(name: &str) -> bool {
    let Some((rest, hash)) = name.len().checked_sub(16).and_then(|at| name.split_at_checked(at)) else { return false };
    hash.bytes().all(|byte| byte.is_ascii_hexdigit()) && rest.ends_with(['_', 'h'])
}

/// The glue's text with the new names.
pub(super) fn apply(short: &BTreeMap<String, String>, glue: &str) -> String {
    let mut out = String::with_capacity(glue.len());
    let mut rest = glue;
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '$';
    while let Some(start) = rest.find(is_word) {
        let (before, from) = rest.split_at(start);
        let (word, after) = from.split_at(from.find(|letter| !is_word(letter)).unwrap_or(from.len()));
        out.push_str(before);
        out.push_str(short.get(word).map_or(word, String::as_str));
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_with_a_hash_are_shortened() {
        assert!(hashed("__wbg_setTimeout_9ef22b48643bd7de") && hashed("__wbindgen_generic_0000000000000001"));
        assert!(hashed("wasm_bindgen__convert__closures_____invoke__h25bebbc76a30f271"));
        for kept in
            ["memory", "start", "__wbindgen_start", "__externref_table_alloc", "deadbeefdeadbeef", "é9ef22b48643bd7de"]
        {
            assert!(!hashed(kept), "{kept}");
        }
    }

    #[test]
    fn a_name_is_replaced_where_it_is_the_whole_word() {
        let short = BTreeMap::from([("__wbg_now_9ef22b48643bd7de".to_owned(), "_0".to_owned())]);
        let glue = "export function __wbg_now_9ef22b48643bd7de(arg0) { a__wbg_now_9ef22b48643bd7de; }";
        assert_eq!(apply(&short, glue), "export function _0(arg0) { a__wbg_now_9ef22b48643bd7de; }");
    }
}
