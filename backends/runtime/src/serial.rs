//! Statements of the host whose arrays a device has just then: does the device run them, as one work item, or does the host, which gets what
//! is newer and gives back what it changes? Decisions only.
//!
//! ```text
//!     host      compute + a copy for each array that is newer on the device + one for each that the device has and the statements change
//!     device    launch + compute * ONE_ITEM, and once a copy for each array that the device has not, and one for each that comes back for them alone
//! ```
//!
//! Statements in a loop run again, and what is copied once stays: the device gets them when they have missed that time on the host. So nobody
//! loses more than twice what it takes.
//!
//! Source: Par4All thesis 3.7, which says what decides and gives no formula.

use std::collections::HashMap;
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

/// What the device's way wins and costs, in nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gain {
    /// Each time; negative if it is the host's way that wins.
    each: f64,
    /// Once: copies that the next time needs no more.
    once: f64,
}

/// For statements that take the host `host_ns` without copies; `None` on a device that is the host.
pub fn gain(
    directory: &Directory,
    device: &Arc<dyn Device>,
    constants: &Constants,
    ranges: &[Range],
    host_ns: f64,
) -> Option<Gain> {
    let parts = ranges.iter().filter(|it| !it.stays_on_host()).map(|it| Part::of(directory, device, it));
    (!device.is_host()).then(|| gain_of(&parts.collect::<Vec<_>>(), constants, host_ns))
}

fn gain_of(parts: &[Part], constants: &Constants, host_ns: f64) -> Gain {
    let host = host_ns + parts.iter().map(|it| it.host_ns(constants)).sum::<f64>();
    let once = parts.iter().map(|it| it.device_ns(constants)).sum();
    Gain { each: host - constants.launch_ns - ONE_ITEM * host_ns, once }
}

/// What statements have missed on the host so far, by their site.
#[derive(Debug, Default)]
pub struct Missed(HashMap<usize, f64>);

impl Missed {
    /// Is it time for the device's way? As soon as waiting has cost as much as it costs once.
    pub fn goes(&mut self, site: usize, gain: Gain) -> bool {
        if gain.each <= 0. {
            return false;
        }
        let missed = self.0.entry(site).or_default();
        *missed += gain.each;
        let goes = *missed > gain.once;
        if goes {
            *missed = 0.;
        }
        goes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eight bytes that the device has written last.
    const THERE: Part = Part { touched: 8, valid: 8, newer: 8, is_read: true, is_written: false };

    fn goes_at_once(parts: &[Part], host_ns: f64) -> bool {
        Missed::default().goes(1, gain_of(parts, &Constants::gpu(), host_ns))
    }

    #[test]
    fn what_the_device_has_decides_f15() {
        let changed = Part { is_written: true, ..THERE };
        assert!(goes_at_once(&[changed], 10.), "out and in again");
        assert!(!goes_at_once(&[THERE], 10.), "out, which takes as long as a launch");
        assert!(goes_at_once(&[THERE, THERE], 10.));
        let only_the_hosts = Part { valid: 0, newer: 0, ..changed };
        assert!(!goes_at_once(&[only_the_hosts], 10.));
        let result = Part { is_read: false, ..only_the_hosts };
        assert!(!goes_at_once(&[THERE, result], 10.), "what it computes is for the host");
        let same_on_both = Part { newer: 0, ..THERE };
        assert!(!goes_at_once(&[same_on_both], 10.), "the host has it");
    }

    #[test]
    fn long_statements_stay_on_the_host_f15() {
        let changed = Part { is_written: true, ..THERE };
        assert!(!goes_at_once(&[changed], 1e6), "a million iterations");
        let large = Part { touched: 1 << 26, valid: 1 << 26, newer: 1 << 26, ..changed };
        assert!(goes_at_once(&[large], 1e5), "but copies may be longer");
    }

    #[test]
    fn what_is_missed_adds_up_f15() {
        let (gpu, changed) = (Constants::gpu(), Part { is_written: true, ..THERE });
        let others = [Part { valid: 0, newer: 0, ..changed }; 2];
        let gain = gain_of(&[&[changed], &others[..]].concat(), &gpu, 10.);
        let mut missed = Missed::default();
        let first = (1..10).find(|_| missed.goes(1, gain)).unwrap();
        assert!(first > 1 && (first as f64) < 1. + gain.once / gain.each + 1.);
        assert!(!missed.goes(1, gain), "from the beginning");
        assert!((0..100).all(|_| !missed.goes(2, Gain { each: -1., once: 0. })));
    }
}
