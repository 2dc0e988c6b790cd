//! Both sides' state machines under any sequence of acts, and under a peer that says anything.

#[path = "../../../runtime/tests/interleavings/act.rs"]
mod act;
#[path = "../../../runtime/tests/interleavings/world.rs"]
mod world;

use act::Act;
use world::World;

use super::Program;

/// More than enough for any state there is.
const MOST: usize = 300;

pub fn run(data: &[u8]) {
    let mut program = Program(data);
    let mut world = World::new();
    for _ in 0..MOST {
        let (Some(kind), Some(n)) = (program.byte(), program.byte()) else { break };
        world.act(&Act::of(kind, n, || program.text()));
    }
    world.finish();
}

pub fn seeds() -> Vec<Vec<u8>> {
    const TO_HOST: u8 = 22;
    let acts: [&[u8]; 5] = [
        // The usual course: greeting, answer, ready, input, result, teardown.
        &[TO_HOST, 0, TO_HOST, 1, TO_HOST, 0, 1, 0, TO_HOST, 1, 2, 0, TO_HOST, 1, 17, 0, TO_HOST, 1, TO_HOST, 0],
        &[
            TO_HOST, 0, TO_HOST, 1, TO_HOST, 0, 5, 0, 6, 0, TO_HOST, 0, TO_HOST, 1, 9, 1, 10, 1, 11, 0, 15, 39, 7, 0,
            8, 0,
        ],
        &[
            TO_HOST, 0, TO_HOST, 1, TO_HOST, 0, 0, 0, 16, 0, TO_HOST, 0, TO_HOST, 1, TO_HOST, 0, 4, 3, 13, 0, 14, 1,
            12, 0,
        ],
        &[17, 0, 15, 10],
        &[],
    ];
    let mut seeds: Vec<Vec<u8>> = acts.map(<[u8]>::to_vec).into();
    for (text, n) in super::recorded().iter().zip([0, 1].into_iter().cycle()) {
        let greeted = [TO_HOST, 0, TO_HOST, 1, TO_HOST, 0];
        seeds.push([&greeted[..], &[19, n], text.as_bytes(), &[0, TO_HOST, 0, TO_HOST, 1]].concat());
    }
    seeds
}
