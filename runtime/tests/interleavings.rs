//! Random interleavings of commands, messages, losses, duplicates and time on both sides, and
//! what must hold in all of them.

#![allow(clippy::unwrap_used)]

#[path = "interleavings/act.rs"]
mod act;
#[path = "interleavings/world.rs"]
mod world;

use act::Act;
use proptest::prelude::*;
use world::World;

fn act() -> impl Strategy<Value = Act> {
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

/// CI sets `PROPTEST_CASES` to 10,000 or more.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(2_000)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_happens_the_rules_hold(acts in proptest::collection::vec(act(), 0..60)) {
        let mut world = World::new();
        for act in &acts {
            world.act(act);
        }
        world.finish();
    }
}
