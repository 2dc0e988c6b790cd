//! The command: takes in the schemas, generates, and writes or compares.

mod intake;
mod review;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use codegen::Generated;
use codegen::error::{Error, Result, Stage};
use codegen::fetch::{Fetcher, Limits, Registry};
use codegen::source::{Lock, Origin, Row};
use codegen::tree::{Batch, Drift, Files, Outcome, unified};
use intake::Intake;

/// Of each differing file, as much as one reads.
const DIFF_LINES: usize = 200;

/// Generates `generated/` from the MCP Apps schemas that `spec/lock.toml` pins.
///
/// Without options: takes in what moved upstream, verifies what is pinned, and regenerates; when upstream can't be
/// reached, says so and generates from the pinned bytes.
#[derive(Parser)]
#[command(name = "codegen", after_help = AFTER_HELP, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    generate: Args,
}

#[derive(Subcommand)]
enum Command {
    Diff(review::DiffArgs),
    History(review::HistoryArgs),
}

#[derive(clap::Args)]
struct Args {
    /// A version to look for upstream (default: every version of the lock); all are generated either way
    #[arg(long, value_name = "NAME")]
    spec: Vec<String>,
    /// Upstream must be reached
    #[arg(long, conflicts_with_all = ["locked", "check", "from"])]
    update: bool,
    /// Use the pinned bytes and no network
    #[arg(long, conflicts_with = "from")]
    locked: bool,
    /// Only compare the pinned bytes' output (or that of --from) with the tree
    #[arg(long)]
    check: bool,
    /// Generate one version from other bytes: npm:@scope/name@version[#path/in/package], a URL, or a path
    #[arg(long, value_name = "SRC")]
    from: Option<String>,
    /// Pin the bytes of --from: write them and the lock to spec/
    #[arg(long, requires = "from", conflicts_with = "check")]
    save: bool,
    /// The workspace (default: the nearest directory upwards that holds spec/lock.toml)
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

const AFTER_HELP: &str = "\
Exit codes:
  0  fine
  1  drift: the tree is not what would be generated
  2  bad input or usage: an option, a schema, a hash that is not the pinned one
  3  network: a source that must be reached was not";

fn main() -> ExitCode {
    let cli = Cli::parse();
    let outcome = match &cli.command {
        None => run(&cli.generate),
        Some(Command::Diff(args)) => review::diff(args),
        Some(Command::History(args)) => review::history(args),
    };
    match outcome {
        Ok((report, code)) => {
            // A closed pipe is no fault of the run.
            let _ = std::io::stdout().write_all(report.as_bytes());
            code
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(error.exit_code())
        }
    }
}

fn run(args: &Args) -> Result<(String, ExitCode)> {
    let root = args.root.clone().map_or_else(find_root, Ok)?;
    let mut intake = take_in(args, &root)?;
    for missed in &intake.missed {
        eprintln!("WARNING: upstream was NOT reached; generating from the pinned bytes.\n{missed}\n");
    }
    let Generated { files, warnings } = generate(&mut intake).inspect_err(|_| {
        if !intake.moved.is_empty() {
            eprintln!("note: nothing was written; --locked generates from the pinned bytes");
        }
    })?;
    for warning in warnings {
        eprintln!("warning: {warning}");
    }
    Ok(if args.check {
        check(args, &files.check(&root.join("generated"))?)
    } else {
        (write(&root, &intake, &files)?, ExitCode::SUCCESS)
    })
}

/// The fetcher of a workspace, with the registry npm would use there.
fn fetcher(root: &Path) -> Fetcher {
    Fetcher::new(root, Registry::LikeNpm(root.to_owned()), Limits::default())
}

fn find_root() -> Result<PathBuf> {
    let here = current_dir()?;
    let root = here.ancestors().find(|dir| dir.join(codegen::source::LOCK).is_file());
    root.map(Path::to_owned).ok_or_else(|| {
        Error::new(Stage::Usage, "no directory from here upwards holds spec/lock.toml").remedy("name it with --root")
    })
}

fn current_dir() -> Result<PathBuf> {
    std::env::current_dir().map_err(|error| Error::new(Stage::Usage, format!("no working directory: {error}")))
}

fn take_in(args: &Args, root: &Path) -> Result<Intake> {
    let spec_dir = root.join("spec");
    if let Some(from) = &args.from {
        let [name] = args.spec.as_slice() else {
            return Err(Error::new(Stage::Usage, "--from needs exactly one --spec"));
        };
        let origin = match Origin::parse(from)? {
            Origin::File(path) => Origin::File(current_dir()?.join(path)),
            origin => origin,
        };
        return Intake::other(&spec_dir, &fetcher(root), name, &origin, args.save);
    }
    let lock = Lock::load(&spec_dir)?;
    if let Some(name) = args.spec.iter().find(|name| lock.row(name).is_none()) {
        let names = lock.rows.iter().map(|row| row.name.as_str()).collect::<Vec<_>>().join(", ");
        return Err(Error::new(Stage::Usage, format!("the lock has no version `{name}`; it has {names}"))
            .remedy("see spec/README.md for how to take in a new one"));
    }
    if args.locked || args.check {
        Intake::pinned(&spec_dir)
    } else {
        Intake::upstream(&spec_dir, &fetcher(root), &args.spec, args.update)
    }
}

/// Generates; a version that moved is pinned to the repairs that its new bytes need.
fn generate(intake: &mut Intake) -> Result<Generated> {
    for row in &mut intake.moved {
        for spec in intake.inputs.specs.iter_mut().filter(|spec| spec.name == row.name) {
            row.repairs = codegen::matching_repairs(spec).map_err(|error| error.version(&row.name))?;
            spec.repairs = Some(row.repairs.clone());
            spec.row = Some(row.clone());
        }
    }
    codegen::generate(&intake.inputs)
}

/// Writes the output and what moved in `spec/` together, and tells of each file.
fn write(root: &Path, intake: &Intake, files: &Files) -> Result<String> {
    let (generated, mut batch, mut lock) = (root.join("generated"), Batch::default(), intake.lock.clone());
    let mut report = String::new();
    for verified in &intake.verified {
        line(&mut report, "verified", verified);
    }
    for row in &intake.moved {
        report.push_str(&change(&generated, intake.lock.row(&row.name), row, files));
        let schema = intake.inputs.specs.iter().find(|spec| spec.name == row.name).map(|spec| &spec.schema);
        report_put(&mut report, &mut batch, root, &format!("spec/{}/schema.json", row.name), schema);
        lock.set(row.clone());
    }
    for (path, outcome) in files.stage(&generated, &mut batch)? {
        line(&mut report, word(outcome), &format!("generated/{}", path.display()));
    }
    if lock != intake.lock {
        line(&mut report, word(Outcome::Written), codegen::source::LOCK);
        batch.put_last(root.join(codegen::source::LOCK), lock.render().as_bytes());
    }
    batch.commit()?;
    Ok(report)
}

fn report_put(report: &mut String, batch: &mut Batch, root: &Path, path: &str, bytes: Option<&Vec<u8>>) {
    let Some(bytes) = bytes else { return };
    let target = root.join(path);
    let same = std::fs::read(&target).is_ok_and(|old| old == *bytes);
    line(report, word(if same { Outcome::Unchanged } else { Outcome::Written }), path);
    if !same {
        batch.put(target, bytes);
    }
}

/// What a moved version brings: its number, its repairs, and its changed lines of the surface.
fn change(generated: &Path, old: Option<&Row>, new: &Row, files: &Files) -> String {
    let mut report = String::new();
    let before = old.map_or("nothing", |row| row.version.as_str());
    line(&mut report, "moved", &format!("{} {before} -> {}", new.name, new.version));
    let known = old.map_or(&[][..], |row| &row.repairs);
    for repair in known.iter().filter(|repair| !new.repairs.contains(repair)) {
        let _ = writeln!(report, "  -repair {repair}");
    }
    for repair in new.repairs.iter().filter(|repair| !known.contains(repair)) {
        let _ = writeln!(report, "  +repair {repair}");
    }
    let path = PathBuf::from(format!("surface/{}.txt", new.name));
    let surface = std::fs::read(generated.join(&path)).unwrap_or_default();
    let diff = unified(&path, Some(&surface), files.get(&path));
    let lines = diff.lines().skip(2).filter(|line| line.starts_with(['+', '-'])).collect::<Vec<_>>();
    for line in &lines {
        let _ = writeln!(report, "  {line}");
    }
    if lines.is_empty() {
        report.push_str("  nothing changes on the surface\n");
    }
    report
}

/// The differences, those of the surface first, and what mends them.
fn check(args: &Args, drift: &[Drift]) -> (String, ExitCode) {
    let count = drift.len();
    if count == 0 {
        return ("generated/ is what would be generated\n".to_owned(), ExitCode::SUCCESS);
    }
    let mut report = String::new();
    let (first, then): (Vec<_>, Vec<_>) = drift.iter().partition(|drift| drift.path.starts_with("surface"));
    for drift in first.into_iter().chain(then) {
        for line in drift.diff.lines().take(DIFF_LINES) {
            let _ = writeln!(report, "{line}");
        }
        let more = drift.diff.lines().count().saturating_sub(DIFF_LINES);
        if more > 0 {
            let _ = writeln!(report, "... {more} more lines of generated/{}", drift.path.display());
        }
    }
    let files = if count == 1 { "file differs" } else { "files differ" };
    let mend = match (&args.from, args.spec.first()) {
        (Some(from), Some(name)) => format!("--spec {name} --from {from} --save"),
        _ => "--locked".to_owned(),
    };
    let _ = writeln!(report, "\n{count} {files}; to write what would be generated:\n  cargo run -p codegen -- {mend}");
    (report, ExitCode::from(1))
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Written => "written",
        Outcome::Unchanged => "unchanged",
        Outcome::Removed => "removed",
    }
}

fn line(report: &mut String, word: &str, what: &str) {
    let _ = writeln!(report, "{word:<9} {what}");
}
