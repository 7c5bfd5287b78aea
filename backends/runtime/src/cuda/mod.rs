//! The CUDA device: NVIDIA's driver API, from a library that is looked for at the first launch. Kernels come as PTX;
//! an argument block does not exist, as the driver takes parameters by value. Everything is done in order, in one stream. Short
//! launches are only begun: the host goes on to the next one, and waits where it needs what they wrote.

mod codes;
mod context;
mod copies;
mod driver;
mod launch;
mod memory;
mod modules;
mod ptx_needs;
mod staging;

use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use crate::config::Config;
use crate::device::{Buffer, Device, DeviceInfo, Launch, Launched, Limits};
use crate::ending;
use crate::error::DeviceError;
use crate::numerics;
use crate::pool::Pool;
use crate::ranges::{Range, Span};
use crate::session::SHORT;
use crate::shape::{choose_block, group_counts};
use crate::signals::{endable, with_signals_blocked};
use crate::strided::Strided;
use context::Context;
use launch::Clock;
use memory::Chunk;
use modules::Modules;
use staging::Staging;

pub use codes::CudaCode;
pub use context::{check_is_there, infos};
#[cfg(test)]
pub use ptx_needs::needs as numerics_needs;

pub struct CudaDevice {
    info: DeviceInfo,
    /// One thread at a time: all work goes to one stream, and its clock takes one launch.
    work: Mutex<Work>,
}

struct Work {
    pool: Pool<Chunk>,
    modules: Modules,
    clock: Clock,
    staging: Staging,
    context: Context,
    /// What was begun and not waited for takes one core of the host so long, about.
    pending: Duration,
}

/// No more than that is begun without waiting, as far as one knows: faults come out near the kernel that caused them.
const MOST_PENDING: Duration = Duration::from_millis(20);

/// Waits for what was begun; the context is current.
fn settle(context: &Context, clock: &Clock, pending: &mut Duration) -> Result<(), DeviceError> {
    let wait = || launch::wait(context, clock);
    match std::mem::take(pending) {
        Duration::ZERO => Ok(()),
        short if short < SHORT => wait(),
        _ => endable(wait),
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        // What a lost context held is gone.
        let Ok(_entered) = self.context.enter() else { return };
        self.pool.destroy(&self.context);
        self.modules.destroy(&self.context);
        self.clock.destroy(&self.context);
        self.staging.destroy(&self.context);
    }
}

impl CudaDevice {
    /// Opens the device for programs: what it computes is known then.
    pub fn open(config: &Config) -> Result<Self, DeviceError> {
        let mut device = Self::open_untested(config)?;
        let known = numerics::known_or_measured(&device.info, config.store.as_ref(), || Self::open_for_test(config))?;
        device.info.numerics = Some(known);
        device.work().context.info = device.info.clone();
        Ok(device)
    }

    /// A device of its own for the self-test, with the driver's limits only.
    pub fn open_for_test(config: &Config) -> Result<Box<dyn Device>, DeviceError> {
        Ok(Box::new(Self::open_untested(&Config { device_memory: None, block: None, ..config.clone() })?))
    }

    fn open_untested(config: &Config) -> Result<Self, DeviceError> {
        with_signals_blocked(|| {
            let context = Context::open(config)?;
            let info = context.info.clone();
            let limit = config.device_memory.unwrap_or(u64::MAX).min(info.memory_bytes);
            let pool = Pool::new(limit, info.limits.max_allocation_bytes);
            let entered = context.enter()?;
            let clock = Clock::new(&context)?;
            drop(entered);
            ending::watch();
            let (modules, staging) = (Modules::default(), Staging::new(config.threads));
            let work = Mutex::new(Work { pool, modules, clock, staging, context, pending: Duration::ZERO });
            Ok(Self { info, work })
        })
    }

    fn work(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Device for CudaDevice {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn end_threads(&self) {
        // Whoever is in a copy keeps its threads, and needs this code.
        if let Ok(work) = self.work.try_lock() {
            work.staging.end_threads();
        }
    }

    fn allocate(&self, span: &Span, _ranges: &[Range]) -> Result<Buffer, DeviceError> {
        if ending::has_begun() {
            return Err(DeviceError::Ending);
        }
        let Work { pool, context, .. } = &mut *self.work();
        let _entered = context.enter()?;
        pool.allocate(context, span)
    }

    fn free(&self, buffer: &Buffer) {
        let Work { pool, context, .. } = &mut *self.work();
        // What a lost context held is gone.
        if let Ok(_entered) = context.enter() {
            pool.free(context, buffer);
        }
    }

    unsafe fn copy_in(
        &self,
        buffer: &Buffer,
        offset: usize,
        host: *const u8,
        rows: Strided,
    ) -> Result<usize, DeviceError> {
        let Work { pool, context, staging, pending, .. } = &mut *self.work();
        let _entered = context.enter()?;
        pool.chunk(buffer)?;
        let device = buffer.address + offset as u64;
        if staging::is_long(rows) {
            // It is only begun.
            *pending = (*pending).max(Duration::from_nanos(1));
            if unsafe { staging.copy_in(context, device, host, rows.bytes) }? {
                return Ok(rows.total());
            }
        }
        unsafe { copies::to_device(&context.driver, device, host, rows) }?;
        Ok(rows.total())
    }

    unsafe fn copy_out(
        &self,
        buffer: &Buffer,
        offset: usize,
        host: *mut u8,
        rows: Strided,
    ) -> Result<usize, DeviceError> {
        let Work { pool, context, clock, pending, staging, .. } = &mut *self.work();
        let _entered = context.enter()?;
        settle(context, clock, pending)?;
        pool.chunk(buffer)?;
        let device = buffer.address + offset as u64;
        if staging::is_long(rows) && unsafe { staging.copy_out(context, host, device, rows.bytes) }? {
            return Ok(rows.total());
        }
        unsafe { copies::to_host(&context.driver, host, device, rows) }?;
        Ok(rows.total())
    }

    unsafe fn copy_within(
        &self,
        (to, to_offset): (&Buffer, usize),
        (from, from_offset): (&Buffer, usize),
        rows: Strided,
    ) -> Result<usize, DeviceError> {
        let Work { pool, context, .. } = &mut *self.work();
        let _entered = context.enter()?;
        pool.chunk(to)?;
        pool.chunk(from)?;
        let (to, from) = (to.address + to_offset as u64, from.address + from_offset as u64);
        unsafe { copies::within(&context.driver, to, from, rows) }?;
        Ok(rows.total())
    }

    unsafe fn launch(&self, launch: &Launch) -> Result<Launched, DeviceError> {
        let Work { modules, clock, context, pending, .. } = &mut *self.work();
        let _entered = context.enter()?;
        if *pending > MOST_PENDING {
            settle(context, clock, pending)?;
        }
        let begun = (!modules.has(launch.kernel)).then(Instant::now);
        let entry = modules.entry(context, launch.kernel)?;
        let prepare_ns = begun.map_or(0, |it| it.elapsed().as_nanos() as u64);
        let max_group_items = entry.max_group_items.min(self.info.limits.max_group_items);
        let limits = Limits { max_group_items, ..self.info.limits.clone() };
        let work = launch.extent.iter().fold(1, |work: u64, &n| work.saturating_mul(n.unsigned_abs()));
        let size = context.multiprocessors.filling(entry.occupying, work);
        let block = choose_block(launch.extent, launch.group, size, &limits)?;
        if launch.waits || launch.about > MOST_PENDING {
            *pending = Duration::ZERO;
            let launched = unsafe { launch::run(context, clock, entry, launch, block) }?;
            return Ok(Launched { prepare_ns, ..launched });
        }
        unsafe { launch::begin(context, entry, launch, block) }?;
        *pending += launch.about.max(Duration::from_nanos(1));
        Ok(Launched { grid: group_counts(launch.extent, block), block: block.map(u64::from), ns: 0, prepare_ns })
    }
}
