//! The page's one script: entry, glue and View, by esbuild, and fit to stand inside HTML.

use std::fs;
use std::num::NonZeroU64;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::bindgen::Glue;
use super::data::Data;
use super::{Error, Mode, Tools, frames, optimize};

/// Bundles the work folder into one classic script.
pub(super) fn bundle(tools: &Tools, mode: Mode, glue: &Glue, data: &Data, work: &Path) -> Result<String, Error> {
    let write = |name: &str, text: &str| fs::write(work.join(name), text).map_err(Error::io(work.join(name)));
    write("imports.js", &imports(glue))?;
    write("entry.js", entry(mode))?;
    if mode != Mode::Portable {
        write("inflate.js", include_str!("page/inflate.js"))?;
        write("packed.js", &packed(&work.join(optimize::FOR_BROWSERS))?)?;
    }

    let mut command = tools.command("esbuild");
    command.current_dir(work).arg("entry.js");
    command.args(["--bundle", "--minify", "--format=iife", "--charset=utf8", "--legal-comments=none"]);
    command.args(["--target=es2022", "--log-level=error"]);
    command.arg("--log-override:empty-import-meta=error");
    let script = tools.run("esbuild", command)?;
    allowed(&script)?;
    let script = if mode.has_javascript() { frames::alike(&script) } else { script };
    let script = data.fill(script)?;
    Ok(inside_html(script.trim_end()))
}

/// How often zopfli tries to do better.
const ROUNDS: NonZeroU64 = match NonZeroU64::new(40) {
    Some(rounds) => rounds,
    None => NonZeroU64::MIN,
};

/// The module as a JavaScript module with one string.
fn packed(module: &Path) -> Result<String, Error> {
    let bytes = fs::read(module).map_err(Error::io(module))?;
    let mut deflated = Vec::new();
    // A twentieth smaller than the ordinary encoders', and unpacked as fast.
    let options = zopfli::Options { iteration_count: ROUNDS, ..zopfli::Options::default() };
    zopfli::compress(options, zopfli::Format::Deflate, &*bytes, &mut deflated).map_err(Error::io(module))?;
    Ok(format!("export default \"{}\";\n", STANDARD.encode(deflated)))
}

fn entry(mode: Mode) -> &'static str {
    match mode {
        Mode::Portable => include_str!("page/portable.js"),
        Mode::Wasm => include_str!("page/wasm.js"),
        Mode::Dual => include_str!("page/dual.js"),
    }
}

/// The imports object: the glue and every snippet the View calls without glue.
fn imports(glue: &Glue) -> String {
    let named = || glue.imports.iter().enumerate();
    let lines = named().map(|(at, name)| format!("import * as from{at} from {name:?};\n"));
    let members = named().map(|(at, name)| format!("{name:?}: from{at}, "));
    lines.collect::<String>() + "export const imports = { " + &members.collect::<String>() + "};\n"
}

/// Refuses what no policy of MCP Apps allows, and what has no meaning in a srcdoc document.
fn allowed(script: &str) -> Result<(), Error> {
    const EVAL: &str = "which the policy of MCP Apps refuses; call a function of an `inline_js` snippet instead";
    const BASE: &str = "which means nothing in a srcdoc document; put the data into the crate with `include_bytes!`";
    let forbidden = [("eval(", EVAL), ("new Function", EVAL), ("import.meta", BASE), ("document.currentScript", BASE)];
    match forbidden.into_iter().find(|(what, _)| has_word(script, what)) {
        Some((what, why)) => Err(Error::Forbidden { what, why }),
        None => Ok(()),
    }
}

fn has_word(script: &str, word: &str) -> bool {
    let inside = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '$' | '-');
    script.match_indices(word).any(|(at, _)| !script[..at].ends_with(inside))
}

/// HTML ends a script at `</script`, and after `<!-- <script` reads on past it. esbuild leaves
/// `</script` and `<!--` only inside strings, patterns and templates, where an escape means the
/// same; `a<script` is an expression, and harmless without the `<!--`.
fn inside_html(script: &str) -> String {
    let mut out = String::with_capacity(script.len());
    let mut rest = script;
    while let Some(at) = rest.find('<') {
        let (before, tail) = rest.split_at(at);
        out.push_str(before);
        let starts = |text: &str| tail.get(..text.len()).is_some_and(|head| head.eq_ignore_ascii_case(text));
        let dangerous = ["</script", "<!--"].into_iter().any(starts);
        out.push_str(if dangerous { "\\x3C" } else { "<" });
        rest = &tail[1..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_or_hides_a_script_is_escaped_in_any_case() {
        let script = r#"say("</script><!-- <script> </SCRIPT>");a</b/.test(c)"#;
        let safe = inside_html(script);
        assert_eq!(safe, r#"say("\x3C/script>\x3C!-- <script> \x3C/SCRIPT>");a</b/.test(c)"#);
        for kept in ["1 < 2; é <", "a<script.length", "a<!b"] {
            assert_eq!(inside_html(kept), kept);
        }
    }

    #[test]
    fn evaluation_and_base_addresses_are_refused_with_the_way_out() {
        for script in ["x=eval(y)", "new Function('a')", "import.meta.url", "document.currentScript"] {
            let line = allowed(script).unwrap_err().to_string();
            assert!(!line.contains('\n') && line.contains("instead") || line.contains("include_bytes!"), "{line}");
        }
    }

    #[test]
    fn names_that_only_end_alike_are_not_refused() {
        for script in ["retrieval(x)", "isFunction(x)", "\"'unsafe-eval' or wasm-unsafe-eval(\"", "$eval(x)"] {
            assert!(allowed(script).is_ok(), "{script}");
        }
    }

    #[test]
    fn every_module_the_view_imports_from_is_in_the_imports_object() {
        let imports_of = ["./snippets/a/inline0.js", "./view_bg.js"].map(String::from).into();
        let glue = Glue { imports: imports_of, wide: Default::default() };
        assert_eq!(
            imports(&glue),
            "import * as from0 from \"./snippets/a/inline0.js\";\nimport * as from1 from \"./view_bg.js\";\n\
             export const imports = { \"./snippets/a/inline0.js\": from0, \"./view_bg.js\": from1, };\n"
        );
    }
}
