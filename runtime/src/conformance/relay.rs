//! The line to an adapter: a child process's standard streams, or a WebSocket.

use std::io;
use std::process::Stdio;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::TcpStream;
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Where the adapter is.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Adapter {
    /// A program with its arguments.
    Command(Vec<String>),
    /// A WebSocket.
    Url(String),
}

/// Why a Host cannot be judged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RelayError {
    /// The program does not start, or the WebSocket does not open.
    #[error("cannot reach the adapter {adapter}: {error}")]
    Start {
        /// The program or the address.
        adapter: String,
        /// Why.
        error: String,
    },
    /// The adapter is gone.
    #[error("the adapter ended")]
    Ended,
    /// The adapter says what the contract does not have.
    #[error("the adapter breaks the contract: {0}")]
    Contract(String),
    /// A file cannot be read, or the system fails.
    #[error(transparent)]
    Io(#[from] io::Error),
}

pub(super) enum Relay {
    Process(Box<Process>),
    Socket(Box<WebSocketStream<MaybeTlsStream<TcpStream>>>),
}

pub(super) struct Process {
    child: Child,
    stdin: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Relay {
    pub(super) async fn open(adapter: &Adapter) -> Result<Self, RelayError> {
        match adapter {
            Adapter::Command(command) => {
                let program = command.first().cloned().unwrap_or_default();
                let start = |error: io::Error| RelayError::Start { adapter: program.clone(), error: error.to_string() };
                let mut child = Command::new(&program)
                    .args(command.get(1..).unwrap_or_default())
                    .stdin(Stdio::piped())
                    .stdout(Stdio::piped())
                    .kill_on_drop(true)
                    .spawn()
                    .map_err(start)?;
                let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
                    return Err(start(io::ErrorKind::BrokenPipe.into()));
                };
                Ok(Relay::Process(Box::new(Process { child, stdin, lines: BufReader::new(stdout).lines() })))
            }
            Adapter::Url(url) => match tokio_tungstenite::connect_async(url).await {
                Ok((socket, _)) => Ok(Relay::Socket(Box::new(socket))),
                Err(error) => Err(RelayError::Start { adapter: url.clone(), error: error.to_string() }),
            },
        }
    }

    pub(super) async fn send(&mut self, line: &Value) -> Result<(), RelayError> {
        let sent = match self {
            Relay::Process(process) => {
                let line = format!("{line}\n");
                process.stdin.write_all(line.as_bytes()).await.is_ok() && process.stdin.flush().await.is_ok()
            }
            Relay::Socket(socket) => socket.send(Message::text(line.to_string())).await.is_ok(),
        };
        if sent { Ok(()) } else { Err(RelayError::Ended) }
    }

    /// The next line. Cancelling it loses nothing.
    pub(super) async fn next(&mut self) -> Result<Value, RelayError> {
        loop {
            let text = match self {
                Relay::Process(process) => process.lines.next_line().await?.ok_or(RelayError::Ended)?,
                Relay::Socket(socket) => match socket.next().await {
                    Some(Ok(Message::Text(text))) => text.as_str().to_owned(),
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(RelayError::Ended),
                    Some(Ok(_)) => continue,
                },
            };
            if text.trim().is_empty() {
                continue;
            }
            return serde_json::from_str(&text).map_err(|error| RelayError::Contract(format!("{error}: {text}")));
        }
    }

    /// Hangs up, and waits a moment for a program to end; one that does not is killed.
    pub(super) async fn close(self) {
        match self {
            Relay::Process(process) => {
                let Process { mut child, stdin, lines } = *process;
                drop((stdin, lines));
                // Dropping the child kills it.
                let _ = tokio::time::timeout(Duration::from_secs(5), child.wait()).await;
            }
            Relay::Socket(mut socket) => drop(socket.close().await),
        }
    }
}
