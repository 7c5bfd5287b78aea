//! A CUDA driver for machines without a GPU: the functions of `libcuda.so.1` that Raddle's runtime calls, on the PTX
//! interpreter. `RADDLE_CUDA_DRIVER` puts it in the driver's place.
//!
//! It is as strict as the interpreter and about as fast: a handle that is not alive, a call without a context and an
//! access to memory that nobody wrote are errors. What a kernel did wrong is said on standard error, and the calls that
//! wait for it fail as they do on a device. `RADDLE_STUB_CUDA` makes it fail on purpose (see [`Failure`]).
//!
//! This file only takes C's arguments apart. It is no part of what Raddle ships for running programs on GPUs.

mod code;
mod copy;
mod device;
mod failure;
mod handles;

use std::ffi::{CStr, c_char, c_void};
use std::sync::{Mutex, PoisonError};

use code::{Code, Result, status};
use copy::{Begun, Copy2d, DEVICE as ON_DEVICE, Way};
use device::{Device, attribute};

pub use failure::Failure;

/// Of `cuDriverGetVersion`, as 1000 * major + 10 * minor.
const VERSION: i32 = 12080;
const OLD_VERSION: i32 = 10020;

const NAME: &[u8] = b"Raddle PTX interpreter\0";
/// A device that computes something else is another device.
const FLUSHING_NAME: &[u8] = b"Raddle PTX interpreter that flushes denormals\0";

/// `CUjit_option`
const ERROR_LOG: i32 = 5;
const ERROR_LOG_BYTES: i32 = 6;

static DEVICE: Mutex<Option<Device>> = Mutex::new(None);

fn with(act: impl FnOnce(&mut Device) -> Result<()>) -> i32 {
    let mut device = DEVICE.lock().unwrap_or_else(PoisonError::into_inner);
    status(device.as_mut().ok_or(Code::NotInitialized).and_then(act))
}

/// As most calls: one after another in the context that is current, as long as no kernel has failed.
fn with_context(act: impl FnOnce(&mut Device) -> Result<()>) -> i32 {
    with(|device| device.check_context().and_then(|()| act(device)))
}

/// # Safety
/// `place` is null or valid for writes.
unsafe fn put<T>(place: *mut T, value: T) -> Result<()> {
    if place.is_null() {
        return Err(Code::InvalidValue);
    }
    unsafe { place.write(value) };
    Ok(())
}

fn check_device(device: i32) -> Result<()> {
    if device == 0 { Ok(()) } else { Err(Code::InvalidDevice) }
}

/// The functions of the driver API under their names, each with the contract that NVIDIA's manual gives it.
#[allow(non_snake_case, clippy::missing_safety_doc, clippy::too_many_arguments)]
mod exports {
    use super::*;

    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn cuDriverGetVersion(version: *mut i32) -> i32 {
        let old = failure::wanted() == Ok(Some(Failure::OldDriver));
        status(unsafe { put(version, if old { OLD_VERSION } else { VERSION }) })
    }

    #[unsafe(no_mangle)]
    pub extern "C" fn cuInit(flags: u32) -> i32 {
        let failure = match failure::wanted() {
            Ok(failure) => failure,
            Err(message) => {
                eprintln!("raddle-cuda-stub: {message}");
                return status(Err(Code::Unknown));
            }
        };
        if flags != 0 {
            return status(Err(Code::InvalidValue));
        }
        if failure == Some(Failure::NoDevice) {
            return status(Err(Code::NoDevice));
        }
        DEVICE.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(|| Device::new(failure));
        0
    }

    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn cuDeviceGetCount(count: *mut i32) -> i32 {
        with(|_| unsafe { put(count, 1) })
    }

    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn cuDeviceGet(device: *mut i32, ordinal: i32) -> i32 {
        with(|_| check_device(ordinal).and_then(|()| unsafe { put(device, 0) }))
    }

    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn cuDeviceGetName(name: *mut c_char, length: i32, device: i32) -> i32 {
        with(|this| {
            check_device(device)?;
            let chosen = if this.failure == Some(Failure::FlushDenormals) { FLUSHING_NAME } else { NAME };
            if name.is_null() || usize::try_from(length).unwrap_or(0) < chosen.len() {
                return Err(Code::InvalidValue);
            }
            unsafe { name.cast::<u8>().copy_from_nonoverlapping(chosen.as_ptr(), chosen.len()) };
            Ok(())
        })
    }

    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn cuDeviceGetAttribute(value: *mut i32, which: i32, device: i32) -> i32 {
        with(|this| {
            check_device(device)?;
            unsafe { put(value, attribute(this.failure, which)?) }
        })
    }

    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn cuDeviceTotalMem_v2(bytes: *mut usize, device: i32) -> i32 {
        with(|_| check_device(device).and_then(|()| unsafe { put(bytes, device::MEMORY as usize) }))
    }

    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn cuDevicePrimaryCtxRetain(context: *mut *mut c_void, device: i32) -> i32 {
        with(|this| {
            check_device(device)?;
            unsafe { put(context, this.retain()) }
        })
    }

    #[unsafe(no_mangle)]
    pub extern "C" fn cuDevicePrimaryCtxRelease_v2(device: i32) -> i32 {
        with(|this| check_device(device).and_then(|()| this.release()))
    }

    #[unsafe(no_mangle)]
    pub extern "C" fn cuCtxPushCurrent_v2(context: *mut c_void) -> i32 {
        with(|this| this.push(context))
    }

    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn cuCtxPopCurrent_v2(context: *mut *mut c_void) -> i32 {
        with(|this| {
            let popped = this.pop()?;
            if context.is_null() { Ok(()) } else { unsafe { put(context, popped) } }
        })
    }

    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn cuMemAlloc_v2(pointer: *mut u64, bytes: usize) -> i32 {
        with_context(|this| unsafe { put(pointer, this.allocate(bytes as u64)?) })
    }

    #[unsafe(no_mangle)]
    pub extern "C" fn cuMemFree_v2(pointer: u64) -> i32 {
        with_context(|this| this.wait().and_then(|()| this.free(pointer)))
    }

    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn cuMemcpyHtoD_v2(to: u64, from: *const c_void, bytes: usize) -> i32 {
        with_context(|this| {
            this.wait()?;
            if from.is_null() {
                return Err(Code::InvalidValue);
            }
            this.write(to, unsafe { std::slice::from_raw_parts(from.cast(), bytes) })
        })
    }

    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn cuMemcpyDtoH_v2(to: *mut c_void, from: u64, bytes: usize) -> i32 {
        with_context(|this| {
            this.wait()?;
            if to.is_null() {
                return Err(Code::InvalidValue);
            }
            let read = this.read(from, bytes as u64)?;
            unsafe { to.cast::<u8>().copy_from_nonoverlapping(read.as_ptr(), read.len()) };
            Ok(())
        })
    }

    /// From and to memory of `cuMemHostAlloc` alone: the host may not change or read it before it waits.
    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn cuMemcpyHtoDAsync_v2(to: u64, from: *const c_void, bytes: usize, _: *mut c_void) -> i32 {
        with_context(|this| this.begin(Begun { device: to, host: from.addr(), bytes, way: Way::In }))
    }

    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn cuMemcpyDtoHAsync_v2(to: *mut c_void, from: u64, bytes: usize, _: *mut c_void) -> i32 {
        with_context(|this| this.begin(Begun { device: from, host: to.addr(), bytes, way: Way::Out }))
    }

    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn cuMemHostAlloc(pointer: *mut *mut c_void, bytes: usize, _flags: u32) -> i32 {
        with_context(|this| unsafe { put(pointer, this.allocate_on_host(bytes)?) })
    }

    #[unsafe(no_mangle)]
    pub extern "C" fn cuMemFreeHost(pointer: *mut c_void) -> i32 {
        with_context(|this| this.wait().and_then(|()| this.free_on_host(pointer)))
    }

    #[unsafe(no_mangle)]
    pub extern "C" fn cuMemcpyDtoD_v2(to: u64, from: u64, bytes: usize) -> i32 {
        with_context(|this| {
            this.wait()?;
            this.move_bytes(to, from, bytes as u64)
        })
    }

    /// Between host and device or within the device, of whole rows.
    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn cuMemcpy2DUnaligned_v2(copy: *const Copy2d) -> i32 {
        with_context(|this| {
            this.wait()?;
            let copy = unsafe { copy.as_ref() }.filter(|it| it.is_plain()).ok_or(Code::InvalidValue)?;
            for row in 0..copy.height {
                let (from, to) = (row * copy.from.pitch, row * copy.to.pitch);
                if copy.to.kind == ON_DEVICE && copy.from.kind == ON_DEVICE {
                    let (to, from) = (copy.to.device + to as u64, copy.from.device + from as u64);
                    this.move_bytes(to, from, copy.width as u64)?;
                } else if copy.to.kind == ON_DEVICE {
                    let bytes = unsafe { std::slice::from_raw_parts(copy.from.host.add(from), copy.width) };
                    this.write(copy.to.device + to as u64, bytes)?;
                } else {
                    let bytes = this.read(copy.from.device + from as u64, copy.width as u64)?;
                    unsafe { copy.to.host.add(to).copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
                }
            }
            Ok(())
        })
    }

    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn cuModuleLoadDataEx(
        module: *mut *mut c_void,
        image: *const c_void,
        options: u32,
        keys: *const i32,
        values: *const *mut c_void,
    ) -> i32 {
        with_context(|this| {
            if image.is_null() {
                return Err(Code::InvalidValue);
            }
            let log = unsafe { Log::from_options(options, keys, values) }?;
            let text = unsafe { CStr::from_ptr(image.cast()) };
            match this.load(&text.to_string_lossy()) {
                Ok(handle) => unsafe { put(module, handle) },
                Err(complaint) => {
                    unsafe { log.write(&complaint) };
                    Err(Code::InvalidPtx)
                }
            }
        })
    }

    #[unsafe(no_mangle)]
    pub extern "C" fn cuModuleUnload(module: *mut c_void) -> i32 {
        with_context(|this| this.unload(module))
    }

    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn cuModuleGetFunction(
        function: *mut *mut c_void,
        module: *mut c_void,
        name: *const c_char,
    ) -> i32 {
        with_context(|this| {
            if name.is_null() {
                return Err(Code::InvalidValue);
            }
            let name = unsafe { CStr::from_ptr(name) }.to_string_lossy();
            unsafe { put(function, this.function(module, &name)?) }
        })
    }

    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn cuFuncGetAttribute(value: *mut i32, which: i32, function: *mut c_void) -> i32 {
        with_context(|this| {
            this.parameters(function)?;
            // CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, _SHARED_SIZE_BYTES, _NUM_REGS
            let found = match which {
                0 => device::MAX_THREADS,
                1 => 0,
                4 => device::REGISTERS_OF_A_KERNEL,
                _ => return Err(Code::InvalidValue),
            };
            unsafe { put(value, found) }
        })
    }

    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn cuLaunchKernel(
        function: *mut c_void,
        grid_x: u32,
        grid_y: u32,
        grid_z: u32,
        block_x: u32,
        block_y: u32,
        block_z: u32,
        shared_bytes: u32,
        stream: *mut c_void,
        parameters: *const *const c_void,
        extra: *const *const c_void,
    ) -> i32 {
        with_context(|this| {
            let sizes = this.parameters(function)?;
            if !stream.is_null() || !extra.is_null() || parameters.is_null() && !sizes.is_empty() {
                return Err(Code::InvalidValue);
            }
            let bytes = |(i, &size): (usize, &usize)| unsafe {
                let parameter = *parameters.add(i);
                std::slice::from_raw_parts(parameter.cast::<u8>(), size).to_vec()
            };
            let arguments = sizes.iter().enumerate().map(bytes).collect();
            this.launch(function, [grid_x, grid_y, grid_z], [block_x, block_y, block_z], shared_bytes, arguments)
        })
    }

    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn cuEventCreate(event: *mut *mut c_void, _flags: u32) -> i32 {
        with_context(|this| unsafe { put(event, this.create_event()) })
    }

    #[unsafe(no_mangle)]
    pub extern "C" fn cuEventRecord(event: *mut c_void, _stream: *mut c_void) -> i32 {
        with_context(|this| this.record(event))
    }

    #[unsafe(no_mangle)]
    pub extern "C" fn cuEventSynchronize(event: *mut c_void) -> i32 {
        with_context(|this| this.event(event).and_then(|_| this.wait()))
    }

    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn cuEventElapsedTime(milliseconds: *mut f32, start: *mut c_void, end: *mut c_void) -> i32 {
        with_context(|this| {
            let (Some(start), Some(end)) = (this.event(start)?, this.event(end)?) else {
                return Err(Code::InvalidHandle);
            };
            unsafe { put(milliseconds, end.duration_since(start).as_secs_f32() * 1e3) }
        })
    }

    #[unsafe(no_mangle)]
    pub extern "C" fn cuEventDestroy_v2(event: *mut c_void) -> i32 {
        with_context(|this| this.destroy_event(event))
    }
}

/// Where the compiler of PTX may leave a message.
struct Log {
    buffer: *mut u8,
    bytes: usize,
}

impl Log {
    /// # Safety
    /// `keys` and `values` have `count` entries.
    unsafe fn from_options(count: u32, keys: *const i32, values: *const *mut c_void) -> Result<Self> {
        let mut log = Self { buffer: std::ptr::null_mut(), bytes: 0 };
        for i in 0..count as usize {
            let (key, value) = unsafe { (*keys.add(i), *values.add(i)) };
            match key {
                ERROR_LOG => log.buffer = value.cast(),
                ERROR_LOG_BYTES => log.bytes = value.addr(),
                _ => return Err(Code::InvalidValue),
            }
        }
        Ok(log)
    }

    /// # Safety
    /// The buffer is null or has as many bytes as the options said.
    unsafe fn write(&self, text: &str) {
        let length = text.len().min(self.bytes.saturating_sub(1));
        if !self.buffer.is_null() && self.bytes > 0 {
            unsafe {
                self.buffer.copy_from_nonoverlapping(text.as_ptr(), length);
                self.buffer.add(length).write(0);
            }
        }
    }
}

#[cfg(test)]
mod tests;
