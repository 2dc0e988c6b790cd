//! The traps of binaryen, on binaryen itself: what it does when left alone, and what
//! `mcp-apps bundle` makes of it. Needs node, and npm for what is not on PATH:
//! `cargo test -p mcp-apps --features bundle --test bundle_tools`.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use mcp_apps::bundle::{Mode, Tools, copies, saturate, wasm_opt, wasm2js};

/// Grows by one page, writes there, and gives the address: the load around it must see the write.
const GROWS: &str = r#"(module (memory (export "memory") 1)
  (func $grows (export "grows") (result i32)
    (drop (memory.grow (i32.const 1)))
    (i32.store (i32.const 70000) (i32.const 42))
    (i32.const 70000))
  (func (export "loads") (result i32) (i32.load (call $grows)))
  (func (export "grow") (param i32) (result i32) (memory.grow (local.get 0))))"#;

/// What LLVM writes for the default processor, and the standard library therefore contains.
const MODERN: &str = r#"(module (memory (export "memory") 1)
  (func (export "copy") (param i32 i32 i32) (memory.copy (local.get 0) (local.get 1) (local.get 2)))
  (func (export "fill") (param i32 i32 i32) (memory.fill (local.get 0) (local.get 1) (local.get 2)))
  (func (export "narrow8") (param i32) (result i32) (i32.extend8_s (local.get 0)))
  (func (export "narrow16") (param i32) (result i32) (i32.extend16_s (local.get 0)))
  (func $upper (param i64) (result i32) (i32.wrap_i64 (i64.shr_u (local.get 0) (i64.const 32))))
  (func (export "wide8") (param i32) (result i32) (call $upper (i64.extend8_s (i64.extend_i32_u (local.get 0)))))
  (func (export "wide16") (param i32) (result i32) (call $upper (i64.extend16_s (i64.extend_i32_u (local.get 0)))))
  (func (export "wide32") (param i32) (result i32) (call $upper (i64.extend32_s (i64.extend_i32_u (local.get 0)))))
  (func (export "grow") (param i32) (result i32) (memory.grow (local.get 0))))"#;

/// What the modules here are made of, and nothing else: the assembler must not write proposals itself.
const WRITTEN: [&str; 3] = ["--enable-bulk-memory", "--enable-sign-ext", "--enable-nontrapping-float-to-int"];

/// Several imports of one module: what a compact import section abbreviates.
const IMPORTS: &str = r#"(module
  (import "./view_bg.js" "a" (func $a (param i32) (result i32)))
  (import "./view_bg.js" "b" (func $b (param i32) (result i32)))
  (import "./view_bg.js" "c" (func $c (param i32) (result i32)))
  (func (export "f") (param i32) (result i32) (call $a (call $b (call $c (local.get 0))))))"#;

struct Bench {
    tools: Tools,
    folder: PathBuf,
}

impl Bench {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("mcp-apps-bundle-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Bench { tools: Tools::find(false).unwrap(), folder }
    }

    /// The module of a text in WebAssembly's text format.
    fn module(&self, text: &str) -> PathBuf {
        let (source, module) = (self.folder.join("module.wat"), self.folder.join("module.wasm"));
        fs::write(&source, text).unwrap();
        let mut command = self.tools.command("wasm-as");
        command.args(WRITTEN).arg(&source).arg("-o").arg(&module);
        self.tools.run("wasm-opt", command).unwrap();
        module
    }

    fn alone(
        &self,
        tool: &'static str,
        arguments: &[&str],
        from: &Path,
        to: &Path,
    ) -> Result<String, mcp_apps::bundle::Error> {
        let mut command = self.tools.command(tool);
        command.args(arguments).arg(from).arg("-o").arg(to);
        self.tools.run(tool, command)
    }

    /// What `script` prints in node; `view` is the translation at `module`.
    fn node(&self, module: &Path, script: &str) -> String {
        let output =
            Command::new("node").args(["--input-type=module", "--eval"]).arg(script).env("MODULE", module).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

const SOUND: &str = "const view = (await import(process.env.MODULE)).default();";
/// WebAssembly itself, which a translation has to equal.
const NATIVE: &str = "import fs from 'node:fs'; const compiled = new WebAssembly.Module(fs.readFileSync(process.env.MODULE)); \
                      const view = new WebAssembly.Instance(compiled, {}).exports;";
const ALONE: &str = "const view = await import(process.env.MODULE);";

#[test]
fn growth_detaches_the_old_memory_as_webassembly_does() {
    let bench = Bench::new("detach");
    let (module, alone, sound) = (bench.module(GROWS), bench.folder.join("alone.mjs"), bench.folder.join("sound.mjs"));
    let script = "const old = new Float64Array(view.memory.buffer); view.grow(1); \
                  console.log(old.length, view.memory.buffer.byteLength);";
    bench.alone("wasm2js", &["-Oz"], &module, &alone).unwrap();
    assert_eq!(bench.node(&alone, &format!("{ALONE}{script}")), "8192 131072", "upstream has changed");
    wasm2js(&bench.tools, &module, &sound).unwrap();
    assert_eq!(bench.node(&sound, &format!("{SOUND}{script}")), "0 131072");
}

#[test]
fn a_load_reads_the_memory_that_its_address_grew() {
    let bench = Bench::new("load");
    let (module, alone, sound) = (bench.module(GROWS), bench.folder.join("alone.mjs"), bench.folder.join("sound.mjs"));
    let script = "console.log(view.loads());";
    bench.alone("wasm2js", &["-Oz"], &module, &alone).unwrap();
    assert_eq!(bench.node(&alone, &format!("{ALONE}{script}")), "undefined", "upstream has changed");
    wasm2js(&bench.tools, &module, &sound).unwrap();
    assert_eq!(bench.node(&sound, &format!("{SOUND}{script}")), "42");
}

#[test]
fn impossible_growth_is_refused_and_changes_nothing() {
    let bench = Bench::new("refuse");
    let (module, alone, sound) = (bench.module(GROWS), bench.folder.join("alone.mjs"), bench.folder.join("sound.mjs"));
    let script =
        "console.log(view.grow(65535), view.grow(-1), view.grow(40000), view.grow(0), view.memory.buffer.byteLength);";
    bench.alone("wasm2js", &["-Oz"], &module, &alone).unwrap();
    let careless = "console.log(view.grow(65535), view.memory.buffer.byteLength);";
    assert_eq!(bench.node(&alone, &format!("{ALONE}{careless}")), "1 65536", "upstream has changed");
    wasm2js(&bench.tools, &module, &sound).unwrap();
    assert_eq!(bench.node(&sound, &format!("{SOUND}{script}")), "-1 -1 -1 1 65536");
}

#[test]
fn what_the_standard_library_contains_means_the_same_in_javascript() {
    let bench = Bench::new("modern");
    let (module, low, sound) = (bench.module(MODERN), bench.folder.join("low.wasm"), bench.folder.join("sound.mjs"));
    // The memory is written to before and after it has moved.
    let script = "const at = () => new Uint8Array(view.memory.buffer); const write = (from) => { \
                  at().set([1, 2, 3, 4], from); view.copy(from + 2, from, 4); view.copy(from + 20, from + 2, 4); \
                  view.copy(from, from + 1, 5); view.fill(from + 10, 263, 3); return at().slice(from, from + 24).join(); }; \
                  const extended = [0, 127, 128, 200, 255, 32767, 32768, 65535, 2147483647, 2147483648, 4294967295] \
                  .flatMap((x) => [view.narrow8(x), view.narrow16(x), view.wide8(x), view.wide16(x), view.wide32(x)]); \
                  console.log(write(64), view.grow(1), write(70000), extended.join());";
    let expected = bench.node(&module, &format!("{NATIVE}{script}"));
    assert!(expected.contains(",7,7,7,"), "{expected}");
    wasm_opt(&bench.tools, Mode::Portable, &module, &low).unwrap();
    wasm2js(&bench.tools, &low, &sound).unwrap();
    assert_eq!(bench.node(&sound, &format!("{SOUND}{script}")), expected);
}

/// Each saturating conversion, of numbers around the ends of what fits.
const EDGES: &str = "const edges = [0, -0.5, 0.5, -0.99, -1, 1.5, NaN, Infinity, -Infinity, 1e10, -1e10, 1e30, -1e30, 2147483647, \
                     2147483648, -2147483648, -2147483649, 4294967295, 4294967296, 9223372036854774784, 9223372036854775808, \
                     -9223372036854775808, -9223372036854777856, 18446744073709549568, 18446744073709551616]; \
                     console.log(edges.flatMap((edge) => Object.values(view).filter((member) => member.call) \
                     .map((convert) => convert(edge))).join());";

#[test]
fn numbers_that_do_not_fit_saturate_as_in_rust() {
    let bench = Bench::new("saturate");
    let conversion = |integer: &str, half: &str, sign: &str, float: &str| {
        let whole = format!("({integer}.trunc_sat_{float}_{sign} (local.get 0))");
        let part = match (integer, half) {
            ("i32", _) => whole,
            (_, "low") => format!("(i32.wrap_i64 {whole})"),
            _ => format!("(i32.wrap_i64 (i64.shr_u {whole} (i64.const 32)))"),
        };
        format!("(func (export \"{integer}{half}{sign}{float}\") (param {float}) (result i32) {part})")
    };
    let mut functions =
        String::from("(memory (export \"memory\") 1) (func (export \"g\") (result i32) (memory.grow (i32.const 0)))");
    for (integer, half) in [("i32", ""), ("i64", "low"), ("i64", "high")] {
        for (sign, float) in [("s", "f32"), ("u", "f32"), ("s", "f64"), ("u", "f64")] {
            functions += &conversion(integer, half, sign, float);
        }
    }
    let module = bench.module(&format!("(module {functions})"));
    let expected = bench.node(&module, &format!("{NATIVE}{EDGES}"));
    assert!(expected.contains("2147483647") && expected.contains("-2147483648"), "{expected}");

    let (alone, low, sound) =
        (bench.folder.join("alone.mjs"), bench.folder.join("low.wasm"), bench.folder.join("sound.mjs"));
    bench.alone("wasm-opt", &[WRITTEN[2], "--llvm-nontrapping-fptoint-lowering"], &module, &low).unwrap();
    bench.alone("wasm2js", &["-Oz"], &low, &alone).unwrap();
    assert_ne!(bench.node(&alone, &format!("{ALONE}{EDGES}")), expected, "upstream has changed");

    let refused = wasm_opt(&bench.tools, Mode::Portable, &module, &low).unwrap_err().to_string();
    assert!(refused.contains("used features should be allowed"), "{refused}");
    fs::write(&module, saturate(&fs::read(&module).unwrap()).unwrap()).unwrap();
    wasm_opt(&bench.tools, Mode::Portable, &module, &low).unwrap();
    wasm2js(&bench.tools, &low, &sound).unwrap();
    assert_eq!(bench.node(&sound, &format!("{SOUND}{EDGES}")), expected);
}

/// A name, what LLVM knows of the alignment, and where to and where from.
type Copies = (&'static str, &'static str, &'static [(u32, u32)]);

/// Copies as LLVM writes them: one, several in either order, aligned and not, and ones that do not go on
/// where the last one ended.
const MOVES: [Copies; 6] = [
    ("one", "align=4", &[(8, 24)]),
    ("up", "align=8", &[(8, 0), (16, 8), (24, 16)]),
    ("down", "align=4", &[(24, 16), (16, 8), (8, 0)]),
    ("odd", "align=1", &[(7, 0), (15, 8), (23, 16), (3, 40)]),
    ("even", "align=2", &[(24, 16), (16, 8), (40, 8)]),
    ("turned", "align=4", &[(8, 16), (16, 24), (8, 16), (0, 8), (40, 0), (48, 16)]),
];

#[test]
fn copies_by_calls_give_what_copies_in_place_give() {
    let bench = Bench::new("copies");
    let moved = |align: &str, (to, from): (u32, u32), locals: (u32, u32)| {
        let load = format!("(i64.load offset={from} {align} (local.get {}))", locals.1);
        format!("(i64.store offset={to} {align} (local.get {}) {load})", locals.0)
    };
    let function = |name: &str, body: String| format!("(func (export \"{name}\") (param i32 i32) {body})");
    let functions = MOVES.map(|(name, align, moves)| {
        function(name, moves.iter().map(|offsets| moved(align, *offsets, (0, 1))).collect())
    });
    let (first, next) = (moved("align=4", (8, 0), (0, 1)), moved("align=4", (16, 8), (0, 1)));
    let more = [
        // What seems to go on, and does not: something is done between, and the other way round.
        function("between", [&*first, "(i32.store8 offset=12 (local.get 1) (i32.const 99))", &next].concat()),
        function("back", [&*first, &moved("align=4", (16, 8), (1, 0))].concat()),
        function("mixed", [moved("align=1", (8, 0), (0, 1)), moved("align=8", (16, 8), (0, 1))].concat()),
    ];
    let grow = "(func (export \"grow\") (param i32) (result i32) (memory.grow (local.get 0)))";
    let functions = [&functions[..], &more, &[grow.to_owned()]].concat().concat();
    let module = bench.module(&format!("(module (memory (export \"memory\") 1) {functions})"));
    // Where from and where to overlap in both directions, and are the same.
    let script = "const at = new Uint8Array(view.memory.buffer); const seen = []; \
                  for (const name of ['one', 'up', 'down', 'odd', 'even', 'turned', 'between', 'back', 'mixed']) for (const to of [64, 72, 80, 56, 200]) { \
                  const odd = ['odd', 'even'].includes(name) ? 2 : 0; at.forEach((_, i) => { at[i] = i * 7; }); \
                  view[name](to + odd, 72 - odd); seen.push(at.slice(48, 272).join()); } console.log(seen.join());";
    let expected = bench.node(&module, &format!("{NATIVE}{script}"));
    let (low, sound) = (bench.folder.join("low.wasm"), bench.folder.join("sound.mjs"));
    let translated = || {
        wasm_opt(&bench.tools, Mode::Portable, &module, &low).unwrap();
        wasm2js(&bench.tools, &low, &sound).unwrap();
        fs::read_to_string(&sound).unwrap().matches("HEAP").count()
    };
    let in_place = translated();
    fs::write(&module, copies(&fs::read(&module).unwrap()).unwrap()).unwrap();
    let by_calls = translated();
    assert_eq!(bench.node(&sound, &format!("{SOUND}{script}")), expected);
    assert!(by_calls < in_place, "{by_calls} accesses of memory, and {in_place} without the calls");
}

#[test]
fn browsers_get_no_proposals() {
    let bench = Bench::new("imports");
    let (module, alone, sound) =
        (bench.module(IMPORTS), bench.folder.join("alone.wasm"), bench.folder.join("sound.wasm"));
    let script = "import fs from 'node:fs'; let said = 'compiles'; \
                  try { new WebAssembly.Module(fs.readFileSync(process.env.MODULE)); } catch (error) { said = error.name; } \
                  console.log(said);";
    bench.alone("wasm-opt", &["--all-features", "-Oz"], &module, &alone).unwrap();
    assert_eq!(bench.node(&alone, script), "CompileError", "upstream has changed");
    for mode in [Mode::Wasm, Mode::Dual] {
        wasm_opt(&bench.tools, mode, &module, &sound).unwrap();
        assert_eq!(bench.node(&sound, script), "compiles");
    }
}
