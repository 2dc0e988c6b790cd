//! `codegen diff` and `codegen history` as commands, and the adoption of real releases.

#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed, as it should")]

mod command;
mod server;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use codegen::source::{Lock, Spec, sha256_hex};
use command::Said;
use serde_json::{Value, json};
use server::{Answer, Directory, ENTRY, PACKAGE, Server, copy, nowhere, package};

/// A copy of the workspace's `spec/`, and a registry that has what it pins and some releases.
struct Workspace {
    root: Directory,
    server: Server,
    registry: String,
}

impl Workspace {
    fn new() -> Workspace {
        let (root, server) = (Directory::new(), Server::start());
        copy(&ours().join("spec"), &root.0.join("spec"));
        pin(&root.0.join("spec"));
        let releases = ["1.3.0", "1.4.0", "1.7.0", "1.7.5", "2.0.0"].map(|version| (version, kept(version)));
        let mut tarballs: Vec<(&str, Vec<u8>)> = vec![("1.2.2", package(ENTRY, &stable()))];
        tarballs.extend(releases.iter().map(|(version, bytes)| (*version, package(ENTRY, bytes))));
        tarballs.push(("2.0.4", package(ENTRY, &kept("2.0.4"))));
        server.publish(&tarballs.iter().map(|(version, tarball)| (*version, tarball.as_slice())).collect::<Vec<_>>());
        Workspace { root, registry: server.url.clone(), server }
    }

    fn run(&self, args: &[&str]) -> Said {
        command::run(&self.root.0, &self.root.0.join("bin"), Some(&self.registry), args)
    }

    fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.root.0.join(path), bytes).unwrap();
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.root.0.join(path)).unwrap()
    }
}

fn ours() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The bytes of a release: kept for the tests, or pinned as the draft.
fn kept(version: &str) -> Vec<u8> {
    fs::read(ours().join(format!("tests/upstream/ext-apps-{version}.json")))
        .unwrap_or_else(|_| fs::read(ours().join("spec/draft/schema.json")).unwrap())
}

fn stable() -> Vec<u8> {
    fs::read(ours().join("spec/2026-01-26/schema.json")).unwrap()
}

/// Pins the draft to 2.0.4, wherever it is by now.
fn pin(spec: &Path) {
    let bytes = kept("2.0.4");
    let document: Value = serde_json::from_slice(&bytes).unwrap();
    let methods = fs::read_to_string(spec.join("draft/methods.toml")).unwrap();
    let known = |row: &&str| {
        let marker = row.lines().find_map(|line| line.strip_prefix("type = \"")).map(|name| name.trim_end_matches('"'));
        marker.is_none_or(|name| !name.starts_with("McpUi") || document["$defs"].get(name).is_some())
    };
    let methods: Vec<&str> = methods.split("[[method]]").filter(known).collect();
    fs::write(spec.join("draft/methods.toml"), methods.join("[[method]]")).unwrap();
    fs::write(spec.join("draft/schema.json"), &bytes).unwrap();
    let mut lock = Lock::load(spec).unwrap();
    let mut row = lock.row("draft").unwrap().clone();
    (row.version, row.sha256) = ("2.0.4".to_owned(), sha256_hex(&bytes));
    row.sources[0].integrity = None;
    let pinned = Spec::of_row(spec, &row, bytes).unwrap();
    row.repairs = codegen::matching_repairs(&pinned).unwrap();
    lock.set(row);
    fs::write(spec.join("lock.toml"), lock.render()).unwrap();
}

fn npm(version: &str) -> String {
    format!("npm:{PACKAGE}@{version}")
}

/// The draft's schema, changed.
fn changed(edit: impl FnOnce(&mut Value)) -> Vec<u8> {
    let mut document: Value = serde_json::from_slice(&kept("2.0.4")).unwrap();
    edit(&mut document["$defs"]);
    serde_json::to_vec_pretty(&document).unwrap()
}

#[test]
fn two_releases_are_compared_by_their_names_in_the_registry() {
    let said = Workspace::new().run(&["diff", &npm("1.7.5"), &npm("2.0.4")]).expect(0);
    let head: Vec<&str> = said.out.lines().take(3).collect();
    assert_eq!(head[0], format!("{} → {}", npm("1.7.5"), npm("2.0.4")));
    assert_eq!(head[1], "verdict: breaking — the generated crate needs a major version");
    assert!(head[2].starts_with("3 breaking of 6 changes on the wire"), "{}", head[2]);
    for line in ["type-widened    CallToolResult.structuredContent", "text-tightened  Annotations.lastModified"] {
        assert!(said.out.contains(line), "{}", said.out);
    }
}

/// A reviewer reads it without scrolling.
#[test]
fn the_first_screen_has_the_verdict_and_every_change_in_short() {
    let said = Workspace::new().run(&["diff", "2026-01-26", "draft"]).expect(0);
    let summary: Vec<&str> = said.out.lines().take_while(|line| *line != "Details").collect();
    assert!(summary.len() <= 40, "{}", summary.len());
    assert!(summary[1].starts_with("verdict: "), "{}", summary[1]);
}

#[test]
fn the_same_bytes_under_two_names_are_said_to_be_the_same() {
    let workspace = Workspace::new();
    workspace.write("copy.json", kept("2.0.4"));
    for to in ["copy.json", "./copy.json", "locked", "latest", "draft", &npm("latest")] {
        let said = workspace.run(&["diff", "draft", to, "--fail-on", "any"]).expect(0);
        assert!(said.out.contains("the upstream bytes are identical"), "{}", said.out);
        assert!(said.out.contains("verdict: no change — the generated crate needs no new version"), "{}", said.out);
    }
    // What is compared without being told: what is pinned, and what upstream has.
    assert!(workspace.run(&["diff"]).expect(0).out.contains("the upstream bytes are identical"));
}

#[test]
fn fail_on_tells_breaking_from_any_change() {
    let workspace = Workspace::new();
    let run = |from: &str, to: &str, what: &str| workspace.run(&["diff", &npm(from), &npm(to), "--fail-on", what]);
    run("1.3.0", "1.4.0", "breaking").expect(0);
    run("1.3.0", "1.4.0", "any").expect(1);
    run("1.7.5", "2.0.0", "breaking").expect(1);
    run("1.7.5", "2.0.0", "any").expect(1);
    assert!(run("1.7.5", "2.0.0", "any").out.contains("verdict: breaking"));
    run("1.7.5", "2.0.0", "some").expect(2);
    // A reworded sentence is no change.
    workspace.write("reworded.json", changed(|defs| defs["McpUiTheme"]["description"] = json!("Light or dark.")));
    workspace.run(&["diff", "draft", "reworded.json", "--fail-on", "any"]).expect(0);
}

#[test]
fn a_source_that_can_not_be_read_is_named_with_stage_version_and_place() {
    let mut workspace = Workspace::new();
    workspace.write("broken.json", "{\"$defs\":");
    workspace.write("list.json", "[]");
    workspace.write("other.json", "{}");
    workspace.write("strange.json", "{\"$defs\":7}");
    for (to, parts) in [
        ("broken.json", &["load", "broken.json", "read as JSON"][..]),
        ("list.json", &["load", "list.json", "not a JSON object"]),
        ("other.json", &["normalize", "other.json", "at /", "no `$defs` object"]),
        ("strange.json", &["normalize", "strange.json", "at /", "no `$defs` object"]),
        ("gone.json", &["gone.json"]),
        ("spec/nowhere", &["nowhere"]),
        (&npm("9.9.9"), &["9.9.9"]),
        ("ftp://host/x", &["usage", "no source"]),
    ] {
        let said = workspace.run(&["diff", "draft", to]).expect(2);
        assert_eq!(said.out, "");
        for part in parts {
            assert!(said.err.contains(part), "{to}: {part}: {}", said.err);
        }
    }
    let said = workspace.run(&["diff", "--spec", "none"]).expect(2);
    assert!(said.err.contains("usage at --spec: the lock has no version `none`"), "{}", said.err);
    workspace.registry = nowhere();
    workspace.run(&["diff", "draft", &npm("2.0.0")]).expect(3);
    workspace.run(&["diff", "draft", &format!("{}/x.json", nowhere())]).expect(3);
    let busy = format!("{}/busy.json", workspace.server.url);
    workspace.server.set("/busy.json", Answer::Status(503));
    workspace.run(&["diff", "draft", &busy]).expect(3);
}

#[test]
fn an_unknown_construct_is_named_and_the_rest_is_reported() {
    let workspace = Workspace::new();
    workspace.write(
        "news.json",
        changed(|defs| {
            defs["McpUiOpenLinkResult"]["minProperties"] = json!(1);
            defs["McpUiSizeChangedNotification"]["properties"]["params"]["properties"]["depth"] =
                json!({ "type": "number" });
        }),
    );
    let said = workspace.run(&["diff", "draft", "news.json"]).expect(0);
    let gap = "not compared: McpUiOpenLinkResult (normalize [news.json] at /$defs/McpUiOpenLinkResult/minProperties: ";
    assert!(said.out.contains("verdict: at least compatible"), "{}", said.out);
    workspace.run(&["diff", "draft", "news.json", "--fail-on", "breaking"]).expect(1);
    assert!(said.out.contains(gap), "{}", said.out);
    assert!(said.out.contains("field-added  McpUiSizeChangedNotificationParams.depth"), "{}", said.out);
}

#[test]
fn the_formats_say_the_same() {
    let workspace = Workspace::new();
    let run = |format: &str| workspace.run(&["diff", &npm("1.7.5"), &npm("2.0.0"), "--format", format]).expect(0).out;
    let json: Value = serde_json::from_str(&run("json")).unwrap();
    assert_eq!((&json["version"], &json["verdict"], &json["bump"]), (&json!(1), &json!("breaking"), &json!("major")));
    let markdown = run("markdown");
    assert!(markdown.starts_with("## MCP Apps: npm:&#64;modelcontextprotocol/ext-apps&#64;1.7.5 → "), "{markdown}");
    for change in json["changes"].as_array().unwrap() {
        let row = format!("| {} | `{}` |", change["rule"].as_str().unwrap(), change["path"].as_str().unwrap());
        assert!(markdown.contains(&row), "{row}");
    }
    for format in ["text", "markdown", "json"] {
        assert_eq!(run(format), run(format));
    }
}

/// A version's directory beside another lock, as a pull request's base has it, brings its own table of methods.
#[test]
fn a_directory_is_a_version_with_its_own_methods() {
    let workspace = Workspace::new();
    copy(&workspace.root.0.join("spec"), &workspace.root.0.join("base/spec"));
    let methods = workspace.read("spec/draft/methods.toml");
    workspace.write("spec/draft/methods.toml", methods.replacen("requires = \"host.openLinks\"\n", "", 1));
    let said = workspace.run(&["diff", "base/spec/draft", "draft"]).expect(0);
    assert!(said.out.contains("capability-dropped  method ui/open-link view->host"), "{}", said.out);
    let said = workspace.run(&["diff", "base/spec/2026-01-26", "2026-01-26", "--fail-on", "any"]).expect(0);
    assert!(said.out.contains("the upstream bytes are identical"), "{}", said.out);
    workspace.run(&["diff", "base/spec", "draft"]).expect(2);
}

#[test]
fn the_history_is_written_once_and_then_checked() {
    let workspace = Workspace::new();
    workspace.run(&["history", "--check"]).expect(0);
    assert_eq!(workspace.read("spec/HISTORY.md"), fs::read_to_string(ours().join("spec/HISTORY.md")).unwrap());
    workspace.write("spec/HISTORY.md", "edited\n");
    let said = workspace.run(&["history", "--check"]).expect(1);
    assert!(said.out.contains("cargo run -p codegen -- history"), "{}", said.out);
    workspace.run(&["history"]).expect(0);
    workspace.run(&["history", "--check"]).expect(0);
    // Bytes that were republished are refused.
    let other = package(ENTRY, b"{}");
    workspace.server.publish(&[("1.2.2", &other)]);
    let said = workspace.run(&["history"]).expect(2);
    assert!(said.err.contains("[1.2.2] at spec/history.toml: bytes that never change have changed"), "{}", said.err);
}

/// The commands of a section of spec/README.md, as printed there.
fn steps(section: &str) -> Vec<String> {
    let readme = fs::read_to_string(ours().join("spec/README.md")).unwrap();
    let (_, section) = readme.split_once(&format!("## {section}\n")).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let blocks = section.split("```sh\n").skip(1).map(|block| block.split("```").next().unwrap());
    let lines = blocks.flat_map(str::lines).map(|line| line.split(" #").next().unwrap().trim().to_owned());
    lines.filter(|line| !line.is_empty()).collect()
}

impl Workspace {
    /// Runs a command of the README here.
    #[track_caller]
    fn step(&self, command: &str) -> Said {
        if let Some(args) = command.strip_prefix("cargo run -p codegen -- ") {
            return self.run(&args.split_whitespace().collect::<Vec<_>>());
        }
        let output = Command::new("/bin/sh").args(["-ec", command]).current_dir(&self.root.0).output().unwrap();
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        Said { code: 0, out: String::new(), err: String::new() }
    }
}

/// The README's own steps, on real history.
#[test]
fn a_draft_pinned_to_1_7_5_takes_in_2_0_4() {
    let workspace = Workspace::new();
    workspace.run(&["--spec", "draft", "--from", &npm("1.7.5"), "--save"]).expect(0);
    workspace.run(&["--check"]).expect(0);
    assert!(workspace.read("spec/lock.toml").contains("version = \"1.7.5\""));
    fs::create_dir_all(workspace.root.0.join("tests/upstream")).unwrap();

    let mut said = steps("A draft that moved").iter().map(|step| workspace.step(step).expect(0)).collect::<Vec<_>>();
    assert_eq!(said.len(), 4);
    let diff = said.remove(0).out;
    assert!(diff.starts_with("draft (1.7.5) → "), "{diff}");
    assert!(diff.contains("verdict: breaking — the generated crate needs a major version"), "{diff}");
    let update = said.remove(1).out;
    assert!(update.contains("moved     draft 1.7.5 -> 2.0.4"), "{update}");
    assert!(update.contains("  +repair nested-definitions"), "{update}");
    let fields = |line: &&str| line.starts_with("  -field") || line.starts_with("  +field");
    let surface: Vec<&str> = update.lines().filter(fields).collect();
    assert_eq!(
        surface,
        [
            "  -field CallToolResult.structuredContent: {string: any}?",
            "  -field CallToolResultMeta.io.modelcontextprotocol/related-task: RelatedTaskMetadata?",
            "  -field CallToolResultMeta.progressToken: ProgressToken?",
            "  +field CallToolResult.structuredContent: any?",
            "  +field CallToolResultMeta.io.modelcontextprotocol/serverInfo: Implementation?",
            "  -field RelatedTaskMetadata.taskId: string",
        ]
    );
    assert!(workspace.run(&["diff"]).expect(0).out.contains("the upstream bytes are identical"));
}

/// What spec/README.md says of a method nobody placed yet.
#[test]
fn a_new_method_stops_generation_until_its_row_is_added() {
    let workspace = Workspace::new();
    workspace.run(&["--locked"]).expect(0);
    let news = changed(|defs| {
        defs["McpUiAskRequest"] = json!({
            "type": "object",
            "properties": {
                "method": { "type": "string", "const": "ui/ask" },
                "params": { "type": "object", "properties": { "question": { "type": "string" } }, "required": ["question"], "additionalProperties": false },
            },
            "required": ["method", "params"],
            "additionalProperties": false,
        });
        defs["McpUiAskResult"] =
            json!({ "type": "object", "properties": { "answer": { "type": "string" } }, "additionalProperties": {} });
    });
    workspace.server.publish(&[("1.2.2", &package(ENTRY, &stable())), ("9.0.0", &package(ENTRY, &news))]);

    let said = workspace.run(&["--spec", "draft", "--update"]).expect(2);
    let refusal = "lower [draft] at /$defs/McpUiAskRequest: no row of spec/draft/methods.toml is about `McpUiAskRequest` (`ui/ask`)";
    assert!(said.err.contains(refusal) && said.err.contains("nothing was written"), "{}", said.err);

    let said = workspace.run(&["diff"]).expect(0);
    assert!(said.out.contains("method-added  method ui/ask"), "{}", said.out);
    let (_, rows) = said.out.split_once("Rows to add to spec/draft/methods.toml").unwrap();
    let row = &rows[rows.find("[[method]]").unwrap()..];
    for derived in
        ["name = \"ui/ask\"", "kind = \"request\"", "type = \"McpUiAskRequest\"", "result = \"McpUiAskResult\""]
    {
        assert!(row.contains(derived), "{row}");
    }
    assert!(row.lines().filter(|line| line.contains("# decide")).count() >= 5, "{row}");
    assert!(said.err.is_empty(), "{}", said.err);

    // The person decides: from the View, once initialized, without a capability; then it generates.
    let decided = row.replace("section = \"\"", "section = \"U18\"");
    let methods = format!("{}\n{}", workspace.read("spec/draft/methods.toml"), decided.trim_end());
    workspace.write("spec/draft/methods.toml", methods + "\n");
    let said = workspace.run(&["--spec", "draft", "--update"]).expect(0);
    assert!(
        said.out.contains("+method ui/ask view->host request McpUiAskRequestParams -> McpUiAskResult"),
        "{}",
        said.out
    );
    workspace.run(&["--check"]).expect(0);
}

/// The README's own steps.
#[test]
fn a_draft_that_was_released_becomes_a_version_of_its_own() {
    let workspace = Workspace::new();
    workspace.run(&["--locked"]).expect(0);
    let steps = steps("A draft that became a stable version");
    assert_eq!(steps.len(), 5);
    let said: Vec<Said> = steps.iter().map(|step| workspace.step(step).expect(0)).collect();
    assert!(said[4].out.contains("method-added"), "{}", said[4].out);
    let lock = workspace.read("spec/lock.toml");
    assert!(lock.contains("name = \"2026-11-30\"\nchannel = \"stable\"\nversion = \"2.0.4\""), "{lock}");
    assert!(workspace.read("generated/src/lib.rs").contains("pub mod v2026_11_30;"));
    let said = workspace.run(&["diff", "2026-11-30", "draft", "--fail-on", "any"]).expect(0);
    assert!(said.out.contains("the upstream bytes are identical"), "{}", said.out);
}
