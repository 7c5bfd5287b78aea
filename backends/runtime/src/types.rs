//! The C structures of `raddle.h`, field by field, and safe views of what they point to. It calls nothing.

use std::borrow::Cow;
use std::ffi::{CStr, c_char, c_void};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::SeqCst};

pub const ABI_VERSION: u32 = 13;

/// `raddle_range::flags`.
pub const READ: u32 = 1;
pub const WRITE: u32 = 2;
pub const OVERWRITTEN: u32 = 4;
pub const CHECK_ONLY: u32 = 8;
pub const LOOSE: u32 = 16;
pub const TABLE: u32 = 32;
pub const BEHIND: u32 = 64;
pub const MANY: u32 = 128;
pub const ROWS: u32 = 256;
pub const AROUND: u32 = 512;
pub const THERE: u32 = 1024;
/// From this bit on: so many launches later the array is used again; 0 if nobody knows.
pub const NEXT_USE_SHIFT: u32 = 20;

/// `raddle_site::code`.
pub const HAS_PTX: u32 = 1;
pub const HAS_ATOMICS: u32 = 2;
pub const TIMES_HOST: u32 = 4;
pub const THREADS_ONLY: u32 = 8;
pub const NO_EMULATED: u32 = 16;
pub const NO_VULKAN: u32 = 32;
pub const NO_CUDA: u32 = 64;
pub const IRREGULAR: u32 = 128;
pub const RESIDENT: u32 = 256;
pub const BOUNDED: u32 = 512;
pub const TOGETHER: u32 = 1024;
pub const SERIAL: u32 = 2048;

/// `raddle_kernel::order`.
pub const WAITS: u32 = 1;
pub const IN_BLOCKS: u32 = 2;
/// Along x; the next two bits are for y and z.
pub const FALLS: u32 = 4;
pub const CALLS: u32 = 32;

/// `raddle_unit::flags`.
pub const BRINGS_LIBRARY: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct RaddleRange {
    pub base: *mut c_void,
    pub lo: i64,
    pub hi: i64,
    pub flags: u32,
    pub object: i32,
    pub name: *const c_char,
    pub count: [i64; 4],
    pub stride: [i64; 4],
    pub lean: [i64; 2],
    pub around_lo: i64,
    pub around_hi: i64,
}

/// Launches of fewer innermost iterations than `least` are not even asked for.
#[repr(C)]
pub struct RaddleGate {
    pub least: AtomicI64,
    pub picoseconds: u32,
    pub is_version: u32,
}

#[repr(C)]
pub struct RaddleSite {
    pub gate: RaddleGate,
    pub version: u32,
    pub code: u32,
    pub source: *const c_char,
    pub function: *const c_char,
}

/// Code that runs the work items `lo[d] <= id[d] < hi[d]`.
pub type CpuKernel = unsafe extern "C" fn(args: *const u64, lo: *const i64, hi: *const i64);

#[repr(C)]
pub struct RaddleKernel {
    pub version: u32,
    pub dims: u32,
    pub name: *const c_char,
    pub source: *const c_char,
    pub n_args: u64,
    pub arg_range: *const i32,
    pub cpu: Option<CpuKernel>,
    pub emulated: Option<CpuKernel>,
    pub spirv: *const u32,
    pub spirv_bytes: u64,
    pub state: *mut c_void,
    pub ptx: *const c_char,
    pub ptx_bytes: u64,
    pub group: [u32; 3],
    pub group_asked: u32,
    pub together: u32,
    pub order: u32,
}

/// Work items of a work-group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Group {
    /// In x, y, z; 0 is chosen at the launch.
    pub sizes: [u32; 3],
    /// Somebody asked for it. Else it is the compiler's choice, which is meant for GPUs.
    pub is_asked: bool,
}

impl Group {
    pub fn asked(sizes: [u32; 3]) -> Self {
        Self { sizes, is_asked: true }
    }

    /// The sizes if none is left to the launch.
    pub fn complete(self) -> Option<[u32; 3]> {
        Some(self.sizes).filter(|sizes| sizes.iter().all(|&size| size > 0))
    }

    /// What somebody asked for.
    pub fn wish(self) -> Option<[u32; 3]> {
        self.complete().filter(|_| self.is_asked)
    }
}

#[repr(C)]
pub struct RaddleNest {
    pub source: *const c_char,
    pub function: *const c_char,
    pub verdict: *const c_char,
    pub reason: *const c_char,
}

#[repr(C)]
pub struct RaddleUnit {
    pub version: u32,
    pub n_nests: u32,
    pub nests: *const RaddleNest,
    pub next: *mut RaddleUnit,
    pub gates: *const *const RaddleGate,
    pub n_gates: u32,
    pub flags: u32,
    pub residence: *mut u8,
}

/// The text at `text`, "" for null.
///
/// # Safety
/// `text` is null or a NUL-terminated string that outlives the result.
pub unsafe fn text<'a>(text: *const c_char) -> Cow<'a, str> {
    if text.is_null() { Cow::Borrowed("") } else { unsafe { CStr::from_ptr(text) }.to_string_lossy() }
}

/// A kernel description known to be sound.
#[derive(Clone, Copy)]
pub struct Kernel<'a> {
    raw: &'a RaddleKernel,
}

impl<'a> Kernel<'a> {
    /// # Safety
    /// All pointers in `raw` are null or point to what `raddle.h` says, for as long as `raw` lives.
    pub unsafe fn new(raw: &'a RaddleKernel) -> Self {
        Self { raw }
    }

    pub fn name(self) -> Cow<'a, str> {
        unsafe { text(self.raw.name) }
    }

    pub fn source(self) -> Cow<'a, str> {
        unsafe { text(self.raw.source) }
    }

    pub fn name_c(self) -> &'a CStr {
        if self.raw.name.is_null() { c"" } else { unsafe { CStr::from_ptr(self.raw.name) } }
    }

    pub fn dims(self) -> usize {
        (self.raw.dims as usize).clamp(1, 3)
    }

    pub fn cpu(self) -> Option<CpuKernel> {
        self.raw.cpu
    }

    pub fn emulated(self) -> Option<CpuKernel> {
        self.raw.emulated
    }

    /// Work items along x that CPU threads should have at once, at least 1.
    pub fn together(self) -> u64 {
        u64::from(self.raw.together.max(1))
    }

    /// Does a work item wait for those before it?
    pub fn is_in_order(self) -> bool {
        self.raw.order & WAITS != 0
    }

    /// May work items that wait run several at once?
    pub fn runs_in_blocks(self) -> bool {
        self.raw.order & IN_BLOCKS != 0
    }

    /// Do work items call functions of the program?
    pub fn calls(self) -> bool {
        self.raw.order & CALLS != 0
    }

    /// Do later work items along this dimension write to lower addresses?
    pub fn falls(self, dimension: usize) -> bool {
        self.raw.order & (FALLS << dimension) != 0
    }

    pub fn group(self) -> Group {
        Group { sizes: self.raw.group, is_asked: self.raw.group_asked != 0 }
    }

    pub fn n_args(self) -> usize {
        self.raw.n_args as usize
    }

    /// The range that argument `i` points into; `None` for a scalar.
    pub fn arg_range(self, i: usize) -> Option<usize> {
        if self.raw.arg_range.is_null() || i >= self.n_args() {
            return None;
        }
        usize::try_from(unsafe { *self.raw.arg_range.add(i) }).ok()
    }

    pub fn spirv(self) -> Option<&'a [u32]> {
        if self.raw.spirv.is_null() || self.raw.spirv_bytes < 4 {
            return None;
        }
        Some(unsafe { std::slice::from_raw_parts(self.raw.spirv, self.raw.spirv_bytes as usize / 4) })
    }

    /// PTX text without a NUL at its end.
    pub fn ptx(self) -> Option<&'a [u8]> {
        if self.raw.ptx.is_null() || self.raw.ptx_bytes == 0 {
            return None;
        }
        Some(unsafe { std::slice::from_raw_parts(self.raw.ptx.cast(), self.raw.ptx_bytes as usize) })
    }

    /// A number that no other kernel of the process has or will have. The first question gives it; it is kept in the
    /// descriptor. An address would not do: after a library was unloaded, another kernel may lie there.
    pub fn number(self) -> u64 {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let state = self.state();
        match state.load(SeqCst) {
            0 => {
                let fresh = NEXT.fetch_add(1, SeqCst);
                state.compare_exchange(0, fresh, SeqCst, SeqCst).map_or_else(|taken| taken, |_| fresh)
            }
            number => number,
        }
    }

    fn state(self) -> &'a AtomicU64 {
        // The field is pointer-sized and pointer-aligned, and nobody but the runtime touches it.
        const { assert!(size_of::<*mut c_void>() == size_of::<u64>()) };
        unsafe { AtomicU64::from_ptr((&raw const self.raw.state).cast_mut().cast()) }
    }
}
