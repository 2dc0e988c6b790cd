//! What the View's memory holds from the start: its texts, mostly. wasm2js writes it as base64, in which gzip
//! finds no words; as strings it is a fifth smaller. Bytes that are no text (a picture, say) stay as they are.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::Error;

/// As wasm2js writes a part of the memory, and the end of that.
const CALL: &str = "  base64DecodeToExistingUint8Array(bufferView, ";
const CALL_END: &str = "\");";

/// The first and the last line of what reads base64.
const READER: (&str, &str) = ("  var base64ReverseLookup", "    return uint8Array;\n  }\n");

const WRITER: &str = "function wasm2js_data(at, text) {
  for (var i = 0; i < text.length; i++) bufferView[at + i] = text.charCodeAt(i);
}
";

/// How many zeros between two parts are shorter than another call.
const GAP: usize = 24;

/// The strings, which come into the page's script last: nothing that looks for code shall look into them.
#[derive(Debug, Default)]
pub(super) struct Data(Vec<String>);

impl Data {
    /// Takes the memory out of the translated module.
    pub(super) fn of(javascript: &str) -> (Data, String) {
        strings(javascript).unwrap_or_else(|| (Data::default(), javascript.to_owned()))
    }

    /// Puts it into the page's script.
    pub(super) fn fill(&self, script: String) -> Result<String, Error> {
        let literals = self.0.iter().enumerate();
        literals.into_iter().try_fold(script, |script, (number, literal)| {
            let name = name(number);
            match script.matches(&name).count() {
                1 => Ok(script.replacen(&name, literal, 1)),
                count => Err(Error::Wasm2jsChanged { place: WRITE, count }),
            }
        })
    }
}

/// What stands for a string until it is filled in.
fn name(number: usize) -> String {
    format!("\"mcp-apps:memory:{number}\"")
}

fn strings(javascript: &str) -> Option<(Data, String)> {
    let start = javascript.find(READER.0)?;
    let end = start + javascript[start..].find(READER.1)? + READER.1.len();
    let (mut parts, mut encoded, mut rest) = (Vec::new(), 0, String::new());
    for line in javascript[end..].split_inclusive('\n') {
        let Some(part) = line.strip_prefix(CALL) else {
            rest.push_str(line);
            continue;
        };
        let (at, text) = part.trim_end().strip_suffix(CALL_END)?.split_once(", \"")?;
        encoded += text.len();
        if parts.is_empty() {
            rest.push_str(WRITE);
        }
        add(&mut parts, at.parse().ok()?, &STANDARD.decode(text).ok()?);
    }
    let literals: Vec<_> = parts.iter().map(|(_, bytes)| literal(bytes)).collect();
    // Another use of base64, or mostly bytes that are no text.
    if rest.contains("base64") || literals.iter().map(String::len).sum::<usize>() > 2 * encoded {
        return None;
    }
    let calls = parts.iter().enumerate().map(|(number, (at, _))| format!("  {WRITE}({at}, {});\n", name(number)));
    let rest = rest.replacen(WRITE, &calls.collect::<String>(), 1);
    Some((Data(literals), [&javascript[..start], WRITER, &rest].concat()))
}

/// The function that writes a string to the memory.
const WRITE: &str = "wasm2js_data";

/// Puts a part where the last one ended, if little is between them. They come in their order.
fn add(parts: &mut Vec<(usize, Vec<u8>)>, at: usize, bytes: &[u8]) {
    if let Some((before, known)) = parts.last_mut()
        && let Some(gap) = at.checked_sub(*before + known.len()).filter(|gap| *gap <= GAP)
    {
        known.resize(known.len() + gap, 0);
        known.extend(bytes);
    } else {
        parts.push((at, bytes.to_vec()));
    }
}

/// A string of JavaScript with a letter for each byte.
fn literal(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'"' | b'\\' => text.extend(['\\', char::from(byte)]),
            b'\n' => text.push_str("\\n"),
            // A digit behind it would be read as part of it.
            0 if !bytes.get(at + 1).is_some_and(u8::is_ascii_digit) => text.push_str("\\0"),
            // Where a script stands in HTML, some words with it have a meaning of their own.
            b' '..=b'~' if byte != b'<' => text.push(char::from(byte)),
            _ => text.push_str(&format!("\\x{byte:02x}")),
        }
    }
    text + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As binaryen 132 writes it, shortened.
    const WRITTEN: &str = include_str!("page/wasm2js-132-data.txt");

    fn with(calls: &[(usize, &[u8])]) -> String {
        let call = |(at, bytes): &(usize, &[u8])| format!("{CALL}{at}, \"{}{CALL_END}\n", STANDARD.encode(bytes));
        WRITTEN.replace("@@", &calls.iter().map(call).collect::<String>())
    }

    #[test]
    fn texts_are_strings_and_small_gaps_zeros() {
        let (data, code) =
            Data::of(&with(&[(1024, b"a \"text\"\n"), (1035, b"\0\x001\x80</script>"), (2048, b"eval(")]));
        assert!(!code.contains("base64") && !code.contains("eval("), "{code}");
        assert_eq!(code.matches("function wasm2js_data(").count(), 1);
        let script = data.fill(code.clone()).unwrap();
        let first = r#"wasm2js_data(1024, "a \"text\"\n\0\0\0\x001\x80\x3c/script>");"#;
        assert!(script.contains(first) && script.contains("wasm2js_data(2048, \"eval(\");"), "{script}");
        assert!(data.fill(code.replace("memory:1", "")).is_err());
    }

    #[test]
    fn what_is_no_text_stays_base64() {
        let picture: Vec<u8> = (128..=255).cycle().take(2000).collect();
        let another_use = with(&[(1024, b"text")]) + "base64DecodeToExistingUint8Array(other, text);";
        for kept in [&*with(&[(1024, &picture)]), &another_use, "no memory"] {
            let (data, code) = Data::of(kept);
            assert_eq!((data.0.len(), &*code), (0, kept));
        }
    }
}
