//! Chooses the device of a site: opens drivers late, applies the limits that the user set, remembers what failed.
//! It touches no host memory.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use crate::config::{Config, DeviceChoice};
use crate::cpu::CpuDevice;
use crate::cuda::CudaDevice;
use crate::device::{Device, DeviceInfo};
use crate::emulated::EmulatedDevice;
use crate::error::{DeviceError, Fatal};
use crate::ranges::{Range, first_conflict};
use crate::session::Session;
use crate::stats::Stats;
use crate::vulkan::VulkanDevice;

/// `auto` opens no CUDA device for fewer innermost iterations: that takes about as long as they do on CPU threads.
const AUTO_CUDA_LEAST: i64 = 1_000_000_000;

/// Nor for fewer iterations per byte of the site's ranges: copying takes longer than computing.
const AUTO_CUDA_PER_BYTE: i64 = 16;

/// A site as the runtime knows it.
#[derive(Debug, Clone)]
pub struct Site {
    /// Tells sites apart; the address of the compiler's `raddle_site`.
    pub id: usize,
    pub source: String,
    pub function: String,
    /// All kernels of the site have PTX.
    pub has_ptx: bool,
    /// A kernel of the site updates memory atomically.
    pub has_atomics: bool,
}

pub struct Runtime {
    pub config: Config,
    pub stats: Stats,
    cpu: Arc<CpuDevice>,
    chosen: OnceLock<Result<Arc<dyn Device>, DeviceError>>,
    /// Under `auto`, beside the chosen one.
    cuda: OnceLock<Option<Arc<dyn Device>>>,
    /// The chosen device answers no more.
    lost: AtomicBool,
    /// Sites that have a kernel the device can never run.
    refused: Mutex<HashMap<usize, String>>,
    said: Mutex<HashSet<String>>,
    /// A forked child has neither the threads nor the driver of its parent.
    process: u32,
}

impl Runtime {
    pub fn new(config: Config) -> Self {
        let cpu = Arc::new(CpuDevice::new(config.threads));
        Self {
            config,
            cpu,
            stats: Stats::default(),
            chosen: OnceLock::new(),
            cuda: OnceLock::new(),
            lost: AtomicBool::new(false),
            refused: Mutex::default(),
            said: Mutex::default(),
            process: std::process::id(),
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
        std::process::id() != self.process
    }

    /// Takes a site to the device, or answers `None` for its sequential loop.
    pub fn enter(&self, site: Site, ranges: Vec<Range>, instances: i64) -> Result<Option<Session<'_>>, Fatal> {
        // Before anything with a lock: after a fork, another thread of the parent may hold it forever.
        if self.config.device == DeviceChoice::None || self.is_forked_child() {
            return Ok(None);
        }
        match self.try_enter(&site, ranges, instances) {
            Ok(session) => {
                self.stats.entered(&site.source, &site.function, session.device_kind());
                Ok(Some(session))
            }
            Err(Decline::Failed(error)) if self.ends_with(&error) => {
                Err(Fatal::Site { source_line: site.source, error })
            }
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
            Decline::Failed(_) => self.say(&site.source, &message),
            Decline::Silent(_) if self.config.verbose => self.say(&message, &message),
            Decline::Silent(_) => (),
        }
    }

    /// Must the program not go on without the device that failed so?
    pub fn ends_with(&self, error: &DeviceError) -> bool {
        error.is_bug() || !self.config.fallback && !error.is_refusal()
    }

    fn try_enter(&self, site: &Site, ranges: Vec<Range>, instances: i64) -> Result<Session<'_>, Decline> {
        let least = self.least_instances();
        if instances < least {
            return Err(Decline::Silent(format!("{instances} iterations are fewer than {least}")));
        }
        if !crate::fp_env::is_default() {
            return Err(Decline::Silent("the host's floating-point environment is not the default".to_owned()));
        }
        if let Some((one, other)) = first_conflict(&ranges) {
            return Err(Decline::Silent(format!("'{}' and '{}' overlap in memory", one.name, other.name)));
        }
        if ranges.iter().any(|range| range.base == 0 && !range.is_empty()) {
            return Err(Decline::Silent("an array is a null pointer".to_owned()));
        }
        let device = self.device(site, &ranges, instances)?;
        let is_auto = self.config.device == DeviceChoice::Auto;
        let is_cpu = device.info().kind == self.cpu.info().kind;
        if is_auto && is_cpu && site.has_atomics {
            return Err(Decline::Silent("atomic updates cost CPU threads more than they gain".to_owned()));
        }
        let is_our_choice = is_auto && !is_cpu;
        let spare = is_our_choice.then(|| ranges.clone());
        let entered = match (Session::new(self, device, site.clone(), ranges), spare) {
            (Err(error), Some(ranges)) if !error.is_bug() => Session::new(self, self.cpu(), site.clone(), ranges),
            (entered, _) => entered,
        };
        entered.map_err(Decline::Failed)
    }

    fn least_instances(&self) -> i64 {
        match self.config.device {
            DeviceChoice::Auto => self.config.offload_min.max(self.config.auto_min),
            DeviceChoice::Cpu
            | DeviceChoice::Cuda
            | DeviceChoice::Emulated
            | DeviceChoice::Vulkan
            | DeviceChoice::None => self.config.offload_min,
        }
    }

    /// Would `enter` decline whatever the ranges are, with nobody who wants to know why? Small nests inside hot loops
    /// ask often.
    pub fn declines_unseen(&self, instances: i64) -> bool {
        let too_small = instances < self.least_instances();
        self.config.device == DeviceChoice::None || too_small && self.config.stats.is_none() && !self.config.verbose
    }

    /// Is a device asked for, and the site large enough?
    pub fn would_take(&self, instances: i64) -> bool {
        self.config.device != DeviceChoice::None && !self.is_forked_child() && instances >= self.least_instances()
    }

    /// Bytes that one workspace may have.
    pub fn workspace_limit(&self) -> u64 {
        self.config.workspace
    }

    fn device(&self, site: &Site, ranges: &[Range], instances: i64) -> Result<Arc<dyn Device>, Decline> {
        let lost = self.lost.load(SeqCst).then(|| "the device was lost".to_owned());
        let refusal = lost.or_else(|| lock(&self.refused).get(&site.id).cloned());
        let is_auto = self.config.device == DeviceChoice::Auto;
        match refusal {
            // A refusal was a CUDA device's. The CPU has none.
            Some(reason) if !is_auto => Err(Decline::Silent(reason)),
            None if is_auto && site.has_ptx && may_pay_on_cuda(ranges, instances) => {
                self.cuda_for_auto().map_or_else(|| self.chosen(), Ok)
            }
            Some(_) | None => self.chosen(),
        }
    }

    fn chosen(&self) -> Result<Arc<dyn Device>, Decline> {
        self.chosen.get_or_init(|| self.open()).clone().map_err(Decline::Failed)
    }

    /// Nobody asked for it, so nobody is told if there is none.
    fn cuda_for_auto(&self) -> Option<Arc<dyn Device>> {
        let open = || CudaDevice::open(&self.config).ok().map(|device| Arc::new(device) as Arc<dyn Device>);
        self.cuda.get_or_init(open).clone()
    }

    fn open(&self) -> Result<Arc<dyn Device>, DeviceError> {
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

    pub fn mark_lost(&self) {
        self.lost.store(true, SeqCst);
    }

    /// From now on `site` runs sequentially.
    pub fn refuse(&self, site: usize, reason: String) {
        lock(&self.refused).insert(site, reason);
    }

    /// A message on standard error, once for each `topic`: a site in a hot loop must not flood the user.
    pub fn say(&self, topic: &str, message: &str) {
        if lock(&self.said).insert(topic.to_owned()) {
            eprintln!("raddle: {message}");
        }
    }

    /// The device that was used, for the statistics.
    pub fn device_info(&self) -> DeviceInfo {
        let cuda = self.cuda.get().and_then(Option::as_ref);
        match cuda.or_else(|| self.chosen.get()?.as_ref().ok()) {
            Some(device) => device.info().clone(),
            None => DeviceInfo { kind: "none", name: "sequential program".to_owned(), ..DeviceInfo::default() },
        }
    }
}

/// Why a site runs sequentially.
enum Decline {
    /// As things are; only the statistics want to know.
    Silent(String),
    /// The user's device fails.
    Failed(DeviceError),
}

impl Decline {
    fn reason(&self) -> String {
        match self {
            Self::Silent(reason) => reason.clone(),
            Self::Failed(error) => error.to_string(),
        }
    }
}

/// A static rule in the place of a cost model.
fn may_pay_on_cuda(ranges: &[Range], instances: i64) -> bool {
    let bytes: usize = ranges.iter().filter(|range| !range.stays_on_host()).map(Range::bytes).sum();
    let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
    instances >= AUTO_CUDA_LEAST && instances / AUTO_CUDA_PER_BYTE >= bytes
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{CHECK_ONLY, READ};

    fn range(bytes: usize, flags: u32) -> Range {
        Range { base: 4096, low: 4096, high: 4096 + bytes, flags, object: None, name: "a".to_owned() }
    }

    #[test]
    fn only_much_work_on_few_bytes_may_pay_on_cuda() {
        let product = [range(3 << 23, READ)];
        assert!(may_pay_on_cuda(&product, 1 << 30));
        assert!(!may_pay_on_cuda(&product, AUTO_CUDA_LEAST - 1));
        assert!(!may_pay_on_cuda(&[range(1 << 30, READ)], 1 << 30));
        assert!(may_pay_on_cuda(&[range(1 << 30, CHECK_ONLY)], 1 << 30));
    }
}
