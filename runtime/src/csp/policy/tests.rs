use mcp_apps_generated::v2026_01_26::McpUiResourceCsp;

use super::*;

const RESTRICTIVE: &str = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data:; media-src 'self' data:; font-src 'none'; connect-src 'none'; frame-src 'none'; \
     object-src 'none'; form-action 'none'; base-uri 'self'";

fn strings(entries: &[&str]) -> Vec<String> {
    entries.iter().map(|entry| (*entry).to_owned()).collect()
}

#[test]
fn h11_without_a_declaration_the_view_reaches_nothing() {
    assert_eq!(Policy::restrictive().header(), RESTRICTIVE);
    assert_eq!(Policy::of(&Declared::read(&McpUiResourceCsp::new())).header(), RESTRICTIVE);
}

#[test]
fn h14_each_list_opens_its_own_directives() {
    let csp = McpUiResourceCsp::new()
        .with_connect_domains(strings(&["https://api.example.com", "wss://live.example.com"]))
        .with_resource_domains(strings(&["https://*.cdn.example"]))
        .with_frame_domains(strings(&["https://player.example"]))
        .with_base_uri_domains(strings(&["https://base.example"]));
    assert_eq!(
        Policy::of(&Declared::read(&csp)).header(),
        "default-src 'none'; script-src 'self' 'unsafe-inline' https://*.cdn.example; \
         style-src 'self' 'unsafe-inline' https://*.cdn.example; img-src 'self' data: https://*.cdn.example; \
         media-src 'self' data: https://*.cdn.example; font-src 'self' https://*.cdn.example; \
         connect-src https://api.example.com wss://live.example.com; frame-src https://player.example; \
         object-src 'none'; form-action 'none'; base-uri https://base.example"
    );
}

#[test]
fn row_67_a_refused_source_leaves_no_trace_in_the_policy() {
    let attack = "[::1]&#59form-action&#32*";
    let csp = McpUiResourceCsp::new()
        .with_connect_domains(strings(&[attack, "a;b", "'unsafe-eval'", "https://ok.example"]))
        .with_resource_domains(strings(&[attack, "*"]))
        .with_frame_domains(strings(&[attack]))
        .with_base_uri_domains(strings(&[attack]));
    let declared = Declared::read(&csp);
    assert_eq!(declared.refused.len(), 7);
    assert_eq!(
        Policy::of(&declared).header(),
        RESTRICTIVE.replace("connect-src 'none'", "connect-src https://ok.example")
    );
}

#[test]
fn row_66_the_meta_element_says_what_the_header_says() {
    let policy = Policy::restrictive();
    let meta = policy.meta();
    let content = meta.strip_prefix("<meta http-equiv=\"Content-Security-Policy\" content=\"").unwrap();
    assert_eq!(content.strip_suffix("\">").unwrap(), policy.header());
}

#[test]
fn row_67_the_meta_element_escapes_what_html_would_decode() {
    assert_eq!(escape("&#59;\"><b>"), "&amp;#59;&quot;&gt;&lt;b&gt;");
}

#[test]
fn a_repeated_origin_is_written_once() {
    let csp = McpUiResourceCsp::new().with_connect_domains(strings(&["https://a.example", "HTTPS://A.example"]));
    assert_eq!(Declared::read(&csp).connect.len(), 1);
}

fn declared(connect: &[&str]) -> Declared {
    Declared::read(&McpUiResourceCsp::new().with_connect_domains(strings(connect)))
}

#[test]
fn row_79_what_a_server_declares_is_only_a_wish() {
    let declared = declared(&["https://a.example", "https://b.example"]);
    let nothing = Policy::approve(&declared, &|_: &Declared| Declared::default());
    assert_eq!(nothing.header(), RESTRICTIVE);
    assert_eq!(nothing.dropped().len(), 2);
    let policy = Policy::approve(&declared, &|declared: &Declared| {
        let mut approved = declared.clone();
        approved.connect.remove(0);
        approved
    });
    assert_eq!(policy.granted_csp().connect_domains, Some(strings(&["https://b.example"])));
}

#[test]
fn h12_an_approval_cannot_add_an_origin_that_was_not_declared() {
    let more = declared(&["https://a.example", "https://evil.example"]);
    let policy = Policy::approve(&declared(&["https://a.example"]), &|_: &Declared| more.clone());
    assert_eq!(policy.granted().connect.len(), 1);
    assert!(!policy.header().contains("evil"));
}

#[test]
fn a_wildcard_of_the_hosts_own_keeps_every_name_below_it() {
    let own = PublicOrigins::new(["https://*.views.host.example"]);
    for text in ["https://x.views.host.example", "https://*.a.views.host.example", "https://*.host.example"] {
        assert_eq!(own.objection(&Source::parse(text).unwrap()), Some(Objection::Own), "{text}");
    }
    for text in ["https://host.example", "https://otherviews.host.example"] {
        assert_eq!(own.objection(&Source::parse(text).unwrap()), None, "{text}");
    }
}

#[test]
fn the_default_approval_takes_public_origins_only() {
    let own = PublicOrigins::new(["https://chat.host.example", "http://[::1]:8080"]);
    let public = ["https://api.example.com", "wss://a.b.example:444", "https://*.cdn.example", "http://8.8.8.8"];
    let public = public.into_iter().chain(["https://[2606:4700::1111]", "https://host.example"]);
    for text in public {
        assert_eq!(own.objection(&Source::parse(text).unwrap()), None, "{text}");
    }
    let table = [
        (Objection::Loopback, &["http://localhost:1", "http://a.localhost", "http://127.9.9.9", "http://0.0.0.0"][..]),
        (Objection::Loopback, &["http://[::1]", "http://[::]", "http://[::ffff:127.0.0.1]", "http://*.localhost"]),
        (Objection::Private, &["http://10.0.0.1", "http://172.31.0.1", "http://192.168.0.1", "http://169.254.169.254"]),
        (Objection::Private, &["http://100.64.0.1", "http://198.18.0.1", "http://224.0.0.1", "http://255.255.255.255"]),
        (Objection::Private, &["http://[fd00::1]", "http://[fe80::1]", "http://[ff02::1]", "http://[64:ff9b::a00:1]"]),
        (Objection::Private, &["http://[2002:c0a8:1::]", "http://[::ffff:10.0.0.1]", "http://[2001:db8::1]"]),
        (Objection::Private, &["http://printer", "http://nas.local", "http://db.internal", "http://r.lan"]),
        (Objection::Own, &["https://chat.host.example", "http://chat.host.example:8080", "https://*.host.example"]),
    ];
    for (objection, texts) in table {
        for text in texts {
            assert_eq!(own.objection(&Source::parse(text).unwrap()), Some(objection), "{text}");
        }
    }
    let declared = declared(&["https://api.example.com", "http://localhost:3000"]);
    assert_eq!(Policy::approve(&declared, &own).granted().connect.len(), 1);
}

#[test]
fn row_65_wasm_is_the_hosts_to_grant_and_nothing_else_changes() {
    let with = Policy::restrictive().with_wasm().header();
    assert_eq!(with.replace(" 'wasm-unsafe-eval'", ""), RESTRICTIVE);
    assert!(with.contains("script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval';"));
    assert!(!with.contains(" 'unsafe-eval'"));
}

#[test]
fn row_78_permissions_become_an_allow_attribute_and_what_was_granted_is_told() {
    let asked: mcp_apps_generated::v2026_01_26::McpUiResourcePermissions =
        serde_json::from_value(serde_json::json!({"clipboardWrite": {}, "camera": {}, "usb": {}})).unwrap();
    let asked = Permissions::requested(&asked);
    assert_eq!(asked.allow(), "camera; clipboard-write");
    let given = Permissions { clipboard_write: true, geolocation: true, ..Permissions::default() };
    let granted = asked.and(given);
    assert_eq!(granted.allow(), "clipboard-write");
    assert_eq!(serde_json::to_value(granted.granted()).unwrap(), serde_json::json!({"clipboardWrite": {}}));
}

#[test]
fn row_71_sandbox_tokens_are_those_of_an_allowlist() {
    assert_eq!(SandboxTokens::default().inner(), "allow-scripts allow-forms");
    let wanted = SandboxTokens::wanted(
        "allow-same-origin ALLOW-MODALS allow-top-navigation allow-top-navigation-by-user-activation allow-popups \
         allow-popups-to-escape-sandbox allow-downloads allow-top-navigation-to-custom-protocols nonsense",
    );
    assert_eq!(wanted.inner(), "allow-scripts allow-modals");
    assert_eq!(wanted.outer(), "allow-scripts allow-same-origin allow-modals");
}

#[test]
fn h12_the_allowlist_of_connections_is_what_the_lists_open_together_and_webrtc_is_the_hosts_to_grant() {
    assert_eq!(Policy::restrictive().connection_allowlist(), "();redirects=allow");
    let declared = Declared::read(
        &McpUiResourceCsp::new()
            .with_connect_domains(vec!["https://b.example:8443".to_owned(), "ws://c.example".to_owned()])
            .with_resource_domains(vec!["https://*.a.example".to_owned()])
            .with_frame_domains(vec!["https://b.example:8443".to_owned()])
            .with_base_uri_domains(vec!["https://base.example".to_owned()]),
    );
    let list = "(\"https://*.a.example\" \"https://b.example:8443\" \"ws://c.example\" \"wss://c.example\")";
    let policy = Policy::of(&declared);
    assert_eq!(policy.connection_allowlist(), format!("{list};redirects=allow"));
    assert_eq!(policy.with_webrtc().connection_allowlist(), format!("{list};redirects=allow;webrtc=allow"));
}

#[test]
fn row_69_forms_and_plugins_go_nowhere_and_the_base_is_set_in_every_policy() {
    let all = vec!["https://a.example".to_owned()];
    let everything = McpUiResourceCsp::new()
        .with_connect_domains(all.clone())
        .with_resource_domains(all.clone())
        .with_frame_domains(all.clone())
        .with_base_uri_domains(all);
    for (policy, base) in
        [(Policy::restrictive(), "'self'"), (Policy::of(&Declared::read(&everything)), "https://a.example")]
    {
        let directives: Vec<_> = policy.directives().collect();
        for (name, value) in [("form-action", "'none'"), ("object-src", "'none'"), ("base-uri", base)] {
            assert!(directives.contains(&(name, value.to_owned())), "{name} in {directives:?}");
        }
    }
}
