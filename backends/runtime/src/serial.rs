//! Statements of the host whose arrays a device has just then: does the device run them, as one work item, or does the host, which gets what
//! is newer and gives back what it changes? Decisions only.
//!
//! ```text
//!     host      compute + a copy for each array that is newer on the device + one for each that the device has and the statements change
//!     device    launch + compute * ONE_ITEM + a copy for each array that the device has not + one for each that comes back for them alone
//! ```
//!
//! Source: Par4All thesis 3.7, which says what decides and gives no formula.

use std::sync::Arc;

use crate::cost::Constants;
use crate::device::Device;
use crate::directory::Directory;
use crate::ranges::Range;

/// One work item takes as many times as long as a core of the host: nothing hides how long it waits for each operation.
const ONE_ITEM: f64 = 40.;

/// Bytes of one array, in a range of the statements.
#[derive(Debug, Clone, Copy, Default)]
struct Part {
    touched: usize,
    /// The device has the value of so many.
    valid: usize,
    /// The host has not.
    newer: usize,
    is_read: bool,
    is_written: bool,
}

impl Part {
    fn of(directory: &Directory, device: &Arc<dyn Device>, range: &Range) -> Self {
        let (valid, newer) = directory.there(device, range);
        let is_read = !range.is_overwritten();
        Self { touched: range.touched(), valid, newer, is_read, is_written: range.is_written() }
    }

    /// Nanoseconds of the copies that the host's way takes.
    fn host_ns(self, device: &Constants) -> f64 {
        let out = copy_ns(self.newer, device, device.to_host);
        let back = if self.is_written && self.valid > 0 { self.touched } else { 0 };
        out + copy_ns(back, device, device.to_device)
    }

    fn device_ns(self, device: &Constants) -> f64 {
        let missing = if self.is_read { self.touched.saturating_sub(self.valid) } else { 0 };
        let out = if self.is_written && self.valid == 0 { self.touched } else { 0 };
        copy_ns(missing, device, device.to_device) + copy_ns(out, device, device.to_host)
    }
}

fn copy_ns(bytes: usize, device: &Constants, bandwidth: f64) -> f64 {
    if bytes == 0 { 0. } else { device.copy_ns + bytes as f64 / bandwidth }
}

/// Is the device's way shorter, for statements that take the host `host_ns` without copies?
pub fn is_faster_there(
    directory: &Directory,
    device: &Arc<dyn Device>,
    constants: &Constants,
    ranges: &[Range],
    host_ns: f64,
) -> bool {
    let parts = ranges.iter().filter(|it| !it.stays_on_host()).map(|it| Part::of(directory, device, it));
    !device.is_host() && is_faster(&parts.collect::<Vec<_>>(), constants, host_ns)
}

fn is_faster(parts: &[Part], constants: &Constants, host_ns: f64) -> bool {
    let host: f64 = parts.iter().map(|it| it.host_ns(constants)).sum();
    let there: f64 = parts.iter().map(|it| it.device_ns(constants)).sum();
    host_ns + host > constants.launch_ns + ONE_ITEM * host_ns + there
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eight bytes that the device has written last.
    const THERE: Part = Part { touched: 8, valid: 8, newer: 8, is_read: true, is_written: false };

    #[test]
    fn what_the_device_has_decides_f15() {
        let gpu = Constants::gpu();
        let changed = Part { is_written: true, ..THERE };
        assert!(is_faster(&[changed], &gpu, 10.), "out and in again");
        assert!(!is_faster(&[THERE], &gpu, 10.), "out, which takes as long as a launch");
        assert!(is_faster(&[THERE, THERE], &gpu, 10.));
        let only_the_hosts = Part { valid: 0, newer: 0, ..changed };
        assert!(!is_faster(&[only_the_hosts], &gpu, 10.));
        assert!(
            !is_faster(&[THERE, Part { is_read: false, ..only_the_hosts }], &gpu, 10.),
            "what it computes is for the host"
        );
        let same_on_both = Part { newer: 0, ..THERE };
        assert!(!is_faster(&[same_on_both], &gpu, 10.), "the host has it");
    }

    #[test]
    fn long_statements_stay_on_the_host_f15() {
        let gpu = Constants::gpu();
        let changed = Part { is_written: true, ..THERE };
        assert!(!is_faster(&[changed], &gpu, 1e6), "a million iterations");
        let large = Part { touched: 1 << 26, valid: 1 << 26, newer: 1 << 26, ..changed };
        assert!(is_faster(&[large], &gpu, 1e5), "but copies may be longer");
    }
}
