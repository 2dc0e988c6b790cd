//! `spec/docs.toml`: our words for what the schema leaves undescribed.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::error::{Error, Result, Stage};
use crate::lower::Protocol;
use crate::model::Kind;

/// The parsed table, which remembers what was used.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Docs {
    types: BTreeMap<String, String>,
    fields: BTreeMap<String, String>,
    members: BTreeMap<String, String>,
    methods: BTreeMap<String, String>,
    #[serde(skip)]
    used: RefCell<BTreeSet<String>>,
}

impl Docs {
    /// Reads `spec/docs.toml`.
    pub fn parse(text: &str) -> Result<Docs> {
        toml::from_str(text).map_err(|error| Error::new(Stage::Load, error.to_string()).at("spec/docs.toml"))
    }

    /// Describes everything of `protocol` that upstream does not.
    pub fn describe(&self, protocol: &mut Protocol) -> Result<()> {
        for (name, definition) in &mut protocol.model.types {
            self.fill(&mut definition.doc, "types", &self.types, name, &definition.at)?;
            match &mut definition.kind {
                Kind::Struct { fields, .. } => {
                    for (wire, field) in fields {
                        self.fill(&mut field.doc, "fields", &self.fields, &format!("{name}.{wire}"), &field.at)?;
                    }
                }
                Kind::Enum(members) => {
                    for member in members {
                        let key = format!("{name}.{}", member.value);
                        // A style variable's name says all there is to say.
                        if member.value.starts_with("--") {
                            member.doc = Some(format!("`{}`", member.value));
                        }
                        self.fill(&mut member.doc, "members", &self.members, &key, &definition.at)?;
                    }
                }
                _ => {}
            }
        }
        for method in &mut protocol.methods {
            let mut doc = None;
            self.fill(&mut doc, "methods", &self.methods, &method.row.direction(), "methods.toml")?;
            method.doc = doc.unwrap_or_default();
        }
        Ok(())
    }

    fn fill(&self, doc: &mut Option<String>, table: &str, entries: &BTreeMap<String, String>, key: &str, at: &str) -> Result<()> {
        if doc.is_some() {
            return Ok(());
        }
        let ours = entries.get(key).ok_or_else(|| {
            Error::new(Stage::Lower, format!("nothing describes `{key}`"))
                .at(at)
                .remedy(format!("add it to [{table}] in spec/docs.toml"))
        });
        *doc = Some(ours?.clone());
        self.used.borrow_mut().insert(format!("{table} {key}"));
        Ok(())
    }

    /// Fails on an entry no version needed.
    pub fn every_entry_was_used(&self) -> Result<()> {
        let used = self.used.borrow();
        let tables = [("types", &self.types), ("fields", &self.fields), ("members", &self.members), ("methods", &self.methods)];
        for (table, entries) in tables {
            if let Some(key) = entries.keys().find(|key| !used.contains(&format!("{table} {key}"))) {
                return Err(Error::new(Stage::Lower, format!("no version needs the entry `{key}` of [{table}]"))
                    .at("spec/docs.toml")
                    .remedy("remove it: the schema describes it, or it no longer exists"));
            }
        }
        Ok(())
    }
}
