//! The pinned npm packages, installed by hash into a folder of their own.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use crate::embed::digest;

const MANIFEST: &str = include_str!("npm/package.json");
/// Every package with the hash of its content, and no address: whichever registry npm is set up for
/// delivers these bytes or none.
const LOCK: &str = include_str!("npm/package-lock.json");

/// The folder of the packages' programs, installed now if it is not there yet and may be.
pub(super) fn programs(offline: bool) -> Option<PathBuf> {
    let folder = cache()?.join("mcp-apps").join(format!("npm-{}", &digest(LOCK.as_bytes())[..16]));
    let programs = folder.join("node_modules").join(".bin");
    if !programs.is_dir() && (offline || install(&folder).is_none()) {
        return None;
    }
    Some(programs)
}

/// Where the system keeps what can be fetched again.
fn cache() -> Option<PathBuf> {
    let set = |name: &str| env::var_os(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    set("XDG_CACHE_HOME").or_else(|| set("LOCALAPPDATA")).or_else(|| Some(set("HOME")?.join(".cache")))
}

/// Installs beside the folder and moves it there whole, so that neither a run that is killed nor one
/// at the same time leaves half of it.
fn install(folder: &Path) -> Option<()> {
    let beside = folder.with_extension(std::process::id().to_string());
    fs::create_dir_all(&beside).ok()?;
    let installed = fill(&beside).and_then(|()| fs::rename(&beside, folder).ok());
    if installed.is_none() {
        let _ = fs::remove_dir_all(&beside);
    }
    // Another run may have been quicker.
    installed.or_else(|| folder.is_dir().then_some(()))
}

fn fill(folder: &Path) -> Option<()> {
    fs::write(folder.join("package.json"), MANIFEST).ok()?;
    fs::write(folder.join("package-lock.json"), LOCK).ok()?;
    // None of the packages needs its scripts, and none shall run any.
    let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(folder);
    npm.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::inherit());
    npm.status().ok()?.success().then_some(())
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::bundle::pinned;

    #[test]
    fn the_manifest_names_the_pinned_versions_and_the_lock_has_every_hash() {
        let manifest: Value = serde_json::from_str(MANIFEST).unwrap();
        let wanted = [("binaryen", pinned::BINARYEN), ("esbuild", pinned::ESBUILD)];
        assert_eq!(manifest["dependencies"].as_object().unwrap().len(), wanted.len());
        let lock: Value = serde_json::from_str(LOCK).unwrap();
        let packages = lock["packages"].as_object().unwrap();
        for (name, version) in wanted {
            assert_eq!(manifest["dependencies"][name], version);
            assert_eq!(packages[&format!("node_modules/{name}")]["version"], version);
        }
        for (name, package) in packages.iter().filter(|(name, _)| !name.is_empty()) {
            assert!(package["integrity"].as_str().is_some_and(|hash| hash.starts_with("sha512-")), "{name}");
            assert!(package.get("resolved").is_none(), "{name}");
        }
    }
}
