//! The policy a View runs under, as the adapter tells it.

use std::collections::BTreeMap;

use super::super::stage::{Played, Stage};
use super::super::verdict::Found;
use super::text;

/// A policy, read as a browser does.
struct Csp(BTreeMap<String, Vec<String>>);

/// What falls back on `default-src`.
const FETCHES: [&str; 10] = [
    "script-src",
    "style-src",
    "img-src",
    "font-src",
    "media-src",
    "connect-src",
    "frame-src",
    "object-src",
    "worker-src",
    "manifest-src",
];

impl Csp {
    fn read(policy: &str) -> Self {
        let mut directives = BTreeMap::new();
        for directive in policy.split(';') {
            let mut words = directive.split_ascii_whitespace().map(str::to_ascii_lowercase);
            if let Some(name) = words.next() {
                // The first of a name counts.
                directives.entry(name).or_insert_with(|| words.collect());
            }
        }
        Csp(directives)
    }

    /// The sources of a directive, or of the one it falls back on; `None` if everything is allowed.
    fn sources(&self, directive: &str) -> Option<&[String]> {
        let fallbacks: &[&str] = match directive {
            "worker-src" => &["child-src", "script-src", "default-src"],
            "frame-src" => &["child-src", "default-src"],
            "base-uri" => &[],
            _ => &["default-src"],
        };
        let names = std::iter::once(&directive).chain(fallbacks);
        names.filter_map(|name| self.0.get(*name)).next().map(Vec::as_slice)
    }

    /// Whether a directive allows no more than these; `'none'` is always fine.
    fn within(&self, directive: &str, allowed: &[&str]) -> bool {
        let fine = |source: &String| source == "'none'" || allowed.contains(&source.as_str());
        self.sources(directive).is_some_and(|sources| sources.iter().all(fine))
    }

    fn has(&self, directive: &str, source: &str) -> bool {
        self.sources(directive).is_some_and(|sources| sources.iter().any(|known| known == source))
    }

    /// The sources that are neither the declared one nor on the page itself.
    fn strangers(&self, directive: &str, declared: &str) -> Vec<&str> {
        let own = |source: &str| {
            let keyword = source.starts_with('\'') && source.ends_with('\'');
            keyword || ["data:", "blob:", declared].contains(&source)
        };
        match self.sources(directive) {
            Some(sources) => sources.iter().map(String::as_str).filter(|source| !own(source)).collect(),
            None => vec!["anything"],
        }
    }

    fn show(&self, directive: &str) -> String {
        match self.sources(directive) {
            Some(sources) => format!("{directive} {}", sources.join(" ")),
            None => format!("{directive} is open"),
        }
    }
}

/// The policy of a tool's View, if the adapter tells it.
async fn of(stage: &mut Stage, found: &mut Found, ids: &[&'static str], tool: &str) -> Played<Option<String>> {
    let opened = stage.start("a", tool).await?;
    stage.leave(&opened.name).await?;
    let policy = text(&opened.told, &["policy"]).map(str::to_owned);
    if policy.is_none() {
        ids.iter().for_each(|id| found.not_observable(id, "the adapter does not tell the View's policy"));
    }
    Ok(policy)
}

pub(super) async fn default(stage: &mut Stage, found: &mut Found) -> Played {
    let Some(policy) = of(stage, found, &["H11"], "show").await? else { return Ok(()) };
    let csp = Csp::read(&policy);
    // What the specification writes; everything it does not name falls back on 'none'.
    for directive in FETCHES {
        let allowed: &[&str] = match directive {
            "script-src" | "style-src" | "worker-src" => &["'self'", "'unsafe-inline'"],
            "img-src" | "media-src" => &["'self'", "data:"],
            _ => &[],
        };
        found.check("H11", csp.within(directive, allowed), || {
            format!("without declared domains the policy has {}", csp.show(directive))
        });
    }
    Ok(())
}

pub(super) async fn declared(stage: &mut Stage, found: &mut Found) -> Played {
    let ids = ["H10", "H12", "H14", "H15"];
    let Some(policy) = of(stage, found, &ids, "declared").await? else { return Ok(()) };
    let csp = Csp::read(&policy);
    let (connect, resource) = ("https://connect.example.com", "https://resource.example.com");
    let (frame, base) = ("https://frame.example.com", "https://base.example.com");
    let resources = ["script-src", "style-src", "img-src", "font-src", "media-src"];
    let opened = resources.map(|directive| (directive, resource));
    for (directive, source) in
        opened.into_iter().chain([("connect-src", connect), ("frame-src", frame), ("base-uri", base)])
    {
        found.check("H10", csp.has(directive, source), || {
            format!("{source} is declared, and the policy has {}", csp.show(directive))
        });
        let strangers = csp.strangers(directive, source);
        let id = if directive == "connect-src" { "H15" } else { "H12" };
        found.check(id, strangers.is_empty(), || {
            format!("nobody declared {strangers:?}, and the policy has {}", csp.show(directive))
        });
    }
    let Some(policy) = of(stage, found, &ids, "partial").await? else { return Ok(()) };
    for (tool, csp) in [("declared", csp), ("partial", Csp::read(&policy))] {
        let base: &[&str] = if tool == "partial" { &["'self'"] } else { &["'self'", base] };
        let closed: [(&str, &[&str]); 3] = [("default-src", &[]), ("object-src", &[]), ("base-uri", base)];
        let framed = (tool == "partial").then_some(("frame-src", &[] as &[&str]));
        for (directive, allowed) in closed.into_iter().chain(framed) {
            // A base URI nobody declared is another duty's, where one was declared.
            let closed = csp.within(directive, allowed)
                || (tool == "declared" && directive == "base-uri" && csp.sources(directive).is_some());
            found.check("H14", closed, || format!("for the tool `{tool}` the policy has {}", csp.show(directive)));
        }
    }
    Ok(())
}

pub(super) async fn injected(stage: &mut Stage, found: &mut Found) -> Played {
    let Some(policy) = of(stage, found, &["H23"], "injecting").await? else { return Ok(()) };
    let csp = Csp::read(&policy);
    // A comma begins another policy in a header, which only narrows; what it brings is still not the Host's.
    let bad = |source: &&String| {
        ["*", "'unsafe-eval'", "x-injected:", "yes"].contains(&source.as_str())
            || source.contains("injected.example.com")
            || source.contains(['"', ','])
    };
    let injected: Vec<&String> = csp.0.values().flatten().filter(bad).collect();
    found.check("H23", injected.is_empty(), || format!("declared domains brought {injected:?} into {policy:?}"));
    found.check("H23", !policy.contains(['\r', '\n']), || format!("a line break came through: {policy:?}"));
    Ok(())
}

pub(super) async fn metadata(stage: &mut Stage, found: &mut Found) -> Played {
    for (tool, right, wrong) in [
        ("listed", "https://listed.example.com", "https://read.example.com"),
        ("overridden", "https://read.example.com", "https://listed.example.com"),
    ] {
        let Some(policy) = of(stage, found, &["H4"], tool).await? else { return Ok(()) };
        let csp = Csp::read(&policy);
        let kept = csp.has("connect-src", right) && !csp.has("connect-src", wrong);
        found.check("H4", kept, || {
            format!("the metadata of `{tool}` allows {right} alone, and the policy has {}", csp.show("connect-src"))
        });
    }
    Ok(())
}
