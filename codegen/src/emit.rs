//! Prints a version: Rust types, constructors and methods, the surface and the repaired schema.

mod constructors;
mod members;
mod methods;
mod rust;
mod schema;
mod surface;
mod types;
mod versions;

use std::collections::BTreeSet;
use std::path::Path;

use crate::error::{Error, Result, Stage};
use crate::lower::Protocol;
use crate::tree::Files;

pub use rust::rust_name;
pub use schema::{Profile, definitions_of, schema_of, ty as schema_of_type};
pub use surface::{describe_type, surface};

/// The Rust module of a version: `v2026_01_26`, `draft`.
pub fn module(version: &str) -> String {
    let name = version.replace('-', "_");
    if name.starts_with(|c: char| c.is_ascii_digit()) { format!("v{name}") } else { name }
}

/// Prints every file below `generated/`.
pub fn emit(protocols: &[Protocol]) -> Result<Files> {
    let mut files = Files::default();
    for protocol in protocols {
        let version = &protocol.model.version;
        let dir = Path::new("src").join(module(version));
        let structs = types::structs(protocol)?;
        files.insert(dir.join("mod.rs"), versions::module(protocol));
        files.insert(dir.join("types.rs"), types::print(protocol, &structs)?);
        files.insert(dir.join("members.rs"), members::print(protocol));
        files.insert(dir.join("new.rs"), constructors::print(protocol, &structs)?);
        files.insert(dir.join("methods.rs"), methods::print(protocol)?);
        files.insert(format!("surface/{version}.txt"), surface::surface(protocol));
        files.insert(format!("schema/{version}.json"), schema::print(protocol));
    }
    files.insert("src/lib.rs", versions::lib(protocols));
    for (name, text) in WIRE {
        files.insert(Path::new("src").join(name), format!("{}{text}", versions::HEADER));
    }
    Ok(files)
}

/// The support code, copied as it is compiled here.
const WIRE: [(&str, &str); 11] = [
    ("wire.rs", include_str!("wire.rs")),
    ("wire/decode.rs", include_str!("wire/decode.rs")),
    ("wire/float.rs", include_str!("wire/float.rs")),
    ("wire/json.rs", include_str!("wire/json.rs")),
    ("wire/json_write.rs", include_str!("wire/json_write.rs")),
    ("wire/macros.rs", include_str!("wire/macros.rs")),
    ("wire/member.rs", include_str!("wire/member.rs")),
    ("wire/strict.rs", include_str!("wire/strict.rs")),
    ("wire/tree_read.rs", include_str!("wire/tree_read.rs")),
    ("wire/tree_write.rs", include_str!("wire/tree_write.rs")),
    ("wire/values.rs", include_str!("wire/values.rs")),
];

fn refuse(protocol: &Protocol, what: &str, error: impl std::fmt::Display) -> Error {
    Error::new(Stage::Emit, format!("{what}: {error}")).version(&protocol.model.version)
}

fn unparse(protocol: &Protocol, items: proc_macro2::TokenStream) -> Result<String> {
    let items = syn::parse2(items).map_err(|error| refuse(protocol, "printed Rust does not parse", error))?;
    Ok(prettyplease::unparse(&items))
}

/// What generated files may import, by the name they use.
const IMPORTS: [(&str, &str); 25] = [
    ("BTreeMap", "std::collections::BTreeMap"),
    ("Capability", "crate::wire::Capability"),
    ("DecodeError", "crate::wire::DecodeError"),
    ("Deserializer", "serde::Deserializer"),
    ("EmptyObject", "crate::wire::EmptyObject"),
    ("Integer", "crate::wire::Integer"),
    ("JsonObject", "crate::wire::JsonObject"),
    ("Kind", "crate::wire::Kind"),
    ("Method", "crate::wire::Method"),
    ("Notification", "crate::wire::Notification"),
    ("Number", "crate::wire::Number"),
    ("Party", "crate::wire::Party"),
    ("Permission", "crate::wire::Permission"),
    ("Phase", "crate::wire::Phase"),
    ("Plane", "crate::wire::Plane"),
    ("Provenance", "crate::wire::Provenance"),
    ("Request", "crate::wire::Request"),
    ("Value", "serde_json::Value"),
    ("closed_enum", "crate::wire::closed_enum"),
    ("keyed_union", "crate::wire::keyed_union"),
    ("members", "crate::wire::members"),
    ("open_enum", "crate::wire::open_enum"),
    ("parsed_params", "crate::wire::parsed_params"),
    ("read_params", "crate::wire::read_params"),
    ("tagged_union", "crate::wire::tagged_union"),
];

/// Puts the header and the imports the items need before them.
fn file(about: &str, items: &str) -> String {
    let code = items.lines().filter(|line| !line.trim_start().starts_with("///"));
    let words: BTreeSet<&str> = code.flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_')).collect();
    let mut uses: Vec<String> =
        IMPORTS.iter().filter(|(name, _)| words.contains(name)).map(|(_, path)| format!("use {path};\n")).collect();
    uses.sort();
    format!("{}//! {about}\n\n{}\n{items}", versions::HEADER, uses.concat())
}
