//! Which host memory has a mirror on a device, and on which side each byte is valid: one directory per thread.
//!
//! ```text
//!     entry      host bytes low..high  <->  a buffer of one device
//!     valid      bytes whose value the buffer has
//!     newer      bytes that the host has not got yet (a part of `valid`)
//! ```
//!
//! A byte is copied in when a launch needs it and it is not valid, and copied out when somebody needs the host's byte and it is newer. Where
//! compiled code announces accesses of the host (`host_access`), entries outlive the site that made them; else they end with it.
//! Threads need no common directory: bytes that pass from one thread to another do so by a call or an atomic operation, and before
//! those nothing is left on a device.
//!
//! Source: Par4All's runtime (P4A STARPU and the coherence of Kernel Data Mapping), with byte sets in place of whole arrays.

use std::cell::{Cell, RefCell};
use std::mem::ManuallyDrop;
use std::ops::Range as Bytes;
use std::sync::Arc;

use crate::device::{Buffer, Device};
use crate::entry::{Entry, Key};
use crate::error::{DeviceError, Fatal};
use crate::intervals::Intervals;
use crate::kept::{Inputs, Kept};
use crate::ranges::{Range, Span};
use crate::residence::{self, Level};
use crate::stats::Stats;

/// What a call takes that finds nothing to do, what a copy of few bytes takes, and what a copy moves in a nanosecond, about: calls in vain may
/// cost as much as the copies that they save.
const CALL_NS: usize = 20;
const COPY_NS: usize = 10_000;
const BYTES_PER_NS: usize = 8;

/// So many parts of a large array come back alone; with the next one comes the rest.
const MOST_PEEKS: u32 = 3;

/// Addresses at which the host need not announce an access, as raddle.h says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Window {
    first: usize,
    count: usize,
}

/// The mirrors of one thread.
#[derive(Default)]
pub struct Directory {
    entries: Vec<Entry>,
    keys: Key,
    /// Sites so far.
    now: u64,
    /// Calls of `host_access` since the last launch that found nothing to do, one for each row.
    in_vain: usize,
    told: Level,
    /// While the host says what it writes: what was computed from its bytes.
    kept: Kept,
}

/// A site that wants its ranges on a device.
pub struct Site<'a> {
    pub device: &'a Arc<dyn Device>,
    pub ranges: &'a [Range],
    pub source: &'a str,
    /// What it leaves on the device stays there.
    pub is_resident: bool,
    /// Its kernels may work on the host's memory itself: they run to their ends, and touch nothing but the program's.
    pub may_share: bool,
}

impl Directory {
    /// Pins entries that hold all of `spans`. On an error, nothing is lost.
    pub fn acquire(&mut self, site: &Site, spans: &[Span], stats: &Stats) -> Result<Vec<Key>, DeviceError> {
        self.now += 1;
        let mut keys = Vec::new();
        for span in spans {
            match self.cover(site, span, stats) {
                Ok(key) => keys.push(key),
                Err(error) => {
                    self.drop_where(|it| it.is_private && it.pins == 0);
                    return Err(error);
                }
            }
        }
        if site.is_resident {
            // A later span may have brought earlier ones into its own entry.
            keys = spans.iter().filter_map(|it| self.known(site, &(it.low..it.high))).map(|it| it.key).collect();
            keys.sort_unstable();
            keys.dedup();
        }
        let now = self.now;
        for entry in self.entries.iter_mut().filter(|it| keys.contains(&it.key)) {
            entry.pins += 1;
            entry.used_by(site.ranges, site.source, now);
        }
        self.publish();
        Ok(keys)
    }

    /// The entry that sites share for these bytes.
    fn known(&self, site: &Site, bytes: &Bytes<usize>) -> Option<&Entry> {
        let fits = |it: &&Entry| {
            let is_of_site = !it.is_private && Arc::ptr_eq(&it.device, site.device);
            is_of_site && it.contains(bytes) && (site.may_share || !it.is_hosts() || it.pins > 0)
        };
        self.entries.iter().find(fits)
    }

    /// An entry for `span`: one that is there, or a new one, which takes over those that it overlaps.
    fn cover(&mut self, site: &Site, span: &Span, stats: &Stats) -> Result<Key, DeviceError> {
        let known = self.known(site, &(span.low..span.high)).filter(|_| site.is_resident).map(|it| it.key);
        if let Some(key) = known {
            let now = self.now;
            self.entries.iter_mut().filter(|it| it.key == key).for_each(|it| it.used = now);
            return Ok(key);
        }
        let mut whole = span.clone();
        let old = if site.is_resident { self.join(site, &mut whole) } else { Vec::new() };
        let buffer = match self.share(site, &whole, &old) {
            Some(buffer) => buffer,
            None => {
                self.grow(&mut whole, span, &old);
                self.allocate(site, &whole, stats)?
            }
        };
        self.keys += 1;
        let mut entry = Entry::new((self.keys, self.now), site.device, whole.low..whole.high, buffer);
        entry.is_private = !site.is_resident;
        for old in self.entries.iter().filter(|it| old.contains(&it.key)) {
            if let Err(error) = entry.take_over(old, stats) {
                entry.free();
                return Err(error);
            }
        }
        self.drop_where(|it| old.contains(&it.key));
        let key = entry.key;
        self.entries.push(entry);
        Ok(key)
    }

    /// The host's memory as a buffer, if what was there before is that, too.
    fn share(&self, site: &Site, span: &Span, old: &[Key]) -> Option<Buffer> {
        let mut before = self.entries.iter().filter(|it| old.contains(&it.key));
        let may_be = site.is_resident && site.may_share && before.all(Entry::is_hosts);
        may_be.then(|| site.device.share(span)).flatten()
    }

    /// Widens `whole` over the entries that it overlaps, and names those.
    fn join(&self, site: &Site, whole: &mut Span) -> Vec<Key> {
        let free = |it: &&Entry| it.pins == 0 && !it.is_private && Arc::ptr_eq(&it.device, site.device);
        let free: Vec<&Entry> = self.entries.iter().filter(free).collect();
        let mut count = 0;
        loop {
            let old: Vec<_> = free.iter().filter(|it| it.overlaps(&(whole.low..whole.high))).collect();
            if old.len() == count {
                return old.iter().map(|it| it.key).collect();
            }
            count = old.len();
            whole.low = old.iter().map(|it| it.span.start).fold(whole.low, usize::min);
            whole.high = old.iter().map(|it| it.span.end).fold(whole.high, usize::max);
        }
    }

    /// What has grown once, from the entries `old` by `span`, will grow again in that direction: by half as much again, up to the next entry.
    fn grow(&self, whole: &mut Span, span: &Span, old: &[Key]) {
        let old: Vec<_> = self.entries.iter().filter(|it| old.contains(&it.key)).map(|it| it.span.clone()).collect();
        let (Some(low), Some(high)) = (old.iter().map(|it| it.start).min(), old.iter().map(|it| it.end).max()) else {
            return;
        };
        let more = (whole.high - whole.low) / 2;
        if span.high > high {
            let next = self.entries.iter().map(|it| it.span.start).filter(|&it| it >= whole.high).min();
            whole.high = whole.high.saturating_add(more).min(next.unwrap_or(usize::MAX));
        }
        if span.low < low {
            let next = self.entries.iter().map(|it| it.span.end).filter(|&it| it <= whole.low).max();
            whole.low = whole.low.saturating_sub(more).max(next.unwrap_or(0));
        }
    }

    /// Kernels of the site may be stopped halfway: entries that are the host's memory get buffers of the device, and what the site reads.
    pub fn part(&mut self, keys: &[Key], ranges: &[Range], stats: &Stats) -> Result<(), DeviceError> {
        let mut parted = Vec::new();
        for entry in self.entries.iter_mut().filter(|it| keys.contains(&it.key) && it.is_hosts()) {
            let span = Span { low: entry.span.start, high: entry.span.end, members: Vec::new() };
            entry.part(entry.device.allocate(&span, &[])?);
            parted.push(entry.key);
        }
        for range in ranges.iter().filter(|it| !it.stays_on_host()) {
            if let Some(entry) = self.entry(&parted, range) {
                entry.copy_in(range, stats)?;
            }
        }
        self.publish();
        Ok(())
    }

    /// A device has failed in a kernel of the site: is host memory in pieces?
    pub fn tear(&mut self, keys: &[Key], ranges: &[Range]) -> bool {
        let mut is_torn = false;
        for range in ranges.iter().filter(|it| it.is_written() && !it.stays_on_host()) {
            if let Some(entry) = self.entry(keys, range).filter(|it| it.is_hosts()) {
                entry.tear(range);
                is_torn = true;
            }
        }
        is_torn
    }

    /// Device memory, for which entries that neither this site nor another uses make room, those that are used again last first; of several,
    /// the one that was not used for longest.
    fn allocate(&mut self, site: &Site, span: &Span, stats: &Stats) -> Result<Buffer, DeviceError> {
        loop {
            let error = match site.device.allocate(span, site.ranges) {
                Err(error) if error.is_out_of_memory() => error,
                done => return done,
            };
            let unused = |it: &&Entry| {
                let is_free = it.pins == 0 && it.used < self.now && Arc::ptr_eq(&it.device, site.device);
                is_free && !it.overlaps(&(span.low..span.high))
            };
            let last = |it: &&Entry| (it.next_use(self.now), std::cmp::Reverse(it.used));
            let Some(chosen) = self.entries.iter().filter(unused).max_by_key(last).map(|it| it.key) else {
                return Err(error);
            };
            let index = self.entries.iter().position(|it| it.key == chosen).unwrap_or_default();
            if self.entries[index].write_back(stats).is_err() {
                return Err(error);
            }
            self.entries.remove(index).free();
            stats.evicted();
        }
    }

    fn entry(&mut self, keys: &[Key], range: &Range) -> Option<&mut Entry> {
        let bytes = range.low..range.high;
        self.entries.iter_mut().find(|it| keys.contains(&it.key) && it.contains(&bytes))
    }

    /// The entry of `keys` that mirrors `range`, or `None` if the site does not have it.
    pub fn copy_in(&mut self, keys: &[Key], range: &Range, stats: &Stats) -> Option<Result<(), DeviceError>> {
        let done = self.entry(keys, range)?.copy_in(range, stats);
        self.publish();
        Some(done)
    }

    pub fn copy_out(&mut self, keys: &[Key], range: &Range, stats: &Stats) -> Option<Result<(), DeviceError>> {
        let done = self.entry(keys, range)?.copy_out(range, stats);
        self.publish();
        Some(done)
    }

    /// The device address of a host address, which may lie outside of `range`.
    pub fn translate(&mut self, keys: &[Key], range: &Range, host: u64) -> Option<u64> {
        let entry = self.entry(keys, range)?;
        Some(entry.buffer.address.wrapping_add(host.wrapping_sub(entry.span.start as u64)))
    }

    /// What was kept for these inputs.
    pub fn recall(&self, inputs: &Inputs) -> Option<Vec<i64>> {
        self.kept.recall(inputs)
    }

    /// The host says what it writes while devices have copies; else nothing is kept.
    pub fn keep(&mut self, inputs: Inputs, values: &[i64]) {
        if matches!(self.told, Level::Copies | Level::Newer) {
            self.kept.keep(inputs, values);
        }
    }

    /// A kernel of the site has run.
    pub fn launched(&mut self, keys: &[Key], ranges: &[Range]) {
        self.in_vain = 0;
        for range in ranges.iter().filter(|it| it.is_written() && !it.stays_on_host()) {
            self.kept.written(&(range.low..range.high));
            if let Some(entry) = self.entry(keys, range) {
                entry.written(range);
            }
        }
        self.publish();
    }

    /// The host gets what kernels of the site wrote and it has not got.
    pub fn fetch(&mut self, keys: &[Key], ranges: &[Range], stats: &Stats) -> Result<(), DeviceError> {
        for range in ranges.iter().filter(|it| it.is_written() && !it.stays_on_host()) {
            let has_newer = |it: &&mut Entry| match range.is_loose() {
                true => it.newer.overlaps(&(range.low..range.high)),
                false => !it.newer.common(&range.set()).is_empty(),
            };
            if let Some(entry) = self.entry(keys, range).filter(has_newer) {
                entry.fetch(range, stats)?;
            }
        }
        self.publish();
        Ok(())
    }

    /// Has a device bytes of these ranges that the host has not got?
    pub fn has_newer_in(&self, ranges: &[Range]) -> bool {
        let is_newer = |range: &Range| self.entries.iter().any(|it| it.newer.overlaps(&(range.low..range.high)));
        ranges.iter().any(is_newer)
    }

    /// Has `device` bytes that the host has not got?
    pub fn has_newer(&self, device: &Arc<dyn Device>) -> bool {
        self.entries.iter().any(|it| Arc::ptr_eq(&it.device, device) && !it.newer.is_empty())
    }

    /// A site does not use the entries any more. What was its own must have been written back.
    pub fn release(&mut self, keys: &[Key]) -> Result<(), DeviceError> {
        let mut checked = Ok(());
        for entry in self.entries.iter_mut().filter(|it| keys.contains(&it.key)) {
            entry.pins -= 1;
            entry.end_borrowing();
            if entry.is_private && checked.is_ok() {
                checked = entry.device.check_written_back(&entry.buffer);
            }
        }
        self.drop_where(|it| it.is_private && it.pins == 0);
        checked
    }

    /// The host is going to access the range. Arrays that are newer on a device come back whole where it is one access of many, or
    /// where one copy takes about as long as the other.
    pub fn host_access(&mut self, range: &Range, stats: &Stats) -> Result<(), Fatal> {
        let hull = range.low..range.high;
        if range.is_written() {
            self.kept.written(&hull);
        }
        let mut in_vain = Some(1);
        // What is a site's own goes back as the site says.
        for entry in self.entries.iter_mut().filter(|it| !it.is_private && it.overlaps(&hull)) {
            let is_wanted = entry.newer.overlaps(&hull);
            let is_lost = range.is_written() && entry.valid.overlaps(&hull);
            if !is_wanted && !is_lost {
                continue;
            }
            let touched = range.set();
            in_vain = in_vain.map(|it| it + touched.count());
            let wanted = entry.newer.common(&touched).bytes();
            if wanted > 0 {
                let arrays = entry.arrays_around(&hull);
                let newer = entry.newer.within(&arrays).bytes();
                let is_small = newer <= COPY_NS * BYTES_PER_NS || wanted > newer / 2;
                if is_small || entry.peeks >= MOST_PEEKS || range.is_one_of_many() {
                    entry.write_back_of(arrays, stats)?;
                } else {
                    entry.show(&touched, stats)?;
                    entry.peeks += 1;
                }
                in_vain = None;
            }
            if is_lost && !entry.valid.common(&touched).is_empty() {
                entry.peeks += 1;
                let arrays = entry.arrays_around(&hull);
                let may_go = range.is_one_of_many() && entry.peeks > MOST_PEEKS;
                let is_all = may_go && !entry.newer.overlaps(&arrays);
                entry.forget(&if is_all { Intervals::ascending([arrays]) } else { touched });
                in_vain = None;
            }
        }
        self.in_vain += in_vain.unwrap_or_default();
        if self.in_vain * CALL_NS > self.copies_ns() {
            return self.flush(stats);
        }
        self.publish();
        Ok(())
    }

    /// Where the host may access as many bytes in the same way, around `range`, which it has been told of: until a site leaves something on a device.
    pub fn window(&self, range: &Range) -> Window {
        let hull = range.low..range.high;
        let shared = self.entries.iter().filter(|it| !it.is_private);
        let all = match range.is_written() {
            true => self.kept.bytes().gap_around(&hull),
            false => 0..usize::MAX,
        };
        let gap = shared.fold(all, |gap, it| {
            let free = if range.is_written() { &it.valid } else { &it.newer }.gap_around(&hull);
            gap.start.max(free.start)..gap.end.min(free.end)
        });
        // As many bytes from the last address on are still in the gap.
        Window { first: gap.start, count: (gap.len() + 1).saturating_sub(hull.len().max(1)) }
    }

    /// What copying all that is on devices takes, about.
    fn copies_ns(&self) -> usize {
        self.entries.iter().map(|it| COPY_NS + it.valid.bytes() / BYTES_PER_NS).sum()
    }

    /// A site works on the host's bytes. Where it follows pointers, the ranges do not say which.
    pub fn host_takes(&mut self, ranges: &[Range], stats: &Stats) -> Result<(), Fatal> {
        ranges.iter().filter(|it| it.is_written()).for_each(|it| self.kept.written(&(it.low..it.high)));
        if self.entries.iter().all(|it| it.pins > 0) {
            return Ok(());
        }
        if ranges.iter().any(Range::is_behind) {
            return self.flush(stats);
        }
        ranges.iter().try_for_each(|it| self.host_access(it, stats))
    }

    /// The host gets all that it has not got, and nothing is left on a device but what sites use now.
    pub fn flush(&mut self, stats: &Stats) -> Result<(), Fatal> {
        self.flush_where(stats, |_| true)
    }

    /// As [`Directory::flush`], for what is on one device.
    pub fn flush_device(&mut self, device: &Arc<dyn Device>, stats: &Stats) -> Result<(), Fatal> {
        self.flush_where(stats, |it| Arc::ptr_eq(&it.device, device))
    }

    fn flush_where(&mut self, stats: &Stats, which: impl Fn(&Entry) -> bool) -> Result<(), Fatal> {
        self.in_vain = 0;
        self.kept.clear();
        let shared = |it: &Entry| !it.is_private && which(it);
        for entry in self.entries.iter_mut().filter(|it| shared(it)) {
            entry.write_back(stats)?;
        }
        self.drop_where(|it| it.pins == 0 && shared(it));
        Ok(())
    }

    /// The program ends: the host gets what it has not got, as far as devices answer. The arrays of which something is lost, by name.
    pub fn rescue(&mut self) -> Vec<String> {
        let mut lost: Vec<String> = self.entries.iter_mut().flat_map(Entry::rescue).collect();
        lost.sort_unstable();
        lost.dedup();
        lost
    }

    /// The host's bytes end their life: nobody wants them back.
    pub fn end(&mut self, bytes: Bytes<usize>) {
        self.kept.written(&bytes);
        for entry in self.entries.iter_mut().filter(|it| it.overlaps(&bytes)) {
            entry.end(&bytes);
        }
        self.drop_where(|it| it.pins == 0 && it.overlaps(&bytes) && it.valid.is_empty());
    }

    /// Does a site of this thread use the byte now?
    pub fn is_in_use(&self, address: usize) -> bool {
        self.entries.iter().any(|it| it.pins > 0 && it.span.contains(&address))
    }

    /// Bytes of the range that a device need not be given, and those of them that the host has not got.
    pub fn there(&self, device: &Arc<dyn Device>, range: &Range) -> (usize, usize) {
        let bytes = range.low..range.high;
        let at = self.entries.iter().find(|it| Arc::ptr_eq(&it.device, device) && it.contains(&bytes));
        at.map_or((0, 0), |it| {
            if it.is_hosts() {
                return (range.touched(), 0);
            }
            let within = |set: &Intervals| match () {
                () if !set.overlaps(&bytes) => 0,
                () if set.contains(&bytes) => range.touched(),
                () => set.common(&range.set()).bytes(),
            };
            (within(&it.valid), within(&it.newer))
        })
    }

    fn drop_where(&mut self, which: impl Fn(&Entry) -> bool) {
        self.entries.retain(|it| {
            let goes = which(it);
            if goes {
                it.free();
            }
            !goes
        });
        if self.entries.is_empty() {
            self.entries.shrink_to_fit();
        }
        self.publish();
    }

    fn publish(&mut self) {
        let level = match () {
            () if self.entries.iter().all(|it| it.device.is_host()) => Level::Nothing,
            () if self.entries.iter().all(Entry::is_hosts) => Level::Shared,
            () if self.entries.iter().all(|it| it.newer.is_empty()) => Level::Copies,
            () => Level::Newer,
        };
        if matches!(level, Level::Nothing | Level::Shared) {
            self.kept.clear();
        }
        residence::changed(std::mem::replace(&mut self.told, level), level);
        HAS_DATA.set(level != Level::Nothing);
    }
}

thread_local! {
    /// What `told` says is not nothing; can be asked anywhere.
    static HAS_DATA: Cell<bool> = const { Cell::new(false) };
    /// Without a destructor: a thread ends after its functions, which leave nothing, and handlers that run then may still enter sites.
    static DIRECTORY: RefCell<ManuallyDrop<Directory>> = RefCell::new(ManuallyDrop::new(Directory::default()));
}

/// Has the calling thread anything on a device, or in use by a site?
pub fn has_data() -> bool {
    HAS_DATA.get()
}

/// Does `act` with the calling thread's directory. It leaves its place meanwhile: what ends the program inside of `act` may run
/// handlers that come here again.
pub fn with<T>(act: impl FnOnce(&mut Directory) -> T) -> T {
    let mut directory = DIRECTORY.with_borrow_mut(|it| std::mem::take(&mut **it));
    let done = act(&mut directory);
    DIRECTORY.with_borrow_mut(|it| **it = directory);
    done
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emulated::EmulatedDevice;
    use crate::types::{READ, WRITE};

    fn range(low: usize, bytes: usize, flags: u32) -> Range {
        let name = "a".into();
        Range { base: low, low, high: low + bytes, flags, object: None, name, rows: None, around: None }
    }

    /// The addresses of 64 bytes at which an access of eight needs no word, with bytes 16 to 24 newer on a device, 16 to 32 there, and values kept
    /// that were computed from bytes 48 to 56.
    fn free(at: usize, flags: u32) -> Vec<usize> {
        let memory = [0u64; 8];
        let start = memory.as_ptr() as usize;
        let device: Arc<dyn Device> = Arc::new(EmulatedDevice::new(1, None));
        let span = Span { low: start, high: start + 64, members: Vec::new() };
        let buffer = device.allocate(&span, &[]).unwrap();
        let mut directory = Directory::default();
        let mut entry = Entry::new((1, 1), &device, start..start + 64, buffer);
        entry.valid.insert(start + 16..start + 32);
        entry.newer.insert(start + 16..start + 24);
        directory.entries.push(entry);
        directory.kept.keep(Inputs::new(7, &[start as u64 + 48, start as u64 + 56], 1), &[1]);
        let Window { first, count } = directory.window(&range(start + at, 8, flags));
        let free = (0..64).filter(|it| (start + it).wrapping_sub(first) < count).collect();
        directory.entries.pop().into_iter().for_each(|it| it.free());
        free
    }

    #[test]
    fn windows_end_where_the_answer_changes() {
        // Reads: what is newer. An access reaches eight bytes on.
        assert_eq!(free(0, READ), (0..=8).collect::<Vec<_>>());
        assert_eq!(free(40, READ), (24..64).collect::<Vec<_>>());
        assert_eq!(free(16, READ), Vec::<usize>::new());
        // Writes: what the device has, and what values were computed from.
        assert_eq!(free(40, WRITE), (32..=40).collect::<Vec<_>>());
        assert_eq!(free(24, WRITE), Vec::<usize>::new());
        assert_eq!(free(48, WRITE), Vec::<usize>::new());
    }
}
