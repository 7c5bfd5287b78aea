//! How much of the calling thread's stack is left: the program may make threads with small ones, and run code on stacks of its
//! own. It switches no stacks.

use std::ops::Range;

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
