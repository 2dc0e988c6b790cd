//! One envelope: what is read is what a plain JSON parser sees, within the limits, and what is
//! written of it reads back as itself.

use mcp_apps::jsonrpc::{Limits, Message, Unreadable, notification, parse, request, response};
use serde_json::Value;
use serde_json::value::RawValue;

pub fn run(data: &[u8]) {
    let Some((bounds, text)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let mut limits = Limits::default();
    limits.max_depth = usize::from(*bounds);
    limits.max_bytes = if bounds % 2 == 0 { 1 << 20 } else { 400 };
    let plain = serde_json::from_str::<Value>(text).ok();
    match parse(text, &limits) {
        Ok(message) => {
            assert!(text.len() <= limits.max_bytes);
            agrees(&message, plain.as_ref(), &limits);
            reads_back(&message, &limits);
        }
        Err(Unreadable::TooLong(bytes)) => assert!(bytes == text.len() && bytes > limits.max_bytes),
        Err(Unreadable::Foreign) => {
            // Written without repeated members, it is not foreign if it says "2.0" and has a method.
            let ours = plain.filter(|plain| plain["jsonrpc"] == "2.0" && plain.get("method").is_some());
            if let Some(text) = ours.map(|plain| plain.to_string()).filter(|text| text.len() <= limits.max_bytes) {
                assert!(!matches!(parse(&text, &limits), Err(Unreadable::Foreign)), "{text}");
            }
        }
        Err(_) => {}
    }
}

fn agrees(message: &Message<'_>, plain: Option<&Value>, limits: &Limits) {
    // A plain parser refuses what lies deeper than it recurses, and numbers no float holds.
    let Some(plain) = plain else { return };
    assert_eq!(plain["jsonrpc"], "2.0");
    let check = |member: &str, raw: Option<&RawValue>| {
        assert_eq!(plain.get(member).is_some(), raw.is_some(), "{member}");
        let Some(raw) = raw else { return };
        let value: Value = serde_json::from_str(raw.get()).expect("the whole was readable");
        assert!(value.is_object() && depth(&value) <= limits.max_depth);
        assert_eq!(value, plain[member]);
    };
    match message {
        Message::Request { method, params, .. } | Message::Notification { method, params } => {
            assert_eq!(plain["method"], method.as_str());
            assert_eq!(matches!(message, Message::Request { .. }), plain.get("id").is_some());
            check("params", *params);
        }
        Message::Response { outcome: Ok(result), .. } => check("result", Some(result)),
        Message::Response { outcome: Err(error), .. } => assert_eq!(plain["error"]["code"], error.code),
        _ => {}
    }
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

fn reads_back(message: &Message<'_>, limits: &Limits) {
    let written = match message {
        Message::Request { id, method, params } => request(id, method, *params),
        Message::Notification { method, params } => notification(method, *params),
        Message::Response { id: Some(id), outcome } => response(id, outcome.as_ref().map(|raw| *raw)),
        _ => return,
    };
    let mut roomy = *limits;
    roomy.max_bytes = usize::MAX;
    let again = parse(&written, &roomy).expect("what is written can be read");
    assert_eq!(format!("{again:?}"), format!("{message:?}"));
}

pub fn seeds() -> Vec<Vec<u8>> {
    let odd = [
        r#"{"jsonrpc":"2\u002e0","id":"x","method":"ping","params":{"a":[[[]]]}}"#,
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"?","data":{}}}"#,
        r#"{"jsonrpc":"2.0","id":0,"result":{"_meta":{"progressToken":1e3}}}"#,
        "[1]",
    ];
    super::recorded().into_iter().chain(odd.map(str::to_owned)).map(|text| [b"d", text.as_bytes()].concat()).collect()
}
