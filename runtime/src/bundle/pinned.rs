//! The versions everything else was tested with. Change them here, and in `Cargo.toml` for
//! `wasm-bindgen-cli-support`; a test holds the two together.

/// `wasm-bindgen`: the glue is written by the library of the version a View was compiled with.
pub const WASM_BINDGEN: &str = "0.2.130";
/// The npm package `binaryen`, whose programs are `wasm-opt` and `wasm2js`.
pub const BINARYEN: &str = "132.0.0";
/// What `wasm-opt --version` and `wasm2js --version` say of it.
pub const BINARYEN_SAYS: &str = "132";
/// The npm package `esbuild`, and what `esbuild --version` says.
pub const ESBUILD: &str = "0.28.2";

/// The command that installs the programs for good.
pub fn install_command() -> String {
    format!("npm install --global binaryen@{BINARYEN} esbuild@{ESBUILD}")
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_manifest_pins_the_same_wasm_bindgen() {
        let manifest = include_str!("../../Cargo.toml");
        let line = manifest.lines().find(|line| line.starts_with("wasm-bindgen-cli-support")).unwrap();
        assert!(line.contains(&format!("\"={}\"", super::WASM_BINDGEN)), "{line}");
    }
}
