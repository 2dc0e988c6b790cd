//! The JavaScript between the page and the compiled View, by `wasm-bindgen`'s own library.
//!
//! `--target bundler` for every mode: its glue takes whatever exports it is given, so the same
//! code serves WebAssembly and its translation; and unlike the other targets' it has no
//! `import.meta.url`, no `document.currentScript` and no `new URL(…)`, which throw in a srcdoc
//! document, whose URL `about:srcdoc` is no base.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

use super::wide::Wide;
use super::{Error, Mode, names, saturate, sections};

/// The stem of every file in the work folder.
const STEM: &str = "view";
/// The module in the work folder, as `wasm-bindgen` names it.
pub(super) const MODULE: &str = "view_bg.wasm";

/// Its glue.
const GLUE: &str = "view_bg.js";

/// What the entry script has to bring together.
pub(super) struct Glue {
    /// The module names that the compiled View imports from, relative to the work folder.
    pub(super) imports: BTreeSet<String>,
    /// The functions that a translation has to be wrapped for.
    pub(super) wide: Wide,
}

/// Writes `view_bg.js`, its snippets and `view_bg.wasm` to `work`.
pub(super) fn bind(compiled: Vec<u8>, mode: Mode, work: &Path) -> Result<Glue, Error> {
    let compiled = sections::with_features(&compiled, features(mode))?;
    let mut bindgen = Bindgen::new();
    bindgen.input_bytes(STEM, compiled).typescript(false).remove_name_section(true).remove_producers_section(true);
    bindgen.bundler(true).map_err(refused)?;
    let mut output = bindgen.generate_output().map_err(refused)?;
    if let Some(package) = output.npm_dependencies().keys().min() {
        return Err(Error::Bindgen {
            said: format!("it imports `{package}` from npm, which one file cannot; write it to a local `.js` instead"),
        });
    }
    if mode.has_javascript() {
        saturate::replace(output.wasm_mut());
    }
    let short = names::shorten(output.wasm_mut());
    let wide = Wide::of(output.wasm());
    let imports = output.wasm().imports.iter().map(|import| import.module.clone()).collect();
    output.emit(work).map_err(refused)?;

    let glue = work.join(GLUE);
    let text = fs::read_to_string(&glue).map_err(Error::io(&glue))?;
    fs::write(&glue, names::apply(&short, &text)).map_err(Error::io(&glue))?;

    let module = work.join(MODULE);
    let bytes = fs::read(&module).map_err(Error::io(&module))?;
    fs::write(&module, sections::bare(&bytes)?).map_err(Error::io(&module))?;
    Ok(Glue { imports, wide })
}

/// What `wasm-bindgen` shall believe of the module.
fn features(mode: Mode) -> &'static [&'static str] {
    if mode.has_javascript() { &[] } else { &["reference-types"] }
}

fn refused(error: impl std::fmt::Display) -> Error {
    let text = format!("{error:#}");
    Error::Bindgen { said: text.split_whitespace().collect::<Vec<_>>().join(" ") }
}
