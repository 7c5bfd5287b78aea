//! Rows of tiles that run beside each other, each tile behind the one of its number in the row before (`region.await`). It knows no kernel
//! and no pool of threads.
//!
//! Rows begin in order, one at a time, so the row before any that has begun has begun, too: of those that have not ended, the first never waits.
//! The first row may be kept for the caller, so that its part of the arrays is the same in one launch after the other; who takes the second row
//! waits a little for that, and else does the first row before its own.
//! A row ends behind the one before it, so one that has ended says the same of all before. Where the threads of other rows are not scheduled,
//! a thread sleeps until the tile is done.

use std::cell::Cell;
use std::ptr;
use std::sync::atomic::Ordering::{Acquire, Relaxed, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, AtomicUsize};
use std::time::{Duration, Instant};

use crate::futex;

/// How long to wait for the row before in its own time: at least, before there is a tile that tells how long tiles take, and at most.
const PATIENCE: [Duration; 3] = [Duration::from_micros(20), Duration::from_micros(200), Duration::from_micros(500)];

/// How long a thread waits for others to begin.
const LATE: Duration = Duration::from_micros(5);

/// How far a row is: all of its tiles with smaller numbers are done. In a cache line of its own.
#[repr(align(128))]
struct Reached {
    tile: AtomicI64,
    /// What the thread of the next row sleeps for, if it does.
    wanted: AtomicI64,
    is_wanted: AtomicU32,
}

impl Reached {
    fn new() -> Self {
        Self { tile: AtomicI64::new(i64::MIN), wanted: AtomicI64::new(0), is_wanted: AtomicU32::new(0) }
    }

    /// Either this sees that somebody is about to sleep, or that one sees the tile: each is a store and then a load, in one order for all.
    fn set(&self, tile: i64) {
        self.tile.store(tile, SeqCst);
        if self.is_wanted.load(SeqCst) != 0 && tile >= self.wanted.load(Relaxed) {
            self.is_wanted.store(0, SeqCst);
            futex::wake(&self.is_wanted, 1);
        }
    }

    fn sleep_until(&self, least: i64) {
        self.wanted.store(least, Relaxed);
        self.is_wanted.store(1, SeqCst);
        while self.tile.load(SeqCst) < least && self.is_wanted.load(SeqCst) != 0 {
            futex::wait(&self.is_wanted, 1);
        }
        self.is_wanted.store(0, SeqCst);
    }
}

pub struct Rows {
    reached: Box<[Reached]>,
    has_first: AtomicBool,
    begun: AtomicUsize,
    has_slept: AtomicBool,
    has_waited: AtomicBool,
}

/// The row that a thread is in.
struct Row<'a> {
    own: &'a Reached,
    before: Option<&'a Reached>,
    has_slept: &'a AtomicBool,
    /// How far the row before was when it was last looked at.
    seen: Cell<i64>,
    began: Instant,
    tiles: Cell<u32>,
}

thread_local! {
    /// Null where rows run one after the other.
    static CURRENT: Cell<*const Row<'static>> = const { Cell::new(ptr::null()) };
}

impl Rows {
    /// With `keeps_first`, the first row is for [`Rows::run_first`].
    pub fn new(count: usize, keeps_first: bool) -> Self {
        let reached = (0..count).map(|_| Reached::new()).collect();
        let begun = AtomicUsize::new(usize::from(keeps_first));
        Self {
            reached,
            has_first: AtomicBool::new(!keeps_first),
            begun,
            has_slept: AtomicBool::new(false),
            has_waited: AtomicBool::new(false),
        }
    }

    /// Had a thread to wait for long?
    pub fn has_slept(&self) -> bool {
        self.has_slept.load(Relaxed)
    }

    /// Runs the first row, or the next one if that has begun.
    pub fn run_first(&self, run: &impl Fn(usize)) {
        match self.has_first.swap(true, Relaxed) {
            false => self.run_row(0, run),
            true => self.run_next(run),
        }
    }

    /// Runs the last row if all others have begun in time, else the next one.
    pub fn run_last(&self, run: &impl Fn(usize)) {
        let rows = self.reached.len();
        if !self.has_waited.swap(true, Relaxed) {
            wait_a_little(|| self.begun.load(Relaxed) + 1 >= rows);
        }
        self.run_next(run);
    }

    /// Runs the next row that has not begun, if there is one. The second one does not begin before the first: of whoever takes it, nobody
    /// knows whether another thread will come for the first.
    pub fn run_next(&self, run: &impl Fn(usize)) {
        let number = self.begun.fetch_add(1, Relaxed);
        if number == 1 {
            wait_a_little(|| self.has_first.load(Relaxed));
            if !self.has_first.swap(true, Relaxed) {
                self.run_row(0, run);
            }
        }
        if number < self.reached.len() {
            self.run_row(number, run);
        }
    }

    fn run_row(&self, number: usize, run: &impl Fn(usize)) {
        let Some(own) = self.reached.get(number) else { return };
        let before = number.checked_sub(1).map(|it| &self.reached[it]);
        let (seen, began, tiles) = (Cell::new(i64::MIN), Instant::now(), Cell::new(0));
        let row = Row { own, before, has_slept: &self.has_slept, seen, began, tiles };
        let outer = CURRENT.replace(ptr::from_ref(&row).cast());
        run(number);
        CURRENT.set(outer);
        row.wait_for(i64::MAX);
        own.set(i64::MAX);
    }
}

fn wait_a_little(is_over: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_over() && start.elapsed() < LATE {
        std::hint::spin_loop();
    }
}

impl Row<'_> {
    /// Twice the time that this row's tiles took: the row before is not sooner done with one. To sleep and wake up takes as long as some tiles,
    /// and a thread that wakes up may have to wait for a processor.
    fn patience(&self, now: Instant) -> Duration {
        let [least, first, most] = PATIENCE;
        let tile = (now - self.began).checked_div(self.tiles.get());
        tile.map_or(first, |it| (2 * it).clamp(least, most))
    }

    fn wait_for(&self, least: i64) {
        let Some(before) = self.before else { return };
        let is_there = || {
            self.seen.set(before.tile.load(Acquire));
            self.seen.get() >= least
        };
        if self.seen.get() >= least || is_there() {
            return;
        }
        let start = Instant::now();
        let patience = self.patience(start);
        while !is_there() {
            match start.elapsed() < patience {
                true => std::hint::spin_loop(),
                false => {
                    self.has_slept.store(true, Relaxed);
                    before.sleep_until(least);
                }
            }
        }
    }
}

/// The tile of this number comes next: returns when the row before has done its own of that number.
pub fn reach(tile: i64) {
    // SAFETY: it is the row that this thread is in, which lives until `run` returns.
    if let Some(row) = unsafe { CURRENT.get().as_ref() } {
        row.own.set(tile);
        row.wait_for(tile.saturating_add(1));
        row.tiles.set(row.tiles.get().wrapping_add(1));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn a_tile_waits_for_the_row_before() {
        const TILES: i64 = 40;
        let (rows, failed) = (Rows::new(9, false), AtomicBool::new(false));
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
                scope.spawn(|| (0..4).for_each(|_| rows.run_next(&run)));
            }
        });
        assert!(!failed.into_inner());
        assert!(rows.reached.iter().all(|it| it.tile.load(Relaxed) == i64::MAX));
    }

    /// Rows and threads that come for them.
    const SHAPES: [(usize, usize); 6] = [(1, 1), (2, 2), (3, 2), (2, 4), (9, 3), (40, 2)];

    /// Each row once, whoever comes first. The first thread is the caller.
    fn all_rows_begin(rows: &Rows, callers: usize, run_caller: impl Fn(&dyn Fn(usize)) + Sync) {
        let done = Mutex::new(vec![]);
        let count = rows.reached.len();
        let push = |row| done.lock().unwrap().push(row);
        std::thread::scope(|scope| {
            for caller in 0..callers {
                let (push, run_caller) = (&push, &run_caller);
                scope.spawn(move || {
                    (0..count.div_ceil(callers)).for_each(|_| match caller {
                        0 => run_caller(push),
                        _ => rows.run_next(push),
                    });
                });
            }
        });
        let mut done = done.into_inner().unwrap();
        done.sort_unstable();
        assert_eq!(done, (0..count).collect::<Vec<_>>());
    }

    #[test]
    fn the_first_row_is_kept_for_the_caller_and_done_without_it() {
        for (count, callers) in SHAPES {
            let rows = Rows::new(count, true);
            all_rows_begin(&rows, callers, |push| rows.run_first(&push));
        }
        let order = Mutex::new(vec![]);
        let push = |row| order.lock().unwrap().push(row);
        let rows = Rows::new(3, true);
        rows.run_first(&push);
        (0..2).for_each(|_| rows.run_next(&push));
        assert_eq!(std::mem::take(&mut *order.lock().unwrap()), [0, 1, 2]);
        // The caller has not come.
        let rows = Rows::new(3, true);
        (0..3).for_each(|_| rows.run_next(&push));
        rows.run_first(&push);
        assert_eq!(*order.lock().unwrap(), [0, 1, 2]);
    }

    #[test]
    fn the_last_row_is_the_callers_if_others_have_come() {
        for (count, callers) in SHAPES {
            let rows = Rows::new(count, false);
            all_rows_begin(&rows, callers, |push| rows.run_last(&push));
        }
        let order = Mutex::new(vec![]);
        let push = |row| order.lock().unwrap().push(row);
        let rows = Rows::new(2, false);
        rows.run_next(&push);
        rows.run_last(&push);
        assert_eq!(*order.lock().unwrap(), [0, 1]);
        // Nobody comes: the caller waits a moment, and begins.
        Rows::new(2, false).run_last(&push);
        assert_eq!(*order.lock().unwrap(), [0, 1, 0]);
    }

    #[test]
    fn rows_alone_wait_for_nobody() {
        reach(5);
        let rows = Rows::new(3, false);
        let order = Mutex::new(vec![]);
        (0..5).for_each(|_| rows.run_next(&|row| order.lock().unwrap().push(row)));
        assert_eq!(order.into_inner().unwrap(), [0, 1, 2]);
    }
}
