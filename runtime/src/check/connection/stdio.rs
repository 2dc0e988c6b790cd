//! A server as a child process, a message a line.

use std::io;
use std::process::Stdio as Pipe;
use std::time::Duration;

use rmcp::model::{ConstString, ErrorCode, PingRequestMethod};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use super::{Allowance, ConnectError};

pub(super) struct Stdio {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Stdio {
    /// Starts the program; what it writes to its standard error stays visible.
    pub(super) fn start(command: &[String]) -> Result<Self, ConnectError> {
        let program = command.first().cloned().unwrap_or_default();
        let start = || {
            let mut child = Command::new(&program)
                .args(command.get(1..).unwrap_or_default())
                .stdin(Pipe::piped())
                .stdout(Pipe::piped())
                .kill_on_drop(true)
                .spawn()?;
            let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
                return Err(io::ErrorKind::BrokenPipe.into());
            };
            Ok(Stdio { child, stdin, stdout: BufReader::new(stdout) })
        };
        start().map_err(|error| ConnectError::Start { program: program.clone(), error })
    }

    /// Sends a message and, if it is a request, reads up to its answer.
    pub(super) async fn exchange(
        &mut self,
        message: &Value,
        allowance: &mut Allowance,
    ) -> Result<Option<Value>, ConnectError> {
        self.write(message).await?;
        let Some(id) = message.get("id") else { return Ok(None) };
        loop {
            let line = self.line(allowance).await?;
            // A log line that strayed to the wrong stream is none of ours.
            let Ok(received) = serde_json::from_slice::<Value>(&line) else { continue };
            match (received.get("method").and_then(Value::as_str), received.get("id")) {
                (None, Some(answered)) if answered == id => return Ok(Some(received)),
                (Some(method), Some(asked)) => {
                    let answer = match method {
                        PingRequestMethod::VALUE => json!({ "jsonrpc": "2.0", "id": asked, "result": {} }),
                        _ => {
                            let error = json!({ "code": ErrorCode::METHOD_NOT_FOUND, "message": method });
                            json!({ "jsonrpc": "2.0", "id": asked, "error": error })
                        }
                    };
                    self.write(&answer).await?;
                }
                _ => {}
            }
        }
    }

    async fn line(&mut self, allowance: &mut Allowance) -> Result<Vec<u8>, ConnectError> {
        let mut line = Vec::new();
        let most = u64::try_from(allowance.0).unwrap_or(u64::MAX).saturating_add(1);
        let read = (&mut self.stdout).take(most).read_until(b'\n', &mut line).await?;
        allowance.take(read)?;
        if read == 0 { Err(io::Error::from(io::ErrorKind::UnexpectedEof).into()) } else { Ok(line) }
    }

    async fn write(&mut self, message: &Value) -> io::Result<()> {
        self.stdin.write_all(format!("{message}\n").as_bytes()).await?;
        self.stdin.flush().await
    }

    /// Hangs up and waits for the program to end; one that does not is killed.
    pub(super) async fn close(self) {
        let Stdio { mut child, stdin, stdout } = self;
        drop((stdin, stdout));
        let _ = tokio::time::timeout(Duration::from_secs(2), child.wait()).await;
    }
}
