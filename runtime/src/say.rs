//! What the command prints.

use std::fmt::Display;
use std::io::{Write, stdout};

use clap::{Args, Command};

/// Prints a line. A reader who has had enough and closed the pipe is no fault of the command's.
pub fn line(text: impl Display) {
    let _ = writeln!(stdout(), "{text}");
}

/// A number of things: `1 tool`, `2 tools`.
pub fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// Warns of options of the subcommand `A` that stand among the words of the program it starts: that program gets
/// them, and it may have options of the same name.
pub fn warn_of_options_behind<A: Args>(program: &[String]) {
    for option in options_behind::<A>(program) {
        eprintln!(
            "warning: {option} stands behind the program and is passed on to it; options of mcp-apps stand before it"
        );
    }
}

fn options_behind<A: Args>(program: &[String]) -> Vec<&str> {
    let own = A::augment_args(Command::new(""));
    let is_own = |word: &str| own.get_arguments().any(|argument| argument.get_long().is_some_and(|name| word == name));
    let words =
        program.iter().skip(1).filter_map(|word| word.strip_prefix("--")?.split('=').next().map(|name| (word, name)));
    words.filter(|(_, name)| is_own(name)).map(|(word, _)| word.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_not_many() {
        assert_eq!([0, 1, 2].map(|number| count(number, "tool")), ["0 tools", "1 tool", "2 tools"]);
    }

    #[test]
    fn an_option_behind_the_program_is_noticed_and_its_own_are_not() {
        let program = ["server", "--stdio", "--behaviour", "--timeout=5", "timeout", "--"].map(str::to_owned);
        assert_eq!(options_behind::<crate::check::command::Check>(&program), ["--behaviour", "--timeout=5"]);
        assert!(options_behind::<crate::preview::command::Preview>(&["--port".to_owned()]).is_empty());
    }
}
