//! See `Cargo.toml`: what the TypeScript page does with partial inputs, for `../bench.mjs`.

use futures_util::StreamExt;
use mcp_apps::Error;
use mcp_apps::v2026_01_26::{View, ViewBuilder};
use wasm_bindgen::prelude::*;

#[global_allocator]
static MEMORY: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

#[wasm_bindgen(start)]
fn start() {
    ViewBuilder::named("each-view", env!("CARGO_PKG_VERSION")).run(page);
}

async fn page(view: View) -> Result<(), Error> {
    let element = web_sys::window().and_then(|window| window.document()?.get_element_by_id("input"));
    let mut partials = view.tool_input_partials();
    while let Some(partial) = partials.next().await {
        let notes = partial.get("notes").and_then(|notes| notes.as_str());
        if let Some(element) = &element {
            element.set_text_content(notes);
        }
    }
    view.peer().closed().await;
    Ok(())
}
