//! The fuzz targets for a moment each, in the normal suite: their seeds, the inputs that once
//! found something, and a few thousand mutations of both, the same on every run.
//! `tests/fuzz/run` does it for hours, guided by coverage.

#[path = "fuzz/targets/mod.rs"]
mod targets;

use std::fs;
use std::path::Path;

use targets::Target;

/// A small generator of its own, so that every run tries the same.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("31 bits") % sides.max(1)
    }
}

/// What parsers stumble over.
const WORDS: [&[u8]; 12] = [
    b"null",
    b"{}",
    b"[]",
    b"\"",
    b"\\u0000",
    b"-0.0",
    b"1e309",
    b"9007199254740993",
    b"\xff",
    b"\0",
    b"[[[[[[[[",
    b"\n",
];

fn mutate(dice: &mut Dice, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = seeds[dice.roll(seeds.len())].clone();
    for _ in 0..=dice.roll(4) {
        let at = dice.roll(bytes.len() + 1);
        match dice.roll(6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << dice.roll(8),
            1 => bytes.insert(at, u8::try_from(dice.roll(256)).expect("a byte")),
            2 => drop(bytes.drain(at..(at + dice.roll(16)).min(bytes.len()))),
            3 => drop(bytes.splice(at..at, WORDS[dice.roll(WORDS.len())].iter().copied())),
            4 => bytes.truncate(at),
            _ => {
                let other = &seeds[dice.roll(seeds.len())];
                let from = dice.roll(other.len() + 1);
                bytes.splice(at.., other[from..].iter().copied());
            }
        }
    }
    bytes
}

fn committed(target: &Target) -> Vec<Vec<u8>> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus").join(target.name);
    let mut paths: Vec<_> = fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths.into_iter().map(|path| fs::read(path).expect("committed")).collect()
}

fn smoke(name: &str) {
    let target = targets::ALL.iter().find(|target| target.name == name).expect("a target");
    let mut seeds = (target.seeds)();
    assert!(!seeds.is_empty());
    seeds.extend(committed(target));
    seeds.iter().for_each(|seed| (target.run)(seed));
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    for _ in 0..target.short {
        let input = mutate(&mut dice, &seeds);
        let outcome = std::panic::catch_unwind(|| (target.run)(&input));
        assert!(outcome.is_ok(), "{name} on {:?}", String::from_utf8_lossy(&input));
    }
}

macro_rules! smokes {
    ($($name:ident),*) => {
        $(#[test] fn $name() { smoke(stringify!($name)) })*

        #[test]
        fn every_target_is_run_here() {
            let named = [$(stringify!($name)),*];
            assert!(targets::ALL.iter().all(|target| named.contains(&target.name)));
        }
    };
}
smokes!(frame, decode, session, sides, csp, meta, uri, transcript, toml, schema);
