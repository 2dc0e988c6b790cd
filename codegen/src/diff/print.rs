//! Prints a report: as text for a terminal, as Markdown for a pull request, as JSON for tools.

use std::fmt::Write as _;

use serde_json::json;

use super::{Bump, Change, Effect, Report, Verdict, unprintable};
use crate::error::Result;
use crate::model::{Message, Model};

/// The version of the JSON shape; see spec/README.md.
const JSON_VERSION: u32 = 1;

/// One screen that answers "whom does it break?", then the details.
pub fn text(report: &Report) -> String {
    let mut out = format!("{} → {}\n{}\n", report.from.label, report.to.label, headline(report));
    notes(&mut out, report, "", str::to_owned);
    if !report.changes.is_empty() {
        out.push('\n');
        let head = ["rule", "where", "old → new / new → old", "change"].map(str::to_owned);
        let rows: Vec<[String; 4]> = std::iter::once(head).chain(report.changes.iter().map(row)).collect();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
        let (rule, path, effects) = (width(0), width(1), width(2));
        for [a, b, c, d] in &rows {
            let line = format!("{a:<rule$}  {b:<path$}  {c:<effects$}  {d}");
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out.push_str("\nDetails\n");
        for change in &report.changes {
            out.push('\n');
            detail(&mut out, change);
        }
    }
    if !report.descriptions.is_empty() {
        let _ = writeln!(out, "\n{}; --format markdown or json shows them", reworded(report));
    }
    rows_to_add(&mut out, report, "");
    out
}

fn headline(report: &Report) -> String {
    let count = |verdict: fn(&Change) -> bool| report.changes.iter().filter(|change| verdict(change)).count();
    let breaking = count(|change| change.old_to_new.max(change.new_to_old) == Effect::Breaking);
    let wire = count(|change| change.rule.is_on_the_wire());
    let bump = match report.bump {
        Bump::None => "no new version".to_owned(),
        bump => format!("a {} version", bump.word()),
    };
    let (least, left_out) = match report.gaps.len() {
        0 => ("", String::new()),
        count => ("at least ", format!(", {} not compared", number(count, "definition"))),
    };
    format!(
        "verdict: {least}{} — the generated crate needs {bump}\n{breaking} breaking of {} on the wire, {}{left_out}",
        report.verdict.word(),
        number(wire, "change"),
        reworded(report)
    )
}

fn number(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

fn reworded(report: &Report) -> String {
    format!("{} reworded", number(report.descriptions.len(), "description"))
}

fn notes(out: &mut String, report: &Report, bullet: &str, quote: fn(&str) -> String) {
    if report.from.sha256 == report.to.sha256 {
        let _ = writeln!(out, "{bullet}the upstream bytes are identical");
    }
    for (label, names) in
        [("upstream fault appeared", &report.faults_added), ("upstream fault mended", &report.faults_mended)]
    {
        for name in names {
            let doc = crate::repair::REPAIRS.iter().find(|repair| repair.name == name).map_or("", |repair| repair.doc);
            let _ = writeln!(out, "{bullet}{label}: {name} ({doc})");
        }
    }
    for gap in &report.gaps {
        let _ = writeln!(
            out,
            "{bullet}not compared: {} ({})",
            quote(&gap.definition),
            quote(&gap.reason.replace('\n', " "))
        );
    }
}

fn row(change: &Change) -> [String; 4] {
    let effects = format!("{} / {}", change.old_to_new.word(), change.new_to_old.word());
    [change.rule.id().to_owned(), change.path.clone(), effects, what(change)]
}

/// `from → to`, or what came or went, kept short: of two long values, from where they differ.
fn what(change: &Change) -> String {
    const LONGEST: usize = 48;
    let short = |text: &str, skip: usize| {
        let head = if skip > 0 { "…" } else { "" };
        let rest: String = text.chars().skip(skip).take(LONGEST).collect();
        let tail = if text.chars().count() > skip + LONGEST { "…" } else { "" };
        format!("{head}{rest}{tail}")
    };
    match (change.from.as_str(), change.to.as_str()) {
        ("", "") => String::new(),
        ("", to) => format!("+ {}", short(to, 0)),
        (from, "") => format!("- {}", short(from, 0)),
        (from, to) => {
            let common = from.chars().zip(to.chars()).take_while(|(a, b)| a == b).count();
            let long = from.chars().count().min(to.chars().count()) > LONGEST;
            let skip = if long { common.saturating_sub(8) } else { 0 };
            format!("{} → {}", short(from, skip), short(to, skip))
        }
    }
}

fn detail(out: &mut String, change: &Change) {
    let _ = writeln!(out, "{} {}", change.rule.id(), change.path);
    let _ = writeln!(out, "  {}", change.rule.doc().trim());
    for (label, value) in [("was", &change.from), ("is", &change.to)] {
        if !value.is_empty() {
            let _ = writeln!(out, "  {label}: {value}");
        }
    }
    let _ = writeln!(
        out,
        "  old sender → new receiver: {}; new sender → old receiver: {}; Rust API: {}",
        change.old_to_new.word(),
        change.new_to_old.word(),
        change.api.word()
    );
    let _ = writeln!(out, "  Rust: {}", change.rust);
    match (&change.from_pointer, &change.to_pointer) {
        (Some(from), Some(to)) if from == to => drop(writeln!(out, "  upstream: {from}")),
        (from, to) => {
            for (label, pointer) in [("was at", from), ("is at", to)] {
                if let Some(pointer) = pointer {
                    let _ = writeln!(out, "  upstream {label}: {pointer}");
                }
            }
        }
    }
    if !change.messages.is_empty() {
        let _ = writeln!(out, "  in: {}", change.messages.join(", "));
    }
}

fn rows_to_add(out: &mut String, report: &Report, fence: &str) {
    if report.rows_to_add.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "\nRows to add to spec/{}/methods.toml (complete what is marked \"decide\"):\n{fence}",
        report.spec
    );
    for row in &report.rows_to_add {
        let _ = writeln!(out, "{row}");
    }
    let _ = writeln!(out, "{fence}");
}

/// A fence no text inside it can close.
fn fence(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    "`".repeat(longest.max(2) + 1)
}

/// For a pull request: the verdict and a table first, the details folded.
pub fn markdown(report: &Report) -> String {
    let mut out = format!("## MCP Apps: {} → {}\n\n", html(&report.from.label), html(&report.to.label));
    let _ = writeln!(out, "**{}**\n", headline(report).replace('\n', "**\n**"));
    notes(&mut out, report, "- ", html);
    if report.verdict == Verdict::NoChange && report.changes.is_empty() {
        out.push_str("\nNothing changed on the wire.\n");
    }
    if !report.changes.is_empty() {
        out.push_str("\n| rule | where | old → new | new → old | Rust API | change |\n|---|---|---|---|---|---|\n");
        for change in &report.changes {
            let cells = [
                change.rule.id().to_owned(),
                code(&change.path),
                change.old_to_new.word().to_owned(),
                change.new_to_old.word().to_owned(),
                change.api.word().to_owned(),
                code(&what(change)),
            ];
            let _ = writeln!(out, "| {} |", cells.join(" | "));
        }
        let mut details = String::new();
        for change in &report.changes {
            detail(&mut details, change);
            details.push('\n');
        }
        let fence = fence(&details);
        let _ = write!(
            out,
            "\n<details><summary>Details</summary>\n\n{fence}text\n{}\n{fence}\n\n</details>\n",
            details.trim_end()
        );
    }
    if !report.descriptions.is_empty() {
        let _ = write!(out, "\n<details><summary>{}</summary>\n\n", reworded(report));
        for description in &report.descriptions {
            let quote = |text: &str| if text.is_empty() { "(none)".to_owned() } else { text.replace('\n', " ") };
            let _ = writeln!(out, "- {}", code(&description.path));
            let _ = writeln!(out, "  - was: {}", html(&quote(&description.from)));
            let _ = writeln!(out, "  - is: {}", html(&quote(&description.to)));
        }
        out.push_str("\n</details>\n");
    }
    rows_to_add(&mut out, report, &fence(&report.rows_to_add.concat()));
    out
}

/// Text from upstream, harmless inside a table's code cell.
fn code(text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        format!("`{}`", text.replace('`', "'").replace('|', "\\|").replace('\n', " "))
    }
}

/// Text from upstream, harmless in Markdown prose.
fn html(text: &str) -> String {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    escaped.replace('@', "&#64;").replace('[', "&#91;")
}

/// For tools; the shape is described in spec/README.md.
pub fn json(report: &Report) -> Result<String> {
    let mut printed = serde_json::to_value(report).map_err(unprintable)?;
    printed["version"] = json!(JSON_VERSION);
    let mut text = serde_json::to_string_pretty(&printed).map_err(unprintable)?;
    text.push('\n');
    Ok(text)
}

/// The `methods.toml` row of a message nobody placed yet: what follows from the schema is
/// filled in, what a person must decide is marked.
pub fn row_to_add(name: &str, message: &Message, model: &Model) -> String {
    let request = !name.ends_with("Notification");
    let kind = if request { "request" } else { "notification" };
    let mut row = format!(
        "[[method]]\nname = {:?}\nkind = {kind:?}\nfrom = \"view\"  # decide: view | host | sandbox\n\
         to = \"host\"  # decide: view | host | sandbox\ntype = {name:?}\n",
        message.method
    );
    if request {
        let result = format!("{}Result", name.strip_suffix("Request").unwrap_or(name));
        if model.types.contains_key(&result) {
            let _ = writeln!(row, "result = {result:?}");
        } else {
            row.push_str("result = \"EmptyResult\"  # decide: the schema has no result for it\n");
        }
    }
    row.push_str(
        "phase = \"initialized\"  # decide: sandbox | initialize | initialized | any\n\
         # requires = \"host.…\"  # decide: the capability it needs, if any\n\
         # once = true  # decide: at most once per conversation?\n\
         plane = \"ui\"\nprovenance = [\"schema\"]  # decide: add \"prose\", \"sdk\"\nsection = \"\"  # decide\n",
    );
    row
}
