//! `codegen diff` and `codegen history`: what changed, for a reviewer.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use codegen::diff::{self, Report, Verdict};
use codegen::error::{Error, Result, Stage};
use codegen::fetch::Fetcher;
use codegen::source::{Inputs, Lock, Origin, Spec};
use serde::Deserialize;

use crate::{current_dir, fetcher, find_root};

/// Tells what changed between two versions on the wire, whom it breaks, and which version the generated crate needs.
#[derive(Args)]
#[command(after_help = "\
FROM and TO: a version of spec/lock.toml, npm:@scope/name@version, a URL, the path of a schema or of a version's directory
beside its lock.toml (whose methods.toml counts then), `locked` (the pinned bytes of --spec) or `latest` (what upstream
publishes for --spec).

Exit codes:
  0  fine, whatever changed
  1  --fail-on: it is that bad
  2  bad input or usage
  3  network: a source was not reached")]
pub struct DiffArgs {
    /// The old version
    #[arg(default_value = "locked")]
    from: String,
    /// The new version
    #[arg(default_value = "latest")]
    to: String,
    /// The version whose methods.toml places the messages, and which `locked` and `latest` mean
    #[arg(long, default_value = "draft", value_name = "NAME")]
    spec: String,
    /// How to print it
    #[arg(long, default_value = "text")]
    format: Format,
    /// Exit 1 on a breaking change or on any, and when something could not be compared
    #[arg(long, value_name = "WHAT")]
    fail_on: Option<FailOn>,
    /// The workspace (default: the nearest directory upwards that holds spec/lock.toml)
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

/// Writes spec/HISTORY.md: what every release of spec/history.toml changed.
#[derive(Args)]
pub struct HistoryArgs {
    /// Compare with the file instead of writing it; exit 1 when it is stale
    #[arg(long)]
    check: bool,
    /// The workspace (default: the nearest directory upwards that holds spec/lock.toml)
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Markdown,
    Json,
}

#[derive(Clone, Copy, ValueEnum)]
enum FailOn {
    Breaking,
    Any,
}

/// Runs `codegen diff`.
pub fn diff(args: &DiffArgs) -> Result<(String, ExitCode)> {
    let root = args.root.clone().map_or_else(find_root, Ok)?;
    let reader =
        Reader { inputs: Inputs::load(&root.join("spec"))?, fetcher: fetcher(&root), root, spec: args.spec.clone() };
    let (from, to) = (reader.side(&args.from)?, reader.side(&args.to)?);
    let report = diff::diff(&reader.inputs, &from, &to)?;
    let text = match args.format {
        Format::Text => diff::text(&report),
        Format::Markdown => diff::markdown(&report),
        Format::Json => diff::json(&report)?,
    };
    let fails = match args.fail_on {
        None => false,
        // What could not be compared may be anything.
        Some(_) if !report.gaps.is_empty() => true,
        Some(FailOn::Breaking) => report.verdict == Verdict::Breaking,
        Some(FailOn::Any) => !report.changes.is_empty(),
    };
    Ok((text, ExitCode::from(u8::from(fails))))
}

struct Reader {
    inputs: Inputs,
    fetcher: Fetcher,
    root: PathBuf,
    spec: String,
}

impl Reader {
    /// The bytes a reader means by FROM or TO.
    fn side(&self, name: &str) -> Result<Spec> {
        let pinned = |name: &str| self.inputs.specs.iter().find(|spec| spec.name == name);
        let own = pinned(&self.spec)
            .ok_or_else(|| Error::new(Stage::Usage, format!("the lock has no version `{}`", self.spec)).at("--spec"))?;
        match name {
            "locked" => Ok(own.clone()),
            "latest" => {
                let source = own.row.as_ref().and_then(|row| row.sources.first());
                let source =
                    source.ok_or_else(|| Error::new(Stage::Usage, format!("`{}` has no source", self.spec)))?;
                self.fetch(&source.origin()?)
            }
            name => match pinned(name) {
                Some(spec) => Ok(spec.clone()),
                None => match Origin::parse(name)? {
                    Origin::File(path) => self.file(name, &current_dir()?.join(path)),
                    origin => self.fetch(&origin),
                },
            },
        }
    }

    /// A schema file, or a version as another `spec/` pins it.
    fn file(&self, name: &str, path: &Path) -> Result<Spec> {
        if !path.is_dir() {
            return Ok(Spec { label: name.to_owned(), ..self.fetch(&Origin::File(path.to_owned()))? });
        }
        let (dir, version) = (path.parent().unwrap_or(path), path.file_name().unwrap_or_default().to_string_lossy());
        let lock = Lock::load(dir)?;
        let row = lock.row(&version).ok_or_else(|| {
            Error::new(Stage::Usage, format!("the lock beside it has no version `{version}`")).at(name)
        })?;
        Spec::pinned(dir, row)
    }

    fn fetch(&self, origin: &Origin) -> Result<Spec> {
        let fetched = self.fetcher.bytes(origin, None)?;
        Spec::unpinned(&self.root.join("spec"), &self.spec, &fetched.label, fetched.bytes, Vec::new())
    }
}

/// `spec/history.toml`: the releases whose schemas differ.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct History {
    /// The npm package.
    package: String,
    /// Its releases, oldest first.
    release: Vec<Release>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Release {
    /// The npm version.
    version: String,
    /// Later versions with the same bytes.
    #[serde(default)]
    same: Vec<String>,
    /// The hash of the schema bytes.
    sha256: String,
}

const HISTORY: &str = "spec/HISTORY.md";

/// Runs `codegen history`.
pub fn history(args: &HistoryArgs) -> Result<(String, ExitCode)> {
    let root = args.root.clone().map_or_else(find_root, Ok)?;
    let path = root.join("spec/history.toml");
    let read = |path: &Path| {
        std::fs::read_to_string(path)
            .map_err(|error| Error::new(Stage::Load, error.to_string()).at(path.display().to_string()))
    };
    let history: History = toml::from_str(&read(&path)?)
        .map_err(|error| Error::new(Stage::Load, error.to_string()).at("spec/history.toml"))?;
    let text = print(&root, &history)?;
    let target = root.join(HISTORY);
    let current = read(&target).unwrap_or_default();
    if current == text {
        return Ok((format!("unchanged {HISTORY}\n"), ExitCode::SUCCESS));
    }
    if args.check {
        let diff = codegen::tree::unified(Path::new(HISTORY), Some(current.as_bytes()), Some(&text));
        return Ok((format!("{diff}\n{HISTORY} is stale; run: cargo run -p codegen -- history\n"), ExitCode::from(1)));
    }
    let mut batch = codegen::tree::Batch::default();
    batch.put(target, text.as_bytes());
    batch.commit()?;
    Ok((format!("written   {HISTORY}\n"), ExitCode::SUCCESS))
}

fn print(root: &Path, history: &History) -> Result<String> {
    let spec_dir = root.join("spec");
    let (inputs, fetcher) = (Inputs::load(&spec_dir)?, fetcher(root));
    let draft = Lock::load(&spec_dir)?.rows.into_iter().find(|row| row.channel == codegen::source::Channel::Draft);
    let draft = draft.map_or_else(|| "draft".to_owned(), |row| row.name);
    let mut specs = Vec::new();
    for release in &history.release {
        let origin = Origin::parse(&format!("npm:{}@{}", history.package, release.version))?;
        let fetched = fetcher.bytes(&origin, None)?;
        let actual = codegen::source::sha256_hex(&fetched.bytes);
        if actual != release.sha256 {
            let message = format!("bytes that never change have changed: sha256 {actual}, not {}", release.sha256);
            return Err(Error::new(Stage::Load, message).version(&release.version).at("spec/history.toml"));
        }
        specs.push(Spec::unpinned(&spec_dir, &draft, &release.version, fetched.bytes, Vec::new())?);
    }
    let reports = specs.windows(2).map(|pair| diff::diff(&inputs, &pair[0], &pair[1]));
    Ok(page(history, &reports.collect::<Result<Vec<_>>>()?))
}

fn page(history: &History, reports: &[Report]) -> String {
    let mut page = format!(
        "# What each release changed\n\nWritten by `cargo run -p codegen -- history` from the schemas that `{}` publishes; do not edit.\n\n\
         | release | same bytes | verdict | generated crate | changes | descriptions |\n|---|---|---|---|---|---|\n",
        history.package
    );
    for (index, release) in history.release.iter().enumerate() {
        let cells = match index.checked_sub(1).and_then(|index| reports.get(index)) {
            None => "first with a schema | | |".to_owned(),
            Some(report) => format!(
                "{} | {} | {} | {} |",
                report.verdict.word(),
                report.bump.word(),
                report.changes.len(),
                report.descriptions.len()
            ),
        };
        let _ = writeln!(page, "| {} | {} | {cells}", release.version, release.same.join(", "));
    }
    for report in reports {
        let _ = write!(page, "\n{}", diff::markdown(report));
    }
    page
}
