//! The interface that every device implements, and the list of devices of this machine. A device moves bytes and runs
//! kernels; it knows no site, no statistics and no fallback.

use std::ops::Range as Bytes;
use std::time::Duration;

use serde::Serialize;

use crate::config::{self, Config, DeviceChoice};
use crate::cuda::CudaDevice;
use crate::error::DeviceError;
use crate::known::Store;
use crate::numerics::{self, Numerics};
use crate::ranges::{Range, Span};
use crate::strided::Strided;
use crate::types::{Group, Kernel};
use crate::vulkan::VulkanDevice;

/// Device memory that mirrors one span of host memory.
#[derive(Debug, Clone)]
pub struct Buffer {
    /// Device address of the span's first byte.
    pub address: u64,
    pub bytes: usize,
    /// The device's own name for it.
    pub key: u64,
    /// It is the host's memory itself: copies would do nothing.
    pub is_hosts: bool,
}

#[derive(Clone, Copy)]
pub struct Launch<'a> {
    pub kernel: Kernel<'a>,
    /// Work items per dimension, x first, each at least 1.
    pub extent: [i64; 3],
    /// One slot per argument; pointers are device addresses.
    pub args: &'a [u64],
    pub group: Group,
    /// An estimate of the time on one core; zero if nobody knows.
    pub about: Duration,
    /// The end is waited for, so that it can be timed. Else the device may answer before.
    pub waits: bool,
}

/// How a launch ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Launched {
    pub grid: [u64; 3],
    pub block: [u64; 3],
    pub ns: u64,
    /// What a driver needed before, where the kernel was not ready.
    pub prepare_ns: u64,
}

pub trait Device: Send + Sync {
    fn info(&self) -> &DeviceInfo;

    /// Kernels work on host memory itself, so that copies do nothing.
    fn is_host(&self) -> bool {
        false
    }

    /// Threads of its own end for good; no launch and no copy is under way.
    fn end_threads(&self) {}

    /// Memory for `span`; `ranges` are those that `span` numbers.
    fn allocate(&self, span: &Span, ranges: &[Range]) -> Result<Buffer, DeviceError>;

    /// The span's host memory itself as a buffer; `None` if the device cannot work on it, or if copies are better. The memory must stay
    /// the program's while the buffer lives.
    fn share(&self, _span: &Span) -> Option<Buffer> {
        None
    }

    /// Does it share large arrays?
    fn shares(&self) -> bool {
        false
    }

    fn free(&self, buffer: &Buffer);

    /// A launch of so many iterations is about to touch these ranges of the host's memory.
    fn touch(&self, _ranges: &[Range], _instances: i64) {}

    /// A site is about to use the buffer for these ranges, and for nothing else.
    fn expose(&self, _buffer: &Buffer, _ranges: Vec<Range>) {}

    /// These bytes of the buffer mean nothing any more: the program freed the memory that they stand for.
    fn discard(&self, _buffer: &Buffer, _bytes: std::ops::Range<usize>) {}

    /// It is for finding errors: bytes that the host must not read may be overwritten.
    fn is_for_checks(&self) -> bool {
        false
    }

    /// May the driver stop this kernel before its end?
    fn may_stop_halfway(&self, _kernel: Kernel) -> bool {
        false
    }

    /// Copies rows, of which the first is at `host` and at `offset` in the buffer; answers how many bytes moved.
    ///
    /// # Safety
    /// The rows from `host` on are readable, and those from `offset` on lie in the buffer.
    unsafe fn copy_in(
        &self,
        buffer: &Buffer,
        offset: usize,
        host: *const u8,
        rows: Strided,
    ) -> Result<usize, DeviceError>;

    /// The other way.
    ///
    /// # Safety
    /// The rows from `host` on are writable, and those from `offset` on lie in the buffer.
    unsafe fn copy_out(
        &self,
        buffer: &Buffer,
        offset: usize,
        host: *mut u8,
        rows: Strided,
    ) -> Result<usize, DeviceError>;

    /// As [`Device::copy_out`], but the host gets nothing but `parts` of the rows, counted from `host`: the rest of its memory stays as it is. In the
    /// buffer, the rest may never have been written.
    ///
    /// # Safety
    /// The parts of the host's memory are writable, and the rows lie in the buffer.
    unsafe fn copy_out_parts(
        &self,
        (buffer, offset): (&Buffer, usize),
        host: *mut u8,
        rows: Strided,
        parts: &[Bytes<usize>],
    ) -> Result<usize, DeviceError> {
        let mut all = vec![0u8; rows.hull()];
        // SAFETY: `all` has as many bytes.
        let moved = unsafe { self.copy_out(buffer, offset, all.as_mut_ptr(), rows) }?;
        for part in parts {
            // SAFETY: the caller promises it.
            unsafe { std::ptr::copy_nonoverlapping(all[part.clone()].as_ptr(), host.add(part.start), part.len()) };
        }
        Ok(moved)
    }

    /// Copies rows from one buffer to another.
    ///
    /// # Safety
    /// The rows from each offset on lie in their buffer, and the buffers are different ones.
    unsafe fn copy_within(
        &self,
        to: (&Buffer, usize),
        from: (&Buffer, usize),
        rows: Strided,
    ) -> Result<usize, DeviceError>;

    /// Runs a kernel to its end. An error means that it may have run in part, on device memory only.
    ///
    /// # Safety
    /// The kernel's code is what the compiler made, and `launch.args` fits it.
    unsafe fn launch(&self, launch: &Launch) -> Result<Launched, DeviceError>;

    /// Is host memory as the sequential loop would have left it, as far as the device can tell?
    fn check_written_back(&self, _buffer: &Buffer) -> Result<(), DeviceError> {
        Ok(())
    }
}

#[derive(Debug, Clone, Default, Serialize)]
pub struct DeviceInfo {
    /// As in `RADDLE_DEVICE`.
    pub kind: &'static str,
    pub index: usize,
    pub name: String,
    pub driver: String,
    /// Version of the programming interface, "" where there is none.
    pub api: String,
    /// Compute capability of an NVIDIA device, else "".
    pub capability: String,
    /// "" if Raddle can use the device, else why not.
    pub problem: String,
    pub memory_bytes: u64,
    pub host_memory: bool,
    /// A program that imitates a GPU on the host's processors.
    pub software: bool,
    pub limits: Limits,
    pub features: Features,
    /// What the self-test found; none where the host itself computes, and before a test.
    pub numerics: Option<Numerics>,
}

#[derive(Debug, Clone, Default, Serialize)]
pub struct Limits {
    pub max_group_size: [u32; 3],
    pub max_group_items: u32,
    pub max_groups: [u32; 3],
    pub max_allocation_bytes: u64,
    pub shared_memory_bytes: u32,
    pub subgroup_size: u32,
    /// Rounds that the loops of one work item may take in all, as the driver ends them after that; 0 for any number.
    pub max_rounds: u32,
}

#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct Features {
    pub int8: bool,
    pub int16: bool,
    pub int64: bool,
    pub float64: bool,
    /// Atomic operations on 64-bit integers; those on 32 bits all devices have.
    pub int64_atomics: bool,
    /// Loads and stores of 8 and 16 bits.
    pub storage8: bool,
    pub storage16: bool,
    pub device_address: bool,
    pub denorm_preserve: Widths,
    pub rounding_to_nearest: Widths,
    pub signed_zero_inf_nan_preserve: Widths,
}

/// Which float types have a property.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct Widths {
    pub f32: bool,
    pub f64: bool,
}

impl Widths {
    pub const BOTH: Self = Self { f32: true, f64: true };
}

impl Features {
    pub const ALL: Self = Self {
        int8: true,
        int16: true,
        int64: true,
        float64: true,
        int64_atomics: true,
        storage8: true,
        storage16: true,
        device_address: true,
        denorm_preserve: Widths::BOTH,
        rounding_to_nearest: Widths::BOTH,
        signed_zero_inf_nan_preserve: Widths::BOTH,
    };
}

/// All devices of this machine, unusable ones with their problem, tested ones with the outcome.
pub fn devices() -> Vec<DeviceInfo> {
    let threads = config::cores();
    let mut devices = vec![crate::cpu::info(threads), crate::emulated::info()];
    devices.extend(crate::vulkan::infos());
    devices.extend(crate::cuda::infos(crate::config::cuda_driver().as_deref()));
    let store = Store::of_user();
    for device in &mut devices {
        device.numerics = numerics::known(device, store.as_ref());
    }
    devices
}

/// Does the GPU exist that the settings name? Nothing of it stays in use: forked children may still open it.
pub fn check_is_there(config: &Config) -> Result<(), DeviceError> {
    match config.device {
        DeviceChoice::Vulkan => crate::vulkan::check_is_there(config),
        DeviceChoice::Cuda => crate::cuda::check_is_there(config),
        DeviceChoice::Auto | DeviceChoice::Cpu | DeviceChoice::Emulated | DeviceChoice::None => Ok(()),
    }
}

/// Tests the numerics of a device that `devices` listed, and keeps the outcome for programs. What the host itself
/// computes needs no test.
pub fn self_test(device: &mut DeviceInfo, config: &Config) -> Result<(), DeviceError> {
    let config = Config { index: device.index, ..config.clone() };
    let opened = match device.kind {
        _ if !device.problem.is_empty() => return Ok(()),
        "vulkan" => VulkanDevice::open_for_test(&config)?,
        "cuda" => CudaDevice::open_for_test(&config)?,
        _ => return Ok(()),
    };
    let outcome = numerics::measure(&*opened)?;
    numerics::keep(device, config.store.as_ref(), &outcome);
    device.numerics = Some(outcome);
    Ok(())
}
