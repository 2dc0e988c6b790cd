use super::super::{decode_params, notification, request, response};
use super::*;

fn read(text: &str) -> Result<Message<'_>, Unreadable> {
    parse(text, &Limits::default())
}

fn fault(text: &str) -> (Option<RequestId>, Form, String) {
    match read(text) {
        Err(Unreadable::Malformed { id, form, path, .. }) => (id, form, path),
        other => panic!("{text} read as {other:?}"),
    }
}

#[test]
fn what_we_write_we_read() {
    let params = serde_json::value::to_raw_value(&serde_json::json!({"a": "{[\"\\"})).unwrap();
    let text = request(&0.into(), "m", Some(&params));
    match read(&text).unwrap() {
        Message::Request { id, method, params: Some(read) } => {
            assert_eq!((id, method.as_str()), (0.into(), "m"));
            assert_eq!(read.get(), params.get());
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(notification("m", None), r#"{"jsonrpc":"2.0","method":"m"}"#);
    let error = RpcError::new(-32601, "no \"such\"\n");
    match read(&response(&"x".into(), Err(&error))).unwrap() {
        Message::Response { id: Some(id), outcome: Err(read) } => {
            assert_eq!((id, read), ("x".into(), error));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn absent_members_are_not_written() {
    assert_eq!(request(&7.into(), "m", None), r#"{"jsonrpc":"2.0","id":7,"method":"m"}"#);
    let error = response(&7.into(), Err(&RpcError::new(1, "x")));
    assert_eq!(error, r#"{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"x"}}"#);
}

#[test]
fn member_order_and_unknown_members_do_not_matter() {
    let text = r#" {"method":"m","params":{},"id":0,"extraTop":1,"jsonrpc":"2.0"}"#;
    assert!(matches!(read(text), Ok(Message::Request { .. })));
}

#[test]
fn escapes_in_the_method_are_read() {
    match read(r#"{"jsonrpc":"2.0","method":"a\u002fb"}"#).unwrap() {
        Message::Notification { method, .. } => assert_eq!(method, "a/b"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn foreign_data_is_recognised() {
    for text in [
        "",
        "nonsense",
        "42",
        "null",
        "\"a string\"",
        "[]",
        r#"{"hello":"not rpc"}"#,
        r#"[{"jsonrpc":"2.0","id":40,"method":"ping"}]"#,
        r#"["2.0",1,"ping"]"#,
        r#"{"jsonrpc":"1.0","id":36,"method":"ping"}"#,
        r#"{"jsonrpc":2,"id":36,"method":"ping"}"#,
        r#"{"id":37,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":1}"#,
        r#"{"jsonrpc":"2.0","method":"a","method":"b"}"#,
        r#"{"jsonrpc":"2.0","method":"a"} trailing"#,
    ] {
        assert_eq!(read(text).unwrap_err(), Unreadable::Foreign, "{text}");
    }
}

#[test]
fn an_unusable_id_leaves_nobody_to_answer() {
    for id in ["null", "1.5", "true", "{}", "9007199254740993", "1e400"] {
        let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
        if id == "1e400" {
            assert!(read(&text).is_err());
            continue;
        }
        assert_eq!(fault(&text), (None, Form::Request, "id".into()), "{id}");
    }
}

#[test]
fn a_malformed_request_keeps_its_id_and_names_the_member() {
    for (members, path) in [
        (r#""method":5"#, "method"),
        (r#""method":"m","params":null"#, "params"),
        (r#""method":"m","params":[]"#, "params"),
        (r#""method":"m","result":{}"#, "result"),
        (r#""method":"m","error":{}"#, "error"),
    ] {
        let text = format!(r#"{{"jsonrpc":"2.0","id":"r",{members}}}"#);
        assert_eq!(fault(&text), (Some("r".into()), Form::Request, path.into()));
    }
}

#[test]
fn a_malformed_response_keeps_its_id_so_the_call_can_end() {
    for (members, path) in [
        (r#""result":null"#, "result"),
        (r#""result":[]"#, "result"),
        (r#""result":{},"error":{"code":1,"message":""}"#, "error"),
        (r#""error":"no""#, "error"),
        (r#""error":{"code":1.5,"message":"x"}"#, "error"),
        (r#""error":null"#, "error"),
    ] {
        let text = format!(r#"{{"jsonrpc":"2.0","id":3,{members}}}"#);
        assert_eq!(fault(&text), (Some(3.into()), Form::Response, path.into()));
    }
}

#[test]
fn an_error_may_come_without_an_id_and_a_result_may_not() {
    for id in ["", r#""id":null,"#] {
        let text = format!(r#"{{"jsonrpc":"2.0",{id}"error":{{"code":-32700,"message":"x"}}}}"#);
        assert!(matches!(read(&text), Ok(Message::Response { id: None, outcome: Err(_) })));
    }
    assert_eq!(fault(r#"{"jsonrpc":"2.0","result":{}}"#), (None, Form::Response, "id".into()));
}

#[test]
fn length_and_depth_are_bounded() {
    let limits = Limits { max_bytes: 200, max_depth: 3, ..Limits::default() };
    let deep = |n: usize| {
        let params = format!("{{\"a\":{}{}}}", "[".repeat(n - 1), "]".repeat(n - 1));
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"m","params":{params}}}"#)
    };
    assert!(parse(&deep(3), &limits).is_ok());
    assert!(matches!(parse(&deep(4), &limits), Err(Unreadable::Malformed { id: Some(_), .. })));
    let long = format!(r#"{{"jsonrpc":"2.0","method":"{}"}}"#, "m".repeat(200));
    assert_eq!(parse(&long, &limits).unwrap_err(), Unreadable::TooLong(long.len()));
    // Far deeper than any stack: reading it must not recurse.
    assert!(matches!(read(&deep(1_000_000)), Err(Unreadable::Malformed { .. })));
}

#[test]
fn brackets_and_escapes_in_strings_are_not_nesting() {
    let text = r#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":"[[[\"[[[","b\\":[{}]}}"#;
    let depth = |max_depth| parse(text, &Limits { max_depth, ..Limits::default() }).is_ok();
    assert!(depth(3) && !depth(2));
}

#[test]
fn absent_params_are_none_for_an_option_and_an_error_otherwise() {
    assert_eq!(decode_params::<Option<u8>>(None).unwrap(), None);
    assert_eq!(decode_params::<u8>(None).unwrap_err().path(), "params");
}

/// Both are kept longer than their message, and are in no other bound.
#[test]
fn an_id_and_a_method_have_a_length() {
    let long = "x".repeat(1025);
    let request = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{long}"}}"#);
    assert_eq!(fault(&request), (Some(1.into()), Form::Request, "method".to_owned()));
    let notification = format!(r#"{{"jsonrpc":"2.0","method":"{long}"}}"#);
    assert_eq!(fault(&notification), (None, Form::Notification, "method".to_owned()));
    for rest in [r#""method":"m""#, r#""method":"m","params":[]"#, r#""result":{}"#] {
        let (id, _, path) = fault(&format!(r#"{{"jsonrpc":"2.0","id":"{long}",{rest}}}"#));
        assert_eq!((id, path.as_str()), (None, "id"));
    }
    assert!(read(&format!(r#"{{"jsonrpc":"2.0","id":"{0}","method":"{0}"}}"#, &long[1..])).is_ok());
}
