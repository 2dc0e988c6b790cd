//! Tools: the server's, which a View calls, and those it offers itself.

use super::*;

#[test]
fn call_tool_is_typed_both_ways_and_asks_for_progress() {
    let mut stage = Stage::new();
    let (view, mut host) = stage.ready_view(view(), all());
    let call = view.call::<GetWeather>(&paris());
    stage.run();
    let (id, params) = host.take_request::<CallToolRequest>().unwrap();
    assert_eq!(params.name, "get_weather");
    assert_eq!(params.arguments, Some(object(json!({"city": "Paris"}))));
    let meta = serde_json::to_value(params.meta).unwrap();
    assert_eq!(meta["progressToken"], serde_json::to_value(&id).unwrap());
    let result = text("").with_structured_content(object(json!({"celsius": 20.5})));
    host.respond::<CallToolRequest>(&id, Ok(result)).unwrap();
    assert_eq!(stage.wait(call).unwrap(), Weather { celsius: 20.5 });
}

#[test]
fn a_failed_tool_keeps_its_result_and_a_wrong_output_says_where() {
    let mut stage = Stage::new();
    let (view, mut host) = stage.ready_view(view(), all());
    let mut answer = |result: CallToolResult| {
        let call = view.call::<GetWeather>(&paris());
        stage.run();
        let (id, _) = host.take_request::<CallToolRequest>().unwrap();
        host.respond::<CallToolRequest>(&id, Ok(result)).unwrap();
        stage.wait(call).unwrap_err()
    };
    let failed = text("no such city").with_is_error(true);
    match answer(failed.clone()) {
        Error::ToolFailed(failure) => {
            assert_eq!(failure.text(), "no such city");
            assert_eq!(failure.result::<CallToolResult>().unwrap(), failed);
        }
        other => panic!("{other:?}"),
    }
    for (result, path) in [
        (text("").with_structured_content(object(json!({"celsius": "warm"}))), "result.structuredContent.celsius"),
        (text(""), "result.structuredContent"),
    ] {
        match answer(result) {
            Error::Decode(error) => assert_eq!(error.path(), path),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn tools_of_the_view_are_listed_called_and_changed() {
    let mut stage = Stage::new();
    let builder = view().offer::<GetWeather, _, _, _>(|city, _| async move {
        if city.city == "Paris" { Ok(Weather { celsius: 20.0 }) } else { Err("no such city") }
    });
    let (view, mut host) = stage.ready_view(builder, all());
    let list = |stage: &mut Stage, host: &mut FakeHost| {
        let id = host.request::<ListToolsRequest>(&None).unwrap();
        stage.run();
        let tools = host.take_response::<ListToolsRequest>(&id).unwrap().tools;
        tools.into_iter().map(|tool| tool.title.unwrap_or(tool.name)).collect::<Vec<_>>()
    };
    let call = |stage: &mut Stage, host: &mut FakeHost, name: &str, arguments| {
        let params = CallToolRequestParams::new(name).with_arguments(object(arguments));
        let id = host.request::<CallToolRequest>(&params).unwrap();
        stage.run();
        host.take_response::<CallToolRequest>(&id)
    };
    assert_eq!(list(&mut stage, &mut host), ["get_weather"]);
    let fine = call(&mut stage, &mut host, "get_weather", json!({"city": "Paris"})).unwrap();
    assert_eq!(fine.structured_content, Some(object(json!({"celsius": 20.0}))));
    let failed = call(&mut stage, &mut host, "get_weather", json!({"city": "Nowhere"})).unwrap();
    assert_eq!(failed.is_error, Some(true));
    for (name, arguments, path) in
        [("get_weather", json!({"city": 5}), "params.arguments.city: "), ("nope", json!({}), "params.name: ")]
    {
        match call(&mut stage, &mut host, name, arguments) {
            Err(Error::Remote(error)) => {
                assert_eq!(error.code, RpcError::INVALID_PARAMS);
                assert!(error.message.starts_with(path), "{}", error.message);
            }
            other => panic!("{other:?}"),
        }
    }

    let mut changes = 0;
    let mut changed = |stage: &mut Stage, host: &mut FakeHost| {
        stage.run();
        while host.take_notification::<ToolListChangedNotification>().is_ok() {
            changes += 1;
        }
        changes
    };
    let tool = view.tools().get("get_weather").unwrap();
    tool.disable();
    tool.disable();
    assert_eq!(changed(&mut stage, &mut host), 1);
    assert!(list(&mut stage, &mut host).is_empty());
    assert!(call(&mut stage, &mut host, "get_weather", json!({"city": "Paris"})).is_err());
    tool.enable();
    tool.update(|tool| tool.title = Some("Weather".into()));
    assert_eq!(changed(&mut stage, &mut host), 3);
    assert_eq!(list(&mut stage, &mut host), ["Weather"]);
    let twice = view.tools().offer::<GetWeather, _, _, _>(|_, _| async { Err("") });
    assert!(matches!(twice, Err(Error::Refused(Refusal::ToolExists(_)))));
    tool.remove();
    assert_eq!(changed(&mut stage, &mut host), 4);
    assert!(list(&mut stage, &mut host).is_empty());
}

#[test]
fn a_view_without_declared_tools_has_none() {
    let mut stage = Stage::new();
    let (view, mut host) = stage.ready_view(view(), all());
    let refused = view.tools().offer::<GetWeather, _, _, _>(|_, _| async { Err("") });
    assert!(matches!(refused, Err(Error::Refused(Refusal::Capability { .. }))));
    let id = host.request::<ListToolsRequest>(&None).unwrap();
    stage.run();
    assert!(matches!(host.take_response::<ListToolsRequest>(&id), Err(Error::Remote(error)) if error.code == -32601));
    let twice = common::view().offer_tools();
    let twice = twice
        .offer::<GetWeather, _, _, _>(|_, _| async { Err("") })
        .offer::<GetWeather, _, _, _>(|_, _| async { Err("") });
    let (_fake, end) = FakeHost::new();
    assert!(matches!(twice.connect(end, stage.clock.clone()), Err(Error::Refused(Refusal::ToolExists(_)))));
}
