//! What the servers among the examples have in common: where their page is, and how they are reached.

use std::path::PathBuf;
use std::sync::Arc;
use std::{env, fs, io};

use mcp_apps::server::Apps;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService, stdio};
use rmcp::{ServerHandler, ServiceExt};

/// `--view FILE`, and `--http` with or without an address.
pub struct Arguments(Vec<String>);

impl Arguments {
    pub fn read() -> Self {
        Arguments(env::args().skip(1).collect())
    }

    /// Whether a flag is there, and what follows it.
    fn flag(&self, name: &str) -> Option<Option<&String>> {
        let at = self.0.iter().position(|argument| argument == name)?;
        Some(self.0.get(at + 1).filter(|next| !next.starts_with("--")))
    }

    /// The page that was named, or else the one that `mcp-apps bundle` has made of `views/NAME`, if it has.
    pub fn page(&self, name: &str) -> io::Result<Option<String>> {
        if let Some(named) = self.flag("--view") {
            let file = named.ok_or_else(|| io::Error::other("--view needs a file"))?;
            let named = |error: io::Error| io::Error::new(error.kind(), format!("{file}: {error}"));
            return fs::read_to_string(file).map(Some).map_err(named);
        }
        match fs::read_to_string(bundled(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            page => page.map(Some),
        }
    }

    /// Serves until the client is gone, or for ever over HTTP.
    pub async fn serve<H: ServerHandler>(&self, server: Apps<H>) -> Result<(), Box<dyn std::error::Error>> {
        let Some(address) = self.flag("--http") else {
            server.serve(stdio()).await?.waiting().await?;
            return Ok(());
        };
        let sessions = Arc::new(LocalSessionManager::default());
        let service =
            StreamableHttpService::new(move || Ok(server.clone()), sessions, StreamableHttpServerConfig::default());
        let listener = tokio::net::TcpListener::bind(address.map_or("127.0.0.1:3001", String::as_str)).await?;
        eprintln!("serving http://{}/mcp", listener.local_addr()?);
        axum::serve(listener, axum::Router::new().route_service("/mcp", service)).await?;
        Ok(())
    }
}

/// Where `mcp-apps bundle` puts the page of a View of these examples.
fn bundled(name: &str) -> PathBuf {
    let views = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/views");
    PathBuf::from(format!("{views}/{name}/dist/{name}-view.html"))
}
