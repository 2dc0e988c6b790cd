//! `wasm-opt`, told exactly which features it may use. `--all-features` also means proposals:
//! its compact import section is "Invalid import kind 127" to today's browsers.

use std::path::Path;

use super::{Error, Mode, Tools, bindgen};

/// What rustc's default processor for wasm32 uses, and every browser of today runs.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-sign-ext",
    MISREAD,
    "--enable-mutable-globals",
    "--enable-multivalue",
];

/// What wasm2js translates wrongly: [`saturate`](super::saturate) replaces
/// it, and a module that still has it is refused.
const MISREAD: &str = "--enable-nontrapping-float-to-int";

/// The name of the module that browsers get.
pub(super) const FOR_BROWSERS: &str = "view.wasm";

/// Makes the module `from` small, and `to` its result: for browsers in [`Mode::Wasm`] and
/// [`Mode::Dual`], for wasm2js in [`Mode::Portable`].
///
/// # Errors
///
/// When wasm-opt does not accept the module.
pub fn wasm_opt(tools: &Tools, mode: Mode, from: &Path, to: &Path) -> Result<(), Error> {
    let mut command = tools.command("wasm-opt");
    command.args(FEATURES.iter().filter(|feature| mode != Mode::Portable || **feature != MISREAD));
    command.args((mode == Mode::Wasm).then_some("--enable-reference-types"));
    // Control flow taken apart and built anew is half a percent smaller, and one of JavaScript.
    command.args(["--flatten", "--rereloop", "-Oz", "-Oz"]).arg(from).arg("-o").arg(to);
    tools.run("wasm-opt", command).map(drop)
}

pub(super) fn for_browsers(tools: &Tools, mode: Mode, work: &Path) -> Result<(), Error> {
    wasm_opt(tools, mode, &work.join(bindgen::MODULE), &work.join(FOR_BROWSERS))
}

/// The features both programs are told of.
pub(super) fn features() -> [&'static str; 6] {
    FEATURES
}
