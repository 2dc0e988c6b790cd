//! A server as a child process, a message a line.

use std::collections::HashMap;
use std::io;
use std::process::Stdio as Pipe;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::{mpsc, oneshot, watch};

use super::{ConnectError, Heard, MOST_BYTES, answer_to};

pub(super) struct Stdio {
    /// The process, and the way to it; nothing, once it was hung up on.
    process: Mutex<Option<(Child, mpsc::Sender<String>)>>,
    waiting: Waiting,
    /// Its other end goes with the server's standard output.
    alive: watch::Receiver<()>,
}

/// Requests without an answer, by their ids; `None` once there will be none.
#[derive(Clone)]
struct Waiting(Arc<Mutex<Option<HashMap<String, Asking>>>>);

type Asking = oneshot::Sender<Result<Value, ConnectError>>;

impl Waiting {
    fn add(&self, id: &Value) -> io::Result<oneshot::Receiver<Result<Value, ConnectError>>> {
        let (answer, answered) = oneshot::channel();
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.as_mut().ok_or(io::ErrorKind::UnexpectedEof)?.insert(id.to_string(), answer);
        Ok(answered)
    }

    fn remove(&self, id: &Value) -> Option<Asking> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).as_mut()?.remove(&id.to_string())
    }

    /// Nothing will be answered any more.
    fn end(&self, why: impl Fn() -> ConnectError) {
        let ended = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        for asking in ended.into_iter().flat_map(HashMap::into_values) {
            // Whoever asked may have given up.
            let _ = asking.send(Err(why()));
        }
    }
}

/// Forgets a request that nobody waits for any more.
struct Asked<'a>(&'a Waiting, &'a Value);

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        self.0.remove(self.1);
    }
}

/// The most messages that wait for the server to read them.
const MOST_WAITING: usize = 1024;
/// The longest request of the server's own, in bytes: what it may ask is short.
const LONGEST_ASKED: usize = 64 << 10;

impl Stdio {
    /// Starts the program; what it writes to its standard error stays visible.
    pub(super) fn start(command: &[String], heard: Heard) -> Result<Self, ConnectError> {
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
            let waiting = Waiting(Arc::new(Mutex::new(Some(HashMap::new()))));
            let (outgoing, lines) = mpsc::channel(MOST_WAITING);
            tokio::spawn(write(stdin, lines, waiting.clone()));
            let (living, alive) = watch::channel(());
            let reading = read(stdout, outgoing.downgrade(), waiting.clone(), heard);
            tokio::spawn(async move {
                let _living = living;
                reading.await;
            });
            Ok(Stdio { process: Mutex::new(Some((child, outgoing))), waiting, alive })
        };
        start().map_err(|error| ConnectError::Start { program: program.clone(), error })
    }

    /// Sends a message and, if it is a request, waits for its answer.
    pub(super) async fn exchange(&self, message: &Value) -> Result<Option<Value>, ConnectError> {
        let id = message.get("id");
        let answered = id.map(|id| self.waiting.add(id)).transpose()?;
        let _asked = id.map(|id| Asked(&self.waiting, id));
        self.send(message.to_string())?;
        match answered {
            Some(answered) => answered.await.unwrap_or_else(|_| Err(gone())).map(Some),
            None => Ok(None),
        }
    }

    fn send(&self, message: String) -> io::Result<()> {
        let process = self.process.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, outgoing) = process.as_ref().ok_or(io::ErrorKind::BrokenPipe)?;
        outgoing.try_send(message).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    /// Waits until the server has closed its standard output.
    pub(super) async fn ended(&self) {
        let mut alive = self.alive.clone();
        while alive.changed().await.is_ok() {}
    }

    /// Hangs up and waits for the program to end; one that does not is killed.
    pub(super) async fn close(&self) {
        let process = self.process.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some((mut child, outgoing)) = process else { return };
        drop(outgoing);
        let _ = tokio::time::timeout(Duration::from_secs(2), child.wait()).await;
    }
}

async fn write(mut stdin: ChildStdin, mut lines: mpsc::Receiver<String>, waiting: Waiting) {
    while let Some(mut line) = lines.recv().await {
        line.push('\n');
        if stdin.write_all(line.as_bytes()).await.is_err() || stdin.flush().await.is_err() {
            return waiting.end(gone);
        }
    }
}

async fn read(stdout: ChildStdout, outgoing: mpsc::WeakSender<String>, waiting: Waiting, heard: Heard) {
    let (mut stdout, mut line) = (BufReader::new(stdout), Vec::new());
    loop {
        line.clear();
        match (&mut stdout).take(MOST_BYTES as u64 + 1).read_until(b'\n', &mut line).await {
            Ok(0) | Err(_) => return waiting.end(gone),
            Ok(read) if read > MOST_BYTES => return waiting.end(|| ConnectError::TooMuch),
            Ok(_) => {}
        }
        // A log line that strayed to the wrong stream is none of ours.
        let Ok(received) = serde_json::from_slice::<Value>(&line) else { continue };
        if let Some(answer) = answer_to(&received) {
            let answer = answer.to_string();
            // Who asks more than it reads the answers to is not read any more either.
            let full = |outgoing: mpsc::Sender<String>| match outgoing.try_send(answer) {
                Err(mpsc::error::TrySendError::Full(_)) => true,
                // If the pipe is gone, so is whoever asked.
                Ok(()) | Err(mpsc::error::TrySendError::Closed(_)) => false,
            };
            if line.len() > LONGEST_ASKED || outgoing.upgrade().is_some_and(full) {
                return waiting.end(|| ConnectError::TooMuch);
            }
            continue;
        }
        let waits = received.get("id").filter(|_| received.get("method").is_none());
        match waits.and_then(|id| waiting.remove(id)) {
            // Whoever asked may have given up.
            Some(answer) => drop(answer.send(Ok(received))),
            None => heard(received),
        }
    }
}

fn gone() -> ConnectError {
    ConnectError::Gone(io::ErrorKind::UnexpectedEof.into())
}
