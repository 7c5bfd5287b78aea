//! What compiled code asks before the host touches memory: one byte per unit that says whether anything is on a device. It is the
//! greatest level of all threads, so a thread may ask in vain, but never misses its own.

use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU8, AtomicUsize};
use std::sync::{Mutex, PoisonError};

use crate::types::RaddleUnit;

/// What a thread's directory holds, as the bytes say it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Level {
    /// Nothing is on a device.
    #[default]
    Nothing = 0,
    /// Devices work on the host's own bytes: it matters where these end their life.
    Shared = 1,
    /// Devices have copies, and the host has the same: writes by the host matter.
    Copies = 2,
    /// A device has newer bytes than the host: reads matter, too.
    Newer = 3,
}

/// All registered units, the last one first.
pub static UNITS: AtomicPtr<RaddleUnit> = AtomicPtr::new(std::ptr::null_mut());

/// Threads by level; those at `Nothing` are not counted.
static THREADS: [AtomicUsize; 4] = [const { AtomicUsize::new(0) }; 4];
static CHANGE: Mutex<()> = Mutex::new(());

static FORBIDDEN: AtomicBool = AtomicBool::new(false);

/// May anything stay on a device between sites?
pub fn is_allowed() -> bool {
    !FORBIDDEN.load(Relaxed)
}

/// Functions of the program run within the runtime's, where nobody can bring back what they read.
pub fn forbid() {
    FORBIDDEN.store(true, Relaxed);
}

fn highest() -> u8 {
    [Level::Newer, Level::Copies, Level::Shared]
        .into_iter()
        .map(|it| it as u8)
        .find(|&it| count(it) > 0)
        .unwrap_or_default()
}

fn count(level: u8) -> usize {
    THREADS[usize::from(level)].load(SeqCst)
}

/// Units in the order in which the list has them.
pub fn units() -> impl Iterator<Item = &'static RaddleUnit> {
    let mut next = UNITS.load(SeqCst);
    std::iter::from_fn(move || {
        // SAFETY: registered units are static data.
        let unit = unsafe { next.as_ref() }?;
        next = unit.next;
        Some(unit)
    })
}

fn tell(unit: &RaddleUnit, level: u8) {
    // SAFETY: the byte is null or static data of the unit, which only loads it.
    if let Some(byte) = unsafe { unit.residence.cast::<AtomicU8>().as_ref() } {
        byte.store(level, Relaxed);
    }
}

/// The calling thread's directory went from one level to another.
pub fn changed(from: Level, to: Level) {
    if from == to {
        return;
    }
    // Without the lock, a byte that was computed earlier could be stored later.
    let _change = CHANGE.lock().unwrap_or_else(PoisonError::into_inner);
    let step = |level: Level, by: isize| {
        if level != Level::Nothing {
            THREADS[level as usize].fetch_add(by as usize, SeqCst);
        }
    };
    step(to, 1);
    step(from, -1);
    let level = highest();
    units().for_each(|unit| tell(unit, level));
}

/// `unit` is in the list now. In a forked child nobody is at any level, so it takes no lock.
pub fn registered(unit: &RaddleUnit) {
    if highest() > 0 {
        let _change = CHANGE.lock().unwrap_or_else(PoisonError::into_inner);
        tell(unit, highest());
    }
}
