//! A launch and its clock.

use std::ffi::c_void;
use std::time::Instant;

use super::context::Context;
use super::driver;
use super::modules::Entry;
use crate::device::{Launch, Launched};
use crate::error::DeviceError;
use crate::shape::group_counts;
use crate::signals::with_signals_blocked;

/// The stream that all others wait for, so that a program that uses CUDA itself stays in order with us.
pub const DEFAULT_STREAM: driver::Stream = std::ptr::null_mut();

/// Begin and end of a launch.
pub struct Clock {
    start: driver::Event,
    end: driver::Event,
}

/// Events belong to a context, not to a thread.
unsafe impl Send for Clock {}

impl Clock {
    /// `context` is current.
    pub fn new(context: &Context) -> Result<Self, DeviceError> {
        let mut clock = Self { start: std::ptr::null_mut(), end: std::ptr::null_mut() };
        unsafe {
            context.driver.cuEventCreate(&mut clock.start, 0)?;
            context.driver.cuEventCreate(&mut clock.end, 0)?;
        }
        Ok(clock)
    }

    /// The device must be idle.
    pub fn destroy(&mut self, context: &Context) {
        for event in [self.start, self.end] {
            // Nothing is left to do about a failure.
            let _ = unsafe { context.driver.cuEventDestroy_v2(event) };
        }
    }

    /// The time between the last launch's two events.
    fn nanoseconds(&self, context: &Context) -> Option<u64> {
        let mut milliseconds = 0f32;
        unsafe { context.driver.cuEventElapsedTime(&mut milliseconds, self.start, self.end) }.ok()?;
        Some((f64::from(milliseconds) * 1e6) as u64)
    }
}

/// Runs `entry` to its end; `context` is current.
///
/// # Safety
/// The entry's parameters are the extents and then `launch.args`, each in its natural type.
pub unsafe fn run(
    context: &Context,
    clock: &Clock,
    entry: Entry,
    launch: &Launch,
    block: [u32; 3],
) -> Result<Launched, DeviceError> {
    let started = Instant::now();
    unsafe {
        context.driver.cuEventRecord(clock.start, DEFAULT_STREAM)?;
        begin(context, entry, launch, block)?;
    }
    wait(context, clock)?;
    let waited = started.elapsed().as_nanos() as u64;
    let ns = clock.nanoseconds(context).unwrap_or(waited);
    Ok(Launched { grid: group_counts(launch.extent, block), block: block.map(u64::from), ns, prepare_ns: 0 })
}

/// Waits for all that was begun; `context` is current.
pub fn wait(context: &Context, clock: &Clock) -> Result<(), DeviceError> {
    unsafe {
        context.driver.cuEventRecord(clock.end, DEFAULT_STREAM).map_err(unfinished)?;
        context.driver.cuEventSynchronize(clock.end).map_err(unfinished)
    }
}

/// As [`run`], without waiting: the driver has taken the parameters when it returns.
///
/// # Safety
/// As of [`run`].
pub unsafe fn begin(context: &Context, entry: Entry, launch: &Launch, block: [u32; 3]) -> Result<(), DeviceError> {
    let slots: Vec<u64> = launch.extent.iter().map(|&n| n as u64).chain(launch.args.iter().copied()).collect();
    // The driver copies from each slot as many bytes as the parameter has: the low ones, which come first.
    let parameters: Vec<*const c_void> = slots.iter().map(|slot| std::ptr::from_ref(slot).cast()).collect();
    let grid = group_counts(launch.extent, block).map(|count| count as u32);
    unsafe { enqueue(context, entry, grid, block, &parameters) }
}

unsafe fn enqueue(
    context: &Context,
    entry: Entry,
    [gx, gy, gz]: [u32; 3],
    [bx, by, bz]: [u32; 3],
    parameters: &[*const c_void],
) -> Result<(), DeviceError> {
    let (driver, shared_bytes, no_extra) = (&context.driver, 0, std::ptr::null());
    let (function, stream, parameters) = (entry.function, DEFAULT_STREAM, parameters.as_ptr());
    with_signals_blocked(|| unsafe {
        driver.cuLaunchKernel(function, gx, gy, gz, bx, by, bz, shared_bytes, stream, parameters, no_extra)
    })
}

/// Nobody knows how far the device came.
fn unfinished(error: DeviceError) -> DeviceError {
    match error {
        DeviceError::Call { call, code } => DeviceError::Lost { call, code },
        other => other,
    }
}
