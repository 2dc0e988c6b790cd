//! The command under test, cut off from the machine's own npm and proxies.

use std::path::Path;
use std::process::Command;

/// What the command said.
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Said {
    #[track_caller]
    pub fn expect(self, code: i32) -> Said {
        assert_eq!(self.code, code, "stdout:\n{}\nstderr:\n{}", self.out, self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self
    }
}

/// Runs it in `folder`, with `path` as its PATH and `registry` as npm's.
pub fn run(folder: &Path, path: &Path, registry: Option<&str>, args: &[&str]) -> Said {
    let mut command = Command::new(env!("CARGO_BIN_EXE_codegen"));
    for (name, _) in std::env::vars_os() {
        let lower = name.to_string_lossy().to_lowercase();
        if lower.starts_with("npm_config") || lower.ends_with("_proxy") {
            command.env_remove(name);
        }
    }
    command.env("PATH", path).current_dir(folder).args(args);
    if let Some(registry) = registry {
        command.env("npm_config_registry", registry);
    }
    let output = command.output().unwrap();
    Said {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}
