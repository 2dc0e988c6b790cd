//! `ui://` URIs and templates: a template covers exactly the URIs that filling it in can make.

use std::collections::BTreeMap;

use mcp_apps::uri::{UiTemplate, UiUri};

pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (template, uri) = text.split_once('\n').unwrap_or((&text, "ui://a"));
    for text in [template, uri] {
        if let Ok(parsed) = UiUri::parse(text) {
            assert!(parsed.as_str() == text && text.starts_with("ui://") && text.is_ascii());
            assert!(!text.contains(|c: char| c.is_ascii_control() || " \"<>\\^`{|}#".contains(c)), "{text}");
        }
    }
    let Ok(template) = UiTemplate::parse(template) else { return };
    let plain = UiUri::parse(uri).is_ok();
    let parts = parts(template.as_str());
    match template.matches(uri) {
        Some(values) => {
            assert!(plain && values.len() == parts.len() - 1 && values.values().all(|value| !value.is_empty()));
            assert!(long(uri) || covers(&parts, uri), "{template:?} {uri}");
        }
        None => {
            // Only a value that is no UTF-8 when decoded keeps a URI out that fits letter by letter.
            assert!(!plain || long(uri) || uri.contains('%') || !covers(&parts, uri), "{template:?} {uri}");
        }
    }
    // Filled in with what no separator is made of, it matches and gives back the values.
    let names = template.as_str().split('{').skip(1).filter_map(|part| part.split('}').next());
    let values: BTreeMap<String, String> =
        names.zip(0..).map(|(name, n)| (name.to_owned(), format!("%00{n}%01"))).collect();
    let filled = values
        .iter()
        .fold(template.as_str().to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value));
    if !template.as_str().contains('%') && parts[1..].iter().all(|part| !part.chars().all(|c| c.is_ascii_digit())) {
        let decoded =
            values.into_iter().map(|(name, value)| (name, value.replace("%00", "\0").replace("%01", "\u{1}")));
        assert_eq!(template.matches(&filled), Some(decoded.collect()), "{filled}");
    }
}

/// The text before, between and after the variables.
fn parts(template: &str) -> Vec<&str> {
    let mut parts = template.split('{');
    let head = parts.next();
    head.into_iter().chain(parts.filter_map(|part| part.split_once('}').map(|(_, tail)| tail))).collect()
}

/// Whether trying every way would take too many tries.
fn long(uri: &str) -> bool {
    uri.len() > 80
}

/// Whether some filling makes the URI, tried in every way.
fn covers(parts: &[&str], uri: &str) -> bool {
    let Some((head, rest)) = parts.split_first() else { return false };
    let Some(uri) = uri.strip_prefix(head) else { return false };
    if rest.is_empty() {
        return uri.is_empty();
    }
    let longest = uri.find('/').unwrap_or(uri.len());
    (1..=longest).any(|value| uri.is_char_boundary(value) && covers(rest, &uri[value..]))
}

pub fn seeds() -> Vec<Vec<u8>> {
    let texts = [
        "ui://report/{year}/{id}.html\nui://report/2026/a%20b.html",
        "ui://a/{x}-{y}\nui://a/1-2-3",
        "ui://{a}b{c}b\nui://bbbbb",
        "ui://a/{x}\nui://a/%ff",
        "ui://weather/view\nui://a%2",
    ];
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}
