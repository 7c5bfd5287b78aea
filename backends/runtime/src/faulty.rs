//! A device that fails at one of its calls, for finding out what programs do then (`RADDLE_FAULT`). What it stands for is another device.

use std::ops::Range as Bytes;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};

use ash::vk;

use crate::device::{Buffer, Device, DeviceInfo, Launch, Launched};
use crate::error::{Code, DeviceError};
use crate::ranges::{Range, Span};
use crate::strided::Strided;
use crate::types::Kernel;

/// What happens at which call of a device, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    kind: Kind,
    at: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// From this call on, nothing works.
    Lost,
    /// This call has no effect; the next one works.
    Refused,
    /// No memory is left from this call on.
    Memory,
}

impl FromStr for Fault {
    type Err = ();

    /// `lost:K`, `refused:K` or `memory:K`.
    fn from_str(text: &str) -> Result<Self, ()> {
        let (kind, at) = text.split_once(':').ok_or(())?;
        let kind = match kind {
            "lost" => Kind::Lost,
            "refused" => Kind::Refused,
            "memory" => Kind::Memory,
            _ => return Err(()),
        };
        Ok(Self { kind, at: at.parse().map_err(|_| ())? })
    }
}

pub struct FaultyDevice {
    inner: Arc<dyn Device>,
    fault: Fault,
    calls: AtomicU64,
    is_lost: AtomicBool,
}

impl FaultyDevice {
    pub fn new(inner: Arc<dyn Device>, fault: Fault) -> Self {
        Self { inner, fault, calls: AtomicU64::new(0), is_lost: AtomicBool::new(false) }
    }

    fn call(&self, name: &'static str, allocates: bool) -> Result<(), DeviceError> {
        let number = self.calls.fetch_add(1, SeqCst) + 1;
        let code = |it| Code::Vulkan(it);
        match self.fault.kind {
            Kind::Lost if number == self.fault.at || self.is_lost.load(SeqCst) => {
                self.is_lost.store(true, SeqCst);
                Err(DeviceError::Lost { call: name, code: code(vk::Result::ERROR_DEVICE_LOST) })
            }
            Kind::Refused if number == self.fault.at => {
                Err(DeviceError::Call { call: name, code: code(vk::Result::ERROR_OUT_OF_HOST_MEMORY) })
            }
            Kind::Memory if allocates && number >= self.fault.at => {
                Err(DeviceError::OutOfMemory { wanted: 0, used: 0, limit: 0 })
            }
            Kind::Lost | Kind::Refused | Kind::Memory => Ok(()),
        }
    }
}

impl Device for FaultyDevice {
    fn info(&self) -> &DeviceInfo {
        self.inner.info()
    }

    fn is_host(&self) -> bool {
        self.inner.is_host()
    }

    fn end_threads(&self) {
        self.inner.end_threads();
    }

    fn allocate(&self, span: &Span, ranges: &[Range]) -> Result<Buffer, DeviceError> {
        self.call("allocation", true)?;
        self.inner.allocate(span, ranges)
    }

    fn share(&self, span: &Span) -> Option<Buffer> {
        self.inner.shares().then(|| self.call("allocation", true).ok()).flatten()?;
        self.inner.share(span)
    }

    fn shares(&self) -> bool {
        self.inner.shares()
    }

    fn free(&self, buffer: &Buffer) {
        self.inner.free(buffer);
    }

    fn expose(&self, buffer: &Buffer, ranges: Vec<Range>) {
        self.inner.expose(buffer, ranges);
    }

    fn discard(&self, buffer: &Buffer, bytes: std::ops::Range<usize>) {
        self.inner.discard(buffer, bytes);
    }

    fn is_for_checks(&self) -> bool {
        self.inner.is_for_checks()
    }

    fn may_stop_halfway(&self, kernel: Kernel) -> bool {
        self.inner.may_stop_halfway(kernel)
    }

    unsafe fn copy_in(&self, b: &Buffer, offset: usize, host: *const u8, n: Strided) -> Result<usize, DeviceError> {
        self.call("copy in", false)?;
        unsafe { self.inner.copy_in(b, offset, host, n) }
    }

    unsafe fn copy_out(&self, b: &Buffer, offset: usize, host: *mut u8, n: Strided) -> Result<usize, DeviceError> {
        self.call("copy out", false)?;
        unsafe { self.inner.copy_out(b, offset, host, n) }
    }

    unsafe fn copy_out_parts(
        &self,
        from: (&Buffer, usize),
        host: *mut u8,
        rows: Strided,
        parts: &[Bytes<usize>],
    ) -> Result<usize, DeviceError> {
        self.call("copy out", false)?;
        unsafe { self.inner.copy_out_parts(from, host, rows, parts) }
    }

    unsafe fn copy_within(
        &self,
        to: (&Buffer, usize),
        from: (&Buffer, usize),
        rows: Strided,
    ) -> Result<usize, DeviceError> {
        self.call("copy within", false)?;
        unsafe { self.inner.copy_within(to, from, rows) }
    }

    unsafe fn launch(&self, launch: &Launch) -> Result<Launched, DeviceError> {
        self.call("launch", false)?;
        unsafe { self.inner.launch(launch) }
    }

    fn check_written_back(&self, buffer: &Buffer) -> Result<(), DeviceError> {
        self.inner.check_written_back(buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_by_name() {
        assert_eq!("lost:3".parse(), Ok(Fault { kind: Kind::Lost, at: 3 }));
        for bad in ["", "lost", "lost:", "broken:1", "lost:-1"] {
            assert_eq!(bad.parse::<Fault>(), Err(()), "{bad}");
        }
    }
}
