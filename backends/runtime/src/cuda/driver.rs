//! The functions of the CUDA driver API that Raddle uses, from the library found at run time. No policy.

use std::ffi::{c_char, c_void};
use std::mem::ManuallyDrop;
use std::path::Path;

use libloading::Library;

use super::CudaCode;
use super::copies::Copy2d;
use crate::error::{Code, DeviceError};
use crate::loader;

pub const LIBRARY: &str = "libcuda.so.1";

/// CUDA 11.0, of drivers from 2020 on: 1000 * major + 10 * minor.
const LEAST_VERSION: i32 = 11000;

pub type Device = i32;
pub type DevicePointer = u64;
pub type Context = *mut c_void;
pub type Module = *mut c_void;
pub type Function = *mut c_void;
pub type Stream = *mut c_void;
pub type Event = *mut c_void;

/// `CU_EVENT_DISABLE_TIMING`
pub const DISABLE_TIMING: u32 = 2;

/// A table of function pointers, and a method for each with the name it has in NVIDIA's manual.
macro_rules! functions {
    ($($name:ident($($arg:ident: $ty:ty),* $(,)?);)*) => {
        #[allow(non_snake_case)]
        struct Table { $($name: unsafe extern "C" fn($($ty),*) -> i32,)* }

        impl Table {
            /// # Safety
            /// `library` is a CUDA driver's.
            unsafe fn load(library: &Library) -> Result<Self, DeviceError> {
                Ok(Self { $($name: unsafe { symbol(library, stringify!($name)) }?,)* })
            }
        }

        #[allow(non_snake_case, clippy::missing_safety_doc, clippy::too_many_arguments)]
        impl Driver {
            $(pub unsafe fn $name(&self, $($arg: $ty),*) -> Result<(), DeviceError> {
                check(stringify!($name), unsafe { (self.table.$name)($($arg),*) })
            })*
        }
    };
}

functions! {
    cuInit(flags: u32);
    cuDeviceGetCount(count: *mut i32);
    cuDeviceGet(device: *mut Device, ordinal: i32);
    cuDeviceGetName(name: *mut c_char, length: i32, device: Device);
    cuDeviceGetAttribute(value: *mut i32, attribute: i32, device: Device);
    cuDeviceTotalMem_v2(bytes: *mut usize, device: Device);
    cuDevicePrimaryCtxRetain(context: *mut Context, device: Device);
    cuDevicePrimaryCtxRelease_v2(device: Device);
    cuCtxPushCurrent_v2(context: Context);
    cuCtxPopCurrent_v2(context: *mut Context);
    cuMemAlloc_v2(pointer: *mut DevicePointer, bytes: usize);
    cuMemFree_v2(pointer: DevicePointer);
    cuMemcpyHtoD_v2(to: DevicePointer, from: *const c_void, bytes: usize);
    cuMemcpyDtoH_v2(to: *mut c_void, from: DevicePointer, bytes: usize);
    cuMemcpyDtoD_v2(to: DevicePointer, from: DevicePointer, bytes: usize);
    cuMemHostAlloc(pointer: *mut *mut c_void, bytes: usize, flags: u32);
    cuMemFreeHost(pointer: *mut c_void);
    cuMemcpyHtoDAsync_v2(to: DevicePointer, from: *const c_void, bytes: usize, stream: Stream);
    cuMemcpyDtoHAsync_v2(to: *mut c_void, from: DevicePointer, bytes: usize, stream: Stream);
    cuMemcpy2DUnaligned_v2(copy: *const Copy2d);
    cuModuleLoadDataEx(
        module: *mut Module, image: *const c_void, options: u32, keys: *const i32, values: *const *mut c_void,
    );
    cuModuleUnload(module: Module);
    cuModuleGetFunction(function: *mut Function, module: Module, name: *const c_char);
    cuFuncGetAttribute(value: *mut i32, attribute: i32, function: Function);
    cuLaunchKernel(
        function: Function, grid_x: u32, grid_y: u32, grid_z: u32, block_x: u32, block_y: u32, block_z: u32,
        shared_bytes: u32, stream: Stream, parameters: *const *const c_void, extra: *const *const c_void,
    );
    cuEventCreate(event: *mut Event, flags: u32);
    cuEventRecord(event: Event, stream: Stream);
    cuEventSynchronize(event: Event);
    cuEventElapsedTime(milliseconds: *mut f32, start: Event, end: Event);
    cuEventDestroy_v2(event: Event);
}

pub struct Driver {
    table: Table,
    pub version: i32,
    /// Never unloaded: drivers leave threads and exit handlers behind.
    _library: ManuallyDrop<Library>,
}

impl Driver {
    /// Loads and initializes the driver; `path` stands for the system's.
    pub fn open(path: Option<&Path>) -> Result<Self, DeviceError> {
        loader::check_drivers_can_be_loaded("CUDA")?;
        let path = path.unwrap_or(Path::new(LIBRARY));
        let library = unsafe { Library::new(path) }.map_err(|error| no_driver(&error))?;
        let mut version = 0;
        // First of all: an older driver may lack other functions.
        let get_version: unsafe extern "C" fn(*mut i32) -> i32 = unsafe { symbol(&library, "cuDriverGetVersion") }?;
        check("cuDriverGetVersion", unsafe { get_version(&mut version) })?;
        if version < LEAST_VERSION {
            let (found, least) = (version_text(version), version_text(LEAST_VERSION));
            return Err(DeviceError::OldDriver { found, least });
        }
        let table = unsafe { Table::load(&library) }?;
        let driver = Self { table, version, _library: ManuallyDrop::new(library) };
        unsafe { driver.cuInit(0) }?;
        Ok(driver)
    }
}

unsafe fn symbol<F: Copy>(library: &Library, name: &str) -> Result<F, DeviceError> {
    unsafe { library.get::<F>(name.as_bytes()) }.map(|symbol| *symbol).map_err(|error| no_driver(&error))
}

fn no_driver(error: &libloading::Error) -> DeviceError {
    DeviceError::NoDriver { api: "CUDA", why: error.to_string() }
}

pub fn version_text(version: i32) -> String {
    format!("CUDA {}.{}", version / 1000, version % 1000 / 10)
}

fn check(call: &'static str, result: i32) -> Result<(), DeviceError> {
    let code = CudaCode(result);
    if code == CudaCode::SUCCESS { Ok(()) } else { Err(failed(call, code)) }
}

fn failed(call: &'static str, code: CudaCode) -> DeviceError {
    let (fault, loss) = (code.is_kernel_fault(), code.is_loss());
    let code = Code::Cuda(code);
    match (fault, loss) {
        (true, _) => DeviceError::KernelFault { call, code },
        (false, true) => DeviceError::Lost { call, code },
        (false, false) => DeviceError::Call { call, code },
    }
}
