//! What may happen.

#![allow(dead_code, reason = "only the fuzzer says anything at all")]

/// One thing that happens. Numbers choose among what is there.
#[derive(Clone, Debug)]
pub enum Act {
    Partial,
    Input,
    Result,
    Cancelled,
    Context(u8),
    HostCalls,
    ViewCalls,
    HostCancels(u8),
    ViewCancels(u8),
    HostAnswers(u8, bool),
    ViewAnswers(u8, bool),
    Progress(u8),
    Deliver(bool),
    Lose(bool),
    Duplicate(bool),
    Swap(bool),
    Pass(u8),
    Reload,
    Teardown,
    Foreign(bool),
    /// Says anything at all to the Host (`true`) or the View.
    Say(bool, String),
}

impl Act {
    /// The act these two bytes stand for; `text` is asked for where there is something to say.
    pub fn of(kind: u8, n: u8, text: impl FnOnce() -> String) -> Act {
        let flag = n & 1 == 1;
        match kind % 24 {
            0 => Act::Partial,
            1 => Act::Input,
            2 => Act::Result,
            3 => Act::Cancelled,
            4 => Act::Context(n),
            5 => Act::HostCalls,
            6 => Act::ViewCalls,
            7 => Act::HostCancels(n),
            8 => Act::ViewCancels(n),
            9 => Act::HostAnswers(n >> 1, flag),
            10 => Act::ViewAnswers(n >> 1, flag),
            11 => Act::Progress(n),
            12 => Act::Lose(flag),
            13 => Act::Duplicate(flag),
            14 => Act::Swap(flag),
            15 => Act::Pass(n),
            16 => Act::Reload,
            17 => Act::Teardown,
            18 => Act::Foreign(flag),
            19 | 20 => Act::Say(flag, text()),
            _ => Act::Deliver(flag),
        }
    }
}
