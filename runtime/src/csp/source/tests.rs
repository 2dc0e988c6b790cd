use super::*;

/// Every entry beside what it is read as.
const ACCEPTED: &[(&str, &str)] = &[
    ("https://api.example.com", "https://api.example.com"),
    ("http://example.com", "http://example.com"),
    ("wss://live.example.com", "wss://live.example.com"),
    ("ws://live.example.com:8080", "ws://live.example.com:8080"),
    ("HTTPS://API.Example.COM", "https://api.example.com"),
    ("https://*.example.com", "https://*.example.com"),
    ("wss://*.example.com:8443", "wss://*.example.com:8443"),
    ("https://*.localhost:3000", "https://*.localhost:3000"),
    ("http://localhost", "http://localhost"),
    ("http://localhost:5173", "http://localhost:5173"),
    ("http://127.0.0.1:1", "http://127.0.0.1:1"),
    ("https://example.com:65535", "https://example.com:65535"),
    ("http://[::1]", "http://[::1]"),
    ("http://[::1]:65535", "http://[::1]:65535"),
    ("https://[2001:DB8:0::1]:443", "https://[2001:db8::1]:443"),
    ("https://xn--bcher-kva.example", "https://xn--bcher-kva.example"),
    ("https://a-b.1c.example", "https://a-b.1c.example"),
];

const REFUSED: &[(&str, Refusal)] = &[
    ("", Refusal::Empty),
    ("*", Refusal::BareWildcard),
    ("https://*", Refusal::BareWildcard),
    ("https://*:443", Refusal::BareWildcard),
    // Row 67 of the bug reports, each input.
    ("[::1]&#59form-action&#32*", Refusal::Entity),
    ("a;b", Refusal::Semicolon),
    ("a,b", Refusal::Comma),
    ("'unsafe-inline'", Refusal::Quote),
    ("javascript:x", Refusal::Scheme),
    ("https://u@h", Refusal::UserInfo),
    ("https://a.example\nX-Other: 1", Refusal::ControlCharacter),
    ("[::1]:65536", Refusal::NoScheme),
    ("http://[::1]:65536", Refusal::Port),
    // The same kinds, placed where a reader might not look.
    ("https://[::1]&#59form-action&#32*", Refusal::Entity),
    ("https://a.example&semi;form-action", Refusal::Entity),
    ("https://a.example;", Refusal::Semicolon),
    ("https://a.example,https://b.example", Refusal::Comma),
    ("https://a.example https://b.example", Refusal::Whitespace),
    (" https://a.example", Refusal::Whitespace),
    ("https://a.example\u{a0}*", Refusal::Whitespace),
    ("https://a.example\u{2028}*", Refusal::Whitespace),
    ("https://a.example\r\nSet-Cookie: a=b", Refusal::ControlCharacter),
    ("https://a.example\t*", Refusal::ControlCharacter),
    ("https://a.example\0", Refusal::ControlCharacter),
    ("https://a.example\u{7f}", Refusal::ControlCharacter),
    ("https://a.example\u{85}", Refusal::ControlCharacter),
    ("\"https://a.example\"", Refusal::Quote),
    ("https://a.example`", Refusal::Quote),
    ("https://a.example\"><script>", Refusal::Quote),
    ("https://a.example><script>", Refusal::Markup),
    ("'self'", Refusal::Quote),
    ("'wasm-unsafe-eval'", Refusal::Quote),
    ("'nonce-abc'", Refusal::Quote),
    // Schemes.
    ("data:", Refusal::Scheme),
    ("blob:", Refusal::Scheme),
    ("data:text/html", Refusal::Scheme),
    ("file:///etc/passwd", Refusal::Scheme),
    ("ftp://example.com", Refusal::Scheme),
    ("ui://view", Refusal::Scheme),
    ("https:", Refusal::NoHost),
    ("https://", Refusal::NoHost),
    ("https:example.com", Refusal::NoHost),
    ("https:/example.com", Refusal::NoHost),
    ("example.com", Refusal::NoScheme),
    ("example.com:443", Refusal::NoScheme),
    ("*.example.com", Refusal::NoScheme),
    ("//example.com", Refusal::NoScheme),
    ("://example.com", Refusal::NoScheme),
    // Authority.
    ("https://user:secret@example.com", Refusal::UserInfo),
    ("https://@example.com", Refusal::UserInfo),
    ("https://:443", Refusal::NoHost),
    ("https:///example.com", Refusal::Path),
    ("https://example.com:", Refusal::Port),
    ("https://example.com:0", Refusal::Port),
    ("https://example.com:65536", Refusal::Port),
    ("https://example.com:+443", Refusal::Port),
    ("https://example.com:0443", Refusal::Port),
    ("https://example.com:*", Refusal::Port),
    ("https://example.com:80:80", Refusal::Port),
    ("https://example.com:port", Refusal::Port),
    // Hosts.
    ("https://example..com", Refusal::Host),
    ("https://example.com.", Refusal::Host),
    ("https://.example.com", Refusal::Host),
    ("https://-a.example", Refusal::Host),
    ("https://a-.example", Refusal::Host),
    ("https://a_b.example", Refusal::Host),
    ("https://bücher.example", Refusal::Host),
    ("https://a%2eexample.com", Refusal::Host),
    ("https://*.", Refusal::Host),
    ("https://a.*.example.com", Refusal::WildcardPlace),
    ("https://*a.example.com", Refusal::WildcardPlace),
    ("https://**.example.com", Refusal::WildcardPlace),
    ("https://*.*.example.com", Refusal::WildcardPlace),
    ("https://example.*", Refusal::WildcardPlace),
    ("https://*.com", Refusal::WildcardTooBroad),
    ("http://2130706433", Refusal::Ipv4),
    ("http://0x7f000001", Refusal::Ipv4),
    ("http://0X7F.1", Refusal::Ipv4),
    ("http://0x", Refusal::Ipv4),
    ("http://127.1", Refusal::Ipv4),
    ("http://0177.0.0.1", Refusal::Ipv4),
    ("http://256.0.0.1", Refusal::Ipv4),
    ("http://*.0.0.1", Refusal::Ipv4),
    ("http://[::1", Refusal::Ipv6),
    ("http://[::1]x", Refusal::Ipv6),
    ("http://[]", Refusal::Ipv6),
    ("http://[fe80::1%25eth0]", Refusal::Ipv6),
    ("http://[1.2.3.4]", Refusal::Ipv6),
    // Past the origin.
    ("https://example.com/", Refusal::Path),
    ("https://example.com/a", Refusal::Path),
    ("https://example.com\\@evil.example", Refusal::Path),
    ("https://example.com?a", Refusal::Query),
    ("https://example.com#a", Refusal::Fragment),
];

#[test]
fn an_origin_is_read_and_printed_in_lower_case() {
    for (text, printed) in ACCEPTED {
        match Source::parse(text) {
            Ok(source) => assert_eq!(source.to_string(), *printed, "{text:?}"),
            Err(refusal) => panic!("{text:?} refused: {refusal}"),
        }
        assert_eq!(Source::parse(printed), Source::parse(text), "{text:?} printed reads back");
    }
}

#[test]
fn row_67_what_is_not_one_origin_is_refused_by_name() {
    for (text, refusal) in REFUSED {
        assert_eq!(Source::parse(text), Err(*refusal), "{text:?}");
    }
}

#[test]
fn a_label_is_at_most_63_characters_and_a_host_at_most_253() {
    let label = "a".repeat(63);
    assert!(Source::parse(&format!("https://{label}.example")).is_ok());
    assert_eq!(Source::parse(&format!("https://{label}a.example")), Err(Refusal::Host));
    let host = [&*label, &*label, &*label, &label[..61]].join(".");
    assert_eq!(host.len(), 253);
    assert!(Source::parse(&format!("https://{host}")).is_ok());
    assert_eq!(Source::parse(&format!("https://{host}a")), Err(Refusal::Host));
}

#[test]
fn every_refusal_has_a_name_of_its_own() {
    let names: std::collections::BTreeSet<_> = REFUSED.iter().map(|(_, refusal)| refusal.name()).collect();
    let refusals: std::collections::HashSet<_> = REFUSED.iter().map(|(_, refusal)| refusal).collect();
    assert_eq!(names.len(), refusals.len());
    assert_eq!(names.len(), 22, "every refusal is exercised above");
}

#[test]
fn loopback_and_private_origins_are_told_apart_from_public_ones() {
    let table = [
        ("http://localhost:3000", true, false),
        ("http://app.localhost", true, false),
        ("http://*.localhost", true, false),
        ("http://127.8.8.8", true, false),
        ("http://0.0.0.0", true, false),
        ("http://[::1]", true, false),
        ("http://[::]", true, false),
        ("http://[::ffff:127.0.0.1]", true, false),
        ("http://10.0.0.1", false, true),
        ("http://192.168.1.1", false, true),
        ("http://169.254.169.254", false, true),
        ("http://100.64.0.1", false, true),
        ("http://[fd00::1]", false, true),
        ("http://[fe80::1]", false, true),
        ("http://[::ffff:192.168.0.1]", false, true),
        ("http://printer.local", false, true),
        ("http://vault.internal", false, true),
        ("https://localhost.example.com", false, false),
        ("https://notlocal", false, false),
        ("https://100.128.0.1", false, false),
        ("https://1.1.1.1", false, false),
        ("https://[2606:4700::1111]", false, false),
    ];
    for (text, loopback, private) in table {
        let source = Source::parse(text).expect(text);
        assert_eq!((source.is_loopback(), source.is_private()), (loopback, private), "{text}");
    }
}

proptest::proptest! {
    #[test]
    fn whatever_is_accepted_prints_as_one_source_of_plain_characters(text in "(https?|wss?|HTTPS)://[ -~]{0,24}|\\PC{0,24}") {
        if let Ok(source) = Source::parse(&text) {
            let printed = source.to_string();
            proptest::prop_assert!(printed.chars().all(|c| c.is_ascii_alphanumeric() || ":/.-*[]".contains(c)), "{printed}");
            proptest::prop_assert_eq!(Source::parse(&printed), Ok(source));
        }
    }
}

#[test]
fn a_source_allows_the_origins_a_browser_would() {
    let allows = |source: &str, origin: &str| Source::parse(source).unwrap().allows(&Source::parse(origin).unwrap());
    for (source, origin) in [
        ("https://a.example", "https://a.example"),
        ("https://a.example", "https://A.example:443"),
        ("https://a.example:8443", "https://a.example:8443"),
        ("https://*.a.example", "https://b.c.a.example"),
        ("https://*.a.example", "https://*.a.example"),
        ("https://*.a.example", "https://*.b.a.example"),
        ("http://a.example", "https://a.example"),
        ("ws://a.example:80", "wss://a.example"),
        ("https://[::1]:9", "https://[0:0::1]:9"),
    ] {
        assert!(allows(source, origin), "{source} {origin}");
    }
    for (source, origin) in [
        ("https://a.example", "http://a.example"),
        ("https://a.example", "wss://a.example"),
        ("https://a.example", "https://a.example:8443"),
        ("https://a.example", "https://b.a.example"),
        ("https://*.a.example", "https://a.example"),
        ("https://*.a.example", "https://nota.example"),
        ("https://a.example", "https://a.example.evil.example"),
        ("http://a.example:8080", "https://a.example"),
    ] {
        assert!(!allows(source, origin), "{source} {origin}");
    }
}
