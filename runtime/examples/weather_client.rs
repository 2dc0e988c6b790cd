//! Looks at a server's UIs as a Host does: who may call each tool, which page shows it, and the page.
//!
//! ```sh
//! cargo run -p mcp-apps --example weather_client --features server -- target/debug/examples/weather
//! cargo run -p mcp-apps --example weather_client --features server -- http://127.0.0.1:3001/mcp
//! ```

use std::collections::BTreeSet;

use mcp_apps::server::{ResourceUi, ToolUi};
use mcp_apps::v2026_01_26::{EXTENSION_ID, MIME_TYPE};
use rmcp::model::{ClientCapabilities, ClientConfig, Implementation, ReadResourceRequestParams, ResourceContents};
use rmcp::service::RunningService;
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use rmcp::{RoleClient, ServiceExt};
use serde_json::json;
use tokio::process::Command;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let target = arguments.next().ok_or("give a command or a URL")?;
    let client = if target.starts_with("http") {
        client()?.serve(StreamableHttpClientTransport::from_uri(target)).await?
    } else {
        let mut command = Command::new(target);
        command.args(arguments);
        client()?.serve(TokioChildProcess::new(command)?).await?
    };
    look(&client).await?;
    client.cancel().await?;
    Ok(())
}

/// A client that shows UIs, and says so.
fn client() -> Result<ClientConfig, serde_json::Error> {
    let mut capabilities = ClientCapabilities::default();
    let settings = serde_json::from_value(json!({ "mimeTypes": [MIME_TYPE] }))?;
    capabilities.extensions = Some([(EXTENSION_ID.to_owned(), settings)].into());
    Ok(ClientConfig::new(capabilities, Implementation::new("weather-client", "1.0.0")))
}

async fn look(client: &RunningService<RoleClient, ClientConfig>) -> Result<(), Box<dyn std::error::Error>> {
    let mut pages = BTreeSet::new();
    for tool in client.list_all_tools().await? {
        let audience = match (tool.is_model_visible(), tool.is_app_visible()) {
            (true, true) => "model and app",
            (true, false) => "model",
            (false, true) => "app",
            (false, false) => "nobody",
        };
        let page = tool.ui()?.and_then(|ui| ui.resource_uri);
        println!("{:20} for {audience:15} {}", tool.name, page.as_deref().unwrap_or("no page"));
        pages.extend(page);
    }
    for page in pages {
        let result = client.read_resource(ReadResourceRequestParams::new(page)).await?;
        for contents in result.contents {
            let ui = contents.ui()?.unwrap_or_default();
            if let ResourceContents::TextResourceContents { uri, mime_type, text, .. } = contents {
                println!("\n{uri}\n  {}, {} bytes", mime_type.unwrap_or_default(), text.len());
                println!("  connects to {:?}", ui.csp.and_then(|csp| csp.connect_domains).unwrap_or_default());
                println!("  {}", text.lines().next().unwrap_or_default());
            }
        }
    }
    Ok(())
}
