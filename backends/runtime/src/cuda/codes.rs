//! The result codes of the CUDA driver API (`CUresult` of cuda.h): names, what they mean for the device, hints.

use std::fmt;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CudaCode(pub i32);

impl CudaCode {
    pub const SUCCESS: Self = Self(0);
    pub const OUT_OF_MEMORY: Self = Self(2);
    pub const INVALID_PTX: Self = Self(218);
    pub const NOT_FOUND: Self = Self(500);

    /// A kernel did what it must not do: the context is gone.
    pub fn is_kernel_fault(self) -> bool {
        matches!(self.0, 700 | 710 | 714..=719)
    }

    /// The context is gone for another reason.
    pub fn is_loss(self) -> bool {
        matches!(self.0, 4 | 214 | 220 | 226 | 702 | 709 | 999)
    }

    /// The driver's compiler does not take the PTX.
    pub fn is_rejection(self) -> bool {
        matches!(self.0, 200 | 209 | 218 | 221 | 222 | 300)
    }

    fn row(self) -> Option<&'static Row> {
        ROWS.iter().find(|row| row.0 == self.0)
    }

    pub fn hint(self) -> &'static str {
        self.row().map_or("", |row| row.2)
    }
}

impl fmt::Display for CudaCode {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.row() {
            Some((_, name, _)) => write!(f, "CUDA_ERROR_{name}"),
            None => write!(f, "CUDA error {}", self.0),
        }
    }
}

/// Code, name without `CUDA_ERROR_`, hint.
type Row = (i32, &'static str, &'static str);

const FAULT: &str = "a kernel did what it must not do; the host's memory is as it was before the loop nest";

const ROWS: &[Row] = &[
    (1, "INVALID_VALUE", ""),
    (2, "OUT_OF_MEMORY", "close other programs that use the device, or choose RADDLE_DEVICE=cpu"),
    (3, "NOT_INITIALIZED", ""),
    (4, "DEINITIALIZED", "the program is ending"),
    (
        34,
        "STUB_LIBRARY",
        "the library is the toolkit's stub for linking, not a driver; is its folder in LD_LIBRARY_PATH?",
    ),
    (46, "DEVICE_UNAVAILABLE", "another process has the device for itself"),
    (
        100,
        "NO_DEVICE",
        "no NVIDIA GPU is visible here: does `nvidia-smi` list one, and does CUDA_VISIBLE_DEVICES hide it?",
    ),
    (101, "INVALID_DEVICE", "`raddle devices` lists what there is"),
    (102, "DEVICE_NOT_LICENSED", ""),
    (200, "INVALID_IMAGE", ""),
    (201, "INVALID_CONTEXT", ""),
    (209, "NO_BINARY_FOR_GPU", "the kernel was compiled for a newer GPU"),
    (214, "ECC_UNCORRECTABLE", "a memory error of the GPU"),
    (218, "INVALID_PTX", ""),
    (220, "NVLINK_UNCORRECTABLE", ""),
    (221, "JIT_COMPILER_NOT_FOUND", "the driver is installed only in part: libnvidia-ptxjitcompiler is missing"),
    (222, "UNSUPPORTED_PTX_VERSION", "the kernel's PTX is newer than the driver: update the driver"),
    (226, "CONTAINED", ""),
    (300, "INVALID_SOURCE", ""),
    (304, "OPERATING_SYSTEM", "may this user open /dev/nvidia*?"),
    (400, "INVALID_HANDLE", ""),
    (500, "NOT_FOUND", ""),
    (700, "ILLEGAL_ADDRESS", FAULT),
    (701, "LAUNCH_OUT_OF_RESOURCES", "RADDLE_BLOCK may ask for too large a block"),
    (702, "LAUNCH_TIMEOUT", "the kernel ran longer than the driver's watchdog allows"),
    (709, "CONTEXT_IS_DESTROYED", ""),
    (710, "ASSERT", FAULT),
    (714, "HARDWARE_STACK_ERROR", FAULT),
    (715, "ILLEGAL_INSTRUCTION", FAULT),
    (716, "MISALIGNED_ADDRESS", FAULT),
    (717, "INVALID_ADDRESS_SPACE", FAULT),
    (718, "INVALID_PC", FAULT),
    (719, "LAUNCH_FAILED", FAULT),
    (800, "NOT_PERMITTED", ""),
    (801, "NOT_SUPPORTED", ""),
    (802, "SYSTEM_NOT_READY", "is the NVIDIA fabric manager running?"),
    (
        803,
        "SYSTEM_DRIVER_MISMATCH",
        "the driver's library and its kernel module differ: was it updated without a restart?",
    ),
    (804, "COMPAT_NOT_SUPPORTED_ON_DEVICE", "CUDA's compatibility package does not fit this GPU"),
    (999, "UNKNOWN", "the system's log may say more"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_codes_have_their_names_and_unknown_ones_their_numbers() {
        assert_eq!(CudaCode(700).to_string(), "CUDA_ERROR_ILLEGAL_ADDRESS");
        assert_eq!((CudaCode(12345).to_string().as_str(), CudaCode(12345).hint()), ("CUDA error 12345", ""));
        assert!(ROWS.is_sorted_by_key(|row| row.0));
    }

    #[test]
    fn no_code_is_of_two_kinds() {
        for code in (0..1000).map(CudaCode) {
            let kinds = [code.is_kernel_fault(), code.is_loss(), code.is_rejection()];
            assert!(kinds.iter().filter(|&&is| is).count() <= 1, "{code}");
        }
    }
}
