//! 64-bit integers between the View and JavaScript. wasm2js splits each into two numbers, without
//! a word; the glue, written for WebAssembly, passes and expects a BigInt. Between the two stands
//! `page/wide.js`, for the functions that need it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use walrus::{ExportItem, FunctionId, ImportKind, Module, ValType};

use super::Error;
use super::portable::TRANSLATED;

/// What the entry script of a translated View imports.
const INSTANTIATE: &str = "instantiate.js";
const CONVERSIONS: &str = "wide.js";

/// The functions whose signatures have a 64-bit integer.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Wide {
    /// By module name.
    imports: BTreeMap<String, Signatures>,
    exports: Signatures,
}

/// By function name: which parameters are 64-bit integers and, last, whether the result is.
type Signatures = BTreeMap<String, Vec<bool>>;

impl Wide {
    pub(super) fn of(module: &Module) -> Self {
        let mut wide = Wide::default();
        for import in module.imports.iter() {
            if let ImportKind::Function(function) = import.kind
                && let Some(signature) = signature(module, function)
            {
                wide.imports.entry(import.module.clone()).or_default().insert(import.name.clone(), signature);
            }
        }
        for export in module.exports.iter() {
            if let ExportItem::Function(function) = export.item
                && let Some(signature) = signature(module, function)
            {
                wide.exports.insert(export.name.clone(), signature);
            }
        }
        wide
    }

    /// Puts itself around the translated View in `work`, whose text is `javascript`.
    pub(super) fn wrap(&self, javascript: &str, work: &Path) -> Result<String, Error> {
        let write = |name: &str, text: &str| fs::write(work.join(name), text).map_err(Error::io(work.join(name)));
        write(CONVERSIONS, include_str!("page/wide.js"))?;
        write(INSTANTIATE, &self.instantiate())?;
        let mut wrapped = javascript.to_owned();
        for (at, (module, functions)) in self.imports.iter().enumerate() {
            let name = format!("./wide{at}.js");
            write(&name, &glue(module, functions))?;
            wrapped = wrapped.replace(&format!("from '{module}'"), &format!("from '{name}'"));
        }
        Ok(wrapped)
    }

    fn instantiate(&self) -> String {
        let members = self.exports.iter().map(|(name, wide)| {
            let numbers = numbers(wide);
            format!("    {name:?}: exported(view[{name:?}], {numbers}),\n")
        });
        let members: String = members.collect();
        format!(
            "import translated from \"./{TRANSLATED}\";\nimport {{ exported }} from \"./{CONVERSIONS}\";\n\
             export default () => {{\n  const view = translated();\n  return {};\n}};\n",
            if members.is_empty() { "view".to_owned() } else { format!("{{\n    ...view,\n{members}  }}") }
        )
    }
}

/// A module like `module` but for `functions`.
fn glue(module: &str, functions: &Signatures) -> String {
    let mut text = format!(
        "import * as glue from {module:?};\nimport {{ imported }} from \"./{CONVERSIONS}\";\nexport * from {module:?};\n"
    );
    for (name, wide) in functions {
        text += &format!("export const {name} = imported(glue.{name}, {});\n", numbers(wide));
    }
    text
}

fn numbers(wide: &[bool]) -> String {
    format!("{:?}", wide.iter().map(|wide| u8::from(*wide)).collect::<Vec<_>>())
}

fn signature(module: &Module, function: FunctionId) -> Option<Vec<bool>> {
    let kind = module.types.get(module.funcs.get(function).ty());
    let parameters = kind.params().iter().map(|kind| *kind == ValType::I64);
    let result = kind.results().contains(&ValType::I64);
    let wide: Vec<_> = parameters.chain([result]).collect();
    wide.contains(&true).then_some(wide)
}

#[cfg(test)]
mod tests {
    use super::*;
    use walrus::FunctionBuilder;

    #[test]
    fn only_functions_with_64_bit_integers_are_wrapped() {
        let mut module = Module::default();
        let narrow = module.types.add(&[ValType::I32, ValType::F64], &[ValType::I32]);
        let wide = module.types.add(&[ValType::I32, ValType::I64], &[]);
        module.add_import_func("./view_bg.js", "narrow", narrow);
        module.add_import_func("./view_bg.js", "take", wide);
        let mut give = FunctionBuilder::new(&mut module.types, &[], &[ValType::I64]);
        give.func_body().i64_const(1);
        let give = give.finish(Vec::new(), &mut module.funcs);
        module.exports.add("give", give);

        let found = Wide::of(&module);
        let take = [("take".to_owned(), vec![false, true, false])].into();
        assert_eq!(found.imports, [("./view_bg.js".to_owned(), take)].into());
        assert_eq!(found.exports, [("give".to_owned(), vec![true])].into());
        assert!(glue("./view_bg.js", &found.imports["./view_bg.js"]).ends_with("= imported(glue.take, [0, 1, 0]);\n"));
        assert!(found.instantiate().contains("\"give\": exported(view[\"give\"], [1]),"));
    }

    #[test]
    fn a_view_without_them_is_left_alone() {
        assert!(Wide::default().instantiate().contains("return view;"));
    }
}
