//! The View as plain JavaScript, by binaryen's wasm2js, made sound where memory grows.
//!
//! wasm2js keeps memory in an `ArrayBuffer` and replaces it to grow. As it comes, four things
//! go wrong, each without a word:
//!
//! * the old buffer stays readable, while wasm-bindgen's glue, like all code written for
//!   WebAssembly, asks "detached?" to find out that its cached views are stale;
//! * growth that is impossible answers as if it had succeeded;
//! * each growth copies all memory, and allocators grow by a page of 64 KiB at a time;
//! * `HEAP32[grows() >> 2]` reads the old memory: JavaScript evaluates `HEAP32` first.

use std::fs;
use std::path::Path;

use super::data::Data;
use super::wide::Wide;
use super::{Error, Mode, Tools, bindgen, copies, optimize};

/// The translated module, as [`wide`](super::wide) imports it.
pub(super) const TRANSLATED: &str = "view.wasm.js";

/// The function that grows memory: what it says, and what it shall say. Addresses are signed
/// 32-bit numbers when they index a typed array, so memory ends at 2 GiB.
const GROWTH: [(&str, &str); 5] = [
    ("return buffer.byteLength >> 16;", "return wasm2js_pages || (wasm2js_pages = buffer.byteLength >> 16);"),
    ("(newPages < 65536)", "(newPages < 32768)"),
    ("var newBuffer = new ArrayBuffer(newPages << 16);", ALLOCATE),
    ("buffer = newBuffer;", DETACH),
    ("return oldPages;", "return __wasm_memory_size() == newPages ? oldPages : -1;"),
];

/// Room for twice the pages, or 64 MiB more of them, so that the next growths find theirs.
const ALLOCATE: &str = "var newBuffer, room = buffer.byteLength >> 16;
   if (newPages <= room) return wasm2js_pages = newPages, oldPages;
   try {
    newBuffer = new ArrayBuffer(Math.max(newPages, Math.min(room * 2, room + 1024, 32767)) << 16);
   } catch (error) {
    try { newBuffer = new ArrayBuffer(newPages << 16); } catch (error) { return -1; }
   }";

/// Transferring the old buffer to nowhere detaches it, as `memory.grow` does in WebAssembly.
const DETACH: &str =
    "structuredClone(buffer, { transfer: [buffer] });\n   buffer = newBuffer;\n   wasm2js_pages = newPages;";

/// What moves memory, where it is used. Most moves are of a few bytes, for which the browser's own is slow.
const MOVE: (&str, &str) = (
    "    bufferView.copyWithin(dest, source, source + size);",
    "    if (size >>> 0 > 32 || (dest > source && dest < source + size)) bufferView.copyWithin(dest, source, source + size);
    else while (size--) bufferView[dest++] = bufferView[source++];",
);

/// Where the one variable of [`reload`] is declared.
const SCOPE: &str = "function asmFunc(imports) {";
const INSTANCE: &str = "var retasmFunc = asmFunc({";

/// Translates the module in `work`, and takes its memory out of it.
pub(super) fn translate(tools: &Tools, wide: &Wide, work: &Path) -> Result<Data, Error> {
    let (low, translated) = (work.join("low.wasm"), work.join(TRANSLATED));
    let (bound, short) = (work.join(bindgen::MODULE), work.join("short.wasm"));
    let module = fs::read(&bound).map_err(Error::io(&bound))?;
    fs::write(&short, copies(&module)?).map_err(Error::io(&short))?;
    optimize::wasm_opt(tools, Mode::Portable, &short, &low)?;
    wasm2js(tools, &low, &translated)?;
    let javascript = fs::read_to_string(&translated).map_err(Error::io(&translated))?;
    let (data, code) = Data::of(&wide.wrap(&javascript, work)?);
    fs::write(&translated, code).map_err(Error::io(&translated))?;
    Ok(data)
}

/// Makes the ES module `to` of the lowered module `from`; its default export instantiates it.
///
/// # Errors
///
/// When wasm2js cannot translate the module, or writes other code than its pinned version does.
pub fn wasm2js(tools: &Tools, from: &Path, to: &Path) -> Result<(), Error> {
    let mut command = tools.command("wasm2js");
    command.args(optimize::features()).arg("-Oz").arg(from).arg("-o").arg(to);
    tools.run("wasm2js", command)?;
    let javascript = fs::read_to_string(to).map_err(Error::io(to))?;
    fs::write(to, sound(&javascript)?).map_err(Error::io(to))
}

fn sound(javascript: &str) -> Result<String, Error> {
    let mut sound = reload(javascript);
    for (from, to) in GROWTH {
        sound = replace_one(&sound, from, to)?;
    }
    sound = sound.replace(MOVE.0, MOVE.1);
    sound = replace_one(&sound, SCOPE, &format!("{SCOPE}\n var {AT} = 0, wasm2js_pages = 0;"))?;
    sound = replace_one(&sound, INSTANCE, "export default () => asmFunc({")?;
    // Where the halves of 64-bit integers are left on the side: `page/wide.js`.
    let sound = sound.replace("from 'env'", "from './wide.js'");
    let lines = sound.lines().filter(|line| !line.starts_with("export var "));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

fn replace_one(text: &str, from: &'static str, to: &str) -> Result<String, Error> {
    match text.matches(from).count() {
        1 => Ok(text.replacen(from, to, 1)),
        count => Err(Error::Wasm2jsChanged { place: from, count }),
    }
}

/// Holds an address while the array it indexes is looked up anew.
const AT: &str = "wasm2js_at";

/// Reads `HEAP32[call()]` after the call. wasm2js takes the same care of stores, not of loads.
fn reload(javascript: &str) -> String {
    let mut out = String::with_capacity(javascript.len());
    let mut rest = javascript;
    while let Some(found) = rest.find("HEAP") {
        let (before, heap) = rest.split_at(found);
        out.push_str(before);
        let name = heap.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(heap.len());
        let (array, index) = heap.split_at(name);
        let Some(size) = bracketed(index) else {
            out.push_str(array);
            rest = index;
            continue;
        };
        let inner = reload(&index[1..size - 1]);
        rest = &index[size..];
        if calls(&inner) && !assigned(rest) {
            out.push_str(&format!("({AT} = {inner}, {array}[{AT}])"));
        } else {
            out.push_str(&format!("{array}[{inner}]"));
        }
    }
    out + rest
}

/// The length of the `[…]` that `text` begins with.
fn bracketed(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '[' => depth += 1,
            ']' if depth == 1 => return Some(at + 1),
            ']' => depth -= 1,
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// Whether `expression` calls anything but arithmetic: only calls can grow memory.
fn calls(expression: &str) -> bool {
    expression.match_indices('(').any(|(at, _)| {
        let before = &expression[..at];
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '$';
        let name = before.rfind(|letter| !is_name(letter)).map_or(before, |end| &before[end + 1..]);
        if name.is_empty() { before.ends_with([']', ')']) } else { !name.starts_with("Math_") }
    })
}

fn assigned(after: &str) -> bool {
    let after = after.trim_start();
    after.starts_with('=') && !after.starts_with("==")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As binaryen 132 writes it, shortened.
    const WRITTEN: &str = include_str!("page/wasm2js-132.txt");

    #[test]
    fn growth_detaches_refuses_and_is_changed_in_one_place() {
        let sound = sound(WRITTEN).unwrap();
        assert_eq!(sound.matches("structuredClone(buffer, { transfer: [buffer] })").count(), 1);
        assert_eq!(sound.matches("return -1").count(), 1);
        assert!(sound.contains("return __wasm_memory_size() == newPages ? oldPages : -1;"));
        assert_eq!(sound.matches("buffer.byteLength >> 16").count(), 2, "the size is the pages', not the room's");
        assert_eq!(sound.matches("export ").count(), 1);
    }

    #[test]
    fn another_runtime_is_refused_by_name() {
        let twice = format!("{WRITTEN}\n buffer = newBuffer;");
        let error = sound(&twice).unwrap_err().to_string();
        assert!(error.starts_with("wasm2js wrote 2 places like `buffer = newBuffer;`"), "{error}");
        let none = WRITTEN.replace("newPages << 16", "newPages * 65536");
        let error = sound(&none).unwrap_err().to_string();
        assert!(error.starts_with("wasm2js wrote 0 places like `var newBuffer"), "{error}");
        assert!(error.contains("`npm install --global binaryen@"), "{error}");
    }

    #[test]
    fn a_load_from_where_a_call_points_is_read_after_the_call() {
        assert_eq!(reload("HEAP32[$0() >> 2] | 0"), "(wasm2js_at = $0() >> 2, HEAP32[wasm2js_at]) | 0");
        assert_eq!(
            reload("HEAPU8[FUNCTION_TABLE[$1]($2) + 1 | 0]"),
            "(wasm2js_at = FUNCTION_TABLE[$1]($2) + 1 | 0, HEAPU8[wasm2js_at])"
        );
        assert_eq!(
            reload("HEAPF64[HEAP32[$4() >> 2] >> 3]"),
            "(wasm2js_at = (wasm2js_at = $4() >> 2, HEAP32[wasm2js_at]) >> 3, HEAPF64[wasm2js_at])"
        );
    }

    #[test]
    fn what_cannot_grow_memory_stays_as_it_is() {
        for kept in [
            "HEAP32[$0 + 4 >> 2] = HEAP32[$1 >> 2];",
            "HEAP32[Math_imul($0, 4) + (8 + $1 | 0) >> 2]",
            "HEAP8 = new Int8Array(newBuffer);",
            "newHEAP8.set(HEAP8);",
            "HEAP32[wasm2js_i32$0 >> 2] = wasm2js_i32$1;",
            "no memory at all",
        ] {
            assert_eq!(reload(kept), kept);
        }
    }
}
