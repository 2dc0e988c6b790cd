//! The pieces of this run, from PIECES.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=PIECES");
    println!("cargo::rustc-check-cfg=cfg(piece, values(any()))");
    for piece in std::env::var("PIECES").unwrap_or_default().split_whitespace() {
        println!("cargo::rustc-cfg=piece=\"{piece}\"");
    }
}
