//! Grows its memory by 64 MiB and passes strings, slices and closures both ways before, across
//! and after the growth; posts what it saw to the parent, for tests/browser/bundle.test.mjs.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Float64Array, Function, Object, Reflect};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::MessageEvent;

/// More than the module has before it asks.
const GROWTH: usize = 64 << 20;

#[wasm_bindgen(inline_js = r#"
/* What HTML must not read in a script: kept by the test that the page says it back. */
export function hostile() { return "</script><!-- <script> </SCRIPT>" + String.raw`kept`; }
export function upper(text) { return text.toUpperCase(); }
export function sum(numbers) { return numbers.reduce((all, one) => all + one, 0); }
export function doubled(numbers) { return numbers.map((one) => one * 2); }
export function fill(numbers) { numbers.fill(7); }
/* The callee grows the memory while the caller's view of it is on the stack. */
export function across(numbers, grow) { const before = numbers[1]; grow(); return before; }
export function called(with_text, callback) { return callback(with_text + "?", Float64Array.of(1, 2, 3)); }
/* 64-bit integers, which are BigInts here. */
export function negated(whole, factor) { return -whole * BigInt(factor); }
export function next(whole) { return whole + 1n; }
export function counted(callback) { return callback(18446744073709551615n, 3); }
"#)]
extern "C" {
    fn hostile() -> String;
    fn upper(text: &str) -> String;
    fn sum(numbers: &[f64]) -> f64;
    fn doubled(numbers: &[f64]) -> Vec<f64>;
    fn fill(numbers: &mut [f64]);
    fn across(numbers: &[f64], grow: &mut dyn FnMut()) -> f64;
    fn called(text: &str, callback: &mut dyn FnMut(String, Vec<f64>) -> String) -> String;
    fn negated(whole: i64, factor: i32) -> i64;
    fn next(whole: u64) -> u64;
    fn counted(callback: &mut dyn FnMut(u64, u32) -> u64) -> u64;
}

#[wasm_bindgen(start)]
fn start() -> Result<(), JsValue> {
    let window = web_sys::window().ok_or("no window")?;
    let parent = window.parent()?.ok_or("no parent")?;
    let kept: Rc<RefCell<Vec<Vec<u8>>>> = Rc::default();
    let listener = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let report = match event.data().as_string().as_deref() {
            Some("grow") => grow(&kept),
            Some("exchange") => exchange(&kept),
            Some("refuse") => refuse(),
            _ => return,
        };
        let _ = parent.post_message(&report.unwrap_or_else(|error| error), "*");
    });
    window.add_event_listener_with_callback("message", listener.as_ref().unchecked_ref())?;
    listener.forget();
    let ready = Object::new();
    Reflect::set(&ready, &"ready".into(), &true.into())?;
    window.parent()?.ok_or("no parent")?.post_message(&ready, "*")
}

fn pages() -> usize {
    core::arch::wasm32::memory_size(0)
}

/// Writes into every page it took, so that the growth is real.
fn take(kept: &RefCell<Vec<Vec<u8>>>) -> u8 {
    let mut block = vec![0_u8; GROWTH];
    for byte in block.iter_mut().step_by(4096) {
        *byte = 0xA5;
    }
    let last = block[GROWTH - 4096];
    kept.borrow_mut().push(block);
    last
}

fn grow(kept: &RefCell<Vec<Vec<u8>>>) -> Result<JsValue, JsValue> {
    let before = pages();
    let last = take(kept);
    let report = Object::new();
    put(&report, "grew", (pages() - before >= GROWTH >> 16).into())?;
    put(&report, "written", last.into())?;
    Ok(report.into())
}

/// Asks for more memory than there can be: the answer is "no", and the View goes on.
fn refuse() -> Result<JsValue, JsValue> {
    let mut blocks = [const { Vec::<u8>::new() }; 4];
    let refused = blocks.iter_mut().any(|block| block.try_reserve_exact(2_000_000_000).is_err());
    let report = Object::new();
    put(&report, "refused", refused.into())?;
    put(&report, "alive", upper("still here").into())?;
    Ok(report.into())
}

fn exchange(kept: &RefCell<Vec<Vec<u8>>>) -> Result<JsValue, JsValue> {
    let report = Object::new();
    let numbers = [0.5, 1.25, -3.0, 1e300, 40.0];
    put(&report, "hostile", hostile().into())?;
    put(&report, "upper", upper("straße \u{1F980} naïve").into())?;
    put(&report, "sum", sum(&[0.5, 1.25, -3.0, 40.0]).into())?;
    put(&report, "doubled", Float64Array::from(doubled(&numbers).as_slice()).into())?;
    let mut filled = vec![1.0; 4];
    fill(&mut filled);
    put(&report, "filled", Float64Array::from(filled.as_slice()).into())?;
    let before = pages();
    let held = across(&numbers, &mut || {
        take(kept);
    });
    put(&report, "across", held.into())?;
    put(&report, "grewInside", (pages() > before).into())?;
    put(&report, "after", upper("after the growth \u{e9}").into())?;
    put(&report, "sumAfter", sum(&[1.0, 2.0, 4.0]).into())?;
    let answer = called("what", &mut |text, numbers| {
        take(kept);
        format!("{text} {numbers:?} {}", sum(&numbers))
    });
    put(&report, "called", answer.into())?;
    put(&report, "fromRust", made_in_rust()?)?;
    put(&report, "negated", negated((1 << 40) + 5, 3).to_string().into())?;
    put(&report, "carried", next(u32::MAX.into()).to_string().into())?;
    put(&report, "largest", next(u64::MAX - 1).to_string().into())?;
    let counted = counted(&mut |whole, shift| (whole >> shift) - 1);
    put(&report, "counted", counted.to_string().into())?;
    put(&report, "bits", (f64::from_bits(0x4009_21FB_5444_2D18).to_bits() % 1000).to_string().into())?;
    Ok(report.into())
}

/// A closure of Rust's that JavaScript calls later, with an array of strings.
fn made_in_rust() -> Result<JsValue, JsValue> {
    let closure = Closure::<dyn Fn(Array) -> String>::new(|words: Array| {
        words.iter().filter_map(|word| word.as_string()).collect::<Vec<_>>().join("+")
    });
    let function: &Function = closure.as_ref().unchecked_ref();
    function.call1(&JsValue::NULL, &Array::of2(&"a".into(), &"b".into()))
}

fn put(object: &Object, key: &str, value: JsValue) -> Result<(), JsValue> {
    Reflect::set(object, &key.into(), &value).map(drop)
}
