//! What may happen.

use proptest::prelude::*;

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
}

pub fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        2 => Just(Act::Partial),
        2 => Just(Act::Input),
        2 => Just(Act::Result),
        1 => Just(Act::Cancelled),
        2 => any::<u8>().prop_map(Act::Context),
        3 => Just(Act::HostCalls),
        3 => Just(Act::ViewCalls),
        1 => any::<u8>().prop_map(Act::HostCancels),
        1 => any::<u8>().prop_map(Act::ViewCancels),
        3 => any::<(u8, bool)>().prop_map(|(n, fine)| Act::HostAnswers(n, fine)),
        3 => any::<(u8, bool)>().prop_map(|(n, fine)| Act::ViewAnswers(n, fine)),
        1 => any::<u8>().prop_map(Act::Progress),
        20 => any::<bool>().prop_map(Act::Deliver),
        1 => any::<bool>().prop_map(Act::Lose),
        1 => any::<bool>().prop_map(Act::Duplicate),
        1 => any::<bool>().prop_map(Act::Swap),
        2 => any::<u8>().prop_map(Act::Pass),
        1 => Just(Act::Reload),
        1 => Just(Act::Teardown),
        1 => any::<bool>().prop_map(Act::Foreign),
    ]
}
