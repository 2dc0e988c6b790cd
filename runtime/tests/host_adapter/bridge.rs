//! A View's requests, and what becomes of them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use mcp_apps::csp::{Declared, Permissions, Policy};
use mcp_apps::draft::*;
use mcp_apps::host::{Change, ProgressReport, ViewLimits};
use mcp_apps::v2026_01_26::McpUiResourceCsp as StableCsp;
use mcp_apps::{Closed, Error, RpcError};
use serde_json::{Value, json};

use crate::stage::{Server, Stage, host, tool};

pub fn server() -> Server {
    let server = Server::new(json!([
        tool("show", json!({})),
        tool("refresh", json!({"visibility": ["app"]})),
        tool("secret", json!({"visibility": ["model"]})),
        tool("none", json!({"visibility": []})),
    ]));
    server
        .answer("tools/call", Ok(json!({"content": [], "structuredContent": {"n": 1}, "_meta": {"k": "v"}, "x": [1]})));
    server
}

fn kinds() -> McpUiSupportedContentBlockModalities {
    McpUiSupportedContentBlockModalities::new()
}

pub fn call(name: &str) -> Value {
    json!({"name": name, "arguments": {"a": 1}})
}

#[test]
fn h8_a_view_calls_what_is_for_apps_and_gets_the_result_as_it_is() {
    let (mut stage, server) = (Stage::new(), server());
    let connection = stage.connect(&server);
    let (_, mut view, _) = stage.show(connection.bridge(host()));
    for name in ["show", "refresh"] {
        let result = stage.ask::<CallToolRequest>(&mut view, call(name)).unwrap();
        assert_eq!(result, json!({"content": [], "structuredContent": {"n": 1}, "_meta": {"k": "v"}, "x": [1]}));
    }
    for (name, code) in
        [("secret", RpcError::DENIED), ("none", RpcError::DENIED), ("elsewhere", RpcError::INVALID_PARAMS)]
    {
        assert_eq!(stage.ask::<CallToolRequest>(&mut view, call(name)).unwrap_err().code, code, "{name}");
    }
    let called: Vec<_> = server.heard().into_iter().filter(|(method, _)| method == "tools/call").collect();
    assert_eq!(called.len(), 2);
    assert_eq!(called[0].1, call("show"));
}

#[test]
fn row_48_of_two_tools_with_one_name_both_have_to_be_for_apps() {
    let server = Server::new(json!([tool("t", json!({})), tool("t", json!({"visibility": ["model"]}))]));
    let mut stage = Stage::new();
    let connection = stage.connect(&server);
    let (_, mut view, _) = stage.show(connection.bridge(host()));
    assert!(stage.ask::<CallToolRequest>(&mut view, call("t")).is_err());
}

#[test]
fn h9_a_view_of_one_server_never_reaches_another() {
    let mut stage = Stage::new();
    let (a, b) = (server(), Server::new(json!([tool("only-b", json!({}))])));
    let (first, second) = (stage.connect(&a), stage.connect(&b));
    stage.wait(second.inventory()).unwrap();
    b.heard();
    a.answer("resources/read", Err(RpcError::new(-32002, "unknown")));
    let (_, mut view, _) = stage.show(first.bridge(host()));
    assert!(stage.ask::<CallToolRequest>(&mut view, call("only-b")).is_err());
    assert!(stage.ask::<ReadResourceRequest>(&mut view, json!({"uri": "ui://b/view"})).is_err());
    assert!(b.methods().is_empty());
    assert!(!a.heard().iter().any(|(method, _)| method == "tools/call"));
}

#[test]
fn a_views_guesses_do_not_have_the_list_read_at_will() {
    let (mut stage, server) = (Stage::new(), server());
    let connection = stage.connect(&server);
    let (_, mut view, _) = stage.show(connection.bridge(host()));
    for n in 0..200 {
        assert!(stage.ask::<CallToolRequest>(&mut view, call(&format!("guess{n}"))).is_err());
    }
    assert!(server.methods().len() <= 10);
    // A tool that is really new is found.
    server.answer("tools/list", Ok(json!({"tools": [tool("new", json!({}))]})));
    connection.changed(Change::Tools);
    assert!(stage.ask::<CallToolRequest>(&mut view, call("new")).is_ok());
}

#[test]
fn row_57_a_view_is_told_of_what_is_served_and_nothing_else_is() {
    let mut stage = Stage::new();
    let server = server();
    let connection = stage.connect(&server);
    let (_, mut view, bare) = stage.show(connection.bridge(host()));
    let told = serde_json::to_value(&bare.host_capabilities).unwrap();
    assert_eq!(told, json!({"serverTools": {"listChanged": true}, "serverResources": {"listChanged": true}}));
    let refused = [
        stage.ask::<McpUiOpenLinkRequest>(&mut view, json!({"url": "https://a.example"})),
        stage.ask::<McpUiMessageRequest>(&mut view, json!({"role": "user", "content": []})),
        stage.ask::<McpUiUpdateModelContextRequest>(&mut view, json!({})),
        stage.ask::<McpUiDownloadFileRequest>(&mut view, json!({"contents": []})),
        stage.ask::<ListPromptsRequest>(&mut view, json!(null)),
    ];
    assert!(refused.iter().all(|answer| answer.as_ref().unwrap_err().code == RpcError::METHOD_NOT_FOUND));

    server.declare(json!({"prompts": {}}));
    let everything = connection
        .bridge(host())
        .on_open_link(|_| async { Ok(()) })
        .on_message(kinds(), |_| async { Ok(()) })
        .keep_model_context(kinds())
        .on_download(|_| async { Ok(()) }, |_| async { Ok(()) })
        .on_sampling(true, |_| async { Err(RpcError::denied("no")) });
    let (_, _, full) = stage.show(everything);
    let told = serde_json::to_value(&full.host_capabilities).unwrap();
    let told: Vec<_> = told.as_object().unwrap().keys().cloned().collect();
    assert_eq!(told, ["downloadFile", "message", "openLinks", "sampling", "updateModelContext"]);
}

#[test]
fn h38_other_methods_are_passed_on_only_where_the_host_named_them() {
    let mut stage = Stage::new();
    let server = server();
    server.answer("prompts/get", Ok(json!({"messages": []})));
    let connection = stage.connect(&server);
    let ask = |view: &mut mcp_apps::testing::FakeView, method: &str| {
        view.send_text(&json!({"jsonrpc": "2.0", "id": "q", "method": method, "params": {"name": "p"}}).to_string());
    };
    let bridge = connection.bridge(host()).forward("prompts/get").forward("ui/open-link").forward("ui/anything");
    let (_, mut view, _) = stage.show(bridge);
    server.heard();
    for (method, served) in
        [("prompts/get", true), ("completion/complete", false), ("ui/open-link", false), ("ui/anything", false)]
    {
        ask(&mut view, method);
        stage.run();
        let Some(mcp_apps::testing::Received::Response { outcome, .. }) = view.take() else { panic!("{method}") };
        assert_eq!(outcome.is_ok(), served, "{method}");
    }
    assert_eq!(server.methods(), ["prompts/get"]);
}

#[test]
fn h38_a_hook_sees_what_is_passed_on_and_may_refuse_it() {
    let (mut stage, server) = (Stage::new(), server());
    let connection = stage.connect(&server);
    let seen = Arc::new(Mutex::new(Vec::new()));
    let (calls, requests) = (Arc::clone(&seen), Arc::clone(&seen));
    let bridge = connection
        .bridge(host())
        .approve_calls(move |call| {
            calls.lock().unwrap().push(format!("call {} {}", call.tool.name(), json!(call.arguments)));
            async move { if call.tool.name() == "refresh" { Err(RpcError::denied("the user says no")) } else { Ok(()) } }
        })
        .approve_forwarding(move |request| {
            requests.lock().unwrap().push(request.method.clone());
            async move { if request.method == "resources/read" { Err(RpcError::denied("not this")) } else { Ok(()) } }
        });
    let (_, mut view, _) = stage.show(bridge);
    assert!(stage.ask::<CallToolRequest>(&mut view, call("show")).is_ok());
    assert_eq!(stage.ask::<CallToolRequest>(&mut view, call("refresh")).unwrap_err().message, "the user says no");
    assert_eq!(
        stage.ask::<ReadResourceRequest>(&mut view, json!({"uri": "ui://x/y"})).unwrap_err().message,
        "not this"
    );
    assert_eq!(
        *seen.lock().unwrap(),
        [r#"call show {"a":1}"#, "tools/call", r#"call refresh {"a":1}"#, "resources/read"]
    );
    assert_eq!(server.methods(), ["tools/list", "tools/call"]);
}

#[test]
fn w14_progress_is_rekeyed_and_a_view_cannot_speak_the_protocol_in_its_hosts_name() {
    let (mut stage, server) = (Stage::new(), server());
    server.hang("tools/call");
    let connection = stage.connect(&server);
    let (_, mut view, _) = stage.show(connection.bridge(host()));
    let params = json!({"name": "show", "_meta": {
        "progressToken": "mine", "io.modelcontextprotocol/clientCapabilities": {"sampling": {}}, "com.example/trace": 1,
    }});
    stage.send::<CallToolRequest>(&mut view, params);
    let sent = server.heard().pop().unwrap().1;
    assert_eq!(sent, json!({"name": "show", "_meta": {"com.example/trace": 1}}));
    server.report(ProgressReport::new(1.0, Some(2.0), Some("half".to_owned())));
    stage.run();
    let report = view.take_notification::<ProgressNotification>().unwrap();
    let report = serde_json::to_value(report).unwrap();
    assert_eq!(report, json!({"progressToken": "mine", "progress": 1, "total": 2, "message": "half"}));
}

#[test]
fn m16_a_cancellation_reaches_the_server_and_so_does_the_views_end() {
    let (mut stage, server) = (Stage::new(), server());
    server.hang("tools/call");
    let connection = stage.connect(&server);
    let (bridged, mut view, _) = stage.show(connection.bridge(host()));
    let id = stage.send::<CallToolRequest>(&mut view, call("show"));
    stage.send::<CallToolRequest>(&mut view, call("show"));
    assert_eq!(server.cancelled(), 0);
    view.notify::<CancelledNotification>(&CancelledNotificationParams::new(id)).unwrap();
    stage.run();
    assert_eq!(server.cancelled(), 1);
    assert_eq!(connection.views(), 1);
    bridged.close();
    stage.run();
    assert_eq!((server.cancelled(), connection.views()), (2, 0));
}

#[test]
fn closing_the_connection_ends_its_views_and_no_others() {
    let (mut stage, a, b) = (Stage::new(), server(), server());
    let (first, second) = (stage.connect(&a), stage.connect(&b));
    let (one, _one, _) = stage.show(first.bridge(host()));
    let (two, _two, _) = stage.show(first.bridge(host()));
    let (other, mut view, _) = stage.show(second.bridge(host()));
    first.close();
    stage.run();
    assert_eq!(first.views(), 0);
    for view in [one, two] {
        assert!(matches!(view.tool_input(None), Err(Error::Closed(_))), "it is still open");
        assert_eq!(stage.wait(view.peer().closed()), Closed::Locally);
    }
    assert!(stage.ask::<CallToolRequest>(&mut view, call("show")).is_ok());
    assert!(matches!(other.peer().phase(), mcp_apps::session::Phase::Ready));
    // A View that comes too late is closed at once.
    let (_, end) = mcp_apps::testing::FakeView::new();
    let (late, _driving) = first.bridge(host()).attach(end).unwrap();
    assert!(matches!(late.tool_input(None), Err(Error::Closed(_))));
}

#[test]
fn row_60_a_read_only_view_costs_its_server_nothing() {
    let (mut stage, server) = (Stage::new(), server());
    let connection = stage.connect(&server);
    let saved = Arc::new(AtomicUsize::new(0));
    let saves = Arc::clone(&saved);
    let bridge = connection
        .bridge(host())
        .on_message(kinds(), |_| async { Ok(()) })
        .keep_model_context(kinds())
        .on_sampling(true, |_| async { Err(RpcError::denied("no")) })
        .on_download(
            |_| async { Ok(()) },
            move |files| {
                saves.fetch_add(files.len(), Ordering::Relaxed);
                async { Ok(()) }
            },
        )
        .read_only();
    let (_, mut view, told) = stage.show(bridge);
    let caps = &told.host_capabilities;
    assert!(caps.server_tools.is_none() && caps.server_resources.is_none() && caps.message.is_none());
    let link = json!({"contents": [{"type": "resource_link", "uri": "file:///x", "name": "x"}]});
    let own = json!({"contents": [{"type": "resource", "resource": {"uri": "x://a.txt", "text": "t"}}]});
    assert!(stage.ask::<CallToolRequest>(&mut view, call("show")).is_err());
    assert!(stage.ask::<ReadResourceRequest>(&mut view, json!({"uri": "ui://app/view"})).is_err());
    assert!(stage.ask::<ListResourcesRequest>(&mut view, json!(null)).is_err());
    assert!(stage.ask::<McpUiMessageRequest>(&mut view, json!({"role": "user", "content": []})).is_err());
    assert!(stage.ask::<McpUiUpdateModelContextRequest>(&mut view, json!({})).is_err());
    assert!(stage.ask::<McpUiDownloadFileRequest>(&mut view, link).is_err());
    assert!(stage.ask::<McpUiDownloadFileRequest>(&mut view, own).is_ok());
    assert_eq!(saved.load(Ordering::Relaxed), 1);
    assert!(server.methods().is_empty());
}

#[test]
fn h34_a_link_is_checked_before_anybody_is_asked() {
    let (mut stage, server) = (Stage::new(), server());
    let connection = stage.connect(&server);
    let opened = Arc::new(Mutex::new(Vec::new()));
    let opens = Arc::clone(&opened);
    let (_, mut view, _) = stage.show(connection.bridge(host()).on_open_link(move |link| {
        opens.lock().unwrap().push(link.target().to_owned());
        async { Ok(()) }
    }));
    assert!(stage.ask::<McpUiOpenLinkRequest>(&mut view, json!({"url": "https://a.example/x"})).is_ok());
    for url in ["javascript:alert(1)", "https://bank.example@evil.example", "file:///etc/passwd", ""] {
        let error = stage.ask::<McpUiOpenLinkRequest>(&mut view, json!({"url": url})).unwrap_err();
        assert_eq!(error.code, RpcError::DENIED);
    }
    assert_eq!(*opened.lock().unwrap(), ["a.example"]);
}

#[test]
fn h36_the_last_context_wins_is_bounded_and_says_who_supplied_it() {
    let (mut stage, server) = (Stage::new(), server());
    let connection = stage.connect(&server);
    let mut limits = ViewLimits::default();
    limits.context_bytes = 200;
    let (bridged, mut view, _) = stage.show(connection.bridge(host()).limits(limits).keep_model_context(kinds()));
    assert!(bridged.model_context().is_none());
    for n in 1..=2 {
        let context = json!({"structuredContent": {"n": n}, "content": [{"type": "text", "text": "t"}]});
        assert_eq!(stage.ask::<McpUiUpdateModelContextRequest>(&mut view, context), Ok(json!({})));
    }
    let long = json!({"content": [{"type": "text", "text": "x".repeat(300)}]});
    assert!(stage.ask::<McpUiUpdateModelContextRequest>(&mut view, long).is_err());
    let context = bridged.model_context().unwrap().to_value();
    assert_eq!(context["suppliedBy"], json!({"kind": "app", "name": "fake-view"}));
    assert_eq!(context["structuredContent"], json!({"n": 2}));
    stage.ask::<McpUiUpdateModelContextRequest>(&mut view, json!({})).unwrap();
    assert!(bridged.model_context().is_none());
}

#[test]
fn h37_downloads_are_approved_by_name_fetched_from_the_own_server_and_bounded() {
    let (mut stage, server) = (Stage::new(), server());
    server.answer("resources/read", Ok(json!({"contents": [{"uri": "file:///r", "blob": "YWJj"}]})));
    let connection = stage.connect(&server);
    let log = Arc::new(Mutex::new(Vec::new()));
    let (asked, saved) = (Arc::clone(&log), Arc::clone(&log));
    let mut limits = ViewLimits::default();
    limits.download_bytes = 6;
    let (_, mut view, _) = stage.show(connection.bridge(host()).limits(limits).on_download(
        move |offers| {
            let no = offers.iter().any(|offer| offer.name == "no.exe");
            asked
                .lock()
                .unwrap()
                .push(format!("{:?}", offers.iter().map(|o| (o.name.clone(), o.link.clone())).collect::<Vec<_>>()));
            async move { if no { Err(RpcError::denied("not an exe")) } else { Ok(()) } }
        },
        move |files| {
            saved
                .lock()
                .unwrap()
                .push(format!("{:?}", files.iter().map(|f| (f.name.clone(), f.bytes.len())).collect::<Vec<_>>()));
            async { Ok(()) }
        },
    ));
    let text = |uri: &str, text: &str| json!({"type": "resource", "resource": {"uri": uri, "text": text}});
    let link = json!({"type": "resource_link", "uri": "file:///a/..%2fr.bin", "name": "shown"});
    let mut download =
        |contents: Value| stage.ask::<McpUiDownloadFileRequest>(&mut view, json!({"contents": contents}));
    download(json!([text("x://../a.txt", "abc"), link])).unwrap();
    assert!(download(json!([text("x://a/no.exe", "abc"), link])).is_err());
    assert!(download(json!([text("x://a/b", "1234567")])).is_err());
    assert!(download(json!([text("x://a/b", "1234"), link])).is_err());
    let log = log.lock().unwrap().clone();
    assert_eq!(log[0], r#"[("a.txt", None), ("r.bin", Some("file:///a/..%2fr.bin"))]"#);
    assert_eq!(log[1], r#"[("a.txt", 3), ("r.bin", 3)]"#);
    assert_eq!(log.len(), 5);
    let reads = server.heard();
    assert_eq!(reads.len(), 2, "nothing is fetched before it is approved: {reads:?}");
}

#[test]
fn row_78_the_view_is_told_what_was_granted_not_what_it_asked_for() {
    let (mut stage, server) = (Stage::new(), server());
    let declared = Declared::read(
        &StableCsp::new().with_connect_domains(vec!["https://a.example".into(), "http://10.0.0.1".into()]),
    );
    let mut permissions = Permissions::default();
    permissions.clipboard_write = true;
    let policy = Policy::approve(&declared, &mcp_apps::csp::PublicOrigins::default()).with_permissions(permissions);
    let connection = stage.connect(&server);
    let (_, _, told) = stage.show(connection.bridge(host()).sandbox(&policy));
    let sandbox = serde_json::to_value(told.host_capabilities.sandbox).unwrap();
    assert_eq!(
        sandbox,
        json!({"csp": {"connectDomains": ["https://a.example"]}, "permissions": {"clipboardWrite": {}}})
    );
}

#[test]
fn h45_list_changes_are_relayed_as_advertised() {
    let (mut stage, server) = (Stage::new(), server());
    let connection = stage.connect(&server);
    let (_, mut told, _) = stage.show(connection.bridge(host()));
    server.declare(json!({"tools": {}, "resources": {}}));
    let (_, mut untold, _) = stage.show(connection.bridge(host()));
    for change in [Change::Tools, Change::Resources] {
        connection.changed(change);
    }
    stage.run();
    assert!(told.take_notification::<ToolListChangedNotification>().is_ok());
    assert!(told.take_notification::<ResourceListChangedNotification>().is_ok());
    assert!(untold.take_notification::<ToolListChangedNotification>().is_err());
    assert!(untold.take_notification::<ResourceListChangedNotification>().is_err());
}

#[test]
fn m3_a_view_lists_the_tools_it_may_call() {
    let (mut stage, server) = (Stage::new(), server());
    let connection = stage.connect(&server);
    let (_, mut view, _) = stage.show(connection.bridge(host()));
    let listed = stage.ask::<ListToolsRequest>(&mut view, json!(null)).unwrap();
    let names: Vec<_> = listed["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["show", "refresh"]);
}
