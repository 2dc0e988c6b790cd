//! What is fuzzed: each target is a function of any bytes that must not panic, and panics itself
//! where something does not hold. Two drivers run them: libFuzzer (`run`), for hours, and
//! `tests/fuzz.rs`, for seconds, in the normal suite.

#![allow(dead_code, clippy::unwrap_used, reason = "each driver uses its part; a panic is the finding")]

use std::fs;
use std::path::{Path, PathBuf};

mod csp;
mod decode;
mod frame;
mod meta;
#[path = "../../properties/pointers.rs"]
mod pointers;
mod schema;
mod session;
mod sides;
mod toml;
mod transcript;
mod uri;
#[path = "../../versions/mod.rs"]
mod versions;

/// One thing to attack.
pub struct Target {
    /// Its name on the command line.
    pub name: &'static str,
    /// Takes anything, and panics if something is wrong.
    pub run: fn(&[u8]),
    /// Inputs to begin with, made of what is committed.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// How many inputs a fraction of a second takes, unoptimized.
    pub short: usize,
}

/// All of them.
pub const ALL: [Target; 10] = [
    Target { name: "frame", run: frame::run, seeds: frame::seeds, short: 4000 },
    Target { name: "decode", run: decode::run, seeds: decode::seeds, short: 4000 },
    Target { name: "session", run: session::run, seeds: session::seeds, short: 1000 },
    Target { name: "sides", run: sides::run, seeds: sides::seeds, short: 500 },
    Target { name: "csp", run: csp::run, seeds: csp::seeds, short: 4000 },
    Target { name: "meta", run: meta::run, seeds: meta::seeds, short: 4000 },
    Target { name: "uri", run: uri::run, seeds: uri::seeds, short: 4000 },
    Target { name: "transcript", run: transcript::run, seeds: transcript::seeds, short: 200 },
    Target { name: "toml", run: toml::run, seeds: toml::seeds, short: 300 },
    Target { name: "schema", run: schema::run, seeds: schema::seeds, short: 60 },
];

/// The repository's root, from either driver's package.
fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = own.ancestors().find(|dir| dir.join("spec/lock.toml").exists());
    root.expect("the drivers are inside the repository").to_owned()
}

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("committed")
}

/// Every message of the recordings, as text.
fn recorded() -> Vec<String> {
    let mut messages = Vec::new();
    for file in fs::read_dir(root().join("tests/transcripts")).expect("committed") {
        let path = file.expect("an entry").path();
        if path.extension().is_some_and(|end| end == "jsonl") {
            let text = fs::read_to_string(path).expect("text");
            let lines = text.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
            messages.extend(lines.filter_map(|line| Some(line.get("msg")?.to_string())));
        }
    }
    messages.sort();
    messages.dedup();
    messages
}

/// Reads a program out of bytes.
struct Program<'a>(&'a [u8]);

impl<'a> Program<'a> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// Text up to a zero byte; what is no UTF-8 is replaced.
    fn text(&mut self) -> String {
        let end = self.0.iter().position(|byte| *byte == 0).unwrap_or(self.0.len());
        let (text, rest) = self.0.split_at(end);
        self.0 = rest.get(1..).unwrap_or_default();
        String::from_utf8_lossy(text).into_owned()
    }
}
