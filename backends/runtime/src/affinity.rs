//! On which processors the threads of a pool begin.
//!
//! Linux may put a new thread on its creator's processor, where it gets its first turn when the creator's time slice ends. The creator is at
//! work, so that takes up to four milliseconds (6.18, two processors, the other one idle). So a thread begins on any other
//! processor, and may run wherever the pool's first creator might once it has begun.

use std::mem::size_of;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use libc::{CPU_CLR, CPU_COUNT, CPU_EQUAL, cpu_set_t, pthread_attr_t};

/// Where the threads of a pool may run; nothing is known where the system does not say.
#[derive(Default)]
pub struct Affinity {
    allowed: OnceLock<Option<cpu_set_t>>,
    /// The processor that called last, and one.
    caller: AtomicU32,
}

impl Affinity {
    /// The calling thread has work for others.
    pub fn calls(&self) {
        // SAFETY: it has no conditions.
        let here = unsafe { libc::sched_getcpu() };
        self.caller.store(u32::try_from(here + 1).unwrap_or(0), Relaxed);
    }

    /// Makes a thread with these attributes begin elsewhere than on the caller's processor, if there is another one.
    pub fn begin_elsewhere(&self, attributes: &mut pthread_attr_t) {
        let allowed = self.allowed.get_or_init(own);
        if let Some(others) = allowed.and_then(|it| without(it, self.caller.load(Relaxed))) {
            // SAFETY: the set is a whole one. An error leaves the attributes as they are.
            unsafe { libc::pthread_attr_setaffinity_np(attributes, size_of::<cpu_set_t>(), &others) };
        }
    }

    /// The calling thread has begun.
    pub fn go_anywhere(&self) {
        self.allowed.get().copied().flatten().iter().for_each(set);
    }

    /// Sleeps, and wakes up elsewhere than on the caller's processor.
    pub fn asleep(&self, sleep: impl FnOnce()) {
        let before = own();
        let others = before.and_then(|it| without(it, self.caller.load(Relaxed)));
        others.iter().for_each(set);
        sleep();
        // Whoever has moved the thread meanwhile knows better.
        let is_as_left = |others: &cpu_set_t| own().is_some_and(|it| is_same(&it, others));
        if others.as_ref().is_some_and(is_as_left) {
            before.iter().for_each(set);
        }
    }
}

fn set(processors: &cpu_set_t) {
    // SAFETY: the set is a whole one. An error leaves the thread where it may be.
    unsafe { libc::sched_setaffinity(0, size_of::<cpu_set_t>(), processors) };
}

/// Where the calling thread may run; `None` on a machine with more processors than a set holds.
fn own() -> Option<cpu_set_t> {
    // SAFETY: a set of zeros is an empty one, and the system writes no more than its size.
    unsafe {
        let mut set: cpu_set_t = std::mem::zeroed();
        (libc::sched_getaffinity(0, size_of::<cpu_set_t>(), &mut set) == 0).then_some(set)
    }
}

fn is_same(a: &cpu_set_t, b: &cpu_set_t) -> bool {
    // SAFETY: both are whole sets.
    unsafe { CPU_EQUAL(a, b) }
}

/// The set without a processor, whose number is one less, if something is left.
fn without(mut set: cpu_set_t, processor: u32) -> Option<cpu_set_t> {
    let number = (processor as usize).checked_sub(1).filter(|it| *it < 8 * size_of::<cpu_set_t>())?;
    // SAFETY: the number is tested to be one of a set's.
    unsafe {
        CPU_CLR(number, &mut set);
        (CPU_COUNT(&set) > 0).then_some(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Told {
        affinity: Affinity,
        /// On how many processors the thread may run when it begins, has begun, is about to sleep, and is awake.
        seen: std::sync::Mutex<Vec<i32>>,
    }

    fn processors() -> i32 {
        own().map_or(0, |set| unsafe { CPU_COUNT(&set) })
    }

    extern "C" fn run(told: *mut libc::c_void) -> *mut libc::c_void {
        // SAFETY: the creator waits for this thread.
        let Told { affinity, seen } = unsafe { &*told.cast::<Told>() };
        let look = || seen.lock().unwrap().push(processors());
        look();
        affinity.go_anywhere();
        look();
        affinity.asleep(look);
        look();
        std::ptr::null_mut()
    }

    fn seen_by_a_thread() -> Vec<i32> {
        let told = Told::default();
        told.affinity.calls();
        // SAFETY: the attributes are made first and destroyed last, and the thread ends before what it was lent.
        unsafe {
            let mut attributes = std::mem::zeroed();
            assert_eq!(libc::pthread_attr_init(&mut attributes), 0);
            told.affinity.begin_elsewhere(&mut attributes);
            let mut thread = std::mem::zeroed();
            let lent = std::ptr::from_ref(&told).cast_mut().cast();
            assert_eq!(libc::pthread_create(&mut thread, &attributes, run, lent), 0);
            libc::pthread_join(thread, std::ptr::null_mut());
            libc::pthread_attr_destroy(&mut attributes);
        }
        told.seen.into_inner().unwrap()
    }

    #[test]
    fn a_thread_begins_and_wakes_up_elsewhere_and_goes_anywhere() {
        let all = processors();
        let others = if all > 1 { all - 1 } else { all };
        assert_eq!(seen_by_a_thread(), [others, all, others, all]);
    }

    #[test]
    fn who_moves_a_sleeping_thread_is_obeyed() {
        let thread = std::thread::spawn(|| {
            let affinity = Affinity::default();
            affinity.calls();
            // SAFETY: a set of zeros is an empty one, and the processor is this thread's.
            let mut callers: cpu_set_t = unsafe { std::mem::zeroed() };
            unsafe { libc::CPU_SET(affinity.caller.load(Relaxed) as usize - 1, &mut callers) };
            affinity.asleep(|| set(&callers));
            assert!(own().is_some_and(|it| is_same(&it, &callers)));
        });
        thread.join().unwrap();
    }

    /// Who may run on one processor alone has threads there.
    #[test]
    fn a_single_processor_is_enough() {
        let thread = std::thread::spawn(|| unsafe {
            let mut one: cpu_set_t = std::mem::zeroed();
            libc::CPU_SET(libc::sched_getcpu() as usize, &mut one);
            assert_eq!(libc::sched_setaffinity(0, size_of::<cpu_set_t>(), &one), 0);
            assert_eq!(seen_by_a_thread(), [1; 4]);
        });
        thread.join().unwrap();
    }
}
