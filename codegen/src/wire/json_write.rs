//! JSON text, written from a tree.

use serde_json::Value;

use super::float;

/// Writes a value as JSON text.
pub fn write_json(value: &Value) -> String {
    let mut text = String::new();
    write_value(&mut text, value);
    text
}

/// Writes a text as a JSON string.
pub fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    push_text(&mut quoted, text);
    quoted
}

/// Writes a whole number.
pub fn write_integer(size: u64, negative: bool) -> String {
    let mut text = String::new();
    push_integer(&mut text, size, negative);
    text
}

/// Writes a whole number behind a text, without all that formatting can do.
pub fn push_integer(text: &mut String, size: u64, negative: bool) {
    // Where numbers of 64 bits are made of smaller ones, their division is most of what it takes.
    let mut parts = [48, 32, 16, 0].map(|bits| (size >> bits) as u32 & 0xFFFF);
    let mut digits = [0_u8; 20];
    let mut first = digits.len();
    for digit in digits.iter_mut().rev() {
        let mut rest = 0;
        for part in &mut parts {
            let whole = rest << 16 | *part;
            *part = whole / 10;
            rest = whole % 10;
        }
        *digit = rest as u8;
        first -= 1;
        if parts == [0; 4] {
            break;
        }
    }
    if negative {
        text.push('-');
    }
    for digit in digits.iter().skip(first) {
        text.push(char::from(b'0' + digit));
    }
}

fn write_value(text: &mut String, value: &Value) {
    match value {
        Value::Null => text.push_str("null"),
        Value::Bool(true) => text.push_str("true"),
        Value::Bool(false) => text.push_str("false"),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(whole), _) => push_integer(text, whole, false),
            (None, Some(whole)) => push_integer(text, whole.unsigned_abs(), true),
            (None, None) => text.push_str(&float::write(number)),
        },
        Value::String(value) => push_text(text, value),
        Value::Array(values) => {
            text.push('[');
            for (at, value) in values.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                write_value(text, value);
            }
            text.push(']');
        }
        Value::Object(members) => {
            text.push('{');
            for (at, (name, value)) in members.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                push_text(text, name);
                text.push(':');
                write_value(text, value);
            }
            text.push('}');
        }
    }
}

/// Writes a text as a JSON string behind a text.
pub fn push_text(text: &mut String, value: &str) {
    text.push('"');
    let (mut start, bytes) = (0, value.as_bytes());
    for (at, byte) in bytes.iter().enumerate() {
        let short = match byte {
            b'"' => '"',
            b'\\' => '\\',
            0x8 => 'b',
            0xc => 'f',
            b'\n' => 'n',
            b'\r' => 'r',
            b'\t' => 't',
            0..0x20 => 'u',
            _ => continue,
        };
        text.push_str(value.get(start..at).unwrap_or_default());
        start = at + 1;
        text.push('\\');
        text.push(short);
        if short == 'u' {
            text.push_str("00");
            for digit in [byte >> 4, byte & 15] {
                text.push(char::from_digit(digit.into(), 16).unwrap_or('0'));
            }
        }
    }
    text.push_str(value.get(start..).unwrap_or_default());
    text.push('"');
}
