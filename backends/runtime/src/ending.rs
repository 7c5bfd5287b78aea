//! Notes that the program is ending. Drivers have exit handlers of their own, so what the program still runs then runs
//! without them.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

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
