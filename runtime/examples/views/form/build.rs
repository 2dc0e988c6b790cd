//! The schema of the order, for the tools the page offers to the model: derived here, so that the page carries a
//! text and not the code that makes it.

use std::path::Path;
use std::{env, error, fs};

#[path = "../../form/order.rs"]
#[expect(dead_code, reason = "only the order's schema is wanted here")]
mod order;

fn main() -> Result<(), Box<dyn error::Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../../form/order.rs");
    let schema = serde_json::to_string(&schemars::schema_for!(order::Order))?;
    fs::write(Path::new(&env::var("OUT_DIR")?).join("order.json"), schema)?;
    Ok(())
}
