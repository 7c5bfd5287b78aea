//! The end of the program. Drivers have exit handlers of their own, so what the program still runs then runs without them. Where a call may end
//! the program, a handler of ours brings back what is on devices.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};

static ENDING: AtomicBool = AtomicBool::new(false);

extern "C" fn note_end() {
    ENDING.store(true, SeqCst);
}

/// To be called whenever a driver may have registered handlers, so that ours runs before them: when it was opened, and when it has
/// compiled a kernel. Compilers register the destructors of their tables where they first use them, and what these free may be the
/// program's own `free` with kernels of its own.
pub fn watch() {
    unsafe { libc::atexit(note_end) };
}

pub fn has_begun() -> bool {
    ENDING.load(SeqCst)
}

/// Exit handlers cost memory, and nobody takes them back.
const MOST_HANDLERS: usize = 16;

static HANDLERS: AtomicUsize = AtomicUsize::new(0);

/// If the program calls `exit` next, `flush` runs before all exit handlers that there are now. False if it cannot be promised.
pub fn arm(flush: extern "C" fn()) -> bool {
    HANDLERS.fetch_add(1, SeqCst) < MOST_HANDLERS && unsafe { libc::atexit(flush) } == 0
}
