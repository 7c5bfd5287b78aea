//! Copies: `CUDA_MEMCPY2D`, as far as it is used, and those that are begun and not waited for.

use std::ffi::c_void;

use crate::code::Result;
use crate::device::Device;

#[repr(C)]
pub struct Copy2d {
    pub from: Side,
    pub to: Side,
    pub width: usize,
    pub height: usize,
}

#[repr(C)]
pub struct Side {
    x: usize,
    y: usize,
    pub kind: u32,
    pub host: *mut u8,
    pub device: u64,
    array: *mut c_void,
    pub pitch: usize,
}

pub const HOST: u32 = 1;
pub const DEVICE: u32 = 2;

impl Copy2d {
    /// Not within the host, with rows that do not meet and no offsets.
    pub fn is_plain(&self) -> bool {
        let is_plain = |it: &Side| (it.x, it.y) == (0, 0) && it.array.is_null() && it.pitch >= self.width;
        let is_there = |it: &Side| it.kind == DEVICE || it.kind == HOST && !it.host.is_null();
        let sides = [&self.from, &self.to];
        (self.from.kind == DEVICE || self.to.kind == DEVICE) && sides.into_iter().all(|it| is_plain(it) && is_there(it))
    }
}

pub enum Way {
    In,
    Out,
}

/// A copy that is done as late as may be: whoever does not wait for it finds out.
pub struct Begun {
    pub device: u64,
    pub host: usize,
    pub bytes: usize,
    pub way: Way,
}

impl Begun {
    /// # Safety
    /// The host's side is memory with so many bytes.
    pub unsafe fn run(self, device: &mut Device) -> Result<()> {
        let host: *mut u8 = std::ptr::with_exposed_provenance_mut(self.host);
        match self.way {
            Way::In => device.write(self.device, unsafe { std::slice::from_raw_parts(host, self.bytes) }),
            Way::Out => {
                let read = device.read(self.device, self.bytes as u64)?;
                unsafe { host.copy_from_nonoverlapping(read.as_ptr(), read.len()) };
                Ok(())
            }
        }
    }
}
