//! What can go wrong on a device. It decides nothing: `session` and `abi` choose between falling back and giving up.

use std::fmt;

use ash::vk;

use crate::cuda::CudaCode;
use crate::numerics::Inexact;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeviceError {
    #[error("{call} failed with {code}{}", code.hint())]
    Call { call: &'static str, code: Code },
    /// The device can't be used again, or what it did of the work it had is unknown.
    #[error("{call} failed with {code}{}", code.hint())]
    Lost { call: &'static str, code: Code },
    /// A kernel did what it must not do, and the device stopped it. The device can't be used again.
    #[error("{call} failed with {code}{}", code.hint())]
    KernelFault { call: &'static str, code: Code },
    #[error("no {api} driver can be opened: {why} (install a driver, or choose RADDLE_DEVICE=cpu)")]
    NoDriver { api: &'static str, why: String },
    #[error("the driver offers {found}, and {least} or later is needed (update it, or choose RADDLE_DEVICE=cpu)")]
    OldDriver { found: String, least: String },
    #[error("there is no {api} device {index}; usable are: {usable}")]
    NoSuchDevice { api: &'static str, index: usize, usable: String },
    #[error("{name} can't be used: it {problem}")]
    Unusable { name: String, problem: String },
    #[error("out of device memory: {wanted} bytes wanted, {used} of {limit} in use")]
    OutOfMemory { wanted: u64, used: u64, limit: u64 },
    #[error("the device lacks {0}")]
    MissingCapability(String),
    /// Compilers in drivers have limits of their own, which nobody can ask for: memory of one work item, say.
    #[error("the driver does not compile it ({0})")]
    NotCompiled(String),
    #[error(transparent)]
    Inexact(Box<Inexact>),
    #[error("the numerics self-test of the device failed: {0}")]
    SelfTest(Box<DeviceError>),
    #[error("{extent:?} work items are more than one launch can hold on this device")]
    TooLarge { extent: [i64; 3] },
    /// The kernel stopped halfway: what it wrote means nothing.
    #[error("its loops take more than {limit} rounds in a work item, and the driver would end them early")]
    TooManyRounds { limit: u32 },
    #[error("it has no code for this device")]
    NoCode,
    #[error(
        "it was compiled without code for '{0}' (--targets leaves it out; compile it again, or choose RADDLE_DEVICE=cpu)"
    )]
    LeftOut(&'static str),
    #[error("its SPIR-V is malformed: {0}")]
    MalformedSpirv(&'static str),
    #[error("the driver rejects its PTX with {code}{}: {log}", Code::Cuda(*code).hint())]
    RejectedPtx { code: CudaCode, log: String },
    #[error("host memory can't be inspected: {0}")]
    Inspection(String),
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
            Self::MissingCapability(_)
            | Self::NotCompiled(_)
            | Self::Inexact(_)
            | Self::NoCode
            | Self::LeftOut(_)
            | Self::Inspection(_)
            | Self::MalformedSpirv(_)
            | Self::RejectedPtx { .. }
            | Self::Lost { .. } => true,
            Self::Call { .. }
            | Self::KernelFault { .. }
            | Self::NoDriver { .. }
            | Self::OldDriver { .. }
            | Self::NoSuchDevice { .. }
            | Self::Unusable { .. }
            | Self::OutOfMemory { .. }
            | Self::SelfTest(_)
            | Self::TooLarge { .. }
            | Self::TooManyRounds { .. }
            | Self::Ending
            | Self::Validation(_)
            | Self::BadAccess(_) => false,
        }
    }

    /// The generated code or its data is wrong, so going on another way would hide a bug.
    pub fn is_bug(&self) -> bool {
        // Our self-test's kernels run on many devices: what fails there is the device, unless the layers object.
        let invalid = |error: &Self| matches!(error, Self::Validation(_));
        matches!(self, Self::Validation(_) | Self::BadAccess(_) | Self::KernelFault { .. })
            || matches!(self, Self::SelfTest(error) if invalid(error))
    }

    /// The device works; what is asked of it is beyond it, which the user can't mend.
    pub fn is_refusal(&self) -> bool {
        matches!(
            self,
            Self::MissingCapability(_)
                | Self::NotCompiled(_)
                | Self::Inexact(_)
                | Self::NoCode
                | Self::TooLarge { .. }
                | Self::TooManyRounds { .. }
                | Self::Inspection(_)
                | Self::Ending
        )
    }

    /// The driver has no memory left.
    pub fn is_out_of_memory(&self) -> bool {
        matches!(self, Self::OutOfMemory { .. })
            || matches!(self, Self::Call { code: Code::Vulkan(vk::Result::ERROR_OUT_OF_DEVICE_MEMORY), .. })
            || matches!(self, Self::Call { code: Code::Cuda(CudaCode::OUT_OF_MEMORY), .. })
    }
}

/// What a driver answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    Vulkan(vk::Result),
    Cuda(CudaCode),
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Vulkan(result) => write!(f, "{result:?}"),
            Self::Cuda(code) => write!(f, "{code}"),
        }
    }
}

impl Code {
    /// What the user can do about it, in parentheses; "" if nothing is known.
    fn hint(self) -> String {
        let hint = match self {
            Self::Vulkan(result) => vulkan_hint(result),
            Self::Cuda(code) => code.hint(),
        };
        if hint.is_empty() { String::new() } else { format!(" ({hint})") }
    }
}

fn vulkan_hint(result: vk::Result) -> &'static str {
    match result {
        vk::Result::ERROR_OUT_OF_DEVICE_MEMORY | vk::Result::ERROR_OUT_OF_HOST_MEMORY => {
            "close other programs that use the device, or choose RADDLE_DEVICE=cpu"
        }
        vk::Result::ERROR_DEVICE_LOST => {
            "the driver reset the device, often because a kernel ran longer than its watchdog allows"
        }
        vk::Result::ERROR_INITIALIZATION_FAILED | vk::Result::ERROR_INCOMPATIBLE_DRIVER => {
            "the driver may be installed only in part; `raddle devices` shows what it offers"
        }
        vk::Result::ERROR_LAYER_NOT_PRESENT => "RADDLE_VULKAN_VALIDATE needs the Khronos validation layer installed",
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
