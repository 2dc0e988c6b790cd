//! The generator on every published schema, and what its output may not become.
//!
//! `tests/upstream/` holds the published schemas that `spec/` does not pin.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use codegen::source::{Inputs, Lock, Spec};
use codegen::{Generated, generate};
use serde_json::{Value, json};

/// The versions of npm that `spec/` does not pin.
const UNPINNED: [&str; 5] = ["1.3.0", "1.4.0", "1.7.0", "1.7.5", "2.0.0"];

fn spec_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("spec")
}

fn pinned() -> Inputs {
    Inputs::load(&spec_dir()).unwrap()
}

fn upstream(version: &str) -> Vec<u8> {
    let path = format!("{}/tests/upstream/ext-apps-{version}.json", env!("CARGO_MANIFEST_DIR"));
    fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The version `base` of `spec/` with other bytes, and whichever repairs match them.
fn unpinned(base: &str, schema: Vec<u8>) -> Spec {
    let spec = pinned().specs.into_iter().find(|spec| spec.name == base).unwrap();
    Spec { row: None, schema, omit: Vec::new(), repairs: None, ..spec }
}

/// `base` under another name and with other bytes, and the rows that fit them.
fn variant(base: &str, name: &str, schema: Vec<u8>) -> Spec {
    let spec = unpinned(base, schema);
    let document: Value = serde_json::from_slice(&spec.schema).unwrap();
    let methods = rows_that_fit(&spec.methods, &document);
    Spec { name: name.to_owned(), methods, ..spec }
}

/// Drops the rows of what the schema doesn't have: messages, and capabilities they hang on.
fn rows_that_fit(methods: &str, schema: &Value) -> String {
    let mut table: toml::Table = toml::from_str(methods).unwrap();
    let rows = table["method"].as_array_mut().unwrap();
    rows.retain(|row| {
        let known = row["plane"].as_str() != Some("ui") || schema["$defs"].get(row["type"].as_str().unwrap()).is_some();
        let capability = row.get("requires").and_then(toml::Value::as_str).map(|path| {
            let (party, path) = path.split_once('.').unwrap();
            let of = if party == "host" { "McpUiHostCapabilities" } else { "McpUiAppCapabilities" };
            schema["$defs"][of]["properties"].get(path.split('.').next().unwrap()).is_some()
        });
        known && capability != Some(false)
    });
    toml::to_string(&table).unwrap()
}

fn with(specs: Vec<Spec>) -> Inputs {
    Inputs { specs, ..pinned() }
}

/// All eight, each a module of one crate: `v1_7_5` and so on.
fn every_published_schema() -> Inputs {
    let mut specs = pinned().specs;
    for spec in &mut specs {
        spec.name = format!("v{}", spec.row.as_ref().unwrap().version.replace('.', "-"));
    }
    specs.push(variant("2026-01-26", "v1-0-0", upstream("v1.0.0")));
    specs.extend(
        UNPINNED.map(|version| variant("draft", &format!("v{}", version.replace('.', "-")), upstream(version))),
    );
    with(specs)
}

static EVERY: LazyLock<Generated> = LazyLock::new(|| generate(&every_published_schema()).unwrap());
static PINNED: LazyLock<Generated> = LazyLock::new(|| generate(&pinned()).unwrap());

/// Acceptance: all eight published schemas generate, and the results compile without a warning.
#[test]
fn every_published_schema_generates_and_compiles() {
    let inputs = every_published_schema();
    let names: BTreeSet<&str> = inputs.specs.iter().map(|spec| spec.name.as_str()).collect();
    let expected = ["v1-0-0", "v1-2-2", "v1-3-0", "v1-4-0", "v1-7-0", "v1-7-5", "v2-0-0", "v2-0-4"];
    assert_eq!(names, BTreeSet::from(expected));
    let files = &EVERY.files;

    let crate_dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("every-published-schema");
    files.write(&crate_dir).unwrap();
    let manifest = "[package]\nname = \"every-published-schema\"\nedition = \"2024\"\npublish = false\n\n\
        [features]\ndefault = [\"paths\"]\npaths = []\njs = []\n\n\
        [dependencies]\nserde = { version = \"1\", features = [\"derive\"] }\nserde_json = \"1\"\nserde_path_to_error = \"0.1\"\n\n[workspace]\n";
    write_if_new(&crate_dir.join("Cargo.toml"), manifest.as_bytes());
    // The workspace's own versions, which are at hand without a network.
    write_if_new(
        &crate_dir.join("Cargo.lock"),
        &fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock")).unwrap(),
    );
    let check = Command::new(env!("CARGO"))
        .args(["check", "--offline", "--quiet", "--target-dir", "target"])
        .env("RUSTFLAGS", "-Dwarnings")
        .env_remove("CARGO_TARGET_DIR")
        .current_dir(&crate_dir)
        .output()
        .unwrap();
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stderr));
    for name in expected {
        let types = crate_dir.join("src").join(name.replace('-', "_")).join("types.rs");
        assert!(types.exists(), "{name} was not part of what compiled");
    }
}

fn write_if_new(path: &Path, bytes: &[u8]) {
    if fs::read(path).ok().as_deref() != Some(bytes) {
        fs::write(path, bytes).unwrap();
    }
}

/// Acceptance: the file at the tag of the stable spec, as it is, gives the stable types up to doc comments.
#[test]
fn the_tags_own_file_gives_the_stable_types_up_to_docs() {
    let ours = &*PINNED;
    let tag = unpinned("2026-01-26", upstream("v1.0.0"));
    let theirs = generate(&with(vec![tag])).unwrap();
    for file in ["types.rs", "new.rs", "methods.rs"] {
        let path = format!("src/v2026_01_26/{file}");
        let (ours, theirs) = (ours.files.get(&path).unwrap(), theirs.files.get(&path).unwrap());
        assert!(ours.lines().count() > 1000, "{path}");
        assert_eq!(without_docs(ours), without_docs(theirs), "{path}");
    }
    assert_eq!(ours.files.get("surface/2026-01-26.txt"), theirs.files.get("surface/2026-01-26.txt"));
    // They do differ in their docs: the comparison is of something.
    assert_ne!(ours.files.get("src/v2026_01_26/types.rs"), theirs.files.get("src/v2026_01_26/types.rs"));
}

fn without_docs(rust: &str) -> String {
    rust.lines().filter(|line| !line.trim_start().starts_with("///")).flat_map(|line| [line, "\n"]).collect()
}

/// Bug report 1: the tag's schema names `--color-text-ghost` twice; that is reported and no second variant.
#[test]
fn a_style_variable_named_twice_is_reported_and_counted_once() {
    let generated = &*EVERY;
    let about: Vec<&String> = generated.warnings.iter().filter(|warning| warning.contains("twice")).collect();
    assert!(!about.is_empty() && about.iter().all(|warning| warning.contains("--color-text-ghost")), "{about:?}");
    assert!(about.iter().all(|warning| warning.starts_with("[v1-0-0]")), "{about:?}");
    for version in ["v1_0_0", "v1_2_2", "v2_0_4"] {
        let types = generated.files.get(format!("src/{version}/types.rs")).unwrap();
        let keys = types.split("pub enum McpUiStyleVariableKey").nth(1).unwrap().split("\n}").next().unwrap();
        assert_eq!(keys.matches("= \"--").count(), 76, "{version}");
    }
}

/// Nothing is left undescribed, and nothing described is left over.
#[test]
fn what_is_pinned_generates_without_a_warning() {
    assert_eq!(PINNED.warnings, Vec::<String>::new());
}

#[test]
fn two_runs_are_byte_equal() {
    assert_eq!(generate(&pinned()).unwrap().files, PINNED.files);
}

/// Bug report 8: names are stable under another order of keys.
#[test]
fn the_order_of_keys_does_not_matter() {
    let mut shuffled = pinned();
    for spec in &mut shuffled.specs {
        let backwards = backwards(&serde_json::from_slice(&spec.schema).unwrap());
        assert_ne!(backwards.as_bytes(), spec.schema);
        spec.schema = backwards.into_bytes();
    }
    assert_eq!(generate(&shuffled).unwrap().files, PINNED.files);
}

/// The same JSON with the members of every object, and every `required`, in reverse order.
fn backwards(value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by(|a, b| b.0.cmp(a.0));
            let members = members.into_iter().map(|(name, member)| {
                let member = match member {
                    Value::Array(items) if name == "required" => json!(items.iter().rev().collect::<Vec<_>>()),
                    other => other.clone(),
                };
                format!("{}:{}", json!(name), backwards(&member))
            });
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(backwards).collect::<Vec<_>>().join(",")),
        scalar => scalar.to_string(),
    }
}

/// The draft's schema, changed.
fn changed(change: impl FnOnce(&mut Value)) -> Inputs {
    let mut inputs = pinned();
    let draft = inputs.specs.iter_mut().find(|spec| spec.name == "draft").unwrap();
    let mut document = serde_json::from_slice(&draft.schema).unwrap();
    change(&mut document);
    *draft = unpinned("draft", document.to_string().into_bytes());
    inputs
}

fn refusal(change: impl FnOnce(&mut Value)) -> String {
    let error = generate(&changed(change)).unwrap_err();
    assert_eq!((error.version.as_deref(), error.exit_code()), (Some("draft"), 2), "{error}");
    error.to_string()
}

/// Bug report 4: a reference is resolved to the nearest enclosing definition, or refused by its place.
#[test]
fn a_reference_that_resolves_nowhere_is_refused_by_its_place() {
    let place = "/$defs/McpUiHostCss/properties/fonts";
    let refused = refusal(|schema| *schema.pointer_mut(place).unwrap() = json!({"$ref": "#/$defs/__schema7"}));
    assert!(refused.contains(place) && refused.contains("__schema7"), "{refused}");
    let types = PINNED.files.get("src/draft/types.rs").unwrap();
    assert!(!types.contains("chema0"), "upstream's made-up name became a type");
}

/// Bug report 5, and every other construct the generator does not know: an error with its place, never a silent `Value`.
#[test]
fn an_unknown_construct_is_refused_by_its_place() {
    let place = "/$defs/McpUiHostCss/properties/fonts";
    for construct in [
        json!({"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false}),
        json!({"type": "object", "patternProperties": {"^x": {"type": "string"}}}),
        json!({"if": {"type": "string"}, "then": {"minLength": 1}}),
        json!({"type": ["string", "null"]}),
        json!({"oneOf": [{"type": "string"}, {"type": "number"}]}),
    ] {
        let refused = refusal(|schema| *schema.pointer_mut(place).unwrap() = construct.clone());
        assert!(refused.contains(place), "{construct}: {refused}");
    }
}

/// A sender's messages are one enum, which has a variant for each row and one for the rest.
#[test]
fn a_method_that_cannot_have_a_variant_of_its_own_is_refused_by_its_row() {
    for marker in ["OtherNotification", "McpUiProgressNotification", "SelfNotification"] {
        let mut inputs = pinned();
        let draft = inputs.specs.iter_mut().find(|spec| spec.name == "draft").unwrap();
        draft.methods += &format!(
            "\n[[method]]\nname = \"notifications/more\"\nkind = \"notification\"\nfrom = \"host\"\nto = \"view\"\n\
             type = \"{marker}\"\nphase = \"any\"\nplane = \"mcp\"\nprovenance = [\"prose\"]\nsection = \"none\"\n"
        );
        let refused = generate(&inputs).unwrap_err().to_string();
        assert!(refused.starts_with("lower"), "{refused}");
        assert!(
            refused.contains("spec/draft/methods.toml: notifications/") && refused.contains(" host->view"),
            "{refused}"
        );
        assert!(refused.contains("cannot be a variant"), "{marker}: {refused}");
    }
}

/// Bug report 9: a new definition adds its own lines and changes none.
#[test]
fn a_new_definition_changes_only_its_own_lines() {
    let before = &PINNED.files;
    let mut inputs = changed(|schema| {
        schema["$defs"]["McpUiZebra"] = json!({
            "type": "object", "properties": {"stripes": {"type": "number", "description": "How many."}},
            "required": ["stripes"], "additionalProperties": false, "description": "An animal."
        });
    });
    inputs.specs.sort_by(|a, b| a.name.cmp(&b.name));
    let after = generate(&inputs).unwrap().files;
    for file in ["src/draft/types.rs", "src/draft/members.rs", "src/draft/new.rs", "surface/draft.txt"] {
        let (before, after) = (before.get(file).unwrap(), after.get(file).unwrap());
        let same_head = before.lines().zip(after.lines()).take_while(|(before, after)| before == after).count();
        let added = after.lines().count() - before.lines().count();
        assert!(added > 0, "{file}");
        let tail = after.lines().skip(same_head + added);
        assert!(tail.eq(before.lines().skip(same_head)), "{file} changed outside the new definition");
    }
    for (path, text) in &before.0 {
        let own = ["types.rs", "members.rs", "new.rs"].iter().any(|name| path.ends_with(name))
            && path.starts_with("src/draft");
        if !own && !path.ends_with("draft.txt") && !path.ends_with("draft.json") {
            assert_eq!(after.get(path), Some(text.as_str()), "{}", path.display());
        }
    }
}

/// Bug reports 6 and 9, and acceptance 4: what the output may not grow into.
#[test]
fn the_generated_code_stays_within_its_limits() {
    let files = &PINNED.files;
    for (module, types) in [("v2026_01_26", 85), ("draft", 105)] {
        let read = |file: &str| files.get(format!("src/{module}/{file}")).unwrap();
        let declared = read("types.rs").lines().map(str::trim_start);
        let count = declared.filter(|line| line.starts_with("pub struct ") || line.starts_with("pub enum ")).count();
        assert!((60..=types).contains(&count), "{module}: {count} types");
        for (file, limit) in [("types.rs", 2200), ("new.rs", 2300)] {
            let lines = read(file).lines().count();
            assert!((1000..=limit).contains(&lines), "{module}/{file}: {lines} lines");
        }
    }
    for (path, text) in files.0.iter().filter(|(path, _)| path.extension().is_some_and(|extension| extension == "rs")) {
        let code = without_docs(text);
        assert!(!code.contains("deny_unknown_fields"), "{}", path.display());
        assert!(!code.contains("untagged"), "{}", path.display());
        let names = code.split(|c: char| !c.is_alphanumeric() && c != '_');
        let longest = names.max_by_key(|name| name.len()).unwrap_or_default();
        assert!(longest.len() <= 45, "{}: {longest}", path.display());
    }
}

/// The bytes in `tests/upstream/` are the published ones.
#[test]
fn the_published_schemas_are_unedited() {
    let hashes = [
        ("v1.0.0", "4cde6b7f2f4da6149031f218fb45765dcec0105d42298ad84fdc0a075ee42518"),
        ("1.3.0", "627b81135ddd6fdf4db54dc04475f236a3949ae665f2a7a3c005d5ff776f222f"),
        ("1.4.0", "1f7f9a8e9dca0fbc9410e5bd7903fd6a1382cf8cec81b2fa7bcae4baaefe82e2"),
        ("1.7.0", "56aba4c1503be98290b2d42ef252c688329d9b5b04919b4dbde9e0f831fdc3de"),
        ("1.7.5", "002db9178110e644499e781415ee1025e5fde1e54500d14986626ba4a7b5b331"),
        ("2.0.0", "e9af2289956641a266d99273facb746c2023bae48567d64bb83c63aadecb856f"),
    ];
    for (version, hash) in hashes {
        assert_eq!(codegen::source::sha256_hex(&upstream(version)), hash, "{version}");
    }
    let lock = Lock::load(&spec_dir()).unwrap();
    let tag = lock.rows[0].sources.iter().find_map(|source| source.sha256.as_deref());
    assert_eq!(tag, Some(hashes[0].1), "the stable row's second source is the tag's file");
}
