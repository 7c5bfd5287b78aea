//! Kernels as the driver has them: PTX goes to its compiler when a kernel is first launched, and the result is kept.

use std::collections::HashMap;
use std::ffi::{CString, c_void};

use super::CudaCode;
use super::context::Context;
use super::driver;
use super::ptx_needs;
use crate::ending;
use crate::error::{Code, DeviceError};
use crate::numerics;
use crate::occupancy::Demand;
use crate::signals::with_signals_blocked;
use crate::types::Kernel;

/// `CUjit_option`
const ERROR_LOG: i32 = 5;
const ERROR_LOG_BYTES: i32 = 6;

/// Room for the compiler's messages.
const LOG_BYTES: usize = 8 << 10;

/// `CUfunction_attribute`
const MAX_THREADS_PER_BLOCK: i32 = 0;
const SHARED_SIZE_BYTES: i32 = 1;
const NUM_REGS: i32 = 4;

/// An entry point, ready for launches.
#[derive(Clone, Copy)]
pub struct Entry {
    pub function: driver::Function,
    /// Its registers may allow fewer than the device does.
    pub max_group_items: u32,
    /// The size of groups that keeps multiprocessors busiest.
    pub occupying: u32,
}

#[derive(Default)]
pub struct Modules {
    /// By text: the kernels of a file share one.
    loaded: HashMap<CString, driver::Module>,
    /// By the kernel's number.
    entries: HashMap<u64, Entry>,
}

/// Functions and modules belong to a context, not to a thread.
unsafe impl Send for Modules {}

impl Modules {
    /// Is the kernel ready for launches?
    pub fn has(&self, kernel: Kernel) -> bool {
        self.entries.contains_key(&kernel.number())
    }

    /// `context` is current.
    pub fn entry(&mut self, context: &Context, kernel: Kernel) -> Result<Entry, DeviceError> {
        let number = kernel.number();
        if let Some(&entry) = self.entries.get(&number) {
            return Ok(entry);
        }
        let text = kernel.ptx().ok_or(DeviceError::NoCode)?;
        let module = self.module(context, text)?;
        let entry = find(context, module, kernel)?;
        self.entries.insert(number, entry);
        Ok(entry)
    }

    fn module(&mut self, context: &Context, text: &[u8]) -> Result<driver::Module, DeviceError> {
        let text = CString::new(text).map_err(|_| rejected(CudaCode::INVALID_PTX, "the text holds a NUL"))?;
        if let Some(&module) = self.loaded.get(&text) {
            return Ok(module);
        }
        numerics::check(&context.info, &ptx_needs::needs(text.as_bytes()))?;
        let module = load(context, &text)?;
        ending::watch();
        self.loaded.insert(text, module);
        Ok(module)
    }

    /// The device must be idle.
    pub fn destroy(&mut self, context: &Context) {
        self.entries.clear();
        for (_, module) in self.loaded.drain() {
            // Nothing is left to do about a failure.
            let _ = unsafe { context.driver.cuModuleUnload(module) };
        }
    }
}

fn load(context: &Context, text: &CString) -> Result<driver::Module, DeviceError> {
    let mut log = vec![0u8; LOG_BYTES];
    let keys = [ERROR_LOG, ERROR_LOG_BYTES];
    // The second value is the number itself, in the place of a pointer.
    let values = [log.as_mut_ptr().cast::<c_void>(), std::ptr::without_provenance_mut(LOG_BYTES)];
    let mut module = std::ptr::null_mut();
    let image = text.as_ptr().cast();
    let loaded = with_signals_blocked(|| unsafe {
        context.driver.cuModuleLoadDataEx(&mut module, image, keys.len() as u32, keys.as_ptr(), values.as_ptr())
    });
    match loaded {
        Ok(()) => Ok(module),
        Err(DeviceError::Call { code: Code::Cuda(code), .. }) if code.is_rejection() => {
            let end = log.iter().position(|&byte| byte == 0).unwrap_or(log.len());
            Err(rejected(code, &String::from_utf8_lossy(&log[..end])))
        }
        Err(other) => Err(other),
    }
}

fn rejected(code: CudaCode, log: &str) -> DeviceError {
    let log = log.trim();
    DeviceError::RejectedPtx { code, log: if log.is_empty() { "it does not say why" } else { log }.to_owned() }
}

fn find(context: &Context, module: driver::Module, kernel: Kernel) -> Result<Entry, DeviceError> {
    let mut function = std::ptr::null_mut();
    let found = unsafe { context.driver.cuModuleGetFunction(&mut function, module, kernel.name_c().as_ptr()) };
    found.map_err(|error| match error {
        DeviceError::Call { code: Code::Cuda(code @ CudaCode::NOT_FOUND), .. } => {
            rejected(code, &format!("there is no entry '{}'", kernel.name()))
        }
        other => other,
    })?;
    let get = |attribute| -> Result<u32, DeviceError> {
        let mut value = 0;
        unsafe { context.driver.cuFuncGetAttribute(&mut value, attribute, function) }?;
        Ok(u32::try_from(value).unwrap_or(0))
    };
    let demand = Demand {
        registers_per_thread: get(NUM_REGS)?,
        shared_bytes_per_group: get(SHARED_SIZE_BYTES)?,
        max_group: get(MAX_THREADS_PER_BLOCK)?.max(1),
    };
    let occupying = context.multiprocessors.occupying(&demand);
    Ok(Entry { function, max_group_items: demand.max_group, occupying })
}
