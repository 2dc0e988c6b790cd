//! Turns the published MCP Apps JSON Schemas into Rust, in one direction:
//! load → repair → normalize → lower → emit → tree.
//!
//! The library is pure and offline; the command (feature `cli`) fetches and writes.

#![deny(missing_docs)]

pub mod diff;
pub mod docs;
pub mod emit;
pub mod error;
#[cfg(feature = "cli")]
pub mod fetch;
#[cfg(test)]
mod golden;
pub mod lower;
pub mod model;
mod naming;
pub mod normalize;
pub mod repair;
pub mod schema;
pub mod source;
pub mod tree;
#[doc(hidden)]
#[allow(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "support code of the generated crate, compiled here for its tests"
)]
pub mod wire;

use docs::Docs;
use error::{Error, Result, Stage};
use lower::{Protocol, Table};
use model::Model;
use normalize::Names;
use schema::Document;
use source::{Inputs, Spec};

/// What a run makes, before anything is written.
#[derive(Clone, Debug)]
pub struct Generated {
    /// Every file below `generated/`.
    pub files: tree::Files,
    /// What the person who runs the generator should know; empty for what is pinned.
    pub warnings: Vec<String>,
}

/// Everything below `generated/`, for all versions together.
///
/// # Errors
/// When an input is faulty; the error names stage, version, place and remedy.
pub fn generate(inputs: &Inputs) -> Result<Generated> {
    let mut docs = Docs::parse(&inputs.docs)?;
    let mut warnings = Vec::new();
    let mut protocols = Vec::new();
    for spec in &inputs.specs {
        let mut protocol = protocol(inputs, spec)?;
        let missing = docs.describe(&mut protocol);
        let found = protocol.model.warnings.iter().cloned().chain(missing);
        warnings.extend(found.map(|warning| format!("[{}] {warning}", spec.name)));
        protocols.push(protocol);
    }
    warnings.extend(docs.unused());
    Ok(Generated { files: emit::emit(&protocols)?, warnings })
}

/// One version, up to its descriptions: load → repair → normalize → lower.
///
/// # Errors
/// When an input is faulty; the error names stage, version, place and remedy.
pub fn protocol(inputs: &Inputs, spec: &Spec) -> Result<Protocol> {
    let lowered = || {
        let model = model(inputs, spec)?;
        lower::lower(model, Table::parse(&spec.name, &spec.methods)?)
    };
    lowered().map_err(|error: Error| error.version(&spec.name))
}

/// One version's types: load → repair → normalize.
///
/// # Errors
/// When an input is faulty; the error names stage, place and remedy.
pub fn model(inputs: &Inputs, spec: &Spec) -> Result<Model> {
    model_of(inputs, &spec.name, spec.document()?, spec.repairs.as_deref(), &|_| true)
}

/// What prefixes the pointers into our own schema.
const OURS: &str = "spec/mcp.schema.json#";

/// `keep` tells which of our own definitions to add.
fn model_of(
    inputs: &Inputs,
    name: &str,
    raw: serde_json::Value,
    repairs: Option<&[String]>,
    keep: &dyn Fn(&str) -> bool,
) -> Result<Model> {
    let names = Names::parse(&inputs.names)?;
    let ours = serde_json::from_str(&inputs.mcp_schema)
        .map_err(|error| Error::new(Stage::Load, error.to_string()).at("spec/mcp.schema.json"))?;
    let mut ours = Document::parse(&ours, OURS)?;
    ours.defs.retain(|name, _| keep(name));
    let document = repair::repair(raw, repairs)?;
    let document = normalize::normalize(document, ours, &names)?;
    Model::from_document(name, document)
}

/// The repairs a version's bytes need, for its row of `spec/lock.toml`.
///
/// # Errors
/// When the bytes are no schema the generator understands.
pub fn matching_repairs(spec: &Spec) -> Result<Vec<String>> {
    repair::matching(spec.document()?)
}
