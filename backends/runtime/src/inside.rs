//! Notes which threads are in the runtime. A function of the program that the runtime itself reaches (its `malloc`, its
//! `memset`, a signal handler) may hold nests, and these must not enter the runtime again. The program's `errno` is kept
//! meanwhile: a loop does not change it. Nor is it a point where `pthread_cancel` acts: cancellation is off in the runtime, and from
//! entering a site to leaving it, whichever way the thread is to be cancelled. Handlers of signals wait likewise, but where a site is declined at
//! once. It never allocates.

use std::cell::Cell;
use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst, compiler_fence};

use crate::signals::Undisturbed;

/// A nest was reached from within the runtime. Threads of drivers may reach it, too, while the runtime waits for them, and
/// cannot be told from the program's own: from then on only the main thread enters.
static REENTERED: AtomicBool = AtomicBool::new(false);

thread_local! {
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

// Where the program defines functions of the system as something else, the linker sets `raddle_off`. The word is its address.
std::arch::global_asm!(
    ".weak raddle_off",
    ".pushsection .data.rel.raddle_off, \"aw\"",
    ".balign 8",
    ".globl raddle_off_word",
    ".hidden raddle_off_word",
    "raddle_off_word: .quad raddle_off",
    ".popsection",
);

unsafe extern "C" {
    static raddle_off_word: u64;
}

/// Must this program's nests stay on the host, as the system's functions are not what the runtime takes them for?
fn is_off() -> bool {
    // SAFETY: the word is defined above; only the linker and the loader write it.
    unsafe { (&raw const raddle_off_word).read_volatile() != 0 }
}

/// The calling thread is in the runtime as long as this lives.
pub struct Inside {
    was: bool,
    errno: c_int,
    /// For the time after.
    cancellation: c_int,
    /// Ends after the rest.
    undisturbed: Option<Undisturbed>,
}

const CANCELLATION_OFF: c_int = 1;

unsafe extern "C" {
    fn pthread_setcancelstate(state: c_int, before: *mut c_int) -> c_int;
}

fn set_cancellation(state: c_int) -> c_int {
    let mut before = CANCELLATION_OFF;
    // SAFETY: the state is one of the two, or what the system gave. A thread that is cancelled asynchronously may end in here.
    unsafe { pthread_setcancelstate(state, &mut before) };
    before
}

impl Inside {
    /// `None` if the thread must not enter: it is in the runtime already, or may be a driver's, or the runtime is off.
    pub fn first() -> Option<Self> {
        if is_off() {
            return None;
        }
        let inside = Self::enter(None);
        if inside.was {
            REENTERED.store(true, SeqCst);
            return None;
        }
        (!REENTERED.load(SeqCst) || is_main_thread()).then_some(inside)
    }

    /// Does the calling thread's runtime call this, maybe with locks? A thread that a handler's `longjmp` took out of the runtime only seems to be
    /// there.
    pub fn is_busy() -> bool {
        INSIDE.get() && Undisturbed::is_here()
    }

    pub fn again() -> Self {
        Self::enter(Some(Undisturbed::new()))
    }

    fn enter(undisturbed: Option<Undisturbed>) -> Self {
        let cancellation = set_cancellation(CANCELLATION_OFF);
        let was = INSIDE.replace(true);
        // What follows is not moved before: a signal handler must not see the one without the other.
        compiler_fence(SeqCst);
        Self { was, errno: unsafe { *libc::__errno_location() }, cancellation, undisturbed }
    }

    /// From here on, handlers of signals wait: whoever allocates or takes a lock must not be left by `longjmp`.
    pub fn undisturbed(&mut self) {
        self.undisturbed.get_or_insert_with(Undisturbed::new);
    }

    /// Handlers wait on when this ends, until the result does.
    pub fn keep_undisturbed(&mut self) -> Option<Undisturbed> {
        self.undisturbed.take()
    }

    /// Cancellation stays off when this ends; answers what [`Self::restore_cancellation`] is to be given later.
    pub fn keep_cancellation_off(&mut self) -> c_int {
        std::mem::replace(&mut self.cancellation, CANCELLATION_OFF)
    }

    /// When this ends, cancellation is as it was.
    pub fn restore_cancellation(&mut self, state: c_int) {
        self.cancellation = state;
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        unsafe { *libc::__errno_location() = self.errno };
        compiler_fence(SeqCst);
        INSIDE.set(self.was);
        // Last of all: a thread that was cancelled meanwhile may end here.
        set_cancellation(self.cancellation);
    }
}

fn is_main_thread() -> bool {
    unsafe { libc::gettid() == libc::getpid() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errno_stays() {
        let errno = unsafe { &mut *libc::__errno_location() };
        *errno = 7;
        let inside = Inside::again();
        *errno = 8;
        drop(inside);
        assert_eq!(*errno, 7);
    }

    #[test]
    fn cancellation_is_off_until_the_last_leaves() {
        let now = || {
            let state = set_cancellation(CANCELLATION_OFF);
            set_cancellation(state);
            state
        };
        let before = now();
        assert_ne!(before, CANCELLATION_OFF);
        let mut entering = Inside::again();
        assert_eq!(now(), CANCELLATION_OFF);
        let kept = entering.keep_cancellation_off();
        drop(entering);
        assert_eq!(now(), CANCELLATION_OFF);
        drop(Inside::again());
        assert_eq!(now(), CANCELLATION_OFF);
        let mut leaving = Inside::again();
        leaving.restore_cancellation(kept);
        drop(leaving);
        assert_eq!(now(), before);
    }

    #[test]
    fn a_thread_is_inside_until_its_first_entry_ends() {
        // In a process of its own: the other tests' threads enter as well.
        let child = unsafe { libc::fork() };
        if child == 0 {
            let first = Inside::first();
            drop(Inside::again());
            let entered = first.is_some() && Inside::first().is_none() && REENTERED.load(SeqCst);
            drop(first);
            // The only thread of a forked process is its main thread.
            let again = Inside::first().is_some();
            unsafe { libc::_exit(i32::from(!(entered && again))) };
        }
        let mut status = 0;
        unsafe { libc::waitpid(child, &mut status, 0) };
        assert_eq!(status, 0);
    }
}
