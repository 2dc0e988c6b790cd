//! What npm knows: which registry, which version, which hash, and how a package is packed.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;
use reqwest::Url;
use serde::Deserialize;
use sha2::{Digest, Sha512};

use super::{Limits, too_large};
use crate::error::{Error, Result, Stage};
use crate::source::hex;

/// Which registry to ask.
#[derive(Clone, Debug)]
pub enum Registry {
    /// The one that npm would ask, run in this directory.
    LikeNpm(PathBuf),
    /// The one at this URL.
    At(String),
}

impl Registry {
    /// The registry's URL for `package`, without a slash at its end.
    pub(super) fn base(&self, package: &str) -> Result<String> {
        let url = match self {
            Registry::At(url) => Some(url.clone()),
            Registry::LikeNpm(directory) => configured(directory, package),
        };
        let url = url.filter(|url| !url.is_empty()).ok_or_else(|| {
            Error::new(Stage::Fetch, "no npm registry: npm is not on this machine, and npm_config_registry is not set")
        })?;
        Ok(url.trim_end_matches('/').to_owned())
    }
}

/// As npm: the scope's own registry before the general one, the environment before the files.
fn configured(directory: &PathBuf, package: &str) -> Option<String> {
    let scope = package.split_once('/').map(|(scope, _)| format!("{scope}:registry"));
    let scoped = scope.as_deref();
    if let Some(url) = scoped.and_then(from_environment) {
        return Some(url);
    }
    let general = from_environment("registry");
    let keys = scoped.into_iter().chain(["registry"]).collect::<Vec<_>>();
    let said = ask_npm(directory, &keys);
    scoped.and_then(|scope| said.get(scope).cloned()).or(general).or_else(|| said.get("registry").cloned())
}

fn from_environment(key: &str) -> Option<String> {
    let name = OsString::from(format!("npm_config_{key}"));
    std::env::vars_os()
        .find(|(other, value)| other.eq_ignore_ascii_case(&name) && !value.is_empty())
        .and_then(|(_, value)| value.into_string().ok())
}

/// What `npm config get` says of `keys`; nothing without npm.
fn ask_npm(directory: &PathBuf, keys: &[&str]) -> BTreeMap<String, String> {
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let mut command = Command::new(npm);
    command.args(["config", "get"]).args(keys).current_dir(directory);
    let Ok(output) = command.stdin(Stdio::null()).stderr(Stdio::null()).output() else {
        return BTreeMap::new();
    };
    let text = String::from_utf8_lossy(&output.stdout);
    // For one key npm prints the bare value, for several `key=value` lines.
    let lines = text.lines().filter_map(|line| match keys {
        [key] => Some((*key, line)),
        _ => line.split_once('='),
    });
    lines
        .map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned()))
        .filter(|(_, value)| value.contains("://"))
        .collect()
}

/// A registry's answer about a package.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Packument {
    #[serde(rename = "dist-tags", default)]
    tags: BTreeMap<String, String>,
    versions: BTreeMap<String, Version>,
}

#[derive(Clone, Debug, Deserialize)]
struct Version {
    dist: Dist,
}

/// Where one version is, and its hash.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Dist {
    pub(super) tarball: String,
    pub(super) integrity: Option<String>,
}

impl Packument {
    pub(super) fn parse(bytes: &[u8]) -> Result<Packument> {
        serde_json::from_slice(bytes)
            .map_err(|error| Error::new(Stage::Fetch, format!("what answered is no npm registry: {error}")))
    }

    /// The exact version that a version or dist-tag names.
    pub(super) fn resolve(&self, selector: &str) -> Result<(String, &Dist)> {
        let version = self.tags.get(selector).map_or(selector, String::as_str);
        match self.versions.get(version) {
            Some(found) => Ok((version.to_owned(), &found.dist)),
            None => Err(Error::new(Stage::Load, format!("the package has no version or tag `{selector}`"))),
        }
    }
}

/// A `sha512-…` integrity string.
pub(super) struct Sri(Vec<Vec<u8>>);

impl Sri {
    pub(super) fn parse(text: &str) -> Result<Sri> {
        let hashes = text.split_whitespace().filter_map(|hash| hash.strip_prefix("sha512-"));
        let digests = hashes
            .filter_map(|hash| STANDARD.decode(hash.split('?').next().unwrap_or_default()).ok())
            .filter(|digest| digest.len() == 64)
            .collect::<Vec<_>>();
        if digests.is_empty() {
            return Err(Error::new(Stage::Load, "the registry gives no sha512 integrity for the package"));
        }
        Ok(Sri(digests))
    }

    pub(super) fn verify(&self, bytes: &[u8]) -> Result<()> {
        let actual = Sha512::digest(bytes);
        if self.0.iter().any(|digest| digest[..] == actual[..]) {
            return Ok(());
        }
        Err(Error::new(
            Stage::Load,
            format!(
                "the package is not what the registry vouches for: its integrity is sha512-{}",
                STANDARD.encode(actual)
            ),
        )
        .remedy("something between here and the registry changed it: try again, then elsewhere"))
    }

    /// A file name of its own for these bytes.
    pub(super) fn file_name(&self) -> String {
        self.0.first().map(|digest| hex(&digest[..32])).unwrap_or_default()
    }
}

/// Where to look for a tarball: a mirror repeats its origin's URLs, and is asked first.
pub(super) fn tarball_urls(registry: &str, tarball: &str) -> Vec<String> {
    let mirrored = match (Url::parse(registry), Url::parse(tarball)) {
        (Ok(base), Ok(url)) if base.origin() != url.origin() => Some(format!("{registry}{}", url.path())),
        _ => None,
    };
    mirrored.into_iter().chain([tarball.to_owned()]).collect()
}

/// The file `package/<entry>` of a package; nothing is written to disk.
pub(super) fn unpack(tarball: &[u8], entry: &str, limits: &Limits) -> Result<Vec<u8>> {
    let broken = |error: io::Error| Error::new(Stage::Load, format!("the package can't be unpacked: {error}"));
    let wanted = format!("package/{entry}");
    let reader = Bounded { inner: GzDecoder::new(tarball), left: limits.unpacked };
    let mut archive = tar::Archive::new(reader);
    for file in archive.entries().map_err(broken)? {
        let mut file = file.map_err(broken)?;
        if *file.path_bytes() != *wanted.as_bytes() {
            continue;
        }
        if !file.header().entry_type().is_file() {
            return Err(Error::new(Stage::Load, format!("`{entry}` is no regular file in the package")));
        }
        if file.size() > limits.schema {
            return Err(too_large(limits.schema));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(broken)?;
        return Ok(bytes);
    }
    Err(Error::new(Stage::Load, format!("the package has no file `{entry}`"))
        .remedy("if upstream moved it, name its new place: npm:@scope/name@version#path, or `path` in the lock"))
}

/// A reader that fails, rather than ends, past its limit.
struct Bounded<R> {
    inner: R,
    left: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.left =
            self.left.checked_sub(read as u64).ok_or_else(|| io::Error::other("it unpacks to more than the limit"))?;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirror_is_asked_for_the_tarball_before_its_origin() {
        let urls = tarball_urls("http://127.0.0.1:1/npm", "https://origin.example/@a/b/-/b-1.tgz");
        assert_eq!(urls, ["http://127.0.0.1:1/npm/@a/b/-/b-1.tgz", "https://origin.example/@a/b/-/b-1.tgz"]);
        let own = "http://127.0.0.1:1/npm/@a/b/-/b-1.tgz";
        assert_eq!(tarball_urls("http://127.0.0.1:1/npm", own), [own]);
    }

    #[test]
    fn a_weak_or_broken_integrity_counts_as_none() {
        for text in ["", "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=", "sha512-", "sha512-AAAA", "sha512-!"] {
            assert!(Sri::parse(text).is_err(), "{text}");
        }
    }
}
