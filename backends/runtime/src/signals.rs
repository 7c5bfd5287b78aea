//! The signal mask of threads that are not the program's: the pool's and drivers'. It handles no signal.

/// Threads that `make` starts inherit the signal mask: they must not run the program's handlers. Signals that a thread
/// raises by its own fault stay open, so that a crash in a kernel looks as it does in the sequential program. `make` should
/// not wait for a kernel: nobody could interrupt the program meanwhile.
pub fn with_signals_blocked<T>(make: impl FnOnce() -> T) -> T {
    unsafe {
        let mut blocked: libc::sigset_t = std::mem::zeroed();
        let mut before: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&mut blocked);
        for fault in [libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE, libc::SIGILL, libc::SIGTRAP, libc::SIGABRT] {
            libc::sigdelset(&mut blocked, fault);
        }
        libc::pthread_sigmask(libc::SIG_SETMASK, &blocked, &mut before);
        let made = make();
        libc::pthread_sigmask(libc::SIG_SETMASK, &before, std::ptr::null_mut());
        made
    }
}
