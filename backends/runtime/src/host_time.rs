//! When sequential loops that are timed began, by thread. It reads the clock and decides nothing.
//!
//! Loops nest, as one may call a function with another, and a loop may be left by `longjmp`: what began later than a loop that ends
//! is forgotten with it.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// More loops inside of each other are not timed.
const DEPTH: usize = 8;

#[derive(Clone, Copy)]
struct Begun {
    site: usize,
    instances: i64,
    at: Instant,
}

thread_local! {
    /// Outermost first. Without a destructor, so that nothing is registered with the loader.
    static BEGUN: Cell<[Option<Begun>; DEPTH]> = const { Cell::new([None; DEPTH]) };
}

/// A loop as it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HostRun {
    pub instances: i64,
    pub time: Duration,
}

/// Notes that a loop of `instances` iterations begins now; false if it can't be timed.
pub fn begin(site: usize, instances: i64) -> bool {
    let mut all = BEGUN.get();
    // The same loop again: it was left from inside, or is recursive, which no one time says anything of.
    let again = all.iter().position(|it| it.is_some_and(|it| it.site == site));
    let free = again.or_else(|| all.iter().position(Option::is_none));
    let Some(place) = free else { return false };
    all[place..].fill(None);
    all[place] = Some(Begun { site, instances, at: Instant::now() });
    BEGUN.set(all);
    true
}

/// The loop of `site` ended at `now`.
pub fn end(site: usize, now: Instant) -> Option<HostRun> {
    let mut all = BEGUN.get();
    let place = all.iter().rposition(|it| it.is_some_and(|it| it.site == site))?;
    let run = all[place].map(|it| HostRun { instances: it.instances, time: now.saturating_duration_since(it.at) });
    all[place..].fill(None);
    BEGUN.set(all);
    run
}

/// A time that only grows.
pub fn nanoseconds() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock exists, and the call fills what it is given.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut time) };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(site: usize) -> Option<HostRun> {
        super::end(site, Instant::now())
    }

    #[test]
    fn loops_nest_and_may_be_left() {
        assert!(end(1).is_none());
        assert!(begin(1, 10) && begin(2, 20));
        std::thread::sleep(Duration::from_millis(2));
        assert!(end(2).is_some_and(|run| run.instances == 20 && run.time >= Duration::from_millis(2)));
        // 3 is left by a jump.
        assert!(begin(3, 30));
        assert_eq!(end(1).map(|run| run.instances), Some(10));
        assert!(end(3).is_none() && end(1).is_none());
    }

    #[test]
    fn a_loop_that_is_left_again_and_again_takes_one_place() {
        assert!((0..100).all(|_| begin(7, 1)));
        let mut places = (1..DEPTH).map(|site| begin(100 + site, 1));
        assert!(places.all(|it| it) && !begin(200, 1));
        assert!(end(7).is_some() && begin(200, 1));
        assert!(end(200).is_some());
    }
}
