//! The emulated device: an address space of its own in which every access is checked, for finding wrong transfers and
//! wrong parallelization without a GPU.
//!
//! Each buffer has a shadow byte per byte. A kernel's instrumented form (`raddle_kernel.emulated`) calls
//! `check_access` before each access, which ends the program with status 3 and the source line if the byte
//! - lies in no range of the site (out of bounds),
//! - is read before it was copied in or written (uninitialized),
//! - is written although its range is not declared written,
//! - belongs to a buffer of a site that has been left (freed).
//!
//! Copying out a byte that was never set is an error too. So is leaving a site with bytes that a kernel wrote and
//! nobody copied out, and copying in over them: the host's are stale. Boxes of work items (work-groups, if somebody asked
//! for a size) run one after the other in a shuffled order that depends on a seed only, so that a dependence between work
//! items shows as a wrong result, and always the same one.

use std::cell::Cell;
use std::collections::{BTreeMap, VecDeque};
use std::ffi::{CStr, c_char};
use std::ops::Range as Bytes;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use crate::boxes::Boxes;
use crate::device::{Buffer, Device, DeviceInfo, Features, Launch, Launched};
use crate::error::DeviceError;
use crate::ranges::{Range, Span};
use crate::strided::Strided;

/// Shadow bits of one byte. A byte outside all ranges has none.
const SET: u8 = 1;
const WRITABLE: u8 = 2;
const DIRTY: u8 = 4;
const IN_RANGE: u8 = 8;

const EVERY_BYTE: u64 = 0x0101_0101_0101_0101;

/// Unaddressable bytes around each buffer, so that small overruns are told from accesses to the neighbour.
const RED_ZONE: usize = 256;
const ALIGNMENT: usize = 64;

/// Freed buffers are kept, unaddressable, up to this many bytes of all that they take: what uses them shortly after is found out.
const QUARANTINE_BYTES: usize = 8 << 20;

/// At most this many boxes of work items per launch; below it, each work item is its own box.
const MAX_BOXES: u64 = 4096;

pub struct EmulatedDevice {
    info: DeviceInfo,
    seed: u64,
    limit: Option<u64>,
    used: AtomicU64,
    launches: AtomicU64,
}

impl EmulatedDevice {
    pub fn new(seed: u64, limit: Option<u64>) -> Self {
        Self { info: info(), seed, limit, used: AtomicU64::new(0), launches: AtomicU64::new(0) }
    }

    fn reserve(&self, bytes: u64) -> Result<(), DeviceError> {
        let limit = self.limit.unwrap_or(u64::MAX);
        let fits = |used: u64| used.checked_add(bytes).filter(|&sum| sum <= limit);
        match self.used.fetch_update(Relaxed, Relaxed, fits) {
            Ok(_) => Ok(()),
            Err(used) => Err(DeviceError::OutOfMemory { wanted: bytes, used, limit }),
        }
    }
}

pub fn info() -> DeviceInfo {
    let name = "emulated device (checks every access)".to_owned();
    DeviceInfo { kind: "emulated", name, features: Features::ALL, ..DeviceInfo::default() }
}

impl Device for EmulatedDevice {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn allocate(&self, span: &Span, ranges: &[Range]) -> Result<Buffer, DeviceError> {
        let bytes = span.high - span.low;
        self.reserve(bytes as u64)?;
        let ranges: Vec<Range> = span.members.iter().map(|&i| ranges[i].clone()).collect();
        let Some(block) = Block::new(span, ranges).map(Arc::new) else {
            let used = self.used.fetch_sub(bytes as u64, Relaxed);
            return Err(DeviceError::OutOfMemory { wanted: bytes as u64, used, limit: used });
        };
        let address = block.address();
        table().live.insert(address, block);
        Ok(Buffer { address, bytes, key: address, is_hosts: false })
    }

    fn expose(&self, buffer: &Buffer, ranges: Vec<Range>) {
        if let Ok(block) = live(buffer) {
            block.expose(ranges);
        }
    }

    fn discard(&self, buffer: &Buffer, bytes: std::ops::Range<usize>) {
        if let Ok(block) = live(buffer) {
            // SAFETY: the bytes are in the buffer, whose owner asks for it.
            unsafe { block.shadow(bytes) }.iter_mut().for_each(|bits| *bits &= !(SET | DIRTY));
        }
    }

    fn is_for_checks(&self) -> bool {
        true
    }

    fn free(&self, buffer: &Buffer) {
        let mut table = table();
        let Some(block) = table.live.remove(&buffer.key) else { return };
        block.freed.store(true, SeqCst);
        // Threads that remember the block notice that their memory is out of date.
        GENERATION.fetch_add(1, SeqCst);
        table.quarantine(block);
        self.used.fetch_sub(buffer.bytes as u64, Relaxed);
    }

    unsafe fn copy_in(
        &self,
        buffer: &Buffer,
        offset: usize,
        host: *const u8,
        rows: Strided,
    ) -> Result<usize, DeviceError> {
        let block = live(buffer)?;
        // SAFETY: both sides have all rows.
        rows.starts().try_for_each(|at| unsafe { block.copy_in(offset + at, host.add(at), rows.bytes) })?;
        Ok(rows.total())
    }

    unsafe fn copy_out(
        &self,
        buffer: &Buffer,
        offset: usize,
        host: *mut u8,
        rows: Strided,
    ) -> Result<usize, DeviceError> {
        let block = live(buffer)?;
        // SAFETY: both sides have all rows.
        rows.starts().try_for_each(|at| unsafe { block.copy_out(offset + at, host.add(at), rows.bytes) })?;
        Ok(rows.total())
    }

    unsafe fn copy_out_parts(
        &self,
        (buffer, offset): (&Buffer, usize),
        host: *mut u8,
        rows: Strided,
        parts: &[Bytes<usize>],
    ) -> Result<usize, DeviceError> {
        let block = live(buffer)?;
        let part = |it: &Bytes<usize>| {
            // SAFETY: both sides have the part.
            unsafe { block.copy_out(offset + it.start, host.add(it.start), it.len()) }
        };
        parts.iter().try_for_each(part)?;
        Ok(rows.total())
    }

    unsafe fn copy_within(
        &self,
        (to, to_offset): (&Buffer, usize),
        (from, from_offset): (&Buffer, usize),
        rows: Strided,
    ) -> Result<usize, DeviceError> {
        let (to, from) = (live(to)?, live(from)?);
        // SAFETY: both buffers have all rows.
        rows.starts().for_each(|at| unsafe { from.copy_to((from_offset + at, &to, to_offset + at), rows.bytes) });
        Ok(rows.total())
    }

    unsafe fn launch(&self, launch: &Launch) -> Result<Launched, DeviceError> {
        let run = launch.kernel.emulated().ok_or(DeviceError::NoCode)?;
        let shape = launch.group.wish().unwrap_or([1; 3]).map(u64::from);
        let boxes = Boxes::new(launch.extent, shape).at_most(MAX_BOXES);
        let seed = self.seed.wrapping_add(self.launches.fetch_add(1, Relaxed));
        let start = Instant::now();
        let outer = RUNNING.replace(launch.kernel.name_c().as_ptr() as usize);
        for i in shuffled(boxes.count(), seed) {
            let (lo, hi) = boxes.nth(i);
            unsafe { run(launch.args.as_ptr(), lo.as_ptr(), hi.as_ptr()) };
        }
        RUNNING.set(outer);
        Ok(Launched { grid: boxes.counts, block: boxes.shape, ns: start.elapsed().as_nanos() as u64, prepare_ns: 0 })
    }

    fn check_written_back(&self, buffer: &Buffer) -> Result<(), DeviceError> {
        let block = live(buffer)?;
        let shadow = unsafe { block.shadow(0..block.bytes) };
        if !any_with(shadow, DIRTY) {
            return Ok(());
        }
        let mut dirty = (0..block.bytes).filter(|&i| shadow[i] & DIRTY != 0);
        match dirty.find(|&i| block.is_live_out(i)) {
            None => Ok(()),
            Some(i) => {
                let place = block.place(i as i64);
                Err(DeviceError::BadAccess(format!(
                    "the kernel wrote {place}, but the host's copy is stale: nothing copied it out"
                )))
            }
        }
    }
}

/// Is there a byte with a bit of `bits`? Looks at all of them, since a loop that may stop early is not vectorized.
fn any_with(shadow: &[u8], bits: u8) -> bool {
    shadow.iter().fold(0, |all, &byte| all | byte) & bits != 0
}

/// Is there a byte that lacks a bit of `bits`?
fn any_without(shadow: &[u8], bits: u8) -> bool {
    shadow.iter().fold(bits, |all, &byte| all & byte) != bits
}

/// A buffer with its shadow. Only the thread that runs the owning site touches the bytes of a live block.
struct Block {
    bytes: usize,
    /// Of the site that has it now, or had it last.
    ranges: Mutex<Vec<Range>>,
    /// The host address that byte 0 mirrors.
    host: usize,
    freed: AtomicBool,
    data: Zone,
    shadow: Zone,
}

/// A private allocation with red zones on both sides.
struct Zone {
    start: *mut u8,
    layout: std::alloc::Layout,
    /// Where byte 0 of the content is.
    content: usize,
}

unsafe impl Send for Zone {}
unsafe impl Sync for Zone {}

impl Zone {
    /// Room for `bytes` bytes whose address equals `like` modulo the alignment, all zero.
    fn new(bytes: usize, like: usize) -> Option<Self> {
        let content = RED_ZONE + like % ALIGNMENT;
        let size = bytes.checked_add(content + RED_ZONE)?;
        let layout = std::alloc::Layout::from_size_align(size, ALIGNMENT).ok()?;
        let start = unsafe { std::alloc::alloc_zeroed(layout) };
        if start.is_null() {
            return None;
        }
        Some(Self { start, layout, content })
    }

    fn at(&self, offset: usize) -> *mut u8 {
        unsafe { self.start.add(self.content + offset) }
    }
}

impl Drop for Zone {
    fn drop(&mut self) {
        unsafe { std::alloc::dealloc(self.start, self.layout) };
    }
}

impl Block {
    /// `None`: the host's memory is used up.
    fn new(span: &Span, ranges: Vec<Range>) -> Option<Self> {
        let bytes = span.high - span.low;
        let (data, shadow) = (Zone::new(bytes, span.low)?, Zone::new(bytes, 0)?);
        let block =
            Self { bytes, ranges: Mutex::default(), host: span.low, freed: AtomicBool::new(false), data, shadow };
        block.expose(ranges);
        Some(block)
    }

    /// Kernels may access these ranges and no others.
    fn expose(&self, ranges: Vec<Range>) {
        // SAFETY: the thread that runs the owning site asks for it.
        unsafe { self.shadow(0..self.bytes) }.iter_mut().for_each(|byte| *byte &= !(IN_RANGE | WRITABLE));
        for range in &ranges {
            let bits = IN_RANGE | if range.is_written() { WRITABLE } else { 0 };
            for part in range.set().iter() {
                let bytes = part.start - self.host..part.end - self.host;
                // SAFETY: as above.
                unsafe { self.shadow(bytes) }.iter_mut().for_each(|byte| *byte |= bits);
            }
        }
        *self.ranges() = ranges;
    }

    /// # Safety
    /// As `Device::copy_in`, of one row.
    unsafe fn copy_in(&self, offset: usize, host: *const u8, bytes: usize) -> Result<(), DeviceError> {
        let shadow = unsafe { self.shadow(offset..offset + bytes) };
        if any_with(shadow, DIRTY) {
            let dirty = shadow.iter().position(|&bits| bits & DIRTY != 0).unwrap_or(0);
            let place = self.place((offset + dirty) as i64);
            let message = format!("copies the host's stale bytes over {place}, which a kernel wrote");
            return Err(DeviceError::BadAccess(message));
        }
        unsafe { std::ptr::copy_nonoverlapping(host, self.data.at(offset), bytes) };
        shadow.iter_mut().for_each(|bits| *bits |= SET);
        Ok(())
    }

    /// # Safety
    /// As `Device::copy_out`, of one row.
    unsafe fn copy_out(&self, offset: usize, host: *mut u8, bytes: usize) -> Result<(), DeviceError> {
        let shadow = unsafe { self.shadow(offset..offset + bytes) };
        if any_without(shadow, SET) {
            let unset = shadow.iter().position(|&bits| bits & SET == 0).unwrap_or(0);
            let place = self.place((offset + unset) as i64);
            let message = format!("copies out {place}, which was neither copied in nor written");
            return Err(DeviceError::BadAccess(message));
        }
        unsafe { std::ptr::copy_nonoverlapping(self.data.at(offset), host, bytes) };
        shadow.iter_mut().for_each(|bits| *bits &= !DIRTY);
        Ok(())
    }

    /// Bytes that never had a value have none there, either.
    ///
    /// # Safety
    /// Both buffers have the bytes.
    unsafe fn copy_to(&self, (offset, to, to_offset): (usize, &Self, usize), bytes: usize) {
        unsafe { std::ptr::copy_nonoverlapping(self.data.at(offset), to.data.at(to_offset), bytes) };
        let (old, new) = unsafe { (self.shadow(offset..offset + bytes), to.shadow(to_offset..to_offset + bytes)) };
        for (old, new) in old.iter_mut().zip(new) {
            *new |= *old & SET;
            *old &= !DIRTY;
        }
    }

    fn ranges(&self) -> MutexGuard<'_, Vec<Range>> {
        self.ranges.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn address(&self) -> u64 {
        self.data.at(0) as u64
    }

    /// All bytes that the block takes of the host's memory. Of a small one that is far more than its content.
    fn footprint(&self) -> usize {
        let ranges = self.ranges().iter().map(|range| size_of::<Range>() + range.name.len()).sum::<usize>();
        self.data.layout.size() + self.shadow.layout.size() + size_of::<Self>() + ranges
    }

    /// # Safety
    /// The caller's thread runs the site that owns the block, and keeps one slice at a time.
    #[expect(clippy::mut_from_ref, reason = "the bytes lie behind a raw pointer")]
    unsafe fn shadow(&self, bytes: std::ops::Range<usize>) -> &mut [u8] {
        unsafe { slice(&self.shadow, bytes) }
    }

    /// Byte `offset` as the user knows it.
    fn place(&self, offset: i64) -> String {
        let host = self.host.wrapping_add_signed(offset as isize);
        let ranges = self.ranges();
        let inside = ranges.iter().find(|range| (range.low..range.high).contains(&host));
        let Some(range) = inside.or_else(|| nearest(&ranges, host)) else { return "no array".to_owned() };
        let at = (host as i64).wrapping_sub(range.base as i64);
        let (lo, hi) =
            ((range.low as i64).wrapping_sub(range.base as i64), (range.high as i64).wrapping_sub(range.base as i64));
        format!("array '{}' at byte {at} (its range is [{lo}, {hi}))", range.name)
    }

    /// Does some range promise the host this byte?
    fn is_live_out(&self, offset: usize) -> bool {
        let host = self.host + offset;
        self.ranges()
            .iter()
            .any(|range| range.flags & crate::types::WRITE != 0 && (range.low..range.high).contains(&host))
    }
}

fn nearest(ranges: &[Range], host: usize) -> Option<&Range> {
    ranges.iter().min_by_key(|range| range.low.saturating_sub(host).max(host.saturating_sub(range.high)))
}

/// # Safety
/// `bytes` lies in the zone's content, and nobody else uses it.
#[expect(clippy::mut_from_ref, reason = "the bytes lie behind a raw pointer")]
unsafe fn slice(zone: &Zone, bytes: std::ops::Range<usize>) -> &mut [u8] {
    unsafe { std::slice::from_raw_parts_mut(zone.at(bytes.start), bytes.len()) }
}

/// All emulated buffers of the process, by device address.
struct Table {
    live: BTreeMap<u64, Arc<Block>>,
    freed: VecDeque<Arc<Block>>,
    freed_bytes: usize,
}

impl Table {
    fn quarantine(&mut self, block: Arc<Block>) {
        self.freed_bytes += block.footprint();
        self.freed.push_back(block);
        while self.freed_bytes > QUARANTINE_BYTES {
            let Some(oldest) = self.freed.pop_front() else { break };
            self.freed_bytes -= oldest.footprint();
        }
    }

    /// The block that `address` is in, red zones included; live ones first.
    fn find(&self, address: u64) -> Option<&Arc<Block>> {
        let near = |block: &&Arc<Block>| {
            let start = block.address() - RED_ZONE as u64;
            (start..start + (2 * RED_ZONE + block.bytes) as u64).contains(&address)
        };
        let live = self
            .live
            .range(..=address.saturating_add(RED_ZONE as u64))
            .rev()
            .map(|(_, block)| block)
            .take(2)
            .find(near);
        live.or_else(|| self.freed.iter().rev().find(near))
    }
}

static TABLE: Mutex<Table> = Mutex::new(Table { live: BTreeMap::new(), freed: VecDeque::new(), freed_bytes: 0 });

/// Counts frees: what a thread remembers of blocks holds only within one generation.
static GENERATION: AtomicU64 = AtomicU64::new(0);

fn table() -> MutexGuard<'static, Table> {
    TABLE.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn live(buffer: &Buffer) -> Result<Arc<Block>, DeviceError> {
    let found = table().live.get(&buffer.key).cloned();
    found.ok_or_else(|| DeviceError::BadAccess("the buffer was freed before".to_owned()))
}

/// A block as the access check needs it.
#[derive(Clone, Copy)]
struct Remembered {
    address: u64,
    bytes: u64,
    shadow: *mut u8,
}

impl Remembered {
    const NOTHING: Self = Self { address: 0, bytes: 0, shadow: std::ptr::null_mut() };

    /// The shadow of the `size` bytes at `address`, if they lie in the block.
    fn shadow_of(&self, address: u64, size: u64) -> Option<NonNull<u8>> {
        let offset = address.wrapping_sub(self.address);
        if offset >= self.bytes || self.bytes - offset < size {
            return None;
        }
        NonNull::new(self.shadow.wrapping_add(offset as usize))
    }
}

/// The blocks that a thread used last: looking one up in the table for each access would take a lock.
struct Memory {
    generation: Cell<u64>,
    blocks: [Cell<Remembered>; 4],
    next: Cell<usize>,
}

impl Memory {
    const fn new() -> Self {
        let blocks = [const { Cell::new(Remembered::NOTHING) }; 4];
        Self { generation: Cell::new(u64::MAX), blocks, next: Cell::new(0) }
    }

    fn shadow_of(&self, address: u64, size: u64) -> Option<NonNull<u8>> {
        if self.generation.get() != GENERATION.load(Relaxed) {
            return None;
        }
        self.blocks.iter().find_map(|block| block.get().shadow_of(address, size))
    }

    fn remember(&self, block: Remembered) {
        let generation = GENERATION.load(SeqCst);
        if self.generation.replace(generation) != generation {
            self.blocks.iter().for_each(|block| block.set(Remembered::NOTHING));
        }
        self.blocks[self.next.get()].set(block);
        self.next.set((self.next.get() + 1) % self.blocks.len());
    }
}

thread_local! {
    static MEMORY: Memory = const { Memory::new() };
    /// Address of the name of the kernel that this thread runs; 0 outside of kernels.
    static RUNNING: Cell<usize> = const { Cell::new(0) };
}

/// Checks the access that a kernel is about to make and updates the shadow; answers what is wrong with it.
#[inline]
pub fn check_access(address: u64, size: u32, is_write: bool) -> Result<(), String> {
    let size = u64::from(size);
    let shadow = MEMORY.with(|memory| memory.shadow_of(address, size)).or_else(|| look_up(address, size));
    match shadow {
        Some(shadow) if permits(shadow, size, is_write) => Ok(()),
        Some(_) | None => Err(explain(address, size, is_write)),
    }
}

/// Kernels access at most 8 bytes at once, so one word of the shadow has all that counts; the red zone behind the
/// shadow makes the load of a whole word safe.
fn permits(shadow: NonNull<u8>, size: u64, is_write: bool) -> bool {
    let lanes = EVERY_BYTE >> (64 - 8 * size.clamp(1, 8));
    let word = shadow.cast::<u64>();
    let bits = unsafe { word.read_unaligned() };
    if !is_write {
        return bits & lanes == lanes;
    }
    let writable = lanes * u64::from(WRITABLE);
    if bits & writable != writable {
        return false;
    }
    unsafe { word.write_unaligned(bits | (lanes * u64::from(SET | DIRTY))) };
    true
}

/// The slow way: asks the table and remembers the answer.
#[cold]
fn look_up(address: u64, size: u64) -> Option<NonNull<u8>> {
    let table = table();
    let (_, block) = table.live.range(..=address).next_back()?;
    let found = Remembered { address: block.address(), bytes: block.bytes as u64, shadow: block.shadow.at(0) };
    let shadow = found.shadow_of(address, size)?;
    MEMORY.with(|memory| memory.remember(found));
    Some(shadow)
}

/// Says what is wrong with an access that failed the check.
#[cold]
fn explain(address: u64, size: u64, is_write: bool) -> String {
    let verb = if is_write { "writes" } else { "reads" };
    let kernel = match RUNNING.get() {
        0 => "".into(),
        name => unsafe { CStr::from_ptr(name as *const c_char) }.to_string_lossy(),
    };
    let (place, fault) = match table().find(address) {
        None => (format!("address {address:#x}"), "which is no device memory"),
        Some(block) => {
            let offset = address.wrapping_sub(block.address()) as i64;
            (block.place(offset), fault(block, offset, size, is_write))
        }
    };
    format!("kernel {kernel} {verb} {size} bytes of {place}, {fault}")
}

fn fault(block: &Block, offset: i64, size: u64, is_write: bool) -> &'static str {
    if block.freed.load(SeqCst) {
        return "which was freed when its site was left";
    }
    let inside = |i: i64| (0..block.bytes as i64).contains(&i);
    let bits = |i: i64| if inside(i) { unsafe { *block.shadow.at(i as usize) } } else { 0 };
    let mut accessed = offset..offset + size as i64;
    if accessed.any(|i| bits(i) & IN_RANGE == 0) {
        "which is out of bounds"
    } else if is_write {
        "which its site does not declare as written"
    } else {
        "which was neither copied in nor written"
    }
}

/// The numbers below `n` in an order that depends on the seed alone.
fn shuffled(n: u64, seed: u64) -> Vec<u64> {
    let mut order: Vec<u64> = (0..n).collect();
    let mut state = seed;
    for i in (1..order.len()).rev() {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        order.swap(i, (mix(state) % (i as u64 + 1)) as usize);
    }
    order
}

/// The finalizer of SplitMix64.
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn freed_buffers_take_little_memory_however_small_they_are() {
        let device = EmulatedDevice::new(1, None);
        let range = |low: usize, bytes: usize| Range {
            base: low,
            low,
            high: low + bytes,
            flags: crate::types::READ,
            object: None,
            name: "small".into(),
            rows: None,
            around: None,
        };
        for (count, bytes) in [(20_000, 8), (2_000, 40_000), (3, 32 << 20)] {
            for _ in 0..count {
                let ranges = [range(4096, bytes)];
                let span = Span { low: 4096, high: 4096 + bytes, members: vec![0] };
                let buffer = device.allocate(&span, &ranges).unwrap();
                device.free(&buffer);
            }
            let table = table();
            let all = table.freed.iter().map(|block| block.footprint()).sum::<usize>();
            assert!(all == table.freed_bytes && all <= QUARANTINE_BYTES, "{count} {bytes}: {all}");
            assert!(bytes > QUARANTINE_BYTES || !table.freed.is_empty());
        }
    }

    #[test]
    fn orders_differ_by_seed_only() {
        assert_eq!(shuffled(100, 7), shuffled(100, 7));
        assert_ne!(shuffled(100, 7), shuffled(100, 8));
        let mut sorted = shuffled(100, 7);
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..100));
    }
}
