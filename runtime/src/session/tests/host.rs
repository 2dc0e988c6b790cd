use super::*;

const CONTEXT: &str = "ui/notifications/host-context-changed";
const INPUT: &str = "ui/notifications/tool-input";
const PARTIAL: &str = "ui/notifications/tool-input-partial";
const RESULT: &str = "ui/notifications/tool-result";
const CANCELLED: &str = "ui/notifications/tool-cancelled";

fn deliver(host: &mut Session, step: Step) -> Result<(), Error> {
    host.deliver(step, raw(json!({"step": format!("{step:?}")})))
}

fn rule_of(outcome: Result<(), Error>) -> Rule {
    match outcome {
        Err(Error::State { rule, .. }) => rule,
        other => panic!("{other:?}"),
    }
}

#[test]
fn host_stays_silent_before_initialized() {
    let mut host = Session::host(config(json!({"serverTools": {"listChanged": true}})));
    let try_everything = |host: &mut Session| {
        host.set_context(object(json!({"theme": "dark"}))).unwrap();
        let _ = deliver(host, Step::Partial);
        let _ = deliver(host, Step::Input);
        let _ = deliver(host, Step::Result);
        host.notify("notifications/tools/list_changed", None).unwrap();
        host.notify("acme/notice", None).unwrap();
        for method in ["ping", "tools/list", "tools/call", "acme/own"] {
            let refused = call(host, method);
            assert!(matches!(refused, Err(Error::State { rule: Rule::SilentBeforeInitialized, .. })), "{method}");
        }
        assert!(host.request("ui/resource-teardown", None, &CallOptions::default(), T0).is_err());
    };
    try_everything(&mut host);
    assert_eq!(sent(&mut host), Vec::<Value>::new());
    greet(&mut host, json!({"tools": {}}));
    try_everything(&mut host);
    assert_eq!(sent(&mut host), Vec::<Value>::new());
    initialized(&mut host);
    assert_eq!(methods(&mut host), [INPUT, RESULT, "notifications/tools/list_changed", "acme/notice"]);
}

#[test]
fn initialized_without_a_handshake_is_noise() {
    let mut host = Session::host(config(json!({})));
    deliver(&mut host, Step::Input).unwrap();
    initialized(&mut host);
    assert_eq!(host.phase(), Phase::Fresh);
    assert_eq!(violations(&mut host), [Rule::InitializedOnce]);
    assert!(sent(&mut host).is_empty());
}

#[test]
fn a_refused_handshake_does_not_make_the_view_ready() {
    let mut host = Session::host(config(json!({})));
    let id = ask(&mut host, json!(0), "ui/initialize", json!({}));
    host.respond(id, Err(RpcError::new(RpcError::INVALID_PARAMS, "params.appInfo: missing")));
    initialized(&mut host);
    assert_eq!(host.phase(), Phase::Fresh);
}

#[test]
fn a_second_initialized_sends_nothing_again() {
    let mut host = ready_host(json!({}), json!({}));
    deliver(&mut host, Step::Input).unwrap();
    assert_eq!(methods(&mut host), [INPUT]);
    initialized(&mut host);
    assert!(sent(&mut host).is_empty());
    assert_eq!(violations(&mut host), [Rule::InitializedOnce]);
}

#[test]
fn tool_input_is_sent_once_and_before_the_result() {
    let mut host = ready_host(json!({}), json!({}));
    deliver(&mut host, Step::Partial).unwrap();
    deliver(&mut host, Step::Input).unwrap();
    assert_eq!(rule_of(deliver(&mut host, Step::Input)), Rule::InputOnce);
    assert_eq!(rule_of(deliver(&mut host, Step::Partial)), Rule::PartialBeforeInput);
    deliver(&mut host, Step::Result).unwrap();
    assert_eq!(rule_of(deliver(&mut host, Step::Result)), Rule::ResultOnce);
    assert_eq!(rule_of(deliver(&mut host, Step::Cancelled)), Rule::ResultOrCancelled);
    assert_eq!(methods(&mut host), [PARTIAL, INPUT, RESULT]);
}

#[test]
fn an_early_result_waits_for_its_input() {
    let mut host = ready_host(json!({}), json!({}));
    deliver(&mut host, Step::Result).unwrap();
    assert!(sent(&mut host).is_empty());
    deliver(&mut host, Step::Input).unwrap();
    assert_eq!(methods(&mut host), [INPUT, RESULT]);
}

#[test]
fn a_cancellation_may_come_before_the_input_and_ends_the_call() {
    let mut host = ready_host(json!({}), json!({}));
    deliver(&mut host, Step::Partial).unwrap();
    deliver(&mut host, Step::Cancelled).unwrap();
    for step in [Step::Input, Step::Result, Step::Cancelled] {
        assert_eq!(rule_of(deliver(&mut host, step)), Rule::ResultOrCancelled);
    }
    assert_eq!(methods(&mut host), [PARTIAL, CANCELLED]);
}

#[test]
fn of_the_partials_before_initialized_only_the_latest_is_sent() {
    let mut host = Session::host(config(json!({})));
    for n in 0..3 {
        host.deliver(Step::Partial, raw(json!({"arguments": {"n": n}}))).unwrap();
    }
    greet(&mut host, json!({}));
    initialized(&mut host);
    let messages = sent(&mut host);
    assert_eq!(messages.len(), 1);
    assert_eq!(messages[0]["params"]["arguments"]["n"], 2);
}

#[test]
fn a_second_initialize_rebinds_and_is_told_everything_again_once() {
    let mut host = ready_host(json!({}), json!({"tools": {}}));
    deliver(&mut host, Step::Input).unwrap();
    deliver(&mut host, Step::Result).unwrap();
    let orphan = call(&mut host, "tools/list").unwrap();
    let old = ask(&mut host, json!(5), "acme/slow", json!({}));
    sent(&mut host);

    greet(&mut host, json!({}));
    let seen = events(&mut host);
    assert!(seen.iter().any(|event| matches!(event, Event::Rebound)));
    assert!(seen.iter().any(|event| matches!(event, Event::Cancelled { id, .. } if *id == old)));
    assert!(seen.iter().any(|event| matches!(event,
        Event::Settled { call, outcome: Err(Error::Closed(Closed::Rebound)) } if *call == orphan)));
    // An answer to the old View would settle a request of the new one with the same id.
    assert!(!host.respond(old, Ok(raw(json!({})))));
    assert!(sent(&mut host).is_empty());

    initialized(&mut host);
    assert_eq!(methods(&mut host), [INPUT, RESULT]);
    initialized(&mut host);
    assert!(sent(&mut host).is_empty());
    // The new View did not declare tools.
    assert!(matches!(call(&mut host, "tools/list"), Err(Error::Refused(Refusal::Capability { .. }))));
}

#[test]
fn a_failed_second_initialize_leaves_the_view_as_it_is() {
    let mut host = ready_host(json!({}), json!({"tools": {}}));
    let id = ask(&mut host, json!(9), "ui/initialize", json!({}));
    host.respond(id, Err(RpcError::internal("no")));
    assert_eq!(host.phase(), Phase::Ready);
    assert!(call(&mut host, "tools/list").is_ok());
}

#[test]
fn host_context_is_sent_by_difference() {
    let mut host = Session::host(config(json!({})));
    host.set_context(object(json!({"theme": "dark", "locale": "en"}))).unwrap();
    greet(&mut host, json!({}));
    assert_eq!(host.context().unwrap()["theme"], "dark");
    host.set_context(object(json!({"theme": "light"}))).unwrap();
    initialized(&mut host);
    assert_eq!(sent(&mut host)[0]["params"], json!({"theme": "light"}));
    host.set_context(object(json!({"theme": "light", "locale": "en"}))).unwrap();
    assert!(sent(&mut host).is_empty());
    host.notify(CONTEXT, Some(raw(json!({"locale": "fr", "theme": "light"})))).unwrap();
    assert_eq!(sent(&mut host)[0]["params"], json!({"locale": "fr"}));
}

#[test]
fn host_does_not_switch_to_a_display_mode_the_view_lacks() {
    let mut host = ready_host(json!({}), json!({"availableDisplayModes": ["inline", "fullscreen"]}));
    let pip = host.set_context(object(json!({"displayMode": "pip", "locale": "en"})));
    assert!(matches!(pip, Err(Error::Refused(Refusal::DisplayMode(mode))) if mode == "pip"));
    assert!(sent(&mut host).is_empty());
    host.set_context(object(json!({"displayMode": "fullscreen"}))).unwrap();
    assert_eq!(methods(&mut host), [CONTEXT]);
    let mut host = ready_host(json!({}), json!({}));
    assert!(host.set_context(object(json!({"displayMode": "pip"}))).is_ok());
}

#[test]
fn teardown_waits_for_the_answer_and_serves_the_view_until_then() {
    let mut host = ready_host(json!({}), json!({"tools": {}}));
    let open = call(&mut host, "tools/list").unwrap();
    host.teardown(&raw(json!({})), secs(5), T0).unwrap();
    assert_eq!(methods(&mut host), ["tools/list", "ui/resource-teardown"]);
    assert!(matches!(call(&mut host, "tools/list"), Err(Error::State { rule: Rule::TeardownHandshake, .. })));
    assert!(host.set_context(object(json!({"theme": "dark"}))).is_err());
    let last = ask(&mut host, json!(3), "tools/call", json!({"name": "save"}));
    assert!(host.respond(last, Ok(raw(json!({"content": []})))));
    assert_eq!(methods(&mut host), ["3"]);
    assert_eq!(host.phase(), Phase::Closing);

    receive(&mut host, json!({"jsonrpc": "2.0", "id": 1, "result": {}}));
    assert_eq!(host.phase(), Phase::Closed(Closed::TornDown));
    let seen = events(&mut host);
    assert!(matches!(seen[0], Event::TornDown(Ok(_))), "{seen:?}");
    assert!(matches!(&seen[1], Event::Settled { call, outcome: Err(Error::Closed(_)) } if *call == open));
    assert!(matches!(seen[2], Event::Closed(Closed::TornDown)));
}

#[test]
fn a_view_that_never_answers_the_teardown_is_gone_at_the_deadline() {
    let mut host = ready_host(json!({}), json!({}));
    host.teardown(&raw(json!({})), secs(5), T0).unwrap();
    assert_eq!(host.deadline(), Some(secs(5)));
    host.tick(secs(4));
    assert_eq!(host.phase(), Phase::Closing);
    host.tick(secs(5));
    assert_eq!(host.phase(), Phase::Closed(Closed::TornDown));
    assert!(matches!(events(&mut host)[0], Event::TornDown(Err(Error::Timeout { .. }))));
    assert_eq!(host.deadline(), None);
}

#[test]
fn a_view_without_a_teardown_handler_is_torn_down_all_the_same() {
    let mut host = ready_host(json!({}), json!({}));
    host.teardown(&raw(json!({})), secs(5), T0).unwrap();
    receive(&mut host, json!({"jsonrpc": "2.0", "id": 0, "error": {"code": -32601, "message": "Method not found"}}));
    assert!(matches!(&events(&mut host)[0], Event::TornDown(Err(Error::Remote(error))) if error.code == -32601));
    assert_eq!(host.phase(), Phase::Closed(Closed::TornDown));
}

#[test]
fn a_view_that_starts_over_while_it_is_torn_down_is_turned_away() {
    let mut host = ready_host(json!({}), json!({}));
    host.teardown(&raw(json!({})), secs(5), T0).unwrap();
    sent(&mut host);
    receive(&mut host, json!({"jsonrpc": "2.0", "id": 0, "method": "ui/initialize", "params": {}}));
    assert_eq!(sent(&mut host)[0]["error"]["code"], RpcError::DENIED);
    assert_eq!(host.phase(), Phase::Closing);
    host.tick(secs(5));
    assert!(matches!(events(&mut host)[0], Event::TornDown(Err(Error::Timeout { .. }))));
}

#[test]
fn a_view_that_never_was_ready_is_torn_down_without_a_word() {
    let mut host = Session::host(config(json!({})));
    greet(&mut host, json!({}));
    host.teardown(&raw(json!({})), secs(5), T0).unwrap();
    assert!(sent(&mut host).is_empty());
    assert_eq!(host.phase(), Phase::Closed(Closed::TornDown));
    assert!(host.teardown(&raw(json!({})), secs(5), T0).is_err());
}

#[test]
fn requests_to_a_view_without_tools_are_refused_here() {
    let mut host = ready_host(json!({}), json!({}));
    for method in ["tools/call", "tools/list"] {
        match call(&mut host, method) {
            Err(Error::Refused(Refusal::Capability { capability, .. })) => assert_eq!(capability, "view.tools"),
            other => panic!("{other:?}"),
        }
    }
    assert!(call(&mut host, "ping").is_ok());
}

#[test]
fn list_changes_are_announced_only_if_promised() {
    let mut host = ready_host(json!({"serverTools": {}, "serverResources": {"listChanged": true}}), json!({}));
    assert!(host.notify("notifications/tools/list_changed", None).is_err());
    assert!(host.notify("notifications/resources/list_changed", None).is_ok());
    assert!(host.notify("notifications/prompts/list_changed", None).is_ok());
    assert_eq!(sent(&mut host).len(), 2);
}

#[test]
fn the_sandbox_gets_its_page_whichever_comes_first() {
    let ready = |host: &mut Session| notify(host, "ui/notifications/sandbox-proxy-ready", json!({}));
    let load = |host: &mut Session| host.load_sandbox(raw(json!({"html": "<p>"})), secs(3), T0);
    for proxy_first in [true, false] {
        let mut host = Session::host(config(json!({})));
        if proxy_first {
            ready(&mut host);
            load(&mut host).unwrap();
        } else {
            load(&mut host).unwrap();
            assert!(sent(&mut host).is_empty());
            ready(&mut host);
        }
        assert_eq!(methods(&mut host), ["ui/notifications/sandbox-resource-ready"]);
        assert!(matches!(events(&mut host)[..], [Event::Sandbox(Ok(()))]));
        assert_eq!(host.deadline(), None);
        // Not a second time, neither for us nor for a forger.
        assert!(load(&mut host).is_err());
        ready(&mut host);
        assert_eq!(violations(&mut host), [Rule::SandboxPrefix]);
        assert!(sent(&mut host).is_empty());
    }
}

#[test]
fn a_sandbox_that_is_not_ready_in_time_is_an_error() {
    let mut host = Session::host(config(json!({})));
    host.load_sandbox(raw(json!({"html": ""})), secs(3), T0).unwrap();
    assert_eq!(host.deadline(), Some(secs(3)));
    host.tick(secs(3));
    assert!(matches!(events(&mut host)[..], [Event::Sandbox(Err(Error::Timeout { .. }))]));
    host.load_sandbox(raw(json!({"html": ""})), secs(3), secs(3)).unwrap();
    host.close(Closed::Locally);
    assert!(matches!(events(&mut host)[0], Event::Sandbox(Err(Error::Closed(_)))));
}

#[test]
fn a_view_cannot_pose_as_the_sandbox_proxy() {
    let mut host = ready_host(json!({}), json!({}));
    host.load_sandbox(raw(json!({"html": "secret"})), secs(3), T0).unwrap();
    notify(&mut host, "ui/notifications/sandbox-proxy-ready", json!({}));
    assert_eq!(violations(&mut host), [Rule::SandboxPrefix]);
    assert!(sent(&mut host).is_empty());
    notify(&mut host, "ui/notifications/sandbox-resource-ready", json!({"html": ""}));
    assert!(matches!(events(&mut host)[..], [Event::Violation { rule: Rule::SandboxPrefix, .. }]));
}

#[test]
fn an_early_request_of_the_view_is_served_and_noted() {
    let mut host = Session::host(config(json!({})));
    receive(&mut host, json!({"jsonrpc": "2.0", "id": 100, "method": "ui/open-link", "params": {"url": "https://x"}}));
    let seen = events(&mut host);
    assert!(matches!(seen[0], Event::Violation { rule: Rule::InitializeFirst, .. }));
    assert!(matches!(&seen[1], Event::Request { method, .. } if method == "ui/open-link"));
    receive(&mut host, json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {}}));
    assert!(violations(&mut host).is_empty());
}

#[test]
fn the_empty_result_is_empty() {
    let mut host = ready_host(json!({}), json!({}));
    for (result, fits) in [(json!({}), true), (json!({"_meta": {}}), true), (json!({"isError": true}), false)] {
        let id = ask(&mut host, json!("u"), "ui/update-model-context", json!({}));
        host.respond(id, Ok(raw(result)));
        assert_eq!(sent(&mut host)[0].get("result").is_some(), fits);
    }
}

#[test]
fn what_is_kept_for_a_view_is_refused_at_once_if_it_was_not_declared() {
    let mut host = Session::host(config(json!({})));
    for ready in [false, true] {
        let refused = host.notify("notifications/tools/list_changed", None);
        assert!(matches!(refused, Err(Error::Refused(Refusal::Capability { .. }))), "{refused:?}");
        if !ready {
            greet(&mut host, json!({}));
            initialized(&mut host);
        }
    }
}

/// Its request is answered by then, and another View may use its token.
#[test]
fn a_report_of_progress_is_not_kept_for_later() {
    let mut host = Session::host(config(json!({})));
    greet(&mut host, json!({}));
    host.notify("notifications/progress", Some(raw(json!({"progressToken": 1, "progress": 1})))).unwrap();
    initialized(&mut host);
    assert_eq!(methods(&mut host), Vec::<String>::new());
}

#[test]
fn a_view_that_is_being_torn_down_is_not_told_of_a_call_given_up() {
    let mut host = Session::host(config(json!({})));
    greet(&mut host, json!({"tools": {}}));
    initialized(&mut host);
    let call = call(&mut host, "tools/call").unwrap();
    host.teardown(&raw(json!({})), Duration::from_secs(1), T0).unwrap();
    sent(&mut host);
    host.cancel(call, None);
    assert_eq!(methods(&mut host), Vec::<String>::new());
}

#[test]
fn a_timeout_says_how_long_was_waited() {
    let mut host = Session::host(config(json!({})));
    greet(&mut host, json!({"tools": {}}));
    initialized(&mut host);
    let options =
        CallOptions { timeout: Timeout::Never, max_total: Some(Duration::from_secs(5)), ..CallOptions::default() };
    host.request("tools/call", None, &options, T0).unwrap();
    host.tick(T0 + Duration::from_secs(5));
    let after = std::iter::from_fn(|| host.poll_event()).find_map(|event| match event {
        Event::Settled { outcome: Err(Error::Timeout { after, .. }), .. } => Some(after),
        _ => None,
    });
    assert_eq!(after, Some(Duration::from_secs(5)));
}
