//! JSON text, read into a tree.
//!
//! `serde_json` does it too, for every type and every source of text, and tells where a text is wrong. All
//! of that weighs more in a View than the rest of its conversation; this is what a View needs of it.

use std::borrow::Cow;

use serde_json::{Number, Value};

use super::{DecodeError, JsonObject, float};

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
    fn digits(&mut self, mut each: impl FnMut(u8)) -> Option<usize> {
        let start = self.at;
        while let Some(digit @ b'0'..=b'9') = self.byte() {
            each(digit - b'0');
            self.at += 1;
        }
        Some(self.at - start).filter(|count| *count > 0)
    }

    fn number(&mut self) -> Option<Number> {
        let first = self.at;
        let negative = self.byte()? == b'-';
        if negative {
            self.at += 1;
        }
        let zero = self.byte()? == b'0';
        let start = self.at;
        let mut whole = 0_u64;
        let count = self.digits(|digit| whole = whole.wrapping_mul(10).wrapping_add(digit.into()))?;
        if zero && count > 1 {
            return None;
        }
        // What has the digits of a whole number of 64 bits may be one.
        let mut exact = count < LARGEST.len() || count == LARGEST.len() && self.since(start)? <= LARGEST;
        if self.byte() == Some(b'.') {
            self.at += 1;
            exact = false;
            self.digits(|_| ())?;
        }
        if let Some(b'e' | b'E') = self.byte() {
            self.at += 1;
            exact = false;
            if let Some(b'+' | b'-') = self.byte() {
                self.at += 1;
            }
            self.digits(|_| ())?;
        }
        if exact {
            if !negative {
                return Some(whole.into());
            }
            if let (1.., Some(number)) = (whole, 0_i64.checked_sub_unsigned(whole)) {
                return Some(number.into());
            }
        }
        Number::from_f64(float::read(self.since(first)?)?)
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

/// The largest whole number of 64 bits.
const LARGEST: &str = "18446744073709551615";
