//! One entry of a thread's directory: host memory, its mirror on a device, and on which side each byte is valid.
//!
//! ```text
//!     valid      bytes whose value the buffer has
//!     newer      bytes that the host has not got yet (a part of `valid`)
//!     sparse     a part of `newer` of which only what differs from `image`, the host's values, is the program's
//!     is_hosts   the buffer is the host's memory, and the sets are empty
//!     snapshots  what is borrowed for one launch, as it may not be the program's
//! ```
//!
//! Device, host and these sets agree after each function. It knows no site but what it is told of one.

use std::collections::BTreeMap;
use std::ops::Range as Bytes;
use std::sync::Arc;

use crate::device::{Buffer, Device};
use crate::error::{DeviceError, Fatal};
use crate::intervals::Intervals;
use crate::loose::Snapshot;
use crate::ranges::{Range, Span};
use crate::stats::{Copied, Direction, Stats};
use crate::strided::{Rows, Strided, boxes, joined};
use crate::trace::Since;

/// Parts of an array that are further apart are copied one by one.
const MOST_JOINED_BYTES: usize = 4 << 20;

/// So many ranges are remembered, as written and as there.
const MOST_REMEMBERED: usize = 7;

/// Bytes that the host has not got look like this where a device is for finding errors.
const POISON: u8 = 0xA5;

/// Names an entry; never used twice in a thread.
pub type Key = u64;

/// A part of host memory and its mirror on one device.
pub struct Entry {
    pub key: Key,
    pub device: Arc<dyn Device>,
    pub span: Bytes<usize>,
    pub buffer: Buffer,
    pub valid: Intervals,
    pub newer: Intervals,
    /// Ranges that kernels wrote last, while nothing was taken out of `valid` and `newer`: all of them are in both.
    written: Recent,
    /// Ranges that kernels read last, while nothing was taken out of `valid`: all of them are in it.
    there: Recent,
    /// A part of `newer` of which only changes are the program's: what the host has of it is in `image`.
    sparse: Intervals,
    /// Host bytes of the span, as far as they are in `sparse`; empty if none is.
    image: Vec<u8>,
    /// Parts of loose ranges that the device has for one launch, as they were copied in; by where they begin.
    snapshots: BTreeMap<usize, Snapshot>,
    /// How often the host got a part of what is newer, since a kernel wrote last.
    pub peeks: u32,
    /// What loops access all in all was copied in here, as far as it was missing.
    brought: Intervals,
    /// Parts were once copied in with what lies between them.
    was_joined: bool,
    /// Sites that use it now.
    pub pins: usize,
    /// It ends with its site.
    pub is_private: bool,
    /// When it was last used, in sites.
    pub used: u64,
    /// When the compiler expects it to be used again.
    next: Option<u64>,
    /// The arrays in it, by where they begin, and the site that used them last.
    names: BTreeMap<usize, Arc<str>>,
    source: Arc<str>,
    /// Arrays that a device has left in pieces.
    torn: Vec<String>,
}

/// The bytes of a few ranges: to compare sets of many rows at each launch would take longer than the launch.
#[derive(Default)]
struct Recent(Vec<(usize, Option<Rows>, usize)>);

impl Recent {
    fn has(&self, range: &Range) -> bool {
        self.0.contains(&(range.low, range.rows, range.high))
    }

    fn add(&mut self, range: &Range) {
        self.0.truncate(MOST_REMEMBERED);
        self.0.insert(0, (range.low, range.rows, range.high));
    }
}

fn copied_in(since: Since, why: &'static str) -> Copied {
    Copied { since, direction: Direction::HostToDevice, why }
}

fn copied_out(since: Since, why: &'static str) -> Copied {
    Copied { since, direction: Direction::DeviceToHost, why }
}

fn copied_within(since: Since, why: &'static str) -> Copied {
    Copied { since, direction: Direction::WithinDevice, why }
}

impl Entry {
    /// Nothing is copied yet. `number` is its key, and the site that makes it.
    pub fn new(number: (Key, u64), device: &Arc<dyn Device>, span: Bytes<usize>, buffer: Buffer) -> Self {
        Self {
            key: number.0,
            device: device.clone(),
            span,
            buffer,
            valid: Intervals::default(),
            newer: Intervals::default(),
            written: Recent::default(),
            there: Recent::default(),
            sparse: Intervals::default(),
            image: Vec::new(),
            snapshots: BTreeMap::new(),
            peeks: 0,
            brought: Intervals::default(),
            was_joined: false,
            pins: 0,
            is_private: false,
            used: number.1,
            next: None,
            names: BTreeMap::new(),
            source: "".into(),
            torn: Vec::new(),
        }
    }

    pub fn free(&self) {
        self.device.free(&self.buffer);
    }

    /// The device works on the host's memory itself: every byte is valid on both sides.
    pub fn is_hosts(&self) -> bool {
        self.buffer.is_hosts
    }

    /// A buffer of the device's own in its place; nothing is in it.
    pub fn part(&mut self, buffer: Buffer) {
        self.free();
        self.buffer = buffer;
    }

    /// A kernel may have written a part of the range before its device failed: the host's memory is in pieces.
    pub fn tear(&mut self, range: &Range) {
        if self.is_hosts() {
            self.torn.push(range.name.as_ref().into());
        }
    }

    pub fn contains(&self, bytes: &Bytes<usize>) -> bool {
        self.span.start <= bytes.start && bytes.end <= self.span.end
    }

    pub fn overlaps(&self, bytes: &Bytes<usize>) -> bool {
        self.span.start.max(bytes.start) < self.span.end.min(bytes.end)
    }

    /// The array that a byte belongs to.
    fn name(&self, at: usize) -> &str {
        let before = self.names.range(..=at).next_back().or_else(|| self.names.iter().next());
        before.map_or("", |(_, name)| name)
    }

    /// The arrays in `bytes`, and what of the entry lies between them and the next ones.
    pub fn arrays_around(&self, bytes: &Bytes<usize>) -> Bytes<usize> {
        let has_name_at = |at: usize| move |it: &(&usize, &Arc<str>)| **it.1 == *self.name(at);
        let (first, last) = (bytes.start, bytes.end.saturating_sub(1).max(bytes.start));
        let start = self.names.range(..=first).rev().take_while(has_name_at(first)).last();
        let next = self.names.range(last + 1..).find(|it| !has_name_at(last)(it));
        start.map_or(self.span.start, |it| *it.0)..next.map_or(self.span.end, |it| *it.0)
    }

    /// When it is used again, as far as anybody can tell: when the compiler says, or, if that was wrong or is not known, as long from now as the
    /// last use is ago.
    pub fn next_use(&self, now: u64) -> u64 {
        self.next.filter(|it| *it >= now).unwrap_or(now + (now - self.used.min(now)))
    }

    /// A site is going to use it for those of its ranges that lie here.
    pub fn used_by(&mut self, ranges: &[Range], source: &str, now: u64) {
        if self.is_hosts() {
            return;
        }
        let here = ranges.iter().filter(|it| !it.stays_on_host() && self.contains(&(it.low..it.high)));
        let here: Vec<Range> = here.map(Range::kept).collect();
        for range in &here {
            if self.names.get(&range.low).is_none_or(|it| **it != *range.name) {
                self.names.insert(range.low, range.name.as_ref().into());
            }
        }
        self.used = now;
        self.next = here.iter().filter_map(Range::next_use).min().map(|it| now + it);
        if *self.source != *source {
            self.source = source.into();
        }
        self.device.expose(&self.buffer, here);
    }

    pub fn copy_in(&mut self, range: &Range, stats: &Stats) -> Result<(), DeviceError> {
        if self.is_hosts() {
            return Ok(());
        }
        let hull = range.low..range.high;
        if range.is_loose() && (self.is_private || !range.is_there()) {
            return self.borrow(&hull, stats);
        }
        let is_there = !self.is_private && (self.valid.contains(&hull) || self.there.has(range));
        if range.has_overwritten_box() || is_there {
            return Ok(());
        }
        if !self.is_private && range.set().minus(&self.valid).is_empty() {
            self.there.add(range);
            return Ok(());
        }
        // What lies between rows that lean comes with them: one copy is better than one for each.
        let own = range.boxed().at(range.low);
        let first = range.around.map(|it| it.0..it.1).filter(|it| !self.is_private && self.contains(it));
        let first = first.filter(|it| !self.brought.contains(it) && !own.minus(&self.valid).is_empty());
        let wanted = match first {
            Some(all) => {
                self.brought.insert(all.clone());
                Intervals::ascending([all])
            }
            None => own,
        };
        if self.is_private {
            // The host may have written them since: nobody says so.
            self.valid.remove_all(&wanted);
        }
        let missing = boxes(&wanted.minus(&self.valid));
        if !self.copy_in_at_once(&missing, stats)? {
            for (low, rows) in missing {
                let (offset, since) = (low - self.span.start, stats.now());
                // SAFETY: the rows are memory of the program, and the buffer mirrors the span.
                let moved = unsafe { self.device.copy_in(&self.buffer, offset, low as *const u8, rows) }?;
                self.count(stats, low, copied_in(since, "the nest reads it"), moved);
            }
        }
        self.valid.insert_all(&wanted);
        if !self.is_private {
            self.there.add(range);
        }
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
        let since = stats.now();
        // SAFETY: all between the parts is in the site's range, and both buffers have all of them.
        let moved = unsafe { self.device.copy_in(&place, 0, hull.low as *const u8, Strided::whole(bytes)) };
        let then = stats.now();
        let copy = |at: usize, rows| unsafe {
            self.device.copy_within((&self.buffer, at - self.span.start), (&place, at - hull.low), rows)
        };
        let copied = moved.and_then(|moved| {
            parts.iter().try_fold((moved, 0), |(moved, sum), &(at, rows)| Ok((moved, sum + copy(at, rows)?)))
        });
        self.device.free(&place);
        let (moved, within) = copied?;
        self.count(stats, hull.low, copied_in(since, "the nest reads it"), moved);
        self.count(stats, hull.low, copied_within(then, "parts that came together go to their places"), within);
        Ok(true)
    }

    /// Bytes that may not be there, or may be others', are the device's for one launch only, but for those that it has.
    fn borrow(&mut self, bytes: &Bytes<usize>, stats: &Stats) -> Result<(), DeviceError> {
        if self.is_private {
            self.valid.remove(bytes.clone());
        }
        for part in self.valid.gaps(bytes.clone()).iter() {
            let since = stats.now();
            let snapshot = Snapshot::read(part.start, part.end)?;
            let (offset, from) = (part.start - self.span.start, snapshot.bytes().as_ptr());
            // SAFETY: the snapshot has as many bytes.
            let moved = unsafe { self.device.copy_in(&self.buffer, offset, from, Strided::whole(part.len())) }?;
            self.count(
                stats,
                part.start,
                copied_in(since, "for one launch, as it may be larger than the array"),
                moved,
            );
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
    pub fn end_borrowing(&mut self) {
        if !self.is_private {
            let borrowed = self.borrowed();
            self.snapshots.clear();
            self.forget(&borrowed);
        }
    }

    pub fn copy_out(&mut self, range: &Range, stats: &Stats) -> Result<(), DeviceError> {
        if self.is_hosts() {
            return Ok(());
        }
        if range.is_loose() {
            return self.copy_out_loose(range, stats);
        }
        let (written, since) = (range.set(), stats.now());
        let moved = self.bring_parts(range.low, range.boxed(), &written)?;
        self.count(stats, range.low, copied_out(since, "the nest wrote it"), moved);
        self.has_got(&written);
        Ok(())
    }

    /// The host gets these bytes, in as few copies as is worth it.
    fn bring_all(&self, wanted: &Intervals, why: &'static str, stats: &Stats) -> Result<(), DeviceError> {
        for (low, rows) in self.copies_of(wanted) {
            let since = stats.now();
            let moved = self.bring_parts(low, rows, wanted)?;
            self.count(stats, low, copied_out(since, why), moved);
        }
        Ok(())
    }

    /// What to copy so that the host can have these bytes, perhaps with some of the buffer between them.
    fn copies_of(&self, wanted: &Intervals) -> Vec<(usize, Strided)> {
        let own = Intervals::ascending(std::iter::once(self.span.clone())).minus(&self.borrowed());
        joined(boxes(wanted), &own)
    }

    /// Rows of which the first is at `low` on the host.
    fn bring(&self, low: usize, rows: Strided) -> Result<usize, DeviceError> {
        // SAFETY: the rows are memory of the program, and the buffer mirrors the span.
        unsafe { self.device.copy_out(&self.buffer, low - self.span.start, low as *mut u8, rows) }
    }

    /// The same, of rows that may have more than `parts` in them: the rest of the host's memory stays as it is.
    fn bring_parts(&self, low: usize, rows: Strided, parts: &Intervals) -> Result<usize, DeviceError> {
        let all = rows.at(low);
        if all.minus(parts).is_empty() {
            return self.bring(low, rows);
        }
        let parts: Vec<Bytes<usize>> = all.common(parts).iter().map(|it| it.start - low..it.end - low).collect();
        // SAFETY: the parts are memory of the program, and the buffer mirrors the span.
        unsafe { self.device.copy_out_parts((&self.buffer, low - self.span.start), low as *mut u8, rows, &parts) }
    }

    /// The host has these bytes.
    fn has_got(&mut self, bytes: &Intervals) {
        self.newer.remove_all(bytes);
        self.sparse.remove_all(bytes);
        self.written = Recent::default();
    }

    /// The host has other values, or none any more.
    pub fn forget(&mut self, bytes: &Intervals) {
        if bytes.is_empty() {
            return;
        }
        self.newer.remove_all(bytes);
        self.sparse.remove_all(bytes);
        self.valid.remove_all(bytes);
        self.written = Recent::default();
        self.there = Recent::default();
    }

    /// The host's bytes end their life. The same addresses may be another array's next.
    pub fn end(&mut self, bytes: &Bytes<usize>) {
        self.forget(&Intervals::ascending([bytes.clone()]));
        let ended = bytes.start.max(self.span.start)..bytes.end.min(self.span.end);
        if !self.is_hosts() && !ended.is_empty() {
            self.device.discard(&self.buffer, ended.start - self.span.start..ended.end - self.span.start);
        }
    }

    /// The host gets what it has not got of the range, and nothing else: what a kernel has done to the rest means nothing where it was stopped.
    pub fn fetch(&mut self, range: &Range, stats: &Stats) -> Result<(), DeviceError> {
        if self.is_private {
            return self.copy_out(range, stats);
        }
        let wanted = match range.is_loose() {
            true => {
                self.copy_out_loose(range, stats)?;
                Intervals::ascending(std::iter::once(range.low..range.high))
            }
            false => range.set(),
        };
        for part in self.sparse.common(&wanted).iter() {
            let since = stats.now();
            let moved = self.bring_changes(&part)?;
            self.count(stats, part.start, copied_out(since, "the nest wrote it"), moved);
        }
        self.bring_all(&self.newer.common(&wanted).minus(&self.sparse), "the nest wrote it", stats)?;
        self.has_got(&wanted);
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
            let since = stats.now();
            let moved = self.bring_loose(low)?.unwrap_or_default();
            self.count(stats, low, copied_out(since, "the nest changed it"), moved);
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
    pub fn rescue(&mut self) -> Vec<String> {
        let mut lost = std::mem::take(&mut self.torn);
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
    pub fn write_back(&mut self, stats: &Stats) -> Result<(), Fatal> {
        self.write_back_of(self.span.clone(), stats)
    }

    /// The same, of some bytes.
    pub fn write_back_of(&mut self, bytes: Bytes<usize>, stats: &Stats) -> Result<(), Fatal> {
        let bytes = Intervals::ascending([bytes]);
        self.show(&bytes, stats)?;
        self.has_got(&bytes);
        Ok(())
    }

    /// The host gets what it has not got of these bytes, which count as newer still: one copy of all is better than two beside a small one.
    pub fn show(&mut self, wanted: &Intervals, stats: &Stats) -> Result<(), Fatal> {
        let parts = self.newer.common(wanted).minus(&self.sparse);
        for (low, rows) in self.copies_of(&parts) {
            let since = stats.now();
            let moved = self.bring_parts(low, rows, &parts).map_err(|error| self.transfer_error(low, error))?;
            self.count(stats, low, copied_out(since, "the host needs it, and the device has newer values"), moved);
        }
        for part in self.sparse.common(wanted).iter() {
            let since = stats.now();
            let moved = self.bring_changes(&part).map_err(|error| self.transfer_error(part.start, error))?;
            self.count(
                stats,
                part.start,
                copied_out(since, "the host needs it, and the device has newer values"),
                moved,
            );
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
    pub fn written(&mut self, range: &Range) {
        if self.is_hosts() {
            return;
        }
        self.peeks = 0;
        if range.is_loose() && !self.is_private {
            return self.written_in_part(range);
        }
        if self.written.has(range) {
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
        self.written.add(range);
    }

    fn count(&self, stats: &Stats, at: usize, copied: Copied, bytes: usize) {
        if bytes > 0 {
            stats.copied(self.name(at), &self.source, copied, bytes);
        }
    }

    /// Takes over what `old` has on the same device.
    pub fn take_over(&mut self, old: &Self, stats: &Stats) -> Result<(), DeviceError> {
        // Nothing is in the new buffer yet that what lies between could spoil.
        for (low, rows) in joined(boxes(&old.valid), &Intervals::ascending(std::iter::once(old.span.clone()))) {
            let (from, to, since) = (low - old.span.start, low - self.span.start, stats.now());
            // SAFETY: both buffers mirror the rows.
            let moved = unsafe { self.device.copy_within((&self.buffer, to), (&old.buffer, from), rows) }?;
            old.count(stats, low, copied_within(since, "its buffer grew"), moved);
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
