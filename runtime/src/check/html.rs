//! A page: is it a document, and does it fetch only what its policy allows.

use mcp_apps_generated::v2026_01_26::McpUiResourceCsp;

use super::{Findings, rules};
use crate::csp::{Declared, List, Source};
use crate::tags::{Tag, end_tag, tags};

/// Near the 1 MiB above which some Hosts refuse a page.
const LARGE: usize = 900_000;

pub(super) fn judge(html: &str, csp: &McpUiResourceCsp, place: &str, findings: &mut Findings) {
    if !begins_with_doctype(html) {
        findings.add(&rules::HTML_DOCUMENT, place, "the page has no doctype: browsers show it in quirks mode");
    }
    if html.len() >= LARGE {
        findings.add(&rules::HTML_SIZE, place, format!("{} bytes", html.len()));
    }
    let declared = Declared::read(csp);
    let tags = tags(html);
    let has_base = tags.iter().any(|tag| tag.name == "base" && tag.get("href").is_some());
    for tag in &tags {
        for (list, url) in fetched(tag, html) {
            if let Some(why) = refused(url, list, &declared, has_base) {
                findings.add(&rules::HTML_ORIGIN, format!("{place} <{}>", tag.name), format!("{url}: {why}"));
            }
        }
    }
}

fn begins_with_doctype(html: &str) -> bool {
    let mut rest = html.trim_start_matches('\u{feff}').trim_start();
    while let Some(comment) = rest.strip_prefix("<!--") {
        rest = comment.split_once("-->").map_or("", |(_, rest)| rest).trim_start();
    }
    rest.get(..14).is_some_and(|start| start.eq_ignore_ascii_case("<!doctype html"))
}

/// What a tag makes the browser fetch, and the list that must name its origin.
fn fetched<'a>(tag: &'a Tag, html: &'a str) -> Vec<(List, &'a str)> {
    let of = |list, name| tag.get(name).map(|url| (list, url)).into_iter().collect();
    match tag.name.as_str() {
        "script" | "img" | "audio" | "video" | "source" | "track" => of(List::Resource, "src"),
        "link" => {
            let rel = tag.get("rel").unwrap_or_default().to_ascii_lowercase();
            let fetches = ["stylesheet", "icon", "preload", "modulepreload", "font"];
            if rel.split_whitespace().any(|rel| fetches.contains(&rel)) {
                of(List::Resource, "href")
            } else {
                Vec::new()
            }
        }
        "iframe" => of(List::Frame, "src"),
        "base" => of(List::BaseUri, "href"),
        "style" => {
            let end = end_tag(html, tag.range.end, "style").unwrap_or(html.len());
            styled(html.get(tag.range.end..end).unwrap_or_default()).map(|url| (List::Resource, url)).collect()
        }
        _ => Vec::new(),
    }
}

/// The addresses in a style sheet: `url(…)` and `@import "…"`.
fn styled(css: &str) -> impl Iterator<Item = &str> {
    let urls = css.split("url(").skip(1).filter_map(|rest| rest.split(')').next());
    let imports = css.split("@import").skip(1).map(str::trim_start);
    let imports = imports
        .filter(|rest| rest.starts_with(['"', '\'']))
        .filter_map(|rest| rest.get(1..)?.split(['"', '\'']).next());
    urls.chain(imports).map(|url| url.trim().trim_matches(['"', '\'']))
}

/// Why the page's policy refuses an address, if it does.
fn refused(url: &str, list: List, declared: &Declared, has_base: bool) -> Option<&'static str> {
    let url = url.trim();
    let scheme = url.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase()).filter(|scheme| {
        scheme.starts_with(|letter: char| letter.is_ascii_alphabetic()) && !scheme.contains(['/', '?', '#'])
    });
    let absolute = match scheme.as_deref() {
        // Inside the page, or made by it.
        Some("data" | "blob" | "about" | "javascript") => return None,
        Some(_) => url.to_owned(),
        None if url.starts_with("//") => format!("https:{url}"),
        None if url.is_empty() || url.starts_with('#') || has_base => return None,
        None => return Some("a relative address: the page comes from no server"),
    };
    let origin_end = absolute.find("://").map_or(absolute.len(), |at| {
        absolute[at + 3..].find(['/', '?', '#']).map_or(absolute.len(), |end| at + 3 + end)
    });
    let origin = Source::parse(&absolute[..origin_end]).ok();
    let allowed = origin.is_some_and(|origin| declared.list(list).iter().any(|source| source.allows(&origin)));
    (!allowed).then_some(match list {
        List::Connect => "not in connectDomains",
        List::Resource => "not in resourceDomains",
        List::Frame => "not in frameDomains",
        List::BaseUri => "not in baseUriDomains",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(html: &str) -> Vec<String> {
        let csp = McpUiResourceCsp::new()
            .with_resource_domains(vec!["https://cdn.example.com".to_owned(), "https://*.img.example".to_owned()])
            .with_frame_domains(vec!["https://frame.example.com".to_owned()]);
        let mut findings = Findings::default();
        judge(html, &csp, "page", &mut findings);
        findings.0.into_iter().map(|finding| format!("{} {}", finding.rule, finding.message)).collect()
    }

    #[test]
    fn a_page_that_fetches_what_it_declares_is_fine() {
        let html = r#"<!-- made by hand --><!DOCTYPE HTML><link rel="stylesheet" href="https://cdn.example.com/a.css">
            <script src="HTTPS://CDN.example.com:443/a.js"></script><img src="//a.img.example/x.png"><img src="data:image/png,">
            <iframe src="https://frame.example.com/"></iframe><a href="https://elsewhere.example/">out</a>
            <link rel=canonical href="https://elsewhere.example/">
            <style>b { background: url('https://b.img.example/x.png') } i { mask: url(#m) }</style>
            <script>import("https://elsewhere.example/in-a-string")</script>"#;
        assert_eq!(found(html), Vec::<String>::new());
    }

    #[test]
    fn what_a_page_fetches_from_elsewhere_is_found() {
        for (tag, part) in [
            ("<script src='https://evil.example/a.js'></script>", "not in resourceDomains"),
            ("<script src='app.js'></script>", "relative"),
            ("<link rel='preload stylesheet' href=https://cdn.example.com.evil.example/>", "not in resourceDomains"),
            ("<img src='https://img.example/x.png'>", "not in resourceDomains"),
            ("<img src='http://cdn.example.com/x.png'>", "not in resourceDomains"),
            ("<img src='https://cdn.example.com:8443/x.png'>", "not in resourceDomains"),
            ("<iframe src='https://cdn.example.com/'></iframe>", "not in frameDomains"),
            ("<base href='https://cdn.example.com/'>", "not in baseUriDomains"),
            ("<style>@import 'https://evil.example/a.css';</style>", "evil.example/a.css: not in resourceDomains"),
            (
                "<style>@font-face { src: url(https://evil.example/f) }</style>",
                "evil.example/f: not in resourceDomains",
            ),
        ] {
            let found = found(&format!("<!doctype html>{tag}"));
            assert!(
                found.len() == 1 && found[0].starts_with("html-origin") && found[0].contains(part),
                "{tag}: {found:?}"
            );
        }
    }

    #[test]
    fn a_page_without_a_doctype_and_one_too_large_are_found() {
        assert!(found("<html></html>")[0].starts_with("html-document"));
        assert!(found("")[0].starts_with("html-document"));
        let large = format!("<!doctype html>{}", "x".repeat(LARGE));
        assert!(found(&large)[0].starts_with("html-size"));
    }
}
