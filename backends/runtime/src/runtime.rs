//! Chooses the device of a site: opens drivers late, applies the limits that the user set, remembers what failed.
//! It touches no host memory.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::{Duration, Instant};

use crate::auto::{self, Auto, Wish};
use crate::config::{Config, DeviceChoice};
use crate::cost::{Constants, Work};
use crate::cpu::{self, CpuDevice, KERNEL_ROOM_BYTES};
use crate::cuda::CudaDevice;
use crate::device::{Device, DeviceInfo};
use crate::directory;
use crate::emulated::EmulatedDevice;
use crate::error::{DeviceError, Fatal};
use crate::faulty::FaultyDevice;
use crate::forked::Forked;
use crate::host_time::HostRun;
use crate::learn::{Advice, Learned};
use crate::loader;
use crate::ranges::{Range, first_conflict};
use crate::rows;
use crate::serial;
use crate::session::Session;
use crate::stack;
use crate::stats::Stats;
use crate::types::{NO_CUDA, NO_EMULATED, NO_VULKAN};
use crate::vulkan::VulkanDevice;
use crate::workers;

/// GPUs that `auto` may open, the preferred kind first.
const GPUS: [(DeviceChoice, auto::Open); 2] = [(DeviceChoice::Cuda, open_cuda), (DeviceChoice::Vulkan, open_vulkan)];

/// What a thread has to have left of its stack to call a driver, which may compile kernels on it.
const DRIVER_ROOM_BYTES: usize = 256 << 10;

fn open_cuda(config: &Config) -> Option<Arc<dyn Device>> {
    CudaDevice::open(config).ok().map(|device| Arc::new(device) as _)
}

fn open_vulkan(config: &Config) -> Option<Arc<dyn Device>> {
    VulkanDevice::open(config).ok().filter(|device| !device.info().software).map(|device| Arc::new(device) as _)
}

/// The time of a loop, in times of a launch without work, from which on launches are tried against the estimate.
const LEAST_TRIED: f64 = 0.75;

const SLOWER_LAUNCHES: &str =
    "launches of it took longer than the loop, its rows overlapped, or its time is measured for that comparison";

/// The part of the loop's time that looking for overlapping rows may take.
const LOOKING: f64 = 1. / 4.;

/// How many times the loop's time it may take where later launches gain it.
const LOOKING_AHEAD: f64 = 4.;

/// A site as the runtime knows it.
#[derive(Debug, Clone)]
pub struct Site {
    /// Tells sites apart; the address of the compiler's `raddle_site`.
    pub id: usize,
    pub source: Cow<'static, str>,
    pub function: Cow<'static, str>,
    /// All kernels of the site have PTX.
    pub has_ptx: bool,
    /// A kernel of the site updates memory atomically.
    pub has_atomics: bool,
    /// Its kernels are for memory and functions of the host: only CPU threads run them.
    pub threads_only: bool,
    /// They may touch what no range of the site names.
    pub may_follow: bool,
    /// The code around it says what the host accesses, so that data may stay on the device.
    pub is_resident: bool,
    /// An iteration may take longer than it is estimated.
    pub is_irregular: bool,
    /// Its kernels run several work items side by side, where the sequential loop waits for each sum, or walks across rows.
    pub runs_together: bool,
    /// Statements of the host, for a device that has their arrays.
    pub is_serial: bool,
    pub left_out: LeftOut,
}

/// The devices whose code the compiler was told to leave out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LeftOut(u32);

impl LeftOut {
    /// From `raddle_site::code`.
    pub fn of(code: u32) -> Self {
        Self(code & (NO_EMULATED | NO_VULKAN | NO_CUDA))
    }

    pub fn has(self, device: DeviceChoice) -> bool {
        let bit = match device {
            DeviceChoice::Emulated => NO_EMULATED,
            DeviceChoice::Vulkan => NO_VULKAN,
            DeviceChoice::Cuda => NO_CUDA,
            DeviceChoice::Auto | DeviceChoice::Cpu | DeviceChoice::None => 0,
        };
        self.0 & bit != 0
    }
}

/// How much a launch is.
#[derive(Debug, Clone, Copy)]
pub struct Size {
    /// Innermost iterations.
    pub instances: i64,
    /// Those that may run at the same time.
    pub items: i64,
    /// The compiler's estimate for one iteration on one core.
    pub picoseconds: u32,
}

/// As many as take so long.
fn iterations(ns: f64, picoseconds: u32) -> i64 {
    (1000. * ns / f64::from(picoseconds.max(1))).ceil() as i64
}

impl Size {
    fn work(self) -> Work {
        Work {
            iterations: self.instances as f64,
            picoseconds: f64::from(self.picoseconds),
            items: self.items.max(1) as f64,
        }
    }

    /// With the time that the sequential loop was seen to take.
    fn taking(self, host_ns: f64) -> Work {
        let work = self.work();
        Work { picoseconds: 1000. * host_ns / work.iterations.max(1.), ..work }
    }

    /// Nanoseconds on one core.
    pub fn host_ns(self) -> f64 {
        self.instances as f64 * f64::from(self.picoseconds) / 1000.
    }
}

pub struct Runtime {
    pub config: Config,
    pub stats: Stats,
    cpu: Arc<CpuDevice>,
    /// The calling thread alone.
    alone: OnceLock<Arc<dyn Device>>,
    chosen: OnceLock<Result<Arc<dyn Device>, DeviceError>>,
    /// Under `auto`.
    auto: OnceLock<Auto>,
    learned: Learned,
    /// The chosen device answers no more.
    lost: AtomicBool,
    /// Sites that have a kernel the device can never run.
    refused: Mutex<HashMap<usize, String>>,
    /// Sites with kernels that a driver may stop.
    halfway: Mutex<HashSet<usize>>,
    /// What statements of the host have missed.
    missed: Mutex<serial::Missed>,
    said: Mutex<HashSet<String>>,
    forked: Forked,
}

/// Versions in tiles for CPU threads have checks, copies and partial tiles, which are little beside so many iterations: a product of matrices of
/// 64 by 64. Triangles have a third of the iterations that are counted, and more partial tiles.
const LEAST_TILED: i64 = 1 << 18;

/// How many times longer than it was estimated a loop takes at most, about. Loops that may take long are timed; those that do not are left
/// to the host then.
const UNDERRATED: f64 = 2.5;

/// Picoseconds of an iteration that are one of `RADDLE_OFFLOAD_MIN`. A longer one is several. The compiler counts in the same way.
const ONE_ITERATION: i64 = 10_000;

/// What an empty launch takes on a GPU, about, from its call to its end.
const SHORTEST_LAUNCH_NS: f64 = 10_000.;

/// The shortest loop, by its estimate, whose kernels one thread runs instead: to enter and leave a site takes 2.4 us with four arrays
/// (`test-suite/bench/launches.c` with `RADDLE_DEVICE=cpu RADDLE_THREADS=1`, AMD EPYC, Zen 4).
const ALONE_NS: f64 = 8_000.;

/// How many times the loop's speed such kernels have, about: from 0.9 where data comes from memory (PolyBench's atax at LARGE) to 5 where
/// it is in the caches (gesummv at MEDIUM; AMD EPYC, Zen 4).
const SIDE_BY_SIDE: f64 = 2.;

/// Iterations of a work item, at less than a microsecond each, that take no longer than to bring an array to the host and back.
const SHORT_ITEM: i64 = 32;

/// Device files of GPUs: NVIDIA's, AMD's, those of Linux' own drivers, Windows' in its subsystem for Linux, Jetson's, Mali's, Adreno's.
const GPU_FILES: [&str; 7] =
    ["/dev/nvidiactl", "/dev/kfd", "/dev/dri", "/dev/dxg", "/dev/nvhost-gpu", "/dev/mali0", "/dev/kgsl-3d0"];

/// Has the machine a device file of a GPU, or does the user name a driver? Drivers are not opened for that: it is asked when the program starts.
fn gpu_may_be_there(config: &Config) -> bool {
    config.cuda_driver.is_some() || GPU_FILES.iter().any(|it| std::path::Path::new(it).exists())
}

impl Runtime {
    pub fn new(config: Config) -> Self {
        let cpu = Arc::new(CpuDevice::new(config.threads));
        // A short launch takes less time than it takes to count it.
        let stats = Stats::new(config.stats.is_some() || cfg!(test), config.trace.is_some());
        let least_tried_ns = LEAST_TRIED * Constants::cpu(config.threads).launch_ns;
        Self {
            config,
            cpu,
            alone: OnceLock::new(),
            stats,
            chosen: OnceLock::new(),
            auto: OnceLock::new(),
            learned: Learned::new(least_tried_ns, workers::are_there),
            lost: AtomicBool::new(false),
            refused: Mutex::default(),
            halfway: Mutex::default(),
            missed: Mutex::default(),
            said: Mutex::default(),
            forked: Forked::default(),
        }
    }

    /// A runtime whose device is `device`, whatever the settings say.
    #[cfg(test)]
    pub fn with_device(config: Config, device: Arc<dyn Device>) -> Self {
        let runtime = Self::new(config);
        runtime.chosen.get_or_init(|| Ok(device));
        runtime
    }

    pub fn is_forked_child(&self) -> bool {
        self.forked.is_child()
    }

    /// What this run has shown of such executions of the site.
    pub fn advice(&self, site: usize, size: Size) -> Advice {
        // As in `enter`: nothing with a lock in a forked child.
        if self.config.device != DeviceChoice::Auto || self.is_forked_child() {
            return Advice::NONE;
        }
        self.learned.advice(site, size.instances, size.host_ns())
    }

    /// The same, if it can be had at once.
    pub fn known_advice(&self, site: usize, size: Size) -> Option<Advice> {
        if self.config.device != DeviceChoice::Auto || self.is_forked_child() {
            return Some(Advice::NONE);
        }
        self.learned.known_advice(site, size.instances, size.host_ns())
    }

    /// Does the site stay on the host, with nobody who wants to know why?
    pub fn stays_unseen(&self, advice: Advice, size: Size) -> bool {
        let stays = match advice {
            Advice::Host { .. } => true,
            // The estimate let it come here, and was wrong: no launch pays for so little.
            Advice::Estimate { host_ns: Some(host_ns), .. } => !self.auto().may_ever_pay(size.taking(host_ns)),
            Advice::Estimate { host_ns: None, .. } | Advice::Launch => false,
        };
        stays && !self.somebody_asks()
    }

    /// Are statistics or a trace wanted?
    fn counts(&self) -> bool {
        self.config.stats.is_some() || self.config.trace.is_some()
    }

    pub fn somebody_asks(&self) -> bool {
        self.counts() || self.config.verbose
    }

    /// Do launches teach it where a site is faster?
    pub fn learns(&self) -> bool {
        self.config.device == DeviceChoice::Auto
    }

    /// A site that only CPU threads had was left `time` after it was entered. The process has got `pages` meanwhile.
    pub fn launched(&self, site: usize, size: Size, time: Duration, pages: u64) {
        if self.learns() {
            self.learned.launched(site, size.instances, time, pages);
        }
    }

    /// Takes a site to the device, or answers `None` for its sequential loop.
    pub fn enter(
        &self,
        site: Site,
        ranges: Vec<Range>,
        size: Size,
        advice: Advice,
    ) -> Result<Option<Session<'_>>, Fatal> {
        // Before anything with a lock: after a fork, another thread of the parent may hold it forever.
        if self.config.device == DeviceChoice::None || self.is_forked_child() {
            return Ok(None);
        }
        match self.try_enter(&site, ranges, size, advice) {
            Ok(session) => {
                self.stats.entered(&site.source, &site.function, session.device_kind());
                Ok(Some(session))
            }
            Err(Decline::Missing(error)) if !self.config.may_lack_device || self.ends_with(&error) => {
                Err(Fatal::Site { source_line: site.source.to_string(), error })
            }
            Err(Decline::Failed(error)) if self.ends_with(&error) => {
                Err(Fatal::Site { source_line: site.source.to_string(), error })
            }
            Err(Decline::Broken(fatal)) => Err(fatal),
            Err(Decline::Silent(_)) if site.is_serial => Ok(None),
            Err(decline) => {
                self.note(&site, &decline);
                Ok(None)
            }
        }
    }

    fn note(&self, site: &Site, decline: &Decline) {
        let reason = decline.reason();
        self.stats.declined(&site.source, &site.function, &reason);
        let message = format!("{}: runs sequentially: {reason}", site.source);
        match decline {
            Decline::Failed(_) | Decline::Missing(_) => self.say(&site.source, &message),
            Decline::Silent(_) if self.config.verbose => self.say(&message, &message),
            Decline::Silent(_) | Decline::Broken(_) => (),
        }
    }

    /// Must the program not go on without the device that failed so?
    pub fn ends_with(&self, error: &DeviceError) -> bool {
        error.is_bug() || !self.config.fallback && !error.is_refusal()
    }

    fn try_enter(&self, site: &Site, ranges: Vec<Range>, size: Size, advice: Advice) -> Result<Session<'_>, Decline> {
        let instances = size.instances;
        let least = match self.config.device {
            // It knows better, by now, how long the loop takes.
            DeviceChoice::Auto => self.enough(size.picoseconds),
            _ => self.least_offloaded(size.picoseconds),
        };
        if !site.is_serial
            && instances < least
            && !self.goes_where_data_is(size, || directory::with(|it| it.has_newer_in(&ranges)))
        {
            return Err(Decline::Silent(format!("{instances} iterations are fewer than {least}")));
        }
        if site.threads_only && !self.may_be_threads() {
            return Err(Decline::Silent("its kernels are for CPU threads only".to_owned()));
        }
        if !crate::fp_env::is_default() {
            return Err(Decline::Silent("the host's floating-point environment is not the default".to_owned()));
        }
        if let Some((one, other)) = first_conflict(&ranges) {
            return Err(overlapping(one, other));
        }
        let since = rows::has_rows(&ranges).then(Instant::now);
        if since.is_some() {
            // The tables are read here.
            directory::with(|it| it.flush(&self.stats)).map_err(Decline::Broken)?;
        }
        self.look_at_rows(site, &ranges, size)?;
        if ranges.iter().any(|range| range.base == 0 && !range.is_empty()) {
            return Err(Decline::Silent("an array is a null pointer".to_owned()));
        }
        let device = match site.is_serial {
            true => self.device_with_data(site, &ranges, size)?,
            false => self.device(site, &ranges, size, advice)?,
        };
        let is_our_choice = self.config.device == DeviceChoice::Auto && device.info().kind != self.cpu.info().kind;
        let spare = is_our_choice.then(|| ranges.clone());
        let entered = match (Session::new(self, device, site.clone(), ranges, size), spare) {
            (Err(error), Some(ranges)) if !error.is_bug() => Session::new(self, self.cpu(), site.clone(), ranges, size),
            (entered, _) => entered,
        };
        let mut session = entered.map_err(Decline::Failed)?;
        session.make_host_whole().map_err(Decline::Broken)?;
        if let Some(since) = since {
            session.began(since);
        }
        Ok(session)
    }

    /// Do rows behind pointers lie apart, as far as a launch can pay for looking?
    fn look_at_rows(&self, site: &Site, ranges: &[Range], size: Size) -> Result<(), Decline> {
        let is_much = |ns: f64, part: f64| ns > size.host_ns() * part;
        let is_dear = |ns: f64| {
            let may_look = || !is_much(ns, LOOKING_AHEAD) && self.learned.may_look_ahead(site.id, size.instances);
            self.config.device == DeviceChoice::Auto && is_much(ns, LOOKING) && !may_look()
        };
        let dear = |()| Decline::Silent("to see that its rows lie apart takes longer than a launch gains".to_owned());
        if !rows::has_rows(ranges) {
            return Ok(());
        }
        // SAFETY: the compiler hands over tables that the loop reads, too.
        let overlap = unsafe { rows::look(ranges, is_dear) }.map_err(dear)?;
        if self.config.device == DeviceChoice::Auto {
            self.learned.looked_at_rows(site.id, size.instances, overlap.is_some());
        }
        overlap.map_or(Ok(()), |(one, other)| Err(overlapping(one, other)))
    }

    /// Can the device be the CPU's threads?
    fn may_be_threads(&self) -> bool {
        match self.config.device {
            DeviceChoice::Cpu | DeviceChoice::Auto => true,
            DeviceChoice::None | DeviceChoice::Emulated | DeviceChoice::Vulkan | DeviceChoice::Cuda => false,
        }
    }

    /// Would `enter` decline whatever the ranges are, with nobody who wants to know why? Small nests inside hot loops
    /// ask often.
    pub fn declines_unseen(&self, size: Size) -> bool {
        let is_too_small = || self.is_too_small(size) && !self.goes_where_data_is(size, directory::has_data);
        !self.somebody_asks() && (self.config.device == DeviceChoice::None || is_too_small())
    }

    /// Does anybody want to know how long sequential loops take?
    pub fn times_host(&self, advice: Advice) -> bool {
        self.counts() || advice.times_host()
    }

    /// A sequential loop that was timed has ended. Answers how many iterations are needed for any launch, if these were too few and
    /// nobody wants to know why the next ones are not launched.
    pub fn host_ran(&self, site: usize, source: &str, function: &str, run: HostRun) -> Option<i64> {
        if self.counts() {
            self.stats.host_ran(source, function, run.time);
        }
        if self.config.device != DeviceChoice::Auto {
            return None;
        }
        let least = self.learned.host_ran(site, run.instances, run.time, auto::LEAST_NS);
        least.filter(|_| !self.somebody_asks())
    }

    /// Is a launch that is too small for its own sake worth it, as a named device has newer bytes (`has_newer`), which the host would wait for and
    /// send back? Where work items run for long, the host is faster.
    fn goes_where_data_is(&self, size: Size, has_newer: impl Fn() -> bool) -> bool {
        let is_remote = match self.config.device {
            DeviceChoice::Emulated | DeviceChoice::Vulkan | DeviceChoice::Cuda => true,
            DeviceChoice::Auto | DeviceChoice::Cpu | DeviceChoice::None => false,
        };
        is_remote && size.instances > 0 && size.instances <= size.items.saturating_mul(SHORT_ITEM) && has_newer()
    }

    fn is_too_small(&self, size: Size) -> bool {
        size.instances < self.least_offloaded(size.picoseconds)
    }

    /// The fewest innermost iterations for which some device may take a launch. A GPU that is asked for takes no loop that ends before an empty
    /// launch would, unless somebody has said how many iterations are enough.
    fn least_offloaded(&self, picoseconds: u32) -> i64 {
        let pays = match self.config.device {
            DeviceChoice::Auto => iterations(auto::LEAST_NS / UNDERRATED, picoseconds),
            DeviceChoice::Cuda | DeviceChoice::Vulkan if !self.config.offload_min_is_set => {
                iterations(SHORTEST_LAUNCH_NS, picoseconds)
            }
            DeviceChoice::Cuda
            | DeviceChoice::Vulkan
            | DeviceChoice::Cpu
            | DeviceChoice::Emulated
            | DeviceChoice::None => 0,
        };
        self.enough(picoseconds).max(pays)
    }

    /// As many iterations as the configuration wants of a launch; fewer where they are long.
    fn enough(&self, picoseconds: u32) -> i64 {
        let long = i64::from(picoseconds).max(ONE_ITERATION);
        self.config.offload_min.saturating_mul(ONE_ITERATION).saturating_add(long - 1) / long
    }

    /// The fewest innermost iterations for which `enter` is worth a call, or for which a version is run that is worse on the host. With
    /// somebody who asks why nothing is offloaded, all are.
    pub fn least_instances(&self, picoseconds: u32, is_version: bool) -> i64 {
        match self.config.device {
            _ if self.somebody_asks() => i64::MIN,
            DeviceChoice::None => i64::MAX,
            // What was measured of the devices is not read for this: it is asked when the program starts.
            DeviceChoice::Auto if is_version => {
                let least_ns = Constants::cpu(self.config.threads).least_ns().min(Constants::gpu().least_ns());
                self.enough(picoseconds).max(iterations(least_ns, picoseconds))
            }
            _ => self.least_offloaded(picoseconds),
        }
    }

    /// Has `auto` found a GPU worth its price?
    pub fn has_opened_gpu(&self) -> bool {
        self.auto.get().is_some_and(|it| it.opened().is_some())
    }

    /// Is a loop's version for CPU threads to run, and to be timed? `auto` learns which of both takes less.
    pub fn chooses(&self, version: usize, size: Size) -> (bool, bool) {
        // As in `enter`: nothing with a lock in a forked child.
        if self.config.device != DeviceChoice::Auto || self.is_forked_child() {
            return (true, false);
        }
        match self.learned.advice(version, size.instances, size.host_ns()) {
            Advice::Estimate { .. } if self.auto().tiles_wait_for_threads(size.work()) => (false, false),
            Advice::Estimate { .. } | Advice::Launch => (true, true),
            Advice::Host { times_host } => (false, times_host),
        }
    }

    /// What was chosen has taken so long.
    pub fn choice_took(&self, version: usize, instances: i64, took_version: bool, time: Duration) {
        match took_version {
            true => self.learned.launched(version, instances, time, 0),
            false => drop(self.learned.host_ran(version, instances, time, 0.)),
        }
    }

    /// The fewest innermost iterations for which a version for CPU threads is run.
    pub fn least_on_threads(&self) -> i64 {
        match self.config.device {
            DeviceChoice::Cpu => self.config.offload_min,
            // A GPU may be there, but until its driver is worth its price, loops run on threads, where they take ten times as long without tiles.
            DeviceChoice::Auto if self.has_opened_gpu() => i64::MAX,
            DeviceChoice::Auto => self.config.offload_min.max(LEAST_TILED),
            DeviceChoice::None | DeviceChoice::Emulated | DeviceChoice::Vulkan | DeviceChoice::Cuda => i64::MAX,
        }
    }

    /// Is a device asked for, and the site large enough, though `bytes` of fresh memory are needed?
    pub fn would_take(&self, size: Size, bytes: usize) -> bool {
        if self.config.device == DeviceChoice::None || self.is_too_small(size) || self.is_forked_child() {
            return false;
        }
        self.config.device != DeviceChoice::Auto || self.auto().may_pay(size.work(), bytes)
    }

    /// Bytes that one workspace may have.
    pub fn workspace_limit(&self) -> u64 {
        self.config.workspace
    }

    /// Why no device but CPU threads runs the site now.
    fn refusal(&self, site: &Site) -> Option<String> {
        let lost = self.lost.load(SeqCst).then(|| "the device was lost".to_owned());
        let refused = || lock(&self.refused).get(&site.id).cloned();
        lost.or_else(refused).or_else(|| self.lack_of_stack()).or_else(|| self.lack_of_loader())
    }

    /// The device that has arrays of statements of the host, if it is faster with them as well.
    fn device_with_data(&self, site: &Site, ranges: &[Range], size: Size) -> Result<Arc<dyn Device>, Decline> {
        let stays = || Decline::Silent("the host is as fast with these statements".to_owned());
        if let Some(reason) = self.refusal(site) {
            return Err(Decline::Silent(reason));
        }
        let open = match self.config.device {
            DeviceChoice::Auto => {
                let Site { has_ptx, has_atomics, left_out, .. } = *site;
                let wish = Wish { work: size.work(), ranges, has_ptx, has_atomics, left_out, is_refused: false };
                self.auto().open(&wish)
            }
            _ if site.left_out.has(self.config.device) => vec![],
            _ => vec![(self.chosen()?, Constants::gpu())],
        };
        let goes = |(device, constants): &(Arc<dyn Device>, Constants)| {
            let gain = directory::with(|it| serial::gain(it, device, constants, ranges, size.host_ns()));
            gain.is_some_and(|it| lock(&self.missed).goes(site.id, it))
        };
        open.into_iter().find(goes).map(|it| it.0).ok_or_else(stays)
    }

    fn device(&self, site: &Site, ranges: &[Range], size: Size, advice: Advice) -> Result<Arc<dyn Device>, Decline> {
        let refusal = self.refusal(site);
        if self.config.device == DeviceChoice::Auto {
            let Site { has_ptx, has_atomics, left_out, .. } = *site;
            // A refusal was a GPU's. The CPU has none.
            let is_refused = refusal.is_some() || site.threads_only;
            let work = match advice {
                Advice::Estimate { host_ns: Some(host_ns), .. } => size.taking(host_ns),
                Advice::Estimate { host_ns: None, .. } | Advice::Launch | Advice::Host { .. } => size.work(),
            };
            // What threads have to win from is their kernels on one.
            let alone = self.runs_alone(site, size);
            let work = if alone { work.faster(SIDE_BY_SIDE) } else { work };
            let wish = Wish { work, ranges, has_ptx, has_atomics, left_out, is_refused };
            let gpu = match (self.auto().choose(&wish), advice) {
                (Ok(gpu), Advice::Estimate { .. } | Advice::Launch) => gpu,
                (Err(_), Advice::Estimate { .. } | Advice::Launch) if alone => {
                    return Ok(self.alone.get_or_init(|| Arc::new(CpuDevice::new(1))).clone());
                }
                (Err(reason), Advice::Launch) if has_atomics => return Err(Decline::Silent(reason)),
                // The measurement knows better.
                (Err(_), Advice::Launch) => None,
                (Err(reason), Advice::Estimate { .. }) => return Err(Decline::Silent(reason)),
                (_, Advice::Host { .. }) => return Err(Decline::Silent(SLOWER_LAUNCHES.to_owned())),
            };
            return gpu.map_or_else(|| self.chosen(), Ok);
        }
        if site.left_out.has(self.config.device) {
            return Err(Decline::Missing(DeviceError::LeftOut(self.config.device.name())));
        }
        refusal.map_or_else(|| self.chosen(), |reason| Err(Decline::Silent(reason)))
    }

    /// Is one thread faster with the site's kernels than with its loop, where a launch on more would not pay, or start them?
    fn runs_alone(&self, site: &Site, size: Size) -> bool {
        site.runs_together
            && !site.has_atomics
            && size.host_ns() >= ALONE_NS
            && cpu::has_room()
            && !self.has_opened_gpu()
    }

    /// Why this thread, whose stack may be small, must not call a driver, or run a kernel itself.
    fn lack_of_stack(&self) -> Option<String> {
        let (needed, what) = match self.config.device {
            DeviceChoice::None => return None,
            DeviceChoice::Cpu if self.config.threads > 1 => return None,
            DeviceChoice::Cpu | DeviceChoice::Emulated => (KERNEL_ROOM_BYTES, "a kernel"),
            DeviceChoice::Auto | DeviceChoice::Vulkan | DeviceChoice::Cuda => (DRIVER_ROOM_BYTES, "a driver"),
        };
        let left = stack::left().filter(|&bytes| bytes < needed)?;
        Some(format!("{left} bytes of the thread's stack are left, too few for {what}"))
    }

    /// Why a named device's driver must not be called now.
    fn lack_of_loader(&self) -> Option<String> {
        let calls_driver = matches!(self.config.device, DeviceChoice::Vulkan | DeviceChoice::Cuda);
        let reason = || "a library is being opened or closed, and threads of drivers may wait for that".to_owned();
        (calls_driver && loader::is_active()).then(reason)
    }

    fn auto(&self) -> &Auto {
        self.auto.get_or_init(|| {
            // Software drivers are nothing for `auto`, and to find out that there are no others takes tens of milliseconds.
            let kinds = if gpu_may_be_there(&self.config) { &GPUS[..] } else { &[] };
            Auto::new(&self.config, self.cpu.info(), kinds, &auto::read_calibration(self.config.store.as_ref()))
        })
    }

    fn chosen(&self) -> Result<Arc<dyn Device>, Decline> {
        self.chosen.get_or_init(|| self.open()).clone().map_err(Decline::Missing)
    }

    fn open(&self) -> Result<Arc<dyn Device>, DeviceError> {
        let device = self.open_named()?;
        Ok(match self.config.fault {
            Some(fault) if !device.is_host() => Arc::new(FaultyDevice::new(device, fault)),
            Some(_) | None => device,
        })
    }

    fn open_named(&self) -> Result<Arc<dyn Device>, DeviceError> {
        Ok(match self.config.device {
            DeviceChoice::Auto | DeviceChoice::Cpu | DeviceChoice::None => self.cpu.clone(),
            DeviceChoice::Emulated => {
                Arc::new(EmulatedDevice::new(self.config.emulated_seed, self.config.device_memory))
            }
            DeviceChoice::Vulkan => Arc::new(VulkanDevice::open(&self.config)?),
            DeviceChoice::Cuda => Arc::new(CudaDevice::open(&self.config)?),
        })
    }

    /// The device that host memory always fits: where a site goes on if its own device fails.
    pub fn cpu(&self) -> Arc<dyn Device> {
        self.cpu.clone()
    }

    /// The threads of all devices end; later launches do without. A forked child has none.
    pub fn end_threads(&self) {
        if !self.is_forked_child() {
            self.cpu.end_threads();
            let chosen = self.chosen.get().and_then(|it| it.as_ref().ok());
            let opened = self.auto.get().and_then(Auto::opened);
            chosen.into_iter().chain(opened).for_each(|it| it.end_threads());
        }
    }

    pub fn mark_lost(&self) {
        self.lost.store(true, SeqCst);
    }

    /// From now on `site` runs sequentially.
    pub fn refuse(&self, site: usize, reason: String) {
        lock(&self.refused).insert(site, reason);
    }

    /// A kernel of `site` may be stopped halfway by its driver: from now on its arrays are not the host's.
    pub fn may_stop_halfway(&self, site: usize) {
        lock(&self.halfway).insert(site);
    }

    pub fn stops_halfway(&self, site: usize) -> bool {
        lock(&self.halfway).contains(&site)
    }

    /// A message on standard error, once for each `topic`: a site in a hot loop must not flood the user.
    pub fn say(&self, topic: &str, message: &str) {
        if lock(&self.said).insert(topic.to_owned()) {
            eprintln!("raddle: {message}");
        }
    }

    /// The device that was used, for the statistics.
    pub fn device_info(&self) -> DeviceInfo {
        let gpu = self.auto.get().and_then(Auto::opened);
        let chosen = || self.chosen.get()?.as_ref().ok();
        match gpu.or_else(chosen) {
            Some(device) => device.info().clone(),
            None => DeviceInfo { kind: "none", name: "sequential program".to_owned(), ..DeviceInfo::default() },
        }
    }
}

fn overlapping(one: &Range, other: &Range) -> Decline {
    Decline::Silent(format!("'{}' and '{}' overlap in memory", one.name, other.name))
}

/// Why a site runs sequentially.
enum Decline {
    /// As things are; only the statistics want to know.
    Silent(String),
    /// The user's device fails.
    Failed(DeviceError),
    /// It cannot be opened.
    Missing(DeviceError),
    /// What the host must have for it cannot be brought.
    Broken(Fatal),
}

impl Decline {
    fn reason(&self) -> String {
        match self {
            Self::Silent(reason) => reason.clone(),
            Self::Failed(error) | Self::Missing(error) => error.to_string(),
            Self::Broken(fatal) => fatal.to_string(),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
