use serde_json::Value;

use super::*;
use crate::csp::Declared;
use crate::csp::{Permissions, SandboxTokens};

fn host() -> HostOrigin {
    HostOrigin::parse("https://chat.example").unwrap()
}

fn settings(page: &Page) -> Value {
    let line = page.html.lines().find(|line| line.contains("const settings = ")).unwrap();
    let json = line.trim().strip_prefix("const settings = ").unwrap().strip_suffix(';').unwrap();
    serde_json::from_str(json).unwrap()
}

#[test]
fn p4_the_views_policy_is_the_proxys_header_and_the_inner_meta() {
    let csp = serde_json::from_str(r#"{"connectDomains": ["https://api.example"]}"#).unwrap();
    let policy = Policy::of(&Declared::read(&csp));
    let page = page(&host(), &policy);
    assert_eq!(page.headers[0].0, "content-security-policy");
    assert_eq!(page.headers[0].1, format!("{}; frame-ancestors https://chat.example", policy.header()));
    let prefix = settings(&page)["prefix"].as_str().unwrap().to_owned();
    assert!(prefix.starts_with(&format!("<!doctype html>{}", policy.meta())), "{prefix}");
    assert!(!page.html.contains("{{") && !prefix.contains("{{"));
}

#[test]
fn h22_the_proxy_speaks_the_methods_of_the_specification() {
    let settings = settings(&page(&host(), &Policy::restrictive()));
    let (ready, reserved) = (settings["ready"].as_str().unwrap(), settings["reserved"].as_str().unwrap());
    assert!(ready.starts_with(reserved) && settings["resource"].as_str().unwrap().starts_with(reserved));
    assert!(reserved.ends_with("/sandbox-"), "{reserved}");
}

#[test]
fn row_74_a_view_has_an_origin_only_where_the_host_made_one_for_it() {
    assert_eq!(settings(&page(&host(), &Policy::restrictive()))["sandbox"], "allow-scripts allow-forms");
    let own = OwnOrigin::parse("https://app-1.sandbox.example", &host()).unwrap();
    let settings = settings(&page_with_origin(&host(), &Policy::restrictive(), &own));
    assert_eq!(settings["sandbox"], "allow-scripts allow-same-origin allow-forms");
    assert_eq!(settings["origin"], "https://app-1.sandbox.example");
    assert_eq!(OwnOrigin::parse("https://chat.example", &host()), Err(OriginError::Same));
}

#[test]
fn row_78_both_frames_are_given_the_permissions() {
    let permissions = Permissions { clipboard_write: true, camera: true, ..Permissions::default() };
    let policy = Policy::restrictive().with_permissions(permissions).with_tokens(SandboxTokens::wanted(""));
    assert_eq!(settings(&page(&host(), &policy))["allow"], "camera; clipboard-write");
    let [sandbox, allow, referrer] = frame_attributes(&policy);
    assert_eq!(allow, ("allow", "camera; clipboard-write".to_owned()));
    assert_eq!(sandbox, ("sandbox", "allow-scripts allow-same-origin".to_owned()));
    assert_eq!(referrer.1, "no-referrer");
}

#[test]
fn row_75_no_address_the_frame_sees_holds_anything() {
    let page = page(&host(), &Policy::restrictive());
    assert!(page.headers.contains(&("referrer-policy", "no-referrer".to_owned())));
    assert!(page.html.contains(r#"history.replaceState(null, "", "/")"#));
}

#[test]
fn settings_cannot_leave_their_script() {
    let text = script_json(&json!({"a": "</script><!--\u{2028}"}));
    assert!(!text.contains('<') && !text.contains('>') && !text.contains('\u{2028}'));
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap()["a"], "</script><!--\u{2028}");
}

#[test]
fn an_origin_is_what_a_browser_writes_and_nothing_that_ends_a_directive() {
    for good in ["https://chat.example", "http://127.0.0.1:8080", "http://[::1]:3", "tauri://localhost"] {
        assert_eq!(HostOrigin::parse(good).unwrap().as_str(), good);
    }
    for bad in ["null", "*", "https://*.example"] {
        assert_eq!(HostOrigin::parse(bad), Err(OriginError::Opaque), "{bad}");
    }
    let shapes = ["", "https://", "chat.example", "https://a/", "https://A.example", "https://a:443", "https://a:0"];
    let attacks = [
        "https://a;form-action x",
        "https://a b",
        "https://u@a",
        "https://a:99999",
        "https://a:+8",
        "http://[::1",
        "h://a\n",
    ];
    for bad in shapes.into_iter().chain(attacks) {
        assert_eq!(HostOrigin::parse(bad), Err(OriginError::Form), "{bad}");
    }
}

#[test]
fn the_sandboxs_own_words_are_told_from_messages() {
    let closed = Notice::Closed { reason: "r".to_owned() };
    assert_eq!(Notice::read(r#"{"mcpAppsSandbox":"closed","reason":"r"}"#), Some(closed));
    let violation = Notice::Violation { directive: "img-src".to_owned(), blocked: "https://x".to_owned() };
    let text = r#"{"mcpAppsSandbox":"violation","directive":"img-src","blocked":"https://x"}"#;
    assert_eq!(Notice::read(text), Some(violation));
    assert_eq!(Notice::read(r#"{"jsonrpc":"2.0","method":"ping","id":1}"#), None);
    assert_eq!(Notice::read(r#""mcpAppsSandbox""#), None);
    // A View's message, which the proxy passes on as it is.
    assert_eq!(Notice::read(r#"{"jsonrpc":"2.0","method":"x","mcpAppsSandbox":"closed","reason":"r"}"#), None);
}
