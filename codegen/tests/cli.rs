//! The command, run in a copy of the workspace's `spec/` against a registry on the loopback interface.

#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed, as it should")]

mod command;
mod server;
#[path = "cli/workspace.rs"]
mod workspace;

use std::fs;

use codegen::source::sha256_hex;
use server::{Answer, ENTRY, PACKAGE, nowhere, package, sri};
use workspace::{NEWS, STABLE, Workspace};

#[test]
fn a_second_run_leaves_every_file_as_it_was() {
    let workspace = Workspace::new();
    let before = workspace.root.snapshot();
    let said = workspace.run(&["--locked"]).expect(0);
    assert!(said.out.contains("unchanged generated/src/lib.rs"), "{}", said.out);
    assert!(!said.out.contains("written"), "{}", said.out);
    assert_eq!(workspace.root.snapshot(), before);
    assert_eq!(workspace.server.asked(), [""; 0]);
}

#[test]
fn check_shows_an_edit_and_the_command_that_mends_it_and_changes_nothing() {
    let workspace = Workspace::new();
    workspace.run(&["--check"]).expect(0);
    workspace.edit("generated/surface/draft.txt", "edited by hand\n");
    let before = workspace.root.snapshot();
    let said = workspace.run(&["--check"]).expect(1);
    assert!(said.out.contains("--- a/surface/draft.txt\n+++ b/surface/draft.txt"), "{}", said.out);
    assert!(said.out.contains("-edited by hand"), "{}", said.out);
    assert!(said.out.contains("cargo run -p codegen -- --locked"), "{}", said.out);
    assert_eq!(workspace.root.snapshot(), before);
    assert_eq!(workspace.server.asked(), [""; 0]);
    workspace.run(&["--locked"]).expect(0);
    workspace.run(&["--check"]).expect(0);
}

#[test]
fn check_reports_files_that_are_missing_or_too_many() {
    let workspace = Workspace::new();
    fs::remove_file(workspace.root.0.join("generated/src/lib.rs")).unwrap();
    fs::write(workspace.root.0.join("generated/surface/old.txt"), "old\n").unwrap();
    let said = workspace.run(&["--check"]).expect(1);
    assert!(said.out.contains("--- /dev/null\n+++ b/src/lib.rs"), "{}", said.out);
    assert!(said.out.contains("--- a/surface/old.txt\n+++ /dev/null"), "{}", said.out);
    let said = workspace.run(&["--locked"]).expect(0);
    assert!(said.out.contains("removed   generated/surface/old.txt"), "{}", said.out);
    workspace.run(&["--check"]).expect(0);
}

#[test]
fn check_of_a_large_difference_is_bounded() {
    let workspace = Workspace::new();
    workspace.edit("generated/surface/draft.txt", &"line\n".repeat(10_000));
    let said = workspace.run(&["--check"]).expect(1);
    assert!(said.out.lines().count() < 250);
    assert!(said.out.contains("more lines of generated/surface/draft.txt"), "{}", said.out);
}

#[test]
fn a_run_verifies_what_is_pinned_and_changes_nothing_when_nothing_moved() {
    let workspace = Workspace::new();
    let spec = workspace.read("spec/lock.toml");
    for args in [&[][..], &["--update"]] {
        let said = workspace.run(args).expect(0);
        assert!(said.out.contains(&format!("verified  {STABLE} 1.2.2 (npm:{PACKAGE}@1.2.2)")), "{}", said.out);
        assert!(said.out.contains("verified  draft "), "{}", said.out);
        assert!(!said.out.contains("written"), "{}", said.out);
    }
    assert_eq!(workspace.read("spec/lock.toml"), spec);
}

#[test]
fn only_the_requested_versions_are_looked_for_upstream() {
    let workspace = Workspace::new();
    workspace.publish(&workspace.news());
    let said = workspace.run(&["--spec", STABLE]).expect(0);
    assert!(said.out.contains("verified") && !said.out.contains("moved"), "{}", said.out);
    assert!(said.out.contains("unchanged generated/surface/draft.txt"), "{}", said.out);
}

#[test]
fn a_moved_draft_is_taken_in_with_the_changes_of_its_surface() {
    let workspace = Workspace::new();
    let news = workspace.news();
    workspace.publish(&news);
    let old = workspace.lock().rows[1].version.clone();
    let said = workspace.run(&["--spec", "draft", "--update"]).expect(0);
    assert!(said.out.contains(&format!("moved     draft {old} -> 9.0.0")), "{}", said.out);
    let added = |line: &str| line.starts_with("  +") && line.contains(NEWS);
    assert!(said.out.lines().any(added), "{}", said.out);
    for path in ["spec/draft/schema.json", "spec/lock.toml", "generated/surface/draft.txt"] {
        assert!(said.out.contains(&format!("written   {path}")), "{path}: {}", said.out);
    }
    assert_eq!(workspace.read("spec/draft/schema.json"), news);
    let row = &workspace.lock().rows[1];
    assert_eq!((row.version.as_str(), &row.sha256), ("9.0.0", &sha256_hex(&news)));
    assert_eq!(row.sources[0].from, format!("npm:{PACKAGE}@latest"));
    assert_eq!(row.sources[0].integrity, Some(sri(&package(ENTRY, &news))));
    workspace.run(&["--check"]).expect(0);
    assert!(workspace.run(&["--update"]).expect(0).out.contains("verified  draft 9.0.0"));
}

#[test]
fn a_moved_draft_that_can_not_be_generated_leaves_every_file_as_it_was() {
    let workspace = Workspace::new();
    workspace.publish(b"[]");
    let before = (workspace.read("spec/lock.toml"), workspace.read("spec/draft/schema.json"));
    let said = workspace.run(&[]).expect(2);
    assert!(said.err.contains("[draft]") && said.err.contains("nothing was written"), "{}", said.err);
    assert_eq!((workspace.read("spec/lock.toml"), workspace.read("spec/draft/schema.json")), before);
    workspace.run(&["--check"]).expect(0);
}

#[test]
fn a_moved_draft_that_no_longer_ships_a_schema_is_an_error() {
    let workspace = Workspace::new();
    workspace.server.publish(&[("1.2.2", &workspace.packed(STABLE)), ("9.0.0", &package("package/x", b""))]);
    let said = workspace.run(&[]).expect(2);
    assert!(said.err.contains("[draft]") && said.err.contains("generated/schema.json"), "{}", said.err);
}

#[test]
fn without_a_network_a_run_warns_and_uses_the_pinned_bytes_but_an_update_fails() {
    let mut workspace = Workspace::new();
    workspace.registry = Some(nowhere());
    for name in [STABLE, "draft"] {
        workspace.server.set(&format!("/git/{name}"), Answer::Status(503));
    }
    let before = workspace.root.snapshot();
    let said = workspace.run(&[]).expect(0);
    assert!(said.err.contains("WARNING") && said.err.contains("NOT reached"), "{}", said.err);
    assert!(said.err.contains("[draft]") && said.err.contains(&format!("[{STABLE}]")), "{}", said.err);
    assert!(said.err.contains("503"), "{}", said.err);
    let said = workspace.run(&["--update"]).expect(3);
    assert!(said.err.contains("remedy"), "{}", said.err);
    assert_eq!(workspace.root.snapshot(), before);
}

#[test]
fn without_npm_the_file_in_the_git_repository_takes_its_place() {
    let mut workspace = Workspace::new();
    workspace.registry = None;
    let said = workspace.run(&["--update"]).expect(0);
    assert_eq!(workspace.server.asked(), [format!("/git/{STABLE}"), "/git/draft".into()]);
    assert!(said.out.contains(&format!("/git/{STABLE})")) && said.out.contains("/git/draft)"), "{}", said.out);
    // And a draft that moved there is taken in.
    let news = workspace.news();
    workspace.server.set("/git/draft", Answer::Body(news.clone()));
    let said = workspace.run(&["--update"]).expect(0);
    assert!(said.out.contains("moved     draft"), "{}", said.out);
    let row = &workspace.lock().rows[1];
    assert_eq!(row.version, format!("sha256:{}", &sha256_hex(&news)[..12]));
    assert_eq!(row.sources[0].integrity, None);
    workspace.run(&["--check"]).expect(0);
}

#[test]
fn an_unreachable_registry_falls_back_too() {
    let mut workspace = Workspace::new();
    workspace.registry = Some(nowhere());
    let said = workspace.run(&["--update", "--spec", "draft"]).expect(0);
    assert!(said.out.contains("/git/draft)"), "{}", said.out);
}

#[test]
fn a_tag_that_changed_in_the_git_repository_is_an_error() {
    let mut workspace = Workspace::new();
    workspace.registry = None;
    workspace.server.set(&format!("/git/{STABLE}"), Answer::Body(b"moved".into()));
    let said = workspace.run(&[]).expect(2);
    assert!(said.err.contains(&sha256_hex(b"moved")) && said.err.contains(&sha256_hex(b"the tag's")), "{}", said.err);
}

#[test]
fn a_pinned_package_with_another_integrity_is_an_error_that_no_fallback_hides() {
    let workspace = Workspace::new();
    let draft = workspace.packed("draft");
    let version = workspace.lock().rows[1].version.clone();
    workspace.server.publish(&[("1.2.2", &package(ENTRY, b"{}")), (&version, &draft)]);
    let said = workspace.run(&[]).expect(2);
    assert!(said.err.contains(&format!("[{STABLE}]")) && said.err.contains("vouches"), "{}", said.err);
    assert!(!workspace.server.asked().iter().any(|path| path.starts_with("/git")));
}

#[cfg(unix)]
#[test]
fn npm_itself_is_asked_for_the_registry() {
    let mut workspace = Workspace::new();
    workspace.registry = None;
    workspace.install_npm(&format!("@modelcontextprotocol:registry=undefined\\nregistry={}/\\n", workspace.server.url));
    let said = workspace.run(&["--update"]).expect(0);
    assert!(said.out.contains(&format!("npm:{PACKAGE}@1.2.2")), "{}", said.out);
}

#[cfg(unix)]
#[test]
fn the_scopes_own_registry_comes_before_the_general_one() {
    let mut workspace = Workspace::new();
    workspace.registry = Some(nowhere());
    let url = &workspace.server.url;
    workspace.install_npm(&format!("@modelcontextprotocol:registry={url}\\nregistry={}\\n", nowhere()));
    let said = workspace.run(&["--update"]).expect(0);
    assert!(said.out.contains(&format!("npm:{PACKAGE}@1.2.2")), "{}", said.out);
}

#[test]
fn other_bytes_are_compared_with_the_surface_first() {
    let workspace = Workspace::new();
    fs::write(workspace.root.0.join("news.json"), workspace.news()).unwrap();
    let before = workspace.root.snapshot();
    let said = workspace.run(&["--spec", "draft", "--from", "../news.json", "--check"]).expect(1);
    assert!(said.out.starts_with("--- a/surface/draft.txt"), "{}", said.out);
    let added = |line: &str| line.starts_with('+') && line.contains(NEWS);
    assert!(said.out.lines().any(added), "{}", said.out);
    assert!(said.out.contains("--spec draft --from ../news.json --save"), "{}", said.out);
    assert_eq!(workspace.root.snapshot(), before);
    // The pinned bytes from elsewhere are no drift.
    workspace.run(&["--spec", "draft", "--from", "draft/schema.json", "--check"]).expect(0);
}

#[test]
fn other_bytes_are_generated_from_and_pinned_only_to_save_them() {
    let workspace = Workspace::new();
    let lock = workspace.read("spec/lock.toml");
    fs::write(workspace.root.0.join("news.json"), workspace.news()).unwrap();
    workspace.run(&["--spec", "draft", "--from", "../news.json"]).expect(0);
    assert!(String::from_utf8(workspace.read("generated/surface/draft.txt")).unwrap().contains(NEWS));
    assert_eq!(workspace.read("spec/lock.toml"), lock);
    workspace.run(&["--check"]).expect(1);
    workspace.run(&["--spec", "draft", "--from", "../news.json", "--save"]).expect(0);
    assert_eq!(workspace.read("spec/draft/schema.json"), workspace.news());
    workspace.run(&["--check"]).expect(0);
}

#[test]
fn an_exact_version_can_be_saved_and_the_draft_follows_its_tag_again() {
    let workspace = Workspace::new();
    let old = workspace.lock().rows[1].clone();
    workspace.server.publish(&[
        ("1.2.2", &workspace.packed(STABLE)),
        ("9.0.0", &package(ENTRY, &workspace.news())),
        (&old.version, &workspace.packed("draft")),
    ]);
    workspace.run(&["--spec", "draft", "--from", &format!("npm:{PACKAGE}@9.0.0"), "--save"]).expect(0);
    let row = workspace.lock().rows[1].clone();
    assert_eq!((row.version.as_str(), &row.sources[0].from), ("9.0.0", &old.sources[0].from));
    workspace.run(&["--check"]).expect(0);
    let said = workspace.run(&["--update"]).expect(0);
    assert!(said.out.contains(&format!("moved     draft 9.0.0 -> {}", old.version)), "{}", said.out);
    assert_eq!(workspace.lock().rows[1].sha256, old.sha256);
}

#[test]
fn edited_upstream_bytes_are_an_error_whose_remedy_works() {
    let workspace = Workspace::new();
    workspace.edit(&format!("spec/{STABLE}/schema.json"), " ");
    for args in [&["--locked"][..], &["--check"], &[]] {
        let said = workspace.run(args).expect(2);
        assert!(said.err.contains(STABLE) && said.err.contains(&workspace.lock().rows[0].sha256), "{}", said.err);
    }
    let said = workspace.run(&["--check"]);
    let (_, remedy) = said.err.split_once("cargo run -p codegen -- ").unwrap();
    let remedy = remedy.split_whitespace().collect::<Vec<_>>();
    let before = workspace.lock();
    workspace.run(&remedy).expect(0);
    workspace.run(&["--check"]).expect(0);
    assert_eq!(workspace.lock(), before);
}

#[test]
fn an_unreachable_source_is_a_matter_of_the_network_and_a_bad_schema_is_not() {
    let workspace = Workspace::new();
    let from = |source: &str| workspace.run(&["--spec", "draft", "--from", source]);
    from(&format!("{}/schema.json", nowhere())).expect(3);
    from(&format!("{}/gone.json", workspace.server.url)).expect(3);
    for schema in ["", "[]", "{", "<html>"] {
        workspace.server.set("/bad.json", Answer::Body(schema.into()));
        from(&format!("{}/bad.json", workspace.server.url)).expect(2);
    }
    from("gone.json").expect(2);
    workspace.run(&["--check"]).expect(0);
}

#[test]
fn what_makes_no_sense_is_refused_before_anything_is_done() {
    let workspace = Workspace::new();
    for args in [
        &["--from", "x.json"][..],
        &["--from", "x.json", "--spec", "draft", "--spec", STABLE],
        &["--save"],
        &["--spec", "draft", "--from", "x.json", "--save", "--check"],
        &["--spec", "draft", "--from", "x.json", "--locked"],
        &["--spec", "draft", "--from", "ftp://host/x.json"],
        &["--spec", "draft", "--from", "npm:../x"],
        &["--spec", "2024-01-01"],
        &["--spec", "../draft", "--from", "x.json", "--save"],
        &["--update", "--locked"],
        &["--update", "--check"],
        &["--unknown"],
        &["--root", "/nowhere/at/all", "--locked"],
    ] {
        let said = workspace.run(args).expect(2);
        assert!(said.err.contains("error"), "{args:?}: {}", said.err);
    }
    assert!(workspace.run(&["--spec", "2024-01-01"]).err.contains("draft"));
    assert_eq!(workspace.server.asked(), [""; 0]);
    workspace.run(&["--check"]).expect(0);
}

#[test]
fn help_tells_the_exit_codes() {
    let said = Workspace::new().run(&["--help"]).expect(0);
    for code in ["0  fine", "1  drift", "2  bad input or usage", "3  network"] {
        assert!(said.out.contains(code), "{}", said.out);
    }
}
