//! Which bytes each version is generated from, and what the lock shall say of them.

use std::path::Path;

use codegen::error::{Error, Result, Stage};
use codegen::fetch::{Fetched, Fetcher, Pin};
use codegen::source::{
    Channel, DEFAULT_ENTRY, Inputs, LOCK, Lock, Origin, Row, Source, Spec, is_plain_name, sha256_hex,
};

/// What a run starts from.
pub struct Intake {
    /// What is generated from.
    pub inputs: Inputs,
    /// The lock, as it was.
    pub lock: Lock,
    /// The versions to write to `spec/` with the output.
    pub moved: Vec<Row>,
    /// One line for each version that upstream confirmed.
    pub verified: Vec<String>,
    /// One paragraph for each version whose upstream wasn't reached.
    pub missed: Vec<String>,
}

impl Intake {
    /// The pinned bytes alone.
    pub fn pinned(spec_dir: &Path) -> Result<Intake> {
        let (lock, inputs) = (Lock::load(spec_dir)?, Inputs::load(spec_dir)?);
        Ok(Intake { inputs, lock, moved: Vec::new(), verified: Vec::new(), missed: Vec::new() })
    }

    /// The pinned bytes, and for the versions `names` what upstream has now; with `must`, upstream must be reached.
    pub fn upstream(spec_dir: &Path, fetcher: &Fetcher, names: &[String], must: bool) -> Result<Intake> {
        let mut intake = Intake::pinned(spec_dir)?;
        for row in intake.lock.rows.clone() {
            if names.is_empty() || names.contains(&row.name) {
                match reach(fetcher, &row).map_err(|error| error.version(&row.name))? {
                    Ok((index, fetched)) => intake.compare(spec_dir, &row, index, fetched)?,
                    Err(missed) if must => return Err(missed.version(&row.name)),
                    Err(missed) => intake.missed.push(missed.version(&row.name).to_string()),
                }
            }
        }
        Ok(intake)
    }

    /// The pinned bytes, and for the version `name` those at `origin`; with `save`, for `spec/` too.
    pub fn other(spec_dir: &Path, fetcher: &Fetcher, name: &str, origin: &Origin, save: bool) -> Result<Intake> {
        if !is_plain_name(name) {
            return Err(Error::new(Stage::Usage, format!("`{name}` is no plain directory name"))
                .remedy("name the version as its folder in spec/ is to be called, like 2026-01-26 or draft"));
        }
        let lock = Lock::load(spec_dir)?;
        let old = lock.row(name);
        let known = old.and_then(|row| row.sources.iter().position(|source| is_same(source, origin)));
        let fetched = fetcher.bytes(origin, old.and_then(|row| pin(row, row.sources.get(known?)?)))?;
        let row = if save { Some(saved(name, old, known, origin, &fetched)?) } else { None };
        let same = old.filter(|row| row.sha256 == sha256_hex(&fetched.bytes));
        let spec = match (&row, same) {
            (Some(row), _) => unrepaired(spec_dir, row, fetched.bytes)?,
            (None, Some(row)) => Spec::of_row(spec_dir, row, fetched.bytes)?,
            (None, None) => {
                let omit = old.zip(known).map(|(row, index)| row.sources[index].omit.clone());
                Spec::unpinned(spec_dir, name, &fetched.label, fetched.bytes, omit.unwrap_or_default())?
            }
        };
        let inputs = Inputs::load_replacing(spec_dir, spec)?;
        let moved = row.into_iter().collect();
        Ok(Intake { inputs, lock, moved, verified: Vec::new(), missed: Vec::new() })
    }

    /// Holds what source `index` of `row` has against the lock: as pinned, moved, or wrong.
    fn compare(&mut self, spec_dir: &Path, row: &Row, index: usize, fetched: Fetched) -> Result<()> {
        let (source, actual) = (&row.sources[index], sha256_hex(&fetched.bytes));
        let fixed = source.sha256.as_ref().or((row.channel == Channel::Stable).then_some(&row.sha256));
        let same_version = fetched.version.as_ref().is_none_or(|version| *version == row.version);
        if actual == *fixed.unwrap_or(&row.sha256) && (fixed.is_some() || same_version) {
            self.verified.push(format!("{} {} ({})", row.name, row.version, fetched.label));
            return Ok(());
        }
        let refuse = |message: String| Err(Error::new(Stage::Load, message).version(&row.name).at(&fetched.label));
        if fixed.is_some() || fetched.version.as_ref() == Some(&row.version) {
            let expected = fixed.unwrap_or(&row.sha256);
            return refuse(format!("bytes that never change have changed: sha256 {actual}, the lock says {expected}"));
        }
        if source.omit != row.omit() {
            return refuse(format!("upstream moved, but this source's `omit` is not the first source's; see {LOCK}"));
        }
        let mut moved = row.clone();
        moved.sources.iter_mut().for_each(|source| source.integrity = None);
        moved.sources[index].integrity = fetched.integrity.clone();
        moved.version = version(&fetched);
        moved.sha256 = actual;
        let spec = unrepaired(spec_dir, &moved, fetched.bytes)?;
        self.inputs.specs.iter_mut().filter(|old| old.name == spec.name).for_each(|old| *old = spec.clone());
        self.moved.push(moved);
        Ok(())
    }
}

/// The first source of `row` that answers, or why none did.
fn reach(fetcher: &Fetcher, row: &Row) -> Result<Result<(usize, Fetched)>> {
    let mut missed = Vec::new();
    for (index, source) in row.sources.iter().enumerate() {
        match fetcher.bytes(&source.origin()?, pin(row, source)) {
            Ok(fetched) => return Ok(Ok((index, fetched))),
            Err(error) if error.stage == Stage::Fetch => {
                missed.push(format!("{}: {}", error.at.unwrap_or_default(), error.message));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(Err(Error::new(Stage::Fetch, format!("no source was reached\n  {}", missed.join("\n  ")))
        .remedy("mend the connection or the registry's configuration; --locked works without either")))
}

fn pin<'a>(row: &'a Row, source: &'a Source) -> Option<Pin<'a>> {
    source.integrity.as_deref().map(|integrity| Pin { version: &row.version, integrity })
}

/// A version whose repairs are still to be found out.
fn unrepaired(spec_dir: &Path, row: &Row, bytes: Vec<u8>) -> Result<Spec> {
    Ok(Spec { repairs: None, ..Spec::of_row(spec_dir, row, bytes)? })
}

/// The same file of the same package, or the same URL; the version doesn't count.
fn is_same(source: &Source, origin: &Origin) -> bool {
    match (source.origin(), origin) {
        (Ok(Origin::Npm { package, entry, .. }), Origin::Npm { package: other, entry: file, .. }) => {
            package == *other && entry == *file
        }
        (Ok(known), origin) => known == *origin,
        (Err(_), _) => false,
    }
}

/// What names these bytes: the source's version, or else the start of their hash.
fn version(fetched: &Fetched) -> String {
    fetched.version.clone().unwrap_or_else(|| format!("sha256:{}", &sha256_hex(&fetched.bytes)[..12]))
}

/// The row of `name` after saving what came from `origin`: that source is now the first.
fn saved(name: &str, old: Option<&Row>, known: Option<usize>, origin: &Origin, fetched: &Fetched) -> Result<Row> {
    let mut row = old.cloned().unwrap_or_else(|| Row {
        name: name.to_owned(),
        channel: Channel::of(name),
        version: String::new(),
        sha256: String::new(),
        repairs: Vec::new(),
        sources: Vec::new(),
    });
    let stable = row.channel == Channel::Stable;
    let local = matches!(origin, Origin::File(_));
    if local && (stable || row.sources.is_empty()) {
        return Err(Error::new(
            Stage::Usage,
            "a local file can't be saved as the source of a version that others fetch",
        )
        .version(name)
        .remedy("save from npm:@scope/name@version or an https URL"));
    }
    let first = known.filter(|_| !local).map(|index| row.sources.remove(index));
    for source in &mut row.sources {
        source.integrity = None;
        if stable {
            source.sha256.get_or_insert_with(|| row.sha256.clone());
        }
    }
    if !local {
        row.sources.insert(0, first_source(first, stable, origin, fetched));
    }
    row.version = version(fetched);
    row.sha256 = sha256_hex(&fetched.bytes);
    Ok(row)
}

fn first_source(known: Option<Source>, stable: bool, origin: &Origin, fetched: &Fetched) -> Source {
    let mut source = known.unwrap_or_default();
    source.sha256 = None;
    source.integrity = fetched.integrity.clone();
    if let (Origin::Npm { package, selector, entry }, true) = (origin, stable || source.from.is_empty()) {
        let selector = if stable { fetched.version.as_ref().unwrap_or(selector) } else { selector };
        source.from = format!("npm:{package}@{selector}");
        source.path = (entry != DEFAULT_ENTRY).then(|| entry.clone());
    } else if let Origin::Url(url) = origin {
        source.from.clone_from(url);
    }
    source
}
