//! Failures on purpose, so that what a program says to them can be tested.

use crate::code::Code;

/// What `RADDLE_STUB_CUDA` asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// `no-device`: there is a driver and no GPU.
    NoDevice,
    /// `old-driver`: it is for CUDA 10.2.
    OldDriver,
    /// `old-gpu`: a device of compute capability 6.1.
    OldGpu,
    /// `oom`: no memory is left.
    OutOfMemory,
    /// `bad-ptx`: every module is refused.
    BadPtx,
    /// `fault`: every kernel accesses memory that is not its own.
    Fault,
    /// `timeout`: every kernel runs too long, and the device is reset.
    Timeout,
    /// `flush-denormals`: what is rounded in single precision has no denormal operands and results.
    FlushDenormals,
}

impl Failure {
    /// What becomes of every launch.
    pub fn of_launch(self) -> Option<Code> {
        match self {
            Self::Fault => Some(Code::IllegalAddress),
            Self::Timeout => Some(Code::LaunchTimeout),
            Self::NoDevice
            | Self::OldDriver
            | Self::OldGpu
            | Self::OutOfMemory
            | Self::BadPtx
            | Self::FlushDenormals => None,
        }
    }
}

const NAMES: [(&str, Failure); 8] = [
    ("no-device", Failure::NoDevice),
    ("old-driver", Failure::OldDriver),
    ("old-gpu", Failure::OldGpu),
    ("oom", Failure::OutOfMemory),
    ("bad-ptx", Failure::BadPtx),
    ("fault", Failure::Fault),
    ("timeout", Failure::Timeout),
    ("flush-denormals", Failure::FlushDenormals),
];

pub fn wanted() -> Result<Option<Failure>, String> {
    std::env::var("RADDLE_STUB_CUDA").map_or(Ok(None), |name| named(&name))
}

fn named(name: &str) -> Result<Option<Failure>, String> {
    if name.is_empty() {
        return Ok(None);
    }
    match NAMES.iter().find(|(known, _)| *known == name) {
        Some(&(_, failure)) => Ok(Some(failure)),
        None => Err(format!("RADDLE_STUB_CUDA={name}: one of {} expected", NAMES.map(|(name, _)| name).join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_by_name() {
        assert_eq!((named(""), named("oom")), (Ok(None), Ok(Some(Failure::OutOfMemory))));
        assert!(named("boom").unwrap_err().contains("RADDLE_STUB_CUDA=boom: one of no-device, old-driver"));
    }
}
