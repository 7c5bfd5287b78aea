//! Data races: for each byte, who read and wrote it last, and whether an access now is ordered after that.
//!
//! Two accesses are ordered if the same thread makes them, or if threads of one block do with a barrier between.
//! Blocks are never ordered within a launch. The record is exact, given that blocks run one after the other: of the
//! accesses in earlier epochs of the running block none can race with a later one of that block, and other blocks'
//! accesses race with all of them alike.
//!
//! Loads of constant memory (`ld.global.nc`) conflict with every write of the launch, ordered or not.
//!
//! Knows nothing of flags: threads that synchronize through atomic operations are reported.

use crate::error::{Racer, Verb};
use crate::table::Strength;

/// Who accesses: the epoch counts the block's barriers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Who {
    pub block: u32,
    pub epoch: u32,
    pub thread: u32,
}

/// No block or thread has this number.
const NONE: u32 = u32::MAX;
/// Instead of a thread: more than one.
const MANY: u32 = u32::MAX - 1;

/// The accesses of one kind to a byte: those of the last epoch of the last block, and one of the blocks before it.
#[derive(Debug, Clone, Copy)]
struct Last {
    block: u32,
    epoch: u32,
    thread: u32,
    earlier_block: u32,
}

impl Last {
    const NOTHING: Self = Self { block: NONE, epoch: 0, thread: NONE, earlier_block: NONE };

    fn record(&mut self, who: Who) {
        let Who { block, epoch, thread } = who;
        if self.block != block {
            *self = Self { block, epoch, thread, earlier_block: self.block };
        } else if self.epoch != epoch {
            (self.epoch, self.thread) = (epoch, thread);
        } else if self.thread != thread {
            self.thread = MANY;
        }
    }

    /// An access that is not ordered before one of `who` now.
    fn unordered(&self, who: Who, verb: Verb) -> Option<Racer> {
        if self.block != who.block {
            let thread = (self.thread != MANY).then_some(self.thread);
            return (self.block != NONE).then_some(Racer { verb, block: self.block, thread });
        }
        if self.earlier_block != NONE {
            return Some(Racer { verb, block: self.earlier_block, thread: None });
        }
        let concurrent = self.epoch == who.epoch && self.thread != who.thread;
        let thread = (self.thread != MANY).then_some(self.thread);
        concurrent.then_some(Racer { verb, block: self.block, thread })
    }
}

/// The accesses to one byte.
#[derive(Debug, Clone, Copy)]
struct Byte {
    read: Last,
    written: Last,
}

impl Byte {
    const UNTOUCHED: Self = Self { read: Last::NOTHING, written: Last::NOTHING };
}

/// What is wrong with an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conflict {
    Race(Racer),
    /// A byte is loaded as constant and written.
    ConstantChanges,
}

/// Bytes in a part of a [`Sparse`].
const PART: usize = 4096;

/// A value for each byte of an allocation. A launch touches a few bytes of a large one, perhaps, and thousands follow each other.
#[derive(Debug)]
struct Sparse<T> {
    /// Empty where nothing was touched.
    parts: Vec<Vec<T>>,
}

impl<T> Default for Sparse<T> {
    fn default() -> Self {
        Self { parts: vec![] }
    }
}

impl<T: Clone> Sparse<T> {
    fn clear(&mut self) {
        self.parts.clear();
    }

    fn get(&self, at: usize) -> Option<&T> {
        self.parts.get(at / PART)?.get(at % PART)
    }

    /// The value of a byte, `untouched` at first.
    fn of(&mut self, at: usize, untouched: T) -> &mut T {
        let part = at / PART;
        if self.parts.len() <= part {
            self.parts.resize(part + 1, vec![]);
        }
        if self.parts[part].is_empty() {
            self.parts[part].resize(PART, untouched);
        }
        &mut self.parts[part][at % PART]
    }
}

/// The accesses of a launch to an allocation.
#[derive(Debug, Default)]
pub struct Shadow {
    weak: Sparse<Byte>,
    /// Atomic operations and strong loads and stores, which race with weak ones only. Most memory has none.
    strong: Sparse<Byte>,
    /// What was loaded as constant.
    constant: Sparse<bool>,
}

impl Shadow {
    pub fn clear(&mut self) {
        self.weak.clear();
        self.strong.clear();
        self.constant.clear();
    }

    /// Notes an access to a byte of an allocation.
    pub fn access(&mut self, at: usize, verb: Verb, strength: Strength, who: Who) -> Result<(), Conflict> {
        if verb != Verb::Reads && self.constant.get(at) == Some(&true) {
            return Err(Conflict::ConstantChanges);
        }
        let (bytes_of, racer) = match strength {
            Strength::Constant => return self.load_constant(at),
            Strength::Weak => {
                let racer = Self::find(&self.weak, at, verb, who).or_else(|| Self::find(&self.strong, at, verb, who));
                (&mut self.weak, racer)
            }
            Strength::Strong => {
                let racer = Self::find(&self.weak, at, verb, who);
                (&mut self.strong, racer)
            }
        };
        let byte = bytes_of.of(at, Byte::UNTOUCHED);
        if verb != Verb::Writes {
            byte.read.record(who);
        }
        if verb != Verb::Reads {
            byte.written.record(who);
        }
        racer.map_or(Ok(()), |racer| Err(Conflict::Race(racer)))
    }

    fn load_constant(&mut self, at: usize) -> Result<(), Conflict> {
        let was_written = |bytes: &Sparse<Byte>| bytes.get(at).is_some_and(|byte| byte.written.block != NONE);
        if was_written(&self.weak) || was_written(&self.strong) {
            return Err(Conflict::ConstantChanges);
        }
        *self.constant.of(at, false) = true;
        Ok(())
    }

    /// What an access to a byte races with among those noted there.
    fn find(bytes: &Sparse<Byte>, at: usize, verb: Verb, who: Who) -> Option<Racer> {
        let byte = bytes.get(at)?;
        let written = byte.written.unordered(who, Verb::Writes);
        if verb == Verb::Reads { written } else { written.or_else(|| byte.read.unordered(who, Verb::Reads)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Debug, Clone, Copy)]
    struct Event {
        who: Who,
        verb: Verb,
        strength: Strength,
    }

    /// The definition, over the whole history.
    fn races(earlier: &Event, later: &Event) -> bool {
        let (a, b) = (earlier.who, later.who);
        let ordered = a.block == b.block && (a.thread == b.thread || a.epoch != b.epoch);
        let writes = earlier.verb != Verb::Reads || later.verb != Verb::Reads;
        let strong = earlier.strength == Strength::Strong && later.strength == Strength::Strong;
        !ordered && writes && !strong
    }

    fn events() -> impl Strategy<Value = Vec<Event>> {
        let verbs = prop_oneof![5 => Just(Verb::Reads), 1 => Just(Verb::Writes), 1 => Just(Verb::Updates)];
        let strengths = prop_oneof![Just(Strength::Weak), Just(Strength::Strong)];
        let event = (0..3u32, 0..3u32, 0..3u32, verbs, strengths);
        proptest::collection::vec(event, 1..12).prop_map(|mut events| {
            // Blocks run one after the other, epochs of a block too.
            events.sort_by_key(|(block, epoch, ..)| (*block, *epoch));
            let event = |(block, epoch, thread, verb, strength)| {
                let strength = if verb == Verb::Updates { Strength::Strong } else { strength };
                Event { who: Who { block, epoch, thread }, verb, strength }
            };
            events.into_iter().map(event).collect()
        })
    }

    #[test]
    fn constant_bytes_do_not_change() {
        let who = Who { block: 0, epoch: 0, thread: 0 };
        let mut shadow = Shadow::default();
        let mut access = |at, verb, strength| shadow.access(at, verb, strength, who);
        assert_eq!(access(0, Verb::Reads, Strength::Constant), Ok(()));
        assert_eq!(access(0, Verb::Reads, Strength::Weak), Ok(()));
        assert_eq!(access(1, Verb::Writes, Strength::Weak), Ok(()));
        assert_eq!(access(0, Verb::Writes, Strength::Weak), Err(Conflict::ConstantChanges));
        assert_eq!(access(1, Verb::Reads, Strength::Constant), Err(Conflict::ConstantChanges));
        assert_eq!(access(2, Verb::Updates, Strength::Strong), Ok(()));
        assert_eq!(access(2, Verb::Reads, Strength::Constant), Err(Conflict::ConstantChanges));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn the_first_race_of_a_history_is_found(events in events()) {
            let mut shadow = Shadow::default();
            for (i, event) in events.iter().enumerate() {
                let expected = events[..i].iter().any(|earlier| races(earlier, event));
                let found = shadow.access(0, event.verb, event.strength, event.who);
                prop_assert_eq!(found.is_err(), expected, "event {}", i);
                if expected {
                    break;
                }
            }
        }
    }
}
