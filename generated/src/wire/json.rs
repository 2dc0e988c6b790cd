// Written by `cargo run -p codegen`. Do not edit: change spec/ or codegen/ and run it again.

//! JSON text, read into a tree and written from one.
//!
//! `serde_json` does it too, for every type and every source of text, and tells where a text is wrong. All
//! of that weighs more in a View than the rest of its conversation; this is what a View needs of it.

use std::borrow::Cow;

use serde_json::{Number, Value};

use super::{DecodeError, JsonObject};

/// The deepest nesting of arrays and objects that is read, as `serde_json` has it.
const DEEPEST: usize = 127;

/// Parses a JSON text found at `root`. A half of a surrogate pair, which a string that was cut off may end
/// with, is read as U+FFFD.
///
/// # Errors
/// When the text is no JSON, or nested deeper than 127; the error's path is `root`.
pub fn parse(root: &str, text: &str) -> Result<Value, DecodeError> {
    let mut reader = Reader::new(text);
    let value = reader.value(0).filter(|_| reader.next_byte().is_none());
    value.ok_or_else(|| DecodeError::new("not JSON").within(root))
}

/// A member of an object that was not read any further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part<'a> {
    /// Its name.
    pub name: Cow<'a, str>,
    /// Its value as it stands.
    pub value: &'a str,
    /// How deep arrays and objects are nested in it.
    pub depth: usize,
}

/// The members of a JSON object, with their values as they stand: those are told apart, not checked. `None`
/// if it is no object.
pub fn split(text: &str) -> Option<Vec<Part<'_>>> {
    let mut reader = Reader::new(text);
    let mut members = Vec::new();
    reader.take(b'{')?;
    if reader.take(b'}').is_none() {
        loop {
            let name = reader.string()?;
            reader.take(b':')?;
            reader.next_byte()?;
            let (value, depth) = reader.skip()?;
            members.push(Part { name, value, depth });
            if reader.take(b',').is_none() {
                reader.take(b'}')?;
                break;
            }
        }
    }
    reader.next_byte().is_none().then_some(members)
}

/// Writes a value as JSON text.
pub fn write_json(value: &Value) -> String {
    let mut text = String::new();
    write_value(&mut text, value);
    text
}

/// Writes a text as a JSON string.
pub fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    write_text(&mut quoted, text);
    quoted
}

/// Writes a whole number, without all that formatting can do.
pub fn write_integer(mut size: u64, negative: bool) -> String {
    let mut digits = Vec::new();
    loop {
        digits.push((size % 10) as u8);
        size /= 10;
        if size == 0 {
            break;
        }
    }
    let mut text = String::new();
    if negative {
        text.push('-');
    }
    while let Some(digit) = digits.pop() {
        text.push(char::from(b'0' + digit));
    }
    text
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Reader { text, at: 0 }
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The next byte that is no white space; it is not taken.
    fn next_byte(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.byte() {
            self.at += 1;
        }
        self.byte()
    }

    fn take(&mut self, wanted: u8) -> Option<()> {
        if self.next_byte()? != wanted {
            return None;
        }
        self.at += 1;
        Some(())
    }

    /// The text since `start`.
    fn since(&self, start: usize) -> Option<&'a str> {
        self.text.get(start..self.at)
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        let first = self.next_byte()?;
        if depth == DEEPEST && matches!(first, b'{' | b'[') {
            return None;
        }
        Some(match first {
            b'"' => Value::String(self.string()?.into_owned()),
            b'{' => {
                let mut members = JsonObject::new();
                self.list(b'}', |reader| {
                    let name = reader.string()?;
                    reader.take(b':')?;
                    members.insert(name.into_owned(), reader.value(depth + 1)?);
                    Some(())
                })?;
                Value::Object(members)
            }
            b'[' => {
                let mut values = Vec::new();
                self.list(b']', |reader| {
                    values.push(reader.value(depth + 1)?);
                    Some(())
                })?;
                Value::Array(values)
            }
            b't' => self.word("true", Value::Bool(true))?,
            b'f' => self.word("false", Value::Bool(false))?,
            b'n' => self.word("null", Value::Null)?,
            _ => Value::Number(self.number()?),
        })
    }

    /// What stands between commas until `end`.
    fn list(&mut self, end: u8, mut item: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.at += 1;
        if self.take(end).is_some() {
            return Some(());
        }
        loop {
            item(self)?;
            if self.take(b',').is_none() {
                return self.take(end);
            }
        }
    }

    fn word(&mut self, word: &str, value: Value) -> Option<Value> {
        let start = self.at;
        self.at += word.len();
        (self.since(start)? == word).then_some(value)
    }

    fn string(&mut self) -> Option<Cow<'a, str>> {
        self.take(b'"')?;
        let start = self.at;
        self.plain()?;
        let mut text = Cow::Borrowed(self.since(start)?);
        loop {
            let byte = self.byte()?;
            self.at += 1;
            if byte == b'"' {
                return Some(text);
            }
            let letter = self.escape()?;
            text.to_mut().push(letter);
            let start = self.at;
            self.plain()?;
            text.to_mut().push_str(self.since(start)?);
        }
    }

    /// Passes over what stands for itself, up to a quote or a backslash.
    fn plain(&mut self) -> Option<()> {
        let rest = self.text.as_bytes().get(self.at..)?;
        self.at += rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20))?;
        (self.byte()? >= 0x20).then_some(())
    }

    fn escape(&mut self) -> Option<char> {
        let letter = self.byte()?;
        self.at += 1;
        Some(match letter {
            b'"' | b'\\' | b'/' => char::from(letter),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let unit = self.unit()?;
                let pair = if (0xD800..0xDC00).contains(&unit) { self.second(unit) } else { None };
                char::from_u32(pair.unwrap_or(unit)).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            _ => return None,
        })
    }

    /// The code point of a pair, if its second half follows.
    fn second(&mut self, first: u32) -> Option<u32> {
        let start = self.at;
        self.at += 2;
        let escaped = self.since(start) == Some("\\u");
        let second = if escaped { self.unit() } else { None };
        let second = second.filter(|unit| (0xDC00..0xE000).contains(unit));
        if second.is_none() {
            self.at = start;
        }
        Some(0x1_0000 + ((first - 0xD800) << 10) + (second? - 0xDC00))
    }

    fn unit(&mut self) -> Option<u32> {
        let mut unit = 0;
        for _ in 0..4 {
            unit = unit << 4 | char::from(self.byte()?).to_digit(16)?;
            self.at += 1;
        }
        Some(unit)
    }

    /// How many digits follow; each is shown to `each`.
    fn digits(&mut self, mut each: impl FnMut(u64)) -> Option<()> {
        let start = self.at;
        while let Some(digit @ b'0'..=b'9') = self.byte() {
            each(u64::from(digit - b'0'));
            self.at += 1;
        }
        (self.at > start).then_some(())
    }

    fn number(&mut self) -> Option<Number> {
        let negative = self.byte()? == b'-';
        if negative {
            self.at += 1;
        }
        // The digits that fit, and by how many powers of ten they are off.
        let (mut whole, mut power, mut exact) = (0_u64, 0_i32, true);
        let mut add = |digit, below: i32| {
            let next = whole.checked_mul(10).and_then(|tens| tens.checked_add(digit)).filter(|_| exact);
            exact = next.is_some();
            power += if exact { -below } else { 1 - below };
            whole = next.unwrap_or(whole);
        };
        let zero = self.byte()? == b'0';
        let start = self.at;
        self.digits(|digit| add(digit, 0))?;
        if zero && self.at > start + 1 {
            return None;
        }
        let mut fraction = false;
        if self.byte() == Some(b'.') {
            self.at += 1;
            fraction = true;
            self.digits(|digit| add(digit, 1))?;
        }
        if let Some(b'e' | b'E') = self.byte() {
            self.at += 1;
            fraction = true;
            let down = self.byte() == Some(b'-');
            if let Some(b'+' | b'-') = self.byte() {
                self.at += 1;
            }
            let mut exponent = 0_i32;
            self.digits(|digit| exponent = exponent.saturating_mul(10).saturating_add(digit as i32))?;
            power = power.saturating_add(if down { -exponent } else { exponent });
        }
        if !fraction && exact {
            if !negative {
                return Some(whole.into());
            }
            if let (1.., Some(number)) = (whole, 0_i64.checked_sub_unsigned(whole)) {
                return Some(number.into());
            }
        }
        let number = scaled(whole, power);
        Number::from_f64(if negative { -number } else { number })
    }

    /// Passes over a value without looking closer, and gives its text and how deep it is nested.
    fn skip(&mut self) -> Option<(&'a str, usize)> {
        let (start, mut depth, mut deepest) = (self.at, 0_usize, 0);
        loop {
            match self.byte()? {
                b'"' => {
                    self.at += 1;
                    while self.special()? == b'\\' {
                        self.at += 2;
                    }
                }
                b'{' | b'[' => {
                    depth += 1;
                    deepest = deepest.max(depth);
                }
                b',' | b'}' | b']' if depth == 0 => return Some((self.since(start)?.trim_ascii_end(), deepest)),
                b'}' | b']' => depth -= 1,
                _ => {}
            }
            self.at += 1;
        }
    }

    /// The next quote or backslash; it is not taken.
    fn special(&mut self) -> Option<u8> {
        let rest = self.text.as_bytes().get(self.at..)?;
        self.at += rest.iter().position(|byte| matches!(byte, b'"' | b'\\'))?;
        self.byte()
    }
}

/// A number as the sum of two floats, the second far smaller: twice the digits of one.
#[derive(Clone, Copy)]
struct Twofold(f64, f64);

/// 10 to the powers 1, 2, 4, …
const POWERS: [Twofold; 9] = [
    Twofold(1e1, 0.0),
    Twofold(1e2, 0.0),
    Twofold(1e4, 0.0),
    Twofold(1e8, 0.0),
    Twofold(1e16, 0.0),
    Twofold(1e32, -5366162204393472.0),
    Twofold(1e64, -2.1320419009454396e+47),
    Twofold(1e128, -7.51744869165182e+111),
    Twofold(1e256, -3.012765990014054e+239),
];

impl Twofold {
    /// The exact product of two floats.
    fn product(a: f64, b: f64) -> Self {
        let upper = |float: f64| f64::from_bits(float.to_bits() & !0x7FF_FFFF);
        let (product, a1, b1) = (a * b, upper(a), upper(b));
        let (a2, b2) = (a - a1, b - b1);
        Twofold(product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2)
    }

    fn sum(a: f64, b: f64) -> Self {
        let sum = a + b;
        Twofold(sum, b - (sum - a))
    }

    fn times(self, other: Self) -> Self {
        let Twofold(product, rest) = Twofold::product(self.0, other.0);
        Twofold::sum(product, rest + (self.0 * other.1 + self.1 * other.0))
    }

    fn over(self, other: Self) -> Self {
        let quotient = self.0 / other.0;
        let Twofold(product, rest) = Twofold::product(quotient, other.0);
        let left = (self.0 - product) - rest + self.1 - quotient * other.1;
        Twofold::sum(quotient, left / other.0)
    }
}

/// `whole` times ten to the `power`, as the float next to it.
fn scaled(whole: u64, power: i32) -> f64 {
    let first = whole as f64;
    let mut number = Twofold(first, whole.wrapping_sub(first as u64) as i64 as f64);
    // What no float can say is none or too much after 511 powers.
    let steps = power.unsigned_abs().min(511);
    for (at, step) in POWERS.into_iter().enumerate() {
        if steps >> at & 1 == 1 {
            number = if power < 0 { number.over(step) } else { number.times(step) };
        }
    }
    // Where the first part has no room left, the rest is not a number either.
    if number.0 + number.1 == number.0 || number.1.is_nan() { number.0 } else { number.0 + number.1 }
}

fn write_value(text: &mut String, value: &Value) {
    match value {
        Value::Null => text.push_str("null"),
        Value::Bool(true) => text.push_str("true"),
        Value::Bool(false) => text.push_str("false"),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(whole), _) => text.push_str(&write_integer(whole, false)),
            (None, Some(whole)) => text.push_str(&write_integer(whole.unsigned_abs(), true)),
            (None, None) => text.push_str(&number.to_string()),
        },
        Value::String(value) => write_text(text, value),
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
                write_text(text, name);
                text.push(':');
                write_value(text, value);
            }
            text.push('}');
        }
    }
}

fn write_text(text: &mut String, value: &str) {
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
