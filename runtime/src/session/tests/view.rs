use super::*;

#[test]
fn an_error_is_no_handshake_and_initialized_is_not_sent() {
    let mut view = Session::view(config(json!({})));
    let greeting = view.initialize(&raw(json!({"a": 1})), None, T0).unwrap();
    assert_eq!(sent(&mut view)[0], json!({"jsonrpc": "2.0", "id": 0, "method": "ui/initialize", "params": {"a": 1}}));
    receive(&mut view, json!({"jsonrpc": "2.0", "id": 0, "error": {"code": -32602, "message": "no"}}));
    let outcomes = settled(&mut view);
    assert!(matches!(&outcomes[..], [(call, Err(Error::Remote(_)))] if *call == greeting));
    view.reject();
    assert!(sent(&mut view).is_empty());
    assert!(matches!(view.accept(JsonObject::new()), Err(Error::Closed(Closed::Handshake))));
}

#[test]
fn the_handshake_happens_once() {
    let mut view = ready_view(json!({}), json!({}));
    assert!(view.initialize(&raw(json!({})), None, T0).is_err());
    assert!(view.accept(JsonObject::new()).is_err());
    assert!(matches!(view.notify("ui/notifications/initialized", None), Err(Error::Refused(_))));
    assert!(matches!(call(&mut view, "ui/initialize"), Err(Error::Refused(_))));
    assert!(sent(&mut view).is_empty());
}

#[test]
fn an_unanswered_handshake_times_out_and_is_not_cancelled() {
    let mut view = Session::view(config(json!({})));
    view.initialize(&raw(json!({})), Some(secs(9)), T0).unwrap();
    sent(&mut view);
    view.tick(secs(9));
    assert!(matches!(settled(&mut view)[..], [(_, Err(Error::Timeout { .. }))]));
    assert!(sent(&mut view).is_empty());
}

#[test]
fn nothing_is_asked_of_the_host_before_initialized() {
    let mut view = Session::view(config(json!({})));
    let early = |view: &mut Session| {
        for method in ["tools/call", "ui/open-link", "ui/message", "acme/x"] {
            assert!(matches!(call(view, method), Err(Error::State { rule: Rule::InitializeFirst, .. })), "{method}");
        }
        assert!(view.notify("ui/notifications/size-changed", None).is_err());
    };
    early(&mut view);
    view.initialize(&raw(json!({})), None, T0).unwrap();
    early(&mut view);
    assert_eq!(methods(&mut view), ["ui/initialize"]);
    // Log messages and pings may pass at any time.
    assert!(view.notify("notifications/message", Some(raw(json!({})))).is_ok());
    assert!(call(&mut view, "ping").is_ok());
}

#[test]
fn what_the_host_did_not_declare_is_refused_here() {
    let mut view = ready_view(json!({}), json!({"openLinks": {}}));
    assert!(call(&mut view, "ui/open-link").is_ok());
    sent(&mut view);
    for (method, needs) in [
        ("tools/call", "host.serverTools"),
        ("resources/read", "host.serverResources"),
        ("resources/list", "host.serverResources"),
    ] {
        match call(&mut view, method) {
            Err(Error::Refused(Refusal::Capability { capability, .. })) => assert_eq!(capability, needs),
            other => panic!("{other:?}"),
        }
    }
    assert!(view.notify("notifications/message", None).is_err());
    assert!(sent(&mut view).is_empty());
}

#[test]
fn older_hosts_serve_messages_without_declaring_it() {
    let mut view = ready_view(json!({}), json!({}));
    for method in ["ui/message", "ui/update-model-context"] {
        assert!(call(&mut view, method).is_ok());
        assert!(matches!(&events(&mut view)[..], [Event::Unsure { method: unsure }] if unsure == method));
    }
    assert_eq!(sent(&mut view).len(), 2);
    let mut view = ready_view(json!({}), json!({"message": {}}));
    assert!(call(&mut view, "ui/message").is_ok());
    assert!(events(&mut view).is_empty());
}

#[test]
fn own_tools_are_announced_only_if_declared() {
    let mut view = ready_view(json!({"tools": {"listChanged": true}}), json!({}));
    assert!(view.notify("notifications/tools/list_changed", None).is_ok());
    let mut view = ready_view(json!({"tools": {}}), json!({}));
    assert!(view.notify("notifications/tools/list_changed", None).is_err());
}

#[test]
fn what_the_host_sends_early_is_kept_and_noted() {
    let mut view = Session::view(config(json!({})));
    view.initialize(&raw(json!({})), None, T0).unwrap();
    notify(&mut view, "ui/notifications/tool-input", json!({"arguments": {"early": 1}}));
    let seen = events(&mut view);
    assert!(matches!(seen[0], Event::Violation { rule: Rule::SilentBeforeInitialized, .. }));
    assert!(matches!(&seen[1], Event::Notification { method, .. } if method == "ui/notifications/tool-input"));
}

#[test]
fn a_repeated_or_contradicting_step_is_dropped_and_a_misplaced_one_used() {
    let mut view = ready_view(json!({}), json!({}));
    let mut step = |step: Step| {
        notify(&mut view, step.method(), json!({}));
        let seen = events(&mut view);
        let passed = seen.iter().any(|event| matches!(event, Event::Notification { .. }));
        let noted = seen.iter().any(|event| matches!(event, Event::Violation { .. }));
        (passed, noted)
    };
    assert_eq!(step(Step::Partial), (true, false));
    assert_eq!(step(Step::Result), (true, true)); // early, but data
    assert_eq!(step(Step::Input), (true, true)); // late, but data
    for again in [Step::Input, Step::Result, Step::Partial, Step::Cancelled] {
        assert_eq!(step(again), (false, true), "{again:?}");
    }
}

#[test]
fn sandbox_messages_are_not_for_the_view() {
    let mut view = ready_view(json!({}), json!({}));
    for method in ["ui/notifications/sandbox-resource-ready", "ui/notifications/sandbox-proxy-ready"] {
        notify(&mut view, method, json!({"html": "<script>"}));
        assert!(matches!(events(&mut view)[..], [Event::Violation { rule: Rule::SandboxPrefix, .. }]), "{method}");
    }
}

#[test]
fn methods_of_the_host_are_not_the_views_to_send() {
    let mut view = ready_view(json!({}), json!({}));
    for method in ["ui/resource-teardown", "ui/notifications/tool-input"] {
        assert!(matches!(call(&mut view, method), Err(Error::Refused(Refusal::Direction(_)))));
        assert!(matches!(view.notify(method, None), Err(Error::Refused(Refusal::Direction(_)))));
    }
    // Nor the other way round.
    let mut host = ready_host(json!({}), json!({}));
    assert!(call(&mut host, "ui/open-link").is_err());
    assert!(host.notify("ui/notifications/size-changed", None).is_err());
    assert!(host.notify("ui/notifications/sandbox-resource-ready", None).is_err());
    assert!(host.initialize(&raw(json!({})), None, T0).is_err());
    assert!(view.deliver(Step::Input, raw(json!({}))).is_err());
    assert!(view.teardown(&raw(json!({})), secs(1), T0).is_err());
}
