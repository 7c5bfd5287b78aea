//! What a launch costs, on the host and on a device, in nanoseconds: the model behind `--device auto`. It measures nothing and
//! opens nothing.
//!
//! ```text
//!     host    = max(compute, bytes / host bandwidth) + bytes that only the device has / bandwidth to the host
//!     device  = launch + copies + max(compute / (speed-up * filled), bytes / device bandwidth)
//! ```
//!
//! `compute` is the number of innermost iterations times the compiler's estimate for one (`lowering/region/src/cost.rs`), at the
//! best rate of one core; so the host's time is rather too low, and a launch that seems to pay does. What matters is where the data
//! is now: data that the device alone has must be fetched before the host can work on it, which may make a launch pay that
//! would not otherwise.
//! Source: Par4All thesis 4.5 and 4.6.5 (it names the criterion and leaves the model open).

use serde::{Deserialize, Serialize};

/// What a launch does, as far as it is known before it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Work {
    /// Innermost iterations.
    pub iterations: f64,
    /// Of one iteration, on one core.
    pub picoseconds: f64,
    /// Iterations that run at the same time if there is room.
    pub items: f64,
}

impl Work {
    pub fn faster(self, times: f64) -> Self {
        Self { picoseconds: self.picoseconds / times, ..self }
    }

    /// Nanoseconds on one core, memory aside.
    fn compute(self) -> f64 {
        self.iterations * self.picoseconds / 1000.
    }
}

/// The bytes of a launch, by what has to happen to them.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Traffic {
    /// All that the launch touches.
    pub touched: f64,
    /// Needed and not there.
    pub to_device: f64,
    /// To be brought back afterwards.
    pub to_host: f64,
    /// Newer on the device than on the host.
    pub resident: f64,
    /// Copies that all of this takes.
    pub copies: f64,
}

/// What was measured of a device, or is assumed of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Constants {
    /// Opening the driver or starting the threads, once in a program.
    pub open_ns: f64,
    /// An empty launch, to its end.
    pub launch_ns: f64,
    /// A copy of few bytes.
    pub copy_ns: f64,
    /// Bytes per nanosecond.
    pub to_device: f64,
    pub to_host: f64,
    /// Bytes per nanosecond that a full device moves in its own memory.
    pub bandwidth: f64,
    /// How many times one core's speed a full device computes.
    pub speedup: f64,
    /// Work items that fill it.
    pub width: f64,
}

/// One core and its memory.
pub const HOST_BANDWIDTH: f64 = 20.;

/// Bytes that stay in caches from one loop to the next; they take no time beside computing.
const CACHE_BYTES: f64 = 8e6;

/// What a launch has to win: a part of its time, which varies. One that loses nevertheless is found out (`learn`).
const MARGIN: f64 = 1.1;

/// How many times as long as a loop its version in tiles takes on one thread, at worst: tiles at edges, and short inner loops.
const TILES: f64 = 1.25;

impl Constants {
    /// Of threads that share the host's memory. They do not gain all that their number says: memory is shared, and the last
    /// of them is waited for.
    pub fn cpu(threads: usize) -> Self {
        let threads = threads as f64;
        Self {
            // What it takes the caller to start one, in a virtual machine.
            open_ns: 180_000.,
            launch_ns: 3_000. + 1_000. * threads,
            copy_ns: 0.,
            to_device: f64::MAX,
            to_host: f64::MAX,
            bandwidth: HOST_BANDWIDTH * threads.min(1.5),
            speedup: 0.85 * threads,
            width: threads,
        }
    }

    /// Of a GPU behind a bus that nobody has measured: rather slow, so that it is used only where there is no doubt.
    pub fn gpu() -> Self {
        Self {
            open_ns: 3e8,
            launch_ns: 20_000.,
            copy_ns: 20_000.,
            to_device: 5.,
            to_host: 5.,
            bandwidth: 100.,
            speedup: 20.,
            width: 16_384.,
        }
    }

    /// Nanoseconds of a launch with its copies.
    pub fn device_ns(&self, work: Work, traffic: Traffic) -> f64 {
        let filled = (work.items / self.width).min(1.);
        let compute = work.compute() / (self.speedup * filled);
        let copies =
            traffic.to_device / self.to_device + traffic.to_host / self.to_host + traffic.copies * self.copy_ns;
        self.launch_ns + copies + compute.max(memory_ns(traffic.touched, self.bandwidth))
    }

    /// Nanoseconds of the sequential loop, if this device holds what `traffic` says.
    pub fn host_ns(&self, work: Work, traffic: Traffic) -> f64 {
        let fetch = if traffic.resident > 0. { self.copy_ns + traffic.resident / self.to_host } else { 0. };
        work.compute().max(memory_ns(traffic.touched, HOST_BANDWIDTH)) + fetch
    }

    /// Nanoseconds that the launch wins; negative if the sequential loop is better, or not surely worse.
    pub fn gain_ns(&self, work: Work, traffic: Traffic) -> f64 {
        self.host_ns(work, traffic) - MARGIN * self.device_ns(work, traffic)
    }

    /// The same of a loop's version in tiles, which moves nothing.
    pub fn gain_of_tiles_ns(&self, work: Work) -> f64 {
        let tiles = work.faster(1. / TILES);
        self.host_ns(work, Traffic::default()) - MARGIN * self.device_ns(tiles, Traffic::default())
    }

    /// The host's time from which on a launch wins that fills the device and moves nothing.
    pub fn least_ns(&self) -> f64 {
        let part = 1. - MARGIN / self.speedup;
        if part > 0. { MARGIN * self.launch_ns / part } else { f64::MAX }
    }
}

fn memory_ns(bytes: f64, bandwidth: f64) -> f64 {
    if bytes > CACHE_BYTES { bytes / bandwidth } else { 0. }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AXPY: f64 = 300.;

    fn work(iterations: f64, picoseconds: f64) -> Work {
        Work { iterations, picoseconds, items: iterations }
    }

    fn axpy(n: f64) -> (Work, Traffic) {
        let traffic = Traffic { touched: 16. * n, to_device: 16. * n, to_host: 8. * n, resident: 0., copies: 3. };
        (work(n, AXPY), traffic)
    }

    #[test]
    fn a_tiny_loop_stays_on_the_host_unless_its_data_is_on_the_device_a2_19() {
        let (work, traffic) = axpy(16.);
        let gpu = Constants { launch_ns: 5_000., ..Constants::gpu() };
        assert!(gpu.gain_ns(work, traffic) < 0.);
        let there = Traffic { resident: 16. * 16., to_device: 0., to_host: 0., copies: 0., ..traffic };
        assert!(gpu.gain_ns(work, there) > 0.);
    }

    #[test]
    fn copies_decide_a2_19() {
        let gpu = Constants::gpu();
        let (once, traffic) = axpy(1e8);
        assert!(gpu.gain_ns(once, traffic) < 0., "each number is used once");
        let often = Work { iterations: 1e11, ..once };
        assert!(gpu.gain_ns(often, traffic) > 0., "each number is used a thousand times");
    }

    /// The thesis' numbers for 128^3 particles (3.5): 12 bytes of each go in at 5.6 GB/s and 4 come out at 6.2, in 4.5 and 1.4 ms.
    /// Its kernel takes 37 ms on the host and 0.37 ms on the device.
    #[test]
    fn copies_take_what_the_bus_was_measured_to_f38() {
        let board =
            Constants { to_device: 5.6, to_host: 6.2, copy_ns: 0., bandwidth: 150., speedup: 100., ..Constants::gpu() };
        let particles = 128. * 128. * 128.;
        let there = Traffic { touched: 16. * particles, ..Traffic::default() };
        let (one_way, back) =
            (Traffic { to_device: 12. * particles, ..there }, Traffic { to_host: 4. * particles, ..there });
        let both = Traffic { to_host: back.to_host, ..one_way };
        let kernel = |ms: f64| work(particles, ms * 1e9 / particles);
        let rounded = |traffic| {
            let copies = board.device_ns(kernel(37.), traffic) - board.device_ns(kernel(37.), there);
            (copies / 1e5).round() / 10.
        };
        assert_eq!((rounded(one_way), rounded(back), rounded(both)), (4.5, 1.4, 5.8));
        // A loop must take longer than its launch with copies and a margin, 6.7 ms; without copies, 0.3 ms.
        let pays = |ms: f64, traffic| board.gain_ns(kernel(ms), traffic) > 0.;
        assert_eq!([1., 4., 6., 7., 10., 37.].map(|ms| pays(ms, both)), [false, false, false, true, true, true]);
        assert!([1., 4., 6.].iter().all(|ms| pays(*ms, there)), "without copies");
    }

    #[test]
    fn tiles_have_to_win_more_than_their_loop() {
        let (cpu, long) = (Constants::cpu(2), work(1e6, AXPY));
        let (loops, tiles) = (cpu.gain_ns(long, Traffic::default()), cpu.gain_of_tiles_ns(long));
        assert!(0. < tiles && tiles < loops - 0.1 * cpu.host_ns(long, Traffic::default()));
        assert!(cpu.gain_of_tiles_ns(work(1e5, AXPY)) < cpu.gain_ns(work(1e5, AXPY), Traffic::default()));
    }

    #[test]
    fn threads_take_what_is_worth_waking_them() {
        let cpu = Constants::cpu(2);
        let on_host = |n: f64| Traffic { to_device: 0., to_host: 0., copies: 0., ..axpy(n).1 };
        assert!(cpu.gain_ns(work(1e4, AXPY), on_host(1e4)) < 0.);
        assert!(cpu.gain_ns(work(1e6, AXPY), on_host(0.)) > 0.);
        assert!(cpu.gain_ns(work(1e4, 30_000.), on_host(1e4)) > 0., "few iterations with much work");
        assert!(Constants::cpu(1).gain_ns(work(1e9, AXPY), on_host(0.)) < 0., "one thread is no gain");
    }

    #[test]
    fn constants_survive_being_kept() {
        for constants in [Constants::cpu(2), Constants::gpu()] {
            let text = serde_json::to_string(&constants).unwrap();
            assert_eq!(serde_json::from_str::<Constants>(&text).unwrap(), constants);
        }
    }

    #[test]
    fn an_empty_device_is_slow() {
        let gpu = Constants::gpu();
        let narrow = Work { items: 2., ..work(1e9, AXPY) };
        assert!(gpu.gain_ns(narrow, Traffic::default()) < 0.);
        assert!(gpu.gain_ns(Work { items: 1e6, ..narrow }, Traffic::default()) > 0.);
    }
}
