//! Copies of rows: one call for a plane of them.

use std::ffi::c_void;

use super::driver::{DevicePointer, Driver};
use crate::error::DeviceError;
use crate::strided::Strided;

/// `CUDA_MEMCPY2D`.
#[repr(C)]
pub struct Copy2d {
    from: Side,
    to: Side,
    width: usize,
    height: usize,
}

#[repr(C)]
struct Side {
    x: usize,
    y: usize,
    kind: u32,
    host: *const c_void,
    device: DevicePointer,
    array: *const c_void,
    pitch: usize,
}

/// `CU_MEMORYTYPE_HOST` and `CU_MEMORYTYPE_DEVICE`.
const HOST: u32 = 1;
const DEVICE: u32 = 2;

/// Every device takes rows that are less far apart (`CU_DEVICE_ATTRIBUTE_MAX_PITCH` is 2^31 - 1 on all).
const MOST_PITCH: usize = i32::MAX as usize;

impl Side {
    fn host(host: *const u8, pitch: usize) -> Self {
        Self { x: 0, y: 0, kind: HOST, host: host.cast(), device: 0, array: std::ptr::null(), pitch }
    }

    fn device(device: DevicePointer, pitch: usize) -> Self {
        Self { x: 0, y: 0, kind: DEVICE, host: std::ptr::null(), device, array: std::ptr::null(), pitch }
    }
}

/// # Safety
/// Both sides have all rows.
pub unsafe fn to_device(driver: &Driver, to: DevicePointer, from: *const u8, rows: Strided) -> Result<(), DeviceError> {
    planes(rows).try_for_each(|(at, height, pitch)| unsafe {
        let (from, to) = (from.add(at), to + at as u64);
        if height == 1 {
            return driver.cuMemcpyHtoD_v2(to, from.cast(), rows.bytes);
        }
        let (from, to) = (Side::host(from, pitch), Side::device(to, pitch));
        driver.cuMemcpy2DUnaligned_v2(&Copy2d { from, to, width: rows.bytes, height })
    })
}

/// # Safety
/// Both sides have all rows.
pub unsafe fn to_host(driver: &Driver, to: *mut u8, from: DevicePointer, rows: Strided) -> Result<(), DeviceError> {
    planes(rows).try_for_each(|(at, height, pitch)| unsafe {
        let (to, from) = (to.add(at), from + at as u64);
        if height == 1 {
            return driver.cuMemcpyDtoH_v2(to.cast(), from, rows.bytes);
        }
        let (to, from) = (Side::host(to, pitch), Side::device(from, pitch));
        driver.cuMemcpy2DUnaligned_v2(&Copy2d { from, to, width: rows.bytes, height })
    })
}

/// # Safety
/// Both sides have all rows.
pub unsafe fn within(
    driver: &Driver,
    to: DevicePointer,
    from: DevicePointer,
    rows: Strided,
) -> Result<(), DeviceError> {
    planes(rows).try_for_each(|(at, height, pitch)| unsafe {
        let (to, from) = (to + at as u64, from + at as u64);
        if height == 1 {
            return driver.cuMemcpyDtoD_v2(to, from, rows.bytes);
        }
        let (to, from) = (Side::device(to, pitch), Side::device(from, pitch));
        driver.cuMemcpy2DUnaligned_v2(&Copy2d { from, to, width: rows.bytes, height })
    })
}

/// What one call copies: where it begins, how many rows it has, and how far they are apart.
fn planes(rows: Strided) -> impl Iterator<Item = (usize, usize, usize)> {
    let is_near = rows.stride[0] <= MOST_PITCH;
    let [x, y] = rows.count;
    let (calls, height) = if is_near { (1, x) } else { (x, 1) };
    (0..y).flat_map(move |j| (0..calls).map(move |i| (i * rows.stride[0] + j * rows.stride[1], height, rows.stride[0])))
}
