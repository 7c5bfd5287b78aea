//! The CPU device: a kernel's box of work items is cut along one dimension and the pieces run on a pool of threads. What
//! somebody asked for as a work-group is such a piece. Device memory is the host's own, so nothing is ever copied.

use std::ffi::c_void;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use rayon::{ThreadBuilder, ThreadPool};

use crate::boxes::Boxes;
use crate::device::{Buffer, Device, DeviceInfo, Features, Launch, Launched};
use crate::error::DeviceError;
use crate::inside::Inside;
use crate::ranges::{Range, Span};
use crate::signals::with_signals_blocked;
use crate::stack;

/// Pieces per thread: enough that uneven pieces (a triangular loop's) even out.
const PIECES_PER_THREAD: i64 = 8;

/// What a thread has to have left of its stack to run a kernel, whose own variables have up to 256 KiB (`gpu-outline`).
pub const KERNEL_ROOM_BYTES: usize = 512 << 10;

/// Kernels keep private arrays on the stack, as the sequential program's main thread does.
const STACK_BYTES: usize = 8 << 20;

pub struct CpuDevice {
    info: DeviceInfo,
    threads: usize,
    /// Made by the first launch that needs it; `None` if the system gave no threads.
    pool: OnceLock<Option<ThreadPool>>,
}

impl CpuDevice {
    pub fn new(threads: usize) -> Self {
        Self { info: info(threads), threads, pool: OnceLock::new() }
    }

    fn pool(&self) -> Option<&ThreadPool> {
        let make = || with_signals_blocked(|| build_pool(self.threads - 1));
        if self.threads < 2 { None } else { self.pool.get_or_init(make).as_ref() }
    }
}

fn build_pool(threads: usize) -> Option<ThreadPool> {
    rayon::ThreadPoolBuilder::new().num_threads(threads).spawn_handler(start_thread).build().ok()
}

/// By the system's own function: a thread of the standard library allocates before anything of ours runs in it, and that
/// may be the program's `malloc`, with nests that would wait for the pool.
fn start_thread(work: ThreadBuilder) -> std::io::Result<()> {
    let work = Box::into_raw(Box::new(work));
    // SAFETY: the attributes are made by the first call and destroyed by the last; the thread owns what it is given.
    unsafe {
        let mut attributes = std::mem::zeroed();
        let mut thread = std::mem::zeroed();
        let mut answer = libc::pthread_attr_init(&mut attributes);
        if answer == 0 {
            libc::pthread_attr_setstacksize(&mut attributes, STACK_BYTES);
            libc::pthread_attr_setdetachstate(&mut attributes, libc::PTHREAD_CREATE_DETACHED);
            answer = libc::pthread_create(&mut thread, &attributes, run_thread, work.cast());
            libc::pthread_attr_destroy(&mut attributes);
        }
        if answer != 0 {
            drop(Box::from_raw(work));
            return Err(std::io::Error::from_raw_os_error(answer));
        }
    }
    Ok(())
}

extern "C" fn run_thread(work: *mut c_void) -> *mut c_void {
    let _inside = Inside::again();
    // SAFETY: `start_thread` gave it away.
    let work = unsafe { Box::from_raw(work.cast::<ThreadBuilder>()) };
    // SAFETY: it is this thread's, and ends with a NUL.
    unsafe { libc::pthread_setname_np(libc::pthread_self(), format!("raddle-{}\0", work.index()).as_ptr().cast()) };
    work.run();
    std::ptr::null_mut()
}

/// Runs `count` pieces on the threads of `pool` and on this one, which begins at once: waking a thread takes longer than a
/// small launch. A thread takes `at_once` pieces.
fn share(pool: &ThreadPool, count: usize, at_once: usize, piece: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    let take = || {
        let taken = || Some(next.fetch_add(at_once, Relaxed)).filter(|&i| i < count);
        while let Some(first) = taken() {
            (first..count.min(first + at_once)).for_each(&piece);
        }
    };
    pool.in_place_scope(|scope| {
        scope.spawn_broadcast(|_, _| take());
        // The program may have made this thread with a stack that is too small for a kernel.
        if has_room() {
            take();
        }
    });
}

fn has_room() -> bool {
    stack::left().is_some_and(|bytes| bytes >= KERNEL_ROOM_BYTES)
}

impl Device for CpuDevice {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn is_host(&self) -> bool {
        true
    }

    fn allocate(&self, span: &Span, _ranges: &[Range]) -> Result<Buffer, DeviceError> {
        Ok(Buffer { address: span.low as u64, bytes: span.high - span.low, key: 0 })
    }

    fn free(&self, _buffer: &Buffer) {}

    unsafe fn copy_in(&self, _: &Buffer, _: usize, _: *const u8, _: usize) -> Result<usize, DeviceError> {
        Ok(0)
    }

    unsafe fn copy_out(&self, _: &Buffer, _: usize, _: *mut u8, _: usize) -> Result<usize, DeviceError> {
        Ok(0)
    }

    unsafe fn launch(&self, launch: &Launch) -> Result<Launched, DeviceError> {
        let run = launch.kernel.cpu().ok_or(DeviceError::NoCode)?;
        let start = Instant::now();
        let shape = launch.group.wish().map_or_else(|| chunk(launch.extent, self.threads), |wish| wish.map(u64::from));
        let boxes = Boxes::new(launch.extent, shape);
        let piece = |i: usize| {
            let (lo, hi) = boxes.nth(i as u64);
            unsafe { run(launch.args.as_ptr(), lo.as_ptr(), hi.as_ptr()) };
        };
        let count = boxes.count() as usize;
        match self.pool() {
            Some(pool) if count > 1 || !has_room() => {
                share(pool, count, count.div_ceil(pieces(self.threads) as usize), piece)
            }
            Some(_) | None => (0..count).for_each(piece),
        }
        Ok(Launched { grid: boxes.counts, block: boxes.shape, ns: start.elapsed().as_nanos() as u64 })
    }
}

fn pieces(threads: usize) -> i64 {
    if threads < 2 { 1 } else { (threads as i64).saturating_mul(PIECES_PER_THREAD) }
}

/// The box of work items that a thread runs at once: all of them, cut along the outermost dimension that has work for
/// all threads, so that pieces stay contiguous in memory; else along the largest.
fn chunk(extent: [i64; 3], threads: usize) -> [u64; 3] {
    let wanted = pieces(threads);
    let largest = (0..3).max_by_key(|&d| (extent[d], d)).unwrap_or(0);
    let dimension = (0..3).rev().find(|&d| extent[d] >= wanted && wanted > 1).unwrap_or(largest);
    let mut shape = extent.map(i64::unsigned_abs);
    shape[dimension] = shape[dimension].div_ceil(wanted.unsigned_abs());
    shape
}

pub fn info(threads: usize) -> DeviceInfo {
    DeviceInfo {
        kind: "cpu",
        name: format!("{} ({threads} threads)", processor_name()),
        memory_bytes: host_memory(),
        host_memory: true,
        features: Features::ALL,
        ..DeviceInfo::default()
    }
}

fn processor_name() -> String {
    let cpuinfo = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpuinfo.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    model.map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, name)| name.trim().to_owned())
}

fn host_memory() -> u64 {
    let (pages, size) = unsafe { (libc::sysconf(libc::_SC_PHYS_PAGES), libc::sysconf(libc::_SC_PAGESIZE)) };
    u64::try_from(pages).unwrap_or(0) * u64::try_from(size).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_done_once() {
        let pool = build_pool(2).unwrap();
        let done: Vec<AtomicUsize> = (0..100).map(|_| AtomicUsize::new(0)).collect();
        for round in 1..50 {
            share(&pool, done.len(), 7, |i| {
                done[i].fetch_add(1, Relaxed);
            });
            assert!(done.iter().all(|it| it.load(Relaxed) == round));
        }
    }

    #[test]
    fn cuts_the_outermost_dimension_with_enough_work() {
        assert_eq!(chunk([1000, 1000, 1], 4), [1000, 32, 1]);
        assert_eq!(chunk([1_000_000, 4, 1], 4), [31_250, 4, 1]);
        assert_eq!(chunk([7, 9, 8], 4), [7, 1, 8]);
        assert_eq!(chunk([1000, 1000, 1000], 1), [1000; 3]);
    }
}
