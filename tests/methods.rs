//! The method tables: who sends what, and how the sender's enum tells it apart.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::collections::BTreeSet;

use mcp_apps_generated::wire::{Kind, Method, Party, Phase, Plane, find};
use serde_json::{Value, json};

mod versions;

use versions::Version;

/// Params no method refuses for being too few: the members of every method's params at once.
fn params_of_every_method() -> Value {
    json!({
        "protocolVersion": "2026-01-26", "appInfo": { "name": "a", "version": "1" }, "appCapabilities": {},
        "url": "https://example.org", "contents": [], "content": [], "role": "user", "mode": "inline",
        "html": "<p>", "name": "tool", "uri": "ui://a/b", "messages": [], "maxTokens": 1,
        "requestId": 0, "progressToken": 0, "progress": 1, "level": "info", "data": null,
    })
}

fn read(version: &Version, method: &Method, name: &str) -> versions::Read {
    let request = method.kind == Kind::Request;
    (version.message)(method.from, request, name, Some(&params_of_every_method()))
        .unwrap_or_else(|error| panic!("{} {name}: {error}", version.name))
}

/// Bug report 12: dispatch is by the method string, never by which variant happens to fit.
#[test]
fn every_method_is_told_apart_by_its_name_and_only_unknown_ones_are_other() {
    for version in versions::ALL {
        for method in version.methods {
            assert!(read(version, method, method.name).typed, "{} {}", version.name, method.name);
            let near = format!("{}x", method.name);
            assert!(!read(version, method, &near).typed, "{} {near}", version.name);
        }
    }
}

/// Bug report 12: `ui/open-link`, `ui/message`, `tools/call` and `ping` with the very same params.
#[test]
fn methods_with_equal_params_stay_apart() {
    use mcp_apps_generated::draft::ViewRequest;
    let params = params_of_every_method();
    let decode = |method| ViewRequest::decode(method, Some(&params)).unwrap();
    assert!(matches!(decode("ui/open-link"), ViewRequest::OpenLink(_)));
    assert!(matches!(decode("ui/message"), ViewRequest::Message(_)));
    assert!(matches!(decode("tools/call"), ViewRequest::CallTool(_)));
    assert!(matches!(decode("ping"), ViewRequest::Ping(Some(_))));
    assert!(matches!(decode("ui/custom"), ViewRequest::Other { .. }));
}

#[test]
fn a_method_of_the_other_direction_or_kind_is_not_mistaken_for_ones_own() {
    for version in versions::ALL {
        for method in version.methods {
            for from in [Party::View, Party::Host] {
                let wrong_way = find(version.methods, from, method.name).is_none();
                if wrong_way {
                    let request = method.kind == Kind::Request;
                    let read = (version.message)(from, request, method.name, Some(&json!({}))).unwrap();
                    assert!(!read.typed, "{} {} from {from:?}", version.name, method.name);
                }
            }
            if method.from != Party::Sandbox {
                let other_kind = method.kind == Kind::Notification;
                let read = (version.message)(method.from, other_kind, method.name, Some(&json!({}))).unwrap();
                assert!(!read.typed, "{} {} as the other kind", version.name, method.name);
            }
        }
    }
}

/// U2, U15 and the `list_changed` notifications may come without `params`; nothing else may.
#[test]
fn absent_params_are_refused_exactly_where_the_table_says_so() {
    for version in versions::ALL {
        for method in version.methods {
            let request = method.kind == Kind::Request;
            let read = (version.message)(method.from, request, method.name, None);
            match (method.params_optional, read) {
                (true, Ok(read)) => assert_eq!((read.typed, read.written), (true, None), "{}", method.name),
                (false, Err(error)) => assert_eq!(error.path(), "params", "{}", method.name),
                (optional, read) => panic!("{} optional: {optional}, read: {read:?}", method.name),
            }
        }
    }
}

/// The host owes the view silence until `ui/notifications/initialized` (H25).
#[test]
fn nothing_the_host_sends_to_the_view_may_come_before_initialized() {
    for version in versions::ALL {
        for method in version.methods.iter().filter(|method| (method.from, method.to) == (Party::Host, Party::View)) {
            assert_eq!(method.phase, Phase::Initialized, "{} {}", version.name, method.name);
        }
    }
}

#[test]
fn a_strict_empty_result_is_one_with_no_members_of_its_own() {
    for version in versions::ALL {
        let empty: BTreeSet<_> = version.methods.iter().filter(|method| method.empty_result).map(|m| m.name).collect();
        assert_eq!(empty, BTreeSet::from(["ping", "ui/update-model-context"]), "{}", version.name);
        for method in empty {
            assert_eq!((version.result)(method, &json!({})).unwrap().unwrap(), json!({}), "{method}");
        }
    }
}

/// Section 1 of the audit: 17 rows of the `ui` plane in the newest schema, 15 in the stable one.
#[test]
fn both_planes_are_complete() {
    let count = |version: &Version, plane| version.methods.iter().filter(|method| method.plane == plane).count();
    assert_eq!(versions::ALL.map(|version| count(version, Plane::Ui)), [15, 17]);
    // M1–M17 without the draft's own tools/list (view) and sampling: 18; both directions counted apart.
    assert_eq!(versions::ALL.map(|version| count(version, Plane::Mcp)), [18, 20]);
}

/// The lists in `tests/versions` leave nothing out: every definition and every request is tested.
#[test]
fn the_tests_know_every_type_and_request() {
    for version in versions::ALL {
        let schema = version.schema();
        let envelopes = [
            "ViewMessage",
            "HostMessage",
            "SandboxMessage",
            "ViewMethod",
            "HostMethod",
            "SandboxMethod",
            "JsonRpcResult",
            "JsonRpcError",
        ];
        let definitions: BTreeSet<&str> = schema["$defs"].as_object().unwrap().keys().map(String::as_str).collect();
        let definitions: BTreeSet<&str> = definitions.into_iter().filter(|name| !envelopes.contains(name)).collect();
        assert_eq!(version.types.iter().copied().collect::<BTreeSet<_>>(), definitions, "{}", version.name);
        let requests = version.methods.iter().filter(|method| method.kind == Kind::Request).map(|method| method.name);
        assert_eq!(version.requests.iter().copied().collect::<BTreeSet<_>>(), requests.collect(), "{}", version.name);
    }
}

/// `Method` rows are data a runtime may rely on.
#[test]
fn every_required_capability_is_a_path_into_a_capabilities_object() {
    for version in versions::ALL {
        let schema = version.schema();
        let gated = version.methods.iter().filter_map(|method: &Method| method.requires);
        for capability in gated {
            let mut of = match capability.of {
                Party::Host => "McpUiHostCapabilities".to_owned(),
                Party::View => "McpUiAppCapabilities".to_owned(),
                Party::Sandbox => panic!("a sandbox declares nothing"),
            };
            for member in capability.path {
                let property = &schema["$defs"][&of]["properties"][member];
                assert!(property.is_object(), "{} {of}.{member}", version.name);
                of = property["$ref"].as_str().unwrap_or_default().rsplit('/').next().unwrap_or_default().to_owned();
            }
        }
    }
}
