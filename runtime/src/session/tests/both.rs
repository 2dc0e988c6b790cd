use super::*;

fn sides() -> [Session; 2] {
    let all = json!({"tools": {}, "openLinks": {}, "serverTools": {}});
    [ready_host(all.clone(), all.clone()), ready_view(all.clone(), all)]
}

#[test]
fn ids_count_from_zero_in_each_direction() {
    let mut host = ready_host(json!({}), json!({"tools": {}}));
    call(&mut host, "tools/list").unwrap();
    call(&mut host, "ping").unwrap();
    assert_eq!(sent(&mut host).iter().map(|message| message["id"].clone()).collect::<Vec<_>>(), [0, 1]);
    let mut view = ready_view(json!({}), json!({"serverTools": {}}));
    call(&mut view, "tools/call").unwrap();
    assert_eq!(sent(&mut view)[0]["id"], 1); // 0 was ui/initialize
}

#[test]
fn every_request_is_settled_exactly_once() {
    for mut side in sides() {
        let id = call(&mut side, "tools/call").unwrap();
        assert_eq!(side.in_flight(), 1);
        let answer = json!({"jsonrpc": "2.0", "id": id.0, "result": {"content": []}});
        receive(&mut side, answer.clone());
        assert!(matches!(settled(&mut side)[..], [(call, Ok(_))] if call == id));
        receive(&mut side, answer);
        assert_eq!(violations(&mut side), [Rule::AnswerKnown]);
        side.cancel(id, None);
        side.tick(secs(1000));
        side.close(Closed::Locally);
        assert!(settled(&mut side).is_empty());
        assert_eq!(side.in_flight(), 0);
    }
}

#[test]
fn a_string_id_is_not_the_number_it_spells() {
    for mut side in sides() {
        let id = call(&mut side, "ping").unwrap();
        receive(&mut side, json!({"jsonrpc": "2.0", "id": id.0.to_string(), "result": {}}));
        assert!(settled(&mut side).is_empty());
        assert_eq!(side.in_flight(), 1);
    }
}

#[test]
fn an_unanswered_request_times_out_and_the_peer_is_told() {
    for mut side in sides() {
        let id = call(&mut side, "tools/call").unwrap();
        sent(&mut side);
        assert_eq!(side.deadline(), Some(secs(60)));
        side.tick(secs(59));
        assert!(settled(&mut side).is_empty());
        side.tick(secs(60));
        assert!(matches!(settled(&mut side)[..], [(_, Err(Error::Timeout { .. }))]));
        let message = &sent(&mut side)[0];
        assert_eq!(message["method"], "notifications/cancelled");
        assert_eq!(message["params"]["requestId"], id.0);
    }
}

#[test]
fn progress_resets_the_deadline_up_to_the_total() {
    for mut side in sides() {
        let mut options = CallOptions { timeout: Timeout::After(secs(10)), progress: true, ..CallOptions::default() };
        options.max_total = Some(secs(25));
        let id = side.request("tools/call", Some(raw(json!({"name": "x", "_meta": {"k": 1}}))), &options, T0).unwrap();
        let params = sent(&mut side)[0]["params"].clone();
        assert_eq!(params, json!({"name": "x", "_meta": {"k": 1, "progressToken": id.0}}));
        let mut progress = |now: u64| {
            let params = json!({"progressToken": id.0, "progress": now});
            side.receive(
                &json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params}).to_string(),
                secs(now),
            );
            side.deadline()
        };
        assert_eq!(progress(8), Some(secs(18)));
        assert_eq!(progress(17), Some(secs(25)));
        assert!(matches!(events(&mut side)[..], [Event::Progress { .. }, Event::Progress { .. }]));
        side.tick(secs(25));
        assert!(matches!(settled(&mut side)[..], [(_, Err(Error::Timeout { .. }))]));
    }
}

#[test]
fn progress_of_nothing_is_dropped() {
    for mut side in sides() {
        for params in [json!({}), json!({"progressToken": 99, "progress": 1}), json!({"progressToken": "x"})] {
            notify(&mut side, "notifications/progress", params);
            assert_eq!(violations(&mut side), [Rule::AnswerKnown]);
        }
    }
}

#[test]
fn a_cancelled_request_is_told_to_the_peer_and_its_late_answer_dropped() {
    for mut side in sides() {
        let id = call(&mut side, "ping").unwrap();
        sent(&mut side);
        side.cancel(id, Some("enough"));
        side.cancel(id, Some("enough"));
        let messages = sent(&mut side);
        assert_eq!(messages.len(), 1);
        assert_eq!(messages[0]["params"], json!({"requestId": id.0, "reason": "enough"}));
        receive(&mut side, json!({"jsonrpc": "2.0", "id": id.0, "result": {}}));
        assert!(matches!(settled(&mut side)[..], [(_, Err(Error::Cancelled { .. }))]));
    }
}

#[test]
fn the_peers_cancellation_ends_its_request_and_no_answer_is_sent() {
    for mut side in sides() {
        let id = ask(&mut side, json!("r"), "tools/call", json!({}));
        notify(&mut side, "notifications/cancelled", json!({"requestId": "none"}));
        assert!(side.awaits(id));
        notify(&mut side, "notifications/cancelled", json!({"requestId": "r", "reason": "bored"}));
        assert!(matches!(&events(&mut side)[..], [Event::Cancelled { reason: Some(reason), .. }] if reason == "bored"));
        assert!(!side.respond(id, Ok(raw(json!({})))));
        assert!(sent(&mut side).is_empty());
        notify(&mut side, "notifications/cancelled", json!({"requestId": {}}));
        assert_eq!(violations(&mut side), [Rule::Params]);
    }
}

#[test]
fn two_requests_under_one_id_are_both_answered() {
    for mut side in sides() {
        let first = ask(&mut side, json!("dup"), "acme/x", json!({}));
        let second = ask(&mut side, json!("dup"), "acme/x", json!({}));
        assert!(side.respond(second, Ok(raw(json!({"n": 2})))));
        assert!(side.respond(first, Ok(raw(json!({"n": 1})))));
        assert_eq!(sent(&mut side).len(), 2);
        assert_eq!(side.unanswered(), 0);
    }
}

#[test]
fn a_ping_is_answered_at_once_in_any_phase() {
    for mut side in [Session::host(config(json!({}))), Session::view(config(json!({})))] {
        receive(&mut side, json!({"jsonrpc": "2.0", "id": "p", "method": "ping"}));
        assert_eq!(sent(&mut side), [json!({"jsonrpc": "2.0", "id": "p", "result": {}})]);
    }
}

#[test]
fn foreign_traffic_does_not_end_the_session() {
    for mut side in sides() {
        for text in ["42", "null", "\"hi\"", "[]", "{}", "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}", "\u{0}"]
        {
            side.receive(text, T0);
            assert!(matches!(events(&mut side)[..], [Event::Ignored(_)]), "{text}");
        }
        assert!(sent(&mut side).is_empty());
        assert_eq!(side.phase(), Phase::Ready);
    }
}

#[test]
fn a_malformed_request_is_answered_with_the_path_and_a_malformed_answer_ends_its_call() {
    for mut side in sides() {
        receive(&mut side, json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": []}));
        let answer = &sent(&mut side)[0];
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!(7), &json!(-32600)));
        assert_eq!(answer["error"]["message"], "params: expected an object");
        let id = call(&mut side, "ping").unwrap();
        receive(&mut side, json!({"jsonrpc": "2.0", "id": id.0, "result": null}));
        assert!(matches!(settled(&mut side)[..], [(_, Err(Error::Unreadable(_)))]));
    }
}

#[test]
fn a_flood_of_requests_is_bounded() {
    for role in [Session::host, Session::view] {
        let mut config = config(json!({}));
        config.limits.max_in_flight = 2;
        let mut side = role(config);
        for n in 0..3 {
            receive(&mut side, json!({"jsonrpc": "2.0", "id": n, "method": "acme/x"}));
        }
        assert_eq!(side.unanswered(), 2);
        assert_eq!(sent(&mut side)[0]["error"]["code"], -32603);
    }
}

#[test]
fn close_settles_everything_and_then_nothing_happens_any_more() {
    for mut side in sides() {
        call(&mut side, "ping").unwrap();
        call(&mut side, "tools/call").unwrap();
        let open = ask(&mut side, json!(0), "tools/call", json!({}));
        sent(&mut side);
        side.close(Closed::Channel);
        side.close(Closed::Locally);
        let seen = events(&mut side);
        assert!(
            matches!(
                seen[..],
                [
                    Event::Settled { outcome: Err(Error::Closed(Closed::Channel)), .. },
                    Event::Settled { outcome: Err(Error::Closed(Closed::Channel)), .. },
                    Event::Cancelled { .. },
                    Event::Closed(Closed::Channel),
                ]
            ),
            "{seen:?}"
        );
        assert!(!side.respond(open, Ok(raw(json!({})))));
        receive(&mut side, json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}));
        assert!(matches!(call(&mut side, "ping"), Err(Error::Closed(Closed::Channel))));
        assert!(side.notify("acme/x", None).is_err());
        side.tick(secs(999));
        assert!(sent(&mut side).is_empty() && events(&mut side).is_empty());
        assert_eq!((side.in_flight(), side.unanswered(), side.deadline()), (0, 0, None));
    }
}

#[test]
fn a_handlers_result_that_is_no_object_becomes_an_error() {
    for mut side in sides() {
        for result in [json!(null), json!(5), json!([])] {
            let id = ask(&mut side, json!(0), "acme/x", json!({}));
            side.respond(id, Ok(raw(result)));
            assert_eq!(sent(&mut side)[0]["error"]["code"], -32603);
        }
    }
}

#[test]
fn methods_nobody_lists_pass_both_ways() {
    for mut side in sides() {
        assert!(call(&mut side, "acme/request").is_ok());
        assert!(side.notify("acme/notice", None).is_ok());
        assert_eq!(methods(&mut side), ["acme/request", "acme/notice"]);
        notify(&mut side, "acme/notice", json!({}));
        assert!(matches!(events(&mut side)[..], [Event::Notification { .. }]));
    }
}

#[test]
fn a_kind_that_is_not_the_methods_is_refused() {
    for mut side in sides() {
        assert!(side.notify("ping", None).is_err());
        assert!(call(&mut side, "notifications/cancelled").is_err());
    }
}
