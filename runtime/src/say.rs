//! What the command prints.

use std::fmt::Display;
use std::io::{Write, stdout};

/// Prints a line. A reader who has had enough and closed the pipe is no fault of the command's.
pub fn line(text: impl Display) {
    let _ = writeln!(stdout(), "{text}");
}
