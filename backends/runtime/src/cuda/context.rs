//! The devices of a CUDA driver, and the context of one: the process's primary one, current only while Raddle works.

use std::ffi::CStr;
use std::marker::PhantomData;
use std::path::Path;

use super::driver::{self, Driver, version_text};
use crate::config::Config;
use crate::device::{DeviceInfo, Features, Limits};
use crate::error::DeviceError;
use crate::occupancy::Multiprocessors;
use crate::signals::with_signals_blocked;

/// Kernels come as PTX for `sm_70`.
const LEAST_CAPABILITY: (u32, u32) = (7, 0);

/// `CUdevice_attribute`
mod attribute {
    pub const MAX_THREADS_PER_BLOCK: i32 = 1;
    pub const MAX_BLOCK_DIM_X: i32 = 2;
    pub const MAX_GRID_DIM_X: i32 = 5;
    pub const MAX_SHARED_MEMORY_PER_BLOCK: i32 = 8;
    pub const WARP_SIZE: i32 = 10;
    pub const MULTIPROCESSOR_COUNT: i32 = 16;
    pub const INTEGRATED: i32 = 18;
    pub const MAX_THREADS_PER_MULTIPROCESSOR: i32 = 39;
    pub const COMPUTE_CAPABILITY_MAJOR: i32 = 75;
    pub const COMPUTE_CAPABILITY_MINOR: i32 = 76;
    pub const MAX_SHARED_MEMORY_PER_MULTIPROCESSOR: i32 = 81;
    pub const MAX_REGISTERS_PER_MULTIPROCESSOR: i32 = 82;
    pub const MAX_BLOCKS_PER_MULTIPROCESSOR: i32 = 106;
}

pub struct Context {
    pub driver: Driver,
    pub info: DeviceInfo,
    pub multiprocessors: Multiprocessors,
    device: driver::Device,
    handle: driver::Context,
}

/// A context may be current on any thread.
unsafe impl Send for Context {}

impl Context {
    pub fn open(config: &Config) -> Result<Self, DeviceError> {
        let driver = Driver::open(config.cuda_driver.as_deref())?;
        let info = choose(list(&driver)?, config.index)?;
        let device = device(&driver, info.index)?;
        let multiprocessors = multiprocessors(&driver, device)?;
        let mut handle = std::ptr::null_mut();
        unsafe { driver.cuDevicePrimaryCtxRetain(&mut handle, device) }?;
        Ok(Self { driver, info, multiprocessors, device, handle })
    }

    /// Makes the context current on this thread until the result is dropped. The program may use CUDA itself, so what
    /// was current before is current again then.
    pub fn enter(&self) -> Result<Entered<'_>, DeviceError> {
        unsafe { self.driver.cuCtxPushCurrent_v2(self.handle) }?;
        Ok(Entered { driver: &self.driver, _this_thread: PhantomData })
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // Nothing is left to do about a failure.
        let _ = unsafe { self.driver.cuDevicePrimaryCtxRelease_v2(self.device) };
    }
}

pub struct Entered<'c> {
    driver: &'c Driver,
    _this_thread: PhantomData<*const ()>,
}

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        let mut popped = std::ptr::null_mut();
        // A lost context fails here as everywhere; who uses it next says so.
        let _ = unsafe { self.driver.cuCtxPopCurrent_v2(&mut popped) };
    }
}

fn choose(infos: Vec<DeviceInfo>, index: usize) -> Result<DeviceInfo, DeviceError> {
    let usable = infos.iter().filter(|info| info.problem.is_empty());
    let usable: Vec<String> = usable.map(|info| format!("{} ({})", info.index, info.name)).collect();
    let usable = if usable.is_empty() { "none".to_owned() } else { usable.join(", ") };
    let chosen = infos.into_iter().nth(index).ok_or(DeviceError::NoSuchDevice { api: "CUDA", index, usable })?;
    if !chosen.problem.is_empty() {
        return Err(DeviceError::Unusable { name: chosen.name, problem: chosen.problem });
    }
    Ok(chosen)
}

/// Is there the device that the settings name?
pub fn check_is_there(config: &Config) -> Result<(), DeviceError> {
    with_signals_blocked(|| {
        let driver = Driver::open(config.cuda_driver.as_deref())?;
        choose(list(&driver)?, config.index).map(|_| ())
    })
}

/// All CUDA devices; one entry with the problem if there is no driver.
pub fn infos(driver: Option<&Path>) -> Vec<DeviceInfo> {
    match Driver::open(driver).and_then(|driver| list(&driver)) {
        Ok(infos) => infos,
        Err(error) => vec![DeviceInfo { kind: "cuda", problem: error.to_string(), ..DeviceInfo::default() }],
    }
}

fn list(driver: &Driver) -> Result<Vec<DeviceInfo>, DeviceError> {
    let mut count = 0;
    unsafe { driver.cuDeviceGetCount(&mut count) }?;
    (0..usize::try_from(count).unwrap_or(0)).map(|index| info(driver, index)).collect()
}

fn device(driver: &Driver, index: usize) -> Result<driver::Device, DeviceError> {
    let mut device = 0;
    unsafe { driver.cuDeviceGet(&mut device, i32::try_from(index).unwrap_or(i32::MAX)) }?;
    Ok(device)
}

fn info(driver: &Driver, index: usize) -> Result<DeviceInfo, DeviceError> {
    let device = device(driver, index)?;
    let mut bytes = 0;
    unsafe { driver.cuDeviceTotalMem_v2(&mut bytes, device) }?;
    let get = |attribute| value(driver, attribute, device);
    let capability = (get(attribute::COMPUTE_CAPABILITY_MAJOR)?, get(attribute::COMPUTE_CAPABILITY_MINOR)?);
    Ok(DeviceInfo {
        kind: "cuda",
        index,
        name: name(driver, device)?,
        driver: kernel_driver(),
        api: version_text(driver.version),
        capability: format!("{}.{}", capability.0, capability.1),
        problem: problem(capability),
        memory_bytes: bytes as u64,
        host_memory: get(attribute::INTEGRATED)? != 0,
        software: false,
        limits: limits(&get, bytes as u64)?,
        features: Features::ALL,
        numerics: None,
    })
}

/// The driver's name and, where it is the kernel's module, its version, of which the interface's says only the beginning.
fn kernel_driver() -> String {
    let version = std::fs::read_to_string("/sys/module/nvidia/version").unwrap_or_default();
    format!("NVIDIA {}", version.trim()).trim().to_owned()
}

fn multiprocessors(driver: &Driver, device: driver::Device) -> Result<Multiprocessors, DeviceError> {
    let get = |attribute| value(driver, attribute, device);
    Ok(Multiprocessors {
        count: get(attribute::MULTIPROCESSOR_COUNT)?,
        shared_bytes: get(attribute::MAX_SHARED_MEMORY_PER_MULTIPROCESSOR)?,
        registers: get(attribute::MAX_REGISTERS_PER_MULTIPROCESSOR)?,
        threads: get(attribute::MAX_THREADS_PER_MULTIPROCESSOR)?,
        groups: get(attribute::MAX_BLOCKS_PER_MULTIPROCESSOR)?,
        warp: get(attribute::WARP_SIZE)?,
    })
}

fn value(driver: &Driver, attribute: i32, device: driver::Device) -> Result<u32, DeviceError> {
    let mut value = 0;
    unsafe { driver.cuDeviceGetAttribute(&mut value, attribute, device) }?;
    Ok(u32::try_from(value).unwrap_or(0))
}

fn limits(get: &impl Fn(i32) -> Result<u32, DeviceError>, bytes: u64) -> Result<Limits, DeviceError> {
    let xyz = |x| -> Result<[u32; 3], DeviceError> { Ok([get(x)?, get(x + 1)?, get(x + 2)?]) };
    Ok(Limits {
        max_group_size: xyz(attribute::MAX_BLOCK_DIM_X)?,
        max_group_items: get(attribute::MAX_THREADS_PER_BLOCK)?,
        max_groups: xyz(attribute::MAX_GRID_DIM_X)?,
        max_allocation_bytes: bytes,
        shared_memory_bytes: get(attribute::MAX_SHARED_MEMORY_PER_BLOCK)?,
        subgroup_size: get(attribute::WARP_SIZE)?,
        max_rounds: 0,
    })
}

fn name(driver: &Driver, device: driver::Device) -> Result<String, DeviceError> {
    let mut name = [0; 256];
    unsafe { driver.cuDeviceGetName(name.as_mut_ptr(), name.len() as i32, device) }?;
    let name = name.map(|byte| byte as u8);
    let text = CStr::from_bytes_until_nul(&name).map(CStr::to_string_lossy);
    Ok(text.unwrap_or_default().into_owned())
}

/// Why Raddle can't use the device, or "".
fn problem(capability: (u32, u32)) -> String {
    let ((major, minor), (least_major, least_minor)) = (capability, LEAST_CAPABILITY);
    if capability >= LEAST_CAPABILITY {
        return String::new();
    }
    format!("has compute capability {major}.{minor}, older than {least_major}.{least_minor}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn infos(problems: &[&str]) -> Vec<DeviceInfo> {
        let info = |(index, problem): (usize, &&str)| DeviceInfo {
            index,
            name: format!("GPU{index}"),
            problem: (*problem).to_owned(),
            ..DeviceInfo::default()
        };
        problems.iter().enumerate().map(info).collect()
    }

    #[test]
    fn devices_are_chosen_by_index() {
        assert_eq!(choose(infos(&["", ""]), 1).unwrap().name, "GPU1");
        let message = choose(infos(&["", "has a problem"]), 2).unwrap_err().to_string();
        assert_eq!(message, "there is no CUDA device 2; usable are: 0 (GPU0)");
        let message = choose(infos(&["has a problem"]), 0).unwrap_err().to_string();
        assert_eq!(message, "GPU0 can't be used: it has a problem");
    }

    #[test]
    fn old_devices_have_a_problem() {
        assert_eq!(problem((6, 1)), "has compute capability 6.1, older than 7.0");
        assert_eq!((problem((7, 0)), problem((12, 0))), (String::new(), String::new()));
    }
}
