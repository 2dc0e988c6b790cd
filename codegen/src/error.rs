//! What went wrong, where in which document, and what mends it.

use std::fmt;

/// The stage of the generator that refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The command line.
    Usage,
    /// Reaching a source over the network.
    Fetch,
    /// Reading and verifying the inputs.
    Load,
    /// Undoing known faults of the published schema.
    Repair,
    /// Bringing the schema into one shape per type.
    Normalize,
    /// Joining types with methods.
    Lower,
    /// Printing Rust, surface and schema.
    Emit,
    /// Writing or comparing the output files.
    Tree,
    /// Comparing two models.
    Diff,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stage::Usage => "usage",
            Stage::Fetch => "fetch",
            Stage::Load => "load",
            Stage::Repair => "repair",
            Stage::Normalize => "normalize",
            Stage::Lower => "lower",
            Stage::Emit => "emit",
            Stage::Tree => "tree",
            Stage::Diff => "diff",
        })
    }
}

/// An error that points at the page: stage, version, place and remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Where in the pipeline it happened.
    pub stage: Stage,
    /// The spec version at work, where there is one.
    pub version: Option<String>,
    /// A JSON pointer into the schema, or `file: row` for the other inputs.
    pub at: Option<String>,
    /// What is wrong.
    pub message: String,
    /// What the reader can do about it.
    pub remedy: Option<String>,
}

/// The generator's result.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error of `stage` that says `message`.
    pub fn new(stage: Stage, message: impl Into<String>) -> Self {
        Error { stage, version: None, at: None, message: message.into(), remedy: None }
    }

    /// Names the place: a JSON pointer, or `file: row`.
    #[must_use]
    pub fn at(mut self, at: impl Into<String>) -> Self {
        self.at = Some(at.into());
        self
    }

    /// Names the remedy.
    #[must_use]
    pub fn remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = Some(remedy.into());
        self
    }

    /// Names the spec version, unless an inner stage already did.
    #[must_use]
    pub fn version(mut self, version: &str) -> Self {
        self.version.get_or_insert_with(|| version.to_owned());
        self
    }

    /// The process exit code: 3 for the network, 2 for everything else.
    pub fn exit_code(&self) -> u8 {
        if self.stage == Stage::Fetch { 3 } else { 2 }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.stage)?;
        if let Some(version) = &self.version {
            write!(f, " [{version}]")?;
        }
        if let Some(at) = &self.at {
            write!(f, " at {at}")?;
        }
        write!(f, ": {}", self.message)?;
        if let Some(remedy) = &self.remedy {
            write!(f, "\n  remedy: {remedy}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}
