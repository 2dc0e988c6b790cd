//! The wire's own reader and writer of JSON, beside `serde_json`'s.

use mcp_apps_generated::wire::{parse, split, write_json};
use serde_json::Value;

fn theirs(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}

#[test]
fn every_float_is_read_to_its_last_digit_as_javascript_writes_it() {
    // A generator of Knuth's: the same numbers on every machine.
    let mut seed = 1_u64;
    for _ in 0..200_000 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let float = f64::from_bits(seed);
        if !float.is_finite() || float.abs() < 1e-290 {
            continue;
        }
        for text in [Value::from(float).to_string(), format!("{float:e}")] {
            assert_eq!(parse("", &text).ok(), Some(Value::from(float)), "{text}");
        }
    }
}

#[test]
fn a_text_is_json_here_exactly_where_it_is_to_serde_json() {
    for text in [
        "0",
        "-0",
        "-1",
        "01",
        "1.",
        ".5",
        "1e5",
        "1E+2",
        "1e-2",
        "1e",
        "-",
        "+1",
        "1e400",
        "1e-400",
        "0e999999999999",
        "18446744073709551615",
        "18446744073709551616",
        "-9223372036854775808",
        "-9223372036854775809",
        "0.30000000000000004",
        "9007199254740993",
        "123456789012345678901234567890",
        "5e-324",
        "1.7976931348623157e308",
        "\"\"",
        "\"a\\n\\u00e9\\ud83e\\udd80\"",
        "\"\\x\"",
        "\"\u{1}\"",
        "\"",
        "\"\\",
        "\"\\u12\"",
        "[]",
        "[1,]",
        "[1 2]",
        "[",
        "[1",
        " [ 1 , {\"a\" : null} ] ",
        "{}",
        "{\"a\":1,}",
        "{a:1}",
        "{\"a\"}",
        "{\"a\":1,\"a\":2}",
        "true",
        "tru",
        "truee",
        "nul",
        "",
        " ",
        "1 1",
        "\u{feff}1",
        "[[[[]]]]",
        "{\"é\":\"é\"}",
    ] {
        assert_eq!(parse("", text).ok(), theirs(text), "{text}");
    }
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    for depth in [127, 128, 129, 200_000] {
        assert_eq!(parse("", &nested(depth)).is_ok(), theirs(&nested(depth)).is_some(), "{depth}");
    }
}

#[test]
fn half_a_surrogate_pair_is_a_replacement_character() {
    for (text, read) in [
        ("\"a\\ud83e\"", "a\u{fffd}"),
        ("\"\\ud83e\\n\"", "\u{fffd}\n"),
        ("\"\\udd80\\ud83e\\udd80\"", "\u{fffd}\u{1f980}"),
    ] {
        assert_eq!(parse("", text).ok(), Some(Value::from(read)), "{text}");
    }
}

#[test]
fn what_is_written_is_what_serde_json_writes() {
    for text in [
        "{\"a\":[0,1,-12,18446744073709551615,-9223372036854775808,-2.5,1e+300,null,true,false],\"\\u0000\\b\\f\\n\\r\\t\\\"\\\\/é\\u001f\":{}}",
        "[]",
        "\"\"",
    ] {
        let value = theirs(text).unwrap_or_default();
        assert_eq!(write_json(&value), value.to_string());
    }
}

#[test]
fn an_object_is_split_into_its_members_as_they_stand() {
    let text = " { \"a\\n\" : [1, \"],}\\\"\"] , \"b\":{\"c\":{\"d\":1}} ,\"d\": 2 } ";
    let members = split(text).unwrap_or_default();
    let members: Vec<_> = members.iter().map(|part| (&*part.name, part.value, part.depth)).collect();
    assert_eq!(members, [("a\n", "[1, \"],}\\\"\"]", 1), ("b", "{\"c\":{\"d\":1}}", 2), ("d", "2", 0)]);
    for none in ["", "[]", "{", "{\"a\"", "{\"a\":", "{\"a\":}", "{\"a\":1", "{\"a\":1,}", "{} x", "{\"a\":\"\\", "1"] {
        assert!(split(none).is_none_or(|members| members.iter().any(|part| part.value.is_empty())), "{none}");
    }
}
