//! Declared origins: whatever is declared, header, element and allowlist say what was granted and
//! nothing else.

use mcp_apps::csp::{Declared, List, Policy, PublicOrigins, Source};
use mcp_apps::v2026_01_26::McpUiResourceCsp;

const OWN: &str = "https://chat.example";

pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut lists: [Vec<String>; 4] = Default::default();
    for line in text.split('\n') {
        let (list, entry) = line.split_at_checked(1).unwrap_or(("0", line));
        lists[usize::from(list.as_bytes().first().copied().unwrap_or(0)) % 4].push(entry.to_owned());
    }
    let [connect, resource, frame, base] = lists;
    let csp = McpUiResourceCsp::new()
        .with_connect_domains(connect)
        .with_resource_domains(resource)
        .with_frame_domains(frame)
        .with_base_uri_domains(base);
    let declared = Declared::read(&csp);
    for list in List::ALL {
        let refused = declared.refused.iter().filter(|refused| refused.list == list).count();
        assert!(declared.list(list).len() + refused <= list.of(&csp).len(), "no more than was declared");
        declared.list(list).iter().for_each(one_origin);
    }
    let public = PublicOrigins::new([OWN]);
    let approved = Policy::approve(&declared, &public);
    for source in List::ALL.iter().flat_map(|list| approved.granted().list(*list)) {
        assert!(!source.is_loopback() && !source.is_private(), "{source}");
        assert!(!source.allows(&OWN.parse().unwrap()), "{source} is the host's own");
    }
    for policy in [Policy::of(&declared), approved.clone(), approved.with_wasm().with_webrtc()] {
        says_what_it_means(&policy);
    }
}

fn one_origin(source: &Source) {
    let text = source.to_string();
    assert!(
        text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b":/.-*[]_".contains(&byte)),
        "{text}"
    );
    assert_eq!(Source::parse(&text).as_ref(), Ok(source), "{text}");
    assert!(source.allows(source), "{text}");
}

/// Parses the header as a browser does: split at `;`, then at spaces.
fn says_what_it_means(policy: &Policy) {
    let header = policy.header();
    let written: Vec<Vec<&str>> = header.split(';').map(|one| one.split_ascii_whitespace().collect()).collect();
    let meant: Vec<(&str, String)> = policy.directives().collect();
    assert_eq!(written.len(), meant.len(), "{header}");
    for (written, (name, _)) in written.iter().zip(&meant) {
        assert_eq!(written[0], *name);
        let list = match *name {
            "connect-src" => Some(List::Connect),
            "frame-src" => Some(List::Frame),
            "base-uri" => Some(List::BaseUri),
            "script-src" | "style-src" | "img-src" | "media-src" | "font-src" => Some(List::Resource),
            _ => None,
        };
        let origins: Vec<Source> = written[1..]
            .iter()
            .filter(|token| !token.starts_with('\'') && **token != "data:")
            .map(|token| token.parse().unwrap_or_else(|_| panic!("{token} in {header}")))
            .collect();
        let granted = list.map(|list| policy.granted().list(list).to_vec()).unwrap_or_default();
        assert_eq!(origins, granted, "{name} in {header}");
    }
    let meta = policy.meta();
    let inside = meta.strip_prefix("<meta http-equiv=\"Content-Security-Policy\" content=\"").unwrap();
    let inside = inside.strip_suffix("\">").unwrap();
    assert_eq!(inside, header, "no accepted origin needs an escape");
    let allowlist = policy.connection_allowlist();
    let (patterns, options) = allowlist.strip_prefix('(').unwrap().split_once(");").unwrap();
    assert!(!options.contains('"') && patterns.split(' ').all(|one| one.is_empty() || one.matches('"').count() == 2));
}

pub fn seeds() -> Vec<Vec<u8>> {
    let texts = [
        "0https://api.example.com\n1https://*.cdn.example:8443\n2http://127.0.0.1:80\n3https://[::1]",
        "0wss://a.b\n0ws://a.b\n1https://example.com;\n1http://x'\n2https://user@host\n3data:",
        "0https://[::ffff:10.0.0.1]\n0https://[64:ff9b::a00:1]\n0https://0x7f.1\n0https://2130706433\n0https://a.local",
        "0https://xn--bcher-kva.example\n0https://b\u{fc}cher.example\n1https://\u{ff0a}.example\n0*\n0https:\n0HTTPS://A",
        "0https://chat.example\n0https://*.example\n0https://localhost.\n0https://foo.localhost:1",
    ];
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}
