//! Pages of large new arrays, asked of the system by a thread of their own while the program computes. The first touch of a page interrupts
//! the one who touches it, which takes a third of the time of programs that fill hundreds of megabytes.
//!
//! Changes no value: a page is asked for, not written. Only where a program may have two threads, and in memory of which the system has
//! plenty; Octave touches all of an array when it makes it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// What is asked for at a time; other changes of the process' memory wait for it.
const STEP: usize = 256 << 10;
/// More than one in so many of the free pages are not asked for.
const SHARE: usize = 4;

/// What the thread is to ask for, from here to there. It has not begun while both are 0.
static WANTED: Mutex<(usize, usize)> = Mutex::new((0, 0));
static CHANGED: Condvar = Condvar::new();
/// The end of what was ever asked for, from which on memory is new. `usize::MAX` without a thread.
static KNOWN: AtomicUsize = AtomicUsize::new(usize::MAX);

/// Starts the thread, in a process that may have two. Nothing is asked for where there is none.
pub fn start() {
    if std::thread::Builder::new().spawn(ask).is_ok() {
        KNOWN.store(0, Ordering::Relaxed);
    }
}

/// A block of memory is filled soon. No memory is asked for here.
pub fn expect(memory: *mut u8, bytes: usize) {
    let (start, end) = (memory as usize, (memory as usize).saturating_add(bytes));
    let known = KNOWN.load(Ordering::Relaxed);
    if end <= known || bytes > free_memory() / SHARE {
        return;
    }
    KNOWN.store(end, Ordering::Relaxed);
    let mut wanted = WANTED.lock().unwrap_or_else(PoisonError::into_inner);
    if wanted.0 >= wanted.1 {
        wanted.0 = start.max(known).next_multiple_of(STEP);
    }
    wanted.1 = end / STEP * STEP;
    CHANGED.notify_one();
}

fn free_memory() -> usize {
    // SAFETY: all of it are numbers.
    let mut system: libc::sysinfo = unsafe { std::mem::zeroed() };
    // SAFETY: it only writes there.
    let result = unsafe { libc::sysinfo(&mut system) };
    if result == 0 { (system.freeram as usize).saturating_mul(system.mem_unit as usize) } else { 0 }
}

/// Asks for step after step, until the system does not know how.
fn ask() {
    while populate(next()) {}
    KNOWN.store(usize::MAX, Ordering::Relaxed);
}

/// The next step, when there is one.
fn next() -> usize {
    let mut wanted = WANTED.lock().unwrap_or_else(PoisonError::into_inner);
    while wanted.0 >= wanted.1 {
        wanted = CHANGED.wait(wanted).unwrap_or_else(PoisonError::into_inner);
    }
    let step = wanted.0;
    wanted.0 += STEP;
    step
}

/// Whether the system knows how; memory that is gone by now is none of its business.
fn populate(start: usize) -> bool {
    // SAFETY: no byte changes, whoever has the memory by now.
    let result = unsafe { libc::madvise(start as *mut libc::c_void, STEP, libc::MADV_POPULATE_WRITE) };
    result == 0 || std::io::Error::last_os_error().raw_os_error() != Some(libc::EINVAL)
}
