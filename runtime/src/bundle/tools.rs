//! The programs around the compiler: binaryen's and esbuild, from PATH or, by hash, from npm.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{Error, npm, pinned};

/// A program, the version it must have, and what `--version` says before it.
const NEEDED: [(&str, &str, &str); 3] = [
    ("wasm-opt", pinned::BINARYEN_SAYS, "wasm-opt version "),
    ("wasm2js", pinned::BINARYEN_SAYS, "wasm2js version "),
    ("esbuild", pinned::ESBUILD, ""),
];

/// What a program's name may end in; npm makes `.cmd` files on Windows.
const ENDINGS: &[&str] = if cfg!(windows) { &[".exe", ".cmd"] } else { &[""] };

/// Where `wasm-opt`, `wasm2js` and `esbuild` are, each in its pinned version.
#[derive(Clone, Debug)]
pub struct Tools {
    path: OsString,
}

impl Tools {
    /// Takes them from PATH, or else from a folder of their own, which npm fills unless `offline`.
    ///
    /// # Errors
    ///
    /// When a program is missing or of another version, with the command that installs it.
    pub fn find(offline: bool) -> Result<Self, Error> {
        let installed = Tools { path: env::var_os("PATH").unwrap_or_default() };
        match installed.check() {
            Err(error) => {
                let Some(folder) = npm::programs(offline) else { return Err(error) };
                let folders = std::iter::once(folder).chain(env::split_paths(&installed.path));
                let fetched = Tools { path: env::join_paths(folders).unwrap_or_default() };
                let checked = fetched.check().map(|()| fetched);
                // Offline, what is wrong is wrong with what is installed.
                checked.map_err(|later| if offline { error } else { later })
            }
            Ok(()) => Ok(installed),
        }
    }

    fn check(&self) -> Result<(), Error> {
        NEEDED.iter().try_for_each(|&(tool, wanted, prefix)| {
            let output = self.command(tool).arg("--version").output();
            let said = output.ok().filter(|output| output.status.success()).map(|output| output.stdout);
            right_version(tool, wanted, prefix, said.as_deref())
        })
    }

    /// A call of `tool`, without arguments yet.
    pub fn command(&self, tool: &str) -> Command {
        let mut command = Command::new(self.resolve(tool));
        command.env("PATH", &self.path);
        command
    }

    /// Rust looks a program up in its own PATH, not in the child's.
    fn resolve(&self, tool: &str) -> OsString {
        let files = |folder: PathBuf| ENDINGS.iter().map(move |ending| folder.join(format!("{tool}{ending}")));
        let found = env::split_paths(&self.path).flat_map(files).find(|file| file.is_file());
        found.map_or_else(|| tool.into(), Into::into)
    }

    /// Runs `command`, a call of `tool`, and returns what it printed.
    ///
    /// # Errors
    ///
    /// When it fails, with its first line that says why.
    pub fn run(&self, tool: &'static str, mut command: Command) -> Result<String, Error> {
        let output = command.stdin(Stdio::null()).output().map_err(Error::io(Path::new(tool)))?;
        if !output.status.success() {
            return Err(Error::ToolFailed { tool, said: reason(&output.stderr) });
        }
        String::from_utf8(output.stdout).map_err(|_| Error::ToolFailed { tool, said: "it printed no UTF-8".to_owned() })
    }
}

fn right_version(tool: &'static str, wanted: &'static str, prefix: &str, said: Option<&[u8]>) -> Result<(), Error> {
    let said = said.map(|said| String::from_utf8_lossy(said).trim().to_owned());
    let version = said.as_deref().and_then(|said| said.strip_prefix(prefix)?.split_whitespace().next());
    match (version, said.as_deref()) {
        (Some(version), _) if version == wanted => Ok(()),
        (Some(version), _) => Err(Error::Tool { tool, wanted, found: format!("PATH has {version}") }),
        (None, Some(said)) => Err(Error::Tool { tool, wanted, found: format!("PATH has one that says `{said}`") }),
        (None, None) => Err(Error::Tool { tool, wanted, found: "and it is not on PATH".to_owned() }),
    }
}

/// The first line of `stderr` that says what went wrong.
pub(super) fn reason(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let telling = lines().find(|line| {
        let line = line.to_ascii_lowercase();
        line.contains("error") || line.contains("fatal")
    });
    telling.or_else(|| lines().next()).unwrap_or("it said nothing").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(said: Option<&str>) -> Result<(), Error> {
        right_version("wasm-opt", "132", "wasm-opt version ", said.map(str::as_bytes))
    }

    #[test]
    fn the_pinned_version_is_taken_however_it_is_built() {
        assert!(said(Some("wasm-opt version 132 (version_132)\n")).is_ok());
        assert!(said(Some("wasm-opt version 132\n")).is_ok());
    }

    #[test]
    fn every_other_answer_names_the_command_that_installs_it() {
        for (answer, found) in
            [(Some("wasm-opt version 108"), "108"), (Some("something else"), "something else"), (None, "not on PATH")]
        {
            let line = said(answer).unwrap_err().to_string();
            assert!(line.contains(found) && !line.contains('\n'), "{line}");
            assert!(line.ends_with("`npm install --global binaryen@132.0.0 esbuild@0.28.2`"), "{line}");
        }
    }

    #[test]
    fn a_failure_is_told_by_its_telling_line() {
        assert_eq!(reason(b"warning: x\nFatal: error: multiple tables\n"), "Fatal: error: multiple tables");
        assert_eq!(reason("✘ [ERROR] no such file\nError: Command failed\n".as_bytes()), "✘ [ERROR] no such file");
        assert_eq!(reason(b"\n  usage\n"), "usage");
        assert_eq!(reason(b""), "it said nothing");
    }
}
