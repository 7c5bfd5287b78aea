//! Notes that the program is ending. Drivers have exit handlers of their own, so what the program still runs then runs
//! without them.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

static ENDING: AtomicBool = AtomicBool::new(false);

extern "C" fn note_end() {
    ENDING.store(true, SeqCst);
}

/// To be called after a driver registered its handlers, so that ours runs before them.
pub fn watch() {
    unsafe { libc::atexit(note_end) };
}

pub fn has_begun() -> bool {
    ENDING.load(SeqCst)
}
