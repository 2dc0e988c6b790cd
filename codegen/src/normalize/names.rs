//! `spec/names.toml`: the names of shapes the schema writes inline.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::error::{Error, Result, Stage};

/// The parsed table.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Names {
    /// Recurring MCP objects.
    #[serde(default, rename = "shape")]
    pub shapes: Vec<ShapeName>,
    /// String-or-integer ids.
    #[serde(default, rename = "id")]
    pub ids: Vec<IdName>,
    /// Unions of named shapes.
    #[serde(default, rename = "union")]
    pub unions: Vec<UnionName>,
    /// Names by pointer into the normalized schema.
    #[serde(default)]
    pub names: BTreeMap<String, String>,
}

/// How a recurring object is recognised.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShapeName {
    /// The name it gets.
    pub name: String,
    /// The constant of its `type` member.
    pub tag: Option<String>,
    /// The properties it stands under.
    #[serde(default)]
    pub under: Vec<String>,
    /// The members of which it has at least one.
    #[serde(default)]
    pub any: Vec<String>,
}

/// The name of an id under some properties.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IdName {
    /// The name it gets.
    pub name: String,
    /// The properties it stands under.
    pub under: Vec<String>,
}

/// How a union of named shapes is recognised.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnionName {
    /// The name it gets.
    pub name: String,
    /// The members it must have.
    pub of: Vec<String>,
}

impl Names {
    /// Reads `spec/names.toml`.
    pub fn parse(text: &str) -> Result<Names> {
        toml::from_str(text).map_err(|error| Error::new(Stage::Load, error.to_string()).at("spec/names.toml"))
    }
}
