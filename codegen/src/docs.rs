//! `spec/docs.toml`: our words for what the schema leaves undescribed.

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
    used: BTreeSet<(usize, String)>,
}

impl Docs {
    /// Reads `spec/docs.toml`.
    pub fn parse(text: &str) -> Result<Docs> {
        toml::from_str(text).map_err(|error| Error::new(Stage::Load, error.to_string()).at("spec/docs.toml"))
    }

    /// Describes everything of `protocol` that upstream does not, and returns what is left.
    ///
    /// A new draft may bring members nobody has described yet; that must not keep it from being
    /// taken in, but a test keeps it from staying so.
    pub fn describe(&mut self, protocol: &mut Protocol) -> Vec<String> {
        let mut missing = Vec::new();
        for (name, definition) in &mut protocol.model.types {
            missing.extend(self.fill(&mut definition.doc, TYPES, name, &definition.at));
            match &mut definition.kind {
                Kind::Struct { fields, .. } => {
                    for (wire, field) in fields {
                        missing.extend(self.fill(&mut field.doc, FIELDS, &format!("{name}.{wire}"), &field.at));
                    }
                }
                Kind::Enum(members) => {
                    for member in members {
                        // A style variable's name says all there is to say.
                        if member.value.starts_with("--") {
                            member.doc = Some(format!("`{}`", member.value));
                        }
                        let key = format!("{name}.{}", member.value);
                        missing.extend(self.fill(&mut member.doc, MEMBERS, &key, &definition.at));
                    }
                }
                _ => {}
            }
        }
        for method in &mut protocol.methods {
            let mut doc = None;
            missing.extend(self.fill(&mut doc, METHODS, &method.row.direction(), "methods.toml"));
            method.doc = doc.unwrap_or_default();
        }
        missing
    }

    fn fill(&mut self, doc: &mut Option<String>, table: usize, key: &str, at: &str) -> Option<String> {
        if doc.is_some() {
            return None;
        }
        if let Some(ours) = self.tables()[table].1.get(key) {
            *doc = Some(ours.clone());
            self.used.insert((table, key.to_owned()));
            return None;
        }
        *doc = Some("Not described upstream.".to_owned());
        let (name, _) = self.tables()[table];
        Some(format!("nothing describes `{key}` ({at}): add it to [{name}] in spec/docs.toml"))
    }

    fn tables(&self) -> [(&'static str, &BTreeMap<String, String>); 4] {
        [("types", &self.types), ("fields", &self.fields), ("members", &self.members), ("methods", &self.methods)]
    }

    /// The entries no version needed.
    pub fn unused(&self) -> Vec<String> {
        let mut unused = Vec::new();
        for (table, (name, entries)) in self.tables().into_iter().enumerate() {
            let keys = entries.keys().filter(|key| !self.used.contains(&(table, (*key).clone())));
            unused
                .extend(keys.map(|key| format!("no version needs `{key}`: remove it from [{name}] in spec/docs.toml")));
        }
        unused
    }
}

const TYPES: usize = 0;
const FIELDS: usize = 1;
const MEMBERS: usize = 2;
const METHODS: usize = 3;
