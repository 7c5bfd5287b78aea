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
use std::collections::BTreeMap;
use std::mem::ManuallyDrop;
use std::ops::Range as Bytes;
use std::sync::Arc;

use crate::device::{Buffer, Device};
use crate::error::{DeviceError, Fatal};
use crate::intervals::Intervals;
use crate::loose::Snapshot;
use crate::ranges::{Range, Span};
use crate::residence::{self, Level};
use crate::stats::{Direction, Stats};
use crate::strided::{Strided, boxes};

/// What a call takes that finds nothing to do, what a copy of few bytes takes, and what a copy moves in a nanosecond, about: calls in vain may
/// cost as much as the copies that they save.
const CALL_NS: usize = 20;
const COPY_NS: usize = 10_000;
const BYTES_PER_NS: usize = 8;

/// So many parts of a large array come back alone; with the next one comes the rest.
const MOST_PEEKS: u32 = 3;

/// Parts of an array that are further apart are copied one by one.
const MOST_JOINED_BYTES: usize = 4 << 20;

/// So many ranges are remembered as written.
const MOST_WRITTEN: usize = 7;

/// Bytes that the host has not got look like this where a device is for finding errors.
const POISON: u8 = 0xA5;

/// Names an entry; never used twice in a thread.
pub type Key = u64;

struct Entry {
    key: Key,
    device: Arc<dyn Device>,
    span: Bytes<usize>,
    buffer: Buffer,
    valid: Intervals,
    newer: Intervals,
    /// Ranges that kernels wrote last, while nothing was taken out of `valid` and `newer`: all of them are in both.
    written: Vec<(usize, Option<Strided>, usize)>,
    /// A part of `newer` of which only changes are the program's: what the host has of it is in `image`.
    sparse: Intervals,
    /// Host bytes of the span, as far as they are in `sparse`; empty if none is.
    image: Vec<u8>,
    /// Parts of loose ranges that the device has for one launch, as they were copied in; by where they begin.
    snapshots: BTreeMap<usize, Snapshot>,
    /// How often the host got a part of what is newer, since a kernel wrote last.
    peeks: u32,
    /// Parts were once copied in with what lies between them.
    was_joined: bool,
    /// Sites that use it now.
    pins: usize,
    /// It ends with its site.
    is_private: bool,
    /// When it was last used, in sites.
    used: u64,
    /// The arrays in it, by where they begin, and the site that used them last.
    names: BTreeMap<usize, Arc<str>>,
    source: Arc<str>,
}

impl Entry {
    fn contains(&self, bytes: &Bytes<usize>) -> bool {
        self.span.start <= bytes.start && bytes.end <= self.span.end
    }

    fn overlaps(&self, bytes: &Bytes<usize>) -> bool {
        self.span.start.max(bytes.start) < self.span.end.min(bytes.end)
    }

    /// The array that a byte belongs to.
    fn name(&self, at: usize) -> &str {
        let before = self.names.range(..=at).next_back().or_else(|| self.names.iter().next());
        before.map_or("", |(_, name)| name)
    }

    /// A site is going to use it for those of its ranges that lie here.
    fn used_by(&mut self, site: &Site, now: u64) {
        if self.device.is_host() {
            return;
        }
        let here = site.ranges.iter().filter(|it| !it.stays_on_host() && self.contains(&(it.low..it.high)));
        let here: Vec<Range> = here.cloned().collect();
        for range in &here {
            if self.names.get(&range.low).is_none_or(|it| **it != *range.name) {
                self.names.insert(range.low, range.name.as_str().into());
            }
        }
        (self.used, self.source) = (now, site.source.clone());
        self.device.expose(&self.buffer, here);
    }

    fn copy_in(&mut self, range: &Range, stats: &Stats) -> Result<(), DeviceError> {
        if self.device.is_host() {
            return Ok(());
        }
        let hull = range.low..range.high;
        if range.is_loose() && (self.is_private || !range.is_there()) {
            return self.borrow(&hull, stats);
        }
        if range.has_overwritten_box() || !self.is_private && self.valid.contains(&hull) {
            return Ok(());
        }
        let first = range.around.map(|it| it.0..it.1);
        let first = first.filter(|it| !self.is_private && self.contains(it) && !self.valid.overlaps(it));
        let wanted = first.map_or_else(|| range.set(), |all| Intervals::ascending([all]));
        if self.is_private {
            // The host may have written them since: nobody says so.
            self.valid.remove_all(&wanted);
        }
        let missing = boxes(&wanted.minus(&self.valid));
        if self.copy_in_at_once(&missing, stats)? {
            self.valid.insert_all(&wanted);
            return Ok(());
        }
        for (low, rows) in missing {
            let offset = low - self.span.start;
            // SAFETY: the rows are memory of the program, and the buffer mirrors the span.
            let moved = unsafe { self.device.copy_in(&self.buffer, offset, low as *const u8, rows) }?;
            self.count(stats, low, Direction::HostToDevice, moved);
        }
        self.valid.insert_all(&wanted);
        Ok(())
    }

    /// Copies what lies between several parts as well, to another place on the device, and takes the parts from there: once, so that the first
    /// use of an array is one copy. False if that is not worth it, or there is no room.
    fn copy_in_at_once(&mut self, parts: &[(usize, Strided)], stats: &Stats) -> Result<bool, DeviceError> {
        let ([(low, _), .., (last, rows)], false) = (parts, self.is_private || self.was_joined) else {
            return Ok(false);
        };
        let hull = Span { low: *low, high: last + rows.hull(), members: Vec::new() };
        let bytes = hull.high - hull.low;
        if bytes > MOST_JOINED_BYTES {
            return Ok(false);
        }
        let Ok(place) = self.device.allocate(&hull, &[]) else { return Ok(false) };
        self.was_joined = true;
        // SAFETY: all between the parts is in the site's range, and both buffers have all of them.
        let moved = unsafe { self.device.copy_in(&place, 0, hull.low as *const u8, Strided::whole(bytes)) };
        let copy = |at: usize, rows| unsafe {
            self.device.copy_within((&self.buffer, at - self.span.start), (&place, at - hull.low), rows)
        };
        let copied = moved.and_then(|moved| {
            parts.iter().try_fold((moved, 0), |(moved, sum), &(at, rows)| Ok((moved, sum + copy(at, rows)?)))
        });
        self.device.free(&place);
        let (moved, within) = copied?;
        self.count(stats, hull.low, Direction::HostToDevice, moved);
        self.count(stats, hull.low, Direction::WithinDevice, within);
        Ok(true)
    }

    /// Bytes that may not be there, or may be others', are the device's for one launch only, but for those that it has.
    fn borrow(&mut self, bytes: &Bytes<usize>, stats: &Stats) -> Result<(), DeviceError> {
        if self.is_private {
            self.valid.remove(bytes.clone());
        }
        for part in self.valid.gaps(bytes.clone()).iter() {
            let snapshot = Snapshot::read(part.start, part.end)?;
            let (offset, from) = (part.start - self.span.start, snapshot.bytes().as_ptr());
            // SAFETY: the snapshot has as many bytes.
            let moved = unsafe { self.device.copy_in(&self.buffer, offset, from, Strided::whole(part.len())) }?;
            self.count(stats, part.start, Direction::HostToDevice, moved);
            self.snapshots.insert(part.start, snapshot);
            self.valid.insert(part);
        }
        Ok(())
    }

    /// The bytes that are borrowed.
    fn borrowed(&self) -> Intervals {
        Intervals::ascending(self.snapshots.iter().map(|(low, it)| *low..low + it.bytes().len()))
    }

    /// The launch is over that bytes were borrowed for.
    fn end_borrowing(&mut self) {
        if !self.is_private {
            let borrowed = self.borrowed();
            self.snapshots.clear();
            borrowed.iter().for_each(|it| self.forget(it));
        }
    }

    fn copy_out(&mut self, range: &Range, stats: &Stats) -> Result<(), DeviceError> {
        if self.device.is_host() {
            return Ok(());
        }
        if range.is_loose() {
            return self.copy_out_loose(range, stats);
        }
        let rows = range.rows.unwrap_or_else(|| Strided::whole(range.bytes()));
        let moved = self.bring(range.low, rows)?;
        self.count(stats, range.low, Direction::DeviceToHost, moved);
        self.has_got(&range.set());
        Ok(())
    }

    /// Rows of which the first is at `low` on the host.
    fn bring(&self, low: usize, rows: Strided) -> Result<usize, DeviceError> {
        // SAFETY: the rows are memory of the program, and the buffer mirrors the span.
        unsafe { self.device.copy_out(&self.buffer, low - self.span.start, low as *mut u8, rows) }
    }

    /// The host has these bytes.
    fn has_got(&mut self, bytes: &Intervals) {
        self.newer.remove_all(bytes);
        self.sparse.remove_all(bytes);
        self.written.clear();
    }

    /// The host has other values, or none any more.
    fn forget(&mut self, bytes: Bytes<usize>) {
        self.newer.remove(bytes.clone());
        self.sparse.remove(bytes.clone());
        self.valid.remove(bytes);
        self.written.clear();
    }

    /// The host gets what it has not got of the range.
    fn fetch(&mut self, range: &Range, stats: &Stats) -> Result<(), DeviceError> {
        if !range.is_loose() || self.is_private {
            return self.copy_out(range, stats);
        }
        self.copy_out_loose(range, stats)?;
        let bytes = range.low..range.high;
        for part in self.sparse.within(&bytes).iter() {
            let moved = self.bring_changes(&part)?;
            self.count(stats, part.start, Direction::DeviceToHost, moved);
        }
        for (low, rows) in boxes(&self.newer.within(&bytes).minus(&self.sparse)) {
            let moved = self.bring(low, rows)?;
            self.count(stats, low, Direction::DeviceToHost, moved);
        }
        self.has_got(&Intervals::ascending([bytes]));
        Ok(())
    }

    /// What the site has borrowed goes back.
    fn copy_out_loose(&mut self, range: &Range, stats: &Stats) -> Result<(), DeviceError> {
        let borrowed: Vec<usize> = self.snapshots.range(range.low..range.high).map(|it| *it.0).collect();
        if borrowed.is_empty() && self.is_private {
            let what = format!("array '{}' is copied out and was not copied in", range.name);
            return Err(DeviceError::BadAccess(what));
        }
        for low in borrowed {
            let moved = self.bring_loose(low)?.unwrap_or_default();
            self.count(stats, low, Direction::DeviceToHost, moved);
            self.has_got(&Intervals::ascending(std::iter::once(low..low + moved)));
        }
        Ok(())
    }

    /// Stores what kernels changed of the borrowed part that begins at `low`, if there is one.
    fn bring_loose(&mut self, low: usize) -> Result<Option<usize>, DeviceError> {
        let Some(snapshot) = self.snapshots.get_mut(&low) else { return Ok(None) };
        let mut new = vec![0; snapshot.bytes().len()];
        // SAFETY: `new` has as many bytes.
        let rows = Strided::whole(new.len());
        let moved = unsafe { self.device.copy_out(&self.buffer, low - self.span.start, new.as_mut_ptr(), rows) }?;
        // SAFETY: kernels change only what belongs to the program.
        unsafe { snapshot.store_changes(&new) };
        Ok(Some(moved))
    }

    /// Stores what kernels changed of `bytes`, a part of `sparse`.
    fn bring_changes(&mut self, bytes: &Bytes<usize>) -> Result<usize, DeviceError> {
        let mut new = vec![0; bytes.len()];
        let (offset, rows) = (bytes.start - self.span.start, Strided::whole(bytes.len()));
        // SAFETY: `new` has as many bytes.
        let moved = unsafe { self.device.copy_out(&self.buffer, offset, new.as_mut_ptr(), rows) }?;
        let old = &mut self.image[offset..offset + bytes.len()];
        for (at, (old, new)) in old.iter_mut().zip(new).enumerate().filter(|it| *it.1.0 != it.1.1) {
            // SAFETY: kernels change only what belongs to the program.
            unsafe { ((bytes.start + at) as *mut u8).write(new) };
            *old = new;
        }
        Ok(moved)
    }

    /// Brings back what can be brought; the arrays of which newest bytes are lost.
    fn rescue(&mut self) -> Vec<String> {
        let mut lost = Vec::new();
        let newer = std::mem::take(&mut self.newer);
        let (sparse, strict) = (newer.minus(&newer.minus(&self.sparse)), newer.minus(&self.sparse));
        let mut parts: Vec<(Bytes<usize>, bool)> = strict.iter().map(|it| (it, false)).collect();
        parts.extend(sparse.iter().map(|it| (it, true)));
        for (bytes, is_sparse) in parts {
            let loose: Vec<usize> = self.snapshots.range(bytes.clone()).map(|it| *it.0).collect();
            let brought = match loose.is_empty() {
                _ if is_sparse => self.bring_changes(&bytes).map(drop),
                true => self.bring(bytes.start, Strided::whole(bytes.len())).map(drop),
                false => loose.into_iter().try_for_each(|low| self.bring_loose(low).map(drop)),
            };
            if brought.is_err() {
                let later = self.names.range(bytes.start + 1..bytes.end).map(|it| it.1.to_string());
                lost.extend(std::iter::once(self.name(bytes.start).to_owned()).chain(later));
            }
        }
        lost
    }

    /// The host gets all that it has not got.
    fn write_back(&mut self, stats: &Stats) -> Result<(), Fatal> {
        self.show(&self.span.clone(), stats)?;
        self.newer = Intervals::default();
        self.sparse = Intervals::default();
        self.written.clear();
        Ok(())
    }

    /// The host gets what it has not got of these bytes, which count as newer still: one copy of all is better than two beside a small one.
    fn show(&mut self, wanted: &Bytes<usize>, stats: &Stats) -> Result<(), Fatal> {
        for (low, rows) in boxes(&self.newer.within(wanted).minus(&self.sparse)) {
            let moved = self.bring(low, rows).map_err(|error| self.transfer_error(low, error))?;
            self.count(stats, low, Direction::DeviceToHost, moved);
        }
        for part in self.sparse.within(wanted).iter() {
            let moved = self.bring_changes(&part).map_err(|error| self.transfer_error(part.start, error))?;
            self.count(stats, part.start, Direction::DeviceToHost, moved);
        }
        Ok(())
    }

    fn transfer_error(&self, at: usize, error: DeviceError) -> Fatal {
        Fatal::Transfer { source_line: self.source.to_string(), array: self.name(at).to_owned(), error }
    }

    /// A kernel may have written parts of the range, which one nobody knows.
    fn written_in_part(&mut self, range: &Range) {
        let fresh = range.set().minus(&self.newer);
        let borrowed = self.borrowed();
        let sparse = fresh.minus(&borrowed);
        if self.image.is_empty() && !sparse.is_empty() {
            self.image = vec![0; self.span.len()];
        }
        for part in sparse.iter() {
            let offset = part.start - self.span.start;
            // SAFETY: the host has these bytes, as they were copied in from there and nobody took them away.
            let host = unsafe { std::slice::from_raw_parts(part.start as *const u8, part.len()) };
            self.image[offset..offset + part.len()].copy_from_slice(host);
        }
        self.sparse.insert_all(&sparse);
        self.newer.insert_all(&fresh);
    }

    /// A kernel has written the range.
    fn written(&mut self, range: &Range) {
        if self.device.is_host() {
            return;
        }
        self.peeks = 0;
        if range.is_loose() && !self.is_private {
            return self.written_in_part(range);
        }
        let what = (range.low, range.rows, range.high);
        if self.written.contains(&what) {
            return;
        }
        let set = range.set();
        self.sparse.remove_all(&set);
        self.newer.insert_all(&set);
        self.valid.insert_all(&set);
        if self.device.is_for_checks() && !self.is_private {
            // SAFETY: the bytes are the program's to write, and all of them are copied out before the host reads them.
            set.iter().for_each(|it| unsafe { std::ptr::write_bytes(it.start as *mut u8, POISON, it.len()) });
        }
        self.written.truncate(MOST_WRITTEN);
        self.written.insert(0, what);
    }

    fn count(&self, stats: &Stats, at: usize, direction: Direction, bytes: usize) {
        if bytes > 0 {
            stats.copied(self.name(at), &self.source, direction, bytes);
        }
    }

    /// Takes over what `old` has on the same device.
    fn take_over(&mut self, old: &Self, stats: &Stats) -> Result<(), DeviceError> {
        for (low, rows) in boxes(&old.valid) {
            let (from, to) = (low - old.span.start, low - self.span.start);
            // SAFETY: both buffers mirror the rows.
            let moved = unsafe { self.device.copy_within((&self.buffer, to), (&old.buffer, from), rows) }?;
            old.count(stats, low, Direction::WithinDevice, moved);
        }
        self.valid.insert_all(&old.valid);
        self.newer.insert_all(&old.newer);
        if !old.sparse.is_empty() && self.image.is_empty() {
            self.image = vec![0; self.span.len()];
        }
        for part in old.sparse.iter() {
            let (from, to) = (part.start - old.span.start, part.start - self.span.start);
            self.image[to..to + part.len()].copy_from_slice(&old.image[from..from + part.len()]);
        }
        self.sparse.insert_all(&old.sparse);
        self.names.extend(old.names.iter().map(|(at, name)| (*at, name.clone())));
        Ok(())
    }
}

/// The mirrors of one thread.
#[derive(Default)]
pub struct Directory {
    entries: Vec<Entry>,
    keys: Key,
    /// Sites so far.
    now: u64,
    /// Calls of `host_access` since the last launch that found nothing to do.
    in_vain: usize,
    told: Level,
}

/// A site that wants its ranges on a device.
pub struct Site<'a> {
    pub device: &'a Arc<dyn Device>,
    pub ranges: &'a [Range],
    pub source: &'a Arc<str>,
    /// What it leaves on the device stays there.
    pub is_resident: bool,
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
            entry.used_by(site, now);
        }
        self.publish();
        Ok(keys)
    }

    /// The entry that sites share for these bytes.
    fn known(&self, site: &Site, bytes: &Bytes<usize>) -> Option<&Entry> {
        let fits = |it: &&Entry| !it.is_private && Arc::ptr_eq(&it.device, site.device) && it.contains(bytes);
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
        let buffer = self.allocate(site, &whole, stats)?;
        self.keys += 1;
        let mut entry = Entry {
            key: self.keys,
            device: site.device.clone(),
            span: whole.low..whole.high,
            buffer,
            valid: Intervals::default(),
            newer: Intervals::default(),
            written: Vec::new(),
            sparse: Intervals::default(),
            image: Vec::new(),
            snapshots: BTreeMap::new(),
            peeks: 0,
            was_joined: false,
            pins: 0,
            is_private: !site.is_resident,
            used: self.now,
            names: BTreeMap::new(),
            source: site.source.clone(),
        };
        for old in self.entries.iter().filter(|it| old.contains(&it.key)) {
            if let Err(error) = entry.take_over(old, stats) {
                free(&entry);
                return Err(error);
            }
        }
        self.drop_where(|it| old.contains(&it.key));
        let key = entry.key;
        self.entries.push(entry);
        Ok(key)
    }

    /// Widens `whole` over the entries that it overlaps, and names those. What has grown once will grow again in that direction: by half as
    /// much again, up to the next entry.
    fn join(&self, site: &Site, whole: &mut Span) -> Vec<Key> {
        let free = |it: &&Entry| it.pins == 0 && !it.is_private && Arc::ptr_eq(&it.device, site.device);
        let free: Vec<&Entry> = self.entries.iter().filter(free).collect();
        let joined = |whole: &Span| -> Vec<&Entry> {
            free.iter().copied().filter(|it| it.overlaps(&(whole.low..whole.high))).collect()
        };
        let mut old = joined(whole);
        let (Some(low), Some(high)) =
            (old.iter().map(|it| it.span.start).min(), old.iter().map(|it| it.span.end).max())
        else {
            return Vec::new();
        };
        let grows = (whole.low < low, whole.high > high);
        (whole.low, whole.high) = (whole.low.min(low), whole.high.max(high));
        while joined(whole).len() > old.len() {
            old = joined(whole);
            whole.low = old.iter().map(|it| it.span.start).fold(whole.low, usize::min);
            whole.high = old.iter().map(|it| it.span.end).fold(whole.high, usize::max);
        }
        let more = (whole.high - whole.low) / 2;
        if grows.1 {
            let next = self.entries.iter().map(|it| it.span.start).filter(|&it| it >= whole.high).min();
            whole.high = whole.high.saturating_add(more).min(next.unwrap_or(usize::MAX));
        }
        if grows.0 {
            let next = self.entries.iter().map(|it| it.span.end).filter(|&it| it <= whole.low).max();
            whole.low = whole.low.saturating_sub(more).max(next.unwrap_or(0));
        }
        old.iter().map(|it| it.key).collect()
    }

    /// Device memory, for which entries that neither this site nor another uses make room, those that were not used for longest first.
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
            let Some(oldest) = self.entries.iter().filter(unused).min_by_key(|it| it.used).map(|it| it.key) else {
                return Err(error);
            };
            let index = self.entries.iter().position(|it| it.key == oldest).unwrap_or_default();
            if self.entries[index].write_back(stats).is_err() {
                return Err(error);
            }
            free(&self.entries.remove(index));
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

    /// A kernel of the site has run.
    pub fn launched(&mut self, keys: &[Key], ranges: &[Range]) {
        self.in_vain = 0;
        for range in ranges.iter().filter(|it| it.is_written() && !it.stays_on_host()) {
            if let Some(entry) = self.entry(keys, range) {
                entry.written(range);
            }
        }
        self.publish();
    }

    /// The host gets what kernels of the site wrote and it has not got.
    pub fn fetch(&mut self, keys: &[Key], ranges: &[Range], stats: &Stats) -> Result<(), DeviceError> {
        for range in ranges.iter().filter(|it| it.is_written() && !it.stays_on_host()) {
            let bytes = range.low..range.high;
            if let Some(entry) = self.entry(keys, range).filter(|it| it.newer.overlaps(&bytes)) {
                entry.fetch(range, stats)?;
            }
        }
        self.publish();
        Ok(())
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
    /// where one copy takes as long as the other.
    pub fn host_access(&mut self, range: &Range, stats: &Stats) -> Result<(), Fatal> {
        let (bytes, writes) = (range.low..range.high, range.is_written());
        let mut in_vain = true;
        // What is a site's own goes back as the site says.
        for entry in self.entries.iter_mut().filter(|it| !it.is_private && it.overlaps(&bytes)) {
            if entry.newer.overlaps(&bytes) {
                let is_small = entry.newer.bytes() <= COPY_NS * BYTES_PER_NS;
                if is_small || entry.peeks >= MOST_PEEKS || range.is_one_of_many() {
                    entry.write_back(stats)?;
                } else {
                    entry.show(&bytes, stats)?;
                    entry.peeks += 1;
                }
                in_vain = false;
            }
            if writes && entry.valid.overlaps(&bytes) {
                entry.forget(bytes.clone());
                in_vain = false;
            }
        }
        self.in_vain += usize::from(in_vain);
        if self.in_vain * CALL_NS > self.copies_ns() {
            return self.flush(stats);
        }
        self.publish();
        Ok(())
    }

    /// What copying all that is on devices takes, about.
    fn copies_ns(&self) -> usize {
        self.entries.iter().map(|it| COPY_NS + it.valid.bytes() / BYTES_PER_NS).sum()
    }

    /// A site works on the host's bytes. Where it follows pointers, the ranges do not say which.
    pub fn host_takes(&mut self, ranges: &[Range], stats: &Stats) -> Result<(), Fatal> {
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
        for entry in self.entries.iter_mut().filter(|it| it.overlaps(&bytes)) {
            entry.forget(bytes.clone());
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
            let touched = range.set();
            let within = |set: &Intervals| touched.bytes() - touched.minus(set).bytes();
            (within(&it.valid), within(&it.newer))
        })
    }

    fn drop_where(&mut self, which: impl Fn(&Entry) -> bool) {
        self.entries.retain(|it| {
            let goes = which(it);
            if goes {
                free(it);
            }
            !goes
        });
        if self.entries.is_empty() {
            self.entries.shrink_to_fit();
        }
        self.publish();
    }

    fn publish(&mut self) {
        let resident = || self.entries.iter().filter(|it| !it.device.is_host());
        let level = match () {
            () if resident().next().is_none() => Level::Nothing,
            () if resident().all(|it| it.newer.is_empty()) => Level::Copies,
            () => Level::Newer,
        };
        residence::changed(std::mem::replace(&mut self.told, level), level);
        HAS_DATA.set(level != Level::Nothing);
    }
}

fn free(entry: &Entry) {
    entry.device.free(&entry.buffer);
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
