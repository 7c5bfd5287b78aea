//! Is the calling process a child of the one that used the runtime first? A forked child has neither the threads nor the driver of
//! its parent. Every entry of a site asks, so the answer must cost no system call: a page that the kernel clears in children
//! (`MADV_WIPEONFORK`, Linux 4.14) has it. Where there is none, the process is asked for its number. It never locks.

use std::ptr::null_mut;
use std::sync::atomic::Ordering::{Acquire, Relaxed, SeqCst};
use std::sync::atomic::{AtomicPtr, AtomicU32};

use crate::fresh::page_size;

/// The word of the page that tells, in the process that asked first.
const PARENT: u32 = 1;

#[derive(Default)]
pub struct Forked {
    /// The word at the page's start.
    page: AtomicPtr<AtomicU32>,
    /// The number of the process that asked first; only where there is no page.
    process: AtomicU32,
}

impl Forked {
    /// The first process that asks is no child, nor are those that fork it.
    pub fn is_child(&self) -> bool {
        let mut page = self.page.load(Acquire);
        if page.is_null() && self.process.load(SeqCst) == 0 {
            page = self.publish(wiped_page());
        }
        // SAFETY: a page that was published is never unmapped.
        unsafe { page.as_ref() }.map_or_else(|| self.has_other_number(), |word| word.load(Relaxed) != PARENT)
    }

    /// Of several threads that ask at the same time, the first one's page is taken.
    fn publish(&self, page: *mut AtomicU32) -> *mut AtomicU32 {
        match self.page.compare_exchange(null_mut(), page, SeqCst, Acquire) {
            Ok(_) => page,
            Err(first) => {
                // SAFETY: the page is this thread's, and nobody else has seen it.
                unsafe { libc::munmap(page.cast(), page_size()) };
                first
            }
        }
    }

    fn has_other_number(&self) -> bool {
        let own = std::process::id();
        self.process.compare_exchange(0, own, SeqCst, SeqCst).is_err_and(|first| first != own)
    }
}

/// A page that holds [`PARENT`] here and 0 in each child; null if the kernel has none.
fn wiped_page() -> *mut AtomicU32 {
    let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
    // SAFETY: new memory of this function alone, until it is answered.
    unsafe {
        let page = libc::mmap(null_mut(), page_size(), access, kind, -1, 0);
        if page == libc::MAP_FAILED {
            return null_mut();
        }
        if libc::madvise(page, page_size(), libc::MADV_WIPEONFORK) != 0 {
            libc::munmap(page, page_size());
            return null_mut();
        }
        let word = page.cast::<AtomicU32>();
        (*word).store(PARENT, Relaxed);
        word
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `ask` answers in a forked child.
    fn in_child(ask: impl Fn() -> bool) -> bool {
        // SAFETY: the child calls nothing but `ask`.
        let child = unsafe { libc::fork() };
        if child == 0 {
            let status = i32::from(ask());
            unsafe { libc::_exit(status) };
        }
        let mut status = 0;
        unsafe { libc::waitpid(child, &mut status, 0) };
        assert!(libc::WIFEXITED(status));
        libc::WEXITSTATUS(status) == 1
    }

    fn tells_children_apart(forked: &Forked, ask: impl Fn(&Forked) -> bool) {
        assert!(!in_child(|| ask(forked)), "nobody has asked before");
        assert!(!ask(forked));
        assert!(in_child(|| ask(forked)));
        assert!(in_child(|| in_child(|| ask(forked))), "a child of the child");
        assert!(!ask(forked));
    }

    #[test]
    fn children_of_the_first_process_are_known_by_the_page() {
        let forked = Forked::default();
        tells_children_apart(&forked, Forked::is_child);
        assert!(!forked.page.load(SeqCst).is_null() || wiped_page().is_null());
    }

    #[test]
    fn or_by_their_number() {
        tells_children_apart(&Forked::default(), Forked::has_other_number);
    }
}
