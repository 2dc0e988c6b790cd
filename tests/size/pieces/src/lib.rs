//! A View in pieces. Without any it greets its Host and shows the Host's name.

#![allow(unused, reason = "each run is of other pieces")]

#[cfg(piece = "draft")]
use mcp_apps::draft as spec;
#[cfg(not(piece = "draft"))]
use mcp_apps::v2026_01_26 as spec;

use mcp_apps::Error;
use mcp_apps::tool::Contract;
use mcp_apps::view::{next_frame, spawn};
use serde::{Deserialize, Serialize};
use spec::{ContentBlock, McpUiDisplayMode, McpUiUpdateModelContextRequestParams, TextContent, View, ViewBuilder};
use wasm_bindgen::prelude::*;

#[cfg(not(piece = "std-allocator"))]
#[global_allocator]
static MEMORY: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

#[derive(Serialize, Deserialize)]
struct Query {
    city: String,
    #[serde(default)]
    notes: String,
}

#[derive(Serialize, Deserialize)]
struct Weather {
    summary: String,
    celsius: f64,
}

struct Look;

impl Contract for Look {
    const NAME: &'static str = "look";
    type Input = Query;
    type Output = Weather;
}

#[wasm_bindgen(start)]
fn start() {
    let builder = ViewBuilder::named("pieces", "1.0.0");
    #[cfg(piece = "tools")]
    let builder = builder.offer::<Look, _, _, _>(|query: Query, _| {
        std::future::ready(Ok::<_, String>(Weather { summary: query.city, celsius: 17.0 }))
    });
    builder.run(page);
}

async fn page(view: View) -> Result<(), Error> {
    show(&view.host_name());
    #[cfg(piece = "theme")]
    view.follow_theme();
    #[cfg(piece = "styles")]
    view.follow_styles(&[("--color-text-primary", "#111")]);
    #[cfg(piece = "fonts")]
    view.follow_fonts();
    #[cfg(piece = "container")]
    view.follow_container();
    #[cfg(piece = "safe-area")]
    view.follow_safe_area();
    #[cfg(piece = "resize")]
    let _size = view.auto_resize();
    #[cfg(piece = "partials")]
    {
        let mut partials = view.tool_input_partials();
        while let Some(partial) = partials.latest().await {
            show(partial.get("notes").and_then(|notes| notes.as_str()).unwrap_or_default());
            next_frame().await;
        }
    }
    #[cfg(piece = "input")]
    show(&view.tool_input_as::<Query>().await?.city);
    #[cfg(piece = "output")]
    show(&view.tool_output::<Weather>().await?.summary);
    #[cfg(piece = "call")]
    {
        let query = Query { city: "Århus".to_owned(), notes: String::new() };
        show(&view.call_tool::<Query, Weather>("refresh_weather", &query).await?.summary);
    }
    #[cfg(piece = "context")]
    show(view.host_context().locale.as_deref().unwrap_or_default());
    #[cfg(piece = "result")]
    if let Some(ContentBlock::Text(text)) = view.tool_result().await?.content.first() {
        show(&text.text);
    }
    #[cfg(piece = "mode")]
    show(view.request_display_mode(McpUiDisplayMode::Fullscreen).await?.as_str());
    #[cfg(piece = "link")]
    view.open_link("https://example.com/").await?;
    #[cfg(piece = "message")]
    view.send_message(vec![TextContent::new("More, please").into()]).await?;
    #[cfg(piece = "model")]
    {
        let content = vec![TextContent::new("Århus is chosen").into()];
        view.update_model_context(&McpUiUpdateModelContextRequestParams::new().with_content(content)).await?;
    }
    #[cfg(piece = "download")]
    {
        let text = spec::TextResourceContents::new("Århus\n", "file:///cities.txt");
        let file = spec::McpUiDownloadContent::Resource(spec::EmbeddedResource::new(text));
        view.download_file(vec![file]).await?;
    }
    #[cfg(piece = "log")]
    view.log(spec::LoggingLevel::Info, "Århus")?;
    #[cfg(piece = "format")]
    show(&format!("{} of {}", view.host_name().len(), view.protocol_version()));
    #[cfg(piece = "fraction")]
    show(&(view.host_name().len() as f64 / 7.0).to_string());
    #[cfg(piece = "map")]
    {
        let words: std::collections::HashMap<String, usize> =
            view.host_name().split('-').map(|word| (word.to_owned(), word.len())).collect();
        show(if words.contains_key("bench") { "yes" } else { "no" });
    }
    view.peer().closed().await;
    Ok(())
}

fn show(text: &str) {
    let element = web_sys::window().and_then(|window| window.document()?.document_element());
    if let Some(element) = element {
        element.set_text_content(Some(text));
    }
}
