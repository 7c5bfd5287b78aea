//! The system's wait for a word in memory. It allocates nothing, has no thread-local data, and is no cancellation point.

use std::sync::atomic::AtomicU32;

/// Sleeps until `word` is woken, unless it holds something other than `seen`. May return for no reason.
pub fn wait(word: &AtomicU32, seen: u32) {
    let forever = std::ptr::null::<libc::timespec>();
    // SAFETY: the word is alive; the system only compares it.
    unsafe {
        libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAIT | libc::FUTEX_PRIVATE_FLAG, seen, forever)
    };
}

/// Wakes up to `most` threads that wait for `word`; answers how many. The word need not be in use any more.
pub fn wake(word: &AtomicU32, most: u32) -> usize {
    let most = i32::try_from(most).unwrap_or(i32::MAX);
    // SAFETY: the system takes the address for a name.
    let woken =
        unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAKE | libc::FUTEX_PRIVATE_FLAG, most) };
    usize::try_from(woken).unwrap_or(0)
}
