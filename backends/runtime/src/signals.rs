//! The signal mask: of threads that are not the program's (the pool's and drivers'), and of the program's own while the runtime changes what
//! handlers must not see half done. It handles no signal.

use std::cell::Cell;

/// All signals but those that a thread raises by its own fault, so that a crash in a kernel looks as it does in the sequential program.
fn all_but_faults() -> libc::sigset_t {
    // SAFETY: all zero is a set, and the calls only change that.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&mut set);
        for fault in [libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE, libc::SIGILL, libc::SIGTRAP, libc::SIGABRT] {
            libc::sigdelset(&mut set, fault);
        }
        set
    }
}

fn set_mask(mask: &libc::sigset_t) -> libc::sigset_t {
    // SAFETY: as above; the mask is a set.
    unsafe {
        let mut before: libc::sigset_t = std::mem::zeroed();
        libc::pthread_sigmask(libc::SIG_SETMASK, mask, &mut before);
        before
    }
}

/// Threads that `make` starts inherit the signal mask: they must not run the program's handlers. `make` should
/// not wait for a kernel: nobody could interrupt the program meanwhile.
pub fn with_signals_blocked<T>(make: impl FnOnce() -> T) -> T {
    let before = set_mask(&all_but_faults());
    let made = make();
    set_mask(&before);
    made
}

thread_local! {
    static UNDISTURBED: Cell<bool> = const { Cell::new(false) };
}

/// As long as this lives, handlers of the calling thread wait.
pub struct Undisturbed {
    /// What the outermost finds.
    before: Option<libc::sigset_t>,
}

impl Undisturbed {
    pub fn new() -> Self {
        if UNDISTURBED.get() {
            return Self { before: None };
        }
        let before = set_mask(&all_but_faults());
        UNDISTURBED.set(true);
        Self { before: Some(before) }
    }

    pub fn is_here() -> bool {
        UNDISTURBED.get()
    }
}

impl Drop for Undisturbed {
    fn drop(&mut self) {
        if let Some(before) = self.before {
            UNDISTURBED.set(false);
            set_mask(&before);
        }
    }
}

/// Signals that people and limits end or stop programs with.
const ENDINGS: [libc::c_int; 9] = [
    libc::SIGINT,
    libc::SIGTERM,
    libc::SIGQUIT,
    libc::SIGHUP,
    libc::SIGTSTP,
    libc::SIGALRM,
    libc::SIGVTALRM,
    libc::SIGPROF,
    libc::SIGXCPU,
];

/// Does what may take long. Signals that end or stop the program come through all the same, if it has no handlers for them.
pub fn endable<T>(act: impl FnOnce() -> T) -> T {
    if !UNDISTURBED.get() {
        return act();
    }
    let mut mask = all_but_faults();
    for signal in ENDINGS.into_iter().filter(|it| !has_handler(*it)) {
        // SAFETY: the mask is a set.
        unsafe { libc::sigdelset(&mut mask, signal) };
    }
    let before = set_mask(&mask);
    let done = act();
    set_mask(&before);
    done
}

fn has_handler(signal: libc::c_int) -> bool {
    // SAFETY: all zero is a value of the type, and the call only asks.
    let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
    let known = unsafe { libc::sigaction(signal, std::ptr::null(), &mut action) };
    known != 0 || ![libc::SIG_DFL, libc::SIG_IGN].contains(&action.sa_sigaction)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(signal: libc::c_int) -> bool {
        // SAFETY: it only asks.
        unsafe {
            let mut now: libc::sigset_t = std::mem::zeroed();
            libc::pthread_sigmask(libc::SIG_SETMASK, std::ptr::null(), &mut now);
            libc::sigismember(&now, signal) == 1
        }
    }

    #[test]
    fn handlers_wait_until_the_outermost_ends() {
        let outer = Undisturbed::new();
        drop(Undisturbed::new());
        assert!(blocks(libc::SIGALRM) && !blocks(libc::SIGSEGV) && Undisturbed::is_here());
        endable(|| assert!(!blocks(libc::SIGINT) && blocks(libc::SIGUSR1)));
        assert!(blocks(libc::SIGINT));
        drop(outer);
        assert!(!blocks(libc::SIGALRM) && !Undisturbed::is_here());
    }
}
