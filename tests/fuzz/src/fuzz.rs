//! libFuzzer's driver: one binary for every target, which the environment variable `TARGET` names;
//! its seeds are written to the folder that `SEEDS` names.

#![no_main]

#[path = "../targets/mod.rs"]
mod targets;

use std::path::Path;
use std::sync::OnceLock;
use std::{env, fs};

static RUN: OnceLock<fn(&[u8])> = OnceLock::new();

fn choose() {
    let name = env::var("TARGET").unwrap_or_default();
    let target = targets::ALL.into_iter().find(|target| target.name == name);
    let target = target.unwrap_or_else(|| panic!("TARGET={name:?} is no target"));
    if let Some(folder) = env::var_os("SEEDS") {
        for (number, seed) in (target.seeds)().iter().enumerate() {
            fs::write(Path::new(&folder).join(format!("seed-{number:04}")), seed).expect("SEEDS names a folder");
        }
    }
    RUN.set(target.run).expect("chosen once");
}

libfuzzer_sys::fuzz_target!(
    init: choose(),
    |data: &[u8]| RUN.get().expect("chosen")(data)
);
