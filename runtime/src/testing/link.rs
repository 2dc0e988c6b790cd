//! A channel whose delivery is in the test's hands.

use std::collections::VecDeque;
use std::time::Duration;

use crate::peer::mailbox::Mailbox;
use crate::transport::Pair;

/// Whose messages a [`Link`] is to deal with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// Those the first end of [`link`] sent.
    First,
    /// Those the second end sent.
    Second,
}

#[derive(Debug)]
struct Lane {
    sent: Mailbox<String>,
    arrive: Mailbox<String>,
    waiting: VecDeque<String>,
    delayed: Vec<(Duration, String)>,
}

/// The channel between the two ends of [`link`]. Messages wait in it until the test delivers
/// them.
#[derive(Debug)]
pub struct Link {
    lanes: [Lane; 2],
}

/// Two ends, and the channel between them.
pub fn link() -> (Pair, Pair, Link) {
    let boxes: [Mailbox<String>; 4] = std::array::from_fn(|_| Mailbox::unbounded());
    let [first_out, first_in, second_out, second_in] = boxes;
    let lane = |sent: &Mailbox<String>, arrive: &Mailbox<String>| {
        let (sent, arrive) = (sent.clone(), arrive.clone());
        Lane { sent, arrive, waiting: VecDeque::new(), delayed: Vec::new() }
    };
    let lanes = [lane(&first_out, &second_in), lane(&second_out, &first_in)];
    (Pair::of(first_in, first_out), Pair::of(second_in, second_out), Link { lanes })
}

impl Link {
    fn lane(&mut self, from: From) -> &mut Lane {
        let lane = match from {
            From::First => &mut self.lanes[0],
            From::Second => &mut self.lanes[1],
        };
        lane.waiting.extend(std::iter::from_fn(|| lane.sent.try_take()));
        lane
    }

    /// The messages that wait, oldest first.
    pub fn waiting(&mut self, from: From) -> Vec<String> {
        self.lane(from).waiting.iter().cloned().collect()
    }

    /// Delivers the message at this place in the queue; 0 is the oldest. `false` if there is
    /// none.
    pub fn deliver(&mut self, from: From, place: usize) -> bool {
        let lane = self.lane(from);
        let message = lane.waiting.remove(place);
        message.is_some_and(|message| lane.arrive.put(message))
    }

    /// Delivers everything that waits, in order; `false` if there was nothing.
    pub fn deliver_all(&mut self, from: From) -> bool {
        let lane = self.lane(from);
        let any = !lane.waiting.is_empty();
        lane.waiting.drain(..).for_each(|message| {
            lane.arrive.put(message);
        });
        any
    }

    /// Loses the message at this place.
    pub fn lose(&mut self, from: From, place: usize) -> bool {
        self.lane(from).waiting.remove(place).is_some()
    }

    /// Delivers the message at this place and keeps it waiting, to be delivered again.
    pub fn duplicate(&mut self, from: From, place: usize) -> bool {
        let lane = self.lane(from);
        let message = lane.waiting.get(place).cloned();
        message.is_some_and(|message| lane.arrive.put(message))
    }

    /// Delivers any text, as if that end had sent it.
    pub fn inject(&mut self, from: From, text: impl Into<String>) -> bool {
        self.lane(from).arrive.put(text.into())
    }

    /// Has the message at this place arrive when [`tick`](Self::tick) reaches `at`.
    pub fn delay(&mut self, from: From, place: usize, at: Duration) -> bool {
        let lane = self.lane(from);
        let message = lane.waiting.remove(place);
        message.map(|message| lane.delayed.push((at, message))).is_some()
    }

    /// Delivers what was delayed until now.
    pub fn tick(&mut self, now: Duration) {
        for lane in &mut self.lanes {
            lane.delayed.sort_by_key(|(at, _)| *at);
            let due = lane.delayed.partition_point(|(at, _)| *at <= now);
            for (_, message) in lane.delayed.drain(..due) {
                lane.arrive.put(message);
            }
        }
    }
}
