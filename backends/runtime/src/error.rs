//! What can go wrong on a device. It decides nothing: `session` and `abi` choose between falling back and giving up.

use ash::vk;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeviceError {
    #[error("{call} failed with {result:?}{}", hint(*result))]
    Vulkan { call: &'static str, result: vk::Result },
    /// The device can't be used again, or what it did of the work it had is unknown.
    #[error("{call} failed with {result:?}{}", hint(*result))]
    Lost { call: &'static str, result: vk::Result },
    #[error("no Vulkan driver can be opened: {0} (install a driver, or choose RADDLE_DEVICE=cpu)")]
    NoDriver(String),
    #[error("there is no Vulkan device {index}; usable are: {usable}")]
    NoSuchDevice { index: usize, usable: String },
    #[error("out of device memory: {wanted} bytes wanted, {used} of {limit} in use")]
    OutOfMemory { wanted: u64, used: u64, limit: u64 },
    #[error("the device lacks {0}")]
    MissingCapability(String),
    #[error("{extent:?} work items are more than one launch can hold on this device")]
    TooLarge { extent: [i64; 3] },
    #[error("it has no code for this device")]
    NoCode,
    #[error("its SPIR-V is malformed: {0}")]
    MalformedSpirv(&'static str),
    #[error("the program is ending")]
    Ending,
    #[error("Vulkan validation: {0}")]
    Validation(String),
    #[error("{0}")]
    BadAccess(String),
}

impl DeviceError {
    pub fn is_lost(&self) -> bool {
        matches!(self, Self::Lost { .. })
    }

    /// Trying the same kernel again would fail in the same way.
    pub fn is_permanent(&self) -> bool {
        match self {
            Self::MissingCapability(_) | Self::NoCode | Self::MalformedSpirv(_) | Self::Lost { .. } => true,
            Self::Vulkan { .. }
            | Self::NoDriver(_)
            | Self::NoSuchDevice { .. }
            | Self::OutOfMemory { .. }
            | Self::TooLarge { .. }
            | Self::Ending
            | Self::Validation(_)
            | Self::BadAccess(_) => false,
        }
    }

    /// The generated code or its data is wrong, so going on another way would hide a bug.
    pub fn is_bug(&self) -> bool {
        matches!(self, Self::Validation(_) | Self::BadAccess(_))
    }
}

fn hint(result: vk::Result) -> &'static str {
    match result {
        vk::Result::ERROR_OUT_OF_DEVICE_MEMORY | vk::Result::ERROR_OUT_OF_HOST_MEMORY => {
            " (close other programs that use the device, or choose RADDLE_DEVICE=cpu)"
        }
        vk::Result::ERROR_DEVICE_LOST => {
            " (the driver reset the device, often because a kernel ran longer than its watchdog allows)"
        }
        vk::Result::ERROR_INITIALIZATION_FAILED | vk::Result::ERROR_INCOMPATIBLE_DRIVER => {
            " (the driver may be installed only in part; `raddle devices` shows what it offers)"
        }
        vk::Result::ERROR_LAYER_NOT_PRESENT => " (RADDLE_VULKAN_VALIDATE needs the Khronos validation layer installed)",
        _ => "",
    }
}

/// A failure with the place in the user's source that it belongs to, after which the program can't go on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fatal {
    #[error("{source_line}: kernel {kernel}: {error}")]
    Launch { source_line: String, kernel: String, error: DeviceError },
    #[error("{source_line}: array '{array}': {error}")]
    Transfer { source_line: String, array: String, error: DeviceError },
    #[error("{source_line}: {error}")]
    Site { source_line: String, error: DeviceError },
    #[error("{source_line}: {what}")]
    Misuse { source_line: String, what: String },
}
