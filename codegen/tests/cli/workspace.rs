//! A copy of the workspace, and a registry and a git host that have what it pins.
#![allow(dead_code, reason = "each test binary uses its own part")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use codegen::source::{Lock, sha256_hex};
use serde_json::json;

use crate::command::{self, Said};
use crate::server::{Answer, Directory, ENTRY, Server, copy, package, sri};

pub const STABLE: &str = "2026-01-26";
/// The property that a moved schema of these tests brings.
pub const NEWS: &str = "bookmark";

/// A workspace whose sources are all on `server`.
pub struct Workspace {
    pub root: Directory,
    pub server: Server,
    pub registry: Option<String>,
    pub path: String,
}

impl Workspace {
    pub fn new() -> Workspace {
        let (root, server) = (Directory::new(), Server::start());
        let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        copy(&ours.join("spec"), &root.0.join("spec"));
        let path = root.0.join("bin").display().to_string();
        let workspace = Workspace { registry: Some(server.url.clone()), root, server, path };
        let (stable, draft) = (workspace.packed(STABLE), workspace.packed("draft"));
        let mut lock = workspace.lock();
        for (row, tarball) in lock.rows.iter_mut().zip([&stable, &draft]) {
            row.sources[0].integrity = Some(sri(tarball));
            row.sources[1].from = format!("{}/git/{}", workspace.server.url, row.name);
        }
        // The tag's own file differs from the package's; here it is any other.
        lock.rows[0].sources[1].sha256 = Some(sha256_hex(b"the tag's"));
        workspace.server.set(&format!("/git/{STABLE}"), Answer::Body(b"the tag's".into()));
        workspace.server.set("/git/draft", Answer::Body(workspace.read("spec/draft/schema.json")));
        fs::write(workspace.root.0.join("spec/lock.toml"), lock.render()).unwrap();
        workspace.server.publish(&[("1.2.2", &stable), (&lock.rows[1].version, &draft)]);
        workspace.generate();
        workspace
    }

    /// Generates, once for all tests: they start from the same bytes.
    fn generate(&self) {
        static GENERATED: OnceLock<BTreeMap<PathBuf, Vec<u8>>> = OnceLock::new();
        let generated = GENERATED.get_or_init(|| {
            self.run(&["--locked"]).expect(0);
            self.root.snapshot()
        });
        for (path, bytes) in generated.iter().filter(|(path, _)| path.starts_with("generated")) {
            let target = self.root.0.join(path);
            fs::create_dir_all(target.parent().unwrap()).unwrap();
            fs::write(target, bytes).unwrap();
        }
    }

    pub fn packed(&self, name: &str) -> Vec<u8> {
        package(ENTRY, &self.read(&format!("spec/{name}/schema.json")))
    }

    pub fn read(&self, path: &str) -> Vec<u8> {
        fs::read(self.root.0.join(path)).unwrap()
    }

    pub fn lock(&self) -> Lock {
        Lock::load(&self.root.0.join("spec")).unwrap()
    }

    pub fn edit(&self, path: &str, text: &str) {
        let mut bytes = self.read(path);
        bytes.extend_from_slice(text.as_bytes());
        fs::write(self.root.0.join(path), bytes).unwrap();
    }

    /// The draft's schema with a property more.
    pub fn news(&self) -> Vec<u8> {
        let mut schema: serde_json::Value = serde_json::from_slice(&self.read("spec/draft/schema.json")).unwrap();
        let properties = "/$defs/McpUiOpenLinkRequest/properties/params/properties";
        schema.pointer_mut(properties).unwrap()[NEWS] = json!({"type": "string", "description": "New."});
        serde_json::to_vec_pretty(&schema).unwrap()
    }

    /// Upstream's `latest` is now 9.0.0, with this schema.
    pub fn publish(&self, schema: &[u8]) {
        self.server.publish(&[("1.2.2", &self.packed(STABLE)), ("9.0.0", &package(ENTRY, schema))]);
    }

    /// Puts an `npm` on the path that answers `npm config get` so.
    #[cfg(unix)]
    pub fn install_npm(&self, answer: &str) {
        use std::os::unix::fs::PermissionsExt;
        let npm = Path::new(&self.path).join("npm");
        fs::create_dir_all(&self.path).unwrap();
        fs::write(&npm, format!("#!/bin/sh\n[ \"$1 $2\" = \"config get\" ] && printf '{answer}'\n")).unwrap();
        fs::set_permissions(&npm, fs::Permissions::from_mode(0o755)).unwrap();
    }

    pub fn run(&self, args: &[&str]) -> Said {
        command::run(&self.root.0.join("spec"), Path::new(&self.path), self.registry.as_deref(), args)
    }
}
