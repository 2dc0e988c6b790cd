//! A loopback server that answers as npm registries and git hosts do, and the packages it serves.

#![allow(dead_code, reason = "each test binary uses its own part")]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::{fs, thread};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha512};

pub const PACKAGE: &str = "@modelcontextprotocol/ext-apps";
pub const ENTRY: &str = "package/dist/src/generated/schema.json";

/// What the server says to one path.
#[derive(Clone)]
pub enum Answer {
    Body(Vec<u8>),
    /// A body whose length isn't told beforehand.
    Unsized(Vec<u8>),
    Status(u16),
    Redirect(String),
    /// Promises more than it sends.
    Broken(Vec<u8>),
    /// Accepts, and says nothing.
    Silence,
}

#[derive(Clone)]
pub struct Server {
    pub url: String,
    routes: Arc<Mutex<BTreeMap<String, Answer>>>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Server {
    pub fn start() -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let server = Server {
            url: format!("http://{}", listener.local_addr().unwrap()),
            routes: Arc::default(),
            asked: Arc::default(),
        };
        let shared = server.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let server = shared.clone();
                thread::spawn(move || server.answer(stream));
            }
        });
        server
    }

    pub fn set(&self, path: &str, answer: Answer) {
        self.routes.lock().unwrap().insert(path.to_owned(), answer);
    }

    /// The paths that were asked for since the last call.
    pub fn asked(&self) -> Vec<String> {
        std::mem::take(&mut self.asked.lock().unwrap())
    }

    /// Publishes versions, of which the last is `latest`.
    pub fn publish(&self, versions: &[(&str, &[u8])]) {
        let packed: Vec<_> = versions.iter().map(|(version, tarball)| (*version, *tarball, sri(tarball))).collect();
        let entries: Vec<_> = packed.iter().map(|(version, tarball, sri)| (*version, *tarball, sri.as_str())).collect();
        self.publish_as(&entries);
    }

    /// As `publish`, with integrities of one's own.
    pub fn publish_as(&self, versions: &[(&str, &[u8], &str)]) {
        let mut rows = serde_json::Map::new();
        for (version, tarball, integrity) in versions {
            let path = format!("/{PACKAGE}/-/ext-apps-{version}.tgz");
            let dist = serde_json::json!({"tarball": format!("{}{path}", self.url), "integrity": integrity});
            rows.insert((*version).to_owned(), serde_json::json!({ "dist": dist }));
            self.set(&path, Answer::Body(tarball.to_vec()));
        }
        let latest = versions.last().unwrap().0;
        let packument = serde_json::json!({"dist-tags": {"latest": latest}, "versions": rows});
        self.set("/@modelcontextprotocol%2fext-apps", Answer::Body(packument.to_string().into_bytes()));
    }

    fn answer(&self, mut stream: TcpStream) {
        let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
        let Some(first) = lines.next() else { return };
        let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
        lines.take_while(|line| !line.is_empty()).for_each(drop);
        self.asked.lock().unwrap().push(path.clone());
        let answer = self.routes.lock().unwrap().get(&path).cloned().unwrap_or(Answer::Status(404));
        let (head, body) = match answer {
            Answer::Body(body) => (format!("200 OK\r\ncontent-length: {}", body.len()), body),
            Answer::Unsized(body) => ("200 OK".to_owned(), body),
            Answer::Status(status) => (format!("{status} No\r\ncontent-length: 0"), Vec::new()),
            Answer::Redirect(to) => (format!("302 Found\r\nlocation: {to}\r\ncontent-length: 0"), Vec::new()),
            Answer::Broken(body) => (format!("200 OK\r\ncontent-length: {}", body.len() + 9), body),
            Answer::Silence => {
                thread::sleep(std::time::Duration::from_secs(5));
                return;
            }
        };
        // The client may hang up in the middle, as it should on too large a body.
        let _ = write!(stream, "HTTP/1.1 {head}\r\nconnection: close\r\n\r\n");
        let _ = stream.write_all(&body);
    }
}

/// An address that refuses connections.
pub fn nowhere() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

pub fn sri(bytes: &[u8]) -> String {
    format!("sha512-{}", STANDARD.encode(Sha512::digest(bytes)))
}

/// A package of one file.
pub fn package(name: &str, bytes: &[u8]) -> Vec<u8> {
    packed(&[(name, tar::EntryType::Regular, bytes)])
}

/// A package of these entries, whose names may be as bad as one likes.
pub fn packed(entries: &[(&str, tar::EntryType, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast()));
    for (name, kind, bytes) in entries {
        let mut header = tar::Header::new_ustar();
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_entry_type(*kind);
        header.set_size(bytes.len() as u64);
        if *kind == tar::EntryType::Symlink {
            header.set_link_name("/etc/hostname").unwrap();
        }
        header.set_mode(0o644);
        header.set_cksum();
        builder.append(&header, *bytes).unwrap();
    }
    builder.into_inner().unwrap().finish().unwrap()
}

/// A directory of a test's own, removed at its end.
pub struct Directory(pub PathBuf);

impl Directory {
    pub fn new() -> Directory {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("codegen-test-{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Directory(path)
    }

    /// Every file and its bytes, by path from here.
    pub fn snapshot(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut found = BTreeMap::new();
        let mut pending = vec![self.0.clone()];
        while let Some(directory) = pending.pop() {
            for entry in fs::read_dir(directory).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    pending.push(path);
                } else {
                    found.insert(path.strip_prefix(&self.0).unwrap().to_owned(), fs::read(&path).unwrap());
                }
            }
        }
        found
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Copies a directory and all below it.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).unwrap();
        }
    }
}
