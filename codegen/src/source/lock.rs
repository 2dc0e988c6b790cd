//! `spec/lock.toml`: which bytes each version is generated from.

use std::fmt::Write as _;
use std::path::Path;

use serde::Deserialize;

use super::{Error, LOCK, Origin, Result, Stage, read_text};

const HEADER: &str = "\
# Which bytes each spec version is generated from. `codegen` rewrites this file when it takes in a version, so
# comments of your own don't last; see spec/README.md.
#
# [[spec]]
#   name       the version, and its directory below spec/
#   channel    \"stable\": the bytes never change; \"draft\": follows its first source
#   version    exactly what was taken in: the npm version, or the start of the hash where a source has no versions
#   sha256     of spec/<name>/schema.json, which holds the first source's bytes, never edited
#   repairs    the known faults of these bytes, by the name of the repair that mends each; one too many is an error
# [[spec.source]], tried in turn until one is reached
#   from       npm:@scope/name@version-or-tag, an https URL, or a path below this workspace
#   path       npm only: the file in the package (default dist/src/generated/schema.json)
#   integrity  npm only: the registry's own hash of the package at `version`
#   sha256     of this source's bytes, where they are not the ones above: they are verified, not generated from
#   omit       JSON pointers taken out before anything else; one that matches nothing is an error
";

/// Whether a version's bytes may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Channel {
    /// Never: other bytes are an error.
    Stable,
    /// Whenever upstream's do.
    Draft,
}

impl Channel {
    /// The channel of a version that the lock doesn't have.
    #[must_use]
    pub fn of(name: &str) -> Channel {
        if name == "draft" { Channel::Draft } else { Channel::Stable }
    }
}

/// One spec version.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The version's name: its directory below `spec/`.
    pub name: String,
    /// Whether its bytes may change.
    pub channel: Channel,
    /// The exact upstream version of the pinned bytes.
    pub version: String,
    /// The hash of `spec/<name>/schema.json`.
    pub sha256: String,
    /// The named repairs that these bytes need.
    pub repairs: Vec<String>,
    /// Where the bytes come from, in the order to try.
    #[serde(rename = "source")]
    pub sources: Vec<Source>,
}

/// One place that a version's bytes come from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// `npm:@scope/name@selector`, an https URL, or a path below the workspace root.
    pub from: String,
    /// The file in the package, where it isn't the default one.
    pub path: Option<String>,
    /// The registry's hash of the package at the row's version.
    pub integrity: Option<String>,
    /// The hash of this source's bytes, where they are not the pinned ones.
    pub sha256: Option<String>,
    /// JSON pointers removed from this source's bytes before anything else.
    #[serde(default)]
    pub omit: Vec<String>,
}

/// The whole lock.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lock {
    /// The versions, as the file orders them.
    #[serde(rename = "spec")]
    pub rows: Vec<Row>,
}

impl Source {
    /// What `from` and `path` name.
    ///
    /// # Errors
    /// When they name no source.
    pub fn origin(&self) -> Result<Origin> {
        match &self.path {
            Some(path) => Origin::parse(&format!("{}#{path}", self.from)),
            None => Origin::parse(&self.from),
        }
    }
}

impl Row {
    /// What is removed from the pinned bytes, which are the first source's.
    #[must_use]
    pub fn omit(&self) -> &[String] {
        self.sources.first().map_or(&[], |source| &source.omit)
    }

    fn fault(&self) -> Option<String> {
        if !is_plain_name(&self.name) {
            return Some("`name` must be a plain directory name".into());
        }
        let hashes = self.sources.iter().filter_map(|source| source.sha256.as_ref());
        if !hashes.chain([&self.sha256]).all(|hash| is_sha256(hash)) {
            return Some("`sha256` must be 64 lower-case hexadecimal digits".into());
        }
        let Some(first) = self.sources.first() else {
            return Some("needs a [[spec.source]]".into());
        };
        if first.sha256.is_some() {
            return Some("the first source's bytes are the pinned ones: its `sha256` is the row's".into());
        }
        self.sources.iter().find_map(|source| match source.origin() {
            Err(error) => Some(error.message),
            Ok(Origin::Npm { .. }) => None,
            Ok(_) if source.path.is_some() || source.integrity.is_some() => {
                Some(format!("`path` and `integrity` mean nothing for `{}`", source.from))
            }
            Ok(_) => None,
        })
    }
}

impl Lock {
    /// Reads `lock.toml` in `spec_dir`.
    ///
    /// # Errors
    /// When the file is missing or means nothing.
    pub fn load(spec_dir: &Path) -> Result<Lock> {
        Lock::parse(&read_text(&spec_dir.join("lock.toml"))?)
    }

    /// Reads the text of a lock.
    ///
    /// # Errors
    /// When it is no TOML, or has an unknown key, a repeated name or a senseless value.
    pub fn parse(text: &str) -> Result<Lock> {
        let refuse = |place: String, message: String| Err(Error::new(Stage::Load, message).at(place));
        let lock: Lock = match toml::from_str(text) {
            Ok(lock) => lock,
            Err(error) => return refuse(LOCK.into(), error.to_string()),
        };
        for (index, row) in lock.rows.iter().enumerate() {
            let place = format!("{LOCK}: {}", row.name);
            if let Some(fault) = row.fault() {
                return refuse(place, fault);
            }
            if lock.rows[..index].iter().any(|other| other.name == row.name) {
                return refuse(place, "two rows have this name".into());
            }
        }
        Ok(lock)
    }

    /// The row of the version `name`.
    #[must_use]
    pub fn row(&self, name: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.name == name)
    }

    /// Puts `row` in the place of the row of its name, or at the end.
    pub fn set(&mut self, row: Row) {
        match self.rows.iter_mut().find(|other| other.name == row.name) {
            Some(place) => *place = row,
            None => self.rows.push(row),
        }
    }

    /// The text of the lock; reads back as the same lock.
    #[must_use]
    pub fn render(&self) -> String {
        let mut out = HEADER.to_owned();
        for row in &self.rows {
            let channel = match row.channel {
                Channel::Stable => "stable",
                Channel::Draft => "draft",
            };
            out.push_str("\n[[spec]]\n");
            pair(&mut out, "name", &row.name);
            pair(&mut out, "channel", channel);
            pair(&mut out, "version", &row.version);
            pair(&mut out, "sha256", &row.sha256);
            list(&mut out, "repairs", &row.repairs);
            for source in &row.sources {
                out.push_str("\n[[spec.source]]\n");
                pair(&mut out, "from", &source.from);
                for (key, value) in
                    [("path", &source.path), ("integrity", &source.integrity), ("sha256", &source.sha256)]
                {
                    if let Some(value) = value {
                        pair(&mut out, key, value);
                    }
                }
                if !source.omit.is_empty() {
                    list(&mut out, "omit", &source.omit);
                }
            }
        }
        out
    }
}

fn is_sha256(text: &str) -> bool {
    text.len() == 64 && text.chars().all(|c| matches!(c, '0'..='9' | 'a'..='f'))
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

// Writing to a String can't fail.
fn pair(out: &mut String, key: &str, value: &str) {
    let _ = writeln!(out, "{key} = {}", quoted(value));
}

fn list(out: &mut String, key: &str, values: &[String]) {
    let lines: String = values.iter().map(|value| format!("    {},\n", quoted(value))).collect();
    let _ = if lines.is_empty() { writeln!(out, "{key} = []") } else { writeln!(out, "{key} = [\n{lines}]") };
}

/// Whether a version can be called so: its name is a folder's, and a module's.
pub fn is_plain_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
    !name.is_empty() && !name.starts_with('.') && name.chars().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMITTED: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../spec/lock.toml"));

    #[test]
    fn the_committed_lock_is_written_as_it_would_be_rewritten() {
        assert_eq!(Lock::parse(COMMITTED).unwrap().render(), COMMITTED);
    }

    #[test]
    fn awkward_text_survives_a_rewrite() {
        let mut lock = Lock::parse(COMMITTED).unwrap();
        lock.rows[0].version = "a\"b\\c\nd'''e\u{1}".into();
        assert_eq!(Lock::parse(&lock.render()).unwrap(), lock);
    }

    #[test]
    fn a_key_the_lock_does_not_know_is_an_error() {
        let text = COMMITTED.replacen("channel =", "chanel = \"x\"\nchannel =", 1);
        assert!(Lock::parse(&text).unwrap_err().message.contains("chanel"));
    }

    #[test]
    fn a_senseless_row_is_an_error_that_names_it() {
        type Fault = fn(&mut Row);
        let faults: [Fault; 6] = [
            |row| row.sha256.push('0'),
            |row| row.sources.clear(),
            |row| row.sources[0].from = "ftp://host/x".into(),
            |row| row.sources[0].sha256 = Some(row.sha256.clone()),
            |row| row.sources[1].path = Some("x".into()),
            |row| row.name = "../draft".into(),
        ];
        for fault in faults {
            let mut lock = Lock::parse(COMMITTED).unwrap();
            fault(&mut lock.rows[1]);
            let error = Lock::parse(&lock.render()).unwrap_err();
            assert!(error.at.as_ref().unwrap().starts_with(LOCK), "{error}");
        }
        let mut lock = Lock::parse(COMMITTED).unwrap();
        lock.rows[1].name = lock.rows[0].name.clone();
        assert!(Lock::parse(&lock.render()).is_err());
    }
}
