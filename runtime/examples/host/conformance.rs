//! This crate's bridge behind the relay of `mcp-apps host-conformance`:
//!
//! ```text
//! cargo build -p mcp-apps --example host-conformance --features host,rmcp-3
//! cargo run -p mcp-apps --features cli -- host-conformance -- target/debug/examples/host-conformance
//! ```

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::sync::mpsc;

#[path = "adapter.rs"]
mod adapter;

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let (say, mut said) = mpsc::unbounded_channel::<serde_json::Value>();
    let writing = async {
        while let Some(line) = said.recv().await {
            println!("{line}");
        }
    };
    let reading = async {
        let adapter = adapter::Adapter::new(say);
        let mut lines = BufReader::new(tokio::io::stdin()).lines();
        while let Some(line) = lines.next_line().await? {
            adapter.take(serde_json::from_str(&line)?);
        }
        Ok(())
    };
    tokio::select! {
        read = reading => read,
        () = writing => Ok(()),
    }
}
