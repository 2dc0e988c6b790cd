//! Rust names for wire names.

/// `resource_link` → `ResourceLink`, `--font-text-2xl` → `FontText2xl`, `toolInfo` → `ToolInfo`.
pub fn pascal(wire: &str) -> String {
    let mut name = String::new();
    for word in wire.split(|c: char| !c.is_ascii_alphanumeric()) {
        let mut chars = word.chars();
        if let Some(first) = chars.next() {
            name.extend(first.to_uppercase());
            name.push_str(chars.as_str());
        }
    }
    name
}

/// `maxHeight` → `max_height`, `_meta` → `meta`, `type` → `type_`.
pub fn snake(wire: &str) -> String {
    let mut name = String::new();
    let mut after_lower = false;
    for c in wire.chars() {
        if c.is_ascii_uppercase() {
            if after_lower {
                name.push('_');
            }
            name.push(c.to_ascii_lowercase());
            after_lower = false;
        } else if c.is_ascii_alphanumeric() {
            name.push(c);
            after_lower = true;
        } else {
            if !name.is_empty() && !name.ends_with('_') {
                name.push('_');
            }
            after_lower = false;
        }
    }
    if syn::parse_str::<syn::Ident>(&name).is_err() {
        name.push('_');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::{pascal, snake};

    #[test]
    fn wire_names_become_rust_names() {
        assert_eq!(pascal("resource_link"), "ResourceLink");
        assert_eq!(pascal("--font-text-2xl-size"), "FontText2xlSize");
        assert_eq!(pascal("toolInfo"), "ToolInfo");
        assert_eq!(snake("maxHeight"), "max_height");
        assert_eq!(snake("_meta"), "meta");
        assert_eq!(snake("type"), "type_");
        assert_eq!(snake("io.modelcontextprotocol/related-task"), "io_modelcontextprotocol_related_task");
    }
}
