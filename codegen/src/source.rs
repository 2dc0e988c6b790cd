//! What the generator reads: `spec/` loaded, verified and ready; pure and offline.

mod lock;
mod origin;

use std::fs;
use std::path::Path;

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::error::{Error, Result, Stage};
pub use lock::{Channel, Lock, Row, Source, is_plain_name};
pub use origin::{DEFAULT_ENTRY, Origin};

/// The lock's path below the workspace root, as messages name it.
pub const LOCK: &str = "spec/lock.toml";

/// Everything one spec version is generated from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The version's name: its directory below `spec/`.
    pub name: String,
    /// What a reader calls these bytes.
    pub label: String,
    /// Its row of the lock; `None` when the bytes are not the pinned ones.
    pub row: Option<Row>,
    /// The upstream bytes, unedited.
    pub schema: Vec<u8>,
    /// JSON pointers removed from the bytes before anything else.
    pub omit: Vec<String>,
    /// The repairs to apply; `None` when the bytes are not the pinned ones: whichever match.
    pub repairs: Option<Vec<String>>,
    /// The text of `spec/<name>/methods.toml`.
    pub methods: String,
}

/// All that `generate` reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inputs {
    /// One per version, sorted by name.
    pub specs: Vec<Spec>,
    /// The text of `spec/mcp.schema.json`.
    pub mcp_schema: String,
    /// The text of `spec/docs.toml`.
    pub docs: String,
    /// The text of `spec/names.toml`.
    pub names: String,
}

impl Inputs {
    /// Reads the lock and every file it names, and verifies the schema bytes.
    ///
    /// # Errors
    /// When a file is missing or unreadable, or its bytes are not the pinned ones.
    pub fn load(spec_dir: &Path) -> Result<Inputs> {
        let lock = Lock::load(spec_dir)?;
        let specs = lock.rows.iter().map(|row| Spec::pinned(spec_dir, row)).collect::<Result<_>>()?;
        Inputs::with(spec_dir, specs)
    }

    /// Like [`Inputs::load`], with `replacement` in the place of the version of its name.
    ///
    /// # Errors
    /// As [`Inputs::load`]; the replaced version's own bytes are not looked at.
    pub fn load_replacing(spec_dir: &Path, replacement: Spec) -> Result<Inputs> {
        let lock = Lock::load(spec_dir)?;
        let others = lock.rows.iter().filter(|row| row.name != replacement.name);
        let mut specs = others.map(|row| Spec::pinned(spec_dir, row)).collect::<Result<Vec<_>>>()?;
        specs.push(replacement);
        Inputs::with(spec_dir, specs)
    }

    fn with(spec_dir: &Path, mut specs: Vec<Spec>) -> Result<Inputs> {
        specs.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(Inputs {
            specs,
            mcp_schema: read_text(&spec_dir.join("mcp.schema.json"))?,
            docs: read_text(&spec_dir.join("docs.toml"))?,
            names: read_text(&spec_dir.join("names.toml"))?,
        })
    }
}

impl Spec {
    /// The version that `row` pins, from its file.
    ///
    /// # Errors
    /// When a file is missing, or the schema's hash is not the row's.
    pub fn pinned(spec_dir: &Path, row: &Row) -> Result<Spec> {
        let path = spec_dir.join(&row.name).join("schema.json");
        let schema = read(&path).map_err(|error| error.version(&row.name))?;
        let actual = sha256_hex(&schema);
        if actual == row.sha256 {
            return Spec::of_row(spec_dir, row, schema);
        }
        let source = row.sources.first().and_then(|source| source.origin().ok());
        let source = source.map(|source| source.to_string()).unwrap_or_default();
        let message = format!("the bytes are not the pinned ones: sha256 {actual}, the lock says {}", row.sha256);
        Err(Error::new(Stage::Load, message).version(&row.name).at(format!("spec/{}/schema.json", row.name)).remedy(
            format!(
                "restore the file (it is never edited by hand), or take it in anew: \
                 cargo run -p codegen -- --spec {} --from {source} --save",
                row.name
            ),
        ))
    }

    /// The version that `row` pins, with the bytes that it pins.
    ///
    /// # Errors
    /// When `spec/<name>/methods.toml` can't be read.
    pub fn of_row(spec_dir: &Path, row: &Row, schema: Vec<u8>) -> Result<Spec> {
        Ok(Spec {
            name: row.name.clone(),
            label: format!("{} ({})", row.name, row.version),
            schema,
            omit: row.omit().to_vec(),
            repairs: Some(row.repairs.clone()),
            methods: methods(spec_dir, &row.name)?,
            row: Some(row.clone()),
        })
    }

    /// The version `name` with other bytes than the pinned ones.
    ///
    /// # Errors
    /// When `spec/<name>/methods.toml` can't be read.
    pub fn unpinned(spec_dir: &Path, name: &str, label: &str, schema: Vec<u8>, omit: Vec<String>) -> Result<Spec> {
        let methods = methods(spec_dir, name)?;
        Ok(Spec { name: name.to_owned(), label: label.to_owned(), row: None, schema, omit, repairs: None, methods })
    }

    /// Whether its bytes may change.
    #[must_use]
    pub fn channel(&self) -> Channel {
        self.row.as_ref().map_or(Channel::of(&self.name), |row| row.channel)
    }

    /// The schema as a document, without what the lock omits.
    ///
    /// # Errors
    /// When the bytes are no JSON object, or an `omit` entry matches nothing.
    pub fn document(&self) -> Result<Value> {
        let mut document: Value = serde_json::from_slice(&self.schema).map_err(|error| {
            Error::new(Stage::Load, format!("the schema can't be read as JSON: {error}")).version(&self.name)
        })?;
        if !document.is_object() {
            return Err(Error::new(Stage::Load, "the schema is not a JSON object").version(&self.name));
        }
        for pointer in &self.omit {
            if !remove(&mut document, pointer) {
                return Err(Error::new(Stage::Load, "this `omit` entry matches nothing")
                    .version(&self.name)
                    .at(pointer)
                    .remedy(format!("drop it from the version's first source in {LOCK}")));
            }
        }
        Ok(document)
    }
}

/// The lower-case hexadecimal SHA-256 of `bytes`.
#[must_use]
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// `bytes` in lower-case hexadecimal.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Removes the object member at `pointer`; a property also leaves its object's `required`.
fn remove(document: &mut Value, pointer: &str) -> bool {
    let Some((parent, key)) = pointer.rsplit_once('/') else {
        return false;
    };
    let key = key.replace("~1", "/").replace("~0", "~");
    let Some(object) = document.pointer_mut(parent).and_then(Value::as_object_mut) else {
        return false;
    };
    // `shift_remove` semantics keep the order of what stays, whichever map serde_json is built with.
    let before = object.len();
    *object = std::mem::take(object).into_iter().filter(|(name, _)| *name != key).collect::<Map<_, _>>();
    let removed = object.len() < before;
    let schema = parent.strip_suffix("/properties").and_then(|schema| document.pointer_mut(schema));
    if let Some(required) = schema.and_then(|schema| schema.get_mut("required")).and_then(Value::as_array_mut) {
        required.retain(|name| *name != key);
    }
    removed
}

fn methods(spec_dir: &Path, name: &str) -> Result<String> {
    read_text(&spec_dir.join(name).join("methods.toml")).map_err(|error| {
        error.version(name).remedy("every version needs this file: copy the nearest version's and see spec/README.md")
    })
}

/// Names a file of `spec/` the same way on every machine.
fn place(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', "/");
    match text.rfind("spec/") {
        Some(start) => text[start..].to_owned(),
        None => text,
    }
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).map_err(|error| Error::new(Stage::Load, format!("can't be read: {error}")).at(place(path)))
}

fn read_text(path: &Path) -> Result<String> {
    let bytes = read(path)?;
    String::from_utf8(bytes).map_err(|_| Error::new(Stage::Load, "is not UTF-8").at(place(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(schema: &str, omit: &[&str]) -> Spec {
        Spec {
            name: "draft".into(),
            label: "draft".into(),
            row: None,
            schema: schema.into(),
            omit: omit.iter().map(|pointer| (*pointer).to_owned()).collect(),
            repairs: None,
            methods: String::new(),
        }
    }

    #[test]
    fn an_omitted_property_also_leaves_required() {
        let schema = r#"{"$defs":{"A":{"properties":{"a/b":{},"c":{}},"required":["a/b","c"]},"B":{}}}"#;
        let document = spec(schema, &["/$defs/A/properties/a~1b", "/$defs/B"]).document().unwrap();
        assert_eq!(document, serde_json::json!({"$defs":{"A":{"properties":{"c":{}},"required":["c"]}}}));
    }

    #[test]
    fn an_omit_entry_that_matches_nothing_is_an_error_that_names_it() {
        let error = spec(r#"{"$defs":{}}"#, &["/$defs/Gone"]).document().unwrap_err();
        assert_eq!(error.at.as_deref(), Some("/$defs/Gone"));
        assert_eq!(error.version.as_deref(), Some("draft"));
        assert_eq!(error.exit_code(), 2);
    }

    #[test]
    fn a_schema_that_is_no_json_object_is_an_error_and_no_panic() {
        for text in ["", "[]", "<html>", "{\"a\":"] {
            assert_eq!(spec(text, &[]).document().unwrap_err().stage, Stage::Load);
        }
    }
}
