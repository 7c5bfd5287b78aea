//! `CUDA_MEMCPY2D`, as far as it is used.

use std::ffi::c_void;

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
