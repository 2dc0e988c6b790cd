//! The page itself: HTML, CSS and modules of JavaScript, as they are.

const JS: &str = "text/javascript; charset=utf-8";

/// Path, type and content.
const ASSETS: &[(&str, &str, &str)] = &[
    ("/", "text/html; charset=utf-8", include_str!("page/index.html")),
    ("/style.css", "text/css; charset=utf-8", include_str!("page/style.css")),
    ("/icon.svg", "image/svg+xml", include_str!("page/icon.svg")),
    ("/main.js", JS, include_str!("page/main.js")),
    ("/asks.js", JS, include_str!("page/asks.js")),
    ("/chrome.js", JS, include_str!("page/chrome.js")),
    ("/details.js", JS, include_str!("page/details.js")),
    ("/dom.js", JS, include_str!("page/dom.js")),
    ("/form.js", JS, include_str!("page/form.js")),
    ("/link.js", JS, include_str!("page/link.js")),
    ("/log.js", JS, include_str!("page/log.js")),
    ("/palette.js", JS, include_str!("page/palette.js")),
    ("/schema.js", JS, include_str!("page/schema.js")),
    ("/settings.js", JS, include_str!("page/settings.js")),
    ("/stage.js", JS, include_str!("page/stage.js")),
    ("/tools.js", JS, include_str!("page/tools.js")),
];

/// What is at a path.
pub(super) fn find(path: &str) -> Option<(&'static str, &'static str)> {
    ASSETS.iter().find(|(known, ..)| *known == path).map(|(_, kind, content)| (*kind, *content))
}
