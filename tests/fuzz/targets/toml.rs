//! The generator's tables, as somebody might edit them: read or refused, and the lock is
//! rewritten without loss.

use codegen::docs::Docs;
use codegen::lower::Table;
use codegen::normalize::Names;
use codegen::source::{Lock, Origin};

pub fn run(data: &[u8]) {
    let Some((which, text)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(text);
    match which % 5 {
        0 => {
            if let Ok(lock) = Lock::parse(&text) {
                assert_eq!(Lock::parse(&lock.render()).unwrap(), lock);
            }
        }
        1 => drop(Table::parse("draft", &text)),
        2 => drop(Docs::parse(&text)),
        3 => drop(Names::parse(&text)),
        _ => {
            if let Ok(origin @ Origin::Npm { .. }) = Origin::parse(&text) {
                assert_eq!(Origin::parse(&origin.to_string()).unwrap(), origin);
            }
        }
    }
}

pub fn seeds() -> Vec<Vec<u8>> {
    let tables = [(0, "spec/lock.toml"), (1, "spec/2026-01-26/methods.toml"), (3, "spec/names.toml")];
    let tables = tables.map(|(which, path)| [&[which], super::text(path).as_bytes()].concat());
    // A table's first entries, which are quicker to mutate than all.
    let short = tables.iter().map(|table| table[..table.len().min(1500)].to_vec());
    let rest = [
        &b"\x02[types]\nA = \"a\"\n[fields]\n[members]\n[methods]\n"[..],
        b"\x04npm:@a/b@1.0.0#dist/x.json",
        b"\x04https://a/b",
    ];
    short.chain(tables.iter().cloned()).chain(rest.map(<[u8]>::to_vec)).collect()
}
