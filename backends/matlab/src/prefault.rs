//! Pages of large new arrays, asked of the system by a thread of their own while the program computes. The first touch of a page interrupts
//! the one who touches it, which takes a third of the time of programs that fill hundreds of megabytes.
//!
//! Changes no value: a page is asked for, not written. Only where a program may have two threads, and in memory of which the system has
//! plenty; Octave touches all of an array when it makes it.

use std::sync::{Condvar, Mutex, PoisonError};

/// What is asked for at a time; other changes of the process' memory wait for it.
const STEP: usize = 256 << 10;
/// More than one in so many of the free pages are not asked for.
const SHARE: usize = 4;

/// None without a thread.
static PLAN: Mutex<Option<Plan>> = Mutex::new(None);
static CHANGED: Condvar = Condvar::new();

/// What is to be asked for.
#[derive(Default)]
struct Plan {
    next: usize,
    end: usize,
    /// The end of what was ever planned. The heap grows upwards: what lies behind it is new.
    known: usize,
}

impl Plan {
    /// Plans the part of a block that is new.
    fn add(&mut self, start: usize, end: usize) {
        if end <= self.known {
            return;
        }
        let start = start.max(self.known).next_multiple_of(STEP);
        // Between two blocks may be one that is too large.
        if self.next >= self.end || start > self.end + STEP {
            self.next = start;
        }
        (self.end, self.known) = (end / STEP * STEP, end);
    }

    fn take(&mut self) -> Option<usize> {
        let step = (self.next < self.end).then_some(self.next)?;
        self.next += STEP;
        Some(step)
    }
}

/// Starts the thread, in a process that may have two. Nothing is asked for where there is none.
pub fn start() {
    if std::thread::Builder::new().spawn(ask).is_ok() {
        *PLAN.lock().unwrap_or_else(PoisonError::into_inner) = Some(Plan::default());
    }
}

/// A block of memory is filled soon. No memory is asked for here.
pub fn expect(memory: *mut u8, bytes: usize) {
    let start = memory as usize;
    if let Some(plan) = PLAN.lock().unwrap_or_else(PoisonError::into_inner).as_mut()
        && bytes <= free_memory() / SHARE
    {
        plan.add(start, start + bytes);
        CHANGED.notify_one();
    }
}

fn free_memory() -> usize {
    // SAFETY: all of it are numbers.
    let mut system: libc::sysinfo = unsafe { std::mem::zeroed() };
    // SAFETY: it only writes there.
    let result = unsafe { libc::sysinfo(&mut system) };
    if result == 0 { (system.freeram as usize).saturating_mul(system.mem_unit as usize) } else { 0 }
}

/// Asks for step after step, until the system does not know how.
fn ask() {
    while populate(next()) {}
    *PLAN.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

/// The next step, when there is one.
fn next() -> usize {
    let mut plan = PLAN.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        if let Some(step) = plan.as_mut().and_then(Plan::take) {
            return step;
        }
        plan = CHANGED.wait(plan).unwrap_or_else(PoisonError::into_inner);
    }
}

/// Whether the system knows how; memory that is gone by now is none of its business.
fn populate(start: usize) -> bool {
    // SAFETY: no byte changes, whoever has the memory by now.
    let result = unsafe { libc::madvise(start as *mut libc::c_void, STEP, libc::MADV_POPULATE_WRITE) };
    result == 0 || std::io::Error::last_os_error().raw_os_error() != Some(libc::EINVAL)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(plan: &mut Plan) -> Vec<usize> {
        std::iter::from_fn(|| plan.take()).map(|step| step / STEP).collect()
    }

    #[test]
    fn whole_steps_of_new_memory_are_planned_once() {
        let mut plan = Plan::default();
        plan.add(10 * STEP + 1, 13 * STEP + 7);
        assert_eq!(all(&mut plan), [11, 12]);
        // The same memory again, and a block that goes on behind it.
        plan.add(10 * STEP, 13 * STEP);
        assert_eq!(all(&mut plan), []);
        plan.add(12 * STEP, 15 * STEP);
        assert_eq!(all(&mut plan), [14]);
    }

    #[test]
    fn blocks_that_follow_each_other_are_one_and_others_are_not() {
        let mut plan = Plan::default();
        plan.add(STEP, 3 * STEP);
        plan.add(3 * STEP + 64, 5 * STEP);
        assert_eq!(all(&mut plan), [1, 2, 3, 4]);
        plan.add(10 * STEP, 12 * STEP);
        // Between them is a block for which there is not enough memory.
        plan.add(1000 * STEP, 1001 * STEP);
        assert_eq!(all(&mut plan), [1000]);
    }

    #[test]
    fn pages_come_into_memory() {
        let bytes = 8 * STEP;
        let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        // SAFETY: new memory.
        let memory = unsafe { libc::mmap(std::ptr::null_mut(), bytes, access, kind, -1, 0) };
        let resident = || {
            let mut pages = vec![0_u8; bytes / 4096];
            // SAFETY: there is room for one byte for each page.
            unsafe { libc::mincore(memory, bytes, pages.as_mut_ptr()) };
            pages.into_iter().filter(|page| page & 1 == 1).count()
        };
        assert_eq!(resident(), 0);
        let mut plan = Plan::default();
        plan.add(memory as usize, memory as usize + bytes);
        while let Some(step) = plan.take() {
            if !populate(step) {
                // An older kernel.
                return;
            }
        }
        assert!(resident() >= 7 * STEP / 4096);
    }
}
