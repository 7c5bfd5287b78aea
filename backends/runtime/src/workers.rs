//! Threads that help a caller with the pieces of one job. It knows no kernel and no device, and waits for nobody who has not
//! begun.
//!
//! The caller does pieces itself, at once. Threads that are awake take what is left, piece by piece; at the end the caller waits
//! for pieces that have been begun, not for threads. A thread that the system did not schedule in time finds nothing to take, and
//! looks at nothing of the caller's. Sleeping threads are woken only for work that is worth it: two by the caller, two more by each
//! thread that then finds work.
//!
//! All of it hangs on one word per job, `first << 32 | left << 16 | busy`: the first piece that nobody has taken, how many these are, and
//! participants that are at work. It is in a [`Slot`], which outlives its jobs. The caller takes pieces from the front, threads from the back: so
//! each finds much of what it had in its cache when the same loop ran last.
//!
//! ```text
//!     caller   0 -> (0, 0, 1)                     the slot is the caller's; it writes what the job is
//!              (0, 0, 1) -> (0, count, 1)         the job is open
//!     thread   (f, l, b) -> (f, l - 1, b + 1)     if l > 0: piece f + l - 1 is this thread's
//!              (f, l, b) -> (f, l, b - 1)         the piece is done
//!     caller   (f, l, b) -> (f + 1, l - 1, b)     if l > 0: piece f is its own, without a count
//!              waits for (f, 0, 1), then -> 0     the job is over, the slot free
//! ```
//!
//! Why no thread touches a job that is over: it reads the job only between its two steps. In between `busy` is at least 2, so the
//! caller does not see (f, 0, 1). Its first step succeeds only if the word is what it saw, with `l > 0`: a job is open at that moment.
//! That may be a later job than the one it saw, with the same numbers; then it takes a piece of that one, and reads that one.
//! Why each piece is done once: `left` only falls while a job is open, by one at a time, and each fall is one participant's.
//! Why the caller sees what the pieces wrote: all later changes of the word are read-modify-write, so its last load, which
//! acquires, reads from the release sequence of each thread's second step. In the same way a thread's first step sees the job.
//! Why no call is missed: a thread that wants to sleep notes the bell, looks for open jobs, counts itself as asleep and waits for
//! the bell to change; a caller opens its job, changes the bell and then looks who is asleep, each in one order for all. Either the
//! thread's look comes after the job was opened, or its wait after the bell has changed, which then returns at once.
//!
//! Why no end is missed: the caller says that it may sleep, and sleeps only if the word is still what it saw; a thread changes the word, and
//! then looks whether the caller may sleep, each in one order for all. A thread that is late may wake a later caller, which looks again.
//!
//! Threads have no thread-local data with destructors: registering one takes the loader's lock, which a caller in a library's
//! constructor holds. A thread that hangs in front of its first piece, for whatever reason, keeps nobody waiting.

use std::cell::UnsafeCell;
use std::ffi::c_void;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};

use crate::affinity::Affinity;
use crate::config;
use crate::futex;
use crate::inside::Inside;
use crate::loader;
use crate::signals::with_signals_blocked;
use crate::stack::{self, Stack};

/// Kernels keep private arrays on the stack, as the sequential program's main thread does. They may call functions that call themselves: a thread
/// has at least this, and as much as the caller that starts the first one, if there is so much memory.
const STACK_BYTES: usize = 8 << 20;

/// What a thread's own frames take, and the caller's that starts it.
const MORE_BYTES: usize = 1 << 20;

/// Callers that have help at the same time; more do without.
const SLOTS: usize = 32;

/// A job has at most so many pieces, and a pool so many threads: each count is half a word.
pub const MOST: usize = 0xffff;

/// Work that takes no longer than waking a thread is the caller's alone.
const WORTH_A_CALL: Duration = Duration::from_micros(5);

/// How long a thread that ran out of work looks for more before it sleeps, and a caller for the end of pieces. Programs launch one
/// loop after the other.
const PATIENCE: Duration = Duration::from_micros(50);

/// Threads that call for help together reach all in few steps.
const AT_ONCE: usize = 2;

const LEFT_ONE: u64 = 1 << 16;
const FIRST_ONE: u64 = 1 << 32;

/// The pieces that nobody has taken.
fn left(word: u64) -> usize {
    (word as u32 >> 16) as usize
}

fn first(word: u64) -> usize {
    (word >> 32) as usize
}

/// No piece is left, and the caller alone is at work.
fn is_over(word: u64) -> bool {
    word as u32 == 1
}

type Piece<'a> = &'a (dyn Fn(usize) + Sync + 'a);

/// Which of the caller's resources a job may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caller {
    Helps,
    /// Its stack is too small for a piece.
    Waits,
}

pub struct Workers {
    shared: Arc<Shared>,
}

struct Shared {
    most: usize,
    slots: [Slot; SLOTS],
    /// Changes when there may be work.
    bell: AtomicU32,
    asleep: AtomicUsize,
    closing: AtomicBool,
    /// As many as the processors can run beside the callers have patience.
    patience: Duration,
    started: AtomicUsize,
    affinity: Affinity,
    threads: Mutex<Threads>,
}

#[derive(Default)]
struct Threads {
    all: Vec<(libc::pthread_t, Stack)>,
    /// Bytes of each one's stack.
    stack: usize,
    /// The system gives no more.
    exhausted: bool,
}

#[repr(align(128))]
struct Slot {
    word: AtomicU64,
    /// The caller has waited for long, and may sleep until the word changes.
    may_sleep: AtomicBool,
    job: UnsafeCell<Job>,
}

#[derive(Clone, Copy)]
struct Job {
    piece: Option<Piece<'static>>,
}

// SAFETY: the job is written by the slot's owner alone while no piece is open, and read between a thread's two steps.
unsafe impl Sync for Slot {}

impl Slot {
    const fn new() -> Self {
        Self { word: AtomicU64::new(0), may_sleep: AtomicBool::new(false), job: UnsafeCell::new(Job { piece: None }) }
    }

    /// Takes a piece of the caller's own if one is left; answers the word before.
    fn take_first(&self) -> Option<u64> {
        let taken = |word: u64| (left(word) > 0).then(|| word + FIRST_ONE - LEFT_ONE);
        self.word.fetch_update(AcqRel, Acquire, taken).ok()
    }

    /// Takes a piece for one of the pool's threads, and counts it as busy.
    fn take_last(&self) -> Option<u64> {
        let taken = |word: u64| (left(word) > 0).then(|| word - LEFT_ONE + 1);
        self.word.fetch_update(AcqRel, Acquire, taken).ok()
    }

    fn has_work(&self) -> bool {
        left(self.word.load(SeqCst)) > 0
    }

    /// The half of the word that the system compares: all but the first piece, which does not change when a thread is done.
    fn changing_half(&self) -> &AtomicU32 {
        let word = self.word.as_ptr().cast::<u32>();
        let half = if cfg!(target_endian = "little") { 0 } else { 1 };
        // SAFETY: it is a half of the word, which lives as long, and all accesses of both are atomic.
        unsafe { AtomicU32::from_ptr(word.add(half)) }
    }

    /// Does what can be had as one of the pool's threads; `begun` is called when the first piece was taken. Was there one?
    fn help(&self, begun: impl Fn(usize)) -> bool {
        let mut any = false;
        while let Some(word) = self.take_last() {
            // SAFETY: this thread counts as busy, so the job stays as it is, and with it what its caller lent.
            let job = unsafe { *self.job.get() };
            if !any {
                begun(left(word) - 1);
            }
            any = true;
            if let Some(piece) = job.piece {
                piece(first(word) + left(word) - 1);
            }
            if is_over(self.word.fetch_sub(1, SeqCst) - 1) && self.may_sleep.load(SeqCst) {
                futex::wake(self.changing_half(), 1);
            }
        }
        any
    }

    /// Waits until no piece is left and none is at work but this thread's own.
    fn wait_for_the_end(&self, patience: Duration) {
        let start = Instant::now();
        loop {
            match self.word.load(Acquire) {
                word if is_over(word) => return,
                word if start.elapsed() >= patience => {
                    self.may_sleep.store(true, SeqCst);
                    futex::wait(self.changing_half(), word as u32);
                }
                _ => std::hint::spin_loop(),
            }
        }
    }
}

impl Workers {
    /// At most `most` threads, which are started when there is work for them.
    pub fn new(most: usize) -> Self {
        let processors = config::cores();
        let shared = Shared {
            most: most.min(MOST),
            slots: [const { Slot::new() }; SLOTS],
            bell: AtomicU32::new(0),
            asleep: AtomicUsize::new(0),
            closing: AtomicBool::new(false),
            patience: if most < processors { PATIENCE } else { Duration::ZERO },
            started: AtomicUsize::new(0),
            affinity: Affinity::default(),
            threads: Mutex::default(),
        };
        Self { shared: Arc::new(shared) }
    }

    /// Runs `piece` for each number below `count`, which is at most [`MOST`], and returns when all are done. `about` is how long
    /// that would take one thread, zero if nobody knows. Answers false, and has run nothing, if the caller only waits and there is
    /// nobody to wait for.
    pub fn share(&self, count: usize, about: Duration, caller: Caller, piece: Piece) -> bool {
        debug_assert!(count <= MOST);
        let Some(slot) = self.claim(caller) else {
            (0..count).for_each(piece);
            return true;
        };
        if caller == Caller::Waits && !self.shared.has_a_thread() {
            slot.word.store(0, Release);
            return false;
        }
        // SAFETY: `share` returns after the last use: see the module's header.
        let lent = unsafe { std::mem::transmute::<Piece<'_>, Piece<'static>>(piece) };
        // SAFETY: the word is (0, 1), so the slot is this thread's alone.
        unsafe { *slot.job.get() = Job { piece: Some(lent) } };
        slot.word.store(count as u64 * LEFT_ONE + 1, SeqCst);
        self.take_part(slot, count, about, caller, piece);
        slot.wait_for_the_end(self.shared.patience);
        slot.may_sleep.store(false, Relaxed);
        slot.word.store(0, Release);
        true
    }

    fn take_part(&self, slot: &Slot, count: usize, about: Duration, caller: Caller, piece: Piece) {
        let start = Instant::now();
        let mut has_called = caller == Caller::Waits || about >= WORTH_A_CALL;
        self.shared.affinity.calls();
        if has_called {
            self.shared.call(count);
        }
        if caller == Caller::Waits {
            return;
        }
        while let Some(word) = slot.take_first() {
            piece(first(word));
            let left = left(word) - 1;
            if !has_called && left > 0 && start.elapsed() >= WORTH_A_CALL {
                has_called = true;
                self.shared.call(left);
            }
        }
    }

    /// Is there a thread, or can one be started, and has each a stack of so many bytes?
    pub fn have_stack(&self, bytes: usize) -> bool {
        self.shared.has_stack(bytes)
    }

    /// A free slot. Who can do without others does not wait for one.
    fn claim(&self, caller: Caller) -> Option<&Slot> {
        loop {
            let claimed = |slot: &&Slot| slot.word.compare_exchange(0, 1, Acquire, Relaxed).is_ok();
            match (self.shared.slots.iter().find(claimed), caller) {
                (Some(slot), _) => return Some(slot),
                (None, Caller::Helps) => return None,
                (None, Caller::Waits) => std::thread::sleep(Duration::from_micros(100)),
            }
        }
    }
}

impl Shared {
    /// Wakes threads for up to `wanted` pieces, or starts them.
    fn call(self: &Arc<Self>, wanted: usize) {
        let wanted = wanted.min(AT_ONCE);
        self.bell.fetch_add(1, SeqCst);
        let asleep = self.asleep.load(SeqCst);
        let woken = if asleep > 0 { futex::wake(&self.bell, wanted as u32) } else { 0 };
        if woken < wanted && self.started.load(Relaxed) < self.most {
            match self.threads.try_lock() {
                Ok(mut threads) => self.start(&mut threads, wanted - woken),
                Err(TryLockError::Poisoned(_) | TryLockError::WouldBlock) => (),
            }
        }
    }

    /// The same, and has each of them a stack of so many bytes?
    fn has_stack(self: &Arc<Self>, bytes: usize) -> bool {
        self.has_a_thread() && self.threads().stack >= bytes
    }

    /// Is there a thread, or can one be started?
    fn has_a_thread(self: &Arc<Self>) -> bool {
        let mut threads = self.threads();
        if threads.all.is_empty() {
            self.start(&mut threads, 1);
        }
        !threads.all.is_empty()
    }

    fn threads(&self) -> MutexGuard<'_, Threads> {
        self.threads.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn start(self: &Arc<Self>, threads: &mut Threads, wanted: usize) {
        let room = self.most - threads.all.len();
        // A library's code may be gone before a thread that begins now has seen it.
        if self.closing.load(SeqCst) || loader::is_active() {
            return;
        }
        for _ in 0..wanted.min(room) {
            let thread = if threads.exhausted { None } else { with_signals_blocked(|| self.start_one(threads)) };
            threads.exhausted |= thread.is_none();
            ARE_THERE.fetch_or(thread.is_some(), Relaxed);
            threads.all.extend(thread);
        }
        // No thread that cannot be had is asked for again.
        let started = if threads.exhausted { self.most } else { threads.all.len() };
        self.started.store(started, Relaxed);
    }

    /// With a stack as large as that of those before.
    fn start_one(self: &Arc<Self>, threads: &mut Threads) -> Option<(libc::pthread_t, Stack)> {
        let wanted = match threads.stack {
            0 => [stack::needed().max(STACK_BYTES) + MORE_BYTES, STACK_BYTES],
            known => [known; 2],
        };
        let (bytes, thread) = wanted.into_iter().find_map(|it| Some((it, start_thread(self, it)?)))?;
        threads.stack = bytes;
        Some(thread)
    }

    fn work(self: &Arc<Self>) {
        loop {
            let heard = self.bell.load(SeqCst);
            if self.closing.load(SeqCst) {
                return;
            }
            if self.help_anyone() || self.look_around() {
                continue;
            }
            self.asleep.fetch_add(1, SeqCst);
            // Looked at again behind the count: see the module's header.
            if self.bell.load(SeqCst) == heard {
                self.affinity.asleep(|| futex::wait(&self.bell, heard));
            }
            self.asleep.fetch_sub(1, SeqCst);
        }
    }

    fn help_anyone(self: &Arc<Self>) -> bool {
        let call_more = |left: usize| {
            if left > 0 {
                self.call(left);
            }
        };
        self.slots.iter().filter(|slot| slot.has_work() && slot.help(call_more)).count() > 0
    }

    /// Waits a little for work without sleeping.
    fn look_around(&self) -> bool {
        let start = Instant::now();
        while start.elapsed() < self.patience {
            if self.slots.iter().any(Slot::has_work) {
                return true;
            }
            std::hint::spin_loop();
        }
        false
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.end();
    }
}

impl Workers {
    /// Ends the threads for good, unless a caller has a job: then the whole program ends, and they with it.
    pub fn end(&self) {
        if self.shared.slots.iter().any(|slot| slot.word.load(SeqCst) != 0) {
            return;
        }
        self.shared.closing.store(true, SeqCst);
        self.shared.bell.fetch_add(1, SeqCst);
        futex::wake(&self.shared.bell, u32::MAX);
        for (thread, stack) in self.shared.threads().all.drain(..) {
            // SAFETY: each thread was started joinable, nobody else joins it, and it was alone on its stack.
            unsafe {
                libc::pthread_join(thread, std::ptr::null_mut());
                stack.free();
            }
        }
    }
}

/// Some pool of the process has had a thread.
static ARE_THERE: AtomicBool = AtomicBool::new(false);

/// Has a thread been started?
pub fn are_there() -> bool {
    ARE_THERE.load(Relaxed)
}

/// By the system's own function: a thread of the standard library allocates before anything of ours runs in it, and that
/// may be the program's `malloc`, with nests that would wait for the pool.
fn start_thread(shared: &Arc<Shared>, stack_bytes: usize) -> Option<(libc::pthread_t, Stack)> {
    let stack = Stack::new(stack_bytes)?;
    let lent = Arc::into_raw(Arc::clone(shared));
    // SAFETY: the attributes are made by the first call and destroyed by the last; the thread owns what it is given.
    unsafe {
        let mut attributes = std::mem::zeroed();
        let mut thread = std::mem::zeroed();
        let mut answer = libc::pthread_attr_init(&mut attributes);
        if answer == 0 {
            let (lowest, bytes) = stack.usable();
            libc::pthread_attr_setstack(&mut attributes, lowest, bytes);
            shared.affinity.begin_elsewhere(&mut attributes);
            answer = libc::pthread_create(&mut thread, &attributes, run_thread, lent.cast_mut().cast());
            if answer == libc::EINVAL {
                // A processor that was allowed is no more.
                libc::pthread_attr_setaffinity_np(&mut attributes, 0, std::ptr::null());
                answer = libc::pthread_create(&mut thread, &attributes, run_thread, lent.cast_mut().cast());
            }
            libc::pthread_attr_destroy(&mut attributes);
        }
        if answer != 0 {
            drop(Arc::from_raw(lent));
            stack.free();
            return None;
        }
        Some((thread, stack))
    }
}

extern "C" fn run_thread(shared: *mut c_void) -> *mut c_void {
    let _inside = Inside::again();
    // SAFETY: `start_thread` gave it away.
    let shared = unsafe { Arc::from_raw(shared.cast_const().cast::<Shared>()) };
    // SAFETY: the name is short and ends with a NUL.
    unsafe { libc::pthread_setname_np(libc::pthread_self(), c"raddle".as_ptr()) };
    shared.affinity.go_anywhere();
    shared.work();
    std::ptr::null_mut()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NOBODY_KNOWS: Duration = Duration::ZERO;
    const LONG: Duration = Duration::from_secs(1);

    /// The naive twin: what each piece adds, one after the other.
    fn sequential(count: usize, seed: u64) -> Vec<u64> {
        (0..count as u64).map(|i| i.wrapping_mul(seed) ^ seed).collect()
    }

    /// One job. Pieces that run twice, never, or when `share` has returned are found out.
    fn check(workers: &Workers, count: usize, about: Duration, caller: Caller, seed: u64, spins: usize) {
        // Never freed: late pieces must find the mark.
        let over: &'static AtomicBool = Box::leak(Box::default());
        let sums: Vec<AtomicUsize> = (0..count).map(|_| AtomicUsize::new(0)).collect();
        let main = std::thread::current().id();
        let ran = workers.share(count, about, caller, &|i| {
            assert!(!over.load(SeqCst), "a piece runs after the end");
            assert!(caller == Caller::Helps || std::thread::current().id() != main);
            (0..spins * (i % 3)).for_each(|_| std::hint::spin_loop());
            // Not atomic in effect: what the caller reads below, `share` has to order.
            let before = sums[i].load(Relaxed);
            sums[i].store(before + ((i as u64).wrapping_mul(seed) ^ seed) as usize, Relaxed);
            assert!(!over.load(SeqCst), "a piece ends after the end");
        });
        over.store(true, SeqCst);
        assert!(ran);
        let sums: Vec<u64> = sums.iter().map(|sum| sum.load(Relaxed) as u64).collect();
        assert_eq!(sums, sequential(count, seed));
    }

    #[test]
    fn many_callers_share_one_pool() {
        // More threads than processors: the system takes them off in all places.
        let workers = Workers::new(7);
        std::thread::scope(|scope| {
            for caller in 0..6u64 {
                let workers = &workers;
                scope.spawn(move || {
                    for round in 0..400u64 {
                        let count = [1, 2, 3, 16, 100][(caller + round) as usize % 5];
                        let about = if round % 2 == 0 { LONG } else { NOBODY_KNOWS };
                        let kind = if caller == 0 && round % 3 == 0 { Caller::Waits } else { Caller::Helps };
                        check(workers, count, about, kind, caller * 1000 + round, (round as usize % 7) * 50);
                    }
                });
            }
        });
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]
        #[test]
        fn jobs_of_any_shape(threads in 1usize..6, count in 0usize..200, long: bool, seed: u64, spins in 0usize..200) {
            let workers = Workers::new(threads);
            for round in 0..5 {
                check(&workers, count, if long { LONG } else { NOBODY_KNOWS }, Caller::Helps, seed.wrapping_add(round), spins);
            }
        }
    }

    #[test]
    fn small_work_wakes_nobody() {
        let workers = Workers::new(3);
        for _ in 0..1000 {
            assert!(workers.share(3, NOBODY_KNOWS, Caller::Helps, &|_| ()));
        }
        // An interruption between two pieces may make one job look long, not many of them.
        assert!(workers.shared.bell.load(SeqCst) < 100);
        workers.share(2, NOBODY_KNOWS, Caller::Helps, &|_| std::thread::sleep(Duration::from_millis(1)));
        assert!(!workers.shared.threads().all.is_empty());
    }

    #[test]
    fn a_thread_that_has_not_begun_is_not_waited_for() {
        let workers = Workers::new(1);
        // The pool's only thread is held in another caller's piece.
        let (begun, go) = (AtomicBool::new(false), AtomicBool::new(false));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                workers.share(1, LONG, Caller::Waits, &|_| {
                    begun.store(true, SeqCst);
                    while !go.load(SeqCst) {
                        std::thread::yield_now();
                    }
                });
            });
            while !begun.load(SeqCst) {
                std::thread::yield_now();
            }
            (0..100).for_each(|seed| check(&workers, 16, LONG, Caller::Helps, seed, 10));
            go.store(true, SeqCst);
        });
    }

    #[test]
    fn threads_have_as_much_stack_as_who_starts_them() {
        let on_a_stack = |bytes: usize, run: &(dyn Fn() -> bool + Sync)| {
            std::thread::scope(|scope| {
                std::thread::Builder::new().stack_size(bytes).spawn_scoped(scope, run).unwrap().join().unwrap()
            })
        };
        let workers = Workers::new(2);
        let have = || workers.have_stack(stack::needed());
        assert!(on_a_stack(1 << 20, &have) && workers.have_stack(STACK_BYTES));
        assert!(!on_a_stack(64 << 20, &have) && on_a_stack(2 << 20, &have));
        let large = Workers::new(2);
        assert!(on_a_stack(64 << 20, &|| large.have_stack(stack::needed())) && large.have_stack(60 << 20));
        assert!(!Workers::new(0).have_stack(1));
    }

    #[test]
    fn without_threads_the_caller_is_told() {
        let workers = Workers::new(0);
        assert!(!workers.share(3, LONG, Caller::Waits, &|_| panic!("nobody may run this")));
        check(&workers, 3, LONG, Caller::Helps, 5, 0);
    }

    #[test]
    fn all_threads_come_for_long_work_and_are_waited_for() {
        let workers = Workers::new(5);
        let caller = std::thread::current().id();
        let (begun, ended) = (AtomicUsize::new(0), AtomicUsize::new(0));
        workers.share(6, LONG, Caller::Helps, &|_| {
            begun.fetch_add(1, SeqCst);
            // No thread ends its piece before all have begun one.
            while begun.load(SeqCst) < 6 {
                std::thread::yield_now();
            }
            if std::thread::current().id() != caller {
                std::thread::sleep(Duration::from_millis(5));
            }
            ended.fetch_add(1, SeqCst);
        });
        assert_eq!(ended.load(SeqCst), 6);
    }
}
