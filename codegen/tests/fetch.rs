//! Fetching, against a registry on the loopback interface.

#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed, as it should")]

mod server;

use std::time::Duration;

use codegen::error::{Error, Stage};
use codegen::fetch::{Fetched, Fetcher, Limits, Pin, Registry};
use codegen::source::Origin;
use server::{Answer, Directory, ENTRY, PACKAGE, Server, nowhere, package, packed, sri};
use tar::EntryType;

const SCHEMA: &[u8] = br#"{"$defs":{}}"#;

fn fetch(server: &Server, from: &str, limits: Limits) -> Result<Fetched, Error> {
    let directory = Directory::new();
    Fetcher::new(&directory.0, Registry::At(server.url.clone()), limits).bytes(&Origin::parse(from).unwrap(), None)
}

/// Fetches the newest version of a package packed like this.
fn unpack(tarball: &[u8], limits: Limits) -> Result<Fetched, Error> {
    let server = Server::start();
    server.publish(&[("2.0.4", tarball)]);
    fetch(&server, &format!("npm:{PACKAGE}"), limits)
}

/// Gets one path.
fn get(answer: Answer) -> Result<Fetched, Error> {
    let server = Server::start();
    server.set("/schema.json", answer);
    fetch(&server, &format!("{}/schema.json", server.url), small())
}

fn small() -> Limits {
    Limits { schema: 1000, metadata: 1000, tarball: 1000, total: Duration::from_millis(500), ..Limits::default() }
}

#[test]
fn a_dist_tag_is_resolved_to_its_exact_version() {
    let server = Server::start();
    let (old, new) = (package(ENTRY, b"{}"), package(ENTRY, SCHEMA));
    server.publish(&[("1.2.2", &old), ("2.0.4", &new)]);
    let fetched = fetch(&server, &format!("npm:{PACKAGE}@latest"), Limits::default()).unwrap();
    assert_eq!(fetched.bytes, SCHEMA);
    assert_eq!(fetched.version.as_deref(), Some("2.0.4"));
    assert_eq!(fetched.integrity, Some(sri(&new)));
    assert_eq!(fetched.label, format!("npm:{PACKAGE}@2.0.4"));
    assert_eq!(fetch(&server, &format!("npm:{PACKAGE}@1.2.2"), Limits::default()).unwrap().bytes, b"{}");
    let missing = fetch(&server, &format!("npm:{PACKAGE}@9.9.9"), Limits::default()).unwrap_err();
    assert_eq!((missing.stage, missing.message.contains("9.9.9")), (Stage::Load, true));
}

#[test]
fn a_tarball_with_a_wrong_integrity_is_refused_before_unpacking() {
    let server = Server::start();
    // Unpacking this would fail with another message.
    server.publish_as(&[("2.0.4", b"no gzip at all", &sri(b"something else"))]);
    let error = fetch(&server, &format!("npm:{PACKAGE}"), Limits::default()).unwrap_err();
    assert!(error.message.contains("integrity"), "{error}");
    assert_eq!(error.exit_code(), 2);
}

#[test]
fn a_package_without_a_strong_integrity_is_refused_before_it_is_fetched() {
    let server = Server::start();
    server.publish_as(&[("2.0.4", &package(ENTRY, SCHEMA), "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=")]);
    assert_eq!(fetch(&server, &format!("npm:{PACKAGE}"), Limits::default()).unwrap_err().stage, Stage::Load);
    assert_eq!(server.asked().len(), 1);
}

#[test]
fn a_pinned_version_with_another_integrity_is_an_error_and_not_drift() {
    let (server, directory) = (Server::start(), Directory::new());
    let tarball = package(ENTRY, SCHEMA);
    server.publish(&[("2.0.4", &tarball)]);
    let fetcher = Fetcher::new(&directory.0, Registry::At(server.url.clone()), Limits::default());
    let origin = Origin::parse(&format!("npm:{PACKAGE}")).unwrap();
    let other = sri(b"what was published first");
    let error = fetcher.bytes(&origin, Some(Pin { version: "2.0.4", integrity: &other })).unwrap_err();
    assert_eq!(error.exit_code(), 2);
    assert!(error.message.contains(&other) && error.message.contains(&sri(&tarball)), "{error}");
    // The pin says nothing of other versions.
    assert!(fetcher.bytes(&origin, Some(Pin { version: "2.0.3", integrity: &other })).is_ok());
}

#[test]
fn only_the_entry_of_exactly_the_name_is_read() {
    let evil = b"evil".as_slice();
    let names = [
        "package/dist/../dist/src/generated/schema.json",
        "package/./dist/src/generated/schema.json",
        "package/../package/dist/src/generated/schema.json",
        "../package/dist/src/generated/schema.json",
        "/package/dist/src/generated/schema.json",
        "dist/src/generated/schema.json",
        "package/dist/src/generated/schema.json/",
    ];
    let mut entries: Vec<_> = names.iter().map(|name| (*name, EntryType::Regular, evil)).collect();
    let error = unpack(&packed(&entries), Limits::default()).unwrap_err();
    assert_eq!(error.exit_code(), 2);
    assert!(error.message.contains("no file"), "{error}");
    entries.push((ENTRY, EntryType::Regular, SCHEMA));
    assert_eq!(unpack(&packed(&entries), Limits::default()).unwrap().bytes, SCHEMA);
}

#[test]
fn a_link_or_directory_in_the_place_of_the_schema_is_refused() {
    for kind in [EntryType::Symlink, EntryType::Link, EntryType::Directory, EntryType::Fifo] {
        let error = unpack(&packed(&[(ENTRY, kind, b"")]), Limits::default()).unwrap_err();
        assert!(error.message.contains("no regular file"), "{error}");
    }
}

#[test]
fn a_missing_entry_is_an_error_that_names_it() {
    let error = unpack(&package("package/package.json", b"{}"), Limits::default()).unwrap_err();
    assert!(error.message.contains("dist/src/generated/schema.json"), "{error}");
    assert_eq!(error.exit_code(), 2);
}

#[test]
fn a_package_that_is_no_gzip_or_is_cut_off_is_an_error() {
    let whole = package(ENTRY, &[b' '; 100_000]);
    for tarball in [b"<html>".as_slice(), b"", &whole[..whole.len() / 2]] {
        assert_eq!(unpack(tarball, Limits::default()).unwrap_err().stage, Stage::Load);
    }
}

#[test]
fn whatever_is_too_large_is_refused() {
    let zeros = vec![0; 100_000];
    // A large schema, a bomb beside the schema, and a large package.
    let schema = unpack(&package(ENTRY, &zeros), small()).unwrap_err();
    let beside = packed(&[("package/bomb", EntryType::Regular, &zeros), (ENTRY, EntryType::Regular, SCHEMA)]);
    let unpacked = unpack(&beside, Limits { unpacked: 50_000, ..Limits::default() }).unwrap_err();
    let tarball = unpack(&package(ENTRY, SCHEMA), Limits { tarball: 50, ..Limits::default() }).unwrap_err();
    let metadata = unpack(&package(ENTRY, SCHEMA), Limits { metadata: 50, ..Limits::default() }).unwrap_err();
    let told = get(Answer::Body(zeros.clone())).unwrap_err();
    let untold = get(Answer::Unsized(zeros)).unwrap_err();
    for error in [schema, tarball, metadata, told, untold] {
        assert!(error.message.contains("larger than"), "{error}");
        assert_eq!(error.exit_code(), 2);
    }
    assert!(unpacked.message.contains("more than the limit"), "{unpacked}");
}

#[test]
fn a_redirect_to_plain_http_elsewhere_is_refused_without_following_it() {
    let error = get(Answer::Redirect("http://host.invalid/schema.json".into())).unwrap_err();
    assert!(error.message.contains("isn't https"), "{error}");
    assert_eq!(error.exit_code(), 2);
}

#[test]
fn redirects_are_followed_but_not_for_ever() {
    let server = Server::start();
    server.set("/a", Answer::Redirect("/b".into()));
    server.set("/b", Answer::Body(SCHEMA.into()));
    server.set("/loop", Answer::Redirect("/loop".into()));
    assert_eq!(fetch(&server, &format!("{}/a", server.url), small()).unwrap().bytes, SCHEMA);
    server.asked();
    let error = fetch(&server, &format!("{}/loop", server.url), small()).unwrap_err();
    assert!(error.message.contains("too many redirects"), "{error}");
    assert!(server.asked().len() < 10);
}

#[test]
fn plain_http_elsewhere_is_refused_without_connecting() {
    let error = fetch(&Server::start(), "http://host.invalid/schema.json", small()).unwrap_err();
    assert_eq!(error.stage, Stage::Usage);
}

#[test]
fn an_answer_that_does_not_come_whole_is_a_matter_of_the_network() {
    for answer in [Answer::Status(404), Answer::Status(500), Answer::Broken(SCHEMA.into()), Answer::Silence] {
        let error = get(answer).unwrap_err();
        assert_eq!(error.exit_code(), 3, "{error}");
        assert!(error.at.as_ref().unwrap().contains("/schema.json"), "{error}");
    }
}

#[test]
fn what_is_no_registry_counts_as_not_reached() {
    let server = Server::start();
    server.set("/@modelcontextprotocol%2fext-apps", Answer::Body(b"<html>log in first</html>".into()));
    assert_eq!(fetch(&server, &format!("npm:{PACKAGE}"), Limits::default()).unwrap_err().exit_code(), 3);
}

#[test]
fn a_mirror_that_repeats_its_origins_urls_serves_the_tarball_itself() {
    let (mirror, tarball) = (Server::start(), package(ENTRY, SCHEMA));
    mirror.publish(&[("2.0.4", &tarball)]);
    let url = format!("{}/{PACKAGE}/-/ext-apps-2.0.4.tgz", nowhere());
    let dist = serde_json::json!({"tarball": url, "integrity": sri(&tarball)});
    let packument = serde_json::json!({"dist-tags": {"latest": "2.0.4"}, "versions": {"2.0.4": {"dist": dist}}});
    mirror.set("/@modelcontextprotocol%2fext-apps", Answer::Body(packument.to_string().into_bytes()));
    assert_eq!(fetch(&mirror, &format!("npm:{PACKAGE}"), Limits::default()).unwrap().bytes, SCHEMA);
}

#[test]
fn a_package_is_fetched_once_and_a_spoiled_copy_again() {
    let (server, directory) = (Server::start(), Directory::new());
    server.publish(&[("2.0.4", &package(ENTRY, SCHEMA))]);
    let origin = Origin::parse(&format!("npm:{PACKAGE}@2.0.4")).unwrap();
    let fetch = || {
        let fetcher = Fetcher::new(&directory.0, Registry::At(server.url.clone()), Limits::default());
        assert_eq!(fetcher.bytes(&origin, None).unwrap().bytes, SCHEMA);
        assert_eq!(fetcher.bytes(&origin, None).unwrap().bytes, SCHEMA);
        server.asked().len()
    };
    assert_eq!((fetch(), fetch()), (2, 1));
    let (copy, _) = directory.snapshot().pop_first().unwrap();
    std::fs::write(directory.0.join(copy), "spoiled").unwrap();
    assert_eq!((fetch(), fetch()), (2, 1));
}

#[test]
fn a_local_file_is_read_and_a_missing_one_is_bad_input() {
    let directory = Directory::new();
    std::fs::write(directory.0.join("schema.json"), SCHEMA).unwrap();
    let fetcher = Fetcher::new(&directory.0, Registry::At(nowhere()), small());
    assert_eq!(fetcher.bytes(&Origin::parse("schema.json").unwrap(), None).unwrap().bytes, SCHEMA);
    let error = fetcher.bytes(&Origin::parse("gone.json").unwrap(), None).unwrap_err();
    assert_eq!((error.exit_code(), error.at.as_deref()), (2, Some("gone.json")));
}
