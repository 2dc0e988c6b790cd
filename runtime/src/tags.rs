//! The start tags of an HTML page: enough of HTML to find what a page would fetch.

use std::ops::Range;

/// A start tag and where it stands.
#[derive(Debug)]
pub(crate) struct Tag {
    pub(crate) range: Range<usize>,
    pub(crate) name: String,
    attributes: Vec<(String, String)>,
}

impl Tag {
    /// The attribute's value; empty if it has none.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// Every start tag outside comments, scripts and style sheets, in order.
pub(crate) fn tags(html: &str) -> Vec<Tag> {
    let mut tags = Vec::new();
    let mut at = 0;
    while let Some(start) = find(html, at, "<") {
        at = start + 1;
        if html[at..].starts_with("!--") {
            at = find(html, at + 3, "-->").unwrap_or(html.len());
        } else if html[at..].starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            let tag = tag(html, start);
            at = tag.range.end;
            if matches!(tag.name.as_str(), "script" | "style") {
                at = end_tag(html, at, &tag.name).unwrap_or(html.len());
            }
            tags.push(tag);
        }
    }
    tags
}

/// Where `</name` starts, from `at` on.
pub(crate) fn end_tag(html: &str, at: usize, name: &str) -> Option<usize> {
    let closes = |start: &usize| {
        let found = html.get(start + 2..start + 2 + name.len());
        found.is_some_and(|found| found.eq_ignore_ascii_case(name))
    };
    html[at..].match_indices("</").map(|(start, _)| at + start).find(closes)
}

fn find(html: &str, at: usize, text: &str) -> Option<usize> {
    html.get(at..)?.find(text).map(|found| at + found)
}

fn tag(html: &str, start: usize) -> Tag {
    let mut rest = &html[start + 1..];
    let name = take(&mut rest, |letter| !letter.is_whitespace() && !matches!(letter, '/' | '>')).to_ascii_lowercase();
    let mut attributes = Vec::new();
    loop {
        take(&mut rest, |letter| letter.is_whitespace() || letter == '/');
        if rest.is_empty() || rest.starts_with('>') {
            let end = html.len() - rest.len() + usize::from(!rest.is_empty());
            return Tag { range: start..end, name, attributes };
        }
        // HTML reads `<a =b>` as an attribute named `=b`; here it need only not stop the reader.
        rest = rest.trim_start_matches('=');
        let key = take(&mut rest, |letter| !letter.is_whitespace() && !matches!(letter, '=' | '/' | '>'));
        take(&mut rest, char::is_whitespace);
        let value = if let Some(after) = rest.strip_prefix('=') {
            rest = after;
            value(&mut rest)
        } else {
            ""
        };
        attributes.push((key.to_ascii_lowercase(), value.to_owned()));
    }
}

fn value<'a>(rest: &mut &'a str) -> &'a str {
    take(rest, char::is_whitespace);
    let Some(quote) = rest.chars().next().filter(|letter| matches!(letter, '"' | '\'')) else {
        return take(rest, |letter| !letter.is_whitespace() && letter != '>');
    };
    *rest = &rest[1..];
    let value = take(rest, |letter| letter != quote);
    *rest = rest.get(1..).unwrap_or_default();
    value
}

fn take<'a>(rest: &mut &'a str, wanted: impl Fn(char) -> bool) -> &'a str {
    let end = rest.find(|letter| !wanted(letter)).unwrap_or(rest.len());
    let (taken, after) = rest.split_at(end);
    *rest = after;
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_in_every_notation_of_attributes() {
        let tags = tags("<LINK rel=stylesheet HREF='a b.css'/><img\n src = \"x>y\" alt><b>");
        let link = &tags[0];
        assert_eq!(
            (link.name.as_str(), link.get("rel"), link.get("href")),
            ("link", Some("stylesheet"), Some("a b.css"))
        );
        let img = &tags[1];
        assert_eq!((img.get("src"), img.get("alt"), img.get("id")), (Some("x>y"), Some(""), None));
        assert_eq!(tags[2].name, "b");
    }

    #[test]
    fn text_that_only_looks_like_tags_is_not_read() {
        let html = "<!-- <img src=a> --><script>'<img src=b>'</script><style>/* <img src=c> */</STYLE>1 < 2<p>";
        let names: Vec<_> = tags(html).into_iter().map(|tag| tag.name).collect();
        assert_eq!(names, ["script", "style", "p"]);
    }

    #[test]
    fn broken_html_ends() {
        for html in ["<", "<a", "<a b", "<a b='", "<a =", "<a ==>", "<!--", "<script>", "<a\u{e9}=\u{e9}>"] {
            tags(html);
        }
    }
}
