//! `--device auto`: per launch, the device that wins most time over the sequential loop, or none. Decisions only; what a launch
//! costs says `cost`, and what is known of this machine `raddle devices --calibrate` has written down.
//!
//! A GPU's driver takes longer to open than most launches: it is opened when the launches that wanted it would have won that time
//! together. So a program loses at most as much by opening as it lost by waiting. CPU threads are started by the same rule, and much later where
//! all processors are busy: a thread that has begun a piece there is waited for until it gets its turn.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use serde::{Deserialize, Serialize};

use crate::config::{Config, DeviceChoice};
use crate::cost::{Constants, Traffic, Work};
use crate::device::{Device, DeviceInfo};
use crate::directory;
use crate::known::Store;
use crate::load;
use crate::loader;
use crate::ranges::Range;
use crate::runtime::LeftOut;
use crate::workers;

/// Launches whose loop takes less on the host are not thought about; no device of any kind wins so little back.
pub const LEAST_NS: f64 = 5_000.;

/// Of a byte that a program touches first: the kernel finds a page for it and clears that (2 us for 4 KiB).
const FRESH_NS: f64 = 0.5;

/// What was measured of one device of this machine.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Calibrated {
    pub kind: String,
    pub index: usize,
    pub name: String,
    pub driver: String,
    pub constants: Constants,
}

impl Calibrated {
    pub fn new(device: &DeviceInfo, constants: Constants) -> Self {
        let DeviceInfo { kind, index, name, driver, .. } = device.clone();
        Self { kind: kind.to_owned(), index, name, driver, constants }
    }

    pub fn is_of(&self, device: &DeviceInfo) -> bool {
        (self.kind.as_str(), &self.name, &self.driver) == (device.kind, &device.name, &device.driver)
    }
}

/// The file that holds the list of all devices has a name of its own: which devices there are is what a program wants to know
/// before it opens one.
fn machine() -> DeviceInfo {
    DeviceInfo { kind: "machine", name: "all devices".to_owned(), ..DeviceInfo::default() }
}

const PART: &str = "calibration";

pub fn read_calibration(store: Option<&Store>) -> Vec<Calibrated> {
    store.and_then(|store| store.read(&machine(), PART)).unwrap_or_default()
}

pub fn write_calibration(store: Option<&Store>, all: &[Calibrated]) {
    if let Some(store) = store {
        store.write(&machine(), PART, &all);
    }
}

/// How a GPU is opened; `None` if there is none, which nobody is told who did not ask for it.
pub type Open = fn(&Config) -> Option<Arc<dyn Device>>;

pub struct Auto {
    cpu: Constants,
    missed: Mutex<Missed>,
    is_busy: fn() -> bool,
    gpus: Vec<Gpu>,
}

/// What launches on CPU threads would have won, before there were any.
#[derive(Default)]
struct Missed {
    ns: f64,
    /// How much it is when the machine is looked at again.
    look_at: f64,
}

/// What launches must have missed before threads are started where others keep all processors busy: their turn may take as long.
const BUSY_NS: f64 = 1e7;

struct Gpu {
    kind: DeviceChoice,
    config: Config,
    open: Open,
    constants: Constants,
    /// Of what `constants` is; `None` for a guess.
    of: Option<Calibrated>,
    /// Nanoseconds that would have been won with the device open.
    missed: Mutex<f64>,
    device: OnceLock<Option<Arc<dyn Device>>>,
}

/// A site that wants a device.
pub struct Wish<'a> {
    pub work: Work,
    pub ranges: &'a [Range],
    pub has_ptx: bool,
    pub has_atomics: bool,
    pub left_out: LeftOut,
    /// A device of the site's kernels refused them for good.
    pub is_refused: bool,
}

impl Auto {
    /// `cpu` are the threads, `kinds` the GPUs that may be opened.
    pub fn new(config: &Config, cpu: &DeviceInfo, kinds: &[(DeviceChoice, Open)], known: &[Calibrated]) -> Self {
        let of_cpu = known.iter().find(|it| it.is_of(cpu)).map(|it| it.constants);
        let cpu = of_cpu.unwrap_or_else(|| Constants::cpu(config.threads));
        let gpus = kinds.iter().flat_map(|&(kind, open)| Gpu::of_kind(config, kind, open, known)).collect();
        // Tests run beside each other.
        let is_busy = if cfg!(test) { || false } else { load::is_busy };
        Self { cpu, missed: Mutex::default(), is_busy, gpus }
    }

    /// The GPU that wins most, `None` if the CPU's threads do; the error says why nothing does.
    pub fn choose(&self, wish: &Wish) -> Result<Option<Arc<dyn Device>>, String> {
        let on_host = self.on_host(wish.ranges);
        let cpu_gain = match wish.has_atomics {
            true => 0.,
            false => self.cpu.gain_ns(wish.work, on_host).max(0.),
        };
        let mut best = (cpu_gain, None);
        for gpu in self.gpus.iter().filter(|gpu| gpu.may_run(wish)) {
            let gain = gpu.constants().gain_ns(wish.work, traffic(wish.ranges, gpu.device()));
            if gain > best.0
                && let Some(device) = gpu.opened(gain - best.0)
            {
                best = (gain, Some(device));
            }
        }
        match best {
            (_, Some(gpu)) => Ok(Some(gpu)),
            (gain, None) if gain > 0. && self.starts_threads(gain) => Ok(None),
            (gain, None) if gain > 0. => {
                Err("loops so far would not have won the time that threads take to start".to_owned())
            }
            _ if wish.has_atomics => Err("atomic updates cost CPU threads more than they gain".to_owned()),
            _ => Err(self.reason(wish.work, on_host)),
        }
    }

    /// What CPU threads move: nothing but what GPUs have, which comes back first.
    fn on_host(&self, ranges: &[Range]) -> Traffic {
        let all = traffic(ranges, None);
        let resident = |gpu: &Gpu| gpu.device().map_or(0., |it| traffic(ranges, Some(it)).resident);
        let resident = self.gpus.iter().map(resident).sum();
        Traffic { to_device: 0., to_host: 0., copies: 0., resident, ..all }
    }

    /// Would a launch pay whose data is where it is needed, but for `fresh` bytes that nobody has touched before?
    pub fn may_pay(&self, work: Work, fresh: usize) -> bool {
        let lost = FRESH_NS * fresh as f64;
        let pays = |constants: &Constants| constants.gain_ns(work, Traffic::default()) > lost;
        let open = |gpu: &&Gpu| matches!(gpu.device.get(), Some(Some(_)));
        pays(&self.cpu) && !self.waits_for_threads(self.cpu.gain_ns(work, Traffic::default()))
            || self.gpus.iter().filter(open).any(|gpu| pays(&gpu.constants()))
    }

    /// Would a loop's version in tiles pay on CPU threads, if there were some already?
    pub fn tiles_wait_for_threads(&self, work: Work) -> bool {
        self.waits_for_threads(self.cpu.gain_of_tiles_ns(work))
    }

    /// Would a launch that wins so much pay on CPU threads, if there were some already?
    fn waits_for_threads(&self, gain: f64) -> bool {
        gain > 0. && !self.starts_threads(gain)
    }

    /// Are there threads, or has waiting cost as much as they take to start? This launch has missed `gain` otherwise.
    fn starts_threads(&self, gain: f64) -> bool {
        workers::are_there() || self.has_missed_a_start(gain)
    }

    fn has_missed_a_start(&self, gain: f64) -> bool {
        let mut missed = self.missed.lock().unwrap_or_else(PoisonError::into_inner);
        missed.ns += gain;
        if missed.ns < self.cpu.open_ns.max(missed.look_at) {
            return false;
        }
        let waits = missed.ns < BUSY_NS && (self.is_busy)();
        missed.look_at = if waits { (2. * missed.ns).min(BUSY_NS) } else { 0. };
        !waits
    }

    /// Would it, on any device that there may be?
    pub fn may_ever_pay(&self, work: Work) -> bool {
        let mut all = self.gpus.iter().map(Gpu::constants).chain([self.cpu]);
        all.any(|constants| constants.gain_ns(work, Traffic::default()) > 0.)
    }

    fn reason(&self, work: Work, traffic: Traffic) -> String {
        let host = self.cpu.host_ns(work, traffic) / 1000.;
        let device = self.cpu.device_ns(work, traffic) / 1000.;
        format!("a launch would not pay: about {host:.1} us on the host, {device:.1} us on the CPU's threads")
    }

    /// GPUs that are open and have code of the site, and what is known of them.
    pub fn open(&self, wish: &Wish) -> Vec<(Arc<dyn Device>, Constants)> {
        let able = self.gpus.iter().filter(|gpu| gpu.may_run(wish));
        able.filter_map(|it| Some((it.device()?.clone(), it.constants()))).collect()
    }

    /// The GPU that was used, for the statistics.
    pub fn opened(&self) -> Option<&Arc<dyn Device>> {
        self.gpus.iter().find_map(Gpu::device)
    }
}

impl Gpu {
    /// Those that were measured, or the first that there may be.
    fn of_kind(config: &Config, kind: DeviceChoice, open: Open, known: &[Calibrated]) -> Vec<Self> {
        let make = |of: Option<&Calibrated>| Self {
            kind,
            config: Config { device: kind, index: of.map_or(0, |it| it.index), ..config.clone() },
            open,
            constants: of.map_or_else(Constants::gpu, |it| it.constants),
            of: of.cloned(),
            missed: Mutex::default(),
            device: OnceLock::new(),
        };
        match known {
            [] => vec![make(None)],
            _ => known.iter().filter(|it| it.kind == kind.name()).map(|it| make(Some(it))).collect(),
        }
    }

    fn may_run(&self, wish: &Wish) -> bool {
        !wish.is_refused
            && (self.kind != DeviceChoice::Cuda || wish.has_ptx)
            && !wish.left_out.has(self.kind)
            && !matches!(self.device.get(), Some(None))
    }

    /// The device, if it is open, or if with this launch it has become worth opening.
    fn opened(&self, gain: f64) -> Option<Arc<dyn Device>> {
        if loader::is_active() {
            // Threads of drivers may wait for it.
            return None;
        }
        if let Some(device) = self.device.get() {
            return device.clone();
        }
        let mut missed = self.missed.lock().unwrap_or_else(PoisonError::into_inner);
        *missed += gain;
        if *missed < self.constants.open_ns {
            return None;
        }
        self.device.get_or_init(|| (self.open)(&self.config)).clone()
    }

    /// If it is open.
    fn device(&self) -> Option<&Arc<dyn Device>> {
        self.device.get().and_then(Option::as_ref)
    }

    /// What was measured under another driver, as an open device shows, is worth no more than a guess.
    fn constants(&self) -> Constants {
        match (self.device(), &self.of) {
            (Some(device), Some(of)) if !of.is_of(device.info()) => Constants::gpu(),
            _ => self.constants,
        }
    }
}

/// What a launch over these ranges moves to another device and back, where that device has some of it already.
fn traffic(ranges: &[Range], device: Option<&Arc<dyn Device>>) -> Traffic {
    let mut traffic = Traffic::default();
    for range in ranges.iter().filter(|it| !it.stays_on_host()) {
        let bytes = range.touched() as f64;
        let (valid, newer) = device.map_or((0, 0), |device| directory::with(|it| it.there(device, range)));
        traffic.touched += bytes;
        if device.is_some_and(|it| it.shares()) {
            continue;
        }
        traffic.resident += newer as f64;
        if !range.is_overwritten() && (valid as f64) < bytes {
            traffic.to_device += bytes - valid as f64;
            traffic.copies += 1.;
        }
        if range.is_written() {
            traffic.to_host += bytes;
            traffic.copies += 1.;
        }
    }
    traffic
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emulated::EmulatedDevice;
    use crate::types::{CHECK_ONLY, NO_CUDA, NO_VULKAN, OVERWRITTEN, READ, WRITE};

    /// Any device will do: none is launched on.
    fn open(config: &Config) -> Option<Arc<dyn Device>> {
        (config.index < 9).then(|| Arc::new(EmulatedDevice::new(1, None)) as _)
    }

    fn never(_: &Config) -> Option<Arc<dyn Device>> {
        panic!("opened a device that no launch can pay for")
    }

    fn config() -> Config {
        Config { threads: 2, ..Config::parse(|_| None).unwrap() }
    }

    fn auto(kinds: &[(DeviceChoice, Open)], known: &[Calibrated]) -> Auto {
        Auto::new(&config(), &crate::cpu::info(2), kinds, known)
    }

    fn range(bytes: usize, flags: u32) -> Range {
        Range {
            base: 4096,
            low: 4096,
            high: 4096 + bytes,
            flags,
            object: None,
            name: "a".into(),
            rows: None,
            around: None,
        }
    }

    fn wish(microseconds: f64, ranges: &[Range]) -> Wish<'_> {
        let work = Work { iterations: 1e6, picoseconds: microseconds, items: 1e6 };
        Wish { work, ranges, has_ptx: true, has_atomics: false, left_out: LeftOut::default(), is_refused: false }
    }

    fn kind(choice: Result<Option<Arc<dyn Device>>, String>) -> String {
        choice.map_or_else(|reason| reason, |gpu| gpu.map_or("threads", |device| device.info().kind).to_owned())
    }

    fn measured(kind: &str, name: &str, driver: &str, index: usize) -> Calibrated {
        Calibrated { kind: kind.into(), index, name: name.into(), driver: driver.into(), constants: Constants::gpu() }
    }

    #[test]
    fn bytes_that_travel() {
        let ranges = [
            range(100, READ),
            range(20, READ | WRITE),
            range(3, WRITE | OVERWRITTEN),
            range(1000, READ | CHECK_ONLY),
            range(0, READ),
        ];
        let expected = Traffic { touched: 123., to_device: 120., to_host: 23., resident: 0., copies: 4. };
        assert_eq!(traffic(&ranges, None), expected);
    }

    #[test]
    fn small_launches_open_no_driver_and_say_why() {
        let auto = auto(&[(DeviceChoice::Cuda, never), (DeviceChoice::Vulkan, never)], &[]);
        let ranges = [range(8000, READ | WRITE)];
        let reason = kind(auto.choose(&wish(10., &ranges)));
        assert_eq!(reason, "a launch would not pay: about 10.0 us on the host, 10.9 us on the CPU's threads");
        assert_eq!(kind(auto.choose(&wish(1000., &ranges))), "threads");
        let atomics = auto.choose(&Wish { has_atomics: true, ..wish(1000., &ranges) });
        assert_eq!(kind(atomics), "atomic updates cost CPU threads more than they gain");
        assert!(auto.may_pay(wish(1000., &[]).work, 0) && !auto.may_pay(wish(10., &[]).work, 0));
        assert!(auto.may_ever_pay(wish(1000., &[]).work) && !auto.may_ever_pay(wish(10., &[]).work));
        let least = Constants::gpu().least_ns().min(auto.cpu.least_ns()) / 1000.;
        assert!(auto.may_ever_pay(wish(1.01 * least, &[]).work) && !auto.may_ever_pay(wish(0.99 * least, &[]).work));
        // Private copies that take longer to find than the launch wins.
        assert!(auto.may_pay(wish(1000., &[]).work, 400_000) && !auto.may_pay(wish(1000., &[]).work, 1_000_000));
    }

    #[test]
    fn threads_are_started_when_waiting_has_cost_as_much() {
        let auto = auto(&[], &[]);
        let gain = auto.cpu.gain_ns(wish(100., &[]).work, Traffic::default());
        assert!(gain > 0. && gain < auto.cpu.open_ns);
        let launches = (1..).find(|_| auto.has_missed_a_start(gain));
        assert_eq!(launches, Some((auto.cpu.open_ns / gain).ceil() as u32));
    }

    #[test]
    fn threads_are_started_much_later_where_all_processors_are_busy() {
        let busy = || Auto { is_busy: || true, ..auto(&[], &[]) };
        let (waiting, gain) = (busy(), 30_000.);
        let launches = (1..).find(|_| waiting.has_missed_a_start(gain));
        assert_eq!(launches, Some((BUSY_NS / gain).ceil() as u32));
        assert!(busy().has_missed_a_start(BUSY_NS), "a long loop is worth it at once");
        // Once others have ended, it is noticed when twice as much was missed.
        let mut later = busy();
        assert!(!later.has_missed_a_start(300_000.));
        later.is_busy = || false;
        assert!(!later.has_missed_a_start(299_000.) && later.has_missed_a_start(2_000.));
    }

    #[test]
    fn a_driver_is_opened_when_waiting_has_cost_as_much() {
        let auto = auto(&[(DeviceChoice::Vulkan, open)], &[]);
        let ranges = [range(8000, READ)];
        // Each launch would win 80 ms beside the threads; opening takes 300 ms.
        let launch = || kind(auto.choose(&wish(140_000., &ranges)));
        let kinds: Vec<String> = (0..6).map(|_| launch()).collect();
        assert_eq!(kinds, ["threads", "threads", "threads", "emulated", "emulated", "emulated"]);
        assert!(auto.opened().is_some());
        let refused = auto.choose(&Wish { is_refused: true, ..wish(1e6, &ranges) });
        assert_eq!(kind(refused), "threads");
    }

    #[test]
    fn what_was_left_out_is_not_taken() {
        let auto = auto(&[(DeviceChoice::Vulkan, open)], &[]);
        let of = |code| kind(auto.choose(&Wish { left_out: LeftOut::of(code), ..wish(1e7, &[]) }));
        assert_eq!(of(NO_VULKAN | NO_CUDA), "threads");
        assert_eq!(of(NO_CUDA), "emulated");
    }

    #[test]
    fn cuda_needs_ptx() {
        let auto = auto(&[(DeviceChoice::Cuda, open)], &[]);
        let without = || Wish { has_ptx: false, ..wish(1e7, &[]) };
        assert_eq!(kind(auto.choose(&without())), "threads");
        assert_eq!(kind(auto.choose(&wish(1e7, &[]))), "emulated");
        assert_eq!(kind(auto.choose(&without())), "threads");
    }

    #[test]
    fn what_was_measured_counts_for_that_driver_only() {
        let device = EmulatedDevice::new(1, None);
        let DeviceInfo { name, driver, .. } = device.info().clone();
        // A device as measured takes what one that nobody knows would not.
        let of = |driver: &str| {
            let mut known = measured("emulated", &name, driver, 0);
            known.constants.launch_ns = 10.;
            let auto = auto(&[(DeviceChoice::Emulated, open)], &[known]);
            [1e7, 10.].map(|microseconds| kind(auto.choose(&wish(microseconds, &[]))))
        };
        assert_eq!(of(&driver), ["emulated", "emulated"]);
        let [large, small] = of("another version");
        assert!(large == "emulated" && small.contains("would not pay"), "{large} {small}");
        // What was looked for and not found is not looked for again.
        let gone = auto(&[(DeviceChoice::Cuda, never)], &[measured("vulkan", "v", "1", 0)]);
        assert_eq!(kind(gone.choose(&wish(1e7, &[]))), "threads");
        let absent = auto(&[(DeviceChoice::Cuda, open)], &[measured("cuda", "c", "1", 9)]);
        assert_eq!(kind(absent.choose(&wish(1e7, &[]))), "threads");
    }
}
