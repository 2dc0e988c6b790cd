//! Reaching the sources of a schema: npm packages, URLs and local files.
//!
//! An error of [`Stage::Fetch`] says that a source wasn't reached; any other, that it was and can't be trusted.

mod http;
mod npm;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::error::{Error, Result, Stage};
use crate::source::Origin;
use http::Http;
pub use npm::Registry;
use npm::{Packument, Sri};

/// The most that is read from a source, and how long it may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of a schema.
    pub schema: u64,
    /// Bytes of a registry's answer about a package.
    pub metadata: u64,
    /// Bytes of a package.
    pub tarball: u64,
    /// Bytes of an unpacked package.
    pub unpacked: u64,
    /// The longest wait for a connection.
    pub connect: Duration,
    /// The longest wait for a whole answer.
    pub total: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        const MIB: u64 = 1 << 20;
        Limits {
            schema: 8 * MIB,
            metadata: 16 * MIB,
            tarball: 32 * MIB,
            unpacked: 128 * MIB,
            connect: Duration::from_secs(5),
            total: Duration::from_secs(60),
        }
    }
}

/// Bytes, and what the source said of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetched {
    /// The schema.
    pub bytes: Vec<u8>,
    /// The exact version, where the source has versions.
    pub version: Option<String>,
    /// The registry's hash of the package, where there is one.
    pub integrity: Option<String>,
    /// The source, as it would be written on the command line.
    pub label: String,
}

/// The package that the lock knows: this version has this hash, for ever.
#[derive(Clone, Copy, Debug)]
pub struct Pin<'a> {
    /// The exact version.
    pub version: &'a str,
    /// Its hash, as the registry writes it.
    pub integrity: &'a str,
}

/// Reaches sources; asks each registry about a package only once.
pub struct Fetcher {
    registry: Registry,
    root: PathBuf,
    limits: Limits,
    http: Http,
    packuments: RefCell<BTreeMap<String, Packument>>,
}

impl Fetcher {
    /// A fetcher for the workspace at `root`: local paths are below it, and so is the cache of packages.
    #[must_use]
    pub fn new(root: &Path, registry: Registry, limits: Limits) -> Self {
        Fetcher {
            registry,
            root: root.to_owned(),
            limits,
            http: Http::new(limits.connect, limits.total),
            packuments: RefCell::default(),
        }
    }

    /// The bytes at `origin`; a package of the pinned version must have the pinned hash.
    ///
    /// # Errors
    /// When the source isn't reached, or what it answers is too large, not what it should be, or not there.
    pub fn bytes(&self, origin: &Origin, pin: Option<Pin<'_>>) -> Result<Fetched> {
        let plain = |bytes| Fetched { bytes, version: None, integrity: None, label: origin.to_string() };
        match origin {
            Origin::File(path) => self.file(path).map(plain),
            Origin::Url(url) => self.http.get(url, self.limits.schema, None).map(plain),
            Origin::Npm { package, selector, entry } => self.npm(package, selector, entry, pin),
        }
        .map_err(|error| if error.at.is_some() { error } else { error.at(origin.to_string()) })
    }

    fn file(&self, path: &Path) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let limit = self.limits.schema;
        File::open(self.root.join(path))
            .and_then(|file| file.take(limit + 1).read_to_end(&mut bytes))
            .map_err(|error| Error::new(Stage::Load, format!("can't be read: {error}")))?;
        if bytes.len() as u64 > limit { Err(too_large(limit)) } else { Ok(bytes) }
    }

    fn npm(&self, package: &str, selector: &str, entry: &str, pin: Option<Pin<'_>>) -> Result<Fetched> {
        let registry = self.registry.base(package)?;
        let packument = self.packument(&registry, package)?;
        let (version, dist) = packument.resolve(selector)?;
        let pinned = pin.filter(|pin| pin.version == version);
        if let Some(pin) = pinned.filter(|pin| Some(pin.integrity) != dist.integrity.as_deref()) {
            let now = dist.integrity.as_deref().unwrap_or("nothing");
            let message = format!("the registry vouches for other bytes of {version} than those pinned");
            return Err(Error::new(Stage::Load, format!("{message}: {now}, the lock says {}", pin.integrity))
                .remedy("a published version never changes: find out why before you trust either"));
        }
        let integrity = dist.integrity.clone().unwrap_or_default();
        let sri = Sri::parse(&integrity)?;
        let tarball = self.tarball(&registry, &dist.tarball, &sri)?;
        Ok(Fetched {
            bytes: npm::unpack(&tarball, entry, &self.limits)?,
            label: Origin::Npm { package: package.into(), selector: version.clone(), entry: entry.into() }.to_string(),
            version: Some(version),
            integrity: Some(integrity),
        })
    }

    fn packument(&self, registry: &str, package: &str) -> Result<Packument> {
        if let Some(known) = self.packuments.borrow().get(package) {
            return Ok(known.clone());
        }
        // npm's own spelling of a scoped name in a URL, and the short form of the answer.
        let url = format!("{registry}/{}", package.replace('/', "%2f"));
        let accept = "application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8";
        let packument = Packument::parse(&self.http.get(&url, self.limits.metadata, Some(accept))?)?;
        self.packuments.borrow_mut().insert(package.to_owned(), packument.clone());
        Ok(packument)
    }

    /// The package itself, verified; from the cache when it is there.
    fn tarball(&self, registry: &str, url: &str, sri: &Sri) -> Result<Vec<u8>> {
        let cached = self.root.join("target/codegen-cache").join(format!("{}.tgz", sri.file_name()));
        if let Ok(bytes) = std::fs::read(&cached)
            && sri.verify(&bytes).is_ok()
        {
            return Ok(bytes);
        }
        let mut missed = None;
        for url in npm::tarball_urls(registry, url) {
            match self.http.get(&url, self.limits.tarball, None) {
                Ok(bytes) => {
                    sri.verify(&bytes)?;
                    store(&cached, &bytes);
                    return Ok(bytes);
                }
                Err(error) if error.stage == Stage::Fetch => missed = Some(error),
                Err(error) => return Err(error),
            }
        }
        Err(missed.unwrap_or_else(|| Error::new(Stage::Fetch, "the registry names no tarball")))
    }
}

/// Keeps `bytes` for the next run; a cache that can't be written costs only time.
fn store(path: &Path, bytes: &[u8]) {
    let mut batch = crate::tree::Batch::default();
    batch.put(path.to_owned(), bytes);
    let _ = batch.commit();
}

fn too_large(limit: u64) -> Error {
    Error::new(Stage::Load, format!("is larger than {limit} bytes"))
}
