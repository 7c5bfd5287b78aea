//! Long copies between memory of the program and the device, by way of memory that the device reaches by itself.
//!
//! ```text
//!     to the device:   threads copy part 0 | threads copy part 1 | ...        to the host:  device copies part 0 | device copies part 1 | ..
//!                                          | device copies part 0 | ...                                          | threads copy part 0  | ..
//! ```
//!
//! The driver does the same with one thread, for which memory is slower than the bus; and memory that the program never touched gets its
//! pages meanwhile, which takes longer than both. Copies to the device are only begun when the last part is in a slot.

use std::ffi::c_void;
use std::time::Duration;

use super::context::Context;
use super::driver::{self, DevicePointer, Driver};
use super::launch::DEFAULT_STREAM;
use crate::error::DeviceError;
use crate::strided::Strided;
use crate::workers::{Caller, Workers};

/// Shorter copies are the driver's.
const LEAST: usize = 4 << 20;

/// Is it one row that is worth the way?
pub fn is_long(rows: Strided) -> bool {
    rows.count == [1, 1] && rows.bytes >= LEAST
}

/// Bytes of a slot, and how many there are: one is copied by threads, one by the device, and one is ready.
const SLOT: usize = 4 << 20;
const SLOTS: usize = 3;

/// Bytes that a thread copies at once.
const PIECE: usize = 128 << 10;

/// More threads than this do not copy faster.
const MOST_THREADS: usize = 8;

/// How long one thread takes for a byte, about.
const PICOSECONDS: u64 = 100;

pub struct Staging {
    threads: usize,
    /// Made by the first long copy; None again where the driver has no such memory.
    slots: Option<Slots>,
    is_impossible: bool,
}

struct Slots {
    /// All slots, one behind the other.
    memory: *mut u8,
    /// The device is done with what the slot held.
    done: [driver::Event; SLOTS],
    workers: Workers,
}

/// Its memory and events belong to a context, not to a thread.
unsafe impl Send for Slots {}

impl Staging {
    pub fn new(threads: usize) -> Self {
        Self { threads: threads.clamp(1, MOST_THREADS), slots: None, is_impossible: false }
    }

    /// None where there is no memory for slots.
    fn slots(&mut self, driver: &Driver) -> Option<&Slots> {
        if self.slots.is_none() && !self.is_impossible {
            self.slots = Slots::new(driver, self.threads).ok();
            self.is_impossible = self.slots.is_none();
        }
        self.slots.as_ref()
    }

    /// Begins a copy of `bytes` bytes; false, and nothing is done, where it cannot. The program may change its memory when this returns.
    ///
    /// # Safety
    /// Both sides have so many bytes, and the context is current.
    pub unsafe fn copy_in(
        &mut self,
        context: &Context,
        to: DevicePointer,
        from: *const u8,
        bytes: usize,
    ) -> Result<bool, DeviceError> {
        let driver = &context.driver;
        let Some(slots) = self.slots(driver) else { return Ok(false) };
        for (number, (offset, length)) in parts(bytes).enumerate() {
            let (memory, done) = slots.nth(number);
            unsafe {
                driver.cuEventSynchronize(done)?;
                slots.copy(from.add(offset), memory, length);
                driver.cuMemcpyHtoDAsync_v2(to + offset as u64, memory.cast(), length, DEFAULT_STREAM)?;
                driver.cuEventRecord(done, DEFAULT_STREAM)?;
            }
        }
        Ok(true)
    }

    /// Copies `bytes` bytes; false, and nothing is done, where it cannot.
    ///
    /// # Safety
    /// Both sides have so many bytes, and the context is current.
    pub unsafe fn copy_out(
        &mut self,
        context: &Context,
        to: *mut u8,
        from: DevicePointer,
        bytes: usize,
    ) -> Result<bool, DeviceError> {
        let driver = &context.driver;
        let Some(slots) = self.slots(driver) else { return Ok(false) };
        let begin = |number: usize, (offset, length): (usize, usize)| unsafe {
            let (memory, done) = slots.nth(number);
            driver.cuMemcpyDtoHAsync_v2(memory.cast::<c_void>(), from + offset as u64, length, DEFAULT_STREAM)?;
            driver.cuEventRecord(done, DEFAULT_STREAM)
        };
        let mut ahead = parts(bytes).enumerate();
        ahead.by_ref().take(SLOTS).try_for_each(|(number, part)| begin(number, part))?;
        for (number, (offset, length)) in parts(bytes).enumerate() {
            let (memory, done) = slots.nth(number);
            unsafe {
                driver.cuEventSynchronize(done)?;
                slots.copy(memory, to.add(offset), length);
            }
            // It takes the slot that is free now.
            ahead.next().map_or(Ok(()), |(number, part)| begin(number, part))?;
        }
        Ok(true)
    }

    pub fn end_threads(&self) {
        self.slots.iter().for_each(|it| it.workers.end());
    }

    /// The device must be idle.
    pub fn destroy(&mut self, context: &Context) {
        if let Some(slots) = self.slots.take() {
            slots.destroy(&context.driver);
        }
    }
}

/// Where each part begins, and how long it is.
fn parts(bytes: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..bytes.div_ceil(SLOT)).map(move |part| (part * SLOT, SLOT.min(bytes - part * SLOT)))
}

impl Slots {
    fn new(driver: &Driver, threads: usize) -> Result<Self, DeviceError> {
        let mut memory = std::ptr::null_mut();
        unsafe { driver.cuMemHostAlloc(&mut memory, SLOT * SLOTS, 0) }?;
        let mut slots =
            Self { memory: memory.cast(), done: [std::ptr::null_mut(); SLOTS], workers: Workers::new(threads - 1) };
        for slot in 0..SLOTS {
            let event = &mut slots.done[slot];
            let created = unsafe { driver.cuEventCreate(event, driver::DISABLE_TIMING) };
            // Nobody has used the slot.
            if let Err(error) = created.and_then(|()| unsafe { driver.cuEventRecord(*event, DEFAULT_STREAM) }) {
                slots.destroy(driver);
                return Err(error);
            }
        }
        Ok(slots)
    }

    fn destroy(self, driver: &Driver) {
        self.workers.end();
        for event in self.done.into_iter().filter(|it| !it.is_null()) {
            // Nothing is left to do about a failure.
            let _ = unsafe { driver.cuEventDestroy_v2(event) };
        }
        let _ = unsafe { driver.cuMemFreeHost(self.memory.cast()) };
    }

    /// The slot of a part, which has it after the parts before it.
    fn nth(&self, part: usize) -> (*mut u8, driver::Event) {
        let slot = part % SLOTS;
        // SAFETY: so many slots are there.
        (unsafe { self.memory.add(slot * SLOT) }, self.done[slot])
    }

    /// # Safety
    /// Both sides have so many bytes, and they do not meet.
    unsafe fn copy(&self, from: *const u8, to: *mut u8, bytes: usize) {
        let (from, to) = (from as usize, to as usize);
        let piece = |number: usize| {
            let offset = number * PIECE;
            let (from, to) = ((from + offset) as *const u8, (to + offset) as *mut u8);
            // SAFETY: the pieces are parts of what the caller promises, and do not meet.
            unsafe { to.copy_from_nonoverlapping(from, PIECE.min(bytes - offset)) };
        };
        let about = Duration::from_nanos(bytes as u64 * PICOSECONDS / 1000);
        self.workers.share(bytes.div_ceil(PIECE), about, Caller::Helps, &piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_all_bytes_once() {
        for bytes in [1, SLOT - 1, SLOT, SLOT + 1, 5 * SLOT + 7] {
            let all: Vec<_> = parts(bytes).collect();
            assert_eq!(all.iter().map(|it| it.1).sum::<usize>(), bytes);
            assert!(all.iter().enumerate().all(|(number, it)| it.0 == number * SLOT && (1..=SLOT).contains(&it.1)));
        }
    }
}
