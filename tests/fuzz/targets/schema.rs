//! The generator, load to emit: bytes as a schema of their own, and the pinned schema with
//! pieces of it changed. Whatever comes out must be printable, and the same twice; whatever is
//! refused must say where it stands.

use std::sync::OnceLock;

use codegen::source::{Inputs, Spec};
use serde_json::{Value, json};

use super::Program;
use super::pointers::pointers;

pub fn run(data: &[u8]) {
    let Some((mode, rest)) = data.split_first() else { return };
    let spec = match mode % 4 {
        // A document of its own, without messages.
        0 | 1 => spec(rest.to_vec(), String::new(), None),
        // Our own schema beside nothing.
        2 => return own(rest),
        _ => changed(&mut Program(rest)),
    };
    generate(&inputs(vec![spec]));
}

fn own(text: &[u8]) {
    let mut inputs = inputs(vec![spec(br#"{"$defs":{}}"#.to_vec(), String::new(), None)]);
    inputs.mcp_schema = String::from_utf8_lossy(text).into_owned();
    generate(&inputs);
}

fn generate(inputs: &Inputs) {
    match codegen::generate(inputs) {
        Ok(first) => {
            let again = codegen::generate(inputs).expect("the same as before");
            assert!(first.files.0 == again.files.0 && first.warnings == again.warnings, "two runs differ");
            for (path, text) in first.files.0.iter().filter(|(path, _)| path.ends_with("types.rs")) {
                assert!(!text.is_empty(), "{}", path.display());
            }
        }
        Err(error) => assert!(!error.message.is_empty() && error.exit_code() != 0, "{error}"),
    }
    for spec in &inputs.specs {
        // A comparison with itself finds nothing; what can't be compared is a gap, not a panic.
        if let Ok(report) = codegen::diff::diff(inputs, spec, spec) {
            assert!(report.changes.is_empty(), "{:?}", report.changes.first());
        }
    }
}

fn inputs(specs: Vec<Spec>) -> Inputs {
    let empty = "[types]\n[fields]\n[members]\n[methods]\n";
    let pinned = pinned();
    let whole = specs.iter().any(|spec| !spec.methods.is_empty());
    let mcp_schema = if whole { pinned.mcp_schema.clone() } else { r#"{"$defs":{}}"#.to_owned() };
    let docs = if whole { pinned.docs.clone() } else { empty.to_owned() };
    Inputs { specs, mcp_schema, docs, names: pinned.names.clone() }
}

fn spec(schema: Vec<u8>, methods: String, repairs: Option<Vec<String>>) -> Spec {
    Spec { name: "draft".into(), label: "draft".into(), row: None, schema, omit: Vec::new(), repairs, methods }
}

fn pinned() -> &'static Inputs {
    static PINNED: OnceLock<Inputs> = OnceLock::new();
    PINNED.get_or_init(|| Inputs::load(&super::root().join("spec")).expect("spec/ is sound"))
}

/// The stable version, with some nodes replaced, removed, copied or wrapped.
fn changed(program: &mut Program<'_>) -> Spec {
    let pinned = pinned().specs.iter().find(|spec| spec.name != "draft").expect("there is a stable version");
    let mut document = pinned.document().expect("sound");
    while let (Some(what), Some(high), Some(low)) = (program.byte(), program.byte(), program.byte()) {
        let mut places = Vec::new();
        pointers(&document, String::new(), &mut places);
        let place = &places[(usize::from(high) << 8 | usize::from(low)) % places.len()];
        let other = document.pointer(&places[usize::from(low).wrapping_mul(37) % places.len()]).cloned();
        let Some(node) = document.pointer_mut(place) else { continue };
        *node = match what % 12 {
            0 => json!({}),
            1 => json!({"type": "string"}),
            2 => json!({"$ref": "#/$defs/Nothing"}),
            3 => json!({"$ref": "#/$defs/McpUiHostContext"}),
            4 => json!({"anyOf": [node.take(), {"type": "null"}]}),
            5 => json!({"type": "array", "items": node.take()}),
            6 => other.unwrap_or_default(),
            7 => Value::String(program.text()),
            8 => json!({"type": "object", "properties": {program.text(): node.take()}, "additionalProperties": false}),
            9 => json!({"enum": [program.text(), ""], "type": "string"}),
            10 => json!({"allOf": [node.take()]}),
            _ => serde_json::from_str(&program.text()).unwrap_or(Value::Null),
        };
    }
    spec(document.to_string().into_bytes(), pinned.methods.clone(), None)
}

pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = vec![
        b"\x03".to_vec(),
        b"\x03\x00\x01\x02\x07\x03\x04text\x00".to_vec(),
        b"\x03\x06\x02\x00\x05\x01\x09".to_vec(),
    ];
    let golden = super::root().join("codegen/golden");
    let mut files: Vec<_> = walk(&golden);
    files.sort();
    for path in files {
        let pair = std::fs::read_to_string(path).ok().and_then(|text| serde_json::from_str::<Value>(&text).ok());
        if let Some(input) = pair.and_then(|pair| pair.get("in").map(Value::to_string)) {
            seeds.push([b"\x00", input.as_bytes()].concat());
            seeds.push([b"\x02", input.as_bytes()].concat());
        }
    }
    seeds
}

fn walk(dir: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    entries.flat_map(|entry| if entry.path().is_dir() { walk(&entry.path()) } else { vec![entry.path()] }).collect()
}
