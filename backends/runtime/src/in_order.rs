//! Rows of tiles that run beside each other, each tile behind the one of its number in the row before (`region.await`). It knows no kernel
//! and no pool of threads.
//!
//! Rows begin in order, one at a time, so the row before any that has begun has begun, too: of those that have not ended, the first never waits.
//! A row ends behind the one before it, so one that has ended says the same of all before. Where the threads of other rows are not scheduled,
//! a thread gives up its turn.

use std::cell::Cell;
use std::ptr;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicI64, AtomicUsize};
use std::time::{Duration, Instant};

/// How long to wait for the row before in its own time.
const PATIENCE: Duration = Duration::from_micros(20);

/// How far a row is: all of its tiles with smaller numbers are done. In a cache line of its own.
#[repr(align(128))]
struct Reached(AtomicI64);

pub struct Rows {
    reached: Box<[Reached]>,
    begun: AtomicUsize,
}

/// The row that a thread is in.
struct Row<'a> {
    own: &'a Reached,
    before: Option<&'a Reached>,
    /// How far the row before was when it was last looked at.
    seen: Cell<i64>,
}

thread_local! {
    /// Null where rows run one after the other.
    static CURRENT: Cell<*const Row<'static>> = const { Cell::new(ptr::null()) };
}

impl Rows {
    pub fn new(count: usize) -> Self {
        let reached = (0..count).map(|_| Reached(AtomicI64::new(i64::MIN))).collect();
        Self { reached, begun: AtomicUsize::new(0) }
    }

    /// Runs the next row that has not begun, if there is one.
    pub fn run_next(&self, run: impl FnOnce(usize)) {
        let number = self.begun.fetch_add(1, Relaxed);
        let Some(own) = self.reached.get(number) else { return };
        let before = number.checked_sub(1).map(|it| &self.reached[it]);
        let row = Row { own, before, seen: Cell::new(i64::MIN) };
        let outer = CURRENT.replace(ptr::from_ref(&row).cast());
        run(number);
        CURRENT.set(outer);
        row.wait_for(i64::MAX);
        own.0.store(i64::MAX, Release);
    }
}

impl Row<'_> {
    fn wait_for(&self, least: i64) {
        let Some(before) = self.before else { return };
        let is_there = || {
            self.seen.set(before.0.load(Acquire));
            self.seen.get() >= least
        };
        if self.seen.get() >= least || is_there() {
            return;
        }
        let start = Instant::now();
        while !is_there() {
            match start.elapsed() < PATIENCE {
                true => std::hint::spin_loop(),
                // SAFETY: it has no conditions.
                false => unsafe {
                    libc::sched_yield();
                },
            }
        }
    }
}

/// The tile of this number comes next: returns when the row before has done its own of that number.
pub fn reach(tile: i64) {
    // SAFETY: it is the row that this thread is in, which lives until `run` returns.
    if let Some(row) = unsafe { CURRENT.get().as_ref() } {
        row.own.0.store(tile, Release);
        row.wait_for(tile.saturating_add(1));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[test]
    fn a_tile_waits_for_the_row_before() {
        const TILES: i64 = 40;
        let (rows, failed) = (Rows::new(9), AtomicBool::new(false));
        let done: Vec<Mutex<Vec<i64>>> = (0..9).map(|_| Mutex::default()).collect();
        let run = |row: usize| {
            // Rows have other tiles at their ends, and one has none.
            let tiles = if row == 4 { 0..0 } else { row as i64 % 3..TILES - row as i64 };
            for tile in tiles {
                reach(tile);
                let is_done = |before: &Mutex<Vec<i64>>| before.lock().unwrap().contains(&tile);
                let is_there =
                    |before: usize| before != 4 && (before as i64 % 3..TILES - before as i64).contains(&tile);
                if (0..row).any(|it| is_there(it) && !is_done(&done[it])) {
                    failed.store(true, Relaxed);
                }
                done[row].lock().unwrap().push(tile);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| (0..4).for_each(|_| rows.run_next(run)));
            }
        });
        assert!(!failed.into_inner());
        assert!(rows.reached.iter().all(|it| it.0.load(Relaxed) == i64::MAX));
    }

    #[test]
    fn rows_alone_wait_for_nobody() {
        reach(5);
        let rows = Rows::new(3);
        let mut order = vec![];
        (0..5).for_each(|_| rows.run_next(|row| order.push(row)));
        assert_eq!(order, [0, 1, 2]);
    }
}
