//! A Chromium without a window, for as long as it is needed.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::process::{Child, Command};

use super::BehaviourError;

/// A Chromium, or a browser made of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Browser {
    program: PathBuf,
}

/// What it is called.
const NAMES: [&str; 5] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/// No window, no first questions, and nothing to be fetched of the browser's own.
const FLAGS: [&str; 12] = [
    "--headless=new",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--mute-audio",
    "--window-size=1280,800",
];

impl Browser {
    /// This program.
    pub fn at(program: impl Into<PathBuf>) -> Self {
        Browser { program: program.into() }
    }

    /// The one that the environment variable `CHROMIUM` names, or the first on the `PATH`.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn find() -> Result<Self, BehaviourError> {
        if let Some(named) = std::env::var_os("CHROMIUM").filter(|named| !named.is_empty()) {
            return Ok(Browser::at(named));
        }
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
        let files = NAMES.iter().flat_map(|name| {
            let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
            folders.iter().map(move |folder| folder.join(&file)).collect::<Vec<_>>()
        });
        files.into_iter().find(|file| file.is_file()).map(Browser::at).ok_or(BehaviourError::NoBrowser)
    }

    /// Opens a page. The browser ends with what this returns.
    pub(super) fn open(&self, url: &str) -> Result<Running, BehaviourError> {
        let failed = |error: io::Error| self.error(&error.to_string());
        let profile = Profile::new().map_err(failed)?;
        let mut command = Command::new(&self.program);
        command.args(FLAGS).arg(format!("--user-data-dir={}", profile.0.display()));
        if is_root() {
            // Chromium refuses to be root in its own sandbox.
            command.arg("--no-sandbox");
        }
        command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
        let child = command.spawn().map_err(failed)?;
        Ok(Running { browser: self.clone(), child, _profile: profile })
    }

    pub(super) fn error(&self, error: &str) -> BehaviourError {
        BehaviourError::Browser { program: self.program.display().to_string(), error: error.to_owned() }
    }
}

#[cfg(target_os = "linux")]
fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
}

#[cfg(not(target_os = "linux"))]
fn is_root() -> bool {
    false
}

/// A browser that runs.
pub(super) struct Running {
    browser: Browser,
    child: Child,
    _profile: Profile,
}

impl Running {
    /// Waits for its end, which is an error.
    pub(super) async fn ended(&mut self) -> BehaviourError {
        match self.child.wait().await {
            Ok(status) => self.browser.error(&format!("it ended: {status}")),
            Err(error) => self.browser.error(&error.to_string()),
        }
    }

    /// Ends it.
    pub(super) async fn close(mut self) {
        // One that has ended already is as good; its helpers end with it.
        let _ = self.child.start_kill();
        let _ = tokio::time::timeout(Duration::from_secs(5), self.child.wait()).await;
    }
}

/// A profile of its own, gone afterwards.
struct Profile(PathBuf);

impl Profile {
    fn new() -> io::Result<Self> {
        for number in 0_u32.. {
            let folder = std::env::temp_dir().join(format!("mcp-apps-{}-{number}", std::process::id()));
            match std::fs::create_dir(&folder) {
                Ok(()) => return Ok(Profile(folder)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }
}

impl Drop for Profile {
    fn drop(&mut self) {
        remove(&self.0);
    }
}

/// Removes a folder. The browser's helpers outlive it by a moment, and may make what they write to
/// anew: it has to stay away.
fn remove(folder: &Path) {
    let mut gone = 0;
    for _ in 0..100 {
        gone = match std::fs::remove_dir_all(folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => gone + 1,
            _ => 0,
        };
        if gone == 3 {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}
