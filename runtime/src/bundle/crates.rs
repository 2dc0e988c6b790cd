//! The View's crate as cargo sees it: its lock file, its folders.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use super::{Error, Mode, Options, cargo, pinned, profile};

/// A View crate whose lock file has the right `wasm-bindgen`.
#[derive(Debug)]
pub(super) struct ViewCrate {
    pub(super) name: String,
    pub(super) folder: PathBuf,
    pub(super) manifest: PathBuf,
    /// Every folder whose files end up in the page: its own and those of its path dependencies.
    pub(super) sources: Vec<PathBuf>,
    /// Folders of this machine that panic messages would name, and what they name instead.
    pub(super) renamed: BTreeMap<PathBuf, String>,
    pub(super) target: PathBuf,
    /// What its release profile leaves open, as cargo's `--config` takes it.
    pub(super) profile: Vec<String>,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    target_directory: PathBuf,
    workspace_root: PathBuf,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    source: Option<String>,
    manifest_path: PathBuf,
    targets: Vec<Target>,
}

#[derive(Deserialize)]
struct Target {
    crate_types: Vec<String>,
}

impl ViewCrate {
    /// Asks cargo, which writes the lock file if there is none.
    pub(super) fn read(options: &Options) -> Result<Self, Error> {
        let no_crate = |said: String| Error::NoCrate { view: options.view.clone(), said };
        let folder = fs::canonicalize(&options.view).map_err(|error| no_crate(error.to_string()))?;
        let manifest = folder.join("Cargo.toml");
        let mut command = Command::new(cargo::program());
        command.args(["metadata", "--format-version=1", "--filter-platform", cargo::TARGET]);
        command.arg("--manifest-path").arg(&manifest).args(options.offline.then_some("--offline"));
        let output = command.output().map_err(|error| no_crate(error.to_string()))?;
        if !output.status.success() {
            // All of it: what mends it comes last.
            let said = String::from_utf8_lossy(&output.stderr);
            let lines = said.lines().map(str::trim).filter(|line| !line.is_empty());
            return Err(no_crate(lines.collect::<Vec<_>>().join(" ")));
        }
        let metadata: Metadata = serde_json::from_slice(&output.stdout).map_err(|error| no_crate(error.to_string()))?;
        Self::from_metadata(metadata, folder, manifest)
    }

    fn from_metadata(metadata: Metadata, folder: PathBuf, manifest: PathBuf) -> Result<Self, Error> {
        check_version(&metadata.packages, &manifest)?;
        let own = metadata.packages.iter().find(|package| package.manifest_path == manifest);
        let own = own.ok_or_else(|| Error::NoWebAssembly { manifest: manifest.clone() })?;
        let runs = |target: &Target| target.crate_types.iter().any(|kind| kind == "cdylib" || kind == "bin");
        if !own.targets.iter().any(runs) {
            return Err(Error::NoWebAssembly { manifest });
        }
        let renamed = metadata.packages.iter().filter_map(renamed).collect();
        let local = metadata.packages.iter().filter(|package| package.source.is_none());
        let sources = local.filter_map(|package| package.manifest_path.parent().map(Path::to_path_buf)).collect();
        let root = metadata.workspace_root.join("Cargo.toml");
        // An absent manifest would have stopped cargo; it is only asked for its profile here.
        let profile = profile::unsaid(&fs::read_to_string(root).unwrap_or_default());
        let (name, target) = (own.name.clone(), metadata.target_directory);
        Ok(ViewCrate { name, folder, sources, renamed, target, manifest, profile })
    }

    /// A folder of this View and mode alone: the outer cargo may hold the lock of its own.
    pub(super) fn target_folder(&self, mode: Mode) -> PathBuf {
        self.target.join("mcp-apps").join(if mode.has_javascript() { "mvp" } else { "wasm" })
    }

    /// An empty folder for the steps after compilation.
    pub(super) fn work_folder(&self, mode: Mode) -> Result<PathBuf, Error> {
        let folder = self.target.join("mcp-apps").join("work").join(format!("{}-{mode:?}", self.name).to_lowercase());
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(Error::io(&folder))?;
        }
        fs::create_dir_all(&folder).map_err(Error::io(&folder))?;
        Ok(folder)
    }

    pub(super) fn template(&self, options: &Options) -> Option<PathBuf> {
        let beside = self.folder.join("index.html");
        options.template.clone().or_else(|| beside.exists().then_some(beside))
    }

    pub(super) fn default_output(&self) -> PathBuf {
        self.folder.join("dist").join(format!("{}.html", self.name))
    }
}

/// A page goes to strangers: it shall not tell them where its author's files are, and be the same
/// wherever it is made.
fn renamed(package: &Package) -> Option<(PathBuf, String)> {
    let folder = package.manifest_path.parent()?;
    match package.source {
        None => Some((folder.to_path_buf(), package.name.clone())),
        Some(_) => Some((folder.parent()?.to_path_buf(), "registry".to_owned())),
    }
}

/// The glue and the compiled code speak a private format that changes with every release.
fn check_version(packages: &[Package], manifest: &Path) -> Result<(), Error> {
    let mut versions = packages.iter().filter(|package| package.name == "wasm-bindgen").map(|package| &package.version);
    match versions.next() {
        None => Err(Error::NoWasmBindgen { manifest: manifest.to_path_buf() }),
        Some(found) if found != pinned::WASM_BINDGEN => {
            Err(Error::WasmBindgenVersion { manifest: manifest.to_path_buf(), found: found.clone() })
        }
        Some(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, version: &str, kind: &str) -> String {
        format!(
            r#"{{"name":"{name}","version":"{version}","source":null,"manifest_path":"/v/{name}/Cargo.toml",
            "targets":[{{"crate_types":["{kind}"]}}]}}"#
        )
    }

    fn read(packages: &[String]) -> Result<ViewCrate, Error> {
        let metadata =
            format!(r#"{{"packages":[{}],"target_directory":"/v/target","workspace_root":"/v"}}"#, packages.join(","));
        ViewCrate::from_metadata(
            serde_json::from_str(&metadata).unwrap(),
            "/v/view".into(),
            "/v/view/Cargo.toml".into(),
        )
    }

    #[test]
    fn another_wasm_bindgen_names_both_ways_out() {
        let error = read(&[package("view", "1.0.0", "cdylib"), package("wasm-bindgen", "0.2.99", "lib")]).unwrap_err();
        let line = error.to_string();
        assert!(!line.contains('\n'));
        assert!(line.contains("has wasm-bindgen 0.2.99, this mcp-apps writes glue for "), "{line}");
        assert!(
            line.contains("`cargo update --manifest-path /v/view/Cargo.toml --package wasm-bindgen --precise "),
            "{line}"
        );
        assert!(line.contains("or install the mcp-apps release made for 0.2.99"), "{line}");
    }

    #[test]
    fn a_crate_without_wasm_bindgen_is_told_to_add_it() {
        let line = read(&[package("view", "1.0.0", "cdylib")]).unwrap_err().to_string();
        assert!(line.contains("`cargo add --manifest-path /v/view/Cargo.toml wasm-bindgen@="), "{line}");
    }

    #[test]
    fn a_plain_library_is_told_to_be_a_cdylib() {
        let packages = [package("view", "1.0.0", "lib"), package("wasm-bindgen", pinned::WASM_BINDGEN, "lib")];
        let line = read(&packages).unwrap_err().to_string();
        assert!(line.contains("crate-type = [\"cdylib\"]"), "{line}");
    }

    #[test]
    fn no_folder_of_this_machine_reaches_the_page() {
        let far = package("wasm-bindgen", pinned::WASM_BINDGEN, "lib").replace("null", "\"registry\"");
        let view = read(&[package("view", "1.0.0", "cdylib"), far.replace("/v/", "/home/me/src/")]).unwrap();
        let renamed = [("/home/me/src", "registry"), ("/v/view", "view")];
        assert_eq!(view.renamed, renamed.map(|(from, to)| (from.into(), to.to_owned())).into());
    }

    #[test]
    fn modes_that_differ_in_flags_differ_in_target_folder() {
        let packages = [package("view", "1.0.0", "cdylib"), package("wasm-bindgen", pinned::WASM_BINDGEN, "lib")];
        let view = read(&packages).unwrap();
        assert_eq!(view.target_folder(Mode::Portable), view.target_folder(Mode::Dual));
        assert_ne!(view.target_folder(Mode::Portable), view.target_folder(Mode::Wasm));
        assert!(view.target_folder(Mode::Wasm).starts_with("/v/target/mcp-apps"));
    }
}
