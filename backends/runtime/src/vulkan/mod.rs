//! The Vulkan device, for Vulkan 1.2 and later: kernels reach memory by buffer device addresses, the push constant is
//! the address of an argument block, the work-group size comes in by specialization. The loader is opened at run time.

mod buffers;
mod denormals;
mod instance;
mod launch;
mod logical;
mod pipelines;
mod shared;
mod spirv_needs;

use std::sync::{Mutex, MutexGuard};
use std::time::Instant;

use ash::vk;

use crate::config::Config;
use crate::device::{Buffer, Device, DeviceInfo, Launch, Launched};
use crate::ending;
use crate::error::{Code, DeviceError};
use crate::numerics;
use crate::ranges::{Range, Span};
use crate::shape::{USUAL_SIZE, choose_block};
use crate::signals::with_signals_blocked;
use crate::strided::Strided;
use crate::types::Kernel;
use buffers::Buffers;
use launch::Launcher;
use logical::Logical;
use pipelines::Pipelines;

pub use instance::infos;
pub use logical::check_is_there;
#[cfg(test)]
pub use spirv_needs::numerics as numerics_needs;

/// A Vulkan call's failure as ours.
fn failed(call: &'static str) -> impl Fn(vk::Result) -> DeviceError {
    move |result| match result {
        vk::Result::ERROR_DEVICE_LOST => DeviceError::Lost { call, code: Code::Vulkan(result) },
        _ => DeviceError::Call { call, code: Code::Vulkan(result) },
    }
}

/// The failure of a call after which nobody knows how far the device came.
fn lost(call: &'static str) -> impl Fn(vk::Result) -> DeviceError {
    move |result| DeviceError::Lost { call, code: Code::Vulkan(result) }
}

pub struct VulkanDevice {
    info: DeviceInfo,
    /// One thread at a time: a queue and its command buffer take no concurrent use.
    work: Mutex<Work>,
}

struct Work {
    buffers: Buffers,
    launcher: Launcher,
    pipelines: Pipelines,
    logical: Logical,
}

impl Drop for Work {
    fn drop(&mut self) {
        // A lost device is idle too, so the answer does not matter.
        let _ = unsafe { self.logical.handle.device_wait_idle() };
        self.buffers.destroy(&self.logical);
        self.launcher.destroy(&self.logical);
        self.pipelines.destroy(&self.logical);
    }
}

impl VulkanDevice {
    /// Opens the device for programs: what it computes is known then.
    pub fn open(config: &Config) -> Result<Self, DeviceError> {
        let mut device = Self::open_untested(config)?;
        let known = numerics::known_or_measured(&device.info, config.store.as_ref(), || Self::open_for_test(config))?;
        device.info.numerics = Some(known);
        device.work().logical.info = device.info.clone();
        Ok(device)
    }

    /// A device of its own for the self-test, with the driver's limits only.
    pub fn open_for_test(config: &Config) -> Result<Box<dyn Device>, DeviceError> {
        Ok(Box::new(Self::open_untested(&Config { device_memory: None, block: None, ..config.clone() })?))
    }

    fn open_untested(config: &Config) -> Result<Self, DeviceError> {
        with_signals_blocked(|| {
            let logical = Logical::open(config)?;
            let buffers = Buffers::new(&logical, config.device_memory);
            let launcher = Launcher::new(&logical)?;
            let pipelines = Pipelines::new(&logical)?;
            let info = logical.info.clone();
            ending::watch();
            let work = Mutex::new(Work { buffers, launcher, pipelines, logical });
            Ok(Self { info, work })
        })
    }

    fn work(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Device for VulkanDevice {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn allocate(&self, span: &Span, _ranges: &[Range]) -> Result<Buffer, DeviceError> {
        if ending::has_begun() {
            return Err(DeviceError::Ending);
        }
        let Work { buffers, logical, .. } = &mut *self.work();
        let buffer = buffers.allocate(logical, span)?;
        logical.check_messages()?;
        Ok(buffer)
    }

    fn shares(&self) -> bool {
        self.work().logical.importer.is_some()
    }

    fn share(&self, span: &Span) -> Option<Buffer> {
        let Work { buffers, logical, .. } = &mut *self.work();
        (!ending::has_begun()).then(|| buffers.share(logical, span)).flatten()
    }

    fn free(&self, buffer: &Buffer) {
        let Work { buffers, logical, .. } = &mut *self.work();
        buffers.free(logical, buffer);
    }

    fn may_stop_halfway(&self, kernel: Kernel) -> bool {
        self.info.limits.max_rounds > 0 && kernel.spirv().is_none_or(spirv_needs::has_loop)
    }

    unsafe fn copy_in(
        &self,
        buffer: &Buffer,
        offset: usize,
        host: *const u8,
        rows: Strided,
    ) -> Result<usize, DeviceError> {
        let Work { buffers, launcher, logical, .. } = &mut *self.work();
        unsafe { buffers.copy_in(logical, launcher, buffer, offset, host, rows) }?;
        logical.check_messages()?;
        Ok(rows.total())
    }

    unsafe fn copy_out(
        &self,
        buffer: &Buffer,
        offset: usize,
        host: *mut u8,
        rows: Strided,
    ) -> Result<usize, DeviceError> {
        let Work { buffers, launcher, logical, .. } = &mut *self.work();
        unsafe { buffers.copy_out(logical, launcher, buffer, offset, host, rows) }?;
        logical.check_messages()?;
        Ok(rows.total())
    }

    unsafe fn copy_within(
        &self,
        to: (&Buffer, usize),
        from: (&Buffer, usize),
        rows: Strided,
    ) -> Result<usize, DeviceError> {
        let Work { buffers, launcher, logical, .. } = &mut *self.work();
        buffers.copy_within(logical, launcher, to, from, rows)?;
        logical.check_messages()?;
        Ok(rows.total())
    }

    unsafe fn launch(&self, launch: &Launch) -> Result<Launched, DeviceError> {
        let Work { launcher, pipelines, logical, .. } = &mut *self.work();
        let block = choose_block(launch.extent, launch.group, USUAL_SIZE, &self.info.limits)?;
        let begun = (!pipelines.has(launch.kernel, block)).then(Instant::now);
        let pipeline = pipelines.get(logical, launch.kernel, block)?;
        let prepare_ns = begun.map_or(0, |it| it.elapsed().as_nanos() as u64);
        let launched = launcher.run(logical, pipeline, pipelines.layout, launch, block)?;
        if pipelines.take_new() {
            ending::watch();
        }
        logical.check_messages()?;
        Ok(Launched { prepare_ns, ..launched })
    }
}
