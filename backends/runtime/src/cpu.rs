//! The CPU device: a kernel's box of work items is cut along one dimension and the pieces run on a pool of threads. What
//! somebody asked for as a work-group is such a piece. Device memory is the host's own, so nothing is ever copied.

use std::io::Read;
use std::sync::OnceLock;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use crate::boxes::Boxes;
use crate::device::{Buffer, Device, DeviceInfo, Features, Launch, Launched};
use crate::error::DeviceError;
use crate::fresh;
use crate::host_time;
use crate::in_order::Rows;
use crate::load;
use crate::ranges::{Range, Span};
use crate::stack;
use crate::strided::Strided;
use crate::workers::{self, Caller, Workers};

/// Pieces per thread: enough that uneven pieces (a triangular loop's) even out.
const PIECES_PER_THREAD: i64 = 8;

/// A piece takes at least so long by the compiler's estimate, which says rather too little: with many threads, taking pieces one after the
/// other would take longer than the work.
const LEAST_PIECE: Duration = Duration::from_nanos(500);

/// What a thread has to have left of its stack to run a kernel, whose own variables have up to 256 KiB (`gpu-outline`).
pub const KERNEL_ROOM_BYTES: usize = 512 << 10;

pub struct CpuDevice {
    info: DeviceInfo,
    threads: usize,
    /// Made by the first launch that needs it.
    workers: OnceLock<Workers>,
    /// The time until which rows that wait for each other run on the caller alone; 0 if nothing speaks against threads.
    alone_until: AtomicU64,
}

/// How long rows run on the caller alone after all processors were found busy: a thread that is not scheduled keeps all later rows waiting.
const ALONE_NS: u64 = 50_000_000;

impl CpuDevice {
    pub fn new(threads: usize) -> Self {
        Self { info: info(threads), threads, workers: OnceLock::new(), alone_until: AtomicU64::new(0) }
    }

    fn chunk(&self, launch: &Launch) -> [u64; 3] {
        chunk(launch.extent, self.threads, pieces(self.threads, launch.about), launch.kernel.together())
    }

    /// Rows that wait for each other and that a thread runs together.
    fn rows_at_once(&self, launch: &Launch) -> u32 {
        let rows = u32::try_from(launch.extent[0]).unwrap_or(1);
        if launch.kernel.runs_in_blocks() { rows_at_once(rows, self.threads as u32) } else { 1 }
    }

    /// Runs `count` rows, each of which may wait for the one before. Rows that fall go from the end of an array to its beginning, which is
    /// the caller's part where each thread has one row.
    fn share_in_order(&self, count: usize, about: Duration, falls: bool, run: impl Fn(usize) + Sync) {
        if self.threads < 2 || self.stays_alone() {
            return (0..count).for_each(run);
        }
        // A caller without room does no row.
        let (rows, caller) = (Rows::new(count, !falls && has_room()), unsafe { libc::pthread_self() });
        self.share(count, about, |_| {
            let is_caller = unsafe { libc::pthread_equal(caller, libc::pthread_self()) } != 0;
            match is_caller {
                true if !falls => rows.run_first(&run),
                true if count <= self.threads => rows.run_last(&run),
                true | false => rows.run_next(&run),
            }
        });
        if rows.has_slept() {
            self.look_around();
        }
    }

    fn stays_alone(&self) -> bool {
        let until = self.alone_until.load(Relaxed);
        until != 0 && (host_time::nanoseconds() < until || self.look_around())
    }

    /// Are all processors busy?
    fn look_around(&self) -> bool {
        let is_busy = load::is_busy();
        let until = if is_busy { host_time::nanoseconds() + ALONE_NS } else { 0 };
        self.alone_until.store(until, Relaxed);
        is_busy
    }

    /// May functions of the program call themselves as often on other threads as on this one?
    fn workers_have_stack(&self) -> bool {
        self.threads > 1 && self.workers().have_stack(stack::needed())
    }

    fn workers(&self) -> &Workers {
        self.workers.get_or_init(|| Workers::new(self.threads - 1))
    }

    /// Runs `count` boxes, a thread several at once. The program may have made this thread with a stack that is too small for a
    /// kernel; then the others do it all.
    fn share(&self, count: usize, about: Duration, run: impl Fn(usize) + Sync) {
        let caller = if has_room() { Caller::Helps } else { Caller::Waits };
        let at_once = count.div_ceil(pieces(self.threads, about) as usize);
        let piece = |i: usize| (i * at_once..count.min((i + 1) * at_once)).for_each(&run);
        let helped = self.threads > 1 && (count > 1 || caller == Caller::Waits) && {
            self.workers().share(count.div_ceil(at_once), about, caller, &piece)
        };
        if !helped {
            (0..count).for_each(run);
        }
    }
}

/// Has the calling thread a stack that is large enough for kernels?
pub fn has_room() -> bool {
    stack::left().is_some_and(|bytes| bytes >= KERNEL_ROOM_BYTES)
}

impl Device for CpuDevice {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn is_host(&self) -> bool {
        true
    }

    /// Without a launch so far there are none.
    fn end_threads(&self) {
        self.workers.get().into_iter().for_each(Workers::end);
    }

    fn allocate(&self, span: &Span, _ranges: &[Range]) -> Result<Buffer, DeviceError> {
        Ok(Buffer { address: span.low as u64, bytes: span.high - span.low, key: 0, is_hosts: true })
    }

    fn free(&self, _buffer: &Buffer) {}

    fn touch(&self, ranges: &[Range], instances: i64) {
        let ranges = if self.threads > 1 { ranges } else { &[] };
        for pages in ranges.iter().filter_map(|it| fresh::missing(it, instances)) {
            let piece = |i: usize| {
                let start = pages.start + i * fresh::AT_ONCE;
                fresh::populate(start..pages.end.min(start + fresh::AT_ONCE));
            };
            self.share(pages.len().div_ceil(fresh::AT_ONCE), Duration::ZERO, piece);
        }
    }

    unsafe fn copy_in(&self, _: &Buffer, _: usize, _: *const u8, _: Strided) -> Result<usize, DeviceError> {
        Ok(0)
    }

    unsafe fn copy_within(&self, _: (&Buffer, usize), _: (&Buffer, usize), _: Strided) -> Result<usize, DeviceError> {
        Ok(0)
    }

    unsafe fn copy_out(&self, _: &Buffer, _: usize, _: *mut u8, _: Strided) -> Result<usize, DeviceError> {
        Ok(0)
    }

    unsafe fn launch(&self, launch: &Launch) -> Result<Launched, DeviceError> {
        let run = launch.kernel.cpu().ok_or(DeviceError::NoCode)?;
        let start = Instant::now();
        let in_order = launch.kernel.is_in_order();
        let asked = if in_order { Some([self.rows_at_once(launch), 1, 1]) } else { launch.group.wish() };
        let shape = asked.map_or_else(|| self.chunk(launch), |wish| wish.map(u64::from));
        let boxes = Boxes::new(launch.extent, shape);
        let (count, falls) = (boxes.count() as usize, launch.kernel.falls(dimension_cut(&boxes)));
        let run_box = |i: usize| {
            let (lo, hi) = boxes.nth(i as u64);
            unsafe { run(launch.args.as_ptr(), lo.as_ptr(), hi.as_ptr()) };
        };
        if launch.kernel.calls() && !self.workers_have_stack() {
            (0..count).for_each(run_box);
            return Ok(Launched {
                grid: boxes.counts,
                block: boxes.shape,
                ns: start.elapsed().as_nanos() as u64,
                prepare_ns: 0,
            });
        }
        match (in_order, falls) {
            (true, _) => self.share_in_order(count, launch.about, falls, run_box),
            (false, false) => self.share(count, launch.about, run_box),
            (false, true) => self.share(count, launch.about, |i| run_box(count - 1 - i)),
        }
        Ok(Launched { grid: boxes.counts, block: boxes.shape, ns: start.elapsed().as_nanos() as u64, prepare_ns: 0 })
    }
}

/// The outermost dimension in which there are several boxes.
fn dimension_cut(boxes: &Boxes) -> usize {
    (0..3).rev().find(|dimension| boxes.counts[*dimension] > 1).unwrap_or(0)
}

/// Rows of tiles for a thread at once: its whole part, if the wait of the last thread for the others' first tiles is an eighth of the time at
/// most. Rows are taken to have as many tiles as there are rows.
fn rows_at_once(rows: u32, threads: u32) -> u32 {
    let most = u64::from(rows).pow(2) / (8 * u64::from(threads) * u64::from(threads.saturating_sub(1)).max(1));
    u32::try_from(most).unwrap_or(u32::MAX).clamp(1, rows.div_ceil(threads.max(1)).max(1))
}

/// Into how many pieces to cut a launch that takes one thread `about` so long; zero if nobody knows.
fn pieces(threads: usize, about: Duration) -> i64 {
    if threads < 2 {
        return 1;
    }
    let all = (threads as i64).saturating_mul(PIECES_PER_THREAD).min(workers::MOST as i64);
    let worth_it = about.as_nanos() / LEAST_PIECE.as_nanos();
    if about.is_zero() { all } else { i64::try_from(worth_it).map_or(all, |it| it.clamp(1, all)) }
}

/// Where a kernel runs work items along x together, a thread's are a multiple of so many (the width of a jam, and a cache
/// line of doubles, which two threads should not write at once).
const LINE: u64 = 8;

/// The box of work items that a thread runs at once, one of `wanted`: all of them, cut along the outermost dimension that has work for
/// all threads, so that pieces stay contiguous in memory; else along the largest. Along x, as many as the
/// kernel runs together stay so if that leaves work for all threads.
fn chunk(extent: [i64; 3], threads: usize, wanted: i64, together: u64) -> [u64; 3] {
    let largest = (0..3).max_by_key(|&d| (extent[d], d)).unwrap_or(0);
    let dimension = (0..3).rev().find(|&d| extent[d] >= wanted && wanted > 1).unwrap_or(largest);
    let mut shape = extent.map(i64::unsigned_abs);
    let most = shape[dimension].div_ceil(wanted.min(threads as i64).max(1) as u64);
    shape[dimension] = shape[dimension].div_ceil(wanted.unsigned_abs());
    if dimension == 0 && together > 1 && most >= LINE && wanted > 1 {
        shape[0] = shape[0].max(together.min(most)).next_multiple_of(LINE);
    }
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

/// What processors of this kind say of themselves, which takes less time than what the system says of them, and is the same.
fn processor_name() -> String {
    brand().unwrap_or_else(name_from_system)
}

#[cfg(not(target_arch = "x86_64"))]
fn brand() -> Option<String> {
    None
}

/// "Processor Brand String" of Intel's and AMD's manuals: 48 bytes.
#[cfg(target_arch = "x86_64")]
fn brand() -> Option<String> {
    use std::arch::x86_64::__cpuid;
    const LEAVES: std::ops::RangeInclusive<u32> = 0x8000_0002..=0x8000_0004;
    let has_all = __cpuid(0x8000_0000).eax >= *LEAVES.end();
    let registers = LEAVES.filter(|_| has_all).map(__cpuid).flat_map(|it| [it.eax, it.ebx, it.ecx, it.edx]);
    let bytes: Vec<u8> = registers.flat_map(u32::to_le_bytes).take_while(|it| *it != 0).collect();
    let name = String::from_utf8(bytes).ok()?.trim().to_owned();
    (!name.is_empty()).then_some(name)
}

/// Of the first processor: to hear of hundreds of them takes milliseconds.
fn name_from_system() -> String {
    let mut start = [0; 1024];
    let read = std::fs::File::open("/proc/cpuinfo").and_then(|mut it| it.read(&mut start)).unwrap_or(0);
    let cpuinfo = String::from_utf8_lossy(&start[..read]);
    let model = cpuinfo.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    model.map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, name)| name.trim().to_owned())
}

pub fn host_memory() -> u64 {
    let (pages, size) = unsafe { (libc::sysconf(libc::_SC_PHYS_PAGES), libc::sysconf(libc::_SC_PAGESIZE)) };
    u64::try_from(pages).unwrap_or(0) * u64::try_from(size).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use super::*;

    #[test]
    fn processors_have_one_name() {
        assert_eq!(processor_name(), name_from_system());
    }

    #[test]
    fn every_box_is_run_once() {
        for (threads, count) in [(1, 5), (2, 1), (2, 7), (2, 16), (3, 100), (3, 10_000)] {
            let done: Vec<AtomicUsize> = (0..count).map(|_| AtomicUsize::new(0)).collect();
            CpuDevice::new(threads).share(count, Duration::from_secs(1), |i| {
                done[i].fetch_add(1, Relaxed);
            });
            assert!(done.iter().all(|it| it.load(Relaxed) == 1), "{threads} {count}");
        }
    }

    #[test]
    fn cuts_the_outermost_dimension_with_enough_work() {
        let cut = |extent, threads, together| chunk(extent, threads, pieces(threads, Duration::ZERO), together);
        assert_eq!(cut([1000, 1000, 1], 4, 1), [1000, 32, 1]);
        assert_eq!(cut([1_000_000, 4, 1], 4, 1), [31_250, 4, 1]);
        assert_eq!(cut([1_000_000, 4, 1], 4, 8), [31_256, 4, 1]);
        assert_eq!(cut([30, 1, 1], 2, 1), [2, 1, 1]);
        assert_eq!(cut([30, 1, 1], 2, 8), [8, 1, 1]);
        assert_eq!(cut([30, 1, 1], 2, 32), [16, 1, 1]);
        assert_eq!(cut([128, 1, 1], 2, 32), [32, 1, 1]);
        assert_eq!(cut([10, 1, 1], 2, 32), [1, 1, 1]);
        assert_eq!(cut([7, 9, 8], 4, 1), [7, 1, 8]);
        assert_eq!(cut([1000, 1000, 1000], 1, 32), [1000; 3]);
    }

    #[test]
    fn rows_go_together_where_that_keeps_no_thread_waiting_for_long() {
        let at_once = |threads| [1, 3, 4, 8, 63].map(|rows| rows_at_once(rows, threads));
        assert_eq!(at_once(1), [1, 1, 2, 8, 63]);
        assert_eq!(at_once(2), [1, 1, 1, 4, 32]);
        assert_eq!(at_once(16), [1, 1, 1, 1, 2]);
    }

    #[test]
    fn short_launches_have_few_pieces() {
        let ns = Duration::from_nanos;
        let counts = [0, 100, 1200, 4000, 1_000_000].map(|about| pieces(16, ns(about)));
        assert_eq!(counts, [128, 1, 2, 8, 128]);
        assert_eq!(chunk([2000, 1, 1], 16, pieces(16, ns(100)), 8), [2000, 1, 1]);
        assert_eq!(chunk([2000, 1, 1], 16, pieces(16, ns(1200)), 8), [1000, 1, 1]);
    }
}
