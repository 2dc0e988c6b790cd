//! What is published, on what terms, and with which compilers: what can be told without building.
//! `tests/release/run` does the rest, and what it said is in `tests/release/RUN.md`.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const PUBLISHED: [&str; 2] = ["mcp-apps-generated", "mcp-apps"];

fn cargo(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO")).args(args).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn metadata() -> Value {
    let platforms = ["--all-features", "--format-version=1", "--locked", "--offline"];
    serde_json::from_str(&cargo(&[&["metadata"], &platforms[..]].concat())).unwrap()
}

/// What a package is published with: nothing that only its tests need, and nothing left out that it needs.
#[test]
fn a_package_holds_what_its_users_need_and_little_else() {
    for package in PUBLISHED {
        let list = cargo(&["package", "--list", "--allow-dirty", "--offline", "--package", package]);
        let files: Vec<&str> = list.lines().collect();
        for needed in ["Cargo.toml", "README.md", "LICENSE", "src/lib.rs"] {
            assert!(files.contains(&needed), "{package} lacks {needed}");
        }
        let own = ["src/", "examples/", "schema/", "surface/"];
        let rest: Vec<&&str> = files.iter().filter(|file| !own.iter().any(|own| file.starts_with(own))).collect();
        let known =
            [".cargo_vcs_info.json", "Cargo.lock", "Cargo.toml", "Cargo.toml.orig", "LICENSE", "NOTICE", "README.md"];
        assert!(rest.iter().all(|file| known.contains(file)), "{package}: {rest:?}");
        let folder = Path::new(if package == "mcp-apps" { "runtime" } else { "generated" });
        let size: u64 =
            files.iter().filter_map(|file| fs::metadata(folder.join(file)).ok()).map(|file| file.len()).sum();
        assert!(size < 1_500_000, "{package}: {size} bytes");
    }
    let schemas = cargo(&["package", "--list", "--allow-dirty", "--offline", "--package", PUBLISHED[0]]);
    assert!(schemas.lines().any(|file| file == "NOTICE"), "upstream's schemas keep upstream's notice");
}

/// The stated compiler is new enough for everything depended on; `tests/release/run` builds with it.
#[test]
fn no_dependency_needs_a_newer_compiler_than_is_stated() {
    let metadata = metadata();
    let number = |version: &str| -> Vec<u32> { version.split('.').map(|part| part.parse().unwrap()).collect() };
    let packages = metadata["packages"].as_array().unwrap();
    let stated =
        packages.iter().find(|package| package["name"] == "mcp-apps").unwrap()["rust_version"].as_str().unwrap();
    for package in packages {
        let Some(needs) = package["rust_version"].as_str() else { continue };
        let (name, version) = (&package["name"], &package["version"]);
        assert!(number(needs) <= [number(stated), vec![0]].concat(), "{name} {version} needs Rust {needs}");
    }
}

/// What is published depends on nothing that is not, and says who may use it and where it lives.
#[test]
fn a_published_package_says_what_a_registry_asks() {
    let metadata = metadata();
    for package in metadata["packages"].as_array().unwrap().iter().filter(|package| package["source"].is_null()) {
        let name = package["name"].as_str().unwrap();
        assert_eq!(package["publish"] == serde_json::json!([]), !PUBLISHED.contains(&name), "{name}");
        if !PUBLISHED.contains(&name) {
            continue;
        }
        for member in ["description", "license", "repository", "rust_version", "readme"] {
            assert!(package[member].is_string(), "{name} has no {member}");
        }
        for dependency in package["dependencies"].as_array().unwrap().iter().filter(|one| one["kind"] != "dev") {
            assert_ne!(dependency["req"], "*", "{name} takes any {}", dependency["name"]);
        }
    }
}

/// Every crate of the repository forbids unsafe code, but for the one that has a page in place of wasm-bindgen.
#[test]
fn unsafe_code_is_forbidden_in_every_crate() {
    let files =
        String::from_utf8(Command::new("git").args(["ls-files", "*Cargo.toml"]).output().unwrap().stdout).unwrap();
    let manifests: Vec<PathBuf> = files.lines().map(PathBuf::from).collect();
    assert!(manifests.len() >= 9, "{manifests:?}");
    for path in manifests {
        let manifest: toml::Table = toml::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        if manifest.get("package").is_none() {
            continue;
        }
        let forbids = |lints: Option<&toml::Value>| {
            lints.and_then(|lints| lints.get("rust")?.get("unsafe_code")?.as_str()) == Some("forbid")
        };
        let of_workspace = manifest.get("lints").and_then(|lints| lints.get("workspace")?.as_bool()) == Some(true);
        let root: toml::Table = toml::from_str(&fs::read_to_string("Cargo.toml").unwrap()).unwrap();
        let forbidden = forbids(manifest.get("lints")) || of_workspace && forbids(root["workspace"].get("lints"));
        assert!(forbidden || path == Path::new("tests/size/Cargo.toml"), "{}", path.display());
    }
}

/// Whatever npm installs for us, it installs by hash, from whichever registry it is set up for.
#[test]
fn every_npm_package_is_pinned_by_its_hash_and_by_no_address() {
    let files = Command::new("git").args(["ls-files", "*package-lock.json"]).output().unwrap().stdout;
    let files = String::from_utf8(files).unwrap();
    assert!(files.lines().count() >= 7, "{files}");
    for path in files.lines() {
        let lock: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        for (name, package) in lock["packages"].as_object().unwrap() {
            // The project itself, and packages that come inside another.
            let own = name.is_empty() || package["link"] == true || package["inBundle"] == true;
            assert!(
                own || package["integrity"].as_str().is_some_and(|hash| hash.starts_with("sha512-")),
                "{path}: {name}"
            );
            assert!(package.get("resolved").is_none(), "{path}: {name}");
        }
    }
    let manifests = Command::new("git").args(["ls-files", "*package.json"]).output().unwrap().stdout;
    for manifest in String::from_utf8(manifests).unwrap().lines() {
        assert!(files.contains(&manifest.replace("package.json", "package-lock.json")), "{manifest} has no lock file");
    }
}
