//! The HTML around the View: the author's, with its style sheets inside, or a bare page.

use std::fs;
use std::path::{Path, PathBuf};

use super::tags::{Tag, end_tag, tags};
use super::{Error, Tools};

/// Where the script goes if the template says so; otherwise at the end of the body.
const PLACE: &str = "<!-- mcp-apps:view -->";

const BARE: &str = "<!doctype html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
</head>
<body>
</body>
</html>
";

/// What browsers fetch without being asked.
const FETCHED: [(&str, &str); 12] = [
    ("img", "src"),
    ("img", "srcset"),
    ("source", "src"),
    ("source", "srcset"),
    ("video", "src"),
    ("video", "poster"),
    ("audio", "src"),
    ("track", "src"),
    ("input", "src"),
    ("iframe", "src"),
    ("embed", "src"),
    ("object", "data"),
];

/// The page: `template` with its style sheets and `script` inside.
pub(super) fn fill(tools: &Tools, template: &Option<PathBuf>, script: &str) -> Result<String, Error> {
    let html = match template {
        Some(template) => {
            let html = fs::read_to_string(template).map_err(Error::io(template))?;
            let css = |sheet: &Path| style(tools, sheet);
            inlined(&html.replace("\r\n", "\n"), template, css)?
        }
        None => BARE.to_owned(),
    };
    Ok(with_script(&html, script))
}

fn with_script(html: &str, script: &str) -> String {
    let element = format!("<script>{script}</script>\n");
    let place = html.find(PLACE).map(|at| at..at + PLACE.len());
    let end = || ["body", "html"].into_iter().find_map(|name| last_end_tag(html, name)).unwrap_or(html.len());
    let place = place.unwrap_or_else(|| end()..end());
    format!("{}{element}{}", &html[..place.start], &html[place.end..])
}

fn last_end_tag(html: &str, name: &str) -> Option<usize> {
    let first = end_tag(html, 0, name)?;
    Some(last_end_tag(&html[first + 2..], name).map_or(first, |next| first + 2 + next))
}

/// The template with each style sheet in place of its link, if it asks for nothing else.
fn inlined(html: &str, template: &Path, css: impl Fn(&Path) -> Result<String, Error>) -> Result<String, Error> {
    let wrong = |at: usize, what: &str, why| {
        let line = html[..at].matches('\n').count() + 1;
        Error::Template { template: template.to_path_buf(), line, what: what.to_owned(), why }
    };
    if let Some(at) = html.find("{{") {
        return Err(wrong(at, "{{", "is a placeholder that nobody fills: write the value"));
    }
    let mut page = String::new();
    let mut done = 0;
    for tag in tags(html) {
        if let Some(why) = refused(&tag) {
            return Err(wrong(tag.range.start, &html[tag.range.clone()], why));
        }
        if let Some(href) = stylesheet(&tag) {
            let sheet = template.parent().unwrap_or(Path::new("")).join(href);
            page.push_str(&html[done..tag.range.start]);
            page.push_str(&format!("<style>{}</style>", css(&sheet)?));
            done = tag.range.end;
        }
    }
    Ok(page + &html[done..])
}

/// Why a page cannot have this tag.
fn refused(tag: &Tag) -> Option<&'static str> {
    const FETCHES: &str = "is fetched at run time, which a View cannot: write it as a `data:` address";
    let elsewhere = |address: &str| !address.is_empty() && !address.starts_with("data:") && !address.starts_with('#');
    if tag.get("nonce").is_some() {
        return Some("has a nonce, which changes with every answer of a server and here has none: leave it out");
    }
    match (tag.name.as_str(), tag.get("src"), tag.get("href")) {
        ("script", Some(_), _) => {
            Some("is fetched at run time, which a View cannot: import it with `#[wasm_bindgen(module = \"/…\")]`")
        }
        ("link", _, Some(href)) => match stylesheet(tag) {
            Some(_) if href.contains("//") => {
                Some("is fetched at run time, which a View cannot: save it beside the template")
            }
            None if elsewhere(href) => Some(FETCHES),
            _ => None,
        },
        ("base", ..) => Some("means nothing in a page of one file: leave it out"),
        _ => {
            let fetched = FETCHED.iter().filter(|(name, _)| tag.name == *name).filter_map(|(_, key)| tag.get(key));
            fetched.into_iter().any(elsewhere).then_some(FETCHES)
        }
    }
}

fn stylesheet(tag: &Tag) -> Option<&str> {
    let is_sheet = tag.get("rel")?.split_whitespace().any(|word| word.eq_ignore_ascii_case("stylesheet"));
    (tag.name == "link" && is_sheet).then(|| tag.get("href")).flatten()
}

/// The sheet with its imports, images and fonts inside; esbuild refuses an address elsewhere.
fn style(tools: &Tools, sheet: &Path) -> Result<String, Error> {
    if !sheet.is_file() {
        return Err(Error::io(sheet)(std::io::ErrorKind::NotFound.into()));
    }
    let mut command = tools.command("esbuild");
    command.arg(sheet).args(["--bundle", "--minify", "--charset=utf8", "--legal-comments=none", "--log-level=error"]);
    for kind in ["png", "jpg", "jpeg", "gif", "webp", "avif", "svg", "woff", "woff2", "ttf", "otf"] {
        command.arg(format!("--loader:.{kind}=dataurl"));
    }
    let css = tools.run("esbuild", command)?;
    fetches_nothing(css.trim_end(), sheet)
}

fn fetches_nothing(css: &str, sheet: &Path) -> Result<String, Error> {
    const WHY: &str = "is fetched at run time, which a View cannot: save it beside the style sheet";
    let remote = ["url(http", "url(\"http", "url('http", "url(//", "url(\"//", "@import"];
    match remote.into_iter().find(|what| css.contains(what)) {
        Some(what) => Err(Error::Template { template: sheet.to_path_buf(), line: 1, what: what.to_owned(), why: WHY }),
        None => Ok(css.replace("</", "<\\/")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inline(html: &str) -> Result<String, Error> {
        inlined(html, Path::new("view/index.html"), |sheet| Ok(sheet.display().to_string()))
    }

    #[test]
    fn a_style_sheet_takes_the_place_of_its_link() {
        let page = inline("<head><link rel='preload stylesheet' href=a.css></head>").unwrap();
        assert_eq!(page, "<head><style>view/a.css</style></head>");
    }

    #[test]
    fn whatever_a_page_would_fetch_is_refused_by_line() {
        for tag in [
            "<script src='a.js'></script>",
            "<img src='logo.png'>",
            "<link rel=icon href=icon.png>",
            "<link rel=stylesheet href='https://cdn.example/a.css'>",
            "<base href='https://example.com'>",
            "<video poster=a.png></video>",
            "<p>{{ title }}</p>",
            "<script nonce='{nonce}'>1</script>",
        ] {
            let line = inline(&format!("<!doctype html>\n<body>\n{tag}\n</body>")).unwrap_err().to_string();
            assert!(line.starts_with("view/index.html:3: `") && !line.contains('\n'), "{line}");
        }
    }

    #[test]
    fn what_a_page_carries_itself_is_kept() {
        for html in [
            "<img src='data:image/png;base64,AAAA'>",
            "<a href='https://example.com'>x</a>",
            "<link rel=icon href='data:,'>",
            "<script>let a</script>",
        ] {
            assert_eq!(inline(html).unwrap(), html);
        }
    }

    #[test]
    fn the_script_stands_where_the_template_says_or_at_the_end_of_the_body() {
        assert_eq!(with_script("<body>a<!-- mcp-apps:view -->b</body>", "S"), "<body>a<script>S</script>\nb</body>");
        assert_eq!(
            with_script("<body>'</body>'</BODY></html>", "S"),
            "<body>'</body>'<script>S</script>\n</BODY></html>"
        );
        assert_eq!(with_script("<p>a</p>\n", "S"), "<p>a</p>\n<script>S</script>\n");
        assert!(with_script(BARE, "S").contains("<body>\n<script>S</script>\n</body>"));
    }

    #[test]
    fn a_sheet_cannot_close_its_element_or_fetch() {
        let sheet = Path::new("a.css");
        assert_eq!(fetches_nothing("a{content:\"</style>\"}", sheet).unwrap(), "a{content:\"<\\/style>\"}");
        assert!(fetches_nothing("a{background:url(https://example.com/a.png)}", sheet).is_err());
    }
}
