//! How much of the calling thread's stack is left: the program may make threads with small ones, and run code on stacks of its
//! own. It switches no stacks.

use std::ops::Range;

use crate::cpu::host_memory;

/// Bytes below here; none on a stack that is not the thread's own (a coroutine's), of which nobody knows where it ends; `None` if the
/// system does not say. A coroutine's stack that lies within the thread's own is taken for that.
pub fn left() -> Option<usize> {
    thread_local! {
        static OWN: Option<Range<usize>> = own();
    }
    let here = 0u8;
    let here = &raw const here as usize;
    if let Some(signals) = signals() {
        return Some(if signals.contains(&here) { here - signals.start } else { 0 });
    }
    let own = OWN.try_with(Clone::clone).ok().flatten()?;
    Some(if own.contains(&here) { here - own.start } else { 0 })
}

/// Bytes that the calling thread's code may need at most: what is left, on the main thread all that the system allows.
pub fn needed() -> usize {
    // SAFETY: the system writes the limit there, and numbers of threads have no conditions.
    let limit = unsafe {
        let mut limit: libc::rlimit = std::mem::zeroed();
        let is_main = libc::syscall(libc::SYS_gettid) == i64::from(libc::getpid());
        (is_main && libc::getrlimit(libc::RLIMIT_STACK, &mut limit) == 0).then_some(limit.rlim_cur)
    };
    match limit {
        Some(bytes) => usize::try_from(bytes).unwrap_or(usize::MAX).min(most()),
        None => left().unwrap_or(0),
    }
}

/// No stack can be larger than the memory.
fn most() -> usize {
    usize::try_from(host_memory()).unwrap_or(usize::MAX).min(MOST_BYTES)
}

/// Some thousand of them fit in the address space.
const MOST_BYTES: usize = 32 << 30;

/// Memory for a thread's stack, with pages below it that nobody may touch. It is there until `free`.
#[derive(Clone, Copy)]
pub struct Stack {
    lowest: usize,
    bytes: usize,
}

const GUARD: usize = 64 << 10;

impl Stack {
    /// Pages come when they are touched.
    pub fn new(bytes: usize) -> Option<Self> {
        let bytes = bytes.next_multiple_of(GUARD) + GUARD;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_STACK;
        // SAFETY: new memory, of which the lowest part is taken away again.
        unsafe {
            let lowest = libc::mmap(std::ptr::null_mut(), bytes, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0);
            if lowest == libc::MAP_FAILED {
                return None;
            }
            libc::mprotect(lowest, GUARD, libc::PROT_NONE);
            Some(Self { lowest: lowest as usize, bytes })
        }
    }

    /// Where a thread's attributes want it, and its size.
    pub fn usable(self) -> (*mut libc::c_void, usize) {
        ((self.lowest + GUARD) as *mut libc::c_void, self.bytes - GUARD)
    }

    /// # Safety
    ///
    /// No thread runs on it any more.
    pub unsafe fn free(self) {
        // SAFETY: as promised.
        unsafe { libc::munmap(self.lowest as *mut libc::c_void, self.bytes) };
    }
}

/// The stack for signal handlers, if the thread is on it. It may lie anywhere, in the thread's own as well.
fn signals() -> Option<Range<usize>> {
    // SAFETY: the system only tells.
    let now = unsafe {
        let mut now: libc::stack_t = std::mem::zeroed();
        libc::sigaltstack(std::ptr::null(), &mut now);
        now
    };
    let lowest = now.ss_sp as usize;
    (now.ss_flags & libc::SS_ONSTACK != 0).then(|| lowest..lowest + now.ss_size)
}

fn own() -> Option<Range<usize>> {
    // SAFETY: the attributes are made by the first call and destroyed by the last.
    unsafe {
        let mut attributes = std::mem::zeroed();
        if libc::pthread_getattr_np(libc::pthread_self(), &mut attributes) != 0 {
            return None;
        }
        let (mut lowest, mut size) = (std::ptr::null_mut(), 0);
        let answer = libc::pthread_attr_getstack(&attributes, &mut lowest, &mut size);
        libc::pthread_attr_destroy(&mut attributes);
        (answer == 0).then_some(lowest as usize..lowest as usize + size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_left_than_the_thread_has() {
        let left_of =
            |bytes| std::thread::Builder::new().stack_size(bytes).spawn(left).unwrap().join().unwrap().unwrap();
        assert!((7 << 20..9 << 20).contains(&left_of(8 << 20)));
        assert!((1..256 << 10).contains(&left_of(64 << 10)));
    }
}
